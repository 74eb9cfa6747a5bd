"""Which games a tournament has: a pure function of the results so far.

Nothing is remembered between two questions, so a tournament that was killed goes on by asking
again, and rounds that depend on results need no state of their own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

Key = tuple[int, int, int]
"""Round, match of the round and game of the match, each from 1: names a game for good."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game to be played."""

    key: Key
    players: tuple[int, int]
    """The first and the second player, as places in the list of players."""
    opening: int
    """Which of the tournament's openings, from 0."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended."""

    players: tuple[int, int]
    winner: int | None
    """0 for the first player, 1 for the second, None for a draw."""

    def points_of(self, player: int) -> float:
        """Return what `player` got from this game."""
        if player not in self.players:
            return 0.0
        return 0.5 if self.winner is None else float(self.players[self.winner] == player)


Results = Mapping[Key, Result]
"""Of the games that are finished, in the order in which they ended."""


class Schedule(Protocol):
    """A kind of tournament."""

    def fixtures(self, results: Results) -> list[Fixture]:
        """Return all games known by now, the finished ones too, in the order to be played.

        When every one of them is finished, so is the tournament.
        """
        ...

    def expected(self, results: Results) -> int:
        """Return how many games there will be, as far as can be known."""
        ...


def match_of(
    round_: int, match: int, pair: tuple[int, int], games: range, opening: int
) -> list[Fixture]:
    """Return games of a match: each opening twice, with colours changed.

    Args:
        round_: from 1.
        match: of the round, from 1.
        pair: who plays; the first of them begins in the first game.
        games: which games of the match, from 0; it starts with an even one.
        opening: the one that game 0 begins with.
    """
    return [
        Fixture((round_, match, game + 1), pair[::-1] if game % 2 else pair, opening + game // 2)
        for game in games
    ]


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """Everybody plays everybody, all from the same openings."""

    players: int
    games: int
    """Of each pair, an even number."""

    def fixtures(self, results: Results) -> list[Fixture]:
        del results  # all is known beforehand
        return list(_rounds_of(self))

    def expected(self, results: Results) -> int:
        del results
        return self.players * (self.players - 1) // 2 * self.games


@dataclass(frozen=True, slots=True)
class Gauntlet:
    """Some challengers play all others, not each other."""

    players: int
    challengers: tuple[int, ...]
    games: int

    def fixtures(self, results: Results) -> list[Fixture]:
        del results  # all is known beforehand
        return list(_challenges_of(self))

    def expected(self, results: Results) -> int:
        del results
        return len(self.challengers) * (self.players - len(self.challengers)) * self.games


@lru_cache(maxsize=4)
def _rounds_of(schedule: RoundRobin) -> tuple[Fixture, ...]:
    matches = [
        match_of(round_, match, pair, range(schedule.games), 0)
        for round_, pairs in enumerate(circle(schedule.players), 1)
        for match, pair in enumerate(pairs, 1)
    ]
    return tuple(in_turn(matches))


@lru_cache(maxsize=4)
def _challenges_of(schedule: Gauntlet) -> tuple[Fixture, ...]:
    others = [p for p in range(schedule.players) if p not in schedule.challengers]
    matches = [
        match_of(round_, match, (challenger, other), range(schedule.games), 0)
        for round_, challenger in enumerate(schedule.challengers, 1)
        for match, other in enumerate(others, 1)
    ]
    return tuple(in_turn(matches))


def circle(players: int) -> list[list[tuple[int, int]]]:
    """Return the rounds in which everybody meets everybody once (the circle method).

    Of an odd number of players, one rests in each round.
    """
    seats = [*range(players), *([-1] if players % 2 else [])]
    rounds = []
    for number in range(len(seats) - 1):
        half = len(seats) // 2
        pairs = zip(seats[:half], reversed(seats[half:]), strict=True)
        met = [pair if number % 2 else pair[::-1] for pair in pairs]
        rounds.append([pair for pair in met if -1 not in pair])
        seats.insert(1, seats.pop())
    return rounds


def in_turn(matches: Sequence[Sequence[Fixture]]) -> list[Fixture]:
    """Return the games of many matches: one opening of each, then the next of each."""
    games = max((len(match) for match in matches), default=0)
    return [
        fixture
        for start in range(0, games, 2)
        for match in matches
        for fixture in match[start : start + 2]
    ]


def unplayed(fixtures: Sequence[Fixture], results: Results) -> list[Fixture]:
    """Return the games that are not finished, in their order."""
    return [fixture for fixture in fixtures if fixture.key not in results]


def have_met(results: Results) -> frozenset[tuple[int, int]]:
    """Return the pairs who have played, the lower number first."""
    return frozenset((min(r.players), max(r.players)) for r in results.values())
