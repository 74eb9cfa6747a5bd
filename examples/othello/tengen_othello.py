"""Othello, also called Reversi: a game of another package, played by all that plays Tengen's own.

Rules: https://www.worldothello.org/about/about-othello/othello-rules/official-rules/english
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tengen.core import NotationError, Outcome, PolicyLayout, SettingsError, Symmetry
from tengen.core.game import Setting
from tengen.games import GameKind
from tengen.games.face import square_symmetries
from tengen.games.python import PythonGame

WAYS = [(y, x) for y in (-1, 0, 1) for x in (-1, 0, 1) if (y, x) != (0, 0)]
DISCS = ".XO"


@dataclass(frozen=True)
class Board:
    """A position: a disc of the first player is 1, of the second 2, an empty square 0."""

    size: int
    squares: tuple[int, ...]
    to_play: int = 0

    def legal_actions(self) -> list[int]:
        """Return the squares that turn a disc; where there is none, the pass alone."""
        moves = [at for at, disc in enumerate(self.squares) if not disc and self.turned(at)]
        return moves or [self.size**2]

    def turned(self, at: int, player: int | None = None) -> list[int]:
        """Return the discs that a move of `player`, or of the side to move, turns."""
        mine = 1 + (self.to_play if player is None else player)
        found: list[int] = []
        for down, right in WAYS:
            row, column = at // self.size + down, at % self.size + right
            line: list[int] = []
            while 0 <= row < self.size and 0 <= column < self.size:
                disc = self.squares[row * self.size + column]
                if disc in (0, mine):
                    found += line if disc == mine else []
                    break
                line.append(row * self.size + column)
                row, column = row + down, column + right
        return found

    def apply(self, action: int) -> "Board":
        """Return the board after a disc, or after a pass."""
        squares = list(self.squares)
        if action < self.size**2:
            for at in (action, *self.turned(action)):
                squares[at] = 1 + self.to_play
        return Board(self.size, tuple(squares), 1 - self.to_play)

    def outcome(self) -> Outcome | None:
        """Return who has more discs when nobody can move any more."""
        empty = [at for at, disc in enumerate(self.squares) if not disc]
        if any(self.turned(at, player) for at in empty for player in (0, 1)):
            return None
        first, second = self.squares.count(1), self.squares.count(2)
        winner = None if first == second else int(second > first)
        return Outcome(winner, f"{max(first, second)} discs to {min(first, second)}")

    def planes(self) -> NDArray[np.float32]:
        """Return ``[2, H, W]``: the discs of the side to move, and the other's."""
        board = self.board()
        return np.stack([board == 1 + self.to_play, board == 2 - self.to_play]).astype(np.float32)

    def board(self) -> NDArray[np.int8]:
        """Return ``[H, W]``, the discs."""
        return np.array(self.squares, np.int8).reshape(self.size, self.size)


def create(size: Setting = 8, position: Setting = "") -> "Othello":
    """Return Othello on a board of `size`, from the usual start or from a position.

    Args:
        size: 4, 6 or 8.
        position: the side to move, ``X`` or ``O``, a colon, and each square as ``.``, ``X`` or ``O``.

    Raises:
        SettingsError: when a setting cannot be.
    """
    if size not in (4, 6, 8):
        raise SettingsError(f"othello size={size!r}: must be 4, 6 or 8")
    side, colon, squares = str(position).partition(":")
    if position and (not colon or side not in ("X", "O") or len(squares) != int(size) ** 2):
        raise SettingsError(f"othello position={position!r}: must be X or O, a colon, the squares")
    if set(squares) - set(DISCS):
        raise SettingsError(f"othello position={position!r}: squares are '.', 'X' or 'O'")
    game = Othello(int(size), str(position))
    if game.start().outcome() is not None:
        raise SettingsError(f"othello position={position!r}: the game is over")
    return game


class Othello(PythonGame):
    """What there is to know of the game beside its positions."""

    name = "othello"
    players = ("Black", "White")
    binding_settings = ("size",)

    def __init__(self, size: int, position: str) -> None:
        self.size = size
        self.settings = {"size": size, "position": position}
        self.num_actions = size**2 + 1
        self.planes_shape = (2, size, size)
        self.max_plies = 2 * size**2  # at worst a pass after each disc

    def start(self) -> Board:
        if position := self.settings["position"]:
            side, _, squares = str(position).partition(":")
            men = tuple(DISCS.index(square) for square in squares)
            return Board(self.size, men, "XO".index(side))
        discs, middle = [0] * self.size**2, self.size // 2
        for row, column, disc in ((-1, -1, 2), (-1, 0, 1), (0, -1, 1), (0, 0, 2)):
            discs[(middle + row) * self.size + middle + column] = disc
        return Board(self.size, tuple(discs))

    @property
    def policy_layout(self) -> PolicyLayout:
        return PolicyLayout(extra=1)  # a square each, and the pass

    def symmetries(self) -> tuple[Symmetry, ...]:
        return self._symmetries

    @cached_property
    def _symmetries(self) -> tuple[Symmetry, ...]:
        every = square_symmetries(self.size, extra=1)
        start = np.reshape(self.start().squares, -1)
        return tuple(each for each in every if (start[each.points] == start).all())

    def set_up(self, board: NDArray[np.int8], to_play: int) -> "Othello":
        squares = "".join(DISCS[disc] for disc in board.ravel())
        return create(self.size, f"{'XO'[to_play]}:{squares}")

    def parse_move(self, text: str) -> int:
        name = text.strip().lower()
        if name in self._moves:
            return self._moves.index(name)
        raise NotationError(f"bad move {text!r}: must be a square such as d3, or pass")

    def format_move(self, action: int) -> str:
        return self._moves[action]

    @cached_property
    def _moves(self) -> list[str]:
        rows = range(1, self.size + 1)
        return [f"{column}{row}" for row in rows for column in "abcdefgh"[: self.size]] + ["pass"]


GAME = GameKind(
    name="othello",
    create=create,
    offered={"size": (4, 6, 8), "position": ()},
    proposed={"size": (6, 8)},
    quick={"size": 6},
)
