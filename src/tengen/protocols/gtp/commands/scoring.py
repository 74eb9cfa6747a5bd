"""How a game stands at its end. Go Text Protocol 2, 6.3.4."""

from tengen.core import NotationError, State
from tengen.games.face import NativeState
from tengen.games.go.board import areas
from tengen.protocols.gtp.arguments import Arguments, check_count
from tengen.protocols.gtp.session import Session
from tengen.protocols.gtp.vertex import format_vertex

STATUSES = ("alive", "dead", "seki")


def final_score(session: Session, arguments: Arguments) -> str:
    """Tell the score: in Go by area, stones that look dead taken off; in Gomoku 1 for a win."""
    check_count(arguments, 0)
    state = session.history.state
    if state.game.name == "go":
        from tengen.games.go.scoring import score

        return str(score(_native(state), _dead(state)))
    outcome = state.outcome()
    if outcome is None:
        raise NotationError("cannot score: the game is not over")
    return "0" if outcome.winner is None else f"{'BW'[outcome.winner]}+1"


def final_status_list(session: Session, arguments: Arguments) -> str:
    """List the chains that are alive or look dead, one a line; who lives in seki is not known."""
    check_count(arguments, 1)
    if arguments[0] not in STATUSES:
        raise NotationError(f"syntax error: {arguments[0]!r} is not {', '.join(STATUSES)}")
    if arguments[0] == "seki":
        return ""
    state = session.history.state
    board, dead = state.board(), _dead(state)
    held, size = board.ravel().tolist(), len(board)
    chains = [sorted(chain) for colour in (1, 2) for chain in areas(held, size, (colour,))]
    wanted = [chain for chain in chains if (chain[0] in dead) == (arguments[0] == "dead")]
    return "\n".join(" ".join(format_vertex(state.game, p) for p in chain) for chain in wanted)


def _dead(state: State) -> frozenset[int]:
    from tengen.games.go.scoring import estimate_dead

    return frozenset(estimate_dead(_native(state)))


def _native(state: State) -> NativeState:
    assert isinstance(state, NativeState)
    return state


COMMANDS = {"final_score": final_score}
GO_COMMANDS = {"final_status_list": final_status_list}
