"""Puzzles made from games."""

from collections.abc import Sequence
from typing import Any

import pytest

from tengen import puzzles
from tengen.core import Record, RecordedMove, SettingsError, Stop
from tengen.games import load
from tengen.puzzles import Puzzle
from tengen.puzzles.making import FIRST_PLY, Maker, grade

BEFORE_A_FOUR_THREE = "e8 d8 f8 a1 g8 a2 h9 a3 h10 a15"
FOURS = puzzles.kinds()["fours"]


def game_of(words: str, name: str = "gomoku") -> tuple[Record, dict[str, Any]]:
    game = load(name)
    moves = game.parse_line(game.initial_state(), words)
    return Record(game.name, game.settings, tuple(map(RecordedMove, moves))), {"file": "mine.sgf"}


def made(*games: tuple[Record, dict[str, Any]], known: Sequence[Puzzle] = ()) -> list[Puzzle]:
    maker = Maker(FOURS, known)
    return [puzzle for record, source in games for puzzle in maker.make(record, source)]


def test_a_win_that_was_there_becomes_a_puzzle() -> None:
    """It tells the solution, how hard it is and where it is from."""
    (puzzle,) = made(game_of(BEFORE_A_FOUR_THREE))
    assert puzzle.line[0] == "h8"
    assert puzzle.length == 3
    assert puzzle.source == {"file": "mine.sgf", "ply": 10}
    assert puzzle.grade == grade(3, puzzle.traps, puzzle.nodes)


def test_a_position_makes_one_puzzle() -> None:
    """A game that was read twice, turned or not, makes no more; nor does what is known."""
    game = load("gomoku")
    record, source = game_of(BEFORE_A_FOUR_THREE)
    turn = game.symmetries()[1].points
    turned = [int((turn == move.action).argmax()) for move in record.moves]
    other = Record(record.game, record.settings, tuple(map(RecordedMove, turned)))
    first = made((record, source), (record, source), (other, source))
    assert len(first) == 1
    assert made((other, source), known=first) == []


def test_games_of_other_kinds_and_broken_ones_are_passed_over() -> None:
    """The others are still looked at."""
    draughts = game_of("11-15 23-19", "draughts")
    record, source = game_of(BEFORE_A_FOUR_THREE)
    broken = Record(record.game, record.settings, (record.moves[0], record.moves[0]))
    unknown = Record(record.game, {"size": -3})
    games = [draughts, (broken, source), (unknown, source), (record, source)]
    assert len(made(*games)) == 1


def test_it_can_be_stopped() -> None:
    """Nothing is looked at after that."""
    stop, maker = Stop(), Maker(FOURS)
    stop.set()
    assert list(maker.make(*game_of(BEFORE_A_FOUR_THREE), stop)) == []
    assert maker.positions == 0


def test_positions_are_counted() -> None:
    """All of a game after its first moves."""
    maker = Maker(FOURS)
    list(maker.make(*game_of(BEFORE_A_FOUR_THREE)))
    assert maker.positions == len(BEFORE_A_FOUR_THREE.split()) - FIRST_PLY + 1


def test_longer_is_harder() -> None:
    """So are more wrong ways, and more to look at."""
    assert grade(2, 1, 5) < grade(3, 1, 5) < grade(3, 4, 5) < grade(3, 4, 500)


def test_games_without_puzzles_are_named() -> None:
    """One clear line."""
    with pytest.raises(SettingsError, match="chess has no puzzles: there are"):
        puzzles.kind_of_game("chess")
