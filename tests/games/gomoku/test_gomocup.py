"""Gomocup's numbers of rules."""

import pytest

from tengen.core import SettingsError
from tengen.games.gomoku.game import RULES
from tengen.games.gomoku.gomocup import number_of, rule_of


def test_known_numbers() -> None:
    """0 is freestyle, 1 exactly five, 4 renju, 8 caro, and 9 both 8 and 1."""
    assert {number_of(rule): rule for rule in RULES} == {
        0: "freestyle",
        1: "standard",
        4: "renju",
        8: "caro",
        9: "caro-exact",
    }


@pytest.mark.parametrize("rule", RULES)
def test_numbers_read_back(rule: str) -> None:
    """Every rule has a number that is its own."""
    assert rule_of(number_of(rule)) == rule


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (2, "continuous games"),
        (3, "continuous games"),
        (6, "continuous games"),
        (5, "renju"),
        (12, "renju"),
        (13, "renju"),
        (16, "no sum of"),
        (-1, "no sum of"),
        (1 << 40, "no sum of"),
    ],
)
def test_other_numbers_are_refused(number: int, reason: str) -> None:
    """Unknown bits, continuous games and rules that exclude each other are refused in one line."""
    with pytest.raises(SettingsError, match=reason) as refusal:
        rule_of(number)
    assert str(number) in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_unknown_rules_have_no_number() -> None:
    """A name that is no rule is quoted."""
    with pytest.raises(SettingsError, match="'pente'"):
        number_of("pente")
