/* Runs before the first paint, so that a chosen theme does not flash in; settings.js does the rest. */
try {
  document.documentElement.dataset.theme = JSON.parse(localStorage.getItem("boaf"))?.theme ?? "auto";
} catch {
  document.documentElement.dataset.theme = "auto";
}
