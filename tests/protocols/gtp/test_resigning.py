"""When the player gives up."""

from dataclasses import replace

import pytest

from tengen.core import Agent, Candidate, Decision, Limit


class Gloomy(Agent):
    """Passes, and thinks what it was told to."""

    name = "gloomy"
    default_limit = Limit(nodes=1)

    def __init__(self, value=-0.99, visits=1000, resigns=False):
        self._decision = Decision(25, value, (Candidate(25, visits, 0.0, value),), resigns=resigns)

    def decide(self, state, limit=None, *, stop=None, on_progress=None):
        free = int(state.sensible_actions()[0])
        candidate = replace(self._decision.candidates[0], action=free)
        return replace(self._decision, action=free, candidates=(candidate,))


def play(go, moves):
    """Return the answers for Black, White passing."""
    answers = []
    for _ in range(moves):
        answers.append(go("genmove b"))
        if answers[-1] == "resign":
            break
        go("play w pass")
    return answers


def test_it_resigns_when_three_moves_in_a_row_were_beyond_hope(connect):
    """Never before a quarter of the board has been played; the record says so."""
    go = connect(make=lambda game: Gloomy())
    assert play(go, 4).index("resign") == 3
    assert "RE[W+R]" in go("printsgf")


@pytest.mark.parametrize("visits", [1, 8, 64])
def test_it_resigns_however_little_it_looks(connect, visits):
    """What many glances in a row agree on is as good as three long looks."""
    go = connect(make=lambda game: Gloomy(visits=visits))
    assert play(go, 12).index("resign") == {1: 9, 8: 9, 64: 4}[visits]


@pytest.mark.parametrize("gloom", [{"value": -0.9}, {"visits": 10}, {"value": None}])
def test_it_does_not_resign_lightly(connect, gloom):
    """Not at a chance of five in a hundred, not on a few glances, not without an opinion."""
    go = connect(make=lambda game: Gloomy(**gloom))
    assert "resign" not in play(go, 6)


def test_it_may_be_told_not_to(connect):
    """A parameter of KataGo's name; and regressions never want a resignation."""
    go = connect(make=lambda game: Gloomy())
    go("kata-set-param allowResignation false")
    assert "resign" not in play(go, 6)
    assert go("reg_genmove b") != "resign"


def test_taking_back_gives_hope(connect):
    """What was thought of moves taken back does not count."""
    go = connect(make=lambda game: Gloomy())
    answers = play(go, 3)
    go("undo")
    assert "resign" not in [*answers, go("genmove b")]


def test_an_agent_may_resign_itself(connect):
    """Another program behind the agent, say."""
    go = connect(make=lambda game: Gloomy(value=0.5, resigns=True))
    assert go("genmove b") == "resign"
