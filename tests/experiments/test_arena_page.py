"""The page of a tournament."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tengen.agents.player import SpecPlayer
from tengen.arena.config import Config
from tengen.arena.plan import make_plan
from tengen.arena.report import Account
from tengen.arena.schedule import Result, unplayed
from tengen.experiments.arena_page import draw_page

HEAD = """
[game]
name = "gomoku"
size = 5
win_length = 4
"""
PLAYERS = ("<b>Bold</b>", "plain", "third")


def figures(head):
    """Return the figures of a tournament in which the better seed wins with black."""
    listed = "".join(f"[[players]]\nname = '{name}'\nspec = 'random'\n" for name in PLAYERS)
    account = Account(make_plan(Config(Path("a & b.toml"), head + HEAD + listed), SpecPlayer))
    while waiting := unplayed(account.plan.schedule.fixtures(account.results), account.results):
        for fixture in waiting:
            winner = 0 if fixture.players[0] < fixture.players[1] else None
            account.results[fixture.key] = Result(fixture.players, winner)
    return account.report()


@pytest.mark.parametrize(
    "head", ["", 'kind = "swiss"\nrounds = 2', 'kind = "knock-out"', 'kind = "gauntlet"']
)
def test_page_needs_nothing_beside_itself(head):
    """No link, script or picture leads out of the page; names are text, whatever is in them."""
    page = draw_page(figures(head), "tengen arena 'a & b.toml' <x>")
    assert not re.search(r"<script|<link|<img|src=|href=|url\(|http", page)
    assert "&lt;b&gt;Bold&lt;/b&gt;" in page
    assert "<b>Bold" not in page
    assert "a &amp; b" in page
    assert page.count("<table") == page.count("</table>") == 3
    assert ("Round 2" in page) == ("swiss" in head or "knock-out" in head)


def test_cross_table_adds_up():
    """Each cell shows points, wins, draws and losses of the row; the other side has the rest."""
    told = figures("games = 4")
    cells = told["cross_table"]
    for row, _ in enumerate(PLAYERS):
        assert cells[row][row] is None
        for column in range(row):
            assert cells[row][column] == cells[column][row][::-1]
    assert [player["points"] for player in told["players"]] == [6, 4, 2]
    page = draw_page(told, "")
    assert ">3<small>2 2 0</small>" in page
    assert ">1<small>0 2 2</small>" in page


@pytest.mark.long
def test_page_needs_no_other_experiment():
    """The command that plays tournaments imports the page alone, first of all experiments."""
    script = "import sys, tengen.experiments.arena_page; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert b"tengen.experiments.compare" not in done.stdout
