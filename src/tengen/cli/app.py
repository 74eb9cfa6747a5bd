"""The commands, and what becomes of their errors: one line and exit code 2."""

import errno
import io
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from tengen import __version__
from tengen.cli.discovery import FoundCommands
from tengen.cli.shared.stopping import INTERRUPTED
from tengen.core import TengenError

BAD_INPUT = 2

EPILOG = """
[bold]Examples[/bold]

tengen studio

tengen match alphazero 'mcts?playouts=1000' --game gomoku --size 15 --games 100

tengen analyse --moves "h8 i9 g7" --visits 800

tengen train alphazero gomoku --size 8 --minutes 30 --out runs/g8
"""

app = typer.Typer(
    name="tengen",
    cls=FoundCommands,
    help="Train, play and analyse board games on an ordinary computer.",
    epilog=EPILOG,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"tengen {__version__}")
        raise typer.Exit


@app.callback()
def describe(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Log what is done.")] = False,
) -> None:
    """Train, play and analyse board games on an ordinary computer."""
    del version  # answered by its callback
    logging.basicConfig(
        level=logging.INFO if verbose else logging.ERROR,
        format="%(levelname)s %(name)s: %(message)s",
    )
    # What is broken in somebody else's package is told without being asked for.
    logging.getLogger("tengen.core.discovery").setLevel(logging.WARNING)


def run(arguments: Sequence[str]) -> int:
    """Run a command line and return its exit code.

    0: done; 2: bad input, told in one line on stderr; 130: interrupted. Anything else that goes
    wrong is a fault of Tengen's and keeps its traceback.
    """
    _prepare_streams()
    try:
        return _invoke(arguments)
    except TengenError as error:
        return _refuse(str(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has seen enough; Python's last flush would only complain again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        if error.errno is None:
            raise
        return _refuse(_describe(error))


def _prepare_streams() -> None:
    """Let printing never fail: what was closed swallows all, what a code page lacks becomes ``?``.

    Input that was closed is at its end.
    """
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 # for good
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 # for good
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _invoke(arguments: Sequence[str]) -> int:
    command = typer.main.get_command(app)
    try:
        code = command.main(
            list(arguments) or ["--help"], prog_name="tengen", standalone_mode=False
        )
    except typer.Abort:
        return INTERRUPTED
    except SystemExit as error:
        # What Typer makes of a reader that has seen enough.
        if isinstance(error.__context__, BrokenPipeError):
            raise error.__context__ from None
        raise
    except Exception as error:
        # Typer's own usage errors; their class has moved between its versions, the method stayed.
        explain = getattr(error, "format_message", None)
        if explain is None:
            raise
        return _refuse(f"{explain()} (tengen --help tells more)")
    sys.stdout.flush()
    return code if isinstance(code, int) else 0


def _refuse(message: str) -> int:
    print("tengen:", " ".join(message.split()), file=sys.stderr)
    return BAD_INPUT


def _describe(error: OSError) -> str:
    """Return one line: what went wrong, with which file, and what was saved."""
    # A rename has two; people know the one that the file should have got.
    name = error.filename2 or error.filename
    where = f": {name}" if name else ""
    reason = error.strerror or os.strerror(error.errno or 0)
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return f"{reason}{where} (what was written before is whole; free some space)"
    return f"{reason}{where}"
