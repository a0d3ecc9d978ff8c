/* Runs before the first paint, so that a chosen theme does not flash in; settings.js does the rest. */
try {
  const { theme } = JSON.parse(localStorage.getItem("boaf"));
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Nothing was chosen yet.
}
