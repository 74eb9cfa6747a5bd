"""Gomoku and draughts, asked about in the same shape with our names of moves."""

import pytest

from tengen import load

from .client import answer, ask


def gomoku(**fields):
    return answer(game="gomoku", boardXSize=9, boardYSize=9, **{"rules": "freestyle", **fields})


def draughts(**fields):
    given = {"id": "d", "game": "draughts", "moves": [], "maxVisits": 20, **fields}
    (told,) = ask(given)
    return told


def test_gomoku():
    """A four is completed, and the game is over then."""
    row = [
        ["B", "d5"],
        ["W", "d6"],
        ["B", "e5"],
        ["W", "e6"],
        ["B", "f5"],
        ["W", "f6"],
        ["B", "g5"],
    ]
    told = gomoku(moves=[*row, ["W", "c5"]], maxVisits=50, includePolicy=True)
    assert told["moveInfos"][0]["move"] == "h5"
    assert told["rootInfo"]["winrate"] > 0.9
    assert "scoreLead" not in told["rootInfo"]
    assert len(told["policy"]) == 82
    assert told["policy"][81] == -1  # nobody passes
    over = gomoku(moves=[*row, ["W", "c5"], ["B", "h5"]])
    assert over["moveInfos"] == []
    assert (over["rootInfo"]["winrate"], over["rootInfo"]["visits"]) == (1, 0)


def test_gomoku_from_stones_by_a_rule():
    """Six in a row win by no exact rule."""
    stones = [["B", name] for name in ("d5", "e5", "f5", "h5", "i5")]
    stones += [["W", name] for name in ("a1", "c1", "e1", "g1", "i1")]
    common = {"initialStones": stones, "initialPlayer": "B", "maxVisits": 60}
    free, exact = (gomoku(rules=rule, **common) for rule in ("freestyle", "standard"))
    assert free["moveInfos"][0]["move"] == "g5"
    assert free["rootInfo"]["winrate"] > exact["rootInfo"]["winrate"]
    wrong = gomoku(rules="chess")
    assert wrong["field"] == "rules"


def test_draughts():
    """Whole moves, captures of several hops as one; turns are counted by them."""
    moves = [["B", "11-15"], ["W", "22-18"], ["B", "15x22"], ["W", "25x18"]]
    told = draughts(moves=moves)
    assert told["turnNumber"] == 4
    assert told["rootInfo"]["currentPlayer"] == "B"
    forced = draughts(moves=moves[:3])["moveInfos"]
    assert {move["move"] for move in forced} == {"25x18", "26x17"}
    assert all("x" in move["pv"][0] for move in forced)


def test_draughts_from_pieces():
    """Kings have a K before their square; a double jump is one move."""
    stones = [["B", "K6"], ["W", "9"], ["W", "17"], ["W", "K32"]]  # 6 takes 9 to 13, then 17
    told = draughts(initialStones=stones, initialPlayer="B")
    assert [move["move"] for move in told["moveInfos"]] == ["6x22"]
    assert draughts(initialStones=stones, initialPlayer="W")["rootInfo"]["currentPlayer"] == "W"


@pytest.mark.parametrize(
    ("fields", "field", "message"),
    [
        ({"moves": [["B", "11-15 23-19"]]}, "moves", "Could not parse board location"),
        ({"moves": [["B", "11-19"]]}, "moves", "Illegal move 0: 11-19"),
        ({"moves": [["B", "11-15"], ["B", "9-14"]]}, "moves", "Illegal move 1"),
        ({"initialStones": [["B", "K33"]]}, "initialStones", "board location: K33"),
        ({"boardXSize": 10, "boardYSize": 10}, "boardXSize", "an integer from 8 to 8"),
        (
            {"avoidMoves": [{"player": "B", "moves": ["x"], "untilDepth": 1}]},
            "avoidMoves",
            "Could not parse board location",
        ),
    ],
)
def test_wrong_draughts(fields, field, message):
    """The field is named."""
    told = draughts(**fields)
    assert told["field"] == field
    assert message in told["error"]


def test_draughts_avoids_moves():
    """A move is avoided with all that begin as it does."""
    rule = [{"player": "B", "moves": ["11-15", "9-14"], "untilDepth": 1}]
    told = draughts(avoidMoves=rule)
    assert {move["move"] for move in told["moveInfos"]} == {
        *("9-13", "10-14", "10-15", "11-16", "12-16"),
    }


@pytest.mark.parametrize("name", ["gomoku", "draughts"])
def test_the_selective_search_heeds_it(name):
    """The best move is avoided, then the next."""
    spec, size = "nnue:none?multipv=2", {"gomoku": 15, "draughts": 8}[name]
    common = {"id": "n", "game": name, "moves": [], "boardXSize": size, "boardYSize": size}
    avoided = []
    for _ in range(3):
        rule = [{"player": "B", "moves": avoided, "untilDepth": 1}]
        asked = {**common, "avoidMoves": rule, "maxVisits": 300}
        (told,) = ask(asked, spec=spec, game=load(name))
        best = told["moveInfos"][0]["move"]
        assert best not in avoided
        avoided.append(best)
