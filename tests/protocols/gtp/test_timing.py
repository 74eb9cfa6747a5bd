"""Clocks and limits."""

import json
import time

import pytest

import tengen
from tengen.agents import load_agent
from tengen.core import Clock, SettingsError, TimeControl
from tengen.protocols.background import BackgroundAgent
from tengen.protocols.gtp.commands import timing
from tengen.protocols.gtp.session import Session


@pytest.fixture
def session():
    """A session without a controller."""
    background = BackgroundAgent(lambda game: load_agent("mcts?playouts=1000000000", game))
    return Session(tengen.load("go", size=5), background, None)


@pytest.mark.parametrize(
    ("command", "control"),
    [
        ("300 0 0", TimeControl(main=300)),
        ("300 60 25", TimeControl(main=300, period=60, moves=25)),
        ("0 10 1", TimeControl(period=10)),
        ("0 10 0", None),
        ("0 0 0", None),
        ("0 0 5", None),
        ("5 0 5", TimeControl(main=5, moves=5)),
        ("1e9 0 0", TimeControl(main=86_400)),
    ],
)
def test_time_settings(session, command, control):
    """Main time and Canadian overtime; a period without stones is no limit."""
    timing.time_settings(session, tuple(command.split()))
    assert session.clocks.control == control
    assert session.clocks.of[1] == (control and Clock.full(control))


@pytest.mark.parametrize(
    ("command", "control"),
    [
        ("none", None),
        ("absolute 300.5", TimeControl(main=300.5)),
        ("byoyomi 300 30 3", TimeControl(main=300, period=30, periods=3)),
        ("byo-yomi 0 30 3", TimeControl(period=30, periods=3)),
        ("canadian 300 600 25", TimeControl(main=300, period=600, moves=25)),
        ("fischer 300 2", TimeControl(main=300, increment=2)),
    ],
)
def test_kinds_of_time_settings(session, command, control):
    """Those of KGS and KataGo."""
    timing.kata_time_settings(session, tuple(command.split()))
    assert session.clocks.control == control


@pytest.mark.parametrize(
    ("settings", "left", "clock"),
    [
        ("absolute 300", "120 0", (120, 0, 0, 1)),
        ("canadian 300 600 25", "120 0", (120, 1, 600, 25)),
        ("canadian 300 600 25", "120 7", (0, 1, 120, 7)),
        ("byoyomi 300 30 3", "12 2", (0, 2, 12, 1)),
        ("byoyomi 300 30 3", "0 0", (0, 3, 30, 1)),
    ],
)
def test_time_left(session, settings, left, clock):
    """In main time, then of a period: its stones, or the periods of byo-yomi left."""
    timing.kata_time_settings(session, tuple(settings.split()))
    timing.time_left(session, ("w", *left.split()))
    told = session.clocks.of[1]
    assert (told.main, told.periods, told.period, told.moves) == clock


def test_time_left_without_settings_counts(session):
    """Some controllers tell only what is left."""
    timing.time_left(session, ("b", "10", "0"))
    assert session.clocks.of[0].left == 10


@pytest.mark.parametrize(
    "command",
    [
        "time_settings 1 2",
        "time_settings x 0 0",
        "time_settings -1 0 0",
        "time_settings 1 0 -1",
        "time_left b 1",
        "time_left x 1 0",
        "time_left b nan 0",
        "kgs-time_settings",
        "kgs-time_settings fischer 1 1",
        "kgs-time_settings absolute",
        "kgs-time_settings absolute 0",
        "kata-time_settings byoyomi 1 1 0",
        "kata-time_settings canadian 1 1 x",
        "kata-time_settings hourglass 1",
    ],
)
def test_times_that_cannot_be(go, command):
    """They are refused, and the game goes on without a clock."""
    assert go.refuses(command)
    assert go("genmove b")


def test_a_move_is_made_within_the_time(connect):
    """An agent that would think for ever moves in time, and its clock runs."""
    go = connect(spec="mcts?playouts=1000000000")
    go("time_settings 0 10 40")
    started = time.monotonic()
    go("genmove b")
    assert time.monotonic() - started < 10


def test_the_clock_of_the_mover_runs(session):
    """What a move took is gone until the controller tells what is left."""
    timing.time_settings(session, ("100", "0", "0"))
    session.arrived = time.perf_counter() - 7
    limit = session.limit(session.background.agent_for(session.history.start), 0)
    assert limit.clock == Clock.full(TimeControl(main=100))
    assert limit.seconds <= 4


def test_a_new_game_has_the_whole_time(connect):
    """Clocks start again with the board."""
    go = connect(seconds=0.01, spec="mcts?playouts=1000000000")
    go("time_settings 1 0 0")
    go("time_left b 0 0")
    go("clear_board")
    started = time.monotonic()
    go("genmove b")
    assert time.monotonic() - started > 0.03


def test_parameters_bound_a_move(connect):
    """KataGo's names for visits and seconds."""
    go = connect(spec="mcts?playouts=1000000000", seconds=30)
    assert go("kata-list-params").split() == ["maxVisits", "maxTime", "allowResignation"]
    assert go("kata-get-param maxVisits") == "unset"
    go("kata-set-param maxVisits 30")
    assert go("kata-get-param maxVisits") == "30"
    go("genmove b")
    go("clear_cache")
    go("kata-set-param maxVisits 1000000000")
    go("kata-set-param maxTime 0.01")
    go("genmove w")
    assert go("kata-get-param allowResignation") == "true"


def test_all_parameters_at_once(go):
    """As JSON: all are set, or none where one cannot be."""
    assert json.loads(go("kata-get-params")) == {
        "maxVisits": None,
        "maxTime": None,
        "allowResignation": True,
    }
    go('kata-set-params {"maxVisits": 30, "allowResignation": false}')
    told = {"maxVisits": 30, "maxTime": None, "allowResignation": False}
    assert json.loads(go("kata-get-params")) == told
    for wrong in ('{"maxVisits": 9, "maxTime": "x"}', '{"size": 9}', "[1]", "{", ""):
        assert go.refuses(f"kata-set-params {wrong}")
    assert json.loads(go("kata-get-params")) == told


@pytest.mark.parametrize("pair", ["maxVisits 0", "maxVisits x", "maxTime nan", "size 9", "maxTime"])
def test_parameters_that_cannot_be(go, pair):
    """Unknown names and senseless values are refused."""
    assert go.refuses(f"kata-set-param {pair}")
    assert go.refuses("kata-get-param size")


def test_a_game_of_another_kind_is_refused(connect):
    """The protocol has no words for its moves."""
    from tengen.protocols.gtp.engine import serve

    for game in (tengen.load("draughts"), tengen.load("gomoku", opening="swap2")):
        with pytest.raises(SettingsError, match="not for"):
            serve(game, lambda game: load_agent("random", game), None, None)
