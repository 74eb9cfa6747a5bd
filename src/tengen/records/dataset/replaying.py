"""Games replayed by the rules, as arrays: what takes long about a data set, done anywhere."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from tengen.core import Game, NotationError, Record, State, Stop
from tengen.core.game import Setting, pack_planes
from tengen.games.face import NativeGame, NativeState
from tengen.records import Fault, playable
from tengen.records.games import load

_CHUNK = 32
"""Games that are sent to a worker together."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """A game with its positions."""

    name: str
    settings: dict[str, Setting]
    is_cut: bool
    """Whether only its beginning can be played."""
    first: int
    """Moves before it were laid out."""
    actions: NDArray[np.int32]
    """``[M]``, all moves."""
    planes: NDArray[np.int8]
    """``[M - first, C, H, W]``, packed, of the positions in which somebody chose."""
    results: NDArray[np.float32]
    """``[M - first]``, in [-1, 1] for the side to move; NaN where none is known."""

    @property
    def has_moves(self) -> bool:
        """Whether there is a move at all."""
        return len(self.actions) > 0


def replay(games: Sequence[Record | Fault], stop: Stop) -> list[Replayed | None]:
    """Return games replayed, up to what can be played of each; None for faulty ones."""
    del stop  # a chunk takes a fraction of a second
    return [_replay(game) for game in games]


def chunks(games: Iterable[Record | Fault]) -> Iterator[tuple[Record | Fault, ...]]:
    """Yield games in portions that are worth sending."""
    left = iter(games)
    while chunk := tuple(islice(left, _CHUNK)):
        yield chunk


def _replay(game: Record | Fault) -> Replayed | None:
    fault: Fault | None = None
    try:
        record, fault = (None, game) if isinstance(game, Fault) else playable(game)
    except NotationError:
        record = None
    if record is None:
        return None
    rules, first = load(record.game, record.settings), record.laid_out_plies
    actions = np.array([move.action for move in record.moves], np.int32)
    states = list(record.replay(rules))[first:-1]
    outcome = record.outcome
    results = [outcome.value_for(state.to_play) if outcome else np.nan for state in states]
    return Replayed(
        name=record.game,
        settings=dict(record.settings),
        is_cut=fault is not None,
        first=first,
        actions=actions,
        planes=pack_planes(_planes(rules, states)) if states else np.empty((0, 0, 0, 0), np.int8),
        results=np.array(results, np.float32),
    )


def _planes(game: Game, states: Sequence[State]) -> NDArray[np.float32]:
    """Return the planes of positions, ``[B, C, H, W]``."""
    if isinstance(game, NativeGame):
        return game.batch_planes([state for state in states if isinstance(state, NativeState)])
    return np.stack([state.planes() for state in states])
