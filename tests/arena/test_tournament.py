"""Tournaments: kept game by game, gone on with, and not stopped by what a player does."""

import json
import sqlite3
import sys
import time
from pathlib import Path
from threading import Timer

import pytest

import tengen
from tengen import records
from tengen.agents.player import SpecPlayer
from tengen.arena import Conditions, play_game
from tengen.arena.adjudication import Adjudication, Adjudicator
from tengen.arena.config import Config
from tengen.arena.gamefiles import GameFiles
from tengen.arena.plan import make_plan
from tengen.arena.report import Account
from tengen.arena.store import Store, StoredGame, StoreError
from tengen.arena.tournament import play_tournament
from tengen.bench.arena import survive
from tengen.core import Opening, Record, Stop, TengenError
from tengen.core.lock import LockedError, locked
from tengen.openings.deck import Deck
from tengen.scaleout.local import LocalRunner

PLAYERS = '''
"""Players that other processes can make."""
import os, subprocess, sys, time
from dataclasses import dataclass
from pathlib import Path
from tengen.core import Agent, Decision, EngineError, Limit

class Odd(Agent):
    default_limit = Limit(nodes=1)

    def __init__(self, spec):
        self.name, _, self.place = spec.partition(":")
        self.program = None

    def prepare(self):
        if self.name == "nanny":
            self.program = subprocess.Popen(["sleep", "600"], stdin=subprocess.DEVNULL)

    def decide(self, state, limit=None, *, stop=None, on_progress=None):
        if self.name == "dying":
            raise EngineError("was ended by SIGSEGV")
        if self.name == "fatal" and not Path(self.place).exists():
            Path(self.place).touch()
            os._exit(9)
        if self.name == "lethal":
            os._exit(9)
        if self.name == "nanny":
            Path(self.place).touch()
            stop.wait()
        return Decision(int(state.legal_actions()[0]), 0.0)

    def close(self):
        if self.program is not None:
            self.program.kill()
            self.program.wait()

@dataclass(frozen=True)
class OddPlayer:
    spec: str

    @property
    def name(self):
        return self.spec.partition(":")[0]

    def __call__(self, seed):
        return Odd(self.spec)

    def for_game(self, game):
        return self

def make(spec, game):
    return OddPlayer(spec)
'''
HEAD = """
seed = 5
[game]
name = "gomoku"
size = 5
win_length = 4
"""


def write_config(folder, players, head="", tail=""):
    """Return the file of a tournament of quick games; a player is SPEC or NAME@SPEC."""
    path = folder / "cup.toml"
    named = [player.rpartition("@") for player in players]
    listed = "".join(f'[[players]]\nname = "{name}"\nspec = "{spec}"\n' for name, _, spec in named)
    path.write_text(f"{head}{HEAD}{listed}{tail}")
    return path


@pytest.fixture
def odd(tmp_path, monkeypatch):
    """Makes players that fail in known ways, in this process and in others."""
    (tmp_path / "odd_players.py").write_text(PLAYERS)
    monkeypatch.syspath_prepend(tmp_path)
    import odd_players

    yield odd_players.make
    del sys.modules["odd_players"]


def play(config, folder, make=SpecPlayer, stop=None, on_game=lambda game: None):
    """Play what is left and return the report and the games of this sitting."""
    plan = make_plan(Config.read(config), make)
    account, played = Account(plan), []

    def add(game):
        account.add(game)
        played.append(game)
        on_game(game)

    play_tournament(plan, folder, LocalRunner(), on_open=account.begin, on_game=add, stop=stop)
    return account.report(), played


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
@pytest.mark.parametrize(
    ("total", "kills"), [(20, 1), pytest.param(200, 3, marks=pytest.mark.long)]
)
def test_kill_loses_and_repeats_nothing(tmp_path, total, kills):
    """Killed with -9, a tournament has each of its games once and leaves no process."""
    found = survive(tmp_path, total=total, kills=kills, seed=1)
    assert (found.games, found.kills) == (total, kills)
    assert (found.lost, found.repeated, found.bad_files, found.orphans) == (0, 0, 0, 0)


def test_stopped_tournament_goes_on(tmp_path):
    """What was played before a stop is kept, with its files; the same settings play the rest."""
    players = ["random", "other@random", "third@random"]
    config = write_config(tmp_path, players, head="concurrency = 2")
    out, stop = tmp_path / "out", Stop()
    report, first = play(config, out, stop=stop, on_game=lambda game: stop.set())
    assert 1 <= len(first) < 6
    assert not report["complete"]

    (lost, *_) = (out / "games").glob("*.sgf")
    lost.unlink()
    (out / "games" / ".r01-m01-g02_a_b_1-0.sgf.x1").write_text("half")
    report, second = play(config, out)
    assert report["complete"]
    assert {game.key for game in first}.isdisjoint(game.key for game in second)
    assert len(first) + len(second) == report["games"] == 6
    files = sorted((out / "games").iterdir())
    assert lost in files
    assert len(files) == 6
    for path in files:
        (game,) = records.read(path)
        assert isinstance(game, Record)
        assert records.check(game) is None
        assert game.meta["EV"] == "cup"
        assert "-".join(game.players) in path.name.replace("_", "-")
    again, third = play(config, out)
    assert third == []
    assert again == report


@pytest.mark.parametrize("more", [[], pytest.param(["other@random"], marks=pytest.mark.long)])
def test_games_do_not_depend_on_concurrency(tmp_path, more):
    """The same seed gives the same games, played one by one or side by side."""
    players = ["random", *more, "mcts?playouts=20"]
    config = write_config(tmp_path, players, head="concurrency = 2")
    one = {game.key: moves(game) for game in play(config, tmp_path / "one")[1]}
    config = write_config(tmp_path, players)
    assert {game.key: moves(game) for game in play(config, tmp_path / "two")[1]} == one


def moves(game):
    return [move.action for move in game.record.moves]


def test_other_settings_are_refused(tmp_path):
    """A folder's tournament is not gone on with under other settings; more processes may help."""
    config = write_config(tmp_path, ["random", "other@random"])
    plan = make_plan(Config.read(config), SpecPlayer)
    store = tmp_path / "games.sqlite"
    Store(store, plan.identity()).__exit__()
    for old, new, complaint in [
        ("seed = 5", "seed = 6", "with seed 5, not 6"),
        ('"other"', '"another"', "with players.2.name other, not another"),
        ("size = 5", "size = 6", "with game.size 5, not 6"),
        (
            "[game]",
            "[adjudication]\nresign = { moves = 3 }\n[game]",
            "with adjudication.resign none, not value=0.95 moves=3",
        ),
        ('"random"', '"mcts"', "with players.1.spec random, not mcts"),
    ]:
        config_text = config.read_text()
        config.write_text(config_text.replace(old, new))
        with pytest.raises(StoreError, match=complaint):
            Store(store, make_plan(Config.read(config), SpecPlayer).identity())
        config.write_text(config_text)
    config.write_text(f"concurrency = 4\n{config.read_text()}")
    Store(store, make_plan(Config.read(config), SpecPlayer).identity()).__exit__()


def test_folder_of_other_things_is_refused(tmp_path):
    """A folder that holds something else is left as it is."""
    config = write_config(tmp_path, ["random", "other@random"])
    mine = tmp_path / "mine" / "games" / ".r01-m01-g01_note"
    mine.parent.mkdir(parents=True)
    mine.write_text("mine")
    with pytest.raises(StoreError, match="is not empty and holds no tournament"):
        play(config, mine.parents[1])
    assert [path for path in mine.parents[1].rglob("*") if path.is_file()] == [mine]
    with pytest.raises(StoreError, match="is no folder"):
        play(config, mine)


def test_damaged_store_is_refused(tmp_path):
    """A file that is no tournament's is told in one line and left as it is."""
    path = tmp_path / "games.sqlite"
    path.write_bytes(b"no data base, but something else " * 100)
    with pytest.raises(StoreError, match="damaged or no tournament"):
        Store(path, {})
    sqlite3.connect(tmp_path / "other.sqlite").execute("CREATE TABLE mine (x)").connection.commit()
    with pytest.raises(StoreError, match=r"other.sqlite"):
        Store(tmp_path / "other.sqlite", {})


def stored(game, name="random"):
    """Return a game of chance that was played here, as the first one of a tournament."""
    players = tuple(SpecPlayer("random", game)(seed) for seed in range(2))
    players[1].name = name
    opening = (game.book() or [Opening(game)])[0]
    played = play_game(
        game,
        players,
        Conditions(
            opening=opening.actions,
            opening_name=opening.name,
            adjudicator=Adjudicator(Adjudication(longest=9)),
        ),
    )
    time = "2026-01-31T12:00:00+00:00"
    return StoredGame((1, 1, 1), (0, 1), played.record, played.costs, None, time)


def test_a_game_is_kept_once(tmp_path):
    """A game that is there cannot be added again, and is what it was."""
    game = stored(tengen.load("gomoku", size=5, win_length=4))
    with Store(tmp_path / "games.sqlite", {}) as store:
        store.add(game)
        with pytest.raises(StoreError, match="already"):
            store.add(game)
    with Store(tmp_path / "games.sqlite", {}) as store:
        assert store.game(game.key) == game
        assert list(store.games()) == [game]
        assert store.results == {game.key: game.result}


def test_openings_are_kept(tmp_path):
    """Openings are dealt once; a deck that has changed since, or its file, changes none."""
    game = tengen.load("draughts")
    with Store(tmp_path / "games.sqlite", {}) as store:
        deck = Deck(game, game.book(), 4, 3, store.openings, store.add_opening)
        dealt = [deck.opening(number) for number in (4, 0, 157)]
        assert len(set(store.openings[:156])) == 156
    with Store(tmp_path / "games.sqlite", {}) as store:
        deck = Deck(game, game.book()[:1], 4, 3, store.openings, store.add_opening)
        assert [deck.opening(number) for number in (4, 0, 157)] == dealt


def test_balanced_openings_differ(tmp_path):
    """Openings that are drawn are different, and the same for a seed wherever one goes on."""
    game = tengen.load("gomoku", size=7)
    one, two = [], []
    first = Deck(game, (), 4, 3, one, one.append)
    first.opening(5)
    Deck(game, (), 4, 3, two, two.append).opening(2)
    Deck(game, (), 4, 3, two, two.append).opening(5)
    assert one == two
    assert len({opening.actions for opening in one}) == 6
    assert {len(opening.actions) for opening in one} == {4}


def test_one_process_at_a_time(tmp_path):
    """Two commands do not play the same tournament at once."""
    config = write_config(tmp_path, ["random", "other@random"])
    with (
        locked(tmp_path / "out"),
        pytest.raises(LockedError, match="another process is at work"),
    ):
        play(config, tmp_path / "out")


def test_failing_player_loses_its_games_alone(tmp_path, odd):
    """A program that dies loses that game; the tournament goes on."""
    config = write_config(tmp_path, ["dying", "calm", "steady"])
    report, _ = play(config, tmp_path / "out", odd)
    assert report["complete"]
    assert report["games"] == 6
    forfeits = {player["name"]: player["forfeits"] for player in report["players"]}
    assert forfeits == {"dying": 4, "calm": 0, "steady": 0}
    assert all("dying was ended by SIGSEGV" in verdict for verdict in report["forfeits"])


def test_dying_process_costs_only_its_game(tmp_path, odd):
    """A game whose process dies is played again; if it dies again, that is told."""
    players = [f"fatal:{tmp_path / 'dead'}", "calm", "steady"]
    config = write_config(tmp_path, players, head="concurrency = 2")
    report, _ = play(config, tmp_path / "out", odd)
    assert (tmp_path / "dead").exists()
    assert (report["complete"], report["games"], report["forfeits"]) == (True, 6, [])

    config = write_config(tmp_path, ["lethal", "calm"])
    with pytest.raises(TengenError, match=r"game 1.1.\d, .* died 2 times"):
        play(config, tmp_path / "other", odd)


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_stop_reaches_the_programs_of_players(tmp_path, odd, monkeypatch):
    """A stopped tournament ends the programs that players started, and within seconds."""
    monkeypatch.setenv("TENGEN_TEST_NANNY", str(tmp_path))
    began = tmp_path / "began"
    config = write_config(tmp_path, [f"nanny:{began}", "calm"])
    stop = Stop()

    def wait():
        # Forked it may be there before it is itself.
        while not (began.exists() and sleepers(tmp_path)):
            time.sleep(0.02)
        stop.set()

    timer = Timer(0, wait)
    timer.start()
    report, played = play(config, tmp_path / "out", odd, stop=stop)
    timer.join()
    assert (played, report["complete"]) == ([], False)
    assert sleepers(tmp_path) == []


def sleepers(mark):
    """Return the commands of other processes with `mark` in their environment."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            if f"TENGEN_TEST_NANNY={mark}".encode() in (path / "environ").read_bytes():
                found.append((path / "cmdline").read_bytes())
        except OSError:
            continue
    return [command for command in found if command.startswith(b"sleep")]


def test_sprt_ends_a_match(tmp_path):
    """As soon as the test has a verdict no further game begins, now or later."""
    config = write_config(
        tmp_path,
        ["mcts?playouts=100", "random"],
        head="games = 400",
        tail="[sprt]\nelo0 = 0\nelo1 = 200\n",
    )
    report, played = play(config, tmp_path / "out")
    assert report["sprt"]["verdict"] == "H1"
    assert report["complete"]
    assert len(played) < 100
    assert play(config, tmp_path / "out")[1] == []


@pytest.mark.parametrize(
    ("game", "suffix"),
    [
        (tengen.load("gomoku", size=15), ".psq"),
        (tengen.load("gomoku", size=15, rule="renju"), ".psq"),
        (tengen.load("gomoku", size=6, win_length=4), ".sgf"),
        (tengen.load("gomoku", opening="swap2"), ".json"),
        (tengen.load("go", size=7, handicap=2), ".sgf"),
        (tengen.load("draughts"), ".pdn"),
        (tengen.load("draughts", position="W:WK1:BK10,K15"), ".pdn"),
    ],
    ids=str,
)
def test_files_suit_the_game(tmp_path, game, suffix):
    """Each game is in the format for it, under its players' names, and reads back as it was."""
    kept = stored(game, "Ünï / x")
    path = GameFiles(tmp_path, ["random", "Ünï / x"], "Cup").write(kept)
    assert path.name.startswith("r01-m01-g01_random_Ünï-x_")
    assert path.suffix == suffix
    (read,) = records.read(path)
    assert read.settings == kept.record.settings
    assert read.players == kept.record.players
    assert [move.action for move in read.moves] == moves(kept)
    assert read.outcome.winner == kept.record.outcome.winner
    told = {value for key, value in read.meta.items() if key in {"EV", "Event", "Tournament"}}
    assert any("Cup" in value for value in told)


def test_report_is_plain_data(tmp_path):
    """The figures of every kind go through JSON, before the first game too."""
    players = [f"p{number}@random" for number in range(5)]
    for head in [
        'kind = "gauntlet"\nchallengers = ["p1"]',
        'kind = "knock-out"',
        'kind = "swiss"\nrounds = 3',
    ]:
        plan = make_plan(Config.read(write_config(tmp_path, players, head=head)), SpecPlayer)
        account = Account(plan)
        before = json.loads(json.dumps(account.report()))
        assert (before["games"], before["complete"]) == (0, False)
        assert len(before["players"]) == 5


def test_later_rounds_follow_from_earlier_ones(tmp_path):
    """A knock-out is played to its final."""
    players = [f"p{number}@random" for number in range(3)]
    config = write_config(tmp_path, players, head='kind = "knock-out"')
    report, _ = play(config, tmp_path / "cup")
    assert report["complete"]
    assert [len(matches) for matches in report["rounds"]] == [1, 1]
    assert report["players"][0]["name"] == report["rounds"][1][0]["winner"]
