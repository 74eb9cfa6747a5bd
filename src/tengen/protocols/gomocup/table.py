"""The stones that a manager tells of, as a position of our rules."""

from collections.abc import Iterable

from tengen.core import IllegalMoveError, SettingsError, State
from tengen.games import load
from tengen.games.gomoku.gomocup import CONTINUOUS, rule_of
from tengen.games.gomoku.notation import format_position
from tengen.games.stones import Setup
from tengen.protocols.gomocup.words import format_point

OWN, OPPONENT, DEAD = 1, 2, 3
"""Whose a stone is, as the protocol counts; dead are those of a row that has won already, in a
continuous game."""
MIN_SIZE, MAX_SIZE = 5, 20

Stone = tuple[int, int]
"""A point, row by row from the top, and whose stone is there."""


def check_size(size: int) -> None:
    """Check that there is a board of this size.

    Raises:
        SettingsError: when there is none.
    """
    if not MIN_SIZE <= size <= MAX_SIZE:
        raise SettingsError(f"board of {size}: only {MIN_SIZE} to {MAX_SIZE} are played on")


class Table:
    """A board and its stones, put and taken one by one.

    The manager is the judge: stones that our rules would not allow are there all the same. In a
    continuous game a row that has won is dead, and play goes on around it.

    Raises:
        SettingsError: when there is no such board or rule.
    """

    def __init__(self, size: int, rule: int = 0) -> None:
        check_size(size)
        self.size = size
        self._continuous = rule > 0 and bool(rule & CONTINUOUS)
        one_game = rule - CONTINUOUS if self._continuous else rule
        self._game = load("gomoku", size=size, rule=rule_of(one_game))
        self._stones: dict[int, int] = {}
        self._first = OWN
        self.state = self._game.initial_state()
        """The position of all stones, dead rows as walls that help nobody."""

    @property
    def stones(self) -> tuple[Stone, ...]:
        """In the order in which they were told."""
        return tuple(self._stones.items())

    def clear(self) -> None:
        """Take all stones away."""
        self._stones.clear()
        self.state = self._game.initial_state()

    def put(self, point: int, owner: int) -> None:
        """Put one stone; the other side is to move then.

        Raises:
            IllegalMoveError: when a stone is there already, or the game is over.
        """
        if point in self._stones:
            raise IllegalMoveError(f"{format_point(point, self.size)} is occupied")
        if self.state.outcome() is not None:
            raise IllegalMoveError("the game is over")
        if not self._stones:
            self._first = owner
        after = self._played(point, owner)
        if after is None:
            self._lay({**self._stones, point: owner}, to_move=_other(owner))
        else:
            self._stones[point], self.state = owner, after
        self._bury()

    def lay(self, stones: Iterable[Stone]) -> None:
        """Put these stones and no others; we are to move.

        Raises:
            IllegalMoveError: when two are at one point.
            SettingsError: when the game is over in a way that our rules do not tell of.
        """
        laid: dict[int, int] = {}
        for point, owner in stones:
            if point in laid:
                raise IllegalMoveError(f"two stones at {format_point(point, self.size)}")
            laid[point] = owner
        self._lay(laid, to_move=OWN)
        self._bury()

    def take(self, point: int) -> None:
        """Take one stone back; whose it was is to move again.

        Raises:
            IllegalMoveError: when there is none.
        """
        left = dict(self._stones)
        owner = left.pop(point, None)
        if owner is None:
            raise IllegalMoveError(f"no stone at {format_point(point, self.size)} to take back")
        self._lay(left, to_move=owner)

    def _played(self, point: int, owner: int) -> State | None:
        """Return the position after a stone, None where our rules do not have it so."""
        colour = 0 if owner == self._first else 1
        if self.state.to_play != colour or not self.state.legal_mask()[point]:
            return None
        return self.state.apply(point)

    def _lay(self, stones: dict[int, int], to_move: int) -> None:
        counts = [list(stones.values()).count(who) for who in (OWN, OPPONENT)]
        first = to_move if counts[0] == counts[1] else OWN if counts[0] > counts[1] else OPPONENT
        # Dead stones are counted no more, so that the numbers tell nothing.
        first = self._first if DEAD in stones.values() else first
        order = (first, _other(first))
        self.state = self._replay(stones, order, to_move) or self._set_up(stones, order, to_move)
        self._stones, self._first = stones, first

    def _replay(self, stones: dict[int, int], order: tuple[int, int], to_move: int) -> State | None:
        """Return the position as one that was played, each side's stones in their order.

        None where it was not: stones of one side in a row, forbidden or dead ones.
        """
        sides = [[point for point, owner in stones.items() if owner == who] for who in order]
        state = self._game.initial_state()
        for number in range(len(stones)):
            side, turn = sides[number % 2], number // 2
            if turn == len(side) or not state.legal_mask()[side[turn]]:
                return None
            state = state.apply(side[turn])
        return state if order[state.to_play] == to_move else None

    def _set_up(self, stones: dict[int, int], order: tuple[int, int], to_move: int) -> State:
        """Return the position as one that was set up."""
        colours: tuple[list[int], list[int]] = ([], [])
        for point, owner in stones.items():
            y, x = divmod(point, self.size)
            # Dead stones get colours of which no three are in a row: a wall that completes nothing.
            colour = (x + 2 * y) % 4 // 2 if owner == DEAD else order.index(owner)
            colours[colour].append(point)
        black, white = (tuple(sorted(points)) for points in colours)
        position = Setup(order.index(to_move), black, white)
        settings = {**self._game.settings, "position": format_position(position, self.size)}
        return load("gomoku", **settings).initial_state()

    def _bury(self) -> None:
        """In a continuous game, let the rows that have just won be dead."""
        outcome = self.state.outcome()
        if self._continuous and outcome is not None and outcome.points:
            to_move = (self._first, _other(self._first))[self.state.to_play]
            self._lay({**self._stones, **dict.fromkeys(outcome.points, DEAD)}, to_move)


def _other(owner: int) -> int:
    return OPPONENT if owner == OWN else OWN
