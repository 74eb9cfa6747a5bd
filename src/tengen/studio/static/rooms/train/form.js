/** The form that begins a run: opens, fetches what may be chosen, orders. */

import { drawEvery, drawFields, drawFiles, drawOptions, readChanges, readFields } from "./form-fields.js";

/** @typedef {import("../../js/app.js").Shell} Shell */
/** @typedef {import("./form-fields.js").Offer} Offer */

/**
 * What the server says of the form: methods with the games that each can learn, why nothing can be
 * learned here, which runs learn now, and files of games.
 * @typedef {{methods: {name: string, games: string[], records: boolean}[], missing: string,
 *   cores: number, learning: string[], names: string[],
 *   records: {name: string, bytes: number | null}[]}} Told
 *
 * Settings by dotted names, by preset, by method.
 * @typedef {Record<string, Record<string, Record<string, any>>>} Presets
 */

const FIRST_METHOD = "alphazero";
const USUAL = { game: "gomoku", minutes: 30 };
/** Small boards are learned in an evening; a beginner is not to begin with the largest. */
const SMALL = /** @type {Record<string, Record<string, number>>} */ ({
  gomoku: { size: 8 }, go: { size: 7 },
});

/**
 * @param {HTMLElement} root
 * @param {Shell} shell
 * @param {(name: string) => void} begun
 */
export function createForm(root, { t, ask, games, language }, begun) {
  const place = (/** @type {string} */ id) => /** @type {HTMLElement} */ (root.querySelector(`#train-${id}`));
  const dialog = /** @type {HTMLDialogElement} */ (place("dialog"));
  const form = /** @type {HTMLFormElement} */ (place("form"));
  const error = place("error");
  /** @type {Told | null} */
  let told = null;
  /** @type {Presets} */
  let presets = {};
  /** @type {Offer[]} */
  let offers = [];
  let named = false;

  const control = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
  const method = () => told?.methods.find(({ name }) => name === control("method").value) ?? null;
  const offer = () => offers.find(({ name }) => name === control("game").value) ?? null;

  /** @param {string} words */
  function complain(words) {
    error.textContent = words;
    error.hidden = !words;
  }

  async function openForm() {
    complain("");
    [told, offers] = await Promise.all([ask("GET", "/api/train/form"), games()]);
    drawMethods();
    dialog.showModal();
    if (!told?.missing && !Object.keys(presets).length) {
      // They come from beside PyTorch, which takes seconds to load the first time.
      ask("GET", "/api/train/presets").then((found) => {
        presets = found;
        drawPresets();
      }).catch((problem) => complain(String(problem.message)));
    }
  }

  function drawMethods() {
    if (!told) return;
    const select = /** @type {HTMLSelectElement} */ (/** @type {unknown} */ (control("method")));
    const chosen = select.value || FIRST_METHOD;
    drawOptions(select, told.methods.map(({ name }) => [name, t()(`train.method.${name}`, { text: name })]), chosen);
    place("missing").hidden = !told.missing;
    /** @type {HTMLElement} */ (place("missing").querySelector("pre")).textContent = told.missing;
    /** @type {HTMLButtonElement} */ (form.querySelector("button[type=submit]")).disabled = Boolean(told.missing);
    const busy = told.learning.length > 0;
    place("when").hidden = !busy;
    place("busy").textContent = t()("train.form.busy", { names: told.learning.join(", ") });
    place("slow").textContent = t()("train.form.slow", { n: told.cores });
    drawMethod();
  }

  function drawMethod() {
    const current = method();
    if (!current || !told) return;
    place("method-help").textContent = t()(`train.method.${current.name}.help`, { text: "" });
    const select = /** @type {HTMLSelectElement} */ (/** @type {unknown} */ (control("game")));
    const chosen = current.games.includes(select.value) ? select.value : current.games.includes(USUAL.game) ? USUAL.game : current.games[0];
    drawOptions(select, current.games.map((name) => [name, t()(`game.${name}`, { text: name })]), chosen);
    place("records").hidden = !current.records;
    drawFiles(place("records"), current.records ? told.records : [], t(), language());
    drawGame();
    drawPresets();
  }

  function drawGame() {
    const current = offer();
    if (current) drawFields(place("game-fields"), current, SMALL[current.name] ?? {}, t());
    suggestName();
  }

  function drawPresets() {
    const current = method();
    if (!current) return;
    const names = Object.keys(presets[current.name] ?? { default: {} });
    const select = /** @type {HTMLSelectElement} */ (/** @type {unknown} */ (control("preset")));
    drawOptions(select, names.map((name) => [name, t()(`train.preset.${name}`, { text: name })]), names.includes(select.value) ? select.value : "default");
    drawPreset();
  }

  function drawPreset() {
    const current = method();
    const preset = control("preset").value || "default";
    const settings = presets[current?.name ?? ""]?.[preset];
    place("preset-help").textContent = t()(`train.preset.${preset}.help`, { text: "" });
    const summary = /** @type {HTMLElement} */ (place("every").querySelector("summary"));
    summary.textContent = settings
      ? t()("train.form.every", { n: Object.keys(settings).length })
      : t()(told?.missing ? "train.form.every.none" : "train.form.every.waiting");
    drawEvery(/** @type {HTMLElement} */ (form.querySelector(".train-every")), settings ?? {}, t());
  }

  /** A name that says what it is, until the person gives one. */
  function suggestName() {
    const [current, rules] = [method(), offer()];
    if (named || !current || !rules || !told) return;
    const size = readFields(place("game-fields"), rules).size;
    const plain = [current.name, rules.name + (size ? ` ${size}x${size}` : "")].join(" ");
    const taken = told.names;
    control("name").value = [plain, ...Array.from({ length: 999 }, (_, n) => `${plain} ${n + 2}`)].find((name) => !taken.includes(name)) ?? plain;
  }

  function read() {
    const data = new FormData(form);
    const rules = offer();
    return {
      name: String(data.get("name")).trim(),
      method: String(data.get("method")),
      game: String(data.get("game")),
      settings: rules ? readFields(place("game-fields"), rules) : {},
      preset: String(data.get("preset")),
      minutes: Number(data.get("minutes")),
      seed: Number(data.get("seed")),
      changes: readChanges(/** @type {HTMLElement} */ (form.querySelector(".train-every"))),
      records: method()?.records ? data.getAll("records").map(String) : [],
      at_once: !place("when").hidden && data.get("when") === "now",
    };
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = /** @type {HTMLButtonElement} */ (form.querySelector("button[type=submit]"));
    button.disabled = true;
    complain("");
    try {
      const answer = await ask("POST", "/api/train/runs", read());
      dialog.close();
      named = false;
      begun(answer.name);
    } catch (problem) {
      complain(problem instanceof Error ? problem.message : String(problem));
      error.scrollIntoView({ block: "nearest" });
    } finally {
      button.disabled = false;
    }
  });
  control("method").addEventListener("change", drawMethod);
  control("game").addEventListener("change", drawGame);
  control("preset").addEventListener("change", drawPreset);
  control("name").addEventListener("input", () => (named = control("name").value !== ""));
  place("game-fields").addEventListener("change", suggestName);
  place("when").addEventListener("change", () => (place("slow").hidden = new FormData(form).get("when") !== "now"));
  place("close").addEventListener("click", () => dialog.close());

  return { open: openForm, translate: drawMethods };
}
