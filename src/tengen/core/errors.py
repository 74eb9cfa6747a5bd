"""Errors a person can act on: each message is one line saying what, where and what to do."""


class TengenError(Exception):
    """Base of every error that bad input can cause; the command line prints it and exits with 2."""


class IllegalMoveError(TengenError):
    """A move that is well written but against the rules."""


class NotationError(TengenError):
    """Text that is not a move, position or game record."""


class SettingsError(TengenError):
    """A game, agent or training setting that is unknown or out of range."""


class SpecError(TengenError):
    """An agent spec such as ``mcts?playouts=1000`` that cannot be read or names nobody."""


class WeightsError(TengenError):
    """A weights file that is missing, damaged, or made for another game or shape."""


class EngineError(TengenError):
    """Another program that did not start, hung, died, played illegally or spoke nonsense.

    In a game the message is the verdict, a predicate: ``did not answer within 10 s``.
    """
