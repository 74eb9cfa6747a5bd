"""Games judged by the boards after each move: the source's way to play and to learn.

Every legal board after a move goes through the net in one batch. The target of a move is its
reward, or -gamma times the best value that the opponent finds on the next turn.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray

from tengen.agents.dqn.settings import BoardsSettings
from tengen.core import Evaluator, Game, Outcome, Record
from tengen.core.game import pack_planes
from tengen.games.face import NativeGame, NativeState
from tengen.learning.jobs import Net
from tengen.learning.many_games import ManyGames
from tengen.learning.samples import WEIGHT, Columns, PlayedGame, Samples, empty_samples
from tengen.search.one_ply import OnePly
from tengen.search.scorers import AfterStateScorer

BOARDS: Columns = {"planes": "planes", "value": "number", WEIGHT: "number"}
"""The board after a move, and what it is worth to the side that is then to move."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A move that was made, and what its maker saw."""

    state: NativeState
    """Before the move."""
    best: float
    """The best value of any move here for the mover, whichever move was made."""
    action: int
    planes: NDArray[np.int8]
    """``[C, H, W]``, packed, of the board after the move."""
    next_player: int
    """Who is to move there: the opponent, but for captures that go on."""


def make_board_samples(
    game: Game,
    turns: Sequence[Turn],
    best: Sequence[float],
    outcome: Outcome | None,
    *,
    gamma: float,
) -> Samples:
    """Return the board after each move with its target, for the side to move there.

    Args:
        game: the rules.
        turns: the game from its first learned move to its last.
        best: the best value of each turn, for its mover.
        outcome: how it ended; None for a game that was given up, whose last move teaches nothing.
        gamma: what a result is worth one move earlier.
    """
    known = len(turns) if outcome is not None else max(0, len(turns) - 1)
    samples = empty_samples(game, BOARDS, known)
    samples[WEIGHT][:] = 1
    for t, turn in enumerate(turns[:known]):
        samples["planes"][t] = turn.planes
        if t + 1 < len(turns):
            # For the mover it is -gamma times this, and the board is seen from the other side.
            samples["value"][t] = gamma * best[t + 1]
        else:
            assert outcome is not None
            samples["value"][t] = outcome.value_for(turn.next_player)
    return samples


@dataclass(frozen=True, slots=True)
class _Look:
    """The n moves of a position, and the boards after them."""

    state: NativeState
    actions: NDArray[np.int32]
    """``[n]``."""
    values: NDArray[np.float32]
    """``[n]``, for the mover."""
    planes: NDArray[np.float32]
    """``[n, C, H, W]``."""
    next_players: NDArray[np.int8]
    """``[n]``."""

    def turn(self, chosen: int) -> Turn:
        """Return the turn in which the move of this index is made."""
        return Turn(
            self.state,
            float(self.values.max()),
            int(self.actions[chosen]),
            pack_planes(self.planes[chosen]),
            int(self.next_players[chosen]),
        )


class BoardsPlay:
    """Plays `settings.games` games at once; each step is one move in all of them.

    One seed on one thread gives the same games.
    """

    def __init__(
        self,
        game: NativeGame,
        evaluator: Evaluator,
        settings: BoardsSettings,
        rng: np.random.Generator,
        *,
        frozen: Evaluator | None = None,
    ) -> None:
        """Prepare to play; targets are `frozen`'s, or those found in play where it is None."""
        self.game = game
        self.settings = settings
        self.rng = rng
        self.use(evaluator, frozen)
        self._games = ManyGames(game, settings, self._learn, rng)

    def use(self, evaluator: Evaluator, frozen: Evaluator | None) -> None:
        """Go on with other nets."""
        self._scorer = AfterStateScorer(evaluator)
        self._frozen = None if frozen is None else AfterStateScorer(frozen)

    def step(self) -> list[PlayedGame]:
        """Make a move in every game and return the games that ended."""
        looks = self._look(self._games.states)
        return self._games.play([look.turn(self._choose(look)) for look in looks])

    def study(self, record: Record) -> PlayedGame:
        """Return what can be learned from a game that others played.

        Raises:
            IllegalMoveError: when a move is against the rules.
        """
        states = cast("list[NativeState]", list(record.replay(self.game)))
        turns = []
        for (state, after), move in zip(pairwise(states), record.moves, strict=True):
            best = float(self._look([state])[0].values.max())
            planes = pack_planes(after.planes())
            turns.append(Turn(state, best, move.action, planes, after.to_play))
        return PlayedGame(record, self._learn(turns, record.outcome))

    def _look(self, states: Sequence[NativeState]) -> list["_Look"]:
        """Judge all boards that can come next, in one batch."""
        moves = OnePly.of(states, planes=True)
        values = self._scorer.values(moves, self.game.num_actions)
        assert moves.after.planes is not None
        columns = (moves.actions, values, moves.after.planes, moves.after.to_play)
        parts = zip(*(moves.by_position(column) for column in columns), strict=True)
        return [_Look(state, *part) for state, part in zip(states, parts, strict=True)]

    def _choose(self, look: "_Look") -> int:
        """Return the index of a random move, or of the best after a little noise."""
        count = len(look.actions)
        if self.rng.random() < self.settings.epsilon:
            return int(self.rng.integers(count))
        return int((look.values + self.rng.random(count) * self.settings.noise).argmax())

    def _learn(self, turns: Sequence[Turn], outcome: Outcome | None) -> Samples:
        best = [turn.best for turn in turns]
        if self._frozen is not None and turns:
            asked = self._frozen.score([turn.state for turn in turns])
            best = [scores.value or 0.0 for scores in asked]
        return make_board_samples(self.game, turns, best, outcome, gamma=self.settings.gamma)


@dataclass(frozen=True, slots=True)
class BoardsNews:
    """What the learner tells the players."""

    net: Net
    """The newest network."""
    frozen: Net | None
    """The frozen copy; None where targets are those found in play."""


class BoardsPlayer:
    """Plays games, a move in each at a time; see `Player`."""

    def __init__(
        self,
        settings: BoardsSettings,
        open_evaluator: Callable[[Path, Game], Evaluator],
        rest_after: int | None,
        game: NativeGame,
        news: BoardsNews,
        rng: np.random.Generator,
    ) -> None:
        """Play `game` with networks that `open_evaluator` reads.

        After `rest_after` games it waits until they have been learned from; None never waits.
        """
        self._game = game
        self._open = open_evaluator
        self._steps = self._ended = 0
        self._rest_after = rest_after
        self._frozen: tuple[Net | None, Evaluator | None] = (None, None)
        evaluator = news.net.open(self._open, game)
        self._play = BoardsPlay(game, evaluator, settings, rng, frozen=self._frozen_copy(news))

    def use(self, news: BoardsNews) -> None:
        """Go on with the newest networks."""
        self._play.use(news.net.open(self._open, self._game), self._frozen_copy(news))
        self._ended = 0

    def _frozen_copy(self, news: BoardsNews) -> Evaluator | None:
        """Return the frozen copy, read when it is another one."""
        if self._frozen[0] != news.frozen and news.frozen is not None:
            self._frozen = news.frozen, news.frozen.open(self._open, self._game)
        return self._frozen[1]

    def step(self) -> list[PlayedGame] | None:
        """Make a move in every game."""
        if self._rest_after is not None and self._ended >= self._rest_after:
            return None
        self._steps += 1
        played = self._play.step()
        self._ended += len(played)
        return played

    @property
    def counters(self) -> dict[str, int]:
        """Return the moves so far."""
        return {"moves": self._steps * self._play.settings.games}
