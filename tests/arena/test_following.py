"""Following a tournament by its folder, while it is played and afterwards."""

import json
import shutil
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from tengen.agents.player import SpecPlayer
from tengen.arena.config import Config
from tengen.arena.following import Follower
from tengen.arena.live import LIVE, LiveGames, LiveReader, clear_live, live_keys, live_path
from tengen.arena.plan import make_plan
from tengen.arena.referee import Conditions, play_steps
from tengen.arena.report import Account
from tengen.arena.store import StoreError
from tengen.arena.tournament import STORE, play_tournament
from tengen.core import Limit, NotationError, Opening, Record, RecordedMove
from tengen.core.lock import is_locked, locked
from tengen.games import load
from tengen.scaleout.local import LocalRunner

from .doubles import Scripted

SWISS = """
kind = "swiss"
rounds = 2
games = 2
time = "5+0.1"
[game]
name = "gomoku"
size = 5
win_length = 4
[openings]
source = "balanced"
plies = 2
[[players]]
name = "one"
spec = "random"
[[players]]
name = "two"
spec = "random"
[[players]]
name = "three"
spec = "random"
"""


@pytest.fixture
def plan(tmp_path):
    (tmp_path / "cup.toml").write_text(SWISS)
    return make_plan(Config.read(tmp_path / "cup.toml"), SpecPlayer)


def test_tells_the_same_figures_as_who_plays(plan, tmp_path):
    """A follower finds players, results, rounds and ratings in the folder alone."""
    folder, own = tmp_path / "cup", Account(plan)
    play_tournament(plan, folder, LocalRunner(), on_open=own.begin, on_game=own.add)
    with Follower(folder, "cup") as follower:
        account = Account(follower.plan)
        account.id = follower.id
        first = follower.read(2)
        assert len(first) == 2
        for game in first + follower.read(100):
            account.add(game)
        assert follower.read(100) == []
        game = first[0]
        assert follower.game(game.key) == game
        assert follower.game((9, 9, 9)) is None
    # What is left out of the data base for going on with it: where openings came from.
    told, known = account.report(), own.report()
    assert told.pop("openings") == "balanced, 2 plies"
    del known["openings"]
    assert told == known
    assert account.is_complete


def test_a_player_has_its_own_bound_for_each_move(tmp_path):
    """Visits and seconds of a player reach its games, whichever colour it has."""
    text = SWISS.replace('name = "one"', 'name = "one"\nvisits = 7\nseconds = 0.5')
    (tmp_path / "cup.toml").write_text(text)
    plan = make_plan(Config.read(tmp_path / "cup.toml"), SpecPlayer)
    games = [f for f in plan.schedule.fixtures({}) if 0 in f.players]
    for fixture in games:
        own = fixture.players.index(0)
        limits = plan.pairing(fixture, Opening(plan.game)).limits
        assert (limits[own], limits[1 - own]) == (Limit(visits=7, seconds=0.5), None)
    assert {fixture.players.index(0) for fixture in games} == {0, 1}


def test_a_follower_starts_nobody(plan, tmp_path):
    """Who follows can name the players, not make them."""
    play_tournament(plan, tmp_path / "cup", LocalRunner())
    with Follower(tmp_path / "cup", "cup") as follower:
        player = follower.plan.players[0]
        assert (player.name, player.player.spec) == ("one", "random")
        with pytest.raises(Exception, match="random is not here to play"):
            player.player(0)


@pytest.mark.parametrize("times", [20, pytest.param(100, marks=pytest.mark.long)])
def test_may_be_closed_while_another_thread_reads(plan, tmp_path, times):
    """The reader is told so; to close what SQLite is still asked took the whole process down."""
    play_tournament(plan, tmp_path / "cup", LocalRunner())

    def read(follower, is_reading):
        while follower.results():
            is_reading.set()

    for _ in range(times):
        follower, is_reading = Follower(tmp_path / "cup", "cup"), Event()
        with ThreadPoolExecutor(1) as pool:
            reading = pool.submit(read, follower, is_reading)
            assert is_reading.wait(60)
            follower.close()
            with pytest.raises(StoreError, match="cannot be read"):
                reading.result()


def test_refuses_what_is_no_tournament(tmp_path):
    """A folder without one, or with something else of the name, is told."""
    with pytest.raises(StoreError, match="holds no tournament"):
        Follower(tmp_path, "x")
    (tmp_path / STORE).write_bytes(b"no data base at all, by far")
    with pytest.raises(StoreError, match="damaged or no tournament"):
        Follower(tmp_path, "x")


class Peeking(Scripted):
    """Looks into the live file before each of its moves."""

    def __init__(self, path):
        super().__init__("peeking")
        self.reader, self.seen = LiveReader(path), []

    def decide(self, state, limit=None, **options):
        self.seen.append([move.action for move in self.reader.read()])
        return super().decide(state, limit, **options)


def test_a_game_is_told_while_it_is_played(tmp_path):
    """The file has the opening, then each move as it is made; it is gone with the game."""
    clear_live(tmp_path)
    path = live_path(tmp_path, (1, 2, 3))
    peeking = Peeking(path)
    game = load("gomoku", size=5, win_length=4, rule="freestyle")
    live, key = LiveGames(tmp_path), (1, 2, 3)
    steps = play_steps(game, (peeking, Scripted("other")), Conditions(opening=(24, 23)))
    try:
        while True:
            live.tell(key, next(steps))
            assert live_keys(tmp_path) == [key]
    except StopIteration as end:
        played = end.value
    live.end(key)
    assert live_keys(tmp_path) == []
    actions = [move.action for move in played.record.moves]
    assert peeking.reader.record.players == ("peeking", "other")
    assert [move.action for move in peeking.reader.record.moves] == [24, 23]
    seen = [action for moves in peeking.seen for action in moves]
    assert len(seen) >= 2
    assert seen == actions[2 : len(seen) + 2]


def test_a_game_that_cannot_be_told_is_played_all_the_same(tmp_path):
    """No folder for the file, no harm."""
    game = load("gomoku", size=5, win_length=4, rule="freestyle")
    live = LiveGames(tmp_path / "nowhere")
    shutil.rmtree(tmp_path / "nowhere")
    live.tell((1, 1, 1), Record("gomoku", game.settings))
    live.tell((1, 1, 1), RecordedMove(3))
    live.end((1, 1, 1))
    assert list(tmp_path.iterdir()) == []


def test_half_a_line_waits_for_its_rest(tmp_path):
    """A line is read when it is whole; nonsense is told."""
    path = tmp_path / "1.1.1.jsonl"
    record = json.dumps(Record("gomoku", {}).to_json())
    path.write_text(record[:20])
    reader = LiveReader(path)
    assert reader.read() == []
    assert reader.record is None
    path.write_text(record + '\n{"action": 4}\n{"act')
    assert reader.read() == [RecordedMove(4)]
    path.write_text(record + '\n{"action": 4}\n{"act": 2}\n')
    with pytest.raises(NotationError, match="tells no game"):
        reader.read()


def test_what_was_broken_off_is_cleared(tmp_path, plan):
    """A resumed tournament forgets the games that were under way, and nothing else."""
    folder = tmp_path / "cup"
    clear_live(folder)
    stale = live_path(folder, (7, 7, 7))
    stale.touch()
    (folder / LIVE / "notes.txt").touch()
    assert live_keys(folder) == [(7, 7, 7)]
    clear_live(folder)
    assert live_keys(folder) == []
    assert (folder / LIVE / "notes.txt").exists()


def test_a_looked_at_folder_can_still_be_locked(tmp_path):
    """Whether somebody is at work can be seen without being in the way."""
    assert not is_locked(tmp_path)
    with locked(tmp_path):
        assert is_locked(tmp_path)
    assert not is_locked(tmp_path)
