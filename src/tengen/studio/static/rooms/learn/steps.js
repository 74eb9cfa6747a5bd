/** The steps of a method, and what each of them opens on. */

/** @import { Example, Lesson, Method, Place, Step, Story } from "./types.js" */

/**
 * The steps of a method: one that learns nothing is taught nothing, and without a run there is none to follow.
 * @param {{method: Method, story: Story | null}} lesson
 * @returns {Step[]}
 */
export function stepsOf({ method, story }) {
  /** @type {Step[]} */
  const steps = ["idea", "decide", "learn", "run", "ask"];
  return steps.filter((step) => !(step === "learn" && method.name === "mcts") && (story !== null || !needsStory(step)));
}

/** Whether a step is about a run that ships. @param {Step} step */
export function needsStory(step) {
  return ["run", "ask"].includes(step);
}

/** Where a step opens: who looks ahead, or learns, has little to do where the win is known. @param {Example | null} example @param {Step} step */
export function openingOf(example, step) {
  return (["decide", "learn"].includes(step) && example?.calm) || (example?.actions ?? []);
}

/** The checkpoint that a step shows at first: of a run its beginning, elsewhere the net that came of it. @param {Story | null} story @param {Step} step */
export function firstCheckpoint(story, step) {
  return step === "run" ? 0 : (story?.checkpoints.length ?? 1) - 1;
}

/**
 * What another step would show: who has played on stays there; who has not begins where the step does.
 * @param {Lesson} lesson
 * @param {Step} step
 * @returns {Place}
 */
export function placeAt(lesson, step) {
  const { method, story, checkpoint } = lesson;
  if (step === lesson.step) return { step, example: lesson.example, actions: lesson.actions, checkpoint };
  const away = needsStory(step) && !lesson.example?.story;
  const example = away ? method.games[0] : lesson.example;
  const stays = !away && lesson.actions.join() !== openingOf(example, lesson.step).join();
  return { step, example, actions: stays ? lesson.actions : openingOf(example, step), checkpoint: firstCheckpoint(story, step) };
}
