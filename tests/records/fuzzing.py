"""Damaged files: seeds that are real, and what can happen to them."""

import random
import time
from collections.abc import Iterator, Sequence

from tengen.core import Record, TengenError
from tengen.records import Fault, check
from tengen.records.formats import Format

GO = rb"""(;FF[4]GM[1]CA[UTF-8]SZ[9]KM[6.5]RU[AGA]HA[2]AB[cc][gg]PB[b]C[a\]b]RE[W+2.5];W[dd]WL[12.5]
C[x:y](;B[ee]TE[1];W[];B[tt])(;B[ff]LB[aa:1][bb:2](;W[aa])(;W[bb])))
(;GM[1]SZ[5]PL[W]AW[aa:bb]AE[aa];W[cc];B[dd];C[pass];W[])"""
GOMOKU = b"""(;GM[4]SZ[15]RU[renju]PB[a]PW[b]RE[B+];B[h8];W[i9];B[hh])(;GM[4];B[aa];W[bb])"""
CHINESE = "(;GM[1]SZ[19]PB[\u5e38\u660a]C[\u53e4\u529b\u4e5d\u6bb5];B[pd])".encode("gbk")
DRAUGHTS = b"""[Event "e"]
[Black "B"]
[White "W"]
[Result "1-0"]
[GameType "21,B,8,8,N1,0"]
1. 11-15 {a [%clk 0:01:02]} 23-19 $1 (23-18 8-11 (9-13) 26-23) 2. 8-11! 22-17 1-0

[FEN "W:W18,K24:B1,K2."]
1... 18-14 2. 2-7 *
"""
ODD_DRAUGHTS = b"""1. 11x15 24 - 19 15x24 28x19 ; so
% no
*
/W:WK24:BK2/ 24-19 2-7 1/2-1/2
[Result 0-1]
1.c3-d4 1118 (1-6) 10-14* *
"""
TOURNAMENT = b"""Piskvorky 15x15, 11:11, 1\r\n8,8,0\r\n9,9,120\r\nA.exe\r\nB.zip\r\n-1\r
1,Freestyle 1\r\n"""
JUDGED = b"pbrain-A\npbrain-B\n0,0,5\n19,19,6\n1,1\n-1\n"
OURS = b"""{"game":"gomoku","settings":{"size":6},"players":["a","b"],"moves":[{"action":3},{"action":4,\
"seconds":1.5,"variations":[[{"action":5}]]}],"outcome":{"winner":0,"reason":"time","points":[]},\
"meta":{"Event":"x"}}
{"game":"go"}
"""
SEEDS = {
    "SGF": [GO, GOMOKU, CHINESE],
    "PDN": [DRAUGHTS, ODD_DRAUGHTS],
    "PSQ": [TOURNAMENT, JUDGED],
    "JSON": [OURS],
}
PIECES = [
    *(b"\n", b"\x00", b"\xff", b"\xef\xbb\xbf", b"\xff\xfe", b"\xf0\x9f\x98\x80", b"\x81\x5d"),
    *rb"""( ) [ ] ; { } " \ / * % : $300 -1 0 99999999999999999999 1e999 nan null [[[[ (((( ))))
    ];W[dd ;B[aa] AB[aa:zz] SZ[26] SZ[1:99] GM[1] GM[4] CA[SHIFT_JIS] CA[utf-7] HA[9]
    RU[Chinese,size=3] 1-0 [FEN 32x1 (1-5) !? Piskvorky 1,1,1 2,Renju {"action": Infinity true""".split(),
]


def damaged(seeds: Sequence[bytes], rng: random.Random) -> bytes:
    """Return one of the seeds with some of what happens to files, or bytes of no origin at all."""
    if rng.random() < 0.03:
        return rng.randbytes(rng.randrange(400))
    data = bytearray(rng.choice(seeds))
    for _ in range(rng.randrange(1, 7)):
        at = rng.randrange(len(data) + 1)
        end = min(len(data), at + int(rng.paretovariate(0.8)))
        change = rng.randrange(5)
        if change == 0:
            data[at:end] = b""
        elif change == 1:
            data[at:at] = rng.choice(PIECES)
        elif change == 2 and at < len(data):
            data[at] = rng.randrange(256)
        elif change == 3:
            data[at:at] = data[at:end] * rng.randrange(1, 4)
        else:
            other = rng.choice(seeds)
            data[at:end] = other[rng.randrange(len(other)) :][: int(rng.paretovariate(0.5))]
    return bytes(data[:20_000])


def outcomes(format_: Format, data: bytes) -> Iterator[Record | Fault]:
    """Yield what is read, having made sure that it can be written and read again the same."""
    for game in format_.read_games(data):
        assert isinstance(game, (Record, Fault))
        yield game
        if isinstance(game, Fault):
            assert "\n" not in game.reason
            continue
        check(game)
        try:
            written = b"".join(format_.write_games([game]))
        except TengenError:
            continue  # it is against the rules, or too odd for strict writing
        again = list(format_.read_games(written))
        assert again == [game], (game, written)


def fuzz(format_: Format, seeds: Sequence[bytes], seconds: float, seed: int) -> int:
    """Damage files for some time; return how many were tried."""
    rng = random.Random(seed)
    tried = 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        data = damaged(seeds, rng)
        started = time.monotonic()
        try:
            list(outcomes(format_, data))
        except BaseException:
            print(f"the file that did it: {data!r}")  # noqa: T201 # to be repeated from
            raise
        assert time.monotonic() - started < 10, f"hangs: {data!r}"
        tried += 1
    return tried
