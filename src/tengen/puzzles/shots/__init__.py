"""English draughts: shots, which give pieces up and win more of them, or the game, by force.

What is proved is this: when the solver's moves are captures, or offers that the other side has to
take, all it can do is looked at, so its least loss is known. An engine says besides that the gain
lasts and that no other move is nearly as good.
"""

from collections.abc import Sequence
from functools import cache

from tengen import weights
from tengen.core import Limit, SettingsError, State
from tengen.evaluators.nnue import NnueNet, read_net
from tengen.games import load
from tengen.games.draughts.game import Draughts, native_of
from tengen.games.draughts.notation import format_fen
from tengen.games.face import NativeState
from tengen.puzzles.kind import Found, Kind, Refutation, Standing, Task, whole_move
from tengen.puzzles.puzzle import Puzzle
from tengen.puzzles.shots.exchange import MAN, WON, Exchange, offers_of
from tengen.search.engine import EngineSearch
from tengen.search.mcts import MIB

MOST_OFFERS = 3
"""Quiet moves of the solver's in one shot."""
GLANCE, NODES = 3_000, 100_000
"""Positions that the engine looks at to see whether a shot may be good, and whether it is."""
GOOD, BETTER = 0.5, 0.4
"""A shot is worth so much to the engine, and so much more than any other move."""
SHOWN = 5
"""Moves of a refutation."""


class Shots(Kind):
    """Puzzles of shots."""

    name = "shots"
    game = "draughts"
    players = ("robot?level=2", "robot?level=3")
    opening = 8

    def find(self, state: State) -> Found | None:
        if not _is_fit(state) or _captures(state):
            return None
        native, search = native_of(state), Exchange(state.to_play)
        before = search.balance(native)
        offers = list(offers_of(native))
        if all(search.answer(after, 1).gain < before + MAN for _, after in offers):
            return None
        ways = [(search.answer(after, MOST_OFFERS - 1), move) for move, after in offers]
        sound = [(way, move) for way, move in ways if way.gain >= before + MAN]
        if len(sound) != 1:
            return None
        (way, move), goal = sound[0], sound[0][0].gain - before
        start = _from_here(state)
        if not all(_is_clear(start, move[0], nodes) for nodes in (GLANCE, NODES)):
            return None
        line = (*move, *_up_to_solver(start.apply_all(move), way.line, state.to_play))
        won = {"pieces": goal // MAN} if goal < WON // 2 else {"game": True}
        return Found(start, line, search.nodes, len(ways) - 1, won | {"count": goal})

    def open(self, puzzle: Puzzle) -> "ShotTask":
        count = puzzle.goal.get("count")
        if not isinstance(count, int):
            raise SettingsError("a puzzle of shots says what count of pieces to win")
        return ShotTask(puzzle.load_game().initial_state(), count)


class ShotTask(Task):
    """A shot to be found: `count` halves of a man are to be won, or the game."""

    def __init__(self, start: State, count: int) -> None:
        if not _is_fit(start):
            raise SettingsError(f"no puzzle of shots: {start.game}")
        self.start = start
        self._side = start.to_play
        self._goal = min(Exchange(start.to_play).balance(native_of(start)) + count, WON // 2)

    def standing(self, before: Sequence[State], move: Sequence[int]) -> Standing:
        after = before[-1].apply_all(move)
        way = Exchange(self._side).answer(native_of(after), self._offers_left(before))
        is_forced = len(before) > 1 or _captures(after) or after.outcome() is not None
        if way.gain < self._goal or not is_forced:
            return "wrong"
        return "right" if _up_to_solver(after, way.line, self._side) else "solved"

    def refute(self, before: Sequence[State], move: Sequence[int]) -> Refutation:
        after = before[-1].apply_all(move)
        if after.outcome() is not None:
            return Refutation("ended")
        return Refutation("too_little" if _captures(after) else "no_force", _best_line(after))

    def reply(self, before: Sequence[State], after: State) -> tuple[int, ...]:
        way = Exchange(self._side).answer(native_of(after), self._offers_left(before))
        return whole_move(after, way.line)[0]

    def solution(self, before: Sequence[State]) -> tuple[int, ...]:
        offers = MOST_OFFERS - sum(not _captures(state) for state in before[:-1])
        way = Exchange(self._side).solve(native_of(before[-1]), offers, must_move=True)
        if way.gain < self._goal:
            return ()
        return tuple(_up_to_solver(before[-1], way.line, self._side))

    def _offers_left(self, before: Sequence[State]) -> int:
        return MOST_OFFERS - sum(not _captures(state) for state in before)


def _captures(state: State) -> bool:
    return native_of(state).must_capture


def _up_to_solver(state: State, line: Sequence[int], side: int) -> list[int]:
    """Return a line without what the other side plays when the solver's last move is made."""
    kept = 0
    for played, action in enumerate(line, 1):
        mover, state = state.to_play, state.apply(action)
        if mover == side:
            kept = played
    return list(line[:kept])


def _is_fit(state: State) -> bool:
    return isinstance(state.game, Draughts) and state.outcome() is None


def _from_here(state: State) -> State:
    """Return the position as the first of a game of its own."""
    assert isinstance(state.game, Draughts)
    position = format_fen(state.game.position_of(state))
    return load("draughts", position=position).initial_state()


@cache
def _net() -> NnueNet:
    game = load("draughts")
    assert isinstance(game, Draughts)
    return read_net(weights.best_for(game, "nnue"), game)


def _judged(state: State, nodes: int = NODES) -> list[tuple[int, float, tuple[int, ...]]]:
    """Return an engine's two best actions with their values for the side to move and their lines.

    A position has one answer: nothing is known from the last.
    """
    assert isinstance(state, NativeState)
    search = EngineSearch(state.game, _net().native, score_scale=_net().score_scale, memory=4 * MIB)
    found = search.search(state, Limit(nodes=nodes), lines=2)
    return [
        (item.action, item.value, item.pv) for item in found.candidates if item.value is not None
    ]


def _is_clear(state: State, action: int, nodes: int) -> bool:
    """Tell whether an engine finds a move good, and no other nearly as good."""
    ranked = _judged(state, nodes)
    best, value, _ = ranked[0]
    others = [other for _, other, _ in ranked[1:]]
    return best == action and value >= GOOD and max(others, default=-1.0) <= value - BETTER


def _best_line(state: State) -> tuple[int, ...]:
    """Return what an engine answers, a few moves long."""
    _, _, line = max(_judged(state), key=lambda item: item[1])
    kept: list[int] = []
    for _ in range(SHOWN):
        move, state = whole_move(state, line[len(kept) :])
        kept += move
        if state.outcome() is not None or len(kept) == len(line):
            break
    return tuple(kept)


KIND = Shots()
