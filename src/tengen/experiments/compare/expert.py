"""Games of the robot against itself, for methods that learn from records, where none are given."""

import json
from pathlib import Path
from threading import Event

import numpy as np

from tengen.agents.player import SpecPlayer
from tengen.arena import MatchSettings, Until, play_match
from tengen.core import Game, Opening, Record, TengenError
from tengen.core.files import write_bytes, write_json
from tengen.core.runner import Runner
from tengen.games.face import with_native_rules
from tengen.learning.opened import open_game
from tengen.learning.run import RunError

EXPERTS = ("robot?level=5", "robot?level=4")
_OPENING_PLIES = 4
"""At most so many random plies make each game another."""
_CHUNK = 32
"""Games of a match; their openings are drawn together."""
_USED = 0.98
"""Of the time: what is left after that is too little for another match."""


def write_expert_games(
    folder: Path,
    game: Game,
    *,
    seconds: float,
    seed: int,
    runner: Runner,
    workers: int | None,
    stop: Event,
) -> tuple[int, float]:
    """Let the robot play itself for so many seconds of processor time.

    Returns the number of games, and the minutes of processor time that they took.

    Games that are there from an earlier time are kept as they are.

    Raises:
        TengenError: when there is no robot for this game, or it ended none in that time.
    """
    bill = folder / "bill.json"
    if bill.exists():
        try:
            done = json.loads(bill.read_text(encoding="utf-8"))
            return int(done["games"]), float(done["minutes"])
        except (ValueError, KeyError, TypeError) as error:
            raise RunError(f"{bill} is damaged: {error}; remove {folder} to play anew") from error
    records, spent = _play(game, stop, seconds, seed, runner, workers)
    if not records and not stop.is_set():
        raise TengenError(
            f"the robot ended no game in {seconds:.1f} seconds: give --records, or more --minutes"
        )
    if not stop.is_set():
        lines = "".join(json.dumps(record.to_json()) + "\n" for record in records)
        write_bytes(folder / "games.jsonl", lines.encode())
        write_json(bill, {"games": len(records), "minutes": spent / 60})
    return len(records), spent / 60


def _play(
    game: Game, stop: Event, seconds: float, seed: int, runner: Runner, workers: int | None
) -> tuple[list[Record], float]:
    """Return games, and the processor time of their moves."""
    records: list[Record] = []
    spent = 0.0
    rng = np.random.default_rng(seed)
    first, second = (SpecPlayer(spec, game) for spec in EXPERTS)
    while spent < _USED * seconds and not stop.is_set():
        settings = MatchSettings(
            games=_CHUNK,
            seed=int(rng.integers(2**31)),
            openings=tuple(_random_opening(game, rng) for _ in range(_CHUNK // 2)),
            workers=workers,
        )
        until = Until(stop, (seconds - spent) / (workers or 1))
        result = play_match(first, second, game, settings, runner=runner, stop=until)
        records += [played.record for played in result.games]
        used = sum(side.cost.cpu_seconds for side in (result.a, result.b))
        if not result.games or not used:
            break
        spent += used
    return records, spent


def _random_opening(game: Game, rng: np.random.Generator) -> Opening:
    opened = open_game(with_native_rules("robot", game), _OPENING_PLIES, rng)
    return Opening(game, tuple(opened.opening))
