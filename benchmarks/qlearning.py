"""Q-learning on Go 5x5: what a look at all moves saves, and 20 minutes of learning, then matches.

python benchmarks/qlearning.py                     # trains first
python benchmarks/qlearning.py --run runs/go5      # a run that is finished already
"""

import argparse
import json
import tempfile
from collections.abc import Callable
from pathlib import Path

from common import announce, console, print_rows
from learning_8x8 import curve_of, read_metrics, tengen
from tengen.bench import Row
from tengen.bench.planes import positions
from tengen.bench.timing import rates
from tengen.evaluators.moves import MovesEvaluator
from tengen.games import load
from tengen.games.face import NativeGame
from tengen.networks.blueprint import Blueprint
from tengen.networks.config import NetworkConfig
from tengen.networks.export import export_onnx
from tengen.networks.store import seeded_build
from tengen.search.scorers import AllMovesScorer

BARS = {"random?sensible=1": 0.90, "mcts?playouts=200": 0.55}
SIZES = (5, 9, 19)
SEED = 0


def main() -> None:
    """Measure, train if need be, play the matches, print all of it."""
    options = read_arguments()
    announce("all moves of a position from one look at it", seed=SEED)
    print_rows([cost_of_a_look(size) for size in SIZES])
    announce(
        f"Go 5x5 from nothing in {options.minutes:g} minutes: "
        + ", ".join(f"at least {bar:.0%} against {opponent}" for opponent, bar in BARS.items()),
        seed=options.seed,
    )
    run = options.run or Path("runs") / f"qlearning_go5_seed{options.seed}"
    if options.run is None:
        train(run, options)
    console.print(curve_of(read_metrics(run)))
    for opponent in BARS:
        print_match(run, opponent, options)


def read_arguments() -> argparse.Namespace:
    """Return what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--run", type=Path, help="a finished run, instead of training")
    parser.add_argument("--minutes", type=float, default=20, help="of training")
    parser.add_argument("--games", type=int, default=400, help="of a match")
    parser.add_argument("--seed", type=int, default=SEED, help="of training and of the matches")
    parser.add_argument("--workers", type=int, default=2, help="processes of a match")
    return parser.parse_args()


def cost_of_a_look(size: int) -> Row:
    """Return decisions a core-second of the default net, beside the source's, nets untrained."""
    game = load("go", size=size)
    assert isinstance(game, NativeGame)
    with tempfile.TemporaryDirectory() as folder:
        works = [decide_with(game, kind, Path(folder)) for kind in ("residual", "qlearning")]
        ours, theirs = rates(*works)
    peer = "a board a move"
    return Row("qlearning", f"{size}x{size}", ours, "decisions per core-second", peer, theirs)


def decide_with(game: NativeGame, kind: str, folder: Path) -> Callable[[], int]:
    """Return the work of scoring all moves of one position after the other."""
    blueprint = Blueprint.of(NetworkConfig.model_validate({"kind": kind}), game)
    path = folder / f"{kind}.onnx"
    export_onnx(path, seeded_build(blueprint, SEED), blueprint)
    scorer = AllMovesScorer(MovesEvaluator(path, game))
    states = positions(game, 16)

    def score() -> int:
        for state in states:
            scorer.score([state])
        return len(states)

    return score


def train(run: Path, options: argparse.Namespace) -> None:
    """Train as anyone would, by the command."""
    arguments = ["train", "qlearning", "go", "--size", "5", "--out", str(run)]
    tengen(*arguments, "--minutes", str(options.minutes), "--seed", str(options.seed))


def print_match(run: Path, opponent: str, options: argparse.Namespace) -> None:
    """Play a match of the run's net and print its score."""
    played = tengen(
        *("match", f"qlearning:{run / 'net.onnx'}", opponent, "--game", "go", "--size", "5"),
        *("--games", str(options.games), "--seed", str(options.seed)),
        *("--workers", str(options.workers), "--json"),
    )
    result = json.loads(played)
    low, high = result["interval"]
    console.print(
        f"{opponent}: score {result['score']:.1%} (95 %: {low:.1%} to {high:.1%}), "
        f"+{result['wins']} ={result['draws']} -{result['losses']}"
    )
    console.print(result["command"], soft_wrap=True)


if __name__ == "__main__":
    main()
