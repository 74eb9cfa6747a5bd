"""Training of incremental nets: the search plays against itself, and the net learns what it found."""

import functools
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import numpy as np

from tengen import weights
from tengen.agents.nets import find_net
from tengen.agents.nnue.openings import near_actions
from tengen.agents.nnue.self_play import SelfPlayer
from tengen.agents.nnue.settings import RECIPE, NnueSettings
from tengen.agents.nnue.teacher import Teacher
from tengen.agents.order import Order
from tengen.agents.training import Training, conduct
from tengen.core import Game, SettingsError
from tengen.evaluators.nnue import read_net
from tengen.games.face import NativeGame, NativeState, with_native_rules
from tengen.games.nnue import make_net, stored_position
from tengen.learning.jobs import Net, PlayJob
from tengen.learning.parts import LearningParts
from tengen.learning.positions import PositionMemory
from tengen.learning.run import NETWORKS, Trained
from tengen.networks.nnue import NnueTrainer, check_trainable, disagreement, write_net
from tengen.search.selective import can_search_position

NAME = "nnue"
NETWORK = NETWORKS[1]
_COMPARED = 1000
"""Positions in which the net in integers is held against the one in floats."""


def train(game: Game, out: Path, **order: Any) -> Trained:
    """Train on `game` into the run folder `out`; see `Order` for the rest, `conduct` for errors."""
    rules = with_native_rules(NAME, game)
    return conduct(
        NAME,
        Order(rules, out, **order),
        RECIPE,
        _build,
        check=_check,
        try_out=_make_trainer,
        finish=_finish,
    )


def _check(order: Order, settings: NnueSettings) -> None:
    game = _rules(order.game)
    check_trainable(game)
    if not can_search_position(game.initial_state()):
        raise SettingsError(
            f"nnue does not learn {game}: nothing is searched in its opening; a net trained without it "
            "plays it too"
        )
    if settings.play.teacher:
        Teacher.named(settings.play.teacher, game)
    if settings.blend_with:
        read_net(_net_file(settings.blend_with), game)


def _rules(game: Game) -> NativeGame:
    return cast("NativeGame", game)


def _make_trainer(training: Training[NnueSettings]) -> NnueTrainer:
    settings = training.settings
    trainer = NnueTrainer(
        _rules(training.game),
        settings.trainer,
        score_share=settings.score_share,
        policy_weight=settings.policy_weight,
        seed=training.seed,
        device=training.device,
    )
    start = training.order.start_from
    if start is not None and not training.order.resume:
        trainer.start_from(_net_file(str(start)))
    return trainer


def _net_file(name: str) -> Path:
    """Return the file of a net, a shipped one's by its name."""
    return weights.find(name) if name in weights.shipped(NAME) else Path(name)


def _build(training: Training[NnueSettings]) -> LearningParts:
    settings, game = training.settings, _rules(training.game)
    trainer = _make_trainer(training)
    width = len(stored_position(game.initial_state()))
    memory = PositionMemory(width, settings.replay, training.run.replay)
    taught_by = settings.play.teacher
    teacher = Net.read(find_net("alphazero", taught_by, game)) if taught_by else None
    player = functools.partial(SelfPlayer, settings.play, trainer.module.SCORE_SCALE, teacher)

    def export() -> Path:
        path = training.run.network_path(trainer.steps, ".nnue")
        export_net(path, trainer)
        return path

    def news(path: Path, _: float) -> Net | None:
        has_learned = trainer.steps > 0 and memory.total >= settings.own_positions
        return Net.read(path) if has_learned else None

    def measure(path: Path) -> Mapping[str, object]:
        figures = _agreement(trainer)
        nodes = settings.yardstick_nodes
        return figures | training.play_yardstick(path, trainer.steps, nodes=nodes)

    return LearningParts(
        trainer, memory, PlayJob.of(game, player), export=export, news=news, measure=measure
    )


def _finish(training: Training[NnueSettings], method: LearningParts) -> Path:
    """Write the net to play with, and its weights in floats for runs that start from it."""
    trainer, path = method.trainer, training.run.folder / NETWORK
    assert isinstance(trainer, NnueTrainer)
    if training.settings.blend_with:
        trainer.blend_with(_net_file(training.settings.blend_with))
    export_net(path, trainer)
    trainer.save(path.with_suffix(".safetensors"), {})
    return path


def export_net(path: Path, trainer: NnueTrainer) -> None:
    """Write the averaged net in integers."""
    told = {
        "game": trainer.game.name,
        "settings": json.dumps(trainer.game.settings),
        "method": NAME,
        "score_scale": str(trainer.module.SCORE_SCALE),
        "steps": str(trainer.steps),
    }
    write_net(path, trainer.module.quantise(trainer.average), told)


def _agreement(trainer: NnueTrainer) -> dict[str, float]:
    """Return how far the net in integers is from the one in floats, in logits."""
    states = _random_positions(trainer.game, _COMPARED, np.random.default_rng(0))
    native = make_net(trainer.game, trainer.module.quantise(trainer.average))
    apart = disagreement(trainer, native, states)
    return {"apart_mean": round(float(apart.mean()), 5), "apart_most": round(float(apart.max()), 5)}


def _random_positions(game: NativeGame, count: int, rng: np.random.Generator) -> list[NativeState]:
    """Return unfinished positions of random games."""
    states: list[NativeState] = []
    state = game.initial_state()
    while len(states) < count:
        states.append(state)
        state = state.apply(int(rng.choice(near_actions(state))))
        if state.native.is_over:
            state = game.initial_state()
    return states
