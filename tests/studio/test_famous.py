"""Famous games: what a library shows that has none of its own, and one with its review."""

from typing import Any

import pytest

from tengen import records
from tengen.games import load
from tengen.search.review.moves import whole_moves
from tengen.studio.archive import famous
from tengen.studio.rooms.study.review.famous import REVIEWED, famous_review

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


def test_an_empty_library_shows_them_and_no_other_one(client):
    """They are nobody's games: nothing counts them, and a search finds none."""
    found = search(client)
    assert (found["total"], found["rows"]) == (0, [])
    assert {row["id"] for row in found["famous"]} == set(KNOWN)
    assert search(client, player="Lee")["famous"] == []
    looked = client.get("/api/library/games/famous-alphago-lee-4").json()
    assert looked["names"][77] == "l11"
    assert looked["positions"][-1]["outcome"]["reason"] == "resignation"
    game = client.post("/api/library/games/famous-alphago-lee-4/play", json={"ply": 77}).json()
    assert game["id"]
    assert search(client)["famous"] == []
    # They are still there for who asks for them.
    (*_, last) = client.get("/api/library/sources").json().items()
    assert last == ("famous", len(KNOWN))
    assert len(search(client, source="famous")["famous"]) == len(KNOWN)


@pytest.mark.parametrize(("language", "word"), [("en", "inaccuracy"), ("zh", "\u5931\u51c6")])
def test_a_famous_game_is_looked_at_with_its_review(client, language, word):
    """Written into a study of one's own, in one's own language, once."""
    game = client.get("/api/study/famous").json()
    assert game["id"] == REVIEWED
    study = client.post("/api/study", json={"game_id": game["id"]}).json()["id"]
    taken = client.post(f"/api/review/{study}/take", json={"language": language})
    assert taken.status_code == 200, taken.text
    review = client.get(f"/api/review/{study}").json()
    assert (review["status"], len(review["moves"])) == ("done", review["total"])
    assert review["decisive"]
    comments = [node["comment"] for node in client.get(f"/api/study/{study}").json()["nodes"]]
    assert any(word in comment.lower() for comment in comments)
    again = client.post(f"/api/review/{study}/take", json={"language": language})
    assert again.json()["error"] == "this game is reviewed already"


def test_the_review_that_ships_is_of_the_game_that_ships():
    """Move by move; a capture of several pieces is one."""
    sheet, record = famous_review(REVIEWED), famous.games()[REVIEWED]
    assert sheet is not None
    state = load(record.game).initial_state()
    moves = whole_moves(state, [move.action for move in record.moves])
    assert [(move.start, move.end) for move in sheet.moves] == [(m.start, m.end) for m in moves]
    assert famous_review("famous-yixin-rapfi") is None


def test_moves_that_a_tournament_laid_out_are_nobodys():
    """No review may blame a player for them."""
    laid_out = {each.game: each.laid_out_plies for each in famous.games().values()}
    assert laid_out == {"gomoku": 5, "go": 0, "draughts": 3}
