"""``tengen solve``: a win that nothing can stop."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from tengen.cli.shared.options import AsJson, Changes, GameName, Rule, Size
from tengen.cli.shared.words import count

if TYPE_CHECKING:
    from tengen.core import State
    from tengen.games.gomoku.threats import Finding

GIVEN_UP = 10.0
_MEANS = {"VCF": "fours alone", "VCT": "fours and open threes"}


def solve(
    position: Annotated[
        str,
        typer.Argument(
            help="A file (SGF, PSQ, JSON of games, or a position a line), or a position: "
            "W:Bh8,i9:Wg8; the start where there is none.",
            metavar="FILE|POSITION",
        ),
    ] = "",
    number: Annotated[int, typer.Option(min=1, help="Which game or position of the file.")] = 1,
    ply: Annotated[
        int | None, typer.Option(min=0, help="Stop after so many moves of the game.")
    ] = None,
    vct: Annotated[bool, typer.Option("--vct", help="Win by open threes too.")] = False,
    shortest: Annotated[
        bool, typer.Option("--shortest", help="Look for a shortest win by fours.")
    ] = False,
    proof: Annotated[
        bool, typer.Option("--proof", help="Prove who wins if both play their best, in any game.")
    ] = False,
    seconds: Annotated[float, typer.Option(min=0, help="Give up after so long.")] = GIVEN_UP,
    game: GameName = "gomoku",
    size: Size = None,
    rule: Rule = None,
    changes: Changes = None,
    as_json: AsJson = False,
) -> None:
    """Find a win for the side to move that nothing can stop, move by move.

    By fours alone (VCF): each move makes a four, which has to be met, until
    one cannot be; with --vct by open threes as well (VCT). Of the answers the
    one that holds out longest is shown. With --proof by any moves, and who
    wins or that nobody does: for small boards.

    [bold]Examples[/bold]: tengen solve game.sgf --ply 23

    tengen solve W:Bg7,g8,h6,i8:Wg9,h7,h8,h9,i9 --rule renju --shortest

    tengen solve puzzles.jsonl --number 12 --rule renju --json

    tengen solve --proof --size 6 --set win_length=4 --seconds 60
    """
    from tengen.cli.shared.given import Given, position_of
    from tengen.core import SettingsError
    from tengen.games.gomoku import threats

    if vct and shortest:
        raise SettingsError("--shortest is for wins by fours alone, not with --vct")
    if proof and (vct or shortest):
        raise SettingsError("--proof takes all moves, not with --vct or --shortest")
    given = Given(game, size, rule, changes or ())
    state = position_of(position, number, ply, given)
    if proof:
        from tengen.cli.shared.proving import print_proof

        print_proof(state, seconds, as_json)
        return
    find = threats.find_win_by_fours
    if vct:
        find = threats.find_win_by_threats
    elif shortest:
        find = threats.find_shortest_win_by_fours
    finding = find(state, seconds)
    method = "VCT" if vct else "VCF"
    if as_json:
        print(json.dumps(to_json(state, finding, method)))
    else:
        print(describe(state, finding, method))


def to_json(state: "State", finding: "Finding", method: str) -> dict[str, object]:
    """Return plain data for `json.dumps`; `wins` is null where the time ran out."""
    wins = True if finding.line else False if finding.is_complete else None
    return {
        "game": state.game.name,
        "settings": dict(state.game.settings),
        "ply": state.ply,
        "to_play": state.game.players[state.to_play],
        "method": method.lower(),
        "wins": wins,
        "line": state.game.format_line(state, finding.line),
        "plies": len(finding.line),
        "shortest": finding.is_shortest,
        "nodes": finding.nodes,
        "seconds": finding.seconds,
    }


def describe(state: "State", finding: "Finding", method: str) -> str:
    """Return the line in the game's notation, or that there is none, and what it took."""
    effort = f"{count(finding.nodes, 'node')} in {finding.seconds:.3f} s"
    winner = state.game.players[state.to_play]
    if not finding.line:
        why = f"{winner} cannot win by {_MEANS[method]}"
        if not finding.is_complete:
            why = "the time is up, --seconds gives more"
        return f"no {method}: {why} ({effort})"
    length = count(len(finding.line), "ply", "plies")
    kind = f"a shortest {method}" if finding.is_shortest else f"a {method}"
    moves = " ".join(state.game.format_line(state, finding.line))
    return f"{winner} wins by {kind} of {length} ({effort}):\n{moves}"
