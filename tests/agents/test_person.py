"""The opponent for people: it errs as people err, and not otherwise."""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from importlib import resources
from itertools import chain, islice
from itertools import count as numbers

import numpy as np
import pytest

from tengen.agents import load_agent
from tengen.agents.ladder import ladder
from tengen.agents.person.agent import LEVELS
from tengen.agents.person.go import GoMind, ValuedScorer
from tengen.agents.person.habits import Habit, habits_of
from tengen.core import Agent, Game, SpecError, State
from tengen.games import load
from tengen.games.go.board import chain_at, neighbours
from tengen.games.gomoku.patterns import Pattern, patterns
from tengen.search.scorers import Scores

MANY = 200
"""Positions a row and level that are promised; a few of them do in a hurry."""
FEW = 8
COUNTS = [pytest.param(FEW), pytest.param(MANY, marks=pytest.mark.long)]
RARE = [pytest.param(FEW // 2), COUNTS[1]]
"""Of what so few games have that to play them takes seconds."""
LARGEST, SLOW = 26, 13
"""No board is as large as the one, and from the other on a whole game takes seconds."""
GOMOKU, SMALL = load("gomoku"), load("gomoku", size=8)
GOMOKUS = (GOMOKU, SMALL, load("gomoku", size=20))
GO, DRAUGHTS = load("go", size=9, komi=7.0), load("draughts")
GOS = (GO, load("go", size=5), load("go", size=13), load("go", size=19))


def levels(game: Game, first: int = 1) -> range:
    return range(first, len(habits_of(game)) + 1)


def gomoku(first: int = 1) -> pytest.MarkDecorator:
    """Return the boards that have levels of their own, with each level."""
    return boards(GOMOKUS, first)


def go(first: int = 1, large: int = LARGEST) -> pytest.MarkDecorator:
    """Return the boards whose ladders are measured, with each level; from size `large` on they are long."""
    return boards(GOS, first, large)


def boards(games: tuple[Game, ...], first: int, large: int = LARGEST) -> pytest.MarkDecorator:
    rows = []
    for game in games:
        size = game.planes_shape[-1]
        marks = [pytest.mark.long] * (size >= large)
        rows += [
            pytest.param(game, level, marks=marks, id=f"{size}-{level}")
            for level in levels(game, first)
        ]
    return pytest.mark.parametrize(("game", "level"), rows)


def person(game: Game, level: int) -> Agent:
    return load_agent(f"person?level={level}", game, seed=level)


Wanted = Callable[[State], object]


def games(game: Game, end: int) -> Iterator[list[State]]:
    """Yield the positions of games between persons of all levels, of so many plies at most."""
    players = [person(game, level) for level in levels(game)]
    rng = np.random.default_rng(3)
    while True:
        state, met = game.initial_state(), []
        while state.outcome() is None and state.ply < end:
            met.append(state)
            state = state.apply(players[rng.integers(len(players))].decide(state).action)
        yield met


endless = cache(games)


@cache
def played(game: Game, end: int, number: int) -> list[State]:
    """Return a game by its number, played once for all who look at it; each begins with number 0."""
    del number
    return next(endless(game, end))


@cache
def positions(game: Game, wanted: Wanted, count: int) -> list[tuple[State, object]]:
    """Return positions of which `wanted` says something, and what; three of a game at most."""
    points = game.planes_shape[-1] ** 2
    end = points // 4 if wanted is _is_opening else max(120, points * 3 // 4)
    each_game = map(partial(played, game, end), numbers())
    told = (((s, w) for s in met if (w := wanted(s)) is not None) for met in each_game)
    return list(islice(chain.from_iterable(islice(each, 3) for each in told), count))


def shares(game: Game, level: int, count: int, wanted: Wanted) -> list[tuple[State, object, int]]:
    """Return positions, what is wanted there, and what the level plays."""
    agent = person(game, level)
    return [(s, told, agent.decide(s).action) for s, told in positions(game, wanted, count)]


@pytest.mark.parametrize("count", COUNTS)
@gomoku()
def test_the_first_answer_is_near(game, level, count):
    """In Gomoku the answer to the first stone, wherever it lies, is at most two points away."""
    agent, size = person(game, level), game.planes_shape[-1]
    rng = np.random.default_rng(1)
    for stone in rng.integers(size**2, size=count).tolist():
        answer = agent.decide(game.initial_state().apply(stone)).action
        far = np.abs(np.subtract(divmod(stone, size), divmod(answer, size))).max()
        assert far <= 2


def _fives(state: State) -> tuple[set[int], set[int]] | None:
    """Return where the side to move makes a five, and where the other would; None for nowhere."""
    own, other = (set(np.flatnonzero((p == Pattern.FIVE).any(axis=0))) for p in patterns(state))
    return (own, other) if own or len(other) == 1 else None


@pytest.mark.parametrize("count", COUNTS)
@gomoku()
def test_fives_are_made_and_fours_blocked(game, level, count):
    """Always, but for the lowest level, which may overlook one in ten."""
    seen = shares(game, level, count, _fives)
    right = [action in (own or other) for _, (own, other), action in seen]
    assert np.mean(right) >= (1 if level > 1 else 0.9 if count == MANY else 0.75)


def _open_three(state: State) -> set[int] | None:
    """Return what meets an open three, where there is nothing more urgent."""
    own, other = patterns(state)
    if max(own.max(), other.max()) >= Pattern.FIVE or (own == Pattern.OPEN_FOUR).any():
        return None
    threats = (other == Pattern.OPEN_FOUR).any(axis=0)
    if not threats.any():
        return None
    return set(np.flatnonzero(threats | (own == Pattern.FOUR).any(axis=0)))


@pytest.mark.parametrize("count", COUNTS)
@gomoku(first=3)
def test_open_threes_are_met(game, level, count):
    """At four of five at least from the third level on."""
    seen = shares(game, level, count, _open_three)
    met = np.mean([action in answers for _, answers, action in seen])
    assert met >= (0.8 if count == MANY else 0.6)


@pytest.mark.parametrize("game", GOMOKUS, ids=str)
def test_five_stones_laid_in_a_row_seldom_win(game):
    """At the level offered to a newcomer H8 G8 I8 F8 J8 win at most one time in three."""
    level = next(rung.spec for rung in ladder(game).levels if rung.default)
    won = [_row_wins(game, load_agent(level, game, seed=seed)) for seed in range(60)]
    assert np.mean(won) <= 1 / 3


def _row_wins(game: Game, agent: Agent) -> bool:
    """Return whether five stones in a row, from the middle to both sides, win before one is blocked."""
    state, size = game.initial_state(), game.planes_shape[-1]
    for apart in (0, -1, 1, -2, 2):
        point = size // 2 * (size + 1) + apart
        if point not in state.legal_actions():
            return False
        state = state.apply(point)
        if state.outcome() is not None:
            return True
        state = state.apply(agent.decide(state).action)
    return False


def _is_opening(state: State) -> bool | None:
    """Choose three positions of a quarter of the points' stones."""
    points = state.board().size
    return True if state.ply <= points // 4 and state.ply % max(4, points // 12) == 3 else None


@pytest.mark.parametrize("count", COUNTS)
@go(large=SLOW)
def test_go_does_not_open_on_the_edge(game, level, count):
    """No stone on the first line in the opening."""
    size = game.planes_shape[-1]
    for _, _, action in shares(game, level, count, _is_opening):
        assert action == game.num_actions - 1 or {0, size - 1}.isdisjoint(divmod(action, size))


def _own_eyes(state: State) -> set[int] | None:
    """Return the eyes that the side to move could fill, in every seventh position."""
    if state.ply % 7 != 3:
        return None
    board, own = state.board().ravel().tolist(), state.to_play + 1
    near = neighbours(len(state.board()))
    eyes = {
        action
        for action in state.legal_actions()[:-1].tolist()
        if all(board[p] == own for p in near[action]) and state.native.is_true_eye(action)
    }
    return eyes or None


@pytest.mark.parametrize("count", COUNTS)
@go(large=SLOW)
def test_own_eyes_are_not_filled(game, level, count):
    """No stone in an eye of one's own where there are some."""
    for _, eyes, action in shares(game, level, count, _own_eyes):
        assert action not in eyes


def _atari(state: State) -> set[int] | None:
    """Return where five stones or more are taken, or saved from it with two liberties left."""
    board, liberties = state.board().ravel(), state.native.liberties().ravel()
    lone = np.flatnonzero((board > 0) & (liberties == 1)).tolist()
    stones, size, found = board.tolist(), len(state.board()), set()
    near = {a for p in lone if len(chain_at(stones, p, size)) >= 5 for a in neighbours(size)[p]}
    for action in near & set(state.legal_actions()[:-1].tolist()):
        if state.apply(action).native.liberties().ravel()[action] > 1:
            found.add(action)
    return found or None


@pytest.mark.parametrize("count", RARE)
@go(first=3, large=SLOW)
def test_many_stones_in_atari_are_seen(game, level, count):
    """From the third level on they are taken, or saved, unless the game is given up by a pass."""
    for _, answers, action in shares(game, level, count, _atari):
        assert action in answers or action == game.num_actions - 1


def go_at(rows: list[str], to_play: int = 0, **settings: object) -> State:
    """Return a position of Go drawn with X for Black, O for White."""
    board = np.array([[".XO".index(cell) for cell in row] for row in rows], np.int8)
    game = load("go", size=len(rows), **settings)
    return game.set_up(board, to_play).initial_state()


WALLS = {9: ["...XO...."] * 9, 19: ["........XO........."] * 19}
DAME = {9: ["...X.O..."] * 9, 19: ["........X.O........"] * 19}


def chosen(state: State, *, likes: int | None = None) -> set[int]:
    """Return what a player chooses among whose judge likes a pass best, or the point `likes`."""
    actions = state.sensible_actions()
    liked = state.game.pass_action if likes is None else likes
    priors = np.where(actions == liked, 0.9, 0.1 / len(actions)).astype(np.float32)
    scores = Scores(actions, None, priors, 0.0)
    return set(GoMind(Habit()).attend(state, scores, np.random.default_rng(0)).tolist())


@pytest.mark.parametrize("likes", [None, 2])
@pytest.mark.parametrize("size", [9, 19])
def test_a_pass_is_answered_where_the_board_is_settled(size, likes):
    """Nothing is left to gain, whatever the judge likes."""
    leave = size**2
    assert chosen(go_at(WALLS[size], 1).apply(leave), likes=likes) == {leave}


@pytest.mark.parametrize("size", [9, 19])
def test_on_large_boards_nobody_passes_while_the_other_plays(size):
    """A net of people's games passes again and again there, and is played out of its land."""
    assert (chosen(go_at(WALLS[size])) == {size**2}) == (size == 9)


@pytest.mark.parametrize("plies", [0, 6, 20])
@pytest.mark.parametrize("size", [9, 13, 19])
def test_no_pass_is_answered_by_one_while_the_board_is_open(size, plies):
    """Who passes there sees the other go on, and off the edge in the opening."""
    state = load("go", size=size).initial_state().apply_all(range(0, 2 * plies, 2))
    assert size**2 not in chosen(state)
    assert size**2 not in chosen(state.apply(size**2))


@pytest.mark.parametrize("size", [9, 13, 19])
def test_a_level_plays_on_where_it_would_win_by_the_komi(size):
    """Two passes end the game by the stones as they stand: on an open board that is no win to take."""
    game = load("go", size=size)
    state = game.initial_state().apply_all([2 * size + 2, 3 * size + 6, size**2])
    agent = person(game, 2)
    assert all(agent.decide(state).action != size**2 for _ in range(5))


@pytest.mark.parametrize("size", [9, 19])
def test_neutral_points_are_taken_before_a_pass(size):
    """A judge that likes to pass lays its stones there and nowhere else."""
    state = go_at(DAME[size], 1).apply(size**2)
    middle = DAME[size][0].index("X.O") + 1
    assert {point % size for point in chosen(state)} == {middle}


def test_dead_stones_are_taken_where_nobody_agrees_on_them():
    """Two passes count stones as they stand: who wins by the dead ones does not pass for that reason."""
    rows = ["...XO....", ".O.XO....", *["...XO...."] * 7]
    state = go_at(rows, 1, komi=-16).apply(81)
    assert 81 not in chosen(state, likes=2)
    assert chosen(state) == {81}


@pytest.mark.parametrize("size", [15, 19])
def test_on_large_boards_a_level_tells_who_is_ahead(size):
    """Its net of people's moves cannot: another that plays the size says so."""
    game = load("go", size=size)
    state = game.initial_state().apply_all([4 * size + 4, 0, 4 * size + 10, 1, 10 * size + 4])
    told = load_agent("person?level=3", game, seed=1).decide(state)
    judge = load_agent("alphazero?visits=1", game).decide(state)
    assert told.lead == pytest.approx(judge.lead, abs=1e-3)
    assert told.value == pytest.approx(judge.value, abs=1e-3)


class Likes:
    """A scorer that says the same of every position."""

    def __init__(self, *priors: float) -> None:
        self.told = Scores(np.arange(2, dtype=np.int32), None, np.array(priors, np.float32), 0.5)

    def score(self, states: Sequence[State]) -> list[Scores]:
        return [self.told for _ in states]


@pytest.mark.parametrize(("schooled", "first"), [(0.0, 0.8), (0.5, 2 / 3), (1.0, 0.5)])
def test_a_schooled_level_likes_between_people_and_engine(schooled, first):
    """The geometric mean: 0.8 to 0.2 and even are 2 to 1 halfway."""
    scorer = ValuedScorer(Likes(0.8, 0.2), Likes(0.5, 0.5), schooled)
    (told,) = scorer.score([GO.initial_state()])
    assert told.priors == pytest.approx([first, 1 - first])
    assert told.value == 0.5


WORTH = {0: 0, 1: 2, 2: -2, 3: 3, 4: -3}
"""Of what lies on a point, to the first player: a king is one and a half men."""


def _has_choice(state: State) -> bool | None:
    return True if len(state.legal_actions()) > 1 and state.ply % 5 == 2 else None


def _material(state: State, player: int) -> int:
    """Return the lead of a player in men, captures played out; a king counts as one and a half."""
    if state.outcome() is None and state.native.must_capture:
        best = max if state.to_play == player else min
        return best(_material(state.apply(int(a)), player) for a in state.legal_actions())
    lead = sum(WORTH[piece] for piece in state.board().ravel().tolist())
    return lead if player == 0 else -lead


def _after_reply(state: State, player: int) -> int:
    """Return what is left to a player of a move after the worst reply."""
    if state.outcome() is not None:
        return {player: 1000, None: 0}.get(state.outcome().winner, -1000)
    if state.to_play == player:
        return max(_after_reply(state.apply(int(a)), player) for a in state.legal_actions())
    return min(_material(state.apply(int(a)), player) for a in state.legal_actions())


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("level", levels(DRAUGHTS, 3))
def test_two_men_are_not_lost_at_once(level, count):
    """From the third level on, where another move would not lose them."""
    for state, _, action in shares(DRAUGHTS, level, count, _has_choice):
        choices = state.legal_actions().tolist()
        kept = {a: _after_reply(state.apply(a), state.to_play) for a in choices}
        assert kept[action] > max(kept.values()) - 2 * WORTH[1]


def _shots() -> list[tuple[Game, list[str]]]:
    """Return the shipped shots that gain within five plies."""
    text = (resources.files("tengen.puzzles.shots") / "shipped.jsonl").read_text()
    told = [json.loads(line) for line in text.splitlines()]
    games = [(load("draughts", **one["settings"]), one["line"].split()) for one in told]
    return [(game, line) for game, line in games if len(line) <= 5]


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("level", levels(DRAUGHTS, 6))
def test_forced_shots_are_seen(level, count):
    """From the sixth level on: 98 of 100 that gain within five plies are played."""
    agents = [(game, line, person(game, level)) for game, line in _shots()[:count]]
    played = [_whole_move(game, agent) == line[0] for game, line, agent in agents]
    assert np.mean(played) >= 0.98


def _whole_move(game: Game, agent: Agent) -> str:
    """Return the first move that an agent plays, hop by hop."""
    state = after = game.initial_state()
    actions: list[int] = []
    while after.to_play == state.to_play and after.outcome() is None:
        actions.append(agent.decide(after).action)
        after = after.apply(actions[-1])
    return game.format_line(state, actions)[0]


@pytest.mark.parametrize("game", [GOMOKU, SMALL, GO, DRAUGHTS], ids=str)
def test_levels_end(game):
    """A level beyond the last is refused with how many there are."""
    last = len(habits_of(game))
    person(game, last).close()
    with pytest.raises(SpecError, match=f"levels 1 to {last}"):
        person(game, last + 1)
    with pytest.raises(SpecError, match=r"level"):
        person(game, LEVELS + 1)


def test_where_no_net_plays_rules_of_thumb_do():
    """Four in a row, and a swap2 opening, are played as well."""
    for game in (load("gomoku", size=6, win_length=4), load("gomoku", opening="swap2")):
        agent, state = person(game, 5), game.initial_state()
        while state.outcome() is None:
            state = state.apply(agent.decide(state).action)
        assert agent.net is None


@pytest.mark.parametrize("moves", ["", "E5", "E5 C3 G7", "E5 C3 G7 C7 C6"])
def test_a_level_of_go_tells_the_score(moves: str) -> None:
    """Who is ahead by how much, and whose each point will be: what its judge sees at one look."""
    state = GO.initial_state()
    for move in moves.split():
        state = state.apply(GO.parse_move(move))
    judge = load_agent("alphazero?visits=1", GO).decide(state)
    told = load_agent("person?level=3", GO, seed=1).decide(state)
    assert judge.lead is not None
    assert told.lead == pytest.approx(judge.lead, abs=1e-3)
    assert told.ownership is not None
    assert judge.ownership is not None
    assert np.allclose(told.ownership, judge.ownership, atol=1e-2)
