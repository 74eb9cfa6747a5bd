"""The methods that are explained, and the games in which each can be watched."""

from dataclasses import dataclass
from typing import Any

from tengen import weights
from tengen.games import kind_of
from tengen.studio.thinking.catalogue import ordered_games
from tengen.studio.web.messages import RequestError

TREE = "tree"
"""A search by simulations."""
MOVES = "moves"
"""A number for each move, from one look."""
BOARDS = "boards"
"""A number for the board after each move."""
DEPTHS = "depths"
"""A search deeper by a move at a time."""


@dataclass(frozen=True, slots=True)
class TaughtMethod:
    """A method as it is explained."""

    name: str
    kind: str
    """What there is to watch: one of the constants above."""
    spec: str
    """The agent whose view is shown."""
    has_net: bool = True
    sees_planes: bool = True
    """Whether its net sees `State.planes`."""


METHODS = (
    TaughtMethod("mcts", TREE, "mcts?playouts=200", has_net=False, sees_planes=False),
    TaughtMethod("alphazero", TREE, "alphazero?visits=100"),
    TaughtMethod("policy", MOVES, "policy"),
    TaughtMethod("dqn", MOVES, "dqn?visits=1"),
    TaughtMethod("qlearning", MOVES, "qlearning"),
    TaughtMethod("boardvalue", BOARDS, "boardvalue?depth=1"),
    TaughtMethod("nnue", DEPTHS, "nnue", sees_planes=False),
)


def method_of(name: str) -> TaughtMethod:
    """Return a method by its name.

    Raises:
        RequestError: when none is called that.
    """
    for method in METHODS:
        if method.name == name:
            return method
    raise RequestError("unknown_method", f"there is no method {name!r}")


def examples(method: TaughtMethod) -> list[dict[str, object]]:
    """Return games with settings for which the method has what it needs, one each."""
    order = ordered_games()
    if not method.has_net:
        return [{"game": name, "settings": dict(kind_of(name).quick)} for name in order]
    found: dict[str, dict[str, Any]] = {}
    for entry in weights.entries(method.name):
        # The smallest board is the quickest to take in.
        known = found.get(entry["game"])
        if known is None or entry["settings"].get("size", 0) < known["settings"].get("size", 0):
            found[entry["game"]] = {"game": entry["game"], "settings": entry["settings"]}
    return [found[name] for name in order if name in found]
