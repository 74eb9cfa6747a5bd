"""The best net of alphazero's source: kept beside the last, against an opponent that rises."""

from pathlib import Path
from typing import Any

import pytest

from tengen import load
from tengen.agents import load_agent
from tengen.agents.alphazero.best import BestSettings, Contest
from tengen.contract.learning import Silent
from tengen.core import Limit
from tengen.core.runner import InlineRunner
from tengen.learning.run import Run

SETTINGS = BestSettings(kept=True, rise=1000)


def match(score: float, wins: int = 0) -> dict[str, Any]:
    return {"kind": "match", "score": score, "wins": wins}


def test_the_best_so_far_is_better_than_all_before() -> None:
    """Only a higher score is a new best; a match without a score says nothing."""
    contest = Contest("mcts?playouts=1000", 10, SETTINGS, [])
    scores = [0.0, 0.3, 0.3, 0.2, 0.5]
    assert [contest.take(match(score)) for score in scores] == [False, True, False, False, True]
    assert not contest.take({"kind": "match", "match_games": 0})


def test_an_opponent_that_lost_every_game_rises() -> None:
    """1,000 playouts more from then on, and the best is sought anew; 9 of 10 are not enough."""
    contest = Contest("mcts?playouts=1000", 10, SETTINGS, [])
    assert contest.take(match(0.9, 9))
    assert contest.opponent == "mcts?playouts=1000"
    assert contest.take(match(1.0, 10))
    assert contest.opponent == "mcts?playouts=2000"
    assert contest.take(match(0.1))
    assert Contest("random", 1, SETTINGS, [match(1, 1)]).opponent == "random"


def test_a_resumed_run_goes_on_where_it_was() -> None:
    """The matches in its metrics tell how far the opponent has risen, and what is to beat."""
    lines = [match(1.0, 10), {"kind": "progress"}, match(0.4)]
    contest = Contest("mcts?playouts=1000", 10, SETTINGS, lines)
    assert contest.opponent == "mcts?playouts=2000"
    assert not contest.take(match(0.4))
    assert contest.take(match(0.5))


@pytest.mark.long
def test_a_run_keeps_its_best_net(tmp_path: Path) -> None:
    """It lies beside the last one, under the run's name, and plays."""
    pytest.importorskip("torch", reason="training is not installed")
    from tengen.agents.alphazero.train import train

    game = load("gomoku", size=3, win_length=3)
    overrides = (
        "self_play.simulations=4", "self_play.fast_simulations=4", "self_play.games=4", "visits=2",
        "learner.batch=8", "learner.first_positions=20", "learner.positions=60",
        "learner.measure_games=2", "learner.publish_seconds=0",
        "yardstick.opponent=random", "yardstick.games=4",
    )  # fmt: skip
    given = {"minutes": 1e9, "seed": 1, "runner": InlineRunner(), "display": Silent()}
    train(game, tmp_path / "r", preset="origin", overrides=overrides, **given)
    matches = [line for line in Run(tmp_path / "r", {}).metrics() if line["kind"] == "match"]
    assert len(matches) >= 2
    assert max(line["score"] for line in matches) > 0
    agent = load_agent(f"alphazero:{tmp_path}/r/opponents/r-best.onnx", game)
    assert agent.decide(game.initial_state(), Limit(visits=4)).action in range(9)
