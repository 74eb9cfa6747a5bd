"""Who gets into the studio: asked of every request and every line, before anything else.

Without a token the studio is for this machine: whoever asks must call it by a name of this machine,
and no page of another server may change anything. With a token, for other machines, whoever asks
must have been at the address that holds it.
"""

import hashlib
import secrets
import socket
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from urllib.parse import parse_qs, quote, urlsplit

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SAFE = ("GET", "HEAD", "OPTIONS")
"""Methods by which a foreign page can change nothing."""
MOST_JSON_BYTES = 2**20
"""Read on the event loop: a few milliseconds."""
MOST_BYTES = 2**26
"""Of files, which are read elsewhere."""
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
_ENTERED = (
    '<!doctype html><html lang="en"><title>Tengen</title><link rel="icon" href="/static/icon.svg">'
    '<meta http-equiv="refresh" content="0; url={place}"><p><a href="{place}">Tengen</a></p></html>'
)
"""Leads on from the address with the token: the browser then remembers another."""
LOOK = frozenset({"/static/css/base.css", "/static/icon.svg", "/static/theme.js"})
"""What the page needs that says where the token is; anybody may have it."""
_CLOSED = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tengen</title>'
    '<meta name="viewport" content="width=device-width, initial-scale=1">'
    '<meta name="color-scheme" content="light dark">'
    '<link rel="icon" href="/static/icon.svg" type="image/svg+xml">'
    '<link rel="stylesheet" href="/static/css/base.css"><script src="/static/theme.js"></script>'
    '</head><body class="gate"><main><h1><img src="/static/icon.svg" alt="" width="30" height="30">'
    "Tengen</h1>"
    "<p>Open the address that the studio showed when it was started: it holds the token.</p>"
    '<p lang="zh-CN">请打开服务启动时显示的地址，其中含有令牌。</p>'  # noqa: RUF001
    "<p><code>http://…/?token=…</code></p></main></body></html>"
)


def new_token() -> str:
    """Return a token that nobody guesses."""
    return secrets.token_urlsafe(24)


class Gate:
    """Stands before an application.

    Args:
        app: what is served.
        host: the address listened on; a name that people may call it by.
        token: what people of other machines must know; None where there are none.
    """

    def __init__(self, app: ASGIApp, host: str = "127.0.0.1", token: str | None = None) -> None:
        self._app = app
        self._host = host
        self._token = token
        # Cookies are not told apart by the port: two studios on a machine need two names.
        self._cookie = "" if token is None else f"tengen-{_digest(token)[:8]}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or let the application answer."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        refusal = self._refuse(scope)
        if scope["type"] == "websocket":
            if refusal is None:
                await self._app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008})
        elif refusal is not None:
            await refusal(scope, receive, _with_headers(scope, send))
        else:
            await self._app(scope, _bounded(scope, receive), _with_headers(scope, send))

    def _refuse(self, scope: Scope) -> Response | None:
        """Return the answer to whoever does not get in, None for whoever does."""
        headers = Headers(scope=scope)
        host, origin = headers.get("host"), headers.get("origin")
        # A line is opened by GET, but everything can be done on it.
        changes = scope["type"] == "websocket" or scope["method"] not in SAFE
        if not self._knows(host):
            return JSONResponse({"error": "foreign host"}, status_code=403)
        if changes and not is_own_origin(origin, host):
            return JSONResponse({"error": "foreign origin"}, status_code=403)
        is_look = not changes and scope["path"] in LOOK
        if self._token is not None and not is_look and not self._is_known(headers):
            return self._admit(scope)
        if _is_too_long(headers):
            return JSONResponse({"error": "this is too large to be read"}, status_code=413)
        return None

    def _knows(self, host: str | None) -> bool:
        """Tell whether a name means this machine: another may lead here by DNS rebinding."""
        if is_own_host(host):
            return True
        name = _name_in(host) if self._token is not None else None
        return name is not None and (name == self._host or _is_address(name) or _is_own_name(name))

    def _is_known(self, headers: Headers) -> bool:
        """Tell whether the browser shows the token."""
        try:
            shown = SimpleCookie(headers.get("cookie", "")).get(self._cookie)
        except CookieError:
            return False
        return shown is not None and self._is_token(shown.value)

    def _is_token(self, text: str) -> bool:
        assert self._token is not None
        return secrets.compare_digest(text.encode(), self._token.encode())

    def _admit(self, scope: Scope) -> Response:
        """Answer whoever is not known: with a cookie, where the address holds the token."""
        asked = parse_qs(scope.get("query_string", b"").decode("latin-1"))
        if scope["type"] != "http" or not self._is_token(asked.get("token", [""])[0]):
            wants_page = "text/html" in Headers(scope=scope).get("accept", "")
            if wants_page:
                return HTMLResponse(_CLOSED, status_code=403)
            return JSONResponse({"error": "the token is missing"}, status_code=403)
        # One slash: more would lead to another host.
        answer = HTMLResponse(_ENTERED.format(place=quote("/" + scope["path"].lstrip("/"))))
        assert self._token is not None
        answer.set_cookie(self._cookie, self._token, httponly=True, samesite="strict")
        return answer


def is_own_host(host: str | None) -> bool:
    """Tell whether a ``Host`` names this machine's loopback."""
    name = _name_in(host)
    if name == "localhost":
        return True
    try:
        return name is not None and ip_address(name).is_loopback
    except ValueError:
        return False


def is_own_origin(origin: str | None, host: str | None) -> bool:
    """Tell whether a request comes from a page of this server, or from no page at all."""
    try:
        return origin is None or urlsplit(origin).netloc == host
    except ValueError:
        return False


def _name_in(host: str | None) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname if host else None
    except ValueError:
        return None


def _is_address(name: str) -> bool:
    """Tell whether a name is a number, which nobody can lead elsewhere."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _is_own_name(name: str) -> bool:
    own = socket.gethostname().lower()
    return name in {own, f"{own}.local"}


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _most_bytes(headers: Headers) -> int:
    is_file = headers.get("content-type", "").startswith("application/octet-stream")
    return MOST_BYTES if is_file else MOST_JSON_BYTES


def _is_too_long(headers: Headers) -> bool:
    length = headers.get("content-length", "0")
    return not length.isdecimal() or int(length) > _most_bytes(headers)


def _bounded(scope: Scope, receive: Receive) -> Receive:
    """Return `receive` for bodies of which nobody said how long they are."""
    most, read = _most_bytes(Headers(scope=scope)), 0

    async def receive_bounded() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > most:
            raise HTTPException(413, "this is too large to be read")
        return message

    return receive_bounded


def _with_headers(scope: Scope, send: Send) -> Send:
    """Return `send` with what every answer says to the browser."""
    # The page comes from this disk, and a new version must be seen at once; a game is no file.
    is_api = scope["path"].startswith("/api/")
    told = {**HEADERS, "Cache-Control": "no-store" if is_api else "no-cache"}

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).update(told)
        await send(message)

    return send_with_headers
