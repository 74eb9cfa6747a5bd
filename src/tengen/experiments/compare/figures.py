"""What a comparison found, as plain data: the page is drawn from nothing else."""

import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from tengen import __version__
from tengen.arena.standings import Results, order, ratings
from tengen.core.machine import cores, processor
from tengen.experiments.compare.favourites import favourite_openings
from tengen.experiments.compare.rounds import Entrant, Pairing
from tengen.experiments.compare.settings import Comparison
from tengen.experiments.compare.shapes import (
    CurvePoint,
    Favourites,
    Figures,
    MoveCost,
    PlayerFigures,
    Score,
    TrainingFigures,
)
from tengen.experiments.compare.training import Training

STRENGTH = 0.5
"""Score against the yardstick that counts as its strength."""
_POINTS = np.array([1.0, 0.5, 0.0])
"""Of a win, a draw and a loss."""


def gather(
    comparison: Comparison,
    trainings: Sequence[Training],
    entrants: Sequence[Entrant],
    pairings: Sequence[Pairing],
) -> Figures:
    """Return all figures of a comparison, for JSON and for the page; players by strength."""
    names = [entrant.name for entrant in entrants]
    tallies = _tallies(names, pairings)
    found = ratings(_by_colour(names, pairings), names.index(comparison.yardstick))
    ranks = order(found)
    openings = favourite_openings(comparison.game, pairings)
    costs = _costs_of_moves(names, pairings)
    learners = {training.method for training in trainings}
    players: list[PlayerFigures] = [
        {
            "name": names[player],
            "spec": entrants[player].spec,
            "trained": names[player] in learners,
            "elo": found[player].elo,
            "interval": list(found[player].interval),
            **_results(tallies[player]),
            "seconds_per_move": costs[names[player]],
            **openings.get(names[player], Favourites(openings=[], begun=0)),
        }
        for player in ranks
    ]
    return {
        **comparison.identity(),
        "records": [str(path) for path in comparison.records],
        "command": comparison.command,
        "version": __version__,
        "date": datetime.now(UTC).date().isoformat(),
        "machine": describe_machine(),
        "workers": comparison.workers,
        "players": players,
        "trainings": [_training(training) for training in trainings],
        "cross_table": [
            [None if a == b else tallies[a, b].astype(int).tolist() for b in ranks] for a in ranks
        ],
        "forfeits": [
            f"{pairing.a} - {pairing.b}, {verdict}"
            for pairing in pairings
            for verdict in pairing.result["forfeits"]
        ],
    }


def _tallies(names: Sequence[str], pairings: Sequence[Pairing]) -> NDArray[np.float64]:
    """Return ``[N, N, 3]``: wins, draws and losses of the row's player against the column's."""
    tallies = np.zeros((len(names), len(names), 3))
    for pairing in pairings:
        a, b = names.index(pairing.a), names.index(pairing.b)
        result = [pairing.result[key] for key in ("wins", "draws", "losses")]
        tallies[a, b], tallies[b, a] = result, result[::-1]
    return tallies


def _by_colour(names: Sequence[str], pairings: Sequence[Pairing]) -> Results:
    """Return the results by who began, see `Results`."""
    results = np.zeros((len(names), len(names), 3))
    for pairing in pairings:
        a, b = names.index(pairing.a), names.index(pairing.b)
        first, second = pairing.result["as_first"], pairing.result["as_second"]
        results[a, b] = [first[key] for key in ("wins", "draws", "losses")]
        results[b, a] = [second[key] for key in ("losses", "draws", "wins")]
    return results


def _results(tallies: NDArray[np.float64]) -> Score:
    """Return what one player's ``[N, 3]`` tallies are together."""
    wins, draws, losses = tallies.sum(axis=0).astype(int).tolist()
    score = float((tallies @ _POINTS).sum() / max(1, wins + draws + losses))
    return {"wins": wins, "draws": draws, "losses": losses, "score": score}


def _costs_of_moves(names: Sequence[str], pairings: Sequence[Pairing]) -> dict[str, MoveCost]:
    """Return the mean seconds of a move, on the wall and of CPU, by player."""
    costs: dict[str, MoveCost] = {}
    for name in names:
        spent = [p.costs[side] for p in pairings for side in (0, 1) if name == (p.a, p.b)[side]]
        moves = max(1, sum(cost["moves"] for cost in spent))
        costs[name] = {
            "wall": sum(cost["wall_seconds"] for cost in spent) / moves,
            "cpu": sum(cost["cpu_seconds"] for cost in spent) / moves,
        }
    return costs


def _training(training: Training) -> TrainingFigures:
    """Return what the page says of a training."""
    return {
        "method": training.method,
        "minutes": training.minutes,
        "expert_minutes": training.expert_minutes,
        "expert_games": training.expert_games,
        "learned_from_records": training.learned_from_records,
        "cpu_seconds": training.cpu_seconds,
        "cpu_is_whole": training.cpu_is_whole,
        "steps": training.steps,
        "games": training.games,
        "positions": training.positions,
        "parameters": training.parameters,
        "failure": training.failure,
        "curve": list(training.curve),
        "to_strength": _to_strength(training),
    }


def _to_strength(training: Training) -> CurvePoint | None:
    """Return the first match held level after which the next one was as well, if there was one.

    A single match is short, and soon held level by luck.
    """
    for match, after in pairwise(training.curve):
        if match["score"] >= STRENGTH and after["score"] >= STRENGTH:
            return {**match, "minutes": match["minutes"] + training.expert_minutes}
    return None


def describe_machine() -> str:
    """Return the processor, how many cores this process may use, and the system."""
    word = "core" if cores() == 1 else "cores"
    system, python = platform.system(), platform.python_version()
    return f"{processor()}, {cores()} {word}, {system}, Python {python}"
