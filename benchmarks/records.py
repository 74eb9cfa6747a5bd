"""Game files read and replayed, a format each."""

from tengen.bench.records import SEED

from common import run

if __name__ == "__main__":
    run("records", "reading games: at least 5,000 PDN and 1,000 SGF games a core-second", seed=SEED)
