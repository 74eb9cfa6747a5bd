"""Draws that are offered, and openings that are drawn."""

import pytest

ONE_STUDIO = True

LONG = {"size": 8, "win_length": 8}
"""A game in which nobody wins soon."""


def _play_on(line):
    """Play nine moves, the first in the way of the engine's row."""
    for turn, action in enumerate([3, *range(63, 47, -2)]):
        line.ask("play", action=action, ply=2 * turn)
        line.hear_ply(2 * turn + 2)


def test_between_people_a_draw_is_offered_and_agreed_to(line):
    """The offer is told with who makes it, and stands while the game goes on."""
    line.begin(people=[0, 1])
    line.ask("play", action=21, ply=0)
    line.hear_ply(1)
    line.ask("offer")
    assert line.hear("status")["status"]["offer"] == {"by": 1, "answer": None}
    line.ask("play", action=22, ply=1)
    assert line.hear_ply(2)["status"]["offer"] is not None
    line.ask("accept")
    ended = line.hear("ended")
    assert ended["position"]["outcome"] == {"winner": None, "reason": "agreement", "points": []}
    assert ended["status"]["offer"] is None


def test_a_draw_can_be_declined(line):
    """By a word, which is told, or by playing on."""
    line.begin(people=[0, 1])
    line.ask("offer")
    line.ask("decline")
    line.hear("status")
    assert line.hear("status")["status"]["offer"] == {"by": 0, "answer": "declined"}
    line.ask("accept")
    assert line.hear("error")["code"] == "refused"
    line.ask("offer")
    assert line.hear("error")["code"] == "offered"
    for ply in (0, 1):
        line.ask("play", action=20 + ply, ply=ply)
    assert line.hear_ply(2)["status"]["offer"] is None


def test_an_engine_that_likes_its_game_declines(line):
    """It says why: first that it is early, then that it hopes for more."""
    line.begin(settings=LONG)
    line.ask("offer")
    assert line.hear("status")["status"]["offer"] == {"by": 0, "answer": "early"}
    _play_on(line)
    line.ask("offer")
    assert line.hear("status")["status"]["offer"] == {"by": 0, "answer": "ahead"}


def test_an_engine_that_hopes_for_nothing_agrees(line):
    """After enough moves of an even game it takes the draw, which can be taken back."""
    line.begin(settings=LONG, opponent="even")
    _play_on(line)
    line.ask("offer")
    assert line.hear("ended")["position"]["outcome"]["reason"] == "agreement"
    line.ask("undo")
    assert line.hear("rewound")["status"]["offer"] is None


@pytest.mark.parametrize("command", ["accept", "decline"])
def test_nobody_agrees_to_what_was_not_offered(line, command):
    """There is nothing to answer."""
    line.begin(people=[0, 1])
    line.ask(command)
    assert line.hear("error")["code"] == "refused"


def test_nobody_offers_for_engines(line):
    """Where no person plays there is nobody to offer."""
    line.begin(people=[])
    line.ask("offer")
    assert line.hear("error")["code"] == "not_your_turn"


BALLOT = {"game": "draughts", "settings": {}, "people": [0, 1]}


def test_a_game_begins_with_the_opening_that_was_chosen(line):
    """Its moves are played, and the game goes on from there."""
    snapshot = line.begin(**BALLOT, opening="5 Dreaded Edinburgh")
    assert snapshot["opening"] == "5 Dreaded Edinburgh"
    assert [move["name"] for move in snapshot["moves"]] == ["9-13", "22-18", "6-9"]


def test_an_opening_by_lot_is_one_of_the_book(line):
    """It is named, its moves are there, and its clocks are full."""
    snapshot = line.begin(**BALLOT, opening="by lot", clock={"main": 60})
    assert snapshot["begun"] == len(snapshot["moves"]) == 3
    assert snapshot["opening"]
    assert snapshot["positions"][3]["toPlay"] == 1
    clock = snapshot["status"]["clock"]
    assert clock["running"] is None
    assert [each["main"] for each in clock["left"]] == [60.0, 60.0]


def test_an_opening_is_not_taken_back(line):
    """Undo ends at it, and a new game on the same terms begins with it."""
    before = line.begin(**BALLOT, opening="by lot")
    line.ask("undo")
    assert line.hear("error")["code"] == "nothing_to_undo"
    line.ask("play", action=before["status"]["legal"][0], ply=3)
    line.hear("moved")
    line.ask("restart")
    assert line.hear("rewound")["ply"] == 3


def test_an_opening_that_is_none_is_refused(line):
    """Nobody knows it, or the rules have no book."""
    line.ask("new", terms={"game": "draughts", "opponent": "random", "opening": "Sicilian"})
    assert line.hear("error")["code"] == "settings"
    line.ask("new", terms={"game": "gomoku", "opponent": "random", "opening": "by lot"})
    assert line.hear("error")["code"] == "settings"
