"""Game files read and replayed, a format each."""

from common import run
from tengen.bench.records import SEED

if __name__ == "__main__":
    run("records", "reading games: at least 5,000 PDN and 1,000 SGF games a core-second", seed=SEED)
