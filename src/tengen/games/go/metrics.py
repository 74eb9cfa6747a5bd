"""Ten numbers that describe a board.

They are those of the side that has just moved, *own*: a position is judged after the move that
led to it. *Difference* is own minus the same of the opponent's. The README says more.
"""

from collections.abc import Callable

from tengen.games.go.board import EMPTY, areas, border, diagonals, liberties, neighbours
from tengen.games.go.reference import ReferenceState

NAMES = (
    *("stones", "captured", "liberties", "atari", "in_atari"),
    *("chains", "eyes", "area", "influence", "won"),
)
WEIGHTS = (1, 1, 1, 1, -4, -1, 2, 2, 1, 100)
"""What each counts in the weighted sum; the enemy moves next and takes what is in atari."""


def reference_metrics(state: ReferenceState, prisoners: tuple[int, int]) -> list[int]:
    """Return the ten metrics as plain Python counts them; the native ones are tested against it.

    Args:
        state: the position.
        prisoners: stones of Black's and of White's that were taken; the rulebook keeps no count.
    """
    player = state.to_play if state.to_place else 1 - state.to_play
    own, enemy = player + 1, 2 - player
    taken = prisoners[1 - player] - prisoners[player]

    def difference(count: Callable[[int], int]) -> int:
        return count(own) - count(enemy)

    def chains(colour: int) -> list[frozenset[int]]:
        return areas(state.board, state.size, (colour,))

    def in_atari(colour: int) -> int:
        return sum(
            len(chain)
            for chain in chains(colour)
            if len(liberties(state.board, chain, state.size)) == 1
        )

    return [
        difference(state.board.count),
        taken,
        difference(lambda colour: len(liberties(state.board, _points(state, colour), state.size))),
        in_atari(enemy),
        in_atari(own),
        difference(lambda colour: len(chains(colour))),
        difference(lambda colour: _eyes(state, colour)),
        difference(state.owners().count),
        difference(lambda colour: _nearer(state, colour)),
        _won(state, player),
    ]


def _points(state: ReferenceState, colour: int) -> set[int]:
    return {point for point, held in enumerate(state.board) if held == colour}


def _eyes(state: ReferenceState, colour: int) -> int:
    """Return how many eyes of a colour no sensible player fills; see `ReferenceState`."""
    return sum(
        held == EMPTY
        and all(state.board[p] == colour for p in neighbours(state.size)[point])
        and sum(state.board[p] == 3 - colour for p in diagonals(state.size)[point])
        <= (len(diagonals(state.size)[point]) == 4)
        for point, held in enumerate(state.board)
    )


def _nearer(state: ReferenceState, colour: int) -> int:
    """Return how many empty points are nearer to stones of a colour than to the other's."""
    own, other = _distances(state, colour), _distances(state, 3 - colour)
    return sum(steps < other.get(point, state.size**2) for point, steps in own.items())


def _distances(state: ReferenceState, colour: int) -> dict[int, int]:
    """Return in how many steps over empty points each is reached from stones of a colour."""
    distances: dict[int, int] = {}
    frontier, steps = _points(state, colour), 0
    while frontier:
        steps += 1
        around = border(frontier, state.size)
        frontier = {p for p in around if state.board[p] == EMPTY and p not in distances}
        distances |= dict.fromkeys(frontier, steps)
    return distances


def _won(state: ReferenceState, player: int) -> int:
    winner = state.winner() if state.is_over else None
    return 0 if winner is None else 1 if winner == player else -1
