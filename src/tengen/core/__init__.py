"""The nouns every other layer speaks: numpy is the only dependency."""

from tengen.core.agent import Agent, Candidate, Decision, Stop, check_asked
from tengen.core.clock import Clock, TimeControl, parse_control
from tengen.core.errors import (
    EngineError,
    IllegalMoveError,
    NotationError,
    SettingsError,
    SpecError,
    TengenError,
    WeightsError,
)
from tengen.core.evaluator import Evaluator, Judgement, PointsEvaluator
from tengen.core.game import Game, Opening, Outcome, PolicyLayout, State, Symmetry
from tengen.core.limit import Limit
from tengen.core.record import LAID_OUT, Record, RecordedMove
from tengen.core.spec import AgentSpec, parse_spec

__all__ = [
    "LAID_OUT",
    "Agent",
    "AgentSpec",
    "Candidate",
    "Clock",
    "Decision",
    "EngineError",
    "Evaluator",
    "Game",
    "IllegalMoveError",
    "Judgement",
    "Limit",
    "NotationError",
    "Opening",
    "Outcome",
    "PointsEvaluator",
    "PolicyLayout",
    "Record",
    "RecordedMove",
    "SettingsError",
    "SpecError",
    "State",
    "Stop",
    "Symmetry",
    "TengenError",
    "TimeControl",
    "WeightsError",
    "check_asked",
    "parse_control",
    "parse_spec",
]
