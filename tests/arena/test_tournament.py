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
from tengen.arena.config import Config
from tengen.arena.plan import make_plan
from tengen.arena.report import Account
from tengen.arena.store import Store, StoreError
from tengen.arena.tournament import play_tournament
from tengen.bench.arena import survive
from tengen.core import Record, Stop, TengenError
from tengen.core.lock import LockedError

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
concurrency = 2
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

    play_tournament(plan, folder, on_open=account.begin, on_game=add, stop=stop)
    return account.report(), played


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_kill_loses_and_repeats_nothing(tmp_path):
    """Killed with -9 three times, a tournament has each of its games once and leaves no process."""
    found = survive(tmp_path, total=60, kills=3, seed=1)
    assert (found.games, found.kills) == (60, 3)
    assert (found.lost, found.repeated, found.bad_files, found.orphans) == (0, 0, 0, 0)


def test_stopped_tournament_goes_on(tmp_path):
    """What was played before a stop is kept, with its files; the same settings play the rest."""
    config = write_config(tmp_path, ["random", "other@random", "third@random"])
    out, stop = tmp_path / "out", Stop()
    report, first = play(config, out, stop=stop, on_game=lambda game: stop.set())
    assert 1 <= len(first) < 6
    assert not report["complete"]

    (lost, *_) = (out / "games").glob("*.sgf")
    lost.unlink()
    (out / "games" / ".half.sgf.x1").write_text("half")
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


def test_games_do_not_depend_on_concurrency(tmp_path):
    """The same seed gives the same games, played one by one or side by side."""
    players = ["random", "other@random", "mcts?playouts=20"]
    config = write_config(tmp_path, players)
    one = {game.key: moves(game) for game in play(config, tmp_path / "one")[1]}
    config.write_text(config.read_text().replace("concurrency = 2", "concurrency = 1"))
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
    ]:
        config_text = config.read_text()
        config.write_text(config_text.replace(old, new))
        with pytest.raises(StoreError, match=complaint):
            Store(store, make_plan(Config.read(config), SpecPlayer).identity())
        config.write_text(config_text)
    config.write_text(config.read_text().replace("concurrency = 2", "concurrency = 4"))
    Store(store, make_plan(Config.read(config), SpecPlayer).identity()).__exit__()


def test_damaged_store_is_refused(tmp_path):
    """A file that is no tournament's is told in one line and left as it is."""
    path = tmp_path / "games.sqlite"
    path.write_bytes(b"no data base, but something else " * 100)
    with pytest.raises(StoreError, match="damaged or no tournament"):
        Store(path, {})
    sqlite3.connect(tmp_path / "other.sqlite").execute("CREATE TABLE mine (x)").connection.commit()
    with pytest.raises(StoreError, match=r"other.sqlite"):
        Store(tmp_path / "other.sqlite", {})


def test_a_game_is_kept_once(tmp_path):
    """A game that is there cannot be added again."""
    config = write_config(tmp_path, ["random", "other@random"], head="games = 2")
    _, (game, _) = play(config, tmp_path / "out")
    plan = make_plan(Config.read(config), SpecPlayer)
    with Store(tmp_path / "out" / "games.sqlite", plan.identity()) as store:
        assert store.game(game.key) == game
        with pytest.raises(StoreError, match="already"):
            store.add(game)


def test_one_process_at_a_time(tmp_path):
    """Two commands do not play the same tournament at once."""
    config = write_config(tmp_path, ["random", "other@random"])

    def intrude(game):
        with pytest.raises(LockedError, match="another process is at work"):
            play(config, tmp_path / "out")

    play(config, tmp_path / "out", on_game=intrude)


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
    config = write_config(tmp_path, [f"fatal:{tmp_path / 'dead'}", "calm", "steady"])
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
        while not began.exists():
            time.sleep(0.01)
        assert len(sleepers(tmp_path)) >= 1
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


def test_files_suit_the_game(tmp_path):
    """Gomoku of five is written as PSQ, draughts as PDN, with ballots by their names."""
    head = HEAD.replace("size = 5\nwin_length = 4", "size = 15")
    path = tmp_path / "gomoku.toml"
    listed = '[[players]]\nspec = "random"\n[[players]]\nspec = "random"\nname = "Ünï / x"\n'
    path.write_text(head + listed)
    report, _ = play(path, tmp_path / "gomoku")
    assert {file.suffix for file in (tmp_path / "gomoku" / "games").iterdir()} == {".psq"}
    assert report["players"][0]["name"] in {"random", "Ünï / x"}
    path.write_text('games = 2\n[game]\nname = "draughts"\n' + listed + "[adjudication]\nlongest=9")
    report, _ = play(path, tmp_path / "draughts")
    (one, _) = (tmp_path / "draughts" / "games").glob("*.pdn")
    (game,) = records.read(one)
    assert game.meta["Event"] == "gomoku"
    assert game.outcome.reason == "9 plies"
    assert {played["reason"] for played in report["played"]} == {"9 plies"}
    book = {opening.name for opening in tengen.load("draughts").book()}
    assert {played["opening"] for played in report["played"]} <= book


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


def test_kinds_are_played_to_the_end(tmp_path):
    """Knock-out and Swiss pair later rounds by the results of earlier ones."""
    players = [f"p{number}@random" for number in range(4)]
    config = write_config(tmp_path, players, head='kind = "knock-out"')
    report, _ = play(config, tmp_path / "cup")
    assert report["complete"]
    assert [len(matches) for matches in report["rounds"]] == [2, 1]
    assert report["players"][0]["name"] == report["rounds"][1][0]["winner"]
    config = write_config(tmp_path, players[:3], head='kind = "swiss"\nrounds = 2')
    report, _ = play(config, tmp_path / "swiss")
    assert report["complete"]
    assert report["games"] == 4
    assert sum(player["points"] for player in report["players"]) == 8  # two byes of two points
