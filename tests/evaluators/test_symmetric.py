"""Looking at a position in all symmetries."""

import numpy as np
import pytest
from numpy.typing import NDArray

from tengen.core import Game
from tengen.evaluators.symmetric import SymmetricEvaluator
from tengen.games import load

GAMES = [load("go", size=5), load("gomoku", size=6), load("draughts")]


class Biased:
    """Likes each action by a number of its own, and the board by its top left corner."""

    def __init__(self, game: Game) -> None:
        self.liking = np.random.default_rng(1).normal(size=game.num_actions).astype(np.float32)
        self.asked: list[NDArray[np.bool_]] = []

    def evaluate(
        self, planes: NDArray[np.float32], legal: NDArray[np.bool_]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        self.asked.append(legal)
        values = planes[:, 0, 0, 0]
        return self.liking * legal + values[:, None], values


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_images_are_judged_alike(game: Game) -> None:
    """What is said of a position's image is the image of what is said of the position."""
    judge = SymmetricEvaluator(Biased(game), game)
    planes = np.random.default_rng(2).normal(size=(3, *game.planes_shape)).astype(np.float32)
    legal = np.random.default_rng(3).random((3, game.num_actions)) < 0.5
    logits, values = judge.evaluate(planes, legal)
    for symmetry in game.symmetries():
        flat = planes.reshape(3, planes.shape[1], -1)
        image = flat[:, :, symmetry.points].reshape(planes.shape)
        seen, worth = judge.evaluate(image, legal[:, symmetry.actions])
        np.testing.assert_allclose(seen, logits[:, symmetry.actions], atol=1e-5)
        np.testing.assert_allclose(worth, values, atol=1e-5)


def test_answers_are_means_over_all_images() -> None:
    """Each image counts as much as another, and all are asked about in one batch."""
    game = GAMES[0]
    biased = Biased(game)
    planes = np.zeros((1, *game.planes_shape), np.float32)
    planes[0, 0, 0, 0] = 1
    legal = np.ones((1, game.num_actions), np.bool_)
    logits, values = SymmetricEvaluator(biased, game).evaluate(planes, legal)
    assert values[0] == pytest.approx(2 / 8)  # a corner is the top left one in two of eight images
    assert logits[0, 25] == pytest.approx(biased.liking[25] + 2 / 8, abs=1e-5)
    corners = biased.liking[[0, 4, 20, 24]]
    assert logits[0, 0] == pytest.approx(corners.mean() + 2 / 8, abs=1e-5)
    assert [len(asked) for asked in biased.asked] == [8]
