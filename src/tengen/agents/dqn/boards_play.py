"""Games judged by the boards after each move: the source's way to play and to learn.

Every legal board after a move goes through the net in one batch. The target of a move is its
reward, or -gamma times the best value that the opponent finds on the next turn.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from tengen.agents.dqn.settings import BoardsSettings
from tengen.core import Evaluator, Game, Outcome
from tengen.core.game import pack_planes
from tengen.games import load
from tengen.games.face import NativeGame, NativeState
from tengen.learning.opened import make_record, most_moves, open_game
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
    known = len(turns) if outcome is not None else len(turns) - 1
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


@dataclass(slots=True)
class _Game:
    """A game under way."""

    state: NativeState
    opening: list[int]
    turns: list[Turn] = field(default_factory=list)


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
        self.moves = 0
        """Made so far."""
        self.use(evaluator, frozen)
        self._most_moves = most_moves(game, settings.longest)
        self._games = [self._new_game() for _ in range(settings.games)]

    def use(self, evaluator: Evaluator, frozen: Evaluator | None) -> None:
        """Go on with other nets."""
        self._scorer = AfterStateScorer(evaluator)
        self._frozen = None if frozen is None else AfterStateScorer(frozen)

    def step(self) -> list[PlayedGame]:
        """Make a move in every game and return the games that ended."""
        moves = OnePly.of([game.state for game in self._games], planes=True)
        values = self._scorer.values(moves, self.game.num_actions)
        places = moves.by_position(np.arange(len(values)))
        self.moves += len(places)
        played = []
        for i, place in enumerate(places):
            game = self._games[i]
            self._make_move(game, moves, self._choose(place, values[place]), values[place])
            outcome = game.state.outcome()
            if outcome is not None or len(game.turns) >= self._most_moves:
                played.append(self._finish(game, outcome))
                self._games[i] = self._new_game()
        return played

    def _choose(self, place: NDArray[np.int64], values: NDArray[np.float32]) -> int:
        """Return the place of a random move, or of the best after a little noise."""
        if self.rng.random() < self.settings.epsilon:
            return int(self.rng.choice(place))
        noise = self.rng.random(len(values)) * self.settings.noise
        return int(place[(values + noise).argmax()])

    def _make_move(
        self, game: _Game, moves: OnePly, chosen: int, values: NDArray[np.float32]
    ) -> None:
        assert moves.after.planes is not None
        action = int(moves.actions[chosen])
        turn = Turn(
            state=game.state,
            best=float(values.max()),
            action=action,
            planes=pack_planes(moves.after.planes[chosen]),
            next_player=int(moves.after.to_play[chosen]),
        )
        game.turns.append(turn)
        game.state = game.state.apply(action)

    def _new_game(self) -> _Game:
        return _Game(*open_game(self.game, self.settings.opening_plies, self.rng))

    def _finish(self, game: _Game, outcome: Outcome | None) -> PlayedGame:
        best = [turn.best for turn in game.turns]
        if self._frozen is not None:
            asked = self._frozen.score([turn.state for turn in game.turns])
            best = [scores.value or 0.0 for scores in asked]
        gamma = self.settings.gamma
        samples = make_board_samples(self.game, game.turns, best, outcome, gamma=gamma)
        actions = [turn.action for turn in game.turns]
        return PlayedGame(make_record(self.game, game.opening, actions, outcome), samples)


@dataclass(frozen=True, slots=True)
class BoardsNews:
    """What the learner tells the players."""

    weights: Path
    """The newest network."""
    frozen: Path | None
    """The frozen copy; None where targets are those found in play."""


@dataclass(frozen=True, slots=True)
class BoardsJob:
    """Play a game against oneself by the boards after each move."""

    game: str
    game_settings: Mapping[str, Any]
    settings: BoardsSettings
    open_evaluator: Callable[[Path, Game], Evaluator]
    """Reads a network; must be picklable."""

    def start(self, seed: int, news: BoardsNews) -> "BoardsWorker":
        """Return a player; see `Job`."""
        return BoardsWorker(self, np.random.default_rng(seed), news)


class BoardsWorker:
    """Plays games, a move in each at a time."""

    def __init__(self, job: BoardsJob, rng: np.random.Generator, news: BoardsNews) -> None:
        self._job = job
        self._game = cast("NativeGame", load(job.game, **job.game_settings))
        self._frozen: tuple[Path | None, Evaluator | None] = (None, None)
        self._play = BoardsPlay(
            self._game,
            job.open_evaluator(news.weights, self._game),
            job.settings,
            rng,
            frozen=self._frozen_copy(news),
        )

    def update(self, news: BoardsNews) -> None:
        """Go on with the newest networks."""
        evaluator = self._job.open_evaluator(news.weights, self._game)
        self._play.use(evaluator, self._frozen_copy(news))

    def _frozen_copy(self, news: BoardsNews) -> Evaluator | None:
        """Return the frozen copy, read when it is another one."""
        if self._frozen[0] != news.frozen and news.frozen is not None:
            self._frozen = news.frozen, self._job.open_evaluator(news.frozen, self._game)
        return self._frozen[1]

    def step(self) -> tuple[Sequence[PlayedGame], dict[str, int]]:
        """Make a move in every game; see `Worker`."""
        before = self._play.moves
        played = self._play.step()
        return played, {"moves": self._play.moves - before}
