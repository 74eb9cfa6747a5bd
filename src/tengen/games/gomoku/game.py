"""The face of Gomoku: settings, names of points, symmetries."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np

from tengen.core import Outcome, PolicyLayout, SettingsError, Symmetry
from tengen.core.game import Setting
from tengen.games.face import NativeGame, NativeState
from tengen.games.gomoku import _native  # type: ignore[attr-defined] # native
from tengen.games.gomoku.notation import format_point, parse_point

RULES = ("freestyle", "standard")
MIN_SIZE, MAX_SIZE = 3, 20


def create(size: Setting = 15, win_length: Setting = 5, rule: Setting = "freestyle") -> "Gomoku":
    """Return Gomoku with these settings, checked.

    Raises:
        SettingsError: when a setting is out of range.
    """
    if not isinstance(size, int) or not MIN_SIZE <= size <= MAX_SIZE:
        raise SettingsError(f"gomoku size={size!r}: must be {MIN_SIZE} to {MAX_SIZE}")
    if not isinstance(win_length, int) or not 1 < win_length <= size:
        raise SettingsError(f"gomoku win_length={win_length!r}: must be 2 to the size, {size}")
    if rule not in RULES:
        raise SettingsError(f"gomoku rule={rule!r}: must be {' or '.join(RULES)}")
    return Gomoku(size, win_length, rule)


class Gomoku(NativeGame):
    """Players place stones in turn; `win_length` in a row win.

    Under the rule ``freestyle`` a longer row wins too, under ``standard`` it does not.
    Actions are points in row-major order, the top row first.
    """

    name = "gomoku"
    players = ("Black", "White")
    policy_layout = PolicyLayout(per_point=1)
    binding_settings = ("win_length",)

    def __init__(self, size: int, win_length: int, rule: str) -> None:
        self.size = size
        self.win_length = win_length
        self.rule = rule
        self._rules = _native.Rules(size=size, win_length=win_length, exact=rule == "standard")

    @property
    def settings(self) -> Mapping[str, Setting]:
        return {"size": self.size, "win_length": self.win_length, "rule": self.rule}

    @property
    def kernel(self) -> Any:
        return _native

    @property
    def rules(self) -> Any:
        return self._rules

    @property
    def num_actions(self) -> int:
        return self.size**2

    @property
    def planes_shape(self) -> tuple[int, int, int]:
        """Own stones, the opponent's, the opponent's last move, ones when Black is to move."""
        return (4, self.size, self.size)

    @property
    def max_plies(self) -> int:
        return self.size**2

    def symmetries(self) -> tuple[Symmetry, ...]:
        return self._symmetries

    @cached_property
    def _symmetries(self) -> tuple[Symmetry, ...]:
        points = np.arange(self.size**2, dtype=np.int32).reshape(self.size, self.size)
        turned = [np.rot90(board, turns) for board in (points, points.T) for turns in range(4)]
        flat = [np.ascontiguousarray(board).ravel() for board in turned]
        return tuple(Symmetry(points=board, actions=board) for board in flat)

    def parse_move(self, text: str) -> int:
        return parse_point(text, self.size)

    def format_move(self, action: int) -> str:
        return format_point(action, self.size)

    def describe_outcome(self, native: Any) -> Outcome:
        if native.winner < 0:
            return Outcome(None, "board full")
        stones = tuple(int(point) for point in native.winning_points())
        return Outcome(native.winner, f"{self.win_length} in a row", stones)

    def explain_illegal(self, state: NativeState, action: int) -> str:
        if not 0 <= action < self.num_actions:
            return f"point {action} is not on the {self.size}x{self.size} board"
        point = self.format_move(action)
        if state.outcome() is not None:
            return f"{point}: the game is over"
        return f"{point} is occupied"

    def __str__(self) -> str:
        rule = "" if self.rule == RULES[0] else f", rule {self.rule}"
        return f"gomoku {self.size}x{self.size}, {self.win_length} in a row{rule}"

    def __reduce__(self) -> tuple[Any, ...]:
        return (create, tuple(self.settings.values()))
