"""``tengen arena``: settings checked before anything is played, and a whole tournament."""

import json
import sqlite3
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from tengen import records
from tengen.agents.player import SpecPlayer
from tengen.arena.config import Config
from tengen.arena.plan import make_plan
from tengen.arena.report import Account
from tengen.cli.play.arena import forfeit_lines, table_of
from tengen.core import Stop

EXAMPLES = Path(__file__).parents[2] / "examples" / "arena"

CONFIG = """\
games = 2

[game]
name = "gomoku"
size = 5
win_length = 4

[[players]]
name = "first"
spec = "random"
time = "30"

[[players]]
name = "second"
spec = "random"
"""


@pytest.fixture
def config(tmp_path, monkeypatch):
    """A file of settings, and a data folder of its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    path = tmp_path / "cup.toml"
    path.write_text(CONFIG)
    return path


def test_plays_and_goes_on(tengen, config, tmp_path):
    """A tournament is played, told as JSON, drawn as a page and kept; again, nothing is played."""
    out = tmp_path / "out"
    ran = tengen("arena", config, "--out", out, "--json")
    assert (ran.code, ran.err) == (0, "")
    figures = json.loads(ran.out)
    assert (figures["games"], figures["complete"]) == (2, True)
    assert {player["name"] for player in figures["players"]} == {"first", "second"}
    assert "cup" in (out / "index.html").read_text()
    for path in (out / "games").iterdir():
        (game,) = records.read(path)
        has_clock = [move.clock is not None for move in game.moves if not move.is_laid_out]
        assert len(has_clock) > 1
        # Four plies are the opening: the first player goes on.
        assert has_clock == [game.players[ply % 2] == "first" for ply in range(len(has_clock))]
    again = tengen("arena", config, "--out", out)
    assert again.code == 0
    assert "2 games of 2" in again.out
    ratings = sqlite3.connect(tmp_path / "data" / "tengen" / "ratings.sqlite")
    assert ratings.execute("SELECT COUNT(*) FROM games").fetchone() == (2,)


@pytest.mark.parametrize("kind", ['kind = "swiss"\nrounds = 1', 'kind = "knock-out"', ""])
def test_table_fits_a_terminal(config, kind):
    """In eighty columns every name and every figure is shown whole."""
    config.write_text(CONFIG.replace("games = 2", kind).replace('"second"', '"a longer name"'))
    figures = Account(make_plan(Config.read(config), SpecPlayer)).report()
    for player in figures["players"]:
        player |= {"elo": -834.0, "interval": [-1100.0, -600.0], "wins": 123, "losses": 456}
        player |= {"superiority_over_next": 0.5, "points": 1234.5, "seconds_per_move": 1.234}
    console = Console(width=80, file=StringIO())
    console.print(table_of(figures))
    told = console.file.getvalue()
    assert "\N{MINUS SIGN}834 (\N{MINUS SIGN}1100 to \N{MINUS SIGN}600)" in told
    assert "1,234" in told
    assert "123 0 456" in told
    assert "a longer" in told


def test_check_plays_nothing(tengen, config, tmp_path):
    """``--check`` says what would be played and leaves no trace."""
    ran = tengen("arena", config, "--check", "--out", tmp_path / "out")
    assert ran.code == 0
    assert "round-robin of 2 players, 2 games" in ran.out
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (
            "time =",
            "tiem =",
            "line 11: players.1.tiem: there is no key 'tiem'; there are spec, name",
        ),
        ("games = 2", "gmaes = 2", "line 1: gmaes: there is no key 'gmaes'"),
        ("games = 2", "games = 3", "line 1: games: 3: Input should be a multiple of 2"),
        (
            "games = 2",
            "games = 1000000000000",
            "line 1: games: 1000000000000: Input should be less",
        ),
        (
            "games = 2",
            'kind = "knock-out"\nreplays = 1000000000000',
            "line 2: replays: 1000000000000: Input should be less",
        ),
        ("games = 2", "games = ", "line 1"),
        ('"30"', '"soon"', "line 11: players.1.time: bad time control 'soon'"),
        ("size = 5", "size = 500", "line 3: game: gomoku size=500"),
        ("size = 5", "sise = 5", "line 3: game: gomoku has no setting 'sise'"),
        ('name = "gomoku"', "", "game.name: is missing"),
        ('"second"\nspec = "random"', '"second"\nspec = "rndom"', "line 15: players.2.spec: rndom"),
        (
            '"second"\nspec = "random"',
            '"second"\nspec = "gtp:/no/such/engine"',
            "line 15: players.2.spec: gtp:/no/such/engine",
        ),
        ('"second"', '"first"', "line 13: players.2: there is a player 'first' already"),
        ('"second"', '" first "', "line 13: players.2: there is a player 'first' already"),
        ("games = 2", 'kind = "swis"', "line 1: kind: 'swis'"),
        ("games = 2", 'kind = "swiss"', "line 1: kind: a Swiss tournament needs rounds"),
        ("games = 2", "rounds = 2", "line 1: rounds: is for kind = 'swiss', not 'round-robin'"),
        ("games = 2", 'kind = "swiss"\nrounds = 2', "line 2: rounds: of 2 players, 1 rounds"),
        ("games = 2", 'anchor = "third"', "line 1: anchor: no player is called 'third'"),
        (
            "games = 2",
            'kind = "gauntlet"\nchallengers = ["first", "x"]',
            "line 2: challengers.2: no player is called 'x'",
        ),
        ("[game]", '[openings]\nsource = "no.txt"\n[game]', "line 4: openings.source:"),
        ("[game]", '[openings]\nsource = "book"\n[game]', "has no book"),
        ("[game]", "[adjudication]\ntables = true\n[game]", "line 4: adjudication.tables: gomoku"),
        (
            "[game]",
            "[adjudication]\nresign = { value = 2 }\n[game]",
            "line 4: adjudication.resign.value: 2",
        ),
        ("[game]", "[sprt]\nelo0 = 5\nelo1 = 0\n[game]", "line 5: sprt.elo1: must be above elo0"),
        ("[[players]]", "[[player]]", "players"),
        ("games = 2", 'name = "a\\nb"', "line 1: name: 'a\\nb' cannot be read"),
        ('"second"', '"a\\tb"', "line 14: players.2.name: 'a\\tb' cannot be read"),
        ("[game]", '[openings]\nsource = "a\\u0000b"\n[game]', "cannot be the name of a file"),
    ],
)
def test_faults_are_told_with_their_place(tengen, config, tmp_path, old, new, complaint):
    """A wrong setting is refused in one line that says where it stands; nothing is written."""
    config.write_text(CONFIG.replace(old, new))
    ran = tengen("arena", config, "--out", tmp_path / "out")
    assert ran.code == 2
    assert complaint in ran.err
    assert ran.err.startswith(f"tengen: {config}")
    assert ran.err.count("\n") == 1
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(("forfeits", "lines"), [(0, 0), (10, 10), (11, 11), (1000, 11)])
def test_many_forfeits_leave_the_table_in_sight(forfeits, lines):
    """A program that fails in each of its games does not fill the terminal."""
    told = forfeit_lines([f"game {number}" for number in range(forfeits)])
    assert len(told) == lines
    assert (told[-1:] == ["and 990 forfeits more, all on the page"]) == (forfeits == 1000)


def test_interrupt_keeps_what_is_done(tengen, config, tmp_path, monkeypatch):
    """Ctrl-C ends the command with its own exit code, and says how to go on."""

    @contextmanager
    def stopped():
        stop = Stop()
        stop.set()
        yield stop

    monkeypatch.setattr("tengen.cli.play.arena.stopping", stopped)
    ran = tengen("arena", config, "--out", tmp_path / "out", "--json")
    assert ran.code == 130
    assert json.loads(ran.out)["games"] == 0
    assert "0 of 2 games are played; the same command goes on" in ran.err


def test_caveats_are_told(tengen, config):
    """A net that was trained for another board plays, with a warning."""
    config.write_text(
        CONFIG.replace("size = 5\nwin_length = 4", "size = 9").replace(
            '"second"\nspec = "random"', '"second"\nspec = "alphazero:gomoku-8x8"'
        )
    )
    ran = tengen("arena", config, "--check")
    assert ran.code == 0
    assert "alphazero:gomoku-8x8 uses gomoku-8x8, trained for" in ran.err


def test_missing_files_are_told(tengen, tmp_path):
    """A file that is not there, or is no text, is told in one line."""
    assert "No such file" in tengen("arena", tmp_path / "no.toml").err
    (tmp_path / "odd.toml").write_bytes(b"\xff\xfe\x00")
    assert "not text in UTF-8" in tengen("arena", tmp_path / "odd.toml").err
    assert tengen("arena", tmp_path).code == 2


def test_other_settings_are_refused(tengen, config, tmp_path):
    """The folder of one tournament is not gone on with by another."""
    assert tengen("arena", config, "--out", tmp_path / "out").code == 0
    config.write_text(CONFIG.replace('"30"', '"40"'))
    ran = tengen("arena", config, "--out", tmp_path / "out")
    assert ran.code == 2
    assert "holds a tournament with players.1.time 30, not 40: choose another --out" in ran.err


@pytest.mark.parametrize("example", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_examples_are_good(tengen, example):
    """Every tournament that ships as an example can be played."""
    ran = tengen("arena", example, "--check")
    assert (ran.code, ran.err) == (0, "")
