"""PDN 3.0: English draughts, tolerantly read and strictly written."""

import numpy as np
import pytest

from tengen.core import LAID_OUT, NotationError, Outcome, Record, RecordedMove
from tengen.games import load
from tengen.records import NoRoomError, check

from .texts import moves_of, read_all, read_one, written

BEFORE_CAPTURE = "10-15 23-19 7-10 22-17 11-16 26-23 8-11 17-14 9x18 "
OPENING = "1. 11-15 23-19 2. 8-11 22-17"


def names(record: Record) -> str:
    """Return the moves in the game's own notation."""
    game = load("draughts", **record.settings)
    return " ".join(game.format_line(game.initial_state(), moves_of(record)))


def test_moves() -> None:
    """Numbers of moves are passed over."""
    assert names(read_one("PDN", OPENING)) == "11-15 23-19 8-11 22-17"


@pytest.mark.parametrize(
    "text",
    [
        "11-15 23-19 8-11 22-17",
        "1.11-15 23-19 2.8-11 22-17",
        "1. 11-15\r\n23-19\r2. 8-11 22-17",
        "1. 11 - 15 23 -19 2. 8- 11 22-17",
        "1. 1115 2319 2. 0811 2217",
        "1. 11-15 1... 23-19 2. 8-11 2. ... 22-17",
        "1. 11x15 23:19 2. 8X11 22\u00d717",
        "1 11-15 23-19 2 8-11 22-17 *",
        "1.\xa011-15 23-19 2. 8-11 22-17 1-0 and they shook hands",
        "\ufeff1. 11-15 23-19 2. 8-11 22-17",
        "% a file\n1. 11-15 23-19\n% of games\n2. 8-11 22-17",
    ],
)
def test_tolerant_reading(text: str) -> None:
    """Moves are found however they are spaced, joined, numbered or separated."""
    record = read_one("PDN", text)
    assert names(record) == "11-15 23-19 8-11 22-17"


def test_squares_by_letters() -> None:
    """a1 is the corner at Black's left hand, who begins; or White's, if the moves say so."""
    from_black = read_one("PDN", '[GameType "21,B,8,8,A0,0"]\n1. c3-d4 f6-e5 *')
    assert names(from_black) == "11-15 22-18"
    assert names(read_one("PDN", "1. c3d4 f6e5")) == "11-15 22-18"
    from_white = read_one("PDN", "1. f6-g5 c3-d4")
    assert names(from_white) == "11-16 22-18"


@pytest.mark.parametrize(
    ("game_type", "moves"),
    [
        ("21", "11-15 22-18"),
        ("21,B,8,8,N1,0", "11-15 22-18"),
        ("21,W,8,8,N2,0", "11-15 22-18"),
        ("21,B,8,8,N2,0", "22-18 11-15"),
        ("21,W,8,8,N1,0", "22-18 11-15"),
        ("21,B,8,8,A0,0", "c3-d4 f6-e5"),
        ("21,W,8,8,A0,0", "f6-e5 c3-d4"),
    ],
)
def test_game_types(game_type: str, moves: str) -> None:
    """The game type says from where squares are counted, as seen by who begins."""
    assert names(read_one("PDN", f'[GameType "{game_type}"]\n{moves} *')) == "11-15 22-18"


def test_captures() -> None:
    """A capture is named by its ends, by every square, jump by jump, or with a dash."""
    whole = read_one("PDN", BEFORE_CAPTURE + "23x14x7")
    for text in ("23x7", "23-14-7", "23x14 14x7", "23x14 14x7 3x10"):
        assert moves_of(read_one("PDN", BEFORE_CAPTURE + text))[:11] == moves_of(whole)
    assert len(whole.moves) == 11


@pytest.mark.parametrize(
    ("result", "outcome"),
    [
        ("1-0", Outcome(0, "")),
        ("2-0", Outcome(0, "")),
        ("0-1", Outcome(1, "")),
        ("0-2", Outcome(1, "")),
        ("1/2-1/2", Outcome(None, "draw")),
        ("1-1", Outcome(None, "draw")),
        ("*", None),
    ],
)
def test_results(result: str, outcome: Outcome | None) -> None:
    """The first figure is Black's, who moves first; a tag or the end of the moves says it."""
    for text in (f'[Result "{result}"]\n{OPENING}', f"{OPENING} {result}"):
        assert read_one("PDN", text).outcome == outcome
    tagged = read_one("PDN", f'[Result "{result}"]\n{OPENING} {result}')
    assert (tagged.outcome, tagged.meta) == (outcome, {})


@pytest.mark.parametrize(
    "text", ["1. 11-15 $-3 23-19 *", "1. 11-15\0 23-19 *", "1. 11-15 $ 23-19 *"]
)
def test_odd_characters_do_not_refuse_a_game(text: str) -> None:
    """A glyph that is none is a comment, and a NUL is nothing."""
    record = read_one("PDN", text)
    assert names(record) == "11-15 23-19"
    assert read_one("PDN", written("PDN", record)) == record


def test_how_a_game_ended() -> None:
    """Termination is the reason of the result."""
    record = read_one("PDN", f'[Result "0-1"]\n[Termination "resignation"]\n{OPENING} *')
    assert record.outcome == Outcome(1, "resignation")
    assert read_one("PDN", written("PDN", record)) == record


def test_both_lost() -> None:
    """A result that names neither a winner nor a draw stays a tag."""
    record = read_one("PDN", f'[Result "0-0"]\n{OPENING} *')
    assert (record.outcome, record.meta) == (None, {"Result": "0-0"})
    assert read_one("PDN", written("PDN", record)) == record


def test_tags() -> None:
    """Players are the record's, other tags keep their names; quotes and backslashes are escaped."""
    record = read_one(
        "PDN", '[Event "a \\"b\\" \\\\c"]\n[Black "B"]\n[White "W"]\n[site "here"]\n*'
    )
    assert record.players == ("B", "W")
    assert record.meta == {"Event": 'a "b" \\c', "Site": "here"}
    text = written("PDN", record)
    assert text.startswith('[Event "a \\"b\\" \\\\c"]\n[Site "here"]\n[Black "B"]\n[White "W"]\n')
    assert read_one("PDN", text) == record


def test_tags_without_quotes() -> None:
    """A tag that somebody typed by hand is still a tag."""
    record = read_one("PDN", f'[Event Open]\n[Black "B]\n{OPENING} *')
    assert (record.meta, record.players) == ({"Event": "Open"}, ("B", ""))


def test_positions() -> None:
    """A FEN, in a tag or before the moves, is where the game begins; its dot is not written."""
    tagged = read_one("PDN", '[SetUp "1"]\n[FEN "W:W18,K24:B1,K2."]\n1... 18-14 2. 2-7 *')
    assert tagged.settings["position"] == "W:W18,K24:B1,K2"
    assert tagged.meta == {}
    assert read_one("PDN", "/W:W18,K24:B1,K2/ 18-14 2-7 *") == tagged
    text = written("PDN", tagged)
    assert '[SetUp "1"]\n[FEN "W:W18,K24:B1,K2"]\n' in text
    assert "1... 18-14 2. 2-7 *" in text
    assert read_one("PDN", text) == tagged


def test_positions_set_up_during_a_game() -> None:
    """A position in the middle ends one record and begins the next, with the result."""
    first, second = read_all("PDN", f"{OPENING} /W:W18,K24:B1,K2/ 18-14 {{so}} 1-0")
    assert isinstance(first, Record)
    assert isinstance(second, Record)
    assert (names(first), first.outcome) == ("11-15 23-19 8-11 22-17", None)
    assert (names(second), second.outcome) == ("18-14", Outcome(0, ""))
    assert read_all("PDN", written("PDN", first, second)) == [first, second]


@pytest.mark.parametrize(
    ("fen", "words"), [("W:W33:B1", "33"), ("X:W1:B2", "X"), ("W:W18:B18", "18"), ("", "")]
)
def test_positions_that_are_none(fen: str, words: str) -> None:
    """A FEN that is no position is a fault that quotes it; an empty one is the usual start."""
    (game,) = read_all("PDN", f'[FEN "{fen}"]\n*')
    if words:
        assert words in str(game)
    else:
        assert isinstance(game, Record)


def test_comments() -> None:
    """Comments in braces and behind semicolons; each is a line."""
    record = read_one("PDN", "{before\n it} 1. 11-15 {a} ; b } {\n{c  d} 23-19 {e} *")
    assert record.comment == "before it"
    assert [move.comment for move in record.moves] == ["a\nb } {\nc d", "e"]


def test_comments_are_written_as_lines() -> None:
    """Each line of a comment is a comment; a brace inside of one has no room."""
    game = load("draughts")
    record = Record("draughts", dict(game.settings), (RecordedMove(10 * 4 + 2, comment="a b\nc"),))
    assert "{a b} {c}" in written("PDN", record)
    braced = Record("draughts", dict(game.settings), comment="a}b")
    with pytest.raises(NoRoomError, match="'a}b'"):
        written("PDN", braced)
    assert "{a)b}" in written("PDN", braced, lossy=True)


@pytest.mark.parametrize(
    ("comment", "clock", "rest"),
    [
        ("[%clk 1:02:03]", 3723, ""),
        ("so [%clk 0:00:09.5] far", 9.5, "so far"),
        ("[%clock b0:01:00 W0:02:00]", 60, ""),
        ("[%clock w0:02:00 B0:01:00]", 60, ""),
        ("[%clock 0:01:00]", 60, ""),
        ("[%clock w0:02:00]", None, "[%clock w0:02:00]"),
        ("[%clk soon]", None, "[%clk soon]"),
        ("[%arrow 1,5]", None, "[%arrow 1,5]"),
    ],
)
def test_clocks(comment: str, clock: float | None, rest: str) -> None:
    """A clock in a comment is the mover's; what is not understood stays a comment."""
    record = read_one("PDN", f"1. 11-15 {{{comment}}} *")
    assert (record.moves[0].clock, record.moves[0].comment) == (clock, rest)
    assert read_one("PDN", written("PDN", record)) == record


def test_times_and_values() -> None:
    """The time taken and the value expected are commands in comments too."""
    record = read_one("PDN", "1. 11-15 {[%emt 0:00:05] [%eval -0.25]} *")
    assert (record.moves[0].seconds, record.moves[0].value) == (5, -0.25)
    assert read_one("PDN", written("PDN", record)) == record


def test_values_are_written_for_the_first_player() -> None:
    """``[%eval]`` is Black's view throughout, as readers expect; a record has the mover's."""
    text = "1. 11-15 {[%eval 0.25]} 23-19 {[%eval 0.5]} 2. 8-11 {[%eval -0.0]} 22-17 {[%eval 0]} *"
    record = read_one("PDN", text)
    assert [str(move.value) for move in record.moves] == ["0.25", "-0.5", "0.0", "0.0"]
    again = written("PDN", record)
    assert again.count("[%eval 0.25]") == again.count("[%eval 0.5]") == 1
    assert "-0.0" not in again
    assert read_one("PDN", again) == record


@pytest.mark.parametrize(
    ("text", "comment"),
    [
        ("{a {nested} one}", "a (nested) one"),
        ("{a { half one}", "a { half one"),
        ("a nice move, I think.", "a nice move, I think."),
        ("Loses! {in the end}", "Loses!\nin the end"),
    ],
)
def test_sloppy_comments(text: str, comment: str) -> None:
    """Braces inside braces are brackets, and words without braces are a comment too."""
    record = read_one("PDN", f"1. 11-15 {text} 23-19 2. 8-11 *")
    assert len(record.moves) == 3
    assert record.moves[0].comment == comment
    assert read_one("PDN", written("PDN", record)) == record


def test_an_empty_position_is_the_usual_one() -> None:
    """A tag FEN without a position says nothing."""
    record = read_one("PDN", '[SetUp "1"]\n[FEN ""]\n1. 11-15 *')
    assert (record.settings["position"], len(record.moves)) == ("", 1)


def test_glyphs() -> None:
    """Move strengths are glyphs, a star at a move means forced, and all are written as numbers."""
    record = read_one("PDN", "1. 11-15! 23-19?? 2. 8-11* $140 22-17 !? 3. 11-16 (?) *")
    assert [move.nags for move in record.moves] == [(1,), (4,), (7, 140), (5,), (2,)]
    assert "11-15 $1 23-19 $4" in written("PDN", record)
    assert read_one("PDN", written("PDN", record)) == record


def test_variations() -> None:
    """A variation replaces the move before it; one in a variation's front stands beside it."""
    text = "1. 11-15 23-19 (23-18 {v} 8-11 (9-13) 26-23) (22-18 (24-20) 15x22) 2. 8-11 *"
    record = read_one("PDN", text)
    assert names(record) == "11-15 23-19 8-11"
    lines = record.moves[1].variations
    assert [len(line) for line in lines] == [3, 2, 1]
    assert lines[0][0].comment == "v"
    assert [len(line) for line in lines[0][1].variations] == [1]
    assert check(record) is None
    assert read_one("PDN", written("PDN", record)) == record
    assert "2. 8-11 (2. 9-13) 2... 26-23)" in written("PDN", record)


def test_notes_of_captures() -> None:
    """Notes of a capture stand with its last jump, variations with its first."""
    record = read_one("PDN", BEFORE_CAPTURE + "23x7 $3 {both} (23x14x7) *")
    assert (record.moves[-1].nags, record.moves[-1].comment) == ((3,), "both")
    assert len(record.moves[-2].variations[0]) == 2
    assert read_one("PDN", written("PDN", record)) == record


@pytest.mark.parametrize(
    ("text", "move", "words"),
    [
        ("1. 11-15 23-20 *", 2, "23-20"),
        ("1. 11-15 15-19 *", 2, "15-19"),
        ("1. 11-15 23-19 2. 8-11 22-18 3. 9-14 *", 5, "capture is compulsory"),
        ("1. 11-15 (23-19) *", 1, "23-19"),
        ("1. 11-15 (12-16 *", 2, "not closed"),
        ("1. 11-15) *", 2, "')'"),
        ("(11-15) 11-15 *", 1, "variation of no move"),
        ("1. 11-15 {and then", 2, "comment is not closed"),
        ("1. 11-15 foo9 23-19 *", 2, "'foo9'"),
        ("1. 11-15 !!! *", 2, "'!!!'"),
        ("1. 11-15 (10-15 /W:W18:B1/) *", 2, "in a variation"),
        ('[GameType "20"]\n1. 32-28 *', None, "GameType '20'"),
        ('[GameType "21,B,8,8,N0,1"]\n1. 11-15 *', None, "N0"),
        ("1. 0-5 1-6 *", 1, "'0-5'"),
        ("1. 11-33 *", 1, "11-33"),
        ("(" * 3 + "11-15" + ")" * 3 + " 11-15 *", 1, "variation"),
        ("11-15 " + "(10-15 " * 200 + "*", 2, "not closed"),
        ("11-15 " + "(10-15 " * 200 + ")" * 200 + "*", 2, "inside 100"),
    ],
)
def test_faults(text: str, move: int | None, words: str) -> None:
    """What cannot be read or played is said with the move's number and its text."""
    (game,) = read_all("PDN", text)
    fault = check(game) if isinstance(game, Record) else game
    assert fault is not None
    assert fault.move == move
    assert words in fault.reason
    assert "\n" not in fault.reason


@pytest.mark.parametrize(
    ("text", "played", "rest"),
    [
        ("1. 11-15 23-20 {so} 2. 8-11 *", 1, "23-20 {so} 8-11"),
        ("1. 11-15 23-19 foo9 8 - 11 (9-13) 1-0", 2, "foo9 8-11 (9-13)"),
        ("1. 11-15 23-19 (23-18 8-11 2. 8-11 *", 2, "(23-18 8-11 8-11"),
        ("1. 11-15 23-19) 2. 8-11 *", 2, ") 8-11"),
        ("1. 11-15 (10-15 {a} 23-20 9-13) 23-19 *", 2, "23-20 9-13)"),
        ("1. 11-15 (23-19 9-13) 23-19 *", 2, "(23-19 9-13)"),
        ("1. c3-d4 f6-e5 c3-d4 *", 2, "11-15"),
        (f"1. 11-15 !!! {'23-19 ' * 30} *", 1, "!!! 23-19 23-19"),
        ("1. 11-15 23-19 /W:W99:B1/ 8-11 *", 2, "/W:W99:B1/ 8-11"),
    ],
)
def test_a_game_is_read_up_to_what_can_be_played(text: str, played: int, rest: str) -> None:
    """What follows a fault is kept beside the last move, and written back."""
    record = read_one("PDN", text)
    assert len(record.moves) == played
    assert check(record) is not None
    again = written("PDN", record)
    assert rest.replace(" ", "") in "".join(again.split())
    assert read_one("PDN", again) == record
    assert read_one("JSON", written("JSON", record)) == record


def test_a_position_that_lines_would_break_is_not_written_back() -> None:
    """It is of one line, as its slashes are read; the record keeps it."""
    record = read_one("PDN", f"1. 11-15 23-19 /W:WK24x28 {'18-14 ' * 20}1/ 8-11 *")
    assert check(record) is not None
    with pytest.raises(NoRoomError, match="what cannot be played"):
        written("PDN", record)
    assert read_one("JSON", written("JSON", record)) == record


def test_a_comment_that_does_not_end_is_not_written_back() -> None:
    """What followed it would be part of it; the record keeps it."""
    record = read_one("PDN", "1. 11-15 {and then")
    assert record.moves[0].marks[0][1][3] == "{and then"
    with pytest.raises(NoRoomError, match="comment is not closed"):
        written("PDN", record)
    assert len(read_one("PDN", written("PDN", record, lossy=True)).moves) == 1


def test_collections() -> None:
    """A faulty game does not keep the next from being read, whatever separates them."""
    text = (
        f'Games of mine\n\n[Event "1"]\n{OPENING} 1-0\n[Event "2"]\n1. 11-15 {{open\n'
        f'[Event "3"]\n{OPENING} {{[Event "no"]}} *\n{OPENING} 0-1 {OPENING} *\n[Event "6"]'
    )
    games = read_all("PDN", text)
    faults = [check(game) for game in games if isinstance(game, Record)]
    assert [fault is None for fault in faults] == [True, False, True, True, True, True]
    events = [game.meta.get("Event") for game in games if isinstance(game, Record)]
    assert events == ["1", "2", "3", None, None, "6"]


DANCE = "19-16 2-7 16-19 7-2 "
KINGS = '[FEN "W:WK19:BK2"]\n'


def test_draws_end_games() -> None:
    """A game that a third occurrence ends is one where draws come by themselves."""
    record = read_one("PDN", f"{KINGS}{DANCE * 2} 1/2-1/2")
    assert (record.settings["draws"], len(record.moves)) == ("automatic", 8)
    assert "Draws" not in written("PDN", record)


@pytest.mark.parametrize(
    "moves",
    [
        DANCE * 3,
        f"{{so}} {DANCE * 3} $1",
        f"{DANCE * 2} 19-15 (19-16 2-6)",
        "f4-g5 d8-e7 g5-f4 e7-d8 " * 3,
        "c5-b4 e1-d2 b4-c5 d2-e1 " * 3,
    ],
)
def test_a_game_goes_on_after_a_draw_that_nobody_claimed(moves: str) -> None:
    """Its record says that draws are claimed, replays, and is the same once written."""
    record = read_one("PDN", f"{KINGS}{moves} *")
    assert (record.settings["draws"], record.meta) == ("claimed", {})
    assert len(record.moves) > 8
    assert check(record) is None
    assert read_one("PDN", written("PDN", record)) == record


def test_a_variation_may_go_on_after_a_draw() -> None:
    """It does not matter that the game itself ends before one."""
    record = read_one("PDN", f"{KINGS}19-16 ({DANCE * 3}) 2-7 *")
    assert (record.settings["draws"], len(record.moves)) == ("claimed", 2)
    assert check(record) is None
    assert read_one("PDN", written("PDN", record)) == record


def test_each_of_several_records_keeps_that_draws_are_claimed() -> None:
    """A game in parts, one of which goes on after a draw, is the same once written."""
    parts = read_all("PDN", f"11-15 /W:WK19:BK2/ {DANCE * 3} *")
    assert len(parts) == 2
    assert read_all("PDN", written("PDN", *parts)) == parts


def test_that_draws_are_claimed_is_a_tag() -> None:
    """The tag is the record's setting; with another value it is a tag like others."""
    record = read_one("PDN", f'[Draws "claimed"]\n{OPENING} *')
    assert (record.settings["draws"], record.meta) == ("claimed", {})
    assert read_one("PDN", written("PDN", record)) == record
    other = read_one("PDN", f'[Draws "5"]\n{OPENING} *')
    assert (other.settings["draws"], other.meta) == ("automatic", {"Draws": "5"})
    assert read_one("PDN", written("PDN", other)) == other
    for meta, settings in (("claimed", other.settings), ("5", record.settings)):
        with pytest.raises(NoRoomError, match="no room for Draws"):
            written("PDN", Record("draughts", settings, meta={"Draws": meta}))


def test_moves_after_the_end_are_a_fault() -> None:
    """Nobody goes on after a win, nor makes an illegal move after a draw."""
    fault = check(read_one("PDN", '[FEN "B:W18:B15"]\n15x22 22-18 *'))
    assert fault is not None
    assert (fault.move, fault.reason) == (2, "22-18: the game is over, no pieces left")
    fault = check(read_one("PDN", f"{KINGS}{DANCE * 2} 2-7 *"))
    assert fault is not None
    assert (fault.move, fault.reason) == (9, "2-7: no piece of White's on 2")


def test_writing_is_strict() -> None:
    """Games end with a star, lines with column 80, and every game says its kind and its result."""
    text = '[Event "e"]\n1. 11-15 {' + "word " * 60 + "%odd [%x] " * 20 + "} 23-19 1-0"
    record = read_one("PDN", text)
    lines = written("PDN", record, record).split("\n")
    assert max(map(len, lines)) <= 80
    assert not any(line.startswith("%") for line in lines)
    assert lines.count('[GameType "21,B,8,8,N1,0"]') == lines.count('[Result "1-0"]') == 2
    assert sum(line.endswith("*") for line in lines) == 2
    assert read_all("PDN", "\n".join(lines)) == [record, record]


def test_what_pdn_cannot_hold() -> None:
    """Marks, and names that are no tags, are refused in one line, or left out when asked."""
    settings = dict(load("draughts").settings)
    for record in (
        Record("draughts", settings, meta={"no tag": "x"}),
        Record("draughts", settings, meta={"FEN": "x"}),
        Record("draughts", settings, marks=(("TR", ("x",)),)),
    ):
        with pytest.raises(NoRoomError, match="no room for"):
            written("PDN", record)
        assert isinstance(read_one("PDN", written("PDN", record, lossy=True)), Record)
    with pytest.raises(NotationError, match="not for go"):
        written("PDN", Record("go", {}))


def test_illegal_moves_have_no_name() -> None:
    """Writing a record that is against the rules says which move it is."""
    record = Record("draughts", dict(load("draughts").settings), (RecordedMove(0),))
    with pytest.raises(Exception, match="move 1: 1"):
        written("PDN", record)


def test_what_nobody_chose_is_told_apart_after_a_round_trip() -> None:
    """Captures of several hops in a given opening, noted at each hop, end it where they did."""
    game = load("draughts")
    rng = np.random.default_rng(5)
    state, moves, hops = game.initial_state(), [], 0
    mover = state.to_play
    while hops < 2 or state.to_play == mover:
        mover = state.to_play
        moves.append(RecordedMove(int(rng.choice(state.legal_actions())), comment=LAID_OUT))
        state = state.apply(moves[-1].action)
        hops += state.to_play == mover
    rest = RecordedMove(int(state.legal_actions()[0]))
    record = Record("draughts", game.settings, moves=(*moves, rest))
    again = read_one("PDN", written("PDN", record))
    assert moves_of(again) == moves_of(record)
    assert again.laid_out_plies == record.laid_out_plies == len(moves)


@pytest.mark.parametrize("settings", [{}, {"position": "W:W18,21,K25,32:B1,5,10,11"}])
def test_games_without_notes_are_written_as_others(settings: dict[str, str]) -> None:
    """Native code names the moves of a game without notes: the same words, wherever it begins."""
    rng = np.random.default_rng(5)
    game = load("draughts", **settings)
    for _ in range(20):
        state, actions = game.initial_state(), []
        while state.outcome() is None and len(actions) < 80:
            actions.append(int(rng.choice(state.legal_actions())))
            state = state.apply(actions[-1])
        plain = tuple(map(RecordedMove, actions))
        noted = (*(RecordedMove(action, nags=(1,)) for action in actions),)
        texts = [written("PDN", Record("draughts", settings, moves)) for moves in (plain, noted)]
        assert texts[0].split() == texts[1].replace("$1", "").split()
