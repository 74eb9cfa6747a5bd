"""Curves of a run: accuracy, loss, win and draw rate and Elo as it goes on, as a picture."""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tengen.core.files import write_beside
from tengen.learning.run import Entries, Entry, RunError, read_metrics

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_log = logging.getLogger(__name__)

AXES = ("minutes", "positions", "games", "generation", "epoch")
"""What curves may be drawn against; minutes where nothing is said."""
CURVES = "curves.png"
"""The picture in a run folder."""

_TWO_COLUMNS = 28
"""Letters of a label that leave room for another one beside it."""
_LINES: tuple[object, ...] = (
    "-", (0, (5, 2)), (0, (1, 1.5)), (0, (6, 2, 1, 2)), (0, (3, 1, 1, 1, 1, 1)), (0, (12, 3)),
    (0, (1, 4)), (0, (8, 2, 3, 2)),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Curve:
    """One line of a panel: a figure of one kind of entries."""

    label: str
    key: str
    """What tells it from the panel's other curves."""
    points: tuple[tuple[float, float], ...]
    """Pairs of how far the run was and the figure."""
    band: tuple[tuple[float, float, float], ...] = ()
    """How far it was with the lower and upper bound of an interval."""
    one_sided: bool = False
    """Whether the points are lower bounds, of matches won without a loss."""


def save(folder: Path) -> None:
    """Bring the picture in a run folder up to date.

    A picture is never worth a run: where it cannot be made, without matplotlib or with a full
    disk, it is left as it was.
    """
    try:
        write_picture(draw({folder.name: read_metrics(folder)}), folder / CURVES)
    except Exception:  # noqa: BLE001 - see above
        _log.debug("no curves of %s", folder, exc_info=True)


def write_picture(figure: "Figure", path: Path) -> None:
    """Write a figure as PNG, whole or not at all."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    canvas = FigureCanvasAgg(figure)
    write_beside(path, canvas.print_png)


def draw(runs: Mapping[str, Entries], x: str = "minutes") -> "Figure":
    """Return the curves of some runs by name: a panel for each kind of figure that one has.

    Args:
        runs: what each has logged.
        x: what they are drawn against, one of `AXES`; what was logged without it is left out.

    Raises:
        RunError: when nothing was measured in any, or none counts what is asked for.
    """
    from matplotlib.figure import Figure

    title, runs = _title(runs), {name: _along(entries, x) for name, entries in runs.items()}
    if not any(runs.values()):
        raise RunError(f"nothing to draw against {x}: {' and '.join(runs)} logged none")
    panels = [
        (heading, unit, curves)
        for heading, unit, find in _PANELS
        if any((curves := {name: find(entries) for name, entries in runs.items()}).values())
    ]
    if not panels:
        raise RunError(f"nothing to draw yet: {' and '.join(runs)} measured nothing so far")
    rows = (len(panels) + 1) // 2
    figure = Figure(figsize=(11, 0.6 + 4.4 * rows), layout="constrained", dpi=110)
    figure.suptitle(title, fontsize=12)
    axes: Axes | None = None
    for number, (heading, unit, curves) in enumerate(panels, start=1):
        axes = figure.add_subplot(rows, min(2, len(panels)), number, sharex=axes)
        _draw_panel(axes, heading, unit, curves)
        axes.set_xlabel(x)
    return figure


def _along(entries: Entries, x: str) -> list[Entry]:
    """Return the entries that tell `x`, with it as what they are drawn ``at``."""
    return [entry | {"at": float(entry[x])} for entry in entries if x in entry]


def _title(runs: Mapping[str, Entries]) -> str:
    if len(runs) > 1:
        return "  |  ".join(runs)
    ((name, entries),) = runs.items()
    last = entries[-1]
    done = [f"{last[key]:,} {key}" for key in ("games", "positions", "steps") if last.get(key)]
    return ", ".join([f"{name}: {last['minutes']:.1f} minutes", *done])


def _draw_panel(axes: "Axes", title: str, unit: str, runs: Mapping[str, Sequence[Curve]]) -> None:
    """Draw a panel: one run's curves differ in colour, those of several runs in line style."""
    keys = list(dict.fromkeys(curve.key for curves in runs.values() for curve in curves))
    for index, (name, curves) in enumerate(runs.items()):
        for curve in curves:
            place = keys.index(curve.key)
            _draw_curve(
                axes,
                curve,
                color=f"C{(place if len(runs) == 1 else index) % 10}",
                line="-" if len(runs) == 1 else _LINES[place % len(_LINES)],
                label=curve.label if len(runs) == 1 else f"{name}: {curve.label}",
            )
    axes.set_title(title, fontsize=11, loc="left")
    axes.set_ylabel(unit)
    axes.grid(alpha=0.25)
    axes.spines[["top", "right"]].set_visible(False)
    axes.margins(x=0.02)
    if unit == _SHARE:
        axes.set_ylim(-0.03, 1.03)
    longest = max(len(str(line.get_label())) for line in axes.get_lines())
    # Below the panel, where it hides nothing.
    axes.legend(
        fontsize=8,
        handlelength=3.5,
        ncols=2 if longest <= _TWO_COLUMNS else 1,
        loc="upper center",
        bbox_to_anchor=(0.5, -0.16),
        frameon=False,
    )


def _draw_curve(axes: "Axes", curve: Curve, *, color: str, line: object, label: str) -> None:
    if curve.band:
        at, low, high = zip(*curve.band, strict=True)
        axes.fill_between(at, low, high, color=color, alpha=0.13, linewidth=0)
    x, y = zip(*curve.points, strict=True)
    if curve.one_sided:
        axes.plot(x, y, "^", color=color, markersize=5, fillstyle="none", label=label)
    else:
        mark = "." if len(x) < 60 else ""
        axes.plot(x, y, ls=line, marker=mark, color=color, linewidth=1.5, markersize=5, label=label)


def _numbers(entries: Entries, key: str) -> tuple[tuple[float, float], ...]:
    return tuple(
        (entry["at"], float(entry[key]))
        for entry in entries
        if isinstance(entry.get(key), int | float)
    )


def _named(entries: Entries, is_wanted: Callable[[str], bool]) -> Iterator[Curve]:
    keys = dict.fromkeys(key for entry in entries for key in entry if is_wanted(key))
    for key in keys:
        if points := _numbers(entries, key):
            yield Curve(label_of(key), key, points)


def label_of(key: str) -> str:
    """Return the name of a figure for people: ``policy_loss`` is ``policy loss``."""
    return key.replace("_", " ")


def is_loss(key: str) -> bool:
    """Return whether a figure is a loss."""
    return key == "loss" or key.endswith("_loss")


def is_accuracy(key: str) -> bool:
    """Return whether a figure is a share of right answers."""
    return key == "accuracy" or key.endswith(("_accuracy", "_top1")) or key in {"top1", "top5"}


def is_rate(key: str) -> bool:
    """Return whether a figure is a share of the games that were played to learn from."""
    return key.endswith("_rate")


def _losses(entries: Entries) -> list[Curve]:
    return list(_named(entries, is_loss))


def _accuracies(entries: Entries) -> list[Curve]:
    return list(_named(entries, is_accuracy))


def _rates(entries: Entries) -> list[Curve]:
    return list(_named(entries, is_rate))


def _matches(entries: Entries) -> dict[str, list[Entry]]:
    """Return the matches by opponent."""
    found: dict[str, list[Entry]] = {}
    for entry in entries:
        if entry["kind"] == "match" and entry.get("match_games"):
            found.setdefault(str(entry.get("opponent", "the opponent")), []).append(entry)
    return found


def _shares(entries: Entries) -> list[Curve]:
    curves = []
    for opponent, matches in _matches(entries).items():
        for key, word in (("wins", "won"), ("draws", "drawn")):
            points = tuple((m["at"], m[key] / m["match_games"]) for m in matches)
            curves.append(Curve(f"{word} against {opponent}", f"{key} {opponent}", points))
        scores = _numbers(matches, "score")
        band = tuple((m["at"], *m["interval"]) for m in matches if m.get("interval"))
        curves.append(Curve(f"score against {opponent}, 95 %", f"score {opponent}", scores, band))
    return curves


def _elos(entries: Entries) -> list[Curve]:
    curves = []
    for opponent, matches in _matches(entries).items():
        bounds = [(m["at"], *m["elo_interval"]) for m in matches if m.get("elo_interval")]
        band = tuple(bound for bound in bounds if None not in bound)
        if points := _numbers(matches, "elo"):
            note = ", 95 %" if band else ""
            curves.append(Curve(f"above {opponent}{note}", f"elo {opponent}", points, band))
        least = tuple((at, low) for at, low, high in bounds if low is not None and high is None)
        if least:
            label, key = f"above {opponent}, at least", f"least {opponent}"
            curves.append(Curve(label, key, least, one_sided=True))
    return curves


_SHARE = "share of games"
_PANELS: tuple[tuple[str, str, Callable[[Entries], list[Curve]]], ...] = (
    ("Loss", "loss", _losses),
    ("Accuracy", "share right", _accuracies),
    ("Games to learn from", _SHARE, _rates),
    ("Won, drawn, score", _SHARE, _shares),
    ("Elo", "Elo difference", _elos),
)
