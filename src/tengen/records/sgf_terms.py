"""What a game is played for and by, between SGF's root properties and our settings."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tengen.core import Outcome
from tengen.core.game import Setting
from tengen.records.games import load

GAMES = {1: "go", 4: "gomoku"}
"""Our names of the values of ``GM``."""
NUMBERS = {name: number for number, name in GAMES.items()}
USUAL_SIZE = {"go": 19, "gomoku": 15}
"""What a missing ``SZ`` means; the standard says so for Go, files do for Gomoku."""

RULES: dict[str, dict[str, dict[str, Setting]]] = {
    "go": {
        "Japanese": {"superko": "simple", "suicide": False, "compensation": "none"},
        "Chinese": {"superko": "positional", "suicide": False, "compensation": "n"},
        "AGA": {"superko": "situational", "suicide": False, "compensation": "n-1"},
        "NZ": {"superko": "situational", "suicide": True, "compensation": "none"},
        "Tromp-Taylor": {"superko": "positional", "suicide": True, "compensation": "none"},
    },
    "gomoku": {
        "freestyle": {"rule": "freestyle"},
        "standard": {"rule": "standard"},
        "renju": {"rule": "renju"},
        "caro": {"rule": "caro"},
        "caro-exact": {"rule": "caro-exact"},
    },
}
"""The rule sets that ``RU`` names, the one meant where nothing is said first.

Japanese rules know no superko: a game that comes back to a position thrice has no result.
"""
OTHER_NAMES = {
    "korean": "Japanese",
    "jp": "Japanese",
    "cn": "Chinese",
    "newzealand": "NZ",
    "goe": "Tromp-Taylor",
    "ing": "Tromp-Taylor",
    "gomoku": "standard",
    "free": "freestyle",
    "rif": "renju",
}
BY_TERRITORY = {"Japanese"}
"""Rule sets that count otherwise than our games do: a record has them only by its own words."""
UNSTATED = "Unstated"
"""Where a record of Go keeps which of ``KM`` and ``RU`` its file did not say: ``KM RU``."""
STATED_ELSEWHERE = {"size", "komi", "position", "handicap", "handicap_placement"}
"""Settings that have properties of their own."""

REASON = "XE"
"""Our own root property: why the game ended, where ``RE`` has no word for it."""
REASONS = {
    "r": "resignation",
    "resign": "resignation",
    "t": "time",
    "time": "time",
    "f": "forfeit",
    "forfeit": "forfeit",
}
_KOMI = re.compile(
    r"([-+]?(?:\d{1,9}(?:[.,]\d{0,9})?|[.,]\d{1,9}))\s*(?:points?|moku|目)?", re.IGNORECASE
)
_RESULT = re.compile(r"(black|white|b|w)\s*\+\s*(.*)", re.IGNORECASE | re.DOTALL)
_MARGIN = re.compile(r"(\d{1,4}(?:[.,]\d{1,3})?)\s*(?:points?|moku|目)?", re.IGNORECASE)
_POINTS = re.compile(r"(?:(?:Black|White) wins by )?(\d{1,4}(?:\.\d{1,3})?)(?: points?)?")


def rules_named(game: str, name: str, *, handicap: bool) -> dict[str, Setting]:
    """Return the settings of a rule set; without handicap stones there is no compensation."""
    settings = dict(RULES[game][name])
    return settings if handicap or game != "go" else settings | {"compensation": "none"}


def counts_territory(game: str, text: str) -> bool:
    """Return whether a value of ``RU`` names rules that count territory, not area."""
    return _rule_named(game, text.partition(",")[0]) in BY_TERRITORY


def read_rules(game: str, text: str, *, handicap: bool) -> dict[str, Setting] | None:
    """Return the settings that a value of ``RU`` names, None when it names none we know."""
    head, *others = (part.strip() for part in text.split(","))
    name = _rule_named(game, head)
    if name is None:
        return None
    settings = rules_named(game, name, handicap=handicap)
    for other in others:
        key, equals, value = other.partition("=")
        if not equals or key in STATED_ELSEWHERE:
            return None
        settings[key] = _read_value(value)
    return settings


def write_rules(game: str, settings: Mapping[str, Setting]) -> str:
    """Return the name of the rule set that settings are, or come nearest to, with what differs."""
    handicap = bool(settings.get("handicap"))
    differences = {
        name: _difference(game, settings, rules_named(game, name, handicap=handicap))
        for name in RULES[game]
        if name not in BY_TERRITORY
    }
    name = min(differences, key=lambda name: len(differences[name]))
    others = [f"{key}={value}" for key, value in sorted(differences[name].items())]
    return ",".join([name, *others])


def has_rules(game: str, settings: Mapping[str, Setting], text: str) -> bool:
    """Return whether settings are those that `text` stands for, the usual where we know it not."""
    handicap = bool(settings.get("handicap"))
    rules = read_rules(game, text, handicap=handicap)
    if rules is None:
        rules = rules_named(game, next(iter(RULES[game])), handicap=handicap)
    return not _difference(game, settings, rules)


def _difference(
    game: str, settings: Mapping[str, Setting], rules: Mapping[str, Setting]
) -> dict[str, Setting]:
    """Return the settings that are not those of `rules`, of all that ``RU`` speaks of."""
    usual = {**load(game, {}).settings, **rules}
    return {
        key: value
        for key, value in settings.items()
        if key not in STATED_ELSEWHERE and usual.get(key) != value
    }


def _rule_named(game: str, text: str) -> str | None:
    plain = re.sub(r"[^a-z]", "", text.lower())
    for name in RULES[game]:
        if re.sub(r"[^a-z]", "", name.lower()) in {plain, plain.removesuffix("rules")}:
            return name
    other = OTHER_NAMES.get(plain)
    return other if other in RULES[game] else None


def _read_value(text: str) -> Setting:
    if text in {"True", "False"}:
        return text == "True"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def read_komi(text: str) -> float | None:
    """Return the points of a value of ``KM``, None when it is no number.

    Chinese servers count stones, each worth two points, or hundredths of them: 3.75 and 375.
    """
    match = _KOMI.fullmatch(text.strip())
    if match is None:
        return None
    komi = float(match[1].replace(",", "."))
    if abs(komi) >= 100:
        komi /= 100
    # Only quarters can be halves of stones; another fraction is no komi, and said as it is.
    return 2 * komi if (2 * komi) % 1 == 0.5 else komi


def read_result(game: str, text: str) -> Outcome | None:
    """Return the outcome that a value of ``RE`` states, None when it states none."""
    plain = text.strip()
    if plain.lower() in {"0", "draw", "jigo", "tie"}:
        return Outcome(None, "draw")
    match = _RESULT.fullmatch(plain)
    if match is None:
        return None
    winner = 0 if match[1][0] in "bB" else 1
    how = match[2].strip()
    if margin := _MARGIN.fullmatch(how):
        points = f"{float(margin[1].replace(',', '.')):g}"
        names = ("Black", "White")
        by_game = f"{names[winner]} wins by {points}" if game == "go" else f"{points} points"
        return Outcome(winner, by_game)
    if how.lower() not in {"", *REASONS}:
        return None
    return Outcome(winner, REASONS.get(how.lower(), ""))


def write_result(outcome: Outcome | None) -> str:
    """Return the value of ``RE`` for an outcome, without a reason that SGF has no word for."""
    if outcome is None:
        return "?"
    if outcome.winner is None:
        return "0"
    margin = _POINTS.fullmatch(outcome.reason)
    how = {"resignation": "R", "time": "T", "forfeit": "F"}.get(outcome.reason, "")
    return f"{'BW'[outcome.winner]}+{margin[1] if margin else how}"


@dataclass(frozen=True, slots=True)
class Setup:
    """Stones on the board before the first move; points are row-major actions."""

    black: Sequence[int]
    white: Sequence[int]
    to_play: int

    def text(self, names: Sequence[str]) -> str:
        """Return the setting ``position``; `names` are those of the points."""
        parts = ["BW"[self.to_play]]
        for colour, points in (("B", self.black), ("W", self.white)):
            if points:
                parts.append(colour + ",".join(names[point] for point in sorted(points)))
        return "" if parts == ["B"] else ":".join(parts)
