"""The methods that are explained, and the games in which each can be watched."""

from dataclasses import dataclass
from typing import Any

from tengen import weights
from tengen.core import Game
from tengen.games import kind_of, load
from tengen.studio.rooms.learn.stories import actions_of, story_of
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

TELLING = {
    "gomoku": "d4 d5 e4 e5 f4 c7",
    "gomoku-15": "h8 i9 i8 g8 h7 h9",
    "go": "c3 d3 d4 b2 d2 b3",
    "draughts": "11-16 23-18 16-20 24-19 8-11 19-15 10x19 18-14 9x18 22x15 15x8 4x11",
}
"""Moves to a position worth looking at, by the game, or game and size: an open three, a fight that no
search has won yet, a stone that can be taken, a shot that wins two men."""


@dataclass(frozen=True, slots=True)
class TaughtMethod:
    """A method as it is explained."""

    name: str
    kind: str
    """What there is to watch: one of the constants above."""
    has_net: bool = True
    sees_planes: bool = True
    """Whether its net sees `State.planes`."""
    calm: int = 0
    """Moves before its story's position at which no win is proved yet: what looks ahead, or learns,
    opens there."""


METHODS = (
    TaughtMethod("mcts", TREE, has_net=False, sees_planes=False),
    TaughtMethod("alphazero", TREE),
    TaughtMethod("policy", MOVES),
    TaughtMethod("dqn", MOVES),
    TaughtMethod("qlearning", MOVES),
    TaughtMethod("boardvalue", BOARDS),
    TaughtMethod("nnue", DEPTHS, sees_planes=False, calm=3),
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
    """Return what the method can be watched in: its story, then each game it has a net for.

    Each has the ``actions`` that lead to a position worth opening on, and a story's may have those
    to a ``calm`` one.
    """
    shown = [_example(name, settings) for name, settings in _boards(method)]
    story = story_of(method.name)
    if story is None:
        return shown
    actions = actions_of(story)
    told = {"game": story["game"], "settings": story["settings"], "actions": actions, "story": True}
    return [told | ({"calm": actions[: -method.calm]} if method.calm else {}), *shown]


def _example(name: str, settings: dict[str, Any]) -> dict[str, object]:
    return {
        "game": name,
        "settings": settings,
        "actions": telling_actions(load(name, **settings)),
        "story": False,
    }


def telling_actions(game: Game) -> list[int]:
    """Return the actions that lead to a position worth looking at; none where none is known."""
    state, actions = game.initial_state(), []
    usual = TELLING.get(game.name, "")
    for name in TELLING.get(f"{game.name}-{game.planes_shape[-1]}", usual).split():
        actions.append(game.parse_move(name))
        state = state.apply(actions[-1])
    return actions


def _boards(method: TaughtMethod) -> list[tuple[str, dict[str, Any]]]:
    order = ordered_games()
    if not method.has_net:
        return [(name, dict(kind_of(name).quick)) for name in order]
    found: dict[str, dict[str, Any]] = {}
    for entry in weights.entries(method.name):
        # The smallest board is the quickest to take in.
        known = found.get(entry["game"])
        if known is None or entry["settings"].get("size", 0) < known.get("size", 0):
            found[entry["game"]] = entry["settings"]
    return [(name, found[name]) for name in order if name in found]
