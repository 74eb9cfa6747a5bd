"""The data set of a run: made of the records that are named, checked before anything is kept."""

import logging
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from tengen.core import Game, NotationError, SettingsError
from tengen.records import SUFFIXES
from tengen.records.dataset import DataSet, build, open_dataset
from tengen.records.dataset.arrays import Card, SplitSize
from tengen.records.dataset.replaying import Portion
from tengen.records.parts import Part
from tengen.records.sources import expand

_log = logging.getLogger(__name__)

FOLDER = "data"
"""Of the data set, in the run folder."""
LEARNED, HELD_OUT = "train", "valid"
_SPLITS = 30
"""Of few games chance may hold none out, so chance is asked again, up to so often."""


class Material:
    """Makes a data set beside the run folder, so that no run begins without one.

    What was made and not kept is gone at the end of the ``with`` block.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._scratch: Path | None = None
        self._read = 0
        self._fault = ""
        """The first that was met."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._scratch is not None:
            shutil.rmtree(self._scratch, ignore_errors=True)

    def make(self, records: Sequence[Path], out: Path, *, held_out: float, seed: int) -> None:
        """Make the data set for a run that shall be in `out`.

        Raises:
            SettingsError: when there is nothing to read.
            NotationError: when too few games are right and of this game.
        """
        files = _files(records)
        out.parent.mkdir(parents=True, exist_ok=True)
        self._scratch = Path(tempfile.mkdtemp(prefix=f".{out.name}.", dir=out.parent))
        shares = {LEARNED: 1 - held_out, HELD_OUT: held_out}
        for split in range(_SPLITS):
            data = self._scratch / FOLDER
            shutil.rmtree(data, ignore_errors=True)
            try:
                card = build(
                    files, data, shares=shares, seed=seed + split, like=self._game,
                    on_part=self._note,
                )  # fmt: skip
            except NotationError:
                raise NotationError(self._nothing_in(records)) from None
            if all(part["positions"] for part in card["splits"].values()):
                break
        else:
            raise NotationError(
                f"{_named(records)}: too few different games to learn from some and to measure "
                f"on others: {card['games']} were read"
            )
        for line in describe(card, self._game):
            _log.info(line)

    def _nothing_in(self, records: Sequence[Path]) -> str:
        """Return why there is nothing to learn in `records`."""
        if not self._read and self._fault:
            return self._fault  # it names the file
        reasons = [f"of {self._read:,} games none is a right one of {self._game}"]
        if not self._read:
            reasons = ["holds no games"]
        elif self._fault:
            reasons.append(self._fault)
        return f"{_named(records)}: {'; '.join(reasons)}"

    def _note(self, part: Part[Portion]) -> None:
        self._read += part.games
        faults = part.faults(part.result.faults if part.result else ())
        self._fault = self._fault or str(next(faults, ""))

    def keep(self, run: Path) -> DataSet:
        """Move the data set into the run folder, or find the one there, and open it."""
        if self._scratch is not None:
            (self._scratch / FOLDER).replace(run / FOLDER)
        return open_dataset(run / FOLDER)


def _files(records: Sequence[Path]) -> list[Path]:
    if not records:
        raise SettingsError(
            "there are no game records to learn from: name files or folders by --records"
        )
    for path in records:
        if not path.exists():
            raise SettingsError(f"--records {path}: there is no such file or folder")
    files = list(expand(records, SUFFIXES))
    if not files:
        raise SettingsError(f"--records {_named(records)}: no game files there")
    return files


def describe(card: Card, game: Game) -> list[str]:
    """Return in words what is in a data set for `game`, and what was left out."""
    learned, held = card["splits"][LEARNED], card["splits"][HELD_OUT]
    lines = [
        f"To learn from: {_in_words(learned)}",
        f"Held out: {_in_words(held)}",
    ]
    if others := [name.replace("_", " ") for name in game.settings.keys() - card["settings"]]:
        lines.append(f"Not all are of this game's {' and '.join(sorted(others))}")
    left = {
        "faulty games": card["faulty"],
        "ends of games that cannot be played on": card.get("cut", 0),
        "games of another kind or board": card["others"],
        "files that could not be read": len(card["unread"]),
        "positions met before": card["duplicates"],
        "held-out positions that are learned from too": card["leaks"],
    }
    if any(left.values()):
        parts = (f"{number:,} {what}" for what, number in left.items() if number)
        lines.append(f"Left out: {', '.join(parts)}")
    return lines


def _in_words(split: SplitSize) -> str:
    return f"{split['positions']:,} positions of {split['games']:,} games"


def _named(records: Sequence[Path]) -> str:
    return ", ".join(str(path) for path in records)
