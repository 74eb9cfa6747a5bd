"""The methods that can be trained."""

import os
import sys
from importlib.util import find_spec

from tengen.agents import find_method, names
from tengen.agents.method import Learning
from tengen.core import SettingsError, SpecError


def methods() -> list[str]:
    """Return the names of the methods that can be trained."""
    return [name for name in names() if find_method(name).learning is not None]


def learning_of(method: str) -> Learning:
    """Return how a method learns, whether or not it can be trained here.

    Raises:
        SettingsError: when there is no such method, or it does not learn.
    """
    try:
        learning = find_method(method).learning
    except SpecError:
        learning = None
    if learning is None:
        raise SettingsError(f"cannot train {method!r}: there are {', '.join(methods())}")
    return learning


def check_teacher(method: str) -> None:
    """Check that the method can be trained here; loads no PyTorch.

    Raises:
        SettingsError: when there is no such method, or a package that it needs is not installed.
    """
    if not all(find_spec(package) for package in learning_of(method).needs):
        raise SettingsError(
            "training needs more packages: in Tengen's folder, run "
            f"{sys.executable} -m pip install '.[train]'"
        )


def load_teacher(method: str) -> Learning:
    """Return how a method learns, ready to be asked to.

    Raises:
        SettingsError: see `check_teacher`.
    """
    check_teacher(method)
    # PyTorch's threads wait for work without spinning, which a busy machine would pay for dearly;
    # they ask this when they are loaded.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    return learning_of(method)
