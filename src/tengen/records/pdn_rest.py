"""Tokens of PDN that cannot be played, as a text that is read as the same tokens again."""

import re

from tengen.records.pdn_text import Token, View, comment_text, tokens_in

_FIGURES = re.compile(r"[\d.x/*-]+", re.ASCII)


def first_unclosed(tokens: list[Token]) -> int | None:
    """Return which token is the first ``(`` without its ``)``, None if there is none."""
    opened: list[int] = []
    for at, token in enumerate(tokens):
        if token.kind == "open":
            opened.append(at)
        elif token.kind == "close" and opened:
            opened.pop()
    return opened[0] if opened else None


def closing_of(tokens: list[Token], at: int) -> int:
    """Return which token closes the variation that the token `at` stands in."""
    depth = 0
    for end in range(at, len(tokens)):
        depth += {"open": 1, "close": -1}.get(tokens[end].kind, 0)
        if depth < 0:
            return end
    return len(tokens)


def text_of(tokens: list[Token], view: View) -> str | None:
    """Return tokens in strict words, the squares counted in our way.

    Returns:
        None where they would not be read as the same tokens.
    """
    words = [word for token in tokens if (word := word_of(token, view))]
    text = " ".join(words)
    # A move stands before it, which might go on.
    again, is_whole = tokens_in(f"11-15 {text}")
    is_same = [word_of(token, View()) for token in again] == ["11-15", *words]
    kinds = [token.kind for token in tokens if word_of(token, view)]
    is_same &= [token.kind for token in again] == ["move", *kinds]
    is_plain = text.isprintable() and not any(map(_is_loose, words))
    # Games of figures alone are taken apart with less care: 2-07 would be a move.
    is_plain &= not any(token.kind == "junk" and _FIGURES.fullmatch(token.text) for token in tokens)
    # Lines are broken at blanks, and a position set up is of one line.
    is_plain &= not any(token.kind == "setup" and " " in token.text for token in tokens)
    return text if is_whole and is_same and is_plain else None


def _is_loose(word: str) -> bool:
    """Return whether what stands around a word may be taken for a comment, or for tags."""
    return not word.endswith("}") if word.startswith("{") else "[" in word


def word_of(token: Token, view: View) -> str:
    """Return a token as it is written; a remark of the file is none."""
    if token.kind == "comment":
        said = " ".join(comment_text(token.text).split())
        said = said.replace("{", "(").replace("}", ")")
        return f"{{{said}}}" if said else ""
    if token.kind == "move" and (view.numbers_from_white or token.text[0].isalpha()):
        return "-".join(view.squares_of(token.text)) + "*" * token.text.endswith("*")
    return "".join(token.text.split()) if token.kind == "move" else token.text
