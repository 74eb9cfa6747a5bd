"""A tree of moves: a game, its variations, and what is said and thought of each position.

A node is a position and the action that led to it. Node 0 is the root, the position the game begins
from; the first child of a node goes on with its main line, the others are variations. Where a move
is several actions (a capture of several jumps), each of them is a node.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from tengen.core import Game, State
from tengen.core.record import Marks
from tengen.studio.rooms.study.analysis import Analysis
from tengen.studio.sitting.history import is_on_squares, path_of
from tengen.studio.web.messages import RequestError

MOST_NODES = 10_000
"""Nodes of a study; thirty long games have as many."""
MOST_FORKS = 60
"""Variations inside variations; file formats are read no deeper than a hundred."""
MOST_ANALYSES = 4
"""Agents whose opinion of one position is kept, the latest."""
JUDGEMENTS = range(1, 7)
"""Glyphs that judge a move, as PDN and PGN number them: ! ? !! ?? !? ?!."""


@dataclass(eq=False)
class Node:
    """One position of a study."""

    id: int
    """Its number in the study, never given to another."""
    parent: "Node | None"
    """None for the root."""
    action: int | None
    """What led here from the parent; None for the root."""
    state: State
    """The position."""
    before: "Node | None" = None
    """Where the whole move begins that `action` belongs to; its parent for a move of one action."""
    name: str = ""
    """The whole move up to and with `action`, as people write it."""
    path: tuple[int, ...] = ()
    """The points that the whole move goes over so far; none for a pass."""
    children: list["Node"] = field(default_factory=list)
    """What was played from here, the main line first."""
    value: float | None = None
    """What the position is worth to the first player, in [-1, 1]; None where nobody has said."""
    comment: str = ""
    nags: tuple[int, ...] = ()
    """Numeric annotation glyphs of the move: 1 good, 2 poor, 3 very good, 4 very poor, ..."""
    analyses: dict[str, Analysis] = field(default_factory=dict)
    """What agents saw here, by their specs, the latest last."""
    seconds: float | None = None
    """Time the player took."""
    clock: float | None = None
    """Seconds left on the player's clock."""
    marks: Marks = ()
    """What else the file noted that the study was read from."""

    @property
    def ply(self) -> int:
        """Actions played before this position."""
        return self.state.ply

    @property
    def glyph(self) -> int | None:
        """The judgement of the move that led here, one of `JUDGEMENTS`."""
        return next((nag for nag in self.nags if nag in JUDGEMENTS), None)

    @glyph.setter
    def glyph(self, judgement: int | None) -> None:
        others = tuple(nag for nag in self.nags if nag not in JUDGEMENTS)
        self.nags = others if judgement is None else (judgement, *others)

    @property
    def analysis(self) -> Analysis | None:
        """The latest opinion of the position."""
        return next(reversed(self.analyses.values()), None)

    @property
    def is_inside_move(self) -> bool:
        """Whether the piece that moved has to go on: people see no position here."""
        if self.parent is None or not is_on_squares(self.state.game):
            return False
        stays = self.parent.state.to_play == self.state.to_play
        return stays and self.state.outcome() is None

    def note(self, analysis: Analysis) -> None:
        """Keep an opinion of the position, and its value as the position's."""
        self.analyses.pop(analysis.agent, None)
        self.analyses[analysis.agent] = analysis
        while len(self.analyses) > MOST_ANALYSES:
            del self.analyses[next(iter(self.analyses))]
        if analysis.value is not None:
            self.value = analysis.value


class Tree:
    """The positions of one study, changed only by the methods below."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.root = Node(0, None, None, game.initial_state())
        self._nodes = {0: self.root}
        self._next_id = 1

    def __len__(self) -> int:
        return len(self._nodes)

    def node(self, number: int) -> Node:
        """Return the node of this id.

        Raises:
            RequestError: when there is none.
        """
        if number not in self._nodes:
            raise RequestError("unknown_node", f"there is no position {number} in this study")
        return self._nodes[number]

    def add(self, parent: Node, action: int, number: int | None = None) -> Node:
        """Return the child of `parent` after `action`: the one it has, or a new last one.

        Args:
            parent: the position played from.
            action: what is played.
            number: id of the node if it is new, for a tree that is read; None for the next one.

        Raises:
            IllegalMoveError: when the action is not legal there.
            RequestError: when the study is full, or variations are too deep.
        """
        for child in parent.children:
            if child.action == action:
                return child
        self._check_room(parent)
        after = parent.state.apply(action)
        number = self._next_id if number is None else number
        node = Node(number, parent, action, after)
        self._name(node, parent, action)
        parent.children.append(node)
        self._nodes[number] = node
        self._next_id = max(self._next_id, number + 1)
        return node

    def remove(self, node: Node) -> Node:
        """Take a node away with all that follows it, and return its parent.

        Raises:
            RequestError: when it is the root.
        """
        if node.parent is None:
            raise RequestError("refused", "the first position cannot be deleted")
        node.parent.children.remove(node)
        for gone in list(self.walk(node)):
            del self._nodes[gone.id]
        return node.parent

    def promote(self, node: Node, *, to_main: bool) -> list[Node]:
        """Put the line through `node` before the one it varies from.

        Args:
            node: any node of the line.
            to_main: whether it becomes the main line of the whole study.

        Returns:
            the nodes whose children changed their order.
        """
        changed: list[Node] = []
        for child in reversed(self.path(node)[1:]):
            siblings = child.parent.children if child.parent else []
            if siblings[0] is not child:
                siblings.remove(child)
                siblings.insert(0, child)
                assert child.parent is not None
                changed.append(child.parent)
                if not to_main:
                    break
        return changed

    def path(self, node: Node) -> list[Node]:
        """Return the nodes from the root to `node`."""
        path = [node]
        while path[-1].parent is not None:
            path.append(path[-1].parent)
        return path[::-1]

    def main_line(self, node: Node | None = None) -> list[Node]:
        """Return `node` (None: the root) and what follows it by first children."""
        line = [node or self.root]
        while line[-1].children:
            line.append(line[-1].children[0])
        return line

    def walk(self, node: Node | None = None) -> Iterator[Node]:
        """Yield `node` (None: the root) and all below it: parents first, main lines first."""
        waiting = [node or self.root]
        while waiting:
            at = waiting.pop()
            below = at.children[::-1]
            yield at
            waiting += below

    def _check_room(self, parent: Node) -> None:
        if len(self._nodes) >= MOST_NODES:
            raise RequestError("full", f"a study has room for {MOST_NODES} positions")
        if parent.children:
            path = self.path(parent)
            forks = sum(at.children[0] is not below for at, below in pairwise(path))
            if forks >= MOST_FORKS:
                raise RequestError("full", f"variations inside {MOST_FORKS} others")

    def _name(self, node: Node, parent: Node, action: int) -> None:
        """Say how the whole move is called that `action` ends or goes on with, and where it goes."""
        start, hop = parent, path_of(parent.state, action, node.state)
        if parent.before is not None and is_on_squares(self.game):
            line = [*self._actions(parent.before, parent), action]
            if len(self.game.format_line(parent.before.state, line)) == 1:
                start, hop = parent.before, (*parent.path, *hop[1:])
        node.before, node.path = start, hop
        line = [*self._actions(start, parent), action]
        node.name = self.game.format_line(start.state, line)[-1]

    def _actions(self, start: Node, end: Node) -> list[int]:
        """Return the actions that lead from `start` to `end` below it."""
        actions = []
        while end is not start:
            assert end.action is not None
            assert end.parent is not None
            actions.append(end.action)
            end = end.parent
        return actions[::-1]
