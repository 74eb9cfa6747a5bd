"""A comparison: what it trains and plays, what it does not repeat, what it refuses."""

import json
from dataclasses import replace
from threading import Event

import pytest

pytest.importorskip("torch")
from tengen.agents import dqn, random
from tengen.core import NotationError, SettingsError, SpecError
from tengen.experiments.compare import Comparison, StoppedError, compare
from tengen.games import load
from tengen.learning.learner import DivergedError
from tengen.learning.run import RunError
from tengen.scaleout.local import LocalRunner

from .conftest import Teacher

PLAYERS = ["dqn", "random", "mcts?playouts=4"]


def slow_learner(settings):
    """Score half from the third match on."""
    return 0.5


@pytest.fixture
def teacher(monkeypatch):
    """What trains instead of the methods; whoever plays with its networks plays at random."""
    fake = Teacher(slow_learner)
    monkeypatch.setattr("tengen.experiments.compare.training.load_teacher", lambda _: fake)
    method = replace(dqn.METHOD, create=lambda game, *_: random.METHOD.create(game, None, {}, 0))
    monkeypatch.setattr(dqn, "METHOD", method)
    return fake


@pytest.fixture
def comparison(rules, tmp_path):
    """One of a method with random play and a little search."""
    return Comparison(
        rules,
        ("dqn",),
        minutes=1.0,
        work=tmp_path / "work",
        runner=LocalRunner(),
        out=tmp_path / "page",
        opponents=("random",),
        yardstick="mcts?playouts=4",
        games=4,
        command="tengen compare gomoku",
    )


def test_everybody_plays_everybody(comparison, teacher, watcher):
    """Methods, opponents and the yardstick play the games they should, from the same openings."""
    figures = compare(comparison, watcher, Event())
    assert sorted(player["name"] for player in figures["players"]) == sorted(PLAYERS)
    for row, player in zip(figures["cross_table"], figures["players"], strict=True):
        assert [cell is None for cell in row].count(True) == 1
        assert all(sum(cell) == 4 for cell in row if cell)
        assert player["wins"] + player["draws"] + player["losses"] == 8
    yardstick = next(p for p in figures["players"] if p["name"] == comparison.yardstick)
    assert (yardstick["elo"], yardstick["interval"]) == (0.0, [0.0, 0.0])
    files = sorted((comparison.work / "games").iterdir())
    openings = []
    for path in files:
        records = json.loads(path.read_text())["records"]
        assert [r["players"][0] for r in records[::2]] == [r["players"][1] for r in records[1::2]]
        given = [[m["action"] for m in r["moves"] if m.get("comment") == "opening"]
                 for r in records]  # fmt: skip
        assert sum(not opening for opening in given) == 2
        openings.append(sorted(given))
    assert openings[0] == openings[1] == openings[2]
    assert watcher.played[-1][:2] == (12, 12)


def test_figures_of_a_training(comparison, teacher, watcher):
    """What a training cost and how it went is told: from the run folder and its network."""
    (training,) = compare(comparison, watcher, Event())["trainings"]
    assert training["method"] == "dqn"
    assert (training["games"], training["positions"], training["steps"]) == (35, 350, 50)
    assert training["parameters"] == 12
    assert len(training["curve"]) == 5
    assert training["curve"][0]["minutes"] == pytest.approx(0.1)
    assert training["to_strength"]["games"] == 7
    assert training["cpu_is_whole"]
    _, settings, _, order = teacher.trainings[0]
    assert settings["yardstick.opponent"] == '"mcts?playouts=4"'
    assert order["minutes"] == 1.0


def test_strength_is_not_reached_by_luck(comparison, teacher, watcher):
    """One match held level among lost ones is not yet the yardstick's strength."""
    scores = iter([0.0, 0.6, 0.1, 0.5, 0.7])
    teacher.score = lambda _: next(scores)
    (training,) = compare(comparison, watcher, Event())["trainings"]
    assert training["to_strength"]["games"] == 28
    assert training["to_strength"]["score"] == 0.5


def test_strength_in_the_last_match_alone_is_not_confirmed(comparison, teacher, watcher):
    """Where no match follows the one held level, the method has not reached the strength."""
    scores = iter([0.0, 0.1, 0.2, 0.3, 0.9])
    teacher.score = lambda _: next(scores)
    (training,) = compare(comparison, watcher, Event())["trainings"]
    assert training["to_strength"] is None


def test_nothing_is_repeated(comparison, teacher, watcher):
    """A finished comparison, started again, trains and plays nothing, and writes its page anew."""
    first = compare(comparison, watcher, Event())
    played = len(watcher.played)
    (comparison.out / "index.html").unlink()
    again = compare(comparison, watcher, Event())
    assert len(teacher.trainings) == 1
    assert len(watcher.played) == played
    assert (comparison.out / "index.html").exists()
    assert again["cross_table"] == first["cross_table"]


def test_work_folder_can_be_moved(comparison, teacher, watcher, tmp_path):
    """Trainings and games are found where their folder is now."""
    compare(comparison, watcher, Event())
    moved = comparison.work.rename(tmp_path / "elsewhere")
    figures = compare(replace(comparison, work=moved), watcher, Event())
    assert len(teacher.trainings) == 1
    specs = {player["name"]: player["spec"] for player in figures["players"]}
    assert specs["dqn"] == f"dqn:{moved / 'runs' / 'dqn' / 'net.onnx'}"


def test_goes_on_after_a_crash(comparison, teacher, watcher):
    """What was under way when it died is done again: a training from its run folder."""

    class KilledError(BaseException):
        pass

    def die(settings):
        raise KilledError

    teacher.score = die
    with pytest.raises(KilledError):
        compare(comparison, watcher, Event())
    teacher.score = slow_learner
    compare(comparison, watcher, Event())
    assert [resume for *_, resume, _ in teacher.trainings] == [False, True]

    (comparison.work / "games" / "dqn~random.json").unlink()
    played = len(watcher.played)
    compare(comparison, watcher, Event())
    assert len(watcher.played) == played + 4
    assert len(teacher.trainings) == 2


def test_killed_sitting_is_told(comparison, teacher, watcher):
    """CPU seconds of a process that was killed are not known, and the page says so."""
    bill = comparison.work / "trained" / "dqn.sittings.json"
    bill.parent.mkdir(parents=True)
    bill.write_text('{"cpu_seconds": 5.0, "is_whole": true, "open": true}')
    (comparison.work / "comparison.json").write_text(json.dumps(comparison.identity()))
    (training,) = compare(comparison, watcher, Event())["trainings"]
    assert not training["cpu_is_whole"]
    assert training["cpu_seconds"] >= 5.0
    assert "at least 5" in (comparison.out / "README.md").read_text()


def test_stops_and_goes_on(comparison, teacher, watcher):
    """Ctrl-C ends it between games; the pairs before are kept."""
    stop = Event()
    playing = watcher.playing

    def stop_at(number, total, name):
        playing(number, total, name)
        if number == 6:
            stop.set()

    watcher.playing = stop_at
    with pytest.raises(StoppedError, match="same command"):
        compare(comparison, watcher, stop)
    assert len(list((comparison.work / "games").iterdir())) == 1
    compare(comparison, watcher, Event())
    assert len(watcher.played) == 6 + 8
    assert len(teacher.trainings) == 1


@pytest.mark.long
def test_new_network_plays_anew(comparison, teacher, watcher):
    """Games of a network that was trained again are not taken for the new one's."""
    compare(comparison, watcher, Event())
    path = comparison.work / "trained" / "dqn.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"digest": "another"}))
    played = len(watcher.played)
    compare(comparison, watcher, Event())
    assert len(watcher.played) == played + 8


def test_failed_training(comparison, teacher, watcher):
    """A method that fails takes no part, which the page says; it is tried again the next time."""

    def diverge(_):
        raise DivergedError("training diverged: no number")

    teacher.score = diverge
    figures = compare(comparison, watcher, Event())
    assert sorted(p["name"] for p in figures["players"]) == sorted(PLAYERS[1:])
    assert "dqn takes no part: training diverged" in (comparison.out / "index.html").read_text()
    teacher.score = slow_learner
    assert len(compare(comparison, watcher, Event())["players"]) == 3


def test_another_comparison_is_refused(comparison, teacher, watcher):
    """What cannot be compared does not share a folder."""
    compare(comparison, watcher, Event())
    for change, words in (
        ({"minutes": 2.0}, "minutes 1.0, not 2.0"),
        ({"seed": 3}, "seed 0, not 3"),
        ({"game": load("gomoku", size=6, win_length=4)}, "settings size=5, not size=6:"),
        ({"changes": {"dqn": ("threads=2",)}}, "changes none, not dqn.threads=2:"),
    ):
        with pytest.raises(SettingsError, match=words):
            compare(replace(comparison, **change), watcher, Event())


def test_refused_before_anything_is_trained(comparison, teacher, watcher, tmp_path):
    """Opponents that cannot play, and folders of something else, are told at the start."""
    with pytest.raises(SpecError, match="nobody"):
        compare(replace(comparison, opponents=("nobody",)), watcher, Event())
    with pytest.raises(SpecError, match="many"):
        compare(replace(comparison, yardstick="mcts?playouts=many"), watcher, Event())
    with pytest.raises(SettingsError, match="nosuch: there is no such"):
        compare(replace(comparison, records=(tmp_path / "nosuch",)), watcher, Event())
    (tmp_path / "empty").mkdir()
    with pytest.raises(NotationError, match="empty: no game"):
        compare(replace(comparison, records=(tmp_path / "empty",)), watcher, Event())
    with pytest.raises(SettingsError, match="speed"):
        compare(replace(comparison, changes={"dqn": ("learner.speed=2",)}), watcher, Event())
    assert not comparison.work.exists()
    comparison.work.mkdir()
    (comparison.work / "thesis.txt").write_text("years of work")
    with pytest.raises(SettingsError, match="not empty"):
        compare(comparison, watcher, Event())
    assert teacher.trainings == []


def test_damaged_state(comparison, teacher, watcher):
    """A damaged file of an earlier time is named, with what to do."""
    compare(comparison, watcher, Event())
    for name in ("games/dqn~random.json", "trained/dqn.json"):
        path = comparison.work / name
        whole = path.read_text()
        path.write_text(whole[: len(whole) // 2])
        with pytest.raises(RunError, match="remove"):
            compare(comparison, watcher, Event())
        path.write_text(whole)


@pytest.mark.parametrize("text", ["", "[]", '{"cpu_seconds": 1}'])
def test_damaged_bill(comparison, teacher, watcher, text):
    """CPU seconds that cannot be read are no zero: their file is named, with what to do."""
    path = comparison.work / "trained" / "dqn.sittings.json"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    (comparison.work / "comparison.json").write_text(json.dumps(comparison.identity()))
    with pytest.raises(RunError, match=r"sittings.*damaged"):
        compare(comparison, watcher, Event())


def test_records_are_played_where_none_are_given(comparison, teacher, watcher, monkeypatch):
    """A method that learns from records gets games of the robot, out of its own time."""
    learning = replace(dqn.METHOD.learning, records="only")
    monkeypatch.setattr(dqn, "METHOD", replace(dqn.METHOD, learning=learning))
    monkeypatch.setattr("tengen.experiments.compare.expert.EXPERTS", ("random", "random"))
    figures = compare(replace(comparison, minutes=0.01), watcher, Event())
    (training,) = figures["trainings"]
    (_, _, _, order) = teacher.trainings[0]
    assert training["expert_games"] > 0
    (path,) = order["records"]
    assert len(path.read_text().splitlines()) == training["expert_games"]
    assert order["minutes"] == pytest.approx(0.01 - training["expert_minutes"], abs=2e-3)
    assert "games of the robot against itself" in (comparison.out / "README.md").read_text()
