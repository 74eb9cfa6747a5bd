"""A network of a run becomes an opponent: a copy of it with a name, which learning leaves alone."""

from collections.abc import Callable
from pathlib import Path

from tengen.agents.lesson import game_of
from tengen.core import Agent, Game
from tengen.core.files import write_bytes
from tengen.learning.run import NETWORKS, OPPONENTS, Run, RunError
from tengen.studio.rooms.train.orders import check_name

_SUFFIXES = tuple(Path(name).suffix for name in NETWORKS)


def networks(folder: Path) -> list[dict[str, object]]:
    """Return the networks of a run that can play, the newest first, by name and steps."""
    newest = Run(folder, {}).latest_checkpoint()
    steps = int(newest.stem) if newest is not None and newest.stem.isdecimal() else 0
    exported = [
        {"name": path.name, "steps": int(path.stem)}
        for path in (folder / "networks").glob("[0-9]*")
        if path.suffix in _SUFFIXES and path.stem.isdecimal() and int(path.stem)
    ]
    finished = [
        {"name": name, "steps": steps} for name in NETWORKS if steps and (folder / name).is_file()
    ]
    return sorted(exported, key=lambda each: -int(str(each["steps"]))) + finished


def promoted(folder: Path) -> list[str]:
    """Return the names of the opponents that a run has given."""
    return sorted(path.stem for path in (folder / OPPONENTS).glob("*") if path.suffix in _SUFFIXES)


def promote(folder: Path, network: str, name: str, load_agent: Callable[[str, Game], Agent]) -> str:
    """Keep a copy of a run's network as the opponent `name`; return its spec.

    Raises:
        TengenError: when the name is bad or taken, there is no such network, or it cannot play.
        OSError: when it cannot be copied.
    """
    check_name(name)
    if network not in [each["name"] for each in networks(folder)]:
        raise RunError(f"there is no network {network!r} any more: choose a newer one")
    if name in promoted(folder):
        raise RunError(f"there is an opponent called {name!r} already")
    source = folder / ("" if network in NETWORKS else "networks") / network
    target = folder / OPPONENTS / f"{name}{source.suffix}"
    config = Run.read_config(folder, {})
    try:
        write_bytes(target, source.read_bytes())
    except FileNotFoundError as error:
        raise RunError(f"there is no network {network!r} any more: choose a newer one") from error
    spec = f"{config.get('method')}:{target}"
    try:
        load_agent(spec, game_of(folder, config)).close()
    except Exception:
        target.unlink(missing_ok=True)
        raise
    return spec
