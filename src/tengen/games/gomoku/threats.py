"""Wins that nothing can stop: by fours alone (VCF), or by threes as well (VCT).

A search that found nothing says whether there is nothing: `Finding.is_complete`.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tengen.core import SettingsError, State
from tengen.games.face import NativeState
from tengen.games.gomoku import _native  # type: ignore[attr-defined] # native
from tengen.games.gomoku.game import Gomoku

LONGEST_ROW = 5
"""The solvers know of rows so long."""
FIRST_NODES = 20_000
"""Looked at before the clock is looked at; then twice as many, and so on."""


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


def find_win_by_fours(state: State, seconds: float) -> Finding:
    """Return a win by fours for the side to move, any one.

    Raises:
        SettingsError: when the game is not Gomoku for up to five in a row, or is over.
    """
    solver = _solver_for(state)
    return _search(solver, solver.solve_fours, seconds)


def find_shortest_win_by_fours(state: State, seconds: float) -> Finding:
    """Return a shortest win by fours for the side to move, or the shortest found in time.

    Raises:
        SettingsError: as `find_win_by_fours`.
    """
    solver = _solver_for(state)
    return _search(solver, solver.shorten_fours, seconds, longer=True)


def find_win_by_threats(state: State, seconds: float) -> Finding:
    """Return a win by fours and open threes for the side to move.

    Raises:
        SettingsError: as `find_win_by_fours`.
    """
    solver = _solver_for(state)
    return _search(solver, solver.solve_threats, seconds)


def _solver_for(state: State) -> Any:
    game = state.game
    if not (isinstance(game, Gomoku) and isinstance(state, NativeState)):
        raise SettingsError(f"wins by threats are Gomoku's: {game} has none")
    if game.win_length > LONGEST_ROW:
        raise SettingsError(
            f"gomoku win_length={game.win_length}: threats are known of up to {LONGEST_ROW} in a row"
        )
    if state.outcome() is not None:
        raise SettingsError("the game is over there: nobody is to win any more")
    if not state.native.has_threats:
        raise SettingsError("colours are not settled there: threats begin after the opening")
    return _native.ThreatSolver(state.native)


def _search(
    solver: Any, solve: Callable[[int], list[int]], seconds: float, *, longer: bool = False
) -> Finding:
    """Look with more and more effort for any win, or even `longer`, for one that is shortest."""
    start, nodes, total = time.perf_counter(), FIRST_NODES, 0
    best: list[int] = []
    proof = None
    while True:
        line = solve(nodes)
        total += solver.nodes
        if line and (not best or len(line) <= len(best)):
            best, proof = line, solver.proof
        spent = time.perf_counter() - start
        if solver.is_complete or (line and not longer) or spent >= seconds:
            break
        # What is refuted stays so, but the effort must fit into the time that is left.
        nodes = max(FIRST_NODES, min(2 * nodes, int(total / spent * (seconds - spent))))
    told = None if proof is None else _read_proof(proof)
    return Finding(tuple(best), told, total, spent, solver.is_complete, solver.is_shortest)


def _read_proof(native: Any) -> Proof:
    move, answers, otherwise = native
    return Proof(
        move,
        {point: _read_proof(follows) for point, follows in answers},
        None if otherwise is None else _read_proof(otherwise),
    )
