"""Games of a net against itself, each move found by a shallow alpha-beta search."""

from dataclasses import dataclass, field
from typing import cast

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from tengen.agents.boardvalue.net import load_judge
from tengen.agents.boardvalue.targets import BOARD_VALUES, Ply, td_lambda
from tengen.core import Decision, Limit, Outcome, Record
from tengen.core.game import pack_planes
from tengen.games.face import NativeGame, NativeState
from tengen.games.metrics import is_quiet
from tengen.learning.jobs import Net
from tengen.learning.opened import OpenedGame, most_moves, open_game
from tengen.learning.samples import WEIGHT, PlayedGame, Samples, empty_samples
from tengen.search.alphabeta import AlphaBeta
from tengen.search.judges import Judge
from tengen.search.mcts import MIB


class SearchPlaySettings(BaseModel):
    """How games are played for TD(lambda)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    nodes: int = Field(default=300, gt=0)
    """Positions that the search of a move looks at."""
    opening_plies: int = Field(default=8, ge=0)
    """At most so many random moves open a game; how many is drawn evenly from none up."""
    epsilon: float = Field(default=0.05, ge=0, le=1)
    """Share of the later moves that are random."""
    share: float = Field(default=0.8, ge=0, le=1)
    """Lambda: 0 learns what the search found a move later, 1 the result of the game."""
    longest: float = Field(default=3.0, gt=0)
    """A game of more actions than this many times the board's points is given up, no result."""
    memory_mib: int = Field(default=16, gt=0)
    """Bound on the table of a process."""


@dataclass(slots=True)
class _Game:
    """A game under way."""

    opened: OpenedGame
    plies: list[Ply] = field(default_factory=list)


class SearchPlay:
    """Plays one game after the other, a move at a time.

    One seed on one thread gives the same games.
    """

    def __init__(
        self,
        game: NativeGame,
        judge: Judge,
        settings: SearchPlaySettings,
        rng: np.random.Generator,
    ) -> None:
        self.game = game
        self.settings = settings
        self.nodes = 0
        """Positions looked at so far."""
        self._rng = rng
        self._longest = most_moves(game, settings.longest)
        self._game = self._open()
        self.use(judge)

    def use(self, judge: Judge) -> None:
        """Go on with another judge."""
        self._search = AlphaBeta(
            self.game,
            judge,
            memory=self.settings.memory_mib * MIB,
            seed=int(self._rng.integers(2**31)),
        )

    def step(self) -> PlayedGame | None:
        """Make a move; return the game when that ends it."""
        game = self._game
        self._move(game)
        if not game.opened.is_over and len(game.opened) < self._longest:
            return None
        self._game = self._open()
        return self._finish(game)

    def _open(self) -> _Game:
        plies, choices = self.settings.opening_plies, NativeState.sensible_actions
        return _Game(open_game(self.game, plies, self._rng, choices=choices))

    def study(self, record: Record) -> Samples:
        """Return what can be learned from a game that others played, as if each move was meant.

        Raises:
            IllegalMoveError: when a move is against the rules.
        """
        states = cast("list[NativeState]", list(record.replay(self.game))[: len(record.moves)])
        plies = [_ply(state, self._look(state), explores=False) for state in states]
        return self._learn(plies, record.outcome)

    def _look(self, state: NativeState) -> Decision:
        decision = self._search.search(state, Limit(nodes=self.settings.nodes))
        self.nodes += decision.nodes
        return decision

    def _move(self, game: _Game) -> None:
        state = game.opened.state
        decision = self._look(state)
        explores = bool(self._rng.random() < self.settings.epsilon)
        game.plies.append(_ply(state, decision, explores=explores))
        random_action = self._rng.choice(state.sensible_actions()) if explores else None
        game.opened.play(decision.action if random_action is None else int(random_action))

    def _finish(self, game: _Game) -> PlayedGame:
        outcome = game.opened.state.outcome()
        samples = self._learn(game.plies, outcome)
        return PlayedGame(game.opened.record(outcome), samples, _figures(outcome))

    def _learn(self, plies: list[Ply], outcome: Outcome | None) -> Samples:
        targets = td_lambda(plies, outcome, self.settings.share)
        quiet = [t for t, ply in enumerate(plies) if ply.is_quiet]
        samples = empty_samples(self.game, BOARD_VALUES, len(quiet))
        for row, t in enumerate(quiet):
            samples["planes"][row] = plies[t].planes
        samples["value"][:] = targets[quiet]
        samples[WEIGHT][:] = 1
        return samples


def _ply(state: NativeState, decision: Decision, *, explores: bool) -> Ply:
    assert decision.value is not None
    return Ply(
        pack_planes(state.planes()),
        state.to_play,
        decision.value,
        is_best=not explores,
        is_quiet=is_quiet(state),
    )


def _figures(outcome: Outcome | None) -> dict[str, float]:
    winner = None if outcome is None else outcome.winner
    return {"first_player_win_rate": float(winner == 0), "draw_rate": float(winner is None)}


class SearchPlayer:
    """Plays games, a move at a time; see `Player`."""

    def __init__(
        self, settings: SearchPlaySettings, game: NativeGame, net: Net, rng: np.random.Generator
    ) -> None:
        """Play `game` with a search over the boards that the net judges."""
        self._game = game
        self._moves = 0
        self._play = SearchPlay(game, net.open(load_judge, game), settings, rng)

    def use(self, net: Net) -> None:
        """Go on with the newest network."""
        self._play.use(net.open(load_judge, self._game))

    def step(self) -> list[PlayedGame]:
        """Make a move."""
        self._moves += 1
        played = self._play.step()
        return [] if played is None else [played]

    @property
    def counters(self) -> dict[str, int]:
        """Return the positions looked at and the moves so far."""
        return {"nodes": self._play.nodes, "moves": self._moves}
