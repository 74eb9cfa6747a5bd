"""Board values: the formulas by hand, the lessons, and the player."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from pydantic import ValidationError

from tengen.agents import load_agent
from tengen.agents.boardvalue.exploring import explore_breadth_first, explore_by_games
from tengen.agents.boardvalue.net import load_judge
from tengen.agents.boardvalue.targets import BellmanSettings, Ply, bellman, confidence, td_lambda
from tengen.core import Agent, Game, Outcome, SpecError, State, WeightsError
from tengen.evaluators.onnx import OnnxEvaluator
from tengen.games import load
from tengen.games.metrics import metrics_of
from tengen.search.alphabeta import AlphaBetaAgent
from tengen.search.greedy import GreedyAgent

GAMES = {
    "gomoku": load("gomoku", size=6, win_length=4),
    "go": load("go", size=5),
    "draughts": load("draughts"),
}


def never() -> bool:
    return False


@pytest.mark.parametrize(
    ("value", "result", "expected"),
    [
        # In units of 10 + 0.95: half way from 0 to 10.95, from -10.95 to 10.95, and back.
        (0.0, 1, 0.5),
        (0.0, -1, -0.5),
        (-1.0, 0, 0.0),
        (1.0, 1, 1.0),
        # Q = 5.475 becomes 5.475 + 0.5 (-10 - 0.95 - 5.475) = -2.7375.
        (0.5, -1, -0.25),
    ],
)
def test_bellman_by_hand(value: float, result: int, expected: float) -> None:
    """Q <- Q + 0.5 (r + 0.95 x (+-1) - Q), with r = +-10 and the net's 1 standing for 10.95."""
    found = bellman(np.array([value], np.float32), result=result, settings=BellmanSettings())
    np.testing.assert_allclose(found, [expected], atol=1e-6)


def test_bellman_with_other_constants() -> None:
    """Q = 3 x 0.5 = 1.5 becomes 1.5 + 0.1 (2 + 1 - 1.5) = 1.65, which is 0.55 of 3."""
    settings = BellmanSettings(rate=0.1, reward=2, discount=1)
    found = bellman(np.array([0.5], np.float32), result=1, settings=settings)
    np.testing.assert_allclose(found, [0.55], atol=1e-6)


def test_draws_may_be_punished() -> None:
    """With a reward of -1 a draw's boards go down, with one of 2 up; what is won or lost does not."""
    even = np.zeros(1, np.float32)
    for reward, expected in ((-1.0, 0.5 * (-1 - 0.95) / 10.95), (2.0, 0.5 * 2.95 / 10.95)):
        settings = BellmanSettings(draw_reward=reward)
        np.testing.assert_allclose(
            bellman(even, result=0, settings=settings), [expected], rtol=1e-6
        )
        for result in (1, -1):
            found = bellman(even, result=result, settings=settings)
            assert found == bellman(even, result=result, settings=BellmanSettings())
    with pytest.raises(ValidationError, match="within the reward of a win"):
        BellmanSettings(draw_reward=-11)


def test_confidence_by_hand() -> None:
    """A label is believed by 1 / (1 + its distance from the prediction)."""
    found = confidence(np.array([1, -1, 1, 0], np.float32), np.array([1, 1, 0, -0.5], np.float32))
    np.testing.assert_allclose(found, [1, 1 / 3, 1 / 2, 2 / 3])


def ply(mover: int, value: float, *, is_best: bool = True) -> Ply:
    return Ply(np.zeros(0, np.int8), mover, value, is_best=is_best)


def test_td_lambda_by_hand() -> None:
    """Each position is worth what follows, half as searched there and half as it went on."""
    plies = [ply(0, 0.9), ply(1, 0.2), ply(0, 0.4)]
    found = td_lambda(plies, Outcome(0, ""), 0.5)
    # The last move of player 0 won: 1. Before it, -(0.5 x 0.4 + 0.5 x 1) = -0.7 for player 1;
    # and before that, -(0.5 x 0.2 + 0.5 x -0.7) = 0.25 for player 0.
    np.testing.assert_allclose(found, [0.25, -0.7, 1.0], atol=1e-6)


def test_td_lambda_keeps_the_sign_inside_a_capture() -> None:
    """Values change sign where the mover changes, not between the hops of one capture."""
    plies = [ply(0, 0.1), ply(0, 0.6), ply(1, -0.5)]
    found = td_lambda(plies, Outcome(0, ""), 0.5)
    # -1 for player 1; 0.5 x 0.5 + 0.5 x 1 = 0.75 after the second hop; 0.5 x 0.6 + 0.5 x 0.75.
    np.testing.assert_allclose(found, [0.675, 0.75, -1.0], atol=1e-6)


def test_td_lambda_looks_at_results_or_at_searches_alone() -> None:
    """Lambda 1 gives every position the result, lambda 0 what was found a move later."""
    plies = [ply(0, 0.9), ply(1, 0.2), ply(0, 0.4)]
    assert td_lambda(plies, Outcome(1, ""), 1).tolist() == [-1, 1, -1]
    np.testing.assert_allclose(td_lambda(plies, Outcome(1, ""), 0), [-0.2, -0.4, -1])


def test_nothing_follows_from_a_random_move_or_from_giving_up() -> None:
    """Such positions keep what was found there."""
    plies = [ply(0, 0.9), ply(1, 0.2, is_best=False), ply(0, 0.4)]
    np.testing.assert_allclose(td_lambda(plies, Outcome(0, ""), 1), [-0.2, 0.2, 1])
    np.testing.assert_allclose(td_lambda(plies, None, 1), [-0.2, 0.2, 0.4])


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_breadth_first(game: Game) -> None:
    """The nearest positions come first, each once, all moves of one before those of the next."""
    found = explore_breadth_first(game, 60, never)
    plies = [state.ply for state in found]
    assert (len(found), plies) == (60, sorted(plies))
    assert len({hash(state) for state in found}) == 60
    children = [found[0].apply(int(action)) for action in found[0].legal_actions()]
    assert [state for state in found if state.ply == 1] == children


def test_small_games_are_explored_to_their_end() -> None:
    """A game with fewer positions has no more; finished ones are among them."""
    found = explore_breadth_first(load("gomoku", size=3, win_length=2), 10**6, never)
    assert any(state.outcome() is not None for state in found)
    assert len(found) < 5000


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_positions_of_random_games(game: Game) -> None:
    """They are of all depths, and as many as asked for."""
    found = explore_by_games(game, 100, np.random.default_rng(1), never)
    assert len(found) == 100
    assert found[0].ply == 0
    assert any(state.outcome() is not None for state in found)


Net = Callable[..., Path]


@pytest.fixture(scope="module")
def net(tmp_path_factory: pytest.TempPathFactory) -> Net:
    """Makes a net of random weights."""
    pytest.importorskip("torch", reason="training is not installed")
    from tengen.networks.blueprint import Blueprint
    from tengen.networks.config import NetworkConfig
    from tengen.networks.export import export_onnx
    from tengen.networks.store import seeded_build

    def make(game: Game, kind: str = "dense") -> Path:
        blueprint = Blueprint.of(NetworkConfig(kind=kind), game)
        path = tmp_path_factory.mktemp("net") / "net.onnx"
        export_onnx(path, seeded_build(blueprint, 1), blueprint)
        return path

    return make


@pytest.mark.parametrize("kind", ["dense", "board"])
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_native_judge_is_the_net(game: Game, kind: str, net: Net) -> None:
    """The arrays that the file carries along give the values that ONNX Runtime gives."""
    path = net(game, kind)
    states = explore_by_games(game, 80, np.random.default_rng(3), never)
    planes = np.stack([state.planes() for state in states])
    _, values = OnnxEvaluator(path, game).evaluate(
        planes, np.ones((len(states), game.num_actions), np.bool_)
    )
    np.testing.assert_allclose(load_judge(path, game).values(states), values, atol=1e-5)
    assert np.ptp(values) > 0.01


@pytest.mark.parametrize(
    ("kind", "options", "expected"),
    [
        ("dense", "", AlphaBetaAgent),
        ("dense", "?depth=1", GreedyAgent),
        ("dense", "?depth=3", AlphaBetaAgent),
        ("dense", "?seconds=0.01", AlphaBetaAgent),
        ("board", "", GreedyAgent),
        ("board", "?depth=2", AlphaBetaAgent),
        ("board", "?nodes=100", AlphaBetaAgent),
    ],
)
def test_how_it_plays(kind: str, options: str, expected: type[Agent], net: Net) -> None:
    """The net of the source looks one move ahead, ours searches, unless something is said."""
    game = GAMES["draughts"]
    agent = load_agent(f"boardvalue:{net(game, kind)}{options}", game)
    assert type(agent) is expected
    decision = agent.decide(game.initial_state())
    assert decision.action in game.initial_state().legal_actions()


@pytest.mark.parametrize("options", ["", "?depth=1", "?depth=2"])
@pytest.mark.parametrize(
    ("game", "moves", "best"),
    [
        (load("gomoku", size=6, win_length=4), "a1 f1 b1 f2 c1 f4", {"d1"}),
        (load("draughts", position="B:W18:B15"), "", {"15x22"}),
    ],
)
def test_it_takes_a_win(game: Game, moves: str, best: set[str], options: str, net: Net) -> None:
    """Whatever its net thinks, a move that wins is played."""
    state: State = game.initial_state()
    for action in game.parse_line(state, moves):
        state = state.apply(action)
    decision = load_agent(f"boardvalue:{net(game)}{options}", game).decide(state)
    assert set(game.format_line(state, [decision.action])) == best
    assert decision.value == 1


def test_nets_of_other_methods_are_refused(tmp_path: Path) -> None:
    """A file of another method, none at all, and a wrong option are told in one line."""
    game = load("gomoku", size=8)
    with pytest.raises(WeightsError, match="no dense net"):
        load_agent("boardvalue:src/tengen/weights/gomoku-8x8.onnx", game)
    with pytest.raises(WeightsError, match="boardvalue:FILE"):
        load_agent("boardvalue", load("gomoku", size=8, win_length=4))
    with pytest.raises(WeightsError, match="no weights file"):
        load_agent(f"boardvalue:{tmp_path / 'none.onnx'}", game)
    with pytest.raises(SpecError, match="depth='0'"):
        load_agent("boardvalue:net.onnx?depth=0", game)


def test_a_net_whose_arrays_are_damaged_is_refused(tmp_path: Path, net: Net) -> None:
    """What the file carries along is checked, too."""
    onnx = pytest.importorskip("onnx")
    game = GAMES["draughts"]
    model = onnx.load(net(game))
    for entry in model.metadata_props:
        if entry.key == "tengen.dense":
            entry.value = entry.value[:1000]
        elif entry.key in {"tengen.checked", "tengen.sha256"}:
            entry.key = "other"
    onnx.save(model, tmp_path / "net.onnx")
    with pytest.raises(WeightsError, match="damaged"):
        load_agent(f"boardvalue:{tmp_path / 'net.onnx'}", game)


def test_metrics_are_told_by_a_small_model() -> None:
    """Labels that follow from the metrics are learned to nearly all, on held-out positions too."""
    pytest.importorskip("torch", reason="training is not installed")
    from tengen.agents.boardvalue.teaching import MetricsLesson
    from tengen.networks.metrics import MetricsSettings

    game = GAMES["draughts"]
    states = explore_by_games(game, 1000, np.random.default_rng(2), never)
    lesson = MetricsLesson(game, states, 0.2, np.random.default_rng(2))
    *_, last = lesson.epochs(MetricsSettings(10, 5e-3))
    assert last["held_out_metrics_accuracy"] > 0.95
    data = lesson.labelled()
    assert data.weights.min() >= 1 / 3
    assert 0.15 < len(data.held_out) / 1000 < 0.25
    mine = [metrics_of(game).sums([state])[0] for state in states]
    # Metrics are those of the side that has just moved, labels the side's that is to move.
    flipped = [state.native.just_moved != state.to_play for state in states]
    expected = np.sign(np.where(flipped, -1, 1) * mine)
    assert data.labels.tolist() == expected.tolist()
