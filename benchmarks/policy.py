"""Moves of strong players, learned from their games: how many of held-out games are found.

python benchmarks/policy.py --records games/                # Gomoku 15x15; trains first
python benchmarks/policy.py --records games/ --run runs/p15 # a run that is finished already
python benchmarks/policy.py --game draughts --records games.pdn
python benchmarks/policy.py --game go --records games.tar.gz
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.table import Table

from common import announce, console
from learning import tengen
from policy_games import agreements, whole_moves
from tengen import load
from tengen.agents.policy.accuracy import Findings, by_move, interval_over_games, look, table
from tengen.core import Evaluator, Game
from tengen.core.game import unpack_planes
from tengen.evaluators.onnx import OnnxEvaluator
from tengen.evaluators.symmetric import SymmetricEvaluator
from tengen.records import entries
from tengen.records.dataset import Split, open_dataset


@dataclass(frozen=True, slots=True)
class Subject:
    """A game, and what is looked at in its games."""

    size: int | None
    first: int
    """So many first moves are mostly not the players' choice, or in a book."""
    plies: int = 10_000
    """Positions up to this ply tell the ceiling."""
    bar: float | None = None
    """Top-1 to reach."""


SUBJECTS = {
    "gomoku": Subject(15, first=3, bar=0.45),
    "go": Subject(19, first=10, plies=60),
    "draughts": Subject(None, first=3),
}


def main() -> None:
    """Train if need be; print the ceiling and the accuracy on held-out games."""
    options = read_arguments()
    subject = SUBJECTS[options.game]
    bar = "" if subject.bar is None else f" of at least {subject.bar:.0%}"
    announce(
        f"{options.game}: top-1{bar} on held-out games after {options.minutes:g} minutes",
        seed=options.seed,
    )
    run = options.run or Path("runs") / f"policy_{options.game}_seed{options.seed}"
    if options.run is None:
        train(run, subject, options)
    data = open_dataset(run / "data")
    files = [Path(name) for name in data.card["files"]]
    game = load(options.game, **({} if subject.size is None else {"size": subject.size}))
    evaluator = OnnxEvaluator(run / "net.onnx", game, threads=2)
    console.print(f"the net: {run / 'net.onnx'}, {evaluator.metadata['tengen.steps']} steps")
    for name in ("valid", "train"):
        rows = sample(data.splits[name], options.positions)
        found = judged(evaluator, game, data.splits[name], rows)
        console.print(accuracies(found, files, subject.first, f"positions of the part {name!r}"))
        if name == "valid":
            console.print("\n".join(table(by_move(found))))
    views = sample(data.splits["valid"], options.positions // 8)
    found = judged(SymmetricEvaluator(evaluator, game), game, data.splits["valid"], views)
    title = f"the mean of {len(game.symmetries())} views of each, 'valid'"
    console.print(accuracies(found, files, subject.first, title))
    if game.name == "draughts":  # elsewhere an action is a whole move
        rows = sample(data.splits["valid"], options.positions)
        console.print(whole_moves(evaluator, files, game, data.splits["valid"], rows))
    console.print(agreements(files, game, first=subject.first, plies=subject.plies))


def read_arguments() -> argparse.Namespace:
    """Return what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--game", choices=SUBJECTS, default="gomoku", help="which they are of")
    parser.add_argument("--records", type=Path, nargs="+", required=True, help="game files")
    parser.add_argument("--run", type=Path, help="a finished run, instead of training")
    parser.add_argument("--minutes", type=float, default=25, help="of training")
    parser.add_argument("--preset", default="default", help="of training")
    parser.add_argument("--positions", type=int, default=20_000, help="looked at in each part")
    parser.add_argument("--seed", type=int, default=0, help="of training")
    return parser.parse_args()


def train(run: Path, subject: Subject, options: argparse.Namespace) -> None:
    """Train as anyone would, by the command."""
    arguments = ["train", "policy", options.game, "--out", str(run)]
    arguments += [] if subject.size is None else ["--size", str(subject.size)]
    arguments += ["--minutes", str(options.minutes), "--seed", str(options.seed)]
    for path in options.records:
        arguments += ["--records", str(path)]
    tengen(*arguments, "--preset", options.preset)


def sample(split: Split, count: int) -> NDArray[np.int64]:
    """Return up to `count` rows of a part, all of them if they are no more."""
    return np.sort(np.random.default_rng(0).permutation(len(split))[:count])


def judged(evaluator: Evaluator, game: Game, split: Split, rows: NDArray[np.int64]) -> Findings:
    """Return what the net that is played says; it is not told which moves are legal."""

    def judge(planes: NDArray[np.int8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        legal = np.ones((len(planes), game.num_actions), np.bool_)
        return evaluator.evaluate(unpack_planes(planes), legal)

    return look(judge, split, rows)


def accuracies(found: Findings, files: list[Path], first: int, title: str) -> Table:
    """Return a row for each file, for moves after the `first`, and for who won and who lost."""
    shown = Table(title=title)
    for heading in ("", "games", "positions", "top-1", "95 % over games", "top-5", "loss"):
        shown.add_column(heading, justify="right", no_wrap=True)
    parts = {"all": np.full(len(found), fill_value=True)}
    bounds = [0, *accumulate(count_games(path) for path in files)]
    for path, (begin, end) in zip(files, pairwise(bounds), strict=True):
        parts[path.name] = (found.games >= begin) & (found.games < end)
    parts[f"after {first} moves"] = found.plies >= first
    parts["by who won"] = found.results > 0
    parts["by who lost"] = found.results < 0
    for name, chosen in parts.items():
        if chosen.any():
            shown.add_row(name, *cells(found[chosen]))
    return shown


def count_games(path: Path) -> int:
    """Return how many games a file has, faulty ones included, as data sets number them."""
    return sum(entry.number > 0 for entry in entries(path))


def cells(found: Findings) -> Iterator[str]:
    """Yield games, positions, top-1 with its interval, top-5 and the loss."""
    low, high = interval_over_games(found.ranks < 1, found.games)
    yield f"{len(np.unique(found.games)):,}"
    yield f"{len(found):,}"
    yield f"{(found.ranks < 1).mean():.1%}"
    yield f"{low:.1%} to {high:.1%}"
    yield f"{(found.ranks < 5).mean():.1%}"
    yield f"{found.losses.mean():.3f}"


if __name__ == "__main__":
    main()
