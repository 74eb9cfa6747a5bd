"""The teacher at the table: warns of moves before they are answered, and gives hints."""

from typing import Any

import pytest

from tengen import games
from tengen.core import SpecError
from tengen.studio.archive.store import Store
from tengen.studio.thinking import teaching

from .fake_agent import FirstLegal
from .line import Line

ONE_STUDIO = True

TWO_HOPS = "B:W10,18,32:B6,12"
"""Black takes with 6x15x22, over 10 and 18."""


@pytest.fixture(autouse=True)
def _quick_teacher(monkeypatch: pytest.MonkeyPatch) -> None:
    """A teacher that thinks for a moment: it would play the first legal move."""
    monkeypatch.setattr(teaching, "SECONDS", 0.01)


def checked(line: Line) -> dict[str, Any]:
    """Return the status when the teacher has looked."""
    while True:
        status: dict[str, Any] = line.hear("status")["status"]
        if status["thinking"] is None or status["thinking"]["purpose"] != "check":
            return status


def test_a_move_that_gives_much_away_waits(line):
    """It is on the board at once; what it loses is told before the opponent answers."""
    line.begin(teach=20)
    line.ask("play", action=21, ply=0)
    told = line.hear_ply(1)
    assert told["status"]["thinking"] == {"purpose": "check", "ply": 0, "place": 0}
    status = checked(line)
    assert status["slip"] == {"loss": 50.0, "played": "d3", "better": "a6", "path": [0]}
    assert status["thinking"] is None


def test_taken_back_it_is_another_turn(line):
    """The person plays again, and the teacher's own choice passes."""
    line.begin(teach=20)
    line.ask("play", action=21, ply=0)
    checked(line)
    line.ask("undo")
    rewound = line.hear("rewound")
    assert (rewound["ply"], rewound["status"]["slip"]) == (0, None)
    line.ask("play", action=0, ply=0)
    line.hear_ply(1)
    assert line.hear_ply(2)["status"]["slip"] is None


def test_insisted_on_it_stands(line):
    """Then the opponent answers."""
    line.begin(teach=20)
    line.ask("play", action=21, ply=0)
    checked(line)
    line.ask("insist")
    assert line.hear("status")["status"]["slip"] is None
    assert line.hear_ply(2)["move"]["player"] == 1


def test_small_losses_pass(line):
    """What is warned of, the person says."""
    line.begin(teach=51)
    line.ask("play", action=21, ply=0)
    assert line.hear_ply(2)["status"]["slip"] is None


def test_warnings_can_be_chosen_later(line):
    """During a game they begin, and end."""
    line.begin()
    line.ask("teach", teach=20)
    assert line.hear("status")["status"]["teach"] == 20
    line.ask("play", action=21, ply=0)
    line.hear_ply(1)
    assert checked(line)["slip"]
    line.ask("insist")
    line.hear_ply(2)
    line.ask("teach", teach=None)
    line.hear("status")
    line.ask("play", action=22, ply=2)
    assert line.hear_ply(4)["status"]["slip"] is None


def test_an_opponents_move_is_not_taught(line):
    """Neither an engine's, nor one that it plays for the person."""
    line.begin(teach=1)
    line.ask("move")
    assert line.hear_ply(2)["status"]["slip"] is None


def test_two_people_are_both_taught(line):
    """Who plays on has insisted."""
    line.begin(teach=20, people=[0, 1])
    line.ask("play", action=21, ply=0)
    line.hear_ply(1)
    assert checked(line)["slip"]["played"] == "d3"
    line.ask("play", action=22, ply=1)
    assert line.hear_ply(2)["status"]["slip"] is None
    assert checked(line)["slip"]["played"] == "e3"


def test_a_move_of_several_hops_is_looked_at_when_it_is_whole(line):
    """Between hops the teacher is silent; the whole capture is what it would have played."""
    state = games.load("draughts", position=TWO_HOPS).initial_state()
    line.begin(game="draughts", settings={"position": TWO_HOPS}, teach=1)
    first = int(state.legal_actions()[0])
    line.ask("play", action=first, ply=0)
    assert line.hear_ply(1)["status"]["thinking"] is None
    second = int(state.apply(first).legal_actions()[0])
    line.ask("play", action=second, ply=1)
    assert line.hear_ply(2)["status"]["thinking"] == {"purpose": "check", "ply": 0, "place": 0}
    assert line.hear_ply(3)["status"]["slip"] is None


def test_no_warning_before_the_colours_are_settled(line):
    """Under swap2 nobody has a colour yet: what is placed and chosen gives nothing away."""
    settings = {"size": 6, "win_length": 4, "opening": "swap2"}
    take_white = 36
    line.begin(settings=settings, teach=1, people=[0, 1])
    for ply, action in enumerate((21, 22, 30, take_white)):
        line.ask("play", action=action, ply=ply)
        told = line.hear_ply(ply + 1)["status"]
        assert (told["thinking"], told["slip"]) == (None, None)
    line.ask("play", action=35, ply=4)
    line.hear_ply(5)
    assert checked(line)["slip"]


def test_a_warning_outlives_the_page(line, dial):
    """Whoever comes later sees it."""
    snapshot = line.begin(teach=20)
    line.ask("play", action=21, ply=0)
    checked(line)
    other = dial()
    other.ask("open", game=snapshot["id"])
    assert other.hear("snapshot")["status"]["slip"]["played"] == "d3"


def test_a_hint_shows_the_teachers_move(line):
    """With the points it goes over, so that the board can show it."""
    line.begin()
    line.ask("hint")
    assert line.hear("hint")["hint"] == {
        "ply": 0,
        "value": 0.5,
        "path": [0],
        "piece": 1,
        "name": "a6",
    }
    assert line.hear("status")["status"]["thinking"] is None


def test_a_hint_of_a_capture_is_the_whole_move(line):
    """All its hops are shown."""
    line.begin(game="draughts", settings={"position": TWO_HOPS})
    line.ask("hint")
    hint = line.hear("hint")["hint"]
    assert (hint["name"], len(hint["path"])) == ("6x22", 3)


def test_no_hint_while_the_opponent_thinks(line):
    """It is for the person's turn."""
    line.begin(strength={"seconds": 30})
    line.ask("play", action=21, ply=0)
    line.hear_ply(1)
    line.ask("hint")
    assert line.hear("error")["code"] == "not_your_turn"


LEVEL = "person?level=1"


def test_what_is_seen_against_a_level_is_the_teachers_view(line):
    """A level overlooks things on purpose: its choice is no view, and would contradict the hint."""
    line.begin(opponent=LEVEL)
    line.ask("analyse", on=True, ply=0)
    assert line.hear("analysis")["analysis"]["agent"] == "teacher"
    line.ask("play", action=21, ply=0)
    assert line.hear_ply(2)["move"]["player"] == 1
    line.ask("analyse", on=True, ply=1)
    seen = line.hear("analysis")["analysis"]
    while seen["ply"] != 1:
        seen = line.hear("analysis")["analysis"]
    assert seen["agent"] == "teacher"


def test_the_curve_knows_what_a_level_thinks_of_its_position(line):
    """Nobody asked for a view, and the chances are told all the same."""
    snapshot = line.begin(opponent=LEVEL)
    line.ask("play", action=21, ply=0)
    line.hear_ply(2)
    line.ask("open", game=snapshot["id"])
    assert line.hear("snapshot")["values"][1] == -0.5


def test_values_of_the_reviewer_are_told_from_those_of_the_opponent(line):
    """A view that was asked for is the reviewer's; what a level thinks as it moves is its own."""
    snapshot = line.begin(opponent=LEVEL)
    assert snapshot["reviewed"] == []
    line.ask("analyse", on=True, ply=0)
    line.hear("analysis")
    line.ask("play", action=21, ply=0)
    line.hear_ply(2)
    line.ask("open", game=snapshot["id"])
    told = line.hear("snapshot")
    assert (told["values"][0], told["values"][1], told["reviewed"]) == (0.5, -0.5, [0])


def test_whose_values_are_is_saved(line, data):
    """A game that is opened again says so as before."""
    snapshot = line.begin(opponent=LEVEL)
    line.ask("analyse", on=True, ply=0)
    line.hear("analysis")
    line.ask("play", action=21, ply=0)
    line.hear_ply(2)
    assert Store(data).load(snapshot["id"]).reviewed == (0,)


@pytest.mark.parametrize("teach", [0, 101, 1.5, "20", True])
def test_points_are_a_percentage(line, teach):
    """Anything else is refused."""
    line.begin()
    line.ask("teach", teach=teach)
    assert line.hear("error")["code"] == "bad_message"


def test_the_teacher_is_the_first_that_knows_the_rules():
    """Where no net was trained, it is one that needs none."""
    tried = []

    def load(spec, _):
        tried.append(spec)
        if spec != "mcts":
            raise SpecError("no net")
        return FirstLegal(spec)

    teacher = teaching.teacher_loader(load)("", games.load("gomoku"))
    assert teacher.name == "mcts"
    assert tried == ["nnue?book=no&nodes=100000", "alphazero", "mcts"]
