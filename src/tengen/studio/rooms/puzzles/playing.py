"""A puzzle that is being solved, as the page receives it: plain data."""

from collections.abc import Sequence
from dataclasses import dataclass

from tengen.core import State
from tengen.puzzles import Puzzle, Task
from tengen.puzzles.kind import whole_move
from tengen.studio.sitting.history import History
from tengen.studio.sitting.view import describe_choices, describe_game, describe_position
from tengen.studio.web.messages import RequestError

TOLD = ("pieces", "game", "theme", "played", "loss")
"""Of a puzzle's goal: what gives nothing away."""


@dataclass
class Board:
    """A puzzle after some of its moves."""

    puzzle: Puzzle
    task: Task
    history: History
    before: list[State]
    """The positions at which the solver was to move, the present one the last."""

    @property
    def line(self) -> list[int]:
        """All actions so far."""
        return [int(state.last_action or 0) for state in self.history.states[1:]]


def set_up(puzzle: Puzzle, task: Task, line: Sequence[int]) -> Board:
    """Return a puzzle after a line of both sides, with the solver to move.

    Raises:
        RequestError: when somebody else is to move there.
        TengenError: when the puzzle is none or a move is against the rules.
    """
    history, solver = History(task.start.game), task.start.to_play
    before = [history.state]
    for action in line:
        mover, state = history.state.to_play, history.append(action)
        if mover != solver and state.to_play == solver:
            before.append(state)
    if history.state is not before[-1] or history.state.outcome() is not None:
        raise RequestError("not_your_turn", "the solver is not to move there")
    return Board(puzzle, task, history, before)


def describe(board: Board) -> dict[str, object]:
    """Return all that a page needs to show a puzzle, and nothing of its solution."""
    puzzle = board.puzzle
    return {
        "puzzle": puzzle.id,
        "kind": puzzle.kind,
        "grade": puzzle.grade,
        "length": puzzle.length,
        "goal": {key: puzzle.goal[key] for key in TOLD if key in puzzle.goal},
        "source": dict(puzzle.source),
        "game": describe_game(board.task.start.game),
        "side": board.task.start.to_play,
        "frame": frame(board, 0),
    }


def frame(board: Board, ply: int) -> dict[str, object]:
    """Return the position after `ply` actions with what may be played there."""
    history = board.history
    state = history.states[ply]
    outcome = state.outcome()
    return {
        "position": describe_position(history, ply, outcome),
        "choices": describe_choices(state, outcome is not None),
        "target": board.task.target(state),
        "name": history.name(ply - 1) if ply else "",
    }


def play(board: Board, actions: Sequence[int]) -> dict[str, object]:
    """Return what becomes of a move: what it is worth, and what is answered.

    ``frames`` are the positions after it and after the answers, or within it, where a piece has to
    go on; ``line`` is what was played, for the next question, and stays as it was where the move is
    wrong.

    Raises:
        TengenError: when it is against the rules.
    """
    state = board.history.state
    move, after = whole_move(state, actions)
    if after.to_play == state.to_play and after.outcome() is None:
        return {"standing": "goes_on", "frames": _append(board, actions)}
    if len(move) < len(actions):
        raise RequestError("bad_move", "that is more than one move")
    line = board.line
    standing = board.task.standing(board.before, move)
    if standing == "wrong":
        why = board.task.refute(board.before, move)
        frames = _append(board, [*move, *why.line])
        return {"standing": standing, "reason": why.reason, "frames": frames, "line": line}
    answer = [] if standing == "solved" else [*board.task.reply(board.before, after)]
    frames = _append(board, [*move, *answer])
    return {"standing": standing, "frames": frames, "line": board.line}


def solve(board: Board) -> dict[str, object]:
    """Return the solution from here on, move by move."""
    return {"frames": _append(board, board.task.solution(board.before))}


def _append(board: Board, actions: Sequence[int]) -> list[dict[str, object]]:
    """Play actions, and return the positions after each whole move."""
    first = len(board.history.states)
    for action in actions:
        board.history.append(action)
    states = board.history.states
    ends = [
        ply
        for ply in range(first, len(states))
        if ply == len(states) - 1 or board.history.start(ply) == ply
    ]
    return [frame(board, ply) for ply in ends]
