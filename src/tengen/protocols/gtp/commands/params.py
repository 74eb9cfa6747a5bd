"""What can be set about the player, as KataGo's commands do it."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tengen.core import Limit, NotationError
from tengen.protocols.gtp.arguments import (
    Arguments,
    check_count,
    parse_number,
    parse_switch,
    parse_whole,
)
from tengen.protocols.gtp.session import Session


@dataclass(frozen=True, slots=True)
class Param:
    """One of them."""

    field: str
    """Of `Params`."""
    parse: Callable[[str], Any]


def _visits(text: str) -> int | None:
    return Limit(visits=parse_whole(text)).visits


def _seconds(text: str) -> float | None:
    return Limit(seconds=parse_number(text)).seconds


PARAMS: Mapping[str, Param] = {
    "maxVisits": Param("visits", _visits),
    "maxTime": Param("seconds", _seconds),
    "allowResignation": Param("resigns", parse_switch),
}


def list_params(session: Session, arguments: Arguments) -> str:
    """Tell what can be set."""
    del session
    check_count(arguments, 0)
    return " ".join(PARAMS)


def get_param(session: Session, arguments: Arguments) -> str:
    """Tell a value; ``unset`` where the agent's own counts."""
    check_count(arguments, 1)
    value = getattr(session.params, _find(arguments[0]).field)
    return "unset" if value is None else str(value).lower()


def set_param(session: Session, arguments: Arguments) -> str:
    """Set a value for the moves to come."""
    check_count(arguments, 2)
    param = _find(arguments[0])
    session.params = replace(session.params, **{param.field: param.parse(arguments[1])})
    return ""


def get_params(session: Session, arguments: Arguments) -> str:
    """Tell all values as JSON, null where the agent's own count."""
    check_count(arguments, 0)
    params = session.params
    return json.dumps({name: getattr(params, param.field) for name, param in PARAMS.items()})


def set_params(session: Session, arguments: Arguments) -> str:
    """Set values from JSON, all of them or none."""
    try:
        values = json.loads(" ".join(arguments))
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict):
        raise NotationError("syntax error: the parameters are no JSON object")
    changes = {}
    for name, value in values.items():
        param = _find(name)
        changes[param.field] = param.parse(json.dumps(value).strip('"'))
    session.params = replace(session.params, **changes)
    return ""


def _find(name: str) -> Param:
    if name not in PARAMS:
        raise NotationError(f"unknown parameter {name!r}: there are {', '.join(PARAMS)}")
    return PARAMS[name]


COMMANDS = {
    "kata-list-params": list_params,
    "kata-get-param": get_param,
    "kata-set-param": set_param,
    "kata-get-params": get_params,
    "kata-set-params": set_params,
}
