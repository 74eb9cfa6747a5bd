"""What Linux alone offers is used nowhere without another way for the other systems."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "src" / "tengen"

PARTICULAR = {
    "sched_getaffinity", "getloadavg", "sysconf", "getuid", "geteuid", "fork", "forkpty", "setsid",
    "nice", "setpriority", "PRIO_PROCESS", "kill", "killpg", "getpgid", "setpgid", "mkfifo",
    "pidfd_open", "pidfd_send_signal", "SIGKILL", "SIGHUP", "SIGUSR1", "SIGUSR2", "SIGSTOP", "SIGCONT",
    "SIGQUIT", "pause", "alarm", "setitimer", "add_signal_handler", "ftruncate",
}  # fmt: skip
"""Names of `os`, `signal` and event loops that some system lacks, or means otherwise."""
PARTICULAR_MODULES = {
    "fcntl",
    "resource",
    "pwd",
    "grp",
    "termios",
    "tty",
    "pty",
    "msvcrt",
    "winreg",
}

OTHERWISE = {
    "bench/arena.py": "counts processes by /proc where it is; elsewhere that row is left out",
    "bench/telling.py": "the load is told where the system knows it",
    "cli/shared/saving.py": "os.ftruncate is there on Windows as well",
    "core/lock.py": "flock, and byte locks on Windows",
    "core/machine.py": "all cores where none are assigned; what Python says of the processor",
    "experiments/arena_sitting.py": "gives way where it can",
    "programs/group.py": "taskkill on Windows, groups of processes elsewhere",
    "studio/holders.py": "/proc/locks, else the number in the lock; a file asks to end",
    "studio/rooms/train/processes.py": "/proc, else the lock; a file asks to end on Windows",
    "studio/thinking/slots.py": "threads give way on Linux, where threads can",
}
"""Who uses such a thing, and what is done where it is not."""

LINUX_ONLY: dict[str, str] = {}
"""What a user can do on Linux alone."""


MENTIONED = re.compile(
    rf"\b(?:os|signal|loop)\s*\.\s*(?:{'|'.join(PARTICULAR)})\b"
    rf"|\bimport\b.*\b(?:{'|'.join(PARTICULAR_MODULES)})\b|/proc"
)
"""Where this is not found, nothing need be parsed."""


def _particular(text: str) -> Iterator[str]:
    """Yield what a module uses that some system lacks."""
    if not MENTIONED.search(text):
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id in {"os", "signal", "loop"} and node.attr in PARTICULAR:
                yield node.attr
        elif isinstance(node, ast.Import):
            yield from (one.name for one in node.names if one.name in PARTICULAR_MODULES)
        elif isinstance(node, ast.Constant) and str(node.value).startswith("/proc"):
            yield str(node.value)


def test_nothing_is_for_linux_alone() -> None:
    """Each module that uses what some system lacks is known, with its other way."""
    users = {
        path.relative_to(SOURCES).as_posix()
        for path in SOURCES.rglob("*.py")
        if any(_particular(path.read_text(encoding="utf-8")))
    }
    assert users == set(OTHERWISE)
    assert LINUX_ONLY == {}


def test_text_is_utf_8() -> None:
    """No file is read or written in the encoding that a system happens to have."""
    assert [place for path in SOURCES.rglob("*.py") for place in _unsaid_encodings(path)] == []


def _unsaid_encodings(path: Path) -> Iterator[str]:
    text = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)) if "_text(" in text else ():
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        arguments = {"read_text": 0, "write_text": 1}.get(node.func.attr)
        named = {keyword.arg for keyword in node.keywords}
        if arguments is not None and "encoding" not in named and len(node.args) <= arguments:
            yield f"{path}:{node.lineno}"
