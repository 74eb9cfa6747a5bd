"""Random games of Go beside OpenSpiel's in C++, in the same run."""

from common import run
from tengen.bench.playouts import SEED

if __name__ == "__main__":
    run(
        "playouts",
        "random games of Go: at least 70,000 on 9x9 and 16,000 on 19x19, 10 times open_spiel's MCTSBot",
        seed=SEED,
    )
