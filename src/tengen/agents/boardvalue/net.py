"""Nets as judges of native searches: the arrays that an ONNX file carries along."""

import base64
import binascii
import io
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tengen.core import Game, SettingsError, WeightsError
from tengen.search.judges import DenseJudge

if TYPE_CHECKING:
    from tengen.evaluators.onnx import OnnxEvaluator


def load_judge(path: Path, game: Game) -> DenseJudge:
    """Return the dense net in an ONNX file as a judge.

    Raises:
        WeightsError: when the file is missing, damaged, no dense net, or for another game.
    """
    from tengen.evaluators.onnx import OnnxEvaluator

    return judge_of(OnnxEvaluator(path, game))


def judge_of(evaluator: "OnnxEvaluator") -> DenseJudge:
    """Return the dense net of an evaluator as a judge.

    Raises:
        WeightsError: when it is no dense net, or its arrays are damaged.
    """
    try:
        text = evaluator.metadata["tengen.dense"]
    except KeyError:
        raise WeightsError(
            f"{evaluator.path} is no dense net: alpha-beta cannot judge with it"
        ) from None
    try:
        with np.load(io.BytesIO(base64.b64decode(text)), allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        count = sum(name.startswith("weight") for name in arrays)
        layers = [(arrays[f"weight{i}"], arrays[f"bias{i}"]) for i in range(count)]
        return DenseJudge.from_arrays(
            arrays["planes"].tolist(),
            layers,
            points=arrays["points"].tolist(),
            goal_plane=int(arrays["goal"][0]) if len(arrays["goal"]) else None,
        )
    except (
        KeyError,
        ValueError,
        OSError,
        zipfile.BadZipFile,
        binascii.Error,
        SettingsError,
    ) as error:
        raise WeightsError(f"{evaluator.path} is damaged: {error}") from error
