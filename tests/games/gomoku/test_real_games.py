"""Games of strong engines, from public collections, where they are at hand."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tengen.games import load

WINNERS = {"B+": 0, "W+": 1, "0": None}


@pytest.mark.parametrize(
    ("name", "games"),
    [("yixin17_selfplay_15x15.sgf", 3306), ("gomocup2024_freestyle15_div1.sgf", 1574)],
)
def test_collections_replay(name: str, games: int, data_dir: Path) -> None:
    """Every move is legal, and the game ends at its last move with the recorded result."""
    path = data_dir / "gomoku" / name
    if not path.exists():
        pytest.skip(f"{path} is not there")
    start = load("gomoku", size=15).initial_state()
    replayed = 0
    for result, actions in _read(path):
        state = start
        for action in actions:
            assert state.outcome() is None
            state = state.apply(action)
        outcome = state.outcome()
        assert outcome is not None
        assert outcome.winner == WINNERS[result]
        if outcome.winner is not None:
            stones = state.board().ravel()[list(outcome.points)]
            assert len(stones) >= 5
            assert set(stones) == {outcome.winner + 1}
        replayed += 1
    assert replayed == games


def _read(path: Path) -> Iterator[tuple[str, list[int]]]:
    """Yield the result and the actions of each game, one a line, points like ``hh`` from the top."""
    for line in path.read_text(encoding="utf-8").splitlines():
        result = re.search(r"RE\[([^]]*)\]", line)
        assert result is not None
        moves = re.findall(r";([BW])\[([a-o])([a-o])\]", line)
        assert [colour for colour, _, _ in moves] == ["BW"[ply % 2] for ply in range(len(moves))]
        yield result[1], [(ord(y) - 97) * 15 + ord(x) - 97 for _, x, y in moves]
