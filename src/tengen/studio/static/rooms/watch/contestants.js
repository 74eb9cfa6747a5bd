/** Rows of a form: who plays, and how long it thinks. */

import { html } from "../../js/svg.js";
import { specName } from "./words.js";

/** @typedef {import("../../js/i18n.js").Translate} Translate */
/**
 * @typedef {{opponents: string[], engines: string[], runs: {spec: string, name: string}[],
 *   levels: {name: string, spec: string, elo: number | null}[], book: number, tables: boolean,
 *   players: [string, string]}} Entrants
 * @typedef {{spec: string, name: string, visits: number | null, seconds: number | null}} Order
 */

/** Whose strength is how long they think; others do best as their own options say. */
const PACED = ["alphazero", "mcts", "dqn", "nnue"];
const VISITS = 200;
const SECONDS = 1;

/**
 * @param {HTMLElement} root
 * @param {() => Translate} t
 * @param {{removable: boolean}} how
 */
export function createContestants(root, t, { removable }) {
  /** @type {Entrants | null} */
  let entrants = null;

  /** @param {Entrants} found */
  function offer(found) {
    entrants = found;
    for (const row of rows()) drawChoice(row);
    number();
  }

  const rows = () => /** @type {HTMLElement[]} */ ([...root.children]);

  /** @param {HTMLElement} row */
  function drawChoice(row) {
    if (!entrants) return;
    const select = /** @type {HTMLSelectElement} */ (row.querySelector("select[data-who]"));
    const fresh = select.value === "";
    const before = select.value || row.dataset.wanted || "";
    select.replaceChildren(...choices(entrants, t()));
    const known = [...select.options].some(({ value }) => value === before);
    select.value = known ? before : (select.options[0]?.value ?? "");
    if (fresh || !known) suggest(row);
    else drawBound(row);
  }

  /** @param {HTMLElement} row */
  function drawBound(row) {
    const who = /** @type {HTMLSelectElement} */ (row.querySelector("select[data-who]"));
    const bound = /** @type {HTMLSelectElement} */ (row.querySelector("select[data-bound]"));
    const amount = /** @type {HTMLInputElement} */ (row.querySelector("input"));
    const level = who.selectedOptions[0]?.dataset.level !== undefined;
    bound.disabled = level;
    if (level) bound.value = "own";
    amount.hidden = amount.disabled = bound.value === "own";
    Object.assign(amount, bound.value === "seconds" ? { min: "0.05", max: "3600", step: "0.05" } : { min: "1", max: "1000000", step: "1" });
  }

  /** @param {HTMLElement} row */
  function suggest(row) {
    const who = /** @type {HTMLSelectElement} */ (row.querySelector("select[data-who]"));
    const bound = /** @type {HTMLSelectElement} */ (row.querySelector("select[data-bound]"));
    const plain = PACED.includes(who.value);
    bound.value = plain ? "visits" : "own";
    /** @type {HTMLInputElement} */ (row.querySelector("input")).value = String(VISITS);
    drawBound(row);
  }

  /** Number the rows for those who hear them. */
  function number() {
    rows().forEach((row, at) => {
      row.setAttribute("aria-label", t()("watch.player", { n: at + 1 }));
      const remove = row.querySelector("button");
      if (remove) {
        remove.hidden = rows().length <= 2;
        remove.setAttribute("aria-label", t()("watch.drop", { n: at + 1 }));
      }
    });
  }

  /** @param {string} [wanted]  the spec chosen at first */
  function add(wanted = "") {
    const who = html("select", { "data-who": "", "aria-label": t()("watch.who") });
    const bound = html("select", { "data-bound": "", "aria-label": t()("watch.bound") }, [
      html("option", { value: "own" }, [t()("watch.bound.own")]),
      html("option", { value: "visits" }, [t()("watch.bound.visits")]),
      html("option", { value: "seconds" }, [t()("watch.bound.seconds")]),
    ]);
    const amount = html("input", { type: "number", inputmode: "decimal", required: "", value: String(VISITS), "aria-label": t()("watch.amount") });
    const remove = removable ? [html("button", { type: "button", class: "quiet" }, ["✕"])] : [];
    const row = html("div", { class: "watch-row", role: "group", "data-wanted": wanted }, [who, bound, amount, ...remove]);
    who.addEventListener("change", () => suggest(row));
    bound.addEventListener("change", () => {
      /** @type {HTMLInputElement} */ (amount).value = String(/** @type {HTMLSelectElement} */ (bound).value === "seconds" ? SECONDS : VISITS);
      drawBound(row);
    });
    remove[0]?.addEventListener("click", () => {
      row.remove();
      number();
    });
    root.append(row);
    drawBound(row);
    drawChoice(row);
    number();
  }

  return {
    offer,
    add,
    clear: () => root.replaceChildren(),
    count: () => rows().length,
    /** @returns {Order[]} */
    read: () => rows().map((row) => {
      const who = /** @type {HTMLSelectElement} */ (row.querySelector("select[data-who]"));
      const bound = /** @type {HTMLSelectElement} */ (row.querySelector("select[data-bound]")).value;
      const amount = Number(/** @type {HTMLInputElement} */ (row.querySelector("input")).value);
      const spec = who.selectedOptions[0]?.dataset.spec ?? who.value;
      const plain = who.selectedOptions[0]?.dataset.level ?? specName(t(), spec);
      return {
        spec,
        name: (bound === "own" ? plain : t()(`watch.named.${bound}`, { who: plain, n: amount })).slice(0, 60),
        visits: bound === "visits" ? amount : null,
        seconds: bound === "seconds" ? amount : null,
      };
    }),
  };
}

/**
 * @param {Entrants} found
 * @param {Translate} t
 */
function choices({ opponents, engines, runs, levels }, t) {
  const plain = opponents.map((spec) => html("option", { value: spec }, [specName(t, spec)]));
  const rated = levels.map(({ name, spec, elo }) => {
    const words = elo === null ? name : t("watch.level", { name, elo: Math.round(elo) });
    return html("option", { value: `level ${spec}`, "data-spec": spec, "data-level": name }, [words]);
  });
  const others = [
    ...engines.map((spec) => html("option", { value: spec }, [specName(t, spec)])),
    ...runs.map(({ spec, name }) => html("option", { value: spec, "data-level": name }, [name])),
  ];
  /** @type {[string, HTMLElement[]][]} */
  const groups = [["watch.group.methods", plain], ["watch.group.levels", rated], ["watch.group.others", others]];
  return groups.filter(([, options]) => options.length).map(([key, options]) => html("optgroup", { label: t(key) }, options));
}
