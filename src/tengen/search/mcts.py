"""Monte-Carlo tree search over native trees, guided by an evaluator or by random games."""

import math
import threading
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from tengen.core import (
    Candidate,
    Decision,
    Evaluator,
    Judgement,
    Limit,
    PointsEvaluator,
    SettingsError,
    Stop,
)
from tengen.core.evaluator import knows_points
from tengen.evaluators.rollout import RolloutEvaluator
from tengen.games.face import NativeGame, NativeState
from tengen.games.kernel import Forest, RootEdges
from tengen.search.crew import Crew

MIB = 1 << 20
_UNBOUNDED = 2**31 - 1
_REPORT_SECONDS = 0.1
_LIKELY = 8  # candidates whose continuation is reported
_LOOK_BACK = 32  # moves between two decisions, hops of a capture chain included
_LOSS = 1  # Proof::Loss
_FEWEST = 4
"""Leaves a thread that are worth an evaluation: fewer cost more each."""


class SearchSettings(BaseModel):
    """How a tree is searched."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    c_puct: float = Field(default=1.5, gt=0)
    """Weight of the prior against the value."""
    fpu_reduction: float = Field(default=0.25, ge=0)
    """An unvisited move is worth the position's value less this x sqrt(prior mass visited)."""
    fpu_zero: bool = False
    """An unvisited move is worth 0 instead, an even game (Silver et al. 2017)."""
    considered: int = Field(default=0, ge=0)
    """Moves a Gumbel root considers; 0 searches the root by PUCT."""
    c_visit: float = Field(default=50, ge=0)
    """Gumbel: logits gain (c_visit + most visits) x c_scale x Q."""
    c_scale: float = Field(default=0.25, gt=0)
    """Gumbel: see c_visit."""
    dirichlet_alpha: float = Field(default=0.3, gt=0)
    """Noise at an exploring PUCT root."""
    dirichlet_fraction: float = Field(default=0, ge=0, le=1)
    """Share of that noise in the priors."""
    solver: bool = True
    """Back up proven wins and losses."""
    points: bool = False
    """Keep what the evaluator says of points, in games that count them; `TreeSearch` sets it where
    the evaluator does."""
    lead_weight: float = Field(default=0, ge=0, le=1)
    """What a move gains at most, in value, for a lead in points over the mean of its siblings; half
    of that for as many points as the board is wide. Only with `points`."""
    sensible: bool = False
    """Leave out moves no sensible player considers, such as filling one's own eye in Go."""
    force_at_root: int = Field(default=0, ge=0, le=_UNBOUNDED)
    """Positions that exact tactical search, where the game has one, looks at for a win by force
    before the search begins."""
    force_at_leaf: int = Field(default=0, ge=0, le=_UNBOUNDED)
    """The same for each new leaf."""

    def with_tactics(self) -> "SearchSettings":
        """Return these settings with as much exact tactical search as pays beside a net."""
        return self.model_copy(update={"force_at_root": 4000, "force_at_leaf": 64})


def make_forest(
    game: NativeGame,
    settings: SearchSettings,
    *,
    trees: int,
    batch: int,
    cache_entries: int,
    memory: int,
    seed: int,
    batches: int = 1,
) -> Forest:
    """Return a native forest.

    Args:
        game: the rules.
        settings: how its trees are searched.
        trees: searches side by side.
        batch: leaves a batch, shared evenly by the trees.
        cache_entries: evaluations remembered across trees.
        memory: bound in bytes on trees, cache and batches together.
        seed: of its randomness.
        batches: how many may be on their way at a time.

    Raises:
        SettingsError: when the memory cannot hold even empty trees.
    """
    native = game.kernel.SearchSettings()
    for name, value in settings.model_dump().items():
        setattr(native, name, value)
    try:
        return game.kernel.Forest(
            game.rules, trees, batch, native, cache_entries, memory, seed, batches
        )
    except ValueError as error:
        raise SettingsError(str(error)) from None


class TreeSearch:
    """One tree that follows a game: what a move leaves valid is kept for the next.

    With a net as evaluator it is the search of AlphaZero; with a `RolloutEvaluator`, leaves are
    judged by random games to the end, which is pure Monte-Carlo tree search.

    Each of `threads` has leaves judged, `batch` of them all together, and takes turns with the
    others at the tree: a net is too small for several threads to share one evaluation. By more than
    one, a search is not the same twice.

    Raises:
        SettingsError: when `memory` (bytes) is too small for a search.
    """

    def __init__(
        self,
        game: NativeGame,
        evaluator: Evaluator | RolloutEvaluator,
        settings: SearchSettings,
        *,
        batch: int = 8,
        threads: int = 1,
        cache_entries: int = 16384,
        memory: int = 1024 * MIB,
        seed: int = 0,
    ) -> None:
        self.game = game
        self.evaluator = evaluator
        self._points = game.has_owners and knows_points(evaluator)
        settings = settings.model_copy(update={"points": self._points})
        self._batch = max(batch // threads, min(batch, _FEWEST))
        self._forest = make_forest(
            game,
            settings,
            trees=1,
            batch=self._batch,
            cache_entries=0 if isinstance(evaluator, RolloutEvaluator) else cache_entries,
            memory=memory,
            seed=seed,
            batches=threads,
        )
        self._crew = Crew(threads)
        self._turn = threading.Condition()
        """Whose turn it is at the forest, and at what follows here."""
        self._under_way = 0
        self._is_over = False
        self._planes = self._forest.planes
        self._legal = self._forest.legal.view(np.bool_)
        self._state: NativeState | None = None
        self._root_moves: frozenset[int] | None = None
        """What the root of the tree has to choose from."""

    def search(
        self,
        state: NativeState,
        limit: Limit,
        *,
        stop: Stop | None = None,
        on_progress: Callable[[Decision], None] | None = None,
        explore: bool = False,
    ) -> Decision:
        """Search `state`, which is not finished, within `limit`.

        The search also ends when the result is proven or the memory is spent. Visits and nodes may be
        more where all moves looked at so far are proven losses, until one is none.

        Raises:
            SettingsError: when nothing bounds the search.
        """
        if limit.is_open and stop is None:
            raise SettingsError("a search needs a limit: seconds, nodes or visits")
        started = time.perf_counter()
        reported = 0.0
        self._follow(state, limit.root_moves)
        before = self._forest.simulations
        self._forest.begin(0, self._simulations(limit), explore)

        def is_time_up() -> bool:
            if stop is not None and stop.is_set():
                return True
            return limit.seconds is not None and time.perf_counter() - started >= limit.seconds

        def decide() -> Decision:
            nodes = self._forest.simulations - before
            return self._decision(nodes, time.perf_counter() - started)

        def tell() -> None:
            nonlocal reported
            seconds = time.perf_counter() - started
            if on_progress is None or seconds - reported < _REPORT_SECONDS:
                return
            reported = seconds
            with self._turn:
                if self._is_over:
                    return
                decision = decide()
            on_progress(decision)

        self._under_way, self._is_over = 0, False
        try:
            self._crew.run(lambda thread: self._work(thread, is_time_up, tell))
        except BaseException:
            # The evaluator, or rules that are Python, failed in the middle of a simulation.
            self._state = None
            self._forest.abandon()
            raise
        return decide()

    def _work(self, thread: int, is_time_up: Callable[[], bool], tell: Callable[[], None]) -> None:
        """Search until it is over, for all threads; the caller's tells how far it is."""
        try:
            while not self._is_over:
                self._step(thread)
                with self._turn:
                    is_finished = self._forest.is_finished(0)
                if is_finished or is_time_up():
                    break
                if thread == 0:
                    tell()
        finally:
            self._end()

    def _end(self) -> None:
        with self._turn:
            self._is_over = True
            self._turn.notify_all()

    def _simulations(self, limit: Limit) -> int:
        """Return how many simulations the limit allows beside the root's own evaluation."""
        visits = self._forest.root_visits(0)
        bounds = [_UNBOUNDED]
        if limit.nodes is not None:
            bounds.append(limit.nodes - (visits == 0))
        if limit.visits is not None:
            bounds.append(max(0, limit.visits - max(1, visits)))
        return min(bounds)

    def _step(self, thread: int) -> None:
        if isinstance(self.evaluator, RolloutEvaluator):
            with self._turn:
                self._forest.playouts(0, self.game.playouts_at_once)
            return
        with self._turn:
            count = self._forest.select(thread)
            if not count:
                # What is left to look at waits for the leaves of other threads.
                if self._under_way and not self._is_over:
                    self._turn.wait()
                return
            self._under_way += 1
        first = thread * self._batch
        rows = slice(first, first + count)
        told = self._judge(self._planes[rows], self._legal[rows])
        with self._turn:
            self._forest.backup(*told, batch=thread)
            self._under_way -= 1
            self._turn.notify_all()

    def _judge(
        self, planes: NDArray[np.float32], legal: NDArray[np.bool_]
    ) -> Judgement | tuple[NDArray[np.float32], NDArray[np.float32]]:
        assert not isinstance(self.evaluator, RolloutEvaluator)
        if self._points:
            assert isinstance(self.evaluator, PointsEvaluator)
            return self.evaluator.judge(planes, legal)
        return self.evaluator.evaluate(planes, legal)

    def _follow(self, state: NativeState, root_moves: frozenset[int] | None) -> None:
        """Make `state` the root, keeping the subtree where it follows from the last root.

        A root with other moves to choose from than before begins anew.
        """
        line: list[NativeState] = []
        at: NativeState | None = state
        while at is not None and at != self._state and len(line) <= _LOOK_BACK:
            line.append(at)
            at = at.previous
        before = None if line else self._root_moves
        known = at is not None and at == self._state and before == root_moves
        self._state = None  # until it is there: rules that are Python may fail on the way
        if known:
            for after in reversed(line):
                assert after.last_action is not None
                self._forest.advance(0, after.last_action)
        else:
            self._forest.reset(0, state.native, sorted(root_moves or ()))
        self._state, self._root_moves = state, root_moves

    def _decision(self, nodes: int, seconds: float) -> Decision:
        forest = self._forest
        best = forest.best_action(0)
        if best < 0:
            raise SettingsError("memory limit: too small to search even one position")
        columns = (*RootEdges(*forest.root_edges(0)), forest.root_leads(0))
        edges = zip(*(column.tolist() for column in columns), strict=True)
        ranked = sorted(
            edges,
            key=lambda edge: (edge[0] == best, edge[4] != _LOSS, edge[1], edge[2]),
            reverse=True,
        )
        candidates = tuple(
            Candidate(
                action,
                visits,
                prior,
                value if visits else None,
                tuple(forest.principal_variation(0, action)) if rank < _LIKELY else (action,),
                _told(lead),
                tuple(forest.principal_visits(0, action)) if rank < _LIKELY else (visits,),
            )
            for rank, (action, visits, prior, value, _, lead) in enumerate(ranked)
        )
        return Decision(
            action=best,
            value=forest.root_value(0),
            candidates=candidates,
            pv=candidates[0].pv,
            nodes=nodes,
            seconds=seconds,
            lead=_told(forest.root_lead(0)),
            ownership=self._owners(),
        )

    def _owners(self) -> NDArray[np.float32] | None:
        """Return ``[H, W]``, whose each point will be by all positions of the tree."""
        if not self._points:
            return None
        return self._forest.owners(0).reshape(self.game.planes_shape[1:])


def _told(lead: float) -> float | None:
    return None if math.isnan(lead) else lead
