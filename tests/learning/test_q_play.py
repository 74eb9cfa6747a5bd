"""Games for Q-learning: zero-sum returns by hand, exploration, what the rules decide."""

import math
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tengen.core import Evaluator, Outcome
from tengen.games import load
from tengen.games.face import NativeState
from tengen.learning.q_look import Looker
from tengen.learning.q_play import QPlay, QPlayerMaker, QPlaySettings
from tengen.learning.samples import PlayedGame
from tengen.learning.transitions import Ply, make_transitions
from tengen.search.one_ply import OnePly

Evaluation = tuple[NDArray[np.float32], NDArray[np.float32]]
BOARD = load("gomoku", size=5, win_length=4)
TINY = load("gomoku", size=3, win_length=3)
BLACK_WINS, WHITE_WINS, DRAWN = Outcome(0, "row"), Outcome(1, "row"), Outcome(None, "full")


class Even:
    """Finds all moves of all positions alike."""

    def evaluate(self, planes: NDArray[np.float32], legal: NDArray[np.bool_]) -> Evaluation:
        return np.zeros(legal.shape, np.float32), np.zeros(len(planes), np.float32)


class Rising:
    """Finds every action better than the one before."""

    def evaluate(self, planes: NDArray[np.float32], legal: NDArray[np.bool_]) -> Evaluation:
        row = np.linspace(0, 0.5, legal.shape[1], dtype=np.float32)
        return np.tile(row, (len(legal), 1)), np.zeros(len(planes), np.float32)


def ply(mover: int, action: int = 0, *, best: bool = True, certain: float = math.nan) -> Ply:
    planes = np.full(TINY.planes_shape, action, np.int8)
    mask = np.arange(TINY.num_actions) >= action
    return Ply(planes, mask, mover, action, best, certain)


def returns(plies: list[Ply], outcome: Outcome | None, steps: int) -> list[tuple[float, float]]:
    samples = make_transitions(TINY, plies, outcome, steps=steps, gamma=0.5)
    pairs = zip(samples["reward"].tolist(), samples["discount"].tolist(), strict=True)
    return [(round(reward, 6), round(discount, 6)) for reward, discount in pairs]


def test_one_step_returns_are_zero_sum() -> None:
    """A move is worth minus the opponent's next best, the last one the result."""
    plies = [ply(0, 0), ply(1, 1), ply(0, 2)]
    assert returns(plies, BLACK_WINS, 1) == [(0, -0.5), (0, -0.5), (1, 0)]
    assert returns(plies, DRAWN, 1)[-1] == (0, 0)


def test_the_source_s_numbers_fall_out() -> None:
    """A winning last move is worth 1, and the loser's last move -gamma."""
    plies = [ply(0, 0), ply(1, 1), ply(0, 2)]
    samples = make_transitions(TINY, plies, BLACK_WINS, steps=2, gamma=0.9)
    assert samples["reward"] == pytest.approx([0, -0.9, 1])
    assert samples["discount"] == pytest.approx([0.81, 0, 0])
    assert (samples["next_planes"][0] == 2).all()
    assert samples["next_mask"][0].tolist() == [False, False] + [True] * 7


def test_longer_returns_reach_the_end() -> None:
    """Each move is worth the result, less for every move until then, for whoever made it."""
    plies = [ply(0), ply(1), ply(0), ply(1)]
    assert returns(plies, WHITE_WINS, 9) == [(-0.125, 0), (0.25, 0), (-0.5, 0), (1, 0)]


def test_returns_end_at_an_exploring_move() -> None:
    """What was found after a random move says nothing of the moves before it."""
    plies = [ply(0), ply(1), ply(0, best=False), ply(1)]
    assert returns(plies, WHITE_WINS, 9) == [(0, 0.25), (0, -0.5), (-0.5, 0), (1, 0)]


def test_a_player_who_goes_on_keeps_the_sign() -> None:
    """After the first capture of a chain the next value is the same player's."""
    plies = [ply(0), ply(0), ply(1)]
    assert returns(plies, WHITE_WINS, 1) == [(0, 0.5), (0, -0.5), (1, 0)]


def test_certain_positions_end_returns() -> None:
    """Where the rules know the result, their word counts; what wins at once is not learned."""
    lost = [ply(1), ply(0, certain=-0.5), ply(1, certain=1.0)]
    assert returns(lost, DRAWN, 9) == [(0.25, 0), (-0.5, 0)]
    plies = [ply(0), ply(1), ply(0, certain=1.0), ply(1)]
    # The game ended otherwise; that does not matter any more.
    assert returns(plies, WHITE_WINS, 9) == [(0.25, 0), (-0.5, 0), (1, 0)]


def test_a_game_that_was_given_up_teaches_what_is_known() -> None:
    """Without a result, returns that would need it are left out."""
    plies = [ply(0), ply(1), ply(0)]
    assert returns(plies, None, 1) == [(0, -0.5), (0, -0.5)]
    assert returns(plies, None, 5) == []


def play(
    settings: QPlaySettings, *, epsilon: float, games: int, net: Evaluator | None = None
) -> list[PlayedGame]:
    rng = np.random.default_rng(5)
    player = QPlay(BOARD, net or Even(), settings, rng, epsilon=epsilon)
    played: list[PlayedGame] = []
    while len(played) < games:
        played += player.step()
    return played


def test_one_seed_plays_the_same_games() -> None:
    """Chance comes from the generator alone."""
    settings = QPlaySettings(games=4)
    first, again = (play(settings, epsilon=0.3, games=8) for _ in range(2))
    assert [game.record for game in first] == [game.record for game in again]


def test_wins_are_taken_and_losses_stopped() -> None:
    """No player overlooks a win at once, and none allows one that could be stopped."""
    seen = {"wins": 0, "stops": 0}
    for game in play(QPlaySettings(games=4), epsilon=1.0, games=12):
        states = list(game.record.replay(BOARD))
        for state, after in list(pairwise(states))[game.record.laid_out_plies :]:
            certain = OnePly.of([state]).certain()
            if (certain == 1).any():
                assert after.outcome() is not None
                seen["wins"] += 1
            elif (certain == -1).any() and (certain != -1).any():
                assert not after.native.wins_at_once()
                seen["stops"] += 1
    assert all(seen.values())


def test_learned_moves_are_legal() -> None:
    """Samples are at most the moves, each of a free point; all begin with weight 1."""
    for game in play(QPlaySettings(games=4, opening_plies=0), epsilon=0.1, games=6):
        count = len(game.samples["weight"])
        assert 0 < count <= len(game.record.moves)
        assert (game.samples["weight"] == 1).all()
        rows = np.arange(count)
        occupied = game.samples["planes"][:, :2].reshape(count, 2, -1).any(1)
        assert not occupied[rows, game.samples["action"]].any()


def test_epsilon_decides_how_many_moves_are_random() -> None:
    """None at 0: the best action of the net is made; nearly all at 1."""
    greedy = play(QPlaySettings(games=1, opening_plies=0), epsilon=0.0, games=1, net=Rising())[0]
    assert [move.action for move in greedy.record.moves[:3]] == [24, 23, 22]
    wild = play(QPlaySettings(games=1, opening_plies=0), epsilon=1.0, games=1, net=Rising())[0]
    assert [move.action for move in wild.record.moves[:3]] != [24, 23, 22]


def test_epsilon_falls_and_stays() -> None:
    """It goes from the first value to the last over its share of the run."""
    settings = QPlaySettings(first_epsilon=0.5, last_epsilon=0.1, epsilon_share=0.5)
    falling = [settings.epsilon_at(progress) for progress in (0, 0.25, 0.5, 1)]
    assert falling == pytest.approx([0.5, 0.3, 0.1, 0.1])


def test_openings_vary() -> None:
    """Games begin with none to so many random moves, and are undecided then."""
    games = play(QPlaySettings(games=8, opening_plies=4), epsilon=0.0, games=24)
    plies = {game.record.laid_out_plies for game in games}
    assert plies == {0, 1, 2, 3, 4}


def test_a_game_without_end_is_given_up() -> None:
    """A bound on the moves ends it without a result."""
    settings = QPlaySettings(games=1, opening_plies=0, longest=0.2)
    game = play(settings, epsilon=0.0, games=1)[0]
    assert len(game.record.moves) == 5
    assert game.record.outcome is None


def test_replies_are_looked_at() -> None:
    """With a width, so many moves get the value of the best reply to them, and the best is made.

    Moves that lose at once are known without a net.
    """
    settings = QPlaySettings(games=4, opening_plies=0, width=3, gamma=0.5)
    surveys = [game.samples["survey"] for game in play(settings, epsilon=0.0, games=8)]
    known = ~np.isnan(np.concatenate(surveys))
    assert surveys[0].shape[1] == 25
    assert (known.sum(1) >= 1).all()
    first = surveys[0][0]
    # An even net finds nothing, wherever it looks.
    assert first[~np.isnan(first)].tolist() == [0, 0, 0]
    lost = [survey[survey == -0.5] for survey in surveys]
    assert sum(len(values) for values in lost) > 10


def test_a_net_that_knows_nothing_is_asked_once_a_move(tmp_path: Path) -> None:
    """Positions after a move are looked at, and learned from, only when the net has learned."""
    asked: list[int] = []

    class Counted(Even):
        def evaluate(self, planes: NDArray[np.float32], legal: NDArray[np.bool_]) -> Evaluation:
            asked.append(len(planes))
            return super().evaluate(planes, legal)

    weights = tmp_path / "net.onnx"
    weights.write_bytes(b"")
    settings = QPlaySettings(games=4, opening_plies=0, width=3)
    blank, learned = (settings.news(weights, 0.0, knows=knows) for knows in (False, True))
    maker = QPlayerMaker(settings, lambda _, __: Counted())
    player = maker(BOARD, blank, np.random.default_rng(5))
    played: list[PlayedGame] = []
    while not played:
        played += player.step()
    assert set(asked) == {4}
    survey = played[0].samples["survey"]
    assert survey[~np.isnan(survey)] == pytest.approx(-settings.gamma, abs=1e-3)
    asked.clear()
    player.use(learned)
    player.step()
    assert sum(asked) > 4


def test_a_double_threat_is_seen_by_the_replies_to_it() -> None:
    """The move after which every reply loses is worth a win two moves later, and it is made."""
    state = BOARD.initial_state()
    for action in BOARD.parse_line(state, "b2 a5 c3 e1"):
        state = state.apply(action)
    assert isinstance(state, NativeState)
    looker = Looker(BOARD, gamma=0.9, exact=True, width=25, batch=64)
    look = looker.look(Even(), [state])
    assert look.survey is not None
    best = look.survey[0, look.best[0]]
    assert best == pytest.approx(0.81)
    after = OnePly.of([state.apply(int(look.best[0]))])
    assert (after.certain() == -1).all()
