"""The selective search: limits, what it reports, features, threads, and who wins."""

import threading
import time
from functools import reduce

import pytest

from tengen.core import Decision, Limit, SettingsError, State, Stop
from tengen.core.clock import Clock, TimeControl
from tengen.games import load
from tengen.games.face import NativeGame, NativeState
from tengen.games.nnue import stored_position
from tengen.search.engine import EngineAgent, EngineSearch, bounds
from tengen.search.selective import SelectiveSearch

SCALE = 300.0
GAMES = ["gomoku", "draughts"]
OPENINGS = {"gomoku": "h8 i9 h10", "draughts": ""}


def search_of(name: str, position: str = "", **options: object) -> EngineSearch:
    game = load(name, position=position)
    assert isinstance(game, NativeGame)
    return EngineSearch(game, game.kernel.NnueNet(), score_scale=SCALE, memory=1 << 22, **options)  # type: ignore[arg-type]


def start(search: EngineSearch, moves: str = "") -> NativeState:
    state: State = search.game.initial_state()
    for move in (moves or OPENINGS[search.game.name]).split():
        state = state.apply(search.game.parse_move(move))
    assert isinstance(state, NativeState)
    return state


@pytest.mark.parametrize("name", GAMES)
def test_a_number_of_nodes_always_gives_the_same_answer(name: str) -> None:
    """One thread, one seed, the same searches before: the same decisions."""
    answers = []
    for _ in range(2):
        search = search_of(name, seed=3)
        state = start(search)
        for _ in range(6):
            decision = search.search(state, Limit(nodes=3000))
            answers.append((decision.action, decision.value, decision.pv, decision.candidates))
            state = state.apply(decision.action)
    assert answers[:6] == answers[6:]


@pytest.mark.parametrize("name", GAMES)
def test_the_line_can_be_played(name: str) -> None:
    """The principal variation is actions of the State, the decided one first."""
    search = search_of(name)
    decision = search.search(start(search), Limit(nodes=20_000))
    state: State = start(search)
    assert decision.pv[0] == decision.action
    assert len(decision.pv) > 1
    for action in decision.pv:
        state = state.apply(action)


@pytest.mark.parametrize("name", GAMES)
def test_positions_that_were_judged_are_told_by_lot(name: str) -> None:
    """As many as asked for, each by a line that can be played; the answer is as without them."""
    game = load(name)
    state = start(search_of(name))
    alone, asked = (SelectiveSearch(game, game.kernel.NnueNet(), seed=3) for _ in range(2))
    plain = alone.search(state, nodes=20_000)
    found = asked.search(state, nodes=20_000, leaves=30)
    assert plain.leaves == []
    assert [line.actions for line in found.lines] == [line.actions for line in plain.lines]
    assert len(found.leaves) == 30
    reached = [reduce(NativeState.apply, leaf, state) for leaf in found.leaves]
    assert all(leaf.outcome() is None for leaf in reached)
    assert len({stored_position(leaf).tobytes() for leaf in reached}) > 20
    # Not the first ones: most stand as deep as the search came.
    assert max(map(len, found.leaves)) > plain.depth


@pytest.mark.parametrize("name", GAMES)
def test_every_depth_is_reported_with_its_lines(name: str) -> None:
    """Progress comes after each depth and line; so many moves have values, the best first."""
    search = search_of(name)
    seen: list[Decision] = []
    last = search.search(start(search), Limit(), depth=6, lines=3, on_progress=seen.append)
    assert len(seen) >= 3 * search.depth > 0
    values = [option.value for option in last.candidates[:3]]
    assert all(value is not None and -1 < value < 1 for value in values)
    assert values == sorted(values, reverse=True, key=lambda value: value or 0)
    actions = [option.action for option in last.candidates]
    assert len(set(actions)) == len(actions)


def test_a_search_stops_when_told() -> None:
    """Set before or meanwhile, a stop ends a search that nothing else bounds."""
    search = search_of("gomoku")
    stop = Stop()
    threading.Timer(0.05, stop.set).start()
    decision = search.search(start(search), Limit(), stop=stop)
    assert decision.action in start(search).legal_actions()
    assert search.search(start(search), Limit(), stop=stop).nodes < 1000


def test_an_error_while_reporting_ends_the_search() -> None:
    """What `on_progress` raises reaches the caller, and the search can go on after."""
    search = search_of("draughts", threads=2)

    def fail(decision: Decision) -> None:
        raise KeyError(decision.action)

    with pytest.raises(KeyError):
        search.search(start(search), Limit(seconds=60), on_progress=fail)
    assert search.search(start(search), Limit(nodes=1000)).nodes <= 1000


def test_nothing_without_a_bound() -> None:
    """A search that would never end is refused, and so are numbers out of range."""
    search = search_of("gomoku")
    with pytest.raises(SettingsError, match="limit"):
        search.search(start(search), Limit())
    with pytest.raises(SettingsError, match="depth 0"):
        search.search(start(search), Limit(), depth=0)
    with pytest.raises(SettingsError, match="0 lines"):
        search.search(start(search), Limit(nodes=1), lines=0)


def test_features_are_switched_off_by_name() -> None:
    """Each name is known and changes nothing about what is legal; no other name is."""
    kernel = search_of("draughts").game.kernel
    for feature in kernel.engine_features():
        search = search_of("draughts", without=[feature])
        assert search.search(start(search), Limit(nodes=500)).nodes <= 500
    with pytest.raises(SettingsError, match="brilliance"):
        search_of("draughts", without=["brilliance"])


def at_depth(search: EngineSearch, depth: int, moves: str = "") -> float:
    return search.search(start(search, moves), Limit(), depth=depth).value


def test_answers_to_threats_are_looked_behind() -> None:
    """A win in nine moves, all threats and answers, is seen by a search of four."""
    moves = "n2 e7 i11 a15 j11 e8 i10 g8 i12 i13 j10 f8"
    assert at_depth(search_of("gomoku"), 4, moves) == 1.0
    assert at_depth(search_of("gomoku", without=["threats"]), 4, moves) < 0.9


def test_what_a_single_good_move_leads_to_is_looked_at_deeper() -> None:
    """A win that the endgame tables know is seen before a search without comes to them."""
    ending = "B:B1,3,K15,K16:WK6,K7,10,11"
    assert at_depth(search_of("draughts", ending), 11) > 0.99
    assert at_depth(search_of("draughts", ending, without=["singular"]), 11) < 0.5


def test_a_win_is_found_and_how_far_it_is() -> None:
    """Three in an open row, to move: five comes with the third move, and the search ends."""
    search = search_of("gomoku")
    decision = search.search(start(search, "h8 a1 i8 a3 j8 a5"), Limit(seconds=30))
    assert decision.value == 1.0
    assert search.moves_until_end == 3


def test_hardly_any_time_is_spent_where_there_is_no_choice() -> None:
    """Against a four there is one move, and it is played after a short look at its value."""
    search = search_of("gomoku")
    decision = search.search(start(search, "h8 g8 i8 a3 j8 a5 k8"), Limit(seconds=60))
    assert decision.action == search.game.parse_move("l8")
    assert 1000 < decision.nodes < 50_000
    assert decision.seconds < 20


def test_a_loss_is_put_off() -> None:
    """Against an open four any answer loses, in two moves."""
    search = search_of("gomoku")
    decision = search.search(start(search, "h8 a1 i8 a3 j8 a5 k8"), Limit(seconds=30))
    assert decision.value == -1.0
    assert search.moves_until_end == 2


@pytest.mark.parametrize("threads", [1, 2])
def test_inside_a_capture_the_rest_of_it_is_searched(threads: int) -> None:
    """After the first of two jumps the same side goes on, with the same piece."""
    search = search_of("draughts", threads=threads)
    state = start(search)
    within = 0
    for _ in range(300):
        if state.outcome() is not None:
            break
        decision = search.search(state, Limit(nodes=200 * threads))
        within += state.native.capturing_square >= 0
        state = state.apply(decision.action)
    assert within > 0


@pytest.mark.parametrize("name", GAMES)
def test_an_agent_ponders_until_it_is_asked_again(name: str) -> None:
    """Thinking on goes on beside, and ends with the next decision or with `close`."""
    search = search_of(name)
    agent = EngineAgent("engine", search, Limit(nodes=2000), ponders=True)
    state: State = start(search)
    before = threading.active_count()
    state = state.apply(agent.decide(state).action)
    assert threading.active_count() == before + 1
    for _ in range(3):
        time.sleep(0.01)
        state = state.apply(agent.decide(state).action)
    agent.close()
    assert threading.active_count() == before


def test_a_clock_is_shared_out() -> None:
    """A move may take a few times its share, no large part of the rest, and aims at less."""
    clock = Clock.full(TimeControl(main=60))
    limit, soft = bounds(Limit().under(clock))
    assert limit.seconds is not None
    assert soft < clock.allot() < limit.seconds < 60 / 4
    short, soft = bounds(Limit().under(Clock.full(TimeControl(period=0.3)), margin=0.05))
    assert short.seconds == pytest.approx(0.25)
    assert soft > 1000
    told, _ = bounds(Limit(seconds=0.1).under(clock))
    assert told.seconds == 0.1


def test_a_bound_on_each_move_holds_beside_the_clock() -> None:
    """A manager's limit of a turn is kept, however much of the game's time a move may take."""
    game, turn = TimeControl(main=60), TimeControl(period=3)
    limit = Limit().under(Clock.full(turn), 0.1).under(Clock.full(game), 0.1)
    hard, soft = bounds(limit)
    assert hard.seconds == pytest.approx(2.9)
    assert soft < 2.4
    hard, _ = bounds(Limit(seconds=2.5).under(Clock.full(game)))
    assert hard.seconds == 2.5


@pytest.mark.parametrize(
    ("control", "moves"), [(TimeControl(main=60, increment=0.1), 200), (TimeControl(main=300), 60)]
)
def test_a_clock_is_enough_for_a_game(control: TimeControl, moves: int) -> None:
    """So many moves that all take the most they may never use up the time."""
    clock = Clock.full(control)
    for _ in range(moves):
        limit, _ = bounds(Limit().under(clock, margin=0.02))
        assert limit.seconds is not None
        clock = clock.spend(limit.seconds)
        assert clock.left > 0
