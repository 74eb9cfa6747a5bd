"""The page of a comparison: whole, on its own, and the same in HTML and Markdown."""

import re
from html.parser import HTMLParser
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from tengen.experiments.compare.boards import draw_opening
from tengen.experiments.compare.charts import draw_ladder, draw_learning, stand_alone
from tengen.experiments.compare.favourites import canonical
from tengen.experiments.compare.markdown import write_markdown
from tengen.experiments.compare.page import write_pages
from tengen.experiments.compare.words import notes
from tengen.experiments.words import elo_text, minutes_text
from tengen.games import load

MINUS = "\N{MINUS SIGN}"
VOID = {"meta", "br", "link", "img", "hr", "input"}


def player(name, elo, interval, **others):
    return {
        "name": name, "spec": name, "trained": False, "elo": elo, "interval": interval, "wins": 3,
        "draws": 1, "losses": 4, "score": 3.5 / 8, "seconds_per_move": {"wall": 2e-3, "cpu": 1e-3},
        "openings": [], "begun": 0,
    } | others  # fmt: skip


def training(method, **others):
    match = {"minutes": 0.5, "games": 40, "positions": 800, "score": 0.25, "low": 0.1, "high": 0.4}
    later = match | {"minutes": 1.0, "games": 90, "score": 0.75}
    return {
        "method": method, "minutes": 1.0, "expert_minutes": 0.0, "expert_games": 0,
        "learned_from_records": False, "cpu_seconds": 118.4, "cpu_is_whole": True, "steps": 12,
        "games": 90, "positions": 2000, "parameters": 34567, "curve": [match, later],
        "failure": None, "to_strength": later,
    } | others  # fmt: skip


@pytest.fixture
def figures():
    """Of a comparison of two methods, one of them failed, with names that HTML has to escape."""
    moves = [
        {"action": 12, "move": "c3", "games": 5, "share": 5 / 6},
        {"action": 6, "move": "b4", "games": 1, "share": 1 / 6},
    ]
    return {
        "game": "gomoku", "settings": {"size": 5, "win_length": 4, "rule": "freestyle",
        "opening": "free", "position": ""}, "minutes": 1.0, "games": 4, "seed": 7,
        "yardstick": "mcts?playouts=4&c_puct=2", "records": [], "changes": {}, "command":
        "tengen compare gomoku --opponent 'mcts?playouts=4&c_puct=2' <script>", "version": "0.1",
        "date": "2026-01-02", "machine": "a machine", "workers": 1,
        "players": [
            player("dqn", None, [350.2, None], trained=True, openings=moves, begun=6),
            player("mcts?playouts=4&c_puct=2", 0.0, [0.0, 0.0]),
            player("random", -120.4, [-300.0, -10.0]),
        ],
        "trainings": [training("dqn"), training("policy", failure="no <games>", curve=[])],
        "cross_table": [[None, [4, 0, 0], [3, 1, 0]], [[0, 0, 4], None, [2, 1, 1]],
                        [[0, 1, 3], [1, 1, 2], None]],
        "forfeits": ["dqn - random, game 2: dqn played illegally"],
    }  # fmt: skip


class Checker(HTMLParser):
    """Sees to it that what is opened is closed, and keeps what points elsewhere."""

    def __init__(self):
        super().__init__()
        self.open = []
        self.text = []
        self.references = []
        self.tags = []

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.references += [value for name, value in attributes
                            if name in {"src", "href", "xlink:href", "srcset", "data", "action"}]  # fmt: skip
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, (tag, self.getpos())

    def handle_data(self, data):
        self.text.append(data)


@pytest.fixture
def page(figures, tmp_path):
    """The folder of the written page."""
    write_pages(figures, load("gomoku", size=5, win_length=4), tmp_path)
    return tmp_path


def test_html_is_well_formed_and_needs_nothing_else(page):
    """Every tag is closed, nothing is fetched from anywhere, no script runs."""
    text = (page / "index.html").read_text()
    checker = Checker()
    checker.feed(text)
    checker.close()
    assert checker.open == []
    assert checker.references == []
    assert "script" not in checker.tags
    assert "url(" not in text
    assert "@import" not in text
    namespace = "http://www.w3.org/2000/svg"
    assert set(re.findall(r"https?://[^\"' ]+", text)) == {namespace}
    assert len(re.findall(r'role="img"', text)) == 3


def test_both_pages_tell_all(page, figures):
    """Strength, cost, openings, results, the command, seeds and what went wrong are on both."""
    checker = Checker()
    checker.feed((page / "index.html").read_text())
    html, markdown = " ".join(checker.text), (page / "README.md").read_text()
    for text in (told.replace("\N{NO-BREAK SPACE}", " ") for told in (html, markdown)):
        for word in (
            "Gomoku 5\N{MULTIPLICATION SIGN}5, win length 4", "at least +350", f"({MINUS}300 to {MINUS}10)",
            "c3 83 %", "34,567", "118", "1 min, 90 games", "policy takes no part: no <games>",
            "Forfeit in dqn - random, game 2", figures["command"], "Seed 7", "a machine",
        ):  # fmt: skip
            assert word in text, word


def test_markdown_points_to_files_beside_it(page):
    """Every chart and file that the Markdown names is there."""
    names = re.findall(r"\]\(([^)]+)\)", (page / "README.md").read_text())
    assert {"elo.svg", "learning.svg", "index.html", "figures.json"} < set(names)
    for name in names:
        assert (page / name).exists(), name
    for path in page.glob("*.svg"):
        ET.fromstring(path.read_text())


def test_markdown_tables_have_as_many_cells_in_each_row(page):
    """A bar in a name does not shift the cells."""
    tables = re.findall(r"(?:^\|.*\n)+", (page / "README.md").read_text(), flags=re.MULTILINE)
    assert len(tables) == 5
    for table in tables:
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}) == 1


def test_charts_hold_what_they_show(figures):
    """Whiskers, dots and arrows lie within the chart; a bound that is infinite has an arrow."""
    ladder = ET.fromstring(draw_ladder(figures))
    width = float(ladder.get("width"))
    space = "{http://www.w3.org/2000/svg}"
    assert len(ladder.findall(f"{space}circle")) == 2
    assert len(ladder.findall(f"{space}path")) == 1
    for line in ladder.findall(f"{space}line"):
        assert 0 <= float(line.get("x1")) <= width
        assert 0 <= float(line.get("x2")) <= width
    learning = ET.fromstring(draw_learning(figures))
    (curve,) = learning.findall(f"{space}path")
    assert len(re.findall("[ML]", curve.get("d"))) == 2
    assert "prefers-color-scheme: dark" in stand_alone(draw_learning(figures))


def test_learning_stays_in_the_picture(figures):
    """Names of curves that end together, and times beyond the budget, lie within the chart."""
    for score, minutes in ((0.0, 1.9), (1.0, 3.0)):
        methods = ["alphazero", "boardvalue", "dqn", "policy", "qlearning"]
        match = training("dqn")["curve"][0] | {"score": score, "minutes": minutes}
        figures["trainings"] = [training(method, curve=[match]) for method in methods]
        figures["players"] = [player(method, 0.0, [0.0, 0.0]) for method in methods]
        chart = ET.fromstring(draw_learning(figures))
        texts = {text.text: text for text in chart.iter("{http://www.w3.org/2000/svg}text")}
        places = [float(texts[method].get("y")) for method in methods]
        assert all(after - before >= 15 for before, after in pairwise(places))
        assert min(places) > 10
        assert max(places) < float(chart.get("height"))
        ticks = [float(text) for text in texts if re.fullmatch(r"[\d.]+", text)]
        assert minutes - 0.6 < max(ticks) <= minutes


def test_untrained_network_is_marked(figures):
    """Who took no step is marked where it is rated, on both pages."""
    figures["trainings"][0]["steps"] = 0
    assert "dqn (0 steps)" in draw_ladder(figures)
    assert "**dqn (0 steps)**" in write_markdown(figures, {"dqn": "opening-dqn.svg"})


def test_time_asked_and_spent(figures):
    """What the trainings took is told beside what was asked for."""
    figures["trainings"][0] |= {"minutes": 1.5, "expert_minutes": 0.25}
    assert "learn for 1 minute of processor time" in notes(figures)[0]
    assert "it took 1.8 minutes" in notes(figures)[0]


def test_no_curve_at_all(figures):
    """A comparison in which nothing was measured is drawn all the same."""
    figures["trainings"] = [training("dqn", curve=[], to_strength=None)]
    figures["players"] = [player("dqn", 0.0, [0.0, 0.0])]
    ET.fromstring(draw_learning(figures))
    ET.fromstring(draw_ladder(figures))


@pytest.mark.parametrize(
    ("name", "settings", "move"),
    [
        ("gomoku", {"size": 5, "win_length": 4}, "b4"),
        ("go", {"size": 5}, "d2"),
        ("go", {"size": 5}, "pass"),
        ("draughts", {}, "11-15"),
    ],
)
def test_boards(name, settings, move):
    """A first move is drawn on the board of every game; a pass leaves it empty."""
    game = load(name, **settings)
    state = game.initial_state()
    (action,) = game.parse_line(state, move)
    other = int(state.legal_actions()[0])
    moves = [
        {"action": action, "move": move, "games": 3, "share": 0.75},
        {"action": other, "move": "?", "games": 1, "share": 0.25},
    ]
    board = ET.fromstring(draw_opening(game, moves))
    titles = [title.text for title in board.iter("{http://www.w3.org/2000/svg}title")]
    assert any(title.startswith(move) for title in titles) == (move != "pass")


def test_mirror_images_are_one_move():
    """The four corners are one opening, and so are a point and its reflection."""
    game = load("gomoku", size=5, win_length=4)
    corners = [game.parse_move(name) for name in ("a1", "a5", "e1", "e5")]
    assert len({canonical(game, corner) for corner in corners}) == 1
    assert canonical(game, game.parse_move("b3")) == canonical(game, game.parse_move("c4"))
    assert canonical(game, game.parse_move("b3")) != canonical(game, game.parse_move("c3"))
    # The players' men lie differently, so that no image of a draughts board is the same board.
    draughts = load("draughts")
    assert len({canonical(draughts, int(a)) for a in draughts.initial_state().legal_actions()}) == 7


def test_words():
    """Elo and minutes as people read them."""
    assert elo_text({"elo": -12.4, "interval": [-30.0, 6.0]}) == f"{MINUS}12 ({MINUS}30 to +6)"
    assert elo_text({"elo": None, "interval": [None, -400.6]}) == f"at most {MINUS}401"
    assert [minutes_text(m) for m in (0.25, 1.0, 4.75, 20.0)] == ["0.25", "1", "4.8", "20"]
