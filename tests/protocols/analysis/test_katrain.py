"""What KaTrain 1.20 sends, and the fields of the answers that it computes with."""

import pytest

from .client import Client, ask

SPEC = "alphazero:go-9x9"
PLAYED = [["B", "E5"], ["W", "C3"], ["B", "G3"]]
REPORT_SECONDS = 1.0


def sent(number, moves, **more):
    """Return a query as its ``request_analysis`` makes one, with its usual settings."""
    return {
        "rules": "japanese",
        "priority": 0,
        "analyzeTurns": [len(moves)],
        "maxVisits": 50,
        "komi": 6.5,
        "boardXSize": 9,
        "boardYSize": 9,
        "includeOwnership": True,
        "includeMovesOwnership": True,
        "includePolicy": True,
        "initialStones": [],
        "initialPlayer": "B",
        "moves": moves,
        "overrideSettings": {
            "reportAnalysisWinratesAs": "BLACK",
            "wideRootNoise": 0.04,
            "maxTime": 8.0,
        },
        "reportDuringSearchEvery": REPORT_SECONDS,
        "id": f"QUERY:{number}",
        **more,
    }


@pytest.fixture(scope="module")
def answers():
    """The last response to each position of a game, by the number of its moves."""
    queries = (sent(k, PLAYED[:k]) for k in range(len(PLAYED) + 1))
    told = ask(*queries, spec=SPEC, positions=2)
    assert all("warning" in each or "moveInfos" in each for each in told)
    return {each["turnNumber"]: each for each in told if each.get("isDuringSearch") is False}


def test_every_position_is_answered(answers):
    """It waits for the last response to each of its queries."""
    assert sorted(answers) == list(range(len(PLAYED) + 1))
    assert all(each["id"] == f"QUERY:{turn}" for turn, each in answers.items())


def test_numbers_of_a_position(answers):
    """Score and chances are numbers for Black, which it compares from move to move."""
    for told in answers.values():
        root = told["rootInfo"]
        assert 0 <= root["winrate"] <= 1
        assert isinstance(root["scoreLead"], float)
        assert root["visits"] == 50
        for move in told["moveInfos"]:
            # Points lost, and the text beside a move.
            assert isinstance(root["scoreLead"] - move["scoreLead"], float)
            assert {"move", "order", "visits", "winrate", "prior", "lcb", "pv"} <= move.keys()
            assert len(move["ownership"]) == 81
        assert [move["order"] for move in told["moveInfos"]] == sorted(
            move["order"] for move in told["moveInfos"]
        )


def test_policy_and_ownership_of_a_position(answers):
    """Row by row from the top: a pass last, and no move on a stone."""
    for turn, told in answers.items():
        assert len(told["ownership"]) == 81
        assert len(told["policy"]) == 82
        grid = {
            f"{'ABCDEFGHJ'[k % 9]}{9 - k // 9}": prior
            for k, prior in enumerate(told["policy"][:81])
        }
        stones = {name for _, name in PLAYED[:turn]}
        assert {name for name, prior in grid.items() if prior < 0} == stones


def test_pondering_is_replaced():
    """A search without end is told to stop when another position is looked at."""
    client = Client(spec=SPEC, positions=2)
    ponder = {"maxVisits": 10_000_000, "reportDuringSearchEvery": 0.05}
    client.send(**sent(1, PLAYED, **ponder))
    told = client.read()
    while not told.get("isDuringSearch"):
        assert "warning" in told
        told = client.read()
    client.send(action="terminate", terminateId="QUERY:1", id="QUERY:2")
    client.send(**sent(3, PLAYED[:2]))
    rest = [each for each in client.close() if "warning" not in each]
    last = {each["id"]: each for each in rest if not each.get("isDuringSearch")}
    assert last["QUERY:1"]["rootInfo"]["visits"] >= told["rootInfo"]["visits"]
    assert last["QUERY:2"] == {
        "action": "terminate",
        "id": "QUERY:2",
        "terminateId": "QUERY:1",
    }
    assert last["QUERY:3"]["moveInfos"]


def test_other_moves_of_a_region():
    """Both players get a list of points outside it."""
    outside = [f"{c}{r}" for c in "ABCDEFGHJ" for r in range(1, 10) if c > "C" or r > 3]
    avoid = [{"moves": outside, "player": player, "untilDepth": 1} for player in "BW"]
    told = ask(sent(1, PLAYED, avoidMoves=avoid), spec=SPEC)[-1]
    names = {move["move"] for move in told["moveInfos"]} - {"pass"}
    assert names
    assert names <= {f"{c}{r}" for c in "ABC" for r in range(1, 4)}


def test_an_illegal_move_is_told_in_its_words():
    """It passes over errors of a sweep that begin so."""
    told = ask(sent(1, [*PLAYED, ["W", "G3"]]), spec=SPEC)[-1]
    assert "Illegal move" in told["error"]
    assert told["id"] == "QUERY:1"
