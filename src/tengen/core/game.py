"""A game's rules and its positions."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self, cast

import numpy as np
from numpy.typing import NDArray

from tengen.core.errors import SettingsError

Setting = int | float | str | bool
NO_BOUND = 2**30
"""`Game.max_plies` of a game that the rules bound only in theory."""


PLANE_STEPS = 64
"""Planes hold multiples of 1/64 in [-1, 1], so that a byte keeps each number exactly."""


def pack_planes(planes: NDArray[np.float32]) -> NDArray[np.int8]:
    """Return planes ``[...]`` of any shape in bytes, in steps of 1/64."""
    return (planes * PLANE_STEPS).astype(np.int8)


def unpack_planes(packed: NDArray[np.int8]) -> NDArray[np.float32]:
    """Return what `pack_planes` was given, ``[...]``."""
    return packed.astype(np.float32) / np.float32(PLANE_STEPS)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a finished game ended."""

    winner: int | None
    """0 for the first player, 1 for the second, None for a draw."""
    reason: str
    """A word for people: ``five``, ``board full``, ``resignation``."""
    points: tuple[int, ...] = ()
    """Board points (row-major) that show it, such as the five stones of a win."""

    def value_for(self, player: int) -> float:
        """Return 1, 0 or -1 from the viewpoint of `player`."""
        if self.winner is None:
            return 0.0
        return 1.0 if self.winner == player else -1.0


@dataclass(frozen=True, slots=True)
class Symmetry:
    """One board symmetry as gather indices: ``new = old[..., index]``."""

    points: NDArray[np.int32]
    """``[H * W]``, for planes flattened to ``[C, H * W]``."""
    actions: NDArray[np.int32]
    """``[A]``, for policies."""
    swaps_players: bool = False
    """Whether the image is the position with the players exchanged. Planes and policies, which
    are the side to move's, transform the same; `State.to_play` and `State.board` change sides."""


@dataclass(frozen=True, slots=True)
class PolicyLayout:
    """How actions lie on the board, so that one convolutional head serves every game.

    Action ``i * per_point + k`` belongs to the i-th of the points that have actions; the last
    `extra` actions (a pass, say) belong to none.
    """

    per_point: int = 1
    extra: int = 0
    points: tuple[int, ...] = ()
    """The board points (row-major, ascending) that have actions; empty when all have."""

    def point_of(self, action: int, num_actions: int) -> int | None:
        """Return the board point (row-major) of an action, None for one that belongs to none."""
        if action >= num_actions - self.extra:
            return None
        place = action // self.per_point
        return self.points[place] if self.points else place

    def cells(self, num_actions: int, area: int) -> NDArray[np.int64]:
        """Return ``[A]``: where planes of one move, ``[per_point * area]``, show each action.

        -1 for the actions that belong to no point: they are not shown.
        """
        actions = np.arange(num_actions - self.extra)
        places = actions // self.per_point
        points = np.asarray(self.points)[places] if self.points else places
        shown = actions % self.per_point * area + points
        return np.concatenate([shown, np.full(self.extra, -1)])


@dataclass(frozen=True, slots=True)
class Opening:
    """How a game begins."""

    game: "Game"
    """The rules, with the position it begins from."""
    actions: tuple[int, ...] = ()
    """What is played before the players are asked."""
    name: str = ""
    """As people call it, ``5 Dreaded Edinburgh``."""


class State(ABC):
    """A position: an immutable, hashable value."""

    __slots__ = ()

    @property
    @abstractmethod
    def game(self) -> "Game":
        """The rules this position is played by."""

    @property
    @abstractmethod
    def to_play(self) -> int:
        """0 when the first player is to move, 1 for the second."""

    @property
    @abstractmethod
    def ply(self) -> int:
        """Actions played since the initial position."""

    @property
    @abstractmethod
    def last_action(self) -> int | None:
        """The action that led here, None at the start."""

    @property
    def is_opening(self) -> bool:
        """Whether an opening of another kind than the game is decided here, such as swap2.

        Which side has which colour may be open then, and a player may place stones of both.
        """
        return False

    @abstractmethod
    def legal_actions(self) -> NDArray[np.int32]:
        """Return the legal actions ``[N]``, ascending; empty when the game is over."""

    def sensible_actions(self) -> NDArray[np.int32]:
        """Return the legal actions ``[N]`` less those no sensible player considers, ascending.

        Advice, not a rule: in Go, a player's own eyes are left out.
        """
        return self.legal_actions()

    def forbidden_points(self) -> NDArray[np.int32]:
        """Return the empty points ``[N]`` a rule of this game forbids, ascending, for drawing.

        A point that is merely out of place, such as an occupied one, is not among them.
        """
        return np.empty(0, np.int32)

    @abstractmethod
    def legal_mask(self) -> NDArray[np.bool_]:
        """Return ``[A]``, true where an action is legal."""

    @abstractmethod
    def apply(self, action: int) -> "State":
        """Return the position after `action`.

        Raises:
            IllegalMoveError: when the action is not legal here.
        """

    def apply_all(self, actions: Iterable[int]) -> Self:
        """Return the position after `actions`, one after the other.

        Raises:
            IllegalMoveError: at an action that is not legal where it is played.
        """
        state: State = self
        for action in actions:
            state = state.apply(action)
        return cast("Self", state)

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""

    @abstractmethod
    def planes(self) -> NDArray[np.float32]:
        """Return what a net sees, ``[C, H, W]``, from the side to move.

        Every number is a multiple of 1/64 in [-1, 1].
        """

    @abstractmethod
    def board(self) -> NDArray[np.int8]:
        """Return ``[H, W]`` for drawing.

        0 empty; 1 the first player's piece, 2 the second's; 3 and 4 their kings.
        """


class Game(ABC):
    """Immutable rules and sizes; made by `tengen.load`."""

    name: str
    """The folder's name, ``gomoku``."""

    @property
    @abstractmethod
    def settings(self) -> Mapping[str, Setting]:
        """Every setting with its value, enough to load the same game again."""

    @property
    @abstractmethod
    def num_actions(self) -> int:
        """A: actions are 0 .. A - 1."""

    @property
    @abstractmethod
    def planes_shape(self) -> tuple[int, int, int]:
        """``(C, H, W)`` of `State.planes`."""

    binding_settings: tuple[str, ...] = ()
    """Settings that make another game of it to a net: one trained for 5 does not play 4."""

    piece_planes: tuple[tuple[int, ...], tuple[int, ...]] = ((0,), (1,))
    """Planes of the pieces of the side to move, a kind each, and those of the opponent's."""

    goal_plane: int | None = None
    """The plane that shows the edge which the side to move plays towards; None without one. Turned
    by half a circle where that is the top row, all positions are seen from one side."""

    @property
    @abstractmethod
    def policy_layout(self) -> PolicyLayout:
        """How the actions lie on the board."""

    @property
    @abstractmethod
    def max_plies(self) -> int:
        """No game is longer; `NO_BOUND` where the rules set none that could be reached."""

    @property
    @abstractmethod
    def players(self) -> tuple[str, str]:
        """What the first and the second player are called, ``("Black", "White")``."""

    def sides(self, state: State) -> tuple[str, str]:
        """Return what they are called in a position: an opening may have let them choose colours."""
        del state
        return self.players

    @abstractmethod
    def initial_state(self) -> State:
        """Return the position before the first move."""

    def book(self) -> tuple[Opening, ...]:
        """Return the openings that serious games of these rules begin with; empty without any."""
        return ()

    def set_up(self, board: NDArray[np.int8], to_play: int) -> "Game":
        """Return these rules from another start.

        Args:
            board: ``[H, W]``, the pieces as `State.board` shows them.
            to_play: who moves first, 0 or 1.

        Raises:
            SettingsError: when no game can begin so.
        """
        del board, to_play  # no other start
        raise SettingsError(f"{self.name} always begins in the same way")

    @abstractmethod
    def symmetries(self) -> tuple[Symmetry, ...]:
        """Return the board's symmetries, the identity first.

        The rules have them, and so has the position that the game begins from: a turn of Othello's
        first four stones by a quarter is another game, unless it swaps the players.
        """

    @abstractmethod
    def parse_move(self, text: str) -> int:
        """Return the action that `text` names.

        Raises:
            NotationError: when the text is not a move on this board; it quotes the text as it came.
        """

    @abstractmethod
    def format_move(self, action: int) -> str:
        """Return the name of an action, the inverse of `parse_move`.

        Where several actions begin at a point, with the name of the point and a dash: ``a2-a3``.
        """

    def parse_line(self, state: State, text: str) -> tuple[int, ...]:
        """Return the actions of the moves in `text`, played from `state`.

        Moves are separated by blanks or commas; one move may be several actions.

        Raises:
            NotationError: when a part of the text is not a move.
            IllegalMoveError: when no move of that name is legal at its place.
        """
        actions = []
        for word in text.replace(",", " ").split():
            actions.append(self.parse_move(word))
            state = state.apply(actions[-1])
        return tuple(actions)

    def format_line(self, state: State, actions: Sequence[int]) -> list[str]:
        """Return the names of the moves that `actions`, legal from `state`, make up."""
        return [self.format_move(action) for action in actions]

    has_flat_planes = False
    """Whether each plane of `State.planes` shows one number, at some points, and 0 at the others: then
    much less is stored of it."""
    has_owners = False
    """Whether points of the board end up as somebody's, so that `ownership` can be asked."""

    def ownership(self, state: State, playouts: int, seed: int) -> NDArray[np.float32]:
        """Return ``[H, W]``, whose each point is at the end of random games, on average.

        1 is the first player's, -1 the second's.

        Raises:
            SettingsError: when `playouts` is not positive.
            NotImplementedError: in a game without owners.
        """
        raise NotImplementedError(f"{self.name} has no owners of points")

    result_is_agreed = False
    """Whether the players agree on the result after the last move, such as which stones are dead:
    then a record may state another than the board shows."""

    has_hops = False
    """Whether one move may be several actions of a player, which may not stop between them."""

    has_tables = False
    """Whether endgame tables know results of positions, so that `look_up` may find one."""

    def look_up(self, state: State) -> Outcome | None:
        """Return how a game ends from `state` if both sides play perfectly; None if not known."""
        del state  # no tables
        return None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.name, self.settings) == (
            other.name,
            other.settings,
        )

    def __hash__(self) -> int:
        return hash((self.name, tuple(sorted(self.settings.items()))))

    def __str__(self) -> str:
        """In words, for messages."""
        return ", ".join([self.name, *(f"{key} {value}" for key, value in self.settings.items())])

    def __repr__(self) -> str:
        settings = (f"{key}={value!r}" for key, value in self.settings.items())
        return f"load({', '.join([repr(self.name), *settings])})"
