"""The count of Go: two passes, marks, agreement, and play that goes on."""

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tengen import games
from tengen.core import NotationError
from tengen.studio.sitting import counting
from tengen.studio.web.app import create_app

from .fake_agent import load_fake
from .line import BASE, Line

ONE_STUDIO = True

SIZE = 7
PASS = SIZE * SIZE
BLACK = "a4,b4,c4,d4,e4,f4,g4,b6,d6"
WHITE = "a3,b3,c3,d3,e3,f3,g3,f6,b1,d1"
SETTINGS = {"size": SIZE, "komi": 2.5, "position": f"B:B{BLACK}:W{WHITE}"}
"""Black has the upper half, but for the stone on f6, White the lower one."""
WS = f"{BASE.replace('http', 'ws')}/ws"
F6 = games.load("go", **SETTINGS).parse_move("f6")


def count(line: Line, **terms: Any) -> dict[str, Any]:
    """Begin a game, let both sides pass, and return the status then."""
    people = terms.setdefault("people", [0, 1])
    line.begin(game="go", settings=SETTINGS | terms.pop("settings", {}), **terms)
    for ply in range(2):
        if ply in people:
            line.ask("play", action=PASS, ply=ply)
        told = line.hear_ply(ply + 1)
    status: dict[str, Any] = told["status"]
    assert told["position"]["outcome"] is None
    return status


def marked(line: Line, point: int, *, dead: bool) -> dict[str, Any]:
    """Mark a chain and return the count then."""
    line.ask("mark", point=point, dead=dead)
    told: dict[str, Any] = line.hear("status")["status"]["count"]
    return told


def test_two_passes_begin_a_count_with_dead_stones_proposed(line):
    """The stone without hope is proposed as dead, and the sums say so."""
    told = count(line)["count"]
    assert told["dead"] == [F6]
    assert told["owners"] == "1" * 28 + "2" * 21
    black, white = told["sums"]
    assert black == {"stones": 9, "territory": 19, "komi": 0, "handicap": 0, "total": 28}
    assert white == {"stones": 9, "territory": 12, "komi": 2.5, "handicap": 0, "total": 23.5}
    assert (told["winner"], told["margin"]) == (0, 4.5)


def test_neutral_points_are_named(line):
    """Every point is somebody's or told among those that are nobody's; the border is closed all the same."""
    told = count(line, settings={"position": f"B:B{BLACK.replace('g4', 'g5')}:W{WHITE}"})["count"]
    assert (told["neutral"], told["owners"].count("0")) == (1, 1)
    assert not told["open"]


def test_an_open_board_is_not_ready_to_be_counted(line):
    """No stone there is dead, and the page says that borders are not closed."""
    told = count(line, settings={"position": "B:Bc3,e5:Wc5"})["count"]
    assert told["open"]
    assert told["dead"] == []
    assert told["neutral"] == SIZE**2 - 3


def test_an_engine_takes_what_is_left_before_it_passes(line):
    """It closes the border, and passes then; no more is asked of it."""
    position = f"W:B{BLACK.replace('g4', 'g5')}:W{WHITE}"
    line.begin(
        game="go", settings=SETTINGS | {"position": position}, people=[0], opponent="passing"
    )
    told = line.hear_ply(1)
    assert told["move"]["name"] == "g4"
    line.ask("play", action=PASS, ply=1)
    line.hear_ply(2)
    assert line.hear_ply(3)["status"]["count"]["neutral"] == 0


def test_handicap_is_in_the_sum(line):
    """What White is given for handicap stones is told apart from komi."""
    told = count(line, settings={"handicap": 2, "compensation": "n"})["count"]
    assert told["sums"][1]["handicap"] == 2
    assert told["margin"] == 2.5


def test_a_mark_takes_a_whole_chain(line):
    """One stone of the wall marks all of it, and again makes it alive."""
    count(line)
    told = marked(line, 21, dead=True)
    assert told["dead"] == [F6, *range(21, 28)]
    assert marked(line, 24, dead=False)["dead"] == [F6]


def test_marks_say_what_they_mean(line):
    """Two pages that mark the same stone do not undo each other."""
    count(line)
    line.ask("mark", point=F6, dead=True)  # as it is already
    assert marked(line, F6, dead=False)["dead"] == []
    line.ask("mark", point=F6, dead=False)
    assert marked(line, F6, dead=True)["dead"] == [F6]


@pytest.mark.parametrize("point", [0, PASS, 2**31 - 1])
def test_only_stones_can_be_marked(line, point):
    """Neither an empty point nor one off the board."""
    count(line)
    line.ask("mark", point=point, dead=True)
    assert line.hear("error")["code"] == "refused"


def test_agreement_ends_the_game_by_the_count(line):
    """Not by the stones on the board, by which White would have won."""
    count(line)
    line.ask("settle")
    ended = line.hear("ended")
    outcome = ended["position"]["outcome"]
    assert (outcome["winner"], outcome["reason"]) == (0, "Black wins by 4.5")
    assert ended["value"] == 1
    assert ended["status"]["count"]["dead"] == [F6]
    assert ended["status"]["legal"] == []


def test_agreement_can_be_taken_back(line):
    """The count is open again; taken back once more, so is the pass."""
    count(line)
    line.ask("settle")
    line.hear("ended")
    line.ask("undo")
    status = line.hear("rewound")["status"]
    assert status["count"]["dead"] == [F6]
    line.ask("undo")
    rewound = line.hear("rewound")
    assert rewound["ply"] == 1
    assert rewound["status"]["count"] is None
    assert PASS in rewound["status"]["legal"]


def test_play_goes_on_where_it_stopped(line):
    """Both passes are taken back, and the next two begin another count."""
    count(line)
    line.ask("resume")
    rewound = line.hear("rewound")
    assert rewound["ply"] == 0
    line.ask("play", action=0, ply=0)
    assert line.hear_ply(1)["position"]["outcome"] is None
    for ply in (1, 2):
        line.ask("play", action=PASS, ply=ply)
        told = line.hear_ply(ply + 1)
    assert told["status"]["count"]["sums"][0]["stones"] == 10


@pytest.mark.parametrize("command", ["play", "move", "auto", "resign", "hint"])
def test_nobody_moves_while_stones_are_counted(line, command):
    """What is for a game under way is refused."""
    count(line)
    line.ask(command, **({"action": 0, "ply": 2} if command == "play" else {}))
    assert line.hear("error")["code"] == "counting"


@pytest.mark.parametrize("command", ["settle", "resume", "mark"])
def test_without_a_count_there_is_nothing_to_settle(line, command):
    """A game under way is not counted."""
    line.begin(game="go", settings=SETTINGS, people=[0, 1])
    line.ask(command, **({"point": F6, "dead": True} if command == "mark" else {}))
    assert line.hear("error")["code"] == "refused"


def test_an_engine_does_not_give_its_stones_away(line):
    """Chains it counts otherwise are disputed, and the game ends only without them."""
    count(line, people=[0], opponent="passing")
    assert marked(line, 28, dead=True)["disputed"] == list(range(28, 35))
    line.ask("settle")
    assert line.hear("error")["code"] == "disputed"
    assert marked(line, 28, dead=False)["disputed"] == []
    line.ask("settle")
    assert line.hear("ended")["position"]["outcome"]["winner"] == 0


def test_an_engine_takes_what_it_is_given(line):
    """A person's own stones can be marked dead."""
    count(line, people=[0], opponent="passing")
    assert marked(line, 21, dead=True)["disputed"] == []
    line.ask("settle")
    assert line.hear("ended")["position"]["outcome"]["winner"] == 1


def test_engines_among_themselves_end_by_the_rules(line):
    """With no person there is nobody to mark stones."""
    line.begin(game="go", settings=SETTINGS, people=[], opponent="passing")
    assert line.hear_ply(2)["position"]["outcome"]["reason"] == "White wins by 15.5"


@pytest.mark.long
def test_a_count_survives_the_end_of_the_server(data):
    """Marks are there after a restart, and so is what was agreed on."""
    with studio(data) as client, client.websocket_connect(WS) as session:
        line = Line(session)
        count(line)
        marked(line, F6, dead=False)
        game = line.heard[0]["id"]
    with studio(data) as client, client.websocket_connect(WS) as session:
        line = Line(session)
        line.ask("open", game=game)
        snapshot = line.hear("snapshot")
        assert snapshot["positions"][-1]["outcome"] is None
        assert snapshot["status"]["count"]["dead"] == []
        assert marked(line, F6, dead=True)["margin"] == 4.5
        line.ask("settle")
        line.hear("ended")
    with studio(data) as client, client.websocket_connect(WS) as session:
        line = Line(session)
        line.ask("open", game=game)
        outcome = line.hear("snapshot")["positions"][-1]["outcome"]
        assert outcome["reason"] == "Black wins by 4.5"


def studio(data: Path) -> TestClient:
    """Return a studio in a folder that others had before."""
    return TestClient(create_app(data, load_fake), base_url=BASE)


def test_marks_of_no_stones_are_refused():
    """What was changed by hand is a damaged game when it is opened, not later."""
    state = games.load("go", **SETTINGS).initial_state().apply(PASS).apply(PASS)
    with pytest.raises(NotationError):
        counting.restore(counting.Count((), (0,)), state)
