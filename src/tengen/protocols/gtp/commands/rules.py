"""The rules of Go as KataGo names them: https://lightvector.github.io/KataGo/rules.html.

``kgs-rules`` is of the KGS server.
"""

import json
from collections.abc import Mapping
from typing import TypeVar

from tengen.core import NotationError
from tengen.core.game import Setting
from tengen.protocols.gtp.arguments import Arguments, check_count
from tengen.protocols.gtp.session import Session

FIXED = {"scoring": "AREA", "tax": "NONE", "hasButton": False}
"""What our rules are always."""
Named = TypeVar("Named")
KOS = ("SIMPLE", "POSITIONAL", "SITUATIONAL")
BONUSES = {"0": "none", "N": "n", "N-1": "n-1"}
"""Compensation for handicap stones."""


def _named(ko: str, bonus: str, *, suicide: bool = False) -> dict[str, object]:
    return {"ko": ko, "suicide": suicide, "whiteHandicapBonus": bonus}


NAMED = {
    "tromp-taylor": _named("POSITIONAL", "0", suicide=True),
    "chinese": _named("SIMPLE", "N"),
    "chinese-ogs": _named("POSITIONAL", "N"),
    "chinese-kgs": _named("POSITIONAL", "N"),
    "aga": _named("SITUATIONAL", "N-1"),
    "bga": _named("SITUATIONAL", "N-1"),
    "new-zealand": _named("SITUATIONAL", "0", suicide=True),
}
KGS = {"chinese": "chinese-kgs", "aga": "aga", "new_zealand": "new-zealand"}


def get_rules(session: Session, arguments: Arguments) -> str:
    """Tell the rules in JSON."""
    check_count(arguments, 0)
    settings = session.history.start.settings
    bonus = next(key for key, value in BONUSES.items() if value == settings["compensation"])
    told = {
        **FIXED,
        "ko": str(settings["superko"]).upper(),
        "suicide": settings["suicide"],
        "whiteHandicapBonus": bonus,
        "friendlyPassOk": False,
    }
    return json.dumps(told, sort_keys=True, separators=(",", ":"))


def set_rules(session: Session, arguments: Arguments) -> str:
    """Set the rules: one of `NAMED`, or fields in JSON."""
    text = " ".join(arguments)
    if not text.startswith("{"):
        return _set(session, _find(NAMED, text))
    try:
        rules = json.loads(text)
    except (ValueError, RecursionError):
        raise NotationError("syntax error: the rules are no JSON") from None
    return _set(session, rules)


def set_rule(session: Session, arguments: Arguments) -> str:
    """Set one field of the rules."""
    check_count(arguments, 2)
    field, text = arguments
    value = {"true": True, "false": False}.get(text.lower(), text)
    return _set(session, {field: value})


def kgs_rules(session: Session, arguments: Arguments) -> str:
    """Set the rules that the KGS server names."""
    check_count(arguments, 1)
    return _set(session, NAMED[_find(KGS, arguments[0])])


def _find(named: Mapping[str, Named], text: str) -> Named:
    found = named.get(text.lower())
    if found is None:
        raise NotationError(
            f"unknown or unsupported rules {text!r}: only area is counted, by {', '.join(named)}"
        )
    return found


def _set(session: Session, rules: Mapping[str, object]) -> str:
    changes: dict[str, Setting] = {}
    for field, value in rules.items():
        changes |= _setting(field, value)
    session.change(**changes)
    return ""


def _setting(field: str, value: object) -> dict[str, Setting]:
    """Return what a field means for us."""
    if field == "ko" and isinstance(value, str) and value in KOS:
        return {"superko": value.lower()}
    if field == "suicide" and isinstance(value, bool):
        return {"suicide": value}
    if field == "whiteHandicapBonus" and isinstance(value, str) and value in BONUSES:
        return {"compensation": BONUSES[value]}
    # Both sides may pass when they like; what counts is on the board in the end.
    if field == "friendlyPassOk" and isinstance(value, bool):
        return {}
    if field in FIXED and value == FIXED[field]:
        return {}
    raise NotationError(f"unsupported rules: {field} {json.dumps(value)}")


COMMANDS = {
    "kata-get-rules": get_rules,
    "kata-set-rules": set_rules,
    "kata-set-rule": set_rule,
    "kgs-rules": kgs_rules,
}
