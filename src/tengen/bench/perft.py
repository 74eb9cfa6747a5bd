"""Counting lines of English draughts from the start, beside OpenSpiel's rules."""

from tengen.bench.open_spiel import Board
from tengen.bench.row import Row
from tengen.bench.timing import Work, rates
from tengen.games import load
from tengen.games.face import NativeGame

CLAIM = "perft of English draughts from the start: at least 100 M leaves a core-second"
DEPTH = 10
PEER_DEPTH = 5


def measure() -> list[Row]:
    """Return leaves a core-second: no hash, the last ply counted without being made."""
    works = [_ours()]
    peer = _open_spiel()
    if peer:
        works.append(peer)
    measured = rates(*works)
    return [
        Row(
            "perft",
            "start",
            measured[0],
            "leaves per core-second",
            "open_spiel (Python)" if peer else None,
            measured[1] if peer else None,
        )
    ]


def _ours() -> Work:
    game = load("draughts")
    assert isinstance(game, NativeGame)
    start = game.initial_state().native

    def count() -> int:
        leaves: int = start.perft(DEPTH)
        return leaves

    return count


def _open_spiel() -> Work | None:
    """Return the same count by its states; None where it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    start = pyspiel.load_game("checkers").new_initial_state()

    def leaves(state: Board, depth: int) -> int:
        actions = state.legal_actions()
        if depth == 1:
            return len(actions)
        return sum(leaves(state.child(action), depth - 1) for action in actions)

    return lambda: leaves(start, PEER_DEPTH)
