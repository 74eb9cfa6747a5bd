"""Clocks at a table: what runs when, who loses by it, and what is kept."""

import pytest
from starlette.testclient import TestClient

from tengen.studio.archive.store import Store
from tengen.studio.web.app import create_app

from .fake_agent import load_fake
from .line import BASE, Line
from .saved import saved_game, write_saved

ONE_STUDIO = True

MINUTE = {"main": 60.0}
SECOND = {"main": 1.0}


def _left(status, side=0):
    clock = status["clock"]["left"][side]
    return clock["main"] + clock["period"]


def test_without_clocks_nothing_is_told(line):
    """A game for as long as it takes has no clock."""
    snapshot = line.begin()
    assert snapshot["control"] is None
    assert snapshot["status"]["clock"] is None


def test_both_sides_begin_with_the_same_time(line):
    """The control is told, and nobody's time runs before the first move."""
    snapshot = line.begin(clock={"main": 300, "period": 30, "periods": 3})
    assert snapshot["control"] == {"main": 300, "increment": 0, "period": 30, "periods": 3}
    clock = snapshot["status"]["clock"]
    assert clock["running"] is None
    assert clock["left"] == [{"main": 300.0, "periods": 3, "period": 30.0}] * 2


def test_time_runs_for_the_side_to_move(line):
    """The engine's time while it thinks, then the person's."""
    line.begin(clock={"main": 60, "increment": 2}, strength={"seconds": 0.3})
    line.ask("play", action=21, ply=0)
    first = line.hear_ply(1)["status"]
    assert _left(first) == pytest.approx(62, abs=0.01)
    assert line.hear("status")["status"]["clock"]["running"] == 1
    answered = line.hear_ply(2)["status"]
    assert answered["clock"]["running"] == 0
    assert 61 < _left(answered, 1) < 61.75


def test_an_engine_thinks_no_longer_than_its_clock_allots(line):
    """However strong it was asked to be, it moves in time, again and again."""
    line.begin(clock={"main": 2.0}, strength={"seconds": 3600})
    for ply, action in ((0, 35), (2, 34), (4, 28)):
        line.ask("play", action=action, ply=ply)
        answered = line.hear_ply(ply + 2)["status"]
    assert 1 < _left(answered, 1) < 2


@pytest.mark.long
def test_a_person_can_lose_on_time(line):
    """When the flag falls the game is over, and the reason is told."""
    line.begin(people=[0, 1], clock=SECOND)
    line.ask("play", action=21, ply=0)
    ended = line.hear("ended")
    assert ended["position"]["outcome"] == {"winner": 0, "reason": "time", "points": []}
    assert ended["status"]["clock"]["running"] is None
    line.ask("play", action=22, ply=1)
    assert line.hear("error")["code"] == "finished"


def test_an_engine_can_lose_on_time(line):
    """One that does not stop thinking has lost when its flag falls."""
    line.begin(opponent="late", clock=SECOND)
    line.ask("play", action=21, ply=0)
    assert line.hear("ended")["position"]["outcome"]["winner"] == 0


def test_a_move_within_byo_yomi_gives_the_period_back(line):
    """Without main time each move has a period of its own."""
    line.begin(people=[0, 1], clock={"main": 0, "period": 30, "periods": 3})
    line.ask("play", action=21, ply=0)
    line.ask("play", action=22, ply=1)
    assert line.hear_ply(2)["status"]["clock"]["left"][1] == {
        "main": 0.0,
        "periods": 3,
        "period": 30.0,
    }


def test_the_hops_of_a_capture_are_one_move(line):
    """The clock of who captures runs on between them, and the increment comes after the last."""
    double = {"position": "B:W6,15,32:B1"}
    told = line.begin(
        game="draughts", settings=double, people=[0, 1], clock={"main": 60, "increment": 9}
    )
    first, second = told["status"]["moves"][0]["actions"]
    line.ask("play", action=first, ply=0)
    hopped = line.hear_ply(1)["status"]
    assert hopped["clock"]["running"] == 0
    assert 59 < _left(hopped) <= 60
    line.ask("play", action=second, ply=1)
    landed = line.hear_ply(2)["status"]
    assert landed["clock"]["running"] == 1
    assert 68 < _left(landed) <= 69


def test_taking_back_gives_time_back(line):
    """Undone, a move has cost nothing; a game lost on time goes on as its last position began."""
    line.begin(people=[0, 1], clock=SECOND)
    line.ask("play", action=21, ply=0)
    line.hear("ended")
    line.ask("undo")
    again = line.hear("rewound")["status"]
    assert _left(again, 1) > 0.9
    line.ask("undo")
    first = line.hear("rewound")
    assert first["ply"] == 0
    assert first["status"]["clock"]["running"] is None
    assert _left(first["status"]) == 1.0


def test_time_stands_still_in_a_pause(line):
    """A game with clocks can be paused on anybody's turn, and goes on by a move or by a word."""
    line.begin(people=[0, 1], clock=MINUTE)
    line.ask("play", action=21, ply=0)
    assert line.hear_ply(1)["status"]["clock"]["running"] == 1
    line.ask("stop")
    paused = line.hear("status")["status"]
    assert (paused["paused"], paused["clock"]["running"]) == (True, None)
    line.ask("unpause")
    assert line.hear("status")["status"]["clock"]["running"] == 1
    line.ask("stop")
    line.ask("play", action=22, ply=1)
    moved = line.hear_ply(2)["status"]
    assert (moved["paused"], moved["clock"]["running"]) == (False, 0)


def test_time_stands_still_while_the_past_is_analysed(line):
    """Looking at an earlier position with the engine's eyes is no thinking about a move."""
    line.begin(clock=MINUTE)
    line.ask("play", action=21, ply=0)
    assert line.hear_ply(2)["status"]["clock"]["running"] == 0
    line.ask("analyse", on=True, ply=1)
    assert line.hear("status")["status"]["clock"]["running"] is None
    line.ask("analyse", on=False)
    while line.hear("status")["status"]["clock"]["running"] is None:
        pass


def test_nobodys_time_runs_unseen(line, dial):
    """When the last page has gone a person's clock stands; it runs again for who comes."""
    game_id = line.begin(people=[0, 1], clock=MINUTE)["id"]
    line.ask("play", action=21, ply=0)
    assert line.hear_ply(1)["status"]["clock"]["running"] == 1
    line.begin()
    other = dial()
    other.ask("open", game=game_id)
    status = other.hear("snapshot")["status"]
    assert status["clock"]["running"] == 1
    assert _left(status, 1) > 58


def test_clocks_outlive_the_server(data):
    """The time that had run is gone, that while the server was down is not."""

    def connect(client):
        return client.websocket_connect(f"{BASE.replace('http', 'ws')}/ws")

    with TestClient(create_app(data, load_fake), base_url=BASE) as client, connect(client) as s:
        line = Line(s)
        game_id = line.begin(clock={"main": 60, "increment": 5}, strength={"seconds": 0.1})["id"]
        line.ask("play", action=14, ply=0)
        before = line.hear_ply(2)["status"]
    with TestClient(create_app(data, load_fake), base_url=BASE) as client, connect(client) as s:
        line = Line(s)
        line.ask("open", game=game_id)
        after = line.hear("snapshot")["status"]
        assert after["clock"]["running"] == 0
        assert _left(after, 1) == pytest.approx(_left(before, 1), abs=0.01)
        assert _left(before) - 5 < _left(after) <= _left(before)
        line.ask("undo")
        assert _left(line.hear("rewound")["status"], 1) == 60


DAMAGED = [
    {"stands": [], "spent": 0},
    {"stands": [[[60, 0, 0], [60, 0, 0]]], "spent": 0},
    {"stands": [[[60, 0], [60, 0, 0]]] * 3, "spent": 0},
    {"stands": "abc", "spent": 0},
    {"spent": 0},
    {"stands": [[[60, 0, 0], [60, 0, 0]]] * 3, "spent": "long"},
]


@pytest.mark.alone
def test_damaged_clocks_are_noticed(data, line):
    """A game whose clocks do not fit its moves is none."""
    game_id = line.begin(clock=MINUTE)["id"]
    line.ask("play", action=14, ply=0)
    line.hear_ply(2)
    saved = saved_game(data, game_id)
    assert Store(data).load(game_id) is not None
    for clock in DAMAGED:
        write_saved(data, game_id, saved | {"clock": clock})
        assert Store(data).load(game_id) is None


@pytest.mark.long
@pytest.mark.parametrize("clock", DAMAGED)
def test_damaged_clocks_harm_nothing_else(data, clock):
    """Whoever opens such a game is told that there is none."""

    def connect(client):
        return client.websocket_connect(f"{BASE.replace('http', 'ws')}/ws")

    with TestClient(create_app(data, load_fake), base_url=BASE) as client, connect(client) as s:
        line = Line(s)
        game_id = line.begin(clock=MINUTE)["id"]
        line.ask("play", action=14, ply=0)
        line.hear_ply(2)
    write_saved(data, game_id, saved_game(data, game_id) | {"clock": clock})
    with TestClient(create_app(data, load_fake), base_url=BASE) as client, connect(client) as s:
        line = Line(s)
        line.ask("open", game=game_id)
        assert line.hear("error")["code"] == "unknown_game"


@pytest.mark.parametrize(
    "clock",
    [
        {"main": -1},
        {"main": 0},
        {"main": 1e9},
        {"main": 60, "increment": -1},
        {"main": 60, "period": 5, "periods": 0},
        {"main": "60"},
        {"increment": 3},
        {"main": 60, "delay": 3},
        5,
    ],
)
def test_clocks_that_are_none_are_refused(line, clock):
    """One clear line, and no game."""
    line.ask("new", terms={"game": "gomoku", "opponent": "random", "clock": clock})
    assert line.hear("error")["code"] == "bad_message"
