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
    """Return the networks of a run that can play, the newest first, by name and steps.

    The one that a run writes when it rests takes the place of one kept after as many steps.
    """
    newest = Run(folder, {}).latest_checkpoint()
    steps = int(newest.stem) if newest is not None and newest.stem.isdecimal() else 0
    rested = [name for name in NETWORKS if newest and steps and _is_since(folder / name, newest)]
    exported = {
        int(path.stem): path.name
        for path in (folder / "networks").glob("[0-9]*")
        if path.suffix in _SUFFIXES and path.stem.isdecimal() and int(path.stem)
    }
    if rested:
        exported.pop(steps, None)
    told = [(name, steps) for name in rested]
    told += [(exported[each], each) for each in sorted(exported, reverse=True)]
    return [{"name": name, "steps": each} for name, each in told]


def _is_since(path: Path, other: Path) -> bool:
    """Tell whether a file is there, and as new as another."""
    try:
        return path.stat().st_mtime >= other.stat().st_mtime
    except FileNotFoundError:
        return False


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
