"""Renju: what is forbidden to Black, by drawings, public positions and puzzles."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tengen.core import IllegalMoveError
from tengen.games import load
from tengen.games.face import NativeState
from tengen.games.gomoku.game import VERDICTS
from tengen.games.gomoku.notation import format_position
from tengen.games.gomoku.reference import ReferenceState
from tengen.games.gomoku.reference_renju import verdict
from tengen.games.stones import Setup

DRAWINGS = Path(__file__).parents[2] / "golden" / "gomoku" / "renju.txt"
MARKS = {"3": "double three", "4": "double four", "6": "overline", "5": "five", "+": ""}


def read_drawings() -> dict[str, list[str]]:
    """Return the cells of each drawing, row by row; the file's first lines say how they are made."""
    blocks = DRAWINGS.read_text(encoding="utf-8").split("\n== ")[1:]
    return {name: cells.split() for name, _, cells in (block.partition("\n") for block in blocks)}


def start(size: int, black: list[int], white: list[int], colour: int = 0) -> NativeState:
    """Return the position with these stones."""
    text = format_position(Setup(colour, tuple(black), tuple(white)), size)
    state = load("gomoku", size=size, rule="renju", position=text).initial_state()
    assert isinstance(state, NativeState)
    return state


@pytest.mark.parametrize(("name", "cells"), read_drawings().items(), ids=list(read_drawings()))
def test_drawn_positions(name: str, cells: list[str]) -> None:
    """Both rules say of each marked point what is drawn, and forbid no other."""
    size = int(len(cells) ** 0.5)
    stones = [[p for p, cell in enumerate(cells) if cell == colour] for colour in "XO"]
    state = start(size, *stones)
    marked = {p: MARKS[cell] for p, cell in enumerate(cells) if cell in MARKS}
    forbidden = [p for p, reason in marked.items() if reason not in {"", "five"}]
    assert {p: VERDICTS[state.native.judge(p)] for p in marked} == marked, name
    assert state.forbidden_points().tolist() == forbidden
    points = {(p % size, p // size): "XO".index(c) for p, c in enumerate(cells) if c in "XO"}
    assert {p: verdict(points, size, (p % size, p // size)) for p in marked} == marked
    for point, reason in marked.items():
        if point in forbidden:
            with pytest.raises(IllegalMoveError, match=f"forbidden to Black: {reason}"):
                state.apply(point)
        else:
            outcome = state.apply(point).outcome()
            assert (outcome is not None and outcome.winner == 0) == (reason == "five")


def test_white_may_play_everywhere() -> None:
    """What is forbidden to Black is legal for White, whose six in a row win."""
    cells = read_drawings()["six in a row"]
    row = [p for p, cell in enumerate(cells) if cell == "X"]
    point = cells.index("6")
    state = start(11, [], row, 1)
    assert len(state.forbidden_points()) == 0
    outcome = state.apply(point).outcome()
    assert outcome is not None
    assert (outcome.winner, list(outcome.points)) == (1, sorted([*row, point]))


def test_forbidden_points_are_known_whoever_moves() -> None:
    """Forbidden points can be drawn when White is to move, who may play on them."""
    cells = read_drawings()["two fours meet"]
    stones = [[p for p, cell in enumerate(cells) if cell == colour] for colour in "XO"]
    state = start(11, *stones, 1)
    (forbidden,) = state.forbidden_points()
    assert cells[forbidden] == "4"
    assert forbidden in state.legal_actions()
    assert len(load("gomoku").initial_state().forbidden_points()) == 0


def test_black_without_a_point_to_play_draws() -> None:
    """The game is drawn when White's stone leaves Black nothing but forbidden points."""
    cells = "XXXXOX OO.OOX XXXOXX XXXO.X OOXXXO XXXXXX".replace(" ", "")
    last = 22
    black = [p for p, cell in enumerate(cells) if cell == "X"]
    white = [p for p, cell in enumerate(cells) if cell == "O" and p != last]
    state = start(6, black, white, 1)
    assert state.outcome() is None
    outcome = state.apply(last).outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (None, "only forbidden points left")
    oracle = ReferenceState(6, 5, "renju", (last,), "free", Setup(1, tuple(black), tuple(white)))
    assert oracle.outcome() == outcome


def _read_lines(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        pytest.skip(f"{path} is not there")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _points(pairs: list[list[int]]) -> list[int]:
    return sorted(15 * y + x for x, y in pairs)


def test_public_positions(data_dir: Path) -> None:
    """The forbidden points of 3,180 positions are those that two independent programs found."""
    seen = Counter[str]()
    positions = _read_lines(data_dir / "gomoku" / "forbidden.jsonl")
    for position in positions:
        cells = position["board"]
        stones = [[p for p, cell in enumerate(cells) if cell == colour] for colour in "XO"]
        state = start(15, *stones)
        forbidden = _points(position["forbidden"])
        assert state.forbidden_points().tolist() == forbidden
        empty = [p for p, cell in enumerate(cells) if cell == "."]
        assert state.legal_actions().tolist() == sorted(set(empty) - set(forbidden))
        seen.update(VERDICTS[state.native.judge(point)] for point in forbidden)
    assert len(positions) == 3180
    assert seen == {"double three": 799, "double four": 152, "overline": 17}


@pytest.mark.parametrize("share", [120, pytest.param(1, marks=pytest.mark.long)])
def test_public_positions_by_the_rulebook(share: int, data_dir: Path) -> None:
    """The rulebook finds the same points in some of them; in all, where there is time."""
    for position in _read_lines(data_dir / "gomoku" / "forbidden.jsonl")[::share]:
        cells = position["board"]
        stones = {(p % 15, p // 15): "XO".index(c) for p, c in enumerate(cells) if c != "."}
        empty = [(p % 15, p // 15) for p, cell in enumerate(cells) if cell == "."]
        forbidden = [p for p in empty if verdict(stones, 15, p) not in {"", "five"}]
        assert sorted(forbidden) == sorted(map(tuple, position["forbidden"]))


def test_puzzles_can_be_played(data_dir: Path) -> None:
    """All 1,163 puzzles are positions of renju that go on, and the move that solves them is legal."""
    puzzles = _read_lines(data_dir / "gomoku" / "vcf_renju.jsonl")
    threats = 0
    for puzzle in puzzles:
        stones = [_points(puzzle["black"]), _points(puzzle["white"])]
        mover = ("black", "white").index(puzzle["to_play"])
        (first,) = _points([puzzle["first_move"]])
        state = start(15, *stones, mover)
        assert not state.native.wins_at_once()
        assert state.apply(first).outcome() is None
        stones[mover].append(first)
        threats += start(15, *stones, mover).native.wins_at_once()
    assert (len(puzzles), threats) == (1163, 1000)


@pytest.mark.parametrize(
    ("plies", "share", "expected"),
    [
        (5, 4, (22, 22)),
        pytest.param(5, 1, (98, 98), marks=pytest.mark.long),
        pytest.param(9, 1, (164, 178), marks=pytest.mark.long),
    ],
)
def test_short_puzzles_are_won_by_fours(
    plies: int, share: int, expected: tuple[int, int], data_dir: Path
) -> None:
    """Fours alone win the shortest puzzles that start with one, in as many moves as the file says.

    A few of the longer ones are won with threes between, which are not looked for here.
    """
    solved = tried = 0
    for puzzle in _read_lines(data_dir / "gomoku" / "vcf_renju.jsonl")[::share]:
        stones = [_points(puzzle["black"]), _points(puzzle["white"])]
        mover = ("black", "white").index(puzzle["to_play"])
        (first,) = _points([puzzle["first_move"]])
        if puzzle["mate_plies"] <= plies and _fives(stones, mover, first):
            tried += 1
            solved += _wins_with(stones, mover, first, (puzzle["mate_plies"] - 1) // 2)
    assert (solved, tried) == expected


def _fives(stones: list[list[int]], mover: int, point: int) -> list[int]:
    """Return the points that would win after the mover's stone on `point`, were it his turn."""
    after = [points + [point] * (colour == mover) for colour, points in enumerate(stones)]
    state = start(15, *after, mover)
    if not state.native.wins_at_once():
        return []
    return [int(a) for a in state.legal_actions() if state.apply(int(a)).outcome() is not None]


def _wins_with(stones: list[list[int]], mover: int, point: int, moves: int) -> bool:
    """Return whether the four made by `point` wins by it and at most `moves` - 1 more fours."""
    fives = _fives(stones, mover, point)
    after = [points + [point] * (colour == mover) for colour, points in enumerate(stones)]
    defence = start(15, *after, 1 - mover)
    if not fives or defence.native.wins_at_once():
        return False
    if len(fives) > 1 or fives[0] not in defence.legal_actions():
        return True
    after[1 - mover].append(fives[0])
    attack = start(15, *after, mover)
    if moves <= 1 or attack.native.is_over:
        return False
    return any(_wins_with(after, mover, int(a), moves - 1) for a in attack.legal_actions())
