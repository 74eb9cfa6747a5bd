"""Two hundred pages at once, twenty of them searching: how long a move takes, what memory does.

The server is a process of its own and the engines are real. A page is a WebSocket that plays as a
person would; the time of a move is from its being sent to its being told, to its last page.
"""

import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect

from tengen.bench import Row

PAGES = 200
SEARCHING = 20
THINK_SECONDS = 3.0
"""A page that plays makes a move as often, and a search takes as long."""
STARVED_SECONDS = 2.0
"""A page that waits longer for its own move is starved."""
GROWTH = 0.1
"""Of memory from the second quarter of the time to the last: games go on, trees differ."""


@dataclass
class Guest:
    """One page, with what happened to it."""

    waits: list[float] = field(default_factory=list)
    """Seconds from each move sent to it told."""
    thoughts: int = 0
    """Searches that ended for it."""


def load(minutes: float) -> Iterator[Row]:
    """Yield what two hundred pages bear within so many minutes, each figure beside its limit."""
    with tempfile.TemporaryDirectory() as folder, _server(Path(folder)) as (address, process):
        guests, memory = asyncio.run(_visit(address, process.pid, minutes * 60))
    players, searchers = guests[SEARCHING:], guests[:SEARCHING]
    waits = [1000 * wait for guest in players for wait in guest.waits]
    quarter = max(1, len(memory) // 4)
    settled, at_end = median(memory[quarter : 2 * quarter]), median(memory[-quarter:])
    case = f"{PAGES} pages, {SEARCHING} searching, {minutes:g} min"
    yield Row("load", f"{case}: move, median", median(waits), "ms", "limit", 100)
    yield Row("load", f"{case}: move, 95th percentile", quantiles(waits, n=20)[-1], "ms")
    slowest = max(max(guest.waits) for guest in players)
    yield Row("load", f"{case}: slowest move", slowest, "s", "limit", STARVED_SECONDS)
    yield Row("load", f"{case}: moves", len(waits), "")
    yield Row("load", f"{case}: moves of the page with fewest", _fewest(players), "")
    yield Row("load", f"{case}: searches ended", sum(each.thoughts for each in searchers), "")
    fewest = min(each.thoughts for each in searchers)
    yield Row("load", f"{case}: searches of the page with fewest", fewest, "")
    yield Row("load", f"{case}: memory in the second quarter", settled, "MiB")
    limit = settled * (1 + GROWTH)
    yield Row("load", f"{case}: memory in the last quarter", at_end, "MiB", "limit", limit)


def _fewest(players: list[Guest]) -> int:
    return min(len(each.waits) for each in players)


@contextmanager
def _server(folder: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Run the studio; yield the address of its WebSocket."""
    command = [sys.executable, "-m", "tengen", "studio", "--no-browser", "--port", "0"]
    process = subprocess.Popen([*command, "--data", str(folder)], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        yield line.split("http")[1].split(" ")[0].replace("://", "ws://") + "ws", process
    finally:
        process.terminate()
        process.wait()


async def _visit(address: str, pid: int, seconds: float) -> tuple[list[Guest], list[float]]:
    """Let all pages come, play and search; return them, and the server's memory in MiB."""
    guests = [Guest() for _ in range(PAGES)]
    end = time.monotonic() + seconds
    async with asyncio.TaskGroup() as group:
        for number, guest in enumerate(guests):
            work = _search if number < SEARCHING else _play
            group.create_task(work(address, guest, end, random.Random(number)))
        memory = group.create_task(_watch_memory(pid, end))
    return guests, memory.result()


async def _watch_memory(pid: int, end: float) -> list[float]:
    memory: list[float] = []
    while time.monotonic() < end:
        memory.append(_resident_mib(pid))
        await asyncio.sleep(1)
    return memory


def _resident_mib(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    (line,) = [line for line in status.splitlines() if line.startswith("VmRSS")]
    return int(line.split()[1]) / 1024


@dataclass
class Table:
    """A game that a page follows."""

    page: ClientConnection
    topic: str
    status: dict[str, Any]
    ply: int = 0


async def _play(address: str, guest: Guest, end: float, rng: random.Random) -> None:
    """Play for both sides, a move every few seconds, and begin again when the game is over."""
    async with connect(address, max_size=None) as page:
        table = await _begin(page, address, rng, "random")
        await asyncio.sleep(rng.uniform(0, THINK_SECONDS))
        while time.monotonic() < end:
            sent = time.monotonic()
            await _move(table, rng)
            guest.waits.append(time.monotonic() - sent)
            await _begin_again(table)
            await asyncio.sleep(rng.uniform(0.5, 1.5) * THINK_SECONDS)


async def _search(address: str, guest: Guest, end: float, rng: random.Random) -> None:
    """Have the position looked at by an engine, and play on when it has been."""
    async with connect(address, max_size=None) as page:
        table = await _begin(page, address, rng, "mcts")
        await _ask(table, type="analyse", on=True, ply=None)
        while time.monotonic() < end:
            try:
                async with asyncio.timeout(max(0.1, end - time.monotonic())):
                    while not ((await _hear(table, "set", "analysis")) or {}).get("done"):
                        pass
            except TimeoutError:
                return
            guest.thoughts += 1
            await _move(table, rng)
            await _begin_again(table)


async def _begin(page: ClientConnection, address: str, rng: random.Random, opponent: str) -> Table:
    """Begin a game of two people and follow it."""
    game, settings = rng.choice([("gomoku", {"size": 15}), ("go", {"size": 9}), ("draughts", {})])
    terms = {"game": game, "settings": settings, "people": [0, 1], "opponent": opponent}
    asked = Request(  # noqa: S310  a server of ours
        f"http{address.removeprefix('ws').removesuffix('ws')}api/play/games",
        json.dumps({**terms, "strength": {"seconds": THINK_SECONDS}}).encode(),
        {"content-type": "application/json"},
    )
    topic = "game/" + (await asyncio.to_thread(_post, asked))["id"]
    await page.send(json.dumps({"type": "follow", "topic": topic}))
    return Table(page, topic, dict(json.loads(await page.recv())["state"]["status"]))


def _post(asked: Request) -> dict[str, str]:
    with urlopen(asked) as answer:  # noqa: S310
        return dict(json.load(answer))


async def _move(table: Table, rng: random.Random) -> None:
    """Play a move and wait until it is told."""
    action = rng.choice(table.status["legal"])
    await _ask(table, type="play", action=action, ply=table.ply)
    await _hear(table, "append", "moves")
    table.ply += 1


async def _begin_again(table: Table) -> None:
    """Begin a game that is over or counted anew."""
    if not table.status["legal"]:
        await _ask(table, type="restart")
        await _hear(table, "cut", "moves")
        table.ply = 0


async def _ask(table: Table, **request: Any) -> None:
    await table.page.send(json.dumps({"type": "ask", "topic": table.topic, "request": request}))


async def _hear(table: Table, part: str, key: str) -> Any:
    """Return what the next change says of a key, of that part of it that sets, cuts or appends."""
    while True:
        message = json.loads(await table.page.recv())
        assert message["type"] != "error", message
        table.status = message.get("set", {}).get("status", table.status)
        if key in message.get(part, {}):
            return message[part][key]
