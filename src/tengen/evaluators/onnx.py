"""A trained net under ONNX Runtime: how Tengen plays, and how it plays itself on a CPU."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from tengen.core import Game, Judgement, PolicyLayout, WeightsError
from tengen.core.game import Setting
from tengen.evaluators.settings import check_settings
from tengen.weights.checksum import check_onnx

_FATAL_ONLY = 4
"""Log level of ONNX Runtime; what goes wrong is raised, not printed."""
_ALWAYS = ("logits", "value")
_ALL = [*_ALWAYS, "lead", "owners"]
"""Heads in the order of `Judgement`."""


class OnnxEvaluator:
    """Judges positions with the network in one ``.onnx`` file.

    Args:
        path: of the file.
        game: what it is to judge.
        threads: of each evaluation. They pay for large batches alone: small nets are through with
            a layer before another thread has woken.
        callers: threads that ask at the same time, each for an evaluation of its own.

    Raises:
        WeightsError: when the file is missing, damaged, or for another game or shape.
    """

    asks_moves = False
    """Whether a net that sees one move at a time will do."""

    def __init__(self, path: Path, game: Game, *, threads: int = 1, callers: int = 1) -> None:
        self.path = Path(path)
        self._session = open_session(self.path, threads, callers)
        self.metadata: dict[str, str] = self._session.get_modelmeta().custom_metadata_map
        self.trained_on = check_game(self.path, self.metadata, game)
        """Settings of the game it learned."""
        self.heads = self.metadata.get("tengen.heads", "logits value").split()
        """What the net answers: see `tengen.networks.export.heads`."""
        self._asked = [head for head in self.heads if head in _ALWAYS]
        # Self-play and whoever else does not ask of points does not pay for them.
        self._only_asked = onnxruntime.RunOptions()
        self._only_asked.only_execute_path_to_fetches = True
        self.kind = _kind(self.path, self.metadata)
        """Of `NetworkConfig`; empty where the file does not say."""
        self.layout = game.policy_layout
        if self.sees_moves and not self.asks_moves:
            raise WeightsError(f"{path} judges one move at a time: play it as qlearning:{path}")
        if self.kind == "metrics":
            raise WeightsError(
                f"{path} judges ten metrics of a board: play it as boardvalue:{path}"
            )
        self._try(game)

    @property
    def sees_moves(self) -> bool:
        """Whether the net sees one move beside the position, and judges that alone."""
        return self.kind == "qlearning"

    def evaluate(
        self, planes: NDArray[np.float32], legal: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return logits ``[B, A]`` and values ``[B]``; see `Evaluator`."""
        answers = self._session.run(self._asked, {"planes": planes}, self._only_asked)
        # A net without one of its heads has no opinion there.
        opinions = {
            "logits": np.zeros(legal.shape, np.float32),
            "value": np.zeros(len(planes), np.float32),
        } | dict(zip(self._asked, answers, strict=True))
        return opinions["logits"], opinions["value"]

    @property
    def tells_points(self) -> bool:
        """Whether the net says whose each point will be, and by how many a side is ahead."""
        return set(_ALL) <= set(self.heads)

    def judge(self, planes: NDArray[np.float32], legal: NDArray[np.bool_]) -> Judgement:
        """Return all that the net says of ``[B, C, H, W]``; see `PointsEvaluator`."""
        del legal
        return Judgement(*self._session.run(_ALL, {"planes": planes}))

    def _try(self, game: Game) -> None:
        """Judge one empty board: what the file's labels promise may not be what is in it.

        Raises:
            WeightsError: when the network cannot be run, or answers in another shape.
        """
        planes = np.zeros((1, *game.planes_shape), np.float32)
        legal = np.ones((1, game.num_actions), np.bool_)
        points = game.planes_shape[1] * game.planes_shape[2]
        try:
            logits, values = self.evaluate(planes, legal)
            told = self.judge(planes, legal) if self.tells_points else None
        except Exception as error:
            reason = str(error).splitlines()[0]
            raise WeightsError(f"{self.path} is damaged: {reason}") from error
        if logits.shape != (1, game.num_actions) or values.shape != (1,):
            raise WeightsError(
                f"{self.path} is damaged: it answers {list(logits.shape)} and "
                f"{list(values.shape)}, not [1, {game.num_actions}] and [1]"
            )
        if told and (told.leads.shape != (1,) or told.owners.shape != (1, points)):
            raise WeightsError(
                f"{self.path} is damaged: of points it answers {list(told.leads.shape)} and "
                f"{list(told.owners.shape)}, not [1] and [1, {points}]"
            )


def open_session(path: Path, threads: int, callers: int = 1) -> Any:
    """Return an ONNX Runtime session of the network in a file; see `OnnxEvaluator`.

    Raises:
        WeightsError: when it is missing or damaged.
    """
    if not path.is_file():
        inside = path / "net.onnx"
        hint = f": did you mean {inside}?" if inside.is_file() else ""
        raise WeightsError(f"no weights file {path}{hint}")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    # Its own allocator has one lock for all who call.
    options.enable_cpu_mem_arena = callers == 1
    options.inter_op_num_threads = 1
    options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
    options.log_severity_level = _FATAL_ONLY
    # Spinning threads would steal the core from the process beside this one.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        # Bytes, not the path: a file that is replaced meanwhile cannot be half read.
        model = path.read_bytes()
        check_onnx(path, model)
        return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    except WeightsError:
        raise
    except OSError as error:
        raise WeightsError(f"cannot read {path}: {error.strerror}") from error
    except Exception as error:
        reason = str(error).splitlines()[0]
        raise WeightsError(f"{path} is not a readable ONNX network: {reason}") from error


def _kind(path: Path, metadata: dict[str, str]) -> str:
    try:
        return str(dict(json.loads(metadata.get("tengen.network", "{}"))).get("kind", ""))
    except (ValueError, TypeError) as error:
        raise WeightsError(f"{path} is damaged: it does not say what network it is") from error


def check_game(path: Path, metadata: dict[str, str], game: Game) -> dict[str, Setting]:
    """Return the settings of the game that was learned, where it is near enough to `game`.

    Raises:
        WeightsError: when it is not, or the metadata of the file at `path` do not say.
    """
    try:
        name = metadata["tengen.game"]
        settings: dict[str, Setting] = dict(json.loads(metadata["tengen.settings"]))
        planes, height, width = json.loads(metadata["tengen.planes"])
        per_point, extra, *points = json.loads(metadata["tengen.layout"])
        made_for = PolicyLayout(per_point, extra, tuple(points))
        num_actions = int(metadata["tengen.num_actions"])
        any_size = metadata["tengen.any_size"] == "1"
    except (KeyError, ValueError, TypeError) as error:
        raise WeightsError(f"{path} is an ONNX file, but not a Tengen network") from error
    if name != game.name:
        raise WeightsError(f"{path} plays {name}, not {game.name}")
    if planes != game.planes_shape[0] or made_for != game.policy_layout:
        raise WeightsError(f"{path} was made for other planes or moves than {game} has")
    if not any_size and (height, width) != game.planes_shape[1:]:
        raise WeightsError(f"{path} plays {height}x{width} only, not {game}")
    if not any_size and num_actions != game.num_actions:
        raise WeightsError(f"{path} has {num_actions} moves, {game} has {game.num_actions}")
    check_settings(path, settings, game)
    return settings
