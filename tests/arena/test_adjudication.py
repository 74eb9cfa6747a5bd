"""Games that are ended early, and those that are not."""

import pytest

import tengen
from tengen.arena import Conditions, play_game
from tengen.arena.adjudication import Adjudication, Adjudicator, DrawRule, ResignRule
from tengen.core import Decision, SettingsError

from .doubles import Scripted

GAME = tengen.load("gomoku", size=9)


class Telling(Scripted):
    """Plays the first legal action and tells these values, the last one for ever."""

    def __init__(self, name, values):
        super().__init__(name)
        self.values = list(values)

    def decide(self, state, limit=None, *, stop=None, on_progress=None):
        value = self.values.pop(0) if len(self.values) > 1 else self.values[0]
        return Decision(int(state.legal_actions()[2 * (state.ply % 7)]), value)


def play(first, second, **rules):
    adjudicator = Adjudicator(Adjudication(**rules))
    agents = Telling("a", first), Telling("b", second)
    return play_game(GAME, agents, Conditions(adjudicator=adjudicator)).record


def test_resign_rule_needs_both_sides():
    """A game ends when the loser has given up for so many moves and the winner agrees."""
    rule = ResignRule(value=0.9, moves=3)
    record = play([0.95], [-0.95], resign=rule)
    assert (record.outcome.winner, record.outcome.reason) == (0, "resign rule")
    assert len(record.moves) == 6
    record = play([-0.95], [0.0, 0.0, 0.91], resign=rule)
    assert record.outcome.winner == 1
    assert len(record.moves) == 10
    assert play([0.5], [-0.95], resign=rule).outcome.reason != "resign rule"


def test_values_must_be_in_a_row():
    """One better value begins the count anew, and no value agrees with nothing."""
    rule = ResignRule(value=0.9, moves=2)
    assert len(play([0.95], [-0.95, -0.5, -0.95], resign=rule).moves) == 8
    assert play([None], [-0.95], resign=rule).outcome.reason != "resign rule"


def test_draw_rule_waits():
    """Even values make a draw after a number of plies."""
    record = play([0.01], [-0.01], draw=DrawRule(value=0.02, moves=2, after=9))
    assert (record.outcome.winner, record.outcome.reason) == (None, "draw rule")
    assert len(record.moves) == 9


def test_longest_game_is_a_draw():
    """A game of so many plies is a draw."""
    record = play([0.5], [0.5], longest=5)
    assert (record.outcome.winner, len(record.moves)) == (None, 5)


@pytest.mark.parametrize(
    ("position", "winner"),
    [("W:WK1:BK10,K15", 0), ("B:WK1:BK10,K15", 0), ("W:WK1:BK32", None)],
)
def test_tables_know_the_end(position, winner):
    """A few pieces are decided as the endgame tables have it; a single game ends at once."""
    draughts = tengen.load("draughts", position=position)
    outcome = draughts.look_up(draughts.initial_state())
    assert outcome.winner == winner
    rules = Adjudicator(Adjudication(tables=True))
    record = play_game(
        draughts, (Scripted("a"), Scripted("b")), Conditions(adjudicator=rules)
    ).record
    assert record.outcome.reason == "endgame table"


def test_tables_wait_for_whole_captures_and_known_pieces():
    """Inside a capture, and with many pieces, nothing is said."""
    start = tengen.load("draughts").initial_state()
    assert start.game.look_up(start) is None
    chain = tengen.load("draughts", position="B:W6,14,22:B1,K32").initial_state()
    first = chain.apply(chain.legal_actions()[0])
    assert first.to_play == 0
    assert first.game.look_up(first) is None


def test_a_far_win_is_not_certain(monkeypatch):
    """A win that a draw for want of progress may come before is left to the players."""
    position = "W:WK1:BK10,K15"
    state = tengen.load("draughts", position=position).initial_state()
    claimed = tengen.load("draughts", position=position, draws="claimed").initial_state()
    assert state.game.look_up(state).winner == claimed.game.look_up(claimed).winner == 0
    monkeypatch.setattr("tengen.games.draughts.game.QUIET_PLIES", 1)
    assert state.game.look_up(state) is None
    assert claimed.game.look_up(claimed).winner == 0


def test_tables_must_be_there():
    """Games without tables say so."""
    with pytest.raises(SettingsError, match="gomoku has no endgame tables"):
        Adjudication(tables=True).check(GAME)
