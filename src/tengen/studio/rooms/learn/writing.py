"""Writes the worked story of a method out of a run folder that kept its networks.

python -m tengen.studio.rooms.learn.writing METHOD RUN MOVES
"""

import json
import shutil
import sys
import tomllib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import cast

import numpy as np

from tengen.core import Game, Limit, State
from tengen.core.files import write_bytes
from tengen.evaluators.nnue import read_net
from tengen.evaluators.onnx import OnnxEvaluator
from tengen.games import load
from tengen.games.face import NativeGame, NativeState
from tengen.games.nnue import scores
from tengen.learning.run import read_metrics
from tengen.search.proof import Prover
from tengen.studio.rooms.learn import growing, pruning, seeing, stories
from tengen.studio.rooms.learn.exam import Task, lean, mark, set_exam, set_verdicts

SHIPPED = 10
MEASURED = 30
"""Networks of the curve."""
SEARCHES = (5, 10, 20, 30, 50, 80, 120, 180, 260, 400)
"""Simulations of a method that learns nothing."""
SEED = 1
LONG = 10_000_000
"""Positions of the proof for the story's own."""
See = Callable[[State], list[seeing.Cell]]


def write(method: str, run: Path, moves: Sequence[str]) -> None:
    """Write the story of a run, told of the position after `moves`."""
    config = tomllib.loads((run / "config.toml").read_text(encoding="utf-8"))
    game = load(config["game"], **config["settings"])
    nets = sorted((run / "networks").glob("[0-9]*"))
    folder = stories.FOLDER / method
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    entries = [entry for entry in read_metrics(run) if "positions" in entry]
    shipped = _spread(nets, SHIPPED)
    moments = [_moment(entries, int(net.stem)) for net in shipped]
    if nets[0].suffix == ".nnue":
        for net, moment in zip(shipped, moments, strict=True):
            static, state = _static(net, game), _position(game, moves)
            moment["value"] = round(static(state), 3)
            moment["cells"] = pruning.judge_moves(state, static)
        verdicts = set_verdicts(game)
        curve = [
            [float(net.stem), lean(verdicts, _static(net, game))] for net in _spread(nets, MEASURED)
        ]
        _save(method, game, moves, moments, curve)
        return
    for net in shipped:
        shutil.copyfile(net, folder / f"{int(net.stem):06d}.onnx")
    tasks = set_exam(game)
    curve = [
        [float(net.stem), _share(tasks, _eyes(method, net, game))]
        for net in _spread(nets, MEASURED)
    ]
    _save(method, game, moves, moments, curve)


def write_search(game: Game, moves: Sequence[str]) -> None:
    """Write the story of a search that learns nothing: what it finds with more simulations."""
    tasks = set_exam(game)
    curve = [[float(n), mark(tasks, partial(_searched, simulations=n))] for n in SEARCHES]
    (stories.FOLDER / "mcts").mkdir(parents=True, exist_ok=True)
    _save("mcts", game, moves, [{"simulations": n} for n in SEARCHES], curve)


def _searched(state: State, simulations: int) -> int:
    """Return the most visited move of a search by UCT with random games."""
    judge = growing.by_random_game(np.random.default_rng(SEED))
    return growing.favourite(growing.grow(state, judge, simulations, "uct"))


def _spread(nets: Sequence[Path], count: int) -> list[Path]:
    """Return the first network and so many more, closer at first, when most is learned."""
    places = np.geomspace(1, len(nets) - 1, count - 1).round().astype(int)
    # Where there are few at first, the next ones are taken.
    chosen = [0]
    for place in places:
        chosen.append(min(len(nets) - 1, max(int(place), chosen[-1] + 1)))
    return [nets[place] for place in dict.fromkeys(chosen)]


def _moment(entries: Sequence[dict[str, float]], steps: int) -> stories.Checkpoint:
    """Return what the run had played when so many steps were taken."""
    if steps == 0:
        return {"steps": 0, "positions": 0, "minutes": 0.0}
    entry = min(entries, key=lambda entry: abs(entry.get("steps", 0) - steps))
    return {
        "steps": steps,
        "positions": int(entry["positions"]),
        "minutes": round(entry["minutes"], 2),
    }


def _static(net: Path, game: Game) -> pruning.Static:
    """Return what an incremental net says of a position, for the side to move."""
    native = read_net(net, cast("NativeGame", game)).native
    return lambda state: float(np.tanh(scores(native, [cast("NativeState", state)])[0] / 800))


def _eyes(method: str, net: Path, game: Game) -> See:
    """Return what says of each move what a network thinks of it."""
    evaluator = OnnxEvaluator(net, game)
    if method == "boardvalue":
        return lambda state: seeing.see_boards(evaluator, state)
    values = method in ("dqn", "qlearning")
    return lambda state: seeing.see_moves(evaluator, state, are_values=values)


def _share(tasks: list[Task], see: See) -> float:
    return mark(tasks, lambda state: see(state)[0]["action"])


def _position(game: Game, moves: Sequence[str]) -> State:
    state = game.initial_state()
    for move in moves:
        state = state.apply(game.parse_move(move))
    return state


def _save(
    method: str,
    game: Game,
    moves: Sequence[str],
    checkpoints: list[stories.Checkpoint],
    curve: list[list[float]],
) -> None:
    state = _position(game, moves)
    proof = Prover(cast("NativeGame", game)).prove(cast("NativeState", state), Limit(nodes=LONG))
    assert proof.value == 1, "the side to move does not win in this position"
    story: stories.Story = {
        "game": game.name,
        "settings": dict(game.settings),
        "moves": list(moves),
        "best": [game.format_move(proof.line[0])],
        "checkpoints": checkpoints,
        "curve": curve,
    }
    text = json.dumps(story, indent=1, ensure_ascii=False)
    write_bytes(stories.FOLDER / method / "story.json", (text + "\n").encode())


if __name__ == "__main__":
    name, place, line = sys.argv[1:]
    if name == "mcts":
        write_search(load("gomoku", size=6, win_length=4), line.split())
    else:
        write(name, Path(place), line.split())
