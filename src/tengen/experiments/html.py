"""Pages of experiments, from the templates in `pages`: each a file that needs nothing beside itself."""

from functools import cache
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

STYLE = (files(__package__) / "pages" / "charts.css").read_text(encoding="utf-8")
"""Colours, by day and by night, and how charts are drawn."""


@cache
def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("tengen.experiments", "pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def draw(template: str, **told: object) -> str:
    """Return the page of a template; what is told is text, but where it is `Markup`."""
    return _templates().get_template(template).render(told)


__all__ = ["STYLE", "Markup", "draw"]
