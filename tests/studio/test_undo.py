"""Taking back after the end, in every game."""

import pytest

ONE_STUDIO = True

ROW = {"size": 6, "win_length": 4, "rule": "freestyle"}
LAST = {"position": "B:W10:B6"}
"""Black takes the last white man with 6x15."""


@pytest.mark.parametrize(
    ("game", "settings", "moves", "winner", "back"),
    [
        ("gomoku", ROW, (18, 19, 20, 21), 0, 6),
        ("gomoku", ROW, (35, 26, 23, 20), 1, 6),
        ("draughts", LAST, (None,), 0, 0),
    ],
    ids=["won", "lost", "last man taken"],
)
def test_the_end_can_be_taken_back(line, game, settings, moves, winner, back):
    """Whoever made the last move, the person is on turn again, before the own last one."""
    told = line.begin(game=game, settings=settings)
    before = told["status"]["legal"]
    for own, action in enumerate(moves):
        before = told["status"]["legal"]
        line.ask("play", action=before[0] if action is None else action, ply=2 * own)
        told = line.hear_ply(2 * own + 1)
        if told["position"]["outcome"] is None:
            told = line.hear_ply(2 * own + 2)
    assert told["position"]["outcome"]["winner"] == winner
    line.ask("undo")
    rewound = line.hear("rewound")
    assert rewound["ply"] == back
    assert rewound["status"]["legal"] == before
    assert rewound["status"]["thinking"] is None
