"""The border to native code, as types: what the faces ask of a game's ``_native`` module.

Each module has its stub beside it, written by the build. A game's face returns its module as one of
the protocols here, and there the type checker holds the one against the other. Only `games` and
`search` use what is here; whoever comes later uses their faces.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

Own = Any
"""An object of the module's own classes, such as its rules. The classes of two games do not mix,
which no protocol can say: native code checks it."""
NetArrays = dict[str, NDArray[np.integer]]
"""The integers of an incremental net, by name."""
Poll = Callable[[], bool]
"""Is asked now and then whether to stop; what it raises ends a search and comes out of it."""


class KnownResult(NamedTuple):
    """A result that is certain without looking further."""

    winner: int
    """A player; -1 for a draw."""
    plies: int
    """Until then, played best by both; 0 for a draw."""


class KernelState(Protocol):
    """A position."""

    @property
    def to_play(self) -> int: ...
    @property
    def ply(self) -> int: ...
    @property
    def last_action(self) -> int: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def winner(self) -> int: ...
    def is_legal(self, action: int) -> bool: ...
    def apply(self, action: int) -> "KernelState": ...
    def follow(self, actions: NDArray[np.int32]) -> "tuple[KernelState, NDArray[np.int8]]": ...
    def planes_along(self, actions: NDArray[np.int32], first: int) -> NDArray[np.float32]: ...
    def legal_actions(self) -> NDArray[np.int32]: ...
    def sensible_actions(self) -> NDArray[np.int32]: ...
    def legal_mask(self) -> NDArray[np.uint8]: ...
    def planes(self) -> NDArray[np.float32]: ...
    def board(self) -> NDArray[np.int8]: ...
    def winning_points(self) -> NDArray[np.int32]: ...
    def wins_at_once(self) -> bool: ...
    def better_at_once(self, action: int) -> tuple[bool, NDArray[np.int32]]: ...
    def known(self) -> tuple[int, int] | None: ...
    def playouts(self, count: int, seed: int) -> list[int]: ...
    def perft(self, depth: int) -> int: ...


class MeasuredState(KernelState, Protocol):
    """A position that metrics describe."""

    def metrics(self) -> NDArray[np.int32]: ...
    @property
    def just_moved(self) -> int: ...
    @property
    def is_quiet(self) -> bool: ...


class RootEdges(NamedTuple):
    """The moves of a tree's root, in no order."""

    actions: NDArray[np.int32]
    """``[N]``"""
    visits: NDArray[np.int32]
    """``[N]``"""
    priors: NDArray[np.float32]
    """``[N]``"""
    values: NDArray[np.float32]
    """``[N]``, for the mover; NaN where never visited."""
    proofs: NDArray[np.int32]
    """``[N]``, as native code numbers them."""


class Forest(Protocol):
    """Trees that are searched side by side, their leaves in batches."""

    @property
    def planes(self) -> NDArray[np.float32]: ...
    @property
    def legal(self) -> NDArray[np.uint8]: ...
    @property
    def simulations(self) -> int: ...
    @property
    def evaluations(self) -> int: ...
    def clear_cache(self) -> None: ...
    def reset(self, tree: int, state: Own, among: Sequence[int] = ...) -> None: ...
    def abandon(self) -> None: ...
    def advance(self, tree: int, action: int) -> None: ...
    def begin(self, tree: int, simulations: int, explore: bool) -> None: ...
    def select(self, batch: int = ...) -> int: ...
    def backup(
        self,
        logits: NDArray[np.float32],
        values: NDArray[np.float32],
        leads: NDArray[np.float32] | None = None,
        owners: NDArray[np.float32] | None = None,
        *,
        batch: int = ...,
    ) -> None: ...
    @property
    def points(self) -> int: ...
    def finished(self) -> list[int]: ...
    def playouts(self, tree: int, count: int) -> int: ...
    def state(self, tree: int) -> KernelState: ...
    def is_full(self, tree: int) -> bool: ...
    def is_finished(self, tree: int) -> bool: ...
    def root_visits(self, tree: int) -> int: ...
    def root_value(self, tree: int) -> float: ...
    def root_lead(self, tree: int) -> float: ...
    def root_leads(self, tree: int) -> NDArray[np.float32]: ...
    def owners(self, tree: int) -> NDArray[np.float32]: ...
    def root_proof(self, tree: int) -> int: ...
    def best_action(self, tree: int) -> int: ...
    def policy(self, tree: int) -> NDArray[np.float32]: ...
    def principal_variation(self, tree: int, action: int) -> list[int]: ...
    def principal_visits(self, tree: int, action: int) -> list[int]: ...
    def root_edges(
        self, tree: int
    ) -> tuple[
        NDArray[np.int32],
        NDArray[np.int32],
        NDArray[np.float32],
        NDArray[np.float32],
        NDArray[np.int32],
    ]: ...


class KernelProver(Protocol):
    """Proves who wins."""

    @property
    def nodes(self) -> int: ...
    def prove(
        self, root: Own, nodes: int, seconds: float, poll: Poll | None
    ) -> tuple[int | None, list[int]]: ...


class Kernel(Protocol):
    """The module of any game."""

    def batch_planes(self, states: Sequence[Own], out: NDArray[np.float32]) -> None: ...
    def after_states(
        self,
        states: Sequence[Own],
        rows: NDArray[np.int32],
        actions: NDArray[np.int32],
        planes: NDArray[np.float32] | None = None,
    ) -> tuple[NDArray[np.int8], NDArray[np.int8], NDArray[np.uint8]]: ...

    # Classes; a protocol has them as what makes their objects.
    def State(self, rules: Own) -> KernelState: ...  # noqa: N802
    def SearchSettings(self) -> object: ...  # noqa: N802
    def Forest(  # noqa: N802
        self,
        rules: Own,
        trees: int,
        batch: int,
        settings: Own,
        cache_entries: int,
        memory: int,
        seed: int,
        batches: int = ...,
    ) -> Forest: ...
    def Prover(self, memory: int) -> KernelProver: ...  # noqa: N802


class RootMoves(NamedTuple):
    """The moves of an alpha-beta search's root, the best first."""

    actions: NDArray[np.int32]
    """``[N]``"""
    values: NDArray[np.float32]
    """``[N]``, for the mover; NaN where never searched."""
    nodes: NDArray[np.int64]
    """``[N]``"""


class KernelJudge(Protocol):
    """Judges positions."""

    def values(self, states: Sequence[Own]) -> NDArray[np.float32]: ...


class Searcher(Protocol):
    """An alpha-beta search with its judge."""

    def begin(self, root: Own) -> None: ...
    def deepen(self, nodes: int, seconds: float, poll: Poll | None) -> bool: ...
    @property
    def depth(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def is_finished(self) -> bool: ...
    @property
    def moves_until_end(self) -> int | None: ...
    @property
    def line(self) -> list[int]: ...
    def root_moves(
        self,
    ) -> tuple[NDArray[np.int32], NDArray[np.float32], NDArray[np.int64]]: ...
    def search_batch(
        self, states: Sequence[Own], depth: int
    ) -> tuple[NDArray[np.int32], NDArray[np.float32]]: ...


class AlphaBetaKernel(Kernel, Protocol):
    """The module of a game that alpha-beta searches."""

    def DenseNet(  # noqa: N802
        self,
        rules: Own,
        planes: Sequence[int],
        points: Sequence[int],
        goal_plane: int,
        layers: Sequence[tuple[NDArray[np.float32], NDArray[np.float32]]],
    ) -> KernelJudge: ...
    def DenseAlphaBeta(self, judge: Own, rules: Own, memory: int, seed: int) -> Searcher: ...  # noqa: N802
    def MetricsJudge(self, weights: Sequence[float], scale: float) -> KernelJudge: ...  # noqa: N802
    def MetricsAlphaBeta(self, judge: Own, rules: Own, memory: int, seed: int) -> Searcher: ...  # noqa: N802


class RootLine(Protocol):
    """A move of a selective search's root, and how it goes on."""

    @property
    def score(self) -> int | None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def actions(self) -> list[int]: ...


class Report(Protocol):
    """What a selective search found."""

    @property
    def depth(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def tactical_nodes(self) -> int: ...
    @property
    def evaluations(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def lines(self) -> Sequence[RootLine]: ...
    @property
    def leaves(self) -> Sequence[Sequence[int]]: ...


class KernelEngine(Protocol):
    """A selective search with its net."""

    def search(
        self,
        state: Own,
        seconds: float,
        soft_seconds: float,
        nodes: int,
        depth: int,
        lines: int,
        poll: Poll | None,
        report: Callable[[Own], None] | None,
        root_moves: Sequence[int] = ...,
        leaves: int = ...,
    ) -> Report: ...
    def stop(self) -> None: ...
    def clear(self) -> None: ...


class KernelNet(Protocol):
    """An incremental net."""

    def scores(self, states: Sequence[Own]) -> NDArray[np.int32]: ...


class EngineKernel(AlphaBetaKernel, Protocol):
    """The module of a game that has a Board, which the selective search plays."""

    ENGINE_DECIDED: int
    ENGINE_KNOWN: int
    ENGINE_WIN: int
    ENGINE_SCORE_SCALE: float

    def engine_features(self) -> list[str]: ...
    def engine_knows(self, rules: Own) -> bool: ...
    def engine_plays(self, state: Own) -> bool: ...
    def engine_is_quiet(self, state: Own, net: Own) -> bool: ...
    def nnue_features(self, rules: Own, positions: NDArray[np.uint8]) -> NDArray[np.int32]: ...
    def NnueNet(self, arrays: NetArrays | None = None) -> KernelNet: ...  # noqa: N802
    def Engine(  # noqa: N802
        self,
        rules: Own,
        net: Own,
        memory: int,
        threads: int,
        seed: int,
        without: Sequence[str] = (),
    ) -> KernelEngine: ...


class StoredState(KernelState, Protocol):
    """A position that a net learns from."""

    def nnue_position(self) -> bytes: ...
