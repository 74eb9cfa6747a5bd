"""The three-move ballots that ship."""

import json
from importlib.resources import files
from pathlib import Path

import pytest

import tengen
from tengen.games.draughts.ballots import three_move_ballots
from tengen.games.draughts.game import Draughts
from tengen.games.draughts.notation import Setup, parse_fen

GAME = tengen.load("draughts")


def ends() -> dict[int, Setup]:
    """Return the position after each ballot, by its number."""
    assert isinstance(GAME, Draughts)
    positions = {}
    for ballot, opening in zip(three_move_ballots(), GAME.book(), strict=True):
        state = GAME.initial_state()
        for action in opening.actions:
            state = state.apply(action)
        positions[ballot.number] = GAME.position_of(state)
    return positions


def test_the_deck_has_156_ballots() -> None:
    """Of the 174 openings 156 are played, all from the usual start and all different."""
    numbers = [ballot.number for ballot in three_move_ballots()]
    assert len(numbers) == 156
    assert numbers == sorted(set(numbers))
    assert {numbers[0], numbers[-1]} == {1, 174}
    assert len(set(ends().values())) == 156


def test_a_ballot_is_three_moves() -> None:
    """Black, White and Black have moved."""
    for opening in GAME.book():
        state = GAME.initial_state()
        for action in opening.actions:
            state = state.apply(action)
        moves = GAME.format_line(GAME.initial_state(), opening.actions)
        assert len(moves) == 3
        assert state.to_play == 1
        assert opening.game == GAME
    assert GAME.book()[3].name == "5 Dreaded Edinburgh"
    assert GAME.book()[0].name == "1"


def test_ballots_are_those_of_pydraughts() -> None:
    """The number of a ballot means the same position in somebody else's deck."""
    text = files("draughts").joinpath("ballot_files", "3move_english.json").read_text()
    theirs = {int(name[:3]): parse_fen(fen) for name, fen in json.loads(text)["all"].items()}
    assert len(theirs) == 174
    assert ends().items() <= theirs.items()


def test_ballots_are_those_of_the_public_deck(data_dir: Path) -> None:
    """The deck is the public one without the barred openings, position by position."""
    path = data_dir / "draughts" / "three_move_ballots.tsv"
    if not path.exists():
        pytest.skip(f"{path} is not there")
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    public = {int(row[0]): parse_fen(row[3]) for row in rows if row[1] != "OP_BARRED"}
    assert ends() == public


def test_a_game_from_a_position_has_no_book() -> None:
    """Ballots begin at the usual start: from elsewhere there are none."""
    assert tengen.load("draughts", position="B:W21-32:B1-12").book() == GAME.book()
    assert tengen.load("draughts", position="W:W21-32:B1-12").book() == ()
