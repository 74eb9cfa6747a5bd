"""Our own engines, played as other people's are."""

import shlex
import sys

import pytest

from tengen.agents import load_agent
from tengen.arena import Conditions, play_game
from tengen.core import Limit, TimeControl
from tengen.games import load

GAMES = [
    ("gtp --seed 1", load("go", size=7, komi=0.5, superko="situational", position="W:Bc3,e5")),
    ("gtp --seed 1 --game gomoku --rule standard", load("gomoku", size=9, rule="standard")),
    ("gomocup", load("gomoku", size=9, rule="renju", position="W:Be5")),
    ("gomocup", load("gomoku", size=9, opening="swap2")),
    ("hub --seed 1", load("draughts")),
]


@pytest.mark.parametrize(
    ("command", "game"),
    [
        pytest.param(*each, id=name, marks=[pytest.mark.long] * (name not in ("go", "renju")))
        for name, each in zip(("go", "gomoku", "renju", "swap2", "hub"), GAMES, strict=True)
    ],
)
def test_a_game_without_a_fault(command, game):
    """Each of our protocols, by both of its sides, plays a whole game under a clock."""
    protocol, *options = command.split()
    words = [sys.executable, "-m", "tengen", protocol, *options, "--agent", "mcts?playouts=30"]
    ours = load_agent(f"{protocol}:{shlex.join(words)}?name=ours", game)
    agents = ours, load_agent("mcts?playouts=30", game, seed=2)
    played = play_game(
        game, agents, Conditions(controls=(TimeControl(main=60, increment=0.1), None))
    )
    ours.close()
    assert played.forfeit is None
    assert len(played.record.moves) > 8
    assert any(move.value is not None for move in played.record.moves if move.clock is not None)


@pytest.mark.long
def test_a_line_that_is_left_and_taken_up_again():
    """Undoing, and going elsewhere, the program has the same position as we have."""
    game = load("go", size=5, komi=0.5)
    words = [sys.executable, "-m", "tengen", "gtp", "--seed", "1", "--agent", "mcts?playouts=30"]
    agent = load_agent(f"gtp:{shlex.join(words)}", game)
    for line in ("c3 c2 b2", "c3 c2", "c3 d3 b3 b2 c2", "", "pass"):
        state = game.initial_state()
        for action in game.parse_line(state, line):
            state = state.apply(action)
        state.apply(agent.decide(state, Limit(seconds=1)).action)
    agent.close()
