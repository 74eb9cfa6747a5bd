"""Nothing that was told is lost, and a page that takes nothing more is let go."""

import asyncio
import json
import sqlite3
from typing import Any

import pytest
from websockets.sync.client import connect

from tengen import games
from tengen.core import Record, RecordedMove
from tengen.studio.archive.database import FORMAT, Database
from tengen.studio.archive.library import FILE, Library, Query
from tengen.studio.archive.store import Store
from tengen.studio.sitting.requests import Terms
from tengen.studio.sitting.sheet import Sheet
from tengen.studio.web import line as lines
from tengen.studio.web.line import OUTBOX, converse

from . import apart
from .browsing import free_port, new_game, server
from .line import terms_of
from .saved import saved_game


def test_no_move_that_was_told_is_lost_by_a_kill(tmp_path):
    """The server is killed as soon as it has told a move: the disk has it."""
    port, data = free_port(), tmp_path / "games"
    told: list[int] = []
    with server(port, data) as process, connect(f"ws://127.0.0.1:{port}/ws") as socket:

        def hear_move() -> dict[str, Any]:
            while not (moves := json.loads(socket.recv(20)).get("append", {}).get("moves")):
                pass
            return dict(moves[-1])

        address = new_game(f"http://127.0.0.1:{port}/", terms_of(people=[0, 1]))
        game_id = address.rpartition("/")[2]
        topic = f"game/{game_id}"
        socket.send(json.dumps({"type": "follow", "topic": topic}))
        for ply, action in enumerate((14, 15, 20, 21, 26)):
            request = {"type": "play", "action": action, "ply": ply}
            socket.send(json.dumps({"type": "ask", "topic": topic, "request": request}))
            told.append(hear_move()["action"])
        process.kill()
        process.join()
    saved = [move["action"] for move in saved_game(data, game_id)["record"]["moves"]]
    assert saved == told == [14, 15, 20, 21, 26]


class Stuck:
    """The socket of a page that asks but takes nothing."""

    def __init__(self, requests: list[dict[str, Any]]) -> None:
        self._requests = requests
        self.closed = 0

    async def receive(self) -> dict[str, Any]:
        """Return the next request, and then none for ever."""
        if self._requests:
            return {"type": "websocket.receive", "text": json.dumps(self._requests.pop(0))}
        await asyncio.Event().wait()
        raise AssertionError("it was let go")

    async def send_text(self, _: str) -> None:
        """Never take it."""
        await asyncio.Event().wait()

    async def close(self, code: int) -> None:
        """Remember it."""
        self.closed = code


class Idle:
    """Topics that everybody leaves."""

    def __init__(self) -> None:
        self.left = 0

    async def follow(self, topic: str, page: lines.Page) -> None:
        """Tell more than a page that is stuck can take."""
        for _ in range(OUTBOX + 2):
            page.send({"type": "news"})

    def leave(self, page: object) -> None:
        """Count it."""
        self.left += 1


@pytest.mark.parametrize("requests", [[{"type": "follow", "topic": "a/b"}], []])
def test_a_page_that_takes_nothing_is_let_go(monkeypatch, requests):
    """It leaves its topics whether or not its connection ever ends; one that is told nothing stays."""
    monkeypatch.setattr(lines, "SLOWEST_SECONDS", 0.05)

    async def talk() -> tuple[Idle, Stuck, bool]:
        topics, socket = Idle(), Stuck(list(requests))
        try:
            await asyncio.wait_for(converse(topics, socket), 0.5)  # type: ignore[arg-type]
        except TimeoutError:
            return topics, socket, True
        await asyncio.sleep(0)
        return topics, socket, False

    topics, socket, stays = apart.run(talk())
    if requests:
        assert (topics.left, socket.closed, stays) == (1, 1013, False)
    else:
        assert stays


def test_a_write_that_fails_leaves_nothing_half_done(tmp_path):
    """All of a transaction is there or none, and the next one goes through."""
    database = Database(tmp_path / "a.sqlite")

    def write_twice() -> None:
        with database.write() as db:
            db.execute("INSERT INTO notes VALUES ('a', 'text')")
            db.execute("INSERT INTO notes VALUES ('a', 'again')")

    with pytest.raises(OSError, match="constraint"):
        write_twice()
    with database.write() as db:
        db.execute("INSERT INTO notes VALUES ('b', 'text')")
    with database.read() as db:
        assert [row["name"] for row in db.execute("SELECT name FROM notes")] == ["b"]


@pytest.mark.parametrize(
    ("opponent", "strength", "was", "told"),
    [
        ("person?level=2", {}, "person?level=2", "level 2"),
        ("nnue?nodes=100000", {}, "nnue?nodes=100000", "level 10"),
        ("nnue?nodes=6000", {}, "level 9", "nnue?nodes=6000"),
        ("person", {}, "person", "level 3"),
        ("mcts?playouts=100", {"visits": 50}, "mcts?playouts=100", "mcts?playouts=100"),
    ],
)
def test_an_opponent_of_before_is_called_as_its_table_calls_it(
    tmp_path, opponent, strength, was, told
):
    """By today's levels, in list, record and search alike; all else of the game is as it was."""
    terms = Terms.model_validate({"game": "gomoku", "opponent": opponent, "strength": strength})
    sheet, game = Sheet.begin("stored_before", terms), games.load("gomoku")
    written = sheet.to_json(game, sheet.created)
    written["terms"]["opponent"] = opponent
    written["record"]["players"] = ["person", was]
    rest = {key: value for key, value in written.items() if key != "record"}
    library = Library(tmp_path)
    library.save(
        "stored_before",
        written["record"] | {"moves": [{"action": 112}]},
        rest | {"values": [None, None]},
        7.0,
    )
    library.close()
    for _ in range(2):
        store = Store(tmp_path)
        (row,) = store.library.search(Query(player=told)).rows
        assert (row.players, row.saved, row.plies) == (("person", told), 7.0, 1)
        record, kept = store.library.load_json("stored_before") or ({}, None)
        assert record["players"] == ["person", told]
        assert kept == rest | {"values": [None, None]}
        store.close()


@pytest.mark.parametrize("content", [b"not a data base", b"\x00" * 5000])
def test_a_damaged_library_is_one_line(tmp_path, content):
    """It is left as it is."""
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(OSError, match="not a database"):
        Library(tmp_path).ids(Query())
    assert (tmp_path / FILE).read_bytes() == content


def test_a_library_of_a_newer_version_is_refused(tmp_path):
    """What is not understood is not written to."""
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute(f"PRAGMA user_version = {FORMAT + 1}")
    with pytest.raises(OSError, match="newer version"):
        Library(tmp_path).ids(Query())


def test_a_library_of_the_first_version_gets_ratings(tmp_path):
    """What the games' files say of their players is found again; nothing else changes."""
    meta = {"BR": "2000", "WR": "4d"}
    library = Library(tmp_path)
    library.add(Record("gomoku", {"size": 15}, (), None, ("Ann", "Bo"), meta), "file/a.sgf", "a")
    library.close()
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("ALTER TABLE games DROP COLUMN first_rating")
        db.execute("ALTER TABLE games DROP COLUMN second_rating")
        db.execute("ALTER TABLE games DROP COLUMN moves")
        db.execute("PRAGMA user_version = 1")
    db.close()
    library = Library(tmp_path)
    assert library.ids(Query()) == ["a"]
    library.close()
    with sqlite3.connect(tmp_path / FILE) as db:
        found = db.execute("SELECT first, first_rating, second_rating FROM games").fetchall()
        assert db.execute("PRAGMA user_version").fetchone() == (FORMAT,)
    db.close()
    assert found == [("Ann", 2000, None)]


def test_a_library_of_the_second_version_gets_its_moves_counted(tmp_path):
    """Once, for good: a capture of several hops is one, and an unknown game's are its actions."""
    state = games.load("draughts", position="B:W10,18,32:B6,12").initial_state()
    first = int(state.legal_actions()[0])
    second = int(state.apply(first).legal_actions()[0])
    library = Library(tmp_path)
    for name, game, settings in (
        ("hops", "draughts", dict(state.game.settings)),
        ("stones", "gomoku", {"size": 15}),
        ("unknown", "chess", {}),
    ):
        moves = tuple(map(RecordedMove, (first, second)))
        library.save(name, Record(game, settings, moves).to_json(), {"created": 0.0})
    told = library.search(Query()).rows
    library.close()
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("ALTER TABLE games DROP COLUMN moves")
        db.execute("PRAGMA user_version = 2")
    db.close()
    assert Library(tmp_path).search(Query()).rows == told
    assert {row.id: (row.plies, row.moves) for row in told} == {
        "hops": (2, 1), "stones": (2, 2), "unknown": (2, 2),
    }  # fmt: skip
