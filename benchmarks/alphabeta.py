"""Positions a core-second of alpha-beta with a dense net and with weighted metrics as judge."""

from common import run

if __name__ == "__main__":
    run("alphabeta", "alpha-beta in draughts and Gomoku 15x15", seed=1)
