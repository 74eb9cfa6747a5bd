"""What incremental nets read of positions, and the native nets themselves.

The field calls them NNUE, efficiently updatable neural networks (Nasu 2018). Which arrays a game's
net is made of, its native module knows and says in errors; `networks` trains them.
"""

from collections.abc import Sequence
from typing import cast

import numpy as np
from numpy.typing import NDArray

from tengen.core import SpecError
from tengen.games.face import NativeGame, NativeState
from tengen.games.kernel import EngineKernel, KernelNet, NetArrays, StoredState

UNPLAYED = 2
"""The result of a position to learn from that a search looked at and no game came to."""


def make_net(game: NativeGame, arrays: NetArrays | None = None) -> KernelNet:
    """Return the native net of these arrays; without them, the game's own evaluation.

    Raises:
        SpecError: when the game has no such nets.
        ValueError: when an array is missing, or has another shape ``[...]`` or type.
    """
    return _kernel(game).NnueNet(arrays)


def scores(net: KernelNet, states: Sequence[NativeState]) -> NDArray[np.int32]:
    """Return what a net says of positions, ``[N]`` int32 score units for the side to move.

    Raises:
        ValueError: when a position is not one that is searched.
    """
    return net.scores([state.native for state in states])


def stored_position(state: NativeState) -> NDArray[np.uint8]:
    """Return a position as it is kept to learn from, ``[bytes]`` uint8.

    The last byte is the side to move.
    """
    return np.frombuffer(cast("StoredState", state.native).nnue_position(), np.uint8)


def features_of(game: NativeGame, positions: NDArray[np.uint8]) -> NDArray[np.int32]:
    """Return what a net in floats sums up, ``[N, ...]`` int32, of positions ``[N, bytes]`` uint8.

    Raises:
        SpecError: when the game has no such nets.
        ValueError: when the positions are not the game's.
    """
    return _kernel(game).nnue_features(game.rules, positions)


def check_has_nets(game: NativeGame) -> None:
    """Check that there are nets of this kind for the game.

    Raises:
        SpecError: when there are none.
    """
    _kernel(game)


def _kernel(game: NativeGame) -> EngineKernel:
    if game.engine is None:
        raise SpecError(f"there are no nnue nets for {game.name}")
    return game.engine
