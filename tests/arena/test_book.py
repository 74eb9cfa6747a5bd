"""Openings from a game's book and from files."""

import json
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tengen
from tengen.agents.player import SpecPlayer
from tengen.arena import MatchSettings, deal, play_match, read_openings
from tengen.cli.app import run
from tengen.core import NotationError, Opening, SettingsError, TengenError
from tengen.openings.lines import parse_opening
from tengen.scaleout.local import LocalRunner

from .doubles import Scripted

DRAUGHTS = tengen.load("draughts")
GOMOKU = tengen.load("gomoku", size=9)
ELEVEN = "B:W19,21,22,23,25,26,27,29,30,31,32:B1,2,3,4,5,6,7,9,10,11,12"


@pytest.fixture
def book(tmp_path):
    """Write a file of openings and read it."""

    def read(text, game=DRAUGHTS):
        path = tmp_path / "book.txt"
        path.write_text(text, encoding="utf-8")
        return read_openings(path, game)

    return read


def spec_match(game, **settings):
    players = SpecPlayer("mcts?playouts=20", game), SpecPlayer("random", game)
    return play_match(*players, game, MatchSettings(**settings), runner=LocalRunner())


def test_the_deck_is_dealt_without_repetition():
    """No opening comes again before all have been; the seed decides the order."""
    deck = DRAUGHTS.book()
    dealt = deal(deck, 400, np.random.default_rng(1))
    counts = Counter(opening.name for opening in dealt[: 2 * len(deck)])
    assert len(counts) == len(deck)
    assert set(counts.values()) == {2}
    assert len({opening.name for opening in dealt[: len(deck)]}) == len(deck)
    assert dealt == deal(deck, 400, np.random.default_rng(1))
    assert dealt != deal(deck, 400, np.random.default_rng(2))


def test_draughts_matches_use_the_ballots():
    """Each two games of a draughts match begin with a ballot, named in the record."""
    records = [game.record for game in spec_match(DRAUGHTS, games=6).games]
    openings = [
        tuple(move.action for move in record.moves if move.is_laid_out) for record in records
    ]
    assert openings[0::2] == openings[1::2]
    assert len(set(openings)) == 3
    by_actions = {opening.actions: opening.name for opening in DRAUGHTS.book()}
    for record, opening in zip(records, openings, strict=True):
        assert record.comment == f"opening {by_actions[opening]}"


def test_random_openings_on_demand():
    """A match without a book begins with random moves, each ended where it is begun."""
    records = [game.record for game in spec_match(DRAUGHTS, games=4, openings=()).games]
    assert {record.comment for record in records} == {""}
    for record in records:
        state = DRAUGHTS.initial_state()
        opening = [move.action for move in record.moves if move.is_laid_out]
        assert len(opening) >= 4
        for action in opening:
            player, state = state.to_play, state.apply(action)
        assert state.to_play != player


def test_a_file_has_moves_and_positions(book):
    """A line is moves, a position, or both, with a name after a hash; others are skipped."""
    text = f"# 11-man\n\n9-13 22-18\n{ELEVEN}  # first\n  {ELEVEN}. 11-15,22-18 #second # one\n"
    moves, position, both = book(text)
    assert moves == Opening(DRAUGHTS, DRAUGHTS.parse_line(DRAUGHTS.initial_state(), "9-13 22-18"))
    other = tengen.load("draughts", position=ELEVEN)
    assert position == Opening(other, (), "first")
    line = other.parse_line(other.initial_state(), "11-15 22-18")
    assert both == Opening(other, line, "second # one")


def test_files_for_any_game(book):
    """Points of a board game are read the same way."""
    assert [opening.actions for opening in book("e5 e6\na1\n", GOMOKU)] == [(40, 31), (72,)]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("9-13\n\n9-14 22-18\n9-20\n", "line 4: 9-20: not a legal move"),
        ("9-13\nnine\n", "line 2: bad move 'nine'"),
        ("9-13 21-17 9-14 # late\n", "line 1: 9-14: no piece of Black's on 9"),
        ("K:9-13", "line 1: draughts position: bad FEN 'K:9-13'"),
        (f"{ELEVEN} 8-11", "line 1: 8-11: no piece of Black's on 8"),
        ("B:W18:B15 15x22", "line 1: the game is over after this opening"),
        ("B:W9,14:B5", "line 1: the game is over after this opening"),
        ("# nothing\n\n", "no opening in it"),
    ],
)
def test_bad_lines_are_named(book, tmp_path, text, complaint):
    """The file and the line come before what is wrong, in one line."""
    with pytest.raises(NotationError) as refusal:
        book(text)
    assert str(refusal.value).startswith(str(tmp_path / "book.txt"))
    assert complaint in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_missing_file_is_named(tmp_path):
    """A file that is not there, or a folder, is told as such."""
    with pytest.raises(NotationError, match="nowhere: No such file"):
        read_openings(tmp_path / "nowhere", DRAUGHTS)
    with pytest.raises(NotationError, match="Is a directory"):
        read_openings(tmp_path, DRAUGHTS)


@given(st.text() | st.from_regex(r"\A[BW]:W[0-9K,-]{1,9}:B[0-9K,-]{1,9}[ 0-9x-]*\Z"))
def test_any_text_is_an_opening_or_refused(text):
    """No line gives anything but an opening that can be played on, or an error."""
    try:
        opening = parse_opening(text, DRAUGHTS)
    except TengenError:
        return
    state = opening.game.initial_state()
    for action in opening.actions:
        state = state.apply(action)
    assert state.outcome() is None


def test_positions_reach_the_record(book):
    """A game from a position says so in its settings, and its record replays from there."""
    openings = book(f"{ELEVEN}\nW:WK32,20:BK1,2 # few\n")
    result = spec_match(DRAUGHTS, games=4, openings=openings, workers=2)
    assert result.forfeits == []
    positions = Counter(game.record.settings["position"] for game in result.games)
    assert positions == {ELEVEN: 2, "W:W20,K32:BK1,2": 2}
    for game in result.games:
        record = game.record
        *_, last = record.replay(tengen.load("draughts", **record.settings))
        assert last.outcome() == record.outcome


def test_agents_cannot_change_their_position(book):
    """An agent that was made for one start is not sent to another."""
    settings = MatchSettings(games=2, openings=book(ELEVEN))
    with pytest.raises(SettingsError, match="needs a player that makes agents"):
        play_match(Scripted("a"), Scripted("b"), DRAUGHTS, settings)


def match_lines(capsys, tmp_path, *options):
    """Play four games on the command line and return the records, or what was complained of."""
    saved = tmp_path / "games.jsonl"
    command = ["match", "random", "random", "--games", "4", "--save", str(saved), *options]
    if run(command):
        return capsys.readouterr().err
    return [json.loads(line) for line in saved.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("options", [[], ["--openings", "book"]])
def test_ballots_on_the_command_line(capsys, tmp_path, options):
    """Draughts begins with ballots, asked for or not."""
    records = match_lines(capsys, tmp_path, "--game", "draughts", *options)
    assert all(record["comment"].startswith("opening ") for record in records)


@pytest.mark.parametrize("options", [["--openings", "random"], ["--opening-plies", "4"]])
def test_random_on_the_command_line(capsys, tmp_path, options):
    """Random openings come on demand, and where their length is given."""
    records = match_lines(capsys, tmp_path, "--game", "draughts", *options)
    assert all("comment" not in record for record in records)
    assert all(len([m for m in r["moves"] if "comment" in m]) >= 4 for r in records)


def test_a_file_on_the_command_line(capsys, tmp_path):
    """A file is read before anything is played."""
    path = tmp_path / "eleven.txt"
    path.write_text(f"{ELEVEN} # eleven men\n", encoding="utf-8")
    records = match_lines(capsys, tmp_path, "--game", "draughts", "--openings", str(path))
    assert {record["settings"]["position"] for record in records} == {ELEVEN}
    assert {record["comment"] for record in records} == {"opening eleven men"}


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--openings", "book"], "has no book of openings"),
        (["--openings", "book", "--opening-plies", "3"], "--opening-plies is for random openings"),
        (["--openings", "no/such/file"], "no/such/file: No such file or directory"),
    ],
)
def test_openings_that_are_not_there(capsys, tmp_path, options, complaint):
    """One line says what is wrong."""
    err = match_lines(capsys, tmp_path, "--game", "gomoku", *options)
    assert complaint in err
    assert err.count("\n") == 1
