"""The values of all moves of a full board: one forward pass, not one a move."""

from common import run
from tengen.bench.scoring import SEED

if __name__ == "__main__":
    run("scoring", "the values of all moves of an empty board: one forward pass", seed=SEED)
