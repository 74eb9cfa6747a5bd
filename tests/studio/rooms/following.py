"""What a page does with a topic: takes its state, then every change."""

from collections.abc import Callable
from typing import Any

from tests.studio.line import Line, changed

State = dict[str, Any]


def follow(line: Line, topic: str) -> State:
    """Return the state of a topic; `until` then keeps it up to date."""
    line.ask("follow", topic=topic)
    told = line.hear("topic")
    assert told["topic"] == topic
    state: State = {"seq": told["seq"], "topic": topic, **(told["state"] or {})}
    return state | ({"error": told["error"]} if "error" in told else {})


def until(line: Line, state: State, met: Callable[[State], Any]) -> State:
    """Take changes in until a condition is met."""
    for _ in range(2000):
        if met(state):
            return state
        message = line.session.receive_json()
        if message["type"] != "change" or message["topic"] != state["topic"]:
            continue
        assert message["seq"] == state["seq"] + 1
        state["seq"] += 1
        state.update(changed(state, message))
    raise AssertionError("it was never so")
