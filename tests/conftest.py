"""What every test may use."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tengen.learning import learner
from tengen.scaleout import local


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Keep the garbage collector off what lives to the end: modules and thousands of tests.

    Looking through all of it again and again takes a third of collecting tests and a twentieth of running them.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


@pytest.fixture
def rng() -> np.random.Generator:
    """Randomness that is the same on every run."""
    return np.random.default_rng(20)


@pytest.fixture(autouse=True)
def curves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trainings in this process leave out their picture, which takes longer than many of them.

    Where it is looked for, a fixture of this name stands in its place.
    """
    monkeypatch.setattr(learner, "plots", SimpleNamespace(save=lambda folder: None))


@pytest.fixture(autouse=True)
def forked(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers of this process are forked from one that has loaded what they need.

    Where they are to be as they really are, the fixture has the parameter False.
    """

    def get_context(_: str) -> Any:
        from tests.forked import CONTEXT  # loaded by few of the processes that run tests

        return CONTEXT

    if getattr(request, "param", True):
        monkeypatch.setattr(local, "multiprocessing", SimpleNamespace(get_context=get_context))


@pytest.fixture(scope="session")
def undrawn(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of processes whose trainings leave out their picture, for want of matplotlib."""
    folder = tmp_path_factory.mktemp("undrawn")
    (folder / "matplotlib.py").write_text('raise ImportError("left out: it takes seconds")\n')
    paths = [str(folder), os.environ.get("PYTHONPATH", "")]
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The folder of public game records and positions, or a skip where there is none.

    It is in the repository's folder or beside it, or where ``TENGEN_DATA`` says.
    """
    checkout = Path(__file__).parents[1]
    usual = [folder / "shared" / "data" for folder in (checkout, *checkout.parents)]
    places = [Path(os.environ["TENGEN_DATA"])] if "TENGEN_DATA" in os.environ else usual
    path = next((place for place in places if place.is_dir()), None)
    if path is None:
        pytest.skip(f"no data at {places[0]}; set TENGEN_DATA to the folder that holds it")
    return path
