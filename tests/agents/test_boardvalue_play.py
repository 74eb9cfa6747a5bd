"""Games that board values are learned from: one move ahead in generations, or with a search."""

from pathlib import Path
from typing import cast

import numpy as np
import pytest
from numpy.typing import NDArray

from tengen.agents.boardvalue.generation import Generation, GenerationPlayer, GenerationSettings
from tengen.agents.boardvalue.searching import SearchPlay, SearchPlaySettings
from tengen.core import Game, State
from tengen.games import load
from tengen.games.face import NativeGame
from tengen.learning.jobs import Net
from tengen.learning.samples import PlayedGame, count_samples
from tengen.search.judges import MetricsJudge

GOMOKU = cast("NativeGame", load("gomoku", size=5, win_length=4))
DRAUGHTS = cast("NativeGame", load("draughts"))
GAMES = {"gomoku": GOMOKU, "go": cast("NativeGame", load("go", size=4)), "draughts": DRAUGHTS}


class Even:
    """Finds every position even."""

    def evaluate(
        self, planes: NDArray[np.float32], legal: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        return np.zeros(legal.shape, np.float32), np.zeros(len(planes), np.float32)


def generation(game: NativeGame, settings: GenerationSettings, seed: int = 1) -> list[PlayedGame]:
    made = Generation(game, Even(), Even(), settings, np.random.default_rng(seed))
    played = []
    while not made.is_over:
        played += made.step()
    return played


def states_of(played: PlayedGame, game: NativeGame) -> list[State]:
    return list(played.record.replay(game))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_generation_is_played_to_its_end(game: NativeGame) -> None:
    """Each of its games is there once, legal, and with an end."""
    played = generation(game, GenerationSettings(games=7, longest=60))
    assert len(played) == 7
    for one in played:
        *_, last = states_of(one, game)
        assert one.record.outcome is not None
        assert last.outcome() is not None or last.ply == 60


def test_what_one_side_made_is_learned() -> None:
    """Boards after the moves of one player, even until now, go half way to the result."""
    for played in generation(GOMOKU, GenerationSettings(games=12, opening_plies=0)):
        success = played.figures["win_or_draw_rate"] == 1
        values = played.samples["value"]
        # For the opponent, who is to move on them, a success is bad. The last move's value is
        # known where it wins: 1 stays 1.
        assert set(np.round(values, 6)) <= ({-0.5, -1.0} if success else {0.5})
        plies = len(played.record.moves)
        assert count_samples(played.samples) in (plies // 2, plies - plies // 2)
        assert played.samples["planes"][:, 1].any()


def test_a_game_that_lasts_too_long_is_a_success() -> None:
    """It counts as drawn, for whichever side."""
    played = generation(DRAUGHTS, GenerationSettings(games=5, longest=6, opening_plies=0))
    assert [one.figures for one in played] == [{"win_or_draw_rate": 1.0, "draw_rate": 1.0}] * 5
    assert {len(one.record.moves) for one in played} == {6}


def test_inside_a_capture_the_sign_stays() -> None:
    """A board on which the mover goes on capturing is worth to him what it is worth."""
    game = cast("NativeGame", load("draughts", position="B:W18,26,32:B15"))
    settings = GenerationSettings(games=20, opening_plies=0, longest=2)
    played = [one for one in generation(game, settings) if count_samples(one.samples)]
    assert played
    for one in played:
        # 15x22 and on, which takes another: after the first hop Black is to move.
        np.testing.assert_allclose(one.samples["value"], [0.5, -0.5])


def test_a_pass_comes_last() -> None:
    """While there is another sensible move nobody passes."""
    for played in generation(GAMES["go"], GenerationSettings(games=6, opening_plies=0)):
        states = states_of(played, GAMES["go"])
        for state, move in zip(states, played.record.moves, strict=False):
            if move.action == 16 and len(state.sensible_actions()) > 1:
                # It ended the game, and won it.
                assert state.apply(16).outcome() == played.record.outcome
                assert played.record.outcome.winner == state.to_play


def test_the_opponent_is_a_copy_renewed_now_and_then() -> None:
    """It stays what the net was until so many generations have been played."""
    asked: list[str] = []

    class Named(Even):
        def __init__(self, path: Path, game: Game) -> None:
            self._name = path.suffix

        def evaluate(
            self, planes: NDArray[np.float32], legal: NDArray[np.bool_]
        ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
            asked.append(self._name)
            return super().evaluate(planes, legal)

    settings = GenerationSettings(games=4, opening_plies=0, renewal=2)
    rng = np.random.default_rng(1)
    player = GenerationPlayer(settings, Named, GOMOKU, Net(".a", b""), rng)
    met = []
    for following in "bcd":
        games = 0
        while games < 4:
            games += len(player.step() or ())
        assert player.step() is None, "it waits for the next network"
        met.append(set(asked))
        asked.clear()
        player.use(Net(f".{following}", b""))
    assert met == [{".a"}, {".a", ".b"}, {".c"}]


def search_games(
    game: NativeGame, settings: SearchPlaySettings, count: int, seed: int = 1
) -> list[PlayedGame]:
    play = SearchPlay(game, MetricsJudge(), settings, np.random.default_rng(seed))
    played: list[PlayedGame] = []
    while len(played) < count:
        one = play.step()
        played += [] if one is None else [one]
    return played


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_games_with_a_search(game: NativeGame) -> None:
    """They are legal, have ends, and all but the opening of one gives samples in [-1, 1]."""
    settings = SearchPlaySettings(nodes=30)
    for played in search_games(game, settings, 4):
        *_, last = states_of(played, game)
        assert last.outcome() == played.record.outcome
        opening = played.record.laid_out_plies
        assert 0 < count_samples(played.samples) <= len(played.record.moves) - opening
        assert np.abs(played.samples["value"]).max() <= 1


def test_only_quiet_positions_are_learned_in_draughts() -> None:
    """Where a capture is open a search looks further instead of asking the net."""
    settings = SearchPlaySettings(nodes=30, opening_plies=0)
    for played in search_games(DRAUGHTS, settings, 3):
        states = states_of(played, DRAUGHTS)[:-1]
        quiet = [state for state in states if not state.native.must_capture]
        expected = np.stack([state.planes() for state in quiet])
        np.testing.assert_array_equal(played.samples["planes"] / 64, expected)


def test_results_alone() -> None:
    """With lambda 1 and no random moves, every position has the result of its game."""
    settings = SearchPlaySettings(nodes=30, share=1, epsilon=0, opening_plies=2)
    for played in search_games(GOMOKU, settings, 4):
        states = states_of(played, GOMOKU)[played.record.laid_out_plies : -1]
        expected = [played.record.outcome.value_for(state.to_play) for state in states]
        assert played.samples["value"].tolist() == expected


def test_one_seed_gives_the_same_games() -> None:
    """And another gives others."""
    settings = SearchPlaySettings(nodes=30)
    first, again, other = (
        [played.record for played in search_games(GOMOKU, settings, 3, seed)] for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other
