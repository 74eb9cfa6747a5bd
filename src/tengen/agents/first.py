"""The net that a training begins with, checked to be one whose answers mean the same."""

import tomllib
from pathlib import Path

from tengen import weights
from tengen.agents import find_method
from tengen.agents.nets import find_net
from tengen.core import Game, WeightsError


def first_net(method: str, source: str, game: Game) -> Path:
    """Return the file of the weights that a training of `method` begins with.

    Raises:
        WeightsError: when it is a net of a method whose values or moves mean something else.
    """
    entry = weights.listed().get(source)
    path = find_net(method, source, game) if entry is None else weights.find(source)
    teacher = method_of(path) if entry is None else entry["method"]
    learning = find_method(method).learning
    able = (method, *(learning.starts_from if learning else ()))
    if teacher and teacher not in able:
        raise WeightsError(
            f"{source} is a net of {teacher}: {method} begins with one of {' or '.join(able)}"
        )
    return path


def method_of(path: Path) -> str:
    """Return the method that trained the net in a file; empty where nobody says."""
    if path.suffix == ".onnx" and path.is_file():
        from tengen.evaluators.onnx import open_session

        said = open_session(path, threads=1).get_modelmeta().custom_metadata_map
        return str(said.get("tengen.method", ""))
    folders = (path.parent, path.parent.parent)
    configs = [folder / "config.toml" for folder in folders if (folder / "config.toml").is_file()]
    if path.suffix != ".safetensors" or not configs:
        return ""
    try:
        return str(tomllib.loads(configs[0].read_text(encoding="utf-8")).get("method", ""))
    except (OSError, ValueError):
        return ""
