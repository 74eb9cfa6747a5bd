"""Taking a run's net into the box: its file, its card and its line in the index."""

import shlex
import shutil
from collections.abc import Mapping
from pathlib import Path

from tengen import weights
from tengen.agents import load_agent
from tengen.agents.lesson import find_run, game_of
from tengen.core import Game, WeightsError
from tengen.core.files import write_bytes
from tengen.core.game import Setting
from tengen.games import settings_of
from tengen.learning.run import NETWORKS, Config, Entries, Run, read_metrics


def add_to_box(place: Path, name: str | None = None) -> str:
    """Take the finished net of the run at `place` into the box, and return its name there.

    Args:
        place: a run folder, or the network in it.
        name: what it is called; game, size and method if not given.

    Raises:
        TengenError: when there is no finished run, its net does not play, or the name is taken.
    """
    folder = find_run(place)
    config = Run.read_config(folder, {})
    game, method = game_of(folder, config), str(config["method"])
    net = _net_in(folder)
    load_agent(f"{method}:{net}", game).close()
    name = name or _usual_name(game, method)
    weights.check_free(name)
    card = make_card(name, config, game, read_metrics(folder))
    box = weights.folder()
    copied = box / f"{name}{net.suffix}"
    try:
        shutil.copyfile(net, copied)
        write_bytes(box / f"{name}.md", card.encode())
        weights.add_entry(name, method, game.name, _told(game))
    except OSError as error:
        copied.unlink(missing_ok=True)
        raise WeightsError(f"{box} cannot be written: {error.strerror}") from None
    return name


def _net_in(folder: Path) -> Path:
    for file in NETWORKS:
        if (folder / file).is_file():
            return folder / file
    raise WeightsError(f"{folder} has no finished network: train it to the end")


def _usual_name(game: Game, method: str) -> str:
    size = game.settings.get("size")
    return "-".join([game.name, *([f"{size}x{size}"] if size else []), method])


def _told(game: Game) -> dict[str, Setting]:
    """Return the settings that say which net fits: the size, and what is not usual."""
    usual = settings_of(game.name)
    return {
        key: value for key, value in game.settings.items() if key == "size" or value != usual[key]
    }


def make_card(name: str, config: Config, game: Game, entries: Entries) -> str:
    """Return the card of a net, in Markdown: how it was trained, and how strong it is.

    Args:
        name: what it is called in the box.
        config: of its run.
        game: what it learned.
        entries: what the run logged.
    """
    method = config["method"]
    spec = f"{method}:{name}"
    matches = [entry for entry in entries if entry["kind"] == "match" and entry.get("match_games")]
    start = config.get("start_from")
    beginning = "" if start is None else f", going on from `{start}`"
    parts = [
        f"# {name}",
        (
            f"What `{method}` learned of {game} in {config['minutes']:g} minutes, from seed "
            f"{config['seed']} and the preset `{config['preset']}`{beginning}. Trained by"
        ),
        f"```sh\n{shlex.join(_command(name, config, game))}\n```",
        *_figures(entries),
        *_strength(matches),
        "Play against it, or measure it again:",
        (
            f"```sh\ntengen match {spec} 'mcts?playouts=1000' {shlex.join(_game_options(game))} "
            "--games 100\n```"
        ),
    ]
    return "\n\n".join(parts) + "\n"


def _command(name: str, config: Config, game: Game) -> list[str]:
    """Return the command that trains such a net again."""
    command = ["tengen", "train", config["method"], *_game_options(game)[1:]]
    command += ["--minutes", f"{config['minutes']:g}", "--seed", str(config["seed"])]
    command += ["--preset", config["preset"], "--out", f"runs/{name}"]
    for path in config.get("records", ()):
        command += ["--records", Path(path).name]
    if start := config.get("start_from"):
        command += ["--start-from", start]
    for setting in _changed(config):
        command += ["--set", setting]
    return command


def _changed(config: Config) -> list[str]:
    """Return the settings in which a run differs from its preset, on a machine of either kind."""
    from tengen.agents.settings import settings_for
    from tengen.agents.teachers import learning_of

    method = config["method"]
    recipe = learning_of(method).recipe()
    flat = dict(_flat(config[method]))
    presets = [
        dict(_flat(settings_for(recipe, config["preset"], cuda=cuda).model_dump(mode="json")))
        for cuda in (False, True)
    ]
    nearest = min(presets, key=lambda preset: sum(flat[k] != preset.get(k) for k in flat))
    return [f"{key}={value}" for key, value in flat.items() if value != nearest.get(key)]


def _flat(settings: Mapping[str, object], above: str = "") -> list[tuple[str, object]]:
    pairs: list[tuple[str, object]] = []
    for name, value in settings.items():
        place = f"{above}{name}"
        pairs += _flat(value, f"{place}.") if isinstance(value, dict) else [(place, value)]
    return pairs


def _game_options(game: Game) -> list[str]:
    usual = settings_of(game.name)
    changes = [f"{key}={value}" for key, value in game.settings.items() if value != usual[key]]
    return ["--game", game.name, *(word for change in changes for word in ("--set", change))]


def _figures(entries: Entries) -> list[str]:
    """Return what it took, as far as the run has logged it."""
    last = {key: value for entry in entries for key, value in entry.items()}
    told = [f"{last[key]:,} {key}" for key in ("games", "positions", "steps") if key in last]
    return [f"- {', '.join(told)}."] if told else []


def _strength(matches: Entries) -> list[str]:
    """Return the scores of the run's own matches, the last one with its interval."""
    if not matches:
        return ["No match was played while it learned."]
    last = matches[-1]
    low, high = (f"{100 * bound:.1f}" for bound in last["interval"])
    curve = ", ".join(f"{100 * each['score']:.0f} % at {each['minutes']:.2g}" for each in matches)
    return [
        (
            f"## Strength\n\nAgainst `{last['opponent']}` it scored {100 * last['score']:.1f} % of "
            f"{last['match_games']} games at last (95 %: {low} to {high}). While it learned, by the "
            f"minute: {curve}."
        )
    ]
