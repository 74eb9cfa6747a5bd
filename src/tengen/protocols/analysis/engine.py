"""The engine's side of the protocol: queries in, responses out, many at once."""

import json
import logging
import threading
from collections.abc import Callable, Mapping
from typing import BinaryIO

from tengen import __version__
from tengen.core import Agent, Game, NotationError, SettingsError, TengenError
from tengen.programs.lines import Lines, Writer
from tengen.protocols.analysis.fields import FieldError, Fields, read_wholes
from tengen.protocols.analysis.games import TABLES
from tengen.protocols.analysis.pool import Pool
from tengen.protocols.analysis.query import Wanted, read_query
from tengen.protocols.analysis.report import Told

ACTIONS = ("query_version", "query_models", "clear_cache", "terminate", "terminate_all")
_MOST_QUOTED = 200

log = logging.getLogger(__name__)


def serve(
    game: Game,
    make: Callable[[Game], Agent],
    queries: BinaryIO,
    responses: BinaryIO,
    *,
    positions: int = 1,
    usual: Wanted | None = None,
    visits: int | None = None,
    ready: Callable[[], None] | None = None,
) -> None:
    """Answer queries until there are no more, and all that was asked.

    Args:
        game: what queries are about that name no game, and the settings they do not tell.
        make: makes the agents that analyse.
        positions: analysed at the same time.
        usual: what responses are like where a query does not say.
        visits: of a position where a query does not say; None to leave it to the agent.
        ready: called when queries are read.

    Raises:
        SettingsError: when the game is none of the protocol's.
        TengenError: when no agent can be made for `game`.
        BrokenPipeError: when nobody reads the responses any more.
    """
    if game.name not in TABLES or game.settings.get("opening", "free") != "free":
        raise SettingsError(f"queries are about {', '.join(TABLES)}, not {game}")
    agent = make(game)  # a wrong spec is told now, and not in each answer
    model = {"name": agent.net or agent.name, "internalName": agent.name}
    agent.close()
    engine = AnalysisEngine(game, make, Writer(responses), positions, usual or Wanted(), visits)
    engine.models = [{**model, "maxBatchSize": 1, "usesHumanSLProfile": False, "version": 0}]
    if ready is not None:
        ready()
    engine.run(Lines(queries))


class AnalysisEngine:
    """Answers one program's queries."""

    def __init__(
        self,
        game: Game,
        make: Callable[[Game], Agent],
        send: Callable[[str], None],
        positions: int,
        usual: Wanted,
        visits: int | None,
    ) -> None:
        self.models: list[Told] = []
        """What ``query_models`` tells."""
        self._game, self._usual, self._visits = game, usual, visits
        self._send = send
        self._sending = threading.Lock()
        self._is_heard = True
        self._pool = Pool(make, positions, self._tell)

    def run(self, lines: Lines) -> None:
        """Answer all queries.

        Raises:
            BrokenPipeError: when nobody reads the responses any more.
        """
        while self._is_heard and (line := lines.get()) is not None:
            if line.strip():
                self._answer(line.strip())
        self._pool.close(finish=self._is_heard)
        if not self._is_heard:
            raise BrokenPipeError("the reader is gone")

    def _tell(self, told: Mapping[str, object]) -> None:
        """Send a response, on any thread."""
        line = json.dumps(told, separators=(",", ":"), sort_keys=True) + "\n"
        with self._sending:
            try:
                if self._is_heard:
                    self._send(line)
            except BrokenPipeError:
                self._is_heard = False

    def _answer(self, line: str) -> None:
        query_id: str | None = None
        try:
            fields = _read_object(line)
            query_id = _read_id(fields)
            self._carry_out(fields)
        except FieldError as error:
            self._tell({"error": str(error), "field": error.field, "id": query_id})
        except TengenError as error:
            self._tell({"error": str(error)} | ({"id": query_id} if query_id is not None else {}))
        except Exception as error:
            # A fault of ours ends one query, not the others.
            log.exception("a query failed")
            about = {"id": query_id} if query_id is not None else {}
            self._tell({"error": f"internal error: {type(error).__name__}: {error}", **about})

    def _carry_out(self, fields: Fields) -> None:
        action = fields.get("action")
        if isinstance(action, str):
            self._act(action, fields)
            return
        query = read_query(fields, self._game, self._usual, self._visits)
        for name, message in query.warnings:
            self._tell({"warning": message, "field": name, "id": query.id})
        self._pool.put(query)

    def _act(self, action: str, fields: Fields) -> None:
        """Do what is asked beside analyses, and say so."""
        more: Told = {}
        match action:
            case "query_version":
                more = {"version": __version__, "git_hash": "<omitted>"}
            case "query_models":
                more = {"models": self.models}
            case "clear_cache":
                self._pool.forget()
            case "terminate":
                query_id = fields.get("terminateId")
                if not isinstance(query_id, str):
                    message = (
                        'Requests for a terminate action must have a string "terminateId" field'
                    )
                    raise FieldError("terminateId", message)
                self._pool.terminate(query_id, _read_numbers(fields))
            case "terminate_all":
                self._pool.terminate(None, _read_numbers(fields))
            case _:
                raise FieldError("action", f"Must be one of {', '.join(ACTIONS)}")
        self._tell({**fields, **more})


def _read_object(line: str) -> Fields:
    try:
        read = json.loads(line)
    except (ValueError, RecursionError) as error:
        quoted = line[:_MOST_QUOTED]
        raise NotationError(
            f"{error} - could not parse input line as json request: {quoted}"
        ) from None
    if not isinstance(read, dict):
        raise NotationError(
            f"Request line was valid json but was not an object, ignoring: {line[:_MOST_QUOTED]}"
        )
    return read


def _read_id(fields: Fields) -> str:
    """Return the ``id`` of a query, which actions have as well."""
    query_id = fields.get("id")
    if not isinstance(query_id, str):
        raise NotationError('Request must have a string "id" field')
    return query_id


def _read_numbers(fields: Fields) -> list[int] | None:
    if "turnNumbers" not in fields:
        return None
    return read_wholes(fields, "turnNumbers", "turns to terminate")
