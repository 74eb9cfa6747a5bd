"""The robot in every game: its options, its levels, its limits, its chance."""

from itertools import pairwise

import pytest

from tengen.agents import load_agent
from tengen.agents.player import SpecPlayer
from tengen.arena import MatchSettings, play_match
from tengen.core import Game, Limit, SpecError
from tengen.games import load
from tengen.scaleout.local import LocalRunner

LEVELS = range(1, 6)
GAMES = {
    "gomoku": load("gomoku", size=9),
    "renju": load("gomoku", size=9, rule="renju"),
    "caro": load("gomoku", size=7, win_length=4, rule="caro-exact"),
    "tic-tac-toe": load("gomoku", size=3, win_length=3),
    "swap2": load("gomoku", size=8, opening="swap2"),
    "go": load("go", size=5),
    "go-2": load("go", size=2),
    "go-free": load("go", size=6, handicap=2, handicap_placement="free"),
    "draughts": load("draughts"),
}


@pytest.mark.parametrize("level", [*LEVELS[:-1], pytest.param(5, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", GAMES)
def test_whole_games_are_legal(name: str, level: int) -> None:
    """Every level plays every game to its end by its rules."""
    game = GAMES[name]
    agents = [load_agent(f"robot?level={level}", game, seed=seed) for seed in range(2)]
    state = game.initial_state()
    for _ in range(150):
        if state.outcome() is not None:
            return
        decision = agents[state.to_play].decide(state, Limit(nodes=40))
        assert decision.candidates[0].action == decision.action
        assert all(one.value is None or -1 <= one.value <= 1 for one in decision.candidates)
        state = state.apply(decision.action)
    assert name == "draughts"


@pytest.mark.parametrize("name", ["gomoku", "go", "draughts"])
@pytest.mark.parametrize("level", LEVELS[1:])
def test_a_seed_decides_a_game(name: str, level: int) -> None:
    """The same seed gives the same moves; another one gives others somewhere."""
    first, again, other = (_moves(GAMES[name], level, seed) for seed in (5, 5, 6))
    assert first == again
    assert first != other


def _moves(game: Game, level: int, seed: int) -> list[int]:
    agent, state, moves = load_agent(f"robot?level={level}", game, seed=seed), None, []
    state = game.initial_state()
    while state.outcome() is None and len(moves) < 24:
        moves.append(agent.decide(state, Limit(nodes=50)).action)
        state = state.apply(moves[-1])
    return moves


def test_options_are_checked() -> None:
    """A level that is none, an unknown option and weights are refused in one line."""
    for spec in ("robot?level=0", "robot?level=6", "robot?level=x", "robot?strength=3", "robot:a"):
        for game in GAMES.values():
            with pytest.raises(SpecError, match="robot") as refusal:
                load_agent(spec, game)
            assert "\n" not in str(refusal.value)


def test_depth_is_for_draughts() -> None:
    """Only there it looks ahead by whole moves alone, and not by a level at the same time."""
    assert load_agent("robot?depth=2", GAMES["draughts"]).name == "robot?depth=2"
    with pytest.raises(SpecError, match="depth is for draughts only"):
        load_agent("robot?depth=2", GAMES["gomoku"])
    with pytest.raises(SpecError, match="level and depth"):
        load_agent("robot?depth=2&level=2", GAMES["draughts"])
    with pytest.raises(SpecError, match="depth"):
        load_agent("robot?depth=0", GAMES["draughts"])


@pytest.mark.parametrize("name", ["gomoku", "go", "draughts"])
def test_nodes_bound_the_thinking(name: str) -> None:
    """The strongest level looks at no more than it may, give or take what one look needs."""
    game = GAMES[name]
    state = game.initial_state()
    for _ in range(6):
        state = state.apply(int(state.legal_actions()[len(state.legal_actions()) // 2]))
    agent = load_agent("robot?level=5", game)
    few = agent.decide(state, Limit(nodes=20)).nodes
    assert few < agent.decide(state, Limit(nodes=2000)).nodes
    assert few <= 300


GAMES_APART = [
    (load("gomoku"), 100, LEVELS),
    # The strongest two hold the draw on this small board.
    (load("gomoku", size=8), 100, LEVELS[:-1]),
    (load("go", size=5), 100, LEVELS),
    (load("go", size=9), 40, LEVELS),
    (load("draughts"), 40, LEVELS),
]


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "games", "weaker"),
    [(game, games, low) for game, games, levels in GAMES_APART for low, _ in pairwise(levels)],
    ids=str,
)
def test_levels_are_ordered(game: Game, games: int, weaker: int) -> None:
    """Each level beats the one below by more than chance."""
    players = (SpecPlayer(f"robot?level={level}", game) for level in (weaker + 1, weaker))
    result = play_match(
        *players, game, MatchSettings(games=games, seed=7, workers=2), runner=LocalRunner()
    )
    assert result.rating.superiority > 0.99
