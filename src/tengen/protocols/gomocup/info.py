"""What a manager tells of its game: times, memory, rule."""

import re
from dataclasses import dataclass, replace

from tengen.core import Limit, NotationError
from tengen.core.clock import MAX_SECONDS, Clock, TimeControl
from tengen.core.limit import MAX_COUNT

_MIB = 1 << 20
OWN_MEMORY = 160 * _MIB
"""Bytes that Python, its libraries and a net take beside an agent's search."""
LEAST_MEMORY = 8
"""MiB a search gets in any case."""
_NO_MATCH_LIMIT = 2147483647
_RENJU_OF_YIXIN, RENJU = 2, 4
_DEEPEST = 100
"""Who allows as many moves ahead sets no bound."""
_MOST_THREADS = 64
_NUMBER = re.compile(r"[+-]?\d{1,18}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Info:
    """What was told so far, in seconds and bytes; the defaults are those of managers."""

    turn: float = 30.0
    """For one move; 0 is as fast as possible."""
    match: float | None = None
    """For the whole game."""
    left: float | None = None
    """Of the game's time; below zero when it is used up."""
    memory: int | None = None
    """For this process."""
    rule: int = 0
    """A sum of 1 exactly five, 2 continuous game, 4 renju and 8 caro."""
    increment: float = 0.0
    """What the game's time gains by a move."""
    nodes: int | None = None
    """Positions of a move's search."""
    depth: int | None = None
    """Moves ahead of a search, where the agent counts them."""
    threads: int | None = None
    table: int | None = None
    """Bytes of the search alone; Yixin-Board's hash size."""
    is_watched: bool = False
    """Whether somebody wants to see what is thought while it is."""
    is_yixin: bool = False
    """Whether it is Yixin-Board, whose number for renju is 2."""

    def told(self, key: str, value: str) -> "Info":
        """Return what is known after ``INFO key value``; other keys change nothing.

        Raises:
            NotationError: when the value is no number where one is needed.
        """
        match key.lower():
            case "timeout_turn":
                return replace(self, turn=_seconds(key, value, least=0))
            case "timeout_match":
                seconds = _seconds(key, value, least=0)
                return replace(self, match=seconds or None, left=None)
            case "time_left":
                unlimited = _integer(key, value) >= _NO_MATCH_LIMIT
                return replace(self, left=None if unlimited else _seconds(key, value))
            case "max_memory":
                return replace(self, memory=max(0, _integer(key, value)) or None)
            case "rule":
                rule = _integer(key, value)
                return replace(
                    self, rule=RENJU if self.is_yixin and rule == _RENJU_OF_YIXIN else rule
                )
        return self._told_of_search(key.lower(), value)

    def _told_of_search(self, key: str, value: str) -> "Info":
        """The same for keys that Gomocup's text does not have."""
        match key:
            case "time_increment":
                return replace(self, increment=_seconds(key, value, least=0))
            case "max_node":
                return replace(self, nodes=_bound(key, value, MAX_COUNT))
            case "max_depth":
                depth = _bound(key, value, MAX_COUNT)
                return replace(self, depth=None if depth is None or depth >= _DEEPEST else depth)
            case "thread_num":
                return replace(self, threads=_bound(key, value, _MOST_THREADS))
            case "hash_size":
                return replace(self, table=max(0, _integer(key, value)) * 1024 or None)
            case "show_detail":
                return replace(self, is_watched=_integer(key, value) > 0)
        return self

    @property
    def search_memory(self) -> int | None:
        """MiB for an agent's search, None where the manager sets no bound."""
        bounds = [] if self.memory is None else [self.memory - OWN_MEMORY]
        bounds += [] if self.table is None else [self.table]
        return max(LEAST_MEMORY, min(bounds) // _MIB) if bounds else None

    def limit(self, usual: Limit, *, game: float, move: float, margin: float) -> Limit:
        """Return the bounds of a move.

        Args:
            usual: the agent's own, which hold as well.
            game: seconds of the game's time used since the manager last told of it.
            move: seconds of this move's time that are gone.
            margin: seconds that are lost between the end of thinking and the manager's clock.
        """
        if self.nodes is not None:
            told = usual.told
            usual = replace(told, nodes=min(self.nodes, told.nodes or self.nodes))
        clock = Clock.full(TimeControl(period=_something(self.turn - move)))
        bounded = usual.under(clock, margin)
        left = self.match if self.left is None else self.left
        if left is None:
            return bounded
        control = TimeControl(main=_something(left - game), increment=self.increment)
        return bounded.under(Clock.full(control), margin)


def _something(seconds: float) -> float:
    """Return `seconds`, or the moment that is left where there is nothing."""
    return max(0.001, seconds)


def _seconds(key: str, value: str, least: int = -_NO_MATCH_LIMIT) -> float:
    return min(max(least, _integer(key, value)) / 1000, MAX_SECONDS)


def _bound(key: str, value: str, most: int) -> int | None:
    """Return a bound above zero, None for anything below: Yixin-Board says -1 for no bound."""
    number = _integer(key, value)
    return min(number, most) if number > 0 else None


def _integer(key: str, value: str) -> int:
    if not _NUMBER.fullmatch(value):
        raise NotationError(f"INFO {key} {value[:40]!r}: expected a whole number")
    return int(value)
