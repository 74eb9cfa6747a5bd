"""Playing without a search: how often the net is asked, what the rules alone decide, signs."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from tengen.core import Game, SpecError
from tengen.evaluators.q_values import QEvaluator, action_values
from tengen.games import load
from tengen.games.face import GOES_ON, NativeGame, NativeState
from tengen.search.greedy import GreedyAgent
from tengen.search.one_ply import OnePly
from tengen.search.scorers import AfterStateScorer, AllMovesScorer, PolicyScorer, Scorer

Evaluation = tuple[NDArray[np.float32], NDArray[np.float32]]


class Counting:
    """Answers from a function of the planes, and counts batches and positions."""

    def __init__(self, answer: Callable[[NDArray[np.float32]], Evaluation] | None = None) -> None:
        self.batches = 0
        self.positions = 0
        self._answer = answer

    def evaluate(self, planes: NDArray[np.float32], legal: NDArray[np.bool_]) -> Evaluation:
        self.batches += 1
        self.positions += len(planes)
        if self._answer is not None:
            return self._answer(planes)
        return np.zeros(legal.shape, np.float32), np.zeros(len(planes), np.float32)


def rising(planes: NDArray[np.float32]) -> Evaluation:
    """Find every action a little better than the one before."""
    count = planes.shape[2] * planes.shape[3]
    logits = np.tile(np.linspace(0, 0.1, count, dtype=np.float32), (len(planes), 1))
    return logits, np.zeros(len(planes), np.float32)


def play(game: NativeGame, moves: str) -> NativeState:
    state = game.initial_state()
    for action in game.parse_line(state, moves):
        state = state.apply(action)
    return state


def make_agent(game: Game, scorer: Scorer, **options: float) -> GreedyAgent:
    return GreedyAgent("greedy", game, scorer, rng=np.random.default_rng(1), **options)


BOARD = load("gomoku", size=8)


def test_all_moves_cost_one_forward_pass() -> None:
    """The net sees the position once, however many moves there are."""
    net = Counting(rising)
    decision = make_agent(BOARD, AllMovesScorer(net)).decide(BOARD.initial_state())
    assert (net.batches, net.positions, decision.nodes) == (1, 1, 1)
    assert decision.action == 63
    assert len(decision.candidates) == 64


def test_after_states_cost_one_batch() -> None:
    """The boards after all moves are judged together, those of several positions too."""
    net = Counting()
    scores = AfterStateScorer(net).score([BOARD.initial_state(), play(BOARD, "a1")])
    assert (net.batches, net.positions) == (1, 64 + 63)
    assert [len(s.actions) for s in scores] == [64, 63]


def test_a_win_at_once_needs_no_net() -> None:
    """The move that wins is taken before the net is asked."""
    state = play(BOARD, "a1 h1 b1 h2 c1 h3 d1 h5")
    net = Counting(rising)
    decision = make_agent(BOARD, AllMovesScorer(net)).decide(state)
    assert BOARD.format_move(decision.action) == "e1"
    assert (decision.value, net.batches) == (1.0, 0)


def test_a_loss_at_once_is_not_allowed() -> None:
    """The only move that stops a row of four is made, whatever the net says; the rest follow."""
    state = play(BOARD, "h8 a1 h6 b1 f8 c1 f6 d1")
    decision = make_agent(BOARD, AllMovesScorer(Counting(rising))).decide(state)
    assert BOARD.format_move(decision.action) == "e1"
    assert {candidate.value for candidate in decision.candidates[1:]} == {-1.0}
    loose = make_agent(BOARD, AllMovesScorer(Counting(rising)), exact=False).decide(state)
    assert BOARD.format_move(loose.action) != "e1"


def test_a_board_is_worth_the_opposite_to_the_opponent() -> None:
    """A board that is bad for who is to move there is good for who moved."""

    def full_corner(planes: NDArray[np.float32]) -> Evaluation:
        # The side to move dislikes a stone of the opponent's on the first point.
        logits = np.zeros((len(planes), 64), np.float32)
        return logits, -0.5 * planes[:, 1, 0, 0]

    scores = AfterStateScorer(Counting(full_corner)).score([BOARD.initial_state()])[0]
    assert scores.values is not None
    assert scores.values[0] == pytest.approx(0.5)
    assert not scores.values[1:].any()
    assert scores.value == pytest.approx(0.5)


def test_a_capture_that_goes_on_keeps_the_sign() -> None:
    """Within a capture chain the same player is to move, and the value is his own."""
    game = load("draughts", position="W:WK30:B26,18")
    state = game.initial_state()
    hop = state.legal_actions()
    after = OnePly.of([state])
    assert state.apply(int(hop[0])).to_play == state.to_play
    assert after.signs.tolist() == [1]
    # One more capture takes the last piece, so that the first hop has as good as won.
    assert after.certain().tolist() == [1]

    def confident(planes: NDArray[np.float32]) -> Evaluation:
        return np.zeros((len(planes), 128), np.float32), np.full(len(planes), 0.3, np.float32)

    scores = AfterStateScorer(Counting(confident)).score([state])[0]
    assert scores.values == pytest.approx([0.3])


def test_what_the_rules_tell() -> None:
    """Ends are exact, an opponent who can end it has won, and all else is open."""
    state = play(BOARD, "h8 a1 h6 b1 f8 c1 f6 d1")
    moves = OnePly.of([state])
    certain = dict(zip(moves.actions.tolist(), moves.certain().tolist(), strict=True))
    stop = BOARD.parse_move("e1")
    assert np.isnan(certain.pop(stop))
    assert set(certain.values()) == {-1.0}
    assert (moves.after.winner == GOES_ON).all()


def test_a_pass_comes_last() -> None:
    """In Go the net's love of passing is not heard while there is another move."""
    game = load("go", size=5)

    def lazy(planes: NDArray[np.float32]) -> Evaluation:
        logits = np.zeros((len(planes), 26), np.float32)
        logits[:, 25] = 1
        return logits, np.zeros(len(planes), np.float32)

    agent = make_agent(game, AllMovesScorer(Counting(lazy)))
    decision = agent.decide(game.initial_state())
    assert decision.action != game.parse_move("pass")
    assert decision.candidates[-1].action == game.parse_move("pass")


def test_a_policy_orders_by_likelihood() -> None:
    """Priors sum to one; values are told only where the net has them."""
    agent = make_agent(BOARD, PolicyScorer(Counting(rising)))
    decision = agent.decide(BOARD.initial_state())
    assert decision.action == 63
    assert decision.value is None
    assert sum(candidate.prior for candidate in decision.candidates) == pytest.approx(1)


def test_untaught_value_head_has_no_opinion() -> None:
    """A value of exactly 0 comes from a head that learned nothing; any other is the position's."""
    for answer, value in ((0.0, None), (0.25, 0.25)):

        def judge(planes: NDArray[np.float32], answer: float = answer) -> Evaluation:
            logits, values = rising(planes)
            return logits, np.full_like(values, answer)

        agent = make_agent(BOARD, PolicyScorer(Counting(judge), has_value=True))
        assert agent.decide(BOARD.initial_state()).value == value


def test_temperature_varies_moves_and_zero_does_not() -> None:
    """Drawn moves differ; the best move does not."""
    for temperature, least, most in ((0.0, 1, 1), (1.0, 15, 64)):
        agent = make_agent(BOARD, AllMovesScorer(Counting(rising)), temperature=temperature)
        drawn = {agent.decide(BOARD.initial_state()).action for _ in range(40)}
        assert least <= len(drawn) <= most


def test_noise_breaks_ties() -> None:
    """Equal values with a little noise give different moves, clear ones do not."""
    agent = make_agent(BOARD, AllMovesScorer(Counting()), noise=0.01)
    assert len({agent.decide(BOARD.initial_state()).action for _ in range(20)}) > 5
    clear = make_agent(BOARD, AllMovesScorer(Counting(rising)), noise=0.001)
    assert {clear.decide(BOARD.initial_state()).action for _ in range(20)} == {63}


def test_after_states_are_those_of_the_rules() -> None:
    """Planes, players and results are what `apply` gives; what is illegal is refused."""
    for game in (BOARD, load("go", size=5), load("draughts")):
        states = [game.initial_state()]
        rng = np.random.default_rng(3)
        while (state := states[-1]).outcome() is None and len(states) < 30:
            states.append(state.apply(int(rng.choice(state.legal_actions()))))
        states = [state for state in states if state.outcome() is None]
        moves = OnePly.of(states, planes=True)
        assert moves.after.planes is not None
        for at in rng.choice(len(moves.rows), 40):
            after = states[moves.rows[at]].apply(int(moves.actions[at]))
            assert (moves.after.planes[at] == after.planes()).all()
            assert moves.after.to_play[at] == after.to_play
            assert (moves.after.winner[at] == GOES_ON) == (after.outcome() is None)
        one, none = np.zeros(1, np.int32), np.full(1, -1, np.int32)
        with pytest.raises(ValueError, match="illegal"):
            game.after_states(states, one, none, planes=False)
        with pytest.raises(ValueError, match="no such position"):
            game.after_states(states, none, one, planes=False)


def test_dueling_values_have_the_mean_of_the_position() -> None:
    """Advantages are taken around their mean; a search gets the best legal one as value."""
    logits = np.array([[1.0, 2.0, 3.0, 6.0]], np.float32)
    values = np.array([0.25], np.float32)
    assert action_values(logits, values)[0] == pytest.approx([-1.75, -0.75, 0.25, 3.25])

    def fixed(planes: NDArray[np.float32]) -> Evaluation:
        return logits, values

    judge = QEvaluator(Counting(fixed), temperature=0.5)
    legal = np.array([[True, True, True, False]])
    policy, best = judge.evaluate(np.zeros((1, 1, 2, 2), np.float32), legal)
    assert best == pytest.approx([0.25])
    assert policy[0] == pytest.approx([-3.5, -1.5, 0.5, 6.5])


def test_a_search_passes_last() -> None:
    """The value of a pass is nobody's while there is another move, and all there is without."""

    def lazy(planes: NDArray[np.float32]) -> Evaluation:
        return np.tile(np.float32([0, 0, 3]), (len(planes), 1)), np.zeros(len(planes), np.float32)

    judge = QEvaluator(Counting(lazy), temperature=1, passing=2)
    legal = np.array([[True, True, True], [False, False, True]])
    policy, best = judge.evaluate(np.zeros((2, 1, 1, 2), np.float32), legal)
    assert best == pytest.approx([-1, 1])
    assert policy[0].argmin() == 2


def test_other_rules_are_refused() -> None:
    """A position of another game is no question."""
    agent = make_agent(BOARD, AllMovesScorer(Counting()))
    with pytest.raises(SpecError):
        agent.decide(load("gomoku", size=9).initial_state())
