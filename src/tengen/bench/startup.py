"""How long a fresh Python takes to its first move by a net that ships."""

import time
from statistics import median

from tengen.bench.fresh import run_fresh
from tengen.bench.row import Row

CLAIM = "import tengen and the first move of a shipped net: at most 1 s"
RUNS = 5
LIMIT_SECONDS = 1.0
FIRST_MOVE = """
import tengen
from tengen.agents import load_agent
game = tengen.load("gomoku", size=15)
agent = load_agent("alphazero", game)
print(game.format_move(agent.decide(game.initial_state()).action))
"""


def measure() -> list[Row]:
    """Return the wall seconds of a whole process that imports Tengen and makes one move."""
    run_fresh(FIRST_MOVE)  # reads the files into the system's cache
    seconds = median(_wall_seconds() for _ in range(RUNS))
    return [Row("startup", "first_move", seconds, "seconds", "limit", LIMIT_SECONDS)]


def _wall_seconds() -> float:
    started = time.perf_counter()
    run_fresh(FIRST_MOVE)
    return time.perf_counter() - started
