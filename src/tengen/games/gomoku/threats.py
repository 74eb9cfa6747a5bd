"""Wins that nothing can stop: by fours alone (VCF), or by threes as well (VCT).

A search that found nothing says whether there is nothing: `Finding.is_complete`.
"""

import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass

from tengen.core import SettingsError, State
from tengen.games.face import NativeState
from tengen.games.gomoku import _native
from tengen.games.gomoku.game import Gomoku, native_of

LONGEST_ROW = 5
"""The solvers know of rows so long."""
UNLIMITED = 2**62


@dataclass(frozen=True, slots=True)
class Proof:
    """A move that wins, and why."""

    move: int
    answers: Mapping[int, "Proof"]
    """What follows each defence that matters; none when the move itself wins."""
    otherwise: "Proof | None"
    """What follows any other defence; None: a stone that wins at once."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a search for a win has found."""

    line: tuple[int, ...]
    """Actions of both sides in turn, the last one wins; of the answers those that hold out longest.
    Empty when no win was found."""
    proof: Proof | None
    nodes: int
    """Positions looked at."""
    seconds: float
    is_complete: bool
    """Whether the search came to its end: then a win that was not found is not there."""
    is_shortest: bool = False
    """Whether no win by fours is shorter."""


def find_win_by_fours(state: State, seconds: float, nodes: int = UNLIMITED) -> Finding:
    """Return a win by fours for the side to move, any one.

    Args:
        state: the position.
        seconds: given up after so long.
        nodes: given up after so many positions.

    Raises:
        SettingsError: when the game is not Gomoku for up to five in a row, or is over.
    """
    solver = _solver_for(state)
    return _search(solver, solver.solve_fours, seconds, nodes)


def find_shortest_win_by_fours(state: State, seconds: float, nodes: int = UNLIMITED) -> Finding:
    """Return a shortest win by fours for the side to move, or the shortest found in time.

    Raises:
        SettingsError: as `find_win_by_fours`.
    """
    solver = _solver_for(state)
    return _search(solver, solver.shorten_fours, seconds, nodes)


def find_win_by_threats(state: State, seconds: float, nodes: int = UNLIMITED) -> Finding:
    """Return a win by fours and open threes for the side to move.

    Raises:
        SettingsError: as `find_win_by_fours`.
    """
    solver = _solver_for(state)
    return _search(solver, solver.solve_threats, seconds, nodes)


def _solver_for(state: State) -> _native.ThreatSolver:
    game = state.game
    if not (isinstance(game, Gomoku) and isinstance(state, NativeState)):
        raise SettingsError(f"wins by threats are Gomoku's: {game} has none")
    if game.win_length > LONGEST_ROW:
        raise SettingsError(
            f"gomoku win_length={game.win_length}: threats are known of up to {LONGEST_ROW} in a row"
        )
    if state.outcome() is not None:
        raise SettingsError("the game is over there: nobody is to win any more")
    native = native_of(state)
    if not native.has_threats:
        raise SettingsError("colours are not settled there: threats begin after the opening")
    return _native.ThreatSolver(native)


def _search(
    solver: _native.ThreatSolver, solve: Callable[[int], list[int]], seconds: float, nodes: int
) -> Finding:
    """Search in a thread of its own, which is stopped when the time is up or Ctrl-C pressed."""
    start = time.perf_counter()
    with ThreadPoolExecutor(1) as pool:
        search = pool.submit(solve, nodes)
        try:
            wait([search], timeout=seconds)
        finally:
            solver.stop()
    line, proof = search.result(), solver.proof
    return Finding(
        tuple(line),
        None if proof is None else _read_proof(proof),
        solver.nodes,
        time.perf_counter() - start,
        solver.is_complete,
        solver.is_shortest,
    )


def _read_proof(native: _native.ProofNode) -> Proof:
    otherwise = native.otherwise
    return Proof(
        native.move,
        {point: _read_proof(follows) for point, follows in native.answers},
        None if otherwise is None else _read_proof(otherwise),
    )
