/** What the board shows of the game and of the engine's view. */

import { spots } from "../../js/analysis/heat.js";
import { shownMap } from "../../js/analysis/maps.js";
import { colourOf } from "../../js/board/colours.js";
import { countScene } from "./counting.js";
import {
  isPersonsTurn, isTurned, livePosition, pointedCandidate, shownAnalysis, shownPosition,
} from "./state.js";
import { teachingScene } from "./teaching.js";

/** @import { Snapshot, State } from "../../js/types.js" */
/** @import { Scene } from "../../js/board/types.js" */

/**
 * @param {State} state
 * @param {Snapshot} table
 * @returns {Scene}
 */
export function sceneOf(state, table) {
  const { game, status } = table;
  const position = shownPosition(state, table);
  const analysis = shownAnalysis(state, table);
  const map = shownMap(state.heat, analysis);
  const candidate = pointedCandidate(state, table);
  const ghosts = (candidate?.pv ?? []).flatMap(({ path, piece }, index) =>
    path.length ? [{ path, colour: colourOf(piece || position.toPlay + 1), number: index + 1 }] : [],
  );
  return {
    game,
    position,
    choices: state.looking === null ? status : { legal: [], moves: [] },
    mine: isPersonsTurn(state, table),
    past: state.looking !== null,
    goingOn: isGoingOn(table),
    settling: state.guess !== null && state.looking === null,
    turned: isTurned(table),
    spots: analysis ? spots(analysis, map) : [],
    owners: (map === "owner" && analysis?.owners) || [],
    ghosts,
    ...teachingScene(state, table),
    ...countScene(state, table),
  };
}

/**
 * Whether the last move is not at its end: who made it is to move again.
 * @param {Snapshot} table
 */
function isGoingOn(table) {
  return table.game.kind === "squares" && table.moves.at(-1)?.player === livePosition(table).toPlay;
}
