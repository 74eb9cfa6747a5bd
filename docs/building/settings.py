"""A page for each method: what its specs may say, and what can be set about its training."""

from collections.abc import Iterator
from types import UnionType
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from tengen.agents import find_method, names
from tengen.agents.options import describe_options
from tengen.agents.settings import preset_names, settings_for

FOLDER = "reference/methods"


def pages() -> dict[str, str]:
    """Return the pages of all methods by their places on the site, the list of them first."""
    found = {f"{FOLDER}/index.md": "\n".join(_list())}
    return found | {f"{FOLDER}/{name}.md": "\n".join(_page(name)) for name in names()}


def _list() -> Iterator[str]:
    yield "# Specs and settings\n"
    yield (
        "A player is named by a spec: `NAME`, `NAME:NET` or `NAME:NET?option=value&option=value`; "
        "for `gtp`, `gomocup` and `hub` a command stands in place of the net. `tengen agents NAME` "
        "prints the options of a method, and `--set` changes a setting of its training.\n"
    )
    yield "| | |\n|---|---|"
    for name in names():
        yield f"| [`{name}`]({name}.md) | {_escape(find_method(name).about)} |"


def _page(name: str) -> Iterator[str]:
    method = find_method(name)
    yield f"# {name}: options and settings\n\n{_escape(method.about)}\n"
    yield "## In a spec\n"
    if options := describe_options(method.options):
        yield f"`{name}?{options[0].name}=...`, several joined by `&`.\n"
        yield "| option | | usual |\n|---|---|---|"
        for option in options:
            yield f"| `{option.name}` | {_escape(option.about)} | {_value(option.usual)} |"
    else:
        yield "It has no options."
    yield ""
    if method.learning is not None:
        yield from _training(method.learning.recipe())


def _training(recipe: Any) -> Iterator[str]:
    presets = preset_names(recipe.presets)
    kept = {name: dict(_flat(settings_for(recipe, name))) for name in presets}
    yield "## In training\n"
    yield (
        "`tengen train ... --set NAME=VALUE` changes one, `--preset` takes another column. On a "
        "machine with a GPU the default preset may have other values: the run's `config.toml` "
        "says which were used.\n"
    )
    yield f"| setting | | {' | '.join(presets)} |\n|---|---|{'---|' * len(presets)}"
    for name, about, values in _fields(recipe.settings):
        usual = " | ".join(_value(kept[preset].get(name)) for preset in presets)
        yield f"| `{name}` | {_escape(' '.join(filter(None, (about, values))))} | {usual} |"


def _fields(model: type[BaseModel], above: str = "") -> Iterator[tuple[str, str, str]]:
    """Yield name, meaning and allowed values of each setting, those within settings in turn."""
    for option in describe_options(model):
        field = model.model_fields[option.name]
        name = f"{above}{option.name}"
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            yield from _fields(field.annotation, f"{name}.")
        else:
            yield name, option.about, _allowed(field)


def _allowed(field: FieldInfo) -> str:
    """Return which values may be given, where they are some names or between bounds."""
    kinds = get_args(field.annotation) if _is_union(field.annotation) else (field.annotation,)
    chosen = [str(v) for kind in kinds if get_origin(kind) is Literal for v in get_args(kind)]
    if chosen:
        return f"One of {', '.join(chosen)}."
    signs = {"ge": ">=", "gt": ">", "le": "<=", "lt": "<"}
    bounds = [
        f"{sign} {getattr(mark, name)}"
        for mark in field.metadata
        for name, sign in signs.items()
        if getattr(mark, name, None) is not None
    ]
    return f"({', '.join(bounds)})" if bounds else ""


def _is_union(kind: object) -> bool:
    return isinstance(kind, UnionType)


def _flat(model: BaseModel, above: str = "") -> Iterator[tuple[str, object]]:
    for name in type(model).model_fields:
        value = getattr(model, name)
        if isinstance(value, BaseModel):
            yield from _flat(value, f"{above}{name}.")
        else:
            yield f"{above}{name}", value


def _value(value: object) -> str:
    if value is None or value == "":
        return ""
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def _escape(text: str) -> str:
    for sign in "\\*_|<>[]`":
        text = text.replace(sign, f"\\{sign}")
    return text
