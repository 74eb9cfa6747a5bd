"""The methods that can be trained, found by their folders: each has a `train` module."""

import sys
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from tengen.agents import names
from tengen.core import SettingsError


def methods() -> list[str]:
    """Return the names of the methods that can be trained."""
    return [name for name in names() if find_spec(f"tengen.agents.{name}.train")]


def load_teacher(method: str) -> Any:
    """Return the method's `train` module; each has a function `train` with the same parameters.

    Raises:
        SettingsError: when there is no such method, or PyTorch is not installed.
    """
    if method not in methods():
        raise SettingsError(f"cannot train {method!r}: there is {', '.join(methods())}")
    if find_spec("torch") is None or find_spec("onnx") is None:
        raise SettingsError(
            "training needs more packages: in Tengen's folder, run "
            f"{sys.executable} -m pip install '.[train]'"
        )
    return import_module(f"tengen.agents.{method}.train")
