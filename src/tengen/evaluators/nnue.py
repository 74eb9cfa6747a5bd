"""Incremental nets for alpha-beta, read for the game that they shall play.

What arrays a game's net has, and of what shapes, its native module knows: `NnueNet` there takes a
dictionary of them and refuses what is wrong with a ValueError. Made of nothing, it is the game's own
evaluation, which has learned nothing. For the file see `weights.nnue`.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tengen.core import WeightsError
from tengen.core.game import Setting
from tengen.games.face import NativeGame
from tengen.games.kernel import KernelNet
from tengen.games.nnue import check_has_nets, make_net
from tengen.weights.nnue import Arrays, read_arrays


@dataclass(frozen=True, slots=True)
class NnueNet:
    """A net as it was read, and as a game's search takes it."""

    arrays: Arrays
    metadata: Mapping[str, str]
    trained_on: Mapping[str, Setting]
    """Settings of the game it learned."""
    score_scale: float
    """Score units a logit."""
    native: KernelNet
    """The same in native code."""


def read_net(path: Path, game: NativeGame) -> NnueNet:
    """Read the net at `path` for `game`.

    Raises:
        WeightsError: when the file is missing, damaged, not one of ours, or for another game.
        SpecError: when no such net can play the game.
    """
    check_has_nets(game)
    arrays, metadata = read_arrays(path)
    try:
        name, trained_on = metadata["game"], dict(json.loads(metadata["settings"]))
        scale = float(metadata["score_scale"])
    except (KeyError, ValueError, TypeError) as error:
        raise WeightsError(f"{path} is damaged: it does not say what it was made for") from error
    if name != game.name:
        raise WeightsError(f"{path} plays {name}, not {game.name}")
    if not (math.isfinite(scale) and scale > 0):
        raise WeightsError(f"{path} is damaged: its score_scale is {scale}")
    try:
        native = make_net(game, arrays)
    except (ValueError, TypeError, KeyError) as error:
        reason = str(error).splitlines()[0]
        raise WeightsError(f"{path} is no net that {game.name} can use: {reason}") from error
    return NnueNet(arrays, metadata, trained_on, scale, native)


def no_net(game: NativeGame) -> KernelNet:
    """Return the native net that evaluates by the game's own counts.

    Raises:
        SpecError: when the game has none.
    """
    return make_net(game)
