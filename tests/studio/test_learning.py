"""Opponents that learn from the games they play, and trained runs that are offered."""

import asyncio
import multiprocessing
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tengen import weights
from tengen.agents import lesson, own
from tengen.core import Record, TengenError
from tengen.games import load
from tengen.studio.thinking.school import School
from tengen.studio.thinking.trained import find_runs
from tengen.studio.web.app import create_app

from .fake_agent import load_fake
from .fake_school import FakeTeacher, make_run
from .line import BASE, Line, terms_of
from .saved import saved_game, write_saved


@pytest.fixture
def network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The net of a run whose method learns on."""
    monkeypatch.setattr(lesson, "learners", lambda: ["keen"])
    return make_run(tmp_path / "runs" / "first", "keen")


@pytest.fixture
def teacher(data: Path) -> FakeTeacher:
    """Gives the lessons."""
    teacher = FakeTeacher()
    teacher.saved = data
    return teacher


@pytest.fixture
def loaded() -> list[str]:
    """The specs of agents that were loaded."""
    return []


@pytest.fixture
def client(
    data: Path, tmp_path: Path, teacher: FakeTeacher, network: Path, loaded: list[str]
) -> Iterator[TestClient]:
    """The studio, in process, with lessons that are told when to end."""

    def load(spec: str, game: Any) -> Any:
        loaded.append(spec)
        return load_fake(spec, game)

    app = create_app(data, load, [tmp_path / "runs"], School(teacher))
    with TestClient(app, base_url=BASE) as client:
        yield client
        teacher.go.set()


def _learning(line: Line) -> dict[str, Any]:
    """Return how the lesson stands when it has changed from being under way."""
    while True:
        learning = line.hear("status")["status"]["learning"]
        if learning and learning["state"] != "learning":
            return dict(learning)


def test_the_game_is_saved_before_it_is_learned_from(line, network, teacher, data):
    """At the end the page is told that its opponent learns; the game is on the disk by then."""
    snapshot = line.begin(opponent=f"keen:{network}", learn=True)
    assert snapshot["learns"] is True
    line.ask("play", action=14, ply=0)
    assert line.hear_ply(2)["status"]["learning"] is None
    line.ask("resign")
    assert line.hear("ended")["status"]["learning"] == {
        "state": "learning", "steps": 0, "text": "",
    }  # fmt: skip
    teacher.go.set()
    assert _learning(line) == {"state": "learned", "steps": 8, "text": ""}
    assert teacher.seen == [True]
    (record,) = teacher.games
    assert [move.action for move in record.moves] == [14, 0]
    assert record.outcome is not None
    assert (record.outcome.winner, record.outcome.reason) == (1, "resignation")
    assert saved_game(data, snapshot["id"])["learning"]["state"] == "learned"


def test_a_game_won_on_the_board_is_learned_from(line, network, teacher):
    """The end by the rules is an end like any other."""
    teacher.go.set()
    line.begin(opponent=f"keen:{network}", learn=True)
    line.ask("auto")
    while (moved := line.hear("moved"))["position"]["outcome"] is None:
        assert moved["status"]["learning"] is None
    assert moved["status"]["learning"]["state"] == "learning"
    assert _learning(line)["steps"] == 8
    assert teacher.games[0].outcome is not None


def test_a_failed_lesson_is_one_line_without_folders(line, network, teacher):
    """Why the opponent could not learn is told, and the table goes on."""
    teacher.error = f"another training is under way in {network.parent}: wait for it"
    teacher.go.set()
    line.begin(opponent=f"keen:{network}", learn=True)
    line.ask("resign")
    text = "another training is under way in first: wait for it"
    assert _learning(line) == {"state": "failed", "steps": 0, "text": text}
    line.ask("restart")
    assert line.hear("rewound")["status"]["learning"] is None
    line.ask("play", action=3, ply=0)
    assert line.hear_ply(2)


def test_the_next_game_is_against_the_new_net(line, network, teacher, loaded):
    """After a lesson the agents are loaded anew, and whenever a game is begun again."""
    teacher.go.set()
    line.begin(opponent=f"keen:{network}", learn=True)
    line.ask("play", action=14, ply=0)
    line.hear_ply(2)
    before = len(loaded)
    line.ask("play", action=15, ply=2)
    line.hear_ply(4)
    assert len(loaded) == before
    line.ask("resign")
    _learning(line)
    line.ask("restart")
    line.ask("play", action=14, ply=0)
    line.hear("rewound")
    line.hear_ply(2)
    assert len(loaded) == before + 1


def test_a_game_taken_back_during_its_lesson_is_learned_as_it_ends_at_last(
    line, client, network, teacher
):
    """Here the first lesson still waits for one of another table, and is never given."""
    with client.websocket_connect(f"{BASE.replace('http', 'ws')}/ws") as socket:
        other = Line(socket)
        other.begin(opponent=f"keen:{network}", learn=True)
        other.ask("play", action=3, ply=0)
        other.hear_ply(2)
        other.ask("resign")
        other.hear("ended")
        line.begin(opponent=f"keen:{network}", learn=True)
        line.ask("resign")
        assert line.hear("ended")["status"]["learning"]["state"] == "learning"
        line.ask("undo")
        assert line.hear("rewound")["status"]["learning"] is None
        line.ask("play", action=14, ply=0)
        line.hear_ply(2)
        line.ask("resign")
        line.hear("ended")
        teacher.go.set()
        assert _learning(line)["state"] == "learned"
    assert [[move.action for move in game.moves] for game in teacher.games] == [[3, 0], [14, 0]]


def test_a_game_is_learned_from_once(line, network, teacher):
    """Taken back after its lesson and ended again it teaches nothing more; begun again it does."""
    teacher.go.set()
    line.begin(opponent=f"keen:{network}", learn=True)
    line.ask("resign")
    _learning(line)
    line.ask("undo")
    assert line.hear("rewound")["status"]["learning"]["state"] == "learned"
    line.ask("resign")
    assert line.hear("ended")["status"]["learning"]["state"] == "learned"
    line.ask("restart")
    assert line.hear("rewound")["status"]["learning"] is None
    line.ask("resign")
    assert _learning(line)["state"] == "learned"
    assert len(teacher.games) == 2


@pytest.mark.long
def test_a_lesson_under_way_can_be_ended(network):
    """Its process is gone, and the next lesson is given."""

    async def give_up() -> None:
        school, record = School(), Record("gomoku", {"size": 6, "win_length": 4})
        before = set(multiprocessing.active_children())  # studios of other tests
        lesson = asyncio.create_task(school.teach(f"keen:{network}", record))
        while set(multiprocessing.active_children()) == before:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        lesson.cancel()
        with pytest.raises(asyncio.CancelledError):
            await lesson
        with pytest.raises(TengenError, match="first is a run of keen"):
            await school.teach(f"keen:{network}", record)
        assert set(multiprocessing.active_children()) == before
        school.close()

    # On a thread of its own: a browser's tests may keep a loop on this one.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, give_up()).result()


def test_nothing_is_learned_unless_it_was_agreed(line, network, teacher):
    """The switch is off by default, whoever the opponent is."""
    assert line.begin(opponent=f"keen:{network}")["learns"] is False
    line.ask("resign")
    assert line.hear("ended")["status"]["learning"] is None
    assert teacher.games == []


@pytest.mark.parametrize(
    ("opponent", "size"),
    [("random", 6), ("keen:nowhere/net.onnx", 6), ("keen", 6), ("other:{}", 6), ("keen:{}", 7)],
)
def test_others_cannot_learn(line, network, opponent, size):
    """Only a trained run of this game, of a method that learns on, can be asked to."""
    settings = {"size": size, "win_length": 4}
    terms = terms_of(settings=settings, opponent=opponent.format(network), learn=True)
    line.ask("new", terms=terms)
    error = line.hear("error")
    assert error["code"] == "agent"
    assert "learn" in error["text"]


def test_an_unsaved_game_is_not_learned_from(line, network, teacher, monkeypatch):
    """What could not be written down is told as the reason."""
    line.begin(opponent=f"keen:{network}", learn=True)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tengen.studio.archive.library.Library.save", full)
    line.ask("resign")
    told = line.hear("ended")["status"]["learning"]
    assert (told["state"], told["text"]) == ("failed", "No space left on device")
    assert teacher.games == []


@pytest.mark.long
def test_a_lesson_cut_short_begins_again(data, tmp_path, network):
    """A server that ends amid a lesson leaves it due; whoever opens the game has it begin again."""
    late, game_id = FakeTeacher(), ""
    with TestClient(
        create_app(data, load_fake, [tmp_path / "runs"], School(late)), base_url=BASE
    ) as client:
        with client.websocket_connect(f"{BASE.replace('http', 'ws')}/ws") as socket:
            line = Line(socket)
            game_id = line.begin(opponent=f"keen:{network}", learn=True)["id"]
            line.ask("resign")
            line.hear("ended")
        assert saved_game(data, game_id)["learning"]["state"] == "learning"
        late.error = "ended"
        late.go.set()
    # What the disk holds is as if the server had been killed before the lesson was over.
    saved = saved_game(data, game_id) | {"learning": {"state": "learning", "steps": 0, "text": ""}}
    write_saved(data, game_id, saved)
    teacher = FakeTeacher()
    teacher.go.set()
    with (
        TestClient(
            create_app(data, load_fake, [tmp_path / "runs"], School(teacher)), base_url=BASE
        ) as client,
        client.websocket_connect(f"{BASE.replace('http', 'ws')}/ws") as socket,
    ):
        line = Line(socket)
        line.ask("open", game=game_id)
        assert _learning(line)["steps"] == 8
    assert len(teacher.games) == 1


def test_runs_are_offered_the_newest_first(client: TestClient, tmp_path):
    """Runs of the game that learned something, by name, with whether they can learn on."""
    runs = tmp_path / "runs"
    make_run(runs / "newest", "stubborn", age=-60)
    make_run(runs / "of-go", "keen", load("go", size=6))
    make_run(runs / "larger", "keen", load("gomoku", size=7, win_length=4))
    make_run(runs / "for-five", "keen", load("gomoku", size=6))
    make_run(runs / "untaught", "keen", steps=0)
    make_run(runs / "nobody's", "nobody")
    (runs / "broken").mkdir()
    (runs / "broken" / "net.onnx").touch()
    (runs / "broken" / "config.toml").write_text("= nonsense")
    query = {"game": "gomoku", "settings": '{"size": 6, "win_length": 4, "rule": "standard"}'}
    told = client.get("/api/opponents", params=query).json()["runs"]
    assert [(run["name"], run["method"], run["learns"]) for run in told] == [
        ("newest", "stubborn", False),
        ("first", "keen", True),
    ]
    assert told[1]["spec"] == f"keen:{runs / 'first' / 'net.onnx'}"


def test_no_folder_of_runs_is_no_runs(tmp_path: Path):
    """Most people have not trained anything yet."""
    (tmp_path / "file").touch()
    assert find_runs([tmp_path / "nothing", tmp_path / "file"], load("gomoku")) == []


def test_the_real_lesson_is_in_a_process_of_its_own(data, network):
    """Nothing is faked there, not even the method; what it says comes back as one line."""
    app = create_app(data, load_fake, [network.parents[1]])
    with (
        TestClient(app, base_url=BASE) as client,
        client.websocket_connect(f"{BASE.replace('http', 'ws')}/ws") as socket,
    ):
        line = Line(socket)
        line.begin(opponent=f"keen:{network}", learn=True)
        line.ask("resign")
        learning = _learning(line)
    assert learning["state"] == "failed"
    assert "first is a run of keen, which does not learn on from games" in learning["text"]


@pytest.mark.long
def test_the_server_loads_no_torch():
    """Whatever learns does so elsewhere."""
    code = "import sys, tengen.studio.web.server; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.long
def test_a_net_trained_here_learns_from_a_person(data, tmp_path):
    """Nothing is faked: DQN takes its steps in another process, and its net is another one."""
    pytest.importorskip("torch", reason="training is not installed")
    from tengen.agents import load_agent
    from tengen.agents.dqn.train import train
    from tengen.core.runner import InlineRunner
    from tengen.learning.metrics import LiveDisplay

    game = load("gomoku", size=5, win_length=4)
    tiny = (
        "network.blocks=1", "network.channels=8", "play.games=8", "learner.batch=8",
        "learner.first_positions=32", "learner.positions=200", "yardstick.opponent=random",
        "yardstick.games=2",
    )  # fmt: skip
    network = train(
        game, tmp_path / "run", minutes=1, overrides=tiny, runner=InlineRunner(),
        display=LiveDisplay("a test"),
    ).network  # fmt: skip
    before = network.read_bytes()
    with (
        TestClient(create_app(data, load_agent, [tmp_path]), base_url=BASE) as client,
        client.websocket_connect(f"{BASE.replace('http', 'ws')}/ws") as socket,
    ):
        line = Line(socket)
        settings = {"size": 5, "win_length": 4}
        line.begin(settings=settings, opponent=f"dqn:{network}", learn=True, strength={})
        line.ask("play", action=12, ply=0)
        line.hear_ply(2)
        line.ask("resign")
        learning = _learning(line)
        assert (learning["state"], learning["text"]) == ("learned", "")
        assert learning["steps"] > 0
        assert network.read_bytes() != before
        line.ask("restart")
        line.ask("play", action=12, ply=0)
        line.hear("rewound")
        assert line.hear_ply(2)


def test_a_net_that_ships_learns_in_a_copy(line, tmp_path, monkeypatch, teacher):
    """Asked to learn, it is the copy that plays, and that is taught; it is offered from then on."""
    monkeypatch.setattr(lesson, "learners", own.learners)
    settings = {"size": 8, "win_length": 5}
    snapshot = line.begin(settings=settings, opponent="boardvalue", learn=True)
    net = tmp_path / "runs" / "my-gomoku-8x8-boardvalue" / "net.onnx"
    assert snapshot["opponent"] == f"boardvalue:{net}"
    assert snapshot["learns"] is True
    assert net.read_bytes() == weights.find("gomoku-8x8-boardvalue").read_bytes()
    game = load("gomoku", **settings)
    (run,) = find_runs([tmp_path / "runs"], game)
    assert (run.name, run.method) == ("my-gomoku-8x8-boardvalue", "boardvalue")
    assert School.is_pupil(run.spec, game)
    teacher.go.set()
    line.ask("resign")
    assert _learning(line)["state"] == "learned"
    assert len(teacher.games) == 1


def test_what_ships_and_can_learn_is_offered_as_such(tmp_path, monkeypatch):
    """Methods whose net was made for this very board; others have nothing to copy."""
    monkeypatch.setattr(lesson, "learners", own.learners)
    game = load("gomoku", size=8)
    able = {name for name in own.learners() if School.original_of(name, game)}
    assert able == {"boardvalue", "dqn", "policy", "qlearning"}
    assert School.original_of("policy", load("gomoku", size=15)) == "gomoku-15x15-policy"
    assert School.original_of("dqn?visits=1", game) == "gomoku-8x8-dqn"
    assert School.original_of("dqn", load("gomoku", size=9)) is None
    assert School.original_of("alphazero", game) is None
