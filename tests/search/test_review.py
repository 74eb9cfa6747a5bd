"""Review of whole games: grades, accuracy, and what is written into the file."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from tengen import records
from tengen.agents import load_agent
from tengen.core import (
    Agent,
    Candidate,
    Decision,
    Limit,
    Outcome,
    Record,
    RecordedMove,
    SettingsError,
    State,
    Stop,
)
from tengen.games import load
from tengen.records.formats import SUFFIXES
from tengen.search.review import Grade, annotate, is_annotated, review
from tengen.search.review.judgement import accuracy_of, chance, grade_of, move_accuracy
from tengen.search.review.wording import WORDS

SMALL: dict[str, int | str] = {"size": 5, "win_length": 5}


class Told(Agent):
    """Says what it was told of each position, by the moves that led there."""

    name = "told"
    default_limit = Limit(visits=1)

    def __init__(self, told: Mapping[str, tuple[float, str]]) -> None:
        self.told = told
        self.asked: list[str] = []

    def decide(
        self,
        state: State,
        limit: Limit | None = None,
        *,
        stop: Stop | None = None,
        on_progress: Callable[[Decision], None] | None = None,
    ) -> Decision:
        line = _path(state)
        self.asked.append(line)
        value, text = self.told.get(line, (0.0, ""))
        pv = state.game.parse_line(state, text) or (int(state.legal_actions()[0]),)
        return Decision(pv[0], value, (Candidate(pv[0], 1, 0, value, pv),), pv)


def _path(state: State) -> str:
    actions = []
    at = state
    while at.last_action is not None:
        actions.append(at.last_action)
        at = at.previous  # type: ignore[attr-defined]
    return " ".join(state.game.format_line(at, actions[::-1]))


def played(game: str, moves: str, **settings: int | str) -> Record:
    """Return a record of moves in the game's notation."""
    rules = load(game, **settings)
    actions = rules.parse_line(rules.initial_state(), moves)
    return Record(game, dict(rules.settings), tuple(map(RecordedMove, actions)))


def reviewed(record: Record, told: Mapping[str, tuple[float, str]]):
    return review(record, load(record.game, **record.settings), Told(told))


def test_grades_follow_lichess():
    """A tenth, two and three tenths of an expected outcome lost: 5, 10 and 15 percentage points."""
    losses = [chance(0.5) - chance(0.5 - lost) for lost in (0, 0.09, 0.1, 0.19, 0.2, 0.29, 0.3)]
    assert [grade_of(loss) for loss in losses] == [
        Grade.GOOD,
        Grade.GOOD,
        Grade.INACCURACY,
        Grade.INACCURACY,
        Grade.MISTAKE,
        Grade.MISTAKE,
        Grade.BLUNDER,
    ]


def test_accuracy_of_moves():
    """Nothing lost is 100; the more, the less; everything lost is nothing."""
    assert move_accuracy(0) == 100
    assert move_accuracy(5) == pytest.approx(80.8, abs=0.1)
    assert move_accuracy(15) == pytest.approx(51.5, abs=0.1)
    assert move_accuracy(100) == 0


def test_one_blunder_counts_more_than_its_share():
    """Nine perfect moves and a loss of everything are far from nine tenths accurate."""
    chances = [50.0] * 19 + [50.0, 0.0]
    losses = [(number, 0.0) for number in range(0, 18, 2)]
    assert accuracy_of(chances, losses) == 100
    spoilt = accuracy_of(chances, [*losses, (19, 50.0)])
    assert spoilt is not None
    assert 20 < spoilt < 70
    assert accuracy_of(chances, []) is None


GAME = "c3 a1 b2 a2"
TOLD = {
    "": (0.4, "c3 d3 d4"),
    "c3": (-0.4, "d3 d4"),
    "c3 d3": (0.5, "d4"),  # so the better reply is not as good as it looked
    "c3 a1": (0.8, "d2 d4"),
    "c3 a1 d2": (-0.78, "d4"),
    "c3 a1 b2": (-0.66, "d4"),
    "c3 a1 b2 a2": (0.7, "d4"),
}
"""What the agent says of the positions of a game, for the side to move."""


def test_each_move_costs_what_its_player_lost():
    """Of what was to be had, both moves seen one move on; the best move costs nothing."""
    found = reviewed(played("gomoku", GAME, **SMALL), TOLD)
    grades = [move.grade for move in found.moves]
    assert grades == [Grade.BEST, Grade.BLUNDER, Grade.INACCURACY, Grade.GOOD]
    assert [move.loss for move in found.moves] == pytest.approx([0, 15, 6, 2])
    assert found.moves[1].line_names == ("d3", "d4")
    assert found.moves[1].before == pytest.approx(25)
    assert found.moves[1].after == pytest.approx(10)
    assert found.chances == pytest.approx((70, 70, 90, 83, 85))
    assert found.count(0) == {Grade.BEST: 1, Grade.INACCURACY: 1}
    assert found.is_whole


def test_a_capture_of_several_hops_is_one_move():
    """Forced, it is judged without a look at it; what follows says what it left."""
    record = played("draughts", "13x31 12-8", position="B:W12,17,26:B13")
    agent = Told({"13x31": (-0.5, "12-8"), "13x31 12-8": (0.5, "31-27")})
    found = review(record, load("draughts", **record.settings), agent)
    assert [(move.start, move.end, move.name) for move in found.moves] == [
        (0, 2, "13x31"),
        (2, 3, "12-8"),
    ]
    assert (found.moves[0].grade, found.moves[0].after) == (Grade.FORCED, 75)
    assert "" not in agent.asked
    assert found.accuracy(0) is None  # nothing was chosen


def test_a_better_capture_is_played_to_its_end():
    """Where the agent foresees but one hop, it is asked for the next: a line has whole moves."""
    position = "B:W12,17,25,26:B9,13"
    record = played("draughts", "13x29", position=position)
    told = {"": (0.9, "13x22"), "13x29": (0.5, "")}
    found = review(record, load("draughts", position=position), Told(told))
    assert found.moves[0].line_names[0] in {"13x29", "13x31"}


def test_openings_that_were_laid_out_are_nobodys_fault():
    """What our own games note as opening is seen in the chances, and counts for no player."""
    record = played("gomoku", GAME, **SMALL)
    laid_out = [replace(move, comment="opening") for move in record.moves[:2]]
    found = reviewed(replace(record, moves=(*laid_out, *record.moves[2:])), TOLD)
    grades = [move.grade for move in found.moves]
    assert grades == [Grade.OPENING, Grade.OPENING, Grade.INACCURACY, Grade.GOOD]
    assert found.chances == pytest.approx((70, 70, 90, 83, 85))
    assert found.moves[1].loss == 0


def test_a_finished_game_is_worth_its_result():
    """The last move of a win has all the chances; of Go's dead stones the players know."""
    won = reviewed(played("gomoku", "a1 e1 a2 e2 a3 e3 a4 e4 a5", **SMALL), {})
    assert won.chances[-1] == 100
    agreed = replace(played("go", "pass pass", size=5), outcome=Outcome(0, "score"))
    assert reviewed(agreed, {"pass": (0.0, "pass")}).chances[-1] == 100


def test_it_can_be_stopped():
    """The moves judged so far are kept."""
    stop = Stop()
    record = played("gomoku", GAME, **SMALL)
    rules = load(record.game, **record.settings)
    found = review(record, rules, Told(TOLD), stop=stop, on_move=lambda _: stop.set())
    assert len(found.moves) == 1
    assert found.chances == pytest.approx((70, 70))
    assert not found.is_whole


def test_who_has_no_opinion_cannot_review():
    """One line says so."""
    told = {"": (None, "c3"), "c3": (None, "")}
    with pytest.raises(SettingsError, match="does not say who is winning"):
        reviewed(played("gomoku", "c3", **SMALL), told)


@pytest.mark.parametrize("suffix", [".sgf", ".json"])
def test_the_file_holds_the_review(tmp_path: Path, suffix: str):
    """Glyphs, values, comments and better lines are read again as they were written."""
    record = played("gomoku", GAME, **SMALL)
    written = annotate(record, reviewed(record, TOLD), load("gomoku", **SMALL))
    path = tmp_path / f"reviewed{suffix}"
    records.write([written], path)
    (again,) = records.read(path)
    assert isinstance(again, Record)
    assert again.moves == written.moves
    assert is_annotated(again)
    assert records.check(again) is None
    blunder = again.moves[1]
    assert (blunder.nags, blunder.value) == ((4,), -0.8)
    assert blunder.comment == "Tengen: blunder, 25 % -> 10 %; better D3"
    rules = load("gomoku", **SMALL)
    (line,) = blunder.variations
    assert [rules.format_move(step.action) for step in line] == ["d3", "d4"]


def test_a_comment_says_moves_as_the_page_does():
    """Points in capitals, what is no point in words."""
    record = played("go", "a1 b2 c3", size=5)
    told = {"a1": (0.5, "pass"), "a1 b2": (0.5, "c3")}
    rules = load("go", size=5)
    written = annotate(record, reviewed(record, told), rules, WORDS["zh"])
    assert written.moves[1].comment.endswith("更好的是 停一手")


def test_players_who_chose_their_colours_are_called_by_them():
    """As the page calls them, from the choice on."""
    rules = load("gomoku", size=7, opening="swap2")
    for choice, names in (("black", ("White", "Black")), ("white", ("Black", "White"))):
        record = played("gomoku", f"a1 b2 c3 {choice} d5", size=7, opening="swap2")
        states = list(record.replay(rules))
        assert rules.sides(states[3]) == ("First", "Second")
        assert [rules.sides(state) for state in states[4:]] == [names] * 2
        lines = annotate(record, reviewed(record, {}), rules).comment.split("\n")
        assert [line.split()[1] for line in lines[1:]] == list(names)


def test_sgf_has_its_own_words_for_faults():
    """BM[2] for a blunder, DO for an inaccuracy, and the curve that other programs draw."""
    record = played("gomoku", GAME, **SMALL)
    written = annotate(record, reviewed(record, TOLD), load("gomoku", **SMALL))
    text = b"".join(SUFFIXES[".sgf"].write_games([written])).decode()
    assert "BM[2]" in text
    assert "DO[]" in text
    assert "SBKV[70.00]" in text


def test_pdn_has_glyphs_and_variations():
    """A fault in draughts is $2, $4 or $6, its better line in brackets."""
    record = played("draughts", "9-13 24-20")
    told = {"": (0.4, "11-15 24-19"), "9-13": (0.4, "22-17"), "11-15": (-0.4, "24-19")}
    written = annotate(record, reviewed(record, told), load("draughts"))
    text = b"".join(SUFFIXES[".pdn"].write_games([written])).decode()
    assert "1. 9-13 $4 {[%eval -0.4]}" in text
    assert "(1. 11-15" in text
    again = next(SUFFIXES[".pdn"].read_games(text.encode()))
    assert isinstance(again, Record)
    assert again.moves == written.moves


def test_a_second_review_replaces_the_first_and_nothing_else():
    """What people noted stays, however often the game is reviewed."""
    record = played("gomoku", GAME, **SMALL)
    own = RecordedMove(1, comment="mine")
    noted = replace(record.moves[1], comment="hm", nags=(3,), variations=((own,),))
    record = replace(record, moves=(record.moves[0], noted, *record.moves[2:]), comment="a game")
    rules = load("gomoku", **SMALL)
    once = annotate(record, reviewed(record, TOLD), rules)
    assert annotate(once, reviewed(record, TOLD), rules) == once
    calm = annotate(once, reviewed(record, {}), rules)
    assert (calm.moves[1].comment, calm.moves[1].nags) == ("hm", (3,))
    assert calm.moves[1].variations == ((own,),)


@pytest.mark.parametrize(
    ("name", "agent"),
    [
        ("gomoku/gomocup2024_freestyle15_div1.sgf", "alphazero?visits=4"),
        ("draughts/acf_9377_games.pdn", "nnue?nodes=200&book=no"),
        ("go/kgs_2015_6d_19x19.tar.gz", "mcts?playouts=8"),
    ],
)
def test_real_games(name: str, agent: str, data_dir: Path, tmp_path: Path):
    """A game of a public file is reviewed and written, and still by the rules."""
    record = next(game for game in records.read(data_dir / name) if isinstance(game, Record))
    record = replace(record, moves=record.moves[:40], outcome=None)
    rules = load(record.game, **record.settings)
    found = review(record, rules, load_agent(agent, rules, seed=1))
    assert sum(move.end - move.start for move in found.moves) == len(record.moves)
    assert len(found.chances) == len(found.moves) + 1
    path = tmp_path / ("game.pdn" if record.game == "draughts" else "game.sgf")
    records.write([annotate(record, found, rules)], path)
    (again,) = records.read(path)
    assert isinstance(again, Record)
    assert records.check(again) is None


class Counting(Told):
    """Also thinks Black three points ahead, whatever happens."""

    def decide(
        self,
        state: State,
        limit: Limit | None = None,
        *,
        stop: Stop | None = None,
        on_progress: Callable[[Decision], None] | None = None,
    ) -> Decision:
        return replace(super().decide(state, limit), lead=3.0 * (1 - 2 * state.to_play))


def test_points_are_told_where_the_agent_tells_them() -> None:
    """Of a move for its player, in SGF for Black."""
    record = played("go", "c3 c4 d3", size=5)
    game = load("go", **record.settings)
    found = review(record, game, Counting({}))
    assert [move.lead for move in found.moves] == [3.0, -3.0, 3.0]
    text = b"".join(SUFFIXES[".sgf"].write_games([annotate(record, found, game)])).decode()
    assert text.count("]V[3.0]") + text.count("\nV[3.0]") == 3


class Decided(Told):
    """Takes Black for the winner whatever happens, and says by how many points she is ahead."""

    leads: Mapping[str, float] = {}

    def decide(self, state: State, limit: Limit | None = None, **asked: object) -> Decision:
        decision = super().decide(state, limit)
        sign = 1 - 2 * state.to_play
        # The tree's own value would be that of the move.
        option = replace(decision.candidates[0], value=0.99 * sign)
        lead = sign * self.leads[_path(state)]
        return replace(decision, value=0.99 * sign, candidates=(option,), lead=lead)


def test_points_make_a_mistake_in_a_decided_game() -> None:
    """Chances cannot be lost there; both moves are compared one move on, and nothing decided the game."""
    told = {"": (0.0, "c3"), "c3": (0.0, "d4"), "c3 a1": (0.0, "b2"), "c3 a1 e5": (0.0, "d4")}
    agent = Decided(told)
    agent.leads = {"": 20, "c3": 20, "c3 d4": 22, "c3 a1": 30, "c3 a1 b2": 28, "c3 a1 e5": 23}
    record = played("go", "c3 a1 e5", size=5)
    found = review(record, load("go", **record.settings), agent)
    assert [move.points for move in found.moves] == pytest.approx([0, 8, 5])
    grades = [Grade.BEST, Grade.MISTAKE, Grade.INACCURACY]
    assert [move.grade for move in found.moves] == grades
    assert [move.loss for move in found.moves] == pytest.approx([0, 0, 0])
    assert found.decisive(3) == []
    assert "8.0 points lost" in annotate(record, found, load("go", size=5)).moves[1].comment


def test_the_worse_of_two_names_is_the_moves() -> None:
    """Chances or points: 3, 6 and 12 of them weigh as 5, 10 and 15 percentage points."""
    assert [grade_of(0, points) for points in (2.9, 3, 6, 12)] == [
        Grade.GOOD,
        Grade.INACCURACY,
        Grade.MISTAKE,
        Grade.BLUNDER,
    ]
    assert grade_of(15, 3) == grade_of(5, 12) == Grade.BLUNDER


def test_points_that_others_noted_stay() -> None:
    """Where the agent tells none."""
    record = played("go", "c3 c4", size=5)
    noted = replace(record.moves[0], marks=(("V", ("7",)),))
    record = replace(record, moves=(noted, *record.moves[1:]))
    found = reviewed(record, {})
    assert [move.lead for move in found.moves] == [None, None]
    assert dict(annotate(record, found, load("go", size=5)).moves[0].marks)["V"] == ("7",)
