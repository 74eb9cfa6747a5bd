"""The face of Go: settings, names of moves, symmetries."""

from collections.abc import Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tengen.core import NotationError, Outcome, PolicyLayout, SettingsError, State, Symmetry
from tengen.core.game import NO_BOUND, Setting
from tengen.games.face import NativeGame, NativeState, square_symmetries
from tengen.games.go import _native
from tengen.games.go.notation import (
    MAX_SIZE,
    MIN_SIZE,
    fixed_handicap,
    format_move,
    format_position,
    parse_move,
    parse_position,
)
from tengen.games.kernel import AlphaBetaKernel, KernelState
from tengen.games.stones import Setup, stones_on

SUPERKO = ("positional", "situational", "simple")
"""What may not come about again, in the order of the native `Superko`."""
MAX_KOMI = 1000
PLACEMENTS = ("fixed", "free")
COMPENSATIONS = ("none", "n", "n-1")
OFFERED: dict[str, range | tuple[Setting, ...]] = {
    "size": range(MIN_SIZE, MAX_SIZE + 1),
    "superko": SUPERKO,
    "handicap": range(MAX_SIZE**2),
    "handicap_placement": PLACEMENTS,
    "compensation": COMPENSATIONS,
}
"""What a form offers for each setting; for the others their default tells the kind."""
PROPOSED = {"size": (9, 13, 19)}
"""Values that a form proposes: the boards that most games are played on."""
QUICKLY_LEARNED = {"size": 7}
"""Settings of a game that is learned in an evening."""


def create(
    size: Setting = 19,
    komi: Setting = 7.5,
    superko: Setting = "positional",
    suicide: Setting = False,
    handicap: Setting = 0,
    handicap_placement: Setting = "fixed",
    compensation: Setting = "none",
    position: Setting = "",
) -> "Go":
    """Return Go with these settings, checked.

    Raises:
        SettingsError: when a setting is out of range.
    """
    if not _is_number(size, int) or not MIN_SIZE <= int(size) <= MAX_SIZE:
        raise SettingsError(f"go size={size!r}: must be {MIN_SIZE} to {MAX_SIZE}")
    area = int(size) ** 2
    if (
        not _is_number(komi, int, float)
        or not -MAX_KOMI <= float(komi) <= MAX_KOMI
        or float(komi) * 2 % 1
    ):
        raise SettingsError(f"go komi={komi!r}: must be -{MAX_KOMI} to {MAX_KOMI} in halves")
    for name, value, choices in (
        ("superko", superko, SUPERKO),
        ("handicap_placement", handicap_placement, PLACEMENTS),
        ("compensation", compensation, COMPENSATIONS),
    ):
        if value not in choices:
            raise SettingsError(f"go {name}={value!r}: must be {' or '.join(choices)}")
    if not isinstance(suicide, bool):
        raise SettingsError(f"go suicide={suicide!r}: must be True or False")
    if not _is_number(handicap, int) or int(handicap) == 1 or not 0 <= int(handicap) < area:
        raise SettingsError(f"go handicap={handicap!r}: must be 0, or 2 to {area - 1}")
    start = _read_position(position, int(size))
    placement = str(handicap_placement)
    if handicap and start == Setup() and placement == "fixed":
        start = _fixed_stones(int(size), int(handicap))
    return Go(
        int(size),
        float(komi),
        str(superko),
        suicide,
        int(handicap),
        placement,
        str(compensation),
        start,
    )


def _is_number(value: Setting, *types: type) -> bool:
    return isinstance(value, types) and not isinstance(value, bool)


def _read_position(text: Setting, size: int) -> Setup:
    if not isinstance(text, str):
        raise SettingsError(f"go position={text!r}: must be a text such as 'W:Bd4,q16'")
    try:
        return parse_position(text, size)
    except NotationError as error:
        raise SettingsError(f"go position={text!r}: {error}") from None


def _fixed_stones(size: int, handicap: int) -> Setup:
    try:
        return Setup(to_play=1, black=fixed_handicap(size, handicap))
    except NotationError as error:
        raise SettingsError(f"go handicap={handicap}: {error}") from None


class Go(NativeGame):
    """Players place stones in turn or pass; chains without liberties are taken.

    Two passes in a row end the game, and the larger area wins. Actions are points in row-major
    order, the top row first, then the pass. The stones of a fixed handicap are part of `settings`
    as the position; those of a free one are Black's first actions in a row.
    """

    name = "go"
    alphabeta: AlphaBetaKernel = _native
    players = ("Black", "White")
    policy_layout = PolicyLayout(per_point=1, extra=1)

    def __init__(
        self,
        size: int,
        komi: float,
        superko: str,
        suicide: bool,
        handicap: int,
        handicap_placement: str,
        compensation: str,
        start: Setup,
    ) -> None:
        self.size = size
        self.komi = komi
        self.superko = superko
        self.suicide = suicide
        self.handicap = handicap
        self.handicap_placement = handicap_placement
        self.compensation = compensation
        self.start = start
        is_free = handicap_placement == "free" and start == Setup()
        self._rules = _native.Rules(
            size=size,
            half_points=int(2 * (komi + self.compensation_points)),
            superko=SUPERKO.index(superko),
            suicide=suicide,
            free_stones=handicap if is_free else 0,
            black=list(start.black),
            white=list(start.white),
            to_play=start.to_play,
        )

    @property
    def compensation_points(self) -> int:
        """Points White gets for the handicap stones."""
        return {"none": 0, "n": self.handicap, "n-1": max(0, self.handicap - 1)}[self.compensation]

    @property
    def settings(self) -> Mapping[str, Setting]:
        return {
            "size": self.size,
            "komi": self.komi,
            "superko": self.superko,
            "suicide": self.suicide,
            "handicap": self.handicap,
            "handicap_placement": self.handicap_placement,
            "compensation": self.compensation,
            "position": format_position(self.start, self.size),
        }

    @property
    def kernel(self) -> AlphaBetaKernel:
        return _native

    @property
    def rules(self) -> _native.Rules:
        return self._rules

    @property
    def num_actions(self) -> int:
        return self.size**2 + 1

    @property
    def pass_action(self) -> int:
        """The action that places no stone."""
        return self.size**2

    @property
    def planes_shape(self) -> tuple[int, int, int]:
        """What `State.planes` shows, in this order.

        Own stones; the opponent's; the last move and the one before it, where a pass fills the
        plane; stones of both sides with 1, 2, 3 or more liberties; points that ko or superko
        forbids; ones when Black is to move; what the side to move is given, in 32 points.
        """
        return (10, self.size, self.size)

    @property
    def max_plies(self) -> int:
        """Superko ends every game, but later than anybody could see."""
        return NO_BOUND

    def set_up(self, board: NDArray[np.int8], to_play: int) -> "Go":
        """Return these rules from a board ``[H, W]`` with stones; there is no handicap then."""
        position = format_position(Setup(to_play, *stones_on(board)), self.size)
        return create(self.size, self.komi, self.superko, self.suicide, position=position)

    def symmetries(self) -> tuple[Symmetry, ...]:
        return self._symmetries

    @cached_property
    def _symmetries(self) -> tuple[Symmetry, ...]:
        return square_symmetries(self.size, extra=self.num_actions - self.size**2)

    def parse_move(self, text: str) -> int:
        return parse_move(text, self.size)

    def format_move(self, action: int) -> str:
        return format_move(action, self.size)

    def forbidden_points(self, native: KernelState) -> NDArray[np.int32]:
        """Return where ko or superko forbids a stone, ``[N]``; of suicide nobody needs to be told."""
        assert isinstance(native, _native.State)
        return native.repeating_points()

    has_flat_planes = True
    has_owners = True
    result_is_agreed = True

    def ownership(self, state: State, playouts: int, seed: int) -> NDArray[np.float32]:
        if playouts < 1:
            raise SettingsError(f"playouts={playouts}: owners need at least one random game")
        return native_of(state).ownership(playouts, seed)

    def final_owners(self, native: KernelState) -> NDArray[np.int8]:
        assert isinstance(native, _native.State)
        owners = native.owners().ravel()  # 1 Black's, 2 White's
        return np.where(owners == 2, np.int8(-1), owners)

    def given_points(self, native: KernelState) -> float:
        assert isinstance(native, _native.State)
        black, white = native.area
        return native.lead - (black - white)

    def describe_outcome(self, native: KernelState) -> Outcome:
        assert isinstance(native, _native.State)
        lead = native.lead
        if lead == 0:
            return Outcome(None, "a draw by area")
        winner = int(lead < 0)
        return Outcome(winner, f"{self.players[winner]} wins by {abs(lead):g}")

    def explain_illegal(self, state: NativeState, action: int) -> str:
        if not 0 <= action < self.num_actions:
            return f"point {action} is not on the {self.size}x{self.size} board"
        move, native = self.format_move(action), native_of(state)
        if state.outcome() is not None:
            return f"{move}: the game is over"
        if action == self.pass_action:
            return f"{move}: Black has handicap stones to place, {native.to_place} more"
        if state.board().ravel()[action]:
            return f"{move} is occupied"
        if native.is_suicide(action) and not self.suicide:
            return f"{move} is suicide"
        if native.ko_point == action:
            return f"{move} retakes the ko"
        ply = native.ply_repeated(action)
        since = f"after move {ply}" if ply > 0 else "at the start"
        return f"{move} repeats the position {since}"

    def __str__(self) -> str:
        words = [f"go {self.size}x{self.size}", f"komi {self.komi:g}"]
        words += [f"{self.superko} ko"] if self.superko == "simple" else []
        words += [f"{self.superko} superko"] if self.superko == "situational" else []
        words += ["suicide allowed"] if self.suicide else []
        words += [f"{self.handicap} handicap stones"] if self.handicap else []
        words += [f"compensation {self.compensation}"] if self.compensation_points else []
        words += [f"from {self.settings['position']}"] if self.start != Setup() else []
        return ", ".join(words)

    def __reduce__(self) -> tuple[object, ...]:
        return (create, tuple(self.settings.values()))


def native_of(state: State) -> _native.State:
    """Return a position of Go as native code has it."""
    assert isinstance(state, NativeState)
    assert isinstance(state.native, _native.State)
    return state.native
