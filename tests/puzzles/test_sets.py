"""The puzzles that ship."""

from collections.abc import Iterator

import pytest

from tengen import puzzles
from tengen.core import State
from tengen.puzzles import Puzzle, Task
from tengen.puzzles.kind import whole_move
from tengen.puzzles.proving import faults, whole_moves

QUICK = 25
"""One of so many is proved in the quick tests."""


def puzzles_of(kind: str, every: int) -> list[Puzzle]:
    return list(puzzles.shipped(kind)[::every])


@pytest.mark.parametrize("kind", puzzles.kinds())
def test_there_are_a_hundred_of_each_kind(kind: str) -> None:
    """No position ships twice, and there are enough to choose from."""
    names = {puzzle.id for puzzle in puzzles.shipped(kind)}
    assert len(names) == len(puzzles.shipped(kind)) >= 100


@pytest.mark.parametrize("kind", puzzles.kinds())
@pytest.mark.parametrize("every", [QUICK, pytest.param(1, marks=pytest.mark.long)])
def test_shipped_puzzles_are_sound(kind: str, every: int) -> None:
    """Of all first moves one is right, and its line stands against every answer."""
    found = {
        puzzle.id: list(faults(puzzles.open_task(puzzle), puzzle))
        for puzzle in puzzles_of(kind, every)
    }
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def lost_ways(task: Task, before: list[State], after: State) -> Iterator[list[State]]:
    """Yield where the solver, who plays the solution, has no way on, whatever is answered."""
    for _, then in whole_moves(after):
        here = [*before, then]
        line = [] if then.outcome() is not None else task.solution(here)
        if not line:
            yield here
            continue
        move, following = whole_move(then, line)
        if task.standing(here, move) == "right":
            yield from lost_ways(task, here, following)


@pytest.mark.parametrize("kind", ["fours", "shots"])
@pytest.mark.parametrize("every", [QUICK, pytest.param(1, marks=pytest.mark.long)])
def test_the_solution_wins_whatever_is_answered(kind: str, every: int) -> None:
    """The solver wins in every game in which the other side plays any moves at all."""
    for puzzle in puzzles_of(kind, every):
        task = puzzles.open_task(puzzle)
        _, after = whole_move(task.start, task.solution([task.start]))
        assert list(lost_ways(task, [task.start], after)) == []


@pytest.mark.parametrize("longest", [2, pytest.param(3, marks=pytest.mark.long)])
def test_captures_are_won_against_every_answer(longest: int) -> None:
    """Whatever is answered anywhere on the board, again and again, the chain is taken."""
    short = [puzzle for puzzle in puzzles.shipped("races") if puzzle.length == longest]
    for puzzle in short:
        task = puzzles.open_task(puzzle)
        _, after = whole_move(task.start, task.solution([task.start]))
        assert list(lost_ways(task, [task.start], after)) == []


@pytest.mark.parametrize("kind", puzzles.kinds())
def test_grades_spread(kind: str) -> None:
    """There are puzzles for beginners and for others."""
    grades = [puzzle.grade for puzzle in puzzles.shipped(kind)]
    assert max(grades) - min(grades) >= 300
