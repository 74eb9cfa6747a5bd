"""What a page may send on its line, checked at the door."""

import json
import re
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from tengen.core import TengenError

MAX_MESSAGE_BYTES = 64 * 1024
"""No honest message comes near it."""

QUOTED = 40
"""Characters of what was sent that are told back."""
_LONG_QUOTE = re.compile(rf"(?<!\w)(['\"])((?:(?!\1).){{{QUOTED}}})(?:(?!\1).)+\1(?!\w)", re.DOTALL)

T = TypeVar("T")


class RequestError(TengenError):
    """A request that was refused, with a code that the page can translate."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class Message(BaseModel):
    """Something that comes from outside."""

    # Strict: a JSON "3" or true is not the number 3.
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Follow(Message):
    """Follow a topic, or follow it no more: the answer is its state, then its changes."""

    type: Literal["follow", "unfollow"]
    topic: str
    """Its kind and name, ``run/my-first``; of any length, as an address may be."""


class Ask(Message):
    """Ask something of a topic that is followed: what comes of it is told as its change."""

    type: Literal["ask"]
    topic: str
    request: dict[str, object]
    """What it is, is the topic's to read."""


class Ping(Message):
    """Nothing, to be answered at once: by it a page knows that it is still heard."""

    type: Literal["ping"]


Said = Follow | Ask | Ping

_ADAPTER: TypeAdapter[Said] = TypeAdapter(Annotated[Said, Field(discriminator="type")])


def without_folders(text: str) -> str:
    """Return `text` with its files by name alone: where they lie is no page's business."""
    return re.sub(r"(?<![\w.])/(?:[^/\s'\"]+/)+", "", text)


def shortened(text: str) -> str:
    """Return `text` with what it quotes cut: a page may have sent thousands of letters."""
    return _LONG_QUOTE.sub(r"\1\2…\1", text)


def refusal(error: BaseException) -> str:
    """Return why something is not done, as a page is told it."""
    return shortened(without_folders(str(error)))


def explain_failure(error: BaseException) -> str:
    """Return why something failed, in words for people; of what has none the log tells more."""
    if text := without_folders(str(error)):
        return text
    return "it failed: see the log"


def read_line(text: str | bytes) -> Said:
    """Read one message of the page.

    Raises:
        RequestError: when it is too long, not JSON, or nothing that can be said.
    """
    if len(text) > MAX_MESSAGE_BYTES:
        raise RequestError("bad_message", f"message of {len(text)} bytes: too long")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RequestError("bad_message", "message is not JSON") from error
    return read_message(_ADAPTER, data)


def read_message(adapter: TypeAdapter[T], data: object) -> T:
    """Read what came as JSON.

    Raises:
        RequestError: when it is something else than the adapter reads.
    """
    try:
        # Through JSON again, because strict JSON reads arrays as tuples and Python does not.
        return adapter.validate_json(json.dumps(data))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "message"
        raise RequestError("bad_message", f"bad message: {where}: {first['msg']}") from error
    except (ValueError, RecursionError) as error:
        raise RequestError("bad_message", "bad message: not a request") from error
