"""What is written is read again as it was."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tengen.core import Outcome, Record, RecordedMove
from tengen.games import load
from tengen.records import check

from .played import (
    free_text,
    games,
    last_state,
    lines,
    nags,
    one_line,
    seconds,
    values,
    wins,
    words,
)
from .texts import read_all, written

quick = settings(
    max_examples=12,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
noted = st.builds(
    RecordedMove, st.just(0), seconds, values, st.one_of(st.just(""), lines), seconds, nags
)
marks = st.dictionaries(
    st.sampled_from(("TR", "LB", "SQ", "ZZ")),
    st.lists(st.sampled_from(("aa", "bb:1", "x\\]y")), min_size=1, max_size=2).map(tuple),
).map(lambda found: tuple(sorted(found.items())))
noted_in_sgf = st.builds(
    RecordedMove, st.just(0), seconds, values, free_text, seconds, nags, st.just(()), marks
)
draws = st.sampled_from((None, Outcome(None, "draw")))
outcomes = st.one_of(draws, wins)


def assert_survives(name: str, record: Record) -> None:
    """The record is right, and the same after writing and reading."""
    assert check(record) is None
    assert read_all(name, written(name, record)) == [record]


GO = [
    {"size": 5, "komi": 0.5},
    {"size": 9, "superko": "situational", "suicide": True, "handicap": 2, "compensation": "n-1"},
    {"size": 4, "komi": -2, "handicap": 3, "handicap_placement": "free"},
    {"size": 20, "superko": "simple", "position": "W:Ba1,c3:Wd4"},
    {"size": 25, "position": "W"},
]
GOMOKU = [
    {},
    {"size": 20, "rule": "renju"},
    {"size": 6, "win_length": 4, "rule": "standard"},
    {"size": 9, "rule": "caro", "position": "W:Bc3,d4:We5"},
]
FEW = (*GO[:2], GOMOKU[0], GOMOKU[3])
KINDS = [
    pytest.param(name, rules, marks=[pytest.mark.long] * (rules not in FEW))
    for name, kinds in (("go", GO), ("gomoku", GOMOKU))
    for rules in kinds
]


@pytest.mark.parametrize(("name", "rules"), KINDS, ids=str)
@quick
@given(data=st.data())
def test_sgf(name: str, rules: dict[str, Any], data: Any) -> None:
    """SGF keeps moves, variations, notes, marks, players, results and the data of the game."""
    game = load(name, **rules)
    meta = st.dictionaries(st.sampled_from(("DT", "EV", "GC", "PC", "RO", "XYZ")), free_text)
    played = data.draw(games(game, noted_in_sgf))
    points = st.builds(Outcome, st.just(1), st.sampled_from(("0.5 points", "120 points")))
    shown = last_state(played, game).outcome()
    record = replace(
        played,
        players=(data.draw(free_text), data.draw(free_text)),
        comment=data.draw(free_text),
        meta=data.draw(meta),
        marks=data.draw(marks),
        outcome=None if shown and game.name == "gomoku" else data.draw(st.one_of(outcomes, points)),
    )
    assert_survives("SGF", record)


@pytest.mark.parametrize("position", ["", "W:W18,K24,32:B1,K2,5,11,K22"])
@quick
@given(data=st.data())
def test_pdn(position: str, data: Any) -> None:
    """PDN keeps moves, variations, notes, players, results and tags."""
    game = load("draughts", position=position)
    meta = st.dictionaries(st.sampled_from(("Event", "Site", "Date", "Round", "X_1")), one_line)
    played = data.draw(games(game, noted, 2))
    shown = last_state(played, game).outcome()
    record = replace(
        played,
        players=(data.draw(one_line), data.draw(one_line)),
        comment=data.draw(lines),
        meta=data.draw(meta),
        outcome=None if shown else data.draw(outcomes),
    )
    assert_survives("PDN", record)
    assert (
        max(map(len, written("PDN", record).split("\n"))) <= 80
        or max(map(len, meta_of(record))) > 60
    )


def meta_of(record: Record) -> list[str]:
    return [*record.meta.values(), *record.players, ""]


@pytest.mark.parametrize("rules", GOMOKU[:2], ids=str)
@quick
@given(data=st.data())
def test_psq(rules: dict[str, Any], data: Any) -> None:
    """PSQ keeps moves, times, players and who won."""
    game = load("gomoku", **rules)
    timed = seconds.map(lambda time: RecordedMove(0, time or None))
    played = data.draw(games(game, timed, 0))
    shown = last_state(played, game).outcome()
    stated = st.one_of(draws, st.builds(Outcome, st.sampled_from((0, 1)), st.just("")))
    names = st.one_of(st.just(""), words.map(lambda name: f"pbrain {name}"))
    record = replace(
        played,
        players=(data.draw(names), data.draw(names)),
        outcome=data.draw(st.sampled_from((None, shown)) if shown else stated),
    )
    assert_survives("PSQ", record)


@quick
@given(data=st.data())
def test_json(data: Any) -> None:
    """JSON keeps everything."""
    record = replace(
        data.draw(games(load("go", size=5, komi=0), noted_in_sgf)),
        players=(data.draw(st.text()), data.draw(st.text())),
        comment=data.draw(st.text(st.characters(exclude_categories=("Cs",)))),
        outcome=Outcome(0, "x", (1, 2)),
        marks=data.draw(marks),
        meta={"a": "b"},
    )
    assert read_all("JSON", written("JSON", record)) == [record]
    assert Record.from_json(record.to_json()) == record
