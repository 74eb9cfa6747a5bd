"""Text of unknown origin."""

import pytest

from tengen.records.charset import codec_of, decode

from .texts import read_one, written

CHINESE = "\u5e38\u660a \u5bf9 \u53e4\u529b\uff0c\u767d\u4e2d\u76d8\u80dc"
JAPANESE = "\u6b66\u5bae\u6b63\u6a39\u306e\u5bfe\u5c40\u3001\u767d\u756a\u3067\u52dd\u3061"
GERMAN = "M\u00fcller gegen Stra\u00dfer, sch\u00f6n"


@pytest.mark.parametrize(
    ("text", "charset"),
    [
        (CHINESE, "utf-8"),
        (CHINESE, "gbk"),
        ("\u67ef\u6d01", "gb2312"),
        (JAPANESE, "utf-8"),
        (JAPANESE, "shift_jis"),
        ("\u30a4\u30fb\u30bb\u30c9\u30eb", "shift_jis"),
        (GERMAN, "utf-8"),
        (GERMAN, "latin-1"),
        ("Jos\u00e9", "latin-1"),
        ("plain", "ascii"),
    ],
)
def test_looks(text: str, charset: str) -> None:
    """UTF-8, GBK, Shift-JIS and Latin-1 are told apart by how they look."""
    assert decode(text.encode(charset)) == text


@pytest.mark.parametrize("charset", ["utf-8-sig", "utf-16"])
def test_byte_order_marks(charset: str) -> None:
    """A byte order mark says what follows, and is no text."""
    assert decode(CHINESE.encode(charset)) == CHINESE


@pytest.mark.parametrize(
    ("declared", "charset"),
    [("GB2312", "gbk"), ("Shift_JIS", "cp932"), ("Big5", "big5"), ("ISO-8859-2", "iso8859-2")],
)
def test_declared(declared: str, charset: str) -> None:
    """A charset that is declared is believed, and its larger sister with it."""
    text = "\u0161\u0159" if "8859" in declared else "\u4e00\u4e01"
    assert decode(text.encode(charset), declared) == text


def test_declared_wrongly() -> None:
    """A declaration that cannot be true is passed over."""
    assert decode(CHINESE.encode("gbk"), "UTF-8") == CHINESE
    assert decode(CHINESE.encode("utf-8"), "no-such-charset") == CHINESE


@pytest.mark.parametrize(
    "name", ["zlib", "hex", "rot13", "idna", "unicode_escape", "utf-7", "\0", ""]
)
def test_other_codecs_are_no_charsets(name: str) -> None:
    """What Python can also decode, but no file is written in, is not tried."""
    assert codec_of(name) is None


def test_any_bytes_are_text() -> None:
    """Decoding never fails."""
    for first in range(256):
        for second in (0, 0x5C, 0x81, 0xFF):
            assert isinstance(decode(bytes([first, second, first])), str)


@pytest.mark.parametrize("declaration", ["", "CA[Shift_JIS]"])
def test_letters_that_hold_a_bracket(declaration: str) -> None:
    """In Shift-JIS and GBK the second byte of a letter may be a bracket or a backslash."""
    name = "\u30bd\u8868\u80fd\u91ce\u675c"  # with 5C, 5C, 5C and 6D as second bytes
    text = f"(;GM[1]SZ[9]{declaration}PB[{name}]C[\u3067\u3059];B[aa])"
    record = read_one("SGF", text.encode("shift_jis"))
    assert record.players[0] == name
    assert read_one("SGF", written("SGF", record)) == record


def test_a_charset_for_each_game() -> None:
    """Collections put together from several places have several charsets."""
    from .texts import read_all

    parts = [("GBK", "gbk", CHINESE), ("Shift_JIS", "cp932", JAPANESE), ("UTF-8", "utf-8", GERMAN)]
    data = b"\n".join(
        f"(;GM[1]CA[{declared}]PB[{text}])".encode(charset) for declared, charset, text in parts
    )
    assert [game.players[0] for game in read_all("SGF", data)] == [CHINESE, JAPANESE, GERMAN]  # type: ignore[union-attr]


def test_draughts_of_all_countries() -> None:
    """PDN declares no charset; its comments are read by their looks."""
    record = read_one("PDN", f"1. 11-15 {{{JAPANESE}}} *".encode("shift_jis"))
    assert record.moves[0].comment == JAPANESE
