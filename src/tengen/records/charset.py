"""Bytes of unknown origin into text: UTF-8, GBK, Shift-JIS or Latin-1."""

import codecs
from collections.abc import Callable
from contextlib import suppress

BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
SUPERSETS = {"gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932", "euc_kr": "cp949"}
"""What programs write that declare the smaller set."""
KNOWN = {
    *("utf-8", "utf-16", "utf-16-le", "utf-16-be", "ascii", "gb18030", "big5", "big5hkscs"),
    *("cp932", "euc_jp", "iso2022_jp", "cp949", "koi8-r", "koi8-u"),
    *(f"cp{page}" for page in (437, 850, 866, 874, *range(1250, 1259))),
    *(f"iso8859-{part}" for part in range(1, 17)),
}
"""Python's names of what a file may declare; its other codecs are no charsets."""
ENOUGH = 0.5
"""Of the letters beyond ASCII, the share that must be common ones for a charset to be believed."""


def decode(data: bytes, declared: str | None = None) -> str:
    """Return `data` as text, by its byte order mark, the charset declared, or its looks.

    Never fails: what no other charset explains is Latin-1, in which every byte is a letter.
    """
    for mark, name in BOMS:
        if data.startswith(mark):
            return data[len(mark) :].decode(name, errors="replace")
    for charset in ("utf-8" if declared is None else codec_of(declared), "utf-8"):
        if charset is not None:
            with suppress(UnicodeDecodeError):
                return data.decode(charset)
    return data.decode(guess(data), errors="replace")


def codec_of(name: str) -> str | None:
    """Return Python's name of a declared charset, None when there is no such charset."""
    try:
        found = codecs.lookup(name.strip().lower()).name
    except (LookupError, ValueError):
        return None
    found = SUPERSETS.get(found, found)
    return found if found in KNOWN else None


def guess(data: bytes) -> str:
    """Return the likelier of GBK and Shift-JIS where one explains `data`, else Latin-1."""
    shares = {"gb18030": _common_in_gbk(data), "cp932": _common_in_shift_jis(data)}
    best = max(shares, key=lambda charset: shares[charset])
    return best if shares[best] >= ENOUGH else "iso8859-1"


def _common_in_gbk(data: bytes) -> float:
    """Return the share of everyday characters among those beyond ASCII, 0 if `data` is not GBK."""

    def is_common(pair: bytes) -> bool:
        # Punctuation and the characters of everyday use lie together, ordered by sound.
        return pair[-1] >= 0xA1 and (0xA1 <= pair[0] <= 0xA3 or 0xB0 <= pair[0] <= 0xD7)

    return _share(data, "gb18030", is_common)


def _common_in_shift_jis(data: bytes) -> float:
    """Return the share of kana and everyday kanji among the characters beyond ASCII."""

    def is_common(pair: bytes) -> bool:
        # Half-width kana, one byte each, are what other charsets look like when read as this.
        return len(pair) == 2 and 0x81 <= pair[0] <= 0x97

    return _share(data, "cp932", is_common)


def _share(data: bytes, charset: str, is_common: Callable[[bytes], bool]) -> float:
    try:
        text = data.decode(charset)
    except UnicodeDecodeError:
        return 0.0
    beyond = [letter.encode(charset) for letter in text if letter > "\x7f"]
    return sum(map(is_common, beyond)) / len(beyond) if beyond else 0.0
