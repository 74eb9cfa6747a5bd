"""What the robot sees on a Gomoku board."""

import numpy as np
import pytest

from tengen.agents import load_agent
from tengen.agents.player import SpecPlayer
from tengen.agents.robot.fours import FourSearch
from tengen.agents.robot.thought import Budget
from tengen.arena import MatchSettings, play_match
from tengen.core import Decision, Limit, State
from tengen.games import load
from tengen.games.face import NativeState

LEVELS = range(1, 6)
STOPS = {"e8", "f8", "j8", "k8"}
"""Where White may answer three black stones on g8, h8 and i8."""


def at(position: str, **settings: int | str) -> State:
    return load("gomoku", position=position, **settings).initial_state()


def decide(state: State, level: int, seed: int = 0) -> Decision:
    return load_agent(f"robot?level={level}", state.game, seed=seed).decide(state)


def moves(state: State, level: int, seeds: int = 8, first: int = 0) -> set[str]:
    """Return what a level plays with several seeds."""
    decided = (decide(state, level, seed) for seed in range(first, first + seeds))
    return {state.game.format_move(decision.action) for decision in decided}


@pytest.mark.parametrize("level", LEVELS)
def test_black_begins_in_the_centre(level: int) -> None:
    """The first stone goes to the centre of the board."""
    assert moves(load("gomoku").initial_state(), level) == {"h8"}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("rule", ["freestyle", "standard", "renju", "caro"])
def test_it_takes_a_five(level: int, rule: str) -> None:
    """Every level completes its own row, rather than stop the opponent's."""
    state = at("B:Be5,f5,g5,h5,a1:Wd5,e9,f9,g9,h9", rule=rule)
    assert moves(state, level) == {"i5"}
    assert decide(state, level).value == 1.0


@pytest.mark.parametrize("level", LEVELS[1:])
def test_it_blocks_a_four(level: int) -> None:
    """From level 2 on a row that lacks one stone is stopped."""
    assert moves(at("W:Be5,f5,g5,h5,a1:Wd5,c9,l9"), level) == {"i5"}


def test_level_1_overlooks_things() -> None:
    """Level 1 sometimes does not see what the opponent is about to do, and sometimes does."""
    played = moves(at("W:Be5,f5,g5,h5,a1:Wd5,c9,l9"), 1, seeds=20)
    assert "i5" in played
    assert len(played) > 1


@pytest.mark.parametrize(("level", "seen"), [(2, 0.6), (3, 0.9), (4, 1.0), (5, 1.0)])
def test_it_stops_an_open_three(level: int, seen: float) -> None:
    """From level 2 on an open four is mostly not let happen, from level 4 on never."""
    state = at("W:Bg8,h8,i8:Wc3,l12")
    stops = [moves(state, level, seeds=1, first=seed) <= STOPS for seed in range(40)]
    assert seen <= np.mean(stops)
    assert level > 3 or not all(stops)


@pytest.mark.parametrize("level", LEVELS)
def test_it_makes_an_open_four(level: int) -> None:
    """Where nothing presses, an open three of one's own becomes an open four."""
    assert moves(at("B:Bg8,h8,i8:Wc3,l12"), level) <= {"f8", "j8"}


@pytest.mark.parametrize("level", [4, 5])
@pytest.mark.parametrize(
    ("position", "forks"),
    [
        # A four along the row and a three along the column meet at i5.
        ("B:Bf5,g5,h5,i6,i7:We5,c12,d12,m3,n6", {"i5"}),
        # Two fours.
        ("B:Bf5,g5,h5,i6,i7,i8:We5,i9,c12,d2,m3,n8", {"i5"}),
    ],
)
def test_forks_win(level: int, position: str, forks: set[str]) -> None:
    """One stone that makes two threats is found, and known to win."""
    assert moves(at(position), level) == forks
    assert decide(at(position), level).value == 1.0


@pytest.mark.parametrize("level", LEVELS)
def test_renju_forbids(level: int) -> None:
    """Black's double three in renju is never played, though elsewhere it is the best."""
    position = "B:Bg8,i8,h7,h9:Wa1,o1,a15"
    assert "h8" not in moves(at(position, rule="renju"), level)
    if level > 3:
        assert moves(at(position), level) == {"h8"}


def test_white_wins_where_black_must_not_answer() -> None:
    """A four whose only answer would make seven in a row, which renju forbids to Black, wins."""
    state = at("W:Bc7,h4,h5,h6,h8,h9,h10:Wd7,e7,f7,a1,b15,o1", rule="renju")
    decision = decide(state, 4)
    assert state.game.format_move(decision.action) == "g7"
    assert decision.value == 1.0
    assert len(decision.pv) == 1


def test_continuous_fours() -> None:
    """A row of fours that ends in five is found, each four answered where it must be."""
    state = at("B:Bf5,g5,h5,i7,i8,k5,l6:We5,c12,d2,m3,n8,i11,b9")
    assert isinstance(state, NativeState)
    line = FourSearch(Budget(Limit(nodes=500), None)).win(state, 6)
    assert line is not None
    for action in line:
        state = state.apply(action)
    assert state.native.wins_at_once() or state.outcome() is not None


def test_no_fours_are_found_where_there_are_none() -> None:
    """Nothing is claimed in a quiet position, nor where the opponent is faster."""
    for position in ("B:Bh8,i9:Wg7,j8", "B:Bf5,g5,h5,i6:Wc9,d9,e9,f9,e5"):
        state = at(position)
        assert isinstance(state, NativeState)
        assert FourSearch(Budget(Limit(nodes=500), None)).win(state, 6) is None


def test_swap2_takes_the_better_side() -> None:
    """Offered two black stones side by side in the centre and a white one in a corner: Black."""
    game = load("gomoku", opening="swap2")
    state = game.initial_state()
    for move in ("h8", "a1", "i8"):
        state = state.apply(game.parse_move(move))
    assert moves(state, 5) == {"black"}


@pytest.mark.long
def test_levels_are_ordered() -> None:
    """Level 3 beats level 2, and that one level 1, in a few games."""
    game = load("gomoku", size=9)
    for stronger in (2, 3):
        players = (SpecPlayer(f"robot?level={level}", game) for level in (stronger, stronger - 1))
        result = play_match(*players, game, MatchSettings(games=40, seed=3))
        assert result.rating.interval[0] > 0.5
