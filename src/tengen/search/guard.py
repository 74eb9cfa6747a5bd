"""Decisions corrected by what the rules say of a single move."""

from dataclasses import replace

from tengen.core import Candidate, Decision
from tengen.games.face import NativeState
from tengen.games.kernel import KernelState
from tengen.search.one_ply import passing


def guarded(state: NativeState, decision: Decision) -> Decision:
    """Return `decision`, or a better one where it gets a single move wrong.

    A win in one move is taken, and the opponent is left none where that can be helped; where it
    cannot, as before a four that is open at both ends, one of its wins is taken away: to play
    elsewhere looks as if it had not been seen. Of the moves that do so the agent's own order decides.
    A pass stands, whatever follows: it says that the game may end as it is. So does a resignation.
    """
    if decision.resigns:
        return decision
    wins, found = state.native.better_at_once(decision.action)
    is_pass = decision.action == passing(state.game)
    better = found.tolist() if wins or is_pass else found.tolist() or _last_stand(state, decision)
    if not better or (is_pass and not wins):
        return decision
    options = {option.action: option for option in decision.candidates}
    first = next((action for action in options if action in better), better[0])
    chosen = options.pop(first, Candidate(first, 0, 0.0, None, (first,)))
    rest = list(options.values())
    if wins:
        chosen = replace(chosen, value=1.0, pv=(first,))
    else:
        lost = options.keys() - set(found.tolist())
        chosen = chosen if len(found) else replace(chosen, value=-1.0)
        rest = [replace(o, value=-1.0) if o.action in lost else o for o in rest]
    return replace(
        decision, action=first, value=chosen.value, candidates=(chosen, *rest), pv=chosen.pv
    )


def _last_stand(state: NativeState, decision: Decision) -> list[int]:
    """Return the moves that leave fewer wins at once than the decided one; none where it leaves none."""
    threats = _wins(state.native.apply(decision.action))
    blocks = (action for action in threats if state.native.is_legal(action))
    return [each for each in blocks if len(_wins(state.native.apply(each))) < len(threats)]


def _wins(native: KernelState) -> list[int]:
    """Return the actions that win for whose turn it is."""
    if native.is_over or not native.wins_at_once():
        return []
    ends = ((action, native.apply(action)) for action in native.legal_actions().tolist())
    return [action for action, end in ends if end.is_over and end.winner == native.to_play]
