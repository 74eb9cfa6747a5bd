"""Options of agent specs, checked against a settings model."""

import ast
import inspect
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from tengen.core import SpecError

Settings = TypeVar("Settings", bound=BaseModel)

MAX_MEMORY = 1 << 20
"""MiB: a TiB."""


def read_options(
    method: str, options: Mapping[str, str], model: type[Settings], *, hint: str = ""
) -> Settings:
    """Return the options of a spec as `model`.

    Args:
        hint: what is told as well when an option is unknown.

    Raises:
        SpecError: when an option is unknown or its value is out of range.
    """
    known = model.model_fields
    for name in options:
        if name not in known:
            has = ", ".join(known) or "none"
            raise SpecError(f"agent {method}: unknown option {name!r}; it has {has}{hint}")
    try:
        return model.model_validate(dict(options))
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        raise SpecError(
            f"agent {method}: {name}={first['input']!r}: {first['msg'].lower()}"
        ) from None


@dataclass(frozen=True, slots=True)
class NamesFile:
    """Marks a field whose value may be a file's name: ``Annotated[str, NamesFile()]``.

    Whoever may not read any file here, such as a page, finds by it what to look at.
    """

    method: str | None = None
    """For a net, who plays with it: its file is what stands after the colon of that one's specs."""


def file_options(model: type[BaseModel]) -> set[str]:
    """Return the fields that are marked so."""
    fields = model.model_fields.items()
    return {name for name, field in fields if any(isinstance(m, NamesFile) for m in field.metadata)}


def files_named(settings: BaseModel) -> Iterator[tuple[NamesFile, str]]:
    """Yield the marked values that are not empty, those of settings within settings too."""
    for name, field in type(settings).model_fields.items():
        value = getattr(settings, name)
        if isinstance(value, BaseModel):
            yield from files_named(value)
        for mark in field.metadata:
            if isinstance(mark, NamesFile) and value:
                yield mark, str(value)


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a method's specs."""

    name: str
    usual: object
    """Its value where none is given."""
    about: str
    """What it means, in a sentence."""


def describe_options(model: type[BaseModel]) -> list[Option]:
    """Return what specs of a method may say; `model` documents its fields below each of them.

    Its own come first, then those it shares with other methods.
    """
    about: dict[str, str] = {}
    for kind in model.__mro__[model.__mro__.index(BaseModel) - 1 :: -1]:
        about |= _describe_fields(kind)
    fields = model.model_fields
    own = [name for name in fields if name in model.__annotations__]
    return [
        Option(name, field.get_default(), " ".join(about.get(name, "").replace("``", "").split()))
        for name, field in ((name, fields[name]) for name in dict.fromkeys([*own, *fields]))
    ]


def _describe_fields(kind: type) -> dict[str, str]:
    """Return what a class says below each of its own fields."""
    (tree,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
    assert isinstance(tree, ast.ClassDef)
    return {
        field.target.id: inspect.cleandoc(text.value.value)
        for field, text in zip(tree.body, tree.body[1:], strict=False)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant)
        if isinstance(text.value.value, str)
    }


def no_source(method: str, source: str | None) -> None:
    """Refuse weights where a method has none.

    Raises:
        SpecError: when there is a source.
    """
    if source is not None:
        raise SpecError(f"agent {method} takes no weights, but was given {source!r}")
