"""Copies of shipped nets that learn on from one's own games: runs that begin with a finished net."""

import json
from pathlib import Path

from tengen import games, weights
from tengen.agents.settings import settings_for
from tengen.agents.teachers import learning_of, methods
from tengen.core import SettingsError
from tengen.core.files import data_folder, write_bytes
from tengen.learning.lock import held
from tengen.learning.run import NETWORK, Run, RunError

ORIGINAL = "copy_of"
"""In a copy's configuration, the name of the net that it began as."""
_BATCH = 64
_LEARNED = ("net.fp32.onnx", "net.safetensors")


def learners() -> list[str]:
    """Return the methods that can learn on from played games; loads no PyTorch."""
    return [name for name in methods() if learning_of(name).learns_on]


def can_be_copied(name: str) -> bool:
    """Tell whether a shipped net of that name can learn on, in a copy."""
    entry = weights.listed().get(name)
    return entry is not None and entry["method"] in learners()


def usual_folder(name: str) -> Path:
    """Return where the copy of a shipped net goes unless said otherwise."""
    return data_folder() / "runs" / f"my-{name}"


def original_of(folder: Path) -> str | None:
    """Return the name of the net that the run in a folder began as, None where it is no copy."""
    original = Run.read_config(folder, {}).get(ORIGINAL)
    return original if isinstance(original, str) else None


def ensure_copy(name: str, folder: Path) -> Path:
    """Return the network of the copy of a shipped net in `folder`, made where there is none yet.

    It plays as the net that ships until it has learned something; what it learned before stays.

    Raises:
        TengenError: when no net of that name can learn on, or the folder holds something else.
    """
    if not can_be_copied(name):
        raise SettingsError(f"{name} is no shipped net of {' or '.join(learners())}")
    if (folder / "config.toml").exists():
        if original_of(folder) != name:
            raise RunError(f"{folder} holds another run: rename it first")
        return folder / NETWORK
    with held(folder):
        run = Run.create(folder, _config(name))
        _begin(run, name)
    return folder / NETWORK


def reset(folder: Path) -> None:
    """Let a copy be the net that ships again; what it learned is gone.

    Raises:
        TengenError: when it is no copy of a net that ships, or is in use.
    """
    name = original_of(folder)
    if name is None or not can_be_copied(name):
        raise RunError(f"{folder} is no copy of a net that ships")
    with held(folder):
        run = Run.resume(folder, {})
        learned = [folder / each for each in _LEARNED]
        for part in ("checkpoints", "replay"):
            learned += (folder / part).iterdir()
        # The net first: whatever happens then, what plays is a whole net.
        _begin(run, name)
        for path in learned:
            path.unlink(missing_ok=True)


def _begin(run: Run, name: str) -> None:
    write_bytes(run.folder / NETWORK, weights.find(name).read_bytes())


def _config(name: str) -> dict[str, object]:
    """Return the configuration of a run that goes on from a shipped net."""
    entry = weights.listed()[name]
    method, game = entry["method"], games.load(entry["game"], **entry["settings"])
    settings = settings_for(learning_of(method).recipe(), "default").model_dump()
    settings["network"] |= _network_of(name)
    settings["trainer"] |= {"warmup_steps": 0}
    if settings["network"]["kind"] == "residual":
        # Its steps are dear, and a game has no more positions.
        settings["learner"] |= {"batch": _BATCH}
    return {
        "method": method,
        "game": game.name,
        "settings": dict(game.settings),
        ORIGINAL: name,
        "preset": "default",
        "seed": 0,
        "minutes": 0.0,
        "records": [],
        method: settings,
    }


def _network_of(name: str) -> dict[str, object]:
    """Return what a shipped net says of its shape."""
    from tengen.evaluators.onnx import open_session  # loads ONNX Runtime

    said = open_session(weights.find(name), threads=1).get_modelmeta().custom_metadata_map
    network: dict[str, object] = json.loads(said["tengen.network"])
    return network
