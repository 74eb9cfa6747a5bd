"""The text of PDN 3.0: games, tags and the tokens of moves; https://wiegerw.github.io/pdn.

Reading is tolerant: numbers of moves may be missing, blanks be inside of moves, results end
games, and other text stand before and behind them. Writing is strict.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

DRAWS = ("1/2-1/2", "1/2", "\u00bd-\u00bd", "\u00bd")
RESULTS = (*DRAWS, "1-0", "0-1", "2-0", "0-2", "1-1", "0-0")
ENDS = {*RESULTS, "*"}
SYMBOLS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
"""Move strengths as numeric annotation glyphs."""
FORCED = 7
"""The glyph of a move with a star."""

_STRICT_TAG = r'\[\s*([A-Za-z][A-Za-z0-9_]*)\s*"((?:[^"\\\n]|\\.)*)"\s*\]'
_LOOSE_TAG = r'\[\s*([A-Z][A-Za-z0-9_]*)[ \t]+"?([^"\]\n]*)"?\s*\]'
_SQUARE = r"(?:[1-9]\d?(?!\d)|[a-hA-H][1-8])"
_TAG = re.compile(rf"\s*(?:{_STRICT_TAG}|{_LOOSE_TAG})")
_TOKENS = re.compile(
    rf"""
    (?P<comment>\{{(?:[^{{}}\n]++|\{{[^{{}}\n]*+\}}|\n(?!\[\s*[A-Z]\w*\s*"))*+\}}
        |\{{(?:[^}}\n]++|\n(?!\[\s*[A-Z]\w*\s*"))*+\}}|;[^\n]*|^%[^\n]*)
    |(?P<open_comment>\{{)
    |(?P<tag>{_STRICT_TAG}|{_LOOSE_TAG})
    |(?P<result>(?:{"|".join(RESULTS)})(?![\w-]))
    |(?P<number>\d{{1,4}}\s*\.(?:\s*\.\.)?|\.+)
    |(?P<move>{_SQUARE}(?:\s*[-xX:\u00d7]\s*{_SQUARE})+\*?|(?:[a-hA-H][1-8]){{2,}}\*?|\d{{4}}(?![\d.]))
    |(?P<setup>/[^/\n]*/)
    |(?P<nag>\$[-+]?\d*|\(?[!?]+\)?)
    |(?P<open>\()
    |(?P<close>\))
    |(?P<end>\*)
    |(?P<prose>(?:[aAI]|[A-Za-z]['A-Za-z]+)[.,:!?]?(?![\w-]))
    |(?P<junk>[^\s\[\](){{}};]+|\S)
    """,
    re.VERBOSE | re.MULTILINE | re.ASCII,
)
_PLAIN_MOVES = re.compile(r"[\d\s.x/*-]*+", re.ASCII)
_SPACED_DRAW = re.compile(r"(?<!\S)1/2\s*-\s*1/2(?!\S)")
_NUMBER = re.compile(r"\d+\.(?:\.\.)?", re.ASCII)
_ESCAPE = re.compile(r'\\(["\\])')
_GAME_TYPE = re.compile(
    r"\s*21\s*(?:,\s*([WB])\s*,\s*8\s*,\s*8\s*,\s*([ANS][0-3])\s*(?:,\s*[01]\s*)?)?"
)
_ALPHA = re.compile(r"[a-h][1-8]")
_BETWEEN = re.compile(r"\s*[-x:\u00d7]\s*")


@dataclass(frozen=True, slots=True)
class Token:
    """A part of a game's moves."""

    kind: str
    """``move comment prose nag open close setup`` or ``junk``."""
    text: str


@dataclass(slots=True)
class Game:
    """The text of one game."""

    tags: dict[str, str]
    words: list[str] | None = None
    """The moves, of a game that has nothing else."""
    tokens: list[Token] = field(default_factory=list)
    """All there is between the tags and the result, of another game."""
    result: str = ""
    """As stated after the moves."""


def games(text: str) -> Iterator[Game]:
    """Yield the games of a file, as far as their text can be told apart."""
    at = 0
    while at < len(text):
        tags, at = _read_tags(text, at)
        bracket = text.find("[", at)
        end = len(text) if bracket < 0 else bracket
        if _PLAIN_MOVES.fullmatch(text, at, end):
            yield from _plain_games(tags, text[at:end])
            at = end
            if tags or end == len(text) or _TAG.match(text, at):
                continue
            tags = {}
        game, at = _read_game(tags, text, at)
        if tags or any(token.kind == "move" for token in game.tokens):
            yield game


def tokens_of(words: list[str]) -> list[Token]:
    """Return the tokens of words that turned out to be more than moves."""
    return tokens_in(" ".join(words))[0]


def tokens_in(text: str) -> tuple[list[Token], bool]:
    """Return the tokens of a text, and whether it goes on to its end without a tag or a result."""
    game, end = _read_game({}, text, 0)
    return game.tokens, end == len(text) and not game.result


def _read_tags(text: str, at: int) -> tuple[dict[str, str], int]:
    """Return the tags from `at` on, the first of each name, and where they end."""
    tags: dict[str, str] = {}
    while tag := _TAG.match(text, at):
        name = tag[1] or tag[3]
        value = tag[2] if tag[1] else tag[4]
        value = _ESCAPE.sub(r"\1", value) if "\\" in value else value
        tags.setdefault(name[0].upper() + name[1:], " ".join(value.split()))
        at = tag.end()
    return tags, at


def _plain_games(tags: dict[str, str], body: str) -> Iterator[Game]:
    """Yield the games of moves alone: the one that `tags` are of, and those after its result."""
    words = _plain_words(body)
    begin = 0
    for at, word in enumerate(words):
        if word in ENDS:
            if tags or at > begin:
                yield Game(tags, words[begin:at], result=word)
            tags, begin = {}, at + 1
    if tags or begin < len(words):
        yield Game(tags, words[begin:])


def _plain_words(body: str) -> list[str]:
    """Return moves and results, without the numbers of moves."""
    words = [word for word in body.split() if word[-1] != "." or not word[:-1].isdigit()]
    # Most files have a blank behind each number and none in a draw: thrice as fast.
    text = " ".join(words)
    if "." in text or "/2 " in text or " -" in text:
        words = _SPACED_DRAW.sub(DRAWS[0], _NUMBER.sub(" ", body)).split()
    return words


def _read_game(tags: dict[str, str], text: str, begin: int) -> tuple[Game, int]:
    """Return the game whose moves begin at `begin`, and where it ends."""
    game = Game(tags)
    for match in _TOKENS.finditer(text, begin):
        kind = match.lastgroup or ""
        is_over = bool(game.result)
        if kind == "tag" or (is_over and kind in {"move", "number", "setup"}):
            return game, match.start()
        if kind == "open_comment":
            end = _next_tag(text, match.end())
            game.tokens.append(Token("junk", text[match.start() : end].rstrip()))
            return game, end
        if kind in {"result", "end"}:
            game.result = game.result or match[0]
            if kind == "end":
                return game, match.end()
        elif kind == "prose" and game.tokens and game.tokens[-1].kind == "prose":
            game.tokens[-1] = Token(kind, f"{game.tokens[-1].text} {match[0]}")
        elif not (kind == "number" or (kind == "junk" and match[0].isdigit())) and not (
            is_over and kind in {"junk", "prose"}
        ):
            game.tokens.append(Token(kind, match[0]))
    return game, len(text)


def _next_tag(text: str, at: int) -> int:
    """Return where the next line begins that is a tag, the end of the text if there is none."""
    while (at := text.find("\n[", at) + 1) > 0:
        if _TAG.match(text, at):
            return at
    return len(text)


def comment_text(token: str) -> str:
    """Return what a comment says, without its braces, those inside as brackets; lines that begin with % say nothing."""
    if token.startswith("{"):
        inside = token[1:-1]
        return inside.replace("{", "(").replace("}", ")") if "}" in inside else inside
    return token[1:] if token.startswith(";") else ""


def glyph(token: str) -> int | None:
    """Return the numeric annotation glyph that is meant, None for one we do not know."""
    if token.startswith("$"):
        return int(token[1:]) if token[1:].isdigit() and len(token) < 5 else None
    return SYMBOLS.get(token.strip("()"))


@dataclass(frozen=True, slots=True)
class View:
    """From where squares are counted and named."""

    letters_from_black: bool = True
    """Whether a1 is the corner at Black's left hand, not White's."""
    numbers_from_white: bool = False
    """Whether square 1 is at White's right hand, not Black's."""

    def squares_of(self, move: str) -> list[str]:
        """Return the numbers, in our way, of the squares in a move as it is written.

        ``11-15``, ``11 x 18``, ``1118``, ``c3-d4`` and ``c3d4`` are moves.
        """
        move = move.lower().rstrip("*")
        if letters := _ALPHA.findall(move):
            return [self._named(name) for name in letters]
        is_joined = len(move) == 4 and move.isdigit()
        numbers = [move[:2], move[2:]] if is_joined else _BETWEEN.split(move)
        return [str(33 - int(n)) for n in numbers] if self.numbers_from_white else numbers

    def _named(self, name: str) -> str:
        column, row = ord(name[0]) - ord("a"), 8 - int(name[1])
        square = 4 * row + column // 2 + 1
        if (row + column) % 2 == 0:
            return "0"  # a light square, where no piece can be
        return str(33 - square if self.letters_from_black else square)


def view_of(game_type: str) -> View | None:
    """Return how the game type of English draughts names squares, None when we do not know how.

    ``21,B,8,8,N1,0``: who begins, the board, and seen from there, where square 1 or a1 is: 0 at
    the bottom left, 1 right, 2 at the top left, 3 right.
    """
    match = _GAME_TYPE.fullmatch(game_type)
    if match is None:
        return None
    begins, kind = match[1] or "B", match[2] or "N1"
    if kind in {"N1", "N2"}:
        return View(numbers_from_white=(kind == "N2") == (begins == "B"))
    if kind in {"A0", "A3"}:
        return View(letters_from_black=(kind == "A0") == (begins == "B"))
    return None
