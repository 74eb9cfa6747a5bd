"""What a method makes of one position."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import cast

import numpy as np

from tengen.agents import load_agent
from tengen.agents.nets import find_net
from tengen.core import Decision, Game, State, TengenError
from tengen.evaluators.nnue import no_net, read_net
from tengen.evaluators.onnx import OnnxEvaluator
from tengen.games.face import NativeGame, NativeState
from tengen.games.kernel import KernelNet
from tengen.games.metrics import metrics_of
from tengen.games.nnue import scores
from tengen.search.selective import own_scale
from tengen.studio.rooms.learn import growing, pruning, seeing, sense, stories, teachers
from tengen.studio.rooms.learn.methods import BOARDS, DEPTHS, MOVES, TREE, TaughtMethod
from tengen.studio.rooms.learn.rows import changed_rows
from tengen.studio.sitting.history import History
from tengen.studio.sitting.view import (
    describe_choices,
    describe_game,
    describe_position,
    shorten,
)

DEPTH = 9
NODES = 200_000
"""Bound on the positions of one depth."""
SENSE_DEPTH = 2
"""A move and its answer: enough to see what loses at once."""
SIMULATIONS = 200
"""As many as show what a search makes of a small board."""
SEED = 1
LINE = 8
"""Moves of a line that is played on, each by the best board."""


@dataclass(frozen=True, slots=True)
class Knobs:
    """What a person may turn."""

    simulations: int = SIMULATIONS
    c: float = growing.C
    checkpoint: int | None = None
    """Of the method's story; None for the net that ships."""


def look(
    method: TaughtMethod, game: Game, actions: Sequence[int], knobs: Knobs
) -> dict[str, object]:
    """Return what the method sees, thinks and is taught in the position after `actions`.

    Raises:
        TengenError: when an action is illegal, or there is no net for the game.
    """
    history = _play(game, actions)
    state, outcome = history.state, history.state.outcome()
    told: dict[str, object] = {
        "game": describe_game(game),
        "position": describe_position(history, state.ply, outcome),
        "choices": describe_choices(state, over=outcome is not None),
        "moves": [history.name(ply) for ply in range(len(actions))],
        "actions": list(actions),
        "words": _words(history),
        "planes": _planes(state) if method.sees_planes else [],
    }
    if outcome is not None:
        return told
    if method.kind == DEPTHS:
        return told | _think_deep(state, knobs)
    path = _path(method, game, knobs)
    if path is None:
        return told | _trees(state, growing.by_random_game, knobs)
    net = OnnxEvaluator(path, game)
    if method.name == "policy":
        told["advised"] = teachers.advised(game, tuple(actions))
    checked = _sense(method, path, game) if knobs.checkpoint is None else _exam(method, knobs)
    return told | {"sense": checked} | _think(method, net, state, knobs)


def read_moves(game: Game, words: Sequence[str]) -> list[int] | None:
    """Return the actions of moves by their names or numbers; None where they cannot be played."""
    try:
        actions = [int(word) if word.isdecimal() else game.parse_move(word) for word in words]
        _play(game, actions)
    except TengenError:
        return None
    return actions


def _words(history: History) -> list[str]:
    """Return a name for each action: of a capture of several hops each hop, ``11x18``, ``18x25``."""
    steps = zip(history.states, history.actions, strict=False)
    return [state.game.format_line(state, [action])[0] for state, action in steps]


def _play(game: Game, actions: Sequence[int]) -> History:
    history = History(game)
    for action in actions:
        history.append(action)
    return history


def _path(method: TaughtMethod, game: Game, knobs: Knobs) -> Path | None:
    """Return the file of the net that is asked, None where a method has none."""
    if not method.has_net:
        return None
    if knobs.checkpoint is None:
        return find_net(method.name, None, game)
    checkpoint = stories.check_checkpoint(method.name, game, knobs.checkpoint)
    return stories.net_of(method.name, checkpoint)


def _planes(state: State) -> list[list[int]]:
    """Return each plane as percent, row by row."""
    planes = np.rint(100 * state.planes()).astype(int)
    return [plane.ravel().tolist() for plane in planes]


def _think(
    method: TaughtMethod, net: OnnxEvaluator, state: State, knobs: Knobs
) -> dict[str, object]:
    if method.kind == TREE:
        return _trees(state, lambda _: growing.by_net(net), knobs) | _glance(net, state)
    if method.kind == BOARDS:
        cells = seeing.see_boards(net, state)
        return {"cells": cells, "metrics": _metrics(state), "course": _course(net, state)}
    assert method.kind == MOVES
    cells = seeing.see_moves(net, state, are_values=method.name != "policy")
    if method.name == "policy":
        return {"cells": cells}
    return {"cells": cells, "replies": seeing.replies(net, state, cells)}


def _glance(net: OnnxEvaluator, state: State) -> dict[str, object]:
    """Return what a net of priors and a value says before any search."""
    priors, value = growing.by_net(net)(state)
    actions = state.sensible_actions()
    return {"cells": seeing.describe(state, actions, priors[actions]), "value": round(value, 3)}


def _trees(state: State, judge: growing.MakeJudge, knobs: Knobs) -> dict[str, object]:
    """Return the trees that both formulas grow, with the same chance."""
    return {
        "trees": {
            rule: growing.grow(
                state, judge(np.random.default_rng(SEED)), knobs.simulations, rule, knobs.c
            )
            for rule in growing.RULES
        }
    }


def _metrics(state: State) -> list[dict[str, object]]:
    """Return the metrics of the board, counted for the side that has just moved."""
    metrics = metrics_of(state.game)
    (row,) = metrics.measure([state])
    return [
        {"name": name, "value": int(value), "weight": weight}
        for name, value, weight in zip(metrics.names, row, metrics.weights, strict=True)
    ]


def _course(net: OnnxEvaluator, state: State) -> list[dict[str, object]]:
    """Return how it goes on by the best boards: each position's value for the side to move there."""
    course: list[dict[str, object]] = []
    while True:
        outcome = state.outcome()
        if outcome is not None:
            result = float(outcome.value_for(state.to_play))
            end = {"name": "", "player": state.to_play, "value": result, "over": True}
            return [*course, end]
        if len(course) == LINE:
            return course
        best = seeing.see_boards(net, state)[0]
        player, name, value = state.to_play, best["name"], best["value"]
        course.append({"name": name, "player": player, "value": value, "over": False})
        state = state.apply(best["action"])


def _exam(method: TaughtMethod, knobs: Knobs) -> sense.Sense:
    """Return what a net of a story did in the exam that its curve shows."""
    story = stories.story_of(method.name)
    assert story is not None
    assert knobs.checkpoint is not None
    steps = story["checkpoints"][knobs.checkpoint]["steps"]
    _, share = min(story["curve"], key=lambda point: abs(point[0] - steps))
    return sense.check_exam(share)


@lru_cache(maxsize=64)
def _sense(method: TaughtMethod, path: Path, game: Game) -> sense.Sense:
    """Return what comes of a check of the net by what the rules alone know."""
    net = OnnxEvaluator(path, game)
    if not game.has_owners:
        return sense.check_moves(game, lambda state: _first(method, net, state)["action"])
    if method.name in ("alphazero", "policy"):
        return sense.check_boards(game, lambda state: growing.by_net(net)(state)[1])
    return sense.check_boards(game, lambda state: _first(method, net, state)["value"] or 0.0)


@lru_cache(maxsize=8)
def _sense_deep(source: str, game: NativeGame) -> sense.Sense:
    """Return what comes of it where nobody asks the net alone: of the search that asks it.

    Args:
        source: as a spec calls it.
        game: of the positions.
    """
    agent = load_agent(f"{source}?depth={SENSE_DEPTH}&nodes={NODES}&book=no", game, seed=SEED)
    try:
        return sense.check_moves(game, lambda state: agent.decide(state).action, "search")
    finally:
        agent.close()


def _first(method: TaughtMethod, net: OnnxEvaluator, state: State) -> seeing.Cell:
    if method.kind == BOARDS:
        return seeing.see_boards(net, state)[0]
    return seeing.see_moves(net, state, are_values=method.name in ("dqn", "qlearning"))[0]


def _think_deep(state: State, knobs: Knobs) -> dict[str, object]:
    game = cast("NativeGame", state.game)
    net, scale, source = _incremental(game, knobs)

    def static(state: State) -> float:
        (score,) = scores(net, [cast("NativeState", state)])
        return float(np.tanh(score / scale / 2))

    cells = pruning.judge_moves(state, static)
    told: dict[str, object] = {
        "sense": _sense_deep(source, game),
        "cells": cells,
        "depths": _depths(source, state),
        "found": teachers.score(state, net, scale),
        "pruning": {order: pruning.prune(state, static, order) for order in pruning.ORDERS},
        "rows": [changed_rows(state, cell["action"]) for cell in cells[: pruning.WIDTH]],
    }
    if knobs.checkpoint is None:
        return told
    checkpoint = stories.check_checkpoint("nnue", state.game, knobs.checkpoint)
    return told | {"written": {"value": checkpoint["value"], "cells": checkpoint["cells"]}}


def _incremental(game: NativeGame, knobs: Knobs) -> tuple[KernelNet, float, str]:
    """Return the net that judges, its score units a logit, and what a spec calls it.

    The story's nets are too large to ship.
    """
    if knobs.checkpoint is not None:
        return no_net(game), own_scale(game), "nnue:none"
    net = read_net(find_net("nnue", None, game), game)
    return net.native, net.score_scale, "nnue"


def _depths(source: str, state: State) -> list[dict[str, object]]:
    """Return what the search finds as it looks deeper, a move at a time."""
    found = []
    for depth in range(1, DEPTH + 1):
        agent = load_agent(f"{source}?depth={depth}&nodes={NODES}&book=no", state.game, seed=SEED)
        try:
            decision = agent.decide(state)
        finally:
            agent.close()
        found.append({"depth": depth, **_line(state, decision)})
        # What is proved does not change any more.
        if decision.nodes >= NODES or abs(decision.value or 0.0) == 1.0:
            break
    return found


def _line(state: State, decision: Decision) -> dict[str, object]:
    return {
        "value": shorten(decision.value),
        "nodes": decision.nodes,
        "line": state.game.format_line(state, decision.pv),
    }
