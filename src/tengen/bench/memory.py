"""Peak memory of a fresh process that searches one position for a million simulations."""

import json
from importlib.util import find_spec

from tengen.bench.fresh import run_fresh
from tengen.bench.row import Row
from tengen.core import TengenError

CLAIM = "1,000,000 simulations on 15x15: at most 0.5 GiB resident, whatever the priors"
SIZE = 15
SIMULATIONS = 1_000_000
LIMIT_GIB = 0.5
TREE_GIB = 0.45
"""What the search is allowed; the rest of the limit is for Python and its libraries."""

PROBE = f"""
import json, resource, sys
from pathlib import Path
from tengen.bench.search import BATCH, NET_SPREAD, ConstantEvaluator
from tengen.core import Limit
from tengen.games import load
from tengen.search.mcts import SearchSettings, TreeSearch
game = load("gomoku", size={SIZE})
search = TreeSearch(
    game,
    ConstantEvaluator(BATCH, game.num_actions, {{spread}}),
    SearchSettings(),
    batch=BATCH,
    memory=int({TREE_GIB} * 2**30),
)
nodes = search.search(game.initial_state(), Limit(nodes={SIMULATIONS})).nodes
try:
    # What the process began with is not its own: ru_maxrss remembers the one that started it.
    lines = Path("/proc/self/status").read_text().splitlines()
    (peak,) = (1024 * int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
except (OSError, ValueError):
    unit = 1 if sys.platform == "darwin" else 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
print(json.dumps([nodes, peak]))
"""


def measure() -> list[Row]:
    """Return the peak resident memory in GiB, with equal priors and with those like a net's.

    Raises:
        TengenError: when the memory was spent before the simulations were done, or the system
            does not tell how much was used.
    """
    if find_spec("resource") is None:
        raise TengenError("Python does not tell the memory of a process on this system")
    return [_row("1e6", "0.0"), _row("1e6, unequal priors", "NET_SPREAD")]


def _row(case: str, spread: str) -> Row:
    nodes, peak = json.loads(run_fresh(PROBE.replace("{spread}", spread)))
    if nodes < SIMULATIONS:
        raise TengenError(f"only {nodes} of {SIMULATIONS} simulations fit in {TREE_GIB} GiB")
    return Row("memory", case, peak / 2**30, "GiB resident", "limit", LIMIT_GIB)
