"""A study as pages receive it: plain data."""

from dataclasses import asdict

from tengen.core import Outcome
from tengen.search.review.annotating import POINTS
from tengen.studio.rooms.study.analysis import Analysis
from tengen.studio.rooms.study.files import formats_for
from tengen.studio.rooms.study.sheet import StudySheet
from tengen.studio.rooms.study.tree import Node
from tengen.studio.sitting.history import History
from tengen.studio.sitting.view import (
    PositionView,
    describe_choices,
    describe_decision,
    describe_game,
    describe_position,
    in_tenths,
    piece_placed,
    shorten,
)


def describe_study(sheet: StudySheet) -> dict[str, object]:
    """Return all of a study but for the boards."""
    return {
        "id": sheet.id,
        "title": sheet.title,
        "game": describe_game(sheet.game),
        "players": list(sheet.players),
        "outcome": describe_outcome(sheet.outcome),
        "meta": dict(sheet.meta),
        "engines": list(sheet.engines),
        "formats": formats_for(sheet.game),
        "cut": sheet.cut and asdict(sheet.cut),
        "nodes": [describe_node(node) for node in sheet.tree.walk()],
    }


def describe_outcome(outcome: Outcome | None) -> dict[str, object] | None:
    """Return how a game ended."""
    if outcome is None:
        return None
    return {"winner": outcome.winner, "reason": outcome.reason}


def describe_node(node: Node) -> dict[str, object]:
    """Return a node as the tree shows it; ``inside`` says that the move goes on after it."""
    return {
        "id": node.id,
        "parent": None if node.parent is None else node.parent.id,
        "children": [child.id for child in node.children],
        "ply": node.ply,
        "name": node.name,
        "action": node.action,
        "player": None if node.parent is None else node.parent.state.to_play,
        "toPlay": node.state.to_play,
        "placing": piece_placed(node.state),
        "before": None if node.before is None else node.before.id,
        "inside": node.is_inside_move,
        "value": shorten(node.value),
        "lead": in_tenths(_lead_of(node)),
        "comment": node.comment,
        "nags": list(node.nags),
        "analysed": bool(node.analyses),
        "seconds": node.seconds,
    }


def _lead_of(node: Node) -> float | None:
    """Return the points by which the first player is ahead: the latest opinion's, else the record's."""
    if node.analysis is not None and node.analysis.lead is not None:
        return node.analysis.lead
    told = dict(node.marks).get(POINTS, ()) if node.state.game.has_owners else ()
    try:
        return float(told[0]) if told else None
    except ValueError:  # somebody else's file
        return None


def describe_place(node: Node) -> dict[str, object]:
    """Return what the page needs to show a node's board and to play on from it.

    Slow for boards with owners: for a thread.
    """
    analyses = tuple(node.analyses.values())
    position = describe_board(node)
    over = position["outcome"] is not None
    return {
        "node": node.id,
        "position": position,
        "choices": describe_choices(node.state, over),
        "analyses": [] if over else [describe_analysis(node, each) for each in analyses],
    }


def describe_board(node: Node) -> PositionView:
    """Return a node's position, the last move's path with it."""
    line: list[int] = []
    start = node
    while start is not (node.before or node):
        assert start.action is not None
        assert start.parent is not None
        line.append(start.action)
        start = start.parent
    history = History(node.state.game, start.state)
    for action in reversed(line):
        history.append(action)
    position = describe_position(history, len(line), node.state.outcome())
    return position | {"ply": node.ply}


def describe_analysis(node: Node, analysis: Analysis) -> dict[str, object]:
    """Return a kept opinion as a search that has just ended would tell it."""
    decision = analysis.decision(node.state)
    told = describe_decision(node.state, decision, analysis.agent, done=True)
    return told | {"node": node.id}
