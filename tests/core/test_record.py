"""Records are values that JSON can hold."""

import json
from dataclasses import FrozenInstanceError

import pytest

from tengen.core import IllegalMoveError, NotationError, Outcome, Record, RecordedMove
from tengen.games import load

FULL = Record(
    game="gomoku",
    settings={"size": 6},
    moves=(
        RecordedMove(0, 1.5, -0.25, "c", 60, (1, 140), ((RecordedMove(1, comment="v"),),)),
        RecordedMove(7, marks=(("TR", ("aa",)),)),
    ),
    outcome=Outcome(0, "resignation", (1, 2)),
    players=("a", "b"),
    meta={"Event": "e"},
    comment="before",
    marks=(("LB", ("aa:1", "bb:2")),),
)


def test_json_keeps_everything() -> None:
    """A record is the same after JSON, what was not noted is not written."""
    assert Record.from_json(json.loads(json.dumps(FULL.to_json()))) == FULL
    plain = Record("go", {}, (RecordedMove(3),))
    assert plain.to_json()["moves"] == [{"action": 3}]
    assert not {"comment", "marks"} & plain.to_json().keys()
    assert Record.from_json(plain.to_json()) == plain


def test_older_records() -> None:
    """Records written before there were clocks, glyphs and variations are read."""
    old = {
        "game": "gomoku",
        "settings": {"size": 15},
        "players": ["person", "alphazero"],
        "moves": [{"action": 112, "seconds": 2.5, "value": 0.5, "comment": "opening"}],
        "outcome": None,
        "meta": {},
    }
    move = RecordedMove(112, 2.5, 0.5, "opening")
    assert Record.from_json(old) == Record(
        "gomoku", {"size": 15}, (move,), players=("person", "alphazero")
    )


@pytest.mark.parametrize(
    "changes",
    [
        {"moves": 3},
        {"moves": [3]},
        {"moves": [{}]},
        {"moves": [{"action": "x"}]},
        {"moves": [{"action": float("inf")}]},
        {"moves": [{"action": 1, "seconds": "long"}]},
        {"moves": [{"action": 1, "value": True}]},
        {"moves": [{"action": 1, "nags": 3}]},
        {"moves": [{"action": 1, "variations": [3]}]},
        {"moves": [{"action": 1, "marks": [3]}]},
        {"players": ["a"]},
        {"settings": 3},
        {"outcome": {}},
        {"outcome": {"winner": 2, "reason": "", "points": []}},
        {"meta": [1]},
        {"marks": 3},
    ],
)
def test_what_is_no_record(changes: dict[str, object]) -> None:
    """Data of another kind is refused in one line, whatever it is."""
    with pytest.raises(NotationError) as refusal:
        Record.from_json(FULL.to_json() | changes)
    assert "\n" not in str(refusal.value)


def test_variations_too_deep() -> None:
    """Variations inside thousands of others are refused, not run out of stack for."""
    move: dict[str, object] = {"action": 1}
    for _ in range(20_000):
        move = {"action": 1, "variations": [[move]]}
    with pytest.raises(NotationError, match="too deep"):
        Record.from_json(FULL.to_json() | {"moves": [move]})


def test_values() -> None:
    """Records are compared by what they hold, and cannot be changed."""
    assert Record.from_json(FULL.to_json()) == FULL
    assert Record.from_json(FULL.to_json() | {"comment": "x"}) != FULL
    with pytest.raises(FrozenInstanceError):
        FULL.game = "go"  # type: ignore[misc]


def test_replay() -> None:
    """A replay yields every position; the first illegal move ends it."""
    game = load("gomoku", size=6)
    states = list(FULL.replay(game))
    assert [state.ply for state in states] == [0, 1, 2]
    with pytest.raises(IllegalMoveError):
        list(Record("gomoku", {"size": 6}, (RecordedMove(99),)).replay(game))
