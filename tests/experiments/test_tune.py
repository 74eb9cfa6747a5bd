"""The search of settings: what is ended early, what goes on, what is refused."""

from dataclasses import replace
from threading import Event

import pytest

pytest.importorskip("torch")
pytest.importorskip("optuna")
from tengen.core import SettingsError, TengenError
from tengen.experiments.tune import Search, tune
from tengen.learning.learner import DivergedError
from tengen.scaleout.local import LocalRunner

from .conftest import Teacher

RATE = "trainer.learning_rate"


def good_rate(settings):
    """Score the better the nearer the rate is to the upper end of what is searched."""
    return min(1.0, float(settings[RATE]) / 0.01)


@pytest.fixture
def teacher(monkeypatch):
    """What trains instead of alphazero."""
    fake = Teacher(good_rate)
    monkeypatch.setattr("tengen.experiments.tune.search.load_teacher", lambda _: fake)
    return fake


@pytest.fixture
def search(rules, tmp_path):
    """A search of three trials."""
    runner = LocalRunner()
    return Search("alphazero", rules, tmp_path / "study.sqlite", 3, minutes=1.0, runner=runner)


@pytest.mark.long
def test_best_first(search, teacher, watcher):
    """Trials come back by their last match, each in a run folder of its own.

    The first is the method's own choice.
    """
    rows = tune(search, watcher, Event())
    scores = [row["score"] for row in rows if row["state"] == "complete"]
    assert scores == sorted(scores, reverse=True)
    assert len(rows) == len(teacher.trainings) == 3
    assert teacher.trainings[0][1][RATE] == "0.002"
    assert {row["folder"] for row in rows} == {name for name, *_ in teacher.trainings}
    best = dict(text.split("=") for text in rows[0]["settings"])
    assert good_rate(best) == pytest.approx(rows[0]["score"])


@pytest.mark.long
def test_hopeless_trials_end_early(search, teacher, watcher):
    """A trial that falls behind half of those before is stopped, and says so."""
    scores = [0.9, 0.9, 0.9, 0.9, 0.1, 0.95]
    teacher.score = lambda _: scores[len(teacher.trainings) - 1]
    rows = tune(replace(search, trials=6), watcher, Event())
    by_trial = {row["trial"]: row for row in rows}
    assert by_trial[5]["state"] == "pruned"
    assert by_trial[5]["value"] is None
    assert by_trial[6]["state"] == "complete"
    assert rows[0]["trial"] == 6
    assert rows[-1]["trial"] == 5
    pruned = (search.folder / "trial-005" / "metrics.jsonl").read_text().splitlines()
    assert len(pruned) < teacher.matches
    assert any("ended early" in message for message in watcher.said)


@pytest.mark.long
def test_goes_on(search, teacher, watcher):
    """The same study goes on with the trials that are left; a finished one trains nothing."""
    tune(replace(search, trials=2), watcher, Event())
    assert len(tune(search, watcher, Event())) == 3
    assert [name for name, *_ in teacher.trainings] == ["trial-001", "trial-002", "trial-003"]
    assert len({settings[RATE] for _, settings, *_ in teacher.trainings}) == 3
    tune(search, watcher, Event())
    assert len(teacher.trainings) == 3


def test_another_search_is_refused(search, teacher, watcher):
    """Trials that cannot be compared do not go into one study, nor those of another method."""
    tune(replace(search, trials=1), watcher, Event())
    for change, words in (
        ({"minutes": 2.0}, "was begun with minutes"),
        ({"seed": 1}, "was begun with seed"),
        ({"overrides": ("threads=2",)}, "was begun with over"),
        ({"method": "dqn"}, "alphazero gomoku"),
    ):
        with pytest.raises(SettingsError, match=words):
            tune(replace(search, **change), watcher, Event())
    assert len(teacher.trainings) == 1


def test_stopped_trial_goes_on_in_its_folder(search, teacher, watcher):
    """Ctrl-C keeps the run of the trial under way; the next sitting goes on with the same one."""
    stop = Event()

    def stopping(settings):
        if len(teacher.trainings) == 2:
            stop.set()
        return good_rate(settings)

    teacher.score = stopping
    assert len(tune(search, watcher, stop)) == 1
    teacher.score = good_rate
    rows = tune(search, watcher, Event())
    assert len(rows) == 3
    (name, cut, resumed, _), (again, same, resumes, _) = teacher.trainings[1:3]
    assert (name, cut, resumed) == (again, same, False)
    assert resumes
    assert sorted(row["folder"] for row in rows) == ["trial-001", "trial-002", "trial-003"]
    assert {row["folder"] for row in rows} == {f"trial-{row['trial']:03d}" for row in rows}
    assert {name for name, *_ in teacher.trainings} == {row["folder"] for row in rows}


@pytest.mark.long
def test_crash_loses_no_trial(search, teacher, watcher):
    """A process that died in a trial left it unfinished; it is done before any other."""

    class KilledError(BaseException):
        pass

    def die(settings):
        if len(teacher.trainings) == 2:
            raise KilledError
        return good_rate(settings)

    teacher.score = die
    with pytest.raises(KilledError):
        tune(search, watcher, Event())
    teacher.score = good_rate
    assert len(tune(search, watcher, Event())) == 3
    assert teacher.trainings[1][:2] == teacher.trainings[2][:2]


def test_failed_trial(search, teacher, watcher):
    """A trial whose training diverges is marked and made up for, and the search goes on."""

    def diverging(settings):
        if len(teacher.trainings) == 2:
            raise DivergedError("training diverged: no number")
        return good_rate(settings)

    teacher.score = diverging
    rows = tune(search, watcher, Event())
    (failed,) = [row for row in rows if row["state"] == "fail"]
    assert failed["trial"] == 2
    assert "diverged" in failed["failure"]
    assert any("trial-002 failed" in message for message in watcher.said)
    assert len(rows) == 4


@pytest.mark.long
def test_trial_without_a_step(search, teacher, watcher):
    """A time too short to learn anything is a failure of each trial, which soon ends the sitting.

    The same search goes on where they ended.
    """
    teacher.steps = 0
    rows = tune(replace(search, trials=9), watcher, Event())
    assert [row["state"] for row in rows] == ["fail"] * 3
    assert "too short" in rows[0]["failure"]
    teacher.steps = 50
    states = [row["state"] for row in tune(search, watcher, Event())]
    assert states == ["complete"] * 3 + ["fail"] * 3


def test_first_trial_that_cannot_be_set_up(search, teacher, watcher):
    """What fails before any trial came to an end is told at once."""

    def refuse(_):
        raise TengenError("no such opponent")

    teacher.score = refuse
    with pytest.raises(TengenError, match="no such opponent"):
        tune(search, watcher, Event())
    assert len(teacher.trainings) == 1


def test_file_of_something_else(search, watcher, rules, tmp_path):
    """A file that is no study is refused as it is, and one of another method too."""
    search.study.write_text("years of work, not in a database")
    with pytest.raises(SettingsError, match="no study"):
        tune(search, watcher, Event())
    assert search.study.read_text().startswith("years of work")
    with pytest.raises(SettingsError, match="ending"):
        tune(replace(search, study=tmp_path / "study"), watcher, Event())


def test_damaged_study(search, watcher, teacher):
    """A damaged database is told in one line."""
    search.study.write_bytes(b"SQLite format 3\0" + b"rubbish" * 1000)
    with pytest.raises(TengenError, match="cannot be used"):
        tune(search, watcher, Event())
    assert teacher.trainings == []


@pytest.mark.long
def test_machines_share_a_data_base(search, teacher, watcher, tmp_path):
    """What another machine is at is left to it, and its results count for both."""
    url = f"sqlite:///{tmp_path / 'shared.sqlite'}"
    here = replace(search, url=url)
    there = replace(here, study=tmp_path / "there" / "study.sqlite", trials=1)
    score, met = teacher.score, []

    def while_another_trains(settings):
        if not met:
            met.append(None)
            met.extend(tune(there, watcher, Event()))
        return score(settings)

    teacher.score = while_another_trains
    rows = tune(here, watcher, Event())
    assert [row["state"] for row in met[1:]] == ["complete"]
    assert [row["state"] for row in rows] == ["complete"] * 3
    assert len(teacher.trainings) == 3
    # Nothing was handed out again, and no two trials have one folder.
    assert len({row["folder"] for row in rows}) == 3
    assert not (search.study).exists()


def test_data_base_that_two_begin_at_once(search, teacher, watcher, tmp_path, monkeypatch):
    """Who finds tables half made by another tries again, and works on the same trials."""
    from optuna.storages import RDBStorage
    from sqlalchemy.exc import IntegrityError

    opened, tries = RDBStorage.__init__, []

    def half_made(storage, *args, **options):
        tries.append(args)
        if len(tries) == 1:
            raise IntegrityError("CREATE TABLE studies", {}, Exception("duplicate key"))
        opened(storage, *args, **options)

    monkeypatch.setattr(RDBStorage, "__init__", half_made)
    monkeypatch.setattr("tengen.experiments.tune.search._OTHERS_SECONDS", 0)
    url = f"sqlite:///{tmp_path}/both.sqlite"
    rows = tune(replace(search, url=url, trials=1), watcher, Event())
    assert len(rows) == 1
    assert len(tries) == 2


def test_data_base_out_of_reach(search, teacher, watcher):
    """It is told in a line, without the password."""
    with pytest.raises(SettingsError, match="no address of a data base"):
        tune(replace(search, url="postgres:/x"), watcher, Event())
    url = "sqlite://me:secret@host/no"
    with pytest.raises(TengenError) as caught:
        tune(replace(search, url=url), watcher, Event())
    assert "secret" not in str(caught.value)
