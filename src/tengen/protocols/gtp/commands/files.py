"""Game records. Go Text Protocol 2, 6.3.5; ``printsgf`` is GNU Go's."""

from contextlib import suppress
from pathlib import Path

from tengen.core import IllegalMoveError, NotationError, Record, TengenError
from tengen.games import load
from tengen.protocols.gtp.arguments import Arguments, check_count, parse_whole
from tengen.protocols.gtp.history import History
from tengen.protocols.gtp.session import Session

UNSTATED_SETTINGS = {"KM": ("komi",), "RU": ("superko", "suicide", "compensation")}
"""Settings of Go that a property of SGF says."""


def loadsgf(session: Session, arguments: Arguments) -> str:
    """Take up the game of a file, up to the move before the one of a number if that is given."""
    check_count(arguments, 1, 1000)
    # A path may have blanks; Go Text Protocol has no way to quote them.
    has_number = len(arguments) > 1 and arguments[-1].isdigit()
    path = " ".join(arguments[:-1] if has_number else arguments).strip('"')
    try:
        record = _read(Path(path), begun=has_number and arguments[-1] == "1")
        most = parse_whole(arguments[-1]) - 1 if has_number else len(record.moves)
        if most < 0:
            raise NotationError("moves are numbered from 1")
        if most > len(record.moves) or not has_number:
            _refuse_unplayed(record)
        session.take_up(_replayed(session, record, most))
    except (TengenError, OSError) as error:
        raise NotationError(f"cannot load file: {error}") from None
    return ""


def _read(path: Path, *, begun: bool) -> Record:
    """Return the first game of a file; if `begun`, none of its moves need be playable."""
    from tengen.records import Fault, read

    # Devices and pipes would be read for ever.
    if not path.is_file():
        raise NotationError(f"there is no file {path}")
    record = next(iter(read(path)))
    if isinstance(record, Fault) and begun and record.begun is not None:
        return record.begun
    if isinstance(record, Fault):
        raise NotationError(str(record))
    return record


def _refuse_unplayed(record: Record) -> None:
    """Refuse a game of which the file has more than could be read."""
    from tengen.records.unplayed import first_unplayed

    if part := first_unplayed(record):
        raise NotationError(str(part.fault))


def _replayed(session: Session, record: Record, most: int) -> History:
    if record.game != session.history.start.name:
        raise NotationError(f"it is a game of {record.game}")
    history = History(load(record.game, **record.settings))
    for move in record.moves[:most]:
        history.play(history.state.to_play, move.action)
    return _with_unstated(session, record, history)


def _with_unstated(session: Session, record: Record, history: History) -> History:
    """Return the game by the komi and the rules of this session where its file has none.

    Rules stay those of the file where ours forbid one of its moves.
    """
    ours = session.history.start.settings
    for stated, names in UNSTATED_SETTINGS.items():
        if stated in record.meta.get("Unstated", "").split():
            with suppress(IllegalMoveError):
                settings = {**history.start.settings, **{name: ours[name] for name in names}}
                history = history.under(load(record.game, **settings))
    return history


def printsgf(session: Session, arguments: Arguments) -> str:
    """Return the game in SGF, or write it to a file."""
    from tengen.core.files import write_bytes
    from tengen.records.sgf import write_games

    text = b"".join(write_games([session.history.record()]))
    path = Path(" ".join(arguments).strip('"'))
    if not arguments:
        return text.decode()
    if path.suffix.lower() != ".sgf":
        raise NotationError(f"cannot write {path}: its suffix must be .sgf")
    try:
        # Neither folders of a mistyped path are made nor pipes and devices replaced.
        if not path.parent.is_dir():
            raise NotationError(f"cannot write {path}: there is no folder {path.parent}")
        if path.exists() and not path.is_file():
            raise NotationError(f"cannot write {path}: it is no file")
        write_bytes(path, text)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise NotationError(f"cannot write {path}: {reason}") from None
    return ""


COMMANDS = {"loadsgf": loadsgf, "printsgf": printsgf}
