"""What Tengen does with many cores, done on a cluster of three nodes."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("ray")
pytest.importorskip("torch")

from tengen.agents.player import SpecPlayer
from tengen.arena.config import Config
from tengen.arena.plan import make_plan
from tengen.arena.store import Store
from tengen.scaleout.ray.runner import on_cluster

from .conftest import join, left_behind

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]

QUICK = ["--set", "yardstick.games=2", "--set", "learner.first_positions=100"]
# Long enough for the speeds of nodes, which are told every ten seconds.
SHORT = [
    "--minutes",
    "10",
    "--set",
    "learner.positions=20000",
    "--set",
    "learner.publish_positions=500",
]
TRAIN = ["train", "alphazero", "gomoku", "--size", "8", *QUICK]


def tengen(cluster: Any, *words: str) -> "subprocess.Popen[str]":
    """Start a command on the cluster, in a group of processes of its own as in a terminal."""
    return subprocess.Popen(
        [sys.executable, "-m", "tengen", *words, "--cluster", cluster.address],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def ran(cluster: Any, *words: str) -> str:
    """Run a command on the cluster and return what it printed."""
    process = tengen(cluster, *words)
    out, err = process.communicate(timeout=600)
    assert process.returncode == 0, err
    return out


def entries(run: Path) -> list[dict[str, Any]]:
    """Return what a run has logged so far."""
    path = run / "metrics.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [json.loads(line) for line in lines]


def games_of(run: Path) -> int:
    return max([entry["games"] for entry in entries(run)], default=0)


def wait_until(is_so: Any) -> None:
    until = time.monotonic() + 300
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.5)


def none_left(cluster: Any) -> bool:
    with on_cluster(cluster.address, {}):
        return left_behind() == []


def test_training(cluster: Any, tmp_path: Path) -> None:
    """A run says what each node does; nothing else is printed than anywhere."""
    out = ran(cluster, *TRAIN, *SHORT, "--out", str(tmp_path / "run"))
    assert out.startswith("The network is ")
    last = [entry for entry in entries(tmp_path / "run") if entry.get("nodes") == 3][-1]
    assert last["games"] > 0
    assert (last["nodes"], last["workers"]) == (3, 3)
    assert {"behind", "queue", "store"} <= last.keys()
    assert sum(name.startswith("moves at ") for name in last) == 3
    assert none_left(cluster)


def test_interrupted_and_killed(cluster: Any, tmp_path: Path) -> None:
    """Ctrl-C leaves no actor; nor does a learner that is killed, whose run goes on."""
    run = tmp_path / "run"
    learner = tengen(cluster, *TRAIN, "--minutes", "30", "--out", str(run))
    wait_until(lambda: games_of(run) > 0)
    os.killpg(learner.pid, signal.SIGINT)
    out, err = learner.communicate(timeout=120)
    assert learner.returncode == 0, err
    assert "Stopped early" in out
    assert "Traceback" not in err
    assert none_left(cluster)

    before = games_of(run)
    learner = tengen(cluster, *TRAIN, "--minutes", "30", "--out", str(run), "--resume")
    wait_until(lambda: games_of(run) > before)
    learner.kill()
    learner.wait()
    assert none_left(cluster)
    cluster.remove_node(cluster.list_all_nodes()[-1], allow_graceful=False)
    killed = games_of(run)
    ran(cluster, *TRAIN, "--minutes", "0.1", "--out", str(run), "--resume")
    assert games_of(run) >= killed


def test_head_killed(cluster: Any, tmp_path: Path) -> None:
    """Ray ends a learner whose head is gone for a minute; the run goes on without the cluster."""
    run = tmp_path / "run"
    learner = tengen(cluster, *TRAIN, "--minutes", "30", "--out", str(run))
    wait_until(lambda: games_of(run) > 0)
    cluster.remove_node(cluster.head_node, allow_graceful=False)
    _, err = learner.communicate(timeout=200)
    assert learner.returncode != 0
    assert "Failed to connect to GCS" in err, learner.returncode
    killed = games_of(run)
    words = [*TRAIN, "--minutes", "0.2", "--out", str(run), "--resume"]
    subprocess.run([sys.executable, "-m", "tengen", *words], check=True, capture_output=True)
    assert games_of(run) > killed


def test_tuning(cluster: Any, tmp_path: Path) -> None:
    """Trials play on the cluster."""
    study = str(tmp_path / "study.sqlite")
    words = ["tune", "alphazero", "gomoku", "--size", "8", "--trials", "2", "--minutes", "0.5"]
    told = json.loads(ran(cluster, *words, *QUICK, "--study", study, "--json"))
    assert [trial["state"] for trial in told["trials"]] == ["complete"] * 2


def test_tournament_with_a_node_less(cluster: Any, tmp_path: Path) -> None:
    """Every game is played once, also those that a node took with it."""
    config = tmp_path / "cup.toml"
    config.write_text(
        "kind = 'round-robin'\ngames = 20\n[game]\nname = 'gomoku'\nsize = 9\n"
        "[[players]]\nname = 'a'\nspec = 'mcts?playouts=150'\n"
        "[[players]]\nname = 'b'\nspec = 'mcts?playouts=100'\n",
        encoding="utf-8",
    )
    out = tmp_path / "out"
    cup = tengen(cluster, "arena", str(config), "--out", str(out), "--json")
    plan = make_plan(Config.read(config), SpecPlayer)

    def played() -> int:
        if not (out / "games.sqlite").exists():
            return 0
        with Store(out / "games.sqlite", plan.identity()) as store:
            return len(store.results)

    wait_until(lambda: played() >= 2)
    cluster.remove_node(cluster.list_all_nodes()[-1], allow_graceful=False)
    join(cluster)
    printed, err = cup.communicate(timeout=600)
    assert cup.returncode == 0, err
    assert json.loads(printed)["games"] == 20
    assert none_left(cluster)


def test_data_set(cluster: Any, tmp_path: Path) -> None:
    """It is the one that this process makes."""
    games = tmp_path / "games.jsonl"
    local = [sys.executable, "-m", "tengen"]
    match = ["match", "random", "random", "--size", "9", "--games", "40", "--save", str(games)]
    subprocess.run([*local, *match], check=True, capture_output=True)
    here, there = tmp_path / "here", tmp_path / "there"
    words = ["records", "dataset", str(games), "--out"]
    subprocess.run([*local, *words, str(here)], check=True, capture_output=True)
    ran(cluster, *words, str(there))
    found = sorted(path.relative_to(here) for path in here.rglob("*.npy"))
    assert found
    for name in found:
        assert (here / name).read_bytes() == (there / name).read_bytes()


def test_a_resource_that_nobody_has(cluster: Any) -> None:
    """It is refused in a line."""
    match = tengen(cluster, "match", "random", "random", "--require", "gnugo=1")
    _, err = match.communicate(timeout=120)
    assert match.returncode == 2
    assert "no node of the cluster has room for a worker (1 CPU, gnugo=1)" in err
    join(cluster, resources={"gnugo": 1})
    told = json.loads(
        ran(cluster, "match", "random", "random", "--games", "4", "--require", "gnugo=1", "--json")
    )
    assert told["games"] == 4
