/** The teacher: warns of a move that gives much away and offers it back; shows a move when asked. */

import { colourOf } from "../../js/board/colours.js";
import { moveName } from "../../js/i18n.js";
import { html } from "../../js/svg.js";
import { isPersonsTurn, livePosition } from "./state.js";

/** @import { Snapshot, State } from "../../js/types.js" */
/** @import { Translate } from "../../js/i18n.js" */

/** Percentage points from which a move may be warned of; 0 for never. */
export const BOUNDS = [0, 30, 15, 7];

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * @param {object} handlers
 * @param {(command: "undo" | "insist" | "hint") => void} handlers.command
 * @param {(points: number | null) => void} handlers.teach
 */
export function handleTeaching({ command, teach }) {
  byId("slip-back").addEventListener("click", () => command("undo"));
  byId("slip-insist").addEventListener("click", () => command("insist"));
  byId("hint").addEventListener("click", () => command("hint"));
  byId("teach").addEventListener("change", (event) => {
    teach(Number(/** @type {HTMLSelectElement} */ (event.target).value) || null);
  });
}

/**
 * @param {State} state
 * @param {Snapshot} table
 * @param {Translate} t
 */
export function drawTeaching(state, table, t) {
  const { slip, teach, thinking } = table.status;
  byId("slip").hidden = !slip;
  const words = slip ? slipText(slip, t) : "";
  // Told anew only when it changed, or a screen reader would say it again.
  if (byId("slip-text").textContent !== words) byId("slip-text").textContent = words;
  byId("teaching").hidden = !table.people.length;
  const asked = thinking?.purpose === "hint";
  const hint = /** @type {HTMLButtonElement} */ (byId("hint"));
  hint.disabled = asked || !isPersonsTurn(state, table);
  hint.title = withCost(table, t("hint.help"), t);
  const label = byId("hint-label");
  const name = state.hint ? moveName(t, state.hint.name) : "";
  label.textContent = name ? t("hint.shown", { move: name }) : t(asked ? "hint.wait" : "hint.button");
  drawBounds(/** @type {HTMLSelectElement} */ (byId("teach")), t, teach ?? 0);
}

/**
 * What a help is, and what it costs where the game would count for the person's level.
 * @param {Snapshot} table
 * @param {string} words
 * @param {Translate} t
 */
export function withCost({ level, people }, words, t) {
  return level && people.length === 1 ? `${words} ${t("help.uncounted")}` : words;
}

/**
 * Offer from which loss on to warn.
 * @param {HTMLSelectElement} select
 * @param {Translate} t
 * @param {number} [chosen]  what it shows already if not given
 */
export function drawBounds(select, t, chosen = Number(select.value)) {
  const offered = BOUNDS.includes(chosen) ? BOUNDS : [...BOUNDS, chosen];
  const words = offered.map((n) => t(BOUNDS.includes(n) ? `teach.${n}` : "teach.other", { n }));
  if (select.dataset.drawn !== words.join()) {
    select.replaceChildren(...offered.map((n, i) => html("option", { value: n }, [words[i]])));
    select.dataset.drawn = words.join();
  }
  const value = String(chosen);
  if (document.activeElement !== select && select.value !== value) select.value = value;
}

/**
 * @param {import("../../js/types.js").Slip} slip
 * @param {Translate} t
 */
function slipText({ loss, played, better }, t) {
  return t("slip.text", { n: Math.round(loss), played: moveName(t, played), better: moveName(t, better) });
}

/**
 * What the teacher shows on the board: the move it would play, and the one that it warns of.
 * @param {State} state
 * @param {Snapshot} table
 * @returns {Partial<import("../../js/board/types.js").Scene>}
 */
export function teachingScene(state, table) {
  const { slip } = table.status;
  if (state.looking !== null || (!slip && !state.hint)) return {};
  const live = livePosition(table);
  if (state.hint) {
    const colour = colourOf(state.hint.piece || live.toPlay + 1);
    return { ghosts: state.hint.path.length ? [{ path: state.hint.path, colour, number: 1 }] : [] };
  }
  const mover = table.moves[table.moves.length - 1]?.player ?? 0;
  const at = live.last[live.last.length - 1];
  return {
    ghosts: slip?.path.length ? [{ path: slip.path, colour: mover, number: 1 }] : [],
    marks: at === undefined ? [] : [{ point: at, kind: "ring", tone: "bad" }],
  };
}
