"""A folder of data that an earlier version wrote, with games in every condition: nothing is lost.

``before`` was written by commit a709e54, before games and duels were one thing; ``told.json`` is
what that version itself told of each when it was started again.
"""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.studio.fake_agent import load_fake
from tests.studio.line import BASE, Line
from tests.studio.rooms.following import follow, until

from tengen.studio.web.app import create_app

BEFORE = Path(__file__).parent / "before"
TOLD = json.loads((BEFORE / "told.json").read_text(encoding="utf-8"))
IDS: dict[str, str] = TOLD["ids"]
GAMES = [name for name in IDS if not name.startswith("duel")]
DUELS = [name for name in IDS if name.startswith("duel")]
MOVING = ("thinking", "clock", "unsaved")
"""Of a game's status: what begins as soon as somebody is there."""
THOUGHTS = {"thought0", "thought1"}
"""Told of a duel by that version alone: nothing is thought of one that stands still."""


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[TestClient]:
    """The studio as it is now, with a copy of that folder."""
    shutil.copytree(BEFORE, tmp_path / "games")
    with TestClient(create_app(tmp_path / "games", load_fake), base_url=BASE) as client:
        yield client


@pytest.fixture(scope="module")
def looked_at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """The same, for all tests that only look at a game of their own."""
    folder = tmp_path_factory.mktemp("before") / "games"
    shutil.copytree(BEFORE, folder)
    with TestClient(create_app(folder, load_fake), base_url=BASE) as client:
        yield client


def without_clocks(moves: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return moves as that version told them."""
    return [{key: move[key] for key in move if key != "clock"} for move in moves]


@pytest.mark.parametrize("name", GAMES)
def test_games_are_as_they_were(looked_at, name):
    """Moves, ends, counts, offers, warnings, lessons, pauses and clocks."""
    was = TOLD["told"][name]
    with looked_at.websocket_connect(f"{BASE.replace('http', 'ws')}/ws") as socket:
        line = Line(socket)
        line.ask("open", game=IDS[name])
        now = line.hear("snapshot")
    for key in ("game", "people", "opponent", "learns", "control", "opening", "begun"):
        assert now[key] == was[key], key
    assert now["positions"] == was["positions"]
    assert without_clocks(now["moves"]) == was["moves"]
    assert now["values"] == was["values"]
    for key, item in was["status"].items():
        if key not in MOVING:
            assert _as_far_as(now["status"][key], item) == item, key
    clocks = now["status"]["clock"], was["status"]["clock"]
    assert (clocks[0] is None) == (clocks[1] is None)
    if clocks[0]:
        assert clocks[0]["running"] == clocks[1]["running"]
        for side in (0, 1):
            for part, seconds in clocks[1]["left"][side].items():
                assert clocks[0]["left"][side][part] == pytest.approx(seconds, abs=10)


def _as_far_as(told: Any, was: Any) -> Any:
    """Return what is told now without what that version did not tell at all."""
    both = isinstance(told, dict) and isinstance(was, dict)
    return {key: told[key] for key in was} if both else told


@pytest.mark.parametrize("name", DUELS)
def test_duels_are_as_they_were(looked_at, name):
    """One that is over, one that was paused, one whose agent had failed."""
    was = TOLD["told"][name]
    with looked_at.websocket_connect(f"{BASE.replace('http', 'ws')}/ws") as socket:
        now = follow(Line(socket), f"duel/{IDS[name]}")
    for key in was.keys() - THOUGHTS:
        assert now[key] == was[key], key


def test_a_duel_that_was_paused_goes_on(studio):
    """From the position in which it was left, with the pace it had."""
    with studio.websocket_connect(f"{BASE.replace('http', 'ws')}/ws") as socket:
        line = Line(socket)
        name = IDS["duel-paused"]
        state = follow(line, f"duel/{name}")
        assert (len(state["moves"]), state["pace"]) == (6, 60.0)
        studio.post(f"/api/watch/duels/{name}/step")
        until(line, state, lambda s: len(s["moves"]) == 7)


def test_all_of_them_are_listed(studio):
    """In the room to play in and in the one to watch."""
    told = [game for game in TOLD["told"]["recent"] if game["plies"]]
    begun = [{**game, "level": None, "moves": game["plies"]} for game in told]
    assert studio.get("/api/recent").json()[: len(begun)] == begun
    duels = zip(studio.get("/api/watch").json()["duels"], TOLD["told"]["watch"], strict=True)
    for now, was in duels:
        assert _as_far_as(now, was) == was
