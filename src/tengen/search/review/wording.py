"""What a review says in a file, in the languages that it speaks."""
# ruff: noqa: RUF001  Chinese has commas of its own

from collections.abc import Mapping
from dataclasses import dataclass, field

from tengen.search.review.judgement import Grade


@dataclass(frozen=True, slots=True)
class Words:
    """The sentences of one language."""

    fault: str
    """Of a move: its ``grade``, the chances ``before`` and ``after``, the ``points`` lost, the ``better`` one."""
    points: str
    """Of a move that lost so many ``points`` of the board, behind its chances."""
    better: str
    """Of a better move: the chances ``before``, which it keeps."""
    reviewer: str
    """``agent`` is who reviewed."""
    part: str
    """Only the first ``moves`` were judged."""
    player: str
    """A player's ``name``, ``accuracy`` and ``faults``."""
    grades: Mapping[Grade, tuple[str, str]]
    """One of them, and several."""
    comma: str
    """Between the parts of a list."""
    sides: Mapping[str, str] = field(default_factory=dict)
    """Names of `Game.players` in this language."""
    moves: Mapping[str, str] = field(default_factory=dict)
    """Names of moves that are no points."""


ENGLISH = Words(
    fault="{grade}, {before:.0f} % -> {after:.0f} %{points}; better {better}",
    points=", {points:.1f} points lost",
    better="better, {before:.0f} %",
    reviewer="reviewed by {agent}",
    part=", the first {moves} moves",
    player="{name} accuracy {accuracy:.1f} %, {faults}",
    grades={
        Grade.INACCURACY: ("inaccuracy", "inaccuracies"),
        Grade.MISTAKE: ("mistake", "mistakes"),
        Grade.BLUNDER: ("blunder", "blunders"),
    },
    comma=", ",
)
CHINESE = Words(
    fault="{grade}，胜率 {before:.0f} % -> {after:.0f} %{points}；更好的是 {better}",
    points="，损失 {points:.1f} 目",
    better="更好，胜率 {before:.0f} %",
    reviewer="{agent} 复盘",
    part="，只看了前 {moves} 手",
    player="{name}准确率 {accuracy:.1f} %，{faults}",
    grades={
        Grade.INACCURACY: ("失准", "失准"),
        Grade.MISTAKE: ("失误", "失误"),
        Grade.BLUNDER: ("大失误", "大失误"),
    },
    comma="、",
    sides={"Black": "黑方", "White": "白方", "First": "先手", "Second": "后手"},
    moves={"pass": "停一手", "white": "执白", "black": "执黑", "two-more": "再下两子"},
)
WORDS = {"en": ENGLISH, "zh": CHINESE}
"""By the languages' codes."""
