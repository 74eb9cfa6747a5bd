"""The learning loop, end to end on a tiny board: it learns, repeats itself, and resumes."""

import time
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import load_file

from tengen import load
from tengen.agents.alphazero.train import train
from tengen.contract.learning import Silent
from tengen.core import TengenError
from tengen.core.runner import InlineCrew, InlineRunner, Job
from tengen.evaluators.onnx import OnnxEvaluator
from tengen.learning import learner, plots
from tengen.learning.run import Run
from tengen.networks.step import Step
from tengen.networks.trainer import Trainer
from tengen.scaleout.local import LocalRunner

GAME = load("gomoku", size=5, win_length=4)
TINY = (
    "network.blocks=1", "network.channels=8", "network.head_channels=8",
    "self_play.games=8", "self_play.simulations=8", "self_play.fast_simulations=4",
    "learner.batch=32", "learner.first_positions=100", "learner.publish_positions=100",
    "learner.publish_seconds=0", "learner.positions=400", "learner.measure_seconds=1e9",
    "yardstick.opponent=random", "yardstick.games=2", "visits=4",
)  # fmt: skip


def learn(out: Path, *extra: str, stop_at: float = 2.0, **options: Any) -> Silent:
    """Train without a bound on time, in this process unless a runner is given."""
    stop = Event()
    display = Silent(stop, lambda progress, _: progress >= stop_at)
    options = {"minutes": 1e9, "seed": 5, "runner": InlineRunner(), "stop": stop} | options
    train(GAME, out, display=display, overrides=(*TINY, *extra), **options)
    return display


@pytest.mark.long
def test_one_seed_gives_one_set_of_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On one thread the same seed leads to the same weights, another to others."""
    # A busy machine would end training for a look at finished games sooner in one run.
    monkeypatch.setattr(learner, "_CHUNK_SECONDS", float("inf"))
    weights = []
    for name, seed in (("a", 5), ("b", 5), ("c", 6)):
        learn(tmp_path / name, seed=seed)
        weights.append(load_file(tmp_path / name / "net.safetensors"))
    first, same, other = weights
    assert all(np.array_equal(first[key], same[key]) for key in first)
    assert any(not np.array_equal(first[key], other[key]) for key in first)


def test_a_run_leaves_what_it_promises(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Configuration, metrics, curves, games, replay, checkpoint and networks are all there."""
    monkeypatch.setattr(learner, "plots", plots)
    display = learn(tmp_path / "r")
    folder = tmp_path / "r"
    metrics = Run.resume(folder, {"game": "gomoku"}).metrics()
    progress = [entry for entry in metrics if entry["kind"] == "progress"]
    assert progress[-1]["positions"] >= 400
    assert progress[-1]["steps"] * 32 == pytest.approx(4 * progress[-1]["positions"], rel=0.25)
    # The last line is of the time since the one before it, in which nothing may have been played.
    told = set().union(*progress)
    assert {"policy_loss", "value_loss", "entropy", "simulations_per_second"} <= told
    match = [entry for entry in metrics if entry["kind"] == "match"][-1]
    assert (match["opponent"], match["match_games"]) == ("random", 2)
    assert display.figures["positions"] >= 400
    for pattern in ("games/*.jsonl", "replay/*.games", "checkpoints/*.safetensors", "curves.png"):
        assert list(folder.glob(pattern)), pattern
    int8 = OnnxEvaluator(folder / "net.onnx", GAME).metadata
    fp32 = OnnxEvaluator(folder / "net.fp32.onnx", GAME).metadata
    assert (int8["tengen.precision"], fp32["tengen.precision"]) == ("int8", "fp32")
    assert int8["tengen.steps"] == str(progress[-1]["steps"])


@pytest.mark.long
def test_curves_are_drawn_a_tenth_of_the_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run that measures again and again draws seldom, and after the last measurement once more."""
    drawn: list[int] = []
    slow = 0.0
    now = time.monotonic

    def save(folder: Path) -> None:
        drawn.append(len(Run(folder, {}).metrics()))
        nonlocal slow
        slow += 1e3  # seconds that this run never gets back

    monkeypatch.setattr(learner, "plots", SimpleNamespace(save=save))
    monkeypatch.setattr(
        learner, "time", SimpleNamespace(monotonic=lambda: now() + slow, time=time.time)
    )
    learn(tmp_path / "r", "learner.measure_games=5")
    kinds = [entry["kind"] for entry in Run(tmp_path / "r", {}).metrics()]
    assert kinds.count("match") > 3
    assert drawn[0] < drawn[-1] == len(kinds)
    assert len(drawn) == 2


def test_figures_come_soon_and_then_ever_more_seldom(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing is published for long, figures are told all the same, and few of them."""
    turns = 0

    def fast() -> float:
        nonlocal turns
        turns += 1
        return float(turns)

    monkeypatch.setattr(learner, "time", SimpleNamespace(monotonic=fast, time=time.time))
    learn(tmp_path / "r", "learner.publish_positions=100000", "learner.checkpoint_seconds=1e9")
    lines = Run(tmp_path / "r", {}).metrics()
    seconds = [60 * line["minutes"] for line in lines if line["kind"] == "progress"]
    assert len(seconds) > 3
    assert seconds[0] < 60
    early = seconds[:-1]  # the last line is the end's
    gaps = np.diff([0.0, *early])
    assert (gaps > 4).all()
    assert (gaps[1:] > 0.2 * np.array(early[1:])).all()
    assert all("simulations_per_second" in line for line in lines[: len(early)])


def test_stopped_run_goes_on(tmp_path: Path) -> None:
    """A run that was stopped keeps its games, steps and positions when resumed."""
    folder = tmp_path / "r"
    learn(folder, stop_at=0.4)
    before = Run.resume(folder, {}).metrics()[-1]
    assert before["positions"] < 400
    display = learn(folder, resume=True)
    after = Run.resume(folder, {}).metrics()
    assert display.figures["positions"] >= 400
    assert after[-1]["games"] > before["games"]
    assert after[-1]["steps"] > before["steps"]
    steps = [entry["steps"] for entry in after]
    assert steps == sorted(steps)


def test_resume_wants_the_same_game(tmp_path: Path) -> None:
    """A run of another board is not gone on with, and a new run does not overwrite one."""
    learn(tmp_path / "r", stop_at=0.0)
    with pytest.raises(TengenError, match="size=5"):
        train(
            load("gomoku", size=6), tmp_path / "r", minutes=1, runner=InlineRunner(),
            display=Silent(), resume=True,
        )  # fmt: skip
    with pytest.raises(TengenError, match="--resume"):
        learn(tmp_path / "r")


@pytest.mark.parametrize("preset", ["default", pytest.param("origin", marks=pytest.mark.long)])
def test_real_workers(tmp_path: Path, preset: str) -> None:
    """With worker processes a short run ends by itself, whatever the preset."""
    changes = ("self_play.simulations=8",) if preset == "default" else ("network.kind=alphazero",)
    display = learn(tmp_path / "r", *changes, preset=preset, runner=LocalRunner())
    assert display.figures["positions"] >= 400
    assert display.figures["steps"] > 0


@pytest.mark.long
def test_short_run_is_measured_at_its_end(tmp_path: Path) -> None:
    """One match is played and shown at the end, however short the run; none of random weights."""
    display = learn(tmp_path / "r")
    assert {"score", "elo", "opponent"} <= set(display.figures)
    learn(tmp_path / "s", minutes=0)
    assert "match" not in [entry["kind"] for entry in Run.resume(tmp_path / "s", {}).metrics()]


@pytest.mark.long
def test_time_may_be_that_of_the_processor(tmp_path: Path) -> None:
    """By the processor's clock the time spent waiting ends no run, and what workers used counts."""

    def rest(*_: object) -> bool:
        time.sleep(0.1)
        return False

    changes = ("learner.clock=cpu", "learner.positions=null", "learner.workers=1")
    folder, stop = tmp_path / "r", Event()
    begun, billed = time.monotonic(), time.process_time()
    train(
        GAME, folder, display=Silent(stop, rest), overrides=(*TINY, *changes), minutes=0.03,
        seed=5, runner=LocalRunner(), stop=stop,
    )  # fmt: skip
    used, here = time.monotonic() - begun, time.process_time() - billed
    spent = 60 * Run.resume(folder, {}).metrics()[-1]["minutes"]
    assert 1.8 <= spent < 7.0
    assert here < spent < used + 6.0, "it counts the worker too, and no time at rest"


class Watched(InlineRunner):
    """Notes who rests."""

    def __init__(self) -> None:
        self.resting: set[int] = set()
        self.rested: set[int] = set()

    def room_for(self, workers: int | None) -> int:
        return workers or 1

    def start(self, job: Job[Any, Any], **options: Any) -> InlineCrew[Any, Any]:
        crew = super().start(job, **options)
        crew.pause, crew.resume = self._pause, self.resting.discard  # type: ignore[method-assign]
        crew.size = options["workers"]
        return crew

    def _pause(self, worker: int) -> None:
        self.resting.add(worker)
        self.rested.add(worker)


@pytest.mark.long
def test_players_wait_for_training(tmp_path: Path) -> None:
    """Players that are far ahead of training rest until it is near again; others never rest."""
    runner = Watched()
    learn(tmp_path / "fast", "learner.workers=64", "learner.publish_positions=40", runner=runner)
    assert runner.rested == set(range(64))
    assert not runner.resting
    runner = Watched()
    learn(tmp_path / "r", "learner.workers=64", runner=runner)
    assert runner.rested == {0}


@pytest.mark.long
def test_networks_of_lost_steps_do_not_push_out_new_ones(tmp_path: Path) -> None:
    """Networks newer than the checkpoint, as a full disk leaves them, do not end a resumed run."""
    folder = tmp_path / "r"
    learn(folder)
    for number in range(3):
        (folder / "networks" / f"99999999{number}.onnx").write_bytes(b"")
    learn(folder, resume=True)
    assert Run.resume(folder, {}).metrics()[-1]["kind"] == "match"


@pytest.mark.long
def test_divergence_names_the_last_good_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A loss that is no number ends the run with one line; the checkpoint it names is whole."""
    step = Trainer.train

    def diverge(self: Trainer, *args: Any, **options: Any) -> Step:
        if self.steps == 20:
            raise FloatingPointError("the loss is not finite at step 20")
        return step(self, *args, **options)

    monkeypatch.setattr(Trainer, "train", diverge)
    with pytest.raises(TengenError, match=r"diverged.*step 20") as caught:
        learn(tmp_path / "r", "learner.checkpoint_seconds=0")
    latest = max((tmp_path / "r" / "checkpoints").glob("*.safetensors"))
    assert str(latest) in str(caught.value)
    monkeypatch.undo()
    learn(tmp_path / "r", resume=True, stop_at=0.5)
    assert Run.resume(tmp_path / "r", {}).metrics()[-1]["steps"] > 20


@pytest.mark.long
def test_divergence_before_the_first_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing was saved yet, resuming is said to begin again, and does."""

    def diverge(self: Trainer, *args: Any, **options: Any) -> Step:
        del self, args, options
        raise FloatingPointError("the loss is not finite at step 0")

    monkeypatch.setattr(Trainer, "train", diverge)
    with pytest.raises(TengenError, match="--resume starts it again from its beginning, best"):
        learn(tmp_path / "r")
    monkeypatch.undo()
    learn(tmp_path / "r", resume=True)


def test_resumed_run_keeps_its_seed(tmp_path: Path) -> None:
    """Another seed is refused for an earlier run; none means the run's own."""
    learn(tmp_path / "r", stop_at=0.0)
    with pytest.raises(TengenError, match=r"seed 5.*7"):
        learn(tmp_path / "r", resume=True, seed=7)
    learn(tmp_path / "r", resume=True, seed=None, stop_at=0.0)
