"""Every command has a page, in the repository and on the site, two clicks away at most."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from tengen.cli.discovery import homes

from .printed import ROOT

SITE = ROOT / "docs" / "site"
_LINK = re.compile(r"\]\(([^)#\s]+)")
_CODE = re.compile(r"```.*?```", re.DOTALL)


@pytest.fixture(scope="module")
def building() -> ModuleType:
    """What writes the pages."""
    spec = importlib.util.spec_from_file_location(
        "pages", ROOT / "docs" / "building" / "commands.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_pages_are_what_help_says(building: ModuleType) -> None:
    """They are as `python docs/building/commands.py` writes them, and there are no others."""
    told = building.pages()
    kept = {path.relative_to(SITE).as_posix() for path in (SITE / building.FOLDER).iterdir()}
    assert kept == set(told)
    changed = [place for place in told if (SITE / place).read_text(encoding="utf-8") != told[place]]
    assert changed == [], "python docs/building/commands.py"
    first = (SITE / "index.md").read_text(encoding="utf-8")
    assert first == building.with_table(first), "python docs/building/commands.py"


@pytest.mark.parametrize("begin", ["README.md", "README.zh.md", "docs/site/index.md"])
def test_every_command_is_two_clicks_away(begin: str) -> None:
    """Links of links of the first page lead to each command's own page."""
    seen = {ROOT / begin}
    for _ in range(2):
        seen |= {there for page in seen for there in _links(page)}
    for command in (*homes(), "gtp", "analysis", "gomocup", "hub"):
        assert SITE / "reference" / "commands" / f"{command}.md" in seen, command


def _links(page: Path) -> set[Path]:
    if page.suffix != ".md":
        return set()
    text = _CODE.sub("", page.read_text(encoding="utf-8"))
    there = {(page.parent / link).resolve() for link in _LINK.findall(text)}
    return {path for path in there if path.is_file()}
