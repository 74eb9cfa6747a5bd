"""A training that somebody asks for."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

from tengen.core import Game
from tengen.core.runner import Runner
from tengen.learning.metrics import Display


@dataclass(frozen=True, slots=True)
class Order:
    """A training that somebody asks for."""

    game: Game
    out: Path
    """The run folder; new, or with `resume` an earlier one."""
    minutes: float
    """Time of the whole run, earlier sittings included."""
    runner: Runner
    """Runs the workers."""
    display: Display
    """Shows how it goes."""
    seed: int | None = None
    """Of the initial weights and everything random; a resumed run keeps its own."""
    preset: str | None = None
    """``default`` or ``origin``; a resumed run keeps its own."""
    overrides: Sequence[str] = ()
    """``name=value`` changes to the preset's settings."""
    resume: bool = False
    """Go on with the run in `out`."""
    start_from: Path | None = None
    """A network whose weights are the first ones, instead of random: a file, or the name of a
    shipped one; a resumed run has its own."""
    records: Sequence[Path] = ()
    """Game files and folders of them, for methods that learn from records; a resumed run has its
    own."""
    stop: Event = field(default_factory=Event)
    """Ends the run early, saved, when set."""
