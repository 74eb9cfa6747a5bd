"""Replays by the rules."""

import pytest

from tengen.core import Outcome, Record, RecordedMove
from tengen.games import load
from tengen.records import check, read, scan

from .texts import read_one


def gomoku(*actions: int, **changes: object) -> Record:
    moves = tuple(RecordedMove(action) for action in actions)
    return Record("gomoku", {"size": 15}, **({"moves": moves} | changes))  # type: ignore[arg-type]


FIVE = (0, 15, 1, 16, 2, 17, 3, 18, 4)


@pytest.mark.parametrize(
    ("record", "move", "words"),
    [
        (gomoku(0, 1, 0), 3, "a15 is occupied"),
        (gomoku(*FIVE, 19), 10, "the game is over"),
        (gomoku(999), 1, "999"),
        (gomoku(-1), 1, "-1"),
        (gomoku(*FIVE, outcome=Outcome(1, "")), None, "that White won, but Black did: 5 in a row"),
        (gomoku(*FIVE, outcome=Outcome(None, "draw")), None, "that nobody won"),
        (Record("chess", {}), None, "'chess'"),
        (Record("gomoku", {"size": 99}), None, "size=99"),
        (Record("gomoku", {"colour": "red"}), None, "colour"),
        (Record("gomoku", {"size": [1]}), None, "size"),  # type: ignore[dict-item]
    ],
)
def test_faults(record: Record, move: int | None, words: str) -> None:
    """The move, and why it cannot be played, are told."""
    fault = check(record)
    assert fault is not None
    assert fault.move == move
    assert words in fault.reason


def test_what_is_right() -> None:
    """Games that are finished, unfinished, resigned or not known are right."""
    for outcome in (None, Outcome(0, "5 in a row"), Outcome(0, "")):
        assert check(gomoku(*FIVE, outcome=outcome)) is None
    for outcome in (None, Outcome(1, "time")):
        assert check(gomoku(*FIVE[:5], outcome=outcome)) is None


def test_variations_are_checked() -> None:
    """A move against the rules is found wherever it is."""
    line = (RecordedMove(1), RecordedMove(1))
    record = gomoku(moves=(RecordedMove(0), RecordedMove(2, variations=(line,))))
    assert str(check(record)) == "move 3: in a variation: b15 is occupied"


def test_the_result_of_go_is_the_players() -> None:
    """Which stones are dead is agreed after the last move, so no score contradicts."""
    record = read_one(
        "SGF", "(;GM[1]SZ[5]KM[0];B[cc];W[];B[];C[]RE[W+3])".replace(";C[]RE[W+3]", "")
    )
    settings = dict(record.settings)
    stated = Record("go", settings, record.moves, Outcome(1, "3 points"))
    assert check(stated) is None


def test_moves_of_draughts_are_whole() -> None:
    """A capture of several jumps is one move in the count."""
    line = "10-15 23-19 7-10 22-17 11-16 26-23 8-11 17-14 9x18 23x14x7 3x10"
    record = read_one("PDN", line)
    broken = Record("draughts", record.settings, (*record.moves, RecordedMove(0)))
    fault = check(broken)
    assert fault is not None
    assert fault.move == 12


@pytest.mark.parametrize(
    ("moves", "is_whole"),
    [("2x9 *", False), ("2x9x18x25 *", True), ("2x9 9x18 18x25 *", True), ("2x9x18 *", False)],
)
def test_captures_are_whole(moves: str, is_whole: bool) -> None:
    """A game cannot end where its player has to jump on."""
    fault = check(read_one("PDN", f'[FEN "B:W6,14,22:BK2"] 1. {moves}'))
    assert (fault is None) == is_whole
    if fault:
        assert (fault.move, fault.reason) == (1, "not a whole capture")


def test_captures_in_variations_are_whole() -> None:
    """What could have been played is a whole capture, too."""
    fault = check(read_one("PDN", '[FEN "B:W6,14,22:BK2"] 1. 2x9x18x25 (1. 2x9) *'))
    assert fault is not None
    assert fault.reason == "in a variation: not a whole capture"


def test_the_place_of_a_fault(tmp_path) -> None:
    """File, game and move are named, whether reading or replaying finds the fault."""
    path = tmp_path / "games.sgf"
    path.write_text("(;GM[4];B[aa])(;GM[4];B[aa];W[aa])(;GM[4];B[zz])")
    faults = [entry.check() for entry in scan(path)]
    assert [str(fault) for fault in faults if fault] == [
        f"{path}, game 2, move 2: a15 is occupied",
        f"{path}, game 3, move 1: B[zz] is no point of the board",
    ]
    assert len(list(read(path))) == 3


def test_games_are_made_once() -> None:
    """Records of one kind share one game, so that thousands are checked quickly."""
    from tengen.records.games import load as load_shared

    assert load_shared("gomoku", {"size": 15}) is load_shared("gomoku", {"size": 15})
    assert load_shared("gomoku", {"size": 15}) == load("gomoku", size=15)
