"""Draughts programs that speak Hub as players: what they are told, and their faults."""

from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event

import pytest

import tengen
from tengen.agents import load_agent
from tengen.agents.player import SpecPlayer
from tengen.arena import MatchSettings, play_match
from tengen.core import EngineError, Limit, SpecError
from tengen.core.clock import Clock, parse_control
from tengen.programs import child
from tengen.protocols.hub.heard import find_move, parse_thought, parse_value

from .processes import all_gone, faulty

DRAUGHTS = tengen.load("draughts")
START = "pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"
HANGS = {"hang", "family", "deaf", "late"}
SLOW = {"mute", "hang", "family", "deaf", "late"}
FAULTS = {
    "exit": "exited with status 3: cannot open the model",
    "mute": "did not get ready within 1.5 s",
    "refuse": "does not play variant=english: its variants are normal killer",
    "reticent": "told of an error: 'not today'",
    "hang": "did not answer within 0.4 s",
    "family": "did not answer within 0.4 s",
    "deaf": "did not answer within 0.4 s",
    "late": "did not answer within 0.4 s",
    "crash": "was ended by SIGKILL: assertion failed",
    "quit": "exited with status 0",
    "flood": "did not answer within 0.4 s, but said 'never mind'",
    "nonsense": "answered 'forward', which is no move",
    "illegal": "played illegally: 1-32: not a legal move",
}


@pytest.mark.parametrize(
    "fault", [pytest.param(each, marks=[pytest.mark.long] * (each in SLOW)) for each in FAULTS]
)
def test_a_fault_ends_its_game_alone(fault, tmp_path):
    """The verdict says what was wrong, no process is left, and the next game has a fresh one."""
    file = tmp_path / "numbers"
    options = "start=1.5" if fault == "mute" else ""
    options = "timeout=0.4" if fault in {*HANGS, "flood"} else options
    players = (
        SpecPlayer(faulty("hub", fault, 1, file, options), DRAUGHTS),
        SpecPlayer("random", DRAUGHTS),
    )
    result = play_match(*players, DRAUGHTS, MatchSettings(games=2, seed=3))
    assert result.forfeits == [f"game {n}: faulty {FAULTS[fault]}" for n in (1, 2)]
    assert all_gone(file)


def test_what_is_no_hub_is_told_with_what_it_said(tmp_path):
    """A program of another protocol never gets ready, and the verdict quotes it."""
    file = tmp_path / "numbers"
    spec = faulty("gtp", "sound", 1, file, "start=1").replace("gtp:", "hub:", 1)
    with pytest.raises(EngineError) as fault:
        load_agent(spec, DRAUGHTS).prepare()
    assert str(fault.value) == "did not get ready within 1 s, but said '='"
    assert all_gone(file)


def _told(game, *lines, limit=None):
    """Return what a program is told of each position, and its decisions there."""
    decisions = []
    with TemporaryDirectory() as folder:
        file = Path(folder) / "told"
        agent = load_agent(faulty("hub", "sound", 1, file), game)
        for line in lines:
            state = game.initial_state()
            for action in game.parse_line(state, line):
                state = state.apply(action)
            decisions.append(agent.decide(state, limit))
        agent.close()
        _, *told, last = file.read_text().splitlines()
    variant = "set-param name=variant value=english"
    assert told[:4] == ["hub", variant, "init", "new-game"]
    assert last == "quit"
    return told[4:], decisions


def test_the_whole_game_is_told():
    """Any position is told by where the game began and its moves, captures with what they take."""
    told, _ = _told(DRAUGHTS, "", "9-13 22-18", "9-14 22-18 14-17")
    assert told == [
        *(START, "go think"),
        *(f'{START} moves="9-13 22-18"', "go think"),
        *(f'{START} moves="9-14 22-18 14-17"', "go think"),
    ]
    game = tengen.load("draughts", position="W:WK18,24,32:B1,K2,15,20")
    told, _ = _told(game, "18x11 20x27")
    assert told[0].endswith('moves="18x11x15 20x27x24"')


def test_one_question_for_a_whole_capture():
    """The hops of one move come one by one, and the program is asked once."""
    game = tengen.load("draughts", position="B:W15,22,32:B11,1")
    told, decisions = _told(game, "", "11x18")
    assert [game.format_move(decision.action) for decision in decisions] == ["11-15", "18-22"]
    assert [line.split()[0] for line in told] == ["pos", "go"]


@pytest.mark.long
def test_a_capture_that_somebody_else_began():
    """It is asked about the whole move; what it would have begun otherwise is ended somehow."""
    game = tengen.load("draughts", position="B:W15,22,32:B11,1")
    told, (decision,) = _told(game, "11x18")
    assert game.format_move(decision.action) == "18-22"
    assert "moves" not in told[0]


@pytest.mark.parametrize(
    ("limit", "level"),
    [
        (None, []),
        (Limit(visits=5), []),
        (Limit(nodes=500), ["level nodes=500"]),
        (Limit(seconds=0.25), ["level move-time=0.250"]),
        ("60", ["level time=50.000"]),
        ("60+2", ["level time=50.000 inc=2.000"]),
        ("0/25in300", ["level moves=24 time=290.000"]),
        ("60/3x10", ["level move-time=1.500"]),
    ],
)
def test_levels(limit, level):
    """Clocks as Hub knows them, of which it adds the increment itself; others for this move."""
    if isinstance(limit, str):
        clock = Clock.full(parse_control(limit)).spend(10)
        limit = Limit(seconds=1.5, clock=clock)
    told, _ = _told(DRAUGHTS, "", limit=limit)
    assert told == [START, *level, "go think"]


def test_a_stop_is_told(tmp_path, monkeypatch):
    """A program that thinks on is told to stop, and ended when it does not."""
    monkeypatch.setattr(child, "_STOP_SECONDS", 0.1)
    file, stop = tmp_path / "told", Event()
    agent = load_agent(faulty("hub", "deaf", 1, file), DRAUGHTS)
    stop.set()
    with pytest.raises(EngineError, match="did not answer"):
        agent.decide(DRAUGHTS.initial_state(), stop=stop)
    assert all_gone(file)


def test_thoughts_are_heard():
    """Value, nodes and the expected line are those of `info`."""
    _, (decision,) = _told(DRAUGHTS, "")
    assert decision.value == pytest.approx(0.5)
    assert (decision.nodes, decision.pv) == (7, (decision.action,))


@pytest.mark.parametrize(
    ("told", "value"),
    [
        ({"score": "1"}, 0.5),
        ({"score": "-99.5"}, -1.0),
        ({"value": "0.25", "score": "9"}, 0.25),
        ({"value": "2", "score": "0"}, 0.0),
        ({"score": "nan"}, None),
        ({"score": "much"}, None),
        ({}, None),
    ],
)
def test_scores(told, value):
    """A man is worth a chance of three to one, which is a value of a half."""
    assert parse_value(told) == (None if value is None else pytest.approx(value, abs=1e-9))


def test_a_line_is_heard_as_far_as_it_can_be_played():
    """What cannot be played, and all after it, is left out."""
    state = DRAUGHTS.initial_state()
    thought = parse_thought(state, {"pv": "11-15 23-18 9-9 1-5", "nodes": "many"})
    assert DRAUGHTS.format_line(state, thought.pv) == ["11-15", "23-18"]
    assert parse_thought(state, {"pv": "nothing"}) is None


def test_captures_by_their_ends():
    """Where only one capture has these ends, what it takes may be left out."""
    game = tengen.load("draughts", position="B:W15,22,32:B11,1")
    state = game.initial_state()
    assert find_move(state, "11x25") == find_move(state, "11x25x22x15")


def test_other_games_are_refused():
    """Hub is for draughts."""
    with pytest.raises(SpecError, match="plays draughts"):
        load_agent("hub:x", tengen.load("go"))
