"""A program that speaks a protocol and then misbehaves: ``faulty.py PROTOCOL FAULT [N] [FILE]``.

The fault comes at the start or with its N-th move, the first if nothing is said. The numbers of its
processes are written to FILE, a line each. It needs nothing of Tengen's but to find legal moves.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

FOR_EVER = 600
START = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"
SLEEPER = [sys.executable, "-I", "-S", "-c", f"import time; time.sleep({FOR_EVER})"]


def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


class Faulty:
    """Does what it was told to do wrong."""

    def __init__(self, fault, at, file):
        self.fault = fault
        self.at = at
        self.file = file
        self.moves = 0

    def note(self, number):
        if self.file:
            with Path(self.file).open("a") as file:
                file.write(f"{number}\n")

    def start(self):
        self.note(os.getpid())
        if self.fault == "exit":
            sys.stderr.write("loading\ncannot open the model\n\n")
            sys.exit(3)
        if self.fault == "mute":
            time.sleep(FOR_EVER)
        if self.fault == "babble":
            say("Welcome to Faulty 1.0!\nType help for help.\n")
        if self.fault == "deaf":
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                signal.signal(number, signal.SIG_IGN)
        if self.fault in ("family", "orphan"):
            self.note(subprocess.Popen(SLEEPER).pid)
        if self.fault == "orphan":
            sys.exit(4)

    def answer(self, nonsense, illegal, resignation=None):
        """Return a faulty answer instead of a move, None while a sound move is due."""
        self.moves += 1
        if self.moves < self.at:
            return None
        if self.fault in ("hang", "family", "deaf"):
            time.sleep(FOR_EVER)
        if self.fault == "crash":
            sys.stderr.write("assertion failed\n")
            sys.stderr.flush()
            os.kill(os.getpid(), signal.SIGKILL)
        if self.fault == "quit":
            sys.exit(0)
        if self.fault == "late":
            time.sleep(2)
        while self.fault == "flood":
            say("never mind\n" * 1000)
        answers = {"nonsense": nonsense, "illegal": illegal, "resign": resignation}
        return answers.get(self.fault)


class Gtp:
    """Go."""

    commands = "list_commands boardsize clear_board komi play undo genmove time_settings time_left"

    def __init__(self, faulty):
        self.faulty = faulty
        self.size, self.plays = 19, []

    def run(self):
        for line in sys.stdin:
            command, *arguments = line.split() or [""]
            self.faulty.note(line.strip())
            refuses = {"refuse": "boardsize", "reticent": "play"}.get(self.faulty.fault)
            if command == refuses:
                say("? not today\n\n")
            else:
                say(f"= {self.reply(command, arguments)}\n\n")

    def reply(self, command, arguments):
        if command == "quit":
            sys.exit(0)
        if command == "list_commands":
            return self.commands.replace(" ", "\n")
        if command == "boardsize":
            self.size = int(arguments[0])
        if command == "clear_board":
            self.plays = []
        if command == "play":
            self.plays.append(arguments[1].lower())
        if command == "undo":
            self.plays.pop()
        if command == "genmove":
            taken = self.plays[0] if self.plays else "a99"
            self.plays.append(self.faulty.answer("E5 or so", taken, "resign") or self.sound())
            return self.plays[-1]
        return ""

    def sound(self):
        if not self.plays:
            return f"a{self.size}"  # without Tengen, which takes a moment to load
        import tengen

        game = tengen.load("go", size=self.size)
        state = game.initial_state()
        for vertex in self.plays:
            state = state.apply(game.parse_move(vertex))
        return game.format_move(int(state.legal_actions()[0]))


class Gomocup:
    """Gomoku, and its swap2 opening by a plan of its own."""

    def __init__(self, faulty):
        self.faulty = faulty
        self.size, self.stones, self.body = 20, {}, None

    def run(self):
        for line in sys.stdin:
            self.faulty.note(line.strip())
            command, _, rest = line.strip().partition(" ")
            if self.body is not None and command != "DONE":
                self.body.append(command)
                continue
            reply = self.reply(command, rest)
            if reply is not None:
                say(f"{reply}\r\n")

    def reply(self, command, rest):
        if command == "END":
            sys.exit(0)
        if command in ("START", "RESTART"):
            return self.clear(command, rest)
        if command in ("BOARD", "SWAP2BOARD"):
            if self.faulty.fault == "reticent":
                return f"UNKNOWN {command}"
            self.command, self.body = command, []
        if command == "DONE":
            return self.place()
        if command == "TURN" and self.misses():
            return None
        if command == "TURN":
            self.stones[rest] = 2
        return self.move() if command in ("BEGIN", "TURN") else None

    def misses(self):
        """Whether this line goes unheard: the first one after so many moves."""
        if self.faulty.fault != "miss" or self.faulty.moves + 1 < self.faulty.at:
            return False
        self.faulty.at = FOR_EVER
        return True

    def clear(self, command, rest):
        if self.faulty.fault == "refuse":
            return "ERROR not today"
        if command == "RESTART" and self.faulty.fault == "plain":
            return "UNKNOWN RESTART"
        self.size, self.stones = int(rest or self.size), {}
        return "OK"

    def place(self):
        body, self.body = self.body, None
        if self.command == "SWAP2BOARD":
            return self.open(body)
        self.stones = {stone[:-2]: int(stone[-1]) for stone in body}
        return self.move()

    def open(self, stones):
        answers = {0: "3,3 4,4 5,6", 3: "1,1 2,2", 5: "SWAP"}
        return self.faulty.answer("SWAP SWAP", "99,99") or answers[len(stones)]

    def move(self):
        taken = next(iter(self.stones), "99,99")
        point = self.faulty.answer("here and there", taken) or self.sound()
        self.stones[point] = 1
        return f"MESSAGE thinking hard\r\nMESSAGE ev 200, depth 3\r\nDEBUG ok\r\n{point}"

    def sound(self):
        points = (f"{x},{y}" for y in range(self.size) for x in range(self.size))
        return next(point for point in points if point not in self.stones)


class Hub:
    """English draughts."""

    def __init__(self, faulty):
        self.faulty = faulty
        self.position = ""

    def run(self):
        for line in sys.stdin:
            self.faulty.note(line.strip())
            command, _, rest = line.strip().partition(" ")
            reply = self.reply(command, rest)
            if reply is not None:
                say(f"{reply}\n")

    def reply(self, command, rest):
        if command == "hub":
            variants = "normal killer" if self.faulty.fault == "refuse" else "normal english"
            return f'id name=Faulty\nparam name=variant value=normal values="{variants}"\nwait'
        if command == "init":
            return "ready"
        if command == "pos":
            self.position = rest
            return 'error message="not today"' if self.faulty.fault == "reticent" else None
        if command == "quit":
            sys.exit(0)
        if command == "go":
            move = self.faulty.answer("forward", "1-32") or self.sound()
            return f"info depth=1 score=1.00 nodes=7 pv={move}\ndone move={move}"
        return None

    def sound(self):
        if self.position == f"pos={START}":
            return "9-13"
        from tengen.games import load
        from tengen.games.draughts.notation import format_fen
        from tengen.protocols.hub.notation import (
            format_move,
            parse_move,
            parse_position,
            whole_moves,
        )
        from tengen.protocols.hub.syntax import parse_command

        told = parse_command(f"pos {self.position}").arguments
        fen = format_fen(parse_position(told["pos"]))
        state = load("draughts", position=fen).initial_state()
        for move in told.get("moves", "").split():
            state = parse_move(state, move)[1]
        return format_move(state, next(hops for hops, _ in whole_moves(state)))


PROTOCOLS = {"gtp": Gtp, "gomocup": Gomocup, "hub": Hub}


def main():
    protocol, fault, at, file = (*sys.argv[1:], *("1", "")[len(sys.argv) - 3 :])
    faulty = Faulty(fault, int(at), file)
    faulty.start()
    PROTOCOLS[protocol](faulty).run()


if __name__ == "__main__":
    main()
