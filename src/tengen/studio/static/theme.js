// Runs before the first paint, so that a chosen theme never flashes the other one.
(() => {
  try {
    const theme = localStorage.getItem("tengen.theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be closed to us; the system's theme serves.
  }
})();
