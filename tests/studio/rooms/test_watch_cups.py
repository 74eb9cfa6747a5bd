"""Tournaments begun from a page, gone on with, and followed wherever they came from."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.studio import apart
from tests.studio.fake_agent import load_fake
from tests.studio.line import BASE, Line

from tengen.agents.player import SpecPlayer
from tengen.arena.config import Config
from tengen.arena.following import Follower
from tengen.arena.plan import Plan, make_plan
from tengen.arena.tournament import play_tournament
from tengen.cli.shared.stopping import INTERRUPTED
from tengen.core import SettingsError, Stop, parse_spec
from tengen.scaleout.local import LocalRunner
from tengen.studio.archive.library import Library, Query
from tengen.studio.rooms.watch.form import restore_settings
from tengen.studio.rooms.watch.places import Place
from tengen.studio.rooms.watch.processes import CupProcesses
from tengen.studio.thinking.engines import Engines
from tengen.studio.web.app import create_app

from .following import State, follow, until

QUICK = [{"spec": "random", "name": name} for name in ("Ann", "Bo", "Cy")]
SLOW = [{"spec": "mcts", "name": name, "seconds": 0.15} for name in ("Ann", "Bo")]
CUP: dict[str, Any] = {
    "name": "Spring",
    "game": "gomoku",
    "settings": {"size": 6, "win_length": 4},
    "players": QUICK,
    "openings": {"source": "none"},
}
ELSEWHERE = """
name = "not in the folder"
games = 2
[game]
name = "gomoku"
size = 6
win_length = 4
[openings]
source = "none"
[[players]]
name = "Ann"
spec = "random"
[[players]]
name = "Bo"
spec = "random"
"""


@pytest.fixture(autouse=True)
def _own_ratings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games for nobody's ratings."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """The folder of runs."""
    return tmp_path / "runs"


@pytest.fixture
def client(data: Path, runs: Path) -> Iterator[TestClient]:
    """The studio, with a folder of runs."""
    app = create_app(data, load_fake, [runs], engines=Engines(["gtp:sh?name=GNU Go"]))
    with TestClient(app, base_url=BASE) as client:
        yield client


@dataclass(frozen=True)
class Spring:
    """A studio, and what a page was told of a tournament there until its end."""

    client: TestClient
    folder: Path
    cup: str
    state: State


@pytest.fixture(scope="module")
def spring(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Spring]:
    """A tournament that was played, for those who only look at it."""
    folder = tmp_path_factory.mktemp("spring")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(folder / "home"))
        app = create_app(folder / "games", load_fake, [folder / "runs"])
        with TestClient(app, base_url=BASE) as client, connected(client) as line:
            cup = begin(client, concurrency=2)
            state = until(line, follow(line, f"tournament/{cup}"), is_over)
            yield Spring(client, folder, cup, state)


@contextmanager
def connected(client: TestClient) -> Iterator[Line]:
    """Connect one more page."""
    with client.websocket_connect(f"{BASE.replace('http', 'ws')}/ws") as session:
        yield Line(session)


@pytest.fixture(scope="module")
def idle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient, Path]]:
    """A studio in which nothing begins, and its folder of runs."""
    folder = tmp_path_factory.mktemp("idle")
    engines = Engines(["gtp:sh?name=GNU Go"])
    app = create_app(folder / "games", load_fake, [folder / "runs"], engines=engines)
    with TestClient(app, base_url=BASE) as client:
        yield client, folder / "runs"


def begin(client: TestClient, **asked: Any) -> str:
    """Begin a tournament and return its id."""
    answer = client.post("/api/watch/tournaments", json={**CUP, **asked})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["id"])


def ask(client: TestClient, cup: str, command: str) -> None:
    """Do what the page's buttons do."""
    answer = client.post(f"/api/watch/tournaments/{cup}/{command}")
    assert answer.status_code == 200, answer.text


def is_over(state: State) -> bool:
    """Tell whether all games are played and the process is gone."""
    return state["status"] == "complete" and not state["mine"]


def plan_in(folder: Path) -> Plan:
    """Return a tournament as the command line makes it."""
    folder.mkdir(parents=True, exist_ok=True)
    config = folder / "there.toml"
    config.write_text(ELSEWHERE)
    return make_plan(Config.read(config), SpecPlayer)


def test_is_played_and_followed_to_the_end(spring: Spring) -> None:
    """Pages are told table and results as they come, and the games are in the library."""
    client, cup, state = spring.client, spring.cup, spring.state
    assert (state["played"], state["expected"], state["complete"]) == (6, 6, True)
    assert sorted(row["name"] for row in state["players"]) == ["Ann", "Bo", "Cy"]
    assert sum(row["points"] for row in state["players"]) == 6
    assert [sum(map(sum, filter(None, row))) for row in state["cross"]] == [4, 4, 4]
    assert len(state["results"]) == 6
    assert (state["live"], state["next"], state["fault"]) == ([], [], "")
    assert (spring.folder / "runs" / "arena" / "Spring" / "index.html").is_file()
    (listed,) = client.get("/api/watch").json()["tournaments"]
    assert (listed["id"], listed["status"], listed["played"]) == (cup, "complete", 6)
    library = Library(spring.folder / "games")
    found = library.search(Query(source="tournament/"))
    library.close()
    assert found.total == 6
    older = client.get(f"/api/watch/tournaments/{cup}/results?skip=4&count=5").json()
    assert older == {"total": 6, "results": state["results"][1::-1]}


@pytest.mark.long
def test_counts_come_with_the_games_however_long_the_table_takes(
    client: TestClient, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table may have to wait; how many games were played is never behind those that are told."""
    monkeypatch.setattr("tengen.studio.rooms.watch.cup.REST_SHARE", 1e9)
    cup = begin(client, players=[player | {"seconds": 0.03} for player in SLOW], games=4)
    counts: list[tuple[int, int]] = []

    def ends(state: State) -> bool:
        if "played" in state:
            counts.append((state["played"], len(state["results"])))
        return is_over(state)

    state = until(line, follow(line, f"tournament/{cup}"), ends)
    assert all(played == told for played, told in counts)
    assert (state["played"], state["expected"]) == (4, 4)


def test_one_game_is_followed_and_taken_to_the_analysis(spring: Spring) -> None:
    """A finished game is told whole, and is in the library under the id that is told."""
    client, cup = spring.client, spring.cup
    with connected(client) as line:
        game = until(line, follow(line, f"tournament/{cup}/1.1.1"), lambda s: "moves" in s)
    assert game["live"] is False
    assert sorted(player["name"] for player in game["players"]) in (
        ["Ann", "Bo"], ["Ann", "Cy"], ["Bo", "Cy"],
    )  # fmt: skip
    assert len(game["positions"]) == len(game["moves"]) + 1
    assert game["outcome"]["reason"]
    told = client.post(f"/api/watch/tournaments/{cup}/games/1.1.1").json()["id"]
    study = client.post("/api/study", json={"game_id": told})
    assert study.status_code == 200, study.text
    for name in ("9.9.9", "x", "1.1"):
        assert client.post(f"/api/watch/tournaments/{cup}/games/{name}").status_code == 404


def test_stop_keeps_what_is_done(client: TestClient, line: Line) -> None:
    """It ends amid its games, and is gone on with."""
    cup = begin(client, players=SLOW, settings={"size": 15}, games=20)
    state = until(line, follow(line, f"tournament/{cup}"), lambda s: s.get("live"))
    ask(client, cup, "stop")
    until(line, state, lambda s: s["status"] == "stopped" and not s["mine"])
    ask(client, cup, "play")
    until(line, state, lambda s: s["status"] == "playing" and s["live"])


@pytest.mark.long
def test_is_stopped_and_gone_on_with(client: TestClient, dial: Any, data: Path, runs: Path) -> None:
    """The boards of games under way are told; a stop keeps what is done, by this server or the next."""
    # Games that last longer than looking at them takes, on a busy machine too.
    players = [player | {"seconds": 0.4} for player in SLOW]
    asked = {"players": players, "settings": {"size": 15}, "games": 20, "concurrency": 2}
    cup, line = begin(client, **asked), dial()
    state = until(
        line, follow(line, f"tournament/{cup}"),
        lambda s: len(s.get("live", [])) == 2 and s["live"][0]["plies"] > 2,
    )  # fmt: skip
    board = state["live"][0]
    assert sorted(board["players"]) == ["Ann", "Bo"]
    assert board["position"]["ply"] == board["plies"]
    game = until(line, follow(line, f"tournament/{cup}/{board['key']}"), lambda s: "moves" in s)
    known = len(game["moves"])
    assert (game["live"], game["loading"]) == (True, False)
    until(line, game, lambda s: len(s["moves"]) > known)
    assert len(game["positions"]) == len(game["moves"]) + 1 == len(game["values"]) + 1
    ask(client, cup, "stop")
    state = follow(dial(), f"tournament/{cup}")
    stopped = dial()
    until(stopped, follow(stopped, f"tournament/{cup}"), lambda s: s["status"] == "stopped")
    assert client.post(f"/api/watch/tournaments/{cup}/stop").status_code == 400
    with TestClient(create_app(data, load_fake, [runs]), base_url=BASE) as other:
        (listed,) = other.get("/api/watch").json()["tournaments"]
        assert (listed["id"], listed["status"], listed["expected"]) == (cup, "stopped", 20)
        ask(other, cup, "play")
        again = other.post(f"/api/watch/tournaments/{cup}/play")
        assert (again.status_code, again.json()["error"]) == (
            400,
            "this tournament is being played",
        )
        # Seen by the first studio too, which does not play it and cannot stop it.
        state = until(
            stopped, follow(stopped, f"tournament/{cup}"),
            lambda s: s["status"] == "playing" and s["live"] and not s["mine"] and s["reach"],
        )  # fmt: skip
        assert state["reach"] == "deaf"
        refused = client.post(f"/api/watch/tournaments/{cup}/stop")
        assert (refused.status_code, "not played from here" in refused.text) == (400, True)
    # With its studio the process has ended.
    until(stopped, follow(stopped, f"tournament/{cup}"), lambda s: s["status"] == "stopped")


@pytest.mark.long
def test_follows_what_the_command_line_plays(
    client: TestClient, line: Line, runs: Path, data: Path
) -> None:
    """A tournament begun elsewhere is found by its folder, and can be gone on with from here."""
    stop, folder = Stop(), runs / "elsewhere"
    play_tournament(plan_in(runs), folder, LocalRunner(), on_game=lambda _: stop.set(), stop=stop)
    (listed,) = client.get("/api/watch").json()["tournaments"]
    assert (listed["name"], listed["status"], listed["played"]) == ("elsewhere", "stopped", 1)
    cup = listed["id"]
    state = until(line, follow(line, f"tournament/{cup}"), lambda s: s["status"] == "stopped")
    assert (state["ours"], state["mine"], len(state["next"])) == (False, False, 1)
    ask(client, cup, "play")
    until(line, state, is_over)
    assert state["played"] == 2
    library = Library(data)
    assert library.search(Query()).total == 0  # nobody asked for games from elsewhere
    client.post(f"/api/watch/tournaments/{cup}/games/1.1.2")
    assert library.search(Query(source="tournament/elsewhere")).total == 1
    library.close()


@pytest.mark.long
def test_stops_what_the_command_line_plays(
    client: TestClient, line: Line, runs: Path, tmp_path: Path
) -> None:
    """It ends as it does by Ctrl-C: what it has played is kept, and it can be gone on with."""
    config = tmp_path / "there.toml"
    slow = ELSEWHERE.replace("games = 2", "games = 20").replace(
        'spec = "random"', 'spec = "mcts"\nseconds = 0.3'
    )
    config.write_text(slow.replace("size = 6", "size = 15"))
    command = [sys.executable, "-m", "tengen", "arena", str(config), "--out", str(runs / "there")]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        try:
            while not (listed := client.get("/api/watch").json()["tournaments"]):
                assert process.poll() is None
            cup = listed[0]["id"]
            state = until(
                line, follow(line, f"tournament/{cup}"),
                lambda s: s["status"] == "playing" and s.get("live"),
            )  # fmt: skip
            assert (state["mine"], state["reach"]) == (False, "near")
            ask(client, cup, "stop")
            until(line, state, lambda s: s["status"] == "stopped")
            assert state["reach"] is None
            assert process.wait(timeout=60) == INTERRUPTED
        finally:
            process.kill()
    assert client.post(f"/api/watch/tournaments/{cup}/stop").status_code == 400


@pytest.mark.long
def test_waits_while_another_takes_all_there_is(client: TestClient, line: Line) -> None:
    """No more games are played at once than searches; who waits can be stopped as well."""
    at_once = client.get("/api/watch").json()["atOnce"]
    first = begin(client, players=SLOW, games=20, concurrency=256)
    second = begin(client, name="Second", players=QUICK)
    state = until(line, follow(line, f"tournament/{second}"), lambda s: s["status"] == "waiting")
    assert state["mine"]
    ask(client, second, "stop")
    until(line, state, lambda s: s["status"] == "stopped")
    ask(client, second, "play")
    until(line, state, lambda s: s["status"] == "waiting")
    playing = follow(line, f"tournament/{first}")
    until(line, playing, lambda s: len(s.get("live", [])) == at_once)
    ask(client, first, "stop")
    until(line, follow(line, f"tournament/{second}"), is_over)


def test_who_waits_behind_one_that_is_stopped_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What stood in its way is gone."""

    async def play(_: CupProcesses, job: Any) -> None:
        await job.asked.wait()

    async def scenario() -> list[Any]:
        processes = CupProcesses(2, lambda _: None)
        small, large, last = (Place(tmp_path / name) for name in ("small", "large", "last"))
        for place, games in ((small, 1), (large, 2), (last, 1)):
            processes.begin(place, tmp_path, games)
        told = [processes.status(last.id)["status"]]
        processes.stop(large.id)
        told.append(processes.status(last.id)["status"])
        await processes.close()
        return told

    monkeypatch.setattr(CupProcesses, "_run", play)
    assert apart.run(scenario()) == ["waiting", "starting"]


def test_says_why_it_broke_down(spring: Spring) -> None:
    """What the process said last is told with the tournament."""
    config = spring.folder / "runs" / "arena" / "Spring.toml"
    whole = config.read_text()
    config.write_text(whole.replace("games = 2", "games = 4"))
    with connected(spring.client) as line:
        state = until(line, follow(line, f"tournament/{spring.cup}"), is_over)
        ask(spring.client, spring.cup, "play")
        until(line, state, lambda s: s["fault"] and not s["mine"])
    config.write_text(whole)
    assert state["fault"].startswith("Spring holds a tournament with games 2, not 4")


def test_only_the_command_line_runs_programs(runs: Path) -> None:
    """What names a program, or a file of openings, is not gone on with from a page."""
    stop, folder = Stop(), runs / "elsewhere"
    play_tournament(plan_in(runs), folder, LocalRunner(), on_game=lambda _: stop.set(), stop=stop)
    with Follower(folder, "elsewhere") as follower:
        text = restore_settings(follower.plan, lambda _: True)
        assert make_plan(Config(runs / "x.toml", text), SpecPlayer).identity()
        with pytest.raises(SettingsError, match="it runs programs"):
            restore_settings(follower.plan, lambda _: False)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"players": [{"spec": "nobody"}, {"spec": "random"}]}, "unknown agent 'nobody'"),
        ({"players": [{"spec": "gtp:sh -c true"}, {"spec": "random"}]}, "by --engine SPEC"),
        ({"players": [{"spec": "engine:X"}, {"spec": "random"}]}, "without an engine 'X'"),
        ({"players": [{"spec": "alphazero:/etc/passwd"}, {"spec": "random"}]}, "no run here"),
        ({"name": "../out"}, "bad name '../out'"),
        ({"name": ".hidden"}, "bad name"),
        ({"kind": "swiss", "rounds": 9}, "2 rounds can always be paired"),
        ({"time": "soon"}, "time: bad time control 'soon'"),
        ({"openings": {"source": "book"}}, "has no book of openings"),
        ({"tables": True}, "gomoku has no endgame tables"),
        ({"settings": {"size": 1}}, "size"),
        ({"game": "chess"}, "chess"),
        (
            {"game": "draughts", "settings": {"position": "B:W18:B"}},
            "the game is over in that position",
        ),
        ({"game": "go", "settings": {"komi": 10**400}}, "out of range"),
    ],
)
def test_refuses_what_cannot_be_played(
    idle: tuple[TestClient, Path], asked: Any, told: str
) -> None:
    """One clear line says why, and nothing is written."""
    client, runs = idle
    answer = client.post("/api/watch/tournaments", json={**CUP, **asked})
    assert answer.status_code == 400
    assert told in answer.json()["error"]
    assert ".toml" not in answer.json()["error"]
    assert list(runs.rglob("*")) == []


def test_refuses_a_second_of_the_same_name(spring: Spring) -> None:
    """A folder holds one tournament."""
    answer = spring.client.post("/api/watch/tournaments", json=CUP)
    assert "there is a tournament 'Spring' already" in answer.json()["error"]


@pytest.mark.parametrize(
    "asked",
    [
        {"players": QUICK[:1]},
        {"games": 3},
        {"rounds": 2},
        {"kind": "swiss"},
        {"kind": "cup"},
        {"openings": {"source": "/etc/passwd"}},
        {"more": 1},
    ],
)
def test_refuses_what_is_no_order(idle: tuple[TestClient, Path], asked: Any) -> None:
    """What does not keep to the form is refused at the door."""
    assert idle[0].post("/api/watch/tournaments", json={**CUP, **asked}).status_code == 422


def test_refuses_a_tournament_that_is_not_there(idle: tuple[TestClient, Path]) -> None:
    """Its page is told so."""
    client, _ = idle
    for command in ("play", "stop"):
        assert client.post(f"/api/watch/tournaments/x/{command}").status_code == 404
    assert client.get("/api/watch/tournaments/x/results").status_code == 404
    with connected(client) as line:
        for topic in ("x", "..", "x/1.1.1", ""):
            assert "there is no tournament" in follow(line, f"tournament/{topic}")["error"]


def test_an_exhibition_of_each_game(idle) -> None:
    """As it is played unasked: the board as it is at first, and two methods near to each other."""
    client, _ = idle
    told = client.get("/api/watch/exhibitions").json()
    assert sorted(each["game"] for each in told) == ["draughts", "go", "gomoku"]
    for each in told:
        asked = {"game": each["game"], "settings": json.dumps(each["settings"])}
        specs = [player["spec"] for player in each["players"]]
        assert len({parse_spec(spec).name for spec in specs}) == 2
        entrants = client.get("/api/watch/entrants", params=asked).json()
        levels = {level["spec"]: level for level in entrants["levels"]}
        assert set(specs) <= {*levels, *entrants["opponents"]}
        numbers = [levels[spec]["number"] if spec in levels else None for spec in specs]
        assert [player["level"] for player in each["players"]] == numbers
        elo = [levels[spec]["elo"] for spec in specs if spec in levels]
        assert max(elo) - min(elo) <= 200
        assert each["board"] == client.get("/api/library/board", params=asked).json()


def test_lists_what_can_take_part(idle: tuple[TestClient, Path]) -> None:
    """Agents, levels, engines and what the game has to begin and to end with."""
    client, _ = idle
    told = client.get("/api/watch/entrants", params={"game": "draughts"}).json()
    assert told["engines"] == ["engine:GNU Go"]
    assert "mcts" in told["opponents"]
    assert told["visits"] == {"alphazero": 400, "mcts": 20_000}
    assert told["silent"] == ["random"]
    assert told["book"] > 100
    assert [level["spec"] for level in told["levels"]]
    for bad in (
        {"game": "chess"},
        {"game": "go", "settings": "[]"},
        {"game": "go", "settings": "{"},
    ):
        assert client.get("/api/watch/entrants", params=bad).status_code == 400


def test_skips_what_is_no_tournament(client: TestClient, line: Line, runs: Path) -> None:
    """A file of the name with something else in it is told as damaged, and harms nobody."""
    (runs / "odd").mkdir(parents=True)
    (runs / "odd" / "games.sqlite").write_bytes(b"something else")
    (listed,) = client.get("/api/watch").json()["tournaments"]
    assert listed["status"] == "damaged"
    state = until(
        line, follow(line, f"tournament/{listed['id']}"), lambda s: s["status"] != "loading"
    )
    assert state["status"] == "damaged"
    assert "damaged or no tournament" in state["fault"]
