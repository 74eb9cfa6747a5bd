"""The games as PettingZoo environments, for learners that are written for those.

``tengen.zoo.env("gomoku", size=9)`` gives one. It needs the extra ``pettingzoo``.
"""

from tengen.core import SettingsError

try:
    from tengen.zoo.environment import BoardGame, env
except ModuleNotFoundError as error:
    if error.name not in {"gymnasium", "pettingzoo"}:
        raise
    raise SettingsError(
        "tengen.zoo needs PettingZoo: in Tengen's folder, run pip install '.[pettingzoo]'"
    ) from error

__all__ = ["BoardGame", "env"]
