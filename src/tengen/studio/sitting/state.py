"""Everything true of one game under way: a frozen value, whoever plays, watches or thinks."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from tengen.core import State
from tengen.studio.sitting import counting
from tengen.studio.sitting.history import History
from tengen.studio.sitting.requests import Aid
from tengen.studio.sitting.sheet import Sheet
from tengen.studio.sitting.view import DecisionView, HintView

Purpose = Literal["move", "analysis", "check", "hint"]


@dataclass(frozen=True, slots=True)
class Answer:
    """What an engine decided on."""

    action: int
    seconds: float
    value: float | None
    """For the side to move."""
    resigns: bool = False


@dataclass(frozen=True, slots=True)
class Thought:
    """A thought under way about one position; there is one at a time."""

    number: int
    """No two thoughts of a sitting have the same: an answer to another is none."""
    purpose: Purpose
    ply: int
    began: float
    """When, in seconds of the clock that never goes back."""
    place: int = 0
    """In the queue for a search, 1 for the next; 0 when it does not wait."""
    is_timed: bool = False
    """Whether the clock of the side it moves for runs while the engine thinks."""
    is_thinking: bool = False
    """Whether the engine has begun: neither waits for its turn nor is still being loaded."""
    is_single: bool = False
    """Whether its move was asked for alone, and is played at once whatever the pace."""
    answer: Answer | None = None
    """What it came to, until the pace lets it be played."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """One game under way. Times are seconds of one clock that never goes back."""

    sheet: Sheet
    """What is written down."""
    history: History
    """The positions of `sheet.moves`; never changed, as nothing here is."""
    thought: Thought | None = None
    thoughts: Mapping[int, DecisionView] = field(default_factory=dict)
    """What the engine sees in positions about which it has decided, by ply."""
    shown: DecisionView | None = None
    """What was seen last, decided or not."""
    hint: HintView | None = None
    """The move that the teacher showed for the present position."""
    watchers: frozenset[Hashable] = frozenset()
    looks: Mapping[Hashable, int | None] = field(default_factory=dict)
    """Which position each watcher wants analysed; None is the present one."""
    lesson: int | None = None
    """Number of the lesson under way about this game."""
    count: int = 0
    """Thoughts and lessons so far: the number of the last."""
    unsaved: str | None = None
    """Why the last state is not on the disk."""
    tries: int = 0
    """To save it, in vain, one after the other."""
    save_at: float = 0.0
    """When running clocks, or what could not be saved, are written down again."""

    @property
    def state(self) -> State:
        """The position now."""
        return self.history.state

    @property
    def plies(self) -> int:
        """How many actions were played."""
        return len(self.sheet.moves)

    @property
    def is_watched_game(self) -> bool:
        """Whether nobody but engines plays, each for its own side."""
        return bool(self.sheet.engines)

    @property
    def minds(self) -> list[DecisionView]:
        """What was thought of one position after the other, of the last one so far."""
        latest = {self.shown["ply"]: self.shown} if self.shown else {}
        return list({**self.thoughts, **latest}.values())

    def wanted(self) -> list[int]:
        """Return the plies that somebody looks at."""
        return [self.plies if ply is None else ply for ply in self.looks.values()]

    def helped(self, *aids: Aid) -> "Sitting":
        """Return it with what keeps the game from counting noted, each once."""
        return self.noting(aids=tuple(dict.fromkeys((*self.sheet.aids, *aids))))

    def noting(self, **changes: Any) -> "Sitting":
        """Return it with other values on its sheet."""
        return replace(self, sheet=replace(self.sheet, **changes))


def restore(sheet: Sheet) -> Sitting:
    """Return the sitting of a game as it was written down: nobody watches, nothing is under way.

    Raises:
        TengenError: when there are no such rules, or a move is against them.
    """
    history = History(sheet.load_game())
    for move in sheet.moves:
        history.append(move.action)
    count = counting.restore(sheet.count, history.state)
    # A game given up is over though the rules would go on.
    outcome = sheet.outcome if count else history.state.outcome() or sheet.outcome
    return Sitting(replace(sheet, count=count, outcome=outcome), history)
