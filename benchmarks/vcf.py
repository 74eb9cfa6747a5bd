"""Wins by fours: 1,163 public positions of renju, each solved and held against every defence."""

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.table import Table

from common import announce, console
from tengen.cli.shared.given import read_puzzle
from tengen.games import load
from tengen.games.gomoku.replay import find_hole
from tengen.games.gomoku.threats import find_shortest_win_by_fours, find_win_by_fours

DATA = Path(os.environ.get("TENGEN_DATA", Path(__file__).parents[2] / "shared" / "data"))
SECONDS = 1.0


@dataclass(frozen=True)
class Solved:
    """One position."""

    seconds: float
    nodes: int
    plies: int
    """0 where no win was found."""
    plies_shortest: int
    """0 where it is not certain."""
    is_proven: bool
    plies_known: int
    """Of the line that is noted with the position."""


def main() -> None:
    """Solve all positions and print how many, how fast, how long the lines are."""
    announce("Wins by fours: found within 1 s a position, proven by the rules alone")
    file = DATA / "gomoku" / "vcf_renju.jsonl"
    if not file.is_file():
        console.print(f"no positions at {file}; set TENGEN_DATA to the folder that holds them")
        return
    print_table([solve(line) for line in file.read_text("utf-8").splitlines()])


def solve(line: str) -> Solved:
    """Solve a position and try every defence against the win."""
    puzzle = json.loads(line)
    state = load("gomoku", rule="renju", position=read_puzzle(puzzle, 15)).initial_state()
    found = find_win_by_fours(state, SECONDS)
    shortest = find_shortest_win_by_fours(state, SECONDS)
    proofs = [finding.proof for finding in (found, shortest) if finding.proof is not None]
    return Solved(
        seconds=found.seconds,
        nodes=found.nodes,
        plies=len(found.line),
        plies_shortest=len(shortest.line) if shortest.is_shortest else 0,
        is_proven=all(find_hole(state, proof) is None for proof in proofs),
        plies_known=puzzle["mate_plies"],
    )


def print_table(solved: Sequence[Solved]) -> None:
    """Print what was reached."""
    won = [each for each in solved if each.plies and each.seconds <= SECONDS]
    certain = [each for each in solved if each.plies_shortest]
    times = 1000 * np.array([each.seconds for each in solved])
    table = Table("measure", "figure")
    table.add_row("positions", f"{len(solved):,}")
    table.add_row(f"solved within {SECONDS:g} s", f"{len(won):,}, {len(won) / len(solved):.1%}")
    table.add_row("wins with a defence that escapes", str(sum(not s.is_proven for s in solved)))
    table.add_row("ms a position: median", f"{np.median(times):.3f}")
    table.add_row("ms a position: 99th of 100", f"{np.quantile(times, 0.99):.1f}")
    table.add_row("ms a position: most", f"{times.max():.1f}")
    table.add_row("positions looked at, all", f"{sum(each.nodes for each in solved):,}")
    table.add_row("shortest win certain within 1 s", f"{len(certain):,}")
    for words, sign in (("shorter than", -1), ("as long as", 0), ("longer than", 1)):
        count = sum(np.sign(s.plies_shortest - s.plies_known) == sign for s in certain)
        table.add_row(f"of these {words} the line noted", f"{count:,}")
    console.print(table)


if __name__ == "__main__":
    main()
