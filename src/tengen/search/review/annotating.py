"""A review written into the record of its game, as every format has room for it.

A fault gets a glyph that SGF and PDN both know (SGF: ``DO``, ``BM[1]``, ``BM[2]``; PDN: ``$6``,
``$2``, ``$4``), a comment, and the better line as a variation. Every move judged gets the value it
left for its player (SGF: our ``XV``; PDN: ``[%eval ...]``), in Go and Gomoku also the percentage
that programs draw curves of, ``SBKV``. SGF's ``V`` is left alone: in Go it counts points.
"""

from collections.abc import Iterable
from dataclasses import replace

from tengen.core import Game, Record, RecordedMove
from tengen.core.record import Marks
from tengen.search.review.judgement import FAULTS, Grade
from tengen.search.review.reviewing import MoveReview, Review

GLYPHS = {Grade.INACCURACY: 6, Grade.MISTAKE: 2, Grade.BLUNDER: 4}
SIGNATURE = "Tengen: "
"""Begins every line of a comment that a review wrote, so that the next one replaces it."""
CURVE = "SBKV"
"""A mark: the winning chances of Black, who is the first player, in percent."""
_SGF_GAMES = ("go", "gomoku")
_PLURALS = {Grade.INACCURACY: "inaccuracies"}


def is_annotated(record: Record) -> bool:
    """Tell whether a review has been written into `record`."""
    return any(line.startswith(SIGNATURE) for line in record.comment.split("\n"))


def annotate(record: Record, review: Review, game: Game) -> Record:
    """Return `record` with `review` in it; an earlier one of ours is taken out.

    What others noted stays: their comments, glyphs and variations; a variation that begins as the
    better line does stands for it.
    """
    moves = [_without_review(move) for move in record.moves]
    for number, judged in enumerate(review.moves):
        _note(moves, judged, game.name in _SGF_GAMES, review.chances[number + 1])
        if judged.is_fault:
            _add_better_line(moves, judged)
    comment = _without_ours(record.comment)
    told = "\n".join(SIGNATURE + line for line in summary(review, game))
    joined = "\n".join(filter(None, (comment, told)))
    return replace(record, moves=tuple(moves), comment=joined)


def summary(review: Review, game: Game) -> list[str]:
    """Return the review in a few lines: who looked, and how each player did."""
    part = "" if review.is_whole else f", the first {len(review.moves)} moves"
    lines = [f"reviewed by {review.agent}{part}"]
    for player, name in enumerate(game.players):
        accuracy = review.accuracy(player)
        if accuracy is not None:
            lines.append(f"{name} accuracy {accuracy:.1f} %, {_faults(review, player)}")
    return lines


def _faults(review: Review, player: int) -> str:
    counts = review.count(player)
    told = [
        f"{counts[grade]} {grade if counts[grade] == 1 else _PLURALS.get(grade, f'{grade}s')}"
        for grade in FAULTS
    ]
    return ", ".join(told)


def _note(moves: list[RecordedMove], judged: MoveReview, curve: bool, first: float) -> None:
    """Note at the last action of a move what it left, and what is wrong with it."""
    move = moves[judged.end - 1]
    marks: Marks = move.marks
    if curve:
        marks = tuple(sorted({**dict(marks), CURVE: (f"{first:.2f}",)}.items()))
    value = round(judged.after / 50 - 1, 4)
    if not judged.is_fault:
        moves[judged.end - 1] = replace(move, value=value, marks=marks)
        return
    told = (
        f"{SIGNATURE}{judged.grade}, {judged.before:.0f} % -> {judged.after:.0f} %; "
        f"better {judged.line_names[0]}"
    )
    moves[judged.end - 1] = replace(
        move,
        value=value,
        marks=marks,
        comment="\n".join(filter(None, (move.comment, told))),
        nags=(GLYPHS[judged.grade], *move.nags),
    )


def _add_better_line(moves: list[RecordedMove], judged: MoveReview) -> None:
    """Put the better line beside the first action of a move, unless it is there."""
    move = moves[judged.start]
    known = {tuple(step.action for step in line)[: len(judged.best)] for line in move.variations}
    if judged.best in known:
        return
    line = [RecordedMove(action) for action in judged.line]
    last = len(judged.best) - 1
    told = f"{SIGNATURE}better, {judged.before:.0f} %"
    line[last] = replace(line[last], comment=told, value=round(judged.before / 50 - 1, 4))
    moves[judged.start] = replace(move, variations=(*move.variations, tuple(line)))


def _without_review(move: RecordedMove) -> RecordedMove:
    """Return a move as it was before it was reviewed; its value and curve are written over."""
    comment = _without_ours(move.comment)
    nags = move.nags
    if comment != move.comment:
        nags = nags[1:] if nags[:1] and nags[0] in GLYPHS.values() else nags
    lines = tuple(line for line in move.variations if not _is_ours(line))
    return replace(move, comment=comment, nags=nags, variations=lines)


def _is_ours(line: Iterable[RecordedMove]) -> bool:
    return any(move.comment.startswith(SIGNATURE) for move in line)


def _without_ours(comment: str) -> str:
    kept = [line for line in comment.split("\n") if not line.startswith(SIGNATURE)]
    return "\n".join(kept)
