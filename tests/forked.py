"""Processes forked from one that has loaded what they need: to start a worker of its own takes a second."""

import multiprocessing
import os
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

if "forkserver" in multiprocessing.get_all_start_methods():
    _CONTEXT: Any = multiprocessing.get_context("forkserver")
    _CONTEXT.set_forkserver_preload(["tests.studio.loaded"])
else:
    _CONTEXT = multiprocessing.get_context("spawn")


class Forked(_CONTEXT.Process):  # type: ignore[misc]
    """A process with the environment of whoever starts it."""

    def start(self) -> None:
        """Start it, without the main module of pytest or a script, which it would import first."""
        self._environment = dict(os.environ)
        main = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            super().start()
        finally:
            sys.modules["__main__"] = main

    def run(self) -> None:
        """Do what it was made for."""
        os.environ.clear()
        os.environ.update(self._environment)
        super().run()


CONTEXT = SimpleNamespace(Process=Forked, Pipe=_CONTEXT.Pipe)
"""What `multiprocessing.get_context` returns to those whose processes are to be forked."""
