"""The selective search of native code as it counts: in score units, a report at a time.

`EngineSearch` makes decisions of it. What learns from its scores asks for them here.
"""

import math
from collections.abc import Callable, Iterable

from tengen.core import SettingsError, SpecError
from tengen.core.limit import MAX_COUNT
from tengen.games.face import NativeGame, NativeState
from tengen.games.kernel import EngineKernel, KernelNet, Poll, Report
from tengen.search.mcts import MIB

MAX_DEPTH = 100
"""Moves ahead at most."""


def can_search(game: NativeGame) -> bool:
    """Tell whether there is such a search for the game, by its rules."""
    return game.engine is not None and game.engine.engine_knows(game.rules)


def can_search_position(state: NativeState) -> bool:
    """Tell whether a position of such a game can be searched: an opening of choices cannot."""
    return kernel_of(state.game).engine_plays(state.native)


def features_of(game: NativeGame) -> list[str]:
    """Return the names of the parts of the search that can be switched off."""
    return kernel_of(game).engine_features()


def own_scale(game: NativeGame) -> float:
    """Return the score units a logit of the game's own evaluation."""
    return kernel_of(game).ENGINE_SCORE_SCALE


def kernel_of(game: NativeGame) -> EngineKernel:
    """Return the native code that searches the game.

    Raises:
        SpecError: when there is none.
    """
    if game.engine is None:
        raise SpecError(f"there is no such search for {game.name}")
    return game.engine


class SelectiveSearch:
    """A search that deepens move by move and leaves out what looks hopeless.

    Raises:
        SettingsError: when there is no feature of a name in `without`.
    """

    def __init__(
        self,
        game: NativeGame,
        net: KernelNet,
        *,
        threads: int = 1,
        memory: int = 64 * MIB,
        seed: int = 0,
        without: Iterable[str] = (),
    ) -> None:
        """Prepare to search `game`, for which there is a native engine.

        Args:
            net: the game's native evaluation.
            threads: how many search together, on one table of `memory` bytes.
            seed: decides among moves that look equally good.
            without: names of features that are switched off.
        """
        self.game = game
        self._kernel = kernel_of(game)
        self._net = net
        try:
            self._native = self._kernel.Engine(
                game.rules, net, memory, threads, seed, list(without)
            )
        except ValueError as error:
            raise SettingsError(str(error)) from error

    def search(
        self,
        state: NativeState,
        *,
        seconds: float = math.inf,
        soft_seconds: float = math.inf,
        nodes: int = MAX_COUNT,
        depth: int = MAX_DEPTH,
        lines: int = 1,
        poll: Poll | None = None,
        report: Callable[[Report], None] | None = None,
        root_moves: Iterable[int] = (),
        leaves: int = 0,
    ) -> Report:
        """Search `state`, which is not finished, until the first bound or a certain result.

        `poll` is asked now and then whether to stop; `report` is told after each depth. The best
        `lines` moves get exact scores. Where there are any `root_moves`, the move is one that
        begins with one of these actions, unless the game's own list leaves all of them out. Of so
        many `leaves`, positions that were judged on the way, drawn by lot, the actions that lead to
        them are told: fewer where fewer were judged, none whose line passes.
        """
        return self._native.search(
            state.native,
            seconds,
            soft_seconds,
            nodes,
            depth,
            lines,
            poll,
            report,
            sorted(root_moves),
            leaves,
        )

    def stop(self) -> None:
        """End the search that is running on another thread."""
        self._native.stop()

    def clear(self) -> None:
        """Forget all that was found out."""
        self._native.clear()

    def is_quiet(self, state: NativeState) -> bool:
        """Tell whether the net would be asked about the position itself, not about what follows."""
        return self._kernel.engine_is_quiet(state.native, self._net)

    def is_certain(self, score: int) -> bool:
        """Tell whether a score says that somebody is known to win, be it unknown how soon."""
        return abs(score) > self._kernel.ENGINE_KNOWN

    def moves_until_end(self, score: int | None) -> int | None:
        """Return how many moves a certain win or loss is away; None of a score that is neither."""
        if score is None or abs(score) <= self._kernel.ENGINE_DECIDED:
            return None
        return self._kernel.ENGINE_WIN - abs(score)
