"""Starting the server."""

import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tengen.core import TengenError
from tengen.studio import serve
from tengen.studio.archive.library import Library
from tengen.studio.rooms.train.trainings import Trainings
from tengen.studio.web import server

STATIC = Path(serve.__globals__["__file__"]).parent / "static"


def test_a_port_in_use_is_one_clear_line(tmp_path):
    """Whoever holds the port, the message says what to do."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(
            TengenError, match=f"^port {port} is in use; choose another with --port$"
        ):
            serve(port=port, data=tmp_path, open_browser=False)


@pytest.mark.parametrize("port", [-1, 65536])
def test_a_port_out_of_range_is_refused(tmp_path, port):
    """There are no such ports."""
    with pytest.raises(TengenError, match=f"port {port} cannot be used"):
        serve(port=port, data=tmp_path, open_browser=False)


@pytest.mark.parametrize("host", ["192.0.2.1", "no such host", ""])
def test_only_addresses_of_this_machine_are_listened_on(tmp_path, host):
    """Another machine's address is one clear line."""
    with pytest.raises(TengenError, match="is no address of this machine"):
        serve(host=host, port=0, data=tmp_path, open_browser=False)


def test_a_folder_that_cannot_be_made_is_refused(tmp_path):
    """A file where the folder should be is found before the first game, not after it."""
    (tmp_path / "file").write_text("")
    with pytest.raises(TengenError, match="cannot keep games in"):
        serve(port=0, data=tmp_path / "file" / "games", open_browser=False)


def test_trainings_go_to_the_folder_that_was_named(tmp_path, monkeypatch):
    """Even where there is a ``./runs``; nets there are offered all the same."""
    (tmp_path / "here" / "runs").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "here")
    given: list[Path] = []

    class EnoughError(Exception):
        pass

    def create_app(_: Path, runs: Sequence[Path], **__: object) -> None:
        given.extend(runs)
        raise EnoughError

    monkeypatch.setattr(server, "create_app", create_app)
    with pytest.raises(EnoughError):
        serve(port=0, data=Path("../mine"), open_browser=False)
    named = tmp_path / "here" / ".." / "mine" / "runs"
    assert given == [named, tmp_path / "here" / "runs"]
    assert Trainings(tmp_path, given, Library).home() == named


def test_importing_the_studio_is_cheap():
    """The command line may import it without paying for a web framework."""
    code = (
        "import sys, tengen.studio; sys.exit('fastapi' in sys.modules or 'uvicorn' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], env=os.environ, check=False).returncode == 0


@pytest.mark.parametrize("path", sorted(STATIC.rglob("*.js")), ids=lambda path: path.name)
def test_modules_are_small_and_own(path):
    """A module has fewer than 300 lines and takes nothing from elsewhere."""
    text = path.read_text()
    assert text.count("\n") < 300
    assert "https://" not in text
    assert "innerHTML" not in text


def test_the_page_has_nothing_inline():
    """No script, style or handler stands in the page itself, as its policy demands."""
    page = (STATIC / "index.html").read_text()
    assert "<style" not in page
    assert " style=" not in page
    assert " onclick=" not in page
    assert page.count("<script") == page.count("<script src=") + page.count(
        '<script type="module" src='
    )


def test_the_games_are_there_before_anybody_asks(tmp_path):
    """Requests run in threads: two that begin to import a game at once could find half of it."""
    asked = f"""
import sys
from pathlib import Path
from tengen.studio.web.app import create_app
create_app(Path({str(tmp_path)!r}))
missing = {{f"tengen.games.{{name}}.game" for name in ("draughts", "go", "gomoku")}} - set(sys.modules)
assert not missing, missing
assert "torch" not in sys.modules  # whatever learns does so elsewhere
"""
    subprocess.run([sys.executable, "-c", asked], check=True, timeout=60)
