/** Rows of a form: who plays, and how long it thinks. */

import { html } from "../../js/svg.js";
import { specName } from "./words.js";

/** @import { Translate } from "../../js/i18n.js" */
/**
 * @typedef {{opponents: string[], visits: Record<string, number>, engines: string[], runs: {spec: string, name: string}[],
 *   levels: {number: number, spec: string, elo: number | null, interval: [number, number] | null}[], anchor: number | null, book: number, tables: boolean,
 *   players: [string, string]}} Entrants
 * @typedef {{spec: string, name: string, visits: number | null, seconds: number | null}} Order
 */

/** To begin with, of those whose strength is how long they think: games to be watched are quick. */
const VISITS = 200;
const SECONDS = 1;

/**
 * The rows; `entrants` is null until it is known who there is.
 * @typedef {{root: HTMLElement, t: () => Translate, removable: boolean, entrants: Entrants | null}} Contestants
 *
 * The fields of a row.
 * @typedef {{who: HTMLSelectElement, bound: HTMLSelectElement, amount: HTMLInputElement}} Fields
 */

/**
 * @param {HTMLElement} root
 * @param {() => Translate} t
 * @param {{removable: boolean}} how
 */
export function createContestants(root, t, { removable }) {
  /** @type {Contestants} */
  const contestants = { root, t, removable, entrants: null };
  return {
    /** @param {Entrants} found */
    offer(found) {
      contestants.entrants = found;
      for (const row of rows(contestants)) drawChoice(contestants, row);
      number(contestants);
      drawScale(contestants);
    },
    add: () => add(contestants),
    clear: () => root.replaceChildren(),
    count: () => root.children.length,
    read: () => rows(contestants).map((row) => read(fieldsOf(row))),
  };
}

/** @param {Contestants} contestants */
function rows({ root }) {
  return /** @type {HTMLElement[]} */ ([...root.children]);
}

/**
 * @param {HTMLElement} row
 * @returns {Fields}
 */
function fieldsOf(row) {
  const [who, bound] = row.querySelectorAll("select");
  return { who, bound, amount: /** @type {HTMLInputElement} */ (row.querySelector("input")) };
}

/**
 * What was chosen stays, where it can play; else another opponent for each row, the strong ones first.
 * @param {Contestants} contestants
 * @param {HTMLElement} row
 */
function drawChoice({ root, entrants, t }, row) {
  if (!entrants) return;
  const { who } = fieldsOf(row);
  const before = who.value;
  who.replaceChildren(...choices(entrants, t()));
  const known = [...who.options].some(({ value }) => value === before);
  const { opponents } = entrants;
  who.value = known ? before : opponents[[...root.children].indexOf(row) % opponents.length];
  if (known) drawBound(fieldsOf(row));
  else suggest(entrants, fieldsOf(row));
}

/**
 * What the Elo of the choices counts from, and why some have none.
 * @param {Contestants} contestants
 */
function drawScale({ root, entrants, t }) {
  const hint = /** @type {HTMLElement} */ (root.parentElement?.querySelector("[data-elo]"));
  const anchor = entrants?.anchor ?? null;
  hint.hidden = anchor === null;
  hint.textContent = anchor === null ? "" : t()("watch.scale", { anchor: t()("level.n", { n: anchor }) });
}

/** @param {Fields} fields */
function drawBound({ who, bound, amount }) {
  const level = who.selectedOptions[0]?.dataset.level !== undefined;
  bound.disabled = level;
  if (level) bound.value = "own";
  amount.hidden = amount.disabled = bound.value === "own";
  Object.assign(amount, bound.value === "seconds" ? { min: "0.05", max: "3600", step: "0.05" } : { min: "1", max: "1000000", step: "1" });
}

/** @param {Entrants} entrants @param {string} spec */
function usualBound({ visits }, spec) {
  return visits[spec] ? "visits" : "own";
}

/** @param {Entrants} entrants @param {Fields} fields */
function suggest(entrants, fields) {
  fields.bound.value = usualBound(entrants, fields.who.value);
  fields.amount.value = String(VISITS);
  drawBound(fields);
}

/**
 * Number the rows for those who hear them.
 * @param {Contestants} contestants
 */
function number(contestants) {
  const t = contestants.t();
  const all = rows(contestants);
  all.forEach((row, at) => {
    row.setAttribute("aria-label", t("watch.player", { n: at + 1 }));
    const remove = row.querySelector("button");
    if (!remove) return;
    remove.hidden = all.length <= 2;
    remove.setAttribute("aria-label", t("watch.drop", { n: at + 1 }));
  });
}

/** @param {Contestants} contestants */
function add(contestants) {
  const t = contestants.t();
  const who = html("select", { "data-who": "", "aria-label": t("watch.who") });
  const bounds = ["own", "visits", "seconds"].map((value) => html("option", { value }, [t(`watch.bound.${value}`)]));
  const bound = html("select", { "data-bound": "", "aria-label": t("watch.bound") }, bounds);
  const amount = html("input", { type: "number", inputmode: "decimal", required: "", value: String(VISITS), "aria-label": t("watch.amount") });
  const remove = contestants.removable ? [html("button", { type: "button", class: "quiet" }, ["✕"])] : [];
  const row = html("div", { class: "watch-row", role: "group" }, [who, bound, amount, ...remove]);
  const fields = fieldsOf(row);
  who.addEventListener("change", () => contestants.entrants && suggest(contestants.entrants, fields));
  bound.addEventListener("change", () => {
    fields.amount.value = String(fields.bound.value === "seconds" ? SECONDS : VISITS);
    drawBound(fields);
  });
  remove[0]?.addEventListener("click", () => {
    row.remove();
    number(contestants);
  });
  contestants.root.append(row);
  drawBound(fields);
  drawChoice(contestants, row);
  number(contestants);
}

/** @param {Fields} fields */
function read({ who, bound, amount }) {
  const { spec = who.value, name } = who.selectedOptions[0]?.dataset ?? {};
  return orderOf(spec, name ?? spec.replace(/^engine:/, ""), bound.value, Number(amount.value));
}

/**
 * A player, named as records name one: each page says it in its own language.
 * @param {string} spec
 * @param {string} plain  its name, without its bound
 * @param {string} bound
 * @param {number} n
 * @returns {Order}
 */
export function orderOf(spec, plain, bound, n) {
  const behind = { own: "", visits: ` ${n} visits`, seconds: ` ${n} s` }[bound] ?? "";
  return {
    spec,
    name: plain.slice(0, 60 - behind.length) + behind,
    visits: bound === "visits" ? n : null,
    seconds: bound === "seconds" ? n : null,
  };
}

/**
 * @param {Entrants} found
 * @param {Translate} t
 */
function choices({ opponents, engines, runs, levels, anchor }, t) {
  // Where others have an Elo, who has none says so.
  const unrated = (/** @type {string} */ name) => (anchor === null ? name : t("watch.unrated", { name }));
  const plain = opponents.map((spec) => html("option", { value: spec }, [unrated(specName(t, spec))]));
  const rated = levels.map(({ number, spec, elo, interval }) => {
    const name = t("level.n", { n: number });
    const [low, high] = (interval ?? []).map(Math.round);
    const words = elo === null ? unrated(name) : t(low < high ? "watch.level" : "watch.level.zero", { name, elo: Math.round(elo), low, high });
    return html("option", { value: `level ${spec}`, "data-spec": spec, "data-level": "", "data-name": `level ${number}` }, [words]);
  });
  const others = [
    ...engines.map((spec) => html("option", { value: spec }, [unrated(specName(t, spec))])),
    ...runs.map(({ spec, name }) => html("option", { value: spec, "data-name": name }, [unrated(name)])),
  ];
  /** @type {[string, HTMLElement[]][]} */
  const groups = [["watch.group.methods", plain], ["watch.group.levels", rated], ["watch.group.others", others]];
  return groups.filter(([, options]) => options.length).map(([key, options]) => html("optgroup", { label: t(key) }, options));
}
