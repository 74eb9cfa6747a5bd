"""The rules that a query names, as settings of our games.

Those of Go are KataGo's: https://lightvector.github.io/KataGo/rules.html. What we do not have is
played by the nearest that we have, and that is told.
"""

from collections.abc import Mapping

from tengen.core.game import Setting
from tengen.protocols.analysis.fields import FieldError

Settings = dict[str, Setting]
_KOS = {"SIMPLE": "simple", "POSITIONAL": "positional", "SITUATIONAL": "situational"}
_BONUSES = {"0": "none", "N": "n", "N-1": "n-1"}
_OURS = {
    "scoring": "AREA",
    "score": "AREA",
    "tax": "NONE",
    "hasButton": False,
    "friendlyPassOk": False,
}
"""What Go's rules are always."""
_PASSING = {"friendlyPassOk"}
"""Without effect on who is ahead."""


def _rules(ko: str, bonus: str = "0", *, suicide: bool = False) -> dict[str, object]:
    return {"ko": ko, "whiteHandicapBonus": bonus, "suicide": suicide}


_TERRITORY = {"scoring": "TERRITORY", "tax": "SEKI"}
NAMED: Mapping[str, Mapping[str, object]] = {
    "tromp-taylor": _rules("POSITIONAL", suicide=True),
    "chinese": _rules("SIMPLE", "N"),
    "chinese-ogs": _rules("POSITIONAL", "N"),
    "chinese-kgs": _rules("POSITIONAL", "N"),
    "aga": _rules("SITUATIONAL", "N-1"),
    "bga": _rules("SITUATIONAL", "N-1"),
    "aga-button": {**_rules("SITUATIONAL", "N-1"), "hasButton": True},
    "new-zealand": _rules("SITUATIONAL", suicide=True),
    "japanese": {**_rules("SIMPLE"), **_TERRITORY},
    "korean": {**_rules("SIMPLE"), **_TERRITORY},
    "stone-scoring": {**_rules("SIMPLE"), "tax": "ALL"},
    "ancient-area": {**_rules("SIMPLE"), "tax": "ALL"},
}


def read_go_rules(told: object) -> tuple[Settings, str | None]:
    """Return settings of Go, and a sentence about what of the rules is not played.

    Raises:
        FieldError: when they cannot be read.
    """
    if isinstance(told, str):
        name = told.lower().replace("_", "-").replace(" ", "-")
        named = NAMED.get("bga" if name == "french" else name)
        if named is None:
            raise FieldError("rules", f"Could not parse rules: {told[:80]}")
        return _settings(named, told)
    if isinstance(told, Mapping):
        return _settings({**NAMED["tromp-taylor"], **told}, "these rules")
    raise FieldError(
        "rules",
        'Must specify rules string, such as "chinese" or "tromp-taylor", or a JSON object with '
        "detailed rules parameters.",
    )


def _settings(rules: Mapping[str, object], name: str) -> tuple[Settings, str | None]:
    settings: Settings = {}
    unplayed = []
    for field, value in rules.items():
        if field == "ko" and isinstance(value, str) and value in _KOS:
            settings["superko"] = _KOS[value]
        elif field == "suicide" and isinstance(value, bool):
            settings["suicide"] = value
        elif field == "whiteHandicapBonus" and str(value) in _BONUSES:
            settings["compensation"] = _BONUSES[str(value)]
        elif field not in _OURS:
            raise FieldError("rules", f"Could not parse rules: {field} {value!r:.40}")
        elif value != _OURS[field] and field not in _PASSING:
            unplayed.append(f"{field} {value}")
    if not unplayed:
        return settings, None
    return (
        settings,
        f"Rules {name}: {', '.join(unplayed)} not supported, using area scoring instead",
    )


def read_bonus(told: object) -> Setting:
    """Return what White gets for handicap stones, as our setting ``compensation``.

    Raises:
        FieldError: when it is none of the bonuses.
    """
    if not isinstance(told, str) or told not in _BONUSES:
        raise FieldError("whiteHandicapBonus", f"Must be one of {', '.join(_BONUSES)}")
    return _BONUSES[told]
