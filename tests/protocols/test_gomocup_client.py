"""Gomocup's brains as players: what they are told, and what becomes of their faults."""

import time
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import pytest

import tengen
from tengen.agents import load_agent
from tengen.agents.player import SpecPlayer
from tengen.arena import MatchSettings, play_match
from tengen.core import EngineError, Limit, Opening, SpecError
from tengen.core.clock import Clock, parse_control
from tengen.protocols.gomocup import client
from tengen.protocols.gomocup.heard import parse_value

from .processes import all_gone, faulty

GOMOKU = tengen.load("gomoku", size=6)
SWAP2 = tengen.load("gomoku", size=15, opening="swap2")
HANGS = {"hang", "family", "deaf", "late"}
SLOW = {"mute", "hang", "family", "deaf", "late"}
FAULTS = {
    "exit": "exited with status 3: cannot open the model",
    "mute": "did not get ready within 1.5 s",
    "babble": "answered START with 'Welcome to Faulty 1.0!', not OK",
    "refuse": "answered 'ERROR not today'",
    "reticent": "answered 'UNKNOWN BOARD'",
    "hang": "did not answer within 0.4 s",
    "family": "did not answer within 0.4 s",
    "deaf": "did not answer within 0.4 s",
    "late": "did not answer within 0.4 s",
    "crash": "was ended by SIGKILL: assertion failed",
    "quit": "exited with status 0",
    "flood": "answered 'never mind', which is no move",
    "nonsense": "answered 'here and there', which is no move",
    "illegal": "played illegally: a6 is occupied",
}


@pytest.mark.parametrize(
    "fault", [pytest.param(each, marks=[pytest.mark.long] * (each in SLOW)) for each in FAULTS]
)
def test_a_fault_ends_its_game_alone(fault, tmp_path):
    """The verdict says what was wrong, no process is left, and the next game has a fresh one."""
    file = tmp_path / "numbers"
    options = "start=1.5" if fault == "mute" else "timeout=0.4" if fault in HANGS else ""
    spec = faulty("gomocup", fault, 1, file, options)
    players = SpecPlayer(spec, GOMOKU), SpecPlayer("random", GOMOKU)
    settings = MatchSettings(games=2, openings=(Opening(GOMOKU, (0, 1)),))
    result = play_match(*players, GOMOKU, settings)
    assert result.forfeits == [f"game {n}: faulty {FAULTS[fault]}" for n in (1, 2)]
    assert result.b.tally.wins == 2
    assert all_gone(file)


def _told(game, *lines, limit=None, fault="sound", options="memory=350"):
    """Return what a brain is told from the rule on, and its decisions after each of some lines."""
    decisions = []
    with TemporaryDirectory() as folder:
        file = Path(folder) / "told"
        agent = load_agent(faulty("gomocup", fault, 99, file, options), game)
        for line in lines:
            state = game.initial_state()
            for action in game.parse_line(state, line):
                state = state.apply(action)
            decisions.append(agent.decide(state, limit))
        agent.close()
        _, start, memory, kind, *told, last = file.read_text().splitlines()
    assert start == f"START {game.size}"
    assert (memory, kind, last) == ("INFO max_memory 367001600", "INFO game_type 1", "END")
    return told, decisions


def test_a_move_that_was_missed_is_told_again(monkeypatch):
    """A brain that is silent after a ``TURN`` is told the whole position, once."""
    monkeypatch.setattr(client, "MISSED_SECONDS", 0.1)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "told"
        agent = load_agent(faulty("gomocup", "miss", 2, file), GOMOKU)
        first = GOMOKU.initial_state().apply(agent.decide(GOMOKU.initial_state()).action)
        second = first.apply(GOMOKU.parse_move("f6"))
        decision = agent.decide(second, Limit(seconds=0.1))
        agent.close()
        told = [line for line in file.read_text().splitlines() if not line.startswith("INFO")]
    assert decision.value is not None
    assert told[-7:] == ["TURN 5,0", "RESTART", "BOARD", "0,0,1", "5,0,2", "DONE", "END"]


def test_a_missed_move_without_a_time_is_a_fault():
    """Who was told no time may think for as long as its patience: then it has not answered."""
    agent = load_agent(faulty("gomocup", "miss", 2, options="timeout=0.4"), GOMOKU)
    first = GOMOKU.initial_state().apply(agent.decide(GOMOKU.initial_state()).action)
    with pytest.raises(EngineError, match="did not answer within"):
        agent.decide(first.apply(GOMOKU.parse_move("f6")))
    agent.close()


def test_a_pause_before_the_next_move(monkeypatch):
    """As long as the spec says, from the brain's answer on."""
    slept = []
    clock = SimpleNamespace(monotonic=time.monotonic, sleep=slept.append)
    monkeypatch.setattr(client, "time", clock)
    agent = load_agent(faulty("gomocup", "sound", 99, options="pause=5"), GOMOKU)
    state = GOMOKU.initial_state()
    state = state.apply(agent.decide(state).action).apply(GOMOKU.parse_move("f6"))
    agent.decide(state)
    agent.close()
    assert len(slept) == 1
    assert 4 < slept[0] <= 5


@pytest.mark.parametrize(
    ("rule", "number"),
    [("freestyle", 0), ("standard", 1), ("renju", 4), ("caro", 8), ("caro-exact", 9)],
)
def test_rules_are_told_as_numbers(rule, number):
    """Each rule that Tengen plays is a sum of the protocol's bits."""
    told, _ = _told(tengen.load("gomoku", rule=rule), "")
    assert told == [f"INFO rule {number}", "BEGIN"]


def test_only_what_is_new_is_told():
    """A game that goes on is one TURN; whatever else came about is told as a whole board."""
    told, _ = _told(GOMOKU, "c3", "c3 a6 b5", "c3", "a1", "")
    assert told[1:] == [
        *("BOARD", "2,3,2", "DONE"),  # 0,0
        "TURN 1,1",  # 1,0
        *("RESTART", "BOARD", "2,3,2", "DONE"),
        *("RESTART", "BOARD", "0,5,2", "DONE"),
        *("RESTART", "BEGIN"),
    ]


def test_a_brain_without_restart_is_started():
    """The board is cleared by the one command that all brains know."""
    told, _ = _told(GOMOKU, "c3", "a1", fault="plain")
    assert told[4:] == ["RESTART", "START 6", "BOARD", "0,5,2", "DONE"]


def test_stones_to_begin_from():
    """They come before the moves, one's own marked 1."""
    game = tengen.load("gomoku", size=6, position="W:Ba1,b2:Wf6")
    told, _ = _told(game, "", "c6 b6")
    assert told[1:] == [
        *("BOARD", "5,0,1", "1,4,2", "0,5,2", "DONE"),
        *("RESTART", "BOARD", "5,0,1", "1,4,2", "0,5,2", "2,0,1", "1,0,2", "DONE"),
    ]


@pytest.mark.parametrize(
    ("limit", "told"),
    [
        (Limit(visits=5), []),
        (Limit(seconds=0.25), ["timeout_turn 250", "timeout_match 0", "time_left 2147483647"]),
        ("60", ["timeout_turn 1500", "timeout_match 60000", "time_left 50000"]),
        ("60+2", ["timeout_turn 1500", "timeout_match 60000", "time_left 52000"]),
    ],
)
def test_times_are_told(limit, told):
    """The time for this move, that of the game and what is left of it, in milliseconds."""
    if isinstance(limit, str):
        clock = Clock.full(parse_control(limit)).spend(10)
        limit = Limit(seconds=1.5, clock=clock)
    commands, _ = _told(GOMOKU, "", limit=limit)
    assert commands[1:] == [*(f"INFO {line}" for line in told), "BEGIN"]


@pytest.mark.parametrize(("limit", "turn"), [(None, 300), (Limit(seconds=0.1), 100)])
def test_its_own_time(limit, turn):
    """A spec may say how long a move takes; whoever asks says it better."""
    told, _ = _told(GOMOKU, "", limit=limit, options="memory=350&seconds=0.3")
    assert f"INFO timeout_turn {turn}" in told


def test_a_value_is_heard():
    """The evaluation that a brain tells before its move is that of the decision."""
    _, (decision,) = _told(GOMOKU, "")
    assert decision.value == pytest.approx(0.4621, abs=1e-4)


@pytest.mark.parametrize(
    ("message", "value"),
    [
        ("value +0.25, nodes 100, time 0.10 s, line 7,7 8,8", 0.25),
        ("Winrate: 61.5% | Eval 94", 0.23),
        ("win rate 0.75", 0.5),
        ("depth 1-10 ev -200 n 4k", -0.4621),
        ("Depth 12 | Eval +M7", 1.0),
        ("eval -M12 pv h8", -1.0),
        ("value 7.5", None),
        ("winrate 120", None),
        ("nodes 100 in 3 s, never mind the devil", None),
    ],
)
def test_numbers_in_messages(message, value):
    """What can be understood counts, anything else says nothing."""
    assert parse_value(message) == (value and pytest.approx(value, abs=1e-4))


def test_swap2_as_the_first_player():
    """Three stones are one answer; later it is told of the opening and chooses a colour."""
    opening = "d12 e11 f9"
    told, decisions = _told(SWAP2, "", "d12", "d12 e11", f"{opening} two-more a1 b1")
    played = [SWAP2.format_move(decision.action) for decision in decisions]
    assert played == ["d12", "e11", "f9", "black"]
    assert told[1:] == [
        *("SWAP2BOARD", "DONE"),
        *("SWAP2BOARD", "3,3", "4,4", "5,6", "0,14", "1,14", "DONE"),
    ]


def test_swap2_as_the_second_player():
    """It may ask for two stones more, and goes on with the colour that it has in the end."""
    opening = "d12 e11 f9"
    lines = [
        opening,
        f"{opening} two-more",
        f"{opening} two-more b14",
        f"{opening} two-more b14 c13 black",
    ]
    told, decisions = _told(SWAP2, *lines)
    played = [SWAP2.format_move(decision.action) for decision in decisions]
    assert played == ["two-more", "b14", "c13", "a15"]
    assert told[-7:] == ["BOARD", "3,3,2", "4,4,1", "5,6,2", "1,1,1", "2,2,2", "DONE"]


def test_an_opening_of_others_is_none_of_its_own():
    """Asked amid stones that somebody else places, it cannot be asked at all."""
    with pytest.raises(SpecError, match="that others began"):
        _told(SWAP2, "d12")


@pytest.mark.parametrize(
    ("game", "settings"), [("go", {}), ("gomoku", {"size": 9, "win_length": 4})]
)
def test_other_games_are_refused(game, settings):
    """Brains play for five in a row."""
    with pytest.raises(SpecError, match="plays gomoku, 5 in a row"):
        load_agent("gomocup:x", tengen.load(game, **settings))
