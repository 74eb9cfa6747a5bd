"""What benchmarks of learning have in common: their options, the training, its curve, the match."""

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from rich.table import Table

BAR = 40
"""Characters of a full bar."""


def make_parser(about: str, *, minutes: float, games: int) -> argparse.ArgumentParser:
    """Return a command line with what all of them ask; `about` is the script's docstring."""
    parser = argparse.ArgumentParser(description=about.splitlines()[0])
    parser.add_argument("--run", type=Path, help="a finished run, instead of training")
    parser.add_argument("--minutes", type=float, default=minutes, help="of training")
    parser.add_argument("--games", type=int, default=games, help="of a match")
    parser.add_argument("--seed", type=int, default=0, help="of training and of the matches")
    parser.add_argument("--workers", type=int, default=2, help="processes of a match")
    return parser


def trained_run(method: str, game: str, size: int, options: argparse.Namespace) -> Path:
    """Return the run that `options` name, or train one as anyone would, by the command."""
    if options.run is not None:
        return Path(options.run)
    run = Path("runs") / f"{method}_{game}{size}_seed{options.seed}"
    arguments = ["train", method, game, "--size", str(size), "--out", str(run)]
    tengen(*arguments, "--minutes", str(options.minutes), "--seed", str(options.seed))
    return run


def play(
    spec: str, opponent: str, game: str, size: int, options: argparse.Namespace
) -> dict[str, Any]:
    """Play a match and return its result."""
    played = tengen(
        *("match", spec, opponent, "--game", game, "--size", str(size)),
        *("--games", str(options.games), "--seed", str(options.seed)),
        *("--workers", str(options.workers), "--json"),
    )
    result: dict[str, Any] = json.loads(played)
    return result


def score_text(result: dict[str, Any]) -> str:
    """Return the score of a match with its interval."""
    low, high = result["interval"]
    return (
        f"score {result['score']:.1%} (95 %: {low:.1%} to {high:.1%}), "
        f"+{result['wins']} ={result['draws']} -{result['losses']}"
    )


def curve_of(run: Path) -> Table:
    """Return Elo against minutes, a row for each match of a run, the bar showing the score."""
    lines = (run / "metrics.jsonl").read_text().splitlines()
    matches = [entry for entry in map(json.loads, lines) if entry["kind"] == "match"]
    opponent = matches[0]["opponent"] if matches else "nobody"
    table = Table(title=f"strength while learning, against {opponent}")
    for heading in ("minutes", "games", "positions", "score", "Elo"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("score, 0 to 100 %", no_wrap=True, min_width=BAR)
    for entry in matches:
        table.add_row(
            f"{entry['minutes']:.1f}",
            f"{entry['games']:,}",
            f"{entry['positions']:,}",
            f"{entry['score']:.0%}",
            _elo(entry),
            "#" * round(BAR * entry["score"]),
        )
    return table


def _elo(entry: dict[str, Any]) -> str:
    if entry["elo"] is None:
        return "all won" if entry["score"] > 0.5 else "all lost"
    return f"{entry['elo']:+.0f}"


def tengen(*arguments: str) -> str:
    """Run a command of Tengen's and return what it prints; its progress goes to the terminal."""
    command = [sys.executable, "-m", "tengen.cli", *arguments]
    done = subprocess.run(command, check=False, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(done.returncode)
    return done.stdout
