"""What can be set about each method: read in this process, without PyTorch."""

from collections.abc import Iterator, Mapping, Sequence

from tengen.agents.options import files_named
from tengen.agents.settings import preset_names, settings_for
from tengen.agents.teachers import learning_of, methods
from tengen.core.machine import may_have_cuda
from tengen.learning.overrides import override

Presets = Mapping[str, Mapping[str, object]]
"""Settings by dotted names, by the preset's name."""


def describe_all() -> dict[str, Presets]:
    """Return the presets of each method that learns, its usual one first."""
    return {method: _describe(method) for method in methods()}


def check(method: str, preset: str, changes: Sequence[str], of_game: Sequence[str]) -> list[str]:
    """Check changes to a preset; return the specs of all agents that the run will ask.

    Args:
        method: whose preset it is.
        preset: its name.
        changes: ``NAME=VALUE`` each.
        of_game: the names of the game's own settings, which are no changes.

    Raises:
        SettingsError: when a name is unknown or a value cannot be.
    """
    settings = settings_for(learning_of(method).recipe(), preset, cuda=may_have_cuda())
    changed = override(settings, changes, of_game=of_game)
    # What names a net is asked as the agent that plays with it.
    nets = [f"{mark.method or method}:{name}" for mark, name in files_named(changed)]
    return [changed.yardstick.opponent, *nets]


def _describe(method: str) -> Presets:
    recipe, cuda = learning_of(method).recipe(), may_have_cuda()
    return {
        name: dict(_flat(settings_for(recipe, name, cuda=cuda).model_dump()))
        for name in preset_names(recipe.presets)
    }


def _flat(settings: Mapping[str, object], above: str = "") -> Iterator[tuple[str, object]]:
    for name, value in settings.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{above}{name}.")
        else:
            yield f"{above}{name}", value
