"""Numbers for positions, the same for all that turning the board makes of one."""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tengen.core import Game, SettingsError, State

KINDS = 5
"""What a point may hold, as `State.board` says."""
END = -1
"""Stands for the action in a position where none was played."""


@dataclass(frozen=True, slots=True)
class Key:
    """The number of a position, and how to speak of its moves with all that share it."""

    value: int
    """64 bits with a sign, as SQLite keeps numbers."""
    turns: NDArray[np.int64]
    """``[S, A]``: each way to turn the position to the one the key stands for, by where it takes
    each action; more than one where the position looks the same from several sides."""

    def shared(self, action: int) -> int:
        """Return an action of this position as all positions with the key call it."""
        return int(self.turns[:, action].min())

    def own(self, shared: int) -> int:
        """Return an action of this position by the name that all positions with the key give it."""
        return int(np.flatnonzero(self.turns[0] == shared)[0])


def key_of(state: State) -> Key:
    """Return the key of a position: its board and who is to move, by its game and size."""
    return key_of_board(state.game, state.board(), state.to_play)


def key_of_board(game: Game, board: NDArray[np.int8], to_play: int) -> Key:
    """Return the key of a board, ``[H, W]`` as `State.board`."""
    table = _table(game)
    hashes = table.hashes(board.reshape(1, -1), np.array([to_play]))[:, 0]
    return Key(int(hashes.min()), table.actions[hashes == hashes.min()])


def read_board(game: Game, digits: str) -> NDArray[np.int8]:
    """Return ``[H, W]``, the board that a page writes as digits, row by row from the top.

    Raises:
        SettingsError: when it has another number of points.
    """
    _, height, width = game.planes_shape
    if len(digits) != height * width:
        raise SettingsError(f"a board of {len(digits)} points: this one has {height * width}")
    return np.array([int(digit) for digit in digits], np.int8).reshape(height, width)


def keys_along(states: Sequence[State], actions: Sequence[int]) -> list[tuple[int, int]]:
    """Return the key of each position and the action played in it, as the key's positions call it.

    Args:
        states: of one game, one after the other.
        actions: one fewer; `END` stands with the last position.
    """
    table = _table(states[0].game)
    boards = np.stack([state.board().ravel() for state in states])
    hashes = table.hashes(boards, np.array([state.to_play for state in states]))
    values = hashes.min(0)
    played = np.array([*actions, 0])
    images = np.where(hashes == values, table.actions[:, played], np.iinfo(np.int64).max).min(0)
    images[-1] = END
    return list(zip(values.tolist(), images.tolist(), strict=True))


class _Table:
    """The random numbers of a game, for each way to turn its board."""

    def __init__(self, game: Game) -> None:
        _, height, width = game.planes_shape
        area = height * width
        kind = zlib.crc32(f"{game.name} {height}x{width}".encode())
        # Raw bits of a named generator: the same on every machine, in every version.
        drawn = np.random.PCG64(kind).random_raw(KINDS * area + 2).view(np.int64)
        self._sides = drawn[-2:]
        # A side's image has the sides exchanged too: such a symmetry makes another position of it.
        symmetries = [each for each in game.symmetries() if not each.swaps_players]
        pieces = drawn[:-2].reshape(KINDS, area)
        pieces[0] = 0
        # new = old[points]: what stands at points[i] goes to i.
        places = np.stack([np.argsort(each.points) for each in symmetries])
        self._pieces = pieces[:, places].transpose(1, 0, 2)
        self.actions = np.stack([np.argsort(each.actions) for each in symmetries])

    def hashes(self, boards: NDArray[np.int8], to_play: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return ``[S, N]``, a number for each of N boards, ``[N, H * W]``, turned each way."""
        points = np.arange(boards.shape[1])
        turned = [np.bitwise_xor.reduce(each[boards, points], axis=1) for each in self._pieces]
        return np.stack(turned) ^ self._sides[to_play]


_tables: dict[tuple[str, tuple[int, int, int], int], _Table] = {}


def _table(game: Game) -> _Table:
    kind = (game.name, game.planes_shape, game.num_actions)
    if kind not in _tables:
        _tables[kind] = _Table(game)
    return _tables[kind]
