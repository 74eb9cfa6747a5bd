"""``tengen ratings``: everybody in the rating data base, by the rules they played."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tengen.cli.measure.rate import BasePath
from tengen.cli.shared.options import AsJson, Changes, Rule, Size, load_game

if TYPE_CHECKING:
    from tengen.arena.ratings_db import Identity, RatingsDb
    from tengen.core import Game


def ratings(
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            help="Only this game, by the rules that the other options say; all that was played "
            "if not given.",
            rich_help_panel="Game",
        ),
    ] = None,
    size: Size = None,
    rule: Rule = None,
    changes: Changes = None,
    anchor: Annotated[
        str | None,
        typer.Option(
            metavar="SPEC",
            help="Whose rating is 0; the player with most games if not given or not there.",
        ),
    ] = None,
    base: BasePath = None,
    as_json: AsJson = False,
) -> None:
    """Print the ratings of all players by all games of the rating data base.

    Another version of Tengen, another net and another time are another player.

    [bold]Example[/bold]: tengen ratings --game go --size 9 --anchor 'mcts?playouts=1000'
    """
    from tengen.arena.ratings_db import RatingsDb, default_path
    from tengen.core import SettingsError

    others = (size, rule, changes)
    if game is None and any(other is not None for other in others):
        raise SettingsError("rules are those of a game: give --game too")
    if base is not None and not base.exists():
        raise SettingsError(f"--base {base}: No such file or directory")
    with RatingsDb(base or default_path()) as opened:
        rules = opened.rules() if game is None else [load_game(game, size, rule, changes or ())]
        found = [_rate(opened, one, anchor) for one in rules]
    found = [league for league in found if league["players"]]
    if anchor is not None and not any(league["anchor"] == anchor for league in found):
        raise SettingsError(f"--anchor {anchor}: no such player has a game there")
    if as_json:
        print(json.dumps(found))
    elif found:
        for league in found:
            _print(league)
    else:
        print("No game has been rated there yet: tengen rate and tengen arena add theirs.")


def _rate(base: "RatingsDb", game: "Game", anchor: str | None) -> dict[str, object]:
    """Return the players by the rules of `game`, the strongest first, and what is 0."""
    from tengen.arena.ratings_db import tabulate
    from tengen.arena.standings import League, order

    counts = base.counts(game)
    players = list(dict.fromkeys(player for pair in counts for player in pair))
    if not players:
        return {"players": []}
    results = tabulate(counts, players)
    games = (results.sum(axis=(1, 2)) + results.sum(axis=(0, 2))).astype(int).tolist()
    zero = _anchor(players, games, anchor)
    league = League(results, {zero: 0.0})
    strengths = league.strengths()
    return {
        "game": game.name,
        "settings": dict(game.settings),
        "anchor": players[zero].spec,
        "games": int(results.sum()),
        "draw_share": league.draw_share,
        "first_move_elo": league.first_move,
        "players": [
            {
                "spec": players[number].spec,
                "version": players[number].version,
                "net": players[number].net,
                "time": players[number].time,
                "elo": strengths[number].elo,
                "interval": list(strengths[number].interval),
                "games": games[number],
            }
            for number in order(strengths)
        ],
    }


def _anchor(players: "list[Identity]", games: list[int], anchor: str | None) -> int:
    """Return who is 0: of those with that spec, else of all, the one with most games."""
    named = [number for number, player in enumerate(players) if player.spec == anchor]
    return max(named or range(len(players)), key=games.__getitem__)


def _print(league: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    from tengen.experiments.words import elo_text
    from tengen.games import load

    rules = load(league["game"], **league["settings"])
    table = Table(title=f"{rules}: {league['games']} games, {league['anchor']} is 0")
    for heading in ("player", "version", "net", "time", "Elo (95 %)", "games"):
        right = heading in {"Elo (95 %)", "games"}
        table.add_column(
            heading, justify="right" if right else "left", no_wrap=right, overflow="fold"
        )
    for player in league["players"]:
        who = (player["spec"], player["version"], player["net"][:8], player["time"])
        table.add_row(*who, elo_text(player), str(player["games"]))
    Console().print(table)
