"""Reviews in the studio: begun, followed, stopped, written into the study, learned from."""

import json
import re
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.studio.fake_agent import load_fake
from tests.studio.line import BASE, Line
from tests.studio.rooms.inward import Inward

from tengen.core import Agent, Decision, Game, Limit, NotationError, Record, State
from tengen.games import load
from tengen.records import SUFFIXES
from tengen.search.review import Grade, MoveReview
from tengen.studio.archive.library import Library
from tengen.studio.rooms.study import shelf, tree
from tengen.studio.rooms.study.describe import describe_node
from tengen.studio.rooms.study.review.guessing import judge
from tengen.studio.rooms.study.review.sheet import ReviewSheet
from tengen.studio.rooms.study.study import Study
from tengen.studio.web.app import STATIC, create_app
from tengen.studio.web.messages import RequestError

GAME = "(;GM[4]SZ[6]PB[Ann]PW[Bob];B[cc]C[the middle];W[aa];B[bb];W[dd];B[fa])"
"""Bob's first move and Ann's last are on the edge, which the agent of these tests dislikes."""


@pytest.fixture(scope="module")
def gate() -> threading.Event:
    """Open, as long as a test does not close it."""
    gate = threading.Event()
    gate.set()
    return gate


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of all tests here: each has a study of its own."""
    return tmp_path_factory.mktemp("review") / "games"


@pytest.fixture(scope="module")
def client(data: Path, gate: threading.Event) -> Iterator[TestClient]:
    """The studio with the double as ``mcts``."""

    def load(spec: str, game: Game) -> Agent:
        return Inward(gate) if spec == "mcts" else load_fake(spec, game)

    with TestClient(create_app(data, load), base_url=BASE) as client:
        yield client
        gate.set()


@pytest.fixture
def study(client: TestClient) -> str:
    """The id of a study of a game."""
    made = client.post("/api/study/file?name=a.sgf", content=GAME.encode()).json()
    return str(made["id"])


def test_sides_are_called_by_the_colours_that_were_chosen(client: TestClient) -> None:
    """In the comment before the first move, too."""
    settings = {"size": 6, "opening": "swap2"}
    study = client.post("/api/study", json={"game": "gomoku", "settings": settings}).json()["id"]
    node = 0
    for action in (0, 7, 14, 37, 21):
        asked = {"node": node, "actions": [action]}
        node = client.post(f"/api/study/{study}/play", json=asked).json()["node"]
    begin(client, study)
    finished(client, study)
    comment = client.get(f"/api/study/{study}").json()["nodes"][0]["comment"]
    assert re.findall(r"(\w+) accuracy", comment) == ["White", "Black"]


def begin(client: TestClient, study: str, **asked: Any) -> Any:
    return client.post(f"/api/review/{study}/begin", json={"agent": "mcts", **asked})


def finished(client: TestClient, study: str) -> dict[str, Any]:
    """Return the review when it goes on no more."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        state: dict[str, Any] = client.get(f"/api/review/{study}").json()
        if state["status"] != "running":
            return state
        time.sleep(0.01)
    raise AssertionError("the review does not end")


def nodes(client: TestClient, study: str) -> dict[int, dict[str, Any]]:
    return {node["id"]: node for node in client.get(f"/api/study/{study}").json()["nodes"]}


def test_a_review_judges_every_move(client: TestClient, study: str) -> None:
    """Accuracy, grades and the better moves; nothing before it was begun."""
    before = client.get(f"/api/review/{study}").json()
    assert (before["status"], before["moves"]) == ("none", [])
    assert begin(client, study).status_code == 200
    state = finished(client, study)
    assert (state["status"], state["total"]) == ("done", 5)
    moves = state["moves"]
    assert [move["name"] for move in moves] == ["c4", "a6", "b5", "d3", "f6"]
    assert state["caveat"] == "trained for size 15, not 6"
    assert [move["grade"] for move in moves] == ["good", "mistake", "best", "good", "mistake"]
    assert (moves[1]["before"], moves[1]["after"], moves[1]["loss"]) == (50, 40, 10)
    assert moves[1]["best"] == ["b5", "c5"]
    assert state["players"][0]["counts"] == {"good": 1, "best": 1, "mistake": 1}
    assert 0 < state["players"][1]["accuracy"] < 100


def test_the_study_holds_the_review(client: TestClient, study: str) -> None:
    """Values, glyphs, comments and better lines stand in the tree, what people said stays."""
    begin(client, study)
    moves = finished(client, study)["moves"]
    tree = nodes(client, study)
    fault = tree[moves[1]["node"]]
    assert (fault["nags"], fault["value"]) == ([2], 0.2)
    assert fault["comment"] == "Tengen: mistake, 50 % -> 40 %; better B5"
    assert tree[moves[0]["node"]]["comment"] == "the middle"
    played, better = tree[moves[1]["from"]]["children"]
    assert played == moves[1]["node"]
    assert tree[better]["name"] == "b5"
    assert "Tengen: reviewed by mcts" in tree[0]["comment"]


def test_the_file_holds_the_review(client: TestClient, study: str) -> None:
    """What is downloaded has the analysis inside, in the language asked for."""
    begin(client, study, language="zh")
    finished(client, study)
    file = client.get(f"/api/study/{study}/file?format=sgf").content
    assert b"BM[1]" in file
    assert b"SBKV[60.00]" in file
    (record,) = SUFFIXES[".sgf"].read_games(file)
    assert isinstance(record, Record)
    assert record.moves[1].comment.startswith("Tengen: 失误")
    assert record.moves[1].variations


def test_psq_is_reviewed_and_saved_as_sgf(client: TestClient) -> None:
    """PSQ has no room for a review: its moves are read, and SGF holds both."""
    moves = "3,3,0\n1,1,0\n2,2,0\n4,4,0\n6,1,0\n"
    text = f"Piskvorky 6x6, 11:11, 0\n{moves}one\ntwo\n-1\n-1,Freestyle\n"
    made = client.post("/api/study/file?name=a.psq", content=text.encode()).json()["id"]
    begin(client, made)
    assert [move["grade"] for move in finished(client, made)["moves"]][1] == "mistake"
    assert b"BM[1]" in client.get(f"/api/study/{made}/file?format=sgf").content


def test_a_second_review_replaces_the_first(client: TestClient, study: str) -> None:
    """No comment is there twice, and no line."""
    begin(client, study)
    first = finished(client, study)
    tree = nodes(client, study)
    begin(client, study)
    assert finished(client, study) == first
    assert nodes(client, study) == tree


def test_pages_see_it_come(client: TestClient, dial: Any, study: str, gate: Any) -> None:
    """Each move is told when it is judged; then that it is done."""
    page: Line = dial()
    gate.clear()
    page.ask("follow", topic=f"review/{study}")
    assert page.hear("topic")["state"]["status"] == "none"
    begin(client, study)
    told = page.hear("change")["set"]
    assert (told["status"], told["moves"]) == ("running", [])
    gate.set()
    names: list[str] = []
    while told.get("status") != "done":
        change = page.hear("change")
        told = change.get("set", {})
        names += [move["name"] for move in change.get("append", {}).get("moves", [])]
    assert names == ["c4", "a6", "b5", "d3", "f6"]


def test_it_can_be_stopped(client: TestClient, study: str, gate: Any) -> None:
    """At once, and begun again; meanwhile there is no second one."""
    gate.clear()
    begin(client, study)
    assert begin(client, study).status_code == 400
    assert client.post(f"/api/review/{study}/stop").status_code == 200
    assert finished(client, study)["status"] == "stopped"
    gate.set()
    begin(client, study)
    assert finished(client, study)["status"] == "done"


def test_the_study_stays_in_memory_meanwhile(
    client: TestClient, study: str, gate: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many others are opened, what is judged is seen."""
    monkeypatch.setattr(shelf, "MOST_OPEN", 1)
    gate.clear()
    begin(client, study)
    for _ in range(3):
        client.post("/api/study", json={"game": "draughts"})
    nodes(client, study)
    gate.set()
    assert finished(client, study)["status"] == "done"
    known = nodes(client, study)
    assert all(known[number]["value"] is not None for number in range(6))


def test_a_review_that_cannot_be_written_ends(
    client: TestClient, study: str, gate: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody goes on to search for what has failed."""
    released = threading.Event()

    async def refuse(*_: Any) -> None:
        gate.clear()  # the next look lasts until it is told to end
        raise RequestError("refused", "there is no way")

    monkeypatch.setattr(Study, "play", refuse)
    monkeypatch.setattr(Inward, "close", lambda _: released.set())
    begin(client, study)
    state = finished(client, study)
    assert (state["status"], state["error"]) == ("failed", "there is no way")
    assert released.wait(60)
    gate.set()


def test_a_full_study_is_reviewed_all_the_same(
    client: TestClient, study: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every judgement is kept; better lines that have no room are counted."""
    monkeypatch.setattr(tree, "MOST_NODES", len(nodes(client, study)))
    begin(client, study)
    review = finished(client, study)
    assert (review["status"], len(review["moves"]), review["unplaced"]) == ("done", 5, 2)
    judged = nodes(client, study)
    assert len(judged) == 6
    assert [judged[move["node"]]["nags"] for move in review["moves"]] == [[], [2], [], [], [2]]
    monkeypatch.undo()
    begin(client, study)
    assert finished(client, study)["unplaced"] == 0


def test_a_study_is_deleted_with_its_review(client: TestClient, study: str, data: Path) -> None:
    """Nothing of it is left on the disk."""
    begin(client, study)
    finished(client, study)
    kept = [folder / f"{study}.json" for folder in (data / "study", data / "review")]
    assert all(path.is_file() for path in kept)
    assert client.delete(f"/api/study/{study}").status_code == 200
    assert not any(path.exists() for path in kept)


def test_a_study_is_deleted_while_it_is_reviewed(
    client: TestClient, study: str, data: Path, gate: threading.Event
) -> None:
    """The review ends, and writes nothing down again."""
    gate.clear()
    begin(client, study)
    assert client.delete(f"/api/study/{study}").status_code == 200
    gate.set()
    assert not list(data.glob(f"*/{study}.json"))
    assert client.get(f"/api/review/{study}").status_code == 404


def test_it_survives_a_restart(client: TestClient, study: str, data: Path) -> None:
    """The next server knows it."""
    begin(client, study)
    known = finished(client, study)
    with TestClient(create_app(data, load_fake), base_url=BASE) as other:
        assert other.get(f"/api/review/{study}").json() == known


def test_what_was_cut_short_goes_on(
    study: str, data: Path, gate: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A review that a killed studio left is as if nothing had happened; others are not gone on with."""
    monkeypatch.setattr("tengen.studio.rooms.study.review.job.SAVE_SECONDS", 0.01)

    def load(spec: str, game: Game) -> Agent:
        return Inward(gate) if spec == "mcts" else load_fake(spec, game)

    # Pages are told before it is written down: a studio that has closed writes nothing more.
    with TestClient(create_app(data, load), base_url=BASE) as first:
        begin(first, study)
        whole = finished(first, study)
    path = data / "review" / f"{study}.json"
    known = json.loads(path.read_bytes())
    assert known["status"] == "done"
    path.write_text(json.dumps(known | {"status": "running", "moves": known["moves"][:2]}))
    with TestClient(create_app(data, load), base_url=BASE) as other:
        cut = other.get(f"/api/review/{study}").json()
        assert (cut["status"], len(cut["moves"]), cut["total"]) == ("stopped", 2, 5)
        assert other.post(f"/api/review/{study}/go-on", json={}).status_code == 200
        assert finished(other, study) == whole
        assert other.post(f"/api/review/{study}/go-on", json={}).status_code == 400


@pytest.mark.long
def test_a_review_killed_at_its_first_move_was_begun(study: str, data: Path, gate: Any) -> None:
    """It does not pass for the older one, which judged the moves less thoroughly; it goes on."""

    def load(spec: str, game: Game) -> Agent:
        return Inward(gate) if spec == "mcts" else load_fake(spec, game)

    path = data / "review" / f"{study}.json"
    with TestClient(create_app(data, load), base_url=BASE) as first:
        begin(first, study)
        assert finished(first, study)["status"] == "done"
        gate.clear()
        begin(first, study, seconds=2)
        while (known := json.loads(path.read_bytes()))["status"] != "running":
            time.sleep(0.01)
        first.post(f"/api/review/{study}/stop")
        gate.set()
    path.write_text(json.dumps(known))
    with TestClient(create_app(data, load), base_url=BASE) as other:
        cut = other.get(f"/api/review/{study}").json()
        assert (cut["status"], len(cut["moves"]), cut["total"]) == ("stopped", 0, 5)
        assert cut["seconds"] == 2
        assert other.post(f"/api/review/{study}/go-on", json={}).status_code == 200
        assert finished(other, study)["status"] == "done"


@pytest.mark.long
def test_what_was_judged_is_saved_while_the_next_move_takes_long(data: Path, study: str) -> None:
    """A studio that is killed then has lost none of the moves that its page showed a while ago."""
    gate = threading.Event()

    class Slow(Inward):
        """Waits from its fifth look on."""

        looks = 0

        def decide(self, state: State, limit: Limit | None = None, **more: Any) -> Decision:
            Slow.looks += 1
            if Slow.looks > 4:
                gate.wait(60)
            return super().decide(state, limit, **more)

    def load(spec: str, game: Game) -> Agent:
        opened = threading.Event()
        opened.set()
        return Slow(opened) if spec == "mcts" else load_fake(spec, game)

    with TestClient(create_app(data, load), base_url=BASE) as other:
        begin(other, study)
        while not (shown := other.get(f"/api/review/{study}").json())["moves"]:
            time.sleep(0.01)
        until = time.monotonic() + 20
        path = data / "review" / f"{study}.json"

        def saved() -> int:
            """How many judged moves the file tells; none before it is first written."""
            return len(json.loads(path.read_bytes())["moves"]) if path.exists() else 0

        while saved() < len(shown["moves"]):
            assert time.monotonic() < until, "what was judged is not saved"
            time.sleep(0.05)
        assert other.get(f"/api/review/{study}").json()["status"] == "running"
        gate.set()
        finished(other, study)


def test_what_decided_the_game_is_told(client: TestClient, study: str) -> None:
    """The moves that lost most, in their order, each with the line that punishes it."""
    begin(client, study)
    told = finished(client, study)
    assert told["decisive"] == [
        {"move": 1, "line": told["moves"][2]["best"]},
        {"move": 4, "line": []},
    ]
    assert [told["moves"][each["move"]]["name"] for each in told["decisive"]] == ["a6", "f6"]


def test_small_slips_decide_nothing() -> None:
    """However few they are: what decides a game counts as a mistake at least, by its loss or points."""
    move = MoveReview(0, 1, 0, "a1", 50.0, 50.0, 0.0, Grade.BEST, (0,), (0,), ("a1",))
    losses = {"inaccuracy": 9.0, "mistake": 6.0, "blunder": 20.0}
    moves = [replace(move, loss=loss, grade=Grade(grade)) for grade, loss in losses.items()]
    assert ReviewSheet(moves=moves[:1]).describe_sums()["decisive"] == []
    told = ReviewSheet(moves=[*moves[:1] * 3, *moves]).describe_sums()["decisive"]
    assert isinstance(told, list)
    assert [each["move"] for each in told] == [4, 5]


def test_better_moves_are_asked_for(client: TestClient, study: str) -> None:
    """The best one, one that will do, one that will not, and the one that was played."""
    begin(client, study)
    finished(client, study)

    def attempt(action: int) -> dict[str, Any]:
        asked = {"move": 1, "actions": [action]}
        told: dict[str, Any] = client.post(f"/api/review/{study}/try", json=asked).json()
        return told

    assert attempt(7) == {"verdict": "best", "name": "b5", "loss": 0.0, "points": None}
    assert attempt(8)["verdict"] == "good"
    assert attempt(5) == {"verdict": "again", "name": "f6", "loss": 10.0, "points": None}
    assert attempt(0)["verdict"] == "same"


@pytest.mark.parametrize(("lead", "verdict"), [(-26.0, "good"), (-20.0, "again")])
def test_points_are_asked_for_where_chances_cannot_be_lost(lead: float, verdict: str) -> None:
    """In a decided game a move is tried again that loses as many points as a fault does."""

    class Sure(Agent):
        name, default_limit = "sure", Limit(visits=1)

        def decide(self, state: State, limit: Limit | None = None, **_: Any) -> Decision:
            return Decision(0, -1.0, lead=lead)

    start = load("go", size=5).initial_state()
    move = MoveReview(
        0, 1, 0, "a5", 100.0, 100.0, 0.0, Grade.MISTAKE, (12,), (12,), ("c3",), 20.0, 8.0
    )
    told = judge(start, start.apply(0), move, (7,), Sure(), None)
    assert (told.verdict, told.loss, told.points) == (verdict, 0.0, 28.0 + lead)


def test_the_lead_that_a_review_noted_is_a_nodes() -> None:
    """For the graph's words: the latest opinion's, else what the file says; none where that is no number."""
    grown = tree.Tree(load("go", size=5))
    assert describe_node(grown.root)["lead"] is None
    grown.root.marks = (("V", ("-3.5",)),)
    assert describe_node(grown.root)["lead"] == -3.5
    grown.root.marks = (("V", ("much",)),)
    assert describe_node(grown.root)["lead"] is None


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("try", {"move": 77, "actions": [1]}),
        ("try", {"move": 1, "actions": [14]}),
        ("try", {"move": 1, "actions": []}),
        ("begin", {"agent": "nobody"}),
        ("begin", {"agent": "mcts", "visits": 0}),
        ("begin", {"agent": "mcts", "depth": 3}),
    ],
)
def test_bad_input_is_refused(client: TestClient, study: str, path: str, asked: Any) -> None:
    """With a status that says so, and the review is as it was."""
    begin(client, study)
    known = finished(client, study)
    answer = client.post(f"/api/review/{study}/{path}", json=asked)
    assert 400 <= answer.status_code < 500
    assert client.get(f"/api/review/{study}").json() == known


def test_no_study_no_review(client: TestClient, dial: Any) -> None:
    """One line says that there is no such study; a path cannot be one."""
    for name in ("nosuchstudy", "..%2F..%2Fetc"):
        assert begin(client, name).status_code == 404
    page: Line = dial()
    page.ask("follow", topic="review/nosuchstudy")
    assert page.hear("topic")["error"] == "there is no study 'nosuchstudy'"


def test_an_agent_without_opinion_is_told(tmp_path: Path) -> None:
    """It fails in one line, and the study is as it was."""

    class Silent(Inward):
        def decide(self, state: State, limit: Limit | None = None, **_: Any) -> Decision:  # type: ignore[override]
            return Decision(int(state.legal_actions()[0]), None)

    app = create_app(tmp_path, lambda _, __: Silent(threading.Event()))
    with TestClient(app, base_url=BASE) as client:
        study = client.post("/api/study/file?name=a.sgf", content=GAME.encode()).json()["id"]
        begin(client, study)
        state = finished(client, study)
    assert state["status"] == "failed"
    assert "does not say who is winning" in state["error"]


def test_the_explorer_counts_what_was_played(data: Path, client: TestClient, study: str) -> None:
    """However the board is turned, with the results of the games."""
    library = Library(data)
    games = SUFFIXES[".sgf"].read_games(
        b"(;GM[4]SZ[6]DT[2020]RE[B+];B[dc];W[eb])(;GM[4]SZ[6]DT[2021]RE[W+];B[dd];W[ee])"
        b"(;GM[4]SZ[6]RE[0];B[cc];W[bb])(;GM[4]SZ[6]RE[0];B[aa];W[ff])(;GM[4]SZ[7];B[aa])"
    )
    for number, game in enumerate(games):
        assert isinstance(game, Record)
        library.add(game, "first.sgf" if number < 2 else "second.sgf")

    def explore(node: int, **asked: Any) -> list[tuple[str, int, list[int]]]:
        answer = client.get(f"/api/review/{study}/explore", params={"node": node, **asked}).json()
        return [(move["name"], move["games"], move["results"]) for move in answer["moves"]]

    begun = explore(0)
    # A move that the study has is called as it is there.
    assert begun[0] == ("c4", 3, [1, 1, 1])
    assert begun[1][1:] == (1, [0, 1, 0])
    assert explore(1) == [("b5", 3, [1, 1, 1])]
    assert explore(1, source="first.sgf") == [("b5", 2, [1, 0, 1])]
    assert explore(2) == []
    sources = client.get(f"/api/review/{study}/sources").json()
    assert {"source": "second.sgf", "games": 3} in sources
    assert not any(each["source"] == "a.pdn" for each in sources)  # of another game
    library.close()


def test_the_explorer_tells_how_strong_the_players_were(
    data: Path, client: TestClient, study: str
) -> None:
    """The average of who played a move, and what its results are worth; nothing is made up."""
    library = Library(data)
    games = SUFFIXES[".sgf"].read_games(
        b"(;GM[4]SZ[6]BR[2000]WR[1900]RE[B+];B[cd];W[fb])(;GM[4]SZ[6]BR[2100?]WR[2100]RE[W+];B[cd])"
        b"(;GM[4]SZ[6]BR[5d]WR[1950]RE[0];B[cd])(;GM[4]SZ[6]RE[B+];B[cd];W[ab])"
    )
    for game in games:
        assert isinstance(game, Record)
        library.add(game, "rated.sgf")

    def explore(node: int) -> list[tuple[str, int | None, int | None]]:
        asked = {"node": node, "source": "rated.sgf"}
        answer = client.get(f"/api/review/{study}/explore", params=asked).json()
        return [(move["name"], move["rating"], move["performance"]) for move in answer["moves"]]

    # Half of the points against 1983 on average.
    assert explore(0) == [("c4", 2050, 1983)]
    assert {move[1:] for move in explore(1)} == {(1900, 1200), (None, None)}
    library.close()


def test_the_explorer_names_whole_captures(data: Path, client: TestClient) -> None:
    """Of several hops there is one move, and it can be played as it stands."""
    made = client.post("/api/study", json={"game": "draughts"}).json()["id"]
    moves = "1. 11-15 23-19 2. 8-11 22-17 3. 9-13 17-14 4. 10x17 21x14 5. 15-18 19-15 *"
    text = f'[Event "a"]\n[Result "1-0"]\n\n{moves}'
    (game,) = SUFFIXES[".pdn"].read_games(text.encode())
    assert isinstance(game, Record)
    library = Library(data)
    library.add(game, "a.pdn")
    node = 0
    for _ in range(8):
        answer = client.get(f"/api/review/{made}/explore", params={"node": node}).json()
        (move,) = answer["moves"]
        asked = {"node": node, "actions": move["actions"]}
        node = client.post(f"/api/study/{made}/play", json=asked).json()["node"]
    assert move["name"] == "21x14"
    library.close()


def test_a_review_is_kept_as_it_was() -> None:
    """What was running when the server ended has stopped; what is damaged is told apart."""
    move = MoveReview(0, 1, 0, "c4", 50.0, 40.0, 10.0, Grade.MISTAKE, (7,), (7, 8), ("b5", "c5"))
    sheet = ReviewSheet("running", "mcts", 10, None, (0, 1, 2), 2, [move])
    told = json.loads(json.dumps(sheet.to_json()))
    assert ReviewSheet.from_json(told) == replace(sheet, status="stopped")
    for damage in ({"format": 2}, {"moves": [{}]}, {"line": None}, {"extra": 1}):
        with pytest.raises(NotationError):
            ReviewSheet.from_json(told | damage)


def test_both_languages_say_the_same() -> None:
    """The catalogues have equal keys, with equal places for what is put in."""
    words = {
        language: json.loads((STATIC / f"rooms/study/review/{language}.json").read_text())
        for language in ("en", "zh")
    }
    assert words["en"].keys() == words["zh"].keys()
    for key, text in words["en"].items():
        places = [sorted(re.findall(r"\{\w+\}", each[key])) for each in words.values()]
        assert places[0] == places[1], (key, text)
