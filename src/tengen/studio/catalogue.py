"""What the new-game form offers: games with their settings, and opponents."""

import logging
from collections.abc import Callable
from importlib import import_module
from typing import Any

from tengen import agents, games
from tengen.core import Agent, Game, TengenError

_log = logging.getLogger(__name__)

PREFERRED = ("alphazero",)
"""Offered first where they can play the game at all: they need no more than their name."""


def describe_games() -> list[dict[str, Any]]:
    """Return every game with its settings' defaults and, where its module names them, choices.

    A game's module may say ``RULES`` (names of rules) and ``MIN_SIZE``, ``MAX_SIZE``.
    """
    described = []
    for name in games.names():
        module = import_module(f"tengen.games.{name}.game")
        game = games.load(name)
        described.append(
            {
                "name": name,
                "settings": dict(game.settings),
                "players": list(game.players),
                "rules": list(getattr(module, "RULES", ())),
                "sizes": [getattr(module, "MIN_SIZE", None), getattr(module, "MAX_SIZE", None)],
            }
        )
    return described


def opponents(game: Game, load_agent: Callable[[str, Game], Agent]) -> list[str]:
    """Return specs of agents that can play `game` as they are, the preferred first."""
    names = agents.names()
    ranked = [name for name in PREFERRED if name in names]
    ranked += [name for name in names if name not in ranked]
    return [name for name in ranked if _loads(name, game, load_agent)]


def _loads(spec: str, game: Game, load_agent: Callable[[str, Game], Agent]) -> bool:
    try:
        load_agent(spec, game).close()
    except (TengenError, OSError) as error:
        _log.info("%s cannot play %r: %s", spec, game, error)
        return False
    return True
