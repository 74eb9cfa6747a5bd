"""The rooms of the studio besides the table: one package each, found by its folder.

A room's ``__init__`` has ``create(studio) -> APIRouter``: its questions and commands under
``/api/<room>/``, and what pages follow offered to ``studio.topics``.
"""

import pkgutil
from collections.abc import Iterator
from importlib import import_module

from fastapi import APIRouter

from tengen.studio.parts import Studio


def names() -> list[str]:
    """Return the names of the rooms."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


def create_all(studio: Studio) -> Iterator[APIRouter]:
    """Yield the routes of every room."""
    for name in names():
        yield import_module(f"{__name__}.{name}").create(studio)
