"""Peak memory of a fresh process that does a million simulations."""

from common import run

if __name__ == "__main__":
    run("memory", "1,000,000 simulations on 15x15: at most 1.5 GiB resident")
