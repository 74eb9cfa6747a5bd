"""Agents placed on a ladder, and ladders measured."""

from threading import Event

import numpy as np
import pytest

from tengen.agents.ladder import Ladder, format_ladder, read_ladder
from tengen.arena import rating
from tengen.arena.ratings_db import Identity, RatedGame, RatingsDb
from tengen.arena.referee import Cost, PlayedMatchGame
from tengen.core import EngineError, Outcome, Record, SettingsError
from tengen.experiments.rate.measuring import Measurer, Measuring
from tengen.experiments.rate.meeting import Contender, Meeting, Meetings
from tengen.experiments.rate.placing import Placer, Placing
from tengen.games import load
from tengen.scaleout.local import LocalRunner

ELOS = {"random": 0.0, "mcts?playouts=1": 150.0, "mcts?playouts=2": 300.0, "mcts?playouts=3": 500.0}
"""How strong players are in these tests, where nothing is played: see `dice`."""
AGENT = "mcts?playouts=4"


@pytest.fixture
def game():
    return load("gomoku", size=5, win_length=4)


@pytest.fixture
def base(tmp_path):
    with RatingsDb(tmp_path / "ratings.sqlite") as opened:
        yield opened


class Dice:
    """Throws games by known strengths instead of playing them."""

    def __init__(self, base, game):
        self.elos = {AGENT: 260.0} | ELOS
        self.met = []
        """Who met whom."""
        self._base, self._game = base, game
        self._rng = np.random.default_rng(4)

    def meet(self, meetings, stop):
        return [game for one in meetings for game in self._meet(one.a, one.b, one.met)]

    def _meet(self, a, b, games):
        """Stand in for `Meetings.meet`."""
        expected = rating.expected_score(self.elos[a.identity.spec] - self.elos[b.identity.spec])
        self.met.append((a.name, b.name))
        kept = []
        for turn, pair in enumerate(((a.identity, b.identity), (b.identity, a.identity))):
            winner = turn if self._rng.random() < expected else 1 - turn
            kept.append(RatedGame(f"{len(self.met)}-{turn}", self._game, pair, winner, "now"))
        self._base.add(kept)
        return kept


@pytest.fixture
def dice(monkeypatch, base, game):
    dice = Dice(base, game)
    monkeypatch.setattr(Meetings, "meet", staticmethod(dice.meet))
    return dice


def ladder(elos=ELOS):
    """Return a ladder of the players of these tests."""
    return Ladder.model_validate(
        {
            "game": "gomoku",
            "rung": [{"name": spec, "spec": spec, "elo": elos[spec]} for spec in elos],
        }
    )


def test_placed_where_it_stands(dice, game, base):
    """An agent is rated on the ladder's scale, to the width that was asked for."""
    placer = Placer(Placing(AGENT, game, ladder(), width=180), base)
    seen = []
    place = placer.run(seen.append, Event())
    low, high = place.strength.interval
    assert high - low <= 180
    assert low < 260 < high
    assert place.games == 2 * len(dice.met) == seen[-1].games
    assert seen[-2].width > 180
    assert sum(rung["games"] for rung in placer.opponents()) == place.games


@pytest.mark.long
def test_opponents_that_tell_most(dice, game, base):
    """It mostly meets those near it in strength, and not one alone."""
    Placer(Placing(AGENT, game, ladder(), width=160), base).run(lambda _: None, Event())
    met = [b for _, b in dice.met]
    near = met.count("mcts?playouts=1") + met.count("mcts?playouts=2")
    assert near > 0.6 * len(met)
    assert met.count("mcts?playouts=1") > 2
    assert met.count("mcts?playouts=2") > 2


def test_goes_on(dice, game, base):
    """Games of an earlier sitting count; there is nothing left to play."""
    first = Placer(Placing(AGENT, game, ladder(), width=300), base)
    place = first.run(lambda _: None, Event())
    games = len(dice.met)
    again = Placer(Placing(AGENT, game, ladder(), width=300), base).run(lambda _: None, Event())
    assert len(dice.met) == games
    assert again == place


def test_enough_games(dice, game, base):
    """It ends at the number of games that was given, or at once when told to."""
    placer = Placer(Placing(AGENT, game, ladder(), width=1, games=6), base)
    assert placer.run(lambda _: None, Event()).games == 6
    stop = Event()
    stop.set()
    assert Placer(Placing(AGENT, game, ladder(), width=1), base).run(print, stop).games == 6


@pytest.mark.long
@pytest.mark.parametrize(("elo", "side"), [(3000.0, 0), (-3000.0, 1)])
def test_beyond_the_ladder(dice, game, base, elo, side):
    """Who wins or loses everything gets a bound, after games with the last rung."""
    dice.elos[AGENT] = elo
    place = Placer(Placing(AGENT, game, ladder()), base).run(lambda _: None, Event())
    assert place.strength.elo is None
    assert place.strength.interval[1 - side] is None
    bound = place.strength.interval[side]
    assert bound > 700 if side == 0 else bound < -200
    assert place.games < 60


def test_itself_is_no_opponent(dice, game, base):
    """A rung that is rated again does not meet itself."""
    placer = Placer(Placing("mcts?playouts=2", game, ladder(), games=10), base)
    placer.run(lambda _: None, Event())
    assert all(b != "mcts?playouts=2" for _, b in dice.met)


def test_nothing_measured(game, base):
    """A ladder without measured rungs cannot place anybody."""
    bare = ladder().model_copy(
        update={"rungs": tuple(r.model_copy(update={"elo": None}) for r in ladder().rungs)}
    )
    with pytest.raises(SettingsError, match="0 measured rungs"):
        Placer(Placing(AGENT, game, bare), base)


@pytest.mark.parametrize("width", [400, pytest.param(220, marks=pytest.mark.long)])
def test_measured(dice, game, base, tmp_path, width):
    """Rungs play each other, neighbours mostly, until their ratings are known; the file tells."""
    measuring = Measuring(game, ladder(dict.fromkeys(ELOS)), width=width, games=2000)
    measurer = Measurer(measuring, base)
    seen = []
    measurer.run(lambda *told: seen.append(told), Event())
    new = measurer.ladder({"command": "tengen ladder measure"})
    for rung in new.rungs[1:]:
        low, high = rung.interval
        assert high - low <= 1.001 * width
        assert low - 60 < ELOS[rung.spec] < high + 60  # one in twenty lies outside
        assert rung.games > 0
    assert new.rungs[0].elo == 0
    assert new.measured["games"] == 2 * len(dice.met) == 2 * len(seen)
    assert new.measured["draw_share"] < 0.1
    names = list(ELOS)
    steps = [abs(names.index(a) - names.index(b)) for a, b in dice.met]
    assert steps.count(3) < 0.1 * len(steps)
    path = tmp_path / "ladder.toml"
    path.write_text(format_ladder(new))
    assert read_ladder(path, game).rungs == new.rungs
    assert read_ladder(path, game).measured == new.measured
    with pytest.raises(SettingsError, match="not for"):
        read_ladder(path, load("gomoku", size=6, win_length=4))


@pytest.mark.long
def test_some_rungs_measured(dice, game, base):
    """Rungs that did not play keep no rating and their place; rated ones are sorted."""
    turned = dict.fromkeys(["random", "mcts?playouts=3", "mcts?playouts=2", "mcts?playouts=1"])
    names = ("random", "mcts?playouts=1", "mcts?playouts=3")
    measurer = Measurer(Measuring(game, ladder(turned), names, width=300), base)
    measurer.run(lambda *_: None, Event())
    new = measurer.ladder({})
    assert [rung.name for rung in new.rungs] == list(ELOS)
    assert [rung.elo is None for rung in new.rungs] == [False, False, True, False]


@pytest.mark.parametrize(
    ("names", "words"),
    [(("nobody",), "nobody"), (("random",), "anchor"), (("mcts?playouts=1",), "anchor")],
)
def test_measured_from_the_anchor(game, base, names, words):
    """Only rungs that are there can be asked for, the anchor and another at least."""
    with pytest.raises(SettingsError, match=words):
        Measurer(Measuring(game, ladder(), names), base)


def test_meeting(game, base):
    """Two games from one opening with colours changed, kept as they end; told again, the same."""
    placer = Placer(Placing(AGENT, game, ladder()), base)
    meetings, rival = Meetings(game, base, seed=3), placer.rungs[0][0]
    first, second = meetings.meet([Meeting(placer.agent, rival, 0)], Event())
    assert first.players == second.players[::-1]
    assert first.players[0] == placer.agent.identity
    assert sum(sum(row) for row in base.counts(game).values()) == 2
    again = meetings.meet([Meeting(placer.agent, rival, 0)], Event())
    assert [one.winner for one in again] == [first.winner, second.winner]
    assert sum(sum(row) for row in base.counts(game).values()) == 2
    meetings.meet([Meeting(placer.agent, rival, 2)], Event())
    assert sum(sum(row) for row in base.counts(game).values()) == 4


def test_programs_that_do_not_play(game, base):
    """Who forfeits both games of a meeting is not rated: the fault is told, no game is kept."""
    missing = Contender("missing", Identity("gtp:no-such-program"))
    meeting = Meeting(missing, Contender("x", Identity("random")), 0)
    with pytest.raises(EngineError, match="no-such-program"):
        Meetings(game, base, 0).meet([meeting], Event())
    assert base.counts(game) == {}


def test_a_forfeit_counts(game, base, monkeypatch):
    """A single forfeited game counts as it was ruled, for it does not say that nobody plays."""
    record = Record(game.name, dict(game.settings), outcome=Outcome(1, "forfeit"))
    ended = [
        PlayedMatchGame(record, (Cost(), Cost()), "x lost on time"),
        PlayedMatchGame(record, (Cost(), Cost())),
    ]

    played = lambda *_: enumerate(ended)  # noqa: E731
    monkeypatch.setattr("tengen.experiments.rate.meeting.play_here", played)
    x, y = (Contender(name, Identity(name)) for name in "xy")
    Meetings(game, base, 0).meet([Meeting(x, y, 0)], Event())
    assert base.counts(game) == {
        (x.identity, y.identity): (0, 0, 1),
        (y.identity, x.identity): (0, 0, 1),
    }


def test_workers_play_what_one_would(game, base, tmp_path):
    """Meetings in several workers have the same games, whoever ends first."""
    placer = Placer(Placing(AGENT, game, ladder()), base)
    rivals = [rung for rung, _ in placer.rungs]
    meetings = [Meeting(placer.agent, rival, 0) for rival in rivals[:2]]
    alone = {one.key: one.winner for one in Meetings(game, base, 3).meet(meetings, Event())}
    with RatingsDb(tmp_path / "other.sqlite") as other:
        together = Meetings(game, other, 3, LocalRunner(), 2)
        with together.among([placer.agent, *rivals]):
            assert together.at_once == 1
            games = together.meet(meetings, Event())
        assert {one.key: one.winner for one in games} == alone
        assert sum(sum(row) for row in other.counts(game).values()) == 4
        place = Placer(Placing(AGENT, game, ladder(), width=1, games=8), other, LocalRunner(), 4)
        assert place.run(lambda _: None, Event()).games >= 8


def test_placed_among_given_ratings(dice, game, base):
    """Ratings that are given stay as they stand; who has none is placed among them, and told of."""
    elos = ELOS | {"mcts?playouts=2": None}
    old = ladder(elos).model_copy(update={"measured": {"command": "tengen ladder measure"}})
    names = ("mcts?playouts=1", "mcts?playouts=2", "mcts?playouts=3")
    measurer = Measurer(Measuring(game, old, names, width=150, games=2000, given=True), base)
    measurer.run(lambda *_: None, Event())
    assert ("mcts?playouts=1", "mcts?playouts=3") not in dice.met
    new = measurer.ladder({"command": "again"})
    before = {rung.name: rung for rung in old.rungs}
    (placed,) = [rung for rung in new.rungs if rung != before[rung.name]]
    assert placed.name == "mcts?playouts=2"
    low, high = placed.interval
    assert low - 60 < ELOS[placed.spec] < high + 60
    assert new.measured["command"] == "tengen ladder measure"
    assert new.measured["placed"] == [f"command again; games {2 * len(dice.met)}"]
