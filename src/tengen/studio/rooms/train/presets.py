"""What can be set about each method, asked of a process of its own: settings live beside PyTorch.

Run as a program it answers one question, JSON on standard input, with JSON on standard output.
"""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from tengen.core import SettingsError, TengenError

_SECONDS = 120.0
"""PyTorch takes seconds to load, and a minute on a machine that is busy training."""

Presets = Mapping[str, Mapping[str, Any]]
"""Settings by dotted names, by the preset's name."""


def describe_all() -> dict[str, Presets]:
    """Return the presets of each method that learns, its usual one first.

    Raises:
        TengenError: when they cannot be told here.
    """
    answer: dict[str, Presets] = _ask({"methods": None})
    return answer


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
    order = {"method": method, "preset": preset, "changes": list(changes), "game": list(of_game)}
    told = _ask(order)
    if told["error"]:
        raise SettingsError(told["error"])
    return [str(spec) for spec in told["asked"]]


def _ask(question: Mapping[str, Any]) -> Any:
    try:
        asked = subprocess.run(  # noqa: S603  this module
            [sys.executable, "-m", __name__],
            input=json.dumps(question),
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=True,
        )
        return json.loads(asked.stdout)
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        raise TengenError(f"cannot read the methods' settings: {type(error).__name__}") from error


def _answer(question: Mapping[str, Any]) -> Any:
    from tengen.agents.teachers import learning_of, methods

    if "methods" in question:
        return {method: _describe(method) for method in methods()}
    from tengen.agents.settings import settings_for
    from tengen.learning.overrides import override
    from tengen.networks.device import has_cuda

    recipe = learning_of(question["method"]).recipe()
    try:
        settings = settings_for(recipe, question["preset"], cuda=has_cuda())
        changed = override(settings, question["changes"], of_game=question["game"])
    except SettingsError as error:
        return {"error": str(error)}
    return {"error": "", "asked": [changed.yardstick.opponent, *_teachers(changed.model_dump())]}


def _teachers(settings: Mapping[str, Any]) -> list[str]:
    teacher = settings.get("play", {}).get("teacher")
    return [f"alphazero:{teacher}"] if teacher else []


def _describe(method: str) -> dict[str, dict[str, Any]]:
    from tengen.agents.settings import preset_names, settings_for
    from tengen.agents.teachers import learning_of
    from tengen.networks.device import has_cuda

    recipe = learning_of(method).recipe()
    return {
        name: dict(_flat(settings_for(recipe, name, cuda=has_cuda()).model_dump()))
        for name in preset_names(recipe.presets)
    }


def _flat(settings: Mapping[str, Any], above: str = "") -> list[tuple[str, Any]]:
    pairs: list[tuple[str, Any]] = []
    for name, value in settings.items():
        dotted = f"{above}{name}"
        pairs += _flat(value, f"{dotted}.") if isinstance(value, dict) else [(dotted, value)]
    return pairs


if __name__ == "__main__":
    print(json.dumps(_answer(json.load(sys.stdin))))  # noqa: T201  the answer
