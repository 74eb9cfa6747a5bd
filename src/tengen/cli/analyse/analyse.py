"""``tengen analyse``: what an agent thinks of a position."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli.shared.engine import usual_agent
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
from tengen.cli.shared.words import count, net_line, percent, signed, warn

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from rich.console import Console, JustifyMethod
    from rich.table import Table

    from tengen.core import Candidate, Decision, State

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
        typer.Argument(help="A file of games: SGF, PDN, PSQ or JSON; else use --moves."),
    ] = None,
    moves: Annotated[
        str, typer.Option(help='Moves from the start, "h8 i9 g7" or "11-15 22x18".')
    ] = "",
    ply: Annotated[
        int | None, typer.Option(min=0, help="Stop after so many moves of the record.")
    ] = None,
    number: Annotated[
        int | None,
        typer.Option(min=1, help="Which game of the record file; the first if not given."),
    ] = None,
    agent: Annotated[
        str | None,
        typer.Option(help="Who analyses: alphazero where a net ships for the game, else mcts."),
    ] = None,
    game: GameName = "gomoku",
    size: Size = None,
    rule: Rule = None,
    changes: Changes = None,
    seconds: Seconds = None,
    visits: Visits = None,
    top: Annotated[int, typer.Option(min=1, help="How many candidates to list.")] = 9,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Show what an agent thinks of a position.

    The board with the best moves by rank, then each with what the agent has of
    its visits, prior, value from -1 (lost) to 1 (won) for the side to move, and
    continuation.

    [bold]Examples[/bold]: tengen analyse --moves "h8 i9 g7" --visits 800

    tengen analyse --game go --size 9 --set komi=6.5 --moves "e5 c3 pass" --seconds 3

    tengen analyse games.jsonl --number 3 --ply 20 --agent 'mcts?playouts=5000' --json
    """
    from tengen.agents import load_agent
    from tengen.agents.reviewer import with_defaults
    from tengen.cli.shared.positions import play_moves, position_in
    from tengen.core import SettingsError

    if record is not None:
        if moves:
            raise SettingsError("give a record or --moves, not both")
        if (size, rule, changes) != (None, None, None):
            raise SettingsError("the record says its game: no --size, --rule or --set")
        state = position_in(record, number or 1, ply)
    else:
        if (ply, number) != (None, None):
            raise SettingsError("--ply and --number are for a record, and there is none")
        state = play_moves(load_game(game, size, rule, changes or ()), moves)
    agent = agent or usual_agent(state.game)
    decision, net = None, None
    if state.outcome() is None:
        thinker = load_agent(with_defaults(agent), state.game, seed=seed)
        decision = thinker.decide(state, make_limit(seconds, visits))
        thinker.close()
        net = thinker.net
        if (caveat := thinker.caveat_line(agent)) is not None:
            warn(caveat)
    if as_json:
        data = to_json(state, decision, agent, top)
        print(json.dumps(data if decision is None else data | {"net": net}))
        return
    show(state, decision, agent, top)
    if decision is not None and (line := net_line(agent, thinker)):
        print(line)


def best_move(state: "State", decision: "Decision") -> str:
    """Return the name of the move decided on, with all its hops as far as they are foreseen."""
    foreseen = decision.pv[:1] == (decision.action,)
    return _names(state, decision.pv if foreseen else (decision.action,))[0]


def line_of(state: "State", candidate: "Candidate") -> list[str]:
    """Return the moves of a candidate's continuation, its own first."""
    return _names(state, candidate.pv or (candidate.action,))


def _names(state: "State", line: "Sequence[int]") -> list[str]:
    """Return the moves of a line; hops that must follow its last action belong to the last."""
    actions, end = list(line), state.apply_all(line)
    names = state.game.format_line(state, actions)
    while end.outcome() is None and len(hops := end.legal_actions()) == 1:
        actions.append(int(hops[0]))
        longer = state.game.format_line(state, actions)
        if len(longer) > len(names):
            break
        names, end = longer, end.apply(actions[-1])
    return names


def ranked(decision: "Decision", top: int) -> "Sequence[Candidate]":
    """Return the candidates worth a line: the best `top` of those looked at, or any at all."""
    looked_at = [candidate for candidate in decision.candidates if candidate.visits]
    return (looked_at or decision.candidates)[:top]


def _has_priors(candidates: "Sequence[Candidate]") -> bool:
    """Whether the agent has a policy."""
    return any(candidate.prior for candidate in candidates)


def _has_visits(candidates: "Sequence[Candidate]") -> bool:
    """Whether the agent looked at some moves more than at others."""
    return any(candidate.visits > 1 for candidate in candidates)


def to_json(state: "State", decision: "Decision | None", agent: str, top: int) -> dict[str, object]:
    """Return plain data for `json.dumps`; values are for the side to move."""
    game, outcome = state.game, state.outcome()
    data: dict[str, object] = {
        "game": game.name,
        "settings": dict(game.settings),
        "ply": state.ply,
        "to_play": game.players[state.to_play],
        "board": state.board().tolist(),
        "outcome": outcome and {"winner": outcome.winner, "reason": outcome.reason},
    }
    if decision is None:
        return data
    has_priors = _has_priors(decision.candidates)
    return data | {
        "agent": agent,
        "move": best_move(state, decision),
        "value": decision.value,
        "pv": _names(state, decision.pv) if decision.pv else [],
        "candidates": [
            {
                "move": line_of(state, candidate)[0],
                "visits": candidate.visits,
                "prior": candidate.prior if has_priors else None,
                "value": candidate.value,
                "pv": _names(state, candidate.pv) if candidate.pv else [],
            }
            for candidate in ranked(decision, top)
        ],
        "nodes": decision.nodes,
        "seconds": decision.seconds,
    }


def show(state: "State", decision: "Decision | None", agent: str, top: int) -> None:
    """Print the board and the ranked candidates."""
    from rich.console import Console

    from tengen.cli.shared.drawing import draw_board, signs_for

    console = Console(highlight=False)
    game, outcome = state.game, state.outcome()
    signs = signs_for(console.encoding, game)
    if decision is None:
        assert outcome is not None
        console.print(draw_board(state, signs=signs))
        winner = "nobody" if outcome.winner is None else game.players[outcome.winner]
        # Some reasons, such as a score, name the winner themselves.
        told = outcome.reason.startswith(winner)
        console.print(f"The game is over: {'' if told else f'{winner} won, '}{outcome.reason}.")
        return
    candidates = ranked(decision, top)
    on_board = game.policy_layout.per_point == 1
    marks = {c.action: str(rank) for rank, c in enumerate(candidates[:9], 1)} if on_board else {}
    console.print(draw_board(state, marks, signs))
    console.print(
        f"{signs.pieces[state.to_play]} {game.players[state.to_play]} to move "
        f"after {count(state.ply, 'move')}\n"
        f"{agent} plays {best_move(state, decision)}"
        + ("" if decision.value is None else f", value {signed(decision.value)}")
        + f" ({count(decision.nodes, 'node')} in {decision.seconds:.2f} s)",
        markup=False,
        soft_wrap=True,
    )
    if candidates:
        console.print(_fitting_table(console, state, candidates))


def _fitting_table(
    console: "Console", state: "State", candidates: "Sequence[Candidate]"
) -> "Table":
    """Return the table with as much as the terminal is wide enough for, the moves first."""
    from rich.measure import Measurement

    unlimited = console.options.update(max_width=10_000)
    for pv_shown, dropped in TABLES:
        table = _table(state, candidates, pv_shown, dropped)
        if Measurement.get(console, unlimited, table).maximum <= console.width:
            break
    return table


def _table(
    state: "State", candidates: "Sequence[Candidate]", pv_shown: int, dropped: "Collection[str]"
) -> "Table":
    from rich.table import Table

    has_priors, has_visits = _has_priors(candidates), _has_visits(candidates)

    def columns(rank: int, candidate: "Candidate") -> dict[str, str]:
        line = line_of(state, candidate)
        return {
            "": str(rank),
            "move": line[0],
            "visits": str(candidate.visits) if has_visits else "",
            "prior": percent(candidate.prior) if has_priors else "",
            "value": "" if candidate.value is None else signed(candidate.value),
            "continuation": " ".join(line[:pv_shown]),
        }

    rows = [columns(rank, candidate) for rank, candidate in enumerate(candidates, 1)]
    # What the agent has nothing to say of is no column.
    told = [heading for heading in rows[0] if any(row[heading] for row in rows)]
    shown = [heading for heading in told if heading not in dropped]
    table = Table()
    for heading in shown:
        justify: JustifyMethod = "left" if heading in ("move", "continuation") else "right"
        table.add_column(heading, justify=justify, no_wrap=True)
    for row in rows:
        table.add_row(*(row[heading] for heading in shown))
    return table
