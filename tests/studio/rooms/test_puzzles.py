"""The room of puzzles, asked as a page does."""

import json
import random
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.studio.fake_agent import load_fake
from tests.studio.line import BASE, Line
from tests.studio.rooms.inward import Inward

from tengen import puzzles
from tengen.core import Game, Outcome, Record, RecordedMove
from tengen.games import load
from tengen.studio.archive.finding import Query
from tengen.studio.archive.library import Library
from tengen.studio.rooms.puzzles import progress as keeping
from tengen.studio.rooms.puzzles.progress import AGAIN, OPEN_DAYS, SAME, Progress
from tengen.studio.rooms.puzzles.rating import FIRST, expected, rate
from tengen.studio.rooms.puzzles.shelf import Shelf
from tengen.studio.web.app import create_app
from tengen.studio.web.messages import RequestError

KINDS = list(puzzles.kinds())
A_FOUR_THREE = "e8 d8 f8 a1 g8 a2 h9 a3 h10 a15"


def ask(client: TestClient, path: str, **body: Any) -> dict[str, Any]:
    response = client.post(f"/api/puzzles/{path}", json=body)
    assert response.status_code == 200, response.text
    told: dict[str, Any] = response.json()
    return told


def refused(client: TestClient, path: str, **body: Any) -> tuple[int, str]:
    response = client.post(f"/api/puzzles/{path}", json=body)
    return response.status_code, response.json().get("error", "")


def right_move(client: TestClient, at: dict[str, Any], frame: dict[str, Any]) -> list[int]:
    """Return the actions of the move that a hint shows."""
    path = ask(client, "hint", **at, more=True)["path"]
    ways = [move["actions"] for move in frame["choices"]["moves"] if move["path"] == path]
    return ways[0] if ways else path


def wrong_move(opened: dict[str, Any]) -> list[int]:
    """Return a first move that is not the solution's."""
    puzzle = next(p for p in puzzles.shipped(opened["kind"]) if p.id == opened["puzzle"])
    start = puzzles.open_task(puzzle).start
    first = start.game.parse_line(start, puzzle.line[0])[0]
    choices = opened["frame"]["choices"]
    moves = [move["actions"] for move in choices["moves"]] or [[a] for a in choices["legal"]]
    return next(move for move in moves if move[0] != first)


def test_kinds_are_told(client: TestClient) -> None:
    """A person who has done nothing yet stands at the beginning."""
    told = client.get("/api/puzzles").json()
    assert [row["kind"] for row in told["kinds"]] == [*KINDS, "mistakes"]
    for row in told["kinds"][:-1]:
        assert row["count"] == len(puzzles.shipped(row["kind"]))
        assert (row["rating"], row["tries"], row["due"], row["streak"]) == (FIRST, 0, 0, 0)


@pytest.mark.parametrize("kind", KINDS)
def test_a_puzzle_is_solved_move_by_move(shared_client: TestClient, kind: str) -> None:
    """Each right move is answered, the last one solves; help counts as a failure."""
    opened = ask(shared_client, "next", kind=kind)
    assert opened["kind"] == kind
    assert "line" not in str(opened["goal"])
    sitting, line, frame = opened["sitting"], [], opened["frame"]
    for _ in range(12):
        move = right_move(shared_client, {"sitting": sitting, "line": line}, frame)
        told = ask(shared_client, "play", sitting=sitting, line=line, actions=move)
        line, frame = told["line"], told["frames"][-1]
        if told["standing"] == "solved":
            break
        assert told["standing"] == "right"
        assert len(told["frames"]) == 2
        assert frame["position"]["toPlay"] == opened["side"]
    assert told["standing"] == "solved"
    assert told["result"] is None  # the first hint has decided it


def test_what_is_solved_without_help_raises_the_rating(client: TestClient, data: Path) -> None:
    """The rating, the streak and the curve go up."""
    opened = ask(client, "open", puzzle=easiest("fours").id)
    told = solve(client, opened)
    assert told["result"]["score"] == 1
    assert told["result"]["rating"] > FIRST
    assert told["result"]["streak"] == 1
    row = client.get("/api/puzzles").json()["kinds"][0]
    assert (row["tries"], row["solved"], row["streak"]) == (1, 1, 1)
    assert len(client.get("/api/puzzles/progress").json()["fours"]) == 1
    # What was done is there again when the studio is.
    with TestClient(create_app(data, load_fake), base_url=BASE) as again:
        assert again.get("/api/puzzles").json()["kinds"][0] == row


def easiest(kind: str) -> puzzles.Puzzle:
    return min(puzzles.shipped(kind), key=lambda puzzle: puzzle.length)


def solve(client: TestClient, opened: dict[str, Any]) -> dict[str, Any]:
    """Play the solution of a puzzle that ships; the answers are those of its line."""
    puzzle = next(p for p in puzzles.shipped(opened["kind"]) if p.id == opened["puzzle"])
    task = puzzles.open_task(puzzle)
    state, line, before = task.start, [], []
    while True:
        before.append(state)
        action = task.solution(before)[0]
        told = ask(client, "play", sitting=opened["sitting"], line=line, actions=[action])
        if told["standing"] != "right":
            return told
        line = told["line"]
        state = task.start
        for played in line:
            state = state.apply(played)


@pytest.mark.parametrize("kind", KINDS)
def test_a_wrong_move_is_refuted_and_comes_again(client: TestClient, kind: str) -> None:
    """Why is told, the rating falls once, the line stays, and the puzzle will be due."""
    opened = ask(client, "open", puzzle=easiest(kind).id)
    move = wrong_move(opened)
    told = ask(client, "play", sitting=opened["sitting"], actions=move)
    assert told["standing"] == "wrong"
    assert told["reason"]
    assert told["line"] == []
    assert told["result"]["score"] == 0
    assert told["result"]["rating"] < FIRST
    assert ask(client, "play", sitting=opened["sitting"], actions=move)["result"] is None
    assert client.get("/api/puzzles").json()["kinds"][KINDS.index(kind)]["tries"] == 1


def test_a_hint_tells_where_and_counts_half(client: TestClient) -> None:
    """The region first; what is solved then counts half."""
    opened = ask(client, "open", puzzle=easiest("fours").id)
    region = ask(client, "hint", sitting=opened["sitting"])["region"]
    assert 1 < len(region) < 15 * 15 / 2
    assert solve(client, opened)["result"]["score"] == 0.5


def test_the_solution_is_shown_step_by_step(client: TestClient) -> None:
    """Every move of it, from the position on where one is."""
    opened = ask(client, "open", puzzle=easiest("races").id)
    told = ask(client, "solution", sitting=opened["sitting"])
    assert len(told["frames"]) == 2 * opened["length"] - 1
    assert told["frames"][0]["target"]
    assert told["frames"][-1]["target"] == []
    assert told["result"]["score"] == 0


def test_a_piece_in_the_midst_of_its_move_goes_on(client: TestClient) -> None:
    """Hops may be sent one after the other."""
    puzzle = next(p for p in puzzles.shipped("shots") if has_long_capture(p))
    opened = ask(client, "open", puzzle=puzzle.id)
    sitting, line = opened["sitting"], []
    frame = opened["frame"]
    for _ in range(puzzle.length):
        move = right_move(client, {"sitting": sitting, "line": line}, frame)
        if len(move) > 1:
            told = ask(client, "play", sitting=sitting, line=line, actions=move[:1])
            assert told["standing"] == "goes_on"
            (within,) = told["frames"]
            assert {way["path"][0] for way in within["choices"]["moves"]} == {
                within["position"]["last"][-1]
            }
            told = ask(client, "play", sitting=sitting, line=line, actions=move)
            assert told["standing"] in ("right", "solved")
            return
        told = ask(client, "play", sitting=sitting, line=line, actions=move)
        line, frame = told["line"], told["frames"][-1]
    raise AssertionError("no capture of two")


def has_long_capture(puzzle: puzzles.Puzzle) -> bool:
    start = puzzle.load_game().initial_state()
    actions = start.game.parse_line(start, " ".join(puzzle.line))
    return len(actions) > len(puzzle.line) and puzzle.length == 2


def test_the_puzzle_of_the_day(client: TestClient, tmp_path: Path) -> None:
    """It is the same all day, another one the next, and has its board but no solution."""
    told = client.get("/api/puzzles/daily").json()
    assert told["frame"]["position"]["board"]
    assert told["solved"] is False
    assert told["puzzle"] == client.get("/api/puzzles/daily").json()["puzzle"]
    assert ask(client, "open", puzzle=told["puzzle"])["kind"] == told["kind"]
    shelf = Shelf(tmp_path, Progress(tmp_path))
    days = [shelf.daily(date(2026, 5, day)) for day in range(1, 7)]
    assert len({puzzle.id for puzzle in days}) == 6
    assert {puzzle.kind for puzzle in days} == set(KINDS)


def test_bad_requests_are_refused_in_a_line(client: TestClient) -> None:
    """Nothing that a page sends is an error of the server."""
    sitting = ask(client, "open", puzzle=easiest("fours").id)["sitting"]
    assert refused(client, "open", puzzle="../x")[0] == 404
    assert refused(client, "play", sitting="nobody", actions=[1])[0] == 404
    assert refused(client, "play", sitting=sitting, actions=[10**6])[0] == 400
    assert refused(client, "play", sitting=sitting, line=[0], actions=[1])[0] == 400
    assert refused(client, "play", sitting=sitting, actions=[0, 1])[0] == 400
    for body in ({"actions": []}, {"actions": [-1]}, {"line": [1] * 1000, "actions": [1]}, {}):
        assert refused(client, "play", sitting=sitting, **body)[0] in (400, 422)
    assert refused(client, "next", kind="chess")[0] == 404
    assert refused(client, "make", kind="fours", count=10**9)[0] in (400, 422)
    assert client.get("/api/puzzles").json()["kinds"][0]["tries"] == 0


@pytest.mark.parametrize("count", [1, pytest.param(4, marks=pytest.mark.long)])
@pytest.mark.parametrize("kind", KINDS)
def test_any_line_of_legal_moves_is_answered(
    shared_client: TestClient, kind: str, count: int
) -> None:
    """Also where both sides play what no solver would, and from where nothing can be won."""
    rng = random.Random(kind)
    for puzzle in rng.sample(puzzles.shipped(kind), count):
        sitting = ask(shared_client, "open", puzzle=puzzle.id)["sitting"]
        state, line = puzzle.load_game().initial_state(), []
        for _ in range(rng.randrange(8)):
            if state.outcome() is None:
                line.append(int(rng.choice(state.legal_actions())))
                state = state.apply(line[-1])
        actions = state.legal_actions().tolist() or [0]
        at = {"sitting": sitting, "line": line}
        for path, more in (
            ("hint", {}),
            ("play", {"actions": [rng.choice(actions)]}),
            ("solution", {}),
        ):
            assert shared_client.post(f"/api/puzzles/{path}", json=at | more).status_code in (
                200,
                400,
            )


def test_the_next_one_is_another(shared_client: TestClient) -> None:
    """Nobody gets the same puzzle twice in a row."""
    first = ask(shared_client, "next", kind="shots")["puzzle"]
    assert ask(shared_client, "next", kind="shots", after=first)["puzzle"] != first


def test_the_next_one_fits_the_person(tmp_path: Path) -> None:
    """A beginner gets no hard one."""
    shelf = Shelf(tmp_path, Progress(tmp_path))
    grades = sorted(abs(puzzle.grade - FIRST) for puzzle in shelf.all("fours"))
    drawn = [shelf.next("fours", None) for _ in range(20)]
    assert max(abs(puzzle.grade - FIRST) for puzzle in drawn) <= grades[12]
    assert len({puzzle.id for puzzle in drawn}) > 1


def test_what_failed_is_due_later_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failed puzzle comes again first, and no more when it was solved often enough."""
    now = 1_000_000.0
    monkeypatch.setattr(time, "time", lambda: now)
    progress = Progress(tmp_path)
    shelf = Shelf(tmp_path, progress)
    puzzle = easiest("shots")
    told = progress.decide(progress.sit(puzzle).id, puzzle, 0)
    assert progress.due(now) == {}
    for wait in AGAIN:
        assert told is not None
        assert told["again"] == wait
        now += wait + 1
        assert list(progress.due(now)) == [puzzle.id]
        assert shelf.next("mixed", None) == puzzle
        told = progress.decide(progress.sit(puzzle).id, puzzle, 1)
        assert progress.due(now) == {}
    assert told is not None
    assert told["again"] is None
    assert progress.due(now + 10 * AGAIN[-1]) == {}


def test_what_nobody_finished_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither old sittings nor too many are kept open; results are kept for good."""
    now = 1_000_000.0
    monkeypatch.setattr(time, "time", lambda: now)
    monkeypatch.setattr(keeping, "MOST_OPEN", 3)
    progress = Progress(tmp_path)
    puzzle = easiest("shots")
    done = progress.sit(puzzle).id
    progress.decide(done, puzzle, 1)
    opened = []
    for _ in range(5):
        now += 1
        opened.append(progress.sit(puzzle).id)
    for sitting in opened[:2]:
        with pytest.raises(RequestError):
            progress.find(sitting)
    assert [progress.find(sitting).score for sitting in [*opened[2:], done]] == [
        None,
        None,
        None,
        1,
    ]
    now += (OPEN_DAYS + 1) * 86400
    fresh = progress.sit(puzzle).id
    for sitting in opened:
        with pytest.raises(RequestError):
            progress.find(sitting)
    assert [progress.find(sitting).score for sitting in (fresh, done)] == [None, 1]


def test_who_goes_back_to_a_puzzle_is_not_there_for_the_first_time(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It counts once, and again only after a while."""
    name = easiest("fours").id
    opened = ask(client, "open", puzzle=name)
    again = ask(client, "open", puzzle=name)
    assert (again["sitting"], again["score"]) == (opened["sitting"], None)
    assert ask(client, "solution", sitting=opened["sitting"])["result"]["score"] == 0
    again = ask(client, "open", puzzle=name)
    assert (again["sitting"], again["score"]) == (opened["sitting"], 0)
    later = time.time() + SAME + 1
    monkeypatch.setattr(time, "time", lambda: later)
    again = ask(client, "open", puzzle=name)
    assert again["sitting"] != opened["sitting"]
    assert again["score"] is None


def test_ratings_move_by_surprise() -> None:
    """What was expected changes little, and the puzzle moves the other way."""
    assert expected(1000, 1000) == 0.5
    up, down = rate(1000, 0, 1400, 1)
    less, _ = rate(1000, 0, 600, 1)
    assert up > less > 1000
    assert down < 1400
    settled, _ = rate(1000, 100, 1400, 1)
    assert 1000 < settled < up


@pytest.fixture
def with_a_game(data: Path) -> Iterator[TestClient]:
    """A studio whose library has a game with a win by fours in it."""
    game = load("gomoku")
    moves = game.parse_line(game.initial_state(), A_FOUR_THREE)
    record = Record("gomoku", game.settings, tuple(map(RecordedMove, moves)), None, ("A", "B"))
    library = Library(data)
    library.add(record, "file.sgf")
    library.close()
    with TestClient(create_app(data, load_fake), base_url=BASE) as client:
        yield client


def test_puzzles_are_made_from_the_library(with_a_game: TestClient, data: Path) -> None:
    """Whoever follows is told each; they are kept, and made only once."""
    count = with_a_game.get("/api/puzzles").json()["kinds"][0]["count"]
    with with_a_game.websocket_connect(f"{BASE.replace('http', 'ws')}/ws") as session:
        line = Line(session)
        line.ask("follow", topic="puzzles/making")
        assert line.hear("topic")["state"]["state"] == "idle"
        ask(with_a_game, "make", kind="fours", count=5)
        made = until_done(line)
    assert len(made) == 1
    opened = ask(with_a_game, "open", puzzle=made[0]["puzzle"])
    assert opened["source"]["players"] == ["A", "B"]
    assert with_a_game.get("/api/puzzles").json()["kinds"][0]["count"] == count + 1
    assert (data / "puzzles" / "made-fours.jsonl").read_text().count("\n") == 1
    with with_a_game.websocket_connect(f"{BASE.replace('http', 'ws')}/ws") as session:
        line = Line(session)
        line.ask("follow", topic="puzzles/making")
        ask(with_a_game, "make", kind="fours", count=5)
        assert until_done(line) == []
    assert ask(with_a_game, "stop") == {}


def keep_a_game(data: Path, *players: tuple[str, str], seconds: float | None = None) -> Game:
    """Put a game in which the first player went wrong into the library, once for each pair.

    Its moves took so many seconds, which are noted of engines alone.
    """
    game = load("gomoku", size=6, win_length=4)
    moves = game.parse_line(game.initial_state(), "c3 d3 a1 d4 c4 c5 f6 d2 d5")
    noted = tuple(RecordedMove(move, seconds) for move in moves)
    record = Record("gomoku", game.settings, noted, Outcome(1, "resignation"))
    library = Library(data)
    for pair in players:
        library.add(replace(record, players=pair), "play")
    library.close()
    return game


def test_ones_own_mistakes_are_practised(data: Path) -> None:
    """Each finished game is looked through once; a better move solves, another one is punished."""
    gate = Event()
    gate.set()
    game = keep_a_game(data, ("person", "mcts"), ("Ann", "Bob"))
    app = create_app(data, lambda _, __: Inward(gate))
    with TestClient(app, base_url=BASE) as client:
        with client.websocket_connect(f"{BASE.replace('http', 'ws')}/ws") as session:
            line = Line(session)
            line.ask("follow", topic="puzzles/making")
            ask(client, "make", kind="mistakes", count=5)
            told: dict[str, Any] = {}
            assert len(until_done(line, told)) == 2
            assert (told["game"], told["games"], told["positions"]) == (1, 1, 9)
            ask(client, "make", kind="mistakes", count=5)
            assert until_done(line, told) == []
            assert told["games"] == 0
        opened = ask(client, "next", kind="mistakes")
        assert opened["goal"] == {"played": opened["goal"]["played"], "loss": 10}
        assert opened["goal"]["played"] in {"a1", "f6"}
        wrong = ask(client, "play", sitting=opened["sitting"], actions=[0])
        assert (wrong["standing"], wrong["reason"]) == ("wrong", "worse")
        assert len(wrong["frames"]) == 3
        played = game.parse_move(opened["goal"]["played"])
        wrong = ask(client, "play", sitting=opened["sitting"], actions=[played])
        assert (wrong["standing"], wrong["reason"]) == ("wrong", "again")
        right = ask(client, "play", sitting=opened["sitting"], actions=[game.parse_move("e2")])
        assert right["standing"] == "solved"
        assert ask(client, "next", kind="mixed")["kind"] != "mistakes"
        assert client.get("/api/puzzles").json()["kinds"][-1]["count"] == 2


@pytest.mark.long
def test_what_an_engine_played_is_nobodys_mistake(data: Path) -> None:
    """As where a game was played out for the person."""
    gate = Event()
    gate.set()
    keep_a_game(data, ("person", "mcts"), seconds=1.0)
    app = create_app(data, lambda _, __: Inward(gate))
    with (
        TestClient(app, base_url=BASE) as client,
        client.websocket_connect(f"{BASE.replace('http', 'ws')}/ws") as session,
    ):
        line = Line(session)
        line.ask("follow", topic="puzzles/making")
        ask(client, "make", kind="mistakes", count=5)
        assert until_done(line) == []


@pytest.mark.long
def test_a_mistake_costs_what_its_review_says(data: Path) -> None:
    """Both are one judge's, who looks as long for the one as for the other, and leaves nothing to chance."""
    keep_a_game(data, ("person", "mcts"))
    library = Library(data)
    (name,) = library.ids(Query(source="play"))
    library.close()
    with TestClient(create_app(data), base_url=BASE) as client:
        study = client.post("/api/study", json={"game_id": name}).json()["id"]
        with client.websocket_connect(f"{BASE.replace('http', 'ws')}/ws") as session:
            line = Line(session)
            line.ask("follow", topic=f"review/{study}")
            assert client.post(f"/api/review/{study}/begin", json={}).status_code == 200
            while line.hear("change").get("set", {}).get("status") != "done":
                pass
        with client.websocket_connect(f"{BASE.replace('http', 'ws')}/ws") as session:
            line = Line(session)
            line.ask("follow", topic="puzzles/making")
            ask(client, "make", kind="mistakes", count=5)
            made = until_done(line)
        review = client.get(f"/api/review/{study}").json()["moves"]
        opened = [ask(client, "open", puzzle=row["puzzle"]) for row in made]
    losses = {row["goal"]["played"]: row["goal"]["loss"] for row in opened}
    bad = ("mistake", "blunder")
    judged = {m["name"]: round(m["loss"]) for m in review if m["player"] == 0 and m["grade"] in bad}
    assert losses == judged != {}


def test_the_game_just_played_is_practised_first(data: Path) -> None:
    """Though others are later; its mistakes come in their order, each until it was tried."""
    keep_a_game(data, ("person", "mcts"), ("mcts", "person"))
    library = Library(data)
    latest, earlier = library.ids(Query(source="play"))
    library.close()
    gate = Event()
    gate.set()
    with TestClient(create_app(data, lambda _, __: Inward(gate)), base_url=BASE) as client:
        assert ask(client, "next", kind="mistakes", game=earlier) == {"puzzle": None}
        with client.websocket_connect(f"{BASE.replace('http', 'ws')}/ws") as session:
            line = Line(session)
            line.ask("follow", topic="puzzles/making")
            ask(client, "make", kind="mistakes", count=5, game=earlier)
            told: dict[str, Any] = {}
            made = until_done(line, told)
        assert told["first"] == earlier
        assert made[0]["game"] == earlier
        of_it = {row["puzzle"] for row in made if row["game"] == earlier}
        tried = []
        while (opened := ask(client, "next", kind="mistakes", game=earlier))["puzzle"] is not None:
            tried.append(opened["puzzle"])
            ask(client, "solution", sitting=opened["sitting"])
        assert len(tried) == len(of_it)
        assert set(tried) == of_it
        assert ask(client, "next", kind="mistakes", game=latest)["puzzle"] not in of_it


def test_what_a_review_found_is_not_looked_for_again(data: Path) -> None:
    """Its mistakes are puzzles at once: no move is judged a second time."""
    gate = Event()
    gate.set()
    keep_a_game(data, ("person", "mcts"))
    library = Library(data)
    (name,) = library.ids(Query(source="play"))
    library.close()
    with TestClient(create_app(data, lambda _, __: Inward(gate)), base_url=BASE) as client:
        study = client.post("/api/study", json={"game_id": name}).json()["id"]
        with client.websocket_connect(f"{BASE.replace('http', 'ws')}/ws") as session:
            line = Line(session)
            line.ask("follow", topic=f"review/{study}")
            assert client.post(f"/api/review/{study}/begin", json={}).status_code == 200
            while line.hear("change").get("set", {}).get("status") != "done":
                pass
        path = data / "review" / f"{study}.json"
        while json.loads(path.read_bytes())["status"] != "done":
            time.sleep(0.01)
        with client.websocket_connect(f"{BASE.replace('http', 'ws')}/ws") as session:
            line = Line(session)
            line.ask("follow", topic="puzzles/making")
            ask(client, "make", kind="mistakes", count=5, game=name)
            told: dict[str, Any] = {}
            assert len(until_done(line, told)) == 2
            assert told["positions"] == 0


def until_done(line: Line, told: dict[str, Any] | None = None) -> list[dict[str, Any]]:
    """Return what was made when all is done; what was told besides goes into `told`."""
    made: list[dict[str, Any]] = []
    while True:
        change = line.hear("change")
        if told is not None:
            told |= change.get("set", {})
        made += change.get("append", {}).get("made", [])
        if change.get("set", {}).get("state") in ("done", "failed"):
            assert change["set"]["state"] == "done", change
            return made


def test_a_damaged_file_of_puzzles_costs_nothing_else(client: TestClient, data: Path) -> None:
    """What ships is still there."""
    (data / "puzzles").mkdir(parents=True)
    (data / "puzzles" / "made-fours.jsonl").write_text("{no json")
    told = client.get("/api/puzzles").json()["kinds"][0]
    assert told["count"] == len(puzzles.shipped("fours"))


def test_an_unknown_topic_is_refused(dial: Any) -> None:
    """The kind of topic has one."""
    line = dial()
    line.ask("follow", topic="puzzles/other")
    assert "nothing called" in str(line.hear("topic"))
