/* The deal of the day: the streak, the time until the next, and a calendar of all days so far with what became of their
   deals. Difficulty grows with the week, from Monday to Sunday. */

import { toast } from "./announce.js";
import { button, byId, feathers, make, note, symbol, whenIdle } from "./dom.js";
import { dayNumber, dayOf, firstWeekday, longDay, today, untilTomorrow, weekdayOf } from "./days.js";
import { gradedDeals } from "./graded.js";
import { locale, t } from "./messages.js";
import { starText } from "./outcome.js";
import { dailyResults, isOwnWin, onOtherResults, streaks } from "./results.js";

const MINUTE = 60_000;
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

export class Today {
  #game;
  #play;
  #day = today();
  #month = today().slice(0, 7);
  #chosen = null;
  #table = null;

  /** `play(day)` begins the deal of a day. */
  constructor(game, journal, play) {
    this.#game = game;
    this.#play = play;
    journal.addEventListener("written", ({ detail }) => detail.isSeen && this.#show());
    onOtherResults(() => this.#show());
    document.addEventListener("visibilitychange", () => this.#checkDay());
    setInterval(() => this.#checkDay(), MINUTE / 2);
    game.addEventListener("change", ({ detail }) => {
      if (detail.kind !== "deal") return;
      if (game.origin.date) this.#month = game.origin.date.slice(0, 7);
      this.#show();
    });
    gradedDeals().then(
      (table) =>
        whenIdle(() => {
          this.#table = table;
          this.#show();
        }),
      () => byId("today").replaceChildren(note(t("today.noTable"))),
    );
  }

  /** A new day has its deal, also for a page that stays open. */
  #checkDay() {
    this.#showCountdown();
    if (document.hidden || this.#day === today()) return;
    this.#day = today();
    this.#month = this.#day.slice(0, 7);
    this.#show();
    const { board, played } = this.#game;
    if (played.length === 0 || board.isOver) {
      toast(t("today.new"), button(t("today.play"), () => (this.#play(today()), (byId("toast").hidden = true))));
    }
  }

  #show() {
    if (!this.#table) return;
    const daily = dailyResults();
    const { current, best } = streaks(daily);
    const isBest = best > current;
    byId("streak").textContent = best === 0 ? "" : t(isBest ? "today.streakBest" : "today.streak", { n: current, best });
    const focused = byId("today").contains(document.activeElement) ? document.activeElement.id : null;
    byId("today").replaceChildren(...this.#invitation(daily), this.#head(), this.#calendar(daily));
    this.#showCountdown();
    if (focused) (document.getElementById(focused) ?? byId("month-earlier")).focus();
  }

  #showCountdown() {
    const place = document.getElementById("countdown");
    if (place) place.textContent = countdown();
  }

  /** The days that have had their deal. */
  get #days() {
    return [this.#table.first, today()];
  }

  #head() {
    const [first, last] = this.#days.map((day) => day.slice(0, 7));
    const turn = (id, label, icon, by, isOff) => {
      const onclick = () => this.#turn(by);
      const attributes = { class: "button icon quiet small", id, "aria-label": label, disabled: isOff };
      return make("button", { ...attributes, onclick }, symbol(icon));
    };
    return make(
      "div",
      { class: "month" },
      turn("month-earlier", t("today.earlier"), "icon-earlier", -1, this.#month <= first),
      make("h3", { "aria-live": "polite" }, longDay(`${this.#month}-01`, { month: "long", year: "numeric" })),
      turn("month-later", t("today.later"), "icon-later", 1, this.#month >= last),
    );
  }

  #turn(by) {
    const [year, month] = this.#month.split("-").map(Number);
    this.#month = new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 7);
    this.#chosen = null;
    this.#show();
  }

  #calendar(daily) {
    const first = dayNumber(`${this.#month}-01`);
    const begin = first - ((weekdayOf(dayOf(first)) - firstWeekday() + 7) % 7);
    const days = Array.from({ length: 42 }, (_, k) => dayOf(begin + k));
    const weeks = Array.from({ length: 6 }, (_, w) => days.slice(7 * w, 7 * w + 7));
    const shown = weeks.filter((week) => week.some((day) => day.startsWith(this.#month)));
    const name = (day, weekday) => longDay(day, { weekday });
    const head = days.slice(0, 7).map((day) => make("th", { scope: "col", abbr: name(day, "long") }, name(day, "short")));
    const stop = this.#stop;
    const cell = (day) => make("td", {}, ...this.#dayIn(day, daily[day], day === stop));
    const rows = shown.map((week) => make("tr", {}, ...week.map(cell)));
    const table = make(
      "table",
      { class: "calendar", "aria-label": t("today.calendar"), lang: locale() },
      make("thead", {}, make("tr", {}, ...head)),
      make("tbody", {}, ...rows),
    );
    table.addEventListener("keydown", (event) => this.#keyed(event));
    return table;
  }

  /** The one day of the month that a tab reaches; the arrows reach the others. */
  get #stop() {
    const [first, last] = this.#days;
    const wanted = [this.#chosen, this.#game.origin.date, today()].find((day) => day?.startsWith(this.#month));
    const day = wanted ?? `${this.#month}-01`;
    return day < first ? first : day > last ? last : day;
  }

  #keyed(event) {
    const step = STEPS[event.key];
    const day = event.target.id?.replace("day-", "");
    if (!step || !day) return;
    event.preventDefault();
    const next = dayOf(dayNumber(day) + step);
    const [first, last] = this.#days;
    if (next < first || next > last) return;
    this.#chosen = next;
    this.#month = next.slice(0, 7);
    this.#show();
    byId(`day-${next}`).focus();
  }

  #dayIn(day, record, isStop) {
    if (!day.startsWith(this.#month)) return [];
    const [first, last] = this.#days;
    const number = longDay(day, { day: "numeric" }).replace(/\D/g, "") || String(Number(day.slice(8)));
    if (day < first || day > last) return [make("span", { class: "day" }, number)];
    const { difficulty } = this.#table.dealOf(day);
    const state = record?.by ?? (record?.begun ? "open" : "new");
    const stars = isOwnWin(record) && record.stars ? [t("today.stars", { n: record.stars })] : [];
    const words = [longDay(day), t("deal.difficulty", { level: t(`level.${difficulty}`) }), t(`today.state.${state}`), ...stars];
    const attributes = {
      class: "day",
      id: `day-${day}`,
      tabindex: isStop ? "0" : "-1",
      "data-state": state,
      "data-level": difficulty,
      "aria-label": words.join(", "),
      "aria-current": day === today() ? "date" : null,
      "aria-pressed": String(day === this.#game.origin.date),
      onclick: () => this.#play(day),
    };
    const shown = stars.length > 0 ? [make("small", { "aria-hidden": "true" }, "★".repeat(record.stars))] : [];
    return [make("button", attributes, number, ...shown)];
  }

  /** Today's deal, unless it is in play; or, when it is won, the time until the next. */
  #invitation(daily) {
    const day = today();
    const deal = this.#table.dealOf(day);
    if (isOwnWin(daily[day])) {
      const stars = daily[day].stars ? ` ${starText(daily[day].stars)}` : "";
      return [make("p", { class: "invitation" }, t("today.won") + stars, make("span", { class: "note", id: "countdown" }))];
    }
    if (!deal || this.#game.origin.date === day) return [make("p", { class: "note", id: "countdown" })];
    const play = { class: "button primary", onclick: () => this.#play(day) };
    const level = t(`level.${deal.difficulty}`);
    return [
      make(
        "p",
        { class: "invitation" },
        make("button", play, t("today.play")),
        make("span", { class: "feathers", "aria-hidden": "true" }, ...feathers(deal.difficulty)),
        make("span", { class: "note" }, level),
      ),
    ];
  }
}

/** How long it is until the next deal of the day. */
function countdown() {
  const minutes = Math.ceil(untilTomorrow() / MINUTE);
  const values = { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
  return t(values.hours > 0 ? "today.next" : "today.soon", values);
}

/** What to say when the deal of a day is won. */
export function dailyNote(day) {
  if (day !== today()) return "";
  return [t("today.streak", { n: streaks().current }), countdown()].join(" ");
}
