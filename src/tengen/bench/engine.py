"""The selective alpha-beta engine: positions a core-second, two threads, how exactly it stops.

A node is a position that the search has entered by a move, the answers to forced moves beyond its
depth included. Tactical nodes are those that exact search for wins by force looks at besides, before
a position is judged; games without it have none.
"""

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from statistics import median
from typing import NamedTuple

import numpy as np

from tengen.agents import load_agent
from tengen.agents.nnue.agent import NO_NET, find_net
from tengen.bench.row import Row
from tengen.core import Agent, Limit
from tengen.evaluators.nnue import no_net, read_net
from tengen.games import load
from tengen.games.face import NativeGame, NativeState
from tengen.games.kernel import Report
from tengen.openings.drawn import draw_openings
from tengen.search.mcts import MIB
from tengen.search.selective import MAX_DEPTH, SelectiveSearch

CLAIM = (
    "the engine of nnue: at least 800,000 nodes a core-second in Gomoku 15x15, "
    "4,000,000 in draughts"
)
GAMES = {"gomoku": {"size": 15}, "draughts": {}}
POSITIONS = 20
NODES = 300_000
DEEP_NODES = {"gomoku": 800_000, "draughts": 4_000_000}
"""As deep as one thread gets with so many, two are compared with it."""
ROUNDS = 3
SEED = 1
MEMORY = 64 * MIB
FIRST_PLIES = {"gomoku": 4, "draughts": 6}
"""Random ones, before the moves of players."""
PLIES = {"gomoku": (4, 20), "draughts": (4, 30)}
"""From the random ones to the position."""
PLAYER = "mcts?playouts=200"
"""Not the engine, so that the positions stay when it changes."""


@dataclass(frozen=True, slots=True)
class Timed:
    """A search, and what it took."""

    found: Report
    wall: float
    cpu: float


class TimedSearch:
    """The native search of a game with a net, its parts told apart."""

    def __init__(
        self, game: NativeGame, net: Path | None, threads: int = 1, without: Sequence[str] = ()
    ) -> None:
        """Prepare to search with the net in a file, or with the game's own evaluation.

        Args:
            threads: how many search together.
            without: features that are switched off.
        """
        native = no_net(game) if net is None else read_net(net, game).native
        self._search = SelectiveSearch(
            game, native, threads=threads, memory=MEMORY, seed=SEED, without=without
        )

    def search(
        self,
        state: NativeState,
        *,
        seconds: float = math.inf,
        nodes: int = 2**31 - 1,
        depth: int = MAX_DEPTH,
    ) -> Timed:
        """Search `state` with nothing known from before."""
        self._search.clear()
        wall, cpu = time.perf_counter(), time.process_time()
        found = self._search.search(state, seconds=seconds, nodes=nodes, depth=depth)
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        return Timed(found, wall, cpu)

    def is_decided(self, timed: Timed) -> bool:
        """Tell whether a win or a loss was found."""
        return self._search.moves_until_end(timed.found.lines[0].score) is not None


def game_of(name: str) -> NativeGame:
    """Return the game as it is measured."""
    game = load(name, **GAMES[name])
    assert isinstance(game, NativeGame)
    return game


def positions(game: NativeGame, seed: int = SEED) -> Iterator[NativeState]:
    """Yield positions of the middle of games that two equal players began at random.

    In none of them a short search finds who wins.
    """
    rng = np.random.default_rng(seed)
    engine = TimedSearch(game, None)
    player = load_agent(PLAYER, game, seed=seed)
    while True:
        (opening,) = draw_openings(game, 1, rng, plies=FIRST_PLIES[game.name])
        state = game.initial_state().apply_all(opening)
        reached = _play(player, state, int(rng.integers(*PLIES[game.name])))
        if reached is not None and not engine.is_decided(engine.search(reached, nodes=50_000)):
            yield reached


def _play(player: Agent, state: NativeState, plies: int) -> NativeState | None:
    """Return the position after so many plies; None where the game ends before."""
    for _ in range(plies):
        if state.outcome() is not None:
            return None
        state = state.apply(player.decide(state).action)
    return state if state.outcome() is None and len(state.legal_actions()) > 1 else None


def measure() -> list[Row]:
    """Return nodes a core-second of each game with the net that plays it."""
    rows = []
    for name in GAMES:
        game = game_of(name)
        rows += speed(game, find_net(None, game))
    return rows


def speed(game: NativeGame, net: Path | None) -> list[Row]:
    """Return nodes and tactical nodes a core-second, one thread, the table empty at first."""
    engine = TimedSearch(game, net)
    timed = [_typical(engine, state) for state in islice(positions(game), POSITIONS)]
    what = f"{game.name}, {describe(net)}"
    rows = _rates(what, "nodes", [(one.found.nodes, one.cpu) for one in timed])
    if any(one.found.tactical_nodes for one in timed):
        tactical = [(one.found.tactical_nodes, one.cpu) for one in timed]
        both = [(one.found.nodes + one.found.tactical_nodes, one.cpu) for one in timed]
        rows += _rates(what, "tactical nodes", tactical) + _rates(what, "nodes of both kinds", both)
    rows += _rates(what, "evaluations", [(one.found.evaluations, one.cpu) for one in timed])
    return rows


def _typical(engine: TimedSearch, state: NativeState) -> Timed:
    """Return the middle one of some searches by CPU time."""
    timed = [engine.search(state, nodes=NODES) for _ in range(ROUNDS)]
    return sorted(timed, key=lambda one: one.cpu)[ROUNDS // 2]


def _rates(what: str, unit: str, counts: Sequence[tuple[int, float]]) -> list[Row]:
    """Return rates of positions, each with a count and its seconds; the mean is of all seconds."""
    rates = [count / seconds for count, seconds in counts]
    mean = sum(count for count, _ in counts) / sum(seconds for _, seconds in counts)
    figures = {"median": median(rates), "mean": mean, "slowest": min(rates)}
    return [
        _row(f"{what}: {word}", rate, f"{unit} per core-second") for word, rate in figures.items()
    ]


def spec_of(net: Path | None) -> str:
    """Return the agent that plays with a net; without one, with the game's own evaluation."""
    return f"nnue:{net or NO_NET}"


def describe(net: Path | None) -> str:
    """Return how people know what evaluates."""
    return "own counts" if net is None else net.stem


@dataclass(frozen=True, slots=True)
class Ratio:
    """Two threads over one, to the same depth of one position."""

    depth: int
    wall: float
    cpu: float
    """Of what both threads together took, half: the ratio of wall times on two idle cores."""
    cores: float
    """That the two threads had."""


def ratio_of(one: TimedSearch, two: TimedSearch, state: NativeState, nodes: int) -> Ratio | None:
    """Return how two threads compare, as deep in a position as one gets with so many nodes.

    None where the result is found on the way. Each figure is the median of some rounds, the two in
    turn.
    """
    probe = one.search(state, nodes=nodes)
    depth = probe.found.depth
    if depth < 2 or one.is_decided(probe):
        return None
    singles, doubles = [], []
    for _ in range(ROUNDS):
        singles.append(one.search(state, depth=depth))
        doubles.append(two.search(state, depth=depth))
    return Ratio(
        depth,
        median(t.wall for t in doubles) / median(t.wall for t in singles),
        median(t.cpu for t in doubles) / 2 / median(t.cpu for t in singles),
        median(t.cpu / t.wall for t in doubles),
    )


def threads(game: NativeGame, net: Path | None, count: int) -> Iterator[Ratio]:
    """Yield the ratio of each of `count` positions; see `ratio_of`."""
    one, two = TimedSearch(game, net), TimedSearch(game, net, threads=2)
    found = (ratio_of(one, two, state, DEEP_NODES[game.name]) for state in positions(game))
    return islice((ratio for ratio in found if ratio is not None), count)


def thread_rows(game: NativeGame, net: Path | None, ratios: list[Ratio]) -> list[Row]:
    """Return the medians over positions."""
    what = f"{game.name}, {describe(net)}, {len(ratios)} positions: "
    unit = "of one thread, median"
    return [
        _row(what + "wall time", median(r.wall for r in ratios), unit),
        _row(what + "half the CPU time", median(r.cpu for r in ratios), unit),
        _row(what + "cores that two threads had", median(r.cores for r in ratios), "cores, median"),
    ]


class Late(NamedTuple):
    """Seconds after the limit."""

    decision: float
    """Of the agent's answer."""
    search: float
    """By the search's own clock."""
    loop: float
    """Of a loop that only reads the clock, just afterwards."""


def lateness(agent: Agent, game: NativeGame, seconds: float) -> Iterator[Late]:
    """Yield how late moves are, in games of the agent with itself; ends never.

    Moves that need not the whole time, as those of a position where somebody wins, do not count.
    """
    limit = Limit(seconds=seconds)
    for start in positions(game):
        state = start
        while state.outcome() is None:
            began = time.perf_counter()
            decision = agent.decide(state, limit)
            spent = time.perf_counter() - began
            if spent < seconds:
                break
            yield Late(spent - seconds, decision.seconds - seconds, _loop(seconds))
            state = state.apply(decision.action)


def _loop(seconds: float) -> float:
    end = time.perf_counter() + seconds
    while (now := time.perf_counter()) < end:
        pass
    return now - end


def stop_rows(game: NativeGame, late: list[Late]) -> list[Row]:
    """Return the median, the 99th of 100 and the largest, beside those of the loop."""
    rows = []
    decisions, searches, loops = 1000 * np.array(late).T
    for what, seconds in (("answer", decisions), ("search", searches)):
        for word, part in (("median", 0.5), ("99 %", 0.99), ("largest", 1.0)):
            rows.append(
                Row(
                    "engine",
                    f"{game.name}, {len(late)} moves, {what}: {word}",
                    float(np.quantile(seconds, part)),
                    "ms after the limit",
                    "a loop that reads the clock",
                    float(np.quantile(loops, part)),
                )
            )
    return rows


def _row(case: str, value: float, unit: str) -> Row:
    return Row("engine", case, value, unit)
