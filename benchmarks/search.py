"""Simulations a core-second of one tree whose evaluator costs nothing."""

from common import run

if __name__ == "__main__":
    run("search", "search alone: at least 600,000 on 8x8 and 300,000 on 15x15")
