"""Options of agent specs, checked against a settings model."""

from collections.abc import Mapping
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from tengen.core import SpecError

Settings = TypeVar("Settings", bound=BaseModel)

MAX_MEMORY = 1 << 20
"""MiB: a TiB."""


def read_options(method: str, options: Mapping[str, str], model: type[Settings]) -> Settings:
    """Return the options of a spec as `model`.

    Raises:
        SpecError: when an option is unknown or its value is out of range.
    """
    try:
        return model.model_validate(dict(options))
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        if first["type"] == "extra_forbidden":
            known = ", ".join(model.model_fields)
            raise SpecError(f"agent {method}: unknown option {name!r}; it has {known}") from None
        raise SpecError(
            f"agent {method}: {name}={first['input']!r}: {first['msg'].lower()}"
        ) from None


def no_source(method: str, source: str | None) -> None:
    """Refuse weights where a method has none.

    Raises:
        SpecError: when there is a source.
    """
    if source is not None:
        raise SpecError(f"agent {method} takes no weights, but was given {source!r}")
