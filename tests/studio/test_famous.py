"""Famous games: what a library shows that has none of its own, and one with its review."""

import json
from typing import Any

import pytest

from tengen import records
from tengen.games import load
from tengen.search.review.moves import whole_moves
from tengen.studio.archive import famous
from tengen.studio.rooms.study.review.famous import REVIEWED, famous_review, writing
from tengen.studio.rooms.study.review.sheet import ReviewSheet

ONE_STUDIO = True

KNOWN = {
    "famous-rapfi-yixin": (0, 35),
    "famous-yixin-rapfi": (1, 36),
    "famous-rapfi-alphagomoku": (0, 35),
    "famous-alphago-lee-2": (0, 211),
    "famous-alphago-lee-4": (1, 180),
    "famous-tinsley-long": (0, 93),
    "famous-chinook-tinsley": (None, 72),
}
"""Who won, and in how many moves, as their reports say."""


@pytest.mark.parametrize("name", KNOWN)
def test_a_famous_game_keeps_to_the_rules_and_ends_as_it_did(name):
    """Gomoku ends with five in a row, and whoever made them had won."""
    record = famous.games()[name]
    assert records.check(record) is None
    assert record.outcome is not None
    assert (record.outcome.winner, len(record.moves)) == KNOWN[name]
    if record.game == "gomoku":
        *_, last = record.replay(load("gomoku"))
        assert last.outcome() == record.outcome


def test_every_game_of_the_house_has_one():
    """By players and year, as they are found by."""
    assert {record.game for record in famous.games().values()} == {"gomoku", "go", "draughts"}
    assert all(row.players[0] and row.players[1] and row.date for row in famous.rows())


def search(client: Any, **wanted: object) -> dict[str, Any]:
    """Ask the library."""
    found: dict[str, Any] = client.post("/api/library/search", json={"wanted": wanted}).json()
    return found


def ids(client: Any, **wanted: object) -> set[str]:
    """Return the ids of famous games that a search finds."""
    return {row["id"] for row in search(client, **wanted)["rows"] if row["source"] == "famous"}


def test_they_are_found_beside_games_of_ones_own(client):
    """After them, whether there are any or none; a game of one's own begins from one of them."""
    found = search(client)
    assert (found["total"], found["own"]) == (len(KNOWN), 0)
    assert {row["id"] for row in found["rows"]} == set(KNOWN)
    looked = client.get("/api/library/games/famous-alphago-lee-4").json()
    assert looked["names"][77] == "l11"
    assert looked["positions"][-1]["outcome"]["reason"] == "resignation"
    game = client.post("/api/library/games/famous-alphago-lee-4/play", json={"ply": 77}).json()
    found = search(client)
    assert (found["total"], found["own"]) == (len(KNOWN) + 1, 1)
    assert found["rows"][0]["id"] == game["id"]
    assert ids(client) == set(KNOWN)
    (*_, last) = client.get("/api/library/sources").json().items()
    assert last == ("famous", len(KNOWN))


@pytest.mark.parametrize(
    ("wanted", "name"),
    [
        ({"source": "famous"}, ""),
        ({"source": "play"}, None),
        ({"player": "lee s"}, "lee"),
        ({"player": "nobody"}, None),
        ({"game": "draughts"}, "tinsley"),
        ({"game": "draughts", "result": "draw"}, "chinook"),
        ({"game": "go", "result": "first"}, "lee-2"),
        ({"game": "go", "result": "second"}, "lee-4"),
        ({"result": "open"}, None),
        ({"game": "go", "since": "2016-03-11"}, "lee-4"),
        ({"game": "go", "until": "2016-03-11"}, "lee-2"),
    ],
)
def test_a_search_finds_them_as_it_finds_any_game(client, wanted, name):
    """By player, game, result, days and source."""
    expected = set() if name is None else {each for each in KNOWN if name in each}
    assert ids(client, **wanted) == expected


def test_they_are_found_by_position(client):
    """The list leads to the move at which a game has it."""
    looked = client.get("/api/library/games/famous-tinsley-long").json()
    board, to_play = (looked["positions"][40][key] for key in ("board", "toPlay"))
    position = {"game": "draughts", "board": board, "to_play": to_play}
    (row,) = search(client, position=position)["rows"]
    assert (row["id"], row["ply"]) == ("famous-tinsley-long", 40)


@pytest.mark.alone
def test_pages_of_a_list_go_on_into_them(client):
    """No game is shown twice and none is left out."""
    client.post("/api/library/games/famous-alphago-lee-4/play", json={"ply": 77})
    shown = [
        row["id"]
        for start in range(0, len(KNOWN) + 3, 3)
        for row in client.post("/api/library/search", json={"start": start, "count": 3}).json()[
            "rows"
        ]
    ]
    assert len(shown) == len(set(shown)) == len(KNOWN) + 1


@pytest.mark.alone
def test_they_are_not_handed_out(client):
    """Every library has them: a file is of games of one's own."""
    asked = {"wanted": {"game": "go"}, "format": "sgf"}
    assert client.post("/api/library/export", json=asked).status_code == 400
    found = search(client)
    deleted = client.post("/api/library/delete", json={"ids": [found["rows"][0]["id"]]}).json()
    assert deleted["games"] == 0
    assert search(client)["total"] == found["total"]


@pytest.mark.alone
@pytest.mark.parametrize(
    ("language", "word", "name", "decisive"),
    [
        ("zh", "\u5931\u51c6", "famous-rapfi-yixin", []),
        ("en", "inaccuracy", "famous-alphago-lee-4", ["h13", "f5", "g9"]),
        pytest.param("en", "inaccuracy", "famous-tinsley-long", [], marks=pytest.mark.long),
        pytest.param("en", "inaccuracy", "famous-rapfi-yixin", [], marks=pytest.mark.long),
        pytest.param(
            *("zh", "\u5931\u51c6", "famous-alphago-lee-4", ["h13", "f5", "g9"]),
            marks=pytest.mark.long,
        ),
        ("zh", "\u5931\u51c6", "famous-tinsley-long", []),
    ],
)
def test_a_famous_game_is_looked_at_with_its_review(client, language, word, name, decisive):
    """Written into a study of one's own, in one's own language, once."""
    games = client.get("/api/study/famous").json()
    assert [game["id"] for game in games] == list(REVIEWED)
    study = client.post("/api/study", json={"game_id": name}).json()["id"]
    taken = client.post(f"/api/review/{study}/take", json={"language": language})
    assert taken.status_code == 200, taken.text
    review = client.get(f"/api/review/{study}").json()
    assert (review["status"], len(review["moves"])) == ("done", review["total"])
    assert [review["moves"][each["move"]]["name"] for each in review["decisive"]] == decisive
    comments = [node["comment"] for node in client.get(f"/api/study/{study}").json()["nodes"]]
    assert any(word in comment.lower() for comment in comments)
    again = client.post(f"/api/review/{study}/take", json={"language": language})
    assert again.json()["error"] == "this game is reviewed already"


@pytest.mark.parametrize("name", REVIEWED)
def test_a_review_that_ships_is_of_the_game_that_ships(name):
    """Move by move; a capture of several pieces is one."""
    sheet, record = famous_review(name), famous.games()[name]
    assert sheet is not None
    state = load(record.game).initial_state()
    moves = whole_moves(state, [move.action for move in record.moves])
    assert [(move.start, move.end) for move in sheet.moves] == [(m.start, m.end) for m in moves]
    assert famous_review("famous-yixin-rapfi") is None


def test_a_review_is_written_as_it_ships(tmp_path, monkeypatch):
    """A line a move, who judged and how long with it."""
    monkeypatch.setattr(writing, "FOLDER", tmp_path)
    monkeypatch.setattr(writing, "usual_reviewer", lambda game: "mcts")
    writing.write("famous-rapfi-yixin", 20)
    text = (tmp_path / "famous-rapfi-yixin.json").read_text()
    sheet = ReviewSheet.from_json(json.loads(text))
    assert (sheet.status, sheet.agent, sheet.visits) == ("done", "mcts", 20)
    assert len(sheet.moves) == sheet.total == text.count("\n") - 2


def test_moves_that_a_tournament_laid_out_are_nobodys():
    """No review may blame a player for them."""
    laid_out = {each.game: each.laid_out_plies for each in famous.games().values()}
    assert laid_out == {"gomoku": 5, "go": 0, "draughts": 3}
