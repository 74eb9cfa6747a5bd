"""Options that several commands share, and what they mean."""

from typing import Annotated

import typer

from tengen.core import Game, Limit, SettingsError
from tengen.core.game import Setting

GameName = Annotated[str, typer.Option("--game", help="The game.", rich_help_panel="Game")]
Size = Annotated[
    int | None,
    typer.Option(help="Board size; the game's usual one if not given.", rich_help_panel="Game"),
]
WinLength = Annotated[
    int | None, typer.Option(help="Pieces in a row that win.", rich_help_panel="Game")
]
Rule = Annotated[
    str | None,
    typer.Option(help="A variant, such as freestyle or standard.", rich_help_panel="Game"),
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
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]


def load_game(name: str, size: int | None, win_length: int | None, rule: str | None) -> Game:
    """Return the game with the settings that were given.

    Raises:
        SettingsError: when there is no such game or setting.
    """
    from tengen.games import load

    given: dict[str, Setting | None] = {"size": size, "win_length": win_length, "rule": rule}
    try:
        return load(name, **{key: value for key, value in given.items() if value is not None})
    except SettingsError as error:
        if win_length is None and "win_length" in str(error):
            raise SettingsError(f"{error}; give --win-length too") from None
        raise


def make_limit(seconds: float | None, visits: int | None) -> Limit | None:
    """Return the limit that was asked for, None to leave it to the agent."""
    limit = Limit(seconds=seconds, visits=visits)
    return None if limit.is_open else limit
