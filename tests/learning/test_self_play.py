"""Self-play records what it searched, from the mover's side, and repeats itself by seed."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tengen import load
from tengen.core import Game
from tengen.core.game import unpack_planes
from tengen.games.face import NativeGame
from tengen.learning.samples import PlayedGame, count_samples, join_samples
from tengen.learning.self_play import SelfPlay, SelfPlaySettings
from tengen.search.mcts import SearchSettings

GAME = load("gomoku", size=5, win_length=4)


class Opinionated:
    """A net that prefers some points and values by the stones it sees."""

    def evaluate(
        self, planes: NDArray[np.float32], legal: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Judge by a fixed pattern, the same for the same position."""
        pattern = np.sin(np.arange(legal.shape[1], dtype=np.float32))
        stones = (planes[:, 0] - planes[:, 1]).reshape(len(planes), -1)
        values = np.tanh(stones @ pattern[: stones.shape[1]]).astype(np.float32)
        return np.tile(pattern, (len(planes), 1)), values


def play(
    steps: int = 600, seed: int = 1, game: Game = GAME, **settings: Any
) -> tuple[SelfPlay, list[PlayedGame]]:
    """Return the player and the games it finished in so many batches."""
    assert isinstance(game, NativeGame)
    chosen = SelfPlaySettings(
        **({"games": 4, "simulations": 16, "fast_simulations": 4, "memory_mib": 32} | settings)
    )
    player = SelfPlay(game, Opinionated(), chosen, np.random.default_rng(seed))
    return player, [played for _ in range(steps) for played in player.step()]


def test_records_replay_and_end_as_they_say() -> None:
    """Each game is legal to its last move, and its outcome is that of the last position."""
    _, games = play()
    assert len(games) > 10
    for game in games:
        *_, last = game.record.replay(GAME)
        assert last.outcome() == game.record.outcome


def test_samples_are_the_positions_of_the_game_for_their_mover() -> None:
    """With every move searched fully, samples are the record's positions after the opening."""
    _, games = play(full_share=1.0, result_share=1.0)
    decided = 0
    for game in games:
        states = list(game.record.replay(GAME))[game.record.laid_out_plies : -1]
        assert count_samples(game.samples) == len(states)
        outcome = game.record.outcome
        assert outcome is not None
        decided += outcome.winner is not None
        for index, state in enumerate(states):
            assert (unpack_planes(game.samples["planes"][index]) == state.planes()).all()
            assert game.samples["value"][index] == outcome.value_for(state.to_play)
            policy = game.samples["policy"][index].astype(np.float32)
            assert policy.sum() == pytest.approx(1.0, abs=5e-3)
            assert (policy[~state.legal_mask()] == 0).all()
        assert game.samples["weight"].mean() == pytest.approx(1.0, rel=1e-3)
    assert decided > 0


def test_moves_searched_fast_are_not_learned_from() -> None:
    """About the asked share of the moves becomes samples."""
    _, games = play(steps=1500, full_share=0.25)
    moves = sum(len(g.record.moves) - g.record.laid_out_plies for g in games)
    assert 0.15 < sum(count_samples(game.samples) for game in games) / moves < 0.35


@pytest.mark.parametrize("considered", [0, 8])
def test_one_seed_gives_the_same_games(considered: int) -> None:
    """The same seed plays the same games, another seed others, under both kinds of root."""
    search = SearchSettings(considered=considered, dirichlet_fraction=0.25)
    first, again, other = (
        [game.record.moves for game in play(seed=seed, search=search)[1]] for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other


def test_every_game_starts_undecided() -> None:
    """Random openings end before a win, and before the side to move has one at hand."""
    player, games = play(opening_plies=12)
    assert max(game.record.laid_out_plies for game in games) > 6
    for game in games:
        state = list(game.record.replay(GAME))[game.record.laid_out_plies]
        assert state.outcome() is None
        wins = [state.apply(int(a)).outcome() for a in state.legal_actions()]
        assert not any(outcome is not None and outcome.winner == state.to_play for outcome in wins)
    assert player.positions > 0


def test_samples_tell_whose_the_points_will_be() -> None:
    """In Go each sample has the final owners, seen from its mover; elsewhere there are none."""
    _, games = play(game=load("go", size=5), full_share=1.0, result_share=1.0)
    assert games
    for game in games:
        owners = game.samples["owners"]
        assert owners.shape == (count_samples(game.samples), 25)
        assert set(np.unique(owners)) <= {-1, 0, 1}
        # The mover's points less the opponent's, less or more komi, say who has won.
        black = unpack_planes(game.samples["planes"])[:, 8, 0, 0] > 0
        ahead = owners.sum(1) + np.where(black, -7.5, 7.5)
        np.testing.assert_array_equal(np.sign(ahead), game.samples["value"])
    assert "owners" not in play()[1][0].samples


@pytest.mark.parametrize("name", ["gomoku", "go"])
def test_a_game_without_samples_has_the_columns_of_others(name: str) -> None:
    """A short game of fast searches alone is joined with the rest, whichever comes first."""
    game = GAME if name == "gomoku" else load("go", size=5)
    _, games = play(steps=1500, game=game, full_share=0.02)
    empty = next(played for played in games if count_samples(played.samples) == 0)
    full = next(played for played in games if count_samples(played.samples) > 0)
    joined = join_samples([empty.samples, full.samples])
    for column, rows in full.samples.items():
        assert joined[column].dtype == rows.dtype
        np.testing.assert_array_equal(joined[column], rows)
    assert join_samples([full.samples, empty.samples]).keys() == joined.keys()


def test_every_sample_has_a_policy() -> None:
    """Even where all sensible moves lose, and no other was searched."""
    search = SearchSettings(considered=16, sensible=True)
    _, games = play(1500, game=load("go", size=5), full_share=1.0, search=search)
    assert any(played.samples["policy"][-1][25] == 1 for played in games)  # only a pass is left
    for played in games:
        totals = played.samples["policy"].astype(np.float32).sum(1)
        np.testing.assert_allclose(totals, 1, atol=5e-3)


def test_decided_games_are_not_learned_from() -> None:
    """When the searches agree long enough who wins, the rest is played out without samples."""
    _, whole = play(full_share=1.0, decided_at=0.01, played_out=1.0)
    _, cut = play(full_share=1.0, decided_at=0.01, played_out=0.0)
    assert {count_samples(game.samples) - _searched(game) for game in whole} == {0}
    assert any(count_samples(game.samples) == 6 < _searched(game) for game in cut)
    assert all(game.record.outcome is not None for game in cut)


def _searched(game: PlayedGame) -> int:
    return len(game.record.moves) - game.record.laid_out_plies


def test_games_end_where_the_tables_know_the_result() -> None:
    """In draughts the first position that the endgame tables know ends a game with their word."""
    game = load("draughts")
    _, games = play(1500, game=game)
    known = 0
    for played in games:
        *before, last = played.record.replay(game)
        assert all(game.look_up(state) is None for state in before)
        known += last.outcome() is None
        assert played.record.outcome == (last.outcome() or game.look_up(last))
    assert known


def test_trees_fit_into_the_machine(monkeypatch):
    """Their bound is a worker's part of half of the memory, one a core where nobody says how many."""
    from tengen.learning import self_play

    given, mib = [], 2**20
    monkeypatch.setattr(self_play, "memory", lambda: 16 * 2**30)
    monkeypatch.setattr(self_play, "cores", lambda: 8)
    made = self_play.make_forest

    def make_forest(*args, memory, **options):
        given.append(memory)
        return made(*args, memory=min(memory, 64 * mib), **options)

    monkeypatch.setattr(self_play, "make_forest", make_forest)
    game = load("gomoku", size=6)
    for asked, workers in ((512, None), (8192, None), (8192, 16), (8192, 2)):
        settings = SelfPlaySettings(games=2, memory_mib=asked)
        rng = np.random.default_rng(0)
        SelfPlay(game, Opinionated(), settings, rng, workers=workers)
    assert given == [512 * mib, 1024 * mib, 512 * mib, 4096 * mib]
    monkeypatch.setattr(self_play, "memory", lambda: None)
    SelfPlay(game, Opinionated(), SelfPlaySettings(memory_mib=8192), np.random.default_rng(0))
    assert given[-1] == 8192 * mib
