"""What every agent promises, whatever its method, in every game."""

from threading import Event

import pytest

from tengen.agents import find_method, load_agent
from tengen.agents.options import describe_options
from tengen.core import (
    Agent,
    Decision,
    Game,
    IllegalMoveError,
    Limit,
    SpecError,
    State,
    TengenError,
    parse_spec,
)
from tengen.games import load, names

QUICK = Limit(visits=8, nodes=8)
WHOLE_GAMES = 80
"""So many actions of a game are played; longer ones say no more."""


class AgentContract:
    """The tests of a method's agents: a subclass has fixtures ``game`` and ``spec``.

    The spec names the agent with all it needs to play the game, such as a net.
    """

    def test_every_decision_is_sound(self, spec: str, game: Game) -> None:
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

    def test_one_seed_gives_one_game(self, spec: str, game: Game) -> None:
        """Agents of the same seeds play the same game again."""
        games = [
            [decision.action for _, decision in _play(_two(spec, game), game)[:20]]
            for _ in range(2)
        ]
        assert games[0] == games[1]

    def test_its_own_limit_ends(self, spec: str, game: Game) -> None:
        """Without a limit an agent thinks as long as it chooses, which is not for ever."""
        agent = load_agent(spec, game)
        assert not agent.default_limit.is_open
        assert agent.name == spec

    def test_a_stopped_decision_is_legal(self, spec: str, game: Game) -> None:
        """Told to stop before it began, an agent still answers with a legal action."""
        stop, state = Event(), game.initial_state()
        stop.set()
        decision = load_agent(spec, game).decide(state, Limit(seconds=600), stop=stop)
        assert state.legal_mask()[decision.action]

    def test_a_finished_game_is_refused(self, spec: str, game: Game) -> None:
        """There is nothing to decide when the game is over."""
        state = game.initial_state()
        while state.outcome() is None:
            state = state.apply(int(state.legal_actions()[-1]))
        with pytest.raises((IllegalMoveError, SpecError)) as refusal:
            load_agent(spec, game).decide(state, QUICK)
        assert "\n" not in str(refusal.value)

    def test_another_game_is_refused(self, spec: str, game: Game) -> None:
        """A position of other rules than those it was loaded for is refused in one line."""
        agent = load_agent(spec, game)
        for other in map(load, names()):
            if other == game:
                continue
            with pytest.raises(SpecError) as refusal:
                agent.decide(other.initial_state(), QUICK)
            assert "\n" not in str(refusal.value)

    @pytest.mark.parametrize("option", ["nonsense=1", "visit=100"])
    def test_unknown_options_are_refused(self, spec: str, game: Game, option: str) -> None:
        """An option that an agent does not have is named in one line."""
        with pytest.raises(SpecError) as refusal:
            load_agent(f"{spec}?{option}", game)
        assert option.partition("=")[0] in str(refusal.value)
        assert "\n" not in str(refusal.value)

    def test_weights_of_nobody_are_refused(self, spec: str, game: Game) -> None:
        """A file that is not there is refused by those who take weights, and by those who do not.

        A program is looked for when it is started.
        """
        name = parse_spec(spec).name
        with pytest.raises(TengenError) as refusal:
            load_agent(f"{name}:no/such/net.onnx", game).prepare()
        assert "no/such/net.onnx" in str(refusal.value)
        assert "\n" not in str(refusal.value)

    def test_closing_twice_is_harmless(self, spec: str, game: Game) -> None:
        """What is closed may be closed again."""
        agent = load_agent(spec, game)
        agent.close()
        agent.close()

    def test_a_method_tells_what_it_is(self, spec: str) -> None:
        """It says in a line what it is, and what each of its options means."""
        name = parse_spec(spec).name
        method = find_method(name)
        assert method.name == name
        assert method.about.endswith(".")
        assert "\n" not in method.about
        assert all(option.about.endswith(".") for option in describe_options(method.options))

    def test_it_says_which_games_it_plays(self, spec: str) -> None:
        """Of any game it tells beforehand whether it plays it; where it does not, it refuses."""
        name = parse_spec(spec).name
        for game in map(load, names()):
            if not find_method(name).can_play(game):
                with pytest.raises(TengenError) as refusal:
                    load_agent(spec, game).prepare()
                assert "\n" not in str(refusal.value)


def _play(players: list[Agent], game: Game) -> list[tuple[State, Decision]]:
    """Return the positions of a game between two agents, and what they decided there."""
    state, told = game.initial_state(), list[tuple[State, Decision]]()
    while state.outcome() is None and len(told) < WHOLE_GAMES:
        decision = players[state.to_play].decide(state, QUICK)
        told.append((state, decision))
        state = state.apply(decision.action)
    return told


def _two(spec: str, game: Game) -> list[Agent]:
    return [load_agent(spec, game, seed=seed) for seed in (3, 4)]


def _check_line(state: State, line: tuple[int, ...], first: int) -> None:
    assert line[:1] in ((), (first,))
    for action in line:
        state = state.apply(action)
