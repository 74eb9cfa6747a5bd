"""A tree of moves from a record of a game, and back into one."""

from tengen.core import Record, RecordedMove, TengenError
from tengen.records.games import load
from tengen.studio.rooms.study.tree import Node, Tree


def tree_of(record: Record) -> tuple[Tree, str | None]:
    """Return the moves and variations of a record as a tree, and why some of them are missing.

    A line ends before the first move that is against the rules, or that there is no room for.

    Raises:
        SettingsError: when there is no such game.
    """
    tree, fault = Tree(load(record.game, record.settings)), None
    tree.root.comment, tree.root.marks = record.comment, record.marks
    waiting = [(tree.root, record.moves)]
    while waiting:
        at, moves = waiting.pop()
        lines = []
        for number, move in enumerate(moves, at.ply + 1):
            lines += [(at, line) for line in move.variations]
            try:
                at = tree.add(at, move.action)
            except TengenError as error:
                fault = fault or f"move {number}: {error}"
                break
            _note(at, move)
        # The last is taken first: variations keep their order.
        waiting += reversed(lines)
    return tree, fault


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
