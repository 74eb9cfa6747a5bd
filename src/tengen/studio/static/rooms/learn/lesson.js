/** One method: its steps, each with an address of its own, beside a board that both sides are played on. */

import { createBoard } from "../../js/board/board.js";
import { agentName, moveName, refusalText } from "../../js/i18n.js";
import { html } from "../../js/svg.js";
import { askQuestions } from "./asks.js";
import { showCode } from "./codes.js";
import { decideAtOnce } from "./glances.js";
import { RANGES } from "./knobs.js";
import { teach } from "./lessons.js";
import { areAlike } from "./numbers.js";
import { paint } from "./paint.js";
import { drawPlanes } from "./planes.js";
import { decideByDepth, seeRows } from "./prunes.js";
import { followRun } from "./runs.js";
import { decideBySearch, showGrowth } from "./searches.js";

/** @import { Shell } from "../../js/app.js" */
/** @import { Translate } from "../../js/i18n.js" */
/** @import { Example, Lesson, Method, Step, Story } from "./types.js" */

const SIMULATIONS = 200;
const WAIT_MS = 250;

/**
 * The steps of a method: one that learns nothing is taught nothing, and without a run there is none to follow.
 * @param {Lesson} lesson
 * @returns {Step[]}
 */
function stepsOf({ method, story }) {
  /** @type {Step[]} */
  const steps = ["idea", "decide", "learn", "run", "ask"];
  return steps.filter((step) => !(step === "learn" && method.name === "mcts") && (story !== null || !needsStory(step)));
}

/** Whether a step is about a run that ships. @param {Step} step */
function needsStory(step) {
  return ["run", "ask"].includes(step);
}

/** Where a step opens: who looks ahead, or learns, has little to do where the win is known. @param {Example | null} example @param {Step} step */
function openingOf(example, step) {
  return (["decide", "learn"].includes(step) && example?.calm) || (example?.actions ?? []);
}

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
  const [example = null] = method.games;
  /** @type {Story | null} */
  const story = example?.story ? await shell.ask("GET", `/api/learn/stories/${method.name}`) : null;
  const knobs = Object.fromEntries(Object.entries(RANGES).map(([name, range]) => [name, range[3]]));
  const last = (story?.checkpoints.length ?? 1) - 1;
  /** @type {Lesson} */
  const lesson = {
    shell, method, story, part, board, example, actions: [], checkpoint: last, step: "idea",
    // Which move is looked at (-1 the right one), which tree is drawn and how far, how the game ended.
    knobs: { ...knobs, move: -1, rule: Number(method.name !== "mcts"), steps: 0, order: 0, result: 1 },
    look: null, asked: 0, stop() {},
    visit: (actions) => lesson.change({ actions, knobs: { ...lesson.knobs, move: -1, steps: 0 } }),
    change: (changed) => ask(lesson, changed),
  };
  enterStep(lesson, shell.path.slice(1));
  part("back").addEventListener("click", () => lesson.visit(lesson.actions.slice(0, -1)));
  part("restart").addEventListener("click", () => lesson.visit(openingOf(lesson.example, lesson.step)));
  part("empty").addEventListener("click", () => lesson.visit([]));
  part("desk").hidden = false;
  draw(lesson);
  ask(lesson, {});
  return { close: () => lesson.stop(), translate: () => draw(lesson) };
}

/**
 * The step that an address names, and the checkpoint behind it.
 * @param {Lesson} lesson
 * @param {string[]} path
 */
function enterStep(lesson, [step, place]) {
  lesson.step = stepsOf(lesson).find((each) => each === step) ?? "idea";
  const last = (lesson.story?.checkpoints.length ?? 1) - 1;
  lesson.actions = openingOf(lesson.example, lesson.step);
  if (lesson.step === "run") lesson.checkpoint = /^\d+$/.test(place ?? "") ? Math.min(last, Number(place)) : 0;
}

/** @param {Lesson} lesson @param {Step} step */
function goTo(lesson, step) {
  const last = (lesson.story?.checkpoints.length ?? 1) - 1;
  const away = needsStory(step) && !lesson.example?.story;
  const example = away ? lesson.method.games[0] : lesson.example;
  // Who has played on stays there; who has not begins where the step does.
  const stays = !away && lesson.actions.join() !== openingOf(lesson.example, lesson.step).join();
  const actions = stays ? lesson.actions : openingOf(example, step);
  lesson.step = step;
  ask(lesson, { checkpoint: step === "run" ? 0 : last, example, actions, ...(away ? { look: null } : {}) });
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
  const { example, actions, checkpoint, knobs, look } = lesson;
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
    shell.notify(refusalText(shell.t(), words));
    if (mine !== lesson.asked) return;
    Object.assign(lesson, { example, actions, checkpoint, knobs, look });
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

/** The address of what is shown. @param {Lesson} lesson @param {Step} step */
function addressOf({ method, checkpoint, step: now }, step) {
  const tail = step === "run" && now === "run" ? `/run/${checkpoint}` : step === "idea" ? "" : `/${step}`;
  return `/learn/${method.name}${tail}`;
}

/** @param {Lesson} lesson */
function draw(lesson) {
  const { shell, method: { name }, part, look, example, step } = lesson;
  const t = shell.t();
  // A slider that asks the server is made anew: who turns it goes on turning.
  const held = document.activeElement?.id ?? "";
  shell.title(`${agentName(t, name)}: ${t(`learn.step.${step}`)}`);
  shell.name(addressOf(lesson, step), true);
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
  return [
    html("p", {}, [t(`learn.${name}.idea`)]),
    html("p", { class: "hint" }, [t(`learn.${name}.source`)]),
    ...(name === "mcts" ? [] : [html("h3", {}, [t("learn.sees")])]),
    ...(name === "nnue" ? [html("p", {}, [t("learn.nnue.sees")]), ...seeRows(lesson, t)] : [planes]),
    ...(name === "mcts" && look?.trees ? [html("h3", {}, [t("learn.grows")]), showGrowth(lesson, t)] : []),
  ];
}

/** Links are made once: one that is replaced between press and release swallows the click. @param {Lesson} lesson @param {Translate} t */
function drawSteps(lesson, t) {
  const { part, method: { name } } = lesson;
  const steps = stepsOf(lesson);
  if (!part("steps").childElementCount) part("steps").append(...steps.map((step) => html("li", {}, [stepLink(lesson, step)])));
  part("steps").querySelectorAll("a").forEach((link, n) => {
    link.href = addressOf(lesson, steps[n]);
    link.setAttribute("aria-current", steps[n] === lesson.step ? "step" : "false");
    link.textContent = t(`learn.step.${steps[n]}`);
  });
  part("links").replaceChildren(
    html("a", { href: "/learn" }, [t("learn.all")]),
    // Nobody can train what learns nothing.
    ...(name === "mcts" ? [] : [html("a", { href: "/train" }, [t("learn.train")])]),
  );
}

/** @param {Lesson} lesson @param {Step} step */
function stepLink(lesson, step) {
  const link = html("a");
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    lesson.shell.name(addressOf(lesson, step));
    goTo(lesson, step);
  });
  return link;
}

/** @param {Lesson} lesson @param {Translate} t */
function drawGames(lesson, t) {
  const { method, part } = lesson;
  if (!part("games").childElementCount) part("games").append(...method.games.map((each) => gameLabel(lesson, each)));
  part("games").querySelectorAll("label").forEach((label, n) => {
    const { game, settings } = method.games[n];
    const [radio, words] = /** @type {[HTMLInputElement, Element]} */ ([...label.children]);
    radio.checked = method.games[n] === lesson.example;
    // A run is followed, and asked about, in the game it was in.
    radio.disabled = needsStory(lesson.step) && !method.games[n].story;
    label.title = radio.disabled ? t("learn.no_run") : "";
    words.textContent = t(`game.${game}`) + (settings.size ? ` ${settings.size}×${settings.size}` : "");
  });
}

/** @param {Lesson} lesson @param {Example} example */
function gameLabel(lesson, example) {
  const radio = html("input", { type: "radio", name: "learn-game" });
  radio.addEventListener("change", () => {
    lesson.change({ example, actions: openingOf(example, lesson.step), look: null, knobs: { ...lesson.knobs, move: -1, steps: 0 } });
  });
  return html("label", {}, [radio, html("span")]);
}

/** Whose turn it is, and what wins where that is not the same on every board. @param {Lesson} lesson @param {Translate} t */
function drawTurn({ part, look }, t) {
  const { game, position } = look ?? {};
  const player = game && position && !position.outcome ? t(`player.${game.players[position.toPlay]}`) : "";
  const n = Number(game?.settings.win_length ?? 0);
  part("turn").textContent = player && t(n ? "learn.turn.row" : "learn.turn", { player, n });
}

/** Whether the net knows what the rules alone say; for a run under way its curve tells that. @param {Lesson} lesson @param {Translate} t */
function drawSense({ part, look, step, method }, t) {
  const told = look?.sense;
  part("sense").hidden = !told || step === "run" || step === "ask";
  if (!told) return;
  const key = `learn.sense.${told.kind}.${told.passed ? "passed" : "failed"}`;
  part("sense").className = `hint ${told.passed ? "" : "poor"}`;
  const { right, of, chance, needed } = told;
  const why = told.passed || told.kind === "search" ? [] : [t(`learn.${method.name}.poor`)];
  // Of policies and priors nobody expects values.
  const alike = (look.replies || look.metrics) && areAlike((look.cells ?? []).map(({ value }) => value)) ? [t("learn.alike")] : [];
  part("sense").textContent = [t(key, { right, of }), t("learn.sense.bar", { chance, needed }), ...why, ...alike].join(" ");
}
