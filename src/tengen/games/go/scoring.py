"""Counting a finished game, by each of the ways in which Go is counted.

- *area*: living stones and the empty points that reach only them. Chinese rules (2002) and the
  rules of John Tromp and Bill Taylor; White also gets what the game's `compensation` gives her.
- *territory*: empty points that living stones of one side surround, and prisoners. Japanese rules
  (1989): stones in seki surround nothing (article 8).
- *aga*: territory and prisoners, where a pass gives the opponent a stone and White passes last.
  Rules of the American Go Association (1991): so counted, a game ends as if its area had been
  counted, White given one point for each handicap stone but the first.

Which stones are dead is the players' to say; `estimate_dead` makes a guess for them to mend.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from tengen.core import NotationError
from tengen.games.face import NativeState
from tengen.games.go.board import (
    BLACK,
    EMPTY,
    WHITE,
    areas,
    border,
    chain_at,
    neighbours,
    spaces,
)
from tengen.games.go.borders import board_of, dead_stones, expected_owners
from tengen.games.go.game import native_of
from tengen.games.go.notation import format_point

Counting = Literal["area", "territory", "aga"]


@dataclass(frozen=True)
class Score:
    """The count of a finished game."""

    black: float
    """Black's points."""
    white: float
    """White's points, komi and handicap compensation included."""
    owners: tuple[int, ...]
    """Whose point each is, dead stones gone: 0 nobody's, 1 Black's, 2 White's."""

    @property
    def margin(self) -> float:
        """By how much Black is ahead."""
        return self.black - self.white

    @property
    def winner(self) -> int | None:
        """0 for Black, 1 for White, None for a draw."""
        return None if self.margin == 0 else int(self.margin < 0)

    def __str__(self) -> str:
        """As game records write it: ``B+3.5``, ``W+0.5``, ``0``."""
        return "0" if self.margin == 0 else f"{'BW'[self.margin < 0]}+{abs(self.margin):g}"


def score(state: NativeState, dead: Iterable[int] = (), counting: Counting = "area") -> Score:
    """Count a position whose `dead` stones have been marked; a point marks its whole chain.

    Raises:
        NotationError: when a dead stone is not there, or there is no such way of counting.
    """
    if counting not in {"area", "territory", "aga"}:
        raise NotationError(f"bad counting {counting!r}: it is area, territory or aga")
    board, size = board_of(state)
    marked = _whole_chains(board, dead, size)
    living = [EMPTY if point in marked else held for point, held in enumerate(board)]
    if counting == "area":
        return _count_area(state, living, size)
    prisoners = _prisoners(state, [board[point] for point in marked])
    if counting == "aga":
        prisoners = _with_pass_stones(state, prisoners)
    seki = _in_seki(living, size) if counting == "territory" else frozenset()
    owners = tuple(0 if p in seki else who for p, who in enumerate(_territory(living, size)))
    komi = float(state.game.settings["komi"])
    return Score(
        black=owners.count(BLACK) + prisoners[1],
        white=owners.count(WHITE) + prisoners[0] + komi,
        owners=owners,
    )


def estimate_dead(state: NativeState, playouts: int = 400, seed: int = 0) -> tuple[int, ...]:
    """Return the stones that look dead, ascending, whole chains: so say random games from the board."""
    return dead_stones(state, expected_owners(state, playouts, seed))


def _whole_chains(board: Sequence[int], points: Iterable[int], size: int) -> frozenset[int]:
    """Return the stones of the chains that `points` mark."""
    found: set[int] = set()
    for point in points:
        if not 0 <= point < size * size or board[point] == EMPTY:
            on_board = 0 <= point < size * size
            name = format_point(point, size) if on_board else str(point)
            raise NotationError(f"bad dead stone {name}: there is no stone")
        if point not in found:
            found |= chain_at(board, point, size)
    return frozenset(found)


def _count_area(state: NativeState, living: Sequence[int], size: int) -> Score:
    owners = tuple(a or b for a, b in zip(living, _territory(living, size), strict=True))
    settings = state.game.settings
    handicap = int(settings["handicap"])
    extra = {"none": 0, "n": handicap, "n-1": max(0, handicap - 1)}[str(settings["compensation"])]
    return Score(
        black=owners.count(BLACK),
        white=owners.count(WHITE) + float(settings["komi"]) + extra,
        owners=owners,
    )


def _territory(living: Sequence[int], size: int) -> list[int]:
    """Return who alone surrounds each empty point; 0 for nobody, and for stones."""
    owners = [EMPTY] * (size * size)
    for space, touched in spaces(living, size):
        for point in space if len(touched) == 1 else ():
            owners[point] = min(touched)
    return owners


def _prisoners(state: NativeState, dead: Sequence[int]) -> tuple[int, int]:
    """Return how many black and how many white stones have been taken, the dead ones included."""
    black, white = native_of(state).prisoners
    return black + dead.count(BLACK), white + dead.count(WHITE)


def _with_pass_stones(state: NativeState, prisoners: tuple[int, int]) -> tuple[int, int]:
    """Add the stones handed over for passes; White hands over one more unless she passed last."""
    black, white = native_of(state).passes
    white_moves_last = state.to_play == 0
    return prisoners[0] + black, prisoners[1] + white + (not white_moves_last)


def _in_seki(living: Sequence[int], size: int) -> frozenset[int]:
    """Return the empty points that do not count because the stones around them are in seki.

    By the letter of article 8, stones that have dame are in seki. Games are counted with dame
    still open, so what can be done is thought of as done: a dame is filled where that leaves two
    liberties to every group there, and a group that still has dame, whoever fills first, is in
    seki if it could not live without: its eyes are one area of a point or two. A group is what
    chains and own eyes join.
    """
    black_first = _fill_dame(living, (BLACK, WHITE), size)
    white_first = _fill_dame(living, (WHITE, BLACK), size)
    return _eyes_with_dame(black_first, size) & _eyes_with_dame(white_first, size)


def _fill_dame(living: Sequence[int], colours: Sequence[int], size: int) -> list[int]:
    """Return the board with all dame filled that can be."""
    board = list(living)
    while True:
        dame = sorted(_dame(board, size))
        fills = ((p, c) for p in dame for c in colours if _fills(board, p, c, size))
        point, colour = next(fills, (None, None))
        if point is None or colour is None:
            return board
        board[point] = colour


def _eyes_with_dame(board: Sequence[int], size: int) -> frozenset[int]:
    """Return the eyes of the groups that have dame and need them."""
    dame = _dame(board, size)
    groups = (group for group in _all_groups(board, size) if border(group, size) & dame)
    needy = (group for group in groups if _needs_dame(board, group, size))
    return frozenset(point for group in needy for point in group if board[point] == EMPTY)


def _dame(board: Sequence[int], size: int) -> set[int]:
    """Return the empty points that both sides reach."""
    return {p for space, touched in spaces(board, size) if len(touched) == 2 for p in space}


def _needs_dame(board: Sequence[int], group: frozenset[int], size: int) -> bool:
    """Return whether a group has no room for two eyes of its own."""
    eyes = [int(point in group and board[point] == EMPTY) for point in range(size * size)]
    rooms = areas(eyes, size, (1,))
    return len(rooms) == 0 or (len(rooms) == 1 and len(rooms[0]) <= 2)


def _fills(board: Sequence[int], point: int, colour: int, size: int) -> bool:
    """Return whether a stone of `colour` on a dame leaves all groups there two liberties."""
    after = [*board[:point], colour, *board[point + 1 :]]
    near = {point, *neighbours(size)[point]}
    return all(
        len(_free(after, group, size)) >= 2 for group in _all_groups(after, size) if group & near
    )


def _free(board: Sequence[int], group: frozenset[int], size: int) -> set[int]:
    """Return the liberties of a group, its eyes among them."""
    return {point for point in group | border(group, size) if board[point] == EMPTY}


def _all_groups(board: Sequence[int], size: int) -> list[frozenset[int]]:
    """Return the groups of both colours: stones and the eyes between them."""
    eyes = _territory(board, size)
    held = [stone or eye for stone, eye in zip(board, eyes, strict=True)]
    return [*areas(held, size, (BLACK,)), *areas(held, size, (WHITE,))]
