"""How moves of puzzles are judged."""

from collections.abc import Sequence

import pytest

from tengen import puzzles
from tengen.core import NotationError, SettingsError
from tengen.games import load
from tengen.puzzles import Puzzle, Task
from tengen.puzzles.kind import whole_move


def task_of(kind: str, position: str, goal: dict[str, object], **settings: int) -> Task:
    game = puzzles.kinds()[kind].game
    rules = load(game, position=position, **settings)
    return puzzles.open_task(Puzzle(kind, game, rules.settings, ("?",), 1000, goal=goal))


def judge(task: Task, words: str) -> tuple[str, str, Sequence[str]]:
    """Return what a first move is worth, and for a wrong one why, with what follows."""
    move, after = whole_move(task.start, task.start.game.parse_line(task.start, words))
    standing = task.standing([task.start], move)
    if standing != "wrong":
        return standing, "", ()
    why = task.refute([task.start], move)
    return standing, why.reason, after.game.format_line(after, why.line)


FOURS = "B:Be8,f8,g8,h9,h10:Wd8,a1,a2,a3,a15"


def test_a_four_three_wins() -> None:
    """A four that cannot be met twice is right."""
    task = task_of("fours", FOURS, {})
    line = task.start.game.format_line(task.start, task.solution([task.start]))
    assert line[0] == "h8"
    assert judge(task, "h8")[0] == "right"


def test_a_move_that_makes_no_four_is_answered_freely() -> None:
    """The answer shown leaves no win."""
    standing, reason, line = judge(task_of("fours", FOURS, {}), "o1")
    assert (standing, reason) == ("wrong", "no_four")
    assert line


def test_a_four_that_is_met_leads_nowhere() -> None:
    """The stop is shown."""
    assert judge(task_of("fours", FOURS, {}), "i8") == ("wrong", "stopped", ["h8"])


def test_a_five_of_the_other_side_comes_first() -> None:
    """Who overlooks a four of the other side has lost to it."""
    position = "B:Be8,f8,g8,h9,h10:Wd8,a1,a2,a3,a4"
    assert judge(task_of("fours", position, {}), "h8") == ("wrong", "five", ["a5"])


def test_a_five_solves() -> None:
    """The last move ends the game."""
    assert judge(task_of("fours", "B:Be8,f8,g8,h8:Wd8,a1,a2", {}), "i8")[0] == "solved"


SHOT = "B:W10,18,19,29,30,31:B2,3,4,5,8,11"


def test_a_shot_gives_one_for_two() -> None:
    """The offer is right, and the capture after it solves."""
    task = task_of("shots", SHOT, {"count": 2})
    assert judge(task, "11-15")[0] == "right"
    before, after = [task.start], task.start.apply(*task.start.game.parse_line(task.start, "11-15"))
    reply = task.reply(before, after)
    _, then = whole_move(after, reply)
    line = task.solution([*before, then])
    assert task.standing([*before, then], line) == "solved"


def test_a_quiet_move_forces_nothing() -> None:
    """A wrong move is answered by an engine."""
    standing, reason, line = judge(task_of("shots", SHOT, {"count": 2}), "3-7")
    assert standing == "wrong"
    assert reason in {"no_force", "too_little"}
    assert line


def test_a_puzzle_that_is_none_is_refused() -> None:
    """What a kind needs to know must be there."""
    with pytest.raises(SettingsError, match="count"):
        task_of("shots", SHOT, {})
    with pytest.raises(SettingsError, match="names its chain"):
        task_of("races", "B:Ba1:Wb1", {}, size=9)
    with pytest.raises(SettingsError, match="no chain to capture there"):
        task_of("races", "B:Ba1:Wb1", {"target": "c3", "moves": 3}, size=9)
    with pytest.raises(SettingsError, match="no puzzle of fours"):
        puzzles.open_task(Puzzle("fours", "go", load("go").settings, (), 1000))
    with pytest.raises(NotationError, match="there are fours"):
        puzzles.open_task(Puzzle("mates", "go", load("go").settings, (), 1000))


@pytest.mark.parametrize("kind", puzzles.kinds())
def test_the_region_holds_the_move(kind: str) -> None:
    """A hint tells a part of the board that the right move begins in, and not its middle alone."""
    regions = []
    for puzzle in puzzles.shipped(kind)[:3]:
        task = puzzles.open_task(puzzle)
        region = task.region([task.start])
        game = task.start.game
        point = game.policy_layout.point_of(task.solution([task.start])[0], game.num_actions)
        assert point in region
        regions.append(len(region))
    assert max(regions) < task.start.board().size / 2


@pytest.mark.parametrize("kind", puzzles.kinds())
def test_a_puzzle_is_the_same_after_it_was_written(kind: str) -> None:
    """Plain data says all there is."""
    puzzle = puzzles.shipped(kind)[0]
    assert Puzzle.from_json(puzzle.to_json()) == puzzle


@pytest.mark.parametrize(
    "data", [None, [], {}, {"kind": "fours"}, {"kind": "fours", "game": "chess", "settings": {}}]
)
def test_other_data_is_no_puzzle(data: object) -> None:
    """One clear line says so."""
    with pytest.raises(NotationError, match="not a puzzle"):
        Puzzle.from_json(data)  # type: ignore[arg-type]


def test_a_reply_in_go_holds_out_longest() -> None:
    """No answer of the other side makes the capture take longer than the one that is played."""
    puzzle = max(puzzles.shipped("races")[:20], key=lambda puzzle: puzzle.length)
    task = puzzles.open_task(puzzle)
    line = task.solution([task.start])
    assert (len(line) + 1) // 2 == puzzle.length
