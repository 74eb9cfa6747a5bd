"""A puzzle: a position in which one move is right, and how it goes on."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tengen.core import Game, NotationError, TengenError
from tengen.core.game import Setting
from tengen.games import load


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One position to solve, its solution, and how hard it is."""

    kind: str
    """The name of a `tengen.puzzles.kind.Kind`: ``fours``, ``shots`` or ``races``."""
    game: str
    settings: Mapping[str, Setting]
    """As `Game.settings`; the position is among them."""
    line: tuple[str, ...]
    """Moves by name, the solver's first and last, against the answers that hold out longest."""
    grade: int
    """How hard it looks to its maker, on the scale of people's ratings."""
    nodes: int = 0
    """Positions that its solver looked at."""
    traps: int = 0
    """Wrong moves that look right."""
    goal: Mapping[str, object] = field(default_factory=dict)
    """What is to be reached, by the words of its kind."""
    source: Mapping[str, object] = field(default_factory=dict)
    """Where it is from: ``file``, ``number``, ``ply`` and ``players`` of a game."""

    @property
    def id(self) -> str:
        """Twelve letters that are the same for the same position of the same kind."""
        what = json.dumps([self.kind, self.game, dict(self.settings)], sort_keys=True)
        return hashlib.sha256(what.encode()).hexdigest()[:12]

    @property
    def length(self) -> int:
        """How many moves the solver makes."""
        return (len(self.line) + 1) // 2

    def load_game(self) -> Game:
        """Return the rules, with the position to begin from.

        Raises:
            SettingsError: when there are no such rules.
        """
        return load(self.game, **self.settings)

    def to_json(self) -> dict[str, object]:
        """Return plain data for `json.dumps`, without the settings that are usual."""
        usual = load(self.game).settings
        return {
            "kind": self.kind,
            "game": self.game,
            "settings": {
                key: value for key, value in self.settings.items() if usual.get(key) != value
            },
            "line": " ".join(self.line),
            "grade": self.grade,
            "nodes": self.nodes,
            "traps": self.traps,
            "goal": dict(self.goal),
            "source": dict(self.source),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Puzzle":
        """Read what `to_json` wrote.

        Raises:
            NotationError: when that is not what it is.
        """
        try:
            game = load(str(data["game"]), **dict(data["settings"]))
            return cls(
                kind=str(data["kind"]),
                game=game.name,
                settings=game.settings,
                line=tuple(str(data["line"]).split()),
                grade=int(data["grade"]),
                nodes=int(data.get("nodes", 0)),
                traps=int(data.get("traps", 0)),
                goal=dict(data.get("goal", {})),
                source=dict(data.get("source", {})),
            )
        except (KeyError, TypeError, ValueError, AttributeError, TengenError) as error:
            raise NotationError(f"not a puzzle: {type(error).__name__} {error}") from error
