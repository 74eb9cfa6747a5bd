"""What is written down of a study: all that a restarted server needs to go on with it."""

import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from tengen.core import Game, NotationError, Outcome, Record, TengenError
from tengen.core.record import Marks
from tengen.studio.rooms.study.analysis import Analysis
from tengen.studio.rooms.study.convert import Cut, record_of
from tengen.studio.rooms.study.tree import Node, Tree
from tengen.studio.sitting.sheet import load_game

FORMAT = 1


@dataclass
class StudySheet:
    """A study: its tree of moves, and what is known of the game besides."""

    id: str
    tree: Tree
    title: str = ""
    players: tuple[str, str] = ("", "")
    outcome: Outcome | None = None
    """How the game ended that it was read from; None where it did not, or is not known."""
    meta: Mapping[str, str] = field(default_factory=dict)
    """Date, event and the like, by the names of the format read."""
    engines: tuple[str, ...] = ()
    """Specs of the agents that look on, two at most."""
    cut: Cut | None = None
    """Where the file that it was read from went on, and could not be followed."""
    game_id: str = ""
    """The saved game that it was begun with, if any."""
    created: float = field(default_factory=time.time)
    """Seconds since 1970."""

    @property
    def game(self) -> Game:
        """The rules."""
        return self.tree.game

    def to_record(self) -> Record:
        """Return the whole study as one game with variations, to be written to a file."""
        record = record_of(self.tree)
        outcome = record.outcome or self.outcome
        return replace(record, players=self.players, meta=self.meta, outcome=outcome)

    def to_json(self) -> dict[str, object]:
        """Return plain data for `json.dumps`."""
        end = self.outcome
        return {
            "format": FORMAT,
            "id": self.id,
            "title": self.title,
            "created": self.created,
            "game": self.game.name,
            "settings": dict(self.game.settings),
            "players": list(self.players),
            "outcome": end and [end.winner, end.reason, list(end.points)],
            "meta": dict(self.meta),
            "engines": list(self.engines),
            "cut": self.cut and asdict(self.cut),
            "game_id": self.game_id,
            "nodes": [_node_to_json(node) for node in self.tree.walk()],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "StudySheet":
        """Read what `to_json` wrote.

        Raises:
            NotationError: when a part is missing, of the wrong kind or against the rules.
        """
        try:
            _check_format(data["format"])
            tree = Tree(load_game(str(data["game"]), data["settings"]))
            for row in data["nodes"]:
                _read_node(tree, row)
            first, second = data["players"]
            return cls(
                id=str(data["id"]),
                tree=tree,
                title=str(data["title"]),
                players=(str(first), str(second)),
                outcome=_outcome(data["outcome"]),
                meta={str(key): str(value) for key, value in dict(data["meta"]).items()},
                engines=tuple(str(spec) for spec in data["engines"]),
                cut=_cut(data.get("cut")),
                game_id=str(data.get("game_id", "")),
                created=float(data["created"]),
            )
        except NotationError:
            raise
        except (KeyError, TypeError, ValueError, AttributeError, TengenError) as error:
            line = str(error).splitlines()[0] if str(error) else ""
            raise NotationError(f"not a study: {type(error).__name__} {line}") from error


def _check_format(number: object) -> None:
    if number != FORMAT:
        raise NotationError(f"study of format {number!r}: this reads {FORMAT}")


def _outcome(data: Any) -> Outcome | None:
    if data is None:
        return None
    winner, reason, points = data
    return Outcome(winner, str(reason), tuple(int(point) for point in points))


def _cut(data: Any) -> Cut | None:
    return data and Cut(int(data["node"]), bool(data["aside"]), str(data["text"]))


def _node_to_json(node: Node) -> dict[str, object]:
    """Return a node without what was not noted; the order of the nodes is that of the lines."""
    data: dict[str, object] = {"id": node.id}
    if node.parent is not None:
        data |= {"parent": node.parent.id, "action": node.action}
    for name in ("value", "seconds", "clock"):
        if getattr(node, name) is not None:
            data[name] = getattr(node, name)
    if node.comment:
        data["comment"] = node.comment
    if node.nags:
        data["nags"] = list(node.nags)
    if node.marks:
        data["marks"] = [[name, list(values)] for name, values in node.marks]
    if node.analyses:
        data["analyses"] = [analysis.to_json() for analysis in node.analyses.values()]
    return data


def _read_node(tree: Tree, data: Mapping[str, Any]) -> None:
    node = tree.root
    if "parent" in data:
        node = tree.add(tree.node(int(data["parent"])), int(data["action"]), int(data["id"]))
    for name in ("value", "seconds", "clock"):
        if name in data:
            setattr(node, name, float(data[name]))
    node.comment = str(data.get("comment", ""))
    node.nags = tuple(int(nag) for nag in data.get("nags", ()))
    node.marks = _marks(data.get("marks", ()))
    for analysis in map(Analysis.from_json, data.get("analyses", ())):
        node.analyses[analysis.agent] = analysis


def _marks(data: Any) -> Marks:
    return tuple((str(name), tuple(map(str, values))) for name, values in data)
