"""A tree of moves from a record of a game, and back into one."""

from dataclasses import dataclass

from tengen.core import Record, RecordedMove, TengenError
from tengen.core.record import Marks
from tengen.records.games import load
from tengen.records.unplayed import IN_VARIATION, unplayed_in
from tengen.studio.rooms.study.tree import Node, Tree


@dataclass(frozen=True, slots=True)
class Cut:
    """Where a line of a record ends too early, because its next move could not be played."""

    node: int
    """Id of the last position before it."""
    aside: bool
    """Whether the line is a variation."""
    text: str
    """Why the move could not be played, in one line."""


def tree_of(record: Record) -> tuple[Tree, Cut | None]:
    """Return the moves and variations of a record as a tree, and where the first of them is cut.

    A line ends before the first move that is against the rules, or that there is no room for.

    Raises:
        SettingsError: when there is no such game.
    """
    tree, cut = Tree(load(record.game, record.settings)), None
    tree.root.comment, tree.root.marks = record.comment, record.marks
    cut = _cut_behind(tree.root, record.marks, aside=False)
    waiting = [(tree.root, record.moves)]
    while waiting:
        at, moves = waiting.pop()
        lines = []
        for move in moves:
            lines += [(at, line) for line in move.variations]
            try:
                at = tree.add(at, move.action)
            except TengenError as error:
                cut = cut or Cut(at.id, moves is not record.moves, str(error))
                break
            _note(at, move)
            cut = cut or _cut_behind(at, move.marks, aside=moves is not record.moves)
        # The last is taken first: variations keep their order.
        waiting += reversed(lines)
    return tree, cut


def _cut_behind(node: Node, marks: Marks, *, aside: bool) -> Cut | None:
    """Return where a line ends at `node`, if its file has more that could not be played."""
    for part in unplayed_in(marks):
        reason = part.reason.removeprefix(IN_VARIATION)
        return Cut(node.id, aside or reason != part.reason, reason)
    return None


def record_of(tree: Tree) -> Record:
    """Return the tree as a record of an unfinished game without players."""
    return Record(
        game=tree.game.name,
        settings=tree.game.settings,
        moves=_line(tree.root.children[0]) if tree.root.children else (),
        comment=tree.root.comment,
        marks=tree.root.marks,
        outcome=tree.main_line()[-1].state.outcome(),
    )


def _note(node: Node, move: RecordedMove) -> None:
    """Put what a record notes of a move on its node; what is there already stays."""
    node.seconds = move.seconds if node.seconds is None else node.seconds
    node.clock = move.clock if node.clock is None else node.clock
    if node.value is None and move.value is not None:
        # Other programs write scores of another scale.
        node.value = max(-1.0, min(1.0, _turned(node, move.value)))
    node.comment = node.comment or move.comment
    node.nags = node.nags or move.nags
    node.marks = node.marks or move.marks


def _line(first: Node) -> tuple[RecordedMove, ...]:
    """Return `first` and what follows it by first children, the others as variations."""
    moves = []
    at: Node | None = first
    while at is not None:
        siblings = at.parent.children if at.parent else []
        others = siblings[1:] if siblings[0] is at else []
        moves.append(_move(at, tuple(_line(other) for other in others)))
        at = at.children[0] if at.children else None
    return tuple(moves)


def _move(node: Node, variations: tuple[tuple[RecordedMove, ...], ...]) -> RecordedMove:
    assert node.action is not None
    return RecordedMove(
        node.action,
        seconds=node.seconds,
        value=None if node.value is None else _turned(node, node.value),
        comment=node.comment,
        clock=node.clock,
        nags=node.nags,
        variations=variations,
        marks=node.marks,
    )


def _turned(node: Node, value: float) -> float:
    """Turn a value for whoever moved to `node` into one for the first player, and back."""
    return value if node.parent is None or node.parent.state.to_play == 0 else -value
