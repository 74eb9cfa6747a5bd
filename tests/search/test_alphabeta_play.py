"""Alpha-beta as a player: certain wins, limits, stopping, and being asked what it cannot do."""

import threading
import time
from collections.abc import Callable

import numpy as np
import pytest

from tengen.core import (
    Decision,
    IllegalMoveError,
    Limit,
    NotationError,
    SettingsError,
    SpecError,
    State,
    Stop,
)
from tengen.games import load
from tengen.games.face import NativeGame, NativeState
from tengen.search.alphabeta import AlphaBeta, AlphaBetaAgent
from tengen.search.judges import MetricsJudge
from tengen.search.mcts import MIB

FOREVER = Limit(seconds=3600)


def native_game(name: str, **settings: int | str) -> NativeGame:
    game = load(name, **settings)
    assert isinstance(game, NativeGame)
    return game


def searcher(game: NativeGame, seed: int = 0) -> AlphaBeta:
    return AlphaBeta(game, MetricsJudge(), memory=MIB, seed=seed)


def check_decision(decision: Decision, state: State) -> None:
    """A decision names a legal move, ranks them all, and its line can be played."""
    legal = state.legal_actions().tolist()
    assert sorted(candidate.action for candidate in decision.candidates) == legal
    assert decision.action == decision.candidates[0].action == decision.pv[0]
    assert decision.value == decision.candidates[0].value
    for candidate in decision.candidates:
        assert (candidate.value is None) == (candidate.visits == 0)
    for action in decision.pv:
        state = state.apply(action)


def endings(seed: int, count: int, longest: int) -> list[tuple[NativeState, int]]:
    """Return won positions of three or four pieces, and how many moves their win takes."""
    rng = np.random.default_rng(seed)
    found: list[tuple[NativeState, int]] = []
    while len(found) < count:
        squares = [int(square) + 1 for square in rng.permutation(32)[: rng.integers(3, 5)]]
        white, black = squares[:-1], squares[-1]
        fen = f"W:W{','.join(f'K{square}' for square in white)}:BK{black}"
        try:
            state = native_game("draughts", position=fen).initial_state()
        except NotationError:
            continue
        known = state.native.known()
        if known is not None and known[0] == state.to_play and 1 < known[1] <= longest:
            found.append((state, known[1]))
    return found


ENDINGS = endings(4, 12, longest=7)


def test_endgame_tables_tell_the_nearest_win() -> None:
    """One move ahead is enough, and the win is as near as the tables say."""
    for state, moves in ENDINGS:
        search = searcher(state.game)
        decision = search.search(state, Limit(), depth=1)
        assert decision.value == 1
        assert search.moves_until_end == moves


@pytest.mark.usefixtures("no_tables")
def test_the_nearest_win_is_found_without_tables() -> None:
    """A win in n is seen n moves ahead, no sooner where captures are not what brings it nearer."""
    for state, moves in ENDINGS:
        search = searcher(state.game)
        decision = search.search(state, FOREVER)
        assert decision.value == 1
        assert search.moves_until_end == moves
        check_decision(decision, state)


@pytest.mark.usefixtures("no_tables")
def test_a_win_is_played_out_in_as_many_moves() -> None:
    """Each side doing its best, the game ends when it was said to."""
    for start, moves in ENDINGS[:4]:
        state, search, made = start, searcher(start.game), 0
        while state.outcome() is None:
            after = state.apply(search.search(state, Limit(), depth=moves).action)
            made += after.to_play != state.to_play
            state = after
        assert made == moves


def test_an_open_three_becomes_a_four_that_wins(position: Callable[..., NativeState]) -> None:
    """Open three, open four, five: five moves, whoever moves within them."""
    state = position("e5 a1 f5 a9 g5 i9", size=9)
    search = searcher(state.game)
    decision = search.search(state, FOREVER)
    assert decision.value == 1
    assert search.moves_until_end == 3
    assert state.game.format_move(decision.action) in {"d5", "h5"}
    check_decision(decision, state)


def test_a_four_is_met(position: Callable[..., NativeState]) -> None:
    """The one point that stops a five is played, at any depth."""
    state = position("a5 e1 b5 f3 c5 g7 d5", size=9)
    for depth in (1, 2, 3):
        decision = searcher(state.game).search(state, Limit(), depth=depth)
        assert state.game.format_move(decision.action) == "e5"
        assert [candidate.value for candidate in decision.candidates[1:]] == [-1] * 73


def test_a_five_comes_before_meeting_a_four(position: Callable[..., NativeState]) -> None:
    """Who can win with the next stone does."""
    state = position("a5 a1 b5 b1 c5 c1 d5 d1", size=9)
    decision = searcher(state.game).search(state, FOREVER)
    assert state.game.format_move(decision.action) == "e5"
    assert decision.value == 1


def test_a_lost_position_still_has_a_move(position: Callable[..., NativeState]) -> None:
    """Against an open four there is nothing to do, and that is known."""
    state = position("b5 a1 c5 c1 d5 g1 e5", size=9)
    search = searcher(state.game)
    decision = search.search(state, FOREVER)
    assert decision.value == -1
    assert search.moves_until_end == 2
    check_decision(decision, state)


def test_a_pass_wins_when_ahead() -> None:
    """The opponent having passed, the leader ends the game."""
    game = native_game("go", size=5, komi=0.5)
    state = game.initial_state()
    for move in ("c3", "pass"):
        state = state.apply(game.parse_move(move))
    decision = searcher(game).search(state, FOREVER)
    assert game.format_move(decision.action) == "pass"
    assert decision.value == 1


@pytest.mark.parametrize("name", ["draughts", "gomoku", "go"])
@pytest.mark.parametrize("nodes", [1, 10, 1000, 4567])
def test_nodes_are_never_exceeded(name: str, nodes: int) -> None:
    """Whatever the limit, there is an answer; visits are positions, too."""
    state = native_game(name).initial_state()
    for limit in (Limit(nodes=nodes), Limit(visits=nodes)):
        decision = searcher(state.game).search(state, limit)
        check_decision(decision, state)
        assert decision.nodes == nodes


def test_seconds_are_kept() -> None:
    """A search ends soon after its time."""
    state = native_game("draughts").initial_state()
    decision = searcher(state.game).search(state, Limit(seconds=0.1))
    check_decision(decision, state)
    assert 0.1 <= decision.seconds < 20


def test_the_only_move_is_not_thought_about() -> None:
    """A forced reply costs no time, unless a depth was asked for."""
    game = native_game("draughts")
    state = game.initial_state()
    for move in ("11-15", "22-18"):
        for action in game.parse_line(state, move):
            state = state.apply(action)
    while len(state.legal_actions()) > 1:
        state = state.apply(int(state.legal_actions()[0]))
    assert searcher(game).search(state, FOREVER).nodes < 100
    assert searcher(game).search(state, FOREVER, depth=5).nodes > 100


def test_stop_ends_a_search() -> None:
    """An open search ends when told to, from another thread, with an answer."""
    state = native_game("gomoku").initial_state()
    stop = Stop()
    timer = threading.Timer(0.1, stop.set)
    timer.start()
    decision = searcher(state.game).search(state, Limit(), stop=stop)
    timer.join()
    check_decision(decision, state)


def test_a_search_leaves_other_threads_alone() -> None:
    """Python goes on in other threads while a search runs."""
    state = native_game("draughts").initial_state()
    stop, turns = Stop(), 0
    thread = threading.Thread(target=lambda: searcher(state.game).search(state, Limit(), stop=stop))
    thread.start()
    while turns < 20:
        time.sleep(0.001)
        turns += 1
    assert thread.is_alive()
    stop.set()
    thread.join()


def test_what_progress_raises_ends_the_search() -> None:
    """An error of the one who listens is not lost, and the search can be used again."""
    state = native_game("draughts").initial_state()
    search = searcher(state.game)

    def fail(decision: Decision) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        search.search(state, FOREVER, on_progress=fail)
    check_decision(search.search(state, Limit(), depth=3), state)


class Interrupted(Stop):
    """A stop that cannot be asked."""

    def is_set(self) -> bool:
        raise KeyboardInterrupt


def test_what_is_raised_inside_a_search_comes_out() -> None:
    """So the keyboard interrupts a search of one long depth."""
    state = native_game("draughts").initial_state()
    search = searcher(state.game)
    with pytest.raises(KeyboardInterrupt):
        search.search(state, FOREVER, stop=Interrupted())
    check_decision(search.search(state, Limit(), depth=3), state)


def test_each_depth_is_told() -> None:
    """Progress is the answer after each depth but the last, which is returned."""
    state = native_game("draughts").initial_state()
    told: list[Decision] = []
    decision = searcher(state.game).search(state, Limit(), depth=6, on_progress=told.append)
    assert len(told) == 5
    for each in told:
        check_decision(each, state)
    assert [each.nodes for each in told] == sorted(each.nodes for each in told)
    assert decision.nodes > told[-1].nodes


def test_one_seed_is_one_game() -> None:
    """Equal seeds make equal decisions; others choose otherwise among equals."""
    state = native_game("gomoku").initial_state()
    first = [searcher(state.game, seed).search(state, Limit(nodes=5000)) for seed in (1, 1)]
    assert first[0].candidates == first[1].candidates
    judge = MetricsJudge(weights=(0,) * 9 + (100,))
    actions = {
        AlphaBeta(state.game, judge, memory=MIB, seed=seed).search(state, Limit(), depth=1).action
        for seed in range(8)
    }
    assert len(actions) > 1


def test_an_agent_has_a_depth_of_its_own() -> None:
    """Its depth bounds every decision; its default limit those without one."""
    game = native_game("draughts")
    state = game.initial_state()
    agent = AlphaBetaAgent("ab", searcher(game), Limit(nodes=50), depth=4)
    assert agent.decide(state).nodes == 50
    check_decision(agent.decide(state, FOREVER), state)
    alone = AlphaBetaAgent("ab", searcher(game), Limit(), depth=4)
    assert alone.decide(state).action in state.legal_actions()


def test_agents_refuse_what_is_not_theirs() -> None:
    """Another board and a finished game are told in one line."""
    game = native_game("gomoku", size=5)
    agent = AlphaBetaAgent("ab", searcher(game), Limit(nodes=10))
    with pytest.raises(SpecError, match="loaded for"):
        agent.decide(load("gomoku", size=6).initial_state())
    state: State = game.initial_state()
    for move in ("a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1"):
        state = state.apply(game.parse_move(move))
    with pytest.raises(IllegalMoveError, match="over"):
        agent.decide(state)


@pytest.mark.parametrize("depth", [0, -1, 101])
def test_depths_out_of_range_are_refused(depth: int) -> None:
    """In a search, in a batch and as an agent's own."""
    game = native_game("draughts")
    search = searcher(game)
    with pytest.raises(SettingsError, match="depth"):
        search.search(game.initial_state(), Limit(), depth=depth)
    with pytest.raises(SettingsError, match="depth"):
        search.search_batch([game.initial_state()], depth)
    with pytest.raises(SettingsError, match="depth"):
        AlphaBetaAgent("ab", search, Limit(), depth=depth)


def test_a_search_without_any_limit_is_refused() -> None:
    """Nothing would end it."""
    game = native_game("draughts")
    with pytest.raises(SettingsError, match="needs a limit"):
        searcher(game).search(game.initial_state(), Limit())
