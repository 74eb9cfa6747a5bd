"""What every method that learns promises."""

import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest

from tengen.agents import load_agent
from tengen.agents.lesson import learn_on
from tengen.agents.settings import preset_names
from tengen.agents.teachers import learning_of, methods
from tengen.contract.learning import Silent, random_record, train, write_games
from tengen.core import Game, Limit, Outcome, TengenError
from tengen.games import load
from tengen.learning.lock import held
from tengen.learning.run import NETWORKS, Run, Trained

QUICK = (
    "learner.batch=8", "learner.first_positions=32", "learner.publish_positions=64",
    "learner.publish_seconds=0", "learner.measure_seconds=1e9", "learner.kept_games=5",
)  # fmt: skip
PATIENCE_SECONDS = 100
"""A method that has learned nothing by then will not."""


class LearnerContract:
    """The tests of how a method learns a game: a subclass has ``method``, ``game`` and ``quick``.

    ``quick`` are settings, ``name=value``, with which it learns something within seconds.
    """

    @pytest.fixture(scope="class")
    @classmethod
    def begun(cls, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Trained]:
        """Trains a method on a game until its first step, once for all tests."""

        @cache
        def learn(method: str, game: Game, quick: tuple[str, ...]) -> Trained:
            out = tmp_path_factory.mktemp(method) / "run"
            trained = _learn(method, game, out, 1, quick)
            assert trained.network.parent == out
            return trained

        return learn

    @pytest.fixture
    def first(
        self,
        method: str,
        game: Game,
        quick: Sequence[str],
        begun: Callable[..., Trained],
        tmp_path: Path,
    ) -> Trained:
        """A run that has taken its first step, in a folder of the test's own."""
        trained = begun(method, game, tuple(quick))
        out = shutil.copytree(trained.network.parent, tmp_path / "run")
        return replace(trained, network=out / trained.network.name)

    def test_a_moment_of_training_can_be_gone_on_with(
        self, method: str, game: Game, quick: Sequence[str], first: Trained
    ) -> None:
        """Stopped by Ctrl-C, a run leaves a net that plays, and when resumed learns on."""
        out = first.network.parent
        assert first.steps >= 1
        assert first.network.name in NETWORKS, "the studio and others look for these names alone"
        _check_playable(method, game, first)
        newest = Run(out, {}).latest_checkpoint()
        assert newest is not None
        assert int(newest.stem) == first.steps
        second = _learn(method, game, out, first.steps + 1, quick, resume=True, seed=None)
        assert second.steps > first.steps
        assert all(entry["kind"] for entry in Run(out, {}).metrics())

    def test_the_choices_of_the_source_learn_too(
        self, method: str, game: Game, quick: Sequence[str], tmp_path: Path
    ) -> None:
        """With any other preset, that of its source above all, it learns and its net plays."""
        for preset in preset_names(learning_of(method).recipe().presets)[1:]:
            trained = _learn(method, game, tmp_path / preset, 1, quick, preset=preset)
            assert trained.steps >= 1
            _check_playable(method, game, trained)

    def test_a_game_that_somebody_played_is_learned_from(
        self, method: str, game: Game, quick: Sequence[str], first: Trained
    ) -> None:
        """Where a method learns on, a run takes some steps from one game, and still goes on."""
        if not learning_of(method).learns_on:
            pytest.skip(f"{method} does not learn on from games")
        out = first.network.parent
        net = first.network.read_bytes()
        played = random_record(game, np.random.default_rng(7))
        lesson = learn_on(out, [played], steps=2)
        assert lesson.steps == 2
        assert lesson.network == first.network
        assert lesson.network.read_bytes() != net
        _check_playable(method, game, first)
        resigned = replace(played, moves=played.moves[:4], outcome=Outcome(0, "resignation"))
        assert learn_on(first.network, [resigned], steps=1).steps == 1
        after = first.steps + 2 + 1 + 1
        assert _learn(method, game, out, after, quick, resume=True, seed=None).steps >= after


class RunContract:
    """The tests of a method's run folders: a subclass has fixtures as for `LearnerContract`.

    ``method`` and ``game`` are for the whole class: ``@pytest.fixture(scope="class")``. Where no
    setting can make training diverge, ``wild`` returns nothing.
    """

    @pytest.fixture(scope="class")
    @classmethod
    def run(cls, method: str, game: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
        """A run that has learned nothing."""
        out = tmp_path_factory.mktemp(method) / "run"
        train(method, game, out)
        return out

    @pytest.fixture
    def wild(self) -> Sequence[str]:
        """Settings with which weights are blown up."""
        return ("trainer.learning_rate=1e30", "trainer.warmup_steps=0")

    @pytest.fixture
    def other_game(self, game: Game) -> Game:
        """A game that no run here is of."""
        others = (load("go", size=4), load("gomoku", size=6, win_length=4))
        return next(other for other in others if other != game)

    def test_a_run_of_another_game_is_refused(
        self, method: str, game: Game, run: Path, other_game: Game
    ) -> None:
        """Neither resumed nor overwritten: one line, and every byte stays."""
        before = _contents(run)
        with pytest.raises(TengenError, match=game.name) as refusal:
            train(method, other_game, run, resume=True, seed=None)
        assert "\n" not in str(refusal.value)
        with pytest.raises(TengenError, match="--resume") as refusal:
            train(method, other_game, run)
        assert "\n" not in str(refusal.value)
        assert _contents(run) == before

    def test_a_run_of_another_method_is_refused(self, method: str, game: Game, run: Path) -> None:
        """The method that made it is named; every byte stays."""
        before = _contents(run)
        for other in methods():
            if other != method:
                with pytest.raises(TengenError, match=f"method {method}, not {other}"):
                    train(other, game, run, resume=True, seed=None)
        assert _contents(run) == before

    def test_a_run_in_use_is_refused(self, method: str, game: Game, run: Path) -> None:
        """While somebody else holds its lock, a run is left alone."""
        with held(run), pytest.raises(TengenError, match="another training is under way"):
            train(method, game, run, resume=True, seed=None)

    @pytest.mark.parametrize("change", ["learner.batch=0", "nonsense=1", "network.kind=nonsense"])
    def test_settings_that_cannot_be_leave_nothing(
        self, method: str, game: Game, tmp_path: Path, change: str
    ) -> None:
        """A wrong setting is named in one line before a folder is made."""
        with pytest.raises(TengenError, match=change.partition("=")[0]) as refusal:
            train(method, game, tmp_path / "run", (change,))
        assert "\n" not in str(refusal.value)
        assert not (tmp_path / "run").exists()

    def test_records_without_games_are_refused(
        self, method: str, game: Game, tmp_path: Path
    ) -> None:
        """An empty folder, a file that is not there, and games of another board: one line each.

        A method that learns from its own games alone says that it takes no records.
        """
        empty = tmp_path / "empty"
        empty.mkdir()
        wrong = write_games(load("go", size=4), tmp_path / "wrong.jsonl", 2)
        for records in ([empty], [tmp_path / "missing.sgf"], [wrong]):
            with pytest.raises(TengenError) as refusal:
                train(method, game, tmp_path / "run", records=records)
            assert "\n" not in str(refusal.value)
            assert not (tmp_path / "run").exists()

    def test_learning_from_records_needs_some(
        self, method: str, game: Game, tmp_path: Path
    ) -> None:
        """Without ``--records`` it is told what is missing."""
        if learning_of(method).records != "only":
            pytest.skip(f"{method} learns from its own games")
        with pytest.raises(TengenError, match="--records"):
            train(method, game, tmp_path / "run", records=())

    def test_divergence_is_told_and_nothing_is_lost(
        self, method: str, game: Game, quick: Sequence[str], wild: Sequence[str], tmp_path: Path
    ) -> None:
        """A rate that blows the weights up ends the run in one line; resumed with less it learns."""
        if not wild:
            pytest.skip(f"{method} cannot diverge")
        out = tmp_path / "run"
        first = _learn(method, game, out, 2, quick)
        with pytest.raises(TengenError, match=r"training diverged.*--resume") as told:
            _learn(method, game, out, first.steps + 500, (*quick, *wild), resume=True, seed=None)
        assert "\n" not in str(told.value)
        newest = Run(out, {}).latest_checkpoint()
        assert newest is not None
        assert str(newest) in str(told.value)
        tame = ("trainer.learning_rate=1e-3",)
        steps = int(newest.stem) + 1
        assert (
            _learn(method, game, out, steps, (*quick, *tame), resume=True, seed=None).steps >= steps
        )

    def test_lessons_that_cannot_be_lose_nothing(self, method: str, game: Game, run: Path) -> None:
        """A run in use, one that has learned nothing, and a game without moves: one line each."""
        if not learning_of(method).learns_on:
            pytest.skip(f"{method} does not learn on from games")
        before = _contents(run)
        played = random_record(game, np.random.default_rng(7))
        with held(run), pytest.raises(TengenError, match="another training is under way"):
            learn_on(run, [played])
        with pytest.raises(TengenError) as refusal:
            learn_on(run, [replace(played, moves=(), outcome=Outcome(0, "resignation"))])
        assert "\n" not in str(refusal.value)
        assert _contents(run) == before


def _learn(
    method: str, game: Game, out: Path, steps: int, more: Sequence[str] = (), **options: object
) -> Trained:
    """Train until so many gradient steps were taken in all."""
    stop, end = Event(), time.monotonic() + PATIENCE_SECONDS

    def is_enough(_: float, figures: Mapping[str, Any]) -> bool:
        return figures["steps"] >= steps or time.monotonic() > end

    more = (*QUICK, *more)
    display = Silent(stop, is_enough)
    return train(method, game, out, more, minutes=1e6, display=display, stop=stop, **options)


def _contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _check_playable(method: str, game: Game, trained: Trained) -> None:
    agent, state = load_agent(f"{method}:{trained.network}", game), game.initial_state()
    assert state.legal_mask()[agent.decide(state, Limit(nodes=8, visits=8)).action]
    agent.close()
