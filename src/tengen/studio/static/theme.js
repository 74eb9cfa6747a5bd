// Runs before the first paint, so that a chosen theme never flashes the other one.
(() => {
  try {
    const theme = localStorage.getItem("tengen.theme");
    document.documentElement.dataset.board = localStorage.getItem("tengen.board") ?? "wood";
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be closed to us; the system's theme serves.
  }
})();
