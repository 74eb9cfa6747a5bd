"""Ratings against the truth: simulated leagues of twelve kinds, and how many intervals hold it.

python benchmarks/leagues.py --leagues 300
"""

import argparse

import numpy as np
from rich.table import Table

from common import announce, console
from tengen.arena.rating import wilson_interval
from tengen.bench.leagues import KINDS, Coverage, cover

BAR = 0.93


def main() -> None:
    """Simulate, print the coverage of each kind and of all together."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--leagues", type=int, default=300, help="how many in all")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    announce(
        f"95 % intervals of ratings hold the truth in at least {BAR:.0%} of simulated leagues",
        seed=options.seed,
    )
    rng = np.random.default_rng(options.seed)
    table = Table("league", "intervals", "with the truth", "one a league", "with the truth")
    total = Coverage()
    for number, kind in enumerate(KINDS):
        share = range(number, options.leagues, len(KINDS))
        found = sum((cover(kind, rng) for _ in share), Coverage())
        table.add_row(str(kind), *_cells(found))
        total += found
    table.add_section()
    table.add_row("all", *_cells(total))
    console.print(table)
    low, high = wilson_interval(total.leagues_holding / total.leagues, total.leagues)
    console.print(f"one interval by lot a league: 95 % of {low:.1%} to {high:.1%}")
    reached = min(total.holding / total.intervals, total.leagues_holding / total.leagues) >= BAR
    console.print(f"at least {BAR:.0%}: {'reached' if reached else 'missed'}")


def _cells(found: Coverage) -> list[str]:
    return [
        f"{found.intervals}",
        f"{found.holding / max(1, found.intervals):.1%}",
        f"{found.leagues}",
        f"{found.leagues_holding / max(1, found.leagues):.1%}",
    ]


if __name__ == "__main__":
    main()
