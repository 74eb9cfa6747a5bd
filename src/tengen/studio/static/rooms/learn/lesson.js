/** One method: its steps, each with an address of its own, beside a board that both sides are played on. */

import { createBoard } from "../../js/board/board.js";
import { agentName, moveName, refusalText } from "../../js/i18n.js";
import { html } from "../../js/svg.js";
import { addressOf, readAddress, SIMULATIONS, toldOf, UNPICKED } from "./address.js";
import { askQuestions } from "./asks.js";
import { showCode } from "./codes.js";
import { decideAtOnce } from "./glances.js";
import { drawGames, drawSense, drawSteps, drawTurn } from "./heading.js";
import { teach } from "./lessons.js";
import { paint } from "./paint.js";
import { drawPlanes } from "./planes.js";
import { decideByDepth, seeRows } from "./prunes.js";
import { followRun, showOpinion } from "./runs.js";
import { decideBySearch, showGrowth } from "./searches.js";
import { openingOf, placeAt } from "./steps.js";

/** @import { Shell } from "../../js/app.js" */
/** @import { Translate } from "../../js/i18n.js" */
/** @import { Example, Lesson, Method, Step, Story } from "./types.js" */

const WAIT_MS = 250;
/** Longer than a step of a tree that grows by itself: a browser takes only so many addresses a minute. */
const REST_MS = 500;

/**
 * @param {Shell} shell
 * @param {Method} method
 */
export async function openLesson(shell, method) {
  /** @type {(id: string) => HTMLElement} */
  const part = (id) => /** @type {HTMLElement} */ (shell.root.querySelector(`#learn-${id}`));
  const board = createBoard(part("board"), {
    t: shell.t,
    play: (played) => play(lesson, played),
    explain: (key) => shell.notify(key ? shell.t()(key) : ""),
  });
  /** @type {Story | null} */
  const story = method.games[0]?.story ? await shell.ask("GET", `/api/learn/stories/${method.name}`) : null;
  const asked = readAddress(shell.path.slice(1), new URLSearchParams(location.search), method, story);
  const strange = await playMoves(shell, asked);
  /** @type {Lesson} */
  const lesson = {
    shell, method, story, part, board, ...asked, look: null, asked: 0, stop() {},
    visit: (actions) => lesson.change({ actions, knobs: { ...lesson.knobs, row: 0, steps: 0 }, picks: { ...UNPICKED } }),
    change: (changed) => ask(lesson, changed),
    enter: (step) => goTo(lesson, step),
    note() {
      clearTimeout(rest);
      rest = window.setTimeout(() => hold(lesson), REST_MS);
    },
  };
  let rest = 0;
  part("back").addEventListener("click", () => lesson.visit(lesson.actions.slice(0, -1)));
  part("restart").addEventListener("click", () => lesson.visit(openingOf(lesson.example, lesson.step)));
  part("empty").addEventListener("click", () => lesson.visit([]));
  part("copy").addEventListener("click", () => copyLink(lesson));
  part("desk").hidden = false;
  if (strange) shell.notify(shell.t()("notice.address", { text: strange }));
  draw(lesson);
  ask(lesson, {});
  return { close: () => lesson.stop(), translate: () => draw(lesson) };
}

/**
 * Take the moves of an address instead of the step's own opening, where they can be played.
 * @param {Shell} shell
 * @param {ReturnType<typeof readAddress>} asked
 * @returns {Promise<string>}  what of the address was not understood
 */
async function playMoves(shell, asked) {
  const { example, moves, strange } = asked;
  if (example && moves) {
    const { game, settings } = example;
    const { actions } = await shell.ask("POST", "/api/learn/moves", { game, settings, moves });
    if (actions) asked.actions = actions;
    else strange.push(`moves=${moves.join(".")}`);
  }
  return toldOf(strange);
}

/** Let the address hold what is shown; a step is an entry of its own, and all that is turned in it is the same one. @param {Lesson} lesson */
function hold(lesson) {
  // Before the first answer it has what was asked for, by its names.
  if (lesson.look) lesson.shell.name(addressOf(lesson), true);
}

/** @param {Lesson} lesson */
async function copyLink(lesson) {
  const { shell } = lesson;
  hold(lesson);
  try {
    await navigator.clipboard.writeText(location.href);
    shell.notify(shell.t()("learn.copied"));
  } catch {
    // Without https, or a person's leave, there is no clipboard.
    shell.notify(shell.t()("learn.copied.not"));
  }
}

/** @param {Lesson} lesson @param {Step} step */
function goTo(lesson, step) {
  const place = placeAt(lesson, step);
  hold(lesson);
  const look = place.example === lesson.example ? lesson.look : null;
  lesson.shell.name(addressOf({ ...lesson, ...place }));
  ask(lesson, { ...place, look });
}

/**
 * Play on the board; where no move can be, the page says so by itself.
 * @param {Lesson} lesson
 * @param {number[]} played
 */
function play({ shell, look, actions, visit }, played) {
  const t = shell.t();
  const [point] = played;
  const taken = look?.game.kind === "points" && look.position.board[point] !== "0";
  if (look?.position.outcome) shell.notify(t("analysis.over"));
  else if (taken) shell.notify(t("refusal.is occupied", { move: moveName(t, look.game.names[point]) }));
  else visit([...actions, ...played]);
}

/**
 * Change what is looked at, and ask the server for it. The change counts at once, so that another one that comes
 * before the answer adds to it; what the server refuses is taken back.
 * @param {Lesson} lesson
 * @param {Partial<Lesson>} changed
 */
async function ask(lesson, changed) {
  const { shell } = lesson;
  const mine = ++lesson.asked;
  const { step, example, actions, checkpoint, knobs, picks, look } = lesson;
  Object.assign(lesson, changed);
  if (!lesson.example) return;
  const sign = setTimeout(() => mine === lesson.asked && (lesson.part("shows").textContent = shell.t()("learn.wait")), WAIT_MS);
  try {
    const told = await shell.ask("POST", "/api/learn/look", bodyOf(lesson, lesson.example));
    if (mine !== lesson.asked) return;
    lesson.look = told;
    draw(lesson);
  } catch (problem) {
    const words = problem instanceof Error ? problem.message : String(problem);
    // A question that got no answer at all has no reason of the server's.
    shell.notify(problem instanceof TypeError ? shell.t()("learn.unanswered") : refusalText(shell.t(), words));
    if (mine !== lesson.asked) return;
    Object.assign(lesson, { step, example, actions, checkpoint, knobs, picks, look });
    draw(lesson);
  } finally {
    clearTimeout(sign);
  }
}

/** @param {Lesson} lesson @param {Example} example */
function bodyOf({ method, story, actions, checkpoint, knobs, step }, example) {
  const searched = story?.checkpoints[checkpoint]?.simulations;
  return {
    method: method.name, game: example.game, settings: example.settings, actions, c: knobs.c,
    simulations: step === "run" && searched ? searched : SIMULATIONS,
    ...(example.story && !searched ? { checkpoint } : {}),
  };
}

/** @param {Lesson} lesson */
function draw(lesson) {
  const { shell, method: { name }, part, look, example, step } = lesson;
  const t = shell.t();
  // A slider that asks the server is made anew: who turns it goes on turning.
  const held = document.activeElement?.id ?? "";
  shell.title(t("join.colon", { name: agentName(t, name), text: t(`learn.step.${step}`) }));
  hold(lesson);
  part("title").textContent = agentName(t, name);
  drawSteps(lesson, t);
  drawGames(lesson, t);
  lesson.stop();
  const heading = html("h2", {}, [t(`learn.step.${step}`)]);
  part("card").replaceChildren(heading, ...(look ? tell(lesson, t) : [html("p", { class: "hint" }, [t(example ? "learn.wait" : "learn.none")])]));
  drawTurn(lesson, t);
  drawSense(lesson, t);
  if (held.startsWith("learn-")) document.getElementById(held)?.focus();
}

/** @param {Lesson} lesson @param {Translate} t @returns {Element[]} */
function tell(lesson, t) {
  const { step, method: { name }, look, part } = lesson;
  const atStart = (look?.actions.length ?? 0) === 0;
  /** @type {HTMLButtonElement} */ (part("back")).disabled = atStart;
  /** @type {HTMLButtonElement} */ (part("empty")).disabled = atStart;
  if (step === "idea") return tellIdea(lesson, t);
  if (look?.position.outcome) {
    paint(lesson, [], "");
    return [html("p", { class: "hint" }, [t("analysis.over")])];
  }
  if (step === "run") return followRun(lesson, t);
  if (step === "ask") {
    paint(lesson, [], "");
    return askQuestions(lesson, t);
  }
  const words = html("p", {}, [t(step === "decide" ? `learn.${name}.thinks` : `learn.${name}.target`)]);
  const code = showCode(name, step, t);
  if (step === "learn") return [words, ...teach(lesson, t), ...code];
  if (look?.trees) return [words, ...decideBySearch(lesson, t), ...code];
  return [words, ...(name === "nnue" ? decideByDepth(lesson, t) : decideAtOnce(lesson, t)), ...code];
}

/** @param {Lesson} lesson @param {Translate} t @returns {Element[]} */
function tellIdea(lesson, t) {
  const { method: { name }, look } = lesson;
  paint(lesson, [], "");
  const planes = html("ul", { class: "planes" });
  if (look?.planes.length) drawPlanes(planes, look.game, look.planes, t);
  const trees = look?.trees ? [html("h3", {}, [t("learn.grows")]), showGrowth(lesson, t)] : [];
  // A tree and rows are shown on the board as well; whatever else there is, is what the net says.
  if (name !== "nnue" && !trees.length) showOpinion(lesson);
  return [
    html("p", {}, [t(`learn.${name}.idea`)]),
    html("p", { class: "hint" }, [t(`learn.${name}.source`)]), ...trees,
    ...(name === "mcts" ? [] : [html("h3", {}, [t("learn.sees")])]),
    ...(name === "nnue" ? [html("p", {}, [t("learn.nnue.sees")]), ...seeRows(lesson, t)] : [planes]),
  ];
}

