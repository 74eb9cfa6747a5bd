"""Positions for the tests: random ones, and ones drawn by hand."""

import numpy as np

import tengen
from tengen.games.draughts.game import Draughts
from tengen.games.draughts.notation import Setup, parse_fen
from tengen.games.draughts.reference import DARK_SQUARES, ReferenceState
from tengen.games.face import NativeState


def random_position(rng: np.random.Generator) -> Setup:
    """Return pieces strewn over the board, 1 to 12 of each colour, about half of them kings."""
    black, white = (int(count) for count in rng.integers(1, 13, size=2))
    squares = [int(square) + 1 for square in rng.permutation(32)[: black + white]]
    colours = sorted(squares[:black]), sorted(squares[black:])
    crowned = set(colours[0]) & set(range(29, 33)) | set(colours[1]) & set(range(1, 5))
    crowned |= {square for square in squares if rng.random() < 0.5}
    return Setup(int(rng.integers(2)), *map(tuple, colours), tuple(sorted(crowned)))


def reference_of(position: Setup, draws: str = "automatic") -> ReferenceState:
    """Return a position as the rulebook draws it."""
    rows = [["."] * 8 for _ in range(8)]
    for man, squares in zip("bw", (position.black, position.white), strict=True):
        for square in squares:
            row, column = DARK_SQUARES[square - 1]
            rows[row][column] = man.upper() if square in position.kings else man
    return ReferenceState(tuple("".join(row) for row in rows), position.to_play, draws=draws)


def both(fen: str, draws: str = "automatic") -> tuple[NativeState, ReferenceState]:
    """Return the same position twice, by the native rules and by the rulebook."""
    game = tengen.load("draughts", position=fen, draws=draws)
    assert isinstance(game, Draughts)
    return game.initial_state(), reference_of(parse_fen(fen), draws)
