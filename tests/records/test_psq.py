"""PSQ of the Gomocup, and the older files of its judge."""

import pytest

from tengen.core import NotationError, Outcome, Record, RecordedMove
from tengen.games import load
from tengen.records import NoRoomError, check

from .texts import fault_in, moves_of, read_all, read_one, written

GAME = """Piskvorky 20x20, 11:11, 0
8,9,0
9,9,1250
10,8,17
pbrain-one.exe
TWO.zip
-1
2,Standard 20
"""


def test_moves_count_from_one() -> None:
    """X to the right and y downwards, from 1, with milliseconds."""
    record = read_one("PSQ", GAME)
    assert moves_of(record) == [8 * 20 + 7, 8 * 20 + 8, 7 * 20 + 9]
    assert [move.seconds for move in record.moves] == [None, 1.25, 0.017]


def test_what_else_it_says() -> None:
    """Players, the winner, and the rule that the tournament's name begins with."""
    record = read_one("PSQ", GAME)
    assert record.players == ("pbrain-one.exe", "TWO.zip")
    assert (record.outcome, record.settings["rule"]) == (Outcome(1, ""), "standard")
    assert record.meta == {"Levels": "11:11", "Tournament": "Standard 20"}


def test_who_began() -> None:
    """With a 1 in the header, the second of the players named moved first."""
    record = read_one("PSQ", GAME.replace("11:11, 0", "11:11, 1"))
    assert record.players == ("TWO.zip", "pbrain-one.exe")


def test_bare_moves() -> None:
    """Header and moves are enough; lines may end in any way."""
    record = read_one("PSQ", "Piskvorky 15x15\r\n8,8\r\n9 , 9 , 5\r\n")
    assert moves_of(record) == [7 * 15 + 7, 8 * 15 + 8]
    assert (record.outcome, record.players) == (None, ("", ""))


def test_five_in_a_row_is_a_result() -> None:
    """Where no winner is stated, the board says it."""
    moves = "".join(f"{x},{y},0\n" for x in range(1, 6) for y in (1, 2) if (x, y) != (5, 2))
    record = read_one("PSQ", f"Piskvorky 15x15, 0:0, 0\n{moves}0\n")
    assert record.outcome is not None
    assert (record.outcome.winner, record.outcome.reason) == (0, "5 in a row")
    assert read_one("PSQ", written("PSQ", record)) == record
    wrong = read_one("PSQ", f"Piskvorky 15x15, 0:0, 0\n{moves}0\n2,Freestyle\n")
    assert "the result is that White won" in str(check(wrong))


def test_the_judges_files() -> None:
    """A ``.rec`` names the players first, counts from 0, and is of 20x20."""
    record = read_one("PSQ", "pbrain-A\npbrain-B\n0,0,5\n19,19,6\n1,0\n0\n")
    assert record.settings["size"] == 20
    assert moves_of(record) == [0, 399, 1]
    assert record.players == ("pbrain-A", "pbrain-B")
    assert read_one("PSQ", written("PSQ", record)) == record


@pytest.mark.parametrize(
    ("text", "move", "words"),
    [
        ("", None, "no PSQ"),
        ("hello\nworld\n", None, "no PSQ"),
        ("Piskvorky 15x19, 0:0, 0\n1,1,0\n", None, "15x19"),
        ("Piskvorky 99x99, 0:0, 0\n1,1,0\n", None, "size=99"),
        ("Piskvorky 15x15, 0:0, 0\n1,1,0\n16,1,0\n", 2, "'16,1,0'"),
        ("Piskvorky 15x15, 0:0, 0\n0,1,0\n", 1, "'0,1,0'"),
        ("Piskvorky 15x15, 0:0, 0\n-4,1,0\n", 1, "'-4,1,0'"),
    ],
)
def test_faults(text: str, move: int | None, words: str) -> None:
    """What is no game, and what is not on its board, is said with its text."""
    fault = fault_in("PSQ", text) if text else None
    if fault is None:
        assert [str(game) for game in read_all("PSQ", text)] == [
            "no PSQ: the header 'Piskvorky 15x15, 0:0, 0' is missing"
        ]
        return
    assert fault.move == move
    assert words in fault.reason


def test_files_of_several_games() -> None:
    """Games that somebody joined are told apart by their headers."""
    records = read_all("PSQ", GAME + GAME)
    assert len(records) == 2
    assert records[0] == records[1]
    texts = written("PSQ", *(game for game in records if isinstance(game, Record)))
    assert read_all("PSQ", texts) == records


def test_writing() -> None:
    """A file is as the tournament's own manager writes it."""
    record = read_one("PSQ", GAME)
    assert written("PSQ", record) == GAME
    unfinished = Record("gomoku", dict(load("gomoku", rule="renju").settings), (RecordedMove(0),))
    text = "Piskvorky 15x15, 0:0, 0\n1,1,0\n-1\n-1,Renju\n"
    assert written("PSQ", unfinished) == text
    assert read_one("PSQ", text) == unfinished


@pytest.mark.parametrize(
    "changes",
    [
        {"moves": (RecordedMove(0, comment="x"),)},
        {"moves": (RecordedMove(0, clock=1.0),)},
        {"moves": (RecordedMove(0, variations=((RecordedMove(1),),)),)},
        {"comment": "x"},
        {"meta": {"Event": "x"}},
        {"players": ("17", "b")},
        {"players": ("a\nb", "b")},
        {"players": ("1,2", "b")},
        {"settings": dict(load("gomoku", win_length=4).settings)},
        {"settings": dict(load("gomoku", position="W:Bh8").settings)},
        {"settings": dict(load("gomoku", rule="renju").settings), "meta": {"Tournament": "cup"}},
    ],
)
def test_what_psq_cannot_hold(changes: dict[str, object]) -> None:
    """Whatever would be lost or misread is refused in one line."""
    settings = dict(load("gomoku").settings)
    record = Record("gomoku", **({"settings": settings} | changes))  # type: ignore[arg-type]
    with pytest.raises(NotationError, match="no room for"):
        written("PSQ", record)


def test_lossy_writing() -> None:
    """Asked to, PSQ leaves out what it has no room for."""
    move = RecordedMove(0, comment="x", variations=((RecordedMove(1),),))
    record = Record("gomoku", dict(load("gomoku").settings), (move,), meta={"Event": "x"})
    with pytest.raises(NoRoomError):
        written("PSQ", record)
    bare = read_one("PSQ", written("PSQ", record, lossy=True))
    assert bare == Record("gomoku", dict(load("gomoku").settings), (RecordedMove(0),))
