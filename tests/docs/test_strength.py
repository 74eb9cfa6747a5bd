"""The page "How strong" is what its command writes, and the games that it names are there."""

import sys

import pytest

from tengen import records
from tengen.core import Record

from .printed import ROOT

sys.path.insert(0, str(ROOT / "benchmarks"))  # scripts, which import each other
import field
import field_page


def test_the_page_is_what_its_command_writes():
    """Whoever measures anew, or changes a ladder, writes the page again."""
    written = (field_page.FOLDER / "README.md").read_text(encoding="utf-8")
    assert field_page.page() == written, "run python benchmarks/field.py"


@pytest.mark.parametrize("row", field_page.matches(), ids=lambda row: row["name"])
def test_games_are_kept(row):
    """Ten games of each match, as many of them lost as there are, by players who are named."""
    path = field_page.FOLDER / "games" / f"{row['name']}{field.SUFFIXES[row['game']]}"
    games = list(records.read(path))
    assert len(games) == field.KEPT
    assert all(isinstance(game, Record) and row["a"] in game.players for game in games)
    lost = [
        game for game in games if game.players[1 - game.players.index(row["a"])] == _winner(game)
    ]
    assert len(lost) == min(field.KEPT, row["losses"])
    assert row["wins"] + row["draws"] + row["losses"] == sum(row["games"])
    assert row["games"][0] == field.ROWS[row["name"]].games


def _winner(game):
    winner = None if game.outcome is None else game.outcome.winner
    return None if winner is None else game.players[winner]


def test_a_row_is_gone_on_with_by_the_same_net_alone():
    """Games of another net are not added up with those that stand; those of the same one are."""
    before = next(
        row for row in field_page.matches() if row["engine"] == field.ROWS[row["name"]].engine
    )
    assert field.standing(before["name"], before["net"]) == before
    with pytest.raises(SystemExit, match="leave --more out"):
        field.standing(before["name"], "another")
    told = {"a": "nnue", "b": "Rapfi", "wins": 3, "draws": 2, "losses": 1}
    both = field.score(told, before)
    assert [both[key] - before[key] for key in ("wins", "draws", "losses")] == [3, 2, 1]
    low, high = both["interval"]
    assert low < both["score"] < high


def test_opponents_are_rungs():
    """Each row that can be played names a rung of the ladder of its game."""
    for row in field.ROWS.values():
        assert field.opponent(row, {})
