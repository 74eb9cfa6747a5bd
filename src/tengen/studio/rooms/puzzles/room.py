"""The room: what its questions come to, apart from how they are asked."""

import time
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from tengen.puzzles import Puzzle, kinds
from tengen.studio.rooms.puzzles.messages import At, Hint, Move, Wanted
from tengen.studio.rooms.puzzles.mistakes import KIND as MISTAKES
from tengen.studio.rooms.puzzles.mistakes import OpenTask
from tengen.studio.rooms.puzzles.playing import Board, describe, play, set_up, solve
from tengen.studio.rooms.puzzles.progress import MIXED, Progress, Sitting
from tengen.studio.rooms.puzzles.rating import FIRST
from tengen.studio.rooms.puzzles.shelf import Shelf
from tengen.studio.sitting.history import whole_moves

HINTED = 0.5
"""What a puzzle counts that was solved with help."""


class Room:
    """Solves and counts; all its methods wait for the disk or think, in any thread."""

    def __init__(self, folder: Path, open_task: OpenTask) -> None:
        self._open = open_task
        self.progress = Progress(folder)
        self.shelf = Shelf(folder, self.progress)

    def overview(self) -> dict[str, object]:
        """Return the kinds, how a person stands in each, and how many puzzles are due."""
        people, seen = self.progress.people(), self.progress.seen()
        due = list(self.progress.due(time.time()).values())
        rows = []
        for kind, game in (*((kind.name, kind.game) for kind in kinds().values()), (MISTAKES, "")):
            puzzles = self.shelf.all(kind)
            nobody = {"rating": round(FIRST), "tries": 0, "solved": 0, "streak": 0, "best": 0}
            rows.append(
                {
                    "kind": kind,
                    "game": game,
                    "count": len(puzzles),
                    "seen": sum(puzzle.id in seen for puzzle in puzzles),
                    "due": due.count(kind),
                    **people.get(kind, nobody),
                }
            )
        total = people.get(MIXED)
        return {"kinds": rows, "streak": total["streak"] if total else 0}

    def daily(self, day: date) -> dict[str, object]:
        """Return the puzzle of a day and whether it was solved."""
        puzzle = self.shelf.daily(day)
        solved = self.progress.seen().get(puzzle.id, (0, 0, 0))[2] > 0
        return describe(self._set_up(puzzle)) | {"day": day.isoformat(), "solved": solved}

    def next(self, wanted: Wanted) -> dict[str, object]:
        """Begin the next puzzle of a kind; ``puzzle`` is None where a game has no other."""
        if wanted.game is None:
            puzzle = self.shelf.next(wanted.kind, wanted.after)
        else:
            found = self.shelf.first_of(wanted.game, wanted.kind)
            if found is None:
                return {"puzzle": None}
            puzzle = found
        return self._begin(puzzle, self.progress.sit(puzzle))

    def open(self, name: str) -> dict[str, object]:
        """Begin a puzzle, or go on with it."""
        puzzle = self.shelf.find(name)
        return self._begin(puzzle, self.progress.go_on(puzzle))

    def play(self, move: Move) -> dict[str, object]:
        """Judge a move, answer it, and count what is decided by it."""
        board, hints = self._sit_down(move)
        told = play(board, move.actions)
        if told["standing"] == "wrong":
            told["result"] = self.progress.decide(move.sitting, board.puzzle, 0)
        elif told["standing"] == "solved":
            score = HINTED if hints else 1
            told["result"] = self.progress.decide(move.sitting, board.puzzle, score)
        return told

    def hint(self, asked: Hint) -> dict[str, object]:
        """Return the points around the right move, or the move itself; the latter fails."""
        board, _ = self._sit_down(asked)
        if not asked.more:
            told: dict[str, object] = {"region": list(board.task.region(board.before))}
            self.progress.hint(asked.sitting)
            return told
        result = self.progress.decide(asked.sitting, board.puzzle, 0)
        return {"path": _first_path(board), "result": result}

    def solution(self, at: At) -> dict[str, object]:
        """Return the solution from a position on; the puzzle has failed if it was open."""
        board, _ = self._sit_down(at)
        told = solve(board)
        return told | {"result": self.progress.decide(at.sitting, board.puzzle, 0)}

    def _sit_down(self, at: At) -> tuple[Board, int]:
        sitting = self.progress.find(at.sitting)
        return self._set_up(self.shelf.find(sitting.puzzle), at.line), sitting.hints

    def _set_up(self, puzzle: Puzzle, line: Sequence[int] = ()) -> Board:
        return set_up(puzzle, self._open(puzzle), line)

    def _begin(self, puzzle: Puzzle, sitting: Sitting) -> dict[str, object]:
        """Return a puzzle from its first position; ``score`` is None until the sitting counts."""
        return describe(self._set_up(puzzle)) | {"sitting": sitting.id, "score": sitting.score}


def _first_path(board: Board) -> list[int]:
    """Return the points that the right move leads over."""
    line = board.task.solution(board.before)
    state = board.history.state
    if state.game.policy_layout.per_point == 1:
        return [int(action) for action in line[:1]]
    for move in whole_moves(state):
        if tuple(line[: len(move["actions"])]) == tuple(move["actions"]):
            return list(move["path"])
    return []
