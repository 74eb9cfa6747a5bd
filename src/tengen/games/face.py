"""The Python face of native rules, the same for every game."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tengen.core import Game, IllegalMoveError, Outcome, SpecError, State, Symmetry
from tengen.games.kernel import AlphaBetaKernel, EngineKernel, Kernel, KernelState, KnownResult

GOES_ON = -2
"""`AfterStates.winner` of a position that is not finished."""


@dataclass(frozen=True, slots=True)
class AfterStates:
    """N positions, each reached by one action from another."""

    to_play: NDArray[np.int8]
    """``[N]``, who moves there."""
    winner: NDArray[np.int8]
    """``[N]``: `GOES_ON`, -1 for a draw, 0 or 1 for the player who has won."""
    wins_at_once: NDArray[np.bool_]
    """``[N]``, whether the side to move there can end the game in its favour with one action."""
    planes: NDArray[np.float32] | None = None
    """``[N, C, H, W]``, where they were asked for."""


@dataclass(frozen=True, slots=True)
class Followed:
    """A game played through."""

    outcome: Outcome | None
    """None where it is not over."""
    to_play: int
    """Who is to move in the end."""
    players: NDArray[np.int8]
    """``[N]``, who made each of the actions up to the first that is illegal."""


class NativeGame(Game):
    """A game whose rules are native code."""

    playouts_at_once = 256
    """Random games between two looks at the clock: they take a few milliseconds."""

    alphabeta: AlphaBetaKernel | None = None
    """The native module, where alpha-beta with a judge is bound for the game."""
    engine: EngineKernel | None = None
    """The native module, where the game has a Board for the selective search."""
    engine_bonds: tuple[str, ...] = ()
    """Of `binding_settings`, those that bind an incremental net, which sees the board alone."""

    @property
    @abstractmethod
    def kernel(self) -> Kernel:
        """The game's native module; only search and the faces in `games` may use it."""

    @property
    @abstractmethod
    def rules(self) -> object:
        """The native rules object with this game's settings."""

    @abstractmethod
    def describe_outcome(self, native: KernelState) -> Outcome:
        """Return the outcome of a finished native state."""

    @abstractmethod
    def explain_illegal(self, state: "NativeState", action: int) -> str:
        """Return one line on why `action` is against the rules in `state`."""

    def forbidden_points(self, native: KernelState) -> NDArray[np.int32]:
        """Return the empty points ``[N]`` of a native state that its rules forbid, ascending.

        For drawing; none unless the game has such points of its own, as renju does for Black.
        """
        del native
        return np.empty(0, np.int32)

    def is_opening(self, native: KernelState) -> bool:
        """Tell whether an opening is decided in a native state; see `State.is_opening`."""
        del native
        return False

    def final_owners(self, native: KernelState) -> NDArray[np.int8]:
        """Return ``[H W]``, whose each point is in a finished native state.

        1 is the first player's, -1 the second's, 0 nobody's; see `Game.has_owners`.
        """
        del native
        raise NotImplementedError(f"{self.name} has no owners of points")

    def given_points(self, native: KernelState) -> float:
        """Return the points that the first player is ahead by besides those of the board.

        Komi and what else makes up for the first move, below 0; see `Game.has_owners`.
        """
        del native
        raise NotImplementedError(f"{self.name} counts no points")

    def decide_opening(
        self, state: "NativeState", judge: Callable[["NativeState"], float], rng: Generator
    ) -> tuple[int, float]:
        """Return an action in a position that no engine searches, and its value for the mover.

        `judge` says what positions that are searched are worth to their side to move; `rng` draws
        what to look at.
        """
        del state, judge, rng
        raise NotImplementedError(f"{self.name} has no opening of another kind")

    def batch_planes(
        self, states: Sequence["NativeState"], out: NDArray[np.float32] | None = None
    ) -> NDArray[np.float32]:
        """Return the planes of many positions at once, ``[N, C, H, W]``, in `out` if given."""
        if out is None:
            out = np.empty((len(states), *self.planes_shape), np.float32)
        self.kernel.batch_planes([state.native for state in states], out)
        return out

    def follow(self, actions: NDArray[np.int32]) -> Followed:
        """Play `actions` ``[N]`` from the start, up to the first that is illegal."""
        state, players = self.kernel.State(self.rules).follow(actions)
        return Followed(
            self.describe_outcome(state) if state.is_over else None, state.to_play, players
        )

    def planes_along(self, actions: NDArray[np.int32], first: int = 0) -> NDArray[np.float32]:
        """Return the planes before each action of a game, ``[N - first, C, H, W]``.

        Args:
            actions: ``[N]``, from the start.
            first: so many positions are left out.

        Raises:
            ValueError: when an action is illegal.
        """
        return self.kernel.State(self.rules).planes_along(actions, first)

    def after_states(
        self,
        states: Sequence["NativeState"],
        rows: NDArray[np.int32],
        actions: NDArray[np.int32],
        *,
        planes: bool,
    ) -> AfterStates:
        """Return what follows when ``actions[i]`` is played in ``states[rows[i]]``, for each i.

        Raises:
            ValueError: when an action is illegal or a row names no position.
        """
        out = np.empty((len(rows), *self.planes_shape), np.float32) if planes else None
        to_play, winner, wins = self.kernel.after_states(
            [state.native for state in states], rows, actions, out
        )
        return AfterStates(to_play, winner, wins.view(np.bool_), out)

    def initial_state(self) -> "NativeState":
        return NativeState(self, self.kernel.State(self.rules))


class NativeState(State):
    """A position held by native code."""

    __slots__ = ("_game", "native", "previous")

    def __init__(
        self, game: NativeGame, native: KernelState, previous: "NativeState | None" = None
    ) -> None:
        self._game = game
        self.native = native
        self.previous = previous
        """The position before the last action where it is known; no part of the value."""

    @property
    def game(self) -> NativeGame:
        return self._game

    @property
    def to_play(self) -> int:
        return self.native.to_play

    @property
    def ply(self) -> int:
        return self.native.ply

    @property
    def last_action(self) -> int | None:
        action = self.native.last_action
        return None if action < 0 else action

    @property
    def is_opening(self) -> bool:
        return self._game.is_opening(self.native)

    def legal_actions(self) -> NDArray[np.int32]:
        return self.native.legal_actions()

    def sensible_actions(self) -> NDArray[np.int32]:
        return self.native.sensible_actions()

    def forbidden_points(self) -> NDArray[np.int32]:
        return self._game.forbidden_points(self.native)

    def legal_mask(self) -> NDArray[np.bool_]:
        return self.native.legal_mask().view(np.bool_)

    def apply(self, action: int) -> "NativeState":
        if not (0 <= action < self._game.num_actions and self.native.is_legal(action)):
            raise IllegalMoveError(self._game.explain_illegal(self, action))
        return NativeState(self._game, self.native.apply(action), self)

    def outcome(self) -> Outcome | None:
        return self._game.describe_outcome(self.native) if self.native.is_over else None

    def planes(self) -> NDArray[np.float32]:
        return self.native.planes()

    def board(self) -> NDArray[np.int8]:
        return self.native.board()

    def known(self) -> KnownResult | None:
        """Return the result that is certain without looking further, None where none is."""
        known = self.native.known()
        return None if known is None else KnownResult(*known)

    def __copy__(self) -> "NativeState":
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> "NativeState":
        return self

    def __reduce__(self) -> tuple[object, ...]:
        """Return the game and its actions: what a position is made of beside its board is kept."""
        actions: list[int] = []
        at: NativeState | None = self
        while at is not None and at.last_action is not None:
            actions.append(at.last_action)
            at = at.previous
        if len(actions) != self.ply:
            raise TypeError("a position whose earlier moves are not known cannot be pickled")
        return _play_out, (self._game, tuple(reversed(actions)))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, NativeState)
            and self._game == other._game
            and self.native == other.native
        )

    def __hash__(self) -> int:
        return hash(self.native)

    def __repr__(self) -> str:
        return f"<{self._game!r} at ply {self.ply}>"


def with_native_rules(name: str, game: Game) -> NativeGame:
    """Return `game` for the agent `name`, which plays games with native rules alone.

    Raises:
        SpecError: when its rules are not native.
    """
    if not isinstance(game, NativeGame):
        raise SpecError(f"agent {name} needs a game with native rules, not {game!r}")
    return game


def _play_out(game: NativeGame, actions: tuple[int, ...]) -> NativeState:
    return game.initial_state().apply_all(actions)


def square_symmetries(size: int, extra: int) -> tuple[Symmetry, ...]:
    """Return the eight of a board of `size` x `size` where each action is a point.

    The last `extra` actions, which belong to no point, stay as they are.
    """
    points = np.arange(size**2, dtype=np.int32).reshape(size, size)
    stay = np.arange(size**2, size**2 + extra, dtype=np.int32)
    turned = [np.rot90(board, turns) for board in (points, points.T) for turns in range(4)]
    flat = [np.ascontiguousarray(board).ravel() for board in turned]
    return tuple(Symmetry(board, np.concatenate([board, stay])) for board in flat)
