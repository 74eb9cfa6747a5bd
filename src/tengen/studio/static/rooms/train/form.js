/** The form that begins a run: opens, fetches what may be chosen, orders. */

import { drawEvery, drawFields, drawFiles, drawOptions, readChanges, readFields } from "./form-fields.js";
import { methodName } from "./words.js";

/** @import { Shell } from "../../js/app.js" */
/** @import { Offer } from "./form-fields.js" */
/** @import { Run } from "./types.js" */

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

/**
 * The form: what may be chosen, as far as it is told, and whether the person gave the run a name.
 * @typedef {object} Form
 * @property {Shell} shell
 * @property {(id: string) => HTMLElement} place
 * @property {HTMLFormElement} form
 * @property {(name: string) => HTMLInputElement} control
 * @property {Told | null} told
 * @property {Presets} presets
 * @property {Offer[]} offers
 * @property {boolean} named
 */

/**
 * @param {HTMLElement} root
 * @param {Shell} shell
 * @param {(name: string) => void} begun
 */
export function createForm(root, shell, begun) {
  const place = (/** @type {string} */ id) => /** @type {HTMLElement} */ (root.querySelector(`#train-${id}`));
  const dialog = /** @type {HTMLDialogElement} */ (place("dialog"));
  const form = /** @type {HTMLFormElement} */ (place("form"));
  const control = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
  /** @type {Form} */
  const state = { shell, place, form, control, told: null, presets: {}, offers: [], named: false };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const name = await submit(state);
    if (name === null) return;
    dialog.close();
    state.named = false;
    begun(name);
  });
  control("method").addEventListener("change", () => drawMethod(state));
  control("game").addEventListener("change", () => drawGame(state));
  control("preset").addEventListener("change", () => drawPreset(state));
  control("name").addEventListener("input", () => (state.named = control("name").value !== ""));
  place("game-fields").addEventListener("change", () => suggestName(state));
  place("when").addEventListener("change", () => (place("slow").hidden = new FormData(form).get("when") !== "now"));
  place("close").addEventListener("click", () => dialog.close());
  return {
    open: async () => {
      await prepare(state);
      dialog.showModal();
    },
    /** Begin a run like another one at once; the form is shown where that cannot be. @param {Run} run */
    async beginLike(run) {
      await prepare(state, run);
      const name = state.told?.missing ? null : await submit(state);
      if (name === null) dialog.showModal();
      else begun(name);
    },
    translate: () => drawMethods(state),
  };
}

/** @param {Form} state */
function method({ told, control }) {
  return told?.methods.find(({ name }) => name === control("method").value) ?? null;
}

/** @param {Form} state */
function offer({ offers, control }) {
  return offers.find(({ name }) => name === control("game").value) ?? null;
}

/** @param {Form} state @param {string} words */
function complain({ place }, words) {
  place("error").textContent = words;
  place("error").hidden = !words;
}

/**
 * @param {Form} state
 * @param {Run} [like]  a run whose choices the form begins with
 */
async function prepare(state, like) {
  const { ask, games } = state.shell;
  complain(state, "");
  [state.told, state.offers] = await Promise.all([ask("GET", "/api/train/form"), games()]);
  if (like) fill(state, "method", [[like.method, ""]], like.method);
  drawMethods(state);
  if (like) fillAs(state, like);
  if (state.told?.missing || Object.keys(state.presets).length) return;
  // They come from beside PyTorch, which takes seconds to load the first time.
  ask("GET", "/api/train/presets").then((found) => {
    state.presets = found;
    drawPresets(state);
  }).catch((problem) => complain(state, String(problem.message)));
}

/** @param {Form} state @param {Run} like */
function fillAs(state, { game, settings, planned }) {
  const { control, place } = state;
  control("game").value = game;
  drawGame(state);
  for (const [name, value] of Object.entries(settings)) {
    const field = /** @type {HTMLInputElement | null} */ (place("game-fields").querySelector(`[data-setting="${name}"]`));
    if (field) field.value = String(value);
  }
  control("minutes").value = String(planned);
  suggestName(state);
}

/**
 * Choose in a list by its name.
 * @param {Form} state
 * @param {string} name
 * @param {[string, string][]} options  their values and words
 * @param {string} chosen
 */
function fill({ control }, name, options, chosen) {
  drawOptions(/** @type {HTMLSelectElement} */ (/** @type {unknown} */ (control(name))), options, chosen);
}

/** @param {Form} state */
function drawMethods(state) {
  const { told, place, form, control, shell } = state;
  if (!told) return;
  const t = shell.t();
  const chosen = control("method").value || told.methods[0].name;
  fill(state, "method", told.methods.map(({ name }) => [name, methodName(t, name)]), chosen);
  place("missing").hidden = !told.missing;
  /** @type {HTMLElement} */ (place("missing").querySelector("pre")).textContent = told.missing;
  /** @type {HTMLButtonElement} */ (form.querySelector("button[type=submit]")).disabled = Boolean(told.missing);
  place("when").hidden = told.learning.length === 0;
  place("busy").textContent = t("train.form.busy", { names: told.learning.join(t("join.comma")) });
  place("slow").textContent = t("train.form.slow", { n: told.cores });
  drawMethod(state);
}

/** @param {Form} state */
function drawMethod(state) {
  const { told, place, control, shell } = state;
  const t = shell.t();
  const current = method(state);
  if (!current || !told) return;
  const { games } = current;
  place("method-help").textContent = t(`train.method.${current.name}.help`, { text: "" });
  // The page's order: the game with most nets is the first.
  const usual = state.offers.find(({ name }) => games.includes(name))?.name ?? games[0];
  const chosen = games.includes(control("game").value) ? control("game").value : usual;
  fill(state, "game", games.map((name) => [name, t(`game.${name}`, { text: name })]), chosen);
  place("records").hidden = !current.records;
  drawFiles(place("records"), current.records ? told.records : [], t, shell.language());
  drawGame(state);
  drawPresets(state);
}

/** @param {Form} state */
function drawGame(state) {
  const current = offer(state);
  if (current) drawFields(state.place("game-fields"), current, state.shell.t());
  suggestName(state);
}

/** @param {Form} state */
function drawPresets(state) {
  const { presets, control, shell } = state;
  const current = method(state);
  if (!current) return;
  const names = Object.keys(presets[current.name] ?? { default: {} });
  const chosen = names.includes(control("preset").value) ? control("preset").value : "default";
  fill(state, "preset", names.map((name) => [name, shell.t()(`train.preset.${name}`, { text: name })]), chosen);
  drawPreset(state);
}

/** @param {Form} state */
function drawPreset(state) {
  const { told, presets, place, control, form } = state;
  const t = state.shell.t();
  const preset = control("preset").value || "default";
  const settings = presets[method(state)?.name ?? ""]?.[preset];
  place("preset-help").textContent = t(`train.preset.${preset}.help`, { text: "" });
  const summary = /** @type {HTMLElement} */ (place("every").querySelector("summary"));
  summary.textContent = settings
    ? t("train.form.every", { n: Object.keys(settings).length })
    : t(told?.missing ? "train.form.every.none" : "train.form.every.waiting");
  drawEvery(/** @type {HTMLElement} */ (form.querySelector(".train-every")), settings ?? {}, t);
}

/**
 * A name that says what it is, until the person gives one.
 * @param {Form} state
 */
function suggestName(state) {
  const { told, place, control } = state;
  const [current, rules] = [method(state), offer(state)];
  if (state.named || !current || !rules || !told) return;
  const size = readFields(place("game-fields"), rules).size;
  const plain = [current.name, rules.name + (size ? ` ${size}x${size}` : "")].join(" ");
  const names = [plain, ...Array.from({ length: 999 }, (_, n) => `${plain} ${n + 2}`)];
  control("name").value = names.find((name) => !told.names.includes(name)) ?? plain;
}

/** @param {Form} state */
function read(state) {
  const { form, place } = state;
  const data = new FormData(form);
  const rules = offer(state);
  return {
    name: String(data.get("name")).trim(),
    method: String(data.get("method")),
    game: String(data.get("game")),
    settings: rules ? readFields(place("game-fields"), rules) : {},
    preset: String(data.get("preset")),
    minutes: Number(data.get("minutes")),
    seed: Number(data.get("seed")),
    changes: readChanges(/** @type {HTMLElement} */ (form.querySelector(".train-every"))),
    records: method(state)?.records ? data.getAll("records").map(String) : [],
    at_once: !place("when").hidden && data.get("when") === "now",
  };
}

/**
 * Order the run; its name, or null where it is refused.
 * @param {Form} state
 * @returns {Promise<string | null>}
 */
async function submit(state) {
  const { form, place, shell } = state;
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button[type=submit]"));
  button.disabled = true;
  complain(state, "");
  try {
    return (await shell.ask("POST", "/api/train/runs", read(state))).name;
  } catch (problem) {
    complain(state, problem instanceof Error ? problem.message : String(problem));
    place("error").scrollIntoView({ block: "nearest" });
    return null;
  } finally {
    button.disabled = false;
  }
}
