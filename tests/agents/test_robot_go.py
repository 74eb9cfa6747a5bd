"""What the robot sees on a Go board, and when it passes."""

import pytest

from tengen.agents import load_agent
from tengen.agents.player import SpecPlayer
from tengen.arena import MatchSettings, play_match
from tengen.core import Decision, State
from tengen.games import load

LEVELS = range(2, 6)
"""Level 1 sees the same, but acts on it when it pleases."""


def at(position: str, size: int = 7, komi: float = 0.5) -> State:
    return load("go", size=size, komi=komi, position=position).initial_state()


def decide(state: State, level: int, seed: int = 0) -> Decision:
    return load_agent(f"robot?level={level}", state.game, seed=seed).decide(state)


def moves(state: State, level: int, seeds: int = 6) -> set[str]:
    decided = (decide(state, level, seed) for seed in range(seeds))
    return {state.game.format_move(decision.action) for decision in decided}


@pytest.mark.parametrize("level", LEVELS)
def test_it_captures(level: int) -> None:
    """Three stones in atari are taken."""
    state = at("B:Bc3,d3,e3,b4,f4,c5,d5:Wc4,d4,e4,a7,g1")
    assert moves(state, level) == {"e5"}


@pytest.mark.parametrize("level", LEVELS)
def test_it_saves(level: int) -> None:
    """Five stones of one's own in atari are saved where they can be."""
    board = "W:Bb3,c3,d3,e3,f3,a4,g4,b5,c5,d5,f5:Wb4,c4,d4,e4,f4,d6,e6,c6,b6,f6,g6"
    state = at(board, komi=-5.0)
    assert moves(state, level) == {"e5"}


@pytest.mark.parametrize("level", range(1, 6))
def test_own_eyes_are_kept(level: int) -> None:
    """A group that lives by two eyes keeps them: it passes, whatever else could be played."""
    # Black has the two eyes a1 and c1 and nothing else is to be had; White lost the rest.
    board = "B:Ba2,b1,b2,c2,d1,d2:Wa3,b3,c3,d3,e3,e2,e1"
    state = at(board, size=5, komi=-24.5)
    assert moves(state, level) <= {"pass"} | {
        f"{letter}{number}" for letter in "abcde" for number in (4, 5)
    }


@pytest.mark.parametrize("level", range(1, 6))
def test_a_pass_that_wins_is_played(level: int) -> None:
    """When the opponent has passed and the area as it is wins, the game is ended."""
    state = at("W:Bd1,d2,d3,d4,d5,d6,d7:We4", komi=0.5)
    state = state.apply(state.game.parse_move("pass"))
    decision = decide(state, level)
    assert state.game.format_move(decision.action) == "pass"
    assert decision.value == 1.0


@pytest.mark.parametrize("level", range(1, 6))
def test_games_end(level: int) -> None:
    """Two robots end their game by passing, before the board has been filled many times over."""
    game = load("go", size=7)
    agents = [load_agent(f"robot?level={min(level, 3)}", game, seed=seed) for seed in range(2)]
    state = game.initial_state()
    while state.outcome() is None and state.ply < 4 * 49:
        state = state.apply(agents[state.to_play].decide(state).action)
    assert state.outcome() is not None


def test_dead_stones_are_taken_where_they_matter() -> None:
    """Behind as the board is counted, ahead once dead stones are off: it takes them off."""
    # White's two stones in the corner are dead; White herself only passes.
    board = "B:Ba4,b4,c4,d4,d3,d2,d1:Wa5,b5,c5,d5,e5,e4,e3,e2,e1,b2,c2"
    state = at(board, komi=-22.5)
    agent = load_agent("robot?level=4", state.game, seed=1)
    assert state.native.lead < 0
    while state.outcome() is None and state.ply < 30:
        turn = state.to_play
        state = state.apply(49 if turn else agent.decide(state).action)
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winner == 0


def test_it_opens_in_the_open() -> None:
    """On 19x19 the first stones stand on the third to fifth line."""
    state = load("go").initial_state()
    agents = [load_agent("robot?level=2", state.game, seed=seed) for seed in range(2)]
    for _ in range(4):
        action = agents[state.to_play].decide(state).action
        assert all(2 <= line <= 16 for line in divmod(action, 19))
        state = state.apply(action)


@pytest.mark.long
def test_it_is_better_than_random_play() -> None:
    """The weakest level beats random play that keeps its eyes."""
    game = load("go", size=7)
    players = (SpecPlayer(spec, game) for spec in ("robot?level=1", "random?sensible=1"))
    result = play_match(*players, game, MatchSettings(games=20, seed=2))
    assert result.rating.interval[0] > 0.5
