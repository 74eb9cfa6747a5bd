"""Lines of play counted by pydraughts, a rulebook by somebody else, from positions with kings."""

import numpy as np
import pytest
from draughts.core.game import Game as Oracle

import tengen
from tengen.games.draughts.game import Draughts
from tengen.games.draughts.notation import Setup, format_fen

from .positions import random_position

POSITIONS = 1000
SHARDS = 20  # so that the positions are spread over the cores
QUICK_POSITIONS = 4
DEPTH = 4
MOST_PLIES = 200


@pytest.mark.long
def test_counts_agree() -> None:
    """From positions with kings, each depth to 4 has as many lines here as there."""
    _compare(QUICK_POSITIONS, np.random.default_rng(7))


@pytest.mark.long
@pytest.mark.parametrize("shard", range(SHARDS))
def test_counts_agree_from_a_thousand_positions(shard: int) -> None:
    """What a few positions show holds for 1,000."""
    _compare(POSITIONS // SHARDS, np.random.default_rng([7, shard]))


def _compare(positions: int, rng: np.random.Generator) -> None:
    for number in range(positions):
        position = _strewn(rng) if number % 2 else _from_a_game(rng)
        fen = format_fen(position)
        native = tengen.load("draughts", position=fen).initial_state().native  # type: ignore[attr-defined]
        ours = [native.perft(depth) for depth in range(1, DEPTH + 1)]
        theirs = [_perft(fen, depth, {}) for depth in range(1, DEPTH + 1)]
        assert ours == theirs, fen


def _strewn(rng: np.random.Generator) -> Setup:
    """Return pieces anywhere on the board, a king among them."""
    while not (position := random_position(rng)).kings:
        pass
    return position


def _from_a_game(rng: np.random.Generator) -> Setup:
    """Return a position with kings that a random game came to."""
    game = tengen.load("draughts")
    assert isinstance(game, Draughts)
    with_kings: list[Setup] = []
    while not with_kings:
        state = game.initial_state()
        while state.outcome() is None and state.ply < MOST_PLIES:
            if state.native.kings and state.native.capturing_square < 0:
                with_kings.append(game.position_of(state))
            state = state.apply(int(rng.choice(state.legal_actions())))
    return with_kings[int(rng.integers(len(with_kings)))]


def _perft(fen: str, depth: int, known: dict[tuple[str, int], int]) -> int:
    """Return how many lines of `depth` whole moves pydraughts sees; it knows two kinds of FEN."""
    if (fen, depth) not in known:
        known[fen, depth] = _count(Oracle("english", fen), depth, known)
    return known[fen, depth]


def _count(game: Oracle, depth: int, known: dict[tuple[str, int], int]) -> int:
    moves, _ = game.legal_moves()
    if depth == 1:
        return len(moves)
    fen, lines = game.get_fen(), 0
    for move in moves:
        after, _ = Oracle("english", fen).push(move)
        lines += _perft(after.get_fen(), depth - 1, known)
    return lines
