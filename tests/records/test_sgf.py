"""SGF FF[4]: Go and Gomoku, as the standard says and as files are."""

import time
from typing import Any

import pytest
from sgfmill.sgf import Sgf_game

from tengen.core import Outcome, Record, RecordedMove
from tengen.games import load
from tengen.records import Fault, NoRoomError, check, playable
from tengen.records.fault import FaultyGameError
from tengen.records.unplayed import first_unplayed

from .texts import fault_in, moves_of, read_all, read_one, written

GO9 = "(;GM[1]FF[4]SZ[9]"


def go(moves: str, header: str = GO9) -> Record:
    return read_one("SGF", f"{header}{moves})")


def names(record: Record) -> str:
    """Return the moves in the game's own notation."""
    game = load(record.game, **record.settings)
    return " ".join(game.format_move(action) for action in moves_of(record))


def test_points_of_go() -> None:
    """The first letter is the column from the left, the second the row from the top."""
    assert names(go(";B[aa];W[ia];B[ai];W[cd]")) == "a9 j9 a1 c6"


@pytest.mark.parametrize(
    ("size", "text", "is_pass"), [(9, "", True), (9, "tt", True), (19, "tt", True), (21, "", True)]
)
def test_passes(size: int, text: str, is_pass: bool) -> None:
    """A pass is written as nothing, up to 19x19 also as ``tt``."""
    record = read_one("SGF", f"(;GM[1]SZ[{size}];B[{text}])")
    assert (moves_of(record) == [size * size]) == is_pass


def test_tt_is_a_point_of_large_boards() -> None:
    """Beyond 19x19 ``tt`` is a point like others."""
    assert moves_of(read_one("SGF", "(;GM[1]SZ[20];B[tt])")) == [399]


@pytest.mark.parametrize("point", ["hh", "h8", "H8"])
def test_points_of_gomoku(point: str) -> None:
    """Gomoku comes with letters, rows from the top, and with numbers, rows from the bottom."""
    record = read_one("SGF", f"(;GM[4]SZ[15];B[{point}];W[aa])")
    assert names(record) == "h8 a15"


def test_gomoku_by_numbers_counts_from_the_bottom() -> None:
    """``a1`` is the lower left corner, ``aa`` the upper left one."""
    assert moves_of(read_one("SGF", "(;GM[4]SZ[15];B[a1];W[o15])")) == [210, 14]


@pytest.mark.parametrize(("game", "size"), [("", 19), ("GM[1]", 19), ("GM[4]", 15)])
def test_missing_size(game: str, size: int) -> None:
    """A missing size is 19 in Go, which a missing game is, and 15 in Gomoku."""
    assert read_one("SGF", f"(;FF[4]{game};B[aa])").settings["size"] == size


@pytest.mark.parametrize(
    ("rules", "superko", "suicide"),
    [
        ("Japanese", "simple", False),
        ("japanese", "simple", False),
        ("Korean", "simple", False),
        ("Chinese", "positional", False),
        ("AGA", "situational", False),
        ("NZ", "situational", True),
        ("New Zealand", "situational", True),
        ("Tromp-Taylor", "positional", True),
        ("by candlelight", "simple", False),
    ],
)
def test_rules_of_go(rules: str, superko: str, suicide: bool) -> None:
    """Rule sets are known by name; others are kept as they are called, and played with simple ko.

    So are those that count territory, which no setting says.
    """
    record = go(f"RU[{rules}]")
    assert (record.settings["superko"], record.settings["suicide"]) == (superko, suicide)
    assert ("RU" in record.meta) == (superko == "simple")
    assert rules not in {"Japanese", "Korean"} or f"RU[{rules}]" in written("SGF", record)
    assert read_one("SGF", written("SGF", record)) == record


@pytest.mark.parametrize(
    ("header", "unstated"),
    [("", "KM RU"), ("KM[0]", "RU"), ("RU[Japanese]", "KM"), ("RU[Japanese]KM[0]", "")],
)
def test_what_a_game_does_not_state_stays_so(header: str, unstated: str) -> None:
    """Rules and komi that no file stated are not claimed when the game is written."""
    record = go(f"{header};B[aa]")
    assert record.meta.get("Unstated", "") == unstated
    text = written("SGF", record)
    assert ("RU[" in text, "KM[" in text) == ("RU[" in header, "KM[" in header)
    assert read_one("SGF", text) == record


def test_settings_that_a_file_could_not_mean_are_stated() -> None:
    """Other rules or komi than those of a game that states none are written all the same."""
    settings = dict(load("go", size=9, komi=7.5).settings)
    text = written("SGF", Record("go", settings, meta={"Unstated": "KM RU"}))
    assert "KM[7.5]" in text
    assert "RU[Chinese]" in text


@pytest.mark.parametrize(
    ("rules", "name"),
    [
        ({}, "Chinese"),
        ({"suicide": True}, "Tromp-Taylor"),
        ({"superko": "situational", "suicide": True}, "NZ"),
        ({"superko": "situational"}, "AGA"),
        ({"superko": "simple"}, "Chinese,superko=simple"),
        ({"superko": "simple", "handicap": 2, "compensation": "n"}, "Chinese,superko=simple"),
        ({"compensation": "n"}, "Chinese,compensation=n"),
        ({"handicap": 2, "compensation": "n"}, "Chinese"),
        ({"handicap": 2, "compensation": "n-1"}, "Chinese,compensation=n-1"),
    ],
)
def test_rules_are_written_by_name(rules: dict[str, Any], name: str) -> None:
    """The game's usual rules are the Chinese; without handicap nobody is compensated for it.

    All count area, so none is called Japanese, whatever its ko rule.
    """
    record = Record("go", dict(load("go", size=9, komi=7, **rules).settings))
    text = written("SGF", record)
    assert f"RU[{name}]" in text
    assert read_one("SGF", text) == record


@pytest.mark.parametrize("rule", ["freestyle", "standard", "renju", "caro", "caro-exact"])
def test_rules_of_gomoku(rule: str) -> None:
    """The rule of Gomoku is its name in RU."""
    record = read_one("SGF", f"(;GM[4]RU[{rule}])")
    assert record.settings["rule"] == rule
    assert f"RU[{rule}" in written("SGF", record)


@pytest.mark.parametrize(
    ("text", "komi"),
    [
        ("6.50", 6.5),
        ("0", 0),
        ("", 0),
        ("-5,5", -5.5),
        ("3.75", 7.5),
        ("375", 7.5),
        ("650", 6.5),
        ("-", 0),
        ("?", 0),
        ("7.5 points", 7.5),
        ("+.5", 0.5),
    ],
)
def test_komi(text: str, komi: float) -> None:
    """Komi is points; Chinese servers write stones, or hundredths of them."""
    assert go(f"KM[{text}]").settings["komi"] == komi


def test_set_up_stones() -> None:
    """Stones before the first move are the position; a rectangle is all its points."""
    record = go("AB[aa:ca][ii]AW[ab]AE[ca]PL[W];W[ee]")
    assert record.settings["position"] == "W:Ba9,b9,j1:Wa8"
    state = load("go", **record.settings).initial_state()
    assert state.to_play == 1
    assert state.board().ravel()[[0, 1, 9, 80, 2]].tolist() == [1, 1, 2, 1, 0]


def test_stones_may_be_set_up_in_the_node_after_the_root() -> None:
    """Some programs leave the root to the game's data."""
    assert go(";AB[aa]PL[W]C[so];W[bb]").settings["position"] == "W:Ba9"


@pytest.mark.parametrize(
    ("moves", "played", "fault"),
    [
        (";B[aa];AW[bb];W[cc]", 1, "move 2: stones are set up during the game"),
        (";B[aa];B[bb]C[so];W[cc]", 1, "move 2: B moves where W is to move"),
        (";B[aa];W[bb](;W[cc];B[dd])(;B[ee])", 2, "move 3: W moves where B is to move"),
        (";B[aa];W[];B[];W[cc];B[dd](;W[ee])(;W[ff])", 3, "move 4: c7: the game is over"),
        (";B[aa];W[bb](;B[bb];W[cc])(;B[cc])", 2, "move 3: b8 is occupied"),
        (";B[aa];W[bb](;B[cc])(;B[bb])", 3, "move 3: in a variation: b8 is occupied"),
        (";B[aa](;W[bb])(;B[cc];W[dd])", 2, "move 2: B moves where W is to move"),
    ],
)
def test_a_game_is_read_up_to_what_can_be_played(moves: str, played: int, fault: str) -> None:
    """A fault inside a game stops it there; what follows is kept, and written back as it was."""
    record = go(moves)
    cut, found = playable(record)
    assert (len(cut.moves), str(found)) == (played, fault)
    assert str(check(record)) == str(check(cut)) == fault
    for one in (record, cut):
        text = written("SGF", one)
        assert text.replace("\n", "").endswith(f"{moves})")
        assert read_one("JSON", written("JSON", one)) == one


def test_what_cannot_be_played_is_left_out_of_other_formats() -> None:
    """A format that has no words for it says so, or leaves it out."""
    record = read_one("SGF", "(;GM[4]SZ[15];B[aa];W[bb];W[cc])")
    with pytest.raises(NoRoomError):
        written("PSQ", record)
    assert len(read_one("PSQ", written("PSQ", record, lossy=True)).moves) == 2


def test_a_game_whose_first_move_cannot_be_played_is_a_fault() -> None:
    """There is nothing of it to show, but what its header says is known."""
    fault = fault_in("SGF", f"{GO9}PB[me];B[zz];W[aa])")
    assert str(fault) == "move 1: B[zz] is no point of the board"
    assert fault_in("SGF", f"{GO9};B[a\nz])").reason == "B[a z] is no point of the board"
    assert fault.begun is not None
    assert fault.begun.players == ("me", "")
    with pytest.raises(FaultyGameError, match="occupied"):
        playable(go("AB[aa]PL[B];B[aa];W[bb]"))


@pytest.mark.parametrize(
    ("moves", "played", "rest"),
    [
        (";B[aa];W[bb]", 2, ""),
        (";B[aa];W[bb];", 2, ""),
        (";B[aa];W[bb];B", 2, ";B"),
        (";B[aa];W[bb];B[cc]C[so", 2, ";B[cc]C[so"),
        (";B[aa](;W[bb];B[cc])(;W[dd]", 3, ""),
        (";B[aa](;W[bb];B[cc])(;W[", 3, "(;W["),
    ],
)
def test_a_game_that_is_not_closed_is_read_to_its_last_whole_node(
    moves: str, played: int, rest: str
) -> None:
    """It is told that the file ends inside of the game, and what cannot be read is kept."""
    record = read_one("SGF", f"{GO9}{moves}")
    fault = check(record)
    assert fault is not None
    assert (len(record.moves), fault.reason) == (played, "the game is not closed")
    part = first_unplayed(record)
    assert part is not None
    assert part.text == rest
    assert len(read_one("SGF", written("SGF", record, lossy=True)).moves) == played


def test_who_begins_without_a_word() -> None:
    """Without PL the first move tells who begins."""
    record = go("AB[aa];W[bb];B[cc]")
    assert record.settings["position"] == "W:Ba9"
    assert go(";W[bb]").settings["position"] == "W"


def test_fixed_handicap() -> None:
    """Handicap stones on their usual points are a handicap, not a set-up position."""
    record = go("HA[2]AB[cg][gc];W[ee]")
    assert record.settings == load("go", size=9, komi=0, superko="simple", handicap=2).settings
    assert read_one("SGF", written("SGF", record)) == record
    assert go("HA[2];W[ee]") == record


def test_handicap_on_other_points() -> None:
    """Stones elsewhere are kept where they are, with their number."""
    record = go("HA[2]AB[aa][bb];W[ee]")
    assert (record.settings["handicap"], record.settings["position"]) == (2, "W:Ba9,b8")
    assert read_one("SGF", written("SGF", record)) == record


def test_handicap_of_more_stones_than_there_are() -> None:
    """A number that the board gainsays is kept as the file's word, and gives no compensation."""
    record = go("RU[Chinese]HA[5]AB[aa][bb];W[ee]")
    assert (record.settings["handicap"], record.settings["position"]) == (0, "W:Ba9,b8")
    assert record.meta["HA"] == "5"
    assert read_one("SGF", written("SGF", record)) == record


def test_free_handicap() -> None:
    """Black's moves in a row in the beginning are a free handicap."""
    record = go("HA[3];B[aa];B[bb];B[cc];W[dd];B[ee]")
    assert record.settings["handicap_placement"] == "free"
    assert check(record) is None
    text = written("SGF", record)
    assert text.count("B[") == 4
    assert read_one("SGF", text) == record


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("B+R", Outcome(0, "resignation")),
        ("W+Resign", Outcome(1, "resignation")),
        ("b+time", Outcome(0, "time")),
        ("W+F", Outcome(1, "forfeit")),
        ("W+0.5", Outcome(1, "White wins by 0.5")),
        ("B+12", Outcome(0, "Black wins by 12")),
        ("White+3,5", Outcome(1, "White wins by 3.5")),
        ("B+", Outcome(0, "")),
        ("0", Outcome(None, "draw")),
        ("Jigo", Outcome(None, "draw")),
        ("?", None),
        ("", None),
        ("Void", None),
        ("black got tired", None),
    ],
)
def test_results(text: str, outcome: Outcome | None) -> None:
    """Every form of result is understood; what is none stays as it is written."""
    record = go(f"RE[{text}]")
    assert record.outcome == outcome
    assert record.meta.get("RE", "?") == (text if text[:1] in {"V", "b"} and not outcome else "?")
    assert read_one("SGF", written("SGF", record)) == record


def test_clocks() -> None:
    """BL and WL are what the mover has left; the other clock is kept as it is."""
    record = go(";B[aa]BL[59.5]OB[3];W[bb]WL[60]BL[59.5]")
    assert [move.clock for move in record.moves] == [59.5, 60]
    assert [dict(move.marks) for move in record.moves] == [{"OB": ("3",)}, {"BL": ("59.5",)}]


def test_comments_and_escapes() -> None:
    """Text is as people see it: escapes undone, soft line ends gone, hard ones kept."""
    record = go("C[first\\\nline\nsecond];B[aa]C[a\\] \\\\ b\\:c];C[more]")
    assert record.comment == "firstline\nsecond"
    assert record.moves[0].comment == "a] \\ b:c\nmore"
    assert read_one("SGF", written("SGF", record)) == record


def test_variations() -> None:
    """Other lines hang on the move that they replace, whatever the depth."""
    record = go(";B[aa](;W[bb];B[cc](;W[dd])(;W[ee]))(;W[ff]C[v];B[gg])(;W[hh])")
    assert names(record) == "a9 b8 c7 d6"
    second, fourth = record.moves[1], record.moves[3]
    assert [[m.action for m in line] for line in second.variations] == [[50, 60], [70]]
    assert second.variations[0][0].comment == "v"
    assert [[m.action for m in line] for line in fourth.variations] == [[40]]
    assert read_one("SGF", written("SGF", record)) == record


def test_brackets_around_every_move() -> None:
    """A file with each move in its own brackets is one line, however long."""
    moves = "".join(f"(;{'BW'[i % 2]}[]" for i in range(2)) + "(;B[aa]" + "(;W[bb]" * 1
    record = read_one("SGF", f"{GO9}{moves}))))" + ")")
    assert len(record.moves) == 4
    deep = "".join(f"(;{'BW'[i % 2]}[{'abcdefghi'[i % 9]}{'abcdefghi'[i // 9]}]" for i in range(81))
    assert len(read_one("SGF", GO9 + deep + ")" * 82).moves) == 81


def test_variations_too_deep_are_a_fault() -> None:
    """Variations inside a thousand others are refused, not run out of stack for."""
    fault = fault_in("SGF", GO9 + "(;B[aa];W[bb](;B[cc])" * 1000 + ")" * 1001)
    assert "variations" in fault.reason or "moves where" in fault.reason
    nested = GO9 + ";B[aa]" + "(;W[bb];B[cc])(;W[dd];B[ee]" * 300 + ")" * 301
    assert "variations inside 100 others" in fault_in("SGF", nested).reason


@pytest.mark.parametrize("depth", [12_000, pytest.param(100_000, marks=pytest.mark.long)])
def test_brackets_too_deep_are_a_fault(depth: int) -> None:
    """Thousands of brackets inside each other, or a hundred thousand, are refused in a line."""
    fault = fault_in("SGF", GO9 + "(;B[aa]" * depth + ")" * (depth + 1))
    assert fault.reason == "brackets inside 10000 others"


@pytest.mark.parametrize(
    "unclosed",
    [
        "(;FF[4]GM[1]SZ[9];B[aa]",
        pytest.param("(;FF[4]GM[1]SZ[9](;B[aa]", marks=pytest.mark.long),
        "(;FF[",
        "(;FF[4]C[a\\]",
    ],
)
def test_games_that_do_not_end_take_linear_time(unclosed: str) -> None:
    """Ten times as many games without an end take about ten times as long to read."""

    def seconds(count: int) -> float:
        started = time.process_time()
        read_all("SGF", unclosed * count)
        return time.process_time() - started

    seconds(10)
    assert seconds(4000) < 40 * max(seconds(400), 0.01)


def is_faulty(game: Record | Fault) -> bool:
    """Return whether a game cannot be played to its end."""
    return isinstance(game, Fault) or check(game) is not None


def test_games_that_do_not_end_are_cut_where_the_next_begins() -> None:
    """A game without an end takes none with it, whether it stands before, behind or between."""
    whole, cut = f"{GO9};B[aa];W[bb])", f"{GO9};B[aa](;W[bb])"
    for text, faulty in (
        (whole + cut + whole, {1}),
        (cut + whole + whole, {0}),
        (cut * 300 + whole, set(range(300))),
        (whole * 2 + cut, {2}),
        (cut + whole * 300, {0}),
    ):
        games = read_all("SGF", text)
        assert {n for n, game in enumerate(games) if is_faulty(game)} == faulty
        assert len(games) == text.count("FF[4]")


@pytest.mark.parametrize(
    "text",
    [
        "(;GaMe[1]FileFormat[3]SiZe[9];Black[aa];White[bb])",
        "(GM[1]FF[4]SZ[9];B[aa];W[bb])",
        f"{GO9};B[aa](W[bb])(W[cc]))",
    ],
)
def test_old_and_sloppy_files(text: str) -> None:
    """Small letters of names mean nothing, and a ``(`` begins a node without its semicolon."""
    assert names(read_one("SGF", text)) == "a9 b8"


def test_annotations_and_marks() -> None:
    """Good and bad moves are glyphs; marks of the board stay in SGF's own words."""
    record = go("TR[aa];B[aa]TE[2]LB[bb:1][cc:2];W[bb]BM[1]IT[]DO[]")
    assert [move.nags for move in record.moves] == [(3,), (2, 5, 6)]
    assert record.moves[0].marks == (("LB", ("bb:1", "cc:2")),)
    assert record.marks == (("TR", ("aa",)),)
    assert read_one("SGF", written("SGF", record)) == record


def test_players_and_the_rest() -> None:
    """Players are the record's; other data of the game keeps its names and its words."""
    record = go("PB[a]PW[b]DT[2015-01-01]EV[x\\]y]GC[two\nlines]")
    assert record.players == ("a", "b")
    assert record.meta == {
        "DT": "2015-01-01",
        "EV": "x]y",
        "GC": "two\nlines",
        "Unstated": "KM RU",
    }
    assert read_one("SGF", written("SGF", record)) == record


def test_collections() -> None:
    """Games follow each other, with anything between; a bad one is a fault, and the next is read."""
    text = f"mail\n{GO9};B[aa])\n--\n{GO9};B[zz])(;GM[2])\n{GO9};B[bb]\n(;GM[4];B[aa])"
    games = read_all("SGF", text)
    faults = [game if isinstance(game, Fault) else check(game) for game in games]
    assert [fault and str(fault) for fault in faults] == [
        None,
        "move 1: B[zz] is no point of the board",
        "GM[2]: only Go (1) and Gomoku (4) are read",
        "move 2: the game is not closed",
        None,
    ]


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ("GM[x]", "GM[x]"),
        ("SZ[9:13]", "square"),
        ("SZ[99]", "size=99"),
        ("SZ[x]", "SZ[x] is no size of a board"),
        ("SZ[-5]", "SZ[-5] is no size of a board"),
        ("SZ[99999999999]", "SZ[99999999999]: there are no boards so large"),
        ("SZ[9]AB[aa]AW[bb][aa]", "a9 is set up by AB and AW at once"),
        ("SZ[0]", "size=0"),
        ("GM[1]KM[many]", "KM[many]"),
        ("SZ[9]AB[zz]", "AB[zz]"),
        ("SZ[9]AB[tt]", "AB[tt]"),
        ("SZ[2]AB[aa:bb]", "no liberty"),
        ("SZ[9]KM[0.3];B[aa]", "komi"),
        ("SZ[9]KM[7.3]", "komi=7.3"),
        ("SZ[9]KM[nan]", "KM[nan] is no number"),
    ],
)
def test_headers_that_make_no_game(header: str, words: str) -> None:
    """What there is no board or no rule for is said in one line."""
    assert words in fault_in("SGF", f"(;{header})").reason


def test_writing_is_strict() -> None:
    """Files say their format, charset, game and size, and keep to 79 columns between values."""
    record = go("PB[\u9648];B[aa];W[tt]")
    text = written("SGF", record)
    assert text.startswith("(;FF[4]CA[UTF-8]GM[1]PB[\u9648]RE[?]SZ[9];B[aa];W[])")
    long = written("SGF", read_one("SGF", GO9 + ";B[];W[aa]" * 1 + ")"))
    assert max(map(len, long.splitlines())) < 80


def test_odd_settings_have_words() -> None:
    """Settings that no rule set has are spelled out behind the nearest one."""
    settings = dict(load("gomoku", size=7, win_length=4).settings)
    record = Record("gomoku", settings, (RecordedMove(3),))
    text = written("SGF", record)
    assert "RU[freestyle,win_length=4]" in text
    assert read_one("SGF", text) == record


def test_what_sgf_cannot_hold() -> None:
    """A record of another game, or with names that are none in SGF, is refused in one line."""
    with pytest.raises(NoRoomError, match="no room for No 1"):
        written("SGF", Record("go", {"size": 9}, meta={"No 1": "x"}))
    assert "x" not in written("SGF", Record("go", {"size": 9}, meta={"No 1": "x"}), lossy=True)
    with pytest.raises(Exception, match="not for draughts"):
        written("SGF", Record("draughts", {}))


def test_times_and_values_have_properties_of_our_own() -> None:
    """What an agent noted beside its moves survives."""
    move = RecordedMove(5, seconds=0.25, value=-0.125, comment="c", clock=9.5, nags=(1, 140))
    record = Record("go", dict(load("go", size=9).settings), (move,))
    assert read_one("SGF", written("SGF", record)) == record


def test_values_are_written_for_black() -> None:
    """``XB`` is Black's view throughout; a record has the mover's, and so had ``XV``."""
    record = go(";B[aa]XB[0.25];W[bb]XB[0.25];B[cc]XV[-0.5];W[dd]XV[-0.5];B[ee];W[ff]XB[0]")
    values = [0.25, -0.25, -0.5, -0.5, None, 0]
    assert [move.value for move in record.moves] == values
    text = written("SGF", record)
    assert [text.count(words) for words in ("XB[0.25]", "XB[-0.5]", "XB[0.5]", "XB[0]")] == [
        *(2, 1, 1, 1)
    ]
    assert read_one("SGF", text) == record


def test_sgfmill_reads_what_we_write() -> None:
    """Another reader sees the same size, komi, stones, players, result and moves."""
    text = "HA[2]AB[aa][bb]KM[0.5]PB[x]RE[W+R];W[ee]C[a\\]b];B[];W[cd](;B[ab])(;B[ac])"
    record = go(text)
    tree = Sgf_game.from_bytes(written("SGF", record).encode())
    assert (tree.get_size(), tree.get_komi(), tree.get_handicap()) == (9, 0.5, 2)
    assert (tree.get_player_name("b"), tree.get_winner()) == ("x", "w")
    assert tree.get_root().get_setup_stones() == ({(8, 0), (7, 1)}, set(), set())
    moves = [node.get_move() for node in tree.get_main_sequence()]
    assert moves == [(None, None), ("w", (4, 4)), ("b", None), ("w", (5, 2)), ("b", (7, 0))]
    assert tree.get_main_sequence()[1].get("C") == "a]b"
