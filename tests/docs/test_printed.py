"""Every command and every line of code that a page prints is run as it stands there.

`how.py` says what is cut short, what is only understood, and why.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tomllib
from itertools import takewhile
from pathlib import Path

import pytest
import typer

from tengen.cli.app import app, run
from tengen.experiments.asked import settings_of
from tengen.games import load

from .how import SERVES, TAKES_LONG, cut, why_not
from .printed import ROOT, Block, Command, blocks, commands

PAGES = sorted(
    page
    for page in (
        *ROOT.glob("*.md"),
        *ROOT.glob("docs/**/*.md"),
        *ROOT.glob("examples/**/*.md"),
        *ROOT.glob("src/tengen/**/*.md"),
    )
    if page.name != "CHANGELOG.md"
)
CARDS = ROOT / "src" / "tengen" / "weights"
"""What is printed there made a net once, for hours; it is understood, and not done again."""
HELP = ROOT / "docs" / "site" / "reference" / "commands"
"""What is printed there is the examples of ``--help``, with files that a reader would have; it is understood."""
WALKED = [page for page in PAGES if not {CARDS, HELP} & {*page.parents} and any(commands(page))]


def _ids(page: Path) -> str:
    return str(page.relative_to(ROOT))


def _understand(words: list[str]) -> None:
    """Parse a command line as the program does, and run nothing.

    Raises:
        UsageError: one of Typer's, when the program would refuse it.
    """
    command, context, rest = typer.main.get_command(app), None, words[1:]
    while True:
        context = command.make_context(words[0], list(rest), parent=context)
        if not isinstance(command, typer.core.TyperGroup):
            return
        rest = [*context._protected_args, *context.args]
        if not rest:
            return
        name, command, rest = command.resolve_command(context, rest)
        assert command is not None, name


@pytest.mark.parametrize("page", PAGES, ids=_ids)
def test_commands_are_understood(page: Path) -> None:
    """Each command is there, with its options and values of the right kind."""
    refused = []
    for command in commands(page):
        if command.words[0] != "tengen":
            continue
        try:
            _understand(list(takewhile("<".__ne__, command.words)))
        except typer.Exit:  # --help and --version have said what they say
            pass
        except Exception as error:
            if not hasattr(error, "format_message"):  # not one of the usage errors
                raise
            refused.append(f"{command.place}: {command.text}: {error.format_message()}")
    assert refused == []


@pytest.mark.parametrize("page", PAGES, ids=_ids)
def test_settings_are_there(page: Path) -> None:
    """Each setting that a printed training changes is one of the game or of the method."""
    for command in commands(page):
        if command.words[:2] == ["tengen", "train"]:
            _settle(command.words[2:])


def _settle(words: list[str]) -> None:
    """Make the settings that a training's arguments ask for.

    Raises:
        SettingsError: when there is no such setting, or not with that value.
    """
    asked = argparse.ArgumentParser()
    asked.add_argument("method")
    asked.add_argument("game")
    asked.add_argument("--preset")
    asked.add_argument("--set", action="append", default=[])
    options, _ = asked.parse_known_args(words)
    of_game = load(options.game).settings
    settings_of(
        options.method,
        options.preset,
        [change for change in options.set if change.partition("=")[0] not in of_game],
    )


@pytest.mark.parametrize("page", PAGES, ids=_ids)
def test_commands_stand_between_fences(page: Path) -> None:
    """No command hides from these tests in an indented block."""
    assert re.findall(r"(?m)^    (?:tengen|make|python) .*", page.read_text("utf-8")) == []


@pytest.mark.parametrize("page", PAGES, ids=_ids)
def test_files_of_settings_are_read(page: Path) -> None:
    """Each block of settings is TOML."""
    for block in blocks(page, "toml"):
        assert tomllib.loads(block.text), block.place


def test_targets_of_make_are_there() -> None:
    """What pages make has a rule."""
    rules = set(re.findall(r"(?m)^([a-z-]+):", (ROOT / "Makefile").read_text()))
    made = {c.words[1] for page in PAGES for c in commands(page) if c.words[0] == "make"}
    assert made
    assert made <= rules


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that pages speak of."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    shutil.copy(ROOT / "examples" / "game.sgf", tmp_path)
    shutil.copy(ROOT / "examples" / "game.sgf", tmp_path / "my-game.sgf")
    (tmp_path / "games").mkdir()
    shutil.copy(ROOT / "examples" / "game.sgf", tmp_path / "games")
    (tmp_path / "games.pdn").write_text('[Result "*"]\n\n1. 11-15 23-19 2. 8-11 22-17 *\n')
    subprocess.run(["tar", "-czf", "archive.tar.gz", "games"], cwd=tmp_path, check=True)
    shutil.copy(tmp_path / "archive.tar.gz", tmp_path / "games.tar.gz")
    (tmp_path / "eleven-man.txt").write_text("11-15 23-19\n9-13 22-18 6-9\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def _globbed(folder: Path, words: list[str]) -> list[str]:
    """Return the words with file names in place of ``*``, as a shell would."""
    found = (
        [str(p.relative_to(folder)) for p in folder.glob(w)] if "*" in w else [] for w in words
    )
    return [name for word, names in zip(words, found, strict=True) for name in names or [word]]


def _is_quick(command: Command) -> bool:
    return (
        command.words[0] == "tengen"
        and why_not(command.text) is None
        and not re.search(f"{SERVES}|{TAKES_LONG}", command.text)
    )


def test_quick_commands(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What takes no second does what the page says, as printed."""
    seen = set()
    for command in (c for page in WALKED for c in commands(page) if _is_quick(c)):
        if command.text in seen:
            continue
        seen.add(command.text)
        code = run(_globbed(folder, command.words)[1:])
        assert code == 0, f"{command.place}: {command.text}: {capsys.readouterr().err}"
    assert len(seen) > 10


PYTHON = [block for page in PAGES for block in blocks(page, "python")]


@pytest.mark.parametrize("block", PYTHON, ids=lambda block: block.place)
def test_python(block: Block, folder: Path) -> None:
    """Lines of Python run as printed."""
    if "zoo" in block.text:
        pytest.importorskip("pettingzoo", reason="the extra [pettingzoo] is not installed")
    exec(compile(block.text, block.place, "exec"), {"__name__": "printed"})


@pytest.fixture
def many_games(folder: Path) -> None:
    """More games in that folder, as many as learning needs."""
    match = ("match", "robot?level=1", "robot?level=2", "--games", "12")
    for options in (("--opening-plies", "4", "--save", "games.jsonl"), DRAUGHTS):
        assert run([*match, *options]) == 0
    shutil.copy("games.jsonl", "games")
    assert run(["records", "convert", "games.jsonl", "--out", "games.sgf"]) == 0
    shutil.copytree("games", "more")
    assert run(["records", "convert", "d.jsonl", "--out", "games.pdn", "--force"]) == 0


DRAUGHTS = ("--game", "draughts", "--save", "d.jsonl")


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("page", WALKED, ids=_ids)
def test_page(page: Path, folder: Path, many_games: None) -> None:
    """A page is followed from its first command to its last, with limits cut."""
    for command in commands(page):
        if why_not(command.text) is not None:
            continue
        if "gnugo" in command.text and shutil.which("gnugo", path=_path()) is None:
            continue
        _run(Command(command.place, cut(command.text)), folder)


def _path() -> str:
    """Return where programs are looked for: this Python's folder first."""
    return os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"], "/usr/games"])


ENDS = {"gtp": "quit\n", "gomocup": "START 15\nBEGIN\nEND\n", "hub": "hub\nquit\n", "analysis": ""}
"""What is said to a command that plays for other programs."""


def _run(command: Command, folder: Path) -> None:
    words = _globbed(folder, command.words)
    environment = os.environ | {"PATH": _path(), "PYTHONUNBUFFERED": "1"}
    if words[:2] == ["tengen", "studio"]:
        _open_studio(words, environment)
        return
    words = [sys.executable, "-m", *words] if words[0] == "tengen" else [sys.executable, *words[1:]]
    done = subprocess.run(
        words, input=ENDS.get(command.words[1], ""), env=environment,
        capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"{command.place}: {command.text}\n{done.stdout}{done.stderr}"


def _open_studio(words: list[str], environment: dict[str, str]) -> None:
    """Start the studio, see that it tells its address, and end it as Ctrl-C does."""
    begun = [sys.executable, "-m", *words, "--no-browser", "--port", "0"]
    with subprocess.Popen(begun, stdout=subprocess.PIPE, text=True, env=environment) as studio:
        assert studio.stdout is not None
        told = studio.stdout.readline()
        studio.terminate()
    assert "http://" in told, words


def test_every_pattern_is_needed() -> None:
    """No line of `how.py` is left over from a command that is no longer printed."""
    from .how import CUT, NOT_RUN

    texts = [c.text for page in PAGES for c in commands(page)]
    unused = [p for p in NOT_RUN if not any(re.search(p, text) for text in texts)]
    for pattern, instead in CUT:
        changed = [re.sub(pattern, instead, text) for text in texts]
        if changed == texts:
            unused.append(pattern)
        texts = changed
    assert unused == []
