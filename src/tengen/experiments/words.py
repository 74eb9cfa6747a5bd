"""Figures as people read them, the same on every page and in every table."""

from typing import TypedDict

from tengen.core.game import Setting
from tengen.games import settings_of


class Rated(TypedDict):
    """What has a place on the Elo scale; None where a bound is infinite or nothing connects."""

    elo: float | None
    interval: list[float | None]


class OfGame(TypedDict):
    """Figures of a game by certain rules."""

    game: str
    settings: dict[str, Setting]


def elo_text(player: Rated) -> str:
    """Return an Elo with its interval: ``+120 (+80 to +165)``, ``at least +350``."""
    low, high = player["interval"]
    if player["elo"] is not None:
        if low == high == 0:
            return "0"
        assert low is not None
        assert high is not None
        return f"{signed(player['elo'])} ({signed(low)} to {signed(high)})"
    if low is not None:
        return f"at least {signed(low)}"
    return "not comparable" if high is None else f"at most {signed(high)}"


def signed(elo: float) -> str:
    """Return an Elo difference as ``+120``, with a real minus."""
    return f"{round(elo):+d}".replace("-", "\N{MINUS SIGN}")


def percent(share: float) -> str:
    """Return a share as ``45 %``, which no line is broken in."""
    return f"{100 * share:.0f}\N{NO-BREAK SPACE}%"


def thousands(number: float) -> str:
    """Return a whole number as ``12,345``."""
    return f"{round(number):,}"


def milliseconds(seconds: float) -> str:
    """Return a time as ``0.08`` or ``12`` of its milliseconds."""
    value = 1000 * seconds
    return f"{value:.2f}" if value < 1 else f"{value:.1f}" if value < 10 else f"{value:,.0f}"


def minutes_long(minutes: float) -> str:
    """Return minutes with their unit: ``1 minute``, ``1.5 minutes``."""
    text = minutes_text(minutes)
    return f"{text} minute" if text == "1" else f"{text} minutes"


def minutes_text(minutes: float) -> str:
    """Return minutes as ``0.25``, ``1.5``, ``5`` or ``20``."""
    return f"{minutes:.2g}" if minutes < 9.95 else f"{minutes:.0f}"


def game_text(figures: OfGame) -> str:
    """Return the game with what is unusual about it: ``Gomoku 8x8``, ``Go 5x5, komi 0.5``."""
    settings, usual = figures["settings"], settings_of(figures["game"])
    size = settings.get("size")
    name = figures["game"].capitalize() + (f" {size}\N{MULTIPLICATION SIGN}{size}" if size else "")
    own = [
        f"{key.replace('_', ' ')} {value}"
        for key, value in settings.items()
        if key != "size" and value != usual[key]
    ]
    return ", ".join([name, *own])
