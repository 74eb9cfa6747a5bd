"""Opening books: stored whole, refused when damaged, found by position."""

import numpy as np
import pytest

from tengen.games.draughts.book import Book, BookError, key_of, read_book
from tengen.games.draughts.game import create

GAME = create()
START = GAME.initial_state()


def after(line):
    state = START
    for action in GAME.parse_line(state, line):
        state = state.apply(action)
    return state


def test_a_book_reads_back(tmp_path):
    """Every position has its move again, whatever led to it."""
    lines = ["", "9-14", "9-14 24-20", "9-14 24-20 11-15"]
    moves = {key_of(after(line)): after(line).legal_actions()[0] for line in lines}
    path = tmp_path / "a.book"
    Book(moves).write(path)
    book = read_book(path)
    assert len(book) == 4
    for line in lines:
        assert book.find(after(line)) == moves[key_of(after(line))]
    assert book.find(after("9-13")) is None
    one, other = after("9-14 24-20 11-15"), after("11-15 24-20 9-14")
    assert one.native.nnue_position() == other.native.nnue_position()
    assert book.find(other) == book.find(one)


def test_a_capture_is_found_hop_by_hop():
    """Inside a capture the position is another one."""
    state = create(position="B:W15,23:B11").initial_state()
    inside = state.apply(state.legal_actions()[0])
    assert inside.native.capturing_square >= 0
    assert key_of(inside) != key_of(state)
    assert Book({key_of(inside): inside.legal_actions()[0]}).find(inside) is not None


def test_an_illegal_move_is_not_played():
    """A book that is wrong about a position says nothing."""
    assert Book({key_of(START): 127}).find(START) is None


@pytest.mark.parametrize("change", ["flip", "cut", "longer", "other", "empty", "noise"])
def test_damage_is_told(tmp_path, change):
    """Each is refused with the file's name in one line."""
    path = tmp_path / "a.book"
    Book({key_of(START): START.legal_actions()[0]}).write(path)
    data = bytearray(path.read_bytes())
    noise = np.random.default_rng(1).bytes(500)
    changed = {
        "flip": data[:-1] + bytes([data[-1] ^ 1]),
        "cut": data[:-3],
        "longer": data + b"x",
        "other": data.replace(b"draughts", b"gomoku"),
        "empty": b"",
        "noise": noise,
    }
    path.write_bytes(changed[change])
    with pytest.raises(BookError, match=r"a\.book") as error:
        read_book(path)
    assert "\n" not in str(error.value)


def test_a_missing_book_is_told(tmp_path):
    """Not a traceback of the system's."""
    with pytest.raises(BookError, match=r"no opening book .*gone\.book"):
        read_book(tmp_path / "gone.book")
