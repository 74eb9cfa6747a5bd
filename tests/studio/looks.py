"""How a person may see the page: both languages, a desk and a phone, light and dark."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tengen import studio

STATIC = Path(studio.__file__).parent / "static"
LIGHT = """(colour) => colour.slice(0, 3).map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, n) => sum + part * [0.2126, 0.7152, 0.0722][n], 0)"""
"""How light a colour is, of its red, green and blue to 255: WCAG's relative luminance."""
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


@dataclass(frozen=True)
class Look:
    """One of the eight."""

    language: str
    device: str
    theme: str

    @property
    def name(self) -> str:
        """``en-desk-light``, for names of tests and of pictures."""
        return f"{self.language}-{self.device}-{self.theme}"

    @property
    def is_phone(self) -> bool:
        """Whether fingers touch it."""
        return self.device == "phone"

    @property
    def options(self) -> dict[str, Any]:
        """What the browser is told of it."""
        return {
            "locale": {"en": "en-GB", "zh": "zh-CN"}[self.language],
            "viewport": PHONE if self.is_phone else DESK,
            "color_scheme": self.theme,
            "has_touch": self.is_phone,
            "is_mobile": self.is_phone,
        }

    def words(self, room: str = "") -> Callable[..., str]:
        """Return the words of a room, the shell's among them, by their keys."""
        files = [STATIC / "i18n" / f"{self.language}.json"]
        files += [STATIC / "rooms" / room / f"{self.language}.json"] if room else []
        known: dict[str, str] = {}
        for file in files:
            known |= json.loads(file.read_text(encoding="utf-8"))
        return lambda key, **values: known[key].format(**values)


LOOKS = [
    Look(language, device, theme)
    for language in ("en", "zh")
    for device in ("desk", "phone")
    for theme in ("light", "dark")
]
QUICK = [Look("en", "desk", "light"), Look("zh", "phone", "dark")]
"""Those of the quick tests; between them they have each of the six traits."""


def _looks(*quick: Look) -> list[Any]:
    """Return every look for ``parametrize``; those that are not quick belong to the long tests."""
    return [
        pytest.param(look, id=look.name, marks=() if look in quick else pytest.mark.long)
        for look in LOOKS
    ]


FLOWS = _looks(QUICK[1])
"""For what a person does in many steps: in one look quickly, on the phone that leaves least room."""
EVERY_LONG = _looks()
"""For what the quick tests of a room see in their own way."""


def on_every_board(page: Any) -> Iterator[tuple[str, str]]:
    """Show what is on show on boards of all four kinds, by day and by night; yield theme and kind of each."""
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        for _ in range(4):
            page.click("#look")
            yield theme, page.evaluate("document.documentElement.dataset.board")
