"""Nets of every method that learns, made quickly: random weights, through the method's own code."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from tests.displays import Silent

from tengen.agents import can_play
from tengen.agents.teachers import load_teacher
from tengen.core import Game, Record, RecordedMove
from tengen.core.runner import InlineRunner
from tengen.games import load
from tengen.learning.run import Trained
from tengen.records import write

TINY = ("yardstick.opponent=random", "yardstick.games=2")
PLANES = ("network.blocks=1", "network.channels=8", "network.head_channels=8")
WITHOUT_PLANES = ("nnue",)
"""Methods whose nets are of one shape."""
FROM_RECORDS = ("policy",)
"""Methods that learn from records alone, and cannot begin without any."""


def playable(method: str, game: Game) -> Game | None:
    """Return `game`, or its nearest variant that a method plays, if there is any."""
    usual = load(game.name, **{k: v for k, v in game.settings.items() if k == "size"})
    return next((one for one in (game, usual) if can_play(method, one)), None)


def learnable(method: str, game: Game) -> Game:
    """Return what a net that plays `game` learns from: that, or it without its opening."""
    if method in WITHOUT_PLANES and game.settings.get("opening") == "swap2":
        return load(game.name, **dict(game.settings) | {"opening": "free"})
    return game


def train(method: str, game: Game, out: Path, more: Sequence[str] = (), **options: Any) -> Trained:
    """Train a tiny net in this process; for no time at all unless it is said."""
    given = {"minutes": 0, "seed": 5, "runner": InlineRunner(), "display": Silent()} | options
    if method in FROM_RECORDS and not (given.keys() & {"records", "resume"}):
        given["records"] = [write_games(game, out.with_suffix(".jsonl"))]
    tiny = TINY if method in WITHOUT_PLANES else (*TINY, *PLANES)
    return load_teacher(method).train(game, out, overrides=(*tiny, *more), **given)


def write_games(game: Game, path: Path, count: int = 4) -> Path:
    """Write random games to a file and return its path."""
    rng = np.random.default_rng(1)
    write((random_record(game, rng) for _ in range(count)), path)
    return path


def random_record(game: Game, rng: np.random.Generator) -> Record:
    """Return a random game, played to its end."""
    state = game.initial_state()
    moves = []
    while (outcome := state.outcome()) is None:
        moves.append(RecordedMove(int(rng.choice(state.legal_actions()))))
        state = state.apply(moves[-1].action)
    return Record(game.name, dict(game.settings), tuple(moves), outcome, ("a", "b"))
