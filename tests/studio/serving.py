"""Studios in processes of their own, forked from one that has imported the studio: each starts at once."""

import os
import runpy
import sys
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import ModuleType

_PROCESSES = get_context("forkserver" if "forkserver" in get_all_start_methods() else "spawn")
if hasattr(_PROCESSES, "set_forkserver_preload"):
    _PROCESSES.set_forkserver_preload(["tests.studio.loaded"])


def start(script: Path, port: int, folder: Path) -> BaseProcess:
    """Run a script of this folder, which serves until it is killed."""
    process = _PROCESSES.Process(target=_run, args=(str(script), str(port), str(folder)))
    # It would first import the main module of whoever starts it, pytest's or a script's.
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        process.start()
    finally:
        sys.modules["__main__"] = main
    return process


def _run(*arguments: str) -> None:
    sys.argv = list(arguments)
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115  for good
    runpy.run_path(arguments[0], run_name="__main__")
