/* Runs before the first paint: theme, language and embedding, so that nothing flashes in; and a word to the player when the rest
   of the page does not start, which this old-fashioned script, unlike a module, can see even from a file. */

{
  const root = document.documentElement;
  root.dataset.started = "";
  if (new URLSearchParams(location.search).has("embed")) root.dataset.embedded = "";
  let chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem("boaf")) ?? {};
  } catch {
    // Nothing was chosen yet.
  }
  if (chosen.theme === "light" || chosen.theme === "dark") root.dataset.theme = chosen.theme;
  if (chosen.contrast === true) root.dataset.contrast = "more";

  const languages = (root.dataset.languages || "en").split(" ");
  const wanted = [chosen.language, ...navigator.languages].map((tag) => String(tag).split("-")[0]);
  root.lang = wanted.find((language) => languages.includes(language)) ?? "en";
  const link = Object.assign(document.createElement("link"), {
    rel: "preload",
    as: "fetch",
    crossOrigin: "anonymous",
    href: `static/messages/${root.lang}.json`,
  });
  if (location.protocol !== "file:") document.head.append(link);

  const late = () => !document.body?.classList.contains("is-ready") && root.classList.add("is-late");
  addEventListener("error", late, true);
  addEventListener("unhandledrejection", late);
  addEventListener("click", ({ target }) => {
    if (target.id !== "reset-page") return;
    for (const key of ["boaf", "boaf-game"]) localStorage.removeItem(key);
    location.assign(location.pathname);
  });
  addEventListener("load", () => setTimeout(late, location.protocol === "file:" ? 0 : 10_000));
}
