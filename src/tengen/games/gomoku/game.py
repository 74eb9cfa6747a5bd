"""The face of Gomoku: settings, names of points, symmetries."""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from itertools import count

import numpy as np
from numpy.typing import NDArray

from tengen.core import NotationError, Outcome, PolicyLayout, SettingsError, State, Symmetry
from tengen.core.game import Setting
from tengen.games.face import NativeGame, NativeState, square_symmetries
from tengen.games.gomoku import _native, swap2
from tengen.games.gomoku.notation import (
    CHOICES,
    format_choice_or_point,
    format_point,
    format_position,
    parse_choice_or_point,
    parse_point,
    parse_position,
)
from tengen.games.kernel import AlphaBetaKernel, EngineKernel, KernelState
from tengen.games.stones import Setup, stones_on

RULES = ("freestyle", "standard", "renju", "caro", "caro-exact")
OPENINGS = ("free", "swap2")
MIN_SIZE, MAX_SIZE = 3, 20
OFFERED: dict[str, range | tuple[Setting, ...]] = {
    "size": range(MIN_SIZE, MAX_SIZE + 1),
    "win_length": range(2, MAX_SIZE + 1),
    "rule": RULES,
    "opening": OPENINGS,
}
"""What a form offers for each setting; for the others their default tells the kind."""
PROPOSED = {"size": (8, 15, 20)}
"""Values that a form proposes: the boards that most games are played on."""
QUICKLY_LEARNED = {"size": 8}
"""Settings of a game that is learned in an evening."""

VERDICTS = ("", "five", "overline", "double four", "double three")
"""What the rules of renju say of a black stone, as native code numbers it."""


def create(
    size: Setting = 15,
    win_length: Setting = 5,
    rule: Setting = "freestyle",
    opening: Setting = "free",
    position: Setting = "",
) -> "Gomoku":
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
    if opening not in OPENINGS:
        raise SettingsError(f"gomoku opening={opening!r}: must be {' or '.join(OPENINGS)}")
    if rule == "renju" and win_length != 5:
        raise SettingsError(f"gomoku win_length={win_length!r}: renju is played for 5 in a row")
    # Three black stones of the opening must not be a row.
    if opening == "swap2" and win_length < 4:
        raise SettingsError(f"gomoku win_length={win_length!r}: swap2 needs 4 or more in a row")
    start = _read_position(position, size, str(opening))
    game = Gomoku(size, win_length, str(rule), str(opening), start)
    native = native_of(game.initial_state())
    if native.is_over or native.has_row:
        raise SettingsError(f"gomoku position={position!r}: the game is over there")
    return game


def _read_position(text: Setting, size: int, opening: str) -> Setup:
    if not isinstance(text, str):
        raise SettingsError(f"gomoku position={text!r}: must be a text such as 'W:Bh8'")
    try:
        position = parse_position(text, size)
    except NotationError as error:
        raise SettingsError(f"gomoku position={text!r}: {error}") from None
    if position != Setup() and opening != "free":
        raise SettingsError(f"gomoku position={text!r}: the opening {opening} starts empty")
    return position


class Gomoku(NativeGame):
    """Players place stones in turn; `win_length` in a row win.

    Under the rule ``freestyle`` a longer row wins too, under ``standard`` it does not; ``renju``
    forbids Black some points; under ``caro`` a row between two stones of the opponent does not win.
    Actions are points in row-major order, the top row first. With the opening ``swap2`` three
    choices follow: take White, take Black, place two stones more.
    """

    name = "gomoku"
    alphabeta: AlphaBetaKernel = _native
    engine: EngineKernel = _native
    binding_settings = ("win_length", "opening")
    engine_bonds = ("win_length",)
    has_flat_planes = True

    def __init__(
        self, size: int, win_length: int, rule: str, opening: str, position: Setup
    ) -> None:
        self.size = size
        self.win_length = win_length
        self.rule = rule
        self.opening = opening
        self.position = position
        swap2 = opening == "swap2"
        self._rules = _native.Rules(
            size=size,
            win_length=win_length,
            exact=rule in {"standard", "caro-exact"},
            renju=rule == "renju",
            caro=rule in {"caro", "caro-exact"},
            swap2=swap2,
            black=list(position.black),
            white=list(position.white),
            colour=position.to_play,
        )

    @property
    def settings(self) -> Mapping[str, Setting]:
        return {
            "size": self.size,
            "win_length": self.win_length,
            "rule": self.rule,
            "opening": self.opening,
            "position": format_position(self.position, self.size),
        }

    @property
    def players(self) -> tuple[str, str]:
        """Under swap2 a player's colour is not known before the opening ends."""
        return ("First", "Second") if self.opening == "swap2" else ("Black", "White")

    def sides(self, state: State) -> tuple[str, str]:
        if self.opening != "swap2" or state.is_opening:
            return self.players
        stones = state.board()
        black = state.to_play ^ int((stones == 1).sum() != (stones == 2).sum())
        return ("White", "Black") if black else ("Black", "White")

    @property
    def policy_layout(self) -> PolicyLayout:
        return PolicyLayout(per_point=1, extra=self.num_actions - self.size**2)

    @property
    def kernel(self) -> EngineKernel:
        return _native

    @property
    def rules(self) -> _native.Rules:
        return self._rules

    @property
    def num_actions(self) -> int:
        return self.size**2 + (len(CHOICES) if self.opening == "swap2" else 0)

    @property
    def planes_shape(self) -> tuple[int, int, int]:
        """Stones of the side to move, the others, the last, ones when Black's are placed.

        Under swap2 four more tell the phase of the opening: ones while the first player places
        three stones, the second chooses, the second places two more, the first chooses.
        """
        return (8 if self.opening == "swap2" else 4, self.size, self.size)

    @property
    def max_plies(self) -> int:
        return self.size**2 + (2 if self.opening == "swap2" else 0)

    def set_up(self, board: NDArray[np.int8], to_play: int) -> "Gomoku":
        """Return these rules from a board ``[H, W]`` with stones; there is no opening then."""
        position = format_position(Setup(to_play, *stones_on(board)), self.size)
        return create(self.size, self.win_length, self.rule, "free", position)

    def symmetries(self) -> tuple[Symmetry, ...]:
        return self._symmetries

    @cached_property
    def _symmetries(self) -> tuple[Symmetry, ...]:
        return square_symmetries(self.size, extra=self.num_actions - self.size**2)

    def parse_move(self, text: str) -> int:
        if self.opening == "swap2":
            return parse_choice_or_point(text, self.size)
        return parse_point(text, self.size)

    def format_move(self, action: int) -> str:
        if self.opening == "swap2":
            return format_choice_or_point(action, self.size)
        return format_point(action, self.size)

    def forbidden_points(self, native: KernelState) -> NDArray[np.int32]:
        assert isinstance(native, _native.State)
        return native.forbidden_points()

    def is_opening(self, native: KernelState) -> bool:
        assert isinstance(native, _native.State)
        return bool(native.phase)

    def decide_opening(
        self, state: NativeState, judge: Callable[[NativeState], float], rng: np.random.Generator
    ) -> tuple[int, float]:
        return swap2.decide(state, judge, rng)

    def describe_outcome(self, native: KernelState) -> Outcome:
        if native.winner < 0:
            full = bool(native.board().all())
            return Outcome(None, "board full" if full else "only forbidden points left")
        stones = tuple(int(point) for point in native.winning_points())
        return Outcome(native.winner, f"{_longest_row(stones, self.size)} in a row", stones)

    def explain_illegal(self, state: NativeState, action: int) -> str:
        if not 0 <= action < self.num_actions:
            return f"point {action} is not on the {self.size}x{self.size} board"
        move = self.format_move(action)
        if state.outcome() is not None:
            return f"{move}: the game is over"
        if action >= self.size**2:
            return f"{move} is not to be chosen now"
        choices = state.legal_actions()
        if choices[0] >= self.size**2:
            names = " or ".join(self.format_move(int(choice)) for choice in choices)
            return f"{move} cannot be played before a choice: {names}"
        if state.board().ravel()[action]:
            return f"{move} is occupied"
        return f"{move} is forbidden to Black: {VERDICTS[native_of(state).judge(action)]}"

    def __str__(self) -> str:
        words = [f"gomoku {self.size}x{self.size}", f"{self.win_length} in a row"]
        words += [f"rule {self.rule}"] if self.rule != RULES[0] else []
        words += [f"opening {self.opening}"] if self.opening != OPENINGS[0] else []
        words += [f"from {self.settings['position']}"] if self.position != Setup() else []
        return ", ".join(words)

    def __reduce__(self) -> tuple[object, ...]:
        return (create, tuple(self.settings.values()))


def native_of(state: State) -> _native.State:
    """Return a position of Gomoku as native code has it."""
    assert isinstance(state, NativeState)
    assert isinstance(state.native, _native.State)
    return state.native


def _longest_row(stones: Iterable[int], size: int) -> int:
    """Return how many of these points stand in the longest row: an overline is more than wins."""
    held = {divmod(point, size) for point in stones}

    def length(y: int, x: int, dy: int, dx: int) -> int:
        return next(n for n in count(1) if (y + n * dy, x + n * dx) not in held)

    return max(
        length(*start, *step) for start in held for step in ((0, 1), (1, -1), (1, 0), (1, 1))
    )
