"""The room that explains shows what nets and searches really do."""

import json
from collections import Counter
from math import inf, log

import numpy as np
import pytest
from starlette.testclient import TestClient
from tests.studio.line import BASE

from tengen import load
from tengen.puzzles.shots import Shots
from tengen.search.proof import Prover
from tengen.studio.rooms.learn import looking, pruning, sense, stories, writing
from tengen.studio.rooms.learn.exam import only_win, set_exam
from tengen.studio.rooms.learn.growing import RULES, C, by_random_game, grow
from tengen.studio.rooms.learn.looking import Knobs, look
from tengen.studio.rooms.learn.methods import METHODS, examples, telling_actions
from tengen.studio.rooms.learn.rows import SHOWN, changed_rows
from tengen.studio.web.app import create_app


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """The studio with its real agents, for all tests: they only ask."""
    with TestClient(create_app(tmp_path_factory.mktemp("learn")), base_url=BASE) as client:
        yield client


@pytest.fixture
def briefly(monkeypatch):
    """A check of sense by few positions, of which nobody else hears."""
    monkeypatch.setattr(sense, "POSITIONS", 8)
    yield
    looking._sense.cache_clear()
    looking._sense_deep.cache_clear()


def _look(client, method, game, settings, actions=(), **more):
    body = {"method": method, "game": game, "settings": settings, "actions": list(actions)}
    return client.post("/api/learn/look", json=body | more)


def test_every_method_can_be_watched(client):
    """Each method is listed with games of which a net ships."""
    listed = {each["name"]: each["games"] for each in client.get("/api/learn").json()}
    assert list(listed) == [method.name for method in METHODS]
    assert all(listed.values())
    # In the order of the page: the game that most is known of comes first.
    assert listed["mcts"][0]["game"] == listed["alphazero"][0]["game"] == "gomoku"


@pytest.mark.usefixtures("briefly")
@pytest.mark.parametrize("method", METHODS, ids=lambda m: m.name)
def test_a_look_shows_what_there_is(client, method):
    """Planes are those of the position; trees, values or depths belong to the kind of method."""
    example = examples(method)[-1]
    state = load(example["game"], **example["settings"]).initial_state()
    for action in example["actions"]:
        state = state.apply(action)
    told = _look(
        client, method.name, example["game"], example["settings"], example["actions"]
    ).json()
    if method.sees_planes:
        planes = state.planes()
        assert np.allclose(np.array(told["planes"]).reshape(planes.shape) / 100, planes, atol=0.006)
    kinds = {"tree": "trees", "moves": "cells", "boards": "metrics", "depths": "depths"}
    assert kinds[method.kind] in told
    if method.has_net:
        checked = told["sense"]
        # The bar is half way from chance to all, and told.
        assert 0 <= checked["chance"] < checked["needed"] < checked["of"]
        assert checked["passed"] == (checked["right"] >= checked["needed"])


@pytest.mark.parametrize(
    ("moves", "actions"),
    [
        ([], []),
        (["A6", "b6", "F1"], [0, 1, 35]),
        (["0", "1", "F1"], [0, 1, 35]),
        (["A6", "a6"], None),
        (["G1"], None),
        (["999999999"], None),
        (["x"], None),
    ],
)
def test_moves_of_an_address_are_read(client, moves, actions):
    """By name or number; that they cannot be played is no refusal: a person may have written any."""
    body = {"game": "gomoku", "settings": {"size": 6}, "moves": moves}
    answer = client.post("/api/learn/moves", json=body)
    assert (answer.status_code, answer.json()) == (200, {"actions": actions})


def test_each_hop_of_a_capture_has_a_name_of_its_own(client):
    """What an address says of a position is read again as the same position."""
    words = ["10-15", "23-18", "12-16", "24-19", "16x23", "26x19", "19x10"]
    body = {"game": "draughts", "settings": {}, "moves": words}
    actions = client.post("/api/learn/moves", json=body).json()["actions"]
    assert _look(client, "mcts", "draughts", {}, actions).json()["words"] == words


@pytest.mark.parametrize("method", METHODS, ids=lambda m: m.name)
def test_a_page_opens_on_a_position_with_something_in_it(method):
    """No example begins on an empty board, and the first one is the story's."""
    found = examples(method)
    assert all(example["actions"] for example in found)
    assert [example["story"] for example in found] == [True, *[False] * (len(found) - 1)]


def test_draughts_opens_on_a_shot():
    """One move wins two men by force."""
    state = load("draughts").initial_state()
    for action in telling_actions(state.game):
        state = state.apply(action)
    assert Shots().find(state).goal == {"pieces": 2, "count": 4}


def _is_right(method, checkpoint):
    """Tell whether a method has its story's position right at a checkpoint."""
    story = stories.story_of(method.name)
    moment = story["checkpoints"][checkpoint]
    if "value" in moment:
        return moment["value"] > 0
    knobs = Knobs(
        simulations=moment.get("simulations", 1),
        checkpoint=checkpoint % len(story["checkpoints"]) if method.has_net else None,
    )
    told = look(method, stories.game_of(story), stories.actions_of(story), knobs)
    if method.has_net:
        return told["cells"][0]["name"] in story["best"]
    nodes, steps = told["trees"]["uct"]["nodes"], told["trees"]["uct"]["steps"]
    visits = Counter(step["path"][1] for step in steps[1:])
    return nodes[visits.most_common(1)[0][0]]["name"] in story["best"]


@pytest.mark.parametrize("method", METHODS, ids=lambda m: m.name)
def test_a_story_goes_from_wrong_to_right(method):
    """The first checkpoints get the position wrong, the last ones right, and the curve rises."""
    story = stories.story_of(method.name)
    assert [_is_right(method, each) for each in (0, 1, -2, -1)] == [False, False, True, True]
    assert len(story["checkpoints"]) == 10
    shares = [share for _, share in story["curve"]]
    assert shares[-1] > shares[0] + 0.1


def test_every_method_opens_on_a_position_of_its_own():
    """One in which what it learns shows."""
    told = [stories.story_of(method.name) for method in METHODS]
    assert len({" ".join(story["moves"]) for story in told}) == len(METHODS)


def test_the_search_that_asks_an_incremental_net_passes_the_check():
    """Nobody asks such a net alone."""
    checked = look(METHODS[-1], load("draughts"), [], Knobs())["sense"]
    assert (checked["kind"], checked["passed"]) == ("search", True)


@pytest.mark.parametrize("name", ["mcts", "alphazero", "policy", "dqn", "qlearning", "boardvalue"])
def test_the_right_move_of_a_story_is_the_only_one(name):
    """A solver proves that the named move wins, and that no other does."""
    story = stories.story_of(name)
    game = stories.game_of(story)
    state = game.initial_state()
    for action in stories.actions_of(story):
        state = state.apply(action)
    assert game.format_move(only_win(Prover(game), state)) == story["best"][0]


def test_the_stories_are_small():
    """All that ships of the runs is under a megabyte."""
    assert sum(path.stat().st_size for path in stories.FOLDER.rglob("*.*")) < 1_000_000


def test_a_story_is_written_of_a_run(tmp_path, monkeypatch):
    """Out of a run that kept its networks come ten of them, when each was, and what each got right."""
    told = stories.story_of("dqn")
    run = tmp_path / "run"
    (run / "networks").mkdir(parents=True)
    (run / "config.toml").write_text(
        'game = "gomoku"\n[settings]\nsize = 6\nwin_length = 4\n', encoding="utf-8"
    )
    lines = []
    for moment in told["checkpoints"]:
        steps = moment["steps"]
        source = stories.FOLDER / "dqn" / f"{steps:06d}.onnx"
        (run / "networks" / f"{steps:09d}.onnx").write_bytes(source.read_bytes())
        lines.append(json.dumps({"kind": "progress"} | moment))
    (run / "metrics.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    monkeypatch.setattr(stories, "FOLDER", tmp_path / "stories")
    monkeypatch.setattr(writing, "set_exam", lambda game: set_exam(game, 2))
    writing.write("dqn", run, told["moves"])
    written = json.loads((tmp_path / "stories" / "dqn" / "story.json").read_text())
    assert written["checkpoints"] == told["checkpoints"]
    assert written["best"] == told["best"]
    assert [steps for steps, _ in written["curve"]] == [
        moment["steps"] for moment in told["checkpoints"]
    ]


def test_a_story_is_told(client):
    """The page gets it by the method's name; what has none says so."""
    told = client.get("/api/learn/stories/dqn").json()
    assert told["best"] == ["d3"]
    assert client.get("/api/learn/stories/chess").status_code == 404


def test_a_checkpoint_is_another_net(client):
    """What a net says changes along the run; a checkpoint that is not there is refused."""
    example = examples(METHODS[3])[0]
    asked = client, "dqn", example["game"], example["settings"], example["actions"]
    first, last = (_look(*asked, checkpoint=each).json()["cells"] for each in (0, 9))
    assert first != last
    assert _look(*asked, checkpoint=10).status_code == 404
    assert _look(client, "dqn", "gomoku", {"size": 8}, checkpoint=0).status_code == 404


def test_replies_are_for_whoever_moves_next():
    """What a move leads to is the best value of the next position, or the result."""
    method = METHODS[3]
    game = load("gomoku", size=6, win_length=4)
    moves = "b3 a1 c3 a2 d3 a5"
    actions = [game.parse_move(move) for move in moves.split()]
    told = look(method, game, actions, Knobs(checkpoint=9))
    by_name = dict(zip((cell["name"] for cell in told["cells"]), told["replies"], strict=True))
    assert by_name["e3"] == {"over": True, "same": False, "value": 1.0, "answer": ""}
    after = look(method, game, [*actions, game.parse_move("f6")], Knobs(checkpoint=9))
    best = after["cells"][0]
    assert by_name["f6"]["answer"] == best["name"]
    assert by_name["f6"]["value"] == pytest.approx(best["value"], abs=1e-3)


def test_a_reply_is_worth_a_win_at_most():
    """A net's guess beyond that is cut to it, as its learner does."""
    story = stories.story_of("qlearning")
    actions = stories.actions_of(story)
    told = look(METHODS[4], stories.game_of(story), actions, Knobs(checkpoint=9))
    values = [reply["value"] for reply in told["replies"]]
    assert max(values) == 1
    assert min(values) >= -1


def _count(tree, steps):
    """Return visits and total of each position after so many simulations."""
    nodes, counts = tree["nodes"], {}
    for step in tree["steps"][:steps]:
        judge = nodes[step["path"][-1]]["player"]
        for id_ in step["path"]:
            parent = nodes[id_]["parent"]
            chooser = nodes[id_ if parent is None else parent]["player"]
            visits, total = counts.get(id_, (0, 0.0))
            value = step["value"] if chooser == judge else -step["value"]
            counts[id_] = (visits + 1, total + value)
    return counts


def _best(tree, steps, rule):
    """Return the action with the largest Q + U, untried ones among them."""
    counts = _count(tree, steps)
    tried = {n["action"]: n for n in tree["nodes"] if n["parent"] == 0 and n["id"] in counts}
    seen = [counts[node["id"]] for node in tried.values()]
    mean = sum(total for _, total in seen) / max(1, sum(visits for visits, _ in seen))
    first_play = mean - 0.25 * sum(node["prior"] for node in tried.values()) ** 0.5

    def score(move):
        node = tried.get(move["action"])
        visits, total = counts[node["id"]] if node else (0, 0.0)
        if rule == "uct":
            bonus = C * (log(counts[0][0]) / visits) ** 0.5 if visits else inf
        else:
            bonus = C * move["prior"] * counts[0][0] ** 0.5 / (1 + visits)
        return (total / visits if visits else first_play) + bonus

    return max(tree["moves"], key=score)["action"]


@pytest.mark.parametrize("rule", RULES)
def test_a_tree_grows_by_its_formula(rule):
    """Every simulation takes the root's move with the largest sum, those never tried included."""
    state = load("gomoku", size=5, win_length=4).initial_state()
    tree = grow(state, by_random_game(np.random.default_rng(0)), 60, rule)
    assert len(tree["moves"]) == 25
    for steps, step in enumerate(tree["steps"][1:], start=1):
        chosen = tree["nodes"][step["path"][1]]["action"]
        assert chosen == _best(tree, steps, rule)


def test_uct_tries_every_move_once_before_any_twice():
    """With as many simulations as moves, after the root's own, each has one visit."""
    state = load("gomoku", size=5, win_length=4).initial_state()
    tree = grow(state, by_random_game(np.random.default_rng(0)), 26, "uct")
    assert sorted(step["path"][1] for step in tree["steps"][1:]) == list(range(1, 26))


def test_what_is_pruned_changes_nothing():
    """The cut tree has the value of the whole one; the best moves first, more is cut."""
    rng = np.random.default_rng(5)
    game = load("gomoku", size=6, win_length=4)
    values = rng.uniform(-1, 1, 10_000)
    state = game.initial_state()

    def static(position):
        return float(values[hash(position.board().tobytes()) % len(values)])

    cut = {order: pruning.prune(state, static, order) for order in pruning.ORDERS}
    assert cut["best"]["seen"] < cut["best"]["leaves"] == 64
    assert cut["best"]["nodes"][0]["value"] == cut["worst"]["nodes"][0]["value"]
    whole = [node for node in cut["best"]["nodes"] if node["parent"] == 0]
    # Each value is for the side to move there, as its window is.
    assert cut["best"]["nodes"][0]["value"] == max(
        -node["value"] for node in whole if node["value"] is not None
    )
    for node in cut["best"]["nodes"]:
        if node["value"] is not None:
            assert node["cuts"] <= (node["value"] >= node["beta"])


@pytest.mark.parametrize("game", [load("gomoku", size=8), load("draughts")], ids=str)
def test_few_rows_change_by_a_move(game):
    """What the first layer sums up stays as it is but for a part, and what is told of it adds up."""
    state = game.initial_state()
    for move in ("11-15", "22-18") if game.name == "draughts" else ("d4", "e5"):
        state = state.apply(game.parse_move(move))
    told = changed_rows(state, int(state.legal_actions()[0]))
    assert 0 < told["leaving"] < told["total"] / 2
    assert 0 < told["joining"] < told["total"] / 2
    for shown, all_ in ((told["gone"], told["leaving"]), (told["come"], told["joining"])):
        assert len(shown) == min(SHOWN, all_)


def test_rows_of_gomoku_belong_to_the_lines_of_empty_points():
    """A stone changes those of the points that it is seen from; what threatens what is no row."""
    game = load("gomoku", size=8)
    state = game.initial_state().apply(game.parse_move("d4")).apply(game.parse_move("e5"))
    action = game.parse_move("d5")
    told = changed_rows(state, action)
    assert told["total"] == 4 * 62
    seen = {divmod(point, 8) for point in told["points"]}
    row, column = divmod(action, 8)
    assert (row, column) in seen
    assert {(row + 1, column + 1), (row, column - 3), (row + 2, column)} <= seen
    assert (row + 1, column + 2) not in seen


@pytest.mark.usefixtures("briefly")
@pytest.mark.parametrize("example", examples(METHODS[2])[1:], ids=lambda e: e["game"])
def test_whose_move_is_copied_is_a_good_player(example):
    """In every game the move that is taught is a strong player's, whatever the net likes best."""
    game = load(example["game"], **example["settings"])
    told = look(METHODS[2], game, example["actions"], Knobs())
    cells = {cell["action"]: cell["name"] for cell in told["cells"]}
    good = {"gomoku": {"c4", "g4"}, "draughts": {"27-24"}, "go": {*cells.values()}}
    assert cells[told["advised"]] in good[example["game"]]


@pytest.mark.usefixtures("briefly")
@pytest.mark.parametrize("game", [load("gomoku", size=15), load("draughts")], ids=str)
def test_an_incremental_net_is_taught_what_a_search_found(game):
    """The score is that of training's own search, in the units of the net."""
    found = look(METHODS[-1], game, telling_actions(game), Knobs())["found"]
    assert found["scale"] == {"gomoku": 400.0, "draughts": 127.0}[game.name]
    assert found["taught"]
    assert found["score"] != 0


def test_a_win_that_is_proved_is_not_taught_nor_searched_deep():
    """Where the story's is, what looks ahead or learns opens some moves before it."""
    game, told = load("gomoku", size=8), examples(METHODS[-1])[0]
    proved, calm = (
        look(METHODS[-1], game, told[key], Knobs(checkpoint=9)) for key in ("actions", "calm")
    )
    assert (proved["found"]["taught"], len(proved["depths"])) == (False, 1)
    assert (calm["found"]["taught"], len(calm["depths"])) == (True, 9)


def test_a_line_goes_on_to_the_end_of_the_game():
    """Or for eight moves, the end after the last of them included."""
    game = load("gomoku", size=6, win_length=4)
    story = stories.story_of("boardvalue")
    for actions in (stories.actions_of(story), []):
        course = look(METHODS[5], game, actions, Knobs(checkpoint=9))["course"]
        assert course[-1]["over"] or len(course) == 8
        assert not any(step["over"] for step in course[:-1])


def test_a_finished_game_is_shown_and_not_thought_about(client):
    """At the end there is a board and nothing to think."""
    game = load("gomoku", size=8)
    actions = [
        game.parse_move(move) for move in ["a1", "a8", "b1", "b8", "c1", "c8", "d1", "d8", "e1"]
    ]
    told = _look(client, "alphazero", "gomoku", {"size": 8}, actions).json()
    assert told["position"]["outcome"]["winner"] == 0
    assert "tree" not in told


@pytest.mark.parametrize(
    ("method", "game", "settings", "actions", "status"),
    [
        ("chess", "gomoku", {"size": 8}, [], 404),
        ("alphazero", "chess", {}, [], 400),
        ("alphazero", "gomoku", {"size": 8}, [0, 0], 400),
        ("alphazero", "gomoku", {"size": 8}, [99999], 400),
        ("policy", "gomoku", {"size": 8, "win_length": 4}, [], 400),
        ("alphazero", "gomoku", {"size": 8}, [-1], 422),
        ("mcts", "gomoku", {"size": 8, "win_length": 9}, [], 400),
    ],
)
def test_what_cannot_be_shown_is_refused_in_a_line(client, method, game, settings, actions, status):
    """Unknown names, illegal moves and missing nets are told, and nothing breaks."""
    answer = _look(client, method, game, settings, actions)
    assert answer.status_code == status
