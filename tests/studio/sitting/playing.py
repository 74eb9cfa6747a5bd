"""A game under way without a server: asked and told by plain calls."""

from dataclasses import replace
from typing import Any

from tengen.studio.sitting.effects import (
    Answered,
    Asked,
    Effect,
    Estimate,
    Estimated,
    Event,
    Joined,
    Save,
    Saved,
    Think,
)
from tengen.studio.sitting.requests import Contestant, Terms, read_request
from tengen.studio.sitting.sheet import Sheet
from tengen.studio.sitting.state import Answer, Sitting, restore
from tengen.studio.sitting.transitions import become

SMALL = {"size": 6, "win_length": 4, "rule": "freestyle"}


class Played:
    """One sitting and the time of its day; effects are kept in `effects`, newest last.

    The disk takes everything unless `error` says why not, and stones are counted at once.
    """

    def __init__(self, *, engines: bool = False, watched: bool = True, **terms: Any) -> None:
        asked = {"game": "gomoku", "settings": SMALL, "opponent": "random", "people": [0]}
        asked |= {"people": []} if engines else {}
        agreed = Terms.model_validate({**asked, **terms}, strict=False)
        sheet = Sheet.begin("some-game", agreed)
        if engines:
            two = (Contestant(spec="mcts", name="a"), Contestant(spec="random", name="b"))
            sheet = replace(sheet, engines=two, pace=0.0)
        self.s: Sitting = restore(sheet)
        self.now = 1000.0
        self.effects: list[Effect] = []
        self.saved: Sheet | None = None
        self.error: str | None = None
        if watched:
            self.hear(Joined("page"))

    def ask(self, type_: str, **fields: Any) -> list[Effect]:
        """Ask for something; return what has to be done."""
        return self.hear(Asked(read_request({"type": type_, **fields}), "page"))

    def hear(self, event: Event) -> list[Effect]:
        """Let something happen; return what has to be done."""
        self.s, effects = become(self.s, event, self.now)
        done: list[Effect] = []
        for effect in effects:
            done.append(effect)
            if isinstance(effect, Save):
                if self.error is None:
                    self.saved = self.s.sheet
                done += self.hear(Saved(self.error))
            if isinstance(effect, Estimate):
                done += self.hear(Estimated(()))
        self.effects += effects
        return done

    def answer(
        self, action: int | None = None, value: float = 0.0, seconds: float = 1.0, **more: Any
    ) -> list[Effect]:
        """Let the engine decide that thinks: on the first legal action if on none."""
        thought = self.s.thought
        assert thought is not None
        state = self.s.history.states[thought.ply]
        chosen = int(state.legal_actions()[0]) if action is None else action
        seen = {
            "ply": thought.ply,
            "agent": "mcts",
            "toPlay": state.to_play,
            "value": value if state.to_play == 0 else -value,
            "done": True,
            "visits": 1,
            "nodes": 1,
            "seconds": 0.5,
            "top": [],
        }
        self.now += seconds
        return self.hear(Answered(thought.number, Answer(chosen, 0.5, value, **more), seen))

    @property
    def actions(self) -> list[int]:
        """What was played."""
        return [move.action for move in self.s.sheet.moves]

    @property
    def purpose(self) -> str | None:
        """What the thought under way is for."""
        return self.s.thought and self.s.thought.purpose


def thoughts(effects: list[Effect]) -> list[str]:
    """Return what is to be thought about."""
    return [effect.purpose for effect in effects if isinstance(effect, Think)]
