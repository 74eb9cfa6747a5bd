"""``tengen levels``: the opponents for people, from a first game to full strength."""

import json
from typing import Annotated

import typer

from tengen.cli.shared.options import AsJson, Changes, Rule, Size, load_game


def levels(
    game: Annotated[str, typer.Argument(help="The game.", metavar="GAME")] = "gomoku",
    size: Size = None,
    rule: Rule = None,
    changes: Changes = None,
    as_json: AsJson = False,
) -> None:
    """List the opponents for people: level, rating, agent.

    They are those of the page, and of `--level N` of `tengen gtp`, `gomocup` and `hub`. Ratings
    stand there where they were measured by these very rules, with their 95 % interval, above the
    ladder's anchor.

    [bold]Example[/bold]: tengen levels go --size 9 --set komi=7
    """
    from tengen.agents.ladder import ladder

    rules = load_game(game, size, rule, changes or ())
    found = ladder(rules)
    told: list[dict[str, object]] = [
        {
            "name": rung.name,
            "rating": rung.elo,
            "interval": None if rung.interval is None else list(rung.interval),
            "games": rung.games,
            "spec": rung.spec,
            "default": rung.default,
        }
        for rung in found.levels
    ]
    if as_json:
        print(json.dumps(told))
        return
    _print(f"{rules}: Elo above {found.anchor}" if found.measured else str(rules), told)


def _print(title: str, told: list[dict[str, object]]) -> None:
    from rich.console import Console
    from rich.table import Table

    from tengen.experiments.words import elo_text

    table = Table(title=title)
    for heading in ("opponent", "Elo (95 %)", "games", "agent"):
        right = heading in {"Elo (95 %)", "games"}
        table.add_column(heading, justify="right" if right else "left", no_wrap=right)
    for level in told:
        elo, interval = level["rating"], level["interval"]
        rating = (
            elo_text({"elo": elo, "interval": interval})
            if isinstance(elo, float) and isinstance(interval, list)
            else "not measured"
        )
        name = f"{level['name']} (for a newcomer)" if level["default"] else str(level["name"])
        table.add_row(name, rating, str(level["games"] or ""), str(level["spec"]))
    Console().print(table)
