"""Endgame tables of draughts: a probe within a microsecond, four pieces built within two minutes."""

from common import run
from tengen.bench.tables import SEED

if __name__ == "__main__":
    run("tables", "the time of a probe of random positions, and of building the tables", seed=SEED)
