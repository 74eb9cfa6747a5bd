"""`--set` changes any nested setting, and says clearly what it does not understand."""

import pytest

from tengen.agents.alphazero.settings import RECIPE, AlphaZeroSettings
from tengen.agents.settings import settings_for
from tengen.core import SettingsError
from tengen.learning.overrides import override


def test_values_are_read_by_their_kind() -> None:
    """Numbers, words and lists reach their fields; everything else stays."""
    changed = override(
        AlphaZeroSettings(), ["learner.batch=64", "export=fp32", "growth=[[0.5, 2]]"]
    )
    assert (changed.learner.batch, changed.export, changed.growth) == (64, "fp32", ((0.5, 2.0),))
    assert changed.replay == AlphaZeroSettings().replay


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("learner.bach=64", "unknown setting 'learner.bach'.*batch"),
        ("lerner.batch=64", "'lerner' is not one of.*learner"),
        ("learner.batch", "expected NAME=VALUE"),
        ("learner=3", "is a group"),
        ("learner.batch=many", "learner.batch='many'"),
        ("learner.batch=0", "learner.batch=0"),
        ("export=int4", "export='int4'"),
        ("trainer.learning_rate=inf", "trainer.learning_rate=inf.*finite"),
        ("learner.replay_ratio=1e999", "learner.replay_ratio=inf.*finite"),
        ("growth=[[0.5, NaN]]", "growth.*nan.*finite"),
    ],
)
def test_mistakes_are_named(text: str, message: str) -> None:
    """The error quotes the setting and says what there is instead."""
    with pytest.raises(SettingsError, match=message) as caught:
        override(AlphaZeroSettings(), [text])
    assert "\n" not in str(caught.value)


def test_settings_of_the_game_are_named_too() -> None:
    """A name that is unknown may have been meant for the game."""
    with pytest.raises(SettingsError, match=r"there are .*learner.*; of the game komi, size$"):
        override(AlphaZeroSettings(), ["kmoi=6.5"], of_game=("size", "komi"))


def test_presets() -> None:
    """The origin's preset is the source's net and search; an unknown preset lists the known."""
    origin = settings_for(RECIPE, "origin")
    assert origin.network.kind == "alphazero"
    assert (origin.self_play.simulations, origin.self_play.search.c_puct) == (400, 5.0)
    assert origin.trainer.learning_rate == 2e-3
    with pytest.raises(SettingsError, match="default, origin"):
        settings_for(RECIPE, "best")


def test_moves_are_searched_more_deeply_later() -> None:
    """Growth multiplies the simulations from its share of the run on."""
    settings = override(AlphaZeroSettings(), ["growth=[[0.5,2],[0.8,4]]"])
    base = settings.self_play.simulations
    deep = [settings.playing_at(at).simulations for at in (0.0, 0.5, 0.79, 0.9)]
    assert deep == [base, 2 * base, 2 * base, 4 * base]
