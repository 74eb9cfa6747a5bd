"""Where the game trees of an SGF collection begin and end, in one pass over the file."""

import re
from codecs import getincrementaldecoder
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

MOST_INSIDE = 100
"""Games inside a tree that has not ended; with more, the tree is taken for one that never does."""
MOST_RESTARTS = 100
"""Games looked for inside the texts of a file that is damaged so that texts do not end."""

START = re.compile(rb"\(\s*(?:;|(?=(?:FF|GM)\s*\[))")
_L = rb"[a-z]*"
"""FF[3] has small letters in the names of properties, which mean nothing."""
_NAMES = b"|".join(
    _L + _L.join(bytes([letter]) for letter in name) + _L
    for name in (b"FF", b"GM", b"SZ", b"CA", b"AP", b"PB", b"PW", b"EV", b"KM", b"RU")
)
_ROOT = re.compile(rb"\(\s*;?\s*(?:" + _NAMES + rb")\s*\[")
_FOLLOWS = re.compile(rb"\)\s*(?=\(\s*;?\s*(?:" + _NAMES + rb")\s*\[)")
PATIENCE = 2**20
"""Bytes in which no game ends, after which roots are looked for; they tell less for certain."""
_PLAIN_GAME = re.compile(rb"\(\s*;(?:[^()\[\]]++|\[(?:[^\]\\]++|\\.)*+\])*+\)", re.DOTALL)
BRACKET = re.compile(rb"\[(?:[^\]\\]++|\\.)*+\]|[()\[]", re.DOTALL)
_PART = re.compile(rb"\[(?:[^\]\\]++|\\.)*+\]|[();\[]", re.DOTALL)


@dataclass(slots=True)
class _Tree:
    """A game tree that has begun."""

    start: int
    depth: int
    end: int | None = None


def split(data: bytes) -> Iterator[bytes]:
    """Yield the bytes of each game tree. One that does not end is cut where the next game begins.

    The time grows with the size of `data` alone, and the memory with that of a game.
    """
    at, restarts = 0, 0
    while start := START.search(data, at):
        if plain := _PLAIN_GAME.match(data, start.start()):
            yield plain[0]
            at = plain.end()
            continue
        for tree in _trees(data, start.start()):
            begin, end = tree.start, tree.end
            if end is None:
                is_last_try = restarts == MOST_RESTARTS
                following = None if is_last_try else _ROOT.search(data, begin + 1)
                restarts += 1
                end = following.start() if following else len(data)
            yield data[begin:end]
            at = end


def _trees(data: bytes, start: int) -> Iterator[_Tree]:
    """Yield the game trees from the one at `start` to the first that ends.

    Those before it end where the next begins; the last has no end where brackets tell none.
    """
    depth = 0
    trees: deque[_Tree] = deque()
    """The first, which has not ended, and the games inside of it."""
    for token in BRACKET.finditer(data, start):
        if token[0] == b"(":
            depth += 1
            if token.start() == start or _ROOT.match(data, token.start()):
                trees.append(_Tree(token.start(), depth))
            if len(trees) > MOST_INSIDE:
                yield from _up_to_open(trees)
        elif token[0] == b")":
            _close(trees, depth, token.end())
            depth -= 1
            if trees and trees[0].end is not None:
                yield trees[0]
                return
        elif token[0] == b"[":
            break
    while trees:
        yield from _up_to_open(trees)


def _close(trees: deque[_Tree], depth: int, end: int) -> None:
    """Note where the innermost tree ends, if it is the one that began at `depth`."""
    for tree in reversed(trees):
        if tree.end is None:
            if tree.depth == depth:
                tree.end = end
            return


def _up_to_open(trees: deque[_Tree]) -> Iterator[_Tree]:
    """Take out and yield the first tree, as one that never ends, and the whole ones behind it."""
    first = trees.popleft()
    if trees:
        first.end = trees[0].start
    yield first
    while trees and trees[0].end is not None:
        whole = trees.popleft()
        yield whole
        while trees and trees[0].start < (whole.end or 0):
            trees.popleft()


def last_start(data: bytes) -> int:
    """Return where the last game tree begins, so that those before it are whole.

    Where no tree ends, or brackets may be parts of letters, that is told by what stands in roots.
    """
    at = 0
    if _may_be_utf8(data):
        while start := START.search(data, at):
            end = _end_of(data, start.start())
            if end is None:
                break
            at = end
        else:
            return data.rfind(b"(", at) if b"(" in data[at:] else at
    if at or len(data) < PATIENCE:
        return at
    return max((found.end() for found in _FOLLOWS.finditer(data)), default=0)


def _may_be_utf8(data: bytes) -> bool:
    """Return whether `data` may be UTF-8, broken off anywhere."""
    try:
        getincrementaldecoder("utf-8")().decode(data)
    except UnicodeDecodeError:
        return False
    return True


def _end_of(data: bytes, start: int) -> int | None:
    """Return where a tree ends, None where it does not."""
    if plain := _PLAIN_GAME.match(data, start):
        return plain.end()
    depth = 0
    for token in BRACKET.finditer(data, start):
        if token[0] == b"[":
            return None
        depth += {b"(": 1, b")": -1}.get(token[0], 0)
        if depth == 0:
            return token.end()
    return None


def closed(piece: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield what a tree that does not end may be when it is closed, and what is left over.

    That is all of it, or all before a last node that is broken off; nothing of a tree that does end.
    """
    depth = node = 0
    for token in _PART.finditer(piece):
        depth += {b"(": 1, b")": -1}.get(token[0], 0)
        if token[0] == b";":
            node = token.start()
        elif token[0] == b"[":
            break  # it is not closed
    if depth <= 0:
        return
    yield piece + b")" * depth, b""
    begun = piece[:node].rstrip()
    while begun.endswith(b"("):  # a variation has at least one node
        begun, depth = begun[:-1].rstrip(), depth - 1
    if begun:
        yield begun + b")" * depth, piece[len(begun) :]
