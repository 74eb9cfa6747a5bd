"""DQN on Gomoku 8x8: 20 minutes of learning from nothing, then matches, with a search and without.

python benchmarks/dqn.py                     # trains first
python benchmarks/dqn.py --run runs/dqn8     # a run that is finished already
"""

import argparse
import json
from pathlib import Path

from common import announce, console
from learning_8x8 import curve_of, read_metrics, tengen

BARS = {"robot?level=2": 0.90, "mcts?playouts=1000": 0.60}
WAYS = {"as it plays unless told otherwise": "", "without a search": "?visits=1"}
SEED = 0


def main() -> None:
    """Train if need be, play the matches, print all of it."""
    options = read_arguments()
    announce(
        f"DQN on Gomoku 8x8 from nothing in {options.minutes:g} minutes: "
        + ", ".join(f"at least {bar:.0%} against {opponent}" for opponent, bar in BARS.items()),
        seed=options.seed,
    )
    run = options.run or Path("runs") / f"dqn_8x8_seed{options.seed}"
    if options.run is None:
        arguments = ["train", "dqn", "gomoku", "--size", "8", "--out", str(run)]
        tengen(*arguments, "--minutes", str(options.minutes), "--seed", str(options.seed))
    console.print(curve_of(read_metrics(run)))
    for opponent in BARS:
        for words, query in WAYS.items():
            print_match(f"dqn:{run / 'net.onnx'}{query}", opponent, words, options)


def read_arguments() -> argparse.Namespace:
    """Return what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--run", type=Path, help="a finished run, instead of training")
    parser.add_argument("--minutes", type=float, default=20, help="of training")
    parser.add_argument("--games", type=int, default=400, help="of a match")
    parser.add_argument("--seed", type=int, default=SEED, help="of training and of the matches")
    parser.add_argument("--workers", type=int, default=2, help="processes of a match")
    return parser.parse_args()


def print_match(spec: str, opponent: str, words: str, options: argparse.Namespace) -> None:
    """Play a match and print its score."""
    played = tengen(
        *("match", spec, opponent, "--game", "gomoku", "--size", "8"),
        *("--games", str(options.games), "--seed", str(options.seed)),
        *("--workers", str(options.workers), "--json"),
    )
    result = json.loads(played)
    low, high = result["interval"]
    console.print(
        f"{opponent}, {words}: score {result['score']:.1%} (95 %: {low:.1%} to {high:.1%}), "
        f"+{result['wins']} ={result['draws']} -{result['losses']}"
    )
    console.print(result["command"], soft_wrap=True)


if __name__ == "__main__":
    main()
