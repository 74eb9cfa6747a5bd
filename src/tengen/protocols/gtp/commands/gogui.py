"""Pictures of a position, and games that are not Go, for GoGui.

https://lemonsqueeze.github.io/gogui/manual/html/analyze.html

Numbers of a board are Black's where they are somebody's; heat maps are relative to their best.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from tengen.core import Candidate, Decision, NotationError, State
from tengen.protocols.gtp.arguments import Arguments, check_count
from tengen.protocols.gtp.commands.analysis import Wanted, shown
from tengen.protocols.gtp.commands.ownership import owners, owners_seen
from tengen.protocols.gtp.drawing import rows
from tengen.protocols.gtp.session import Session
from tengen.protocols.gtp.vertex import format_vertex, parse_colour
from tengen.protocols.thoughts import chance_of
from tengen.protocols.turns import with_turn

RANKED = 9
"""Moves that get their number on the board."""
MENU = (
    "dboard/Policy heat map/tengen-policy",
    "dboard/Visits heat map/tengen-visits",
    "dboard/Values for Black/tengen-values",
    "sboard/Chances of the side to move in percent/tengen-chances",
    "pspairs/Best moves/tengen-ranking",
    "varc/Principal variation/tengen-pv %c",
    "string/Value/tengen-value",
)
GO_MENU = (
    "dboard/Ownership/tengen-ownership",
    "plist/Dead stones/final_status_list dead",
    "string/Final score/final_score",
)


def analyze_commands(session: Session, arguments: Arguments) -> str:
    """Tell which pictures there are."""
    check_count(arguments, 0)
    return "\n".join(MENU + (GO_MENU if session.history.start.name == "go" else ()))


def policy(session: Session, arguments: Arguments) -> str:
    """Show what the agent would look at before it thinks."""
    return _heat_map(session, arguments, lambda candidate: candidate.prior)


def visits(session: Session, arguments: Arguments) -> str:
    """Show what the agent looked at."""
    return _heat_map(session, arguments, lambda candidate: candidate.visits)


def values(session: Session, arguments: Arguments) -> str:
    """Show what each move looked at is worth, -1 to 1 for Black."""
    state, decision = _look(session, arguments)
    sign = 1 - 2 * state.to_play
    return _numbers(_spread(state, decision, lambda c: sign * (c.value or 0.0)))


def chances(session: Session, arguments: Arguments) -> str:
    """Show the chance to win after each move looked at, in percent."""
    state, decision = _look(session, arguments)
    texts = np.full(state.board().size, '""', object)
    for candidate in _on_board(state, decision):
        if candidate.visits and candidate.value is not None:
            texts[candidate.action] = f"{100 * chance_of(candidate.value):.0f}"
    return "\n" + "\n".join(" ".join(row) for row in texts.reshape(state.board().shape))


def ranking(session: Session, arguments: Arguments) -> str:
    """Number the best moves."""
    state, decision = _look(session, arguments)
    best = shown(decision, Wanted(state.to_play, most=RANKED))
    on_board = [c for c in best if c.action < state.board().size]
    return " ".join(f"{format_vertex(state.game, c.action)} {i}" for i, c in enumerate(on_board, 1))


def variation(session: Session, arguments: Arguments) -> str:
    """Show what would be played."""
    check_count(arguments, 0, 1)
    state, decision = session.glance(parse_colour(arguments[0]) if arguments else None)
    return " ".join(format_vertex(state.game, action) for action in decision.pv)


def value(session: Session, arguments: Arguments) -> str:
    """Tell what the position is worth, -1 to 1 for the side to move."""
    state, decision = _look(session, arguments)
    player = state.game.players[state.to_play]
    if decision.value is None:
        return f"{player} to move, no opinion"
    chance = 100 * chance_of(decision.value)
    lead = "" if decision.lead is None else f", lead {decision.lead:+.1f}"
    return f"{player} to move, value {decision.value:+.3f}, chance {chance:.1f} %{lead}"


def ownership(session: Session, arguments: Arguments) -> str:
    """Show whose each point will be, 1 for Black's, -1 for White's.

    By the player's net where it says so, else by random games.
    """
    check_count(arguments, 0)
    state = session.history.state
    if state.outcome() is not None:
        return _numbers(owners(with_turn(state, state.to_play)))
    state, decision = session.glance()
    return _numbers(owners_seen(state, decision) * (1 - 2 * state.to_play))


def _look(session: Session, arguments: Arguments) -> tuple[State, Decision]:
    check_count(arguments, 0)
    return session.glance()


def _on_board(state: State, decision: Decision) -> list[Candidate]:
    return [c for c in decision.candidates if c.action < state.board().size]


def _spread(
    state: State, decision: Decision, number: Callable[[Candidate], float]
) -> NDArray[np.float64]:
    """Return ``[H, W]``: a number of each candidate, 0 elsewhere."""
    board = np.zeros(state.board().shape)
    for candidate in _on_board(state, decision):
        board.flat[candidate.action] = number(candidate)
    return board


def _heat_map(session: Session, arguments: Arguments, number: Callable[[Candidate], float]) -> str:
    board = _spread(*_look(session, arguments), number)
    return _numbers(board / max(board.max(), 1e-9))


def _numbers(board: NDArray[np.floating]) -> str:
    return "\n" + "\n".join(" ".join(f"{x:.3f}" for x in row) for row in board.tolist())


def game_id(session: Session, arguments: Arguments) -> str:
    """Name the game."""
    check_count(arguments, 0)
    return session.history.start.name


def board(session: Session, arguments: Arguments) -> str:
    """Show the board: ``.``, ``X`` and ``O``."""
    check_count(arguments, 0)
    return "\n" + "\n".join(rows(session.history.state))


def board_size(session: Session, arguments: Arguments) -> str:
    """Tell how many lines the board has."""
    check_count(arguments, 0)
    return str(len(session.history.state.board()))


def legal_moves(session: Session, arguments: Arguments) -> str:
    """List what the side to move may play."""
    check_count(arguments, 0)
    state = session.history.state
    return " ".join(format_vertex(state.game, a) for a in state.legal_actions().tolist())


def side_to_move(session: Session, arguments: Arguments) -> str:
    """Tell who is to move."""
    check_count(arguments, 0)
    return ("black", "white")[session.history.state.to_play]


def final_result(session: Session, arguments: Arguments) -> str:
    """Tell how the game ended."""
    check_count(arguments, 0)
    state = session.history.state
    outcome = state.outcome()
    if outcome is None:
        raise NotationError("the game is not over")
    return (
        outcome.reason
        if outcome.winner is None
        else (f"{state.game.players[outcome.winner]} wins: {outcome.reason}")
    )


COMMANDS = {
    "gogui-analyze_commands": analyze_commands,
    "tengen-policy": policy,
    "tengen-visits": visits,
    "tengen-values": values,
    "tengen-chances": chances,
    "tengen-ranking": ranking,
    "tengen-pv": variation,
    "tengen-value": value,
    "gogui-rules_game_id": game_id,
    "gogui-rules_board": board,
    "gogui-rules_board_size": board_size,
    "gogui-rules_legal_moves": legal_moves,
    "gogui-rules_side_to_move": side_to_move,
    "gogui-rules_final_result": final_result,
}
GO_COMMANDS = {"tengen-ownership": ownership}
