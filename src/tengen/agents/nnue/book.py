"""Makes an opening book by own search."""

from pathlib import Path

from tengen.agents.nnue.agent import find_net
from tengen.core import Game, SettingsError
from tengen.evaluators.nnue import no_net, read_net
from tengen.games.books import Book, check_has_books
from tengen.games.face import NativeGame, NativeState
from tengen.openings.growing import BREADTH, BookMaker, Line, Think, first_move
from tengen.search.mcts import MIB
from tengen.search.selective import SelectiveSearch, own_scale
from tengen.weights.nnue import read_arrays

_MEMORY = 64 * MIB


def make_book(
    game: Game, out: Path, seconds: float, source: str | None, nodes: int
) -> tuple[Book, int]:
    """Make a book of `game` at `out`, or add to it, with searches of so many nodes.

    `source` is a net as `agents.nnue` takes it. Returns the book, and how many positions were
    searched for it.

    Raises:
        SpecError: when there is no such net.
        WeightsError: when it cannot be read.
        SettingsError: when the game has no books, the file beside it was made in another way, or `out`
            is no book of ours.
    """
    check_has_books(game.name)
    assert isinstance(game, NativeGame), "a book is of native positions"
    log = out.with_name(out.name + ".log")
    if out.exists() and not log.exists():
        raise SettingsError(f"{out} exists, and there is no {log.name} to go on from")
    path = find_net(source, game)
    about = f"{nodes} nodes, {'no net' if path is None else read_arrays(path)[1]['sha256']}"
    maker = BookMaker(game, _thinker(game, path, nodes), log, about)
    book = maker.run(seconds)
    book.write(out)
    return book, maker.searched


def _thinker(game: NativeGame, net: Path | None, nodes: int) -> Think:
    native, scale = no_net(game), own_scale(game)
    if net is not None:
        read = read_net(net, game)
        native, scale = read.native, read.score_scale
    search = SelectiveSearch(game, native, memory=_MEMORY)

    def think(state: NativeState) -> list[Line]:
        # Each search by itself: what it finds does not depend on where the making was broken off.
        search.clear()
        found = search.search(state, nodes=nodes, lines=BREADTH)
        return [
            (line.score / scale, first_move(state, line.actions))
            for line in found.lines
            if line.score is not None
        ]

    return think
