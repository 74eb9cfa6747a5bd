"""Games of a net against itself, many at once, their leaves evaluated in one batch."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from tengen.core import Evaluator, Game, Outcome
from tengen.core.game import pack_planes
from tengen.core.machine import cores, memory
from tengen.games.face import NativeGame, NativeState
from tengen.games.kernel import KernelState
from tengen.learning.jobs import Net
from tengen.learning.opened import make_record, open_game
from tengen.learning.samples import OWNERS, POLICY_VALUE, WEIGHT, PlayedGame, empty_samples
from tengen.search.mcts import MIB, SearchSettings, make_forest

_CLEAR_SEARCHES = 6
"""So many in a row that know who wins decide a game."""


class SelfPlaySettings(BaseModel):
    """How games are played for learning."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    games: int = Field(default=32, gt=0)
    """Games played at the same time by one process."""
    simulations: int = Field(default=32, gt=0)
    """Simulations of a fully searched move; only these are learned from."""
    fast_simulations: int = Field(default=8, gt=0)
    """Simulations of the other moves (playout cap randomisation, Wu 2019)."""
    full_share: float = Field(default=0.5, gt=0, le=1)
    """Share of the moves that are fully searched."""
    opening_plies: int = Field(default=6, ge=0)
    """At most so many random moves open a game; how many is drawn evenly from none up."""
    book_share: float = Field(default=0.0, ge=0, le=1)
    """Share of the games that have an opening of the game's book, where it has one, before those."""
    sampled_plies: int = Field(default=0, ge=0)
    """Plies whose move is drawn from the improved policy; later ones take the best."""
    result_share: float = Field(default=0.5, ge=0, le=1)
    """Value target: this share of the game's result, the rest of the search's value."""
    surprise_share: float = Field(default=0.5, ge=0, le=1)
    """Share of the sample weights given in proportion to the policy's surprise (Wu 2019)."""
    decided_at: float = Field(default=1.0, gt=0, le=1)
    """A game is decided when its value was beyond this, for either side, six searches in a row; the
    rest is searched like the moves that are not learned from. 1: never."""
    played_out: float = Field(default=0.1, ge=0, le=1)
    """Share of the games that go on as before all the same, so that endings are learned too."""
    cache_entries: int = Field(default=65536, ge=0)
    """Evaluations remembered, shared by all games of a process."""
    memory_mib: int = Field(default=512, gt=0)
    """Bound on the memory of all trees, cache and batch of a process; no more than its part of half
    of the machine's."""
    search: SearchSettings = SearchSettings(considered=16)


@dataclass(slots=True)
class _Game:
    """A game under way."""

    opening: list[int]
    actions: list[int] = field(default_factory=list)
    """Those after the opening."""
    full: bool = True
    played_out: bool = True
    """Whether it is searched to its end even when it is decided."""
    clear: int = 0
    """Searches in a row that knew who wins."""
    planes: list[NDArray[np.int8]] = field(default_factory=list)
    policies: list[NDArray[np.float32]] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    movers: list[int] = field(default_factory=list)
    surprises: list[float] = field(default_factory=list)


class SelfPlay:
    """Plays `settings.games` games at once; each step evaluates one batch.

    One seed on one thread gives the same games.
    """

    def __init__(
        self,
        game: NativeGame,
        evaluator: Evaluator,
        settings: SelfPlaySettings,
        rng: np.random.Generator,
        *,
        workers: int | None = None,
    ) -> None:
        """Begin all games.

        Args:
            game: the rules.
            evaluator: judges positions.
            settings: how to play.
            rng: where chance comes from.
            workers: how many processes of this machine play, this one included; None for one a core.
        """
        self.game = game
        self.evaluator = evaluator
        self.settings = settings
        self.rng = rng
        self.positions = 0
        """Moves decided by search so far; the random openings do not count."""
        self._forest = make_forest(
            game,
            settings.search,
            trees=settings.games,
            batch=settings.games,
            cache_entries=settings.cache_entries,
            memory=_bound(settings.memory_mib * MIB, workers or cores()),
            seed=int(rng.integers(2**63)),
        )
        self._planes = self._forest.planes
        self._legal = self._forest.legal.view(np.bool_)
        self._games = [self._new_game(tree) for tree in range(settings.games)]

    @property
    def simulations(self) -> int:
        """Simulations done so far."""
        return int(self._forest.simulations)

    @property
    def evaluations(self) -> int:
        """Positions the evaluator was asked about so far."""
        return int(self._forest.evaluations)

    def use(self, evaluator: Evaluator) -> None:
        """Go on with another evaluator."""
        self.evaluator = evaluator
        self._forest.clear_cache()

    def step(self) -> list[PlayedGame]:
        """Evaluate one batch of leaves and return the games that ended."""
        count = self._forest.select()
        if count:
            logits, values = self.evaluator.evaluate(self._planes[:count], self._legal[:count])
            self._forest.backup(logits, values)
        played = []
        for tree in self._forest.finished():
            game = self._move(tree)
            if game is not None:
                played.append(game)
        return played

    def _new_game(self, tree: int) -> _Game:
        """Start a game on `tree` from a random opening that leaves it undecided."""
        settings = self.settings
        opened = open_game(
            self.game, settings.opening_plies, self.rng, book_share=settings.book_share
        )
        game = _Game(opened.opening)
        if settings.decided_at < 1:
            game.played_out = bool(self.rng.random() < settings.played_out)
        self._forest.reset(tree, opened.state.native)
        self._begin(tree, game)
        return game

    def _begin(self, tree: int, game: _Game) -> None:
        settings = self.settings
        game.full = bool(self.rng.random() < settings.full_share)
        game.full &= game.played_out or game.clear < _CLEAR_SEARCHES
        simulations = settings.simulations if game.full else settings.fast_simulations
        self._forest.begin(tree, simulations, game.full)

    def _move(self, tree: int) -> PlayedGame | None:
        """Make the move of a finished search; return the game when that ends it."""
        forest, game = self._forest, self._games[tree]
        native = forest.state(tree)
        policy: NDArray[np.float32] = forest.policy(tree)
        if not policy.any():  # the sensible moves all lose, and others were not looked at
            policy[forest.best_action(tree)] = 1
        value = forest.root_value(tree)
        game.clear = game.clear + 1 if abs(value) > self.settings.decided_at else 0
        if game.full:
            game.planes.append(pack_planes(native.planes()))
            game.policies.append(policy)
            game.values.append(value)
            game.movers.append(native.to_play)
            game.surprises.append(_surprise(policy, forest.root_edges(tree)))
        if len(game.actions) < self.settings.sampled_plies:
            action = int(self.rng.choice(len(policy), p=policy / policy.sum(dtype=np.float64)))
        else:
            action = forest.best_action(tree)
        game.actions.append(action)
        self.positions += 1
        after = native.apply(action)
        outcome = self._outcome(after)
        if outcome is None:
            forest.reset(tree, after)
            self._begin(tree, game)
            return None
        self._games[tree] = self._new_game(tree)
        return self._finish(game, after, outcome)

    def _outcome(self, native: KernelState) -> Outcome | None:
        """Return how the game ended, or must end by the tables; None while that is open."""
        state = NativeState(self.game, native)
        if not native.is_over and self.game.has_tables:
            return self.game.look_up(state)
        return state.outcome()

    def _finish(self, game: _Game, last: KernelState, outcome: Outcome) -> PlayedGame:
        settings = self.settings
        record = make_record(self.game, game.opening, game.actions, outcome)
        if not game.policies:
            columns = {**POLICY_VALUE, **(OWNERS if self.game.has_owners else {})}
            return PlayedGame(record, empty_samples(self.game, columns))
        policies = np.stack(game.policies)
        results = np.array([outcome.value_for(mover) for mover in game.movers], np.float32)
        searched = np.array(game.values, np.float32)
        surprise = np.array(game.surprises, np.float32) + 1e-6
        weight = (
            1 - settings.surprise_share
        ) + settings.surprise_share * surprise / surprise.mean()
        samples = {
            "planes": np.stack(game.planes),
            "policy": policies.astype(np.float16),
            "value": settings.result_share * results + (1 - settings.result_share) * searched,
            WEIGHT: weight.astype(np.float32),
        }
        if self.game.has_owners:
            owners = self.game.final_owners(last)
            samples["owners"] = np.stack(
                [owners if mover == 0 else -owners for mover in game.movers]
            )
        logs = np.log(policies, where=policies > 0, out=np.zeros_like(policies))
        # The mean entropy of the improved policies, in nats.
        entropy = float(-(policies * logs).sum(axis=1).mean())
        return PlayedGame(record, samples, {"entropy": entropy})


@dataclass(frozen=True, slots=True)
class SelfPlayNews:
    """What the learner tells the players."""

    net: Net
    """The newest network."""
    settings: SelfPlaySettings
    """How to play; only the numbers of simulations may change while games are under way."""


class SelfPlayer:
    """Plays games, some batches of leaves at a time; see `Player`."""

    def __init__(
        self,
        open_evaluator: Callable[[Path, Game], Evaluator],
        game: NativeGame,
        news: SelfPlayNews,
        rng: np.random.Generator,
        *,
        workers: int | None = None,
    ) -> None:
        """Play `game` with networks that `open_evaluator` reads; for `workers` see `SelfPlay`."""
        self._open = open_evaluator
        self._game = game
        net = news.net.open(self._open, game)
        self._play = SelfPlay(game, net, news.settings, rng, workers=workers)

    def use(self, news: SelfPlayNews) -> None:
        """Go on with the newest network."""
        self._play.use(news.net.open(self._open, self._game))
        self._play.settings = news.settings

    def step(self) -> list[PlayedGame]:
        """Evaluate one batch."""
        return self._play.step()

    @property
    def counters(self) -> dict[str, int]:
        """Return simulations, evaluations and moves so far."""
        play = self._play
        return {
            "simulations": play.simulations,
            "evaluations": play.evaluations,
            "moves": play.positions,
        }


def _bound(asked: int, workers: int) -> int:
    """Return how many bytes trees may take, so that those of all workers fit into the machine."""
    has = memory()
    return asked if has is None else min(asked, has // 2 // workers)


def _surprise(policy: NDArray[np.float32], edges: tuple[NDArray[np.generic], ...]) -> float:
    """Return the KL divergence of the improved policy from the prior, in nats."""
    actions, _, priors, _, _ = edges
    improved = policy[actions]
    mask = improved > 0
    return float(np.sum(improved[mask] * np.log(improved[mask] / np.maximum(priors[mask], 1e-9))))
