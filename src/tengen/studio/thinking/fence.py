"""Which files a page may have read: nets in the folders of runs, and none elsewhere."""

import os
from collections.abc import Sequence
from pathlib import Path

from tengen import agents
from tengen.agents.options import file_options
from tengen.core import Agent, Game, SpecError, parse_spec
from tengen.studio.thinking.searcher import AgentLoader


def fence(load: AgentLoader, folders: Sequence[Path]) -> AgentLoader:
    """Return a loader that reads no file outside `folders`, whatever a spec says."""
    # Not resolved: a link in a folder of runs was put there by whoever owns the folder.
    within = [os.path.abspath(folder) + os.sep for folder in folders]  # noqa: PTH100

    def load_agent(spec: str, game: Game) -> Agent:
        for path in _files_in(spec):
            if not os.path.abspath(path).startswith(tuple(within)):  # noqa: PTH100
                raise SpecError("an agent's files are read from the folders of runs only")
        return load(spec, game)

    return load_agent


def _files_in(text: str) -> list[str]:
    """Return the files that a spec names: those that are there, others are nobody's secret."""
    spec = parse_spec(text)
    marked = _file_options(spec.name)
    named = [value for key, value in spec.options.items() if key in marked or os.sep in value]
    return [path for path in (spec.source, *named) if path and _is_there(path)]


def _file_options(method: str) -> set[str]:
    """Return the options of a method that may name a file."""
    if method not in agents.names():
        return set()
    return file_options(agents.find_method(method).options)


def _is_there(path: str) -> bool:
    try:
        return os.path.lexists(path)
    except ValueError:
        return False
