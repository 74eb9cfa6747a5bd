"""A game that is over is played again, with the sides changed."""

import pytest

from .line import terms_of

ONE_STUDIO = True


@pytest.mark.parametrize(("people", "then"), [([0], [1]), ([1], [0]), ([0, 1], [0, 1])])
def test_a_rematch_has_the_terms_of_the_game(client, line, people, then):
    """All but the sides is as it was; between two people they change places themselves."""
    first = line.begin(**terms_of(people=people, teach=30))
    made = client.post(f"/api/play/games/{first['id']}/again").json()
    assert made["id"] != first["id"]
    line.ask("open", game=made["id"])
    again = line.hear("snapshot")
    assert again["people"] == then
    assert again["status"]["teach"] == 30
    assert (again["game"], again["opponent"]) == (first["game"], first["opponent"])


def test_no_game_no_rematch(client):
    """One line says that there is no such game."""
    answer = client.post("/api/play/games/nosuchgame/again")
    assert (answer.status_code, answer.json()["code"]) == (400, "unknown_game")
