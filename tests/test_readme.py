"""Both README files say the same, and what they link to is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ENGLISH, CHINESE = "README.md", "README.zh.md"


def _text(name: str) -> str:
    return (ROOT / name).read_text()


def _links(name: str) -> list[str]:
    """Return the targets of links and pictures, those that name a language as in English."""
    targets = re.findall(r"\]\(([^)#]+)\)", _text(name))
    same = {"README.md": "README.zh.md"}
    return [same.get(target, target).replace(".zh.jpg", ".jpg") for target in targets]


@pytest.mark.parametrize("name", [ENGLISH, CHINESE])
def test_links_lead_somewhere(name):
    """Every file that is linked or shown exists."""
    local = [link for link in re.findall(r"\]\(([^)#]+)\)", _text(name)) if "://" not in link]
    assert local
    assert [link for link in local if not (ROOT / link).exists()] == []


def test_both_have_the_same_commands():
    """Every block of code is the same to the letter."""
    english, chinese = (
        re.findall(r"```.*?```", _text(name), re.DOTALL) for name in (ENGLISH, CHINESE)
    )
    assert english == chinese


def test_both_link_to_the_same():
    """The same pages and pictures in the same order."""
    assert _links(ENGLISH) == _links(CHINESE)


def test_both_have_the_same_sections_and_figures():
    """As many headings, and every figure of three digits and more in both."""
    for pattern in (r"(?m)^#+ ", r"(?m)^\|", r"(?m)^- \*\*"):
        assert len(re.findall(pattern, _text(ENGLISH))) == len(re.findall(pattern, _text(CHINESE)))
    figures = r"\d[\d,]*\.?\d+"
    english, chinese = (
        sorted(figure for figure in re.findall(figures, _text(name)) if len(figure) > 3)
        for name in (ENGLISH, CHINESE)
    )
    assert english == chinese
