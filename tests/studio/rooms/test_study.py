"""The studies' routes and topic: what a page asks, is told and finds again."""

import asyncio
import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.studio import apart
from tests.studio.fake_agent import load_fake
from tests.studio.line import BASE, Line

from tengen.agents import load_agent
from tengen.core import Candidate, Decision
from tengen.games import load
from tengen.games.draughts import book
from tengen.studio.rooms.study import look as looking
from tengen.studio.rooms.study.tree import Tree
from tengen.studio.thinking.slots import Slots
from tengen.studio.web.app import create_app

ONE_STUDIO = True

SMALL = {"size": 6, "win_length": 4}
SGF = "(;GM[4]SZ[15]C[A game]PB[Ann]PW[Bo];B[hh]C[middle];W[ii](;B[gg];W[ff])(;B[jj]C[or so]))"


def begin(client: TestClient, **asked: Any) -> str:
    """Begin a study, of small Gomoku unless said, and return its id."""
    answer = client.post("/api/study", json=asked or {"game": "gomoku", "settings": SMALL})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["id"])


def ask(client: TestClient, study: str, command: str, **asked: Any) -> Any:
    """Do what a page asks of a study."""
    answer = client.post(f"/api/study/{study}/{command}", json=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()


def upload(client: TestClient, content: bytes, **params: Any) -> Any:
    """Hand a file over."""
    headers = {"content-type": "application/octet-stream"}
    return client.post("/api/study/file", params=params, content=content, headers=headers)


def refusal(answer: Any, status: int = 400) -> str:
    """Return the one line in which something is refused."""
    assert answer.status_code == status, answer.text
    text = str(answer.json()["error"])
    assert text
    assert "\n" not in text
    return text


def nodes(client: TestClient, study: str) -> dict[int, dict[str, Any]]:
    """Return the nodes of a study by their ids."""
    state = client.get(f"/api/study/{study}").json()
    return {node["id"]: node for node in state["nodes"]}


def until(line: Line, condition: Any) -> dict[str, Any]:
    """Return the first change for which the condition holds."""
    while True:
        change = line.hear("change")
        if condition(change):
            return change


def test_variations_are_kept(client: TestClient) -> None:
    """A second move from a position is a variation beside the first; the same again is not new."""
    study = begin(client)
    first = ask(client, study, "play", node=0, actions=[14])["node"]
    second = ask(client, study, "play", node=first, actions=[15])["node"]
    other = ask(client, study, "play", node=first, actions=[20])["node"]
    assert ask(client, study, "play", node=first, actions=[15])["node"] == second
    assert nodes(client, study)[first]["children"] == [second, other]
    ask(client, study, "promote", node=other)
    assert nodes(client, study)[first]["children"] == [other, second]
    assert ask(client, study, "delete", node=other) == {"node": first}
    assert set(nodes(client, study)) == {0, first, second}


def test_swap2_tells_the_colour_of_the_next_stone(client: TestClient) -> None:
    """Who takes Black puts black stones, though the other one had begun with one."""
    study = begin(client, game="gomoku", settings={"size": 9, "opening": "swap2"})
    at = 0
    for action in (20, 40, 60, 82):  # two black stones and a white one, and Black is taken
        at = ask(client, study, "play", node=at, actions=[action])["node"]
    told = nodes(client, study)
    turns = [(told[node]["toPlay"], told[node]["placing"]) for node in sorted(told)]
    assert turns == [(0, 1), (0, 2), (0, 1), (1, None), (0, 2)]


def test_a_capture_is_one_move_of_several_nodes(client: TestClient) -> None:
    """In draughts the hops of a capture are named together, and no page stops between them."""
    settings = {"position": "B:W26,18:B14"}
    study = begin(client, game="draughts", settings=settings)
    place = client.get(f"/api/study/{study}/place", params={"node": 0}).json()
    move = place["choices"]["moves"][0]
    assert len(move["actions"]) == 2
    end = ask(client, study, "play", node=0, actions=move["actions"])
    known = nodes(client, study)
    assert known[end["node"]]["name"] == "14x30"
    assert known[end["node"]]["before"] == 0
    assert known[known[end["node"]]["parent"]]["inside"]
    assert end["position"]["last"] == move["path"]
    boards = client.get(f"/api/study/{study}/line", params={"node": end["node"]}).json()
    assert [board["node"] for board in boards] == [0, end["node"]]
    # Taking the move back takes its hops along.
    assert ask(client, study, "delete", node=end["node"]) == {"node": 0}


def test_pages_hear_changes(client: TestClient, line: Line) -> None:
    """Who follows a study is told its state and then each node that changes, numbered."""
    study = begin(client)
    line.ask("follow", topic=f"study/{study}")
    told = line.hear("topic")
    assert [node["id"] for node in told["state"]["nodes"]] == [0]
    node = ask(client, study, "play", node=0, actions=[3])["node"]
    change = line.hear("change")
    assert change["seq"] == told["seq"] + 1
    assert [each["id"] for each in change["append"]["nodes"]] == [0, node]
    ask(client, study, "comment", node=node, text=" strong ")
    assert line.hear("change")["append"]["nodes"][0]["comment"] == "strong"
    ask(client, study, "judge", node=node, glyph=3)
    assert line.hear("change")["append"]["nodes"][0]["nags"] == [3]
    ask(client, study, "rename", title="Mine")
    assert line.hear("change")["set"] == {"title": "Mine"}


def test_a_restart_loses_nothing(client: TestClient, data: Path) -> None:
    """What was answered is on the disk, and is read again with variations and comments."""
    study = begin(client, game="go", settings={"size": 5}, title="Corner")
    first = ask(client, study, "play", node=0, actions=[12])["node"]
    ask(client, study, "play", node=first, actions=[6])
    ask(client, study, "play", node=first, actions=[25])
    ask(client, study, "comment", node=first, text="tengen")
    before = client.get(f"/api/study/{study}").json()
    with TestClient(create_app(data, load_fake), base_url=BASE) as again:
        # A page that was open asks by its line alone.
        with again.websocket_connect(f"{BASE.replace('http', 'ws')}/ws") as socket:
            socket.send_json({"type": "follow", "topic": f"study/{study}"})
            assert socket.receive_json()["state"] == before
        assert again.get(f"/api/study/{study}").json() == before
        assert again.get("/api/study").json()[0]["title"] == "Corner"


@pytest.mark.parametrize(
    ("settings", "board", "to_play", "text"),
    [
        ({"game": "gomoku", "settings": SMALL}, "1111" + "0" * 32, 1, "the game is over"),
        ({"game": "gomoku", "settings": SMALL}, "3" + "0" * 35, 0, "kings"),
        ({"game": "gomoku", "settings": SMALL}, "1", 0, "1 points: this one has 36"),
        ({"game": "go", "settings": {"size": 3}}, "120200000", 0, "libert"),
        ({"game": "draughts"}, "1" + "0" * 63, 0, "dark squares"),
        ({"game": "draughts"}, "02" + "0" * 62, 0, "where it would be a king"),
        ({"game": "draughts"}, "0" * 64, 0, "no piece"),
    ],
)
def test_impossible_positions(
    client: TestClient, settings: dict[str, Any], board: str, to_play: int, text: str
) -> None:
    """A position that no game can come to is refused in one line."""
    asked = {**settings, "board": board, "to_play": to_play}
    assert text in refusal(client.post("/api/study", json=asked))


@pytest.mark.parametrize(
    ("settings", "board"),
    [
        ({"game": "gomoku", "settings": SMALL}, "1200" + "0" * 32),
        ({"game": "go", "settings": {"size": 3}}, "100020001"),
        ({"game": "draughts"}, "0" * 10 + "3" + "0" * 40 + "2" + "0" * 12),
    ],
)
def test_set_up_positions(client: TestClient, settings: dict[str, Any], board: str) -> None:
    """A study may begin from any possible board, with either side to move."""
    study = begin(client, **settings, board=board, to_play=1)
    place = client.get(f"/api/study/{study}/place", params={"node": 0}).json()
    assert place["position"]["board"] == board
    assert place["position"]["toPlay"] == 1


def test_a_played_game(client: TestClient, line: Line) -> None:
    """A game of the table becomes a study of its moves."""
    game = line.begin(people=[0, 1])["id"]
    line.ask("play", action=7, ply=0)
    line.hear_ply(1)
    study = begin(client, game_id=game)
    assert [node["action"] for node in nodes(client, study).values()] == [None, 7]
    answer = client.post("/api/study", json={"game_id": "nosuchgame"})
    assert "nosuchgame" in refusal(answer, 404)


@pytest.mark.parametrize(
    ("game", "settings", "formats"),
    [
        ("gomoku", {}, ["sgf", "psq", "json"]),
        ("gomoku", {"position": "W:Bh8"}, ["sgf", "json"]),
        ("gomoku", {"opening": "swap2"}, ["json"]),
        ("go", {"size": 9}, ["sgf", "json"]),
        ("draughts", {}, ["pdn", "json"]),
    ],
)
def test_files_are_offered_that_can_be_written(client: TestClient, game, settings, formats) -> None:
    """Those of the game's formats that have room for the start, and no others."""
    made = client.post("/api/study", json={"game": game, "settings": settings}).json()
    assert client.get(f"/api/study/{made['id']}").json()["formats"] == formats
    for suffix in ("sgf", "pdn", "psq", "json"):
        file = client.get(f"/api/study/{made['id']}/file", params={"format": suffix})
        assert (file.status_code == 200) == (suffix in formats)


def test_files_are_read_and_written(client: TestClient) -> None:
    """A file of one game becomes a study with its variations, and can be saved as a file again."""
    answer = upload(client, SGF.encode(), name="a.sgf")
    study = answer.json()["id"]
    state = client.get(f"/api/study/{study}").json()
    assert state["players"] == ["Ann", "Bo"]
    assert [node["comment"] for node in state["nodes"]].count("or so") == 1
    for suffix in ("sgf", "psq", "json"):
        file = client.get(f"/api/study/{study}/file", params={"format": suffix})
        assert f".{suffix}" in file.headers["content-disposition"]
        again = upload(client, file.content, name=f"a.{suffix}")
        kept = nodes(client, again.json()["id"])
        assert len(kept) == (5 if suffix == "psq" else 6)
    file = client.get(f"/api/study/{study}/file", params={"format": "pdn"})
    assert "draughts" in refusal(file)


def test_one_of_many_games(client: TestClient) -> None:
    """Of a file of several games one is chosen by its number; what cannot be read says why."""
    text = (SGF + "(;GM[1]SZ[9];B[aa];W[bb])(;GM[1]SZ[9];B[zz])").encode()
    games = upload(client, text).json()["games"]
    assert [game.get("game", "fault") for game in games] == ["gomoku", "go", "fault"]
    chosen = upload(client, text, number=2).json()
    assert len(nodes(client, chosen["id"])) == 3
    assert refusal(upload(client, text, number=3))
    assert refusal(upload(client, text, number=9))


def test_bad_files(client: TestClient) -> None:
    """What is no game, or too large, is refused in one line."""
    assert "no game records" in refusal(upload(client, b"hello"))
    assert refusal(upload(client, b""))
    assert "2 MB" in refusal(upload(client, b"(;" + b" " * 2**21))


def test_moves_against_the_rules_end_a_line(client: TestClient) -> None:
    """A file's line ends before the first illegal move, and every page is told where and why."""
    text = b"(;GM[4]SZ[15];B[hh];W[hh];B[aa])"
    made = upload(client, text).json()["id"]
    assert len(nodes(client, made)) == 2
    cut = {"node": 1, "aside": False, "text": "h8 is occupied"}
    assert client.get(f"/api/study/{made}").json()["cut"] == cut
    assert client.get(f"/api/study/{begin(client)}").json()["cut"] is None


def test_a_variation_against_the_rules_is_told_apart(client: TestClient, data: Path) -> None:
    """The game itself is whole; what is told of the variation survives the server."""
    text = b"(;GM[4]SZ[15];B[hh](;W[gg])(;W[hh];B[aa]))"
    made = upload(client, text).json()["id"]
    with TestClient(create_app(data, load_fake), base_url=BASE) as again:
        cut = again.get(f"/api/study/{made}").json()["cut"]
    assert cut == {"node": 1, "aside": True, "text": "h8 is occupied"}


def test_endless_analysis(client: TestClient, line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    """Engines look on in slices until they are stopped, and what they saw is kept with the node."""
    monkeypatch.setattr(looking, "FIRST_SECONDS", 0.05)
    study = begin(client)
    line.ask("follow", topic=f"study/{study}")
    line.hear("topic")
    ask(client, study, "analyse", node=0, engines=["mcts", "valuing"])
    both: set[str] = set()
    while both != {"look0", "look1"}:
        change = line.hear("change")
        both |= {key for key in ("look0", "look1") if change.get("set", {}).get(key)}
    until(line, lambda change: change.get("append", {}).get("nodes", [{}])[0].get("value"))
    first = ask(client, study, "play", node=0, actions=[3])["node"]
    ask(client, study, "analyse", node=first, engines=["mcts", "valuing"])
    thought = until(line, lambda change: (change.get("set", {}).get("look0") or {}).get("node"))
    assert thought["set"]["look0"]["node"] == first
    until(line, lambda change: (change.get("set", {}).get("look0") or {}).get("nodes", 0) > 80)
    ask(client, study, "stop")
    until(
        line,
        lambda change: all(
            column["state"] == "idle"
            for column in change.get("set", {}).get("look", {}).get("columns", [{"state": ""}])
        ),
    )
    place = client.get(f"/api/study/{study}/place", params={"node": 0}).json()
    assert {each["agent"] for each in place["analyses"]} == {"mcts", "valuing"}
    assert place["analyses"][0]["top"]
    # Of all slices, not of the last alone, which says 40.
    place = client.get(f"/api/study/{study}/place", params={"node": first}).json()
    assert min(each["nodes"] for each in place["analyses"] if each["agent"] == "mcts") > 80


def test_analysis_ends_with_the_last_page(
    client: TestClient, dial: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody's analysis goes on: it ends when the last page leaves, and begins only with one."""
    monkeypatch.setattr(looking, "FIRST_SECONDS", 0.05)
    study = begin(client)
    answer = client.post(f"/api/study/{study}/analyse", json={"node": 0, "engines": ["mcts"]})
    assert "no page" in refusal(answer)
    page = dial()
    page.ask("follow", topic=f"study/{study}")
    page.hear("topic")
    ask(client, study, "analyse", node=0, engines=["mcts"])
    until(page, lambda change: change.get("set", {}).get("look0"))
    page.ask("unfollow", topic=f"study/{study}")
    deadline = time.monotonic() + 60
    while client.get(f"/api/study/{study}").json()["look"]["columns"]:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_an_engine_that_fails_is_told(client: TestClient, line: Line) -> None:
    """An engine that is none is refused, and one that breaks says so in its column."""
    study = begin(client)
    line.ask("follow", topic=f"study/{study}")
    line.hear("topic")
    asked = {"node": 0, "engines": ["nobody"]}
    assert "nobody" in refusal(client.post(f"/api/study/{study}/analyse", json=asked))
    ask(client, study, "analyse", node=0, engines=["broken"])
    failed = until(
        line,
        lambda change: any(
            column["state"] == "failed"
            for column in change.get("set", {}).get("look", {}).get("columns", [])
        ),
    )
    assert "on fire" in failed["set"]["look"]["columns"][0]["text"]


def test_what_is_not_there(client: TestClient, line: Line) -> None:
    """Unknown studies, positions and moves are refused in one line, and nothing is lost."""
    refusal(client.get("/api/study/nosuchstudy"), 404)
    refusal(client.get("/api/study/..%2f..%2fetc"), 404)
    study = begin(client)
    refusal(client.get(f"/api/study/{study}/place", params={"node": 7}), 404)
    refusal(client.post(f"/api/study/{study}/play", json={"node": 0, "actions": [999]}))
    refusal(client.post(f"/api/study/{study}/delete", json={"node": 0}))
    line.ask("follow", topic="study/nosuchstudy")
    told = line.hear("topic")
    assert told["state"] is None
    assert "nosuchstudy" in told["error"]
    assert len(nodes(client, study)) == 1


@pytest.mark.alone
def test_a_damaged_file_costs_one_study(client: TestClient, data: Path) -> None:
    """A study whose file is damaged is told as such; the others are listed."""
    study, other = begin(client), begin(client)
    path = data / "study" / f"{study}.json"
    content = json.loads(path.read_text())
    content["nodes"].append({"id": 1, "parent": 0, "action": 9999})
    path.write_text(json.dumps(content))
    path.with_name("brokenbroken.json").write_text("{")
    assert client.delete(f"/api/study/{other}").status_code == 200
    assert [each["id"] for each in client.get("/api/study").json()] == [study]
    refusal(client.get("/api/study/brokenbroken"), 404)


async def until_searching(states: list[str], start: int) -> None:
    """Wait until a search has begun after so many states."""
    async with asyncio.timeout(20):
        while "searching" not in states[start:]:  # noqa: ASYNC110  a list tells of no event
            await asyncio.sleep(0.01)


def test_endless_analysis_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    """An endless analysis lets others have their turn, and goes on after them."""
    monkeypatch.setattr(looking, "FIRST_SECONDS", 3600.0)
    monkeypatch.setattr(looking, "FAIR_SECONDS", 0.01)

    async def run() -> list[str]:
        slots, states = Slots(1), []
        game = load("gomoku", **SMALL)
        look: looking.Look = looking.Look(
            "mcts",
            load_fake,
            game,
            slots,
            lambda *_: None,
            lambda: states.append(look.status["state"]),
        )
        await look.prepare()
        look.turn_to(Tree(game).root)
        await until_searching(states, 0)
        assert await asyncio.wait_for(slots.run("a game", lambda: "a move"), 20) == "a move"
        seen = len(states)
        await until_searching(states, seen - 1)
        await asyncio.wait_for(look.close(), 20)
        await slots.close()
        return states

    assert apart.run(run())[-1] == "idle"


def test_an_engine_that_waits_leaves_at_once() -> None:
    """Whoever closes a study need not wait for the searches of others."""

    async def close_while_others_search() -> None:
        slots, let = Slots(1), threading.Event()
        other = asyncio.create_task(slots.run("other", lambda: let.wait(20)))
        game = load("gomoku", size=6, win_length=4)
        told = asyncio.Event()
        look = looking.Look("random", load_fake, game, slots, lambda *_: None, told.set)
        await look.prepare()
        look.turn_to(Tree(game).root)
        await told.wait()
        assert look.status["state"] == "waiting"
        try:
            await asyncio.wait_for(look.close(), 5)
        finally:
            let.set()
            await other
            await slots.close()
        assert look.status["state"] == "idle"

    apart.run(close_while_others_search())


@pytest.mark.parametrize(
    "moves",
    [
        pytest.param("", id="in the book", marks=pytest.mark.long),
        pytest.param("11-15 22-18", id="a forced capture"),
    ],
)
def test_an_engine_goes_on_where_it_could_move_at_once(
    moves: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a move of the opening book nor the only legal one is all that there is to see."""
    monkeypatch.setattr(looking, "FIRST_SECONDS", 0.01)
    game = load("draughts")
    tree = Tree(game)
    node = tree.root
    for action in game.parse_line(node.state, moves) if moves else ():
        node = tree.add(node, action)
    first = int(node.state.legal_actions()[0])
    book.Book({book.key_of(node.state): first}).write(tmp_path / "book")
    monkeypatch.setattr(book, "SHIPPED", tmp_path / "book")

    async def look_twice() -> tuple[list[Decision], list[str]]:
        slots, states, seen, enough = Slots(1), list[str](), list[Decision](), asyncio.Event()

        def think(_: Any, __: Any, ___: Any, decision: Decision | None) -> None:
            seen.extend([decision] if decision else [])
            if len(seen) == 2:
                enough.set()

        def tell() -> None:
            states.append(look.status["state"])
            if states[-1] in ("done", "failed"):
                enough.set()

        look = looking.Look("nnue", load_agent, game, slots, think, tell)
        await look.prepare()
        look.turn_to(node)
        await asyncio.wait_for(enough.wait(), 20)
        await look.close()
        await slots.close()
        return seen, states

    seen, states = apart.run(look_twice())
    assert "done" not in states
    assert all(decision.value is not None and decision.nodes > 16 for decision in seen)
    assert all(decision.pv[0] in node.state.legal_actions() for decision in seen)


def test_what_comes_after_a_forced_move_is_told_for_whoever_moves_now() -> None:
    """A value turns round with the turn, and the line begins with the forced move."""
    state = load("draughts").initial_state()
    for action in state.game.parse_line(state, "11-15 22-18"):
        state = state.apply(action)
    after, forced = looking.past_forced(state)
    assert (len(state.legal_actions()), len(after.legal_actions()) > 1) == (1, True)
    assert after.to_play != state.to_play
    best = int(after.legal_actions()[0])
    seen = Candidate(best, visits=7, prior=0.0, value=0.25)
    told = looking.before_forced(Decision(best, 0.25, (seen,)), state, after, forced)
    assert (told.action, told.value, told.pv) == (forced[0], -0.25, (*forced, best))
    assert [(each.action, each.visits, each.value) for each in told.candidates] == [
        (forced[0], 7, -0.25)
    ]
