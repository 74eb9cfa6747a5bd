"""DQN: the source's targets by hand, who is asked how often, and that it learns."""

import math
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tengen.agents import load_agent
from tengen.agents.dqn.boards_play import BOARDS, BoardsPlay, Turn, make_board_samples
from tengen.agents.dqn.settings import BoardsSettings
from tengen.agents.player import SpecPlayer
from tengen.arena import MatchSettings, play_match
from tengen.contract.learning import Silent
from tengen.core import Game, Outcome, SpecError, WeightsError
from tengen.core.runner import InlineRunner
from tengen.games import load
from tengen.learning.jobs import Net
from tengen.learning.journal import Journal
from tengen.learning.mixed import Mixed
from tengen.learning.replay import Replay
from tengen.learning.ring import ReplaySettings
from tengen.learning.run import Run

Evaluation = tuple[NDArray[np.float32], NDArray[np.float32]]
TINY_BOARD = load("gomoku", size=3, win_length=3)
BOARD = load("gomoku", size=5, win_length=4)


class Judge:
    """Answers a value from a function of the planes, and keeps what it was asked."""

    def __init__(self, judge: Callable[[NDArray[np.float32]], NDArray[np.float32]]) -> None:
        self.asked: list[int] = []
        self._judge = judge

    def evaluate(self, planes: NDArray[np.float32], legal: NDArray[np.bool_]) -> Evaluation:
        self.asked.append(len(planes))
        return np.zeros(legal.shape, np.float32), self._judge(planes).astype(np.float32)


def fixed(value: float) -> Judge:
    """Find every board worth the same."""
    return Judge(lambda planes: np.full(len(planes), value))


def turns_of(game: Game, moves: str, best: list[float]) -> tuple[list[Turn], Outcome | None]:
    """Return the turns of a game, each with the best value that its mover saw."""
    state, turns = game.initial_state(), []
    for action, value in zip(game.parse_line(state, moves), best, strict=True):
        after = state.apply(action)
        planes = np.zeros(game.planes_shape, np.int8)
        turns.append(Turn(state, value, action, planes, after.to_play))  # type: ignore[arg-type]
        state = after
    return turns, state.outcome()


def test_the_source_s_targets() -> None:
    """A board is worth gamma times the best value to come, for who is to move there.

    For the mover: -0.9 of the opponent's best; the winning move 1.0, the loser's last move -0.9.
    """
    best = [0.1, 0.2, 0.3, 0.4, 1.0]
    turns, outcome = turns_of(TINY_BOARD, "a1 a2 b1 b2 c1", best)
    assert outcome is not None
    values = make_board_samples(TINY_BOARD, turns, best, outcome, gamma=0.9)["value"]
    for_the_mover = -values
    assert for_the_mover == pytest.approx([-0.18, -0.27, -0.36, -0.9, 1.0])


def test_a_game_without_result_has_no_last_target() -> None:
    """What the last move was worth nobody knows."""
    turns, outcome = turns_of(TINY_BOARD, "a1 a2", [0.1, 0.5])
    samples = make_board_samples(TINY_BOARD, turns, [0.1, 0.5], outcome, gamma=0.9)
    assert samples["value"] == pytest.approx([0.45])


def test_captures_that_go_on_keep_the_player() -> None:
    """The board within a chain is judged for the player who goes on with it."""
    game = load("draughts", position="W:WK30:B26,18")
    state = game.initial_state()
    first = int(state.legal_actions()[0])
    second = int(state.apply(first).legal_actions()[0])
    turns = []
    for action in (first, second):
        after = state.apply(action)
        planes = np.zeros(game.planes_shape, np.int8)
        turns.append(Turn(state, 0.5, action, planes, after.to_play))
        state = after
    outcome = state.outcome()
    assert outcome is not None
    values = make_board_samples(game, turns, [0.5, 0.5], outcome, gamma=0.9)["value"]
    assert turns[0].next_player == turns[0].state.to_play
    assert values == pytest.approx([0.45, -1.0])


def play_one(settings: BoardsSettings, judge: Judge, frozen: Judge | None = None) -> Any:
    play = BoardsPlay(TINY_BOARD, judge, settings, np.random.default_rng(3), frozen=frozen)
    while not (played := play.step()):
        pass
    return played[0]


def test_all_boards_of_a_move_are_one_batch() -> None:
    """Nine after the first move, eight after the second, and so on; never one by one."""
    judge = fixed(0.0)
    play_one(BoardsSettings(epsilon=0.0), judge)
    assert judge.asked[:3] == [9, 8, 7]


def test_a_random_move_keeps_the_best_move_s_value() -> None:
    """With every move drawn at random, targets are still those of the best moves."""

    def dislike_the_centre(planes: NDArray[np.float32]) -> NDArray[np.float32]:
        # The side to move after a stone in the centre is badly off, elsewhere well.
        return np.where(planes[:, 1, 1, 1] > 0, -0.5, 0.5)

    samples = play_one(BoardsSettings(epsilon=1.0, gamma=0.9), Judge(dislike_the_centre)).samples
    played = play_one(BoardsSettings(epsilon=1.0, gamma=0.9), Judge(dislike_the_centre)).record
    centre = [move.action for move in played.moves].index(4)
    assert centre > 1
    # As long as the centre is free the best move takes it, whatever is played.
    assert samples["value"][: centre - 1] == pytest.approx(0.9 * 0.5)


def test_the_two_variants_ask_different_nets() -> None:
    """``review`` keeps what was found in play, ``frozen`` asks the frozen copy at the end."""
    settings = BoardsSettings(epsilon=0.0, gamma=0.5)
    review = play_one(settings, fixed(-0.2)).samples["value"]
    judge, frozen = fixed(-0.2), fixed(-0.4)
    asked = play_one(settings, judge, frozen).samples["value"]
    assert review[0] == pytest.approx(0.1)
    assert asked[0] == pytest.approx(0.2)
    assert len(frozen.asked) == 1


def test_a_lesson_mixes_new_and_old(tmp_path: Path) -> None:
    """Half of each batch is the lesson's; without a memory, all of it."""
    settings = ReplaySettings(smallest=10, largest=10)
    memory = Replay(TINY_BOARD, BOARDS, settings, tmp_path)
    shape = (4, *TINY_BOARD.planes_shape)
    fresh = {
        "planes": np.zeros(shape, np.int8),
        "value": np.ones(4, np.float32),
        "weight": np.ones(4, np.float32),
    }
    rng = np.random.default_rng(1)
    assert (Mixed(TINY_BOARD, BOARDS, fresh, memory).sample(8, rng)["value"] == 1).all()
    memory.add(fresh | {"value": np.zeros(4, np.float32)})
    values = Mixed(TINY_BOARD, BOARDS, fresh, memory).sample(9, rng)["value"]
    assert len(values) == 9
    assert values.sum() in (4, 5)


def test_without_weights_nobody_plays() -> None:
    """No net ships, and options are checked."""
    with pytest.raises(WeightsError, match="dqn:"):
        load_agent("dqn", BOARD)
    with pytest.raises(SpecError, match="noise"):
        load_agent("dqn:net.onnx?noise=-1", BOARD)


# From here on with PyTorch.

TINY = (
    "network.blocks=1", "network.channels=16", "network.head_channels=16", "play.games=16", "play.width=4",
    "trainer.warmup_steps=0", "trainer.learning_rate=3e-3", "trainer.average_steps=20",
    "learner.batch=64", "learner.first_positions=200", "learner.publish_positions=200",
    "learner.publish_seconds=0", "learner.measure_seconds=1e9", "export=fp32",
    "yardstick.opponent=random", "yardstick.games=2",
)  # fmt: skip


def learn(out: Path, *extra: str, game: Game = BOARD, **options: Any) -> dict[str, Any]:
    """Train without a bound on time, in this process; return the last line of progress."""
    pytest.importorskip("torch")
    from tengen.agents.dqn.train import train

    given = {"minutes": 1e9, "seed": 5, "runner": InlineRunner(), "display": Silent()} | options
    train(game, out, overrides=(*TINY, *extra), **given)
    lines = [line for line in Run(out, {}).metrics() if line["kind"] == "progress"]
    return lines[-1]


def score(spec: str, opponent: str, game: Game, games: int) -> float:
    """Return the share of the points in a match."""
    players = SpecPlayer(spec, game), SpecPlayer(opponent, game)
    return play_match(*players, game, MatchSettings(games=games, seed=1)).rating.score


def test_it_learns(tmp_path: Path) -> None:
    """Some seconds on a tiny board, and it beats the net it began with, rules known to both."""
    learn(tmp_path / "fresh", "learner.positions=1")
    learn(tmp_path / "r", "learner.positions=3000")
    spec, fresh = (f"dqn:{tmp_path}/{name}/net.onnx?visits=1" for name in ("r", "fresh"))
    assert score(spec, fresh, BOARD, 60) >= 0.7


@pytest.mark.long
@pytest.mark.parametrize("target", ["frozen", "review"])
def test_the_source_s_way_learns(tmp_path: Path, target: str) -> None:
    """Both variants of the target lead to a net that beats random play without the rules' help."""
    given = f"boards.target={target}", "boards.games=16", "learner.publish_games=20"
    learn(
        tmp_path / "r",
        "learner.positions=2000",
        "boards.frozen_steps=10",
        *given,
        game=TINY_BOARD,
        preset="origin",
    )
    spec = f"dqn:{tmp_path}/r/net.onnx?exact=false"
    assert score(spec, "random", TINY_BOARD, 400) >= 0.62


def test_the_frozen_copy_changes_every_so_many_steps() -> None:
    """It stays what the network was until so many gradient steps were taken."""
    pytest.importorskip("torch", reason="training is not installed")
    from tengen.agents.dqn.train import FrozenCopy

    frozen = FrozenCopy(every=10)
    nets = [Net(".onnx", bytes([number])) for number in range(5)]
    copies = [frozen.of(net, steps) for net, steps in zip(nets, (0, 5, 10, 19, 25), strict=True)]
    assert copies == [nets[0], nets[0], nets[2], nets[2], nets[4]]


def test_surprising_moves_are_drawn_more_often(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Training gives the samples it saw weights by their errors; new ones begin with 1."""
    given: list[NDArray[np.float32]] = []
    monkeypatch.setattr(Replay, "reweigh", lambda _, __, weights: given.append(weights))
    learn(tmp_path / "r", "learner.positions=400")
    weights = np.concatenate(given)
    assert len(weights) >= 400
    assert np.isfinite(weights).all()
    assert len(np.unique(weights)) > 10
    (first,) = islice(Journal(tmp_path / "r/replay", per_file=1).entries(), 1)
    assert (first.samples["weight"] == 1).all()


@pytest.mark.long
def test_replies_are_judged_once_something_was_learned(tmp_path: Path) -> None:
    """Until the first gradient step games are played fast, with the rules' word alone on replies."""
    learn(tmp_path / "r", "learner.positions=1000")
    entries = list(Journal(tmp_path / "r/replay", per_file=1).entries())
    told = [np.unique(entry.samples["survey"]) for entry in (entries[0], entries[-1])]
    first, last = (len(values[~np.isnan(values)]) for values in told)
    assert first <= 1
    assert last > 1


def test_one_pass_a_move_or_a_search(tmp_path: Path) -> None:
    """The greedy player looks at one position, the searching one at as many as it is told."""
    learn(tmp_path / "r", "learner.positions=1")
    state = BOARD.initial_state()
    greedy = load_agent(f"dqn:{tmp_path}/r/net.onnx?visits=1", BOARD).decide(state)
    assert greedy.nodes == 1
    assert len(greedy.candidates) == 25
    search = load_agent(f"dqn:{tmp_path}/r/net.onnx?visits=20", BOARD).decide(state)
    assert sum(candidate.visits for candidate in search.candidates) == pytest.approx(19, abs=1)
    assert search.value is not None
    assert not math.isnan(search.value)


@pytest.mark.long
def test_every_game_is_written_down(tmp_path: Path) -> None:
    """Each finished game is a record in ``games/``, as many as there were."""
    figures = learn(tmp_path / "r", "learner.positions=500")
    lines = [
        line
        for path in (tmp_path / "r" / "games").glob("*.jsonl")
        for line in path.read_text().splitlines()
    ]
    assert len(lines) == figures["games"]
