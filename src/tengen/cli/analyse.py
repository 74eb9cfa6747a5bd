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

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import JustifyMethod
    from rich.table import Table

    from tengen.core import Candidate, Decision, State

PV_SHOWN = 8
"""Moves of a continuation in the table; JSON has them all."""


def analyse(
    record: Annotated[
        Path | None,
        typer.Argument(help="A game in JSON, as saved by match; else use --moves."),
    ] = None,
    moves: Annotated[str, typer.Option(help='Moves from the start, "h8 i9 g7".')] = "",
    ply: Annotated[
        int | None, typer.Option(min=0, help="Stop after so many moves of the record.")
    ] = None,
    number: Annotated[int, typer.Option(min=1, help="Which game of the record file.")] = 1,
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
    from tengen.cli.positions import play_moves, read_record, replay_to
    from tengen.core import SettingsError
    from tengen.games import load

    if record is not None:
        if moves:
            raise SettingsError("give a record or --moves, not both")
        read = read_record(record, number)
        rules = load(read.game, **read.settings)
        state = replay_to(read, rules, ply)
    else:
        rules = load_game(game, size, win_length, rule)
        state = play_moves(rules, moves)
    decision = None
    if state.outcome() is None:
        thinker = load_agent(agent, rules, seed=seed)
        decision = thinker.decide(state, make_limit(seconds, visits))
        thinker.close()
    if as_json:
        print(json.dumps(to_json(state, decision, agent, top), ensure_ascii=False))
    else:
        show(state, decision, agent, top)


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

    from tengen.cli.drawing import PIECES, draw_board

    console = Console(highlight=False)
    game, outcome = state.game, state.outcome()
    if decision is None:
        assert outcome is not None
        console.print(draw_board(state))
        winner = "nobody" if outcome.winner is None else game.players[outcome.winner]
        console.print(f"The game is over: {winner} won, {outcome.reason}.")
        return
    candidates = ranked(decision, top)
    on_board = game.policy_layout.per_point == 1
    marks = {c.action: str(rank) for rank, c in enumerate(candidates[:9], 1)} if on_board else {}
    console.print(draw_board(state, marks))
    console.print(
        f"{PIECES[state.to_play]} {game.players[state.to_play]} to move after {state.ply} moves; "
        f"{agent} plays {game.format_move(decision.action)}"
        + ("" if decision.value is None else f", value {decision.value:+.3f}")
        + f" ({decision.nodes} nodes in {decision.seconds:.2f} s)",
        markup=False,
    )
    console.print(_table(state, candidates))


def _table(state: "State", candidates: "Sequence[Candidate]") -> "Table":
    from rich.table import Table

    name = state.game.format_move
    table = Table()
    for heading in ("", "move", "visits", "prior", "value", "continuation"):
        justify: JustifyMethod = "left" if heading in ("move", "continuation") else "right"
        table.add_column(heading, justify=justify, no_wrap=True)
    for rank, candidate in enumerate(candidates, 1):
        table.add_row(
            str(rank),
            name(candidate.action),
            str(candidate.visits),
            f"{candidate.prior:.1%}",
            "" if candidate.value is None else f"{candidate.value:+.3f}",
            " ".join(name(action) for action in candidate.pv[:PV_SHOWN]),
        )
    return table
