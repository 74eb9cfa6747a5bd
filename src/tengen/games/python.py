"""Games written in Python alone, played through the same search as the native ones.

`PythonGame` is a `Game` whose rules are asked by native search, one call a question, under the
interpreter's lock. That is the slow path: a search spends nearly all its time in those calls, and
two searches do not run side by side. The Connect Four of ``examples/own_game.py`` is searched with
about 18,000 random games a core-second, native Gomoku 7x7 with 700,000. It fits games that are
small or new, and rules that shall be tried before they are written in C++.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Protocol, cast

import numpy as np
from numpy.typing import NDArray

from tengen.core import NotationError, Outcome, PolicyLayout, Symmetry
from tengen.core.game import NO_BOUND, Setting
from tengen.games import _native
from tengen.games.face import NativeGame, NativeState
from tengen.games.kernel import Kernel, KernelState


class Position(Protocol):
    """What the rules of a `PythonGame` say: a value, such as a frozen dataclass.

    Equal positions are equal and have the same hash, and to play on from them is the same game.
    The search takes actions from `legal_actions` alone, so that nothing needs checking twice. What
    a method raises ends the search and comes out of it.
    """

    @property
    def to_play(self) -> int:
        """0 when the first player is to move, 1 for the second."""
        ...

    def legal_actions(self) -> Sequence[int]:
        """Return the legal actions, at least one; asked only while the game goes on."""
        ...

    def apply(self, action: int) -> "Position":
        """Return the position after a legal action."""
        ...

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it goes on; asked most often of all."""
        ...

    def planes(self) -> NDArray[np.generic]:
        """Return what a net sees, ``[C, H, W]`` numbers in [-1, 1], from the side to move."""
        ...

    def board(self) -> NDArray[np.generic]:
        """Return ``[H, W]`` for drawing; see `State.board`."""
        ...


class PythonGame(NativeGame):
    """A game whose rules are Python: a `Position`, and what is said of it here.

    A game has a `name`, `num_actions`, `planes_shape` and `start`. The rest has defaults: no
    settings, no symmetry but the identity, moves named by their numbers.
    """

    num_actions: int = 0
    """A: from 1 to 1024."""
    planes_shape: tuple[int, int, int] = (0, 0, 0)
    playouts_at_once = 4
    settings: Mapping[str, Setting] = MappingProxyType({})
    players: tuple[str, str] = ("First", "Second")
    max_plies: int = NO_BOUND
    """A game that goes on beyond it is an error. Without a bound, random moves must come to an end:
    a playout of rules that have none never returns."""

    @abstractmethod
    def start(self) -> Position:
        """Return the position before the first move."""

    @property
    def policy_layout(self) -> PolicyLayout:
        """An action for each point where there are as many, else for none."""
        _, height, width = self.planes_shape
        if self.num_actions == height * width:
            return PolicyLayout()
        return PolicyLayout(per_point=0, extra=self.num_actions)

    @property
    def kernel(self) -> Kernel:
        return _native

    @property
    def rules(self) -> _native.Rules:
        """Made anew each time: rules that hold the game that holds them would never be freed."""
        return _native.Rules(self)

    def symmetries(self) -> tuple[Symmetry, ...]:
        _, height, width = self.planes_shape
        points = np.arange(height * width, dtype=np.int32)
        return (Symmetry(points, np.arange(self.num_actions, dtype=np.int32)),)

    def parse_move(self, text: str) -> int:
        """Return the number that `text` is, as `format_move` writes it."""
        number = text.strip()
        # Other scripts have digits that `int` reads as well, and it fails on very many of them.
        if number not in map(str, range(self.num_actions)):
            raise NotationError(f"bad move {text!r}: must be 0 to {self.num_actions - 1}")
        return int(number)

    def format_move(self, action: int) -> str:
        """Return the number of an action."""
        return str(action)

    def describe_outcome(self, native: KernelState) -> Outcome:
        assert isinstance(native, _native.State)
        position = cast("Position", native.position)
        outcome = position.outcome()
        assert outcome is not None
        return outcome

    def explain_illegal(self, state: NativeState, action: int) -> str:
        if not 0 <= action < self.num_actions:
            return f"action {action} is not one of 0 to {self.num_actions - 1}"
        if state.outcome() is not None:
            return f"{self.format_move(action)}: the game is over"
        return f"{self.format_move(action)} is not legal here"
