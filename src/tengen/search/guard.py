"""Decisions corrected by what the rules say of a single move."""

from dataclasses import replace

from tengen.core import Candidate, Decision
from tengen.games.face import NativeState
from tengen.search.one_ply import passing


def guarded(state: NativeState, decision: Decision) -> Decision:
    """Return `decision`, or a better one where it gets a single move wrong.

    A win in one move is taken, and the opponent is left none where that can be helped. Of the moves
    that do so the agent's own order decides. A pass stands, whatever follows: it says that the game
    may end as it is. So does a resignation.
    """
    if decision.resigns:
        return decision
    wins, found = state.native.better_at_once(decision.action)
    better = found.tolist()
    if not better or (decision.action == passing(state.game) and not wins):
        return decision
    options = {option.action: option for option in decision.candidates}
    first = next((action for action in options if action in better), better[0])
    chosen = options.pop(first, Candidate(first, 0, 0.0, None, (first,)))
    rest = list(options.values())
    if wins:
        chosen = replace(chosen, value=1.0, pv=(first,))
    else:
        lost = options.keys() - set(better)
        rest = [replace(o, value=-1.0) if o.action in lost else o for o in rest]
    return replace(
        decision, action=first, value=chosen.value, candidates=(chosen, *rest), pv=chosen.pv
    )
