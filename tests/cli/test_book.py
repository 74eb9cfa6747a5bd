"""``tengen book``: made, gone on with, played by; whatever is wrong is one line."""

import json

import pytest

from tengen.agents import load_agent
from tengen.core import Limit
from tengen.games.draughts import book
from tengen.games.draughts.book import Book, key_of, read_book
from tengen.games.draughts.game import create

from .test_errors import assert_refused


def test_a_book_is_made_and_gone_on_with(tengen, tmp_path):
    """The second run searches only what the first one did not."""
    path = tmp_path / "a.book"
    command = ("book", "draughts", "--out", path, "--nodes", 300, "--net", "none", "--json")
    first = json.loads(tengen(*command, "--seconds", 0.2).out)
    assert first["searched"] > 0
    assert first["positions"] >= first["searched"] // 2
    again = json.loads(tengen(*command, "--seconds", 0).out)
    assert again["searched"] == 0
    assert again["positions"] == first["positions"]
    more = json.loads(tengen(*command, "--seconds", 0.2).out)
    assert more["positions"] > first["positions"]
    assert len(read_book(path)) == more["positions"]


def test_a_broken_line_is_searched_again(tengen, tmp_path):
    """A run that was killed in the midst of writing costs one search."""
    path = tmp_path / "a.book"
    command = ("book", "draughts", "--out", path, "--nodes", 300, "--net", "none", "--json")
    first = json.loads(tengen(*command, "--seconds", 0.1).out)
    log = tmp_path / "a.book.log"
    log.write_bytes(log.read_bytes()[:-7])
    assert json.loads(tengen(*command, "--seconds", 0).out)["positions"] < first["positions"]


def test_the_agent_plays_its_book(tengen, tmp_path):
    """A position of the book costs no search, any other one does."""
    path = tmp_path / "a.book"
    tengen("book", "draughts", "--out", path, "--nodes", 300, "--net", "none", "--seconds", 0.2)
    game = create()
    agent = load_agent(f"nnue:none?nodes=200&book={path}", game, seed=1)
    state = game.initial_state()
    for action in game.book()[0].actions:
        state = state.apply(action)
    decision = agent.decide(state)
    assert decision.nodes == 0
    assert decision.action == read_book(path).find(state)
    assert agent.decide(game.initial_state()).nodes > 0


def after(actions, game):
    state = game.initial_state()
    for action in actions:
        state = state.apply(action)
    return state


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """Make a book with the first ballot and the way there that of the box; return the ballot."""
    game = create()
    opening = game.book()[0]
    states = [after(opening.actions[:plies], game) for plies in range(len(opening.actions) + 1)]
    Book({key_of(s): int(s.legal_actions()[0]) for s in states}).write(tmp_path / "box.book")
    state = states[-1]
    monkeypatch.setattr(book, "SHIPPED", tmp_path / "box.book")
    return state


def test_the_book_in_the_box_is_played(shipped):
    assert load_agent("nnue", shipped.game).decide(shipped).nodes == 0
    assert load_agent("nnue?book=no&nodes=100", shipped.game).decide(shipped).nodes > 0


def test_who_asks_without_a_bound_gets_thoughts(shipped):
    """A move of the book is no answer to who wants to see an engine think."""
    decision = load_agent("nnue?depth=3", shipped.game).decide(shipped, Limit())
    assert decision.nodes > 0
    assert decision.value is not None


@pytest.mark.parametrize("command", ["analyse", "review"])
def test_what_is_judged_is_not_looked_up(tengen, tmp_path, shipped, command):
    """Analyses and reviews are about what a position is worth, and a book does not say."""
    game = tmp_path / "game.pdn"
    game.write_text('[Event "?"]\n\n1. 9-13 21-17 2. 5-9 25-21 *\n', encoding="utf-8")
    what = [game] if command == "review" else [game, "--ply", 3]
    told = json.loads(tengen(command, *what, "--agent", "nnue?nodes=500", "--json").out)
    worth = told["chances"] if command == "review" else [told["value"]]
    assert None not in worth
    assert len(set(worth)) == len(worth)


def test_no_other_file_is_written_over(tengen, tmp_path):
    """What was not made here stays: a file without the log of its making is refused."""
    path = tmp_path / "notes.txt"
    path.write_text("mine", encoding="utf-8")
    ran = tengen("book", "draughts", "--out", path, "--net", "none", "--seconds", 0)
    assert_refused(ran, "there is no notes.txt.log to go on from")
    assert path.read_text(encoding="utf-8") == "mine"
    assert not path.with_name("notes.txt.log").exists()


def test_what_is_wrong_is_one_line(tengen, tmp_path):
    """Other games, other settings, other files."""
    path = tmp_path / "a.book"
    command = ("book", "draughts", "--out", path, "--net", "none", "--seconds", 0)
    assert tengen(*command, "--nodes", 300).code == 0
    assert_refused(tengen(*command, "--nodes", 301), "name another file")
    assert_refused(tengen("book", "gomoku", "--out", path), "draughts")
    assert_refused(tengen("book", "draughts", "--out", path, "--net", "gone.nnue"), "gone.nnue")
