"""Positions and thoughts as the page receives them: plain data."""

from collections.abc import Sequence
from typing import Any

from tengen.core import Candidate, Decision, Game, RecordedMove, State

TOP = 12
"""Candidates sent with their continuation."""
PV_LENGTH = 12
"""Actions of a continuation sent."""


def describe_game(game: Game) -> dict[str, Any]:
    """Return what stays the same during a game."""
    _, height, width = game.planes_shape
    columns, rows = _coordinates(game, height, width)
    return {
        "name": game.name,
        "settings": dict(game.settings),
        # How to draw it: stones on the crossings where an action is a point, else men on squares.
        "kind": "points" if game.policy_layout.per_point == 1 else "squares",
        "height": height,
        "width": width,
        "players": list(game.players),
        "columns": columns,
        "rows": rows,
        "moves": [game.format_move(action) for action in range(game.num_actions)],
    }


def _coordinates(game: Game, height: int, width: int) -> tuple[list[str], list[str]]:
    """Return the names beside the board, left to right and top to bottom, from the moves' names."""
    if game.policy_layout.per_point != 1:
        return [str(x + 1) for x in range(width)], [str(height - y) for y in range(height)]
    top = [game.format_move(x) for x in range(width)]
    left = [game.format_move(y * width) for y in range(height)]
    return (
        [name.rstrip("0123456789").upper() for name in top],
        [name.lstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") for name in left],
    )


def point_of(game: Game, action: int) -> int | None:
    """Return the board point (row-major) of an action, None for a pass."""
    layout = game.policy_layout
    if action >= game.num_actions - layout.extra:
        return None
    return action // layout.per_point


def describe_position(state: State) -> dict[str, Any]:
    """Return one position: its board as a string of digits, row by row from the top."""
    outcome = state.outcome()
    last = None if state.last_action is None else point_of(state.game, state.last_action)
    return {
        "ply": state.ply,
        "board": "".join(str(int(piece)) for piece in state.board().ravel()),
        "toPlay": state.to_play,
        "last": [] if last is None else [last],
        "outcome": None
        if outcome is None
        else {
            "winner": outcome.winner,
            "reason": outcome.reason,
            "points": list(outcome.points),
        },
    }


def describe_move(game: Game, state: State, move: RecordedMove) -> dict[str, Any]:
    """Return the move played in `state`."""
    return {
        "action": move.action,
        "name": game.format_move(move.action),
        "player": state.to_play,
        "seconds": move.seconds,
    }


def for_first(value: float | None, to_play: int) -> float | None:
    """Return a value of the side to move as the first player sees it."""
    return value if value is None or to_play == 0 else -value


def describe_decision(state: State, decision: Decision, agent: str, done: bool) -> dict[str, Any]:
    """Return what an agent sees in `state`.

    ``value`` is for the first player, as in the value graph; the candidates' values are for the
    side to move, as people ask of a move.
    """
    ranked = decision.candidates
    return {
        "ply": state.ply,
        "agent": agent,
        "done": done,
        "toPlay": state.to_play,
        "action": decision.action,
        "value": _short(for_first(decision.value, state.to_play)),
        "nodes": decision.nodes,
        "seconds": round(decision.seconds, 3),
        "visits": sum(candidate.visits for candidate in ranked),
        # Columns, because keys would make up most of it.
        "cells": [
            [item.action, _short(item.prior), item.visits, _short(item.value)] for item in ranked
        ],
        "top": [_describe_candidate(state, item) for item in ranked[:TOP]],
    }


def _describe_candidate(state: State, candidate: Candidate) -> dict[str, Any]:
    return {
        "action": candidate.action,
        "name": state.game.format_move(candidate.action),
        "prior": _short(candidate.prior),
        "visits": candidate.visits,
        "value": _short(candidate.value),
        "pv": _continuation(state, candidate.pv or (candidate.action,)),
    }


def _continuation(state: State, actions: Sequence[int]) -> list[dict[str, Any]]:
    """Return who plays where; the rules say whose turn it is, not the parity."""
    steps = []
    for action in actions[:PV_LENGTH]:
        steps.append(
            {
                "point": point_of(state.game, action),
                "player": state.to_play,
                "name": state.game.format_move(action),
            }
        )
        state = state.apply(action)
        if state.outcome() is not None:
            break
    return steps


def _short(value: float | None) -> float | None:
    return None if value is None else round(float(value), 4)
