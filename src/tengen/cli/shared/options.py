"""Options that several commands share, and what they mean."""

from collections.abc import Sequence
from typing import Annotated

import typer

from tengen.core import Game, Limit, SettingsError
from tengen.core.game import Setting

SWITCHES = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}

Learned = Annotated[
    str, typer.Argument(help="The game that is learned, for example gomoku.", metavar="GAME")
]
GameName = Annotated[str, typer.Option("--game", help="The game.", rich_help_panel="Game")]
Size = Annotated[
    int | None,
    typer.Option(help="Board size; the game's usual one if not given.", rich_help_panel="Game"),
]
Rule = Annotated[
    str | None,
    typer.Option(help="A variant, such as freestyle or standard.", rich_help_panel="Game"),
]
Changes = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="Another setting of the game, such as komi=6.5, superko=situational or position=...; "
        "may be repeated.",
        rich_help_panel="Game",
    ),
]
Seconds = Annotated[
    float | None,
    typer.Option(
        help="Think so long for each move; with --visits too, what is reached first ends it.",
        rich_help_panel="Thinking",
    ),
]
Visits = Annotated[
    int | None,
    typer.Option(
        help="Think for so many visits a move. With neither this nor --seconds: "
        "what the agent says, alphazero 400 visits, mcts 1000 playouts.",
        rich_help_panel="Thinking",
    ),
]
Seed = Annotated[int, typer.Option(min=0, max=2**63 - 1, help="Makes the result repeatable.")]
Workers = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="Workers side by side; 1 if not given, on a cluster as many as fit.",
        show_default="1",
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs", "-j", "--workers", min=1, max=256,
        help="Processes that read side by side; as many as there are cores if not given.",
    ),
]  # fmt: skip
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]


def load_game(
    name: str,
    size: int | None,
    rule: str | None,
    changes: Sequence[str] = (),
) -> Game:
    """Return the game with the settings that were given.

    Raises:
        SettingsError: when there is no such game or setting, or one is given twice.
    """
    from tengen.games import load, settings_of

    given: dict[str, Setting | None] = {"size": size, "rule": rule}
    settings = {key: value for key, value in given.items() if value is not None}
    for change in changes:
        key, equals, text = change.partition("=")
        if not (key and equals):
            raise SettingsError(f"bad --set {change!r}: expected NAME=VALUE, such as komi=6.5")
        if key in settings:
            raise SettingsError(f"--set {change!r}: {key} is given twice")
        settings[key] = _read_setting(name, key, text)
    try:
        return load(name, **settings)
    except SettingsError as error:
        # A usual value need not fit what was given, such as a row longer than a small board.
        unsaid = [key for key in settings_of(name) if key not in settings]
        for key in (key for key in unsaid if f" {key}=" in str(error)):
            raise SettingsError(f"{error}; give --set {key}=... too") from None
        raise


def split_changes(game: str, changes: Sequence[str] | None) -> tuple[list[str], list[str]]:
    """Return which of some ``NAME=VALUE`` are settings of `game`, and the others.

    Raises:
        SettingsError: when there is no such game.
    """
    from tengen.games import settings_of

    usual, given = settings_of(game), list(changes or ())
    of_game = [change for change in given if change.partition("=")[0] in usual]
    return of_game, [change for change in given if change not in of_game]


def options_for(game: Game) -> list[str]:
    """Return the options that load `game`, those for its usual settings left out."""
    from tengen.games import settings_of

    options = ["--game", game.name]
    usual = settings_of(game.name)
    for key, value in game.settings.items():
        if value != usual[key]:
            own = key in ("size", "rule")
            options += [f"--{key}", str(value)] if own else ["--set", f"{key}={value}"]
    return options


def _read_setting(game: str, key: str, text: str) -> Setting:
    """Return the value that `text` stands for: of the kind of the setting's default."""
    from tengen.games import settings_of

    # A setting that is not there is refused, with those that are, when the game is loaded.
    usual = settings_of(game).get(key, "")
    try:
        if isinstance(usual, bool):
            return SWITCHES[text.lower()]
        return type(usual)(text)
    except (KeyError, ValueError):
        kind = {bool: "yes or no", int: "a whole number", float: "a number"}[type(usual)]
        raise SettingsError(f"{game} {key}={text!r}: must be {kind}") from None


def make_limit(seconds: float | None, visits: int | None) -> Limit | None:
    """Return the limit that was asked for, None to leave it to the agent."""
    limit = Limit(seconds=seconds, visits=visits)
    return None if limit.is_open else limit
