"""The Library room: games found, looked at, taken in, handed out, deleted and had back."""

import json
import time

import pytest
from starlette.testclient import TestClient
from tests.studio.fake_agent import load_fake
from tests.studio.line import BASE

from tengen import games
from tengen.core import Outcome, Record, RecordedMove
from tengen.studio.archive.library import Library, Query
from tengen.studio.rooms.library import taking
from tengen.studio.web.app import create_app

SMALL = games.load("gomoku", size=6)
CORNER = "1" + "0" * 35


def _record(*actions: int, players=("Ann", "Bob"), winner=0, date="1999-05-04", game=SMALL):
    outcome = None if winner == "open" else Outcome(winner, "resignation")
    moves = tuple(RecordedMove(action) for action in actions)
    return Record(game.name, game.settings, moves, outcome, players, {"DT": date} if date else {})


@pytest.fixture
def library(data):
    """The library of the studio, with five games."""
    return _fill(data)


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    """A studio with the same five games, for all tests that only ask."""
    data = tmp_path_factory.mktemp("asked")
    _fill(data)
    with TestClient(create_app(data, load_fake), base_url=BASE) as client:
        yield client


def _fill(data):
    library = Library(data)
    library.add(_record(0, 7), "file/old.sgf", "first")
    library.add(
        _record(5, 8, players=("Cid", "Ann_"), winner=1, date="2001"), "file/old.sgf", "second"
    )
    library.add(_record(7, 8, winner=None, date=""), "tournament/spring", "drawn")
    library.add(_record(7, 8, winner="open", date="2020-12-31"), "tournament/spring", "open")
    draughts = games.load("draughts")
    first = int(draughts.initial_state().legal_actions()[0])
    library.add(_record(first, game=draughts, players=("Dan", "100%")), "file/new.pdn", "draughts")
    return library


def _search(client: TestClient, start=0, count=50, **wanted):
    asked = {"wanted": wanted, "start": start, "count": count}
    answer = client.post("/api/library/search", json=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()


def _found(client: TestClient, **wanted):
    """Return the ids of the library's own games found."""
    found = _search(client, **wanted)
    return {row["id"] for row in found["rows"][: found["own"]]}


@pytest.mark.parametrize(
    ("wanted", "ids"),
    [
        ({}, {"first", "second", "drawn", "open", "draughts"}),
        ({"game": "draughts"}, {"draughts"}),
        ({"player": "ann"}, {"first", "second", "drawn", "open"}),
        ({"player": "_"}, {"second"}),
        ({"player": "%"}, {"draughts"}),
        ({"result": "first"}, {"first", "draughts"}),
        ({"result": "second"}, {"second"}),
        ({"result": "draw"}, {"drawn"}),
        ({"result": "open"}, {"open"}),
        ({"since": "2001-06-01"}, {"second", "open"}),
        ({"until": "1999-05-04"}, {"first", "draughts"}),
        ({"since": "2000", "until": "2001-01-01"}, {"second"}),
        ({"source": "tournament/"}, {"drawn", "open"}),
        ({"player": "ann", "result": "first", "until": "2000"}, {"first"}),
        ({"player": "nobody"}, set()),
    ],
)
def test_games_are_found_by_what_is_known_of_them(asked, wanted, ids):
    """Every condition narrows; a date of which only the year is known may lie in all of it."""
    assert _found(asked, **wanted) == ids


@pytest.mark.parametrize(
    ("board", "to_play", "ids"),
    [
        (CORNER, None, {"first", "second"}),
        (CORNER[::-1], 1, {"first", "second"}),
        (CORNER, 0, set()),
        ("0" * 36, 0, {"first", "second", "drawn", "open"}),
        ("0" * 7 + "12" + "0" * 27, 0, {"drawn", "open"}),
        ("0" * 7 + "21" + "0" * 27, 0, set()),
    ],
)
def test_games_are_found_by_position(asked, board, to_play, ids):
    """However the board is turned; whose turn it is counts where it is said."""
    position = {"game": "gomoku", "settings": {"size": 6}, "board": board, "to_play": to_play}
    assert _found(asked, position=position) == ids


def test_a_position_tells_where_it_is(asked):
    """The list leads to the move at which a game has the position."""
    position = {"game": "gomoku", "settings": {"size": 6}, "board": CORNER}
    rows = _search(asked, position=position)["rows"]
    assert [row["ply"] for row in rows] == [1, 1]


@pytest.mark.parametrize(
    "wanted",
    [
        {"result": "won"},
        {"since": "yesterday"},
        {"player": 3},
        {"player": "x" * 300},
        {"nothing": 1},
        {"position": {"game": "gomoku", "board": "1"}},
        {"position": {"game": "chess", "board": "1"}},
        {"position": {"game": "gomoku", "settings": {"size": 10**9}, "board": "1"}},
        {"position": {"game": "gomoku", "board": "9" * 225}},
    ],
)
def test_bad_questions_are_one_line(asked, wanted):
    """Whatever is asked, the answer says in one line what is wrong."""
    answer = asked.post("/api/library/search", json={"wanted": wanted})
    assert 400 <= answer.status_code < 500
    assert "\n" not in answer.json()["error"]


@pytest.mark.parametrize("count", [450, pytest.param(1200, marks=pytest.mark.long)])
def test_long_lists_come_in_pages(client, data, count):
    """Many games are listed a page at a time, each game once, the latest first."""
    library = Library(data)
    many = [(_record(n % 36, players=(f"P{n}", "")), f"game{n:04}") for n in range(count)]
    assert library.add_all(many, "file/many") == count
    seen = []
    while page := _search(client, start=len(seen), count=200)["rows"]:
        seen += [row["id"] for row in page]
    assert seen[:count] == [f"game{n:04}" for n in reversed(range(count))]
    assert _search(client, count=1)["own"] == count


def test_what_was_played_in_a_position_is_counted(library):
    """Turned games count together, and moves are named as the asked position lies."""
    library.add(_record(30, 7, winner=1), "file", "turned")
    start = SMALL.initial_state()
    corner, centre = sorted(library.moves_at(start), key=lambda played: -played.games)
    assert (corner.games, corner.first, corner.second) == (3, 1, 2)
    assert corner.action in {0, 5, 30, 35}
    assert (centre.games, centre.draws) == (2, 1)
    for action in (0, 5, 30, 35):
        answers = library.moves_at(start.apply(action))
        assert sum(played.games for played in answers) == 3
        assert all(start.apply(action).legal_mask()[played.action] for played in answers)
    assert [played.games for played in library.moves_at(start, Query(source="tournament/"))] == [2]


def test_a_game_is_looked_through(client, library):
    """All its positions come at once, with the names of the moves."""
    game = client.get("/api/library/games/first").json()
    assert [position["board"].count("0") for position in game["positions"]] == [36, 35, 34]
    assert game["names"] == ["a6", "b5"]
    assert game["positions"][-1]["outcome"]["reason"] == "resignation"
    assert client.get("/api/library/games/nothing").status_code == 404


TWO_HOPS = "B:W10,18,32:B6,12"
"""Black takes with 6x15x22, over 10 and 18."""


def test_a_list_reads_no_game(client, library, monkeypatch):
    """It has what it shows of each beside the record, the count of moves too."""
    monkeypatch.setattr(Library, "load_json", None)
    assert _search(client, player="Dan")["rows"][0]["moves"] == 1


def test_a_capture_of_several_hops_is_one_move(client, library, line):
    """In the list, among the games played last, and where a file's games are chosen from."""
    rules = games.load("draughts", position=TWO_HOPS)
    first = int(rules.initial_state().legal_actions()[0])
    second = int(rules.initial_state().apply(first).legal_actions()[0])
    library.add(_record(first, second, game=rules, players=("Eve", "Fay")), "file/x.pdn", "hops")
    (row,) = _search(client, player="Eve")["rows"]
    assert (row["plies"], row["moves"]) == (2, 1)
    line.begin(game="draughts", settings={"position": TWO_HOPS}, people=[0, 1])
    for ply, action in enumerate((first, second)):
        line.ask("play", action=action, ply=ply)
        line.hear_ply(ply + 1)
    recent = client.get("/api/recent").json()[0]
    assert (recent["plies"], recent["moves"]) == (2, 1)
    (told,) = [
        each for each in client.get("/api/study/famous").json() if each["game"] == "draughts"
    ]
    assert told["moves"] == 91


def test_a_game_is_gone_on_with_from_any_position(client, library, line):
    """A new game begins there; the old one stays as it is."""
    asked = {"ply": 1, "people": [0, 1], "opponent": "random"}
    new = client.post("/api/library/games/first/play", json=asked).json()["id"]
    line.ask("open", game=new)
    assert [move["action"] for move in line.hear("snapshot")["moves"]] == [0]
    line.ask("play", action=35, ply=1)
    line.hear_ply(2)
    assert [move.action for move in library.load("first").moves] == [0, 7]
    refused = client.post("/api/library/games/first/play", json=asked | {"opponent": "nobody"})
    assert refused.status_code == 400


def test_a_game_of_a_table_is_found_as_it_goes(client, line):
    """Each move is there at once, and what was taken back is not; nor a table without a move."""
    position = {"game": "gomoku", "settings": {"size": 6}, "board": CORNER}
    game_id = line.begin(people=[0, 1])["id"]
    assert _found(client, position=position) == set()
    line.ask("play", action=35, ply=0)
    line.hear_ply(1)
    assert _found(client, position=position) == {game_id}
    assert _found(client, source="play", result="open") == {game_id}
    line.ask("undo")
    line.hear("rewound")
    assert _found(client, position=position) == set()
    assert _found(client, source="play", result="open") == set()


def test_deleted_games_can_be_had_back(client, library):
    """One, or all that a search finds; a table's game is there again when it is gone on with."""
    gone = client.post("/api/library/delete", json={"wanted": {"player": "ann"}}).json()
    assert set(gone["ids"]) == {"first", "second", "drawn", "open"}
    assert _found(client) == {"draughts"}
    back = client.post("/api/library/restore", json={"ids": gone["ids"]}).json()
    assert back == {"games": 4}
    assert len(_found(client)) == 5


def test_what_was_deleted_long_ago_is_forgotten(library, monkeypatch):
    """After a month, with all that was kept of it."""
    library.delete(["first"])
    library.forget_deleted()
    assert library.load("first") is not None
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 40 * 86_400)
    library.forget_deleted()
    assert library.load("first") is None
    assert library.load("second") is not None


def _import(client: TestClient, data: bytes, name: str) -> dict:
    """Take a file in and return how it went."""
    started = client.post(
        "/api/library/imports", params={"name": name}, content=data,
        headers={"content-type": "application/octet-stream"},
    )  # fmt: skip
    assert started.status_code == 200, started.text
    return _follow_import(client, started.json()["id"])


def _export(client: TestClient, format_: str, **asked):
    return client.post("/api/library/export", json={"format": format_, **asked})


@pytest.mark.parametrize("format_", ["sgf", "pdn", "psq", "jsonl"])
def test_collections_go_out_and_come_in_again(client, library, data, tmp_path, format_):
    """What is exported is imported the same, once; what a format is not for is left out."""
    answer = _export(client, format_, wanted={})
    held = {"sgf": 4, "psq": 4, "pdn": 1, "jsonl": 5}[format_]
    assert int(answer.headers["games-left-out"]) == 5 - held
    with TestClient(create_app(tmp_path / "other", load_fake), base_url=BASE) as other:
        told = _import(other, answer.content, f"all.{format_}")
        # Two of the games are the same to PSQ, which knows no date.
        assert told["new"] + told["known"] == told["games"] == held
        assert told["faulty"] == 0
        again = _import(other, answer.content, f"all.{format_}")
        assert (again["new"], again["known"]) == (0, held)
        listed = _search(other)
        found = listed["rows"][: listed["own"]]
        assert {row["source"] for row in found} == {f"file/all.{format_}"}
        taken = Library(tmp_path / "other")
        played = {library.load(each).moves for each in library.ids(Query())}
        assert {taken.load(row["id"]).moves for row in found} <= played


def test_a_game_is_left_out_where_it_would_become_another(client, data):
    """PSQ tells no winning length: four in a row would be five."""
    four = games.load("gomoku", size=6, win_length=4)
    Library(data).add(_record(0, game=four), "file")
    refused = _export(client, "psq", wanted={})
    assert refused.status_code == 400
    assert _export(client, "jsonl", wanted={}).headers["games-left-out"] == "0"


def test_faulty_games_are_told_and_the_others_taken(client, library):
    """One line each says what is wrong and where; files keep their name, and leave nothing behind."""
    good = json.dumps(_record(3, 4).to_json())
    twice = json.dumps(_record(3, 3).to_json())
    told = _import(client, f"{good}\n{twice}\nnonsense\n".encode(), "mixed.jsonl")
    # The second is taken in up to its fault.
    assert (told["games"], told["new"], told["faulty"], told["cut"]) == (3, 2, 1, 1)
    assert len(told["faults"]) == 2
    assert told["faults"][0].startswith("mixed.jsonl, game 2, move 2: ")
    assert told["error"] is None


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (b"", "a.sgf"),
        (b"\x00\xff" * 50, "a.sgf"),
        (b"PK\x03\x04nonsense", "a.zip"),
        (b"hello", "../../x"),
    ],
)
def test_files_that_hold_no_games_are_one_line(shared_client, shared_data, content, name):
    """Whatever it is, nothing is left behind and nothing lies outside the folder."""
    told = _import(shared_client, content, name)
    assert told["over"]
    assert told["new"] == 0
    assert told["error"] or told["faults"]
    assert not [path for path in shared_data.iterdir() if path.name.startswith(".import")]
    assert not (shared_data.parent / "x").exists()


def test_endless_collections_are_bounded(client, monkeypatch):
    """Too many games, or moves of one, are told; what came before is kept."""
    monkeypatch.setattr(taking, "MOST_GAMES", 2)
    monkeypatch.setattr(taking, "MOST_MOVES", 3)
    lines = [_record(1, 2, 3), _record(1, 2, 3, 4), _record(5, 6)]
    text = "".join(json.dumps(each.to_json()) + "\n" for each in lines)
    told = _import(client, text.encode(), "many.jsonl")
    assert (told["new"], told["faulty"]) == (1, 1)
    assert told["error"] == "more than 2 games: the rest was left out"


def _read_slowly(monkeypatch):
    """Let each game of a file take a moment."""
    monkeypatch.setattr(taking, "AT_ONCE", 1)
    read = taking._read

    def slowly(entry):
        time.sleep(0.02)
        return read(entry)

    monkeypatch.setattr(taking, "_read", slowly)


def _collection(many: int) -> bytes:
    """Return a file of games that differ."""
    records = [_record(n % 36, players=(f"P{n}", "")) for n in range(many)]
    return "".join(json.dumps(record.to_json()) + "\n" for record in records).encode()


def _follow_import(client: TestClient, import_id: str) -> dict:
    """Return how an import ended."""
    with client.websocket_connect(f"{BASE.replace('http', 'ws')}/ws") as socket:
        socket.send_json({"type": "follow", "topic": f"import/{import_id}"})
        state: dict = {}
        while not state.get("over"):
            message = socket.receive_json()
            state |= message.get("state", message.get("set", {}))
    return state


def test_an_import_cut_by_the_end_of_the_studio_goes_on(data, monkeypatch):
    """Under its name, to the end of the file, and tells what it took in before; nothing is left of it then."""
    with monkeypatch.context() as patch:
        _read_slowly(patch)
        with TestClient(create_app(data, load_fake), base_url=BASE) as client:
            answer = client.post(
                "/api/library/imports", params={"name": "big.jsonl"}, content=_collection(500)
            )
            started = {"id": answer.json()["id"], "name": "big.jsonl"}
            assert client.get("/api/library/imports").json() == [started]
            while not _search(client)["own"]:
                time.sleep(0.01)
    cut = Library(data)
    assert 0 < cut.search(Query()).total < 500
    cut.close()
    with TestClient(create_app(data, load_fake), base_url=BASE) as client:
        told = _follow_import(client, started["id"])
        assert (told["games"], told["error"], told["faulty"]) == (500, None, 0)
        assert (told["new"], told["known"]) == (500, 0)
        assert _search(client)["own"] == 500
        assert client.get("/api/library/imports").json() == []
    assert not list(data.glob(".import*"))


def test_an_import_that_ends_every_studio_is_given_up(data):
    """A file that kills whoever reads it is not read at every start; orphans are removed."""
    data.mkdir(parents=True)
    (data / ".import-worst.jsonl").write_bytes(_collection(3))
    note = {"id": "someimport", "tries": 3, "progress": {"name": "worst.jsonl"}}
    (data / ".import-worst.jsonl.note").write_text(json.dumps(note))
    (data / ".import-half").write_bytes(b"received in part")
    with TestClient(create_app(data, load_fake), base_url=BASE) as client:
        assert client.get("/api/library/imports").json() == []
        assert _search(client)["own"] == 0
    assert not list(data.glob(".import*"))


def test_an_import_is_stopped(client, monkeypatch):
    """What was taken in so far stays."""
    _read_slowly(monkeypatch)
    started = client.post("/api/library/imports", content=_collection(500)).json()["id"]
    while not _search(client)["own"]:
        time.sleep(0.01)
    assert client.delete(f"/api/library/imports/{started}").status_code == 200
    deadline = time.monotonic() + 60
    while not (told := client.delete(f"/api/library/imports/{started}").json())["over"]:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert told["error"] == "stopped"
    assert 0 < told["new"] < 500
    assert _search(client)["own"] == told["new"]


def test_a_search_for_a_position_begins_at_the_usual_start(client: TestClient) -> None:
    """The board comes with the pieces as a game begins, which in draughts is not empty."""
    draughts = client.get("/api/library/board", params={"game": "draughts"}).json()
    assert sorted(draughts["start"]).count("1") == sorted(draughts["start"]).count("2") == 12
    go = client.get("/api/library/board", params={"game": "go", "settings": '{"size": 9}'}).json()
    assert go["start"] == "0" * 81


@pytest.mark.parametrize(
    ("text", "game", "size", "to_play", "pieces"),
    [
        ("W:W21,K22:B1,2", "draughts", None, 1, "1124"),
        ('[FEN "B:W32:BK1"]', "draughts", None, 0, "23"),
        ("(;GM[1]SZ[9];B[aa];W[bb];B[cc])", "go", 9, 1, "112"),
        ("1. 11-15 23-19 2. 8-11", "draughts", None, 1, "1" * 12 + "2" * 12),
    ],
)
def test_a_pasted_text_tells_a_position(asked, text, game, size, to_play, pieces) -> None:
    """A FEN, or the last position of a game in any format."""
    told = asked.post("/api/library/position", json={"text": text}).json()
    assert (told["game"], told["size"], told["toPlay"]) == (game, size, to_play)
    assert "".join(sorted(told["board"].replace("0", ""))) == pieces


@pytest.mark.parametrize("text", ["nonsense", "W:W99:B1", "(;GM[1]SZ[9]", "B:"])
def test_a_text_that_tells_none_is_refused(asked, text) -> None:
    """In a line."""
    answer = asked.post("/api/library/position", json={"text": text})
    assert answer.status_code == 400, answer.text
    assert answer.json()["error"]
