"""``tengen match``: which of two agents is stronger."""

import json
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypedDict

import typer

from tengen.cli.shared.options import (
    AsJson,
    Changes,
    GameName,
    Rule,
    Seconds,
    Seed,
    Size,
    Visits,
    load_game,
    make_limit,
)
from tengen.cli.shared.running import Cluster, Require, RunnerName, running
from tengen.cli.shared.stopping import INTERRUPTED
from tengen.cli.shared.words import count, net_line, percent, warn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from tengen.agents.player import SpecPlayer
    from tengen.arena import MatchResult, PlayedMatchGame, Rating, Side
    from tengen.core import Agent, Game, Opening


def match(
    a: Annotated[str, typer.Argument(help="Agent whose score is reported.", metavar="A")],
    b: Annotated[str, typer.Argument(help="Its opponent.", metavar="B")],
    game: GameName = "gomoku",
    size: Size = None,
    rule: Rule = None,
    changes: Changes = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Seed = 0,
    seconds: Seconds = None,
    visits: Visits = None,
    time: Annotated[
        str | None,
        typer.Option(
            metavar="CONTROL",
            help="Each side's time for a game: 10+0.1 (seconds, increment), 5m/3x30s (byo-yomi), "
            "5m/25in10m (Canadian), 0.1/move. Who oversteps it loses.",
            rich_help_panel="Thinking",
        ),
    ] = None,
    openings: Annotated[
        str | None,
        typer.Option(
            metavar="book|random|FILE",
            help="What each two games begin with: the game's own book (draughts: the 156 "
            "three-move ballots), random moves, or a file with a line each: moves, or a position "
            "and moves. The book where the game has one, if not given.",
        ),
    ] = None,
    opening_plies: Annotated[
        int | None,
        typer.Option(min=0, help="Plies of each random opening, usually 4; 0 for none."),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Workers that play side by side; 1 if not given, on a cluster as many as fit.",
            show_default="1",
        ),
    ] = None,
    save: Annotated[
        Path | None, typer.Option(help="Append each game to this file, one JSON record a line.")
    ] = None,
    runner: RunnerName = None,
    cluster: Cluster = None,
    require: Require = None,
    as_json: AsJson = False,
) -> None:
    """Play two agents against each other and rate them.

    Colours alternate; each opening is played once with either colour; the score of A comes
    with a 95 % interval and in Elo. Ctrl-C ends the match with the result so far.

    Agents are random, mcts?playouts=1000, alphazero (the net that ships),
    alphazero:weights.onnx?visits=400 and other programs, 'gtp:gnugo --mode gtp'.

    [bold]Examples[/bold]: tengen match alphazero 'mcts?playouts=1000' --size 15 --games 100 --json

    tengen match 'mcts?playouts=2000' mcts --game go --size 9 --set komi=6.5 --games 20
    """
    from tengen.agents.player import SpecPlayer
    from tengen.arena import MatchInterrupt, MatchSettings, play_match
    from tengen.cli.shared.progress import MatchProgress
    from tengen.cli.shared.saving import RecordFile
    from tengen.core import SettingsError, TengenError, parse_control

    rules = load_game(game, size, rule, changes or ())
    if rules.initial_state().outcome() is not None:
        raise SettingsError(f"{rules}: the game is over in that position")
    limit = make_limit(seconds, visits)
    control = parse_control(time) if time is not None else None
    players = SpecPlayer(a, rules), SpecPlayer(b, rules)
    # Bad specs and weights are told before anything is played.
    nets = {side: _meet(player, seed) for side, player in zip("ab", players, strict=True)}
    settings = MatchSettings(
        games=games,
        seed=seed,
        **_opening_settings(rules, openings, opening_plies),
        limits=(limit, limit),
        controls=(control, control),
    )
    with (
        running(runner, cluster, require, workers) as (found, count_of_workers),
        RecordFile(save) as file,
        MatchProgress(a, games) as progress,
    ):
        settings = settings.model_copy(update={"workers": count_of_workers})

        def on_game(number: int, played: "PlayedMatchGame") -> None:
            file.add(played.record)
            progress.add(number, played)

        try:
            result = play_match(*players, rules, settings, runner=found, on_game=on_game)
        except MatchInterrupt as interrupt:
            result = interrupt.result
            if not result.games:
                raise
    command = shlex.join(["tengen", *sys.argv[1:]])
    if as_json:
        told = {side: met.net for side, met in nets.items()}
        print(json.dumps(result.to_json() | {"nets": told, "command": command}))
    else:
        lines = dict.fromkeys(
            line for spec, side in ((a, "a"), (b, "b")) if (line := net_line(spec, nets[side]))
        )
        show(result, command, list(lines))
    if opening_plies is not None:
        _warn_of_short_openings(result, opening_plies)
    file.complain()
    if result.interrupted:
        raise typer.Exit(INTERRUPTED)
    if len(result.forfeits) == len(result.games):
        raise TengenError(
            f"every game was forfeited, so nothing was measured: {result.forfeits[0]}"
        )


def _meet(player: "SpecPlayer", seed: int) -> "Agent":
    """Return the agent, closed, warning where its net was trained for something else.

    Raises:
        TengenError: when it cannot be made, or is a program that does not get ready.
    """
    from tengen.core import EngineError

    agent = player(seed)
    try:
        agent.prepare()
    except EngineError as error:
        raise EngineError(f"{player.name} {error}") from None
    finally:
        agent.close()
    if (caveat := agent.caveat_line(player.spec)) is not None:
        warn(caveat)
    return agent


class Openings(TypedDict, total=False):
    """What the settings of a match say of its openings; see `MatchSettings`."""

    openings: "tuple[Opening, ...]"
    opening_plies: int


def _opening_settings(rules: "Game", openings: str | None, plies: int | None) -> "Openings":
    """Return what the settings of a match say of its openings."""
    from tengen.arena import read_openings
    from tengen.core import SettingsError

    if plies is not None:
        if openings not in {None, "random"}:
            raise SettingsError("--opening-plies is for random openings: give it or --openings")
        return {"openings": (), "opening_plies": plies}
    if openings is None:
        return {}
    if openings == "random":
        return {"openings": ()}
    if openings != "book":
        return {"openings": read_openings(Path(openings), rules)}
    if not rules.book():
        raise SettingsError(f"{rules} has no book of openings: give a file, or random")
    return {"openings": rules.book()}


def _warn_of_short_openings(result: "MatchResult", asked: int) -> None:
    plies = min(game.record.laid_out_plies for game in result.games)
    if plies < asked:
        warn(f"openings have {count(plies, 'ply', 'plies')}, not {asked}: the game is too short")


def show(result: "MatchResult", command: str, notes: "Sequence[str]" = ()) -> None:
    """Print a match's table and what it says."""
    from rich.console import Console
    from rich.table import Table

    console = Console()
    settings = " ".join(f"{key}={value}" for key, value in result.settings.items() if value != "")
    games = count(len(result.games), "game")
    if result.interrupted:
        games = f"{len(result.games)} of {count(result.planned, 'game')}, then interrupted,"
    table = Table(title=f"{games} of {result.game}" + (f" ({settings})" if settings else ""))
    table.add_column("", overflow="fold")
    for heading in ("score", "+ = -", "first", "second", "ms a move", "CPU ms"):
        table.add_column(heading, justify="right", no_wrap=True)
    alike = result.a.name == result.b.name
    for label, side in (("A", result.a), ("B", result.b)):
        table.add_row(f"{label}: {side.name}" if alike else side.name, *_row(side))
    console.print(table)
    _print_rating(console, f"A: {result.a.name}" if alike else result.a.name, result.rating)
    for note in notes:
        console.print(note, markup=False, highlight=False, soft_wrap=True)
    for verdict in result.forfeits:
        console.print(f"forfeit in {verdict}", markup=False, highlight=False, soft_wrap=True)
    console.print(
        f"seed {result.seed}: {command}", style="dim", markup=False, highlight=False, soft_wrap=True
    )


def _row(side: "Side") -> list[str]:
    tally, cost = side.tally, side.cost
    moves = max(1, cost.moves)
    return [
        percent(tally.share),
        *(
            f"{tally.wins} {tally.draws} {tally.losses}"
            for tally in (side.tally, side.as_first, side.as_second)
        ),
        f"{1000 * cost.wall_seconds / moves:.1f}",
        f"{1000 * cost.cpu_seconds / moves:.1f}",
    ]


def _print_rating(console: "Console", name: str, rating: "Rating") -> None:
    low, high = (percent(bound) for bound in rating.interval)
    console.print(
        f"{name}: score {percent(rating.score)} (95 %: {low} to {high}), Elo {_elo(rating)}, "
        f"likelihood of superiority {percent(rating.superiority)}",
        markup=False,
        highlight=False,
        soft_wrap=True,
    )


def _elo(rating: "Rating") -> str:
    """Return the Elo difference with its interval; all or nothing bounds it from one side."""
    low, high = rating.elo_interval
    if rating.elo is not None:
        return f"{rating.elo:+.0f} ({low:+.0f} to {high:+.0f})"
    return f"at most {high:+.0f}" if low is None else f"at least {low:+.0f}"
