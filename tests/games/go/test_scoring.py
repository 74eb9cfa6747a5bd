"""Counting finished games. Drawn: X is Black, O White."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tengen.core import NotationError
from tengen.games import load
from tengen.games.go.notation import format_position, parse_point
from tengen.games.go.scoring import Score, estimate_dead, score
from tengen.games.stones import Setup

Draw = Callable[..., Any]
COUNTINGS = ["area", "territory", "aga"]

WALLS = """
. X O . .
. X O . .
. X O . .
. X O . .
. X O . .
"""


@pytest.mark.parametrize(
    ("counting", "black", "white"), [("area", 10, 15), ("territory", 5, 10), ("aga", 5, 10)]
)
def test_two_walls(draw_native: Draw, counting: Any, black: int, white: int) -> None:
    """Area counts stones and what they surround, territory only the latter."""
    counted = score(draw_native(WALLS, komi=0).state, counting=counting)
    assert (counted.black, counted.white) == (black, white)


@pytest.mark.parametrize(
    ("moves", "black", "white"),
    [("pass pass", 6, 11), ("d4 pass pass", 7, 12), ("d4 pass d3 d2 pass pass", 7, 12)],
)
def test_pass_stones(draw_native: Draw, moves: str, black: int, white: int) -> None:
    """A pass gives the opponent a stone, and White passes last; Black's d4 and d3 are dead."""
    drawn = draw_native(WALLS, komi=0).play(moves)
    dead = [point for point in (8, 13) if drawn.state.board().ravel()[point] == 1]
    counted = score(drawn.state, dead, "aga")
    assert (counted.black, counted.white) == (black, white)
    assert counted.margin == -5 == score(drawn.state, dead, "area").margin


@pytest.mark.parametrize(("komi", "text"), [(5.5, "W+10.5"), (-5, "0"), (-7.5, "B+2.5")])
def test_komi(draw_native: Draw, komi: float, text: str) -> None:
    """White adds the komi; a draw is written 0."""
    counted = score(draw_native(WALLS, komi=komi).state)
    assert str(counted) == text
    assert counted.winner == {"W": 1, "0": None, "B": 0}[text[0]]


INVADED = """
. X O . .
. X O . X
O X O . X
O X O . .
. X O O .
"""


@pytest.mark.parametrize(("counting", "margin"), [("area", -5), ("territory", -4), ("aga", -4)])
def test_dead_stones_are_prisoners(draw_native: Draw, counting: Any, margin: int) -> None:
    """A dead stone's point is the opponent's territory, and the stone a prisoner: two points."""
    drawn = draw_native(INVADED, komi=0)
    dead = [parse_point("a3", 5), parse_point("e4", 5)]
    assert score(drawn.state, dead, counting).margin == margin


def test_one_point_marks_a_chain(draw_native: Draw) -> None:
    """Naming one stone of a chain or all of them is the same."""
    state = draw_native(INVADED, komi=0).state
    one = [parse_point(name, 5) for name in ("a3", "e3")]
    every = [parse_point(name, 5) for name in ("a3", "a2", "e3", "e4")]
    assert score(state, one, "territory") == score(state, every, "territory")


@pytest.mark.parametrize("point", [3, -1, 25, 26])
def test_only_stones_can_be_dead(draw_native: Draw, point: int) -> None:
    """An empty point or one off the board is refused."""
    with pytest.raises(NotationError, match="there is no stone"):
        score(draw_native(WALLS).state, [point])


def test_unknown_counting_is_refused(draw_native: Draw) -> None:
    """The message says which there are."""
    with pytest.raises(NotationError, match="'ing': it is area, territory or aga"):
        score(draw_native(WALLS).state, counting="ing")  # type: ignore[arg-type]


OPEN_DAME = """
. X . O .
X X . O O
. X . O .
. X . O .
. X . O .
"""


@pytest.mark.parametrize("counting", COUNTINGS)
def test_open_dame_are_nobodys(draw_native: Draw, counting: Any) -> None:
    """Points between two living groups belong to neither, and cost neither its territory."""
    counted = score(draw_native(OPEN_DAME, komi=0).state, counting=counting)
    assert [counted.owners[2 + 5 * y] for y in range(5)] == [0] * 5
    assert counted.owners[0] == 1
    assert counted.owners[4] == 2


SEKI_WITH_EYES = """
. X . O .
X X O O O
X X O O O
X X X O O
X X X O O
"""


@pytest.mark.parametrize(
    ("counting", "black", "white"), [("area", 12, 12), ("territory", 0, 0), ("aga", 1, 1)]
)
def test_eyes_in_seki(draw_native: Draw, counting: Any, black: int, white: int) -> None:
    """Who fills the point between is taken. Japanese rules give no points in seki, others do."""
    owners = score(draw_native(SEKI_WITH_EYES, komi=0).state, counting=counting).owners
    assert (owners.count(1), owners.count(2)) == (black, white)


SEKI_IN_A_CORNER = """
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
O O O O O O O .
X X X X X X O .
. O O O . X O .
"""


@pytest.mark.parametrize(("counting", "white"), [("area", 43 + 12), ("territory", 43), ("aga", 43)])
def test_territory_beside_a_seki(draw_native: Draw, counting: Any, white: int) -> None:
    """White's stones outside have no dame: what they surround counts, whatever the seki."""
    owners = score(draw_native(SEKI_IN_A_CORNER, komi=0).state, counting=counting).owners
    assert owners.count(2) == white
    assert owners.count(1) == (7 if counting == "area" else 0)


@pytest.mark.parametrize("counting", COUNTINGS)
def test_colours_are_counted_alike(counting: Any) -> None:
    """With the colours exchanged and no komi, any board counts the other way round."""
    rng = np.random.default_rng(9)
    for _ in range(60):
        size = int(rng.integers(4, 9))
        state = load("go", size=size).initial_state()
        for _ in range(int(rng.integers(size, 2 * size**2))):
            *points, skip = state.sensible_actions().tolist() or [state.game.num_actions - 1]
            if state.outcome() is not None:
                break
            state = state.apply(int(rng.choice(points)) if points else skip)
        stones = [tuple(np.flatnonzero(state.board().ravel() == held)) for held in (1, 2)]
        margins = []
        for to_play, (black, white) in enumerate((stones, stones[::-1])):
            position = format_position(Setup(to_play, black, white), size)
            counted = load("go", size=size, komi=0, position=position).initial_state()
            owners = score(counted, counting=counting).owners  # type: ignore[arg-type]
            margins.append(owners.count(1) - owners.count(2))
        assert margins[0] == -margins[1]


def test_captures_in_the_game_are_prisoners(draw_native: Draw) -> None:
    """Stones taken on the way count where prisoners do; suicides are the opponent's prisoners."""
    drawing = """
    a X O . .
    O X O . .
    X X O . .
    . X O . .
    . X O . .
    """
    taken = draw_native(drawing, komi=0).play("a")
    assert taken.state.native.prisoners == (0, 1)
    before = draw_native(drawing.replace("a", "."), komi=0)
    dead = [parse_point("a4", 5)]
    assert (
        score(taken.state, (), "territory").margin
        == score(before.state, dead, "territory").margin - 1
    )


def _play_out(game: Any, rng: np.random.Generator) -> Any:
    state = game.initial_state()
    while state.outcome() is None:
        *points, skip = state.sensible_actions().tolist()
        # Passes in between, and territory left open at the end.
        give_up = rng.random() < 0.05 or not points
        state = state.apply(skip if give_up else int(rng.choice(points)))
    return state


@pytest.mark.parametrize("handicap", [0, 2, 4])
def test_aga_counting_is_area_counting(handicap: int) -> None:
    """With pass stones, territory and area differ by what the handicap is worth, to the point."""
    rng = np.random.default_rng(handicap)
    game = load("go", size=9, komi=0.5, handicap=handicap, compensation="n-1")
    for _ in range(60):
        state = _play_out(game, rng)
        board = state.board().ravel()
        dead = [p for p in rng.integers(81, size=6).tolist() if board[p]]
        assert score(state, dead, "aga").margin == score(state, dead, "area").margin


def test_area_without_dead_stones_is_the_games_own_count() -> None:
    """What the rules count at the end is what scoring counts when nothing is dead."""
    rng = np.random.default_rng(5)
    for compensation in ("none", "n", "n-1"):
        game = load("go", size=9, handicap=3, compensation=compensation)
        for _ in range(20):
            state = _play_out(game, rng)
            counted = score(state)
            assert counted.margin == state.native.lead
            assert counted.winner == state.outcome().winner


@pytest.mark.parametrize(("compensation", "points"), [("none", 0), ("n", 3), ("n-1", 2)])
def test_handicap_compensation(compensation: str, points: int) -> None:
    """Area counting gives White a point a handicap stone, or one less, where that is set."""
    state = load("go", size=9, komi=0, handicap=3, compensation=compensation).initial_state()
    assert score(state).margin == 81 - points  # type: ignore[arg-type]
    assert score(state, counting="territory").margin == 78  # type: ignore[arg-type]


def test_a_score_is_written_as_in_records() -> None:
    """Winner and margin, without needless decimals."""
    assert [str(Score(40, white, ())) for white in (37.5, 40, 41, 41.5)] == [
        "B+2.5",
        "0",
        "W+1",
        "W+1.5",
    ]


LOST_STONES = """
. . . X O . . . .
. . . X O . . . .
. . . X O . . . .
. . . X O . . . .
. O . X O . X . .
. . . X O . X . .
. . . X O . . . .
. . . X O . . . .
. . . X O . . . .
"""


def test_dead_stones_are_guessed(draw_native: Draw) -> None:
    """A few stones inside the other's side are dead, the walls are not."""
    dead = sorted(parse_point(name, 9) for name in ("b5", "g5", "g4"))
    state = draw_native(LOST_STONES, to_play="O").state
    assert list(estimate_dead(state, playouts=400, seed=1)) == dead


def test_the_guess_depends_on_the_seed_alone(draw_native: Draw) -> None:
    """The same seed gives the same guess."""
    state = draw_native(INVADED).state
    assert estimate_dead(state, 50, 7) == estimate_dead(state, 50, 7)
