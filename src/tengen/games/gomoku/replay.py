"""A win held against every defence, by nothing but the rules of the game."""

import numpy as np

from tengen.games.face import GOES_ON, NativeState
from tengen.games.gomoku.threats import Proof


def find_hole(state: NativeState, proof: Proof) -> tuple[int, ...] | None:
    """Return a way out of a win: actions that lead to where it is none; None when there is none.

    Each legal answer to each move is tried: either the proof has what follows, or a stone wins
    at once. What is asked of a position is whether a move is legal, who has won, and whether the
    side to move wins with one stone.
    """
    if not state.native.is_legal(proof.move):
        return (proof.move,)
    after = state.apply(proof.move)
    outcome = after.outcome()
    if outcome is not None:
        return None if outcome.winner == state.to_play else (proof.move,)
    hole = _find_answer(after, proof)
    return None if hole is None else (proof.move, *hole)


def _find_answer(state: NativeState, proof: Proof) -> tuple[int, ...] | None:
    """Return an answer to the last move that escapes, and what follows; None when all lose."""
    game, answers = state.game, state.legal_actions()
    rows = np.zeros(len(answers), np.int32)
    follows = game.after_states([state], rows, answers, planes=False)
    for answer, winner, lost in zip(
        answers.tolist(), follows.winner.tolist(), follows.wins_at_once.tolist(), strict=True
    ):
        if winner != GOES_ON:
            return (answer,)
        then = proof.answers.get(answer, proof.otherwise)
        if then is None:
            if not lost:
                return (answer,)
            continue
        hole = find_hole(state.apply(answer), then)
        if hole is not None:
            return (answer, *hole)
    return None
