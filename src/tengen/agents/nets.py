"""What agents say of the nets they play with, and of those they lack."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from tengen.core import Game, WeightsError
from tengen.core.game import Setting

if TYPE_CHECKING:
    from tengen.evaluators.onnx import OnnxEvaluator


def named_net(method: str, source: str | None) -> Path:
    """Return the ONNX file that a spec of `method` names.

    Raises:
        WeightsError: when it names none, as no net of the method ships.
    """
    if source is None:
        raise WeightsError(
            f"no trained net of {method} ships: name one, as in {method}:runs/NAME/net.onnx"
        )
    return Path(source)


def caveat_of(method: str, evaluator: "OnnxEvaluator", game: Game) -> str | None:
    """Return in words by whom and for what a net was trained, where not by `method` for `game`."""
    teacher = evaluator.metadata.get("tengen.method") or method
    parts = [f"trained by {teacher}, not {method}"] if teacher != method else []
    if mismatch := describe_mismatch(evaluator.trained_on, game):
        parts.append(mismatch)
    return " and ".join(parts) or None


def describe_mismatch(trained_on: Mapping[str, Setting], game: Game) -> str | None:
    """Return in words for what other settings a net was trained, None where there are none."""
    other = [
        f"{key.replace('_', ' ')} {value}, not {game.settings[key]}"
        for key, value in trained_on.items()
        # A set-up position is a position like any other.
        if key != "position" and key in game.settings and game.settings[key] != value
    ]
    return f"trained for {' and '.join(other)}" if other else None
