"""Formulas, written as GitHub reads them, as MathML, which browsers draw by themselves."""

import re

from latex2mathml.converter import convert

_BLOCK = re.compile(r"^```math\n(.*?)\n```$", re.DOTALL | re.MULTILINE)
_INLINE = re.compile(r"\$`([^`]+)`\$")


def draw(text: str) -> str:
    """Return a page's text with its formulas drawn."""
    text = _BLOCK.sub(lambda match: _convert(match[1], "block"), text)
    return _INLINE.sub(lambda match: _convert(match[1], "inline"), text)


def _convert(formula: str, display: str) -> str:
    # What Markdown would take for emphasis is written as a number.
    drawn = convert(formula, display=display)
    return re.sub(r"[*_]", lambda match: f"&#{ord(match[0])};", drawn)
