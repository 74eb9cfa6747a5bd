"""Who wins k in a row on small boards, proved: positions looked at, processor seconds, memory.

Known values: Uiterwijk and van den Herik, "The advantage of the initiative" (Information Sciences
122, 2000); for five in a row on 7x7 Hsu, Ko, Chen, Wei, Hsueh and Wu, "On solving the 7,7,5-game
and the 8,8,5-game" (Theoretical Computer Science 815, 2020), who took 2.5 seconds for it.

    python benchmarks/proof.py --seconds 600
"""

import argparse
import time

from tengen.core import Limit
from tengen.games import load
from tengen.search.mcts import MIB
from tengen.search.proof import Prover

BOARDS = [
    (3, 3, 0), (4, 3, 1), (4, 4, 0), (5, 4, 0), (5, 5, 0), (6, 4, 1), (6, 5, 0), (6, 6, 0),
    (7, 4, 1), (7, 5, 0), (7, 6, 0),
]  # fmt: skip
"""Size, row, and the known value for who begins."""
VALUES = {1: "first player wins", 0: "draw", -1: "second player wins", None: "not proved"}


def main() -> None:
    """Print a row of a table for each board."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600, help="bound on each proof")
    parser.add_argument("--memory", type=int, default=1024, help="of the tables, in MiB")
    arguments = parser.parse_args()
    print("| board | row | proved | known | positions | CPU seconds |\n|---|---|---|---|---|---|")
    for size, win_length, known in BOARDS:
        state = load("gomoku", size=size, win_length=win_length).initial_state()
        started = time.process_time()
        prover = Prover(state.game, memory=arguments.memory * MIB)
        proof = prover.prove(state, Limit(seconds=arguments.seconds))
        spent = time.process_time() - started
        print(
            f"| {size}x{size} | {win_length} | {VALUES[proof.value]} | {VALUES[known]} "
            f"| {proof.nodes:,} | {spent:.2f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
