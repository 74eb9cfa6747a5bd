"""An engine at a table with people does not leave a game of Go half done.

By the rules stones count as they stand after two passes, and a search passes as soon as that wins;
people agree on a count, for which borders are closed and neutral points taken.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from tengen.core import Agent, Candidate, Decision, Game, Limit, State, Stop
from tengen.games.face import NativeState
from tengen.games.go.borders import expected_owners, stand
from tengen.games.go.game import Go
from tengen.search.one_ply import passing
from tengen.search.wrapped import WrappedAgent
from tengen.studio.thinking.searcher import AgentLoader

PLAYOUTS = 400
"""Random games that say where a border is."""


def finishing(load: AgentLoader) -> AgentLoader:
    """Return a loader of the same agents, who pass at Go only where nothing is left to gain."""

    def load_agent(spec: str, game: Game) -> Agent:
        agent = load(spec, game)
        return FinishingAgent(agent) if isinstance(game, Go) else agent

    return load_agent


class FinishingAgent(WrappedAgent):
    """Takes the points that are left before it passes."""

    def decide(
        self,
        state: State,
        limit: Limit | None = None,
        *,
        stop: Stop | None = None,
        on_progress: Callable[[Decision], None] | None = None,
    ) -> Decision:
        assert isinstance(state, NativeState)
        decision = self._agent.decide(state, limit, stop=stop, on_progress=on_progress)
        is_pass = decision.action == passing(state.game) and not decision.resigns
        return finish(state, decision) if is_pass else decision


def finish(state: NativeState, decision: Decision) -> Decision:
    """Return a decision to pass, or the point instead that is still worth a stone.

    Of several the one that the engine likes best; where it has looked at none, the one whose owner is
    the least certain: there the border is.
    """
    counted = stand(state.apply(decision.action))
    gains = counted.gains[state.to_play] & set(state.legal_actions().tolist())
    if not gains:
        return decision
    seen = [option for option in decision.candidates if option.action in gains]
    if seen:
        chosen = seen[0]
    else:
        owners = np.abs(expected_owners(state, PLAYOUTS, state.ply)).ravel()
        action = min(sorted(gains), key=lambda point: float(owners[point]))
        chosen = Candidate(action, 0, 0.0, None, (action,))
    others = (option for option in decision.candidates if option.action != chosen.action)
    return replace(
        decision,
        action=chosen.action,
        candidates=(chosen, *others),
        pv=chosen.pv or (chosen.action,),
    )
