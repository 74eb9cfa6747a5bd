"""All tournaments of a studio: begun, gone on with, stopped, and followed wherever they came from."""

import asyncio
import logging
from contextlib import closing, suppress
from pathlib import Path

from fastapi.concurrency import run_in_threadpool

from tengen import agents
from tengen.arena.config import Config
from tengen.arena.following import Follower
from tengen.core import Record, SettingsError, TengenError, parse_spec
from tengen.core.files import write_bytes
from tengen.studio.holders import ask_to_end
from tengen.studio.parts import Studio
from tengen.studio.rooms.watch.cup import Cup
from tengen.studio.rooms.watch.entrants import check_specs
from tengen.studio.rooms.watch.form import check_settings, restore_settings, write_settings
from tengen.studio.rooms.watch.messages import TournamentTerms
from tengen.studio.rooms.watch.places import Place, find_places, new_place
from tengen.studio.rooms.watch.processes import CupProcesses
from tengen.studio.rooms.watch.table import key_of
from tengen.studio.sitting.sheet import load_game
from tengen.studio.web.messages import RequestError
from tengen.studio.web.topics import Topic

_log = logging.getLogger(__name__)

TICK_SECONDS = 0.4
"""Between two looks at what is followed."""
MOST = 60
"""Tournaments listed, the latest."""


class Cups:
    """Finds the tournament that a request is about; its methods run on the event loop.

    Args:
        studio: whose runs are looked through, and whose library the finished games go to.
        folder: where the settings of tournaments begun elsewhere are written for going on.
    """

    def __init__(self, studio: Studio, folder: Path) -> None:
        self._studio = studio
        self._folder = folder
        self._runs = [*studio.runs] or [folder]
        self.processes = CupProcesses(studio.slots.count, self._hurry)
        self._cups: dict[str, Cup] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._wake = asyncio.Event()
        self._briefs: dict[Path, dict[str, object]] = {}
        """What is listed of folders, as of their last change."""
        self._asked: dict[str, int] = {}
        """Processes elsewhere that were asked to end, by the tournaments that they play."""

    # -- what may be asked

    async def begin(self, terms: TournamentTerms) -> str:
        """Begin a tournament and return its id.

        Raises:
            TengenError: when it cannot be played.
        """
        terms = self._bounded(terms)

        def prepare() -> Place:
            game = load_game(terms.game, terms.settings)
            check_specs(terms.players, game, self._studio.offer)
            place = new_place(self._runs, terms.name)
            text = write_settings(terms, game, self._studio.engines.spec_of)
            check_settings(text, terms.name)
            _write(place.config, text)
            return place

        place = await self._studio.slots.run(self, prepare)
        self.processes.begin(place, place.config, terms.concurrency)
        self._cup(place)
        return place.id

    async def go_on(self, name: str) -> None:
        """Play what is left of a tournament.

        Raises:
            TengenError: when it is under way, over, or only the command line can go on with it.
        """
        place = await run_in_threadpool(self._find, name)
        config = await run_in_threadpool(self._settings_for, place)
        games = min(config.settings.concurrency, self._studio.slots.count)
        self.processes.begin(place, config.path, games)
        self._cup(place)

    async def stop(self, name: str) -> None:
        """Stop a tournament; its games are kept.

        Raises:
            RequestError: when nobody plays it, or whoever does cannot be asked from here.
        """
        place = await run_in_threadpool(self._find, name)
        if self.processes.stop(place.id):
            return
        try:
            self._asked[place.id] = await run_in_threadpool(ask_to_end, place.folder)
        except OSError:
            text = "this tournament is not played from here"
            raise RequestError("not_played", text) from None
        self._hurry(name)

    async def results(self, name: str, skip: int, count: int) -> dict[str, object]:
        """Return lines about finished games, the latest first."""
        cup = self._cup(await run_in_threadpool(self._find, name))
        if not cup.has_looked:
            await cup.tick(self.processes.status(name))
        return cup.results(skip, count)

    async def take_in(self, name: str, game: str) -> str:
        """Put a finished game into the library and return its id there.

        Raises:
            TengenError: when there is no such game.
        """
        key = key_of(game)
        if key is None:
            raise RequestError("unknown_game", f"there is no game {game!r}")
        place = await run_in_threadpool(self._find, name)

        def add() -> str:
            with closing(Cup(place, self._keep)) as cup:
                game_id, record = cup.record(key)
            return self._studio.store.library.add(record, _source(place.name), game_id)

        return await run_in_threadpool(add)

    async def follow(self, rest: str) -> Topic:
        """Return the topic of a tournament, ``ID``, or of one of its games, ``ID/1.2.3``."""
        name, _, game = rest.partition("/")
        cup = self._cup(await run_in_threadpool(self._find, name))
        if not game:
            return cup.topic
        key = key_of(game)
        if key is None:
            raise RequestError("unknown_game", f"there is no game {game!r}")
        return cup.watch(key)

    def listed(self) -> list[dict[str, object]]:
        """Return a line for each of the latest tournaments; for a thread of work."""
        places = list(find_places(self._runs).values())[:MOST]
        kept = {place.folder for place in places}
        self._briefs = {key: brief for key, brief in self._briefs.items() if key in kept}
        return [self._describe(place) for place in places]

    async def close(self) -> None:
        """End all games and read no more."""
        await self.processes.close()
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        for cup in self._cups.values():
            cup.close()

    # -- finding

    def _find(self, name: str) -> Place:
        """Return the place of a tournament.

        Raises:
            RequestError: when there is none.
        """
        if name in self._cups:
            return self._cups[name].place
        place = find_places(self._runs).get(name)
        if place is None:
            raise RequestError("unknown_tournament", f"there is no tournament {name!r}")
        return place

    def _cup(self, place: Place) -> Cup:
        """Return a tournament that is looked after from now on."""
        if place.id not in self._cups:
            self._cups[place.id] = Cup(place, self._keep)
        if place.id not in self._tasks:
            task = asyncio.get_running_loop().create_task(self._look_after(place.id))
            self._tasks[place.id] = task
        self._wake.set()
        return self._cups[place.id]

    async def _look_after(self, name: str) -> None:
        """Tell what is new of a tournament for as long as somebody wants to know."""
        cup = self._cups[name]
        try:
            while True:
                try:
                    await cup.tick(self.processes.status(name), self._asked.get(name))
                except Exception:  # noqa: BLE001  the next look may go better
                    _log.exception("a tournament cannot be followed")
                self._wake.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._wake.wait(), TICK_SECONDS)
                if not (cup.is_followed or self.processes.is_at_work(name)):
                    return
        finally:
            self._tasks.pop(name, None)
            self._cups.pop(name, None)
            cup.close()

    def _hurry(self, name: str) -> None:
        del name  # all look again
        self._wake.set()

    # -- settings

    def _bounded(self, terms: TournamentTerms) -> TournamentTerms:
        most = self._studio.slots.count
        return terms.model_copy(update={"concurrency": min(terms.concurrency, most)})

    def _settings_for(self, place: Place) -> Config:
        """Return the settings with which a tournament goes on.

        Raises:
            TengenError: when it is played already, or only the command line can go on with it.
        """
        if place.is_played or self.processes.is_at_work(place.id):
            raise RequestError("played", "this tournament is being played")
        if place.is_ours:
            config = Config.read(place.config)
            if not all(self._can_run(entrant.spec) for entrant in config.settings.players):
                raise SettingsError("the studio was started without one of its programs")
            return config
        with Follower(place.folder, place.name) as follower:
            text = restore_settings(follower.plan, self._can_run)
        path = self._folder / "settings" / f"{place.id}.toml"
        _write(path, text)
        return Config.read(path)

    def _can_run(self, spec: str) -> bool:
        """Tell whether a spec starts no program but those named when the studio was started."""
        return not agents.runs_programs(parse_spec(spec).name) or self._studio.engines.knows(spec)

    # -- describing

    def _describe(self, place: Place) -> dict[str, object]:
        told = {"id": place.id, "name": place.name, **self._brief(place)}
        if told["status"] != "damaged" and place.is_played:
            return told | {"status": "playing"}
        status = self.processes.status(place.id)
        return told | {key: status[key] for key in ("status",) if key in status}

    def _brief(self, place: Place) -> dict[str, object]:
        """Return what the folder tells, read again only when something happened there."""
        changed = place.changed
        known = self._briefs.get(place.folder)
        if known is None or known["changed"] != changed:
            known = {"status": "stopped", "played": 0, "expected": 0, "kind": "", "game": ""}
            known |= {"settings": {}, "entrants": [], "changed": changed}
            if place.has_begun:
                try:
                    known |= _brief(place)
                except TengenError as error:
                    _log.info("%s is no tournament to follow: %s", place.folder, error)
                    known["status"] = "damaged"
            self._briefs[place.folder] = known
        return known

    def _keep(self, cup: str, name: str, games: list[tuple[Record, str]], before: int) -> None:
        """Put finished games into the library, each once: who deletes one does not get it back."""
        library, note = self._studio.store.library, f"tournament {cup}"
        try:
            kept = int(library.note(note) or 0)
            fresh = games[max(0, kept - before) :]
            if fresh:
                library.add_all(fresh, _source(name))
                library.write_note(note, str(before + len(games)))
        except (OSError, TengenError, ValueError) as error:
            _log.warning("games of %s do not go into the library: %s", name, error)


def _write(path: Path, text: str) -> None:
    """Write a file of settings.

    Raises:
        SettingsError: when the disk is full or the folder cannot be written.
    """
    try:
        write_bytes(path, text.encode())
    except OSError as error:
        raise SettingsError(f"{path.name} cannot be written: {error.strerror}") from error


def _source(name: str) -> str:
    return f"tournament/{name}"


def _brief(place: Place) -> dict[str, object]:
    """Return a line about a tournament."""
    with Follower(place.folder, place.name) as follower:
        plan, results = follower.plan, follower.results()
    complete = follower.is_complete(results)
    return {
        "status": "complete" if complete else "stopped",
        "kind": plan.settings.kind,
        "game": plan.game.name,
        "settings": dict(plan.game.settings),
        "entrants": plan.names,
        "played": len(results),
        "expected": len(results) if complete else plan.schedule.expected(results),
    }
