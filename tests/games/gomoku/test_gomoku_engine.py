"""The selective search in Gomoku: tactics by every rule, exactness on small boards, openings."""

import math
from collections.abc import Iterator

import numpy as np
import pytest

from tengen.core import Limit
from tengen.games import load
from tengen.games.face import NativeState
from tengen.games.gomoku.game import RULES, Gomoku, create
from tengen.search.engine import EngineAgent, EngineSearch
from tengen.search.engine_opening import OpenedAgent

MIB = 1 << 20


def searcher(game: Gomoku) -> EngineSearch:
    return EngineSearch(game, game.kernel.NnueNet(), score_scale=400.0, memory=4 * MIB)


def position(picture: str, rule: str = "freestyle", *, black: bool = True) -> NativeState:
    """Return a position drawn with X (Black), O and dots; `black` says who is to move."""
    rows = picture.split()
    stones = {"X": "", "O": ""}
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            if cell != ".":
                stones[cell] += f",{chr(97 + x)}{len(rows) - y}"
    to_move = "B" if black else "W"
    text = f"{to_move}:B{stones['X'][1:]}:W{stones['O'][1:]}"
    game = create(size=len(rows), rule=rule, position=text)
    state = game.initial_state()
    assert isinstance(state, NativeState)
    return state


def game_of(state: NativeState) -> Gomoku:
    assert isinstance(state.game, Gomoku)
    return state.game


def decide(state: NativeState, depth: int) -> tuple[str, float | None, int | None]:
    """Return the move, its value, and in how many moves the game ends."""
    search = searcher(game_of(state))
    decision = search.search(state, Limit(), depth=depth)
    return state.game.format_move(decision.action), decision.value, search.moves_until_end


FOUR = """
.........
.........
.........
..XXX....
..OOO....
.........
......X..
.........
.........
"""


@pytest.mark.parametrize("rule", RULES)
def test_a_five_is_made(rule: str) -> None:
    """Four in a row is completed, whatever else is there."""
    state = position(FOUR.replace("XXX.", "XXXX").replace("OOO.", "OOOO"), rule)
    move, value, moves = decide(state, 3)
    assert move in {"b6", "g6"}
    assert (value, moves) == (1.0, 1)


@pytest.mark.parametrize("rule", RULES)
def test_a_four_is_stopped(rule: str) -> None:
    """The only point that keeps the other side from five is taken."""
    picture = FOUR.replace("..XXX....", "..XX.....").replace("..OOO....", ".XOOOO...")
    move, _, _ = decide(position(picture, rule), 4)
    assert move == "g5"


@pytest.mark.parametrize("rule", ["freestyle", "standard", "renju"])
def test_an_open_four_wins_in_three(rule: str) -> None:
    """Three in a row with both ends free, and the move."""
    _, value, moves = decide(position(FOUR, rule), 2)
    assert (value, moves) == (1.0, 3)


@pytest.mark.parametrize("rule", RULES)
def test_an_open_three_is_met(rule: str) -> None:
    """Without a four of one's own, an open three is stopped at one of its points."""
    picture = FOUR.replace("..XXX....", ".........")
    move, value, _ = decide(position(picture, rule), 5)
    assert move in {"b5", "f5", "a5", "g5"}
    assert value is not None
    assert value > -1


FOUR_FOUR = """
.........
.....O...
.....X...
.....X...
.....X...
.OXXX....
.........
.........
.........
"""


@pytest.mark.parametrize("rule", ["freestyle", "standard"])
def test_two_fours_at_once_win(rule: str) -> None:
    """A stone that makes two fours wins in three."""
    move, value, moves = decide(position(FOUR_FOUR, rule), 4)
    assert (move, value, moves) == ("f4", 1.0, 3)


def test_two_fours_at_once_are_forbidden_to_black_in_renju() -> None:
    """There the same stone is no move at all, but it is one for White."""
    state = position(FOUR_FOUR, "renju")
    move, _, _ = decide(state, 4)
    assert move != "f4"
    turned = FOUR_FOUR.translate(str.maketrans("XO", "OX"))
    assert decide(position(turned, "renju", black=False), 4) == ("f4", 1.0, 3)


def test_a_row_between_two_stones_is_no_threat_under_caro() -> None:
    """A four that could only become a blocked five is left alone."""
    picture = FOUR.replace("..OOO....", "XOOOO.X..").replace("..XXX....", ".........")
    state = position(picture, "caro")
    assert state.native.is_legal(0)
    move, value, _ = decide(state, 2)
    assert move != "f5"
    assert value is not None
    assert value > -1


FOUR_THREE = """
...........
...........
.....X.....
.....X.....
...........
.OXXX......
...........
...........
...........
...........
...........
"""


@pytest.mark.parametrize("rule", ["freestyle", "standard", "renju", "caro"])
def test_a_four_and_a_three_win_in_five(rule: str) -> None:
    """The four is answered, then the three becomes an open four."""
    move, value, moves = decide(position(FOUR_THREE, rule), 6)
    assert move in {"f6", "f7"}
    assert value == 1.0
    assert moves is not None
    assert moves % 2 == 1


def small_endings(rule: str, count: int) -> Iterator[NativeState]:
    """Yield positions of 5x5 games with nine empty points or fewer."""
    rng = np.random.default_rng(len(rule))
    game = create(size=5, rule=rule)
    while count > 0:
        state = game.initial_state()
        while state.outcome() is None and state.ply < 16:
            state = state.apply(int(rng.choice(state.legal_actions())))
        if state.outcome() is None:
            count -= 1
            yield state


def solve(state: NativeState, known: dict[bytes, int]) -> int:
    """Return 1, 0 or -1, what the side to move gets by the rules alone."""
    key = state.board().tobytes() + bytes([state.to_play])
    if key not in known:
        known[key] = _solve(state, known)
    return known[key]


def _solve(state: NativeState, known: dict[bytes, int]) -> int:
    outcome = state.outcome()
    if outcome is not None:
        return 0 if outcome.winner is None else 1 if outcome.winner == state.to_play else -1
    best = -1
    for action in state.legal_actions():
        best = max(best, -solve(state.apply(int(action)), known))
        if best == 1:
            break
    return best


@pytest.mark.parametrize("rule", RULES)
def test_endings_are_searched_exactly(rule: str) -> None:
    """With the end in sight the search finds what every continuation gives."""
    game = create(size=5, rule=rule)
    for state in small_endings(rule, 6):
        found = searcher(game).search(state, Limit(), depth=12)
        assert found.value is not None
        value = round(found.value, 3)
        assert (value > 0.999) - (value < -0.999) == solve(state, {})


def test_certain_wins_hold_against_every_defence() -> None:
    """What the search calls won is won by its own moves, whatever the other side plays."""
    rng = np.random.default_rng(5)
    game, wins = create(size=9), 0
    while wins < 6:
        state = game.initial_state()
        while state.outcome() is None and state.ply < 14:
            near = state.sensible_actions() if state.ply else np.array([40])
            state = state.apply(int(rng.choice(near)))
        if state.outcome() is not None:
            continue
        search = searcher(game)
        decision = search.search(state, Limit(nodes=3000))
        if decision.value == 1.0 and (search.moves_until_end or 0) > 3:
            wins += 1
            assert _wins(search, state, rng)


def _wins(search: EngineSearch, state: NativeState, rng: np.random.Generator) -> bool:
    """Play to the end against random and searched defences; return whether it always wins."""
    side = state.to_play
    for game in range(4):
        now = state
        while now.outcome() is None:
            if now.to_play == side or game == 0:
                action = search.search(now, Limit(nodes=3000)).action
            else:
                action = int(rng.choice(now.legal_actions()))
            now = now.apply(action)
        outcome = now.outcome()
        if outcome is None or outcome.winner != side:
            return False
    return True


def test_other_rows_than_five_are_refused() -> None:
    """There is no such search for four in a row, nor for an opening's phases."""
    assert not create(win_length=4).kernel.engine_knows(create(win_length=4).rules)
    game = load("gomoku", opening="swap2")
    search = searcher(game)
    assert not search.plays(game.initial_state())
    with pytest.raises(ValueError, match="not searched"):
        search.search(game.initial_state(), Limit(nodes=10))


def test_a_swap2_opening_is_decided_by_search() -> None:
    """Stones are placed and a colour is chosen by what positions after that are worth."""
    game = load("gomoku", opening="swap2", size=11)
    search = searcher(game)
    agent = EngineAgent("engine", search, Limit(nodes=1600))
    opened = OpenedAgent(agent, search, np.random.default_rng(0))
    state, start = game.initial_state(), game.initial_state()
    while not search.plays(state):
        decision = opened.decide(state)
        assert decision.nodes > 0
        state = state.apply(decision.action)
    assert state.ply <= 7
    assert opened.decide(state).value is not None
    value = opened.decide(start).value
    assert value is not None
    assert abs(value) < 0.3  # the most even of some


def test_the_better_colour_is_chosen() -> None:
    """After three stones that favour one side, that side is taken."""
    game = load("gomoku", opening="swap2")
    search = searcher(game)
    agent = EngineAgent("engine", search, Limit(nodes=32000))
    opened = OpenedAgent(agent, search, np.random.default_rng(0))
    state = game.initial_state()
    for move in ("h8", "a1", "i9"):
        state = state.apply(game.parse_move(move))
    decision = opened.decide(state)
    chosen = state.apply(decision.action)
    value = search.search(chosen, Limit(nodes=4000)).value
    assert value is not None
    assert (value if chosen.to_play == state.to_play else -value) > 0
    assert decision.value is not None
    assert math.isfinite(decision.value)
