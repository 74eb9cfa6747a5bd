"""A review written into the record of its game, as every format has room for it.

A fault gets a glyph that SGF and PDN both know (SGF: ``DO``, ``BM[1]``, ``BM[2]``; PDN: ``$6``,
``$2``, ``$4``), a comment, and the better line as a variation. Every move judged gets the value it
left for its player (SGF: our ``XB``; PDN: ``[%eval ...]``), in Go and Gomoku also the percentage
that programs draw curves of, ``SBKV``. SGF's ``V`` counts points in Go: it is written where the
agent tells them, and left alone else.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from tengen.core import Game, Record, RecordedMove
from tengen.records.sgf_terms import NUMBERS as SGF_GAMES
from tengen.search.review.judgement import FAULTS, Grade
from tengen.search.review.reviewing import MoveReview, Review
from tengen.search.review.wording import ENGLISH, Words

GLYPHS = {Grade.INACCURACY: 6, Grade.MISTAKE: 2, Grade.BLUNDER: 4}
SIGNATURE = "Tengen: "
"""Begins every line of a comment that a review wrote, so that the next one replaces it."""
CURVE = "SBKV"
"""A mark: the winning chances of Black, who is the first player, in percent."""
POINTS = "V"
"""A mark: by how many points Black is ahead; negative where White is."""

_POINT = re.compile(r"[a-z]+\d")
"""Begins the name of a move that is a point."""


def is_annotated(record: Record) -> bool:
    """Tell whether a review has been written into `record`."""
    return any(line.startswith(SIGNATURE) for line in record.comment.split("\n"))


def annotate(record: Record, review: Review, game: Game, words: Words = ENGLISH) -> Record:
    """Return `record` with `review` in it; an earlier one of ours is taken out.

    What others noted stays: their comments, glyphs and variations; a variation that begins as the
    better line does stands for it.
    """
    moves = [_without_review(move) for move in record.moves]
    for judged in review.moves:
        _note(moves, judged, game.name in SGF_GAMES, words)
        if judged.is_fault:
            _add_better_line(moves, judged, words)
    *_, last = record.replay(game)
    comment = with_summary(record.comment, review, game.sides(last), words)
    return replace(record, moves=tuple(moves), comment=comment)


def with_summary(
    comment: str, review: Review, players: Sequence[str], words: Words = ENGLISH
) -> str:
    """Return what is said before the first move, `review` in a few lines after it."""
    told = [SIGNATURE + line for line in summary(review, players, words)]
    return "\n".join(filter(None, (without_ours(comment), *told)))


def with_verdict(comment: str, judged: MoveReview, words: Words = ENGLISH) -> str:
    """Return what is said of a move with our verdict, where there is one, in the last line."""
    told = (
        SIGNATURE
        + words.fault.format(
            grade=words.grades[judged.grade][0],
            before=judged.before,
            after=judged.after,
            points=words.points.format(points=judged.points) if judged.points else "",
            better=_told(judged.line_names[0], words),
        )
        if judged.is_fault
        else ""
    )
    return "\n".join(filter(None, (without_ours(comment), told)))


def _told(name: str, words: Words) -> str:
    """Return a move as people write it: points in capitals, as beside a board, the rest in words."""
    return name.upper() if _POINT.match(name) else words.moves.get(name, name)


def better_comment(judged: MoveReview, words: Words = ENGLISH) -> str:
    """Return what is said of the better move, so that a later review knows the line as ours."""
    return SIGNATURE + words.better.format(before=judged.before)


def without_ours(comment: str) -> str:
    """Return a comment without the lines that a review wrote."""
    kept = [line for line in comment.split("\n") if not line.startswith(SIGNATURE)]
    return "\n".join(kept)


def marks_of(judged: MoveReview) -> dict[str, tuple[str, ...]]:
    """Return the marks of the position after a move that say how good it is for Black."""
    marks: dict[str, tuple[str, ...]] = {CURVE: (f"{judged.for_first(judged.after):.2f}",)}
    if judged.lead is not None:
        marks[POINTS] = (f"{judged.lead * (1 - 2 * judged.player):.1f}",)
    return marks


def summary(review: Review, players: Sequence[str], words: Words = ENGLISH) -> list[str]:
    """Return the review in a few lines: who looked, and how each of `players` did."""
    part = "" if review.is_whole else words.part.format(moves=len(review.moves))
    lines = [words.reviewer.format(agent=review.agent) + part]
    for player, name in enumerate(players):
        accuracy = review.accuracy(player)
        if accuracy is not None:
            faults = _faults(review, player, words)
            lines.append(
                words.player.format(
                    name=words.sides.get(name, name), accuracy=accuracy, faults=faults
                )
            )
    return lines


def _faults(review: Review, player: int, words: Words) -> str:
    counts = review.count(player)
    told = [f"{counts[grade]} {words.grades[grade][counts[grade] != 1]}" for grade in FAULTS]
    return words.comma.join(told)


def _note(moves: list[RecordedMove], judged: MoveReview, curve: bool, words: Words) -> None:
    """Note at the last action of a move what it left, and what is wrong with it."""
    move = moves[judged.end - 1]
    marks = dict(move.marks) | (marks_of(judged) if curve else {})
    moves[judged.end - 1] = replace(
        move,
        value=value_of(judged.after),
        marks=tuple(sorted(marks.items())),
        comment=with_verdict(move.comment, judged, words),
        nags=(GLYPHS[judged.grade], *move.nags) if judged.is_fault else move.nags,
    )


def _add_better_line(moves: list[RecordedMove], judged: MoveReview, words: Words) -> None:
    """Put the better line beside the first action of a move, unless it is there."""
    move = moves[judged.start]
    known = {tuple(step.action for step in line)[: len(judged.best)] for line in move.variations}
    if judged.best in known:
        return
    line = [RecordedMove(action) for action in judged.line]
    last = len(judged.best) - 1
    value = value_of(judged.before)
    line[last] = replace(line[last], comment=better_comment(judged, words), value=value)
    moves[judged.start] = replace(move, variations=(*move.variations, tuple(line)))


def value_of(percent: float) -> float:
    """Return chances in percent as an outcome expected in [-1, 1], as `chance` had it."""
    return round(percent / 50 - 1, 4)


def _without_review(move: RecordedMove) -> RecordedMove:
    """Return a move as it was before it was reviewed; its value and curve are written over."""
    comment = without_ours(move.comment)
    nags = move.nags
    if comment != move.comment:
        nags = nags[1:] if nags[:1] and nags[0] in GLYPHS.values() else nags
    lines = tuple(line for line in move.variations if not _is_ours(line))
    return replace(move, comment=comment, nags=nags, variations=lines)


def _is_ours(line: Iterable[RecordedMove]) -> bool:
    return any(move.comment.startswith(SIGNATURE) for move in line)
