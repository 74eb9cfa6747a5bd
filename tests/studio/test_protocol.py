"""What the server says to a page, and what it lets a page do."""

import json
import time
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tengen.agents.ladder import ladder
from tengen.games import load
from tengen.studio.archive.library import Library
from tengen.studio.sitting import transitions
from tengen.studio.web.messages import shortened, without_folders

from .line import Line, terms_of
from .saved import saved_game, saved_games

ONE_STUDIO = True


def test_snapshot_tells_all_a_page_needs_to_draw(line):
    """Board, coordinates, legal actions and names of moves come with the first message."""
    snapshot = line.begin()
    assert snapshot["game"]["columns"] == list("ABCDEF")
    assert snapshot["game"]["rows"] == list("654321")
    assert snapshot["game"]["names"][0] == "a6"
    assert snapshot["positions"][0]["board"] == "0" * 36
    assert snapshot["status"]["legal"] == list(range(36))


def test_who_is_asked_whether_he_listens_says_so(line):
    """By that a page knows a server that has nothing to say from one that stands still."""
    line.session.send_json({"type": "ping"})
    assert line.hear("pong") == {"type": "pong"}


def test_the_opponent_answers_a_move(line):
    """A person's move and the engine's answer are told, marked as last."""
    line.begin()
    line.ask("play", action=21, ply=0)
    mine, answer = line.hear_ply(1), line.hear_ply(2)
    assert mine["position"]["last"] == [21]
    assert mine["position"]["board"][21] == "1"
    assert answer["move"] == {
        "action": 0, "name": "a6", "player": 1, "start": 1, "seconds": 0.01, "clock": None,
    }  # fmt: skip
    assert answer["status"]["legal"] == [a for a in range(36) if a not in (0, 21)]


def test_changes_are_numbered_without_gaps(line):
    """From the first state on, every change of a game has the next number."""
    first = line.begin()["seq"]
    line.ask("auto")
    while not (line.hear("moved")["position"]["outcome"]):
        pass
    numbers = sorted({told["seq"] for told in line.heard if told["type"] != "snapshot"})
    assert numbers == list(range(first + 1, first + 1 + len(numbers)))


@pytest.mark.parametrize(
    ("action", "ply", "code"),
    [(21, 2, "illegal"), (36, 2, "illegal"), (-1, 2, "illegal"), (5, 1, "stale")],
)
def test_moves_against_the_rules_are_refused(line, action, ply, code):
    """Occupied, off the board, and meant for an earlier position: refused, nothing changes."""
    line.begin()
    line.ask("play", action=21, ply=0)
    line.hear_ply(2)
    line.ask("play", action=action, ply=ply)
    assert line.hear("error")["code"] == code
    line.ask("play", action=22, ply=2)
    assert line.hear_ply(3)


def test_a_person_waits_for_the_engine(line):
    """While the engine thinks, a click of the other side is refused."""
    line.begin(strength={"seconds": 30})
    line.ask("play", action=21, ply=0)
    line.hear_ply(1)
    line.ask("play", action=22, ply=1)
    assert line.hear("error")["code"] == "not_your_turn"


@pytest.mark.parametrize(
    "message",
    [
        "",
        "{",
        "null",
        "[]",
        "3",
        '"open"',
        "{}",
        '{"type": "fly"}',
        '{"type": ["open"]}',
        '{"type": "play"}',
        '{"type": "play", "action": "3", "ply": 0}',
        '{"type": "play", "action": 1.5, "ply": 0}',
        '{"type": "play", "action": true, "ply": 0}',
        '{"type": "play", "action": null, "ply": 0}',
        '{"type": "play", "action": NaN, "ply": 0}',
        '{"type": "play", "action": 1, "ply": -1}',
        '{"type": "play", "action": 1, "ply": 0, "more": 1}',
        '{"type": "play", "action": 1' + "0" * 400 + ', "ply": 0}',
        '{"type": "play", "action": 1' + "0" * 5000 + ', "ply": 0}',
        '{"type": "open", "game": 7}',
        '{"type": "analyse", "on": "yes"}',
        '{"type": "strength", "strength": {"visits": 0}}',
        '{"type": "strength", "strength": {"seconds": 1e999}}',
        "[" * 30_000,
        '{"a":' * 10_000 + "1" + "}" * 10_000,
        "x" * 100_000,
        b"\xff\xfe\x00",
    ],
)
def test_bad_messages_are_answered(line, message):
    """Whatever is sent, the answer is a message, and the line stays good."""
    line.begin()
    send = line.session.send_bytes if isinstance(message, bytes) else line.session.send_text
    send(message)
    assert line.hear("error")["code"] == "bad_message"
    line.ask("play", action=0, ply=0)
    assert line.hear_ply(1)


@pytest.mark.parametrize(
    "game_id",
    [
        "nothing",
        "../../etc/passwd",
        "..",
        "",
        "a/b",
        "a" * 64,
        "a" * 5000,
        "%2e%2e%2f",
        "aaaaaaaa\x00",
        "棋棋棋棋棋棋棋棋",
    ],
)
def test_unknown_games_are_refused(line, game_id):
    """An id that names no saved game is refused, whatever it is made of."""
    line.ask("open", game=game_id)
    assert line.hear("error")["code"] == "unknown_game"


def test_requests_before_a_game_are_refused(line):
    """There is nothing to undo before a game is open."""
    line.ask("undo")
    assert line.hear("error")["code"] == "no_game"


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"settings": {"size": 2}}, "settings"),
        ({"settings": {"size": 21}}, "settings"),
        ({"settings": {"size": 6, "win_length": 7}}, "settings"),
        ({"settings": {"rule": "loose"}}, "settings"),
        ({"settings": {"colour": "blue"}}, "settings"),
        ({"settings": {"size": 9.5}}, "settings"),
        ({"game": "ludo"}, "settings"),
        ({"game": "../gomoku"}, "settings"),
        ({"opponent": "nobody"}, "agent"),
        ({"opponent": ""}, "agent"),
        ({"people": [2]}, "bad_message"),
        ({"people": "black"}, "bad_message"),
        ({"strength": {"visits": -5}}, "bad_message"),
        ({"opponent": "x" * 500}, "bad_message"),
    ],
)
def test_terms_that_do_not_work_are_refused(line, data, changed, code):
    """A game on bad terms is not begun, and leaves nothing behind."""
    line.begin()
    before = saved_games(data)
    terms = {"game": "gomoku", "settings": {"size": 6}, "people": [0], "opponent": "random"}
    line.ask("new", terms=terms | changed)
    assert line.hear("error")["code"] == code
    assert saved_games(data) == before


def test_two_people_need_no_engine(line):
    """Whoever would help cannot be loaded, and the game is there all the same."""
    assert line.begin(people=[0, 1], opponent="nobody")["people"] == [0, 1]
    line.ask("play", action=14, ply=0)
    line.hear_ply(1)


def test_messages_name_files_without_their_folders():
    """Fractions stay; of a path its last name is left."""
    text = "/srv/nets/one.onnx was made for 15/2 planes, not '/srv/two.onnx'"
    assert without_folders(text) == "one.onnx was made for 15/2 planes, not 'two.onnx'"


def test_what_a_page_sent_is_told_back_in_part():
    """Forty characters of what is quoted; an apostrophe quotes nothing."""
    long, short = "X" * 5000, "W:Bh8"
    text = f"gomoku position='{long}': bad position: \"{long}\" isn't '{short}', as the engine's is"
    told = "gomoku position='{0}…': bad position: \"{0}…\" isn't 'W:Bh8', as the engine's is"
    assert shortened(text) == told.format("X" * 40)


@pytest.mark.parametrize("game", ["gomoku", "go", "draughts"])
def test_a_refusal_is_short_however_much_was_sent(client, game):
    """A text pasted into the wrong field does not fill the page."""
    settings = {"position": "X" * 5000}
    answer = client.post("/api/play/games", json=terms_of(game=game, settings=settings))
    asked = {"game": game, "settings": json.dumps(settings)}
    for refused in (answer, client.get("/api/opponents", params=asked)):
        assert refused.status_code == 400
        assert "X" * 40 + "…" in refused.json()["error"]
        assert len(refused.json()["error"]) < 250


def test_undo_takes_back_to_the_persons_turn(line):
    """The engine's answer goes together with the move it answered."""
    line.begin()
    line.ask("play", action=21, ply=0)
    line.hear_ply(2)
    line.ask("undo")
    assert line.hear("rewound")["ply"] == 0
    line.ask("undo")
    assert line.hear("error")["code"] == "nothing_to_undo"


def test_undo_keeps_the_engines_opening(line):
    """White cannot take back Black's first move, which was the engine's."""
    line.begin(people=[1])
    line.hear_ply(1)
    line.ask("undo")
    assert line.hear("error")["code"] == "nothing_to_undo"


def test_undo_between_two_people_takes_one_move(line):
    """With both sides played by people, each move is somebody's."""
    line.begin(people=[0, 1])
    for ply in range(3):
        line.ask("play", action=ply, ply=ply)
        line.hear_ply(ply + 1)
    line.ask("undo")
    assert line.hear("rewound")["ply"] == 2


def test_undo_abandons_a_thought(line):
    """An answer to a position that was taken back is never played."""
    line.begin(strength={"seconds": 0.4})
    line.ask("play", action=21, ply=0)
    line.hear_ply(1)
    line.ask("undo")
    assert line.hear("rewound")["ply"] == 0
    line.ask("play", action=30, ply=0)
    assert line.hear("moved")["position"]["last"] == [30]
    answer = line.hear_ply(2)
    assert answer["position"]["board"].count("0") == 34
    assert answer["position"]["board"][21] == "0"


def test_restart_keeps_the_terms(line):
    """The board is empty again; an engine that has Black opens again."""
    line.begin(people=[1])
    line.hear_ply(1)
    line.ask("restart")
    assert line.hear("rewound")["ply"] == 0
    assert line.hear_ply(1)["move"]["player"] == 0


def test_one_automatic_move(line):
    """The engine moves for the person, and then for itself."""
    line.begin()
    line.ask("move")
    assert line.hear_ply(1)["move"]["player"] == 0
    assert line.hear_ply(2)["move"]["player"] == 1


def test_move_now_hurries_the_engine(line):
    """Asked while the engine thinks for long, its best so far is played at once."""
    line.begin(strength={"seconds": 600})
    line.ask("play", action=21, ply=0)
    line.hear_ply(1)
    line.ask("move")
    assert line.hear_ply(2)["move"]["player"] == 1


def test_a_game_plays_itself_to_the_end(line):
    """Both sides are the engine's until the win, whose stones are named; then nothing moves."""
    line.begin(people=[])
    outcome = None
    while outcome is None:
        message = line.hear("moved")
        outcome = message["position"]["outcome"]
    assert outcome["winner"] == 0
    assert len(outcome["points"]) == 4
    assert message["value"] == 1.0
    assert message["status"]["legal"] == []
    for command in ("move", "auto"):
        line.ask(command)
        assert line.hear("error")["code"] == "finished"
    line.ask("play", action=35, ply=message["position"]["ply"])
    assert line.hear("error")["code"] == "finished"


def test_self_play_can_be_stopped_and_goes_on(line):
    """After a stop nothing is played until it is asked for."""
    line.begin(people=[])
    line.hear_ply(2)
    line.ask("stop")
    while not line.hear("status")["status"]["paused"]:
        pass
    plies = [m["position"]["ply"] for m in line.heard if m["type"] == "moved"]
    line.ask("move")
    assert line.hear("moved")["position"]["ply"] == plies[-1] + 1
    line.ask("undo")
    assert line.hear("rewound")["ply"] == plies[-1]
    line.ask("auto")
    assert line.hear("moved")["position"]["ply"] == plies[-1] + 1


def test_analysis_names_every_legal_action(line):
    """A look brings prior, visits and value of each point, and lines for the best."""
    line.begin()
    line.ask("analyse", on=True, ply=None)
    analysis = line.hear("analysis")["analysis"]
    assert analysis["ply"] == 0
    assert [cell[0] for cell in analysis["cells"]] == list(range(36))
    best = analysis["top"][0]
    assert (best["name"], best["visits"], best["value"]) == ("a6", 40, 0.5)
    assert [(step["path"], step["piece"]) for step in best["pv"]] == [
        ([0], 1),
        ([1], 2),
        ([2], 1),
        ([3], 2),
    ]


def test_analysis_follows_the_game_and_looks_back(line):
    """While it is on, each new position is looked at; an earlier one when asked for."""
    line.begin(people=[0, 1])
    line.ask("analyse", on=True, ply=None)
    line.hear("analysis")
    line.ask("play", action=7, ply=0)
    assert line.hear("analysis")["analysis"]["ply"] == 1
    line.ask("analyse", on=True, ply=0)
    assert line.hear("analysis")["analysis"]["ply"] == 0
    line.ask("analyse", on=True, ply=9)
    assert line.hear("error")["code"] == "stale"


def test_values_are_the_first_players(line):
    """White's good position is a bad one in the graph, which shows Black's chances."""
    line.begin()
    line.ask("play", action=21, ply=0)
    line.hear_ply(2)
    thought = next(m["analysis"] for m in line.heard if m["type"] == "analysis")
    assert (thought["toPlay"], thought["value"]) == (1, -0.5)
    assert thought["top"][0]["value"] == 0.5


def test_progress_is_told_while_it_thinks(line):
    """A long thought shows what it has so far."""
    line.begin(opponent="late")
    line.ask("play", action=21, ply=0)
    assert [line.hear("analysis")["analysis"]["done"] for _ in range(2)] == [False, False]
    line.ask("move")
    line.hear_ply(2)
    done = [m["analysis"]["done"] for m in line.heard if m["type"] == "analysis"]
    assert done.count(True) == 1


def test_a_failing_engine_leaves_the_game(line):
    """The page is told, the game waits, and the move can be taken back."""
    line.begin(opponent="broken")
    line.ask("play", action=21, ply=0)
    failed = line.hear("failed")
    assert failed["text"] == "the engine is on fire"
    assert failed["status"]["paused"]
    line.ask("undo")
    assert line.hear("rewound")["ply"] == 0


def test_strength_can_be_changed(line):
    """The engine thinks for as long as was said last."""
    line.begin()
    line.ask("strength", strength={"seconds": 0.25})
    assert line.hear("status")["status"]["strength"] == {"visits": None, "seconds": 0.25}


def test_two_pages_see_the_same_game(line, dial):
    """A move on one page is told on the other."""
    game_id = line.begin(people=[0, 1])["id"]
    other = dial()
    other.ask("open", game=game_id)
    other.hear("snapshot")
    line.ask("play", action=14, ply=0)
    assert other.hear("moved")["move"]["action"] == 14


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "http://127.0.0.1:9999"},
        {"host": "evil.example:8000"},
        {"origin": "null"},
    ],
)
def test_foreign_pages_are_refused(dial, headers):
    """A socket asked for by another site's page is not opened."""
    with pytest.raises(WebSocketDisconnect):
        dial(headers=headers)


def test_own_pages_are_served(dial):
    """The page's own origin is let in."""
    assert dial(headers={"origin": "http://127.0.0.1:8000"}).begin()


@pytest.mark.parametrize("path", ["/", "/game/abcdefgh", "/static/js/app.js", "/api/games"])
def test_pages_carry_a_strict_policy(client: TestClient, path):
    """Nothing but the server's own files may run, not even on the pages of a game."""
    response = client.get(path)
    assert response.status_code == 200
    assert response.headers["content-security-policy"].startswith("default-src 'self';")


def test_foreign_hosts_are_refused(client: TestClient):
    """A name that merely resolves to this machine gets nothing."""
    assert client.get("/api/games", headers={"host": "evil.example"}).status_code == 403


@pytest.mark.parametrize("path", ["/static/../server.py", "/static/%2e%2e/server.py", "/docs"])
def test_nothing_else_is_served(client: TestClient, path):
    """The server's own files stay inside; a small page leads back."""
    response = client.get(path)
    assert response.status_code == 404
    assert '<a href="/">' in response.text


def test_the_form_learns_what_may_be_chosen(client: TestClient):
    """Games come with defaults, rules and sizes; opponents are those that can play."""
    gomoku, *others = client.get("/api/games").json()
    fields = {field["name"]: field for field in gomoku["fields"]}
    assert gomoku["net"]
    assert [fields["size"][key] for key in ("kind", "value", "min", "max")] == ["number", 15, 3, 20]
    assert (fields["size"]["proposed"], gomoku["quick"]) == ([8, 15, 20], {"size": 8})
    assert {"freestyle", "standard"} <= set(fields["rule"]["choices"])
    (draughts,) = (game for game in others if game["name"] == "draughts")
    assert [field["name"] for field in draughts["fields"]] == ["position"]
    # A board that a net has learned: 19x19 is nobody's yet.
    (go,) = (game for game in others if game["name"] == "go")
    assert [game["settings"]["size"] for game in (gomoku, go)] == [15, 9]
    query = {"game": "gomoku", "settings": '{"size": 6}'}
    told = client.get("/api/opponents", params=query).json()
    assert {"mcts", "random"} <= set(told["opponents"])
    assert told["players"] == ["Black", "White"]


@pytest.mark.parametrize(
    "query",
    [
        {"game": "ludo"},
        {"game": "gomoku", "settings": "{"},
        {"game": "gomoku", "settings": "[]"},
        {"game": "gomoku", "settings": '{"size": 99}'},
        {"game": "gomoku", "settings": "[" * 5000},
        {"game": "gomoku", "settings": '{"size": [1]}'},
        {"game": "gomoku", "settings": '{"self": 1}'},
    ],
)
def test_bad_queries_are_answered(client: TestClient, query):
    """A bad question is the asker's fault, and is told so in one line."""
    response = client.get("/api/opponents", params=query)
    assert response.status_code == 400
    assert "\n" not in response.json()["error"]


def test_a_move_is_saved_before_it_is_told(line, data):
    """Whoever has seen a move will find it again, whatever happens to the server."""
    game_id = line.begin(people=[0, 1])["id"]
    line.ask("play", action=14, ply=0)
    line.hear_ply(1)
    saved = saved_game(data, game_id)
    assert saved["record"]["moves"] == [{"action": 14}]
    assert saved["record"]["players"] == ["person", "person"]


@pytest.mark.parametrize(("strength", "is_level"), [({}, True), ({"visits": 10}, False)])
def test_records_call_an_opponent_by_its_level(line, data, strength, is_level):
    """As its table does; one that is told how long to think is no level, and told by its spec."""
    strongest = ladder(load("gomoku")).levels[-1]
    terms = {"settings": {}, "opponent": strongest.spec, "strength": strength, "people": [0]}
    begun = line.begin(**terms)
    record = saved_game(data, begun["id"])["record"]
    assert (begun["level"] is not None) == is_level
    assert record["players"] == ["person", strongest.name if is_level else strongest.spec]


def test_an_opponent_for_people_is_not_called_as_the_person_at_the_table(line, data):
    """Its spec without a level is its usual level's; records call people `person`."""
    begun = line.begin(settings={}, opponent="person", strength={}, people=[0])
    assert begun["opponent"] == "person?level=3"
    assert begun["level"]["name"] == "level 3"
    assert saved_game(data, begun["id"])["record"]["players"] == ["person", "level 3"]


def test_a_full_disk_is_told_and_the_game_goes_on(line, data, monkeypatch):
    """The game goes on in memory, and is saved when there is room again."""
    game_id = line.begin(people=[0, 1])["id"]

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Library, "save", full)
        line.ask("play", action=14, ply=0)
        assert line.hear_ply(1)["status"]["unsaved"] == "No space left on device"
        assert saved_game(data, game_id)["record"]["moves"] == []
    line.ask("play", action=15, ply=1)
    assert line.hear_ply(2)["status"]["unsaved"] is None
    assert len(saved_game(data, game_id)["record"]["moves"]) == 2


def test_a_full_disk_is_tried_again_until_there_is_room(line, data, monkeypatch, caplog):
    """Nobody has to move for that: the log tells of it, and the end of a game is not lost."""
    monkeypatch.setattr(transitions, "FIRST_SECONDS", 0.1)
    game_id = line.begin(people=[0, 1])["id"]

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Library, "save", full)
        line.ask("play", action=14, ply=0)
        line.hear_ply(1)
        line.ask("resign")
        assert line.hear("ended")["status"]["unsaved"] == "No space left on device"
    # Nobody watches it any more; it is not forgotten before it is saved.
    line.ask("unfollow", topic=line.topic)
    deadline = time.monotonic() + 60
    while "is saved again" not in caplog.text:  # said once it is in the file
        assert time.monotonic() < deadline
        time.sleep(0.02)
    record = saved_game(data, game_id)["record"]
    assert (len(record["moves"]), record["outcome"] is not None) == (1, True)
    assert f"cannot save game {game_id}" in caplog.text


def test_pages_at_one_table_look_where_they_like(line, dial):
    """A page that looks elsewhere or nowhere does not end the analysis of another."""
    game_id = line.begin(people=[0, 1], strength={"seconds": 0.4})["id"]
    line.ask("play", action=21, ply=0)
    line.hear_ply(1)
    other = dial()
    other.ask("open", game=game_id)
    other.hear("snapshot")
    line.ask("analyse", on=True, ply=None)
    other.ask("analyse", on=True, ply=0)
    other.ask("analyse", on=False, ply=None)
    while not (thought := line.hear("analysis")["analysis"])["done"]:
        pass
    assert thought["ply"] == 1


def _draughts(line: Line, **terms: Any) -> dict[str, Any]:
    settings = {"position": "B:W15,22,32:B11,1"}
    return line.begin(**{"game": "draughts", "settings": settings, "people": [0, 1], **terms})


def test_squares_come_with_whole_moves(line):
    """A capture of two hops is one choice, with the squares it goes over."""
    snapshot = _draughts(line)
    assert snapshot["game"]["kind"] == "squares"
    assert [name for name in snapshot["game"]["names"] if name][:5] == ["1", "2", "3", "4", "5"]
    (move,) = snapshot["status"]["moves"]
    assert move["path"] == [21, 35, 49]
    assert move["captures"]
    assert len(move["actions"]) == 2


def test_hops_join_to_one_move_and_are_taken_back_as_one(line):
    """Each hop is told with the move's name so far; undo returns to before the first."""
    (move,) = _draughts(line)["status"]["moves"]
    told = []
    for ply, action in enumerate(move["actions"]):
        line.ask("play", action=action, ply=ply)
        told.append(line.hear_ply(ply + 1))
    assert [(each["move"]["name"], each["move"]["start"]) for each in told] == [
        ("11x18", 0),
        ("11x25", 0),
    ]
    assert [each["position"]["toPlay"] for each in told] == [0, 1]
    assert told[-1]["position"]["last"] == [21, 35, 49]
    line.ask("undo")
    assert line.hear("rewound")["ply"] == 0


def test_undo_in_the_midst_of_a_move_takes_back_all_of_it(line):
    """Half a capture is no place to stop at."""
    (move,) = _draughts(line)["status"]["moves"]
    line.ask("play", action=move["actions"][0], ply=0)
    line.hear_ply(1)
    line.ask("undo")
    assert line.hear("rewound")["ply"] == 0


def test_the_engine_finishes_its_move(line):
    """It goes on hop by hop until it is the person's turn."""
    _draughts(line, settings={"position": "B:W25,29,32:B22,15,12,1"}, people=[0])
    line.ask("play", action=46, ply=0)
    first, second = line.hear_ply(2), line.hear_ply(3)
    assert (first["position"]["toPlay"], second["position"]["toPlay"]) == (1, 0)
    assert second["move"]["name"] == "25x11"


def test_an_automatic_move_is_a_whole_one(line):
    """The engine that moves for a person does not leave him in the midst of a capture."""
    _draughts(line)
    line.ask("move")
    assert line.hear_ply(2)["move"]["name"] == "11x25"


def test_resignation_ends_a_game_and_is_saved(line, data, dial):
    """The other side has won, here and when the game is opened again; undo takes it back."""
    game_id = line.begin()["id"]
    line.ask("play", action=21, ply=0)
    line.hear_ply(2)
    line.ask("resign")
    ended = line.hear("ended")
    assert ended["position"]["outcome"]["winner"] == 1
    assert (ended["value"], ended["status"]["legal"]) == (-1.0, [])
    assert saved_game(data, game_id)["record"]["outcome"]["reason"] == "resignation"
    for request in ("resign", "move", "auto"):
        line.ask(request)
        assert line.hear("error")["code"] == "finished"
    other = dial()
    other.ask("open", game=game_id)
    assert other.hear("snapshot")["positions"][-1]["outcome"]["reason"] == "resignation"
    line.ask("undo")
    rewound = line.hear("rewound")
    assert rewound["ply"] == 2
    assert rewound["status"]["legal"]
    assert saved_game(data, game_id)["record"]["outcome"] is None


def test_a_resignation_before_the_first_move_can_be_taken_back(line):
    """There is no move to take back, and the game is open again."""
    line.begin()
    line.ask("resign")
    assert line.hear("ended")["status"]["givenUp"]
    line.ask("undo")
    assert not line.hear("rewound")["status"]["givenUp"]


def test_nobody_resigns_for_engines(line):
    """A game without people is given up by those who play it."""
    line.begin(people=[])
    line.ask("resign")
    assert line.hear("error")["code"] == "not_your_turn"


def test_go_names_its_pass_and_its_owners(line):
    """The pass lies on no point and is an action of its own; a thought says whose points are."""
    snapshot = line.begin(game="go", settings={"size": 5}, people=[0, 1])
    assert snapshot["game"]["extras"] == [{"action": 25, "name": "pass"}]
    assert snapshot["game"]["columns"] == list("ABCDE")
    line.ask("analyse", on=True, ply=None)
    owners = line.hear("analysis")["analysis"]["owners"]
    assert len(owners) == 25
    assert all(-100 <= share <= 100 for share in owners)
    line.ask("play", action=25, ply=0)
    told = line.hear_ply(1)
    assert (told["move"]["name"], told["position"]["last"]) == ("pass", [])
    line.ask("play", action=25, ply=1)
    line.hear_ply(2)
    line.ask("settle")
    assert line.hear("ended")["position"]["outcome"] == {
        "winner": 1,
        "reason": "White wins by 7.5",
        "points": [],
    }


def test_swap2_tells_the_colour_of_the_next_stone(line):
    """In the opening one player places stones of both colours."""
    snapshot = line.begin(settings={"size": 9, "opening": "swap2"}, people=[0, 1])
    assert snapshot["game"]["players"] == ["First", "Second"]
    placing = [snapshot["positions"][0]["placing"]]
    for ply in range(3):
        line.ask("play", action=ply, ply=ply)
        placing.append(line.hear_ply(ply + 1)["position"]["placing"])
    assert placing == [1, 2, 1, None]
