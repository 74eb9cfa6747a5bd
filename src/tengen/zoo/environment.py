"""A game as a PettingZoo environment: agents take turns (AEC), each of them sees the whole board.

J. K. Terry and others, "PettingZoo: Gym for Multi-Agent Reinforcement Learning", NeurIPS 2021.
"""

from collections.abc import Mapping

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from tengen.core import Game, SettingsError
from tengen.core.game import Setting
from tengen.games import load

AGENTS = ("player_0", "player_1")
"""The first and the second player."""
_SIGNS = ".XO#@"
"""Of `State.board`: empty, the players' pieces, their kings."""

Observation = dict[str, NDArray[np.generic]]


def env(game: str | Game, *, render_mode: str | None = None, **settings: Setting) -> AECEnv:
    """Return an environment that checks how it is used, as PettingZoo's own games do.

    An illegal action ends the game: who played it is given -1, the other 0.

    Args:
        game: a name, or a game that is loaded already.
        render_mode: ``ansi`` makes `render` return the board as text.
        settings: of the game that is named.

    Raises:
        SettingsError: when there is no such game, setting or mode.
    """
    rules = load(game, **settings) if isinstance(game, str) else game
    checked = TerminateIllegalWrapper(BoardGame(rules, render_mode), illegal_reward=-1)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(checked))


class BoardGame(AECEnv):  # type: ignore[misc] # PettingZoo ships no types
    """One game after another between `AGENTS`, without any check of the actions but the rules'.

    An observation holds ``observation``, ``[H, W, C]``, the planes of the position, and
    ``action_mask``, ``[A]``, ones at the legal actions and zeros for whoever is not to move. Planes
    show a position from the side to move, whoever looks. Rewards are 0 until the end, then 1 for
    the winner and -1 for the loser. The same agent may be to move twice in a row, inside a capture
    of several jumps.
    """

    metadata: dict[str, object]

    def __init__(self, game: Game, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode not in {None, "ansi"}:
            raise SettingsError(f"render_mode={render_mode!r}: must be 'ansi' or None")
        self.game = game
        self.metadata = {
            "name": f"tengen_{game.name}_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        channels, height, width = game.planes_shape
        seen: dict[str, spaces.Space[NDArray[np.generic]]] = {
            "observation": spaces.Box(-1, 1, (height, width, channels), np.float32),
            "action_mask": spaces.Box(0, 1, (game.num_actions,), np.int8),
        }
        # A space each: they have random generators of their own.
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in AGENTS}
        self.action_spaces = {agent: spaces.Discrete(game.num_actions) for agent in AGENTS}
        self.reset()

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return what an agent can be shown."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return what an agent can do somewhere in the game."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> None:
        """Begin a game; these have no randomness to seed and no options."""
        del seed, options
        self.position = self.game.initial_state()
        """The `State` of the game, for agents of Tengen's own."""
        self.agents = list(AGENTS)
        self.agent_selection = AGENTS[self.position.to_play]
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in AGENTS}

    def observe(self, agent: str) -> Observation:
        """Return the planes of the position, and what `agent` may play in it."""
        planes = np.ascontiguousarray(self.position.planes().transpose(1, 2, 0))
        moves = agent == self.agent_selection and not self.terminations.get(agent, True)
        legal = self.position.legal_mask() if moves else np.zeros(self.game.num_actions, np.bool_)
        return {"observation": planes, "action_mask": legal.astype(np.int8)}

    def step(self, action: int | None) -> None:
        """Play `action`, or let an agent go whose game is over.

        Raises:
            IllegalMoveError: when the action is not legal.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.position = self.position.apply(int(action))
        self.agent_selection = AGENTS[self.position.to_play]
        outcome = self.position.outcome()
        if outcome is not None:
            self.rewards = {name: outcome.value_for(AGENTS.index(name)) for name in AGENTS}
            self.terminations = dict.fromkeys(AGENTS, True)
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the board, the top row first; None without a `render_mode`."""
        if self.render_mode is None:
            return None
        return "\n".join(
            " ".join(_SIGNS[piece] for piece in row) for row in self.position.board().tolist()
        )

    def close(self) -> None:
        """Do nothing: there is no window to close."""
