"""Every rule of play in the studio, by plain calls: no server, no disk, no engine."""

import ast
from pathlib import Path

import pytest

from tengen.core import IllegalMoveError
from tengen.studio.sitting import asking, course, effects, state, transitions, turns
from tengen.studio.sitting.course import BEAT_SECONDS
from tengen.studio.sitting.effects import (
    Abandon,
    Begun,
    Checked,
    Clocked,
    EndLesson,
    Failed,
    Hinted,
    Hurry,
    Learned,
    Left,
    Placed,
    Progressed,
    Refuse,
    Renew,
    Save,
    Teach,
    Think,
    Ticked,
)
from tengen.studio.sitting.offers import EARLIEST
from tengen.studio.sitting.sheet import Learning, Slip
from tengen.studio.sitting.transitions import wakes_at
from tengen.studio.web.messages import RequestError

from .playing import Played, thoughts

SLIP = Slip(40.0, "a1", "b2", (7,))
GO = {"game": "go", "settings": {"size": 5}, "people": [0, 1]}
PASS = 25


def refused(game: Played, type_: str, **fields: object) -> str:
    """Return the code with which a request is refused; nothing changes."""
    before = game.s
    with pytest.raises(RequestError) as told:
        game.ask(type_, **fields)
    assert game.s is before
    return told.value.code


@pytest.mark.parametrize("module", [transitions, asking, course, turns, state, effects])
def test_the_rules_know_no_world(module):
    """Neither a loop, a thread, a disk, a clock of the day, nor an engine is imported."""
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    names = [
        name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [node.module] if isinstance(node, ast.ImportFrom) else [a.name for a in node.names]
        )
    ]
    world = ("asyncio", "threading", "time", "pathlib", "os", "tengen.studio.thinking",
             "tengen.studio.archive", "tengen.agents", "tengen.search")  # fmt: skip
    assert not [name for name in names if name and name.startswith(world)]


# -- whose turn


def test_the_engine_answers_a_person():
    """A move is written down before the engine is asked, and its answer is played."""
    game = Played()
    done = game.ask("play", action=14, ply=0)
    assert [type(effect) for effect in done] == [Save, Think]
    game.answer(20, value=0.5)
    assert game.actions == [14, 20]
    assert game.s.sheet.values == (None, -0.5, None)
    assert game.saved == game.s.sheet


def test_only_who_is_to_move_may():
    """Not while the engine thinks, not in another position, not where stones stand."""
    game = Played()
    assert refused(game, "play", action=14, ply=3) == "stale"
    game.ask("play", action=14, ply=0)
    assert refused(game, "play", action=15, ply=1) == "not_your_turn"
    game.answer(20)
    with pytest.raises(IllegalMoveError):
        game.ask("play", action=14, ply=2)
    assert game.actions == [14, 20]


def test_an_answer_waits_for_the_pace():
    """It is played when the time has come that a person needs to follow, and not before."""
    game = Played()
    game.ask("play", action=14, ply=0)
    began = game.now
    game.answer(20, seconds=course.PACE_SECONDS / 2)
    assert game.actions == [14]
    assert wakes_at(game.s, game.now) == began + course.PACE_SECONDS
    game.now = began + course.PACE_SECONDS
    game.hear(Ticked())
    assert game.actions == [14, 20]


def test_an_illegal_answer_is_a_failure():
    """What an engine plays is checked; the game waits, and goes on when it is asked to."""
    game = Played()
    game.ask("play", action=14, ply=0)
    game.answer(14)
    assert (game.actions, game.s.sheet.paused, game.purpose) == ([14], True, None)
    assert game.s.sheet.fault
    assert thoughts(game.ask("move")) == ["move"]
    assert game.s.sheet.fault == ""


def test_a_failure_lets_the_game_wait():
    """Automatic play ends, and nobody looks anywhere any more: it would fail again."""
    game = Played()
    game.ask("analyse", on=True, ply=None)
    game.ask("auto")
    assert game.s.thought
    game.hear(Failed(game.s.thought.number, "/srv/engine died"))
    assert (game.s.sheet.auto, game.s.looks, game.purpose) == (False, {}, None)
    assert game.s.sheet.fault == "engine died"


def test_what_comes_late_of_another_thought_is_nothing():
    """An answer, a failure or a place of a thought that was abandoned changes nothing."""
    game = Played()
    game.ask("play", action=14, ply=0)
    assert game.s.thought
    late = game.s.thought.number
    assert Abandon(late) in game.ask("undo")
    for event in (
        Failed(late, "gone"),
        Placed(late, 3),
        Progressed(late, {"ply": 1, "value": 1.0, "done": False}),
        Checked(late, SLIP),
        Hinted(late, {"ply": 0}),
        Clocked(late, is_thinking=True, since=0.0),
    ):
        before = game.s
        assert game.hear(event) == []
        assert game.s is before


def test_automatic_play_ends_with_the_game():
    """The engine plays both sides until somebody has won; then nothing moves."""
    game = Played()
    game.ask("auto")
    assert refused(game, "play", action=3, ply=0) == "not_your_turn"
    while game.purpose == "move":
        game.answer()
    assert game.s.sheet.outcome
    assert not game.s.sheet.auto
    for command in ("move", "auto", "hint", "resign", "offer", "unpause"):
        assert refused(game, command) == "finished"


def test_one_move_is_asked_for_and_hurried():
    """The engine moves for a person; asked again while it thinks, it shall answer now."""
    game = Played()
    assert thoughts(game.ask("move")) == ["move"]
    assert game.s.thought
    assert game.ask("move") == [Hurry(game.s.thought.number)]


def test_a_stop_waits_until_it_is_asked():
    """The thought is abandoned; the engine goes on after it."""
    game = Played(people=[])
    assert game.purpose == "move"
    game.ask("stop")
    assert (game.s.sheet.paused, game.purpose) == (True, None)
    game.ask("unpause")
    assert (game.s.sheet.paused, game.purpose) == (False, "move")


# -- ends and ways back


def test_who_resigns_loses():
    """One person speaks for himself, one of two for whoever is to move, none for engines."""
    game = Played()
    game.ask("play", action=14, ply=0)
    game.ask("resign")
    assert game.s.sheet.outcome
    assert (game.s.sheet.outcome.winner, game.purpose) == (1, None)
    assert game.s.sheet.values == (None, -1.0)
    both = Played(people=[0, 1])
    both.ask("play", action=14, ply=0)
    both.ask("resign")
    assert both.s.sheet.outcome
    assert both.s.sheet.outcome.winner == 0
    assert refused(Played(people=[]), "resign") == "not_your_turn"


def test_an_engine_may_resign():
    """Its opponent has won; no move is played."""
    game = Played()
    game.ask("play", action=14, ply=0)
    game.answer(20, resigns=True)
    assert game.s.sheet.outcome
    assert (game.s.sheet.outcome.winner, game.actions) == (0, [14])


def test_of_a_game_that_an_engine_resigned_a_move_is_taken_back_too():
    """At the same position it would resign again at once."""
    game = Played()
    game.ask("play", action=14, ply=0)
    game.answer(20, resigns=True)
    game.ask("undo")
    assert (game.actions, game.s.sheet.outcome, game.purpose) == ([], None, None)


def lost_at_go(values: list[float], **terms: object) -> Played:
    """Return a game in which an engine answers each move of Black with such a value."""
    game = Played(game="go", **{"settings": {"size": 5}, "people": [0], **terms})
    for value in values:
        points = [int(a) for a in game.s.state.legal_actions() if a != 25]
        game.ask("play", action=points[0], ply=game.s.plies)
        if game.s.sheet.outcome is None:
            game.answer(points[-1], value)
    return game


def test_an_engine_resigns_a_lost_game_of_go_to_a_person():
    """Its last six moves were beaten, after it had a chance; one that never had one plays on."""
    beaten = [-0.97] * 6
    game = lost_at_go([0.1, *beaten])
    assert game.s.sheet.outcome
    assert (game.s.sheet.outcome.winner, game.s.sheet.outcome.reason) == (0, "resignation")
    assert len(game.actions) == 13  # it resigns instead of its seventh
    for values in ([0.1, *beaten[1:]], [0.1, *beaten[1:], -0.9, *beaten[1:]], [*beaten, -0.97]):
        assert lost_at_go(values).s.sheet.outcome is None


def test_taking_back_is_to_a_persons_turn():
    """The answer goes with the move; before the first there is nothing; an end goes alone."""
    game = Played()
    assert refused(game, "undo") == "nothing_to_undo"
    game.ask("play", action=14, ply=0)
    game.answer(20)
    game.ask("resign")
    game.ask("undo")
    assert (game.actions, game.s.sheet.outcome) == ([14, 20], None)
    game.ask("undo")
    assert (game.actions, len(game.s.history.states), game.s.sheet.values) == ([], 1, (None,))


def test_an_opening_is_not_taken_back():
    """Not one by one and not by beginning again."""
    game = Played(people=[0, 1])
    game.ask("play", action=14, ply=0)
    game.s = game.s.noting(begun=1)
    assert refused(game, "undo") == "nothing_to_undo"
    game.ask("play", action=15, ply=1)
    assert Renew() in game.ask("restart")
    assert game.actions == [14]


# -- draws


def test_two_people_agree_or_not():
    """One offer a turn: declined it stands declined, accepted the game is over."""
    game = Played(people=[0, 1])
    assert refused(game, "accept") == "refused"
    game.ask("offer")
    assert refused(game, "offer") == "offered"
    game.ask("decline")
    assert refused(game, "accept") == "refused"
    game.ask("play", action=14, ply=0)
    game.ask("play", action=15, ply=1)
    game.ask("offer")
    game.ask("accept")
    assert game.s.sheet.outcome
    assert (game.s.sheet.outcome.winner, game.s.sheet.outcome.reason) == (None, "agreement")


def test_an_engine_judges_an_offer():
    """Too early it declines; even for long it agrees; an offer lapses when it has moved."""
    game = Played(settings={"size": 9})
    game.ask("offer")
    assert game.s.sheet.offer
    assert game.s.sheet.offer.answer == "early"
    free = [row * 9 + column for row in range(0, 8, 2) for column in range(9)]
    for turn in range(EARLIEST):
        game.ask("play", action=free[2 * turn], ply=2 * turn)
        game.answer(free[2 * turn + 1] if turn % 2 else 72 + turn, value=0.0)
    assert game.s.sheet.offer is None
    game.ask("offer")
    assert game.s.sheet.outcome
    assert game.s.sheet.outcome.reason == "agreement"


# -- the count of Go


def test_two_passes_lead_to_a_count():
    """Nobody moves while it is open; agreed on, the game is over, and that can be taken back."""
    game = Played(**GO)
    assert refused(game, "settle") == "refused"
    game.ask("play", action=12, ply=0)
    game.ask("play", action=PASS, ply=1)
    game.ask("play", action=PASS, ply=2)
    assert game.s.sheet.count
    assert game.s.sheet.outcome is None
    assert refused(game, "play", action=0, ply=3) == "counting"
    game.ask("mark", point=12, dead=True)
    assert game.s.sheet.count.dead == (12,)
    assert refused(game, "mark", point=0, dead=True) == "refused"
    game.ask("mark", point=12, dead=False)
    game.ask("settle")
    assert game.s.sheet.outcome
    game.ask("undo")
    assert game.s.sheet.outcome is None
    assert game.s.sheet.count
    game.ask("resume")
    assert (game.s.sheet.count, game.actions) == (None, [12])


def test_an_engine_does_not_give_its_stones_up():
    """Its own living stones cannot be marked away from it."""
    game = Played(game="go", settings={"size": 5}, people=[1])
    game.answer(12)
    game.ask("play", action=PASS, ply=1)
    game.answer(PASS)
    game.ask("mark", point=12, dead=True)
    assert refused(game, "settle") == "disputed"


# -- time


TIMED = {"clock": {"main": 60.0}, "people": [0, 1]}


def test_time_runs_for_who_is_to_move():
    """Not before the first move, not while nobody is there, not while one looks back."""
    game = Played(**TIMED)
    clock = game.s.sheet.clock
    assert clock
    assert not clock.is_running
    game.ask("play", action=14, ply=0)
    assert game.s.sheet.clock
    assert game.s.sheet.clock.is_running
    game.ask("analyse", on=True, ply=0)
    assert not game.s.sheet.clock.is_running
    game.ask("analyse", on=False, ply=None)
    assert game.s.sheet.clock.is_running
    game.now += 10
    assert Save() in game.hear(Left("page"))
    game.now += 100
    assert game.s.sheet.clock.left(1, game.now)[1].left == 50


def test_who_is_late_loses():
    """The moment the flag falls is foretold; a move after it is refused, and the game over."""
    game = Played(**TIMED)
    game.ask("play", action=14, ply=0)
    game.hear(Placed(0, 0))
    assert wakes_at(game.s, game.now) == game.now + BEAT_SECONDS
    game.now += 61
    assert Refuse("finished", "the game is over") in game.ask("play", action=15, ply=1)
    assert game.s.sheet.outcome
    assert (game.s.sheet.outcome.winner, game.s.sheet.outcome.reason) == (0, "time")
    assert wakes_at(game.s, game.now) is None


def test_running_clocks_are_written_down_now_and_then():
    """Each time a little later, whatever else happens."""
    game = Played(**TIMED)
    game.ask("play", action=14, ply=0)
    game.now += BEAT_SECONDS - 1
    assert game.hear(Ticked()) == []
    game.now += 1
    assert game.hear(Ticked()) == [Save()]


def test_an_engines_time_is_that_of_its_thinking():
    """While it waits for its turn or loads, no time runs."""
    game = Played(clock={"main": 60.0})
    game.ask("play", action=14, ply=0)
    assert game.s.sheet.clock
    assert not game.s.sheet.clock.is_running
    assert game.s.thought
    number = game.s.thought.number
    game.now += 30
    game.hear(Clocked(number, is_thinking=True, since=game.now - 1))
    assert game.s.sheet.clock.is_running
    game.now += 2
    game.hear(Clocked(number, is_thinking=False, since=game.now))
    game.now += 50
    assert game.s.sheet.clock.left(1, game.now)[1].left == 57


def test_a_pause_stops_the_clocks():
    """They go on with the game."""
    game = Played(**TIMED)
    game.ask("play", action=14, ply=0)
    game.ask("stop")
    assert game.s.sheet.clock
    assert (game.s.sheet.paused, game.s.sheet.clock.is_running) == (True, False)
    game.ask("unpause")
    assert game.s.sheet.clock.is_running


# -- the teacher


def test_a_warning_holds_the_engine():
    """It looks before the engine answers; the game waits until the move stands or is taken back."""
    game = Played(teach=20)
    assert thoughts(game.ask("play", action=14, ply=0)) == ["check"]
    assert game.s.thought
    assert thoughts(game.hear(Checked(game.s.thought.number, SLIP))) == []
    assert game.s.sheet.slip == SLIP
    assert thoughts(game.ask("insist")) == ["move"]
    assert game.s.sheet.slip is None


def test_a_warned_move_is_taken_back():
    """And the next one is looked at anew."""
    game = Played(teach=20)
    game.ask("play", action=14, ply=0)
    assert game.s.thought
    game.hear(Checked(game.s.thought.number, SLIP))
    game.ask("undo")
    assert (game.s.sheet.slip, game.actions) == (None, [])
    assert thoughts(game.ask("play", action=15, ply=0)) == ["check"]
    assert game.s.thought
    assert thoughts(game.hear(Checked(game.s.thought.number, None))) == ["move"]


def test_nobody_is_warned_who_does_not_want_it():
    """Also from now on."""
    game = Played(teach=20)
    game.ask("teach", teach=None)
    assert thoughts(game.ask("play", action=14, ply=0)) == ["move"]


def test_a_hint_is_for_the_present_position():
    """It comes in place of an analysis, and not while the engine thinks about its move."""
    game = Played()
    game.ask("analyse", on=True, ply=None)
    assert thoughts(game.ask("hint")) == ["hint"]
    assert game.s.thought
    game.hear(Hinted(game.s.thought.number, {"ply": 0}))
    assert game.s.hint == {"ply": 0}
    assert game.purpose == "analysis"
    game.ask("play", action=14, ply=0)
    assert game.s.hint is None
    assert refused(game, "hint") == "not_your_turn"


# -- looking


def test_an_analysis_ends_that_nobody_wants():
    """It follows the game and looks back; a known position is shown again, not looked at."""
    game = Played(people=[0, 1])
    assert thoughts(game.ask("analyse", on=True, ply=None)) == ["analysis"]
    game.answer()
    first = game.s.shown
    assert thoughts(game.ask("play", action=14, ply=0)) == ["analysis"]
    assert game.s.thought
    late = game.s.thought.number
    assert game.ask("analyse", on=True, ply=0) == [Abandon(late)]
    assert game.s.shown is first
    assert refused(game, "analyse", on=True, ply=9) == "stale"
    assert thoughts(game.ask("strength", strength={"visits": 50})) == ["analysis"]


# -- lessons


def test_a_game_is_learned_from_when_it_is_saved():
    """Once: taken back during its lesson it is given up, after it nothing more is learned."""
    game = Played(learn=True)
    (lesson,) = (each for each in game.ask("resign") if isinstance(each, Teach))
    assert game.s.sheet.learning == Learning("learning")
    assert EndLesson(lesson.number) in game.ask("undo")
    assert game.s.sheet.learning is None
    (lesson,) = (each for each in game.ask("resign") if isinstance(each, Teach))
    assert Renew() in game.hear(Learned(lesson.number, Learning("learned", 8)))
    game.ask("undo")
    assert not [each for each in game.ask("resign") if isinstance(each, Teach)]


def test_a_full_disk_puts_a_lesson_off():
    """The reason is told; when there is room the lesson is given."""
    game = Played(learn=True)
    game.error = "No space left on device"
    game.ask("resign")
    assert game.s.sheet.learning == Learning("failed", text="No space left on device")
    game.error, game.now = None, game.now + 100
    assert [type(effect) for effect in game.hear(Ticked())] == [Save, Teach]


# -- the disk


def test_what_is_not_saved_is_tried_again():
    """Each time a little later, at last once a minute, until there is room."""
    game = Played(people=[0, 1])
    game.error = "No space left on device"
    game.ask("play", action=14, ply=0)
    waits = []
    for _ in range(8):
        assert game.s.unsaved == game.error
        due = wakes_at(game.s, game.now)
        assert due is not None
        waits.append(due - game.now)
        game.now = due
        assert Save() in game.hear(Ticked())
    assert waits == sorted(waits)
    assert (waits[0], waits[-1]) == (2.0, 60.0)
    game.error = None
    game.now += 60
    game.hear(Ticked())
    assert (game.s.unsaved, wakes_at(game.s, game.now)) == (None, None)
    assert game.saved == game.s.sheet


# -- games without people


def test_engines_play_each_other_unwatched():
    """Each move is written down; at the end nobody thinks."""
    game = Played(engines=True, watched=False)
    assert thoughts(game.hear(Begun())) == ["move"]
    while game.purpose:
        game.answer()
        assert game.saved == game.s.sheet
    assert game.s.sheet.outcome
    assert [mind["ply"] for mind in game.s.minds] == list(range(game.s.plies))


def test_a_step_plays_one_move():
    """At once, whatever the pace, and stands still after it."""
    game = Played(engines=True)
    game.ask("pace", seconds=60.0)
    game.ask("step")
    game.answer()
    assert (len(game.actions), game.s.sheet.paused, game.purpose) == (1, True, None)
    game.ask("unpause")
    game.answer()
    assert len(game.actions) == 1
    game.ask("step")
    assert (len(game.actions), game.purpose) == (2, None)


def test_another_pace_counts_at_once():
    """A move that waits is played as soon as the new pace lets it be."""
    game = Played(engines=True)
    game.ask("pace", seconds=60.0)
    game.answer()
    assert game.actions == []
    game.ask("pace", seconds=0.0)
    assert len(game.actions) == 1


def test_who_watches_does_not_play():
    """Nothing but the pace and the pauses is a watcher's, and a pace is no player's."""
    game = Played(engines=True)
    for request in ("undo", "resign", "move", "auto", "restart", "hint"):
        assert refused(game, request) == "not_your_turn"
    assert refused(Played(), "pace", seconds=1.0) == "refused"


@pytest.mark.parametrize(
    ("type_", "fields", "aid"),
    [
        ("hint", {}, "hint"),
        ("analyse", {"on": True}, "view"),
        ("teach", {"teach": 20}, "warnings"),
        ("strength", {"strength": {"visits": 5}}, "time"),
        ("move", {}, "move"),
    ],
)
def test_a_game_with_help_counts_for_nothing(type_, fields, aid):
    """Hints, the engine's view, warnings though taken off, an own time, and moves in the person's place."""
    game = Played()
    game.ask(type_, **fields)
    if type_ == "move":
        game.answer()
    if type_ == "teach":
        game.ask("teach", teach=None)
    game.ask("resign")
    assert (game.s.sheet.aids, game.s.sheet.results) == ((aid,), ())
    if type_ == "strength":
        game.ask("strength", strength={})
    game.ask("restart")
    game.ask("resign")
    assert (game.s.sheet.aids, game.s.sheet.results) == ((), (1,))


def test_a_result_that_counted_counts_once():
    """What is taken back after the end and played on counts no more; looking at the end is free."""
    game = Played()
    game.ask("play", action=0, ply=0)
    game.answer()
    game.ask("resign")
    game.ask("analyse", on=True)
    game.ask("teach", teach=20)
    assert (game.s.sheet.aids, game.s.sheet.results) == ((), (1,))
    game.ask("undo")
    game.ask("resign")
    assert (game.s.sheet.aids, game.s.sheet.results) == (("back", "warnings"), (1,))
