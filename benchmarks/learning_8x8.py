"""Learning Gomoku 8x8 from nothing for 30 minutes on two cores, then a match.

python benchmarks/learning_8x8.py                    # trains first
python benchmarks/learning_8x8.py --run runs/g8      # a run that is finished already
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from rich.table import Table

from common import announce, console

OPPONENT = "mcts?playouts=3000"
GAMES = 100
BAR = 40


def main() -> None:
    """Train if need be, play the match, print the curve and the score."""
    options = read_arguments()
    announce(
        f"8x8 from nothing in {options.minutes:g} minutes: at least 95 % against {OPPONENT}",
        seed=options.seed,
    )
    run = options.run or Path("runs") / f"learning_8x8_seed{options.seed}"
    if options.run is None:
        train(run, options)
    report(run, options)


def read_arguments() -> argparse.Namespace:
    """Return what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--run", type=Path, help="a finished run, instead of training")
    parser.add_argument("--minutes", type=float, default=30, help="of training")
    parser.add_argument("--visits", type=int, default=400, help="of the net, a move")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seed", type=int, default=0, help="of training and of the match")
    parser.add_argument("--workers", type=int, default=2, help="processes of the match")
    return parser.parse_args()


def train(run: Path, options: argparse.Namespace) -> None:
    """Train as anyone would, by the command."""
    arguments = ["train", "alphazero", "gomoku", "--size", "8", "--out", str(run)]
    tengen(*arguments, "--minutes", str(options.minutes), "--seed", str(options.seed))


def report(run: Path, options: argparse.Namespace) -> None:
    """Print the curve of the run and the match of its net."""
    console.print(curve_of(read_metrics(run)))
    player = f"alphazero:{run / 'net.onnx'}?visits={options.visits}"
    match = ["match", player, OPPONENT, "--game", "gomoku", "--size", "8"]
    played = tengen(
        *match,
        *("--games", str(options.games), "--seed", str(options.seed)),
        *("--workers", str(options.workers), "--json"),
    )
    result = json.loads(played)
    low, high = result["interval"]
    console.print(
        f"score {result['score']:.1%} (95 %: {low:.1%} to {high:.1%}), "
        f"+{result['wins']} ={result['draws']} -{result['losses']}, "
        f"{1000 * result['seconds_per_move']['a']['wall']:.0f} ms a move "
        f"against {1000 * result['seconds_per_move']['b']['wall']:.0f}"
    )
    console.print(result["command"], soft_wrap=True)


def read_metrics(run: Path) -> list[dict[str, Any]]:
    """Return the matches of a run, as it logged them."""
    lines = (run / "metrics.jsonl").read_text().splitlines()
    return [entry for entry in map(json.loads, lines) if entry["kind"] == "match"]


def curve_of(matches: list[dict[str, Any]]) -> Table:
    """Return Elo against minutes, a row a match, the bar showing the score."""
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


if __name__ == "__main__":
    main()
