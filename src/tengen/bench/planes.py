"""What a net sees, for a batch of positions, beside the time to fill the same memory."""

from itertools import islice

import numpy as np

from tengen.bench.row import Row
from tengen.bench.timing import rates
from tengen.games import load, names
from tengen.games.face import NativeGame, NativeState

CLAIM = "planes of a batch of 256 positions: at most 2 microseconds each"
BATCH = 256
SEED = 0


def measure() -> list[Row]:
    """Return microseconds a position, for each game at its usual size."""
    return [_measure(name) for name in names()]


def _measure(name: str) -> Row:
    game = load(name)
    assert isinstance(game, NativeGame)
    states = positions(game, BATCH)
    out = np.empty((BATCH, *game.planes_shape), np.float32)

    def write() -> int:
        game.batch_planes(states, out)
        return BATCH

    def fill() -> int:
        out.fill(0)
        return BATCH

    ours, memory = rates(write, fill)
    return Row(
        "planes", name, 1e6 / ours, "microseconds per position", "filling the memory", 1e6 / memory
    )


def positions(game: NativeGame, count: int) -> list[NativeState]:
    """Return positions evenly from all parts of random games."""
    rng = np.random.default_rng(SEED)
    seen: list[NativeState] = []
    while len(seen) < 4 * count:
        state = game.initial_state()
        while state.outcome() is None:
            seen.append(state)
            state = state.apply(int(rng.choice(state.sensible_actions())))
    return list(islice(seen, 0, None, len(seen) // count))[:count]
