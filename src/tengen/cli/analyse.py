"""``tengen analyse``: what an agent thinks of a position."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

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
from tengen.cli.words import count, net_line, percent, warn

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from rich.console import Console, JustifyMethod
    from rich.table import Table

    from tengen.core import Candidate, Decision, Game, State

TABLES: "Sequence[tuple[int, Collection[str]]]" = (
    (8, ()),
    (6, ()),
    (4, ()),
    (0, ("continuation",)),
    (0, ("continuation", "prior")),
    (0, ("continuation", "prior", "visits")),
)
"""Moves of a continuation in the table (JSON has them all) and columns left out, widest first."""


def analyse(
    record: Annotated[
        Path | None,
        typer.Argument(help="A game in JSON, as saved by match; else use --moves."),
    ] = None,
    moves: Annotated[str, typer.Option(help='Moves from the start, "h8 i9 g7".')] = "",
    ply: Annotated[
        int | None, typer.Option(min=0, help="Stop after so many moves of the record.")
    ] = None,
    number: Annotated[
        int | None,
        typer.Option(min=1, help="Which game of the record file; the first if not given."),
    ] = None,
    agent: Annotated[str, typer.Option(help="Who analyses.")] = "alphazero",
    game: GameName = "gomoku",
    size: Size = None,
    win_length: WinLength = None,
    rule: Rule = None,
    seconds: Seconds = None,
    visits: Visits = None,
    top: Annotated[int, typer.Option(min=1, help="How many candidates to list.")] = 9,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Show what an agent thinks of a position.

    The board with the best moves by rank, then each with its visits, prior,
    value from -1 (lost) to 1 (won) for the side to move, and continuation.

    [bold]Examples[/bold]: tengen analyse --moves "h8 i9 g7" --visits 800

    tengen analyse games.jsonl --number 3 --ply 20 --agent 'mcts?playouts=5000' --json
    """
    from tengen.agents import load_agent
    from tengen.cli.positions import play_moves, position_in
    from tengen.core import SettingsError

    if record is not None:
        if moves:
            raise SettingsError("give a record or --moves, not both")
        if (size, win_length, rule) != (None, None, None):
            raise SettingsError("the record says its game: no --size, --win-length or --rule")
        state = position_in(record, number or 1, ply)
    else:
        if (ply, number) != (None, None):
            raise SettingsError("--ply and --number are for a record, and there is none")
        state = play_moves(load_game(game, size, win_length, rule), moves)
    decision, net = None, None
    if state.outcome() is None:
        thinker = load_agent(agent, state.game, seed=seed)
        decision = thinker.decide(state, make_limit(seconds, visits))
        thinker.close()
        net = thinker.net
        if thinker.caveat is not None:
            warn(f"{agent} uses {net}, {thinker.caveat}")
    if as_json:
        data = to_json(state, decision, agent, top)
        print(json.dumps(data if decision is None else data | {"net": net}))
        return
    show(state, decision, agent, top)
    if decision is not None and (line := net_line(agent, thinker)):
        print(line)


def ranked(decision: "Decision", top: int) -> "Sequence[Candidate]":
    """Return the candidates worth a line: the best `top` of those looked at, or any at all."""
    looked_at = [candidate for candidate in decision.candidates if candidate.visits]
    return (looked_at or decision.candidates)[:top]


def to_json(state: "State", decision: "Decision | None", agent: str, top: int) -> dict[str, Any]:
    """Return plain data for `json.dumps`; values are for the side to move."""
    game, outcome = state.game, state.outcome()
    data: dict[str, Any] = {
        "game": game.name,
        "settings": dict(game.settings),
        "ply": state.ply,
        "to_play": game.players[state.to_play],
        "board": state.board().tolist(),
        "outcome": outcome and {"winner": outcome.winner, "reason": outcome.reason},
    }
    if decision is None:
        return data
    return data | {
        "agent": agent,
        "move": game.format_move(decision.action),
        "value": decision.value,
        "pv": [game.format_move(action) for action in decision.pv],
        "candidates": [
            {
                "move": game.format_move(candidate.action),
                "visits": candidate.visits,
                "prior": candidate.prior,
                "value": candidate.value,
                "pv": [game.format_move(action) for action in candidate.pv],
            }
            for candidate in ranked(decision, top)
        ],
        "nodes": decision.nodes,
        "seconds": decision.seconds,
    }


def show(state: "State", decision: "Decision | None", agent: str, top: int) -> None:
    """Print the board and the ranked candidates."""
    from rich.console import Console

    from tengen.cli.drawing import draw_board, signs_for

    console = Console(highlight=False)
    signs = signs_for(console.encoding)
    game, outcome = state.game, state.outcome()
    if decision is None:
        assert outcome is not None
        console.print(draw_board(state, signs=signs))
        winner = "nobody" if outcome.winner is None else game.players[outcome.winner]
        console.print(f"The game is over: {winner} won, {outcome.reason}.")
        return
    candidates = ranked(decision, top)
    on_board = game.policy_layout.per_point == 1
    marks = {c.action: str(rank) for rank, c in enumerate(candidates[:9], 1)} if on_board else {}
    console.print(draw_board(state, marks, signs))
    console.print(
        f"{signs.pieces[state.to_play]} {game.players[state.to_play]} to move "
        f"after {count(state.ply, 'move')}\n"
        f"{agent} plays {game.format_move(decision.action)}"
        + ("" if decision.value is None else f", value {decision.value:+.3f}")
        + f" ({count(decision.nodes, 'node')} in {decision.seconds:.2f} s)",
        markup=False,
        soft_wrap=True,
    )
    if candidates:
        console.print(_fitting_table(console, state.game, candidates))


def _fitting_table(console: "Console", game: "Game", candidates: "Sequence[Candidate]") -> "Table":
    """Return the table with as much as the terminal is wide enough for, the moves first."""
    from rich.measure import Measurement

    unlimited = console.options.update(max_width=10_000)
    for pv_shown, dropped in TABLES:
        table = _table(game, candidates, pv_shown, dropped)
        if Measurement.get(console, unlimited, table).maximum <= console.width:
            break
    return table


def _table(
    game: "Game", candidates: "Sequence[Candidate]", pv_shown: int, dropped: "Collection[str]"
) -> "Table":
    from rich.table import Table

    def columns(rank: int, candidate: "Candidate") -> dict[str, str]:
        return {
            "": str(rank),
            "move": game.format_move(candidate.action),
            "visits": str(candidate.visits),
            "prior": percent(candidate.prior),
            "value": "" if candidate.value is None else f"{candidate.value:+.3f}",
            "continuation": " ".join(map(game.format_move, candidate.pv[:pv_shown])),
        }

    rows = [columns(rank, candidate) for rank, candidate in enumerate(candidates, 1)]
    shown = [heading for heading in rows[0] if heading not in dropped]
    table = Table()
    for heading in shown:
        justify: JustifyMethod = "left" if heading in ("move", "continuation") else "right"
        table.add_column(heading, justify=justify, no_wrap=True)
    for row in rows:
        table.add_row(*(row[heading] for heading in shown))
    return table
