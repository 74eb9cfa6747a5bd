"""What may be tuned about each method is what can be set about it."""

import pytest

pytest.importorskip("torch")
pytest.importorskip("optuna")
from tengen.agents.settings import preset_names
from tengen.agents.teachers import learning_of, methods
from tengen.core import SettingsError
from tengen.experiments.tune.space import contains, preset_values, space_of
from tengen.learning.search_space import Choice, Real, Whole


@pytest.mark.parametrize("method", methods())
def test_own_choices_lie_within(method):
    """A method's own default is a point of its search space, so that a search can begin there."""
    space = space_of(method, None, ())
    assert "trainer.learning_rate" in space
    assert preset_values(method, None, (), space).keys() == space.keys()


@pytest.mark.parametrize("method", methods())
def test_every_preset_has_a_space_of_its_settings(method):
    """What is varied with another preset are settings too, and most of them begin within."""
    for preset in preset_names(learning_of(method).recipe().presets):
        space = space_of(method, preset, ())
        start = preset_values(method, preset, (), space)
        assert "trainer.learning_rate" in start
        assert len(start) >= len(space) - 1


@pytest.mark.parametrize("method", methods())
def test_fixed_settings_are_left_alone(method):
    """What the caller assigns is not searched, and must be a setting that the method has."""
    fixed = ("trainer.learning_rate=0.002",)
    assert "trainer.learning_rate" not in space_of(method, None, fixed)
    with pytest.raises(SettingsError, match="unknown setting"):
        preset_values(method, None, ("no.such=1",), {})


def test_ranges():
    """Both ends belong to a range; a switch is no number."""
    assert all(contains(Real(0.5, 2.0), value) for value in (0.5, 1, 2.0))
    assert not any(contains(Whole(1, 3), value) for value in (0, 4, True, "2", None))
    assert contains(Choice("sgd", "adam"), "sgd")
    assert not contains(Choice("sgd", "adam"), "adamw")
