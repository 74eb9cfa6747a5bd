"""The numbers that Gomocup's protocol gives to rules.

``INFO rule`` is a sum of 1 exactly five, 2 continuous game, 4 renju and 8 caro; 0 is freestyle.
"""

from tengen.core import SettingsError

CONTINUOUS = 2
NUMBERS = {"freestyle": 0, "standard": 1, "renju": 4, "caro": 8, "caro-exact": 9}
"""Which sum each of our rules is."""


def number_of(rule: str) -> int:
    """Return the number of one of our rules.

    Raises:
        SettingsError: when there is no such rule.
    """
    if rule not in NUMBERS:
        raise SettingsError(f"gomoku rule={rule!r}: must be {' or '.join(NUMBERS)}")
    return NUMBERS[rule]


def rule_of(number: int) -> str:
    """Return our rule of a number, the inverse of `number_of`.

    Raises:
        SettingsError: when the number has unknown bits, asks for a continuous game or sums up
            rules that exclude each other.
    """
    for rule, known in NUMBERS.items():
        if number == known:
            return rule
    if not 0 <= number < 16:
        known_bits = "1 exactly five, 2 continuous game, 4 renju, 8 caro"
        raise SettingsError(f"Gomocup rule {number}: it is no sum of {known_bits}")
    if number & CONTINUOUS:
        raise SettingsError(f"Gomocup rule {number}: continuous games (2) are not played")
    raise SettingsError(f"Gomocup rule {number}: renju (4) goes with no other rule")
