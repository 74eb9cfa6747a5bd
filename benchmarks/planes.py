"""What nets see, written for a batch, beside the time to fill the same memory."""

from common import run
from tengen.bench.planes import SEED

if __name__ == "__main__":
    run("planes", "planes of a batch of 256 positions: at most 2 microseconds each", seed=SEED)
