"""A tournament of 1,000 games, killed at 20 random moments: what it loses and repeats."""

from common import run
from tengen.bench.arena import SEED

if __name__ == "__main__":
    run("arena", "no finished game is lost and none repeated in 20 times kill -9", seed=SEED)
