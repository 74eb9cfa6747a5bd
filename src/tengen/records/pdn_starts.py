"""Where games of PDN begin, found without reading them."""

import re

PATIENCE = 2**20
"""Bytes without a tag, after which a result that ends a line is believed to end a game."""
_TAGS = re.compile(
    rb"""
    (?<=[^]\s])\s*[\r\n]\s*      # not after another tag
    (?=\[\s*[A-Z]\w*\s*"[^"\\\r\n]*"\s*\])
    """,
    re.VERBOSE,
)
"""The first of a game's tags, at the front of a line; no comment goes on behind one."""
_RESULT = re.compile(rb"(?:1-0|0-1|1/2-1/2|0-0|\*)[^\S\r\n]*[\r\n]\s*(?=1\.)")
"""The end of a game before one without tags."""


def last_start(data: bytes) -> int:
    """Return where the last game begins that has tags, or in a large file without them, numbers."""
    near = max(0, len(data) - PATIENCE // 16)
    for pattern, begin in ((_TAGS, near), (_TAGS, 0), (_RESULT, 0)):
        if found := [match.end() for match in pattern.finditer(data, begin)]:
            return found[-1]
        if pattern is _TAGS and begin == 0 and len(data) < PATIENCE:
            break
    return 0
