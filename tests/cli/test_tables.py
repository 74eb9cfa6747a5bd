"""``tengen tables``: built, described, checked; whatever is wrong is one line."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from tengen.games.draughts import tables
from tengen.games.draughts.tables.file import TablesFile, write_tables

from .test_errors import WITH_CTRL_C, assert_refused


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """Make an empty folder the place of the user's data."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data"


def test_build_where_searches_find_it(tengen, home):
    """By default the file goes to the user's data folder; the results of each number are told."""
    ran = tengen("tables", "build", "draughts", "--pieces", 3, "--json")
    assert ran.code == 0
    told = json.loads(ran.out)
    path = home / "tengen" / "tables" / "draughts-3.tables"
    assert told["file"] == str(path)
    assert told["bytes"] == path.stat().st_size
    assert told["seconds"] > 0
    assert told["by_pieces"][-1] == {
        "pieces": 3,
        "positions": 196_032,
        "wins": 100_250,
        "losses": 87_305,
        "draws": 8_477,
        "longest": 62,
    }


def test_build_to_a_file(tengen, tmp_path):
    path = tmp_path / "my.tables"
    ran = tengen("tables", "build", "draughts", "--pieces", 2, "--out", path, "--threads", 1)
    assert ran.code == 0
    assert str(path) in ran.out.replace("\n", "")
    assert "Built in" in ran.out
    assert TablesFile(path).pieces == 2


def test_build_without_distances(tengen, tmp_path):
    """Results alone of the most pieces are a small part of the size, and told."""
    path, whole = tmp_path / "results.tables", tmp_path / "whole.tables"
    build = ["tables", "build", "draughts", "--pieces", "3", "--out"]
    assert tengen(*build, whole).code == 0
    told = json.loads(tengen(*build, path, "--distances", 2, "--json").out)
    assert (told["pieces"], told["distances"]) == (3, 2)
    assert path.stat().st_size < whole.stat().st_size / 3
    assert json.loads(tengen("tables", "check", "--file", path, "--json").out)["faults"] == 0


def test_info_of_the_tables_in_use(tengen):
    """Without a file it is about the tables that searches probe."""
    ran = tengen("tables", "info")
    assert ran.code == 0
    assert "2,574,304" in ran.out
    told = json.loads(tengen("tables", "info", "draughts", "--json").out)
    assert (told["file"], told["pieces"]) == (str(tables.shipped()), 5)
    assert told["distances"] == 4


def test_check_finds_nothing_wrong(tengen):
    """In the tables that searches probe."""
    tables.users(5).parent.mkdir(parents=True)
    write_tables(tables.users(5), 3, tables.solve(3, 1, lambda _done, _total: None))
    assert "every result and distance follows" in tengen("tables", "check").out
    told = json.loads(tengen("tables", "check", "draughts", "--json").out)
    assert told == {"file": str(tables.users(5)), "faults": 0}


@pytest.mark.parametrize("command", ["info", "check"])
def test_damaged_tables_of_the_user(tengen, command):
    """The file that is damaged is named, and what to do about it."""
    tables.users(5).parent.mkdir(parents=True)
    tables.users(5).write_bytes(tables.shipped().read_bytes()[:1_000_000])
    ran = tengen("tables", command)
    assert_refused(ran, str(tables.users(5)), "damaged", "tengen tables build")


def test_damaged_results_are_found(tengen, tmp_path):
    """A wrong result is found although every checksum fits."""
    path = tmp_path / "wrong.tables"
    solved = tables.solve(2, 1, lambda _done, _total: None)
    entries = solved[0].entries.copy()
    entries[entries == 12] = 10
    write_tables(path, 2, [replace(solved[0], entries=entries), *solved[1:]])
    assert_refused(tengen("tables", "check", "--file", path), str(path), "wrong")


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("tables", ["command"]),
        ("tables build", ["GAME"]),
        ("tables build chess", ["'chess'", "draughts"]),
        ("tables build gomoku", ["'gomoku'", "draughts"]),
        ("tables build draughts --pieces 1", ["pieces=1", "2 to 5"]),
        ("tables build draughts --pieces 6", ["pieces=6", "2 to 5"]),
        ("tables build draughts --pieces many", ["--pieces"]),
        ("tables build draughts --threads 0", ["--threads"]),
        ("tables build draughts --pieces 3 --distances 4 --out x", ["distances=4", "2 to 3"]),
        ("tables build draughts --pieces 3 --distances 2", ["--distances", "--out"]),
        ("tables build draughts --out /proc/version", ["/proc/version", "something else"]),
        ("tables build draughts --out /proc/none/x", ["/proc/none"]),
        ("tables build draughts --out /", ["something else"]),
        ("tables info go", ["'go'"]),
        ("tables info --file /proc/none", ["/proc/none", "no such file"]),
        ("tables info --file /proc/version", ["/proc/version", "not a file of endgame tables"]),
        ("tables check --file /", ["/"]),
    ],
)
def test_bad_input(tengen, command, words):
    """Wrong arguments are refused before anything is computed."""
    assert_refused(tengen(*command.split()), *words)


@pytest.mark.long
def test_ctrl_c_leaves_nothing(tmp_path):
    """An interrupted build ends with 130 and without a file, not even a part of one."""
    path = tmp_path / "out" / "five.tables"
    command = [sys.executable, "-c", WITH_CTRL_C, "tables", "build", "draughts", "--out", path]
    with subprocess.Popen([*command, "--pieces", "5", "--threads", "1"]) as process:
        deadline = time.monotonic() + 60
        while not path.parent.is_dir() and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        assert process.wait(120) == 130
    assert list(path.parent.iterdir()) == []


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_five_pieces(tengen, tmp_path):
    """All positions of five pieces are solved in 4 GiB, counted as published, and are all right."""
    path = tmp_path / "five.tables"
    command = [sys.executable, "-m", "tengen", "tables", "build", "draughts", "--pieces", "5"]
    with subprocess.Popen([*command, "--out", path, "--json"], stdout=subprocess.PIPE) as process:
        told = json.load(process.stdout)
        _, status, usage = os.wait4(process.pid, 0)
    assert status == 0
    assert usage.ru_maxrss * 1024 <= 4 * 2**30
    five = told["by_pieces"][-1]
    assert (five["wins"], five["losses"], five["draws"]) == (71_334_772, 56_993_144, 11_122_892)
    ran = tengen("tables", "check", "--file", path)
    assert "every result and distance is right" in ran.out
