"""The swap2 opening: who places which stones, who chooses what, and who then has which colour."""

from pathlib import Path

import numpy as np
import pytest

from tengen.agents import load_agent
from tengen.core import IllegalMoveError, NotationError, State, WeightsError
from tengen.games import load
from tengen.games.face import NativeState
from tengen.networks.blueprint import Blueprint
from tengen.networks.config import NetworkConfig
from tengen.networks.export import export_onnx
from tengen.networks.store import seeded_build

OPENED = "h8 i9 g7"


def play(moves: str, **settings: str | int) -> State:
    """Return the position after moves from the start of swap2."""
    game = load("gomoku", opening="swap2", **settings)
    state: State = game.initial_state()
    for action in game.parse_line(state, moves):
        state = state.apply(action)
    return state


def legal_names(state: State) -> list[str]:
    """Return the names of the legal actions."""
    return [state.game.format_move(int(action)) for action in state.legal_actions()]


def test_the_first_player_places_three_stones() -> None:
    """Player 0 places black, white and black; then player 1 has three choices and nothing else."""
    for moves in ("", "h8", "h8 i9"):
        assert play(moves).to_play == 0
        assert len(play(moves).legal_actions()) == 225 - len(moves.split())
    state = play(OPENED)
    assert [state.board()[15 - int(m[1])][ord(m[0]) - 97] for m in OPENED.split()] == [1, 2, 1]
    assert state.to_play == 1
    assert legal_names(state) == ["white", "black", "two-more"]


@pytest.mark.parametrize(
    ("moves", "white"),
    [
        ("white", 1),
        ("black", 0),
        ("two-more a1 b3 white", 0),
        ("two-more a1 b3 black", 1),
    ],
)
def test_choices_give_colours(moves: str, white: int) -> None:
    """Whoever has White goes on, and the player who has the colour of the winning row wins."""
    state = play(f"{OPENED} {moves}")
    assert state.to_play == white
    assert play(f"{OPENED} {moves} o15").to_play == 1 - white
    for move in ("c2", "a15", "d2", "c15", "e2", "e15", "f2", "g15"):
        state = state.apply(state.game.parse_move(move))
    assert isinstance(state, NativeState)
    assert state.native.wins_at_once()
    outcome = state.apply(state.game.parse_move("g2")).outcome()
    assert outcome is not None
    assert (outcome.winner, len(outcome.points)) == (white, 5)


def test_two_more_stones_are_placed_by_the_second_player() -> None:
    """Player 1 adds a white and a black stone; then player 0 takes a colour."""
    for moves in ("two-more", "two-more a1"):
        assert play(f"{OPENED} {moves}").to_play == 1
    state = play(f"{OPENED} two-more a1 b3")
    assert (state.board()[14][0], state.board()[12][1]) == (2, 1)
    assert state.to_play == 0
    assert legal_names(state) == ["white", "black"]


def test_choices_are_made_in_their_time_only() -> None:
    """No choice can be taken while stones are placed, no stone placed before a choice is taken."""
    for moves, move, reason in [
        ("", "white", "white is not to be chosen now"),
        (OPENED, "a1", "a1 cannot be played before a choice: white or black or two-more"),
        (f"{OPENED} two-more", "black", "black is not to be chosen now"),
        (f"{OPENED} two-more a1 b3", "two-more", "two-more is not to be chosen now"),
        (f"{OPENED} white", "black", "black is not to be chosen now"),
        (f"{OPENED} white", "h8", "h8 is occupied"),
    ]:
        state = play(moves)
        with pytest.raises(IllegalMoveError, match=f"^{reason}$"):
            state.apply(state.game.parse_move(move))


def test_a_net_sees_the_phase() -> None:
    """Four planes more: ones in that of the present phase, and in none once play has begun."""
    for moves, phase in [
        ("h8 i9", 0),
        (OPENED, 1),
        (f"{OPENED} two-more a1", 2),
        (f"{OPENED} two-more a1 b3", 3),
        (f"{OPENED} white", None),
    ]:
        planes = play(moves).planes()
        assert planes.shape == (8, 15, 15)
        assert [bool(plane.all()) for plane in planes[4:]] == [i == phase for i in range(4)]
        assert planes[4:].any() == (phase is not None)


def test_the_choice_is_part_of_the_position() -> None:
    """The same stones with the other player in White are another position."""
    taken, left = play(f"{OPENED} black a1"), play(f"{OPENED} white a1")
    assert (taken.board() == left.board()).all()
    assert taken != left
    assert hash(taken) != hash(left)


def test_nobody_wins_by_choosing() -> None:
    """A choice is never taken for a winning move, even where the next stone would win."""
    state = play("h8 a1 g8 two-more b1 f8", size=15, win_length=4)
    assert isinstance(state, NativeState)
    assert not state.native.wins_at_once()
    outcomes = [state.apply(int(action)).outcome() for action in state.legal_actions()]
    assert outcomes == [None, None]


def test_names_of_choices_exist_under_swap2_only() -> None:
    """Choices read back in any case; without the opening, their names are no moves."""
    game = load("gomoku", opening="swap2")
    names = ["white", "black", "two-more"]
    assert [game.format_move(action) for action in range(225, 228)] == names
    assert [game.parse_move(name.upper()) for name in names] == [225, 226, 227]
    with pytest.raises(NotationError, match="expected a1 to o15, or white, black, two-more"):
        game.parse_move("swap")
    with pytest.raises(NotationError):
        load("gomoku").parse_move("white")
    assert game.players == ("First", "Second")


@pytest.mark.parametrize("spec", ["random", "mcts?playouts=40"])
@pytest.mark.parametrize("rule", ["freestyle", "renju"])
def test_agents_play_it_through(spec: str, rule: str) -> None:
    """Agents that need no net play whole games, choices included."""
    game = load("gomoku", size=7, rule=rule, opening="swap2")
    agent = load_agent(spec, game)
    state: State = game.initial_state()
    choices = []
    while state.outcome() is None:
        decision = agent.decide(state)
        choices += [decision.action] if decision.action >= 49 else []
        state = state.apply(decision.action)
    agent.close()
    assert choices in ([49], [50], [51, 49], [51, 50])


def test_a_net_plays_it_through(tmp_path: Path) -> None:
    """A net made for the opening has an output for each choice and plays a whole game."""
    game = load("gomoku", size=6, opening="swap2")
    blueprint = Blueprint.of(NetworkConfig(blocks=1, channels=8, head_channels=8), game)
    export_onnx(tmp_path / "net.onnx", seeded_build(blueprint, 1), blueprint)
    agent = load_agent(f"alphazero:{tmp_path / 'net.onnx'}?visits=16", game)
    state: State = game.initial_state()
    while state.outcome() is None:
        state = state.apply(agent.decide(state).action)
    agent.close()
    with pytest.raises(WeightsError, match="gomoku 15x15, 5 in a row, opening swap2"):
        load_agent("alphazero", load("gomoku", opening="swap2"))


def test_random_games_take_every_way() -> None:
    """Random games from the start meet each of the four endings of the opening."""
    rng = np.random.default_rng(2)
    ways = set()
    for _ in range(40):
        state: State = load("gomoku", size=5, win_length=4, opening="swap2").initial_state()
        way = []
        for _ in range(7):
            action = int(rng.choice(state.legal_actions()))
            way += [action] if action >= 25 else []
            state = state.apply(action)
        ways.add(tuple(way))
    assert ways == {(25,), (26,), (27, 25), (27, 26)}
