"""The run folder: everything a training run writes, whole after `kill -9` at any moment."""

import json
import os
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from tengen.core import Record, TengenError
from tengen.core.files import write_bytes

NETWORK = "net.onnx"
"""The finished network in a run folder."""
NETWORKS = (NETWORK, "net.nnue")
"""What it may be called, by the kind of network."""
OPPONENTS = "opponents"
"""The folder in a run's of copies of its networks that were given names."""
Config: TypeAlias = dict[str, Any]
"""A run's ``config.toml``; the method's settings are in it by the method's name."""
Entry: TypeAlias = dict[str, Any]
"""A line of ``metrics.jsonl``: ``kind``, ``minutes``, and what the method logs."""
Entries = Sequence[Entry]
"""The lines of a run's ``metrics.jsonl``, oldest first."""

_KEPT_CHECKPOINTS = 2


class RunError(TengenError):
    """A run folder that is missing, taken, or of another run."""


@dataclass(frozen=True, slots=True)
class Trained:
    """What a training leaves behind."""

    network: Path
    """The network to play with."""
    steps: int
    """Gradient steps behind it; 0 means that it knows no more than in the beginning."""
    needed: str
    """What must be played before the first step is taken, ``2000 positions``."""


class Run:
    """A folder with `config.toml`, `metrics.jsonl`, `games/`, `replay/` and `checkpoints/`."""

    def __init__(self, folder: Path, config: Mapping[str, object]) -> None:
        self.folder = folder
        self.config = config
        self.replay = folder / "replay"
        self.networks = folder / "networks"
        self._metrics = folder / "metrics.jsonl"
        self._checkpoints = folder / "checkpoints"
        self._games = folder / "games"

    @staticmethod
    def check_free(folder: Path) -> None:
        """Check that a run can begin in `folder`.

        Raises:
            RunError: when the folder holds a run or something else, or is no folder.
        """
        if (folder / "config.toml").exists():
            raise RunError(f"{folder} holds a run already: add --resume, or choose another --out")
        if folder.exists() and not folder.is_dir():
            raise RunError(f"{folder} is not a folder")
        if folder.exists() and any(path.name != "lock" for path in folder.iterdir()):
            raise RunError(f"{folder} is not empty and holds no run: choose another --out")

    @classmethod
    def create(cls, folder: Path, config: Mapping[str, object]) -> "Run":
        """Begin a run in a folder that holds nothing; see `check_free`."""
        cls.check_free(folder)
        run = cls(folder, config)
        run.write_config(config)
        for part in (run.replay, run.networks, run._checkpoints, run._games):
            part.mkdir(exist_ok=True)
        return run

    @classmethod
    def resume(cls, folder: Path, expected: Mapping[str, object]) -> "Run":
        """Go on with a run; see `read_config`."""
        run = cls(folder, cls.read_config(folder, expected))
        run._mend_metrics()
        return run

    @staticmethod
    def read_config(folder: Path, expected: Mapping[str, object]) -> Config:
        """Return the configuration of the run in `folder`.

        Args:
            folder: where it is.
            expected: entries of the configuration that must be what they were, such as the game.

        Raises:
            RunError: when there is no run, it is damaged, or it is another one.
        """
        path = folder / "config.toml"
        try:
            config = tomllib.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError as error:
            raise RunError(f"{folder} holds no run to resume: there is no {path}") from error
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise RunError(f"{path} is damaged: {error}") from error
        for name, value in expected.items():
            if config.get(name) != value:
                raise RunError(
                    f"{folder} is a run with {name} {_show(config.get(name))}, not {_show(value)}"
                )
        return config

    def write_config(self, config: Mapping[str, object]) -> None:
        """Keep `config` as the run's configuration."""
        self.config = config
        write_bytes(self.folder / "config.toml", to_toml(config).encode())

    def log(self, entry: Mapping[str, object]) -> None:
        """Append a line to `metrics.jsonl`."""
        with self._metrics.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")
            file.flush()
            os.fsync(file.fileno())

    def _mend_metrics(self) -> None:
        """Drop a last line that a crash left unfinished."""
        if not self._metrics.exists():
            return
        data = self._metrics.read_bytes()
        if data and not data.endswith(b"\n"):
            write_bytes(self._metrics, data[: data.rfind(b"\n") + 1])

    def metrics(self) -> list[Entry]:
        """Return every line logged so far, as it was logged; see `read_metrics`."""
        if not self._metrics.exists():
            return []
        return [json.loads(line) for line in self._metrics.read_text(encoding="utf-8").splitlines()]

    def save_games(self, first: int, records: Iterable[Record]) -> None:
        """Write finished games, one JSON record a line, named by the first one's number."""
        lines = [json.dumps(record.to_json(), separators=(",", ":")) for record in records]
        if lines:
            text = "\n".join(lines) + "\n"
            write_bytes(self._games / f"{first:09d}.jsonl", text.encode())

    def checkpoint_path(self, steps: int) -> Path:
        """Return where the checkpoint after `steps` belongs."""
        return self._checkpoints / f"{steps:09d}.safetensors"

    def latest_checkpoint(self) -> Path | None:
        """Return the newest checkpoint, None where there is none yet."""
        return max(self._checkpoints.glob("*.safetensors"), default=None)

    def network_path(self, steps: int, suffix: str) -> Path:
        """Return where the network exported after `steps` belongs."""
        return self.networks / f"{steps:09d}{suffix}"

    def keep_network(self, name: str, data: bytes) -> Path:
        """Keep a network, the bytes of an ``.onnx`` file, as an opponent; return where.

        The run's own name stands before `name`: people see it without its folder.
        """
        folder = self.folder / OPPONENTS
        folder.mkdir(exist_ok=True)
        path = folder / f"{self.folder.resolve().name}-{name}.onnx"
        write_bytes(path, data)
        return path

    def drop_networks(self) -> None:
        """Remove all exported networks: those of lost steps would pass for the newest."""
        for path in self.networks.glob("[0-9]*"):
            path.unlink(missing_ok=True)

    def prune(self, networks: int) -> None:
        """Remove old checkpoints, and exported networks but for the newest `networks`."""
        for folder, kept in ((self._checkpoints, _KEPT_CHECKPOINTS), (self.networks, networks)):
            for path in sorted(folder.glob("[0-9]*"))[:-kept]:
                path.unlink(missing_ok=True)


def read_metrics(folder: Path) -> list[Entry]:
    """Return what the run in `folder` has logged, in the order of time.

    Left out are a last line that a crash cut off, and what it lost and the run did again.

    Raises:
        RunError: when the folder holds no run, nothing was logged, or a line is damaged.
    """
    path = folder / "metrics.jsonl"
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (FileNotFoundError, NotADirectoryError) as error:
        raise RunError(f"{folder} holds no run: there is no {path}") from error
    except UnicodeDecodeError as error:
        raise RunError(f"{path} is damaged: {error}") from error
    entries: list[Entry] = []
    for number, line in enumerate(lines[:-1], start=1):
        try:
            entry = json.loads(line)
            # What a method adds when the time is up need not say when that was.
            minutes = float(entry.get("minutes", entries[-1]["minutes"] if entries else 0.0))
            # A resumed run repeats what a crash had lost since the last checkpoint.
            while entries and entries[-1]["minutes"] > minutes:
                entries.pop()
            entries.append({"kind": ""} | entry | {"minutes": minutes})
        except (ValueError, TypeError, AttributeError) as error:
            raise RunError(f"{path} is damaged: line {number} is no entry") from error
    if not entries:
        raise RunError(f"{folder} has logged nothing yet")
    return entries


def _show(value: object) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{key}={item}" for key, item in value.items())
    return str(value)


def to_toml(data: Mapping[str, object]) -> str:
    """Return nested mappings of scalars and lists as TOML; None is left out."""
    return "\n".join(_toml_lines(data, ())) + "\n"


def _toml_lines(table: Mapping[str, object], path: tuple[str, ...]) -> list[str]:
    lines = [f"[{'.'.join(path)}]"] if path else []
    for key, value in table.items():
        if value is not None and not isinstance(value, Mapping):
            # JSON's numbers, strings, booleans and lists are TOML as well.
            lines.append(f"{key} = {json.dumps(value, ensure_ascii=False)}")
    for key, value in table.items():
        if isinstance(value, Mapping):
            lines += ["", *_toml_lines(value, (*path, key))]
    return lines
