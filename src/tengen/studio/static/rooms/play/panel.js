/** The panel's first card: who plays, whose turn it is, and what may be pressed. */

import { drawEmptyMaps, isEmptyMap, shownMap } from "../../js/analysis/maps.js";
import { areColoursOpen, stoneColours } from "../../js/board/colours.js";
import { agentName, endText, opponentName } from "../../js/i18n.js";
import { html } from "../../js/svg.js";
import { percent } from "../../js/values.js";
import { drawChoices, openChoices } from "./choices.js";
import { clockPlace } from "./clock.js";
import { drawGoal } from "./goal.js";
import { strengthText } from "./levels.js";
import { withCost } from "./teaching.js";
import { againButtons, drawOffer, endParts, offerButtons, pauseButtons } from "./offer.js";
import { isCounting } from "./counting.js";
import { isPersonsTurn, livePosition, moveNumber, progress, shownAnalysis, shownPly, taken } from "./state.js";

/** @import { Snapshot, State } from "../../js/types.js" */
/** @import { Translate } from "../../js/i18n.js" */

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * @param {State} state
 * @param {Snapshot} table
 * @param {Translate} t
 */
export function drawPanel(state, table, t) {
  drawTerms(table, t);
  drawPlayers(state, table, t);
  byId("status").textContent = statusText(state, table, t);
  drawGoal(byId("goal"), table, t);
  drawChoices(byId("choices"), state, table, t);
  drawLearning(table, t);
  drawOffer(byId("offer"), table, t);
  drawMeter(state, table);
  drawActions(state, table, t);
  drawExtras(state, table, t);
  drawMaps(state, table, t);
}

/**
 * @param {Snapshot} table
 * @param {Translate} t
 */
function drawTerms(table, t) {
  const { name, width, height, settings, usual } = table.game;
  const parts = [t(`game.${name}`), `${width}×${height}`];
  // The stones of a handicap are a position too; one word says both.
  const told = Object.entries(settings).filter(([key, value]) =>
    MAIN.includes(key) || (value !== usual[key] && (key !== "position" || !settings.handicap)),
  );
  for (const [key, value] of told) parts.push(...termText(key, value, t));
  if (table.opening) parts.push(t("terms.ballot", { name: table.opening }));
  byId("terms").replaceChildren(
    html("span", {}, [parts.slice(0, 2).join(" · ")]),
    ...(parts.length > 2 ? [html("span", { class: "joint" }, [" · "])] : []),
    html("span", {}, [parts.slice(2).join(" · ")]),
  );
}

/** Settings that are told even when they are the usual ones. */
const MAIN = ["rule", "komi"];

/**
 * @param {string} key
 * @param {string | number | boolean} value
 * @param {Translate} t
 * @returns {string[]}
 */
function termText(key, value, t) {
  if (key === "size") return [];
  const named = t(`${key}.${value}`, { text: "" });
  if (named) return [named];
  // What no word is known for is told by its name and value, unless it is off.
  const plain = value === false || value === "" ? "" : `${t(`new.${key}`)} ${value}`;
  return [t(`terms.${key}`, { n: String(value), text: plain })].filter(Boolean);
}

/**
 * @param {State} state
 * @param {Snapshot} table
 * @param {Translate} t
 */
function drawPlayers(state, table, t) {
  const colours = stoneColours(table.positions);
  const open = areColoursOpen(table);
  const gone = taken(table, shownPly(state, table));
  const live = livePosition(table);
  const value = table.values.findLast((known) => known !== null) ?? null;
  byId("players").replaceChildren(
    ...table.game.players.map((player, side) => {
      const person = table.people.includes(side === 0 ? 0 : 1);
      const colour = t(`player.${player}`);
      const alone = person && table.people.length === 1;
      const name = alone ? t("player.person") : person ? colour : opponentName(table, t);
      const rating = !person && table.level ? strengthText(table.level, t) : "";
      const turn = live.outcome ? live.outcome.winner === side : live.toPlay === side;
      const took = gone[1 - colours[side]];
      const first = value === null ? 0 : percent(value);
      const chance = value === null ? "" : `${side === 0 ? first : 100 - first}%`;
      return html("li", { class: turn ? "turn" : "", "data-side": side }, [
        html("i", { class: `stone ${open ? "open" : colours[side] === 0 ? "first" : "second"}` }),
        html("span", { class: "who" }, [
          html("b", {}, [name]),
          html("small", {}, [name === colour ? "" : colour]),
          html("small", {}, [rating]),
        ]),
        html("span", { class: "taken" }, [took ? t(`taken.${table.game.kind}`, { n: took }) : ""]),
        html("span", { class: "chance" }, [chance]),
        ...clockPlace(table, side, t),
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
  const { thinking, auto, paused, slip } = table.status;
  if (state.looking !== null) {
    const [n, end] = [state.looking, table.moves.length].map((ply) => moveNumber(table, ply));
    return t("status.looking", { n, end });
  }
  if (live.outcome) {
    const { winner } = live.outcome;
    const reason = endText(t, live.outcome, table.game.players, table.people);
    if (winner === null) return t("status.draw", { reason });
    const by = / wins by /.test(live.outcome.reason) ? ".by" : "";
    const side = table.people.length !== 1 ? "won" : table.people[0] === winner ? "won.you" : "lost.you";
    return t(`status.${side}${by}`, { player: t(`player.${table.game.players[winner]}`), reason });
  }
  if (state.guess) return t("status.sent");
  const player = t(`player.${table.game.players[live.toPlay]}`);
  if (thinking?.purpose === "move" && thinking.place) return t("status.waiting", { n: thinking.place });
  if (thinking?.purpose === "move") {
    const seen = state.analyses[thinking.ply]?.visits ?? 0;
    const words = t(auto ? "status.auto" : "status.thinking", { player });
    return seen ? `${words} ${t(seen === 1 ? "status.seen.one" : "status.seen", { n: seen })}` : words;
  }
  if (isCounting(table)) return t("status.counting");
  if (slip) return t("status.warned");
  if (thinking?.purpose === "check") return t("status.checking");
  if (paused) return t("status.paused", { player });
  if (!table.people.includes(live.toPlay)) {
    return t("status.turn", { player: opponentName(table, t) });
  }
  return table.people.length === 1 ? yoursText(table.game.players[live.toPlay], t) : t("status.turn", { player });
}

/**
 * That it is the person's turn, and as whom: by the colour or, before anybody has one, by the order.
 * @param {string} player
 * @param {Translate} t
 */
function yoursText(player, t) {
  return t(`status.yours.${player}`, { text: t("status.yours", { player: t(`player.${player}`) }) });
}

/**
 * What the opponent makes of this game, where it learns.
 * @param {Snapshot} table
 * @param {Translate} t
 */
function drawLearning({ learns, opponent, status: { learning } }, t) {
  const line = byId("learning");
  line.hidden = !learns && !learning;
  const { state, steps, text } = learning ?? { state: "agreed", steps: 0, text: "" };
  const key = state === "learned" && steps === 1 ? "learned.one" : state;
  const agent = agentName(t, opponent);
  const words = line.hidden ? "" : t(`learning.${key}`, { agent, n: steps, text });
  if (line.textContent !== words) line.textContent = words;
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
 * @param {State} state
 * @param {Snapshot} table
 * @param {Translate} t
 */
function drawActions(state, table, t) {
  const { thinking, auto } = table.status;
  const over = livePosition(table).outcome !== null || isCounting(table);
  const moving = thinking?.purpose === "move";
  const button = (/** @type {string} */ id) => /** @type {HTMLButtonElement} */ (byId(id));
  button("undo").disabled = !canUndo(table);
  button("move").disabled = over;
  button("auto").disabled = over;
  button("auto").hidden = moving || auto;
  button("stop").hidden = !(moving || auto);
  // What was played to its end stays: another game like it has a button of its own.
  button("restart").disabled = table.moves.length === table.begun || livePosition(table).outcome !== null;
  byId("restart-label").textContent = t(state.asked === "restart" ? "action.restarting" : "action.restart");
  byId("move").title = moving ? "" : withCost(table, t("action.move.help", { name: opponentName(table, t) }), t);
  byId("move-label").textContent = t(moving ? "action.now" : "action.move");
}

/**
 * Whether a whole move of the person's, or of anybody where nobody plays, can be taken back,
 * or that the game was given up.
 * @param {Snapshot} table
 */
function canUndo({ people, positions, moves, begun, status }) {
  return status.givenUp || moves.some(({ start }, ply) =>
    ply >= begun && start === ply && (!people.length || people.includes(positions[ply].toPlay)),
  );
}

/**
 * What may be done besides moving: the game's own actions that lie on no point, and to end it.
 * @param {State} state
 * @param {Snapshot} table
 * @param {Translate} t
 */
function drawExtras(state, table, t) {
  const { game, people, status } = table;
  const ended = livePosition(table).outcome !== null;
  const over = ended || isCounting(table);
  const legal = new Set(status.legal);
  // Choices of an opening stand above, each with its meaning.
  const chosen = openChoices(table).map(({ action }) => action);
  // A choice that belongs to one moment is not shown at any other.
  const offered = people.length && !ended
    ? game.extras.filter(({ action, name }) => !chosen.includes(action) && (legal.has(action) || name === "pass"))
    : [];
  /** @type {[attributes: Record<string, string>, words: string, off: boolean][]} */
  const buttons = offered.map(({ action, name }) => [
    { "data-extra": String(action), "data-name": name },
    t(`move.${name}`, { text: name }),
    !legal.has(action) || !isPersonsTurn(state, table),
  ]);
  buttons.push(...pauseButtons(table, over, t), ...(ended ? againButtons(table, t) : offerButtons(table, over, t)));
  if (people.length && !ended) {
    const words = t(state.asked === "resign" ? "action.resigning" : "action.resign");
    buttons.push([{ "data-command": "resign", id: "resign" }, words, over]);
  }
  const root = byId("extras");
  const below = endParts(table, t);
  const key = JSON.stringify([buttons, below.map(({ textContent }) => textContent)]);
  if (root.dataset.drawn === key) return;
  root.dataset.drawn = key;
  const drawn = buttons.map(([attributes, words, off]) =>
    html("button", { type: "button", ...attributes, ...(off ? { disabled: "" } : {}) }, [words]));
  root.replaceChildren(...drawn, ...below);
}

/**
 * The maps there are: one of owners only where points can be owned, none that would be empty.
 * @param {State} state
 * @param {Snapshot} table
 * @param {Translate} t
 */
function drawMaps(state, table, t) {
  const analysis = shownAnalysis(state, table);
  const shown = shownMap(state.heat, analysis);
  drawEmptyMaps(byId("heat-empty"), state.heat, analysis, t);
  for (const radio of byId("heat").querySelectorAll("input")) {
    const map = /** @type {import("../../js/types.js").Heat} */ (radio.value);
    radio.checked = map === shown;
    radio.disabled = isEmptyMap(map, analysis);
    const label = /** @type {HTMLElement} */ (radio.parentElement);
    label.hidden = map === "owner" && !table.game.owned;
    label.title = radio.disabled ? t(`heat.none.${map}`) : "";
  }
}
