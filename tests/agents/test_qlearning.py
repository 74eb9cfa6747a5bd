"""The player of action values, and how it learns: ranking, eyes, passes, rewards, runs."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("torch", reason="training is not installed")

from tengen.agents import load_agent
from tengen.agents.qlearning.collector import collect
from tengen.agents.qlearning.ranking import WaveringScorer
from tengen.core import Decision, Game, Outcome, WeightsError
from tengen.evaluators.moves import MovesEvaluator
from tengen.evaluators.q_values import action_values
from tengen.games import load
from tengen.games.face import NativeGame, NativeState
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
            def run(self, outputs: Sequence[str], inputs: dict[str, NDArray[np.float32]]) -> Any:
                counted.batches.append(len(inputs["planes"]))
                return session.run(outputs, inputs)

        counted, self._session = self, Session()


def positions(game: Game, count: int) -> list[NativeState]:
    """Return positions of one random game, the first one included."""
    rng = np.random.default_rng(4)
    state, seen = game.initial_state(), []
    while len(seen) < count and state.outcome() is None:
        seen.append(state)
        state = state.apply(int(rng.choice(state.sensible_actions())))
    return seen  # type: ignore[return-value] # of native games


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


def decide(folder: Path, kind: str, game: Game, state: NativeState, query: str = "") -> Decision:
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
        assert isinstance(state, NativeState)
        assert (decide(tmp_path, kind, game, state).action == 25) == passes


def test_every_decision_is_rewarded_by_the_result() -> None:
    """The collector gives 1 to all decisions of the winner and -1 to all of the loser."""
    plies = _plies(GO, movers=[0, 1, 0, 1, 1])
    samples = collect(GO, plies, Outcome(1, "area"))
    assert samples["reward"].tolist() == [-1, 1, -1, 1, 1]
    assert samples["action"].tolist() == [0, 1, 2, 3, 4]
    assert samples["weight"].tolist() == [1] * 5
    assert collect(GO, plies, Outcome(None, "draw"))["reward"].tolist() == [0] * 5
    assert len(collect(GO, plies, None)["reward"]) == 0


def _plies(game: NativeGame, movers: list[int]) -> list[Ply]:
    planes = np.zeros(game.planes_shape, np.int8)
    mask = np.ones(game.num_actions, np.bool_)
    return [Ply(planes, mask, mover, i, is_best=i % 2 == 0) for i, mover in enumerate(movers)]


def test_without_weights_nobody_plays() -> None:
    """A net must be named: none ships."""
    with pytest.raises(WeightsError, match=r"qlearning:runs/NAME/net\.onnx"):
        load_agent("qlearning", GO)
