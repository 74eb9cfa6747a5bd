"""Figures and notes as people read them."""

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tengen.core import Agent, Game


def percent(share: float) -> str:
    """Return a share as ``97.5 %``."""
    return f"{100 * share:.1f} %"


def signed(value: float) -> str:
    """Return a value as ``+0.250``; one that rounds to nothing has no minus."""
    return f"{round(value, 3) + 0.0:+.3f}"


def count(number: int, one: str, more: str | None = None) -> str:
    """Return ``1 move`` or ``2 moves``; `more` is the plural where it is irregular."""
    return f"{number} {one if number == 1 else more or one + 's'}"


def board_name(game: "Game") -> str:
    """Return a game with its size as files are named: ``gomoku-8x8``, ``draughts``."""
    size = game.settings.get("size")
    return f"{game.name}-{size}x{size}" if size else game.name


def warn(message: str) -> None:
    """Print one line on stderr; the command goes on."""
    print("tengen:", message, file=sys.stderr)


def net_line(spec: str, agent: "Agent") -> str | None:
    """Return which net `agent` plays with, None where its spec says so or there is none."""
    if agent.net is None or agent.net in spec:
        return None
    return f"{spec} uses {agent.net}"
