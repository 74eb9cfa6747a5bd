"""All that decides a network's shape."""

import json
from dataclasses import asdict, dataclass
from typing import Any

from tengen.core import Game, PolicyLayout
from tengen.networks.config import NetworkConfig

FORMAT = "1"


@dataclass(frozen=True, slots=True)
class Blueprint:
    """All that decides a network's shape; enough to build it again and to check a game."""

    config: NetworkConfig
    game: str
    settings: dict[str, Any]
    planes_shape: tuple[int, int, int]
    layout: PolicyLayout
    num_actions: int
    piece_planes: tuple[tuple[int, ...], tuple[int, ...]] = ((0,), (1,))
    """See `Game.piece_planes`."""
    goal_plane: int | None = None
    """See `Game.goal_plane`."""
    owners: bool = False
    """Whether it also learns whose each point will be."""

    @classmethod
    def of(cls, config: NetworkConfig, game: Game) -> "Blueprint":
        """Return the blueprint of a network for `game`."""
        return cls(
            config,
            game.name,
            dict(game.settings),
            game.planes_shape,
            game.policy_layout,
            game.num_actions,
            game.piece_planes,
            game.goal_plane,
            config.owners and config.kind == "residual" and game.has_owners,
        )

    @property
    def any_size(self) -> bool:
        """Whether the weights fit other board sizes of the game too."""
        return self.config.kind == "residual"

    @property
    def input_planes(self) -> int:
        """The planes that go in: the position's, and for ``qlearning`` those of one move."""
        shown = self.layout.per_point if self.config.kind == "qlearning" else 0
        return self.planes_shape[0] + shown

    def to_json(self) -> str:
        """Return the text that `from_json` reads."""
        return json.dumps(
            {
                "format": FORMAT,
                "config": self.config.model_dump(),
                "game": self.game,
                "settings": self.settings,
                "planes_shape": self.planes_shape,
                "layout": asdict(self.layout),
                "num_actions": self.num_actions,
                "piece_planes": self.piece_planes,
                "goal_plane": self.goal_plane,
                "owners": self.owners,
            }
        )

    @classmethod
    def from_json(cls, text: str) -> "Blueprint":
        """Read what `to_json` wrote; raises KeyError, TypeError or ValueError on other text."""
        data = json.loads(text)
        planes, height, width = data["planes_shape"]
        return cls(
            NetworkConfig(**data["config"]),
            data["game"],
            data["settings"],
            (planes, height, width),
            _layout(data["layout"]),
            int(data["num_actions"]),
            _pieces(data.get("piece_planes", [[0], [1]])),
            data.get("goal_plane"),
            data.get("owners", False),
        )


def _layout(data: dict[str, Any]) -> PolicyLayout:
    # JSON has lists where the layout has a tuple.
    return PolicyLayout(**{**data, "points": tuple(data.get("points", ()))})


def _pieces(data: list[list[int]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    own, theirs = data
    return tuple(own), tuple(theirs)
