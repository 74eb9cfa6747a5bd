"""The methods that can be trained, found by their folders: each has a `train` module."""

import os
import sys
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from tengen.agents import names
from tengen.core import SettingsError


def methods() -> list[str]:
    """Return the names of the methods that can be trained."""
    return [name for name in names() if find_spec(f"tengen.agents.{name}.train")]


def check_teacher(method: str) -> None:
    """Check that the method can be trained here; loads no PyTorch.

    Raises:
        SettingsError: when there is no such method, or PyTorch is not installed.
    """
    if method not in methods():
        raise SettingsError(f"cannot train {method!r}: there are {', '.join(methods())}")
    if find_spec("torch") is None or find_spec("onnx") is None:
        raise SettingsError(
            "training needs more packages: in Tengen's folder, run "
            f"{sys.executable} -m pip install '.[train]'"
        )


def load_teacher(method: str) -> Any:
    """Return the method's `train` module; each has a function `train` with the same parameters.

    Raises:
        SettingsError: see `check_teacher`.
    """
    check_teacher(method)
    # PyTorch's threads wait for work without spinning, which a busy machine would pay for dearly;
    # they ask this when they are loaded.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    return import_module(f"tengen.agents.{method}.train")
