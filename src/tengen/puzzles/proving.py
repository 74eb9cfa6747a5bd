"""Whether a puzzle is one: its solution stands against every defence, and no other move does."""

from collections.abc import Iterator

from tengen.core import State
from tengen.puzzles.kind import Task, whole_move
from tengen.puzzles.puzzle import Puzzle


def whole_moves(state: State) -> Iterator[tuple[tuple[int, ...], State]]:
    """Yield every whole move, with all its hops, and the position after it."""
    rows: list[tuple[tuple[int, ...], State]] = [((), state)]
    while rows:
        played, at = rows.pop()
        for action in at.legal_actions():
            after = at.apply(int(action))
            row = ((*played, int(action)), after)
            if after.to_play == state.to_play and after.outcome() is None:
                rows.append(row)
            else:
                yield row


def faults(task: Task, puzzle: Puzzle) -> Iterator[str]:
    """Yield what is wrong with a puzzle, in words; nothing where it is sound.

    The line is replayed. Where the other side is to move, all that it may do is looked at, and the
    solver has to have a way on.
    """
    names = task.start.game.format_line
    line = task.start.game.parse_line(task.start, " ".join(puzzle.line))
    first, _ = whole_move(task.start, line)
    for move, _ in whole_moves(task.start):
        is_right = task.standing([task.start], move) != "wrong"
        if is_right != (move == first):
            yield f"{names(task.start, move)[0]} is {'right' if is_right else 'wrong'}"
    before, left = [task.start], line
    while left:
        move, after = whole_move(before[-1], left)
        left = left[len(move) :]
        standing = task.standing(before, move)
        if standing != ("right" if left else "solved"):
            yield f"{names(before[-1], move)[0]} is {standing}"
            return
        if not left:
            return
        yield from _undefended(task, before, after)
        reply, then = whole_move(after, left)
        left = left[len(reply) :]
        before.append(then)


def _undefended(task: Task, before: list[State], after: State) -> Iterator[str]:
    """Yield the defences that the solver has no answer to."""
    for reply, then in whole_moves(after):
        if then.outcome() is not None or not task.solution([*before, then]):
            yield f"{after.game.format_line(after, reply)[0]} is a defence"
