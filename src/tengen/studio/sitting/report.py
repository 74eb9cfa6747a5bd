"""What pages are told of a game under way: plain data, made of the sitting alone."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from itertools import takewhile
from typing import Any, TypedDict, TypeVar

from tengen.core import State
from tengen.studio.sitting import counting
from tengen.studio.sitting.clock import describe_clock
from tengen.studio.sitting.state import Sitting
from tengen.studio.sitting.turns import is_given_up
from tengen.studio.sitting.view import (
    DecisionView,
    PositionView,
    describe_choices,
    describe_game,
    describe_move,
    describe_outcome,
    describe_position,
)

TOP = 5
"""Moves told of a thought of a game without people."""
T = TypeVar("T")

_OF_A_MIND = ("ply", "toPlay", "value", "visits", "nodes", "seconds")


class Change(TypedDict):
    """How a page makes one state of another, as `Topic.tell` tells it."""

    set: dict[str, object]
    cut: dict[str, int]
    append: dict[str, list[object]]


class Report:
    """Describes one sitting again and again; what has not changed is not described anew.

    Unchanged parts are the same objects as the last time.
    """

    def __init__(self, s: Sitting) -> None:
        self._game = describe_game(s.history.game)
        self._positions: list[tuple[State, PositionView]] = []
        self._moves: list[tuple[State, dict[str, object]]] = []
        self._minds: list[tuple[DecisionView, dict[str, object]]] = []
        self._made: dict[str, tuple[tuple[object, ...], Any]] = {}

    def describe(self, s: Sitting, now: float) -> dict[str, object]:
        """Return the whole state that pages have of it."""
        self._grow(s)
        told = {
            "id": s.sheet.id,
            "game": self._game,
            "positions": self._all_positions(s),
            "moves": [move for _, move in self._moves],
        }
        return told | (self._watched(s) if s.is_watched_game else self._table(s, now))

    def _grow(self, s: Sitting) -> None:
        """Describe the positions and moves that are not known yet, and forget those taken back."""
        history = s.history
        kept = 0
        for (known, _), state in zip(self._positions, history.states, strict=False):
            if known is not state:
                break
            kept += 1
        del self._positions[kept:], self._moves[max(0, kept - 1) :]
        for ply in range(kept, len(history.states)):
            state = history.states[ply]
            self._positions.append((state, describe_position(history, ply, None)))
            if ply:
                move = s.sheet.moves[ply - 1]
                told = describe_move(history, ply - 1, move.seconds)
                self._moves.append((state, told | {"clock": move.clock}))

    def _all_positions(self, s: Sitting) -> list[PositionView]:
        told = [position for _, position in self._positions]
        if s.sheet.outcome is not None:
            told[-1] = told[-1] | {"outcome": describe_outcome(s.sheet.outcome)}
        return told

    def _all_minds(self, s: Sitting) -> list[dict[str, object]]:
        minds = s.minds
        pairs = zip(self._minds, minds, strict=False)
        known = sum(1 for _ in takewhile(lambda pair: pair[0][0] is pair[1], pairs))
        self._minds[known:] = [(seen, _describe_mind(seen)) for seen in minds[known:]]
        return [told for _, told in self._minds]

    def now(self, s: Sitting, told: Mapping[str, Any], now: float) -> dict[str, object]:
        """Return what pages were told last, with the clocks as they stand now."""
        if s.sheet.clock is None or "status" not in told:
            return dict(told)
        clock = describe_clock(s.sheet.clock, s.state.to_play, now)
        return {**told, "status": {**told["status"], "clock": clock}}

    # -- a game of people

    def _table(self, s: Sitting, now: float) -> dict[str, object]:
        terms = s.sheet.terms
        return {
            **self._once("terms", (terms,), lambda: _describe_terms(s)),
            "opening": s.sheet.opening,
            "begun": s.sheet.begun,
            "values": list(s.sheet.values),
            "reviewed": list(s.sheet.reviewed),
            "analysis": s.shown,
            "hint": s.hint,
            "fault": s.sheet.fault,
            "status": self._status(s, now),
        }

    def _status(self, s: Sitting, now: float) -> dict[str, object]:
        """Return what may be done now, and what is under way, with the clocks at that moment.

        They change all the time: pages count for themselves until something else is told.
        """
        status, clock = self._standing(s), s.sheet.clock
        known = self._made.get("status")
        if known is not None and known[0][0] is clock and known[0][1] == status:
            return dict(known[1])
        told = status | {"clock": describe_clock(clock, s.state.to_play, now)}
        self._made["status"] = ((clock, status), told)
        return told

    def _standing(self, s: Sitting) -> dict[str, object]:
        sheet, thought, is_over = s.sheet, s.thought, s.sheet.outcome is not None
        return {
            **self._once(
                "choices", (s.history, is_over), lambda: describe_choices(s.state, is_over)
            ),
            "givenUp": is_given_up(sheet, s.history),
            "auto": sheet.auto,
            "paused": sheet.paused,
            "thinking": thought
            and {"purpose": thought.purpose, "ply": thought.ply, "place": thought.place},
            "strength": sheet.terms.strength.model_dump(),
            "unsaved": s.unsaved,
            "learning": sheet.learning and asdict(sheet.learning),
            "teach": sheet.terms.teach,
            "slip": sheet.slip and asdict(sheet.slip),
            "count": self._once("count", (s.history, sheet.count), lambda: _describe_count(s)),
            "offer": sheet.offer and asdict(sheet.offer),
        }

    # -- a game without people

    def _watched(self, s: Sitting) -> dict[str, object]:
        sheet, thought = s.sheet, s.thought
        return {
            "live": True,
            "players": self._once("players", (sheet.engines,), lambda: _describe_players(s)),
            "opening": sheet.opening,
            "begun": sheet.begun,
            "values": list(sheet.values[: s.plies]),
            "minds": self._all_minds(s),
            "paused": sheet.paused,
            "pace": sheet.pace,
            "fault": sheet.fault,
            "unsaved": s.unsaved,
            "thinking": thought and s.history.states[thought.ply].to_play,
            "place": (thought and thought.place) or None,
            "outcome": sheet.outcome and describe_outcome(sheet.outcome),
        }

    def _once(self, key: str, made_of: tuple[object, ...], make: Callable[[], T]) -> T:
        """Return what was made the last time, if it was made of the same objects."""
        known = self._made.get(key)
        if known is not None and all(a is b for a, b in zip(known[0], made_of, strict=True)):
            kept: T = known[1]
            return kept
        made = make()
        self._made[key] = (made_of, made)
        return made


def _describe_terms(s: Sitting) -> dict[str, object]:
    terms = s.sheet.terms
    return {
        "people": list(terms.people),
        "opponent": terms.opponent,
        "level": s.sheet.level(s.history.game),
        "learns": terms.learn,
        "control": terms.clock and terms.clock.model_dump(),
    }


def _describe_count(s: Sitting) -> dict[str, object] | None:
    if s.sheet.count is None or not counting.is_counted(s.state):
        return None
    return counting.describe(s.sheet.count, s.state, s.sheet.terms.people)


def _describe_players(s: Sitting) -> list[dict[str, object]]:
    return [engine.model_dump() for engine in s.sheet.engines]


def _describe_mind(seen: DecisionView) -> dict[str, object]:
    """Return the few things of a thought that who only watches wants to see."""
    told: Mapping[str, object] = seen
    return {key: told[key] for key in _OF_A_MIND} | {"top": seen["top"][:TOP]}


def differences(old: Mapping[str, object], new: Mapping[str, object]) -> Change:
    """Return how a page makes the one state of the other: keys to set, lists to cut and append to.

    Lists are shortened to the length that `cut` names before anything is appended.
    """
    change: Change = {"set": {}, "cut": {}, "append": {}}
    for key, item in new.items():
        was = old.get(key)
        if item is was:
            continue
        if not isinstance(item, list) or not isinstance(was, list):
            if item != was:
                change["set"][key] = item
            continue
        same = _common(was, item)
        if same < len(was):
            change["cut"][key] = same
        if same < len(item):
            change["append"][key] = item[same:]
    return change


def _common(was: list[object], item: list[object]) -> int:
    """Return how many items at their beginnings are the same."""
    same = 0
    for first, second in zip(was, item, strict=False):
        if first is not second and first != second:
            break
        same += 1
    return same
