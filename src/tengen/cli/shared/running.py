"""Where the workers of a command are: on this machine, or on a Ray cluster."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated

import typer

from tengen.core import SettingsError
from tengen.core.runner import Runner

_PANEL = "Cluster"
_MOST_HERE = 256
"""Worker processes of one machine."""

RunnerName = Annotated[
    str | None,
    typer.Option(
        "--runner",
        metavar="local|ray",
        help="Who has the workers: local, processes of this machine, or ray, a Ray cluster; "
        "without --cluster a Ray of this machine.",
        rich_help_panel=_PANEL,
        show_default="local",
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="The Ray cluster: HEAD:6379, or auto on one of its machines. Means --runner ray.",
        rich_help_panel=_PANEL,
    ),
]
Require = Annotated[
    list[str] | None,
    typer.Option(
        "--require",
        metavar="NAME=AMOUNT",
        help="Workers only where the cluster has this custom resource, so much for each, such as "
        "gnugo=1; may be repeated.",
        rich_help_panel=_PANEL,
    ),
]


@contextmanager
def running(
    runner: str | None,
    cluster: str | None,
    require: Sequence[str] | None,
    workers: int | None = None,
) -> Iterator[tuple[Runner, int | None]]:
    """Have the runner that was asked for, and say how many workers it shall have.

    That is one where nobody says, and on a cluster as many as it has room for, None.

    Raises:
        TengenError: when the options do not fit each other, or the cluster is none for us.
    """
    name = runner or ("local" if cluster is None else "ray")
    if name not in {"local", "ray"}:
        raise SettingsError(f"--runner {name}: must be local or ray")
    if name == "local":
        if cluster is not None or require:
            given = "--require" if cluster is None else "--cluster"
            raise SettingsError(f"{given} is for a Ray cluster: leave out --runner local" if runner
                                else f"{given} is for a Ray cluster: give --runner ray too")  # fmt: skip
        if workers is not None and workers > _MOST_HERE:
            raise SettingsError(f"--workers {workers}: at most {_MOST_HERE} on one machine")
        from tengen.scaleout.local import LocalRunner

        yield LocalRunner(), 1 if workers is None else workers
        return
    needs = _read(require or ())
    try:
        from tengen.scaleout.ray.runner import on_cluster
    except ModuleNotFoundError as error:
        raise SettingsError(
            f"a cluster needs the package {error.name}: in Tengen's folder, run "
            "pip install '.[cluster]'"
        ) from None
    with on_cluster(cluster, needs) as found:
        yield found, workers


def _read(require: Sequence[str]) -> dict[str, float]:
    needs: dict[str, float] = {}
    for text in require:
        name, _, amount = text.partition("=")
        try:
            needs[name] = float(amount)
        except ValueError:
            needs[name] = 0.0
        if not name or not 0 < needs[name] < float("inf"):
            raise SettingsError(f"bad --require {text!r}: expected NAME=AMOUNT, such as gnugo=1")
    return needs
