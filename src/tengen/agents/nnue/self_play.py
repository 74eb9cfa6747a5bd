"""Games of a selective search against itself, for the net that it plays with to learn from."""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Annotated, NamedTuple

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from tengen.agents.nnue.openings import Openings
from tengen.agents.nnue.teacher import Teacher, blend, score_of
from tengen.agents.options import NamesFile
from tengen.core import Outcome
from tengen.evaluators.nnue import no_net, read_net
from tengen.games.face import NativeGame, NativeState
from tengen.games.kernel import KernelNet
from tengen.games.nnue import UNPLAYED, stored_position
from tengen.learning.jobs import Net
from tengen.learning.opened import OpenedGame, most_moves
from tengen.learning.positions import empty_positions
from tengen.learning.samples import PlayedGame, Samples
from tengen.search.mcts import MIB
from tengen.search.selective import SelectiveSearch

_STEP_SECONDS = 0.05


class SelfPlaySettings(BaseModel):
    """How games are played."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    nodes: int = Field(default=2000, ge=1)
    """Positions that the search of a move looks at."""
    opening_plies: int = Field(default=10, ge=1)
    """At most so many random moves open a game, after an opening of the game's book if it has
    one; how many is drawn evenly from one up."""
    opening_value: float = Field(default=0.5, gt=0, le=1)
    """Openings that the search finds worth more than this to either side are drawn again."""
    branch_share: float = Field(default=0.0, ge=0, lt=1)
    """Share of the games that branch off the one before, anywhere it was even, instead of
    beginning with the book."""
    sure_value: float = Field(default=0.99, gt=0, le=1)
    """What a position must be worth so that both sides call the game decided."""
    sure_plies: int = Field(default=4, ge=1)
    """After so many moves in a row that agree on the winner."""
    drawn_value: float = Field(default=0.02, ge=0, le=1)
    """What a position may be worth at most so that both sides call the game drawn."""
    drawn_plies: int = Field(default=40, ge=0)
    """After so many such moves in a row; 0 calls no game drawn."""
    played_out_share: float = Field(default=0.1, ge=0, le=1)
    """Share of the games that nobody gives up."""
    longest: float = Field(default=3.0, gt=0)
    """A game of more moves than this many times the board's points is drawn; those before a branch
    do not count."""
    memory_mib: int = Field(default=4, gt=0)
    """Bound on the table of a process."""
    leaves: int = Field(default=0, ge=0)
    """Positions a move that its search judged, drawn by lot, which are learned from besides those of
    the game: a search chooses among what its net overrates, so its leaves are other positions than
    games have (Ross et al. 2011 learn where the learner goes)."""
    leaf_nodes: int = Field(default=1000, ge=1)
    """Positions that the search of such a leaf looks at."""
    decided: float = Field(default=0.0, ge=0, lt=1)
    """What a position that a search has proven is learned as worth to the side that wins, since searches
    ask about such positions as well, before they see it. 0: it is not learned from."""
    teacher: Annotated[str, NamesFile("alphazero")] = ""
    """A net of `alphazero`, a shipped one's name or a file, whose judgement of each position is
    learned beside the search's score; none if empty."""
    teacher_share: float = Field(default=0.5, ge=0, le=1)
    """Weight of that judgement, the rest being the score's."""


class Thought(NamedTuple):
    """What a search found in a position, for the side to move."""

    score: int
    value: float
    """In [-1, 1]."""
    line: Sequence[int]
    """The actions that are expected, the best move's first."""
    nodes: int
    is_quiet: bool
    """Whether a net would be asked about the position itself."""
    is_certain: bool
    """Whether somebody is known to win."""
    leaves: Sequence[Sequence[int]]
    """The actions that lead to positions which were judged on the way."""


@dataclass(slots=True)
class _Ply:
    """A position that was searched."""

    state: NativeState
    thought: Thought
    moves: int
    """That led to it."""


@dataclass(slots=True)
class _Game:
    """A game under way."""

    opened: OpenedGame
    is_played_out: bool
    longest: int
    """Moves after which it is drawn."""
    plies: list[_Ply] = field(default_factory=list)
    leaves: list[_Ply] = field(default_factory=list)
    """What searches judged on the way, none of it played."""
    sure: int = 0
    """Moves in a row that agreed on who wins: positive for the first player."""
    drawn: int = 0
    """Moves in a row that found the game even."""


class SelfPlay:
    """Plays one game after the other, a move at a time; one seed gives the same games."""

    def __init__(
        self,
        game: NativeGame,
        think: "SelfPlaySearch",
        settings: SelfPlaySettings,
        rng: np.random.Generator,
        teacher: Teacher | None = None,
    ) -> None:
        self.game = game
        self.think = think
        self.nodes = self.moves = 0
        """Done so far."""
        self._settings = settings
        self._rng = rng
        self._openings = Openings(game, settings.opening_plies, settings.opening_value)
        self._longest = most_moves(game, settings.longest)
        self._width = len(stored_position(game.initial_state()))
        self._teacher = teacher
        self._trunk: OpenedGame | None = None
        """What the next game branches off."""
        self._game = self._open()

    def step(self) -> PlayedGame | None:
        """Make a move; return the game when that ends it."""
        game = self._game
        outcome = self._move(game) or self._outcome(game)
        if outcome is None:
            return None
        self._trunk = self._branch_of(game)
        self._game = self._open()
        samples = self._samples(game, outcome)
        return PlayedGame(game.opened.record(outcome), samples, _figures(outcome))

    def _open(self) -> _Game:
        self.think.forget()
        trunk = self._trunk
        opened = self._openings.draw(lambda state: self.think(state).value, self._rng, trunk)
        is_played_out = bool(self._rng.random() < self._settings.played_out_share)
        return _Game(opened, is_played_out, self._longest + (len(trunk) if trunk else 0))

    def _branch_of(self, game: _Game) -> OpenedGame | None:
        """Return, for some games, one of the times when it stood even."""
        settings = self._settings
        even = [ply for ply in game.plies if abs(ply.thought.value) <= settings.opening_value]
        # Without branches nothing is drawn, and a seed gives the games that it always gave.
        if not even or not settings.branch_share or self._rng.random() >= settings.branch_share:
            return None
        ply = even[int(self._rng.integers(len(even)))]
        before = [*game.opened.opening, *game.opened.actions][: ply.moves]
        return OpenedGame(ply.state, before)

    def _move(self, game: _Game) -> Outcome | None:
        """Make a whole move; return how the game ends where the search has proven that."""
        state = game.opened.state
        thought = self.think(state, leaves=self._settings.leaves)
        self.nodes += thought.nodes
        self.moves += 1
        game.leaves += self._look(state, thought.leaves)
        mover = state.to_play
        game.plies.append(_Ply(state, thought, len(game.opened)))
        self._count(game, mover, thought.value)
        if thought.is_certain and not game.is_played_out:
            return Outcome(mover if thought.score > 0 else 1 - mover, "adjudication")
        for action in thought.line:
            game.opened.play(action)
            if game.opened.is_over or game.opened.state.to_play != mover:
                break
        return None

    def _look(self, state: NativeState, lines: Sequence[Sequence[int]]) -> list[_Ply]:
        """Return what is found in the positions to which lines from `state` lead."""
        plies = []
        for line in lines:
            leaf = reduce(NativeState.apply, line, state)
            if leaf.outcome() is None:
                thought = self.think(leaf, nodes=self._settings.leaf_nodes)
                self.nodes += thought.nodes
                plies.append(_Ply(leaf, thought, len(line)))
        return plies

    def _count(self, game: _Game, mover: int, value: float) -> None:
        first = value if mover == 0 else -value
        is_sure = abs(value) >= self._settings.sure_value
        sign = int(np.sign(first)) if is_sure else 0
        game.sure = game.sure + sign if sign and game.sure * sign >= 0 else sign
        game.drawn = game.drawn + 1 if abs(value) <= self._settings.drawn_value else 0

    def _outcome(self, game: _Game) -> Outcome | None:
        """Return how the game ended, or how both sides agree that it would."""
        settings, state = self._settings, game.opened.state
        if (outcome := state.outcome()) is not None:
            return outcome
        if len(game.opened) >= game.longest:
            return Outcome(None, "adjudication")
        if game.is_played_out:
            return None
        if (known := state.known()) is not None:
            return Outcome(None if known.winner < 0 else known.winner, "adjudication")
        if abs(game.sure) >= settings.sure_plies:
            return Outcome(0 if game.sure > 0 else 1, "adjudication")
        if settings.drawn_plies and game.drawn >= settings.drawn_plies:
            return Outcome(None, "adjudication")
        return None

    def _samples(self, game: _Game, outcome: Outcome) -> Samples:
        """Return the positions that a net would be asked about."""
        plies = [ply for ply in [*game.plies, *game.leaves] if self._is_learned(ply.thought)]
        played = sum(self._is_learned(ply.thought) for ply in game.plies)
        stored = [stored_position(ply.state) for ply in plies]
        samples = empty_positions(self._width, len(plies))
        for row, ply in enumerate(plies):
            samples["position"][row] = stored[row]
            samples["score"][row] = self._score(ply.thought)
            samples["best"][row] = ply.thought.line[0]
            samples["result"][row] = (
                outcome.value_for(ply.state.to_play) if row < played else UNPLAYED
            )
        if self._teacher is not None:
            judged = self._teacher.judge([ply.state for ply in plies])
            share = self._settings.teacher_share
            samples["score"] = blend(samples["score"], judged, share, self.think.scale)
        return samples

    def _is_learned(self, thought: Thought) -> bool:
        return thought.is_quiet and (not thought.is_certain or self._settings.decided > 0)

    def _score(self, thought: Thought) -> int:
        if not thought.is_certain:
            return thought.score
        return int(score_of(np.sign(thought.score) * self._settings.decided, self.think.scale))


def _figures(outcome: Outcome) -> dict[str, float]:
    winner = outcome.winner
    return {"first_player_win_rate": float(winner == 0), "draw_rate": float(winner is None)}


class SelfPlaySearch:
    """Searches positions one after the other, and remembers what it found out in a game."""

    def __init__(
        self, game: NativeGame, net: KernelNet, scale: float, settings: SelfPlaySettings, seed: int
    ) -> None:
        """Search `game` with a native net whose logits are `scale` score units."""
        self.scale = scale
        """Score units a logit."""
        self._nodes = settings.nodes
        self._search = SelectiveSearch(game, net, memory=settings.memory_mib * MIB, seed=seed)

    def __call__(self, state: NativeState, *, nodes: int | None = None, leaves: int = 0) -> Thought:
        """Return what a search finds, of as many nodes as a move has where `nodes` says nothing."""
        found = self._search.search(state, nodes=nodes or self._nodes, leaves=leaves)
        lines = found.lines
        # A move that was seen to be better when the search ended has no score of its own.
        score = next((line.score for line in lines if line.score is not None), 0)
        return Thought(
            score,
            math.tanh(score / (2 * self.scale)),
            lines[0].actions,
            found.nodes,
            self._search.is_quiet(state),
            self._search.is_certain(score),
            found.leaves,
        )

    def forget(self) -> None:
        """Begin anew, with another game."""
        self._search.clear()


class SelfPlayer:
    """Plays games, some moves at a time; see `Player`."""

    def __init__(
        self,
        settings: SelfPlaySettings,
        scale: float,
        teacher: Net | None,
        game: NativeGame,
        net: Net | None,
        rng: np.random.Generator,
    ) -> None:
        """Play `game`, with its own evaluation where `net` is None.

        `scale` is the score units of a logit, `teacher` the net that `settings` name.
        """
        self._settings, self._scale = settings, scale
        self._game = game
        self._rng = rng
        judge = None if teacher is None else teacher.open(Teacher, game)
        self._play = SelfPlay(game, self._search(net), settings, rng, judge)

    def use(self, net: Net | None) -> None:
        """Go on with the newest net."""
        self._play.think = self._search(net)

    def step(self) -> list[PlayedGame]:
        """Play for some milliseconds."""
        until = time.monotonic() + _STEP_SECONDS
        played: list[PlayedGame] = []
        while time.monotonic() < until:
            if (game := self._play.step()) is not None:
                played.append(game)
        return played

    @property
    def counters(self) -> dict[str, int]:
        """Return the positions looked at and the moves so far."""
        return {"nodes": self._play.nodes, "moves": self._play.moves}

    def _search(self, net: Net | None) -> SelfPlaySearch:
        game = self._game
        native = no_net(game) if net is None else net.open(read_net, game).native
        seed = int(self._rng.integers(2**31))
        return SelfPlaySearch(game, native, self._scale, self._settings, seed)
