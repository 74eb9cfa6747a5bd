"""Selective alpha-beta search over a game's native engine, guided by an incremental evaluation."""

import math
import threading
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

from tengen.core import Agent, Candidate, Decision, Limit, SettingsError, State, Stop, check_asked
from tengen.core.limit import MAX_COUNT
from tengen.games.face import NativeGame, NativeState
from tengen.games.kernel import KernelNet, Report
from tengen.search.guard import guarded
from tengen.search.mcts import MIB
from tengen.search.selective import MAX_DEPTH, SelectiveSearch, can_search_position

_STRETCH = 3.0
"""So many times its share of the clock a decision may take."""
_LARGEST_PART = 0.2
"""Of the main time: no decision takes more."""
_SOFT_PART = 0.7
"""Of the share: a depth that was begun goes on for a while."""
_FORCED_NODES, _FORCED_SECONDS = 10_000, 0.1
"""Where there is only one move nothing is chosen, and a search with a time ends at once: then so many
positions are looked at for the value alone, where there is more time than they usually take."""
_MOST_JUDGED = 1 - 1e-6
"""Value of what is only judged, however good it looks."""


class _Line(NamedTuple):
    """A move of the root."""

    score: int | None
    nodes: int
    actions: list[int]


class EngineSearch:
    """A search that deepens move by move and leaves out what looks hopeless.

    Wins and losses that it finds are certain. What it found out about positions is kept from one
    search to the next. With one thread, the same seed and the same searches before, a number of
    nodes always gives the same answer.

    Raises:
        SettingsError: when there is no feature of a name in `without`.
    """

    def __init__(
        self,
        game: NativeGame,
        net: KernelNet,
        *,
        score_scale: float,
        threads: int = 1,
        memory: int = 64 * MIB,
        seed: int = 0,
        without: Iterable[str] = (),
    ) -> None:
        """Prepare to search `game`, for which there is a native engine.

        Args:
            net: the game's native evaluation.
            score_scale: its units a logit of the chance to win.
            threads: how many search together, on one table of `memory` bytes.
            seed: decides among moves that look equally good.
            without: names of features that are switched off.
        """
        self.game = game
        self._score_scale = score_scale
        self._searched = SelectiveSearch(
            game, net, threads=threads, memory=memory, seed=seed, without=without
        )
        self.depth = 0
        """Moves ahead of the last search, as far as it was completed."""
        self.moves_until_end: int | None = None
        """How many moves the win or loss that the last search found is away; None without one."""

    def search(
        self,
        state: NativeState,
        limit: Limit,
        *,
        soft_seconds: float = math.inf,
        depth: int | None = None,
        lines: int = 1,
        stop: Stop | None = None,
        on_progress: Callable[[Decision], None] | None = None,
    ) -> Decision:
        """Search `state`, which is not finished, within `limit` and up to `depth` moves ahead.

        Visits of a limit are positions, as nodes are. The search also ends when it knows the
        result. `on_progress` is called after each depth, and each of its `lines` best moves. Only
        those have values, and moves that win or lose for certain.

        Args:
            soft_seconds: after about so long nothing more is begun; later where the best move
                has just changed.

        Raises:
            SettingsError: when nothing bounds the search, or a number is out of range.
        """
        _check_bounds(limit, depth, lines, stop)
        report = None
        if on_progress is not None:
            report = lambda found: on_progress(self._decision(found, lines))  # noqa: E731

        def is_stopped() -> bool:
            """Tell whether to stop; always asked, so that an interrupt from the keyboard is heard."""
            return stop is not None and stop.is_set()

        search = partial(
            self._searched.search,
            state,
            depth=depth or MAX_DEPTH,
            lines=lines,
            report=report,
            root_moves=limit.root_moves or (),
        )
        seconds = math.inf if limit.seconds is None else limit.seconds
        nodes = min(limit.nodes or MAX_COUNT, limit.visits or MAX_COUNT)
        end = time.perf_counter() + seconds
        found = search(seconds=seconds, soft_seconds=soft_seconds, nodes=nodes, poll=is_stopped)
        is_timed = min(seconds, soft_seconds) < math.inf
        if is_timed and self._is_unjudged(found) and seconds - found.seconds > _FORCED_SECONDS:
            found = search(
                seconds=math.inf,
                soft_seconds=math.inf,
                nodes=max(1, min(nodes - found.nodes, _FORCED_NODES)),
                poll=lambda: is_stopped() or time.perf_counter() >= end,
            )
        return self._decision(found, lines)

    def stop(self) -> None:
        """End the search that is running on another thread."""
        self._searched.stop()

    def clear(self) -> None:
        """Forget all that was found out."""
        self._searched.clear()

    def plays(self, state: NativeState) -> bool:
        """Tell whether `state` can be searched."""
        return can_search_position(state)

    def _decision(self, found: Report, exact: int) -> Decision:
        self.depth = found.depth
        lines = [_Line(line.score, line.nodes, line.actions) for line in found.lines]
        # What others scored at a smaller depth does not compare; a forced result stays one.
        lines[exact:] = [self._only_if_certain(line) for line in lines[exact:]]
        best = lines[0]
        self.moves_until_end = self._searched.moves_until_end(best.score)
        return Decision(
            action=best.actions[0],
            value=self._value(best.score),
            candidates=tuple(self._candidates(lines)),
            pv=tuple(best.actions),
            nodes=found.nodes + found.tactical_nodes,
            seconds=found.seconds,
        )

    def _is_unjudged(self, found: Report) -> bool:
        """Return whether there was only one move, whose value no search to speak of stands behind."""
        (score, *others) = [line.score for line in found.lines]
        return not others and found.depth == 1 and self._searched.moves_until_end(score) is None

    def _only_if_certain(self, line: _Line) -> _Line:
        return line if self._searched.moves_until_end(line.score) else line._replace(score=None)

    def _candidates(self, lines: list[_Line]) -> Iterable[Candidate]:
        """Yield a candidate an action: of moves that begin alike, the best stands for all."""
        seen = set()
        for line in lines:
            action = line.actions[0]
            if action not in seen:
                seen.add(action)
                value = self._value(line.score)
                yield Candidate(action, line.nodes, 0.0, value, tuple(line.actions))

    def _value(self, score: int | None) -> float | None:
        """Return the expected outcome in [-1, 1] that a score stands for."""
        if score is None:
            return None
        if self._searched.moves_until_end(score) is not None:
            return math.copysign(1.0, score)
        value = math.tanh(score / (2 * self._score_scale))
        return max(-_MOST_JUDGED, min(_MOST_JUDGED, value))


def _check_bounds(limit: Limit, depth: int | None, lines: int, stop: Stop | None) -> None:
    if limit.is_open and depth is None and stop is None:
        raise SettingsError("a search needs a limit: seconds, nodes, visits or depth")
    if depth is not None and not 1 <= depth <= MAX_DEPTH:
        raise SettingsError(f"depth {depth}: must be 1 to {MAX_DEPTH}")
    if lines < 1:
        raise SettingsError(f"{lines} lines: must be at least one")


class EngineAgent(Agent):
    """Plays the best move of an `EngineSearch`, and keeps its own time where there is a clock."""

    def __init__(
        self,
        name: str,
        search: EngineSearch,
        default_limit: Limit,
        *,
        depth: int | None = None,
        lines: int = 1,
        ponders: bool = False,
    ) -> None:
        """Play as `name`.

        Args:
            depth: bounds every decision, whatever its limit.
            lines: best moves whose value is wanted.
            ponders: whether to think on while the opponent does.
        """
        self.name = name
        self.default_limit = default_limit
        self._search = search
        self._depth = depth
        self._lines = lines
        self._ponders = ponders
        self._pondering: Pondering | None = None

    def decide(
        self,
        state: State,
        limit: Limit | None = None,
        *,
        stop: Stop | None = None,
        on_progress: Callable[[Decision], None] | None = None,
    ) -> Decision:
        check_asked(self.name, self._search.game, state)
        assert isinstance(state, NativeState)
        self.close()
        hard, soft = bounds(limit or self.default_limit)
        decision = self._search.search(
            state,
            hard,
            soft_seconds=soft,
            depth=self._depth,
            lines=self._lines,
            stop=stop,
            on_progress=on_progress,
        )
        if hard.root_moves is None:
            decision = guarded(state, decision)
        if self._ponders and not (stop is not None and stop.is_set()):
            self._pondering = Pondering.after(state, decision, self._search)
        return decision

    def close(self) -> None:
        """Stop thinking on the opponent's time."""
        pondering, self._pondering = self._pondering, None
        if pondering is not None:
            pondering.end()


def bounds(limit: Limit) -> tuple[Limit, float]:
    """Return the limit that a decision must keep, and the seconds it shall take about.

    With a clock for the whole game, a decision may take some times its share, but no large part of
    what is left, and never more than a move may take besides; where somebody allows less than the
    share, as for a margin, that is the bound.
    """
    clock = limit.clock
    if clock is None or limit.seconds is None or limit.seconds < clock.allot():
        return limit, math.inf
    most = min(_STRETCH * limit.seconds, clock.main * _LARGEST_PART)
    if limit.most_seconds is not None:
        most = min(most, limit.most_seconds)
    most = max(limit.seconds, most)
    hard = Limit(most, limit.nodes, limit.visits, root_moves=limit.root_moves)
    return hard, limit.seconds * _SOFT_PART


class Pondering:
    """A search of the position that is expected next, on a thread of its own."""

    def __init__(self, state: NativeState, search: EngineSearch) -> None:
        self._search = search
        self._stop = Stop()
        self._thread = threading.Thread(target=self._think, args=(state,), daemon=True)
        self._thread.start()

    @classmethod
    def after(
        cls, state: NativeState, decision: Decision, search: EngineSearch
    ) -> "Pondering | None":
        """Think about what follows `decision`; not within a move, nor when the game is over."""
        mover, after = state.to_play, state.apply(decision.action)
        if after.outcome() is not None or after.to_play == mover:
            return None
        for action in decision.pv[1:]:
            if after.to_play == mover:
                break
            after = after.apply(action)
        if after.outcome() is not None or not search.plays(after):
            return None
        return cls(after, search)

    def _think(self, state: NativeState) -> None:
        self._search.search(state, Limit(), stop=self._stop)

    def end(self) -> None:
        """Stop thinking; what was found out stays with the search."""
        self._stop.set()
        self._search.stop()
        self._thread.join()
