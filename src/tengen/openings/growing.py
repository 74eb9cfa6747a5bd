"""Grows an opening book by search: from a game's openings on, the best lines first.

Every position that is searched gives the book a move. What follows its best moves is searched
later: the fewer plies away, and the less both sides have given up on the way, the sooner. What was
searched is kept in a file beside the book, a line each, so that making it can go on another day.
"""

import heapq
import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tengen.core import SettingsError
from tengen.core.files import write_bytes
from tengen.games.books import Book, books_of
from tengen.games.face import NativeGame, NativeState

BREADTH = 3
"""Moves of a position that are followed."""
PLY_COST = 1.0
LOGIT_COST = 12.0
"""Plies that a logit of winning chances, given up, counts as much as."""
MOST_LOST = 0.6
"""Logits: whoever gives up more in a move is not followed."""

Line = tuple[float, tuple[int, ...]]
"""Logits of the side to move, and the actions of a whole move."""
Think = Callable[[NativeState], list[Line]]
"""Returns the best moves of a position, the best first; none where its result is known."""


@dataclass(frozen=True, order=True)
class _Node:
    """A position that shall be searched."""

    cost: float
    path: tuple[int, ...]
    """The actions from the start."""


class BookMaker:
    """Grows a book, a search after the other."""

    def __init__(self, game: NativeGame, think: Think, log: Path, about: str) -> None:
        """Go on with what `log` holds, if anything; `about` says how positions are searched.

        Raises:
            SettingsError: when the game has no books, or the file was made in another way, or is
                something else.
        """
        self.game = game
        self._books = books_of(game.name)
        self._think = think
        self._log = log
        self._known = _read_log(log, about)
        self._moves: dict[int, int] = {}
        self.searched = 0
        """Positions searched by now, those before this run not counted."""

    def run(self, seconds: float) -> Book:
        """Search for about so long; return the book."""
        until = time.monotonic() + seconds
        queue = [_Node(0.0, opening.actions) for opening in self.game.book()]
        seen: set[int] = set()
        heapq.heapify(queue)
        while queue:
            node = heapq.heappop(queue)
            state = self.game.initial_state().apply_all(node.path)
            key = self._books.key_of(state)
            if state.outcome() is not None or key in seen:
                continue
            seen.add(key)
            if key not in self._known and time.monotonic() >= until:
                # What is known further on belongs to the book as well.
                continue
            lines = self._look(state, key)
            self._add(state, lines)
            for child in _children(node, lines):
                heapq.heappush(queue, child)
        return self._books.Book(self._moves)

    def _look(self, state: NativeState, key: int) -> list[Line]:
        if key not in self._known:
            self._known[key] = self._think(state)
            self.searched += 1
            with self._log.open("a", encoding="utf-8") as file:
                file.write(json.dumps([key, self._known[key]]) + "\n")
        return self._known[key]

    def _add(self, state: NativeState, lines: list[Line]) -> None:
        """Give the book the best move, hop by hop."""
        for action in lines[0][1] if lines else ():
            self._moves[self._books.key_of(state)] = action
            state = state.apply(action)


def _children(node: _Node, lines: list[Line]) -> Iterator[_Node]:
    for logits, actions in lines[:BREADTH]:
        lost = lines[0][0] - logits
        if lost <= MOST_LOST:
            yield _Node(node.cost + PLY_COST + LOGIT_COST * lost, node.path + actions)


def _read_log(path: Path, about: str) -> dict[int, list[Line]]:
    """Return what was searched; a last line that was broken off is dropped from the file."""
    header = json.dumps({"book": about}) + "\n"
    if not path.exists():
        write_bytes(path, header.encode())
        return {}
    text = path.read_text(encoding="utf-8", errors="replace")
    whole = text[: text.rfind("\n") + 1]
    if not whole.startswith(header):
        raise SettingsError(f"{path} is no book in the making with {about}: name another file")
    if whole != text:
        write_bytes(path, whole.encode())
    try:
        return dict(_parse(json.loads(line)) for line in whole.splitlines()[1:])
    except (ValueError, TypeError, KeyError, IndexError) as error:
        raise SettingsError(f"{path} is damaged") from error


def _parse(row: tuple[int, list[tuple[float, list[int]]]]) -> tuple[int, list[Line]]:
    key, lines = row
    return int(key), [(float(logits), tuple(map(int, actions))) for logits, actions in lines]


def first_move(state: NativeState, actions: Sequence[int]) -> tuple[int, ...]:
    """Return the hops of the first whole move of a line."""
    first = int(actions[0])
    after, hops = state.apply(first), [first]
    while after.to_play == state.to_play and after.outcome() is None:
        hops.append(int(actions[len(hops)]))
        after = after.apply(hops[-1])
    return tuple(hops)
