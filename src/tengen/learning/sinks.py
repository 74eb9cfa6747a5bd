"""Who is told a run's figures beside its own ``metrics.jsonl``: programs that draw and compare them.

Each is one class, found by its name in the setting ``learner.told``.
"""

import logging
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from tengen.core import SettingsError

_log = logging.getLogger(__name__)


class Sink(Protocol):
    """Is told figures as a run goes on."""

    def log(self, entry: Mapping[str, object]) -> None:
        """Take a metrics entry; its ``steps`` say when it is of."""
        ...

    def close(self) -> None:
        """Take no more."""
        ...


class Sinks:
    """Those of some names, for the run in a folder. One that fails is told and left out.

    Args:
        names: joined by commas; see `check_sinks`.
        folder: of the run.
        config: its settings.
    """

    def __init__(self, names: str, folder: Path, config: Mapping[str, object]) -> None:
        self._sinks: dict[str, Sink] = {}
        for name in _split(names):
            self._try(name, partial(self._open, name, folder, config))

    def log(self, entry: Mapping[str, object]) -> None:
        """Tell all of them a metrics entry; its ``steps`` say when it is of."""
        for name, sink in list(self._sinks.items()):
            self._try(name, partial(sink.log, entry))

    def close(self) -> None:
        """Tell them that nothing more comes."""
        for name, sink in list(self._sinks.items()):
            self._try(name, sink.close)

    def _open(self, name: str, folder: Path, config: Mapping[str, object]) -> None:
        self._sinks[name] = SINKS[name](folder, config)

    def _try(self, name: str, do: Callable[[], None]) -> None:
        try:
            do()
        except Exception as error:  # noqa: BLE001 - other people's programs; no training ends of it
            self._sinks.pop(name, None)
            _log.warning("%s is told no more: %s", name, " ".join(str(error).split()))


def check_sinks(names: str) -> None:
    """Check that there are such sinks.

    Raises:
        SettingsError: when there is no such name, or its package is not installed.
    """
    for name in _split(names):
        if name not in SINKS:
            raise SettingsError(f"learner.told={names}: there are {', '.join(SINKS)}")
        # What comes with the usual installation is no matter where it is left out.
        if name != "tensorboard" and find_spec(name) is None:
            raise SettingsError(
                f"learner.told={names}: {name} is not installed: pip install {name}"
            )


def _split(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]


def _numbers(entry: Mapping[str, object]) -> dict[str, float]:
    """Return the figures of an entry that can be drawn."""
    return {
        name: value
        for name, value in entry.items()
        if isinstance(value, int | float) and name != "steps"
    }


def _step(entry: Mapping[str, object]) -> int:
    steps = entry.get("steps", 0)
    return steps if isinstance(steps, int) else 0


class TensorBoard:
    """Writes figures as TensorBoard events; does nothing where tensorboardX is not installed.

    Each event is on disk before `log` returns. One that cannot be written is dropped: the same
    figures go to the run's own metrics, and what fails there is told.
    """

    def __init__(self, folder: Path, config: Mapping[str, object]) -> None:
        del config  # it is in the run folder
        self._writer: Any = None
        # Not SummaryWriter: its thread would die of a full disk with a traceback.
        with suppress(ImportError, OSError):
            from tensorboardX.event_file_writer import EventsWriter

            board = folder / "tensorboard"
            board.mkdir(parents=True, exist_ok=True)
            self._writer = EventsWriter(str(board / "events"))

    def log(self, entry: Mapping[str, object]) -> None:
        """Write the numbers of a metrics entry, at its number of steps."""
        if self._writer is None:
            return
        from tensorboardX.proto.event_pb2 import Event
        from tensorboardX.proto.summary_pb2 import Summary

        values = [
            Summary.Value(tag=name, simple_value=value) for name, value in _numbers(entry).items()
        ]
        event = Event(wall_time=time.time(), step=_step(entry), summary=Summary(value=values))
        with suppress(OSError):
            self._writer.write_event(event)
            self._writer.flush()

    def close(self) -> None:
        """Close the file."""
        if self._writer is not None:
            with suppress(OSError):
                self._writer.close()


class WeightsAndBiases:
    """Tells a project of Weights & Biases; `WANDB_PROJECT` and the like say which and how."""

    def __init__(self, folder: Path, config: Mapping[str, object]) -> None:
        import wandb

        # The id is the folder's own, so that a run resumed goes on there too.
        name = folder.resolve().name
        self._run = wandb.init(
            dir=str(folder), name=name, id=name, resume="allow", config=dict(config)
        )
        self._run.define_metric("*", step_metric="steps")

    def log(self, entry: Mapping[str, object]) -> None:
        """Write the numbers of a metrics entry, at its number of steps."""
        self._run.log(_numbers(entry) | {"steps": _step(entry)})

    def close(self) -> None:
        """Say that the run has ended."""
        self._run.finish()


class MLflow:
    """Tells an experiment of MLflow; `MLFLOW_TRACKING_URI` and the like say which and where."""

    def __init__(self, folder: Path, config: Mapping[str, object]) -> None:
        import mlflow

        self._client = mlflow.MlflowClient()
        known = folder / "mlflow"
        if not known.exists():
            where = os.environ.get("MLFLOW_EXPERIMENT_ID", "0")
            run = self._client.create_run(where, run_name=folder.resolve().name)
            known.write_text(run.info.run_id, encoding="utf-8")
            for name, value in _flat(config):
                self._client.log_param(run.info.run_id, name, value)
        self._run = known.read_text(encoding="utf-8")

    def log(self, entry: Mapping[str, object]) -> None:
        """Write the numbers of a metrics entry, at its number of steps."""
        for name, value in _numbers(entry).items():
            self._client.log_metric(self._run, name.replace(" ", "_"), value, step=_step(entry))

    def close(self) -> None:
        """Say that the run has ended."""
        self._client.set_terminated(self._run)


def _flat(config: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, object]]:
    """Yield settings by their full names, ``alphazero.trainer.rate``."""
    for name, value in config.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value


SINKS: dict[str, Callable[[Path, Mapping[str, object]], Sink]] = {
    "tensorboard": TensorBoard,
    "wandb": WeightsAndBiases,
    "mlflow": MLflow,
}
