"""A lost game of Go is left as it is."""

from dataclasses import replace

import numpy as np

from tengen.core import Candidate, Decision
from tengen.games.face import NativeState
from tengen.search.one_ply import passing

BEATEN = -0.98
"""One chance in a hundred to win."""
GAIN = 0.5
"""Points that a move must be worth to be played all the same."""


def at_rest(state: NativeState, decision: Decision) -> Decision:
    """Return `decision`, or to pass where the game is lost and the move gains no point.

    Once every move loses the same, a search has no ground to prefer one, and would fill the board
    until its own stones are dead. Nothing is given up while less than half of the board has stones:
    with a handicap, the first move may look lost. A resignation stands.
    """
    to_pass = passing(state.game)
    if decision.resigns or decision.value is None or decision.value > BEATEN:
        return decision
    if to_pass is None or not _is_late(state) or not state.legal_mask()[to_pass]:
        return decision
    options = {option.action: option for option in decision.candidates}
    move = options.get(decision.action)
    rest = options.pop(to_pass, Candidate(to_pass, 0, 0.0, None, (to_pass,)))
    if decision.action == to_pass or _gains(move, rest, decision):
        return decision
    chosen = replace(rest, pv=rest.pv or (to_pass,))
    return replace(decision, action=to_pass, candidates=(chosen, *options.values()), pv=chosen.pv)


def _is_late(state: NativeState) -> bool:
    board = state.board()
    return 2 * int(np.count_nonzero(board)) >= board.size


def _gains(move: Candidate | None, rest: Candidate, decision: Decision) -> bool:
    """Return whether a move leads to more points than a pass, as far as leads are told.

    A pass that was not looked at is taken for worth what the position is.
    """
    if decision.lead is None or move is None or move.lead is None:
        return False
    return move.lead > (decision.lead if rest.lead is None else rest.lead) + GAIN
