"""How often a net finds the move that was played."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import NotRequired, TypedDict, cast

import numpy as np
from numpy.typing import NDArray

from tengen.records.dataset import Split

Judge = Callable[[NDArray[np.int8]], tuple[NDArray[np.float32], NDArray[np.float32]]]
"""Answers logits ``[B, A]`` and values ``[B]`` about packed planes ``[B, C, H, W]``."""

BATCH = 512
"""Positions judged at once."""
STARTS = (0, 10, 20, 30, 40, 50, 60, 80, 100, 150, 200, 300)
"""Plies at which a row of the table of move numbers begins."""
PLACES = {"first": 1, "second": 2, "to_5th": 5, "to_10th": 10}
"""Where the move played may stand in the net's own order, up to and with this place."""


@dataclass(frozen=True, slots=True)
class Findings:
    """How a net saw each of N moves that were played."""

    ranks: NDArray[np.int32]
    """``[N]``: how many other moves it found likelier."""
    losses: NDArray[np.float32]
    """``[N]``: minus the logarithm of the chance it gave the move, not smoothed."""
    values: NDArray[np.float32]
    """``[N]``: the result it expected for the mover."""
    results: NDArray[np.float32]
    """``[N]``: the result; NaN where it is not known."""
    games: NDArray[np.int32]
    """``[N]``: the game the position is from."""
    plies: NDArray[np.int32]
    """``[N]``: actions before it."""

    def __len__(self) -> int:
        return len(self.ranks)

    def __getitem__(self, chosen: NDArray[np.generic]) -> "Findings":
        """Return those of some moves."""
        return Findings(*(getattr(self, field.name)[chosen] for field in fields(self)))


def look(judge: Judge, split: Split, rows: NDArray[np.int64]) -> Findings:
    """Return what a net says of the positions ``[N]`` of a data set, at least one."""
    parts = [
        _look_at(judge, split, rows[begin : begin + BATCH]) for begin in range(0, len(rows), BATCH)
    ]
    ranks, losses, values = (np.concatenate(part) for part in zip(*parts, strict=True))
    results, games, plies = split.results[rows], split.games[rows], split.plies[rows]
    return Findings(ranks, losses, values, results, games, plies)


def _look_at(
    judge: Judge, split: Split, rows: NDArray[np.int64]
) -> tuple[NDArray[np.int32], NDArray[np.float32], NDArray[np.float32]]:
    logits, values = judge(split.packed_planes(rows))
    moves = np.asarray(split.moves[rows])[:, None].astype(np.int64)
    played = np.take_along_axis(logits, moves, 1)
    # Of moves found alike the first is played.
    is_before = (logits > played) | ((logits == played) & (np.arange(logits.shape[1]) < moves))
    ranks = is_before.sum(1, dtype=np.int32)
    above = logits.max(1, keepdims=True)
    losses = np.log(np.exp(logits - above).sum(1)) - (played - above)[:, 0]
    return ranks, losses.astype(np.float32), values


class Accuracy(TypedDict):
    """How well a net saw the moves that were played."""

    top1: float
    top5: float
    held_out_loss: float
    held_out_value_error: NotRequired[float]
    """Where results are known and the net has values."""


class Places(TypedDict):
    """Where the moves played stood in the net's own order: shares, 1 together."""

    first: float
    second: float
    to_5th: float
    to_10th: float
    beyond: float


class Stage(Accuracy, Places):
    """A stage of the game, such as the moves ``11-20``."""

    moves: str
    positions: int


class Figures(Accuracy):
    """What a metrics line needs."""

    held_out_positions: int
    by_move: list[Stage]


def figures(findings: Findings) -> Figures:
    """Return what a metrics line needs: accuracy, loss, and the same by the number of the move."""
    return {
        **_row(findings),
        "held_out_positions": len(findings),
        "by_move": by_move(findings),
    }


def _row(findings: Findings) -> Accuracy:
    row: Accuracy = {
        "top1": round(float((findings.ranks < 1).mean()), 4),
        "top5": round(float((findings.ranks < 5).mean()), 4),
        "held_out_loss": round(float(findings.losses.mean(dtype=np.float64)), 4),
    }
    known = ~np.isnan(findings.results)
    if known.any() and findings.values.any():
        errors = (findings.values[known] - findings.results[known]) ** 2
        row["held_out_value_error"] = round(float(errors.mean(dtype=np.float64)), 4)
    return row


def by_move(findings: Findings) -> list[Stage]:
    """Return a row for each stage of the game: where the net saw the move that was played.

    ``first``, ``second``, ``to_5th`` (third to fifth), ``to_10th`` and ``beyond`` add up to 1.
    """
    rows: list[Stage] = []
    stage = np.searchsorted(STARTS, findings.plies, side="right")
    for number, (begin, end) in enumerate(zip(STARTS, (*STARTS[1:], ""), strict=True), 1):
        some = findings[stage == number]
        if len(some):
            moves = f"{begin + 1}-{end}"
            rows.append(
                {"moves": moves, "positions": len(some), **_row(some), **_places(some.ranks)}
            )
    return rows


def _places(ranks: NDArray[np.int32]) -> Places:
    shares, before = dict[str, float](), 0.0
    for name, bound in PLACES.items():
        upto = float((ranks < bound).mean())
        shares[name] = round(upto - before, 4)
        before = upto
    return cast("Places", shares | {"beyond": round(1 - before, 4)})


def interval_over_games(hits: NDArray[np.bool_], games: NDArray[np.int32]) -> tuple[float, float]:
    """Return the 95 % interval of a share of positions; those of one game go together.

    `hits` and `games` are ``[N]``. The ratio estimator of cluster sampling (Cochran 1977, chapter 2).
    """
    _, at = np.unique(games, return_inverse=True)
    found, sizes = np.bincount(at, hits), np.bincount(at)
    share, number = hits.mean(), len(sizes)
    if number < 2:
        return 0.0, 1.0
    spread = ((found - share * sizes) ** 2).sum() * number / (number - 1)
    width = 1.959963984540054 * float(np.sqrt(spread)) / len(hits)
    return max(0.0, float(share) - width), min(1.0, float(share) + width)


def table(rows: list[Stage]) -> list[str]:
    """Return the rows of `by_move` as lines for people."""
    head = ("moves", "positions", "top-1", "top-5", "2nd", "3rd-5th", "6th-10th", "beyond", "loss")
    lines = [("{:>10}" * len(head)).format(*head)]
    for row in rows:
        places = (row["second"], row["to_5th"], row["to_10th"], row["beyond"])
        shares = "".join(f"{100 * share:9.1f}%" for share in (row["top1"], row["top5"], *places))
        lines.append(
            f"{row['moves']:>10}{row['positions']:10d}{shares}{row['held_out_loss']:10.3f}"
        )
    return lines
