"""Who plays whom: pure functions of the results so far."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from tengen.arena.knockout import KnockOut, bracket
from tengen.arena.matching import can_pair_all, largest_matching
from tengen.arena.schedule import Gauntlet, Result, RoundRobin, unplayed
from tengen.arena.settings import TournamentSettings
from tengen.arena.swiss import Swiss, most_rounds, pair_round

SCHEDULES = [
    RoundRobin(5, 4),
    Gauntlet(5, (0, 2), 2),
    KnockOut(6, 2, 2),
    Swiss(7, 2, 4),
]


def play_all(schedule, rng, draws=0.3):
    """Return random results, games chosen at random from those that can be played."""
    results = {}
    while waiting := unplayed(schedule.fixtures(results), results):
        fixture = waiting[rng.integers(len(waiting))]
        winner = None if rng.random() < draws else int(rng.integers(2))
        results[fixture.key] = Result(fixture.players, winner)
    return results


@pytest.mark.parametrize("schedule", SCHEDULES, ids=lambda schedule: type(schedule).__name__)
def test_known_games_never_change(schedule, rng):
    """Results add games and change none; their order does not matter, nor how often one asks."""
    results = play_all(schedule, rng)
    after = {fixture.key: fixture for fixture in schedule.fixtures(results)}
    assert list(after) == [fixture.key for fixture in schedule.fixtures(results)]
    so_far = {}
    for key in rng.permutation(list(results)):
        before = schedule.fixtures(so_far)
        assert all(after[fixture.key] == fixture for fixture in before)
        so_far[tuple(map(int, key))] = results[tuple(map(int, key))]
    assert schedule.fixtures(so_far) == list(after.values())


@pytest.mark.parametrize("schedule", SCHEDULES, ids=lambda schedule: type(schedule).__name__)
def test_every_opening_is_played_with_both_colours(schedule, rng):
    """Two games of a match in a row share an opening, and the first player changes."""
    results = play_all(schedule, rng)
    fixtures = {fixture.key: fixture for fixture in schedule.fixtures(results)}
    assert len(results) == schedule.expected(results)
    for (round_, match, game), fixture in fixtures.items():
        if game % 2:
            other = fixtures[round_, match, game + 1]
            assert other.players == fixture.players[::-1]
            assert other.opening == fixture.opening


@pytest.mark.parametrize("players", [2, 3, 6, 7])
def test_round_robin_pairs_everybody(players):
    """Everybody meets everybody the same number of times, as first and as second player."""
    fixtures = RoundRobin(players, 4).fixtures({})
    met = Counter(fixture.players for fixture in fixtures)
    assert set(met.values()) == {2}
    assert len(met) == players * (players - 1)
    assert {fixture.opening for fixture in fixtures} == {0, 1}
    # All have met once with each colour before anybody meets again.
    assert {fixture.opening for fixture in fixtures[: len(fixtures) // 2]} == {0}


def test_too_many_games_are_refused():
    """What counts are the games of all matches together, known before any of them is listed."""
    names = ["a", "b", "c"]
    few, many = (
        TournamentSettings.model_validate(
            {"game": {}, "players": [{"spec": name} for name in names], "games": games}
        )
        for games in (33_332, 33_336)
    )
    assert few.fault(names) is None
    assert many.fault(names) == (("games",), "makes 100,008 games in all, above 100,000")


def test_challengers_do_not_meet():
    """In a gauntlet, challengers play all others and not each other."""
    met = {frozenset(fixture.players) for fixture in Gauntlet(5, (1, 4), 2).fixtures({})}
    assert met == {frozenset((a, b)) for a in (1, 4) for b in (0, 2, 3)}


@pytest.mark.parametrize("players", range(2, 18))
def test_first_two_meet_in_the_final(players):
    """If the better seed always wins, the first two meet at the end and the first one wins."""
    knockout = KnockOut(players, 2, 1)
    results = {}
    while waiting := unplayed(knockout.fixtures(results), results):
        for fixture in waiting:
            results[fixture.key] = Result(fixture.players, int(np.argmin(fixture.players)))
    matches = list(knockout.matches(results))
    assert len(matches) == players - 1
    assert (matches[-1].pair, matches[-1].winner) == ((0, 1), 0)
    resting = len(bracket(players)) - players
    assert not {player for match in matches if match.round == 1 for player in match.pair} & set(
        range(resting)
    )
    assert max(knockout.stages(results)) == knockout.stages(results)[0] == matches[-1].round


def test_ties_are_replayed_and_then_decided():
    """A tie gets two games with a fresh opening at a time; at last the better seed goes on."""
    knockout = KnockOut(2, 2, 2)
    results = {}
    openings = []
    while waiting := unplayed(knockout.fixtures(results), results):
        assert len(waiting) == 2
        openings += [fixture.opening for fixture in waiting]
        results |= {fixture.key: Result(fixture.players, None) for fixture in waiting}
    assert openings == [0, 0, 1, 1, 2, 2]
    (match,) = knockout.matches(results)
    assert (match.winner, match.is_by_seed) == (0, True)


def test_a_replay_decides():
    """The loser of a replay is out, whatever the seeds."""
    knockout = KnockOut(2, 2, 2)
    results = {(1, 1, 1): Result((0, 1), None), (1, 1, 2): Result((1, 0), None)}
    assert len(unplayed(knockout.fixtures(results), results)) == 2
    results |= {(1, 1, 3): Result((0, 1), 1), (1, 1, 4): Result((1, 0), None)}
    assert unplayed(knockout.fixtures(results), results) == []
    (match,) = knockout.matches(results)
    assert (match.winner, match.is_by_seed) == (1, False)


def test_rounds_have_openings_of_their_own():
    """No opening of a round comes again in a later one, replays included."""
    for schedule in (KnockOut(8, 4, 2), Swiss(8, 4, 3)):
        results = {}
        seen = {}
        while waiting := unplayed(schedule.fixtures(results), results):
            for fixture in waiting:
                assert seen.setdefault(fixture.opening, fixture.key[0]) == fixture.key[0]
                results[fixture.key] = Result(fixture.players, None)


@pytest.mark.parametrize("players", range(2, 16))
def test_swiss_has_no_rematch(players, rng):
    """In as many rounds as are offered nobody meets the same twice or rests twice."""
    for _ in range(5):
        swiss = Swiss(players, 2, most_rounds(players))
        results = play_all(swiss, rng)
        rounds = list(swiss.pairings(results))
        assert len(rounds) == most_rounds(players)
        pairs = [frozenset(pair) for pairs in rounds for pair in pairs]
        assert len(set(pairs)) == len(pairs)
        for pairs in rounds:
            everybody = sorted(player for pair in pairs for player in pair)
            assert everybody == list(range(players + players % 2))
        assert len(results) == swiss.expected(results)


def test_swiss_pairs_equals():
    """First the upper half meets the lower one; then winners meet winners."""
    assert pair_round((0.0,) * 6, frozenset()) == ((0, 3), (1, 4), (2, 5))
    met = frozenset({(0, 4), (1, 5), (2, 6), (3, 7)})
    scores = (2.0, 2.0, 2.0, 2.0, 0.0, 0.0, 0.0, 0.0)
    assert pair_round(scores, met) == ((0, 2), (1, 3), (4, 6), (5, 7))


def test_the_last_of_those_who_have_not_rested_rests():
    """With an odd number the bye goes from the bottom up, and is worth all points of a match."""
    swiss = Swiss(3, 2, 2)
    assert next(swiss.pairings({})) == ((0, 1), (2, 3))
    results = {(1, 1, 1): Result((0, 1), 0), (1, 1, 2): Result((1, 0), 1)}
    # 0 and 2 have two points each, 1 has none and rests now.
    assert list(swiss.pairings(results))[1] == ((0, 2), (1, 3))
    assert swiss.byes(results) == [0, 1, 1]


def test_nobody_is_left_over_below():
    """Where the best pair at the top would leave two who have met, another is made."""
    met = frozenset({(2, 3), (0, 3), (1, 2)})
    # 0-1 would leave 2-3, who have met; 0-3 have met too.
    assert pair_round((4.0, 4.0, 0.0, 0.0), met) == ((0, 2), (1, 3))


def test_matching_is_the_largest(rng):
    """Whether all can be paired is what trying everything finds."""
    seen = set()
    for _ in range(300):
        size = int(rng.choice([4, 6, 8]))
        graph = random_graph(size, rng)
        partner = largest_matching(graph)
        assert all(
            partner[partner[one]] == one and partner[one] in graph[one]
            for one in range(size)
            if partner[one] != -1
        )
        assert can_pair_all(graph) == pairs_exist(graph, frozenset(range(size)))
        seen.add(can_pair_all(graph))
    assert seen == {True, False}


def random_graph(size, rng):
    graph = [set() for _ in range(size)]
    chance = rng.random() / 2
    for one, other in combinations(range(size), 2):
        if rng.random() < chance:
            graph[one].add(other)
            graph[other].add(one)
    return graph


def pairs_exist(graph, left):
    if not left:
        return True
    one = min(left)
    return any(pairs_exist(graph, left - {one, other}) for other in graph[one] & left)
