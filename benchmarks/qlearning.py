"""Q-learning on Go 5x5: what a look at all moves saves, and 20 minutes of learning, then matches.

python benchmarks/qlearning.py                     # trains first
python benchmarks/qlearning.py --run runs/go5      # a run that is finished already
"""

import tempfile
from collections.abc import Callable
from pathlib import Path

from common import announce, console, print_rows
from learning import curve_of, make_parser, play, score_text, trained_run
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
SIZE, SIZES = 5, (5, 9, 19)
SEED = 0


def main() -> None:
    """Measure, train if need be, play the matches, print all of it."""
    options = make_parser(__doc__ or "", minutes=20, games=400).parse_args()
    announce("all moves of a position from one look at it", seed=SEED)
    print_rows([cost_of_a_look(size) for size in SIZES])
    announce(
        f"Go 5x5 from nothing in {options.minutes:g} minutes: "
        + ", ".join(f"at least {bar:.0%} against {opponent}" for opponent, bar in BARS.items()),
        seed=options.seed,
    )
    run = trained_run("qlearning", "go", SIZE, options)
    console.print(curve_of(run))
    for opponent in BARS:
        result = play(f"qlearning:{run / 'net.onnx'}", opponent, "go", SIZE, options)
        console.print(f"{opponent}: {score_text(result)}")
        console.print(result["command"], soft_wrap=True)


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


if __name__ == "__main__":
    main()
