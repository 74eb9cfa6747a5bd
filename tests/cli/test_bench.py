"""``tengen bench``: rows for programs and for people; what is measured is real work."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tengen.bench import (
    NAMES,
    Row,
    alphabeta,
    engine,
    load,
    memory,
    perft,
    planes,
    playouts,
    records,
    rollouts,
    search,
    tables,
)
from tengen.bench.fresh import run_fresh
from tengen.bench.timing import rates
from tengen.core import TengenError
from tengen.games import names

KEYS = ["bench", "case", "value", "unit", "peer", "peer_value", "ratio"]


@pytest.fixture
def quick(monkeypatch):
    """Measure for an instant: the figures mean nothing, their form does."""
    for module in (search, rollouts):
        monkeypatch.setattr(module, "SIMULATIONS", 500)
    monkeypatch.setattr(alphabeta, "NODES", 100)
    monkeypatch.setattr(engine, "NODES", 20_000)
    monkeypatch.setattr(engine, "POSITIONS", 2)
    monkeypatch.setattr(engine, "PLAYER", "random")
    monkeypatch.setattr(playouts, "PLAYOUTS", 2)
    monkeypatch.setattr(playouts, "PEER_SIMULATIONS", {9: 20, 19: 2})
    monkeypatch.setattr(perft, "DEPTH", 3)
    monkeypatch.setattr(perft, "PEER_DEPTH", 3)
    monkeypatch.setattr(planes, "BATCH", 4)
    monkeypatch.setattr(records, "GAMES", 2)
    monkeypatch.setattr(tables, "PIECES", 3)
    monkeypatch.setattr(tables, "POSITIONS", 100)
    for module in (search, alphabeta, rollouts, playouts, perft, planes, tables, records):
        monkeypatch.setattr(module, "rates", lambda *works: rates(*works, seconds=0.001, rounds=1))
    monkeypatch.setattr(rollouts, "PEER_SIMULATIONS", 20)


def test_search_rows(tengen, quick):
    """JSON is a list of rows with the agreed keys and cases."""
    rows = json.loads(tengen("bench", "search", "--json").out)
    assert [list(row) for row in rows] == [KEYS] * 3
    assert [row["case"] for row in rows] == ["8x8", "15x15", "15x15, unequal priors"]
    assert all(row["value"] > 0 for row in rows)
    assert all(row["peer"] is None and row["ratio"] is None for row in rows)


def test_alphabeta_of_both_judges(tengen, quick):
    """Each game is a row with a net and one with metrics."""
    rows = json.loads(tengen("bench", "alphabeta", "--json").out)
    assert [row["case"] for row in rows] == [
        *("draughts, dense 128-64-32-1", "draughts, metrics"),
        *("gomoku, dense 450-64-32-1", "gomoku, metrics"),
    ]
    assert all(row["value"] > 0 for row in rows)


@pytest.mark.long
def test_engine_by_its_two_kinds_of_nodes(tengen, quick):
    """Each game has its nodes and evaluations; tactical nodes are counted apart where there are any."""
    rows = json.loads(tengen("bench", "engine", "--json").out)
    units = {row["case"].split(",")[0]: set() for row in rows}
    for row in rows:
        units[row["case"].split(",")[0]].add(row["unit"])
    nodes, tactical = "nodes per core-second", "tactical nodes per core-second"
    both = "nodes of both kinds per core-second"
    judged = "evaluations per core-second"
    assert units == {"gomoku": {nodes, tactical, both, judged}, "draughts": {nodes, judged}}
    assert all(row["value"] > 0 for row in rows if row["unit"] in (nodes, judged))


def test_rollouts_beside_the_peer(tengen, quick):
    """With OpenSpiel installed, the row has its figure and the ratio."""
    pytest.importorskip("pyspiel")
    (row,) = json.loads(tengen("bench", "rollouts", "--json").out)
    assert row["case"] == "15x15"
    assert "open_spiel" in row["peer"]
    assert row["ratio"] == pytest.approx(row["value"] / row["peer_value"])


def test_playouts_of_go(tengen, quick):
    """Each size is a row with the peer's rate."""
    pytest.importorskip("pyspiel")
    rows = json.loads(tengen("bench", "playouts", "--json").out)
    assert [row["case"] for row in rows] == ["9x9", "19x19"]
    assert all(row["ratio"] > 0 for row in rows)


def test_perft_beside_the_peer(tengen, quick):
    """Draughts is counted from the start, by both."""
    pytest.importorskip("pyspiel")
    (row,) = json.loads(tengen("bench", "perft", "--json").out)
    assert row["case"] == "start"
    assert row["ratio"] > 0


def test_planes_of_every_game(tengen, quick):
    """Each game is a row, beside the time that filling its memory takes."""
    rows = json.loads(tengen("bench", "planes", "--json").out)
    assert [row["case"] for row in rows] == names()
    assert all(row["peer_value"] > 0 for row in rows)


def test_probes_and_building_of_endgame_tables(tengen, quick):
    """A probe and the building of the tables are a row each, beside their limits."""
    rows = json.loads(tengen("bench", "tables", "--json").out)
    assert [row["case"] for row in rows] == ["probe, 3 pieces", "build, 3 pieces"]
    assert all(0 < row["ratio"] < 1 for row in rows)


def test_records_of_every_format(tengen, quick):
    """Each format is a row: reading, and beside it reading with all checks."""
    rows = json.loads(tengen("bench", "records", "--json").out)
    assert [row["case"] for row in rows][::2] == ["pdn", "sgf", "sgf gomoku", "psq"]
    assert [row["case"] for row in rows][1::2] == [f"{row['case']}, checked" for row in rows[::2]]
    assert all(row["value"] > 0 for row in rows)
    assert [row["peer"] for row in rows if row["peer"]] == ["sgfmill", "sgfmill"]


def test_table(tengen, quick):
    """People get the same as a table."""
    ran = tengen("bench", "search")
    assert "at least 600,000 on 8x8" in ran.out
    assert "machine:" in ran.out
    assert "│ 15x15" in ran.out


@pytest.mark.long
def test_memory_of_a_smaller_search(monkeypatch):
    """The probe is a process of its own and reports what it held, whatever began it holds."""
    ballast = bytes(range(256)) * (800 << 12)
    monkeypatch.setattr(memory, "PROBE", memory.PROBE.replace("1000000", "5000"))
    monkeypatch.setattr(memory, "SIMULATIONS", 5000)
    rows = memory.measure()
    assert [row.case for row in rows] == ["1e6", "1e6, unequal priors"]
    for row in rows:
        assert row.peer_value == 0.5
        assert 0.01 < row.value < 0.5
    assert len(ballast) > 0.75 * 2**30


def test_memory_that_is_spent_is_no_figure(monkeypatch):
    """A search that ended early is not reported as if it had been done."""
    monkeypatch.setattr(memory, "PROBE", "print('[17, 1]')")
    with pytest.raises(TengenError, match="only 17"):
        memory.measure()


def test_failed_process_is_told():
    """What the measured process died of is the error."""
    with pytest.raises(TengenError, match="ValueError: broken"):
        run_fresh("raise ValueError('broken')")


def test_rates_are_medians_by_cpu_time(monkeypatch):
    """Units over CPU seconds; a slow round and the first one change nothing."""
    clock = [0.0]
    monkeypatch.setattr("tengen.bench.timing.time.process_time", lambda: clock[0])
    costs = iter([9.0, 0.5, 0.5, 0.5, 80.0, 0.5, 0.5])

    def work():
        clock[0] += next(costs, 0.5)
        return 3

    assert rates(work, seconds=1.0, rounds=5) == (6.0,)


def test_every_name_loads():
    """The names in the help are the benchmarks there are, each with what it claims."""
    assert all(callable(load(name).measure) and load(name).claim for name in NAMES)


@pytest.mark.long
def test_every_script_loads():
    """Those in benchmarks/ as well: what they import is there."""
    folder = Path(__file__).parents[2] / "benchmarks"
    scripts = sorted(path.stem for path in folder.glob("*.py"))
    assert "engine" in scripts
    done = subprocess.run(
        [sys.executable, "-c", f"import {', '.join(scripts)}"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_ratio():
    """The ratio is to the peer, or nothing without one."""
    assert Row("b", "c", 6.0, "s", "p", 3.0).ratio == 2
    assert Row("b", "c", 6.0, "s").to_json()["ratio"] is None
