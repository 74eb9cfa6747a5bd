"""What every agent promises, whatever its method, in every game."""

import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest

from tengen.agents import can_play, find_method, load_agent, names
from tengen.agents.options import describe_options
from tengen.agents.teachers import methods
from tengen.core import (
    Agent,
    Decision,
    Game,
    IllegalMoveError,
    Limit,
    SpecError,
    State,
    TengenError,
)
from tengen.games import load
from tengen.games import names as game_names

SMALL = {
    "gomoku": [
        {"size": 5, "win_length": 4},
        {"size": 6, "win_length": 4, "opening": "swap2"},
    ],
    "go": [{"size": 5}],
    "draughts": [{}],
}
"""Settings that make short games; a game that is not named here is played as it is."""

GAMES = [load(name, **settings) for name in game_names() for settings in SMALL.get(name, [{}])]
PROGRAMS = {
    "gtp": load("go", size=5),
    "gomocup": load("gomoku", size=6),
    "hub": load("draughts"),
}
"""Methods that ask another program, and the game that one plays here."""
FIVES = {"nnue": [load("gomoku", size=7), load("gomoku", size=6, opening="swap2")]}
"""Methods that play no four in a row, and the boards they are tested on instead."""
PEER = Path(__file__).parents[1] / "protocols" / "faulty.py"
CASES = [
    (name, game)
    for name in names()
    for game in ([PROGRAMS[name]] if name in PROGRAMS else [*GAMES, *FIVES.get(name, ())])
    if can_play(name, game)
]
QUICK = Limit(visits=8, nodes=8)
WHOLE_GAMES = 80
"""So many actions of a game are played; longer ones say no more."""


def _id(case: tuple[str, Game]) -> str:
    name, game = case
    return f"{name}-{game.name}-{game.settings.get('opening', '')}".rstrip("-")


@pytest.fixture(scope="session")
def nets(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, Game], Path]:
    """Makes a net of a method for a game, once."""
    made: dict[tuple[str, Game], Path] = {}

    def make(name: str, game: Game) -> Path:
        pytest.importorskip("torch", reason="training is not installed")
        from .trained import learnable, train

        if (name, game) not in made:
            out = tmp_path_factory.mktemp(name) / "run"
            made[name, game] = train(name, learnable(name, game), out).network
        return made[name, game]

    return make


@pytest.fixture(params=CASES, ids=_id)
def case(request: pytest.FixtureRequest) -> tuple[str, Game]:
    """Every method with every game."""
    chosen: tuple[str, Game] = request.param
    return chosen


@pytest.fixture
def game(case: tuple[str, Game]) -> Game:
    """The game that is played."""
    return case[1]


@pytest.fixture
def spec(case: tuple[str, Game], nets: Callable[[str, Game], Path]) -> str:
    """The agent's spec, with a net of random weights where it plays with one."""
    name, game = case
    if name in PROGRAMS:
        return f"{name}:{shlex.join([sys.executable, str(PEER), name, 'sound'])}"
    return f"{name}:{nets(name, game)}" if name in methods() else name


def _play(players: list[Agent], game: Game) -> list[tuple[State, Decision]]:
    """Return the positions of a game between two agents, and what they decided there."""
    state, told = game.initial_state(), []
    while state.outcome() is None and len(told) < WHOLE_GAMES:
        decision = players[state.to_play].decide(state, QUICK)
        told.append((state, decision))
        state = state.apply(decision.action)
    return told


def _two(spec: str, game: Game) -> list[Agent]:
    return [load_agent(spec, game, seed=seed) for seed in (3, 4)]


def test_every_decision_is_sound(spec: str, game: Game) -> None:
    """From start to end each action is legal, and so is all that is said beside it."""
    for state, decision in _play(_two(spec, game), game):
        legal = set(state.legal_actions().tolist())
        assert isinstance(decision.action, int)
        assert decision.action in legal
        assert decision.value is None or -1 <= decision.value <= 1
        assert decision.nodes >= 0
        assert decision.seconds >= 0
        _check_line(state, decision.pv, decision.action)
        actions = [candidate.action for candidate in decision.candidates]
        assert len(set(actions)) == len(actions)
        assert set(actions) <= legal
        assert actions[:1] in ([], [decision.action])
        for candidate in decision.candidates:
            assert candidate.visits >= 0
            assert 0 <= candidate.prior <= 1
            assert candidate.value is None or -1 <= candidate.value <= 1
            _check_line(state, candidate.pv, candidate.action)
        assert sum(candidate.prior for candidate in decision.candidates) < 1.001


def _check_line(state: State, line: tuple[int, ...], first: int) -> None:
    assert line[:1] in ((), (first,))
    for action in line:
        state = state.apply(action)


def test_one_seed_gives_one_game(spec: str, game: Game) -> None:
    """Agents of the same seeds play the same game again."""
    games = [
        [decision.action for _, decision in _play(_two(spec, game), game)[:20]] for _ in range(2)
    ]
    assert games[0] == games[1]


def test_its_own_limit_ends(spec: str, game: Game) -> None:
    """Without a limit an agent thinks as long as it chooses, which is not for ever."""
    agent = load_agent(spec, game)
    assert not agent.default_limit.is_open
    assert agent.name == spec


def test_a_stopped_decision_is_legal(spec: str, game: Game) -> None:
    """Told to stop before it began, an agent still answers with a legal action."""
    stop, state = Event(), game.initial_state()
    stop.set()
    decision = load_agent(spec, game).decide(state, Limit(seconds=600), stop=stop)
    assert state.legal_mask()[decision.action]


def test_a_finished_game_is_refused(spec: str, game: Game) -> None:
    """There is nothing to decide when the game is over."""
    state = game.initial_state()
    while state.outcome() is None:
        state = state.apply(int(state.legal_actions()[-1]))
    with pytest.raises((IllegalMoveError, SpecError)) as refusal:
        load_agent(spec, game).decide(state, QUICK)
    assert "\n" not in str(refusal.value)


def test_another_game_is_refused(spec: str, game: Game) -> None:
    """A position of other rules than those it was loaded for is refused in one line."""
    agent = load_agent(spec, game)
    for other in GAMES:
        if other == game:
            continue
        with pytest.raises(SpecError) as refusal:
            agent.decide(other.initial_state(), QUICK)
        assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("option", ["nonsense=1", "visit=100"])
def test_unknown_options_are_refused(spec: str, game: Game, option: str) -> None:
    """An option that an agent does not have is named in one line."""
    with pytest.raises(SpecError) as refusal:
        load_agent(f"{spec}?{option}", game)
    assert option.partition("=")[0] in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_weights_of_nobody_are_refused(case: tuple[str, Game]) -> None:
    """A file that is not there is refused by those who take weights, and by those who do not.

    A program is looked for when it is started.
    """
    name, game = case
    with pytest.raises(TengenError) as refusal:
        load_agent(f"{name}:no/such/net.onnx", game).prepare()
    assert "no/such/net.onnx" in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_closing_twice_is_harmless(spec: str, game: Game) -> None:
    """What is closed may be closed again."""
    agent = load_agent(spec, game)
    agent.close()
    agent.close()


@pytest.mark.parametrize("name", names())
def test_a_method_tells_what_it_is(name: str) -> None:
    """It goes by the name that it was found by, says in a line what it is, and what options mean."""
    method = find_method(name)
    assert method.name == name
    assert method.about.endswith(".")
    assert "\n" not in method.about
    assert all(option.about.endswith(".") for option in describe_options(method.options))
