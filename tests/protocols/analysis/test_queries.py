"""What queries ask and what is answered, in Go."""

import pytest

from .client import answer, ask, query

ENDLESS = {"maxVisits": 10_000_000}


def test_each_turn_has_a_response():
    """The position before the first move is turn 0; without a list it is the last one."""
    moves = [["B", "C3"], ["W", "c4"], ["b", "pass"]]
    told = ask(query(moves=moves, analyzeTurns=[0, 2, 2]), query(id="last", moves=moves))
    assert [(each["id"], each["turnNumber"]) for each in told] == [("q", 0), ("q", 2), ("last", 3)]
    assert [each["rootInfo"]["currentPlayer"] for each in told] == ["B", "B", "W"]
    assert not any(each["isDuringSearch"] for each in told)


def test_what_is_told_of_moves():
    """The best first, each with its chances, its visits and how it goes on."""
    told = answer(maxVisits=60)
    moves = told["moveInfos"]
    assert [move["order"] for move in moves] == list(range(len(moves)))
    assert sum(move["visits"] for move in moves) == told["rootInfo"]["visits"] - 1 == 59
    for move in moves:
        assert move["pv"][0] == move["move"]
        assert 0 <= move["lcb"] <= move["winrate"] <= 1
        assert move["utility"] == pytest.approx(2 * move["winrate"] - 1, abs=1e-5)
        assert move["scoreLead"] == move["scoreMean"]


def test_visits_of_a_continuation():
    """As many as its moves, less and less; only where they are wanted."""
    told = answer(maxVisits=200, includePVVisits=True)["moveInfos"][0]
    assert len(told["pvVisits"]) == len(told["pv"]) > 1
    assert told["pvVisits"][0] == told["visits"]
    assert told["pvVisits"] == sorted(told["pvVisits"], reverse=True)
    assert "pvVisits" not in answer()["moveInfos"][0]


def test_the_length_of_continuations():
    """The first move, and as many more as are wanted."""
    told = answer(maxVisits=300, analysisPVLen=1)["moveInfos"]
    assert max(len(move["pv"]) for move in told) == 2


def test_whose_chances():
    """Black's if nothing is said; White's or those of the side to move by a setting."""
    told = {}
    for side in ("BLACK", "WHITE", "SIDETOMOVE"):
        override = {"reportAnalysisWinratesAs": side}
        told[side] = answer(
            komi=30, moves=[["B", "C3"]], overrideSettings=override, includeOwnership=True
        )
    black, white = (told[side]["rootInfo"] for side in ("BLACK", "WHITE"))
    assert black["winrate"] == pytest.approx(1 - white["winrate"], abs=1e-5)
    assert black["winrate"] < 0.4
    assert black["scoreLead"] == -white["scoreLead"] < 0
    assert told["SIDETOMOVE"]["rootInfo"] == white
    # White is to move: what is the least that it expects is the most for Black.
    assert black["lcb"] >= black["winrate"]
    assert white["lcb"] <= white["winrate"]
    owners = [told[side]["ownership"] for side in ("BLACK", "WHITE")]
    assert owners[0] == [-owner for owner in owners[1]]


def test_policy_and_ownership():
    """An entry a point from the top left, that of a pass last; -1 for what is illegal."""
    wanted = {"includePolicy": True, "includeOwnership": True, "includeMovesOwnership": True}
    stones = [["B", f"{column}4"] for column in "ABCDE"]
    stones += [["W", f"{column}2"] for column in "ABCDE"]
    told = answer(initialStones=stones, maxVisits=30, **wanted)
    assert len(told["policy"]) == 26
    assert [point for point, prior in enumerate(told["policy"]) if prior < 0] == [
        *(*range(5, 10), *range(15, 20)),
    ]
    assert sum(prior for prior in told["policy"] if prior > 0) == pytest.approx(1, abs=1e-3)
    assert len(told["ownership"]) == 25
    assert told["ownership"][0] > told["ownership"][24] + 0.2
    assert len(told["moveInfos"][0]["ownership"]) == 25


@pytest.mark.parametrize("spec", ["mcts?playouts=50", "random", "robot"])
def test_moves_to_avoid_and_to_allow(spec):
    """The first move is none of some, or one of some, whoever thinks."""
    some = ["C3", "C4", "B3"]
    for player in "BW":
        rule = [{"player": player, "moves": some, "untilDepth": 1}]
        moves = [] if player == "B" else [["B", "E5"]]
        allowed = answer(moves=moves, allowMoves=rule, spec=spec)
        assert {move["move"] for move in allowed["moveInfos"]} <= set(some)
        avoided = answer(moves=moves, avoidMoves=rule, spec=spec)
        assert not {move["move"] for move in avoided["moveInfos"]} & set(some)


def test_rules_for_the_other_side_change_nothing():
    """What White shall avoid is not avoided by Black."""
    rule = [{"player": "W", "moves": ["C3"], "untilDepth": 1}]
    assert answer(allowMoves=rule)["moveInfos"] == answer()["moveInfos"]


def test_a_policy_is_whole_though_moves_are_avoided():
    """What the agent thinks of the moves left out is told as well."""
    rule = [{"player": "B", "moves": ["C3"], "untilDepth": 1}]
    told = answer(allowMoves=rule, includePolicy=True)
    assert sum(prior > 0 for prior in told["policy"]) > 20


def test_stones_and_who_begins():
    """A position without moves; against handicap stones White begins, unless it is said."""
    stones = [["B", "B2"], ["B", "D4"]]
    assert answer(initialStones=stones)["rootInfo"]["currentPlayer"] == "W"
    told = answer(initialStones=stones, initialPlayer="b", includePolicy=True)
    assert told["rootInfo"]["currentPlayer"] == "B"
    assert told["policy"][16] == told["policy"][8] == -1
    assert answer(initialPlayer="W")["rootInfo"]["currentPlayer"] == "W"


def test_compensation_for_a_handicap():
    """White gets a point a stone by Chinese rules, none where it is said so."""
    stones = [["B", "B2"], ["B", "D4"]]
    leads = [
        answer(initialStones=stones, rules="chinese", **more)["rootInfo"]["scoreLead"]
        for more in ({}, {"whiteHandicapBonus": "0"}, {"whiteHandicapBonus": "N-1"})
    ]
    assert leads[1] - leads[0] == pytest.approx(2)
    assert leads[1] - leads[2] == pytest.approx(1)


def test_moves_out_of_turn_and_after_two_passes():
    """A game goes on as its moves say."""
    told = answer(moves=[["B", "C3"], ["B", "B3"], ["W", "pass"], ["B", "pass"], ["W", "D4"]])
    assert told["rootInfo"]["currentPlayer"] == "B"
    passed = answer(moves=[["B", "pass"], ["W", "pass"]])
    assert passed["moveInfos"]


def test_a_level_by_time():
    """`maxTime` ends a search that has visits for hours."""
    told = answer(**ENDLESS, overrideSettings={"maxTime": 0.05})
    assert told["rootInfo"]["visits"] > 20


def test_reports_while_it_thinks():
    """They come before the last response, which says that it is the last."""
    every = {"reportDuringSearchEvery": 0.001, "overrideSettings": {"maxTime": 0.4}}
    *during, last = ask(query(**ENDLESS, **every))
    assert during
    assert all(each["isDuringSearch"] for each in during)
    assert not last["isDuringSearch"]
    assert during[0]["rootInfo"]["visits"] <= last["rootInfo"]["visits"]


@pytest.mark.parametrize(
    ("fields", "field", "message"),
    [
        ({"rules": "chess"}, "rules", "Could not parse rules: chess"),
        ({"rules": {"ko": "NEVER"}}, "rules", "Could not parse rules: ko 'NEVER'"),
        ({"rules": None}, "rules", "Must specify rules"),
        ({"boardXSize": 1}, "boardXSize", "an integer from 2 to 25"),
        ({"boardXSize": 5.0}, "boardXSize", "an integer from 2 to 25"),
        ({"boardYSize": 6}, "boardYSize", "Rectangular boards are not supported"),
        ({"komi": 0.3}, "komi", "integer or half-integer"),
        ({"komi": "6.5"}, "komi", "Must be a number from -400 to 400"),
        ({"whiteHandicapBonus": 1}, "whiteHandicapBonus", "Must be one of 0, N, N-1"),
        ({"moves": "C3"}, "moves", "array of pairs"),
        ({"moves": [["X", "C3"]]}, "moves", "array of pairs"),
        ({"moves": [["B", "Z9"]]}, "moves", "Could not parse board location: Z9"),
        ({"moves": [["B", "C3"], ["W", "C3"]]}, "moves", "Illegal move 1: C3"),
        ({"initialStones": [["B", "pass"]]}, "initialStones", "board location: pass"),
        ({"initialPlayer": "green"}, "initialPlayer", 'Must be "b" or "w"'),
        ({"analyzeTurns": [1]}, "analyzeTurns", "Invalid turn number: 1"),
        ({"analyzeTurns": ["0"]}, "analyzeTurns", "array of integers"),
        ({"analyzeTurns": [0], "priorities": []}, "priorities", "matching length"),
        ({"priorities": [1]}, "priorities", "also specifying analyzeTurns"),
        ({"priority": 1, "priorities": [1]}, "priority", "both priority and priorities"),
        ({"maxVisits": 0}, "maxVisits", "Must be an integer from 1"),
        ({"maxVisits": True}, "maxVisits", "Must be an integer from 1"),
        ({"includePolicy": 1}, "includePolicy", "Must be a boolean"),
        ({"reportDuringSearchEvery": 0}, "reportDuringSearchEvery", "number from 0.001"),
        ({"overrideSettings": []}, "overrideSettings", "Must be an object"),
        ({"overrideSettings": {"maxTime": -1}}, "overrideSettings", "Could not set settings"),
        (
            {"overrideSettings": {"reportAnalysisWinratesAs": "MINE"}},
            "overrideSettings",
            "must be one of BLACK",
        ),
        ({"allowMoves": [], "avoidMoves": []}, "allowMoves", "Cannot specify both"),
        ({"avoidMoves": [{"player": "B"}]}, "avoidMoves", "subfields 'player'"),
        (
            {"allowMoves": [{"player": "B", "moves": [], "untilDepth": 1}]},
            "allowMoves",
            "No legal move is left",
        ),
        (
            {"avoidMoves": [{"player": "B", "moves": ["Z9"], "untilDepth": 1}]},
            "avoidMoves",
            "Could not parse board location",
        ),
        ({"game": "chess"}, "game", "Must be one of go, gomoku, draughts"),
    ],
)
def test_a_wrong_field_is_named(fields, field, message):
    """The error says which field it is, of which query; the next query is answered."""
    error, told = ask(query(**fields), query(id="next", maxVisits=1))
    assert (error["id"], error["field"]) == ("q", field)
    assert message in error["error"]
    assert told["id"] == "next"
    assert told["moveInfos"]


@pytest.mark.parametrize(
    ("fields", "field", "message"),
    [
        ({"rules": "japanese"}, "rules", "scoring TERRITORY"),
        ({"rules": "stone_scoring"}, "rules", "tax ALL"),
        ({"overrideSettings": {"wideRootNoise": 0.04}}, "overrideSettings", "wideRootNoise"),
        ({"maxVisit": 3}, "maxVisit", "Unexpected or unused field"),
        ({"rootPolicyTemperature": 1.5}, "rootPolicyTemperature", "No effect"),
        (
            {"avoidMoves": [{"player": "B", "moves": ["C3"], "untilDepth": 9}]},
            "avoidMoves",
            "Only the first move",
        ),
    ],
)
def test_what_is_not_heeded_is_told(fields, field, message):
    """A warning comes first, then the analysis all the same."""
    warning, told = ask(query(**fields))
    assert (warning["id"], warning["field"]) == ("q", field)
    assert message in warning["warning"]
    assert told["moveInfos"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("hello", "could not parse input line as json"),
        ("[1]", "was not an object"),
        ('{"rules":"aga"}', 'must have a string "id"'),
        ('{"id":7}', 'must have a string "id"'),
        ("[" * 100_000, "could not parse input line as json"),
    ],
)
def test_a_line_that_is_no_query(line, message):
    """It is answered by an error without an id, and the next is read."""
    error, told = ask(line, query())
    assert message in error["error"]
    assert "id" not in error
    assert told["id"] == "q"
