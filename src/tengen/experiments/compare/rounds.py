"""Everybody plays everybody; each pair's games are kept, and not played again."""

import json
import re
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations, count
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np

from tengen.agents.player import SpecPlayer
from tengen.arena import MatchResult, MatchSettings, PlayedMatchGame, play_match
from tengen.arena.match import choose_openings
from tengen.core import Game, Opening, Record
from tengen.core.files import write_json
from tengen.experiments.compare.settings import Comparison
from tengen.experiments.compare.watching import Watcher, check_going
from tengen.learning.run import RunError


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who takes part in the round robin."""

    name: str
    spec: str
    digest: str = ""
    """Of the network's file; games of another network are played anew."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """The games of two entrants."""

    a: str
    b: str
    digests: tuple[str, str]
    result: dict[str, Any]
    """As `MatchResult.to_json`, of `a`."""
    costs: tuple[dict[str, float], dict[str, float]]
    """Moves and seconds of `a` and of `b`."""
    records: tuple[Record, ...]
    """Those of even number have `a` as first player."""

    @property
    def points(self) -> float:
        """What `a` won; a draw is half a point."""
        return float(self.result["wins"]) + float(self.result["draws"]) / 2


def play_round_robin(
    entrants: Sequence[Entrant], comparison: Comparison, watcher: Watcher, stop: Event
) -> list[Pairing]:
    """Play every pair's match, or read it from the work folder where it was played before.

    All pairs begin from the same openings; two games of each from the game's own first position.

    Raises:
        StoppedError: when `stop` is set; the pairs before are kept.
        RunError: when a file of an earlier match is damaged.
    """
    openings = draw_deck(comparison.game, comparison.games, comparison.seed)
    pairs = list(combinations(entrants, 2))
    pairings = []
    for number, (a, b) in enumerate(pairs):
        path = comparison.work / "games" / f"{_slug(a.name)}~{_slug(b.name)}.json"
        pairing = _read(path, a, b, comparison.games)
        if pairing is None:
            ended = count(number * comparison.games + 1)

            def note(_: int, game: PlayedMatchGame, ended: Iterator[int] = ended) -> None:
                total = comparison.games * len(pairs)
                watcher.playing(next(ended), total, " - ".join(game.record.players))

            result = _play(a, b, comparison, openings, note, stop)
            check_going(stop)
            pairing = _keep(path, a, b, result)
        pairings.append(pairing)
    return pairings


def _play(
    a: Entrant,
    b: Entrant,
    comparison: Comparison,
    openings: tuple[Opening, ...],
    note: Callable[[int, PlayedMatchGame], None],
    stop: Event,
) -> MatchResult:
    settings = MatchSettings(
        games=comparison.games,
        seed=seed_of(comparison.seed, a, b),
        openings=openings,
        workers=comparison.workers,
    )
    first, second = (SpecPlayer(entrant.spec, comparison.game) for entrant in (a, b))
    game, runner = comparison.game, comparison.runner
    return play_match(first, second, game, settings, runner=runner, on_game=note, stop=stop)


def seed_of(seed: int, a: Entrant, b: Entrant) -> int:
    """Return a pair's own seed, the same whoever else takes part.

    With one seed for all pairs, a player would begin every match alike.
    """
    return zlib.crc32(f"{seed} {a.name} {b.name}".encode())


def draw_deck(game: Game, games: int, seed: int) -> tuple[Opening, ...]:
    """Return an opening for every two games: none at all, then the book's or random ones."""
    rest = MatchSettings(games=max(1, games - 2), seed=seed)
    drawn = choose_openings(game, rest, np.random.default_rng(seed)) if games > 2 else []
    return (Opening(game), *drawn)


def _keep(path: Path, a: Entrant, b: Entrant, result: MatchResult) -> Pairing:
    pairing = Pairing(
        a.name,
        b.name,
        (a.digest, b.digest),
        result.to_json(),
        (asdict(result.a.cost), asdict(result.b.cost)),
        tuple(game.record for game in result.games),
    )
    data = {name: getattr(pairing, name) for name in pairing.__slots__}
    write_json(path, data | {"records": [record.to_json() for record in pairing.records]})
    return pairing


def _read(path: Path, a: Entrant, b: Entrant, games: int) -> Pairing | None:
    """Return the match in `path`, None where there is none of these two networks."""
    if not path.exists():
        return None
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        first, second = data["costs"]
        pairing = Pairing(
            data["a"],
            data["b"],
            tuple(data["digests"]),
            data["result"],
            (first, second),
            tuple(Record.from_json(record) for record in data["records"]),
        )
    except (ValueError, KeyError, TypeError) as error:
        raise RunError(
            f"{path} is damaged: {error}; remove it to play these games again"
        ) from error
    same = pairing.digests == (a.digest, b.digest) and len(pairing.records) == games
    return pairing if same else None


def _slug(name: str) -> str:
    return re.sub(r"[^\w.=]+", "-", name)
