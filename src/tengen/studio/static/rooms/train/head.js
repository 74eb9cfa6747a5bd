/** The head of a run's page: how it stands, what can be done about it, its figures now. */

import { clockText, durationText, numberText } from "../../js/chart-scale.js";
import { agentName, gameName } from "../../js/i18n.js";
import { html } from "../../js/svg.js";
import { drawState, fillMeter, write } from "./list.js";
import { figureName, isLive, methodName, minutesSpent, nameOf, progressNow, secondsLeft, strength } from "./words.js";

/** @import { Translate } from "../../js/i18n.js" */
/** @import { Followed, Run } from "./types.js" */

const SPEEDS = ["games", "positions", "evaluations", "nodes", "moves", "samples"];
const RESTING = ["paused", "stopped", "finished", "failed", "broken"];

/**
 * @param {HTMLElement} root
 * @param {Followed} told
 * @param {Translate} t
 * @param {string} language
 */
export function drawHead(root, told, t, language) {
  const run = told.run;
  if (!run) return;
  const place = (/** @type {string} */ id) => /** @type {HTMLElement} */ (root.querySelector(`#train-${id}`));
  write(place("name"), nameOf(run, t));
  drawState(place("state"), run, t);
  const whose = run.ours ? "" : isLive(run) ? t("train.elsewhere") : "";
  const preset = run.preset && run.preset !== "default" ? t("train.preset_named", { preset: run.preset }) : "";
  write(place("what"), [methodName(t, run.method), gameName(t, run), preset, run.copyOf ? t("train.copy_of", { name: run.copyOf }) : "", whose].filter(Boolean).join(" · "));
  write(place("doing"), doing(run, told.config ?? {}, t, language));
  const reason = run.fault || run.reason;
  place("reason").hidden = !reason;
  write(place("reason"), reason ? t(run.fault ? "train.damaged" : "train.failed", { text: reason }) : "");
  const progress = progressNow(run, Date.now() / 1000);
  fillMeter(place("meter"), progress);
  place("meter").setAttribute("aria-valuenow", String(Math.round(100 * progress)));
  drawActs(place, run, told);
  for (const act of ["pause", "stop", "reset", "versus", "export"]) place(act).title = t(`train.${act}.help`);
  if (run.state === "queued") place("stop").title = t("train.withdraw.help");
  drawTiles(place("tiles"), run, t, language);
}

/**
 * What a run that has learned nothing from games yet is doing, and for how long.
 * @param {Run} run
 * @param {Record<string, any>} config
 * @param {Translate} t
 * @param {string} language
 */
function doing({ state, steps, positions }, config, t, language) {
  if (state === "starting") return t("train.doing.starting");
  if (state !== "learning") return "";
  const settings = config[config.method];
  // Their steps come before any game.
  if (settings?.lessons?.positions && !positions) return t("train.doing.lessons");
  if (steps) return "";
  const needed = settings?.learner?.first_positions;
  return needed ? t("train.doing.games", { n: countText(needed, language) }) : t("train.doing.first");
}

/**
 * @param {(id: string) => HTMLElement} place
 * @param {Run} run
 * @param {Followed} told
 */
function drawActs(place, run, told) {
  const learns = run.state === "learning" || run.state === "starting";
  place("pause").hidden = !(learns && run.reachable);
  place("stop").hidden = !((learns && run.reachable) || run.state === "queued" || run.state === "paused");
  place("at-once").hidden = run.state !== "queued";
  place("like").hidden = place("sample").hidden = !run.sample;
  place("resume").hidden = run.sample || !RESTING.includes(run.state);
  place("forget").hidden = !(run.ours && !told.config?.method && ["failed", "stopped", "broken", "paused"].includes(run.state));
  place("remove").hidden = run.sample || isLive(run) || run.state === "queued" || !place("forget").hidden;
  place("promote").hidden = !told.networks?.length;
  for (const id of ["rename", "reset", "versus"]) place(id).hidden = !run.copyOf;
  place("export").hidden = !(run.copyOf || told.networks?.length);
  /** @type {HTMLAnchorElement} */ (place("export")).href = `/api/train/runs/${encodeURIComponent(run.name)}/network`;
}

/**
 * @param {HTMLElement} list
 * @param {Run} run
 * @param {Translate} t
 * @param {string} language
 */
function drawTiles(list, run, t, language) {
  const now = Date.now() / 1000;
  const spent = durationText(60 * minutesSpent(run, now), language);
  const left = secondsLeft(run, now);
  /** @type {[string, string, string][]} */
  const tiles = [
    [t("train.tile.spent"), spent, t("train.tile.of", { time: durationText(60 * run.planned, language) })],
  ];
  if (isLive(run) && left !== null) {
    tiles.push([t("train.tile.left"), t("train.about", { time: durationText(left, language) }), t("train.tile.until", { time: clockText(now + left, language, left < 36000 ? "time" : "both") })]);
  }
  const opponent = run.match ? t("train.against", { name: agentName(t, run.match.opponent) }) : "";
  const games = run.match ? t("train.tally", { wins: run.match.wins, draws: run.match.draws, losses: run.match.losses }) : "";
  if (run.match) tiles.push([strength(t, run, language) ? t("train.tile.elo") : t("train.tile.score"), strength(t, run, language) || games, opponent]);
  if (run.games) tiles.push([t("train.tile.games"), countText(run.games, language), speed("games")]);
  tiles.push([t("train.tile.positions"), countText(run.positions, language), speed("positions")]);
  tiles.push([t("train.tile.steps"), countText(run.steps, language), ""]);
  if (run.window) tiles.push([t("train.tile.window"), numberText(run.window, language), t("train.tile.window.of", { n: numberText(run.positions, language) })]);
  for (const key of SPEEDS) {
    if (["games", "positions"].includes(key) || !(`${key}_per_second` in run.speeds)) continue;
    tiles.push([figureName(t, `${key}_per_second`), numberText(run.speeds[`${key}_per_second`], language), isLive(run) ? "" : t("train.tile.then")]);
  }
  fillTiles(list, tiles);

  /** What a second brings, of a run that is over what it brought on average. @param {"games" | "positions"} key */
  function speed(key) {
    const value = isLive(run) ? run.speeds[`${key}_per_second`] : run[key] / (60 * minutesSpent(run, now));
    return !Number.isFinite(value) ? "" : t("train.tile.pace", { n: numberText(value, language) });
  }
}

/**
 * @param {HTMLElement} list
 * @param {[string, string, string][]} tiles
 */
function fillTiles(list, tiles) {
  while (list.children.length > tiles.length) list.lastElementChild?.remove();
  tiles.forEach((tile, n) => {
    const known = list.children[n] ?? list.appendChild(html("div", {}, [html("dt"), html("dd"), html("dd", { class: "hint" })]));
    tile.forEach((words, part) => write(/** @type {HTMLElement} */ (known.children[part]), words));
  });
}

/**
 * A count that grows before one's eyes: with all its digits, as long as they fit.
 * @param {number} count
 * @param {string} language
 */
function countText(count, language) {
  return count < 1e7 ? count.toLocaleString(language) : numberText(count, language);
}
