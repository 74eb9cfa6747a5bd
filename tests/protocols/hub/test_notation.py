"""Positions, moves and lines of Hub."""

import re
from pathlib import Path

import draughts
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tengen
from tengen.core import IllegalMoveError, NotationError
from tengen.games.draughts.notation import START, Setup, format_fen, parse_fen
from tengen.protocols import hub
from tengen.protocols.hub.notation import (
    format_move,
    format_position,
    parse_move,
    parse_position,
    split,
    whole_moves,
)
from tengen.protocols.hub.syntax import Command, format_command, parse_command

README = Path(hub.__file__).with_name("README.md")


def random_position(rng: np.random.Generator) -> Setup:
    """Return pieces strewn over the board, half of them kings."""
    count = int(rng.integers(2, 20))
    squares = [int(square) for square in rng.permutation(np.arange(1, 33))[:count]]
    black, white = sorted(squares[: count // 2]), sorted(squares[count // 2 :])
    crowned = {n for n in squares if rng.random() < 0.5 or (n > 28 and n in black)}
    crowned |= {n for n in white if n < 5}
    return Setup(int(rng.integers(2)), tuple(black), tuple(white), tuple(sorted(crowned)))


def test_positions_are_as_documented() -> None:
    """The page's positions are written and read as it says."""
    rows = re.findall(r"\| `([BW]:[^`]+)` \| `([BW]\w{32})` \|", README.read_text())
    assert len(rows) == 3
    for fen, text in rows:
        assert format_position(parse_fen(fen)) == text
        assert parse_position(text) == parse_fen(fen)


def test_positions_and_moves_are_those_of_pydraughts() -> None:
    """Any position has the text that pydraughts sends, and the moves that it knows."""
    rng = np.random.default_rng(1)
    captures = 0
    for position in (START, *(random_position(rng) for _ in range(60))):
        fen = format_fen(position)
        theirs = draughts.Board(variant="english", fen=fen)
        assert format_position(position) == theirs._game.initial_hub_fen
        assert parse_position(format_position(position)) == position
        state = tengen.load("draughts", position=fen).initial_state()
        if state.outcome() is not None:
            continue
        ours = {format_move(state, hops) for hops, _ in whole_moves(state)}
        assert ours == {move.hub_move for move in theirs.legal_moves()}
        captures += any("x" in move for move in ours)
    assert captures > 20


def test_what_is_taken_comes_in_any_order() -> None:
    """A capture is known by its ends and by what it takes."""
    state = tengen.load("draughts", position="B:W6,14:B1").initial_state()
    moves = [parse_move(state, text) for text in ("1x17x6x14", "1x17x14x6")]
    assert moves[0] == moves[1]
    assert format_move(state, moves[0][0]) == "1x17x6x14"
    for text in ("1x17", "1x10x6", "1-6", "1x17x6x6x14", "2x9x6"):
        with pytest.raises(IllegalMoveError):
            parse_move(state, text)
    for text in ("", "1", "x", "1x", "-1-5", "1x17-6", "one-two", "\u0661-\u0665", "1x" * 99):
        with pytest.raises(NotationError):
            parse_move(state, text)


@pytest.mark.parametrize(
    "text",
    ["", "W", "W" + "e" * 31, "W" + "e" * 33, "X" + "e" * 32, "W" + "q" * 32, "w" + "e" * 32],
)
def test_bad_positions_are_refused(text: str) -> None:
    """Whoever writes something else is told what is expected."""
    with pytest.raises(NotationError, match="bad position"):
        parse_position(text)


def test_a_line_broken_off_inside_a_capture_ends_before_it() -> None:
    """Only whole moves are told."""
    state = tengen.load("draughts", position="B:W6,14:B1").initial_state()
    hops, _ = next(whole_moves(state))
    assert split(state, hops) == [hops]
    assert split(state, hops[:1]) == []
    assert split(state, (*hops, 0, 1)) == [hops]


def test_lines_are_read() -> None:
    """Values may be quoted; flags have none; the rest is passed over."""
    line = '  pos  pos=Wbe moves="11-15 22-18"  flag empty="" x='
    arguments = {"pos": "Wbe", "moves": "11-15 22-18", "flag": "", "empty": "", "x": ""}
    assert parse_command(line) == Command("pos", arguments)
    assert parse_command("ping") == Command("ping")
    assert parse_command(" \t ") is None
    assert parse_command('go ="x" == "think') == Command("go", {"x": "", "think": ""})
    assert parse_command('done move="11-15') == Command("done", {"move": "11-15"})


@given(st.dictionaries(st.from_regex(r"[a-z-]{1,8}", fullmatch=True), st.text(), max_size=4))
def test_what_is_written_is_read(arguments: dict[str, str]) -> None:
    """Every value comes through, but for quotation marks and how it is spaced."""
    read = parse_command(format_command("info", arguments))
    assert read is not None
    assert read.name == "info"
    assert {key: value.split() for key, value in read.arguments.items()} == {
        key: value.replace('"', "'").split() for key, value in arguments.items()
    }


@given(st.text())
def test_any_line_is_read(line: str) -> None:
    """Nothing that comes in is an error."""
    parse_command(line)
