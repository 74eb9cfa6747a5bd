"""Handicap stones."""

import pytest


def test_fixed_places_are_those_of_the_protocol(connect):
    """Go Text Protocol 2, 4.1.1; White moves first."""
    go = connect(size=9)
    assert set(go("fixed_handicap 5").split()) == {"C3", "G7", "G3", "C7", "E5"}
    assert go("gogui-rules_side_to_move") == "white"
    assert go.refuses("fixed_handicap 5") == "board not empty"


@pytest.mark.parametrize("number", ["0", "1", "10", "81", "-2", "x"])
def test_numbers_without_fixed_places_are_refused(connect, number):
    """On 9x9 there are places for two to nine stones."""
    assert connect(size=9).refuses(f"fixed_handicap {number}")


@pytest.mark.parametrize(("size", "number"), [(9, 4), (9, 13), (5, 3), (2, 3)])
def test_the_player_places_stones_where_it_likes(connect, size, number):
    """As many as it was asked for, on points of their own, on every board."""
    go = connect(size=size)
    points = go(f"place_free_handicap {number}").split()
    assert len(set(points)) == number
    assert go("showboard").count("X") == number


def test_the_controller_places_stones(go):
    """A list of points; it is taken back with a new game."""
    go("set_free_handicap c3 d4")
    assert go("gogui-rules_board").count("X") == 2
    assert go.refuses("set_free_handicap c3 d4") == "board not empty"
    go("clear_board")
    assert go("gogui-rules_board").count("X") == 0


@pytest.mark.parametrize("points", ["", "c3", "c3 c3", "c3 pass", "c3 z9"])
def test_bad_lists_of_points_are_refused(go, points):
    """Fewer than two, one twice, a pass, a point that is not there."""
    assert go.refuses(f"set_free_handicap {points}")


def test_white_gets_what_the_rules_say_for_handicap(go):
    """Under Chinese rules a point a stone."""
    go("kata-set-rules chinese")
    go("komi 0.5")
    go("set_free_handicap c3 d4")
    assert go("final_score") == "B+22.5"
