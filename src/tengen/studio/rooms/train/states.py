"""How runs stand, in a word."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tengen.studio.rooms.train.jobs import Job
from tengen.studio.rooms.train.summary import Summary

SAMPLE = Path(__file__).parent / "sample"
"""A run to look at where there is none: its settings, its metrics and the games it played last."""
LIVE = ("starting", "learning", "pausing", "stopping")
"""Those in which a process is at work."""


@dataclass
class Seen:
    """What was seen of a run at the last look."""

    summary: Summary
    state: str = "stopped"
    pid: int | None = None
    """The process that trains it, `holders.SOMEBODY` if unknown; None where nobody does."""

    @property
    def is_sample(self) -> bool:
        """Whether it is the run that ships, to be looked at."""
        return self.summary.folder == SAMPLE


def state_of(seen: Seen, job: Job | None, *, is_held: bool) -> str:
    """Return how a run stands, in a word."""
    if job is not None and job.wish == "queue":
        return "queued"
    if seen.pid is not None:
        endings = {"pause": "pausing", "stop": "stopping"}
        if job is not None and job.pid is not None and job.wish in endings:
            return endings[job.wish]
        return "learning" if is_held and seen.summary.config else "starting"
    summary = seen.summary
    if summary.fault:
        return "damaged"
    if job is not None and job.code not in (None, 0) and job.wish == "run":
        return "failed"
    if summary.progress >= 1:
        return "finished"
    if job is not None and job.wish in ("pause", "stop"):
        return "paused" if job.wish == "pause" else "stopped"
    if job is not None and job.code == 0:
        return "finished"
    return "stopped" if summary.is_whole else "broken"


def rank(run: Mapping[str, Any]) -> tuple[object, ...]:
    """Return by what runs are listed: what goes on first, then what was heard of last."""
    order = (*LIVE, "queued", "paused", "failed")
    state = order.index(run["state"]) if run["state"] in order else len(order)
    # The queue in its order, the rest by what was last heard of it.
    return state, run["placed"] if run["state"] == "queued" else -run["changed"], run["name"]
