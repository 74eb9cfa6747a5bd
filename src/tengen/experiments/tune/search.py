"""A search from beginning to end; it goes on where it was when it is started again."""

import json
import socket
import time
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Event

import optuna
from optuna.trial import TrialState

from tengen.agents.teachers import load_teacher
from tengen.core import Game, SettingsError, TengenError
from tengen.core.runner import Runner, RunnerError
from tengen.experiments.asked import check_records, differing
from tengen.experiments.measuring import measuring
from tengen.experiments.tune.space import assignment, preset_values, space_of, suggest
from tengen.experiments.tune.trial import (
    Match,
    OwnStop,
    Reporting,
    TrialFailedError,
    TrialRow,
    describe,
    result_of,
    value_of,
)
from tengen.experiments.watching import Watcher
from tengen.learning.learner import DivergedError
from tengen.learning.lock import held
from tengen.learning.search_space import SearchSpace, Value

REPORTS = 5
"""Matches against the fixed opponent during a trial, the last one at its end."""
_MEASURED_SHARE = 0.25
"""No more of the time than this goes into them."""
_STARTUP_TRIALS = 4
"""So many trials are finished before any is ended early."""
_WARMUP_REPORTS = 1
"""A trial is not ended by its first match: everybody loses that."""
FAILURES = 3
"""So many trials that fail one after another end a sitting."""
_OTHERS_SECONDS = 2.0
"""Another machine makes the tables of a data base in this time."""
_INTERRUPTED = "interrupted"
_FOLDER = "folder"
_MATCH = "match"
_PLACE = "place"
_DONE = (TrialState.COMPLETE, TrialState.PRUNED)


@dataclass(frozen=True, slots=True)
class Search:
    """What is searched, and how long."""

    method: str
    game: Game
    study: Path
    """SQLite file of the trials; their run folders are in a folder of its name beside it."""
    trials: int
    """How many are wanted in all, earlier sittings included, failed ones not."""
    minutes: float
    """Training time of each."""
    runner: Runner
    """Has the workers of the trainings."""
    seed: int = 0
    preset: str | None = None
    overrides: Sequence[str] = ()
    """Settings that are fixed, ``name=value``."""
    records: Sequence[Path] = ()
    """As for a training."""
    url: str | None = None
    """A data base of the trials that several machines can write to, in place of the file, as
    SQLAlchemy knows it: ``postgresql://...``. Run folders stay with the machine that trains."""

    @property
    def folder(self) -> Path:
        """Where the trials' run folders are."""
        return self.study.with_suffix("")

    @property
    def shown(self) -> str:
        """What a person calls the place of the trials; no password is in it."""
        from sqlalchemy.engine import make_url

        return str(self.study) if self.url is None else repr(make_url(self.url))

    def identity(self) -> dict[str, object]:
        """Return what must be the same for trials to be compared."""
        return {
            "method": self.method,
            "game": self.game.name,
            "settings": dict(self.game.settings),
            "minutes": self.minutes,
            "seed": self.seed,
            "preset": self.preset or "default",
            "overrides": list(self.overrides),
            "records": [str(path.absolute()) for path in self.records],
        }


def tune(search: Search, watcher: Watcher, stop: Event) -> list[TrialRow]:
    """Train with one setting after another; return the trials, the best first.

    Every trial is a run: a training with settings that Optuna proposes, by what the trials before
    led to. What is sought is the lower end of the interval of the score in its last match. Trials
    that fail are none of those wanted; after `FAILURES` in a row it is left at that.

    Args:
        search: what and how long.
        watcher: is told what happens.
        stop: ends the search early when set; the trial under way goes on the next time.

    Raises:
        TengenError: when something cannot be used, or the file holds another study.
    """
    load_teacher(search.method)
    space = space_of(search.method, search.preset, search.overrides)
    start = preset_values(search.method, search.preset, search.overrides, space)
    check_records(search.records, search.game)
    if search.url is None:
        _check_file(search.study)
    with _plain_errors(search), held(search.folder):
        study = _open(search, space, start)
        failed = 0
        while failed < FAILURES and _count(study) < search.trials and not stop.is_set():
            is_failure = not _run_trial(search, study, space, watcher, stop)
            failed = failed + 1 if is_failure else 0
        return results(study, space)


def _check_file(path: Path) -> None:
    """Refuse a file that SQLite would not read, before anything is written.

    Raises:
        SettingsError: when it is a folder, something else, or would lie where its trials go.
    """
    if not path.suffix:
        raise SettingsError(f"--study {path}: needs an ending, such as {path}.sqlite")
    if path.is_dir():
        raise SettingsError(f"--study {path} is a folder")
    if path.exists() and path.stat().st_size:
        with path.open("rb") as file:
            if file.read(16) != b"SQLite format 3\0":
                raise SettingsError(f"--study {path} is no study: choose another file")


@contextmanager
def _plain_errors(search: Search) -> Iterator[None]:
    """Turn the errors of a data base that is damaged, or out of reach, into one line."""
    from sqlalchemy.exc import ArgumentError, SQLAlchemyError

    verbosity = optuna.logging.get_verbosity()
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    try:
        yield
    except ArgumentError:
        # Where the password is in it, nobody knows.
        raise SettingsError(
            "--study: no address of a data base, such as postgresql://me@host/tune"
        ) from None
    except (SQLAlchemyError, optuna.exceptions.StorageInternalError, ImportError) as error:
        cause = error.__cause__ or error
        said = str(cause).splitlines()[0]
        raise TengenError(f"{search.shown} cannot be used: {said}") from error
    finally:
        optuna.logging.set_verbosity(verbosity)


def _open_storage(url: str) -> optuna.storages.RDBStorage:
    """Open the data base, its tables made where there are none."""
    from sqlalchemy.exc import IntegrityError, ProgrammingError

    try:
        return optuna.storages.RDBStorage(url)
    except (IntegrityError, ProgrammingError):
        # Whoever begins at the same moment makes the same tables: once they are there, all is well.
        time.sleep(_OTHERS_SECONDS)
        return optuna.storages.RDBStorage(url)


def _open(search: Search, space: SearchSpace, start: Mapping[str, Value]) -> optuna.Study:
    """Return the study, its trials under way handed out again; begin it with the preset's values.

    Raises:
        SettingsError: when the file holds a study of something else.
    """
    storage = _open_storage(_url(search))
    names = optuna.get_all_study_names(storage)
    # A data base has room for many.
    if search.url is None and names and names != [_name(search)]:
        raise SettingsError(f"--study {search.study} is of {', '.join(names)}: choose another file")
    study = optuna.create_study(
        storage=storage, study_name=_name(search), direction="maximize", load_if_exists=True
    )
    identity = search.identity() | {
        "space": {name: [type(r).__name__, *asdict(r).values()] for name, r in space.items()}
    }
    _check_identity(search, study, _as_json(identity))
    if not study.trials:
        study.enqueue_trial(dict(start))
    for trial in study.get_trials(states=[TrialState.RUNNING]):
        # Nobody else works in this folder; others may elsewhere.
        if trial.user_attrs.get(_PLACE, _place(search)) == _place(search):
            _hand_out_again(study, trial)
    # Draws of an earlier sitting are not repeated, nor those of other machines.
    seed = search.seed + len(study.trials)
    if search.url is not None:
        seed += zlib.crc32(_place(search).encode())
    study.sampler = optuna.samplers.TPESampler(
        seed=seed, n_startup_trials=_STARTUP_TRIALS + 1, constant_liar=search.url is not None
    )
    study.pruner = optuna.pruners.MedianPruner(_STARTUP_TRIALS, _WARMUP_REPORTS)
    return study


def _url(search: Search) -> str:
    from sqlalchemy.engine import URL

    if search.url is not None:
        return search.url
    search.study.parent.mkdir(parents=True, exist_ok=True)
    url = URL.create("sqlite", database=str(search.study.absolute()))
    return url.render_as_string(hide_password=False)


def _place(search: Search) -> str:
    """Return where the run folders of this search are, as no other machine has it."""
    return f"{socket.gethostname()}:{search.folder.absolute()}"


def _name(search: Search) -> str:
    return f"{search.method} {search.game.name}"


def _as_json(data: Mapping[str, object]) -> dict[str, object]:
    plain: dict[str, object] = json.loads(json.dumps(data))
    return plain


def _check_identity(search: Search, study: optuna.Study, identity: dict[str, object]) -> None:
    earlier = study.user_attrs.get("identity")
    if earlier is None:
        study.set_user_attr("identity", identity)
        return
    for name, value in identity.items():
        if earlier.get(name) != value:
            there, asked = differing(earlier.get(name), value)
            raise SettingsError(
                f"--study {search.shown} was begun with {name} {there}, not {asked}: "
                "choose another file"
            )


def _hand_out_again(study: optuna.Study, trial: optuna.trial.FrozenTrial) -> None:
    """End a trial that was cut off, and let the next one be the same, in the same run folder."""
    study.tell(trial.number, state=TrialState.FAIL)
    folder = {_FOLDER: trial.user_attrs[_FOLDER]} if _FOLDER in trial.user_attrs else {}
    if trial.params:
        study.enqueue_trial(trial.params, user_attrs=folder | {_INTERRUPTED: trial.number})


def _count(study: optuna.Study) -> int:
    """Return how many trials led to a result."""
    return len(study.get_trials(deepcopy=False, states=_DONE))


def _folder_of(study: optuna.Study, trial: optuna.Trial, place: str) -> str:
    """Return the name of a trial's run folder: its own, or for a new one that of the next number.

    Optuna's numbers are not shown: it counts a trial that was interrupted twice.
    """
    trial.set_user_attr(_PLACE, place)
    if _FOLDER in trial.user_attrs:
        return str(trial.user_attrs[_FOLDER])
    used = [_number(t.user_attrs[_FOLDER]) for t in study.trials if _FOLDER in t.user_attrs]
    name = f"trial-{max(used, default=0) + 1:03d}"
    trial.set_user_attr(_FOLDER, name)
    return name


def _number(folder: str) -> int:
    return int(folder.rpartition("-")[2])


def _run_trial(
    search: Search, study: optuna.Study, space: SearchSpace, watcher: Watcher, stop: Event
) -> bool:
    """Run a trial, new or once interrupted; return whether it did not fail."""
    trial = study.ask()
    settings = suggest(trial, space)
    name = _folder_of(study, trial, _place(search))
    title = f"{name}, {_count(study)} of {search.trials} done: {describe(settings)}"
    own_stop = OwnStop(stop)
    folder = search.folder / name
    display = Reporting(watcher.training(title), trial, folder, own_stop)
    try:
        steps = _train(search, folder, settings, display, own_stop)
        if stop.is_set():
            _hand_out_again(study, study.trials[trial.number])
            return True
        match = result_of(folder, steps)
    except TengenError as error:
        trial.set_user_attr("failure", str(error))
        study.tell(trial, state=TrialState.FAIL)
        # What fails the first trial is no matter of its values.
        odd = isinstance(error, DivergedError | RunnerError | TrialFailedError)
        if not odd and not study.get_trials(states=_DONE):
            raise
        watcher.say(f"{name} failed: {error}")
        return False
    except BaseException:
        _hand_out_again(study, study.trials[trial.number])
        raise
    trial.set_user_attr(_MATCH, match)
    if display.pruned:
        study.tell(trial, state=TrialState.PRUNED)
    else:
        study.tell(trial, value_of(match))
    watcher.say(f"{name} {_verdict(match, pruned=display.pruned)}: {describe(settings)}")
    return True


def _train(
    search: Search, folder: Path, settings: Sequence[str], display: Reporting, stop: Event
) -> int:
    """Train a trial, or go on with its run, and return the number of its gradient steps."""
    teacher = load_teacher(search.method)
    measured = measuring(search.minutes, matches=REPORTS, share=_MEASURED_SHARE)
    trained = teacher.train(
        search.game,
        folder,
        minutes=search.minutes,
        seed=search.seed,
        preset=search.preset,
        overrides=[*measured, *search.overrides, *settings],
        resume=(folder / "config.toml").exists(),
        records=search.records,
        runner=search.runner,
        display=display,
        stop=stop,
    )
    return int(trained.steps)


def _verdict(match: Match, *, pruned: bool) -> str:
    low, high = (f"{100 * bound:.0f}" for bound in match["interval"])
    score = f"{100 * match['score']:.0f} % ({low} to {high}) against {match['opponent']}"
    return f"ended early at {score}" if pruned else f"scored {score}"


def results(study: optuna.Study, space: SearchSpace) -> list[TrialRow]:
    """Return the trials that came to an end as plain data, the best first, then the pruned."""
    rows: list[TrialRow] = []
    again = {trial.user_attrs.get(_INTERRUPTED) for trial in study.trials}
    for trial in study.trials:
        if (
            not trial.state.is_finished()
            or trial.number in again
            or _FOLDER not in trial.user_attrs
        ):
            continue
        match = trial.user_attrs.get(_MATCH, {})
        rows.append(
            {
                "trial": _number(trial.user_attrs[_FOLDER]),
                "folder": trial.user_attrs[_FOLDER],
                "state": trial.state.name.lower(),
                "value": trial.value if trial.state == TrialState.COMPLETE else None,
                "score": match.get("score"),
                "interval": match.get("interval"),
                "games": match.get("match_games"),
                "opponent": match.get("opponent"),
                "settings": [
                    assignment(name, trial.params[name]) for name in space if name in trial.params
                ],
                "failure": trial.user_attrs.get("failure"),
            }
        )
    return sorted(rows, key=_rank)


def _rank(row: TrialRow) -> tuple[bool, bool, float]:
    return row["value"] is None, row["score"] is None, -(row["value"] or row["score"] or 0.0)
