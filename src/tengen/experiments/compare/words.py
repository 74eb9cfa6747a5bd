"""Figures of a comparison as people read them, the same on every page."""

from tengen.experiments.compare.shapes import Figures, PlayerFigures, TrainingFigures
from tengen.experiments.words import minutes_long, minutes_text, percent, thousands


def shares_text(player: PlayerFigures) -> str:
    """Return a player's first moves with their shares."""
    return ", ".join(
        f"{move['move']}\N{NO-BREAK SPACE}{percent(move['share'])}" for move in player["openings"]
    )


def cpu_text(training: TrainingFigures) -> str:
    """Return CPU seconds; a sitting that crashed makes them a lower bound."""
    seconds = thousands(training["cpu_seconds"])
    return seconds if training["cpu_is_whole"] else f"at least {seconds}"


def strength_text(training: TrainingFigures) -> str:
    """Return when a method first held the yardstick level: ``1.5 min, 820 games``."""
    reached = training["to_strength"]
    if reached is None:
        return "not reached" if training["curve"] else "not measured"
    minutes = f"{minutes_text(reached['minutes'])} min"
    # Who learns from records plays no games.
    return f"{minutes}, {thousands(reached['games'])} games" if reached["games"] else minutes


def notes(figures: Figures) -> list[str]:
    """Return what must be known to read the figures right, a sentence each."""
    yardstick, games = figures["yardstick"], figures["games"]
    told = [
        (
            f"Every method was to learn for {minutes_long(figures['minutes'])} of processor time, "
            "that of all its processes together, on the same machine, matches against the "
            f"yardstick included{_spent(figures)}; with its default settings but for those in the "
            "command. Afterwards each player thinks as it does when nothing else is asked."
        ),
        (
            f"Each pair played {games} games, colours changing: two from the first position, the "
            "others from openings that are the same for all pairs."
        ),
        (
            "Elo is that of a Bradley-Terry model with draws and a first-move advantage over all "
            f"games, with 95 % intervals by the profile likelihood; {yardstick} is 0 by definition, and an interval is that of the "
            "difference to it. Where no chain of points won leads from a player to it, or none from it "
            "to the player, as when one won every game, there is a bound in place of a rating."
        ),
        (
            f"A method is level with {yardstick} from the first of two matches in a row that it did "
            "not lose while it learned. These matches are short, so that moment is uncertain."
        ),
        "A move's time is on the wall, in the round robin, "
        + (
            "one game at a time."
            if figures["workers"] == 1
            else f"with {figures['workers'] or 'as many'} games side by side"
            + ("." if figures["workers"] else " as the cluster had room for.")
        ),
    ]
    for training in figures["trainings"]:
        told += _notes_of(training, figures)
    told += [f"Forfeit in {verdict}." for verdict in figures["forfeits"]]
    return told


def _spent(figures: Figures) -> str:
    """Return how long the trainings took in truth."""
    spent = [minutes_spent(t) for t in figures["trainings"] if t["failure"] is None]
    if not spent:
        return ""
    least, most = minutes_text(min(spent)), minutes_long(max(spent))
    if least == minutes_text(max(spent)):
        return f"; it took {most}"
    return f"; they took {least} to {most}"


def minutes_spent(training: TrainingFigures) -> float:
    """Return the minutes of a training, those of making games to learn from included."""
    return float(training["minutes"] + training["expert_minutes"])


def player_names(figures: Figures) -> dict[str, str]:
    """Return the players' names, with a mark at those whose network has learned nothing."""
    idle = {t["method"] for t in figures["trainings"] if not t["steps"] and t["failure"] is None}
    names = [player["name"] for player in figures["players"]]
    return {name: f"{name} (0 steps)" if name in idle else name for name in names}


def _notes_of(training: TrainingFigures, figures: Figures) -> list[str]:
    method = training["method"]
    if training["failure"]:
        return [f"{method} takes no part: {training['failure']}."]
    told = []
    if training["expert_games"]:
        told.append(
            f"{method} learns from records. There were none, so the first "
            f"{minutes_long(training['expert_minutes'])} of its time went into "
            f"{thousands(training['expert_games'])} games of the robot against itself."
        )
    elif figures["records"] and training["learned_from_records"]:
        told.append(f"{method} learned from {', '.join(figures['records'])}: games of others.")
    if not training["steps"]:
        told.append(f"{method} took no gradient step in that time: its network knows nothing yet.")
    return told
