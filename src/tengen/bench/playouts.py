"""Random games of Go from the empty board, beside OpenSpiel's in C++."""

from tengen.bench import open_spiel
from tengen.bench.row import Row
from tengen.bench.timing import Work, rates
from tengen.games import load
from tengen.games.face import NativeGame

CLAIM = (
    "random games of Go: at least 70,000 on 9x9 and 16,000 on 19x19, 10 times open_spiel's MCTSBot"
)
SIZES = (9, 19)
PLAYOUTS = 2_000
PEER_SIMULATIONS = {9: 1_000, 19: 100}
SEED = 0


def measure() -> list[Row]:
    """Return playouts a core-second: uniform moves, own eyes not filled, simple ko inside."""
    return [_measure(size) for size in SIZES]


def _measure(size: int) -> Row:
    works = [_ours(size)]
    peer = open_spiel.rollouts("go", {"board_size": size}, PEER_SIMULATIONS[size], SEED)
    if peer:
        works.append(peer)
    measured = rates(*works)
    return Row(
        "playouts",
        f"{size}x{size}",
        measured[0],
        "playouts per core-second",
        open_spiel.NAME if peer else None,
        measured[1] if peer else None,
    )


def _ours(size: int) -> Work:
    game = load("go", size=size)
    assert isinstance(game, NativeGame)
    start = game.initial_state().native

    def play() -> int:
        return sum(start.playouts(PLAYOUTS, SEED))

    return play
