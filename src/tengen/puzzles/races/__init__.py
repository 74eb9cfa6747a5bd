"""Go: to capture a chain, by a race of liberties, a ladder or a net, where one move alone does.

A capture that is found stands against every move on the board, kos granted to the other side
(`tengen.puzzles.races.capture`). That no other move captures is found for `SLACK` moves more than the
shortest way takes, and for all moves near the chain.
"""

from collections.abc import Iterator, Sequence
from types import MappingProxyType

from tengen.core import SettingsError, State
from tengen.games import load
from tengen.games.go.game import Go
from tengen.games.go.notation import format_position
from tengen.games.stones import Setup
from tengen.puzzles.kind import Found, Kind, Refutation, Standing, Task
from tengen.puzzles.puzzle import Puzzle
from tengen.puzzles.races.capture import Attack, Capture, TooManyNodes
from tengen.puzzles.races.chains import Points, each

LARGEST = 13
"""Larger boards take too long to look through."""
SHORTEST, LONGEST = 2, 5
"""Moves of the solver's."""
SLACK = 2
FREEST = 4
"""Liberties of a chain that is to be captured."""
STONES = 2
"""A chain smaller than that is nothing to fight about."""
GLANCE, NODES, NODES_PLAYED = 200, 6_000, 60_000
"""Positions that are looked at to see whether there is a capture, to see that it is the only one,
and when a move is judged."""


class Races(Kind):
    """Puzzles of captures."""

    name = "races"
    game = "go"
    settings = MappingProxyType({"size": 9})
    players = ("mcts?playouts=60", "mcts?playouts=60")
    opening = 6

    def find(self, state: State) -> Found | None:
        if not _is_fit(state):
            return None
        assert isinstance(state.game, Go)
        points = Points(state.game.size)
        for at in _chains(state, points):
            try:
                if not _has_capture(points.size, at):
                    continue
                found = self._of_chain(state, at, Capture(state.game.size, NODES))
            except TooManyNodes:
                continue
            if found is not None:
                return found
        return None

    def _of_chain(self, state: State, at: Attack, capture: Capture) -> Found | None:
        moves = capture.distance(at, LONGEST)
        if moves is None or moves < SHORTEST or not capture.holds(at, moves + SLACK):
            return None
        most = moves + SLACK
        near = list(_near(capture, at))
        right = [bit for bit in near if _captures(capture, at, bit, most)]
        if len(right) != 1:
            return None
        traps = sum(bit in near for bit in capture.candidates(at, SLACK)) - 1
        start = _from_here(state)
        task = CaptureTask(start, capture.points.point(at.seed), most, capture)
        goal = {
            "target": start.game.format_move(capture.points.point(at.seed)),
            "moves": most,
            "theme": _theme(capture, at, moves),
        }
        return Found(start, task.solution([start]), capture.nodes, traps, goal)

    def open(self, puzzle: Puzzle) -> "CaptureTask":
        start = puzzle.load_game().initial_state()
        target, moves = puzzle.goal.get("target"), puzzle.goal.get("moves")
        if not isinstance(target, str) or not isinstance(moves, int):
            raise SettingsError("a puzzle of captures names its chain and in how many moves")
        return CaptureTask(start, start.game.parse_move(target), moves)


class CaptureTask(Task):
    """A chain to be captured in so many moves at most."""

    def __init__(
        self, start: State, target: int, moves: int, capture: Capture | None = None
    ) -> None:
        if not _is_fit(start) or not 0 <= target < start.board().size:
            raise SettingsError(f"no puzzle of captures: {start.game}")
        if start.board().flat[target] != 2 - start.to_play:
            raise SettingsError(f"{start.game.format_move(target)}: no chain to capture there")
        self.start = start
        self._moves = moves
        self._capture = capture or Capture(start.board().shape[0], NODES_PLAYED)
        self._seed = self._capture.points.bit(target)
        self._side = start.to_play

    def target(self, state: State) -> list[int]:
        at = self._at(state)
        return self._capture.points.points(self._capture.chain(at)) if at.seed & at.defender else []

    def standing(self, before: Sequence[State], move: Sequence[int]) -> Standing:
        after = before[-1].apply(move[0])
        at, left = self._at(after), self._moves - len(before)
        if not at.seed & at.defender:
            return "solved"
        if after.outcome() is not None:
            return "wrong"
        return "wrong" if self._capture.holds(at, left) else "right"

    def refute(self, before: Sequence[State], move: Sequence[int]) -> Refutation:
        after = before[-1].apply(move[0])
        if after.outcome() is not None:
            return Refutation("ended")
        line = self._escape(after, self._moves - len(before))
        return Refutation("slow" if self._is_lost(after) else "escapes", line)

    def reply(self, before: Sequence[State], after: State) -> tuple[int, ...]:
        at, left = self._at(after), self._moves - len(before)
        best, longest = after.game.num_actions - 1, -1
        for bit in self._defences(at):
            action, answered = self._capture.points.point(bit), self._capture.defended(at, bit)
            if answered is None or action not in after.legal_actions():
                continue
            distance = self._capture.distance(answered, left) or 0
            if distance > longest:
                best, longest = action, distance
        return (best,)

    def solution(self, before: Sequence[State]) -> tuple[int, ...]:
        states, line = list(before), list[int]()
        while len(states) <= self._moves:
            move = self._best(states)
            if move is None:
                return ()
            line.append(move)
            after = states[-1].apply(move)
            if not self._at(after).seed & self._at(after).defender:
                return tuple(line)
            line += self.reply(states, after)
            states.append(after.apply(line[-1]))
        return ()

    def _best(self, before: Sequence[State]) -> int | None:
        """Return the move of the shortest capture, None without one."""
        at, left = self._at(before[-1]), self._moves - len(before) + 1
        distance = self._capture.distance(at, left)
        if distance is None:
            return None
        if distance == 1:
            return self._capture.points.point(self._capture.liberties(at))
        spare = distance - self._capture.liberties(at).bit_count()
        legal = before[-1].legal_actions()
        for bit in self._capture.candidates(at, spare):
            action = self._capture.points.point(bit)
            if action in legal and _captures(self._capture, at, bit, distance):
                return action
        return None

    def _defences(self, at: Attack) -> Iterator[int]:
        """Yield where the defender may do something: his liberties, then what is near."""
        liberties = self._capture.liberties(at)
        yield from each(liberties)
        yield from each(_near_points(self._capture, at) & ~liberties)

    def _escape(self, after: State, left: int) -> tuple[int, ...]:
        """Return the defender's best answer to a wrong move."""
        at = self._at(after)
        for bit in self._defences(at):
            action, answered = self._capture.points.point(bit), self._capture.defended(at, bit)
            if answered is None or action not in after.legal_actions():
                continue
            try:
                if not self._capture.wins(answered, left):
                    return (action,)
            except TooManyNodes:
                continue
        return ()

    def _is_lost(self, after: State) -> bool:
        """Tell whether the other side captures a chain of the solver's beside the target."""
        at = self._at(after)
        points = self._capture.points
        for own in points.chains(points.grown(self._capture.chain(at)), at.attacker):
            turned = Attack(at.defender, at.attacker, own & -own)
            try:
                if Capture(points.size, NODES).distance(turned, LONGEST) is not None:
                    return True
            except TooManyNodes:
                continue
        return False

    def _at(self, state: State) -> Attack:
        return _position(state, self._side, self._seed, self._capture.points)


def _has_capture(size: int, at: Attack) -> bool:
    """Tell whether a chain can be captured, and not whoever moves first, as far as a glance says."""
    glance = Capture(size, GLANCE)
    moves = glance.distance(at, LONGEST)
    return moves is not None and moves >= SHORTEST and glance.holds(at, moves)


def _position(state: State, side: int, seed: int, points: Points) -> Attack:
    board = state.board().ravel()
    sets = [0, 0, 0]
    for point, piece in enumerate(board):
        sets[piece] |= points.bit(point)
    return Attack(sets[side + 1], sets[2 - side], seed)


def _chains(state: State, points: Points) -> Iterator[Attack]:
    """Yield each chain of the other side that is worth a look, the largest first."""
    at = _position(state, state.to_play, 0, points)
    empty = points.all & ~(at.attacker | at.defender)
    chains = sorted(points.chains(at.defender, at.defender), key=int.bit_count, reverse=True)
    for chain in chains:
        liberties = (points.grown(chain) & empty).bit_count()
        if chain.bit_count() < STONES or not SHORTEST <= liberties <= FREEST:
            continue
        rivals = points.chains(points.grown(chain), at.attacker)
        scarce = (own for own in rivals if own.bit_count() >= STONES)
        # With three liberties and more only a race is at all likely.
        if liberties == SHORTEST or any(
            (points.grown(own) & empty).bit_count() <= liberties + 1 for own in scarce
        ):
            yield at._replace(seed=chain & -chain)


def _near_points(capture: Capture, at: Attack) -> int:
    """Return the empty points where a move could matter to a chain.

    Up to two steps from its liberties, and the liberties of all chains beside it.
    """
    points = capture.points
    around = points.grown(capture.liberties(at))
    chain = capture.chain(at)
    for own in points.chains(points.grown(chain), at.attacker):
        around |= points.grown(own)
        for other in points.chains(points.grown(own), at.defender):
            around |= points.grown(other)
    return points.grown(around) & capture.empty(at)


def _near(capture: Capture, at: Attack) -> Iterator[int]:
    return each(_near_points(capture, at))


def _captures(capture: Capture, at: Attack, bit: int, moves: int) -> bool:
    """Tell whether the attacker captures in so many moves if this is his first."""
    after = capture.attacked(at, bit)
    if after is None:
        return False
    return not after.seed & after.defender or not capture.holds(after, moves - 1)


def _theme(capture: Capture, at: Attack, moves: int) -> str:
    """Return what a capture is: a race, with a chain of one's own in danger too, or not."""
    points = capture.points
    for own in points.chains(points.grown(capture.chain(at)), at.attacker):
        turned = Attack(at.defender, at.attacker, own & -own)
        if own.bit_count() >= STONES and Capture(points.size, NODES).distance(turned, moves + 1):
            return "race"
    return "capture"


def _is_fit(state: State) -> bool:
    game = state.game
    return (
        isinstance(game, Go)
        and game.size <= LARGEST
        and not game.suicide
        and state.outcome() is None
    )


def _from_here(state: State) -> State:
    """Return the position as the first of a game of its own."""
    assert isinstance(state.game, Go)
    board = state.board().ravel()
    black, white = (
        tuple(point for point, there in enumerate(board) if there == piece) for piece in (1, 2)
    )
    position = format_position(Setup(state.to_play, black, white), state.game.size)
    game = load("go", size=state.game.size, komi=state.game.komi, position=position)
    return game.initial_state()


KIND = Races()
