"""``tengen solve --proof``: who wins."""

import json

from tengen.cli.shared.words import count
from tengen.core import Limit, SettingsError, State
from tengen.games.face import NativeState
from tengen.search.proof import Proof, Prover


def print_proof(state: State, seconds: float, as_json: bool) -> None:
    """Print who wins a position, and how.

    Raises:
        SettingsError: when the game is over, or there is no time.
    """
    if state.outcome() is not None:
        raise SettingsError("the game is over: there is nothing to prove")
    game = state.game
    assert isinstance(state, NativeState)  # as all that the command line loads
    proof = Prover(state.game).prove(state, Limit(seconds=seconds))
    if not as_json:
        print(describe(state, proof))
        return
    told = {
        "game": game.name,
        "settings": dict(game.settings),
        "ply": state.ply,
        "to_play": game.players[state.to_play],
        "method": "proof",
        "value": proof.value,
        "line": game.format_line(state, proof.line),
        "nodes": proof.nodes,
        "seconds": proof.seconds,
    }
    print(json.dumps(told))


def describe(state: State, proof: Proof) -> str:
    """Return who wins and how, in the game's notation, and what it took."""
    effort = f"{count(proof.nodes, 'node')} in {proof.seconds:.3f} s"
    if proof.value is None:
        return f"not proved: the time is up, --seconds gives more ({effort})"
    mover = state.game.players[state.to_play]
    moves = " ".join(state.game.format_line(state, proof.line))
    if proof.value == 0:
        return f"a draw if both play their best ({effort}); {mover} holds it by:\n{moves}"
    winner = mover if proof.value > 0 else state.game.players[1 - state.to_play]
    return f"{winner} wins if both play their best ({effort}):\n{moves}"
