"""Openings that were chosen beforehand: a game's own book, or a file of them."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from numpy.random import Generator

from tengen.core import Game, IllegalMoveError, NotationError, Opening, TengenError
from tengen.games import load

MAX_BYTES = 2**26
"""Larger files are refused: no book is."""


def deal(deck: Sequence[Opening], count: int, rng: Generator) -> list[Opening]:
    """Return `count` openings by lot, none of them again before all others have been."""
    dealt: list[Opening] = []
    while len(dealt) < count:
        dealt += [deck[int(card)] for card in rng.permutation(len(deck))]
    return dealt[:count]


def read_openings(path: Path, game: Game) -> tuple[Opening, ...]:
    """Return the openings in a file, one a line.

    A line has moves in the game's notation, or a position as the game's setting `position` takes
    it, or such a position and moves from there. What follows a ``#`` is the opening's name. Lines
    without anything before it are skipped.

    Raises:
        NotationError: when a line cannot be read or played, with its number, or there is none.
    """
    openings = tuple(_read_lines(path, game))
    if not openings:
        raise NotationError(f"{path}: no opening in it")
    return openings


def _read_lines(path: Path, game: Game) -> Iterator[Opening]:
    for number, line in enumerate(_text(path).splitlines(), start=1):
        text, _, name = line.partition("#")
        if text.strip():
            try:
                yield parse_opening(text, game, name.strip())
            except TengenError as error:
                raise NotationError(f"{path}, line {number}: {error}") from None


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise NotationError(f"{path}: {error.strerror}") from None
    except ValueError:
        raise NotationError(f"{str(path)!r} cannot be the name of a file") from None
    if len(data) > MAX_BYTES:
        raise NotationError(
            f"{path}: more than {MAX_BYTES >> 20} MiB, which no book of openings is"
        )
    # A name in another character set must not make the moves unreadable.
    return data.decode("utf-8-sig", errors="replace")


def parse_opening(text: str, game: Game, name: str = "") -> Opening:
    """Return the opening that a text describes; a position is told by the colon in it.

    Raises:
        TengenError: when it cannot be read or played, or leaves nothing to play.
    """
    words = text.split(maxsplit=1)
    if words and ":" in words[0]:
        game = load(game.name, **(dict(game.settings) | {"position": words[0]}))
        text = "".join(words[1:])
    state = game.initial_state()
    actions = game.parse_line(state, text)
    if state.apply_all(actions).outcome() is not None:
        raise IllegalMoveError("the game is over after this opening")
    return Opening(game, actions, name)
