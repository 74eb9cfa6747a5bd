"""How the trainings of an experiment are measured: by matches at even intervals."""


def measuring(minutes: float, *, matches: int, share: float) -> list[str]:
    """Return the settings, ``name=value``, with which a training is measured so many times.

    Args:
        minutes: time of the training.
        matches: against the fixed opponent, the last one at its end.
        share: no more of the time than this goes into them, in (0, 1).
    """
    interval = 60 * minutes / matches
    return [
        f"yardstick.seconds={interval * share:.3f}",
        f"learner.measure_seconds={interval * (1 - share):.3f}",
    ]
