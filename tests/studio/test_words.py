"""The words of the page, in both languages."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from tengen.studio.rooms.learn.methods import METHODS
from tengen.studio.web.app import STATIC

ROOT = Path(__file__).parents[2]
CATALOGUES = sorted(path.parent for path in STATIC.rglob("en.json"))
CHINESE = [*STATIC.rglob("*zh.json"), ROOT / "README.zh.md", *(ROOT / "docs/site/zh").rglob("*.md")]
HOLE = re.compile(r"\{(\w+)\}")
KEY_NAMED = re.compile(r'data-i18n(?:-[a-z]+)?="([^"]+)"')


def words(folder: Path, language: str) -> dict[str, str]:
    texts: dict[str, str] = json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
    return texts


def of_room(folder: Path) -> str:
    """Say which catalogue it is, for the name of a test."""
    return folder.relative_to(STATIC).as_posix()


@pytest.mark.parametrize("folder", CATALOGUES, ids=of_room)
def test_the_languages_say_the_same(folder: Path) -> None:
    """Every text there is in English there is in Chinese, with the same numbers and names."""
    english, chinese = words(folder, "en"), words(folder, "zh")
    assert list(english) == list(chinese)
    for key, text in english.items():
        assert set(HOLE.findall(text)) == set(HOLE.findall(chinese[key])), key


@pytest.mark.parametrize("path", sorted(STATIC.rglob("*.json")), ids=of_room)
def test_no_word_stands_twice(path: Path) -> None:
    """The second text of a key would be shown in place of the first as well."""
    twice: list[str] = []

    def look(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = Counter(key for key, _ in pairs)
        twice.extend(key for key, count in found.items() if count > 1)
        return dict(pairs)

    json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=look)
    assert twice == []


def test_every_word_that_is_named_is_there() -> None:
    """Keys that the markup names exist, in the room's own words or in those of all."""
    shared = words(STATIC / "i18n", "en")
    for markup in STATIC.rglob("*.html"):
        own = words(markup.parent, "en") if (markup.parent / "en.json").exists() else {}
        missing = set(KEY_NAMED.findall(markup.read_text())) - set(shared) - set(own)
        assert missing == set(), markup


def test_a_lead_in_chinese_is_told_in_points() -> None:
    """In 目, as komi and results are: one 子 is two of them where the area is counted."""
    shared, play = words(STATIC / "i18n", "zh"), words(STATIC / "rooms" / "play", "zh")
    leads = [shared["analysis.lead"], shared["reason.Black wins by {n}"], play["count.wins"]]
    assert all("{n} 目" in text for text in leads)


@pytest.mark.parametrize("path", CHINESE, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_chinese_says_one_you(path: Path) -> None:
    """Nobody is spoken to now as a friend, now as a stranger."""
    assert "您" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("folder", CATALOGUES, ids=of_room)
def test_chinese_has_its_own_punctuation(folder: Path) -> None:
    """No comma of another script stands behind it, nor behind what is filled in."""
    texts = words(folder, "zh").items()
    assert [key for key, text in texts if re.search(r"[一-鿿][(,:;!?)]|\}[,:;!?]", text)] == []


def test_texts_are_joined_by_the_language() -> None:
    """By `join.colon` and its like: what a script puts between two is the same in every language."""
    # One figure beside another is written alike in both.
    sources = [path for path in STATIC.rglob("*.js") if path.name != "chart.js"]
    joined = re.compile(r"[}`](?:: |, | \()\$\{")
    assert [path.name for path in sources if joined.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("method", [method.name for method in METHODS])
def test_a_method_has_one_name(method: str) -> None:
    """What is called as a method is in English is called as it is in Chinese, in every room."""
    key = f"agent.{method}"
    names = [words(STATIC / "i18n", language)[key] for language in ("en", "zh")]
    for folder in CATALOGUES:
        english, chinese = words(folder, "en"), words(folder, "zh")
        found = {chinese[each] for each, text in english.items() if text == names[0]}
        assert found <= {names[1]}, folder
