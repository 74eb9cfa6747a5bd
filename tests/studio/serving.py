"""Studios in processes of their own, forked from one that has imported the studio: each starts at once."""

import os
import runpy
import sys
from pathlib import Path

from tests.forked import Forked


def start(script: Path, port: int, folder: Path) -> Forked:
    """Run a script of this folder, which serves until it is killed."""
    process = Forked(target=_run, args=(str(script), str(port), str(folder)))
    process.start()
    return process


def _run(*arguments: str) -> None:
    sys.argv = list(arguments)
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115  for good
    runpy.run_path(arguments[0], run_name="__main__")
