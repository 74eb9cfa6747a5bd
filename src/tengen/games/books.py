"""Opening books, the same face for every game that has them.

Each such game's ``book`` module has its format: moves by the number that stands for a position.
"""

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol, cast

from tengen.core import SettingsError
from tengen.games import names
from tengen.games.face import NativeState


class Book(Protocol):
    """Moves by position."""

    def __len__(self) -> int:
        """Return how many positions it has a move for."""
        ...

    def find(self, state: NativeState) -> int | None:
        """Return the action that it plays in a position, if it has one."""
        ...

    def write(self, path: Path) -> None:
        """Write it, whole or not at all."""
        ...


class Books(Protocol):
    """What a module ``games/<game>/book.py`` offers."""

    SHIPPED: Path
    """The game's own, which may be missing."""

    def read_book(self, path: Path) -> Book:
        """Read a book; raises a `TengenError` where that fails."""
        ...

    def Book(self, moves: Mapping[int, int]) -> Book:  # noqa: N802 # a class, to be called
        """Make a book of actions by `key_of` their positions."""
        ...

    def key_of(self, state: NativeState) -> int:
        """Return the number that stands for a position."""
        ...


def has_books(game: str) -> bool:
    """Tell whether there are opening books for a game."""
    return find_spec(f"tengen.games.{game}") is not None and (
        find_spec(f"tengen.games.{game}.book") is not None
    )


def check_has_books(game: str) -> None:
    """Check that there are opening books for a game.

    Raises:
        SettingsError: when there are none.
    """
    if not has_books(game):
        those = ", ".join(name for name in names() if has_books(name))
        raise SettingsError(f"no opening books for {game!r}: there are for {those}")


def books_of(game: str) -> Books:
    """Return the format of a game's opening books.

    Raises:
        SettingsError: when it has none.
    """
    check_has_books(game)
    return cast("Books", import_module(f"tengen.games.{game}.book"))
