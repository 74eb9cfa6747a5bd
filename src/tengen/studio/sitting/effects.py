"""What a sitting wants done in the world, and what it is told of it: plain data, both of them."""

from collections.abc import Hashable
from dataclasses import dataclass

from tengen.core import State
from tengen.core.clock import Clock
from tengen.studio.sitting.requests import Request
from tengen.studio.sitting.sheet import Learning, Slip
from tengen.studio.sitting.state import Answer, Purpose
from tengen.studio.sitting.view import DecisionView, HintView


@dataclass(frozen=True, slots=True)
class Save:
    """Write the sheet down; comes to `Saved`."""


@dataclass(frozen=True, slots=True)
class Think:
    """Begin a thought; comes to `Answered`, `Checked`, `Hinted` or `Failed`, unless abandoned."""

    number: int
    purpose: Purpose
    position: State
    clock: Clock | None = None
    """Of the side it moves for; None for a thought that has time."""


@dataclass(frozen=True, slots=True)
class Abandon:
    """Let a thought end; its answer is wanted no longer."""

    number: int


@dataclass(frozen=True, slots=True)
class Hurry:
    """Let a thought answer now, with the best so far."""

    number: int


@dataclass(frozen=True, slots=True)
class Estimate:
    """Look how the board of the present position stands; comes to `Estimated`, before all else."""


@dataclass(frozen=True, slots=True)
class Teach:
    """Let the opponent learn from the game; comes to `Learned`."""

    number: int


@dataclass(frozen=True, slots=True)
class EndLesson:
    """Give a lesson up."""

    number: int


@dataclass(frozen=True, slots=True)
class Renew:
    """Load the engine anew before its next thought: its net may have changed."""


@dataclass(frozen=True, slots=True)
class Refuse:
    """Tell whoever asked why it was not done, though something else was."""

    code: str
    text: str


Effect = Save | Think | Abandon | Hurry | Estimate | Teach | EndLesson | Renew | Refuse


@dataclass(frozen=True, slots=True)
class Begun:
    """The game is new: nobody watches it yet."""


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody watches."""

    watcher: Hashable


@dataclass(frozen=True, slots=True)
class Left:
    """Somebody watches no more."""

    watcher: Hashable


@dataclass(frozen=True, slots=True)
class Asked:
    """Somebody asks for something."""

    request: Request
    watcher: Hashable = None


@dataclass(frozen=True, slots=True)
class Placed:
    """A thought has another place in the queue for a search."""

    number: int
    place: int


@dataclass(frozen=True, slots=True)
class Clocked:
    """The engine has begun to think, or has decided."""

    number: int
    is_thinking: bool
    since: float


@dataclass(frozen=True, slots=True)
class Progressed:
    """What an engine sees so far."""

    number: int
    analysis: DecisionView


@dataclass(frozen=True, slots=True)
class Answered:
    """A thought about a move, or about a position that somebody looks at, is over."""

    number: int
    answer: Answer
    analysis: DecisionView | None
    """What the engine saw; None where it plays as people do, whose choice judges nothing."""


@dataclass(frozen=True, slots=True)
class Checked:
    """The teacher has looked at the last move; one that cannot look has nothing against it."""

    number: int
    slip: Slip | None


@dataclass(frozen=True, slots=True)
class Hinted:
    """The teacher shows a move."""

    number: int
    hint: HintView | None


@dataclass(frozen=True, slots=True)
class Failed:
    """A thought came to nothing."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Estimated:
    """These stones look dead, and these points are not settled; see `Count`."""

    dead: tuple[int, ...]
    unsettled: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Saved:
    """The sheet is written down, or could not be."""

    error: str | None = None


@dataclass(frozen=True, slots=True)
class Learned:
    """A lesson is over."""

    number: int
    learning: Learning


@dataclass(frozen=True, slots=True)
class Ticked:
    """The moment has come that `wakes_at` named, or a later one."""


Event = (
    Begun
    | Joined
    | Left
    | Asked
    | Placed
    | Clocked
    | Progressed
    | Answered
    | Checked
    | Hinted
    | Failed
    | Estimated
    | Saved
    | Learned
    | Ticked
)
