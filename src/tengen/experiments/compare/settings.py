"""What is compared, and how."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tengen.core import Game
from tengen.core.runner import Runner
from tengen.experiments.compare.shapes import Identity

OPPONENTS = (
    "robot?level=5",
    "robot?level=3",
    "robot?level=1",
    "mcts?playouts=1000",
    "mcts?playouts=200",
    "random",
)
"""Who takes part beside the methods, where the game has them."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What is compared, and how."""

    game: Game
    methods: tuple[str, ...]
    minutes: float
    """Training time of each method: processor time of all its processes together."""
    work: Path
    """Folder of the trainings and games; a comparison that was stopped goes on from there."""
    out: Path
    """Folder of the page."""
    runner: Runner
    """Has the workers, of trainings and of the round robin."""
    opponents: tuple[str, ...] | None = None
    """Specs of those who take part without training; None for `OPPONENTS`."""
    yardstick: str = "mcts?playouts=200"
    """Spec of whom the methods play while they learn; it takes part, and its Elo is 0."""
    games: int = 20
    """Games of each pair."""
    seed: int = 0
    """Of the trainings, and with the names of a pair of its match."""
    workers: int | None = 1
    """Workers that play the round robin side by side."""
    records: tuple[Path, ...] = ()
    """Games of people, for methods that learn from records."""
    changes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Changes to the settings of a method's training, ``learner.batch=64``, by method."""
    command: str = ""
    """What was typed, for the page."""

    def identity(self) -> Identity:
        """Return what must stay the same for earlier trainings and games to count."""
        return {
            "game": self.game.name,
            "settings": dict(self.game.settings),
            "minutes": self.minutes,
            "games": self.games,
            "seed": self.seed,
            "yardstick": self.yardstick,
            "records": [str(path.absolute()) for path in self.records],
            "changes": {name: list(changes) for name, changes in sorted(self.changes.items())},
        }
