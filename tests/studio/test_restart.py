"""A server that ended without a word, and the folder it left."""

import json
import logging
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tengen.core import RecordedMove
from tengen.studio.archive.store import Store
from tengen.studio.sitting.requests import Terms
from tengen.studio.sitting.sheet import Sheet
from tengen.studio.web.app import create_app

from .fake_agent import load_fake
from .line import BASE, Line
from .saved import saved_game, write_saved


def _line(client: TestClient):
    return client.websocket_connect(f"{BASE.replace('http', 'ws')}/ws")


def _play_one(data, **terms) -> str:
    with TestClient(create_app(data, load_fake), base_url=BASE) as client, _line(client) as socket:
        line = Line(socket)
        game_id = line.begin(**terms)["id"]
        line.ask("play", action=14, ply=0)
        line.hear_ply(2)
    return str(game_id)


@pytest.fixture(scope="module")
def played(tmp_path_factory) -> tuple[Path, str]:
    """The folder of a game that was played, and its id."""
    data = tmp_path_factory.mktemp("played") / "games"
    return data, _play_one(data)


def test_the_same_game_goes_on(data):
    """Moves, terms and values are there again, and the engine answers the next move."""
    game_id = _play_one(data)
    with TestClient(create_app(data, load_fake), base_url=BASE) as client, _line(client) as socket:
        line = Line(socket)
        line.ask("open", game=game_id)
        snapshot = line.hear("snapshot")
        assert [move["action"] for move in snapshot["moves"]] == [14, 0]
        assert snapshot["values"] == [None, -0.5, None]
        assert snapshot["opponent"] == "random"
        line.ask("play", action=15, ply=2)
        assert line.hear_ply(4)["move"]["player"] == 1


def test_the_engine_thinks_again_when_it_was_its_turn(data):
    """A server that ended while the engine thought lets it think anew for whoever comes."""
    game_id = _play_one(data)
    saved = saved_game(data, game_id)
    saved["record"]["moves"].pop()
    saved["values"].pop()
    write_saved(data, game_id, saved)
    with TestClient(create_app(data, load_fake), base_url=BASE) as client, _line(client) as socket:
        line = Line(socket)
        line.ask("open", game=game_id)
        thinking = line.hear("snapshot")["status"]["thinking"]
        assert thinking == {"purpose": "move", "ply": 1, "place": 0}
        assert line.hear("moved")["position"]["ply"] == 2


def test_a_given_up_game_is_still_over(data):
    """The rules would let it go on; what was saved says that it ended."""
    with TestClient(create_app(data, load_fake), base_url=BASE) as client, _line(client) as socket:
        line = Line(socket)
        game_id = line.begin(people=[0, 1])["id"]
        line.ask("play", action=0, ply=0)
        line.hear("moved")
        line.ask("resign")
        assert line.hear("ended")["position"]["outcome"]["winner"] == 0
        (listed,) = client.get("/api/recent").json()
        assert listed["outcome"] == {"winner": 0, "reason": "resignation"}
    with TestClient(create_app(data, load_fake), base_url=BASE) as client, _line(client) as socket:
        line = Line(socket)
        line.ask("open", game=game_id)
        assert line.hear("snapshot")["positions"][-1]["outcome"]["reason"] == "resignation"
        line.ask("restart")
        assert line.hear("rewound")["status"]["legal"]


BROKEN = [
    b"",
    b"{",
    b"\xff\x00garbage",
    b"[]",
    b"null",
    b"[" * 100_000,
    b'{"format": 2}',
    b'{"format": 1}',
]


def _old_file(data, game_id: str) -> dict:
    """Leave a game as versions did that kept a file for each."""
    terms = {"game": "gomoku", "settings": {"size": 6}, "people": [0, 1], "opponent": "random"}
    begun = Sheet.begin(game_id, Terms.model_validate(terms, strict=False))
    sheet = replace(begun, moves=(RecordedMove(0),), values=(None, None))
    saved = sheet.to_json(sheet.load_game(), 0.0)
    data.mkdir(exist_ok=True)
    (data / f"{game_id}.json").write_text(json.dumps(saved))
    return saved


def test_games_of_earlier_versions_are_taken_in_once(data):
    """Their files are left as they are, and a game deleted since does not come back."""
    saved = _old_file(data, "from-before")
    content = (data / "from-before.json").read_bytes()
    store = Store(data)
    assert [sheet.id for sheet in store.recent(10)] == ["from-before"]
    assert saved_game(data, "from-before") == saved
    store.library.delete(["from-before"])
    store.close()
    assert Store(data).recent(10) == []
    assert (data / "from-before.json").read_bytes() == content


@pytest.mark.parametrize("content", BROKEN)
def test_damaged_files_are_skipped(data, caplog, content):
    """A file that cannot be read is left alone with a line in the log; the others are there."""
    _old_file(data, "from-before")
    (data / "damaged_.json").write_bytes(content)
    (data / "notes.txt").write_text("not a game")
    (data / "folder_x.json").mkdir()
    with caplog.at_level(logging.WARNING):
        assert [sheet.id for sheet in Store(data).recent(10)] == ["from-before"]
    assert "damaged_.json" in caplog.text
    assert (data / "damaged_.json").read_bytes() == content


def test_damaged_files_are_no_games(data):
    """Whoever asks for one is told so, and it is left as it is."""
    _old_file(data, "from-before")
    for number, content in enumerate(BROKEN):
        (data / f"damaged_{number}.json").write_bytes(content)
    with TestClient(create_app(data, load_fake), base_url=BASE) as client, _line(client) as socket:
        for number in range(len(BROKEN)):
            line = Line(socket)
            line.ask("open", game=f"damaged_{number}")
            assert line.hear("error")["code"] == "unknown_game"
    for number, content in enumerate(BROKEN):
        assert (data / f"damaged_{number}.json").read_bytes() == content


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("terms", {}),
        ("terms", None),
        ("values", [0.0]),
        ("values", "abc"),
        ("record", {"moves": 3}),
        ("id", "another_"),
        ("created", "yesterday"),
        ("begun", 99),
        ("begun", -1),
        ("offer", {"by": 0, "to": 1}),
    ],
)
def test_a_damaged_part_is_noticed(data, played, key, value):
    """One wrong part is enough: a game is whole or not shown at all."""
    folder, game_id = played
    shutil.copytree(folder, data)
    assert Store(data).load(game_id) is not None
    write_saved(data, game_id, saved_game(data, game_id) | {key: value})
    assert Store(data).load(game_id) is None


def test_a_game_against_the_rules_is_refused(data, played):
    """A saved game is replayed by the rules, not believed."""
    folder, game_id = played
    shutil.copytree(folder, data)
    saved = saved_game(data, game_id)
    with TestClient(create_app(data, load_fake), base_url=BASE) as client, _line(client) as socket:
        for action in (14, 99, -3):
            saved["record"]["moves"][1]["action"] = action
            write_saved(data, game_id, saved)
            line = Line(socket)
            line.ask("open", game=game_id)
            assert line.hear("error")["code"] == "unknown_game"
            assert client.get("/api/recent").status_code == 200


def test_a_missing_folder_is_an_empty_one(tmp_path):
    """Before the first game there is nothing to list."""
    assert Store(tmp_path / "none").recent(5) == []
