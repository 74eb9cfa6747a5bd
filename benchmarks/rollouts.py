"""Pure Monte-Carlo tree search beside OpenSpiel's in C++, in the same run."""

from common import run
from tengen.bench.rollouts import SEED

if __name__ == "__main__":
    run("rollouts", "random playouts on 15x15: at least 10 times open_spiel's MCTSBot", seed=SEED)
