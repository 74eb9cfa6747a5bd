"""``tengen match``: which of two agents is stronger."""

import json
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli.options import (
    AsJson,
    GameName,
    Rule,
    Seconds,
    Seed,
    Size,
    Visits,
    WinLength,
    load_game,
    make_limit,
)

if TYPE_CHECKING:
    from rich.console import Console

    from tengen.arena import MatchResult, PlayedMatchGame, Side


def match(
    a: Annotated[str, typer.Argument(help="Agent whose score is reported.", metavar="A")],
    b: Annotated[str, typer.Argument(help="Its opponent.", metavar="B")],
    game: GameName = "gomoku",
    size: Size = None,
    win_length: WinLength = None,
    rule: Rule = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Seed = 0,
    seconds: Seconds = None,
    visits: Visits = None,
    opening_plies: Annotated[
        int, typer.Option(min=0, help="Random plies of each opening; 0 for the empty board.")
    ] = 4,
    workers: Annotated[int, typer.Option(min=1, help="Processes that play side by side.")] = 1,
    save: Annotated[
        Path | None, typer.Option(help="Append each game to this file, one JSON record a line.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play two agents against each other and rate them.

    Colours alternate; each balanced random opening is played once with
    either colour; the score of A comes with a 95 % interval and in Elo.

    Agents are random, mcts?playouts=1000, alphazero (the net that ships)
    and alphazero:weights.onnx?visits=400.

    [bold]Example[/bold]: tengen match alphazero 'mcts?playouts=1000' --size 15 --games 100 --json
    """
    from tengen.agents.player import SpecPlayer
    from tengen.arena import MatchSettings, play_match
    from tengen.cli.progress import MatchProgress
    from tengen.cli.saving import RecordFile

    rules = load_game(game, size, win_length, rule)
    limit = make_limit(seconds, visits)
    players = SpecPlayer(a, rules), SpecPlayer(b, rules)
    for player in players:
        player(seed).close()  # bad specs and weights are told before anything is played
    settings = MatchSettings(
        games=games,
        seed=seed,
        opening_plies=opening_plies,
        limits=(limit, limit),
        workers=workers,
    )
    with RecordFile(save) as file, MatchProgress(a, games) as progress:

        def on_game(number: int, played: "PlayedMatchGame") -> None:
            file.add(played.record)
            progress.add(number, played)

        result = play_match(*players, rules, settings, on_game=on_game)
    command = shlex.join(["tengen", *sys.argv[1:]])
    if as_json:
        print(json.dumps(result.to_json() | {"command": command}, ensure_ascii=False))
    else:
        show(result, command)
    file.complain()


def show(result: "MatchResult", command: str) -> None:
    """Print a match's table and what it says."""
    from rich.console import Console
    from rich.table import Table

    console = Console()
    settings = " ".join(f"{key}={value}" for key, value in result.settings.items())
    table = Table(title=f"{result.rating.games} games of {result.game} ({settings})")
    table.add_column("", overflow="fold")
    for heading in ("score", "+ = -", "first", "second", "ms a move", "CPU ms"):
        table.add_column(heading, justify="right", no_wrap=True)
    for side in (result.a, result.b):
        table.add_row(*_row(side))
    console.print(table)
    _print_rating(console, result)
    for verdict in result.forfeits:
        console.print(f"forfeit in {verdict}", markup=False, highlight=False)
    console.print(
        f"seed {result.seed}: {command}", style="dim", markup=False, highlight=False, soft_wrap=True
    )


def _row(side: "Side") -> list[str]:
    tally, clock = side.tally, side.clock
    moves = max(1, clock.moves)
    return [
        side.name,
        f"{(tally.wins + tally.draws / 2) / max(1, tally.games):.1%}",
        *(
            f"{tally.wins} {tally.draws} {tally.losses}"
            for tally in (side.tally, side.as_first, side.as_second)
        ),
        f"{1000 * clock.wall_seconds / moves:.1f}",
        f"{1000 * clock.cpu_seconds / moves:.1f}",
    ]


def _print_rating(console: "Console", result: "MatchResult") -> None:
    rating = result.rating
    low, high = rating.interval
    elo_low, elo_high = rating.elo_interval
    console.print(
        f"{result.a.name}: score {rating.score:.1%} (95 %: {low:.1%} to {high:.1%}), "
        f"Elo {_elo(rating.elo, rating.score)} "
        f"({_elo(elo_low, low)} to {_elo(elo_high, high)}), "
        f"likelihood of superiority {rating.superiority:.1%}",
        markup=False,
        highlight=False,
        soft_wrap=True,
    )


def _elo(elo: float | None, score: float) -> str:
    if elo is None:
        return "+inf" if score > 0.5 else "-inf"
    return f"{elo:+.0f}"
