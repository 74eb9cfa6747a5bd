"""What every test may use."""

import os
from pathlib import Path

import numpy as np
import pytest


@pytest.fixture
def rng() -> np.random.Generator:
    """Randomness that is the same on every run."""
    return np.random.default_rng(20)


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The folder of public game records and positions, or a skip where there is none."""
    default = Path(__file__).parents[2] / "shared" / "data"
    path = Path(os.environ.get("TENGEN_DATA", default))
    if not path.is_dir():
        pytest.skip(f"no data at {path}; set TENGEN_DATA to the folder that holds it")
    return path
