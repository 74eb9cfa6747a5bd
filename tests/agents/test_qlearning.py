"""The player of action values, and how it learns: ranking, eyes, passes, rewards, runs."""

from collections.abc import Sequence
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("torch", reason="training is not installed")

from tengen.agents import load_agent
from tengen.agents.qlearning.collector import collect
from tengen.agents.qlearning.ranking import WaveringScorer
from tengen.agents.qlearning.settings import RECIPE
from tengen.agents.qlearning.train import train
from tengen.agents.settings import settings_for
from tengen.arena import MatchSettings, play_match
from tengen.contract.learning import Silent
from tengen.core import (
    Agent,
    Decision,
    Game,
    Limit,
    Outcome,
    SettingsError,
    State,
    TengenError,
    WeightsError,
)
from tengen.core.runner import InlineRunner
from tengen.evaluators.moves import MovesEvaluator
from tengen.evaluators.q_values import action_values
from tengen.games import load
from tengen.games.face import NativeGame, NativeState
from tengen.learning.q_play import QPlay
from tengen.learning.run import Run, Trained
from tengen.learning.transitions import Ply
from tengen.networks.blueprint import Blueprint
from tengen.networks.config import NetworkConfig
from tengen.networks.export import export_onnx
from tengen.networks.store import seeded_build
from tengen.search.scorers import AllMovesScorer, Scores

KINDS = ("residual", "qlearning")
GO = load("go", size=5)
GAMES = [GO, load("gomoku", size=6), load("draughts")]


def make_net(folder: Path, game: Game, kind: str) -> Path:
    """Write a net of random weights, all or one move at a time, and return its path."""
    config = NetworkConfig(kind=kind, blocks=1, channels=8)  # type: ignore[arg-type] # of KINDS
    blueprint = Blueprint.of(config, game)
    path = folder / f"{game.name}-{kind}.onnx"
    export_onnx(path, seeded_build(blueprint, 3), blueprint)
    return path


class Counted(MovesEvaluator):
    """Notes the batches that the net itself is given."""

    def __init__(self, path: Path, game: Game) -> None:
        super().__init__(path, game)
        self.batches: list[int] = []
        session = self._session

        class Session:
            def run(
                self, outputs: Sequence[str], inputs: dict[str, NDArray[np.float32]], *how: Any
            ) -> Any:
                counted.batches.append(len(inputs["planes"]))
                return session.run(outputs, inputs, *how)

        counted, self._session = self, Session()


def positions(game: Game, count: int) -> list[NativeState]:
    """Return positions of one random game, the first one included."""
    rng = np.random.default_rng(4)
    state = game.initial_state()
    seen: list[NativeState] = []
    while len(seen) < count and state.outcome() is None:
        assert isinstance(state, NativeState)
        seen.append(state)
        state = state.apply(int(rng.choice(state.sensible_actions())))
    return seen


def values_of(evaluator: MovesEvaluator, states: Sequence[NativeState]) -> NDArray[np.float32]:
    """Return ``[B, A]``, the value of every move."""
    game = states[0].game
    legal = np.stack([state.legal_mask() for state in states])
    return action_values(*evaluator.evaluate(game.batch_planes(states), legal))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_moves_are_judged_in_a_batch_as_alone(tmp_path: Path, game: Game) -> None:
    """A net that sees one move is asked about all moves of all positions in one batch."""
    evaluator = Counted(make_net(tmp_path, game, "qlearning"), game)
    states = positions(game, 5)
    together = values_of(evaluator, states)
    points = [_on_points(state) for state in states]
    assert evaluator.batches == [sum(len(actions) for actions in points)]
    for state, row, actions in zip(states, together, points, strict=True):
        planes = state.planes()[None]
        for action in actions:
            only = np.arange(game.num_actions)[None] == action
            alone = action_values(*evaluator.evaluate(planes, only))[0, action]
            assert row[action] == pytest.approx(alone, abs=1e-5)
        assert len(set(np.round(row[actions], 6))) > len(actions) / 2


def _on_points(state: NativeState) -> list[int]:
    layout, count = state.game.policy_layout, state.game.num_actions
    actions = state.legal_actions().tolist()
    return [action for action in actions if layout.point_of(action, count) is not None]


def test_all_moves_are_scored_in_one_pass(tmp_path: Path) -> None:
    """The default net looks at a position once, however many moves there are."""
    evaluator = Counted(make_net(tmp_path, GO, "residual"), GO)
    states = positions(GO, 7)
    scores = AllMovesScorer(evaluator).score(states)
    assert evaluator.batches == [7]
    assert [len(s.actions) for s in scores] == [len(s.sensible_actions()) for s in states]
    assert all(score.evaluations == 1 for score in scores)


def test_ranking_is_by_chance_as_often_as_the_temperature_says() -> None:
    """With temperature 0 scores stay as they are, with 1 none does, with 0.3 about seven in ten."""
    state = positions(GO, 1)[0]
    values = np.linspace(-1, 1, 26, dtype=np.float32)
    known = Scores(state.sensible_actions(), values, None, 1.0)

    class Fixed:
        def score(self, states: Sequence[NativeState]) -> list[Scores]:
            return [known for _ in states]

    def kept(temperature: float) -> int:
        scorer = WaveringScorer(Fixed(), temperature, np.random.default_rng(1))
        return sum(scores is known for scores in scorer.score([state] * 400))

    assert (kept(0.0), kept(1.0)) == (400, 0)
    assert 240 <= kept(0.3) <= 320
    drawn = WaveringScorer(Fixed(), 1.0, np.random.default_rng(1)).score([state] * 2)
    orders = [tuple(np.argsort(scores.values)) for scores in drawn if scores.values is not None]
    assert len(set(orders)) == 2


def decide(folder: Path, kind: str, game: Game, state: State, query: str = "") -> Decision:
    """Ask the player of a net of random weights."""
    return load_agent(f"qlearning:{make_net(folder, game, kind)}{query}", game).decide(state)


@pytest.mark.parametrize("query", ["", "?temperature=1"])
@pytest.mark.parametrize("kind", KINDS)
def test_own_eyes_are_left_alone_and_a_pass_comes_last(
    tmp_path: Path, kind: str, query: str
) -> None:
    """No own eye is among the moves; the pass is, behind all others; it is all that is left."""
    eyes = load("go", size=5, position="B:Ba2,b1,b2,c1,c2,d1,d2,e2:We5")
    state = eyes.initial_state()
    ranked = decide(tmp_path, kind, eyes, state, query).candidates
    actions = [candidate.action for candidate in ranked]
    assert eyes.parse_move("a1") in state.legal_actions()
    assert not {eyes.parse_move("a1"), eyes.parse_move("e1")} & set(actions)
    assert actions[-1] == eyes.parse_move("pass")
    assert len(actions) == 25 - 11 + 1
    full = load("go", size=2, position="B:Ba1,a2,b1")
    assert decide(tmp_path, kind, full, full.initial_state(), query).action == 4


@pytest.mark.parametrize("kind", KINDS)
def test_a_pass_that_wins_is_played_at_once(tmp_path: Path, kind: str) -> None:
    """When the opponent has passed, who is ahead passes too; who is behind plays on."""
    for komi, passes in ((0.5, True), (30.5, False)):
        game = load("go", size=5, komi=komi, position="W:Bc3,c4,b3:Wa1")
        state = game.initial_state().apply(25)
        assert (decide(tmp_path, kind, game, state).action == 25) == passes


def test_every_decision_is_rewarded_by_the_result() -> None:
    """The collector gives 1 to all decisions of the winner and -1 to all of the loser."""
    assert isinstance(GO, NativeGame)
    plies = _plies(GO, movers=[0, 1, 0, 1, 1])
    samples = collect(GO, plies, Outcome(1, "area"))
    assert samples["reward"].tolist() == [-1, 1, -1, 1, 1]
    assert samples["action"].tolist() == [0, 1, 2, 3, 4]
    assert samples["weight"].tolist() == [1] * 5
    assert collect(GO, plies, Outcome(None, "draw"))["reward"].tolist() == [0] * 5
    assert len(collect(GO, plies, None)["reward"]) == 0


def _plies(game: Game, movers: list[int]) -> list[Ply]:
    planes = np.zeros(game.planes_shape, np.int8)
    mask = np.ones(game.num_actions, np.bool_)
    return [Ply(planes, mask, mover, i, is_best=i % 2 == 0) for i, mover in enumerate(movers)]


@pytest.mark.long
def test_the_source_collects_whole_games(tmp_path: Path) -> None:
    """Games of the origin preset begin at the start, and every move of theirs is a sample."""
    assert isinstance(GO, NativeGame)
    settings = settings_for(RECIPE, "origin").play
    evaluator = MovesEvaluator(make_net(tmp_path, GO, "qlearning"), GO)
    rng = np.random.default_rng(2)
    play = QPlay(GO, evaluator, settings, rng, epsilon=0.1, collect=collect)
    played = [game for _ in range(60) for game in play.step()]
    assert len(played) > 20
    for game in played:
        samples, outcome = game.samples, game.record.outcome
        assert outcome is not None
        assert samples["action"].tolist() == [move.action for move in game.record.moves]
        movers = np.arange(len(samples["action"])) % 2
        assert samples["reward"].tolist() == [outcome.value_for(int(mover)) for mover in movers]
        passes = samples["action"] == 25
        assert passes[-2:].all()


def test_nets_of_another_kind_are_told_apart(tmp_path: Path) -> None:
    """A net that sees single moves is nothing for a search; one that scores none, for training."""
    net = make_net(tmp_path, GO, "qlearning")
    with pytest.raises(WeightsError, match=f"play it as qlearning:{net}"):
        load_agent(f"alphazero:{net}", GO)
    with pytest.raises(SettingsError, match=r"network\.kind=dqn scores no moves"):
        learn(GO, tmp_path / "r", "network.kind=dqn")
    assert not (tmp_path / "r").exists()


def test_a_game_without_a_net_that_ships_has_no_player() -> None:
    """A net must be named where none fits, and one line says so."""
    with pytest.raises(WeightsError, match="qlearning:FILE"):
        load_agent("qlearning", load("gomoku", size=6, win_length=4))


TINY = (
    "play.games=8", "play.opening_plies=2", "learner.batch=32", "learner.first_positions=100",
    "learner.publish_positions=200", "learner.publish_seconds=0", "learner.positions=600",
    "yardstick.opponent=random", "yardstick.games=2",
)  # fmt: skip
GENERATION = "learner.publish_games=3"
"""Few games for one of the source's buffers."""
SMALL_NET = ("network.blocks=1", "network.channels=8", "network.head_channels=8")


def learn(
    game: Game, out: Path, *changes: str, stop_at: float = 2.0, **options: Any
) -> tuple[Trained, dict[str, Any]]:
    """Train in this process; return the net and the last line of metrics."""
    stop = Event()
    given = {"minutes": 1e9, "seed": 5, "runner": InlineRunner(), "stop": stop} | options
    display = Silent(stop, lambda progress, _: progress >= stop_at)
    trained = train(game, out, display=display, overrides=(*TINY, *SMALL_NET, *changes), **given)
    return trained, Run.resume(out, {}).metrics()[-1]


@pytest.mark.parametrize(
    ("game", "preset"),
    [
        pytest.param(
            game,
            preset,
            marks=[pytest.mark.long] * (number % 2 != turn),
            id=f"{game.name}-{preset}",
        )
        for number, game in enumerate(GAMES)
        for turn, preset in enumerate(("default", "origin"))
    ],
)
def test_every_game_is_learned_and_played(tmp_path: Path, game: Game, preset: str) -> None:
    """Both presets train on every game, and what they leave plays it to the end."""
    few = (GENERATION,) if preset == "origin" else ()
    trained, last = learn(game, tmp_path / "r", *few, preset=preset)
    assert trained.steps > 0
    assert (last["kind"], last["match_games"]) == ("match", 2)
    player = load_agent(f"qlearning:{trained.network}", game)
    state, plies = game.initial_state(), 0
    while state.outcome() is None and plies < 60:
        state, plies = state.apply(player.decide(state).action), plies + 1
    assert plies > 5


class Chance(Agent):
    """Plays any sensible move; passes when there is no other."""

    name = "chance"
    default_limit = Limit(nodes=1)

    def __init__(self) -> None:
        self._rng = np.random.default_rng(0)

    def decide(self, state: State, *arguments: Any, **options: Any) -> Decision:
        del arguments, options
        moves = state.sensible_actions()
        return Decision(int(self._rng.choice(moves[:-1] if len(moves) > 1 else moves)), None)


@pytest.mark.long
def test_go_is_learned(tmp_path: Path) -> None:
    """Some thousand positions of Go on 3x3 teach more than not to fill eyes, which chance knows."""
    game = load("go", size=3, komi=2.5)
    changes = ("learner.positions=6000", "network.channels=16", "trainer.warmup_steps=20")
    trained, _ = learn(game, tmp_path / "r", *changes, "yardstick.games=1")
    pupil = load_agent(f"qlearning:{trained.network}", game)
    match = play_match(pupil, Chance(), game, MatchSettings(games=60, opening_plies=1, seed=1))
    assert match.a.tally.wins >= 45


def test_stopped_run_goes_on(tmp_path: Path) -> None:
    """A run that was stopped keeps its games and steps, and its preset, when resumed."""
    folder = tmp_path / "r"
    _, before = learn(GO, folder, GENERATION, stop_at=0.5, preset="origin")
    assert before["positions"] < 600
    _, after = learn(GO, folder, resume=True)
    assert after["positions"] >= 600
    assert after["steps"] > before["steps"]


def test_runs_of_others_are_left_alone(tmp_path: Path) -> None:
    """A run of another game or method is not gone on with, and not touched."""
    learn(GO, tmp_path / "r", stop_at=0.0)
    config = (tmp_path / "r" / "config.toml").read_bytes()
    with pytest.raises(TengenError, match="size=5"):
        learn(load("go", size=6), tmp_path / "r", resume=True)
    from tengen.agents.alphazero.train import train as train_other

    with pytest.raises(TengenError, match="method qlearning, not alphazero"):
        train_other(
            GO, tmp_path / "r", minutes=1, runner=InlineRunner(),
            display=Silent(), resume=True,
        )  # fmt: skip
    assert (tmp_path / "r" / "config.toml").read_bytes() == config
