"""``tengen perft``: counts the lines of play from a position, the proof of the rules."""

import json
import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated

import typer

from tengen.cli.shared.options import AsJson, Changes, Rule, Size, load_game

DEEPEST = 30


@dataclass(frozen=True, slots=True)
class Count:
    """The lines of one length."""

    depth: int
    leaves: int
    seconds: float
    """CPU seconds."""


def perft(
    game: Annotated[str, typer.Argument(help="The game.", metavar="GAME")] = "draughts",
    fen: Annotated[
        str, typer.Option("--fen", "--position", help="Where to start; else the usual start.")
    ] = "",
    depth: Annotated[
        int, typer.Option(min=1, max=DEEPEST, help="The longest lines, in moves.")
    ] = 6,
    size: Size = None,
    rule: Rule = None,
    changes: Changes = None,
    as_json: AsJson = False,
) -> None:
    """Count the lines of play of each length.

    In draughts a line is a sequence of whole moves, and draw rules do not end it, as in the
    published counts; in other games it is a sequence of actions.

    [bold]Example[/bold]: tengen perft draughts --fen B:WK12,K27,30,32:B21,K24,28,K31 --depth 10
    """
    position = [f"position={fen}"] if fen else []
    loaded = load_game(game, size, rule, [*position, *(changes or ())])
    start = loaded.initial_state()
    with _interruptible():
        counts = (count(start, moves) for moves in range(1, depth + 1))
        if as_json:
            print(json.dumps(_to_json(game, dict(loaded.settings), list(counts))))
        else:
            _print_table(counts)


def count(state: object, depth: int) -> Count:
    """Return the lines of `depth` moves from a position of a game with native rules."""
    from tengen.games.face import NativeState

    assert isinstance(state, NativeState)
    before = time.process_time()
    leaves = state.native.perft(depth)
    return Count(depth, leaves, time.process_time() - before)


@contextmanager
def _interruptible() -> Iterator[None]:
    """Let Ctrl-C end the process at once: native counting does not look for it."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _rate(count: Count) -> float | None:
    return count.leaves / count.seconds if count.seconds > 0 else None


def _to_json(game: str, settings: dict[str, object], counts: list[Count]) -> dict[str, object]:
    last = counts[-1]
    return {
        "game": game,
        "position": settings.get("position", ""),
        "settings": settings,
        "depth": last.depth,
        "counts": [count.leaves for count in counts],
        "leaves": last.leaves,
        "seconds": last.seconds,
        "leaves_per_second": _rate(last),
    }


def _print_table(counts: Iterable[Count]) -> None:
    """Print each count as soon as it is there."""
    print(f"{'depth':>5} {'leaves':>20} {'CPU s':>9} {'M leaves/s':>11}")
    for each in counts:
        rate = _rate(each)
        speed = "" if rate is None else f"{rate / 1e6:11.1f}"
        print(
            f"{each.depth:>5} {each.leaves:>20,} {each.seconds:>9.3f} {speed}".rstrip(), flush=True
        )
