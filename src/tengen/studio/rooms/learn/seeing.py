"""What a net says of every move of a position, as it is: no search, and no rule has a say."""

from collections.abc import Iterator, Sequence
from typing import TypedDict, cast

import numpy as np
from numpy.typing import NDArray

from tengen.core import State
from tengen.evaluators.onnx import OnnxEvaluator
from tengen.evaluators.q_values import action_values
from tengen.games.face import NativeState
from tengen.search.one_ply import passing
from tengen.search.scorers import AfterStateScorer
from tengen.studio.sitting.history import path_of
from tengen.studio.sitting.view import shorten


class Cell(TypedDict):
    """A move with what a net says of it, for whoever makes it."""

    action: int
    name: str
    path: list[int]
    value: float | None


class Reply(TypedDict):
    """What a move leads to: its result, or what the best answer is worth to whoever gives it."""

    over: bool
    same: bool
    """Whether the mover goes on, as inside a capture."""
    value: float
    answer: str


def see_moves(evaluator: OnnxEvaluator, state: State, *, are_values: bool) -> list[Cell]:
    """Return every sensible move with its value or, for a policy, its logit; the best first."""
    numbers = _ask(evaluator, [state], are_values=are_values)[0]
    actions = state.sensible_actions()
    shown = numbers[actions]
    # Only the differences of logits mean anything.
    cells = describe(state, actions, shown if are_values else shown - shown.mean())
    # Nobody teaches such nets when to pass: they are asked to where nothing else is left.
    return sorted(cells, key=lambda cell: cell["action"] == passing(state.game))


def see_boards(evaluator: OnnxEvaluator, state: State) -> list[Cell]:
    """Return every sensible move with the value of the board that it leads to; the best first."""
    (scores,) = AfterStateScorer(evaluator).score([cast("NativeState", state)])
    assert scores.values is not None
    return describe(state, scores.actions, scores.values)


def describe(
    state: State, actions: NDArray[np.integer], numbers: NDArray[np.floating]
) -> list[Cell]:
    """Return moves ``[n]`` with their numbers ``[n]``, the largest number first."""
    order = np.argsort(-numbers, kind="stable")
    return [
        {
            "action": int(actions[n]),
            "name": state.game.format_move(int(actions[n])),
            "path": list(path_of(state, int(actions[n]), state.apply(int(actions[n])))),
            "value": shorten(float(numbers[n])),
        }
        for n in order
    ]


def replies(evaluator: OnnxEvaluator, state: State, cells: Sequence[Cell]) -> list[Reply]:
    """Return what each move leads to, as the same net of action values sees it."""
    after = [state.apply(cell["action"]) for cell in cells]
    going = [each for each in after if each.outcome() is None]
    seen = iter(_ask(evaluator, going, are_values=True)) if going else iter(())
    return [_reply(state, each, seen) for each in after]


def _reply(state: State, after: State, seen: Iterator[NDArray[np.float32]]) -> Reply:
    same = after.to_play == state.to_play
    outcome = after.outcome()
    if outcome is not None:
        value = float(outcome.value_for(state.to_play))
        return {"over": True, "same": same, "value": value, "answer": ""}
    numbers = next(seen)
    actions = after.sensible_actions()
    best = int(actions[np.argmax(numbers[actions])])
    name = after.game.format_move(best)
    # More than a win is not to be had: learners cut a guess to that, too.
    value = round(float(np.clip(numbers[best], -1, 1)), 4)
    return {"over": False, "same": same, "value": value, "answer": name}


def _ask(
    evaluator: OnnxEvaluator, states: Sequence[State], *, are_values: bool
) -> NDArray[np.float32]:
    """Return ``[B, A]``: the values of all moves, or their logits."""
    planes = np.stack([state.planes() for state in states])
    legal = np.stack([state.legal_mask() for state in states])
    logits, values = evaluator.evaluate(planes, legal)
    return action_values(logits, values) if are_values else logits
