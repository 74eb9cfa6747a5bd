"""Who gets into the studio, and how much they may send."""

import re

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tengen.studio.web.app import create_app
from tengen.studio.web.gate import LOOK

from .fake_agent import load_fake
from .line import BASE

TOKEN = "the-token-of-this-test"
HERE = "http://192.0.2.7:8000"


@pytest.fixture(scope="module")
def door(tmp_path_factory):
    """A studio that wants its token, for all these tests: none leaves anything in it."""
    app = create_app(tmp_path_factory.mktemp("door"), load_fake, host="0.0.0.0", token=TOKEN)
    with TestClient(app, base_url=HERE) as client:
        yield client


@pytest.fixture
def guest(door):
    """A browser of another machine, which knows nothing yet."""
    door.cookies.clear()
    return door


@pytest.fixture(scope="module")
def asked(tmp_path_factory):
    """A studio that wants none, for all that is refused."""
    app = create_app(tmp_path_factory.mktemp("asked"), load_fake)
    with TestClient(app, base_url=BASE) as client:
        yield client


def _enter(guest: TestClient) -> None:
    assert guest.get("/", params={"token": TOKEN}).status_code == 200


@pytest.mark.parametrize("path", ["/", "/static/index.html", "/api/games", "/api/recent"])
@pytest.mark.parametrize("query", [{}, {"token": ""}, {"token": "wrong"}, {"token": "é"}])
def test_nothing_is_served_without_the_token(guest, path, query):
    """Neither the page nor what it asks for."""
    assert guest.get(path, params=query).status_code == 403


def test_what_says_where_the_token_is_looks_like_the_house(guest):
    """Whoever has no token gets a page in both languages with its style, and nothing else."""
    page = guest.get("/", headers={"accept": "text/html"})
    assert page.status_code == 403
    assert "it holds the token" in page.text
    assert "其中含有令牌" in page.text
    named = set(re.findall(r'(?:href|src)="([^"]*)"', page.text))
    assert named == LOOK
    for path in LOOK:
        assert guest.get(path).status_code == 200
        assert guest.post(path).status_code == 403
    assert guest.get("/static/css/rooms.css").status_code == 403


def test_the_address_with_the_token_is_visited_once(guest):
    """A cookie that no script reads takes its place, and the browser goes on to the page."""
    entered = guest.get("/game/abc", params={"token": TOKEN})
    cookie = entered.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert 'url=/game/abc"' in entered.text
    assert TOKEN not in entered.text
    assert guest.get("/api/games").status_code == 200


@pytest.mark.parametrize("path", ["//evil.example/", "/%22%3E%3Cscript%3E", "/\\evil.example"])
def test_the_way_on_stays_here(guest, path):
    """Whatever the address with the token asks for, it leads to this server and holds no markup."""
    text = guest.get(f"{HERE}{path}?token={TOKEN}").text
    (place,) = re.findall(r'url=([^"]*)"', text)
    assert re.match(r"/[^/\\]", place)
    assert "<script" not in text


def test_a_wrong_cookie_is_no_token(guest):
    """Only the token itself opens."""
    _enter(guest)
    (name,) = guest.cookies.keys()
    for value in ("wrong", "", "%00"):
        headers = {"cookie": f"{name}={value}"}
        assert TestClient(guest.app, base_url=HERE).get("/", headers=headers).status_code == 403


def test_the_line_demands_the_token_too(guest):
    """A WebSocket without the cookie is refused before it is accepted."""
    with pytest.raises(WebSocketDisconnect), guest.websocket_connect("/ws"):
        pass
    _enter(guest)
    headers = {
        "host": "192.0.2.7:8000",
        "cookie": f"{next(iter(guest.cookies.items()))[0]}={TOKEN}",
    }
    with guest.websocket_connect("/ws", headers=headers) as socket:
        socket.send_json({"type": "follow", "topic": "game/none"})
        assert socket.receive_json()["error"] == "there is no game 'none'"


def test_a_host_that_is_none_is_foreign(guest):
    """Whatever stands there, it is answered."""
    assert guest.get("/api/games", headers={"host": "["}).json() == {"error": "foreign host"}


def test_with_a_token_names_still_count(guest):
    """A name that is not this machine's may lead here by rebinding: it is refused."""
    _enter(guest)
    assert guest.get("/api/games", headers={"host": "evil.example"}).status_code == 403
    for host in ("192.0.2.7:8000", "localhost:8000", "[2001:db8::1]:8000"):
        assert guest.get("/api/games", headers={"host": host}).status_code == 200


def test_with_a_token_foreign_pages_change_nothing(guest):
    """The origin is checked although the cookie would not be sent."""
    _enter(guest)
    answer = guest.post("/api/library/search", json={}, headers={"origin": "http://evil.example"})
    assert (answer.status_code, answer.json()) == (403, {"error": "foreign origin"})


@pytest.mark.parametrize("host", ["[", "[::1", "a b", "", "localhost@evil.example"])
def test_names_that_are_none_are_refused(asked, host):
    """Whatever is sent as the host, the answer is a refusal."""
    assert asked.get("/api/games", headers={"host": host}).status_code == 403


@pytest.mark.parametrize("length", ["2000000", "-1", "many"])
def test_a_long_body_is_refused_unread(asked, length):
    """What says that it is too long is not waited for."""
    headers = {"content-length": length, "content-type": "application/json"}
    answer = asked.post("/api/library/search", content=b"{}", headers=headers)
    assert answer.status_code == 413
    assert answer.json() == {"error": "this is too large to be read"}


def test_a_body_that_does_not_say_how_long_it_is_is_bounded(client):
    """It is read until it is too long."""

    def endless():
        for _ in range(40):
            yield b" " * 2**16

    answer = client.post(
        "/api/library/search", content=endless(), headers={"content-type": "application/json"}
    )
    assert answer.status_code == 413


@pytest.mark.parametrize("body", [b"[" * 900_000, b"{", b"\xff", b'{"a":' * 100_000, b"NaN"])
def test_bad_json_is_one_line(asked, body):
    """No depth and no garbage costs more than a refusal."""
    answer = asked.post(
        "/api/library/search", content=body, headers={"content-type": "application/json"}
    )
    assert answer.status_code in {400, 422}
    assert "\n" not in answer.json()["error"]


def test_text_is_packed_and_kept_only_where_it_may_be(client):
    """The page is asked for again each time but sent only when it is new; answers are not kept."""
    page = client.get("/static/index.html", headers={"accept-encoding": "gzip"})
    assert page.headers["content-encoding"] == "gzip"
    assert page.headers["cache-control"] == "no-cache"
    again = client.get("/static/index.html", headers={"if-none-match": page.headers["etag"]})
    assert again.status_code == 304
    assert client.get("/api/games").headers["cache-control"] == "no-store"


def test_agents_read_no_file_outside_the_runs(line, tmp_path):
    """A page names a file that is there: it is not opened, and not told apart from a missing one."""
    secret = tmp_path / "secret.onnx"
    secret.write_text("secret")
    line.ask("new", terms={"game": "gomoku", "opponent": f"alphazero:{secret}"})
    error = line.hear("error")
    assert error["code"] == "agent"
    assert "folders of runs" in error["text"]
