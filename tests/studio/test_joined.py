"""Modules of a room come in one answer and mean what they mean apart."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.testclient import TestClient

from tengen import studio
from tengen.studio.web.joined import JoinedFiles, join

STATIC = Path(studio.__file__).parent / "static"
SHELL = {"js/app.js": 'import { say } from "./shared.js";\nsay();\n'}


def _write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in (SHELL | files).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
def test_a_joined_module_does_what_it_does_apart(tmp_path: Path):
    """Names of modules do not meet, renamed and whole imports too, and one module runs once."""
    static = _write(
        tmp_path,
        {
            "js/shared.js": "export function say() {}\n",
            "rooms/a/room.js": 'import { one as first } from "./one.js";\n'
            'import * as two from "../b/two.js";\n'
            "const seen = [first(), two.runs, two.one];\n"
            "export { seen };\nexport async function open() {\n  return seen;\n}\n",
            "rooms/a/one.js": 'import {\n  one as two,\n  runs,\n} from "../b/two.js";\n'
            "const seen = 5;\nexport function one() {\n  return two + seen * runs;\n}\n",
            "rooms/b/two.js": "globalThis.runs = (globalThis.runs ?? 0) + 1;\n"
            "export const one = 2;\nexport const runs = globalThis.runs;\n",
        },
    )
    script = "\nconsole.log(JSON.stringify([seen, await open()]));"
    (tmp_path / "joined.mjs").write_text(join(static, "rooms/a/room.js") + script)
    command = ["node", str(tmp_path / "joined.mjs")]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert told == "[[7,1,2],[7,1,2]]\n"


def test_what_the_shell_has_is_not_joined(tmp_path: Path):
    """What all rooms share is there once: a room takes it from where the shell took it."""
    room = 'import { say } from "../../js/shared.js";\nexport function open() {\n  say();\n}\n'
    files = {"js/shared.js": "export function say() {}\n", "rooms/a/room.js": room}
    joined = join(_write(tmp_path, files), "rooms/a/room.js")
    assert 'from "/static/js/shared.js";' in joined
    assert "function say" not in joined


@pytest.mark.parametrize(
    "text",
    ["export let a = 1;", "export default 5;", 'import a from "./room.js";', 'import "./x.js";'],
)
def test_what_cannot_be_joined_is_refused(tmp_path: Path, text: str):
    """A form of import or export that is not understood is never sent wrong."""
    with pytest.raises(AssertionError, match="cannot join"):
        join(
            _write(tmp_path, {"js/shared.js": "", "rooms/a/room.js": f"{text}\n"}),
            "rooms/a/room.js",
        )


def test_a_circle_is_refused(tmp_path: Path):
    """Modules that need each other have no order."""
    files = {
        "js/shared.js": "",
        "rooms/a/room.js": 'import { b } from "./b.js";\n',
        "rooms/a/b.js": 'import { a } from "./room.js";\n',
    }
    with pytest.raises(AssertionError, match="imports itself"):
        join(_write(tmp_path, files), "rooms/a/room.js")


def test_each_room_of_the_page_can_be_joined():
    """Whatever a room imports, now or when it is wanted, keeps to what is understood."""
    rooms = [f"rooms/{room.name}/room.js" for room in (STATIC / "rooms").iterdir()]
    wanted = ["study/desk", "study/export", "watch/lobby", "watch/cup", "watch/game"]
    for path in [*rooms, *(f"rooms/{name}.js" for name in wanted)]:
        assert join(STATIC, path)


def test_the_answer_is_remembered_by_its_content(client):
    """A browser that has the module is told so; one that is joined anew has another name."""
    first = client.get("/static/rooms/play/room.js")
    assert "createBoardView" in first.text
    again = client.get(
        "/static/rooms/play/room.js", headers={"if-none-match": first.headers["etag"]}
    )
    assert (again.status_code, again.content) == (304, b"")
    assert client.get("/static/rooms/play/none.js").status_code == 404


def test_a_module_that_is_written_anew_is_seen_at_once(tmp_path: Path):
    """What was joined is kept, until any of its files is another."""
    say = 'export function say() {}\nexport const said = "once";\n'
    room = 'import { said } from "./one.js";\nexport function open() {\n  return said;\n}\n'
    files = {"js/shared.js": say, "rooms/a/room.js": room, "rooms/a/one.js": say}
    static = _write(tmp_path, files)
    app = Starlette(routes=[Mount("/", JoinedFiles(directory=static))])
    with TestClient(app) as client:
        first = client.get("/rooms/a/room.js").text
        assert client.get("/rooms/a/room.js").text == first
        (static / "rooms/a/one.js").write_text(say.replace("once", "twice"))
        os.utime(static / "rooms/a/one.js", ns=(1, 1))  # whatever the clock of the disk is
        second = client.get("/rooms/a/room.js").text
        assert second == first.replace("once", "twice")
        (static / "rooms/a/room.js").write_text(room.replace("./one.js", "./two.js"))
        (static / "rooms/a/one.js").rename(static / "rooms/a/two.js")
        assert client.get("/rooms/a/room.js").text == second.replace("one.js", "two.js")
