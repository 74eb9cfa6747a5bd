import random

import pytest

from tengen.games import load
from tengen.puzzles.races.capture import Attack, Capture, TooManyNodes
from tengen.puzzles.races.chains import Points, each

from .boards import EveryDefence, read_board

ATARI = """
.x...
xOx..
.....
.....
.....
"""
LADDER = """
.xx...
xO....
......
......
......
......
"""
KO = """
.ox..
o.ox.
.ox..
...O.
.....
"""


def test_a_stone_in_atari_is_taken() -> None:
    """One move takes what has one liberty."""
    assert Capture(5, 1000).distance(read_board(ATARI), 5) == 1


def test_a_ladder_needs_its_length() -> None:
    """A chain that runs along a ladder is captured where it ends, and not sooner."""
    board = read_board(LADDER)
    capture = Capture(6, 100_000)
    assert capture.distance(board, 6) == 5
    assert not capture.wins(board, 4)


def test_a_ladder_breaker_breaks_it() -> None:
    """A stone on the way of a ladder saves the chain."""
    rows = LADDER.split()
    rows[3] = "..o..."
    assert Capture(6, 100_000).distance(read_board("\n".join(rows)), 5) is None


def test_a_defender_to_move_may_run() -> None:
    """A ladder works only for an attacker who moves first."""
    assert Capture(6, 100_000).holds(read_board(LADDER), 5)


def test_a_bound_on_nodes_is_kept() -> None:
    """A search that would take longer says so."""
    with pytest.raises(TooManyNodes):
        Capture(6, 30).distance(read_board(LADDER), 6)


def test_the_attacker_takes_no_ko() -> None:
    """A stone that takes one stone and could be taken back is no attack on another chain."""
    board, points = read_board(KO), Points(5)
    capture = Capture(5, 1000)
    assert capture.attacked(board, points.bit(6)) is None
    assert capture.attacked(board._replace(defender=board.defender & ~points.bit(5)), points.bit(6))


@pytest.mark.parametrize(
    ("size", "moves", "games", "seed"),
    [
        (4, 3, 60, 1),
        (5, 3, 40, 2),
        pytest.param(5, 4, 400, 3, marks=pytest.mark.long),
        pytest.param(6, 5, 60, 4, marks=pytest.mark.long),
    ],
)
def test_zones_leave_no_defence_out(size: int, moves: int, games: int, seed: int) -> None:
    """On boards of random games the answer is that of a search through every defence."""
    rng = random.Random(seed)
    answers = [
        (Capture(size, 10**6).wins(board, moves), EveryDefence(size).wins(board, moves))
        for _ in range(games)
        for board in random_chains(size, moves, rng)
    ]
    assert [found for found, _ in answers] == [true for _, true in answers]
    assert {True, False} == {found for found, _ in answers}


def random_chains(size: int, moves: int, rng: random.Random) -> list[Attack]:
    """Return the chains of the side not to move, with few liberties, at a random moment."""
    state = load("go", size=size).initial_state()
    for _ in range(rng.randrange(size**2 // 3, size**2 * 3 // 4)):
        actions = [action for action in state.sensible_actions() if action < size**2]
        if not actions:
            return []
        state = state.apply(int(rng.choice(actions)))
    points, board = Points(size), state.board().ravel()
    sets = [0, 0, 0]
    for place, piece in enumerate(board):
        sets[piece] |= points.bit(place)
    own, other = sets[state.to_play + 1], sets[2 - state.to_play]
    chains = points.chains(other, other)
    boards = [Attack(own, other, chain & -chain) for chain in chains]
    capture = Capture(size, 10**6)
    return [b for b in boards if 2 <= len(list(each(capture.liberties(b)))) <= moves]
