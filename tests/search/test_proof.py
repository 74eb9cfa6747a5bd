"""Who wins is proved: known results of k in a row, every game, limits, lines."""

from collections.abc import Callable

import pytest

from tengen.core import Limit, SettingsError, State, Stop
from tengen.games import load
from tengen.games.face import NativeState
from tengen.search.mcts import MIB
from tengen.search.proof import Prover

KNOWN = [
    (3, 3, "freestyle", 0),
    (3, 3, "standard", 0),
    (4, 3, "freestyle", 1),
    (4, 4, "freestyle", 0),
    (5, 3, "freestyle", 1),
    (5, 5, "freestyle", 0),
    (6, 5, "freestyle", 0),
    (6, 6, "freestyle", 0),
]
"""Size, row and rule of an empty board, and what it is worth to who begins: Uiterwijk, van den
Herik 2000 (Information Sciences 122) and earlier."""
LONGER = [(5, 4, "freestyle", 0), (6, 4, "freestyle", 1), (7, 5, "freestyle", 0)]
PLENTY = Limit(nodes=2_000_000)


def start(size: int, win_length: int, rule: str = "freestyle") -> NativeState:
    state = load("gomoku", size=size, win_length=win_length, rule=rule).initial_state()
    assert isinstance(state, NativeState)
    return state


def best_value(state: State) -> int:
    """Return what plain search says, for the side to move."""
    end = state.outcome()
    if end is not None:
        return 0 if end.winner is None else 1 if end.winner == state.to_play else -1
    best = -1
    for action in state.legal_actions().tolist():
        best = max(best, -best_value(state.apply(action)))
        if best == 1:
            break
    return best


@pytest.mark.parametrize(("size", "win_length", "rule", "value"), KNOWN)
def test_small_boards(size: int, win_length: int, rule: str, value: int) -> None:
    """Empty boards have the values that are known."""
    state = start(size, win_length, rule)
    assert Prover(state.game, memory=16 * MIB).prove(state, PLENTY).value == value


@pytest.mark.long
@pytest.mark.parametrize(("size", "win_length", "rule", "value"), LONGER)
def test_larger_boards(size: int, win_length: int, rule: str, value: int) -> None:
    """Five in a row on 7x7 is a draw, four on 6x6 a win."""
    state = start(size, win_length, rule)
    proof = Prover(state.game, memory=512 * MIB).prove(state, Limit(seconds=600))
    assert proof.value == value


def test_a_win_is_played_to_what_nobody_can_stop(position: Callable[..., NativeState]) -> None:
    """The line of a win can be played, and what it leads to is won."""
    state: State = position("a1 b1 b2 c3", size=3, win_length=3)
    proof = Prover(state.game).prove(state, PLENTY)  # type: ignore[arg-type]
    assert proof.value == 1
    for action in proof.line:
        state = state.apply(action)
    assert best_value(state) == (1 if state.to_play == 0 else -1)
    assert proof.nodes > 0


def test_the_side_to_move_may_be_lost(position: Callable[..., NativeState]) -> None:
    """A loss is told as such, with a line; a draw names a move that holds it."""
    lost = position("a1 b1 b2", size=3, win_length=3)
    proof = Prover(lost.game).prove(lost, PLENTY)
    assert proof.value == best_value(lost) == -1
    assert lost.native.is_legal(proof.line[0])
    drawn = position("a1 b2", size=3, win_length=3)
    held = Prover(drawn.game).prove(drawn, PLENTY)
    assert held.value == best_value(drawn) == 0
    assert best_value(drawn.apply(held.line[0])) == 0


@pytest.mark.usefixtures("no_tables")
@pytest.mark.parametrize(
    ("position", "value"),
    [
        ("B:W8,K10:BK4,K14", 1),
        ("W:WK25:BK7,K30", -1),
        ("W:WK15,22:B12,K19", 1),
        ("B:WK21:BK4,K15,20", 1),
        ("B:W24,25,28:B10", -1),
    ],
)
def test_draughts(position: str, value: int) -> None:
    """Search alone proves what the endgame tables say."""
    game = load("draughts", position=position)
    state = game.initial_state()
    assert isinstance(state, NativeState)
    assert Prover(game, memory=16 * MIB).prove(state, PLENTY).value == value


@pytest.mark.parametrize(("komi", "value"), [(0.5, 1), (3.5, -1), (-3.5, 1)])
def test_go(komi: float, value: int) -> None:
    """On 2x2, where boards must not come back, the answer is that of plain search."""
    game = load("go", size=2, komi=komi)
    state = game.initial_state()
    assert isinstance(state, NativeState)
    assert Prover(game, memory=16 * MIB).prove(state, PLENTY).value == value


def test_limits() -> None:
    """A proof that comes to no end within its limit says so; without any limit it is refused."""
    state = start(7, 5)
    prover = Prover(state.game)
    cut = prover.prove(state, Limit(nodes=100))
    assert (cut.value, cut.line) == (None, ())
    assert cut.nodes <= 200  # two questions
    stop = Stop()
    stop.set()
    assert prover.prove(state, Limit(seconds=600), stop=stop).value is None
    with pytest.raises(SettingsError, match="needs a limit"):
        prover.prove(state, Limit())
    with pytest.raises(SettingsError, match="is for"):
        prover.prove(start(5, 5), PLENTY)


def test_a_game_without_an_end_is_given_up() -> None:
    """Where draws wait for a claim kings may go round for ever, and nothing is proved."""
    game = load("draughts", position="W:WK32,K31,K3:BK1,K5,K12", draws="claimed")
    state = game.initial_state()
    assert isinstance(state, NativeState)
    assert Prover(game, memory=16 * MIB).prove(state, Limit(nodes=300_000)).value is None
