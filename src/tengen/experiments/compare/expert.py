"""Games of the robot against itself, for methods that learn from records, where none are given."""

import json
import time
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
    """Let the robot play itself for `seconds`; return the number of games and minutes it took.

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
    begun = time.monotonic()
    records = _play(game, Until(stop, seconds), seed, runner, workers)
    if not records and not stop.is_set():
        raise TengenError(
            f"the robot ended no game in {seconds:.1f} seconds: give --records, or more --minutes"
        )
    if not stop.is_set():
        lines = "".join(json.dumps(record.to_json()) + "\n" for record in records)
        write_bytes(folder / "games.jsonl", lines.encode())
        minutes = (time.monotonic() - begun) / 60
        write_json(bill, {"games": len(records), "minutes": minutes})
    return len(records), (time.monotonic() - begun) / 60


def _play(game: Game, stop: Event, seed: int, runner: Runner, workers: int | None) -> list[Record]:
    records: list[Record] = []
    rng = np.random.default_rng(seed)
    first, second = (SpecPlayer(spec, game) for spec in EXPERTS)
    while not stop.is_set():
        settings = MatchSettings(
            games=_CHUNK,
            seed=int(rng.integers(2**31)),
            openings=tuple(_random_opening(game, rng) for _ in range(_CHUNK // 2)),
            workers=workers,
        )
        result = play_match(first, second, game, settings, runner=runner, stop=stop)
        records += [played.record for played in result.games]
    return records


def _random_opening(game: Game, rng: np.random.Generator) -> Opening:
    opened = open_game(with_native_rules("robot", game), _OPENING_PLIES, rng)
    return Opening(game, tuple(opened.opening))
