"""Knock-out: who loses a match is out."""

from collections.abc import Iterator
from dataclasses import dataclass

from tengen.arena.schedule import Fixture, Key, Results, in_turn, match_of

EMPTY = -1
"""A seat of the first round whose neighbour rests."""
REPLAYED = 2
"""Games of a tie's replay: a fresh opening with each colour."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match of the bracket as it stands."""

    round: int
    number: int
    pair: tuple[int, int]
    """The better seed first."""
    points: tuple[float, float]
    winner: int | None
    """None while it is under way."""
    games: int
    """Those known by now, replays included."""

    @property
    def is_by_seed(self) -> bool:
        """Whether the replays brought no decision either."""
        return self.winner is not None and self.points[0] == self.points[1]


@dataclass(frozen=True, slots=True)
class KnockOut:
    """A bracket in which the first two of the list of players can meet only in the final.

    Where their number is no power of two, the first ones rest in the first round. A tied match is
    replayed with fresh openings, two games at a time; if all replays are tied too, who stands
    earlier in the list goes on.
    """

    players: int
    games: int
    """Of each match, an even number."""
    replays: int
    """The most replays of a match."""

    def fixtures(self, results: Results) -> list[Fixture]:
        rounds: dict[int, list[list[Fixture]]] = {}
        for match in self.matches(results):
            opening = self._first_opening(match.round)
            games = match_of(match.round, match.number, match.pair, range(match.games), opening)
            rounds.setdefault(match.round, []).append(games)
        return [fixture for matches in rounds.values() for fixture in in_turn(matches)]

    def expected(self, results: Results) -> int:
        known = sum(match.games for match in self.matches(results))
        to_come = self.players - 1 - sum(1 for _ in self.matches(results))
        return known + to_come * self.games

    def matches(self, results: Results) -> Iterator[Match]:
        """Yield every match known by now, round by round."""
        seats = [seed if seed < self.players else EMPTY for seed in bracket(self.players)]
        round_ = 0
        while len(seats) > 1:
            round_ += 1
            pairs = dict(enumerate(zip(seats[::2], seats[1::2], strict=True), 1))
            matches = {
                number: self._match(round_, number, (min(pair), max(pair)), results)
                for number, pair in pairs.items()
                if EMPTY not in pair
            }
            yield from matches.values()
            if any(match.winner is None for match in matches.values()):
                return
            seats = [_goes_on(pair, matches.get(number)) for number, pair in pairs.items()]

    def stages(self, results: Results) -> list[int]:
        """Return how many rounds each player has come through, by winning or by resting."""
        through = [0] * self.players
        for match in self.matches(results):
            for player in match.pair:
                through[player] = match.round - 1
            if match.winner is not None:
                through[match.winner] = match.round
        return through

    def _match(self, round_: int, number: int, pair: tuple[int, int], results: Results) -> Match:
        keys: list[Key] = [(round_, number, game + 1) for game in range(self.games)]
        for replay in range(self.replays + 1):
            found = [results[key] for key in keys if key in results]
            one, other = (sum(result.points_of(player) for result in found) for player in pair)
            if len(found) < len(keys):
                return Match(round_, number, pair, (one, other), None, len(keys))
            if one != other or replay == self.replays:
                break
            keys += [(round_, number, len(keys) + game + 1) for game in range(REPLAYED)]
        winner = pair[0] if one >= other else pair[1]
        return Match(round_, number, pair, (one, other), winner, len(keys))

    def _first_opening(self, round_: int) -> int:
        return (round_ - 1) * (self.games + self.replays * REPLAYED) // 2


def _goes_on(pair: tuple[int, int], match: Match | None) -> int:
    """Return who is in the next round; without a match, the one whose neighbour's seat is empty."""
    return max(pair) if match is None or match.winner is None else match.winner


def bracket(players: int) -> list[int]:
    """Return the seeds from 0 in the order of their seats: neighbours meet in the first round."""
    seats = [0]
    while len(seats) < players:
        size = 2 * len(seats)
        seats = [seat for seed in seats for seat in (seed, size - 1 - seed)]
    return seats
