"""What brains say of their thinking in ``MESSAGE`` lines, as far as numbers can be told from it.

Every brain has words of its own. Known are a share of wins (``winrate 61.5%``), a value in [-1, 1]
(``value +0.25``), a row seen coming (``eval -M7``), and an evaluation (``ev 120``), which counts as
Rapfi counts it: 200 is worth 73 % of the games.
"""

import math
import re

_NAME = r"(?i:\b{})\b[\s:=]*"
_SHARE = re.compile(_NAME.format("win[ -]?rate|wr") + r"(\d{1,3}(?:\.\d+)?)(\s*%)?")
_VALUE = re.compile(_NAME.format("value") + r"([+-]?[01](?:\.\d+)?)(?![\d.])")
_MATE = re.compile(_NAME.format("(?:ev|eval|evaluation|score)") + r"([+-]?)[Mm#]\d")
_EVALUATION = re.compile(_NAME.format("(?:ev|eval|evaluation|score)") + r"([+-]?\d{1,9}(?:\.\d+)?)")
_SCALE = 400.0
"""Where the hyperbolic tangent of an evaluation is that of 1."""


def parse_value(text: str) -> float | None:
    """Return the value in [-1, 1] for the side to move that a message tells, None without one."""
    if found := _SHARE.search(text):
        share = float(found[1]) / (100 if found[2] or float(found[1]) > 1 else 1)
        return 2 * share - 1 if share <= 1 else None
    if found := _VALUE.search(text):
        value = float(found[1])
        return value if abs(value) <= 1 else None
    if found := _MATE.search(text):
        return -1.0 if found[1] == "-" else 1.0
    if found := _EVALUATION.search(text):
        return math.tanh(float(found[1]) / _SCALE)
    return None
