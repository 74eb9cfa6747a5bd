"""What the robot sees on a draughts board."""

import numpy as np
import pytest

from tengen.agents import load_agent
from tengen.agents.player import SpecPlayer
from tengen.arena import MatchSettings, play_match
from tengen.core import Decision, State
from tengen.games import load, metrics_of

LEVELS = range(1, 6)


def at(position: str) -> State:
    return load("draughts", position=position).initial_state()


def decide(state: State, spec: str) -> Decision:
    return load_agent(spec, state.game, seed=1).decide(state)


def played(state: State, spec: str) -> str:
    """Return the whole move that the robot plays, hop by hop."""
    agent, actions, after = load_agent(spec, state.game, seed=1), [], state
    while after.to_play == state.to_play and after.outcome() is None:
        actions.append(agent.decide(after).action)
        after = after.apply(actions[-1])
    return state.game.format_line(state, actions)[0]


@pytest.mark.parametrize("level", LEVELS[2:])
def test_the_longer_capture_is_taken(level: int) -> None:
    """Of two captures it takes the one that ends with two men more; the metrics alone do not."""
    state = at("B:B6,12:W9,10,18,K32")
    assert state.native.must_capture
    assert played(state, f"robot?level={level}") == "6x22"


@pytest.mark.parametrize("level", LEVELS[1:4])
def test_a_man_is_not_given_away(level: int) -> None:
    """From level 2 on it sees that a man can be taken; the last level may see it come back."""
    # 14-18 would be taken by 22x15, 14-17 by 21x14; the king on 4 can wait.
    state = at("B:B14,K4:W22,21,26,25,30")
    assert played(state, f"robot?level={level}").startswith("4-")


def test_depth_1_is_greedy() -> None:
    """It takes the most of the weighted metrics on the board right after its move."""
    state = load("draughts").initial_state()
    rng = np.random.default_rng(3)
    metrics = metrics_of(state.game)
    for _ in range(30):
        decision = decide(state, "robot?depth=1")
        after = [state.apply(int(action)) for action in state.legal_actions()]
        if all(one.to_play != state.to_play for one in after):
            chosen = state.apply(decision.action)
            assert metrics.sums([chosen])[0] == metrics.sums(after).max()
        state = state.apply(int(rng.choice(state.legal_actions())))
        if state.outcome() is not None:
            break


def test_level_1_is_depth_1() -> None:
    """The weakest level is the greedy player."""
    state = at("B:B1,2,6,10,K15:W18,22,27,31,K32")
    assert decide(state, "robot?level=1").action == decide(state, "robot?depth=1").action


@pytest.mark.long
def test_looking_at_replies_mends_the_metrics() -> None:
    """Greedy play by the metrics loses to random play; with captures played out it wins."""
    game = load("draughts")
    for level, expected in ((1, "loses"), (2, "wins")):
        players = (SpecPlayer(spec, game) for spec in (f"robot?level={level}", "random"))
        rating = play_match(*players, game, MatchSettings(games=30, seed=1)).rating
        found = "wins" if rating.interval[0] > 0.5 else "loses" if rating.interval[1] < 0.5 else ""
        assert found == expected
