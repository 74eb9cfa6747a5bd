"""What is wrong with a game, said so that it can be found and mended."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from tengen.core import NotationError, Record


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a game could not be read, or where it goes against the rules."""

    reason: str
    """One line."""
    move: int | None = None
    """Which move of the game, from 1; None where it is the game as a whole."""
    file: str = ""
    """A path, with the member after a colon for an archive."""
    game: int = 0
    """Which game of the file, from 1; 0 where it is the file as a whole."""
    begun: Record | None = field(default=None, compare=False, repr=False)
    """The game before its first move, where not even that one can be played."""

    def at(self, file: str, game: int) -> "Fault":
        """Return the same fault with the place of the game."""
        return replace(self, file=file, game=game)

    def __str__(self) -> str:
        places = [self.file] if self.file else []
        places += [f"game {self.game}"] if self.game else []
        places += [f"move {self.move}"] if self.move is not None else []
        where = ", ".join(places)
        return f"{where}: {self.reason}" if where else self.reason


class FaultyGameError(NotationError):
    """A game that cannot be read.

    Args:
        reason: one line on what is wrong.
        move: which move it is, from 1; None where it is the game as a whole.
    """

    def __init__(self, reason: str, move: int | None = None) -> None:
        super().__init__(reason)
        self.move = move


def fault_of(error: Exception) -> Fault:
    """Return the fault that stopped the reading of a game, in one line."""
    return Fault(one_line(error), error.move if isinstance(error, FaultyGameError) else None)


def fault_of_file(path: Path, error: Exception) -> Fault:
    """Return the fault that stopped the reading of a file."""
    name = str(path)
    if isinstance(error, OSError):
        return Fault(error.strerror or str(error), file=name)
    return Fault(str(error).removeprefix(name).lstrip(": "), file=name)


def one_line(error: Exception) -> str:
    """Return what an error says, in one line."""
    return " ".join(str(error).split()) or type(error).__name__
