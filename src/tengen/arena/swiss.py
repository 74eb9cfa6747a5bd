"""Swiss: in each round those meet who have done equally well, and nobody meets the same twice."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tengen.arena.matching import can_pair_all
from tengen.arena.schedule import Fixture, Results, have_met, in_turn, match_of

Pairs = tuple[tuple[int, int], ...]
Met = frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Swiss:
    """A number of rounds; all matches of a round begin from the same openings."""

    players: int
    games: int
    """Of each match, an even number."""
    rounds: int
    """At most `most_rounds`."""

    def fixtures(self, results: Results) -> list[Fixture]:
        known: list[Fixture] = []
        for number, pairs in enumerate(self.pairings(results), 1):
            opening = (number - 1) * self.games // 2
            games = range(self.games)
            matches = enumerate((pair for pair in pairs if pair[1] < self.players), 1)
            known += in_turn([match_of(number, m, pair, games, opening) for m, pair in matches])
        return known

    def expected(self, results: Results) -> int:
        del results
        return self.rounds * (self.players // 2) * self.games

    def pairings(self, results: Results) -> Iterator[Pairs]:
        """Yield the pairs of each round known by now; who has the bye meets player number N."""
        scores = [0.0] * self.players
        met: Met = frozenset()
        for number in range(1, self.rounds + 1):
            pairs = pair_round(tuple(scores), met)
            yield pairs
            of_round = {key: result for key, result in results.items() if key[0] == number}
            if len(of_round) < self.players // 2 * self.games:
                return
            met |= have_met(of_round) | {pair for pair in pairs if pair[1] == self.players}
            for result in of_round.values():
                for player in result.players:
                    scores[player] += result.points_of(player)
            for first, second in pairs:
                if second == self.players:
                    scores[first] += self.games

    def byes(self, results: Results) -> list[int]:
        """Return how many rounds each player has rested in; a rest is worth all points of one."""
        rested = [first for pairs in self.pairings(results) for first, second in pairs
                  if second == self.players]  # fmt: skip
        return [rested.count(player) for player in range(self.players)]


def most_rounds(players: int) -> int:
    """Return the most rounds that can always be paired without a rematch.

    As long as each player can still meet half of the field, all can be paired at once (Dirac's
    theorem); beyond that, results may leave a field that cannot.
    """
    return (players + 1) // 2


@lru_cache(maxsize=256)
def pair_round(scores: tuple[float, ...], met: Met) -> Pairs:
    """Return the pairs of the next round, those at the top first.

    Players are ranked by score, then by number. The bye, an opponent with the number N, goes to
    the lowest who has had none; then each from the top gets, of those with the same score, the
    one half a group below or the nearest to that, else the best of the others, always such that
    everybody below can still be paired with somebody new.

    Args:
        scores: of each of the N players.
        met: the pairs there have been, the lower number first; byes too, with N.
    """
    ranked = sorted(range(len(scores)), key=lambda player: -scores[player])
    left = ranked + ([len(scores)] if len(scores) % 2 else [])
    pairs: list[tuple[int, int]] = []

    def can_follow(pair: tuple[int, int]) -> bool:
        return _may_meet(pair, met) and _are_pairable([p for p in left if p not in pair], met)

    if len(scores) % 2:
        bye = next((p, len(scores)) for p in reversed(ranked) if can_follow((p, len(scores))))
        pairs.append(bye)
        left = [player for player in left if player not in bye]
    while left:
        top = left[0]
        pair = next((top, o) for o in _wishes(left, scores) if can_follow((top, o)))
        pairs.append(pair)
        left = [player for player in left if player not in pair]
    # The bye comes last: it is no match.
    return tuple(pairs[len(scores) % 2 :] + pairs[: len(scores) % 2])


def _wishes(left: Sequence[int], scores: Sequence[float]) -> Iterator[int]:
    """Yield the opponents of the first of `left`, the most fitting first."""
    group = [player for player in left if scores[player] == scores[left[0]]]
    half = len(group) // 2
    if half:
        yield from group[half:]
        yield from reversed(group[1:half])
    yield from left[len(group) :]


def _may_meet(pair: tuple[int, int], met: Met) -> bool:
    return (min(pair), max(pair)) not in met


def _are_pairable(players: Sequence[int], met: Met) -> bool:
    graph = [
        [there for there, other in enumerate(players) if other != one and _may_meet((one, other), met)]
        for one in players
    ]  # fmt: skip
    return can_pair_all(graph)
