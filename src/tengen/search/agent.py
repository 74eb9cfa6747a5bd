"""An agent that is a tree search."""

from collections.abc import Callable

from tengen.core import Agent, Decision, Evaluator, Limit, State, Stop, check_asked
from tengen.core.game import Game
from tengen.evaluators.rollout import RolloutEvaluator
from tengen.games.face import NativeState, with_native_rules
from tengen.search.beaten import at_rest
from tengen.search.guard import guarded
from tengen.search.mcts import SearchSettings, TreeSearch


class SearchAgent(Agent):
    """Plays the best move of a `TreeSearch`, which it carries from move to move."""

    def __init__(self, name: str, search: TreeSearch, default_limit: Limit) -> None:
        self.name = name
        self.default_limit = default_limit
        self._search = search

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
        limit = limit or self.default_limit
        decision = self._search.search(state, limit, stop=stop, on_progress=on_progress)
        if limit.root_moves is not None:
            return decision
        return guarded(state, at_rest(state, decision))


def searching_agent(
    name: str,
    game: Game,
    evaluator: Evaluator | RolloutEvaluator,
    settings: SearchSettings,
    default_limit: Limit,
    *,
    batch: int,
    memory: int,
    seed: int,
    threads: int = 1,
) -> SearchAgent:
    """Return an agent that searches `game`; `memory` in bytes, `threads` judge side by side.

    Raises:
        SpecError: when the game has no native rules to search.
    """
    rules = with_native_rules(name, game)
    search = TreeSearch(
        rules, evaluator, settings, batch=batch, threads=threads, memory=memory, seed=seed
    )
    return SearchAgent(name, search, default_limit)
