"""The games that records are of, by their settings; made once for many records."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from tengen import games
from tengen.core import Game, Outcome, RecordedMove, SettingsError, TengenError
from tengen.core.game import Setting


def load(name: str, settings: Mapping[str, Setting]) -> Game:
    """Return the rules that a record is played by.

    Raises:
        SettingsError: when there is no such game, or a setting is unknown or out of range.
    """
    try:
        return _load(name, tuple(sorted(settings.items())))
    except TypeError as error:
        raise SettingsError(f"{name} has other settings than {dict(settings)!r}") from error


@lru_cache(maxsize=1024)
def _load(name: str, settings: tuple[tuple[str, Setting], ...]) -> Game:
    return games.load(name, **dict(settings))


def outcome_shown(game: Game, moves: Iterable[RecordedMove]) -> Outcome | None:
    """Return the outcome that the board shows after `moves`, None too when they are illegal."""
    state = game.initial_state()
    try:
        for move in moves:
            state = state.apply(move.action)
    except TengenError:
        return None
    return state.outcome()
