"""How the sides of a game come to terms: giving up, draws that are offered, the count of Go.

What is not allowed now is refused with a `RequestError`.
"""

from dataclasses import replace

from tengen.core import Outcome
from tengen.studio.sitting import counting
from tengen.studio.sitting.course import Step, check_open, end, rewind
from tengen.studio.sitting.effects import Save
from tengen.studio.sitting.offers import Offer, judge_offer
from tengen.studio.sitting.state import Sitting
from tengen.studio.web.messages import RequestError


def resign(s: Sitting, now: float) -> Step:
    """Give the game up for the person, for the one whose turn it is where there are two."""
    return end(s, Outcome(1 - _speaker(s), "resignation"), now)


def offer(s: Sitting, now: float) -> Step:
    """Offer a draw for the person, for the one whose turn it is where there are two.

    An engine answers at once by what it expected of its last moves.
    """
    by = _speaker(s)
    if s.sheet.offer is not None:
        raise RequestError("offered", "a draw was offered in this position")
    if len(s.sheet.terms.people) > 1:
        return s.noting(offer=Offer(by)), (Save(),)
    answer = judge_offer(_values_of(s, 1 - by))
    if answer is None:
        return end(s, Outcome(None, "agreement"), now)
    return s.noting(offer=Offer(by, answer)), (Save(),)


def accept(s: Sitting, now: float) -> Step:
    """Agree to the draw that a person offers another."""
    _open_offer(s)
    return end(s, Outcome(None, "agreement"), now)


def decline(s: Sitting, _: float) -> Step:
    """Decline the draw that a person offers another."""
    return s.noting(offer=replace(_open_offer(s), answer="declined")), (Save(),)


def _speaker(s: Sitting) -> int:
    """Return the side for which a person speaks."""
    check_open(s)
    people = s.sheet.terms.people
    if not people:
        raise RequestError("not_your_turn", "no person plays this game")
    return people[0] if len(people) == 1 else s.state.to_play


def _open_offer(s: Sitting) -> Offer:
    check_open(s)
    if s.sheet.offer is None or s.sheet.offer.answer is not None:
        raise RequestError("refused", "nobody offers a draw")
    return s.sheet.offer


def _values_of(s: Sitting, side: int) -> list[float | None]:
    """Return what the engine expected of each of its moves for `side`."""
    moves = zip(s.history.states, s.sheet.moves, strict=False)
    return [move.value for state, move in moves if state.to_play == side and move.seconds]


# -- the count of Go


def mark(s: Sitting, point: int, *, dead: bool) -> Step:
    """Mark the chain at `point` dead or alive for the count."""
    count = counting.mark(_open_count(s), s.state, point, dead=dead)
    return s.noting(count=count), (Save(),)


def settle(s: Sitting, now: float) -> Step:
    """End the game by the count that is shown."""
    count, state = _open_count(s), s.state
    if counting.disputed(count, state, s.sheet.terms.people):
        raise RequestError("disputed", "the opponent counts other stones as dead")
    assert counting.is_counted(state)
    return end(s, counting.outcome(count, state), now)


def resume(s: Sitting, now: float) -> Step:
    """Play on instead of counting: the passes are taken back."""
    _open_count(s)
    return rewind(s, s.plies - counting.PASSES, now)


def _open_count(s: Sitting) -> counting.Count:
    if s.sheet.count is None or s.sheet.outcome is not None:
        raise RequestError("refused", "there is nothing to count")
    return s.sheet.count
