"""Moves of strong Gomoku engines, learned from their games: how many of held-out games are found.

python benchmarks/policy.py --records games/                # trains first
python benchmarks/policy.py --records games/ --run runs/p15 # a run that is finished already
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import accumulate, pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.table import Table

from common import announce, console
from learning import tengen
from tengen import load
from tengen.agents.policy.accuracy import Findings, by_move, interval_over_games, look, table
from tengen.core import Evaluator, Game, Record
from tengen.core.game import unpack_planes
from tengen.evaluators.onnx import OnnxEvaluator
from tengen.evaluators.symmetric import SymmetricEvaluator
from tengen.records import Fault, entries, read
from tengen.records.dataset import Split, open_dataset

SIZE = 15
FIRST_MOVES = 3
"""So many first moves are mostly not the players' choice, but set for variety."""


def main() -> None:
    """Train if need be; print the ceiling and the accuracy on held-out games."""
    options = read_arguments()
    announce(
        f"top-1 of at least 45 % on held-out games after {options.minutes:g} minutes",
        seed=options.seed,
    )
    run = options.run or Path("runs") / f"policy_seed{options.seed}"
    if options.run is None:
        train(run, options)
    data = open_dataset(run / "data")
    files = [Path(name) for name in data.card["files"]]
    game = load("gomoku", size=SIZE)
    evaluator = OnnxEvaluator(run / "net.onnx", game, threads=2)
    console.print(f"the net: {run / 'net.onnx'}, {evaluator.metadata['tengen.steps']} steps")
    for name in ("valid", "train"):
        rows = sample(data.splits[name], options.positions)
        found = judged(evaluator, data.splits[name], rows)
        console.print(accuracies(found, files, f"positions of the part {name!r}"))
        if name == "valid":
            console.print("\n".join(table(by_move(found))))
    views = sample(data.splits["valid"], options.positions // 8)
    found = judged(SymmetricEvaluator(evaluator, game), data.splits["valid"], views)
    console.print(accuracies(found, files, "the mean of eight views of each, 'valid'"))
    console.print(agreements(files, game))


def read_arguments() -> argparse.Namespace:
    """Return what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--records", type=Path, nargs="+", required=True, help="game files")
    parser.add_argument("--run", type=Path, help="a finished run, instead of training")
    parser.add_argument("--minutes", type=float, default=25, help="of training")
    parser.add_argument("--preset", default="default", help="of training")
    parser.add_argument("--positions", type=int, default=20_000, help="looked at in each part")
    parser.add_argument("--seed", type=int, default=0, help="of training")
    return parser.parse_args()


def train(run: Path, options: argparse.Namespace) -> None:
    """Train as anyone would, by the command."""
    arguments = ["train", "policy", "gomoku", "--size", str(SIZE), "--out", str(run)]
    arguments += ["--minutes", str(options.minutes), "--seed", str(options.seed)]
    for path in options.records:
        arguments += ["--records", str(path)]
    tengen(*arguments, "--preset", options.preset)


def sample(split: Split, count: int) -> NDArray[np.int64]:
    """Return up to `count` rows of a part, all of them if they are no more."""
    return np.sort(np.random.default_rng(0).permutation(len(split))[:count])


def judged(evaluator: Evaluator, split: Split, rows: NDArray[np.int64]) -> Findings:
    """Return what the net that is played says; it is not told which moves are legal."""

    def judge(planes: NDArray[np.int8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        legal = np.ones((len(planes), SIZE**2), np.bool_)
        return evaluator.evaluate(unpack_planes(planes), legal)

    return look(judge, split, rows)


def accuracies(found: Findings, files: list[Path], title: str) -> Table:
    """Return a row for each file, for later moves, and for the sides that won and lost."""
    shown = Table(title=title)
    for heading in ("", "games", "positions", "top-1", "95 % over games", "top-5", "loss"):
        shown.add_column(heading, justify="right", no_wrap=True)
    parts = {"all": np.full(len(found), fill_value=True)}
    bounds = [0, *accumulate(count_games(path) for path in files)]
    for path, (begin, end) in zip(files, pairwise(bounds), strict=True):
        parts[path.name] = (found.games >= begin) & (found.games < end)
    parts[f"after {FIRST_MOVES} moves"] = found.plies >= FIRST_MOVES
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


def agreements(files: Iterable[Path], game: Game) -> Table:
    """Return how often two games that reach one position go on alike: no net can know more."""
    shown = Table(title="the ceiling: two games in one position play the same move")
    for heading in ("", "moves", "positions met again", "same player", "any player"):
        shown.add_column(heading, justify="right", no_wrap=True)
    for path in files:
        moves = moves_in_positions(path, game)
        for name, plies in (
            (f"first {FIRST_MOVES}", range(FIRST_MOVES)),
            ("later", range(FIRST_MOVES, SIZE**2)),
        ):
            any_player = [Counter(m for _, m in at[1]) for at in moves.values() if at[0] in plies]
            same = [c for at in moves.values() if at[0] in plies for c in by_player(at[1])]
            again = sum(c.total() > 1 for c in any_player)
            shown.add_row(path.name, name, f"{again:,}", agreement(same), agreement(any_player))
    return shown


def moves_in_positions(path: Path, game: Game) -> dict[bytes, tuple[int, list[tuple[str, int]]]]:
    """Return by position, its images taken as one: the ply, and who played what in it."""
    images = np.stack([symmetry.points for symmetry in game.symmetries()])
    places = np.argsort(images, axis=1)
    found: dict[bytes, tuple[int, list[tuple[str, int]]]] = {}
    lists: dict[bytes, list[tuple[str, int]]] = defaultdict(list)
    for record in read(path):
        if isinstance(record, Fault):
            continue
        for ply, (stones, action) in enumerate(positions(record)):
            seen = [stones[image].tobytes() for image in images]
            key = min(seen)
            move = min(int(places[i, action]) for i, image in enumerate(seen) if image == key)
            lists[key].append((record.players[ply % 2], move))
            found[key] = ply, lists[key]
    return found


def positions(record: Record) -> Iterator[tuple[NDArray[np.int8], int]]:
    """Yield the stones before each move, and the move."""
    stones = np.zeros(SIZE**2, np.int8)
    for ply, move in enumerate(record.moves):
        yield stones, move.action
        stones[move.action] = 1 + ply % 2


def by_player(played: list[tuple[str, int]]) -> Iterator[Counter[int]]:
    """Yield how often each move was played, player by player."""
    for player in {name for name, _ in played}:
        yield Counter(move for name, move in played if name == player)


def agreement(counters: list[Counter[int]]) -> str:
    """Return the chance that two games agree, the mean over positions met more than once."""
    chances = [
        sum(n * (n - 1) for n in counter.values()) / (counter.total() * (counter.total() - 1))
        for counter in counters
        if counter.total() > 1
    ]
    return f"{np.mean(chances):.1%}" if chances else "-"


if __name__ == "__main__":
    main()
