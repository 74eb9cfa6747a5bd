"""``tengen rate``: where an agent stands on the ladder of a game."""

import json
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Self

import typer

from tengen.cli.shared.options import (
    AsJson,
    Changes,
    GameName,
    Rule,
    Seed,
    Size,
    Workers,
    load_game,
)
from tengen.cli.shared.running import Cluster, Require, RunnerName, running
from tengen.cli.shared.stopping import INTERRUPTED, stopping
from tengen.cli.shared.words import percent, warn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tengen.agents.ladder import LadderFile
    from tengen.core import Game
    from tengen.experiments.rate.placing import Place, Placer
    from tengen.experiments.words import Rated

LadderPath = Annotated[
    Path | None,
    typer.Option(
        "--ladder",
        metavar="FILE",
        help="A ladder of your own, a TOML file like those in src/tengen/agents/ladders; the one "
        "that ships if not given.",
    ),
]
Programs = Annotated[
    list[str] | None,
    typer.Option(
        "--program",
        metavar="NAME=PATH",
        help="Where a program is that rungs need by this name, if it is not on the PATH; may be "
        "repeated.",
    ),
]
BasePath = Annotated[
    Path | None,
    typer.Option(
        "--base",
        metavar="FILE",
        help="The rating data base; the one in your data folder if not given.",
    ),
]


def rate(
    agent: Annotated[str, typer.Argument(help="Who is rated.", metavar="AGENT")],
    game: GameName = "gomoku",
    size: Size = None,
    rule: Rule = None,
    changes: Changes = None,
    width: Annotated[
        float, typer.Option(min=1, help="Elo between the bounds of the 95 % interval to reach.")
    ] = 100.0,
    games: Annotated[int, typer.Option(min=1, help="No more games than this.")] = 400,
    seed: Seed = 0,
    ladder: LadderPath = None,
    programs: Programs = None,
    base: BasePath = None,
    workers: Workers = None,
    runner: RunnerName = None,
    cluster: Cluster = None,
    require: Require = None,
    as_json: AsJson = False,
) -> None:
    """Play the ladder of a game until the agent's rating is known.

    The next opponent is the one that tells most: near in strength, and not met too often. Each
    opening is played twice, with colours changed. Games are kept in the rating data base as they
    end, and count again when the same agent is rated once more: Ctrl-C loses nothing.

    [bold]Example[/bold]: tengen rate 'mcts?playouts=2000' --game go --size 9 --width 120
    """
    from tengen.arena.ratings_db import RatingsDb, default_path
    from tengen.experiments.rate.placing import Placer, Placing

    rules = load_game(game, size, rule, changes or ())
    file = open_ladder(rules, ladder, programs or ())
    placing = Placing(agent, rules, file.ladder, width=width, games=games, seed=seed)
    with (
        RatingsDb(base or default_path()) as opened,
        running(runner, cluster, require, workers) as (found, count_of_workers),
    ):
        placer = Placer(placing, opened, found, count_of_workers)
        with stopping() as stop, _Showing() as showing:
            place = placer.run(showing.show, stop)
    figures = _figures(placer, place, file.path) | {"interrupted": stop.is_set()}
    if as_json:
        print(json.dumps(figures))
    else:
        _print(figures)
    if stop.is_set():
        raise typer.Exit(INTERRUPTED)


def open_ladder(game: "Game", path: Path | None, programs: "Sequence[str]" = ()) -> "LadderFile":
    """Return the ladder that was asked for, and where it stands.

    Args:
        game: the rules.
        path: of its file; None for the one that ships.
        programs: ``NAME=PATH`` of programs that are elsewhere.

    Raises:
        SettingsError: when it cannot be read, is for another game, none ships for it, or a program
            is none of its.
    """
    from tengen.agents.ladder import LadderFile, find_ladder, read_ladder

    file = find_ladder(game) if path is None else LadderFile(path, read_ladder(path, game))
    return LadderFile(file.path, file.ladder.with_programs(dict(map(_place, programs))))


def _place(text: str) -> tuple[str, str]:
    """Return a program's name and absolute path."""
    from tengen.core import SettingsError

    name, equals, path = text.partition("=")
    if not (name and equals and path):
        raise SettingsError(f"--program {text!r}: expected NAME=PATH")
    return name, str(Path(path).expanduser().absolute())


def _figures(placer: "Placer", place: "Place", path: Path) -> dict[str, object]:
    placing, identity = placer.placing, placer.agent.identity
    return {
        "agent": placing.spec,
        "version": identity.version,
        "net": identity.net,
        "game": placing.game.name,
        "settings": dict(placing.game.settings),
        "elo": place.strength.elo,
        "interval": list(place.strength.interval),
        "games": place.games,
        "width": placing.width,
        "narrow_enough": place.width <= placing.width,
        "ladder": str(path),
        "anchor": placing.ladder.anchor,
        "opponents": placer.opponents(),
        "seed": placing.seed,
        "command": shlex.join(["tengen", *sys.argv[1:]]),
    }


class _Showing:
    """One line on stderr that says how far it has come, only where a person looks."""

    def __init__(self) -> None:
        from rich.console import Console

        self._status = Console(stderr=True).status("first games")

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            self._status.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._status.stop()

    def show(self, place: "Place") -> None:
        """Show the place by the games so far."""
        self._status.update(f"{place.games} games: {_elo(_told(place))}")


def _told(place: "Place") -> "Rated":
    return {"elo": place.strength.elo, "interval": list(place.strength.interval)}


def _elo(told: "Rated") -> str:
    from tengen.experiments.words import elo_text

    return elo_text(told)


def _print(figures: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    table = Table()
    for heading in ("opponent", "Elo", "games", "+ = -", "score"):
        table.add_column(heading, justify="left" if heading == "opponent" else "right")
    for rung in figures["opponents"]:
        results = f"{rung['wins']} {rung['draws']} {rung['losses']}"
        elo = f"{rung['elo']:+.0f}" if rung["elo"] else "0"
        table.add_row(rung["name"], elo, str(rung["games"]), results, percent(rung["score"]))
    console.print(table)
    rated: Rated = {"elo": figures["elo"], "interval": figures["interval"]}
    said = (
        f"{figures['agent']}: Elo {_elo(rated)}, 95 %, by {figures['games']} games; "
        f"{figures['anchor']} is 0. The ratings of the opponents are taken as given."
    )
    for line in (said, f"seed {figures['seed']}: {figures['command']}"):
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    if not (figures["narrow_enough"] or figures["interrupted"]):
        warn(f"the interval is wider than {figures['width']:g} Elo; the same command goes on")
