"""The worked stories: a real run of each method on a small board, its nets along the way, its curve.

They lie in ``stories/<method>/``: ``story.json`` and the nets, named by the steps behind them. The README
there tells the commands that made them.
"""

import json
from functools import cache
from pathlib import Path
from typing import TypedDict

from tengen.core import Game
from tengen.core.game import Setting
from tengen.games import load
from tengen.studio.rooms.learn.seeing import Cell
from tengen.studio.web.messages import RequestError

FOLDER = Path(__file__).parent / "stories"


class Checkpoint(TypedDict, total=False):
    """A moment of the run that can be looked at."""

    steps: int
    positions: int
    minutes: float
    simulations: int
    """In place of these for a method that learns nothing: how long it searched."""
    value: float
    """What the net said of the story's position for the side to move, where it is too large to ship."""
    cells: list[Cell]
    """And of the boards after each move."""


class Story(TypedDict):
    """A run as it is told."""

    game: str
    settings: dict[str, Setting]
    moves: list[str]
    """They lead to the position that is told of."""
    best: list[str]
    """What wins there, as a solver proved."""
    checkpoints: list[Checkpoint]
    curve: list[list[float]]
    """Steps, or simulations, and the mark in the exam, 1 for the best."""


@cache
def story_of(method: str) -> Story | None:
    """Return a method's story, None where it has none."""
    path = FOLDER / method / "story.json"
    if not path.is_file():
        return None
    story: Story = json.loads(path.read_text(encoding="utf-8"))
    return story


def game_of(story: Story) -> Game:
    """Return the rules it is played by."""
    return load(story["game"], **story["settings"])


def actions_of(story: Story) -> list[int]:
    """Return the actions that lead to its position."""
    state = game_of(story).initial_state()
    actions = []
    for name in story["moves"]:
        actions.append(state.game.parse_move(name))
        state = state.apply(actions[-1])
    return actions


def check_checkpoint(method: str, game: Game, index: int) -> Checkpoint:
    """Return a checkpoint of a method's story.

    Raises:
        RequestError: when there is none, or it is of another game.
    """
    story = story_of(method)
    if story is None or game_of(story).settings != game.settings or story["game"] != game.name:
        raise RequestError("unknown_story", f"there is no run of {method} for {game}")
    if index >= len(story["checkpoints"]):
        raise RequestError("unknown_story", f"the run of {method} has no checkpoint {index}")
    return story["checkpoints"][index]


def net_of(method: str, checkpoint: Checkpoint) -> Path:
    """Return the file of a checkpoint's net."""
    return FOLDER / method / f"{checkpoint['steps']:06d}.onnx"
