"""Wins by fours and by threats."""

import json
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from tengen.cli.shared.given import read_puzzle
from tengen.core import SettingsError
from tengen.games import load
from tengen.games.gomoku.game import RULES
from tengen.games.gomoku.replay import find_hole
from tengen.games.gomoku.threats import (
    Finding,
    find_shortest_win_by_fours,
    find_win_by_fours,
    find_win_by_threats,
)

SECONDS = 60.0
NONE, FORBIDDEN, THREE, FOUR, OPEN_THREE, DOUBLE_FOUR, OPEN_FOUR, FIVE = 0, 1, 4, 5, 6, 9, 10, 11


def start(position, rule="freestyle", size=15):
    return load("gomoku", rule=rule, size=size, position=position).initial_state()


def names(state, finding: Finding) -> list[str]:
    return [state.game.format_move(action) for action in finding.line]


def threat(state, point: str, side: int = 0) -> int:
    return int(state.native.threats()[side].ravel()[state.game.parse_move(point)])


@pytest.mark.parametrize(
    ("position", "point", "expected"),
    [
        ("B:Bg8,h8,i8,j8", "k8", FIVE),
        ("B:Bg8,h8,i8", "j8", OPEN_FOUR),
        ("B:Bg8,h8,i8", "k8", FOUR),
        ("B:Bg8,h8,i8:Wf8", "j8", FOUR),
        ("B:Bg8,h8", "i8", OPEN_THREE),
        ("B:Bg8,h8:Wf8", "i8", THREE),
        ("B:Be8,g8,h8,k8", "i8", DOUBLE_FOUR),
        ("B", "h8", NONE),
    ],
)
def test_what_a_stone_threatens(position, point, expected):
    """A stone's threat is named by the best of what it makes on the lines through it."""
    assert threat(start(position), point) == expected


def test_both_colours_have_threats():
    """What the side that does not move threatens is told as well; taken points have none."""
    state = start("B:Bb2:Wg8,h8,i8")
    assert threat(state, "j8", side=1) == OPEN_FOUR
    assert threat(state, "g8", side=1) == NONE


def test_forbidden_points_of_renju_are_no_threats():
    """To Black a double-four, an overline and a double-three are forbidden, to White none is."""
    for position, point in (
        ("B:Be8,g8,h8,k8", "i8"),
        ("B:Bf8,g8,h8,j8,k8", "i8"),
        ("B:Bf8,g8,h6,h7", "h8"),
    ):
        assert threat(start(position, "renju"), point) == FORBIDDEN
        for_white = position.replace("B:B", "W:W")
        assert threat(start(for_white, "renju"), point) > FORBIDDEN


def puzzles(data_dir: Path, every: int = 1):
    """Yield positions of renju from which the side to move wins by fours."""
    lines = (data_dir / "gomoku" / "vcf_renju.jsonl").read_text("utf-8").splitlines()
    for line in islice(lines, 0, None, every):
        yield start(read_puzzle(json.loads(line), 15), "renju")


@pytest.mark.parametrize("every", [20, pytest.param(1, marks=pytest.mark.long)])
def test_public_positions_are_solved_and_proven(every, data_dir):
    """Positions with a known win are solved, and no defence escapes the win that is found."""
    for state in puzzles(data_dir, every):
        finding = find_win_by_fours(state, SECONDS)
        assert finding.proof is not None
        assert find_hole(state, finding.proof) is None


def test_the_shortest_win_is_no_longer(data_dir):
    """A shortest win is at most as long as any, and is proven too."""
    for state in puzzles(data_dir, 40):
        shortest = find_shortest_win_by_fours(state, SECONDS)
        assert len(shortest.line) <= len(find_win_by_fours(state, SECONDS).line)
        assert shortest.is_shortest
        assert find_hole(state, shortest.proof) is None


def test_a_line_is_legal_and_wins(data_dir):
    """The actions of a line can be played, and the last one wins for the side that began."""
    for state in puzzles(data_dir, 50):
        end = state
        for action in find_win_by_fours(state, SECONDS).line:
            end = end.apply(action)
        assert end.outcome().winner == state.to_play


def test_a_hole_is_found(data_dir):
    """A win that lacks the answer to a defence, or loses its last move, is refused."""
    state = next(puzzles(data_dir))
    proof = find_win_by_fours(state, SECONDS).proof
    (answer,) = proof.answers
    assert find_hole(state, replace(proof, answers={})) == (proof.move, answer)
    follows = replace(proof.answers[answer], move=proof.move)
    broken = replace(proof, answers={answer: follows})
    assert find_hole(state, broken) == (proof.move, answer, proof.move)


def random_position(rng, rule, size):
    state = load("gomoku", rule=rule, size=size).initial_state()
    for _ in range(rng.integers(12, 22)):
        if state.outcome() is not None:
            return random_position(rng, rule, size)
        state = state.apply(int(rng.choice(state.legal_actions())))
    return random_position(rng, rule, size) if state.outcome() is not None else state


@pytest.mark.parametrize(
    "rule",
    [
        pytest.param(rule, marks=[pytest.mark.long] * (rule in {"standard", "caro-exact"}))
        for rule in RULES
    ],
)
def test_wins_by_threats_are_proven(rule, rng: np.random.Generator):
    """By every rule, no defence escapes the wins by threats that are found; some are no VCF."""
    proven = by_threes = 0
    for _ in range(24):
        state = random_position(rng, rule, 9)
        finding = find_win_by_threats(state, SECONDS, nodes=20_000)
        if finding.proof is not None:
            assert find_hole(state, finding.proof) is None
            proven += 1
            by_threes += not find_win_by_fours(state, SECONDS).line
    assert proven > 3
    assert by_threes > 0


def test_white_wins_where_black_may_not_answer():
    """In renju a four wins when the only point that stops it is forbidden to Black."""
    stones = "Be8,f8,g8,i8,j8,h3:Wh4,h5,h6"
    state = start(f"W:{stones}", "renju")
    assert names(state, find_win_by_fours(state, SECONDS))[0] == "h7"
    assert find_win_by_fours(start(f"W:{stones}"), SECONDS).line == ()


def test_caro_spoils_rows_from_their_ends():
    """In caro one stone stops an open four whose other end stands before the opponent's stone."""
    stones = "Bg8,h8,i8:Wd8"
    assert find_win_by_fours(start(f"B:{stones}"), SECONDS).line
    stopped = start("B:Bf8,g8,h8:Wd8,j8", "caro")
    finding = find_win_by_fours(stopped, SECONDS)
    assert finding.line == ()
    assert finding.is_complete


def test_fours_of_the_defender_are_met():
    """A defender's five in one must be stopped, by a four or not at all."""
    state = start("B:Bg8,h8,i8:Wc3,d3,e3,f3")
    finding = find_win_by_fours(state, SECONDS)
    assert finding.line == ()
    assert finding.is_complete


@pytest.mark.parametrize(
    ("size", "position", "moves"),
    [
        # d4 and e3, of different rows, make the third one; then e2.
        (7, "W:Ba7,b7,e7,a5,b4,g4,b3,f3,g3,c2,d2,d1:Wg7,c5,e5,g5,e4,f4,d3,b2,a1,b1,e1", 7),
        # What f3 stops in its own row still serves the row's other end.
        (9, "B:Bd7,e7,e6,b5,c3,d3,g3,b2,e2:Wa6,d6,a5,c5,g5,h5,i5,d4,b3", 9),
    ],
)
def test_fours_that_lead_nowhere_by_themselves_help_each_other(size, position, moves):
    """A search that stops where no four can follow knows what stopped ones leave behind."""
    finding = find_shortest_win_by_fours(start(position, size=size), SECONDS)
    assert len(finding.line) == moves
    assert finding.is_shortest


def test_no_win_is_told_apart_from_no_time(data_dir):
    """A search that ended by itself says so; one that ran out of time does not."""
    assert find_win_by_fours(start(""), SECONDS).is_complete
    hard = next(islice(puzzles(data_dir), 24, None))
    finding = find_shortest_win_by_fours(hard, SECONDS, nodes=20_000)
    assert finding.line
    assert (finding.is_complete, finding.is_shortest) == (False, False)


def test_wins_by_force_is_a_line_for_searches():
    """Positions tell searches a win by fours, in their own actions; nothing where none is found."""
    state = start("B:Bg8,h8,i8")
    line = state.native.wins_by_force(100)
    assert len(line) == 3
    assert start("").native.wins_by_force(100) == []
    assert state.native.wins_by_force(0) == []
    assert load("gomoku", win_length=6).initial_state().native.wins_by_force(100) == []
    swap2 = load("gomoku", opening="swap2").initial_state()
    assert swap2.native.wins_by_force(100) == []


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (load("go", size=9), "are Gomoku's"),
        (load("gomoku", win_length=6), "up to 5 in a row"),
        (load("gomoku", opening="swap2"), "after the opening"),
    ],
)
def test_other_games_are_refused(game, words):
    """Where threats are not known of, one line says why."""
    with pytest.raises(SettingsError, match=words):
        find_win_by_fours(game.initial_state(), SECONDS)
