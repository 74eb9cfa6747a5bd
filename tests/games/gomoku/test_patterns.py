"""Patterns of lines: drawn ones, and native code against plain Python."""

import numpy as np
import pytest

import tengen
from tengen.core import State
from tengen.games.face import NativeState
from tengen.games.gomoku.game import RULES
from tengen.games.gomoku.notation import format_position
from tengen.games.gomoku.patterns import Pattern, patterns, reference_pattern
from tengen.games.gomoku.reference import ReferenceState
from tengen.games.gomoku.reference_renju import DIRECTIONS
from tengen.games.stones import Setup

ROW = 0


def along_row(
    position: str, point: str, side: int = 0, *, rule: str = "freestyle", k: int = 5
) -> Pattern:
    """Return what a stone of the side to move, or of the other, makes of its row on 11x11."""
    game = tengen.load("gomoku", size=11, rule=rule, win_length=k, position=position)
    state = game.initial_state()
    assert isinstance(state, NativeState)
    return Pattern(int(patterns(state)[side, ROW, game.parse_move(point)]))


@pytest.mark.parametrize(
    ("position", "point", "expected"),
    [
        ("B:B", "f6", Pattern.FAR),
        ("B:B:We6,h6", "f6", Pattern.NONE),
        ("B:Be6", "f6", Pattern.OPEN_TWO),
        ("B:Be6", "h6", Pattern.OPEN_TWO),
        ("B:Ba6", "b6", Pattern.TWO),
        ("B:Be6,f6", "g6", Pattern.OPEN_THREE),
        ("B:Be6,f6", "h6", Pattern.BROKEN_THREE),
        ("B:Bd6,e6:Wh6", "f6", Pattern.BROKEN_THREE),
        ("B:Be6,f6:Wd6", "g6", Pattern.THREE),
        ("B:Ba6,b6", "c6", Pattern.THREE),
        ("B:Be6,f6,g6", "h6", Pattern.OPEN_FOUR),
        ("B:Be6,f6,g6", "i6", Pattern.FOUR),
        ("B:Be6,f6,g6:Wd6", "h6", Pattern.FOUR),
        ("B:Bb6,d6,f6", "e6", Pattern.FOUR),
        # Two points complete it, though neither end of the row does.
        ("B:Bb6,d6,f6,h6", "e6", Pattern.OPEN_FOUR),
        ("B:Be6,f6,g6,h6", "i6", Pattern.FIVE),
        ("B:Bd6,e6,g6,h6,i6", "f6", Pattern.FIVE),
        ("B:Be6,f6:Wi6,c6", "g6", Pattern.THREE),
        ("B:Be6,f6:Wh6,c6", "g6", Pattern.NONE),
    ],
)
def test_drawn(position: str, point: str, expected: Pattern) -> None:
    """Each line has the name that players give it."""
    assert along_row(position, point) == expected


def test_both_sides_are_seen() -> None:
    """The other side's patterns are those of its own stones."""
    position = "B:Ba6,b6:We6,f6,g6"
    assert along_row(position, "h6", side=1) == Pattern.OPEN_FOUR
    assert along_row(position, "h6", side=0) == Pattern.NONE


@pytest.mark.parametrize(
    ("rule", "expected"),
    [("freestyle", Pattern.FIVE), ("standard", Pattern.NONE), ("caro", Pattern.FIVE)],
)
def test_overlines(rule: str, expected: Pattern) -> None:
    """A sixth stone wins where the rules let it, and is worth nothing where they do not."""
    assert along_row("B:Bc6,d6,e6,g6,h6", "f6", rule=rule) == expected


def test_renju_binds_black_alone() -> None:
    """In renju six are nothing to Black and a win to White."""
    assert along_row("B:Bc6,d6,e6,g6,h6", "f6", rule="renju") == Pattern.NONE
    assert along_row("W:B:Wc6,d6,e6,g6,h6", "f6", rule="renju") == Pattern.FIVE


def test_caro_needs_an_end_without_a_stone() -> None:
    """In caro five between two stones of the opponent do not win; the edge is no such stone."""
    assert along_row("B:Bd6,e6,f6,g6:Wc6,i6", "h6", rule="caro") == Pattern.NONE
    assert along_row("B:Bd6,e6,f6,g6:Wc6", "h6", rule="caro") == Pattern.FIVE
    assert along_row("B:Ba6,b6,c6,d6:Wf6", "e6", rule="caro") == Pattern.FIVE


@pytest.mark.parametrize("k", [3, 4, 6, 11])
def test_other_lengths(k: int) -> None:
    """Names tell what a line lacks, whatever the length that wins."""
    stones = ",".join(f"{letter}6" for letter in "abcdefghijk"[: k - 1])
    assert along_row(f"B:B{stones}", f"{'abcdefghijk'[k - 1]}6", k=k) == Pattern.FIVE
    fewer = ",".join(f"{letter}6" for letter in "abcdefghijk"[: k - 2])
    assert along_row(f"B:B{fewer}", f"{'abcdefghijk'[k - 2]}6", k=k) == Pattern.FOUR


@pytest.mark.parametrize("rule", RULES)
def test_native_is_plain_python(rule: str, rng: np.random.Generator) -> None:
    """Every point of random boards, for both colours and all directions."""
    met: set[int] = set()
    for _ in range(8):
        size = int(rng.integers(5, 12))
        k = 5 if rule == "renju" else int(rng.integers(3, min(size, 7) + 1))
        state = _scattered(size, k, rule, rng)
        assert isinstance(state, NativeState)
        found = patterns(state)
        expected = _expected(state, ReferenceState(size, k, rule, start=state.game.position))
        assert (found == expected).all()
        met |= set(found.ravel().tolist())
    assert met == set(Pattern)


def _scattered(size: int, k: int, rule: str, rng: np.random.Generator) -> State:
    """Return a random position in which the game goes on."""
    while True:
        points = rng.permutation(size**2)[: int(rng.integers(4, size**2 * 2 // 3))].tolist()
        half = len(points) * 2 // 3
        stones = Setup(
            int(rng.integers(2)), tuple(sorted(points[:half])), tuple(sorted(points[half:]))
        )
        try:
            text = format_position(stones, size)
            return tengen.load(
                "gomoku", size=size, win_length=k, rule=rule, position=text
            ).initial_state()
        except tengen.core.SettingsError:
            continue


def _expected(state: NativeState, reference: ReferenceState) -> np.ndarray:
    size = reference.size
    expected = np.zeros((2, 4, size**2), np.uint8)
    for point in range(size**2):
        at = point % size, point // size
        if at in reference.stones:
            continue
        for side in range(2):
            for d, direction in enumerate(DIRECTIONS):
                expected[side, d, point] = reference_pattern(
                    reference, at, reference.colour ^ side, direction
                )
    return expected
