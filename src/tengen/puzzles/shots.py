"""English draughts: shots, which give pieces up and win more of them, or the game, by force.

What is proved is this: when the solver's moves are captures, or offers that the other side has to
take, all it can do is looked at, so its least loss is known. An engine says besides that the gain
lasts and that no other move is nearly as good.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from tengen import weights
from tengen.core import Limit, SettingsError, State
from tengen.evaluators.nnue import NnueNet, read_net
from tengen.games import load
from tengen.games.draughts.game import Draughts
from tengen.games.draughts.notation import format_fen
from tengen.games.face import NativeState
from tengen.puzzles.kind import Found, Kind, Refutation, Standing, Task, whole_move
from tengen.puzzles.proving import whole_moves
from tengen.puzzles.puzzle import Puzzle
from tengen.search.engine import EngineSearch
from tengen.search.mcts import MIB

MAN, KING = 2, 3
"""What pieces count, in halves of a man."""
WON = 1000
"""The count of a game that is won."""
MOST_OFFERS = 3
"""Quiet moves of the solver's in one shot."""
NODES = 100_000
"""Positions that the engine looks at."""
GOOD, BETTER = 0.5, 0.4
"""A shot is worth so much to the engine, and so much more than any other move."""
SHOWN = 5
"""Moves of a refutation."""


class Shots(Kind):
    """Puzzles of shots."""

    name = "shots"
    game = "draughts"

    def find(self, state: State) -> Found | None:
        if not _is_fit(state) or _captures(state):
            return None
        start, search = _from_here(state), _Search(state.to_play)
        before = search.balance(start)
        gains = [(search.after(after, MOST_OFFERS - 1), move) for move, after in _offers(start)]
        sound = [(way, move) for way, move in gains if way.gain >= before + MAN]
        if len(sound) != 1:
            return None
        (way, move), goal = sound[0], sound[0][0].gain - before
        if not _is_clear(start, move[0]):
            return None
        line = (*move, *_up_to_solver(_after(start, move), way.line, state.to_play))
        won = {"pieces": goal // MAN} if goal < WON // 2 else {"game": True}
        return Found(start, line, search.nodes, len(gains) - 1, won | {"count": goal})

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
        self._goal = min(_Search(start.to_play).balance(start) + count, WON // 2)

    def standing(self, before: Sequence[State], move: Sequence[int]) -> Standing:
        after = _after(before[-1], move)
        way = _Search(self._side).after(after, self._offers_left(before))
        is_forced = len(before) > 1 or _captures(after) or after.outcome() is not None
        if way.gain < self._goal or not is_forced:
            return "wrong"
        return "right" if _up_to_solver(after, way.line, self._side) else "solved"

    def refute(self, before: Sequence[State], move: Sequence[int]) -> Refutation:
        after = _after(before[-1], move)
        if after.outcome() is not None:
            return Refutation("ended")
        return Refutation("too_little" if _captures(after) else "no_force", _best_line(after))

    def reply(self, before: Sequence[State], after: State) -> tuple[int, ...]:
        way = _Search(self._side).after(after, self._offers_left(before))
        return whole_move(after, way.line)[0]

    def solution(self, before: Sequence[State]) -> tuple[int, ...]:
        offers = MOST_OFFERS - sum(not _captures(state) for state in before[:-1])
        way = _Search(self._side).solve(before[-1], offers, must_move=True)
        if way.gain < self._goal:
            return ()
        return tuple(_up_to_solver(before[-1], way.line, self._side))

    def _offers_left(self, before: Sequence[State]) -> int:
        return MOST_OFFERS - sum(not _captures(state) for state in before)


class _Way(NamedTuple):
    """How a shot goes on."""

    gain: int
    """Of the solver's pieces less the other's when it is over, in halves of a man."""
    line: tuple[int, ...]

    def rank(self) -> tuple[int, int]:
        """More is better for the solver, then sooner."""
        return self.gain, -len(self.line)


class _Search:
    """Plays a shot out, whatever the other side takes with."""

    def __init__(self, side: int) -> None:
        self._side = side
        self.nodes = 0

    def balance(self, state: State) -> int:
        """Return the count of the pieces on the board."""
        board = state.board()
        own, other = self._side + 1, 2 - self._side
        men = int((board == own).sum()) - int((board == other).sum())
        kings = int((board == own + 2).sum()) - int((board == other + 2).sum())
        return MAN * men + KING * kings

    def solve(self, state: State, offers: int, *, must_move: bool = False) -> _Way:
        """Return the solver's best way, who is to move: it captures, offers, or lets it be."""
        self.nodes += 1
        if state.outcome() is not None:
            return self._ended(state)
        if _captures(state):
            moves = list(whole_moves(state))
        else:
            moves = list(_offers(state)) if offers > 0 else []
            offers -= 1
        ways = [
            _Way(way.gain, (*move, *way.line))
            for move, after in moves
            for way in [self.after(after, offers)]
        ]
        if not _captures(state) and not (must_move and ways):
            ways.append(_Way(self.balance(state), ()))
        return max(ways, key=_Way.rank)

    def after(self, state: State, offers: int) -> _Way:
        """Return the other side's best way, which is to move, and takes if it can."""
        self.nodes += 1
        if state.outcome() is not None:
            return self._ended(state)
        if not _captures(state):
            return _Way(self.balance(state), ())
        ways = [
            _Way(way.gain, (*move, *way.line))
            for move, after in whole_moves(state)
            for way in [self.solve(after, offers)]
        ]
        return min(ways, key=_Way.rank)

    def _ended(self, state: State) -> _Way:
        outcome = state.outcome()
        assert outcome is not None
        return _Way(round(WON * outcome.value_for(self._side)), ())


def _offers(state: State) -> Iterator[tuple[tuple[int, ...], State]]:
    """Yield the quiet moves that the other side has to answer by a capture."""
    return ((move, after) for move, after in whole_moves(state) if _captures(after))


def _captures(state: State) -> bool:
    assert isinstance(state, NativeState)
    return bool(state.native.must_capture)


def _after(state: State, actions: Sequence[int]) -> State:
    for action in actions:
        state = state.apply(action)
    return state


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


def _judged(state: State) -> list[tuple[int, float, tuple[int, ...]]]:
    """Return an engine's two best actions with their values for the side to move and their lines.

    A position has one answer: nothing is known from the last.
    """
    assert isinstance(state, NativeState)
    search = EngineSearch(state.game, _net().native, score_scale=_net().score_scale, memory=4 * MIB)
    found = search.search(state, Limit(nodes=NODES), lines=2)
    return [
        (item.action, item.value, item.pv) for item in found.candidates if item.value is not None
    ]


def _is_clear(state: State, action: int) -> bool:
    """Tell whether an engine finds a move good, and no other nearly as good."""
    ranked = _judged(state)
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
