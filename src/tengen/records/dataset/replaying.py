"""Games replayed by the rules, as arrays: what takes long about a data set, done anywhere."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from tengen.core import Game, NotationError, Outcome, Record
from tengen.core.game import Setting, pack_planes
from tengen.games.face import NativeGame
from tengen.records import Fault, playable
from tengen.records.checking import actions_of
from tengen.records.dataset.arrays import pack
from tengen.records.dataset.symmetries import symmetries_of
from tengen.records.fault import fault_of
from tengen.records.games import load

Columns = dict[str, NDArray[np.generic]]
"""Each ``[N, ...]``, a row a position."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """Games by the same rules, one after the other, with their positions."""

    name: str
    settings: dict[str, Setting]
    games: NDArray[np.int32]
    """``[G]``, which games of those read they are, from 0."""
    lengths: NDArray[np.int32]
    """``[G]``, positions of each in which somebody chose."""
    digests: NDArray[np.uint64]
    """``[G]``, of the moves of each: the same for the same moves."""
    cut: int
    """How many of which only the beginning can be played."""
    columns: Columns
    """Of the positions: planes (packed bits), values, moves, results, plies, keys, turned."""


@dataclass(slots=True)
class Portion:
    """What came of some games."""

    replayed: list[Replayed] = field(default_factory=list)
    faults: list[tuple[int, Fault]] = field(default_factory=list)
    """Games of which nothing can be played."""


@dataclass(frozen=True, slots=True)
class Replaying:
    """Replays games up to what can be played of each."""

    seed: int
    """Goes into the digests."""

    def __call__(self, games: Iterable[Record | Fault]) -> Portion:
        """Return games as arrays."""
        portion = Portion()
        for (name, _), group in groupby(self._playable(games, portion), _rules_of):
            played = list(group)
            portion.replayed.append(self._replay(name, played))
        return portion

    def _playable(
        self, games: Iterable[Record | Fault], portion: Portion
    ) -> Iterator[tuple[int, Record, bool]]:
        """Yield games with their numbers, and whether the end was cut off; note the others."""
        for number, game in enumerate(games):
            try:
                if isinstance(game, Fault):
                    portion.faults.append((number, game))
                    continue
                record, fault = playable(game)
            except NotationError as error:
                portion.faults.append((number, fault_of(error)))
                continue
            yield number, record, fault is not None

    def _replay(self, name: str, played: Sequence[tuple[int, Record, bool]]) -> Replayed:
        rules = load(name, played[0][1].settings)
        actions = [actions_of(record.moves) for _, record, _ in played]
        columns = [
            _columns(rules, record, moves)
            for (_, record, _), moves in zip(played, actions, strict=True)
        ]
        lengths = [len(column["moves"]) for column in columns]
        filled = [column for column in columns if len(column["moves"])]
        return Replayed(
            name=name,
            settings=dict(rules.settings),
            games=np.array([number for number, _, _ in played], np.int32),
            lengths=np.array(lengths, np.int32),
            digests=np.array([self._digest(moves) for moves in actions], np.uint64),
            cut=sum(is_cut and len(record.moves) > 0 for _, record, is_cut in played),
            columns={key: np.concatenate([c[key] for c in filled]) for key in filled[0]}
            if filled
            else {},
        )

    def _digest(self, moves: NDArray[np.int32]) -> int:
        digest = blake2b(moves.tobytes(), digest_size=8, salt=str(self.seed).encode()[:16])
        return int.from_bytes(digest.digest())


def _rules_of(played: tuple[int, Record, bool]) -> tuple[str, dict[str, Setting]]:
    return played[1].game, dict(played[1].settings)


def _columns(rules: Game, record: Record, actions: NDArray[np.int32]) -> Columns:
    """Return the positions of a game in which somebody chose."""
    first = record.laid_out_plies
    moves = actions[first:]
    if not len(moves):
        return {"moves": moves}
    shown, players = _seen(rules, record, actions, first)
    planes = pack_planes(shown)
    bits, values = pack(planes)
    keys, turned = symmetries_of(rules).keys(planes, values, moves)
    return {
        "planes": bits,
        "values": values,
        "moves": moves,
        "results": _results(record.outcome, players),
        "plies": np.arange(first, len(actions), dtype=np.int32),
        "keys": keys,
        "turned": turned,
    }


def _seen(
    rules: Game, record: Record, actions: NDArray[np.int32], first: int
) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
    """Return planes ``[N, C, H, W]`` of the positions from `first` on, and who moves ``[N]``."""
    if isinstance(rules, NativeGame):
        return rules.planes_along(actions, first), rules.follow(actions).players[first:]
    states = list(record.replay(rules))[first:-1]
    players = np.array([state.to_play for state in states], np.int8)
    return np.stack([state.planes() for state in states]), players


def _results(outcome: Outcome | None, players: NDArray[np.int8]) -> NDArray[np.float32]:
    """Return what a game was worth to each of some players, ``[N]``; NaN where nobody knows."""
    values = [outcome.value_for(player) if outcome else np.nan for player in (0, 1)]
    return np.array(values, np.float32)[players]
