/** The panel's first card: who plays, whose turn it is, and what may be pressed. */

import { agentName, reasonText } from "../i18n.js";
import { livePosition, percent, progress } from "../state.js";
import { html } from "./svg.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Snapshot} Snapshot */
/** @typedef {import("../i18n.js").Translate} Translate */

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * @param {State} state
 * @param {Snapshot} table
 * @param {Translate} t
 */
export function drawPanel(state, table, t) {
  drawTerms(table, t);
  drawPlayers(table, t);
  byId("status").textContent = statusText(state, table, t);
  drawGoal(table, t);
  drawMeter(state, table);
  drawActions(table, t);
}

/**
 * @param {Snapshot} table
 * @param {Translate} t
 */
function drawTerms(table, t) {
  const { name, width, height, settings } = table.game;
  const parts = [t(`game.${name}`), `${width}×${height}`];
  if (settings.rule) parts.push(t(`rule.${settings.rule}`));
  if (settings.win_length && settings.win_length !== 5) {
    parts.push(t("terms.win_length", { n: String(settings.win_length) }));
  }
  byId("terms").replaceChildren(
    html("span", {}, [parts.slice(0, 2).join(" · ")]),
    html("span", { class: "joint" }, [" · "]),
    html("span", {}, [parts.slice(2).join(" · ")]),
  );
}

/**
 * @param {Snapshot} table
 * @param {Translate} t
 */
function drawPlayers(table, t) {
  const live = livePosition(table);
  const value = table.values.findLast((known) => known !== null) ?? null;
  byId("players").replaceChildren(
    ...table.game.players.map((player, side) => {
      const person = table.people.includes(side === 0 ? 0 : 1);
      const colour = t(`player.${player}`);
      const alone = person && table.people.length === 1;
      const name = alone ? t("player.person") : person ? colour : agentName(t, table.opponent);
      const turn = live.outcome ? live.outcome.winner === side : live.toPlay === side;
      const first = value === null ? 0 : percent(value);
      const chance = value === null ? "" : `${side === 0 ? first : 100 - first}%`;
      return html("li", { class: turn ? "turn" : "", "data-side": side }, [
        html("i", { class: `stone ${side === 0 ? "first" : "second"}` }),
        html("span", { class: "who" }, [
          html("b", {}, [name]),
          html("small", {}, [name === colour ? "" : colour]),
        ]),
        html("span", { class: "chance", title: t("value.chance") }, [chance]),
      ]);
    }),
  );
}

/**
 * @param {State} state
 * @param {Snapshot} table
 * @param {Translate} t
 */
function statusText(state, table, t) {
  const live = livePosition(table);
  const { thinking, auto, paused } = table.status;
  if (state.looking !== null) {
    return t("status.looking", { n: state.looking, end: table.moves.length });
  }
  if (live.outcome) {
    const { winner } = live.outcome;
    const reason = reasonText(t, live.outcome.reason);
    if (winner === null) return t("status.draw", { reason });
    return t("status.won", { player: t(`player.${table.game.players[winner]}`), reason });
  }
  const player = t(`player.${table.game.players[live.toPlay]}`);
  if (thinking?.purpose === "move") {
    const seen = state.analyses[thinking.ply]?.visits ?? 0;
    const words = t(auto ? "status.auto" : "status.thinking", { player });
    return seen ? `${words} ${t("status.seen", { n: seen })}` : words;
  }
  if (paused) return t("status.paused", { player });
  return t(table.people.length === 1 ? "status.yours" : "status.turn", { player });
}

/**
 * What it is about and how to begin, until the first move.
 * @param {Snapshot} table
 * @param {Translate} t
 */
function drawGoal(table, t) {
  const { rule, win_length } = table.game.settings;
  const goal = byId("goal");
  goal.hidden = table.moves.length > 0 || !table.people.includes(0) || !rule;
  const n = String(win_length);
  const words = goal.hidden ? "" : `${t(`rule.${rule}.help`, { n })} ${t("status.begin")}`;
  if (goal.textContent !== words) goal.textContent = words;
}

/**
 * @param {State} state
 * @param {Snapshot} table
 */
function drawMeter(state, table) {
  const meter = byId("meter");
  const { thinking } = table.status;
  meter.classList.toggle("idle", !thinking);
  if (!thinking) return;
  const share = Math.round(100 * progress(table, state.analyses[thinking.ply]));
  meter.setAttribute("aria-valuenow", String(share));
  meter.classList.toggle("analysis", thinking.purpose === "analysis");
  meter.querySelector("rect")?.setAttribute("width", String(share));
}

/**
 * @param {Snapshot} table
 * @param {Translate} t
 */
function drawActions(table, t) {
  const { thinking, auto } = table.status;
  const over = livePosition(table).outcome !== null;
  const moving = thinking?.purpose === "move";
  const button = (/** @type {string} */ id) => /** @type {HTMLButtonElement} */ (byId(id));
  button("undo").disabled = !canUndo(table);
  button("move").disabled = over;
  button("auto").disabled = over;
  button("auto").hidden = moving || auto;
  button("stop").hidden = !(moving || auto);
  button("restart").disabled = table.moves.length === 0;
  byId("move-label").textContent = t(moving ? "action.now" : "action.move");
}

/** @param {Snapshot} table */
function canUndo(table) {
  const turns = table.positions.slice(0, -1);
  return turns.some(({ toPlay }) => !table.people.length || table.people.includes(toPlay));
}
