"""Programs that speak GTP as players: what they are told, and what becomes of their faults."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event

import pytest

import tengen
from tengen.agents import load_agent
from tengen.agents.player import SpecPlayer
from tengen.arena import Conditions, MatchSettings, play_game, play_match
from tengen.core import EngineError, Limit, Opening, Outcome, SpecError, TimeControl
from tengen.core.clock import Clock, parse_control
from tengen.programs import child
from tengen.protocols.gtp.clocks import Clocks
from tengen.scaleout.local import LocalRunner

from .processes import all_gone, faulty

GO = tengen.load("go", size=5, komi=0.5)
HANGS = {"hang", "family", "deaf", "late"}
SLOW = {"mute", "orphan", "family", "deaf", "late"}
FAULTS = {
    "exit": "exited with status 3: cannot open the model",
    "orphan": "exited with status 4",
    "mute": "did not get ready within 1.5 s",
    "babble": "answered list_commands with 'Welcome to Faulty 1.0!', which is no GTP",
    "refuse": "refused 'boardsize 5': 'not today'",
    "reticent": "refused 'play b A5': 'not today'",
    "hang": "did not answer within 0.4 s",
    "family": "did not answer within 0.4 s",
    "deaf": "did not answer within 0.4 s",
    "late": "did not answer within 0.4 s",
    "crash": "was ended by SIGKILL: assertion failed",
    "quit": "exited with status 0",
    "flood": "answered genmove with 'never mind', which is no GTP",
    "nonsense": "answered genmove with 'E5 or so', which is no move",
    "illegal": "played illegally: a5 is occupied",
}


@pytest.mark.parametrize(
    "fault", [pytest.param(each, marks=[pytest.mark.long] * (each in SLOW)) for each in FAULTS]
)
def test_a_fault_ends_its_game_alone(fault, tmp_path):
    """The verdict says what was wrong, no process is left, and the next game has a fresh one."""
    file = tmp_path / "numbers"
    options = "start=1.5" if fault == "mute" else "timeout=0.4" if fault in HANGS else ""
    players = SpecPlayer(faulty("gtp", fault, 1, file, options), GO), SpecPlayer("random", GO)
    settings = MatchSettings(games=2, openings=(Opening(GO, (0, 1)),))
    result = play_match(*players, GO, settings)
    assert result.forfeits == [f"game {n}: faulty {FAULTS[fault]}" for n in (1, 2)]
    assert result.b.tally.wins == 2
    assert all_gone(file)


@pytest.mark.long
def test_a_fault_in_another_process(tmp_path):
    """Games in worker processes end alone too, and leave nothing behind."""
    file = tmp_path / "numbers"
    players = (
        SpecPlayer(faulty("gtp", "hang", 2, file, "timeout=0.4"), GO),
        SpecPlayer("random", GO),
    )
    result = play_match(*players, GO, MatchSettings(games=2, workers=2), runner=LocalRunner())
    assert result.forfeits == [f"game {n}: faulty did not answer within 0.4 s" for n in (1, 2)]
    assert all_gone(file)


@pytest.mark.parametrize(
    ("method", "game"),
    [("gtp", GO), ("gomocup", tengen.load("gomoku")), ("hub", tengen.load("draughts"))],
)
def test_options_of_the_command_are_quoted(method, game):
    """A question mark of the command that stands in no quotes is told of."""
    with pytest.raises(SpecError, match=r"unknown option 'level'.*; a \? of its command stands in"):
        load_agent(f"{method}:engine --agent robot?level=2", game)
    load_agent(f"{method}:engine --agent 'robot?level=2'", game)


@pytest.mark.parametrize(
    "game", [GO, pytest.param(tengen.load("gomoku", size=9), marks=pytest.mark.long)]
)
def test_a_program_of_the_other_game(game):
    """One that says what it plays does not play a whole game of something else."""
    other = {"go": "gomoku", "gomoku": "go"}[game.name]
    spec = f"gtp:{sys.executable} -m tengen gtp --game {other} --agent random?name=Other"
    played = play_game(game, (load_agent(spec, game), load_agent("random", game)))
    assert played.forfeit == f"Other plays {other}, not {game.name}"


def test_a_program_that_is_not_there():
    """It is told when the program is needed, and the game is lost."""
    played = play_game(GO, (load_agent("gtp:nosuchprogram -x", GO), load_agent("random", GO)))
    assert played.forfeit == (
        "gtp:nosuchprogram -x did not start: nosuchprogram: No such file or directory"
    )


def test_lost_on_time(tmp_path):
    """A program that thinks on when its flag has fallen is not waited for."""
    file = tmp_path / "numbers"
    agents = load_agent(faulty("gtp", "hang", 2, file), GO), load_agent("random", GO)
    played = play_game(GO, agents, Conditions(controls=(TimeControl(main=0.5), None)))
    assert played.winner == 1
    assert played.forfeit.startswith("faulty lost on time")
    assert all_gone(file)


def test_resignation(tmp_path):
    """Who resigns loses, and that is no fault."""
    agents = load_agent(faulty("gtp", "resign", 2), GO), load_agent("random", GO)
    played = play_game(GO, agents)
    agents[0].close()
    assert played.forfeit is None
    assert played.record.outcome == Outcome(1, "resignation")


def test_a_stop_is_waited_for_a_moment(tmp_path, monkeypatch):
    """A program that does not answer soon after is ended."""
    monkeypatch.setattr(child, "_STOP_SECONDS", 0.1)
    file, stop = tmp_path / "numbers", Event()
    agent = load_agent(faulty("gtp", "hang", 1, file), GO)
    stop.set()
    with pytest.raises(EngineError, match="did not answer"):
        agent.decide(GO.initial_state(), stop=stop)
    assert all_gone(file)


def test_a_fresh_process_after_a_fault():
    """The same agent plays on with another process."""
    agent = load_agent(faulty("gtp", "crash", 2), GO)
    state = GO.initial_state()
    assert agent.decide(state).action == 0
    with pytest.raises(EngineError):
        agent.decide(state)
    assert agent.decide(state).action == 0
    agent.close()


def _told(game, *lines, limit=None, options=""):
    """Return the commands that a program is told when it is asked after each of some lines."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "told"
        agent = load_agent(faulty("gtp", "sound", 1, file, options), game)
        for line in lines:
            state = game.initial_state()
            for action in game.parse_line(state, line):
                state = state.apply(action)
            agent.decide(state, limit)
        agent.close()
        _, first, *told, last = file.read_text().splitlines()
    assert (first, last) == ("list_commands", "quit")
    return told


def test_only_what_is_new_is_told():
    """A game that goes on is played on, one that was taken back is undone, another begins anew."""
    told = _told(GO, "c3", "c3 a5 b5", "c3 a5 c5", "c3", "e1")
    assert told[:3] == ["boardsize 5", "clear_board", "komi 0.5"]
    assert told[3:] == [
        *("play b C3", "genmove w"),  # a5
        *("play b B5", "genmove w"),  # c5
        *("undo", "undo", "play b C5", "genmove w"),
        *("undo", "undo", "undo", "genmove w"),
        *("undo", "undo", "play b E1", "genmove w"),
    ]


def test_a_long_way_back_is_a_new_game():
    """It is quicker to begin again than to take back everything."""
    line = "a1 b1 c1 d1 e1 a3 b3 c3 d3 e3 pass a5"
    told = _told(GO, line, "c3")
    assert told[-4:] == ["clear_board", "komi 0.5", "play b C3", "genmove w"]


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"position": "W:Ba1,b2:We5"}, ["komi 7.5", "play w E5", "play b B2", "play b A1", "genmove w"]),
        (
            {"size": 9, "handicap": 2, "compensation": "n", "komi": 0.5},
            ["komi 2.5", "play b G7", "play b C3", "genmove w"],
        ),
        ({"handicap": 3, "handicap_placement": "free"}, ["komi 7.5", "genmove b"]),
    ],
)  # fmt: skip
def test_stones_to_begin_from(settings, told):
    """They are placed one by one, and who is to move is asked; compensation is part of the komi."""
    game = tengen.load("go", **({"size": 5} | settings))
    assert _told(game, "")[2:] == told


SECONDS = [
    (Limit(seconds=2.7), ["time_settings 0 2 1", "time_left b 2 1"]),
    (Limit(seconds=0.2), ["time_settings 0 1 1", "time_left b 1 1"]),
    (Limit(visits=10), []),
]
CONTROLS = [
    ("90.5", 10, ["time_settings 90 0 0", "time_left b 80 0"]),
    ("10+2", 5, ["time_settings 10 0 0", "time_left b 7 0"]),
    ("60/25in300", 0, ["time_settings 60 300 25", "time_left b 60 0"]),
    ("60/25in300", 100, ["time_settings 60 300 25", "time_left b 260 24"]),
    ("60/3x10", 0, ["time_settings 80 10 1", "time_left b 80 0"]),
    ("60/3x10", 75, ["time_settings 80 10 1", "time_left b 10 0"]),
]


@pytest.mark.parametrize(("limit", "told"), SECONDS)
def test_seconds_are_told(limit, told):
    """A bound in seconds is overtime of one move; other bounds are not GTP's."""
    assert _told(GO, "", limit=limit)[3:] == [*told, "genmove b"]


@pytest.mark.parametrize(("control", "spent", "told"), CONTROLS)
def test_clocks_are_told(control, spent, told):
    """Main time and Canadian overtime as they are; spare periods of byo-yomi as main time."""
    limit = Limit(clock=Clock.full(parse_control(control)).spend(spent))
    assert _told(GO, "", limit=limit)[3:] == [*told, "genmove b"]


@pytest.mark.parametrize(
    ("control", "spent", "told"),
    [
        ("0.5", 0, ["absolute 0.500", "0.500 0"]),
        ("10+2", 5, ["fischer 10.000 2.000", "7.000 0"]),
        ("60/25in300", 100, ["canadian 60.000 300.000 25", "260.000 24"]),
        ("60/3x10", 75, ["byoyomi 60.000 10.000 3", "10.000 2"]),
        ("0.1/move", 0, ["byoyomi 0.000 0.100 1", "0.100 1"]),
    ],
)
def test_clocks_of_programs_that_know_more(control, spent, told):
    """Increments, fractions and byo-yomi are told to programs that know KataGo's command."""
    clock = Clock.full(parse_control(control)).spend(spent)
    commands = list(Clocks({"kata-time_settings"}).commands(clock, "w"))
    assert commands == [f"kata-time_settings {told[0]}", f"time_left w {told[1]}"]


def test_settings_are_told_once():
    """Later moves bring the time left alone."""
    clocks, clock = Clocks(()), Clock.full(TimeControl(main=90))
    list(clocks.commands(clock, "b"))
    assert list(clocks.commands(clock.spend(3), "b")) == ["time_left b 87 0"]


@pytest.mark.parametrize(("game", "settings"), [("draughts", {}), ("gomoku", {"opening": "swap2"})])
def test_games_without_gtp_are_refused(game, settings):
    """GTP knows points and colours alone."""
    with pytest.raises(SpecError, match="plays go and gomoku without swap2"):
        load_agent("gtp:x", tengen.load(game, **settings))


def test_a_command_is_needed():
    """The spec says what to start."""
    with pytest.raises(SpecError, match="gtp:PROGRAM"):
        load_agent("gtp", GO)
