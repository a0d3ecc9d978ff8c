/* The deal of the day: a calendar of all days so far, with what became of their deals. Difficulty grows with the week,
   so every column has its own. */

import { byId, feathers, make, symbol } from "./dom.js";
import { dayNumber, dayOf, longDay, today, weekdayOf } from "./days.js";
import { gradedDeals } from "./graded.js";
import { dailyResults, onOtherResults, streaks } from "./results.js";

const WEEK = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const STATES = { you: "won without help", hints: "won with hints", machine: "solved by the machine", link: "finished" };

export class Today {
  #game;
  #play;
  #month = today().slice(0, 7);
  #table = null;

  /** `play(day)` begins the deal of a day. */
  constructor(game, journal, play) {
    this.#game = game;
    this.#play = play;
    journal.addEventListener("written", () => this.#show());
    onOtherResults(() => this.#show());
    game.addEventListener("change", ({ detail }) => {
      if (detail.kind !== "deal") return;
      if (game.origin.date) this.#month = game.origin.date.slice(0, 7);
      this.#show();
    });
    gradedDeals().then(
      (table) => {
        this.#table = table;
        this.#show();
      },
      () => byId("today").replaceChildren(make("p", { class: "note" }, "The table of deals could not be loaded.")),
    );
  }

  #show() {
    if (!this.#table) return;
    const daily = dailyResults();
    const { current, best } = streaks(daily);
    byId("streak").textContent = best === 0 ? "" : `${current} in a row${best > current ? `, best ${best}` : ""}`;
    const focused = byId("today").contains(document.activeElement) ? document.activeElement.id : null;
    byId("today").replaceChildren(this.#head(), this.#calendar(daily), ...this.#invitation(daily));
    if (focused) (document.getElementById(focused) ?? byId("month-earlier")).focus();
  }

  /** The days of the table that are not in the future. */
  get #days() {
    const [first, last] = this.#table.days;
    return [first, last < today() ? last : today()];
  }

  #head() {
    const [first, last] = this.#days.map((day) => day.slice(0, 7));
    const turn = (id, label, icon, by, isOff) => {
      const onclick = () => this.#turn(by);
      const attributes = { type: "button", class: "button icon quiet small", id, "aria-label": label, disabled: isOff };
      return make("button", { ...attributes, onclick }, symbol(icon));
    };
    return make(
      "div",
      { class: "month" },
      turn("month-earlier", "Earlier month", "icon-earlier", -1, this.#month <= first),
      make("h3", { "aria-live": "polite" }, longDay(`${this.#month}-01`, { month: "long", year: "numeric" })),
      turn("month-later", "Later month", "icon-later", 1, this.#month >= last),
    );
  }

  #turn(by) {
    const [year, month] = this.#month.split("-").map(Number);
    this.#month = new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 7);
    this.#show();
  }

  #calendar(daily) {
    const first = dayNumber(`${this.#month}-01`);
    const monday = first - weekdayOf(dayOf(first));
    const days = Array.from({ length: 42 }, (_, k) => dayOf(monday + k));
    const weeks = Array.from({ length: 6 }, (_, w) => days.slice(7 * w, 7 * w + 7));
    const shown = weeks.filter((week) => week.some((day) => day.startsWith(this.#month)));
    const head = WEEK.map((name) => make("th", { scope: "col", abbr: name }, name.slice(0, 2)));
    const cell = (day) => make("td", {}, ...this.#day(day, daily[day]));
    const rows = shown.map((week) => make("tr", {}, ...week.map(cell)));
    return make("table", { class: "calendar" }, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows));
  }

  #day(day, record) {
    if (!day.startsWith(this.#month)) return [];
    const [first, last] = this.#days;
    const number = String(Number(day.slice(8)));
    if (day < first || day > last) return [make("span", { class: "day" }, number)];
    const { difficulty } = this.#table.dealOf(day);
    const state = record?.by ?? (record?.begun ? "open" : "new");
    const words = [longDay(day), `difficulty ${difficulty}`, STATES[state] ?? (state === "open" ? "begun" : "")];
    const attributes = {
      type: "button",
      class: "day",
      id: `day-${day}`,
      "data-state": state,
      "data-level": difficulty,
      "aria-label": words.filter(Boolean).join(", "),
      "aria-current": day === today() ? "date" : null,
      "aria-pressed": String(day === this.#game.origin.date),
      onclick: () => this.#play(day),
    };
    return [make("button", attributes, number)];
  }

  /** Today's deal, unless it is in play. */
  #invitation(daily) {
    const day = today();
    const deal = this.#table.dealOf(day);
    if (!deal || this.#game.origin.date === day || daily[day]?.won) return [];
    const play = { type: "button", class: "button primary", onclick: () => this.#play(day) };
    return [
      make(
        "p",
        { class: "invitation" },
        make("button", play, "Play today’s deal"),
        make("span", { class: "feathers", title: `Difficulty ${deal.difficulty} of 5` }, ...feathers(deal.difficulty)),
      ),
    ];
  }
}
