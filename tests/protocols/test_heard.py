"""What programs say of their thinking, in sense and nonsense."""

import random

import pytest

import tengen
from tengen.core import EngineError, Limit
from tengen.programs.client import Patience
from tengen.protocols.gomocup.client import GomocupClient
from tengen.protocols.gtp.client import GtpClient
from tengen.protocols.gtp.heard import parse_candidates
from tengen.protocols.hub.client import HubClient

GO = tengen.load("go", size=9)
SENSE = {
    "list_commands": ["= genmove", ""],
    **{key: ["=", ""] for key in ("boardsize", "clear_board", "komi", "time_left")},
    "START": ["OK"],
    "hub": ['param name=variant values="english"', "wait"],
    "init": ["ready"],
}
"""What is answered to all that comes before the first move."""
TEXT = """
= ? =1 OK ERROR UNKNOWN MESSAGE DEBUG SWAP 1,1 3,4 9,9 99,1 -1,2 a1 pass resign play E5 info
move visits 3 -7 winrate 0.5 nan 1e999 prior pv D4 order ev value +0.5 score done move=
move=11-15 move=1x2x3 move=" ponder=1-2 wait ready id param name=variant values=english
pv="11-15 a" error message="no" = = OK wait ready 2,2 move=9-13 ☺ �
"""
WORDS = TEXT.split()


def test_candidates_of_leela_and_katago():
    """Win rates are for the side to move, whichever way they are written; the order is theirs."""
    state = GO.initial_state()
    lz = "info move E5 visits 40 winrate 6100 prior 2500 lcb 6000 order 0 pv E5 C3 info move C3 visits 2 winrate 0 prior 100 order 1 pv C3"
    kata = "info move E5 visits 40 edgeVisits 40 utility 0.2 winrate 0.61 prior 0.25 order 0 pv E5 C3 pvVisits 40 3 info move pass visits 1 winrate 0 order 1 pv pass E5 E5 rootInfo winrate 0.5 ownership 0.1 -0.2"
    for line, full in ((lz, 10_000), (kata, 1)):
        best, other = parse_candidates(state, line, full)
        assert GO.format_move(best.action) == "e5"
        assert (best.visits, best.prior, best.value) == (40, 0.25, pytest.approx(0.22))
        assert [GO.format_move(action) for action in best.pv] == ["e5", "c3"]
        assert other.value == -1.0
        assert len(other.pv) in (1, 2)


@pytest.mark.parametrize(
    "line",
    [
        "info",
        "info move",
        "info move E5",
        "info move I5 visits 1 winrate 0.5",
        "info move E5 visits x winrate 0.5",
        "info move E5 visits 1 winrate nan",
        "info move E5 visits 1e999 winrate 0.5",
        "nothing at all",
    ],
)
def test_moves_that_make_no_sense_are_left_out(line):
    """They are nobody's candidates, and no fault."""
    assert parse_candidates(GO.initial_state(), line, 1.0) == ()


class Script:
    """In the place of a program: gives the answers of a list."""

    def __init__(self, *answers):
        self._answers = [line for answer in answers for line in (*answer.splitlines(), "")]
        self.heard = []

    def send(self, line):
        self.heard.append(line)

    def line(self, deadline):
        return self._answers.pop(0)


def _analysing(answer):
    script = Script("= kata-genmove_analyze genmove", "=", "=", "=", answer)
    return script, GtpClient(script, GO, Patience())


def test_a_program_that_tells_values_is_asked_for_them():
    """The last that was said of its move is its value, and it is told while it thinks."""
    info = "info move {} visits {} winrate {} order 0 pv {}"
    thoughts = [info.format("C3", 5, 0.9, "C3"), info.format("E5", 9, 0.6, "E5 C3")]
    script, client = _analysing("\n".join(["=", *thoughts, "play E5"]))
    told = []
    decision = client.decide(GO.initial_state(), None, None, told.append)
    assert script.heard[-1] == "kata-genmove_analyze b 50"
    assert [GO.format_move(thought.action) for thought in told] == ["c3", "e5"]
    assert decision == told[-1]
    assert (decision.value, decision.nodes) == (pytest.approx(0.2), 9)


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("? cannot", "refused 'kata-genmove_analyze b 50': 'cannot'"),
        ("=\ninfo move E5 visits 1 winrate 1", "answered genmove with '', which is no move"),
        ("=\nplay I5", "answered genmove with 'I5', which is no move"),
    ],
)
def test_an_analysis_without_a_move(answer, verdict):
    """What is not answered with a move is a fault."""
    _, client = _analysing(answer)
    with pytest.raises(EngineError) as fault:
        client.decide(GO.initial_state(), None, None, None)
    assert str(fault.value) == verdict


def test_a_resignation_amid_an_analysis():
    """It is one however much was said before."""
    _, client = _analysing("=\ninfo move E5 visits 1 winrate 0.01\nplay resign")
    assert client.decide(GO.initial_state(), None, None, None).resigns


class Babbler:
    """In the place of a program: gets ready, then says what comes by chance, or ends."""

    def __init__(self, rng):
        self._rng = rng
        self._answers = []

    def send(self, line):
        assert "\n" not in line
        self._answers = list(SENSE.get(line.split()[0], ()))

    def line(self, deadline):
        if self._answers and self._rng.random() < 0.99:
            return self._answers.pop(0)
        if self._rng.random() < 0.02:
            raise EngineError("exited with status 0")
        words = self._rng.choices(WORDS, k=self._rng.choice((0, 0, 0, 1, 1, 2, 8)))
        begun = self._rng.choice(("", "", "= ", "= E5", "done move=", "3,4 4,4 2,2\t"))
        return begun + " ".join(words)


GOMOKU, SWAP2 = tengen.load("gomoku"), tengen.load("gomoku", opening="swap2")
DRAUGHTS = tengen.load("draughts")
CLIENTS = {
    "go": lambda child: GtpClient(child, GO, Patience()),
    "gomoku": lambda child: GomocupClient(child, GOMOKU, Patience(), 64),
    "swap2": lambda child: GomocupClient(child, SWAP2, Patience(), 64),
    "draughts": lambda child: HubClient(child, DRAUGHTS, Patience()),
}


@pytest.mark.parametrize("name", CLIENTS)
def test_nonsense_is_a_verdict_or_a_move(name):
    """Whatever is answered, there is a move on the board or an `EngineError` of one line."""
    rng, moves = random.Random(9), 0
    verdicts = set()
    for _ in range(1000):
        try:
            client = CLIENTS[name](Babbler(rng))
            if name == "go" and rng.random() < 0.5:
                client._commands = frozenset(["lz-genmove_analyze"])
            decision = client.decide(client._game.initial_state(), Limit(seconds=1), None, None)
        except EngineError as error:
            assert "\n" not in str(error)
            verdicts.add(str(error)[:12])
            continue
        assert 0 <= decision.action < client._game.num_actions
        assert decision.value is None or -1 <= decision.value <= 1
        moves += 1
    assert moves
    assert len(verdicts) > 3
