"""Whatever is asked and happens, in any order: no state of a game is one that cannot be."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from tests.studio.line import changed

from tengen.core import TengenError
from tengen.studio.sitting.effects import (
    Abandon,
    Asked,
    Checked,
    Clocked,
    EndLesson,
    Failed,
    Hinted,
    Joined,
    Learned,
    Left,
    Teach,
    Think,
    Ticked,
)
from tengen.studio.sitting.report import Report, differences
from tengen.studio.sitting.requests import (
    Analyse,
    Command,
    Mark,
    Play,
    Request,
    SetPace,
    SetStrength,
    SetTeaching,
    Strength,
)
from tengen.studio.sitting.sheet import Learning, Sheet, Slip
from tengen.studio.sitting.state import Answer, restore
from tengen.studio.sitting.transitions import wakes_at

from .playing import Played

COMMANDS = (
    "undo", "restart", "move", "step", "auto", "stop", "unpause", "resign", "offer", "accept",
    "decline", "settle", "resume", "insist", "hint",
)  # fmt: skip
GAMES = [
    {},
    {"people": [0, 1], "clock": {"main": 20.0, "increment": 1.0}},
    {"people": [1], "clock": {"main": 5.0, "period": 2.0, "periods": 2}, "learn": True},
    {"teach": 20, "learn": True},
    {"people": []},
    {"game": "go", "settings": {"size": 3}, "people": [0, 1], "clock": {"main": 30.0}},
    {"game": "go", "settings": {"size": 3}, "people": [0]},
    {"game": "draughts", "settings": {"position": "B:W25,29,32:B22,15,12,1"}},
    {"settings": {"size": 9, "opening": "swap2"}, "people": [0, 1]},
    {"engines": True},
]
PLIES = st.integers(0, 12)
REQUESTS: st.SearchStrategy[Request] = st.one_of(
    st.sampled_from(COMMANDS).map(lambda name: Command(type=name)),
    st.builds(Analyse, on=st.booleans(), ply=st.none() | PLIES),
    st.builds(Play, action=st.integers(-1, 90), ply=PLIES),
    st.builds(Mark, point=st.integers(0, 90), dead=st.booleans()),
    st.builds(SetTeaching, teach=st.none() | st.integers(1, 100)),
    st.builds(SetPace, seconds=st.floats(0, 60)),
    st.just(SetStrength(strength=Strength(visits=5))),
)
WATCHERS = st.sampled_from(["page", "other"])


class AnyOrder(RuleBasedStateMachine):
    """Pages that ask for anything, engines that do anything, a disk that is full at times."""

    def __init__(self) -> None:
        super().__init__()
        self.game: Played | None = None

    @rule(terms=st.sampled_from(GAMES))
    @precondition(lambda self: self.game is None)
    def begin(self, terms: dict[str, object]) -> None:
        """Sit down."""
        self.game = Played(**terms)  # type: ignore[arg-type]
        self.thinking: set[int] = set()
        self.lessons: set[int] = set()
        self.seen = 0
        self.report = Report(self.game.s)
        self.told = self.report.describe(self.game.s, self.game.now)
        self._note()

    def _note(self) -> None:
        """Do what has to be done: begin and end thoughts and lessons."""
        assert self.game is not None
        for effect in self.game.effects[self.seen :]:
            match effect:
                case Think():
                    self.thinking.add(effect.number)
                case Abandon():
                    self.thinking.discard(effect.number)
                case Teach():
                    self.lessons.add(effect.number)
                case EndLesson():
                    self.lessons.discard(effect.number)
        self.seen = len(self.game.effects)

    @rule(request=REQUESTS, watcher=WATCHERS)
    @precondition(lambda self: self.game is not None)
    def ask(self, request: Request, watcher: str) -> None:
        """Ask for something; what is refused changes nothing."""
        assert self.game is not None
        before = self.game.s
        try:
            self.game.hear(Asked(request, watcher))
        except TengenError:
            assert self.game.s is before
        self._note()

    @rule(pick=st.integers(0, 400))
    @precondition(lambda self: self.game is not None)
    def play(self, pick: int) -> None:
        """Play a legal move, where there is one."""
        assert self.game is not None
        legal = [] if self.game.s.sheet.outcome else self.game.s.state.legal_actions()
        if len(legal):
            self.ask(Play(action=int(legal[pick % len(legal)]), ply=self.game.s.plies), "page")

    @rule(watcher=WATCHERS, comes=st.booleans())
    @precondition(lambda self: self.game is not None)
    def attend(self, watcher: str, comes: bool) -> None:
        """Come, or go."""
        assert self.game is not None
        self.game.hear(Joined(watcher) if comes else Left(watcher))
        self._note()

    @rule(seconds=st.floats(0, 12))
    @precondition(lambda self: self.game is not None)
    def wait(self, seconds: float) -> None:
        """Let time pass; the game is told in time."""
        assert self.game is not None
        end = self.game.now + seconds
        due = wakes_at(self.game.s, self.game.now)
        self.game.now = end if due is None else max(self.game.now, min(end, due))
        self.game.hear(Ticked())
        self._note()

    @rule(is_full=st.booleans())
    @precondition(lambda self: self.game is not None)
    def fill(self, is_full: bool) -> None:
        """Let the disk be full, or have room."""
        assert self.game is not None
        self.game.error = "No space left on device" if is_full else None

    @rule(how=st.integers(0, 9), pick=st.integers(0, 400), value=st.floats(-1, 1))
    @precondition(lambda self: self.game is not None and self.game.s.thought is not None)
    def decide(self, how: int, pick: int, value: float) -> None:
        """Let whoever thinks begin, fail, or decide well or badly."""
        game = self.game
        assert game is not None
        thought = game.s.thought
        assert thought is not None
        number = thought.number
        if how == 0:
            game.hear(Failed(number, "gone"))
        elif how == 1:
            game.hear(Clocked(number, is_thinking=bool(pick % 2), since=game.now))
        elif thought.purpose == "check":
            game.hear(Checked(number, Slip(30.0, "a", "b", ()) if how < 4 else None))
        elif thought.purpose == "hint":
            game.hear(Hinted(number, {"ply": thought.ply}))
        elif thought.answer is None:
            legal = game.s.history.states[thought.ply].legal_actions()
            chosen = -7 if how == 2 else int(legal[pick % len(legal)])
            game.answer(chosen, value, seconds=pick / 100, resigns=how == 3)
        self._note()

    @rule()
    @precondition(lambda self: self.game is not None and bool(self.lessons))
    def learn(self) -> None:
        """Let a lesson be over."""
        assert self.game is not None
        self.game.hear(Learned(self.lessons.pop(), Learning("learned", 3)))
        self._note()

    # -- what is always so

    @invariant()
    def one_mover(self) -> None:
        """At most one thought is wanted; it is the state's, and it is about a position there is."""
        if self.game is None:
            return
        s = self.game.s
        if s.thought is None:
            return
        assert s.thought.number in self.thinking
        assert s.thought.ply <= s.plies
        if s.thought.purpose in {"move", "hint"}:
            assert s.thought.ply == s.plies
        if s.thought.answer is not None:
            assert isinstance(s.thought.answer, Answer)
            assert wakes_at(s, self.game.now) is not None

    @invariant()
    def positions_are_those_of_the_moves(self) -> None:
        """Nothing is missing and nothing too much."""
        if self.game is None:
            return
        s = self.game.s
        assert s.history.actions == tuple(move.action for move in s.sheet.moves)
        assert len(s.sheet.values) == s.plies + 1 == len(s.history.states)
        assert all(ply <= s.plies for ply in s.thoughts)
        assert all(ply is None or ply <= s.plies for ply in s.looks.values())
        assert s.sheet.begun <= s.plies

    @invariant()
    def what_is_over_stands_still(self) -> None:
        """Nobody moves, no time runs, and no offer, count or automatic play is open."""
        if self.game is None:
            return
        s = self.game.s
        if s.sheet.outcome is None and s.sheet.count is None:
            assert s.state.outcome() is None
            return
        assert s.thought is None or s.thought.purpose == "analysis"
        assert s.sheet.clock is None or not s.sheet.clock.is_running
        assert not s.sheet.auto

    @invariant()
    def clocks_are_never_negative(self) -> None:
        """A flag has fallen at nothing left, and one clock runs at most, of who is to move."""
        if self.game is None or self.game.s.sheet.clock is None:
            return
        clock = self.game.s.sheet.clock
        assert clock.plies == self.game.s.plies
        for stand in clock.stands:
            assert all(each.main >= 0 and each.periods >= 0 and each.period >= 0 for each in stand)
        assert clock.spent(self.game.now) >= 0

    @invariant()
    def what_is_saved_restores_equal(self) -> None:
        """Read again, the game is the same; what is not on the disk is tried again."""
        if self.game is None or self.game.s.is_watched_game:
            return
        s, now = self.game.s, self.game.now
        data = s.sheet.to_json(s.history.game, now)
        read = restore(Sheet.from_json(data))
        stopped = s.sheet.clock and s.sheet.clock.stop(now)
        assert read.sheet == replace(s.sheet, clock=stopped, fault="")
        assert read.sheet.to_json(s.history.game, now + 99) == data
        if s.unsaved is not None:
            assert wakes_at(s, now) is not None
        assert s.lesson is None or s.lesson in self.lessons

    @invariant()
    def pages_see_the_same(self) -> None:
        """The changes told lead from each state to the next."""
        if self.game is None:
            return
        state = self.report.describe(self.game.s, self.game.now)
        assert changed(self.told, differences(self.told, state)) == state
        self.told = state


class Longer(AnyOrder):
    """The same, more often."""


def _calm(examples: int) -> settings:
    return settings(
        max_examples=examples,
        stateful_step_count=60,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


AnyOrder.TestCase.settings = _calm(8)
Longer.TestCase.settings = _calm(40)
TestAnyOrder = AnyOrder.TestCase
TestLonger = pytest.mark.long(Longer.TestCase)
