"""Positions and thoughts as the page receives them: plain data."""

import re
from collections.abc import Sequence
from typing import TypedDict

import numpy as np

from tengen import games
from tengen.core import Candidate, Decision, Game, Outcome, State
from tengen.studio.sitting.history import History, is_on_squares, path_of, point_of, whole_moves

TOP = 12
"""Candidates sent with their continuation."""
PV_LENGTH = 12
"""Actions of a continuation sent."""
REVIEWER = "teacher"
"""The agent of what the reviewer sees, in the place of an opponent that errs on purpose."""
OWNER_PLAYOUTS = 100
"""Random games that say whose a point becomes: a few milliseconds."""


class OutcomeView(TypedDict):
    """How a game ended, and the points that decided it."""

    winner: int | None
    reason: str
    points: list[int]


class PositionView(TypedDict):
    """A position: its board as digits, row by row from the top."""

    ply: int
    board: str
    toPlay: int
    placing: int | None
    last: list[int]
    barred: list[int]
    outcome: OutcomeView | None


class MoveView(TypedDict):
    """A whole move: the points it goes over, its piece and its name."""

    path: list[int]
    piece: int | None
    name: str


class HintView(MoveView):
    """A move shown for the position after ``ply`` actions; ``value`` is for the side to move."""

    ply: int
    value: float | None


class CandidateView(TypedDict):
    """A candidate with its continuation; ``value``, and ``lead`` in points, for the side to move."""

    action: int
    name: str
    prior: float | None
    visits: int
    value: float | None
    lead: float | None
    pv: list[MoveView]


class DecisionView(TypedDict):
    """What an agent sees in a position.

    ``value``, ``lead`` in points and ``owners`` are for the first player, as in the value graph; the
    candidates' values and leads are for the side to move, as people ask of a move.
    """

    ply: int
    agent: str
    done: bool
    toPlay: int
    action: int
    value: float | None
    lead: float | None
    nodes: int
    seconds: float
    visits: int
    cells: list[list[float | None]]
    """A candidate's action, prior, visits, value and points; columns, for keys would be most of it."""
    top: list[CandidateView]
    owners: list[int] | None
    """Whose each point will be, in percent; by random games where the agent does not say."""


def describe_board(game: Game) -> dict[str, object]:
    """Return what is needed to draw a board by these rules, and its first position."""
    return {**describe_game(game), "start": describe_position(History(game), 0, None)["board"]}


def describe_game(game: Game) -> dict[str, object]:
    """Return what stays the same during a game."""
    _, height, width = game.planes_shape
    first_extra = game.num_actions - game.policy_layout.extra
    names = _point_names(game)
    return {
        "name": game.name,
        "settings": dict(game.settings),
        "usual": dict(games.load(game.name).settings),
        # How to draw it: stones on the crossings where an action is a point, else men on squares.
        "kind": "squares" if is_on_squares(game) else "points",
        "height": height,
        "width": width,
        "players": list(game.players),
        "columns": [re.sub(r"\d+$", "", name).upper() for name in names[:width]],
        "rows": [re.sub(r"^[a-zA-Z]+", "", name) for name in names[::width]],
        "names": names,
        # What may be done besides moving on the board, such as to pass.
        "extras": [
            {"action": action, "name": game.format_move(action)}
            for action in range(first_extra, game.num_actions)
        ],
        "owned": game.has_owners,
    }


def _point_names(game: Game) -> list[str]:
    """Return the name of each point, from the moves' names; nothing where no piece can stand."""
    layout, (_, height, width) = game.policy_layout, game.planes_shape
    names = [""] * (height * width)
    for place, point in enumerate(layout.points or range(height * width)):
        # A hop is named by where it starts and more: 11-15.
        names[point] = game.format_move(place * layout.per_point).split("-")[0]
    return names


def describe_position(history: History, ply: int, outcome: Outcome | None) -> PositionView:
    """Return the position after `ply` actions: its board as digits, row by row from the top."""
    state = history.states[ply]
    return {
        "ply": ply,
        "board": "".join(str(int(piece)) for piece in state.board().ravel()),
        "toPlay": state.to_play,
        "placing": piece_placed(state),
        "last": list(history.path(ply)),
        "barred": _barred_points(state),
        "outcome": None if outcome is None else describe_outcome(outcome),
    }


def describe_outcome(outcome: Outcome) -> OutcomeView:
    """Return how a game ended, and the points that decided it."""
    return {
        "winner": outcome.winner,
        "reason": outcome.reason,
        "points": list(outcome.points),
    }


def piece_placed(state: State) -> int | None:
    """Return the piece that the next move puts on a point; None when that is none.

    Not always the side to move's: in an opening a player may place stones of both colours.
    """
    if is_on_squares(state.game):
        return None
    for action in state.legal_actions()[:1]:
        point = point_of(state.game, int(action))
        if point is not None:
            return int(state.apply(int(action)).board().flat[point]) or state.to_play + 1
    return None


def _barred_points(state: State) -> list[int]:
    """Return the empty points that the game names as forbidden."""
    if state.outcome() is not None:
        return []
    return [int(point) for point in state.forbidden_points()]


def describe_move(history: History, ply: int, seconds: float | None) -> dict[str, object]:
    """Return the action played after `ply` others, named as the move up to it."""
    action = history.states[ply + 1].last_action
    return {
        "action": action,
        "name": history.name(ply),
        "player": history.states[ply].to_play,
        "start": history.start(ply),
        "seconds": seconds,
    }


def describe_choices(state: State, over: bool) -> dict[str, object]:
    """Return what may be done in the present position; ``moves`` on boards of squares only."""
    moving = is_on_squares(state.game) and not over
    return {
        "legal": [] if over else state.legal_actions().tolist(),
        "moves": whole_moves(state) if moving else [],
    }


def for_first(value: float | None, to_play: int) -> float | None:
    """Return a value of the side to move as the first player sees it."""
    return value if value is None or to_play == 0 else -value


def describe_decision(state: State, decision: Decision, agent: str, done: bool) -> DecisionView:
    """Return what an agent sees in `state`."""
    ranked = decision.candidates
    return {
        "ply": state.ply,
        "agent": agent,
        "done": done,
        "toPlay": state.to_play,
        "action": decision.action,
        "value": shorten(for_first(decision.value, state.to_play)),
        "lead": in_tenths(for_first(decision.lead, state.to_play)),
        "nodes": decision.nodes,
        "seconds": round(decision.seconds, 3),
        "visits": sum(candidate.visits for candidate in ranked),
        "cells": [
            [
                item.action,
                shorten(item.prior),
                item.visits,
                shorten(item.value),
                *_places(state, item),
            ]
            for item in ranked
        ],
        "top": [_describe_candidate(state, item) for item in ranked[:TOP]],
        "owners": describe_owners(state, decision),
    }


def describe_best(state: State, decision: Decision) -> MoveView:
    """Return the whole move that an agent decided on: its path, its piece and its name."""
    pv = decision.pv if decision.pv[:1] == (decision.action,) else (decision.action,)
    return _continuation(state, pv)[0]


def describe_owners(state: State, decision: Decision) -> list[int] | None:
    """Return whose each point may become, in percent from the first player's 100 to -100.

    As the agent has it, else by random games; None in games that know no owners.
    """
    if not state.game.has_owners:
        return None
    if decision.ownership is None:
        owners = state.game.ownership(state, OWNER_PLAYOUTS, seed=state.ply)
    else:
        owners = decision.ownership * np.float32(1 - 2 * state.to_play)
    return [round(100 * float(share)) for share in owners.ravel()]


def _places(state: State, candidate: Candidate) -> tuple[int, ...]:
    if not is_on_squares(state.game):
        point = point_of(state.game, candidate.action)
        return () if point is None else (point,)
    return path_of(state, candidate.action, state.apply(candidate.action))


def _describe_candidate(state: State, candidate: Candidate) -> CandidateView:
    line = _continuation(state, candidate.pv or (candidate.action,))
    return {
        "action": candidate.action,
        "name": line[0]["name"],
        "prior": shorten(candidate.prior),
        "visits": candidate.visits,
        "value": shorten(candidate.value),
        "lead": in_tenths(candidate.lead),
        "pv": line,
    }


def _continuation(state: State, actions: Sequence[int]) -> list[MoveView]:
    """Return who plays which moves; the rules say whose turn it is, not the parity."""
    history = History(state.game, state)
    for action in actions[:PV_LENGTH]:
        history.append(action)
        if history.state.outcome() is not None:
            break
    ends = [
        ply
        for ply in range(1, len(history.states))
        if ply == len(history.states) - 1 or history.start(ply) == ply
    ]
    return [
        {
            "path": list(history.path(end)),
            "piece": _piece_at(history.states[end], history.path(end)),
            "name": history.name(end - 1),
        }
        for end in ends
    ]


def _piece_at(state: State, path: Sequence[int]) -> int | None:
    """Return what stands at the end of a move's path; 0 when it was taken at once."""
    return int(state.board().flat[path[-1]]) if path else None


def in_tenths(lead: float | None) -> float | None:
    """Return a lead to a tenth of a point."""
    return None if lead is None else round(float(lead), 1)


def shorten(value: float | None) -> float | None:
    """Return a value to four decimals: more is noise, and most of a message."""
    return None if value is None else round(float(value), 4)
