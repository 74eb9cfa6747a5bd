"""``tengen train``: a network learns a game."""

import logging
import pkgutil
import shlex
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Event
from types import FrameType
from typing import Annotated, Any

import typer

from tengen.cli.options import Rule, Size, WinLength, load_game, options_for
from tengen.core import SettingsError
from tengen.games import settings_of


def train(
    method: Annotated[str, typer.Argument(help="What learns: alphazero, boardvalue, dqn, policy or qlearning.", metavar="METHOD")],
    game: Annotated[
        str, typer.Argument(help="What it learns: gomoku, go or draughts.", metavar="GAME")
    ],
    out: Annotated[
        str, typer.Option(metavar="FOLDER", help="The run folder, for example runs/g8.")
    ],
    minutes: Annotated[
        float, typer.Option(min=0, help="Time of the whole run, earlier sittings included.")
    ] = 30.0,
    size: Size = None,
    win_length: WinLength = None,
    rule: Rule = None,
    preset: Annotated[
        str | None,
        typer.Option(help="default, or origin: the choices of the method's source."),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(min=0, help="Of the first weights and all chance; 0 unless given."),
    ] = None,
    changes: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE",
            help="Change a setting of the run, such as learner.batch=512, or of the game, such as "
            "komi=6.5; may be repeated.",
        ),
    ] = None,
    resume: Annotated[bool, typer.Option(help="Go on with the run in --out.")] = False,
    start_from: Annotated[
        Path | None,
        typer.Option(
            metavar="NET.safetensors",
            help="Begin with these weights instead of random ones; any board size will do.",
        ),
    ] = None,
    records: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="PATH",
            help="Learn from these games: a file, an archive or a folder; may be repeated.",
        ),
    ] = None,
) -> None:
    """Train a network, by its own games or from records.

    Ctrl-C saves and ends; --resume goes on from there, also after a crash.

    [bold]Example[/bold]: tengen train alphazero gomoku --size 8 --minutes 30 --out runs/g8
    """
    of_game = [text for text in changes or () if text.partition("=")[0] in settings_of(game)]
    of_run = [text for text in changes or () if text not in of_game]
    rules = load_game(game, size, win_length, rule, of_game)
    if not out:
        raise SettingsError("--out is empty: name a run folder, for example runs/g8")
    folder = Path(out)
    teacher = _find(method)
    from tengen.learning.metrics import LiveDisplay
    from tengen.scaleout.local import LocalRunner

    with _plain_log(), _stopping() as stop:
        trained = teacher.train(
            rules,
            folder,
            minutes=minutes,
            seed=seed,
            preset=preset,
            overrides=of_run,
            resume=resume,
            start_from=start_from,
            records=records or (),
            runner=LocalRunner(),
            display=LiveDisplay(f"{method} learns {rules.name} into {folder}"),
            stop=stop,
        )
    if trained.steps:
        net = trained.network
        typer.echo(f"The network is {net}; the run's figures are in {folder / 'metrics.jsonl'}.")
        typer.echo(f"As an agent it is called '{method}:{net}'.")
        command = ["tengen", "match", f"{method}:{net}", "mcts?playouts=3000", *options_for(rules)]
        typer.echo(f"Rate it: {shlex.join(command)}")
    else:
        typer.echo(
            f"Nothing was learned yet: fewer than {trained.needed} positions were played. "
            "They are saved; --resume with more --minutes goes on."
        )
    if stop.is_set():
        typer.echo("Stopped early; the same command with --resume goes on.")


def methods() -> list[str]:
    """Return the names of the methods that can be trained."""
    import tengen.agents

    folders = (m.name for m in pkgutil.iter_modules(tengen.agents.__path__) if m.ispkg)
    return sorted(name for name in folders if find_spec(f"tengen.agents.{name}.train"))


def _find(method: str) -> Any:
    """Return the method's `train` module; each has a function `train` with the same parameters."""
    if method not in methods():
        raise SettingsError(f"cannot train {method!r}: there is {', '.join(methods())}")
    if find_spec("torch") is None or find_spec("onnx") is None:
        raise SettingsError(
            "training needs more packages: in Tengen's folder, run "
            f"{sys.executable} -m pip install '.[train]'"
        )
    return import_module(f"tengen.agents.{method}.train")


class _Lines(logging.Handler):
    """Prints messages as they are, where stderr is now: the live table may have moved it."""

    def emit(self, record: logging.LogRecord) -> None:
        """Print one."""
        print(self.format(record), file=sys.stderr)


@contextmanager
def _plain_log() -> Iterator[None]:
    """Show what Tengen logs, for people: without level and module."""
    logger, lines = logging.getLogger("tengen"), _Lines()
    before = logger.level, logger.propagate
    logger.addHandler(lines)
    logger.setLevel(logging.INFO)
    logger.propagate = False
    try:
        yield
    finally:
        logger.removeHandler(lines)
        logger.level, logger.propagate = before


@contextmanager
def _stopping() -> Iterator[Event]:
    """Turn Ctrl-C and a polite kill into an event; pressed again, they change nothing."""
    stop = Event()

    def ask(signal_number: int, frame: FrameType | None) -> None:
        del signal_number, frame  # every such signal means the same
        stop.set()

    signals = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, ask) for number in signals}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
