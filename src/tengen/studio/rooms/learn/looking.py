"""What a method makes of one position."""

from collections.abc import Sequence

import numpy as np

from tengen.agents import load_agent
from tengen.agents.nets import find_net
from tengen.core import Decision, Game, State
from tengen.evaluators.onnx import OnnxEvaluator
from tengen.games.metrics import metrics_of
from tengen.studio.rooms.learn.growing import by_net, by_random_game, grow
from tengen.studio.rooms.learn.methods import BOARDS, DEPTHS, MOVES, TREE, TaughtMethod
from tengen.studio.sitting.history import History
from tengen.studio.sitting.view import (
    DecisionView,
    describe_choices,
    describe_decision,
    describe_game,
    describe_position,
    for_first,
    shorten,
)

SIMULATIONS = 60
"""As many as can be watched without getting lost."""
DEPTH = 9
NODES = 200_000
"""Bound on the positions of one depth."""
SEED = 1


def look(method: TaughtMethod, game: Game, actions: Sequence[int]) -> dict[str, object]:
    """Return what the method sees, thinks and is taught in the position after `actions`.

    Raises:
        TengenError: when an action is illegal, or there is no net for the game.
    """
    history = History(game)
    for action in actions:
        history.append(action)
    state, outcome = history.state, history.state.outcome()
    told: dict[str, object] = {
        "game": describe_game(game),
        "position": describe_position(history, state.ply, outcome),
        "choices": describe_choices(state, over=outcome is not None),
        "moves": [history.name(ply) for ply in range(len(actions))],
        "planes": _planes(state) if method.sees_planes else [],
    }
    return told if outcome is not None else told | _think(method, state)


def _planes(state: State) -> list[list[int]]:
    """Return each plane as percent, row by row."""
    planes = np.rint(100 * state.planes()).astype(int)
    return [plane.ravel().tolist() for plane in planes]


def _think(method: TaughtMethod, state: State) -> dict[str, object]:
    game = state.game
    if method.kind == DEPTHS:
        return {"depths": _depths(method, state)}
    view = _view(method.spec, state)
    told: dict[str, object] = {"view": view}
    if method.kind == TREE:
        told["tree"] = _tree(method, state)
    if method.kind == BOARDS:
        told["metrics"] = _metrics(state)
    if method.kind == MOVES:
        told["next"] = _after(method.spec, state, view["action"], game)
    return told


def _view(spec: str, state: State) -> DecisionView:
    agent = load_agent(spec, state.game, seed=SEED)
    try:
        return describe_decision(state, agent.decide(state), spec, done=True)
    finally:
        agent.close()


def _tree(method: TaughtMethod, state: State) -> dict[str, object]:
    if method.has_net:
        net = OnnxEvaluator(find_net(method.name, None, state.game), state.game)
        return grow(state, by_net(net), SIMULATIONS)
    return grow(state, by_random_game(np.random.default_rng(SEED)), SIMULATIONS)


def _after(spec: str, state: State, action: int, game: Game) -> dict[str, object]:
    """Return the best value of the position that the best move leads to, for who moves there."""
    after = state.apply(action)
    outcome = after.outcome()
    told = {"name": game.format_move(action), "same": after.to_play == state.to_play}
    if outcome is not None:
        return told | {"over": True, "value": outcome.value_for(after.to_play), "answer": ""}
    view = _view(spec, after)
    best = view["top"][0]
    return told | {"over": False, "value": best["value"], "answer": best["name"]}


def _metrics(state: State) -> list[dict[str, object]]:
    """Return the metrics of the board, counted for the side that has just moved."""
    metrics = metrics_of(state.game)
    (row,) = metrics.measure([state])
    return [
        {"name": name, "value": int(value), "weight": weight}
        for name, value, weight in zip(metrics.names, row, metrics.weights, strict=True)
    ]


def _depths(method: TaughtMethod, state: State) -> list[dict[str, object]]:
    """Return what the search finds as it looks deeper, a move at a time."""
    found = []
    for depth in range(1, DEPTH + 1):
        spec = f"{method.spec}?depth={depth}&nodes={NODES}&book=no"
        agent = load_agent(spec, state.game, seed=SEED)
        try:
            decision = agent.decide(state)
        finally:
            agent.close()
        found.append({"depth": depth, **_line(state, decision)})
        if decision.nodes >= NODES:
            break
    return found


def _line(state: State, decision: Decision) -> dict[str, object]:
    return {
        "value": shorten(for_first(decision.value, state.to_play)),
        "nodes": decision.nodes,
        "line": state.game.format_line(state, decision.pv),
    }
