"""The documentation as a site: built without a warning, complete, and read without a network."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tengen.agents import names
from tengen.cli.discovery import homes

from .printed import ROOT

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` does."""
    folder = tmp_path_factory.mktemp("site")
    assert importlib.util.find_spec("mkdocs") is not None, "make test-long installs [docs]"
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", folder],
        cwd=ROOT, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert built.returncode == 0, built.stderr
    assert "WARNING" not in built.stderr
    return folder


def test_nothing_is_fetched(site: Path) -> None:
    """No page asks for a script, a style, a font or a picture from elsewhere."""
    fetched = re.compile(
        r'<(?:script|img|source|iframe)[^>]+src="?https?:|<link[^>]+href="?https?:'
    )
    canonical = re.compile(r'<link rel="?canonical"?[^>]*>')
    for page in site.rglob("*.html"):
        text = canonical.sub("", page.read_text(encoding="utf-8"))
        assert fetched.search(text) is None, page
    styles = [style.read_text(encoding="utf-8") for style in site.rglob("*.css")]
    assert not any(re.search(r"url\(['\"]?https?:|@import", style) for style in styles)


def test_every_command_is_a_click_away(site: Path) -> None:
    """The first page links to the page of each command, and that page tells its options."""
    first = (site / "index.html").read_text(encoding="utf-8")
    for command in (*homes(), "gtp", "analysis", "gomocup", "hub"):
        assert f'href="reference/commands/{command}.html"' in first, command
    match = (site / "reference" / "commands" / "match.html").read_text(encoding="utf-8")
    assert "<code>--opening-plies</code>" in match
    arena = (site / "reference" / "python" / "arena.html").read_text(encoding="utf-8")
    assert 'id="tengen.arena.play_match"' in arena


def test_every_method_has_its_settings(site: Path) -> None:
    """Options of specs, and settings with their meaning and their values in each preset."""
    for name in names():
        assert (site / "reference" / "methods" / f"{name}.html").exists(), name
    dqn = (site / "reference" / "methods" / "dqn.html").read_text(encoding="utf-8")
    assert "<code>trainer.learning_rate</code>" in dqn
    assert "<th>origin</th>" in dqn


def test_formulas_are_drawn(site: Path) -> None:
    """A formula is MathML, and its source is not left on the page."""
    text = (site / "explanation" / "experiments.html").read_text(encoding="utf-8")
    assert 'display="block"' in text
    assert "$<code>" not in text


def test_search_works_in_files(site: Path) -> None:
    """Opened as a file, without a server, the site finds a page by its words."""
    playwright = pytest.importorskip("playwright.sync_api")
    programs = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    program = next(filter(None, map(shutil.which, programs)), None)
    if program is None:
        pytest.skip("no Chromium here")
    with playwright.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1300, "height": 900})
        page.goto((site / "index.html").as_uri())
        page.keyboard.press("f")
        page.locator("input.md-search__input").press_sequentially("perft")
        page.locator(".md-search-result__item", has_text="tengen perft").wait_for()
        browser.close()
