"""What may be varied about a method: its own search space, less what the caller has fixed."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from tengen.agents.teachers import learning_of
from tengen.core import SettingsError
from tengen.experiments.asked import settings_of
from tengen.learning.search_space import Choice, Range, Real, SearchSpace, Value

if TYPE_CHECKING:
    import optuna


def space_of(method: str, preset: str | None, fixed: Sequence[str]) -> dict[str, Range]:
    """Return the search space of a method's preset without the settings that `fixed` assigns.

    Raises:
        SettingsError: when nothing is left to search.
    """
    space = learning_of(method).recipe().space_of(preset)
    taken = {assignment.partition("=")[0].strip() for assignment in fixed}
    left = {name: range_ for name, range_ in space.items() if name not in taken}
    if not left:
        raise SettingsError(f"{method} has nothing to tune" + (" beside --set" if space else ""))
    return left


def preset_values(
    method: str, preset: str | None, fixed: Sequence[str], space: SearchSpace
) -> dict[str, Value]:
    """Return what a preset says of the settings in `space`, those left out that lie outside it.

    Raises:
        SettingsError: when the preset is unknown or a fixed setting cannot be.
    """
    data = settings_of(method, preset, fixed).model_dump()
    values = {name: _look_up(data, name) for name in space}
    return {name: value for name, value in values.items() if contains(space[name], value)}


def _look_up(data: Mapping[str, object], name: str) -> Value:
    value: object = data
    for part in name.split("."):
        assert isinstance(value, Mapping)
        value = value[part]
    return cast("Value", value)


def contains(range_: Range, value: Value) -> bool:
    """Return whether a value lies within a range of a search space."""
    if isinstance(range_, Choice):
        return value in range_.options
    # A setting may be None as well, such as a replay ratio.
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return range_.low <= value <= range_.high


def suggest(trial: "optuna.Trial", space: SearchSpace) -> list[str]:
    """Return the settings that Optuna proposes for a trial, ``name=value``."""
    return [assignment(name, _suggest(trial, name, range_)) for name, range_ in space.items()]


def _suggest(trial: "optuna.Trial", name: str, range_: Range) -> Value:
    if isinstance(range_, Choice):
        return cast("Value", trial.suggest_categorical(name, range_.options))
    if isinstance(range_, Real):
        return trial.suggest_float(name, range_.low, range_.high, log=range_.log)
    return trial.suggest_int(name, range_.low, range_.high, log=range_.log)


def assignment(name: str, value: Value) -> str:
    """Return a setting as ``--set`` takes it, numbers to five digits."""
    return f"{name}={value:.5g}" if isinstance(value, float) else f"{name}={value}"
