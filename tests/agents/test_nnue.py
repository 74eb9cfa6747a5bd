"""The player with an incremental net: its options, its nets, and what it says of them."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tengen import load
from tengen.agents import load_agent
from tengen.core import Game, Limit, SpecError, WeightsError
from tengen.core.clock import Clock, TimeControl
from tengen.search.engine import EngineAgent

FIVE = load("gomoku", size=9)


def _after(game: Game, moves: str) -> Any:
    state = game.initial_state()
    for move in moves.split():
        state = state.apply(game.parse_move(move))
    return state


def _net_for(game: Game, path: Path, **settings: Any) -> Path:
    """Write a net of random weights that says it was trained with `settings`."""
    torch = pytest.importorskip("torch", reason="training is not installed")
    from tengen.networks.nnue import net_module, write_net

    torch.manual_seed(1)
    module = net_module(game)  # type: ignore[arg-type]
    metadata = {
        "game": game.name,
        "settings": json.dumps(dict(game.settings) | settings),
        "method": "nnue",
        "score_scale": str(module.SCORE_SCALE),
    }
    write_net(path, module.quantise(module.Net()), metadata)
    return path


def test_it_thinks_for_a_third_of_a_second_unless_told() -> None:
    """Seconds by default; nodes, depth or seconds instead where they are said."""
    assert load_agent("nnue", FIVE).default_limit == Limit(seconds=0.3, is_usual=True)
    assert load_agent("nnue?nodes=500", FIVE).default_limit == Limit(nodes=500)
    assert load_agent("nnue?depth=4", FIVE).default_limit == Limit()
    both = load_agent("nnue?seconds=2&nodes=9", FIVE).default_limit
    assert both == Limit(seconds=2, nodes=9)


def test_a_clock_gives_it_more_than_its_usual_time() -> None:
    """The usual time is no bound of what a clock allots; a time that was asked for is."""
    clock = Clock.full(TimeControl(main=300.0, increment=3.0))
    assert load_agent("nnue", FIVE).default_limit.under(clock).seconds == clock.allot()
    assert load_agent("nnue?seconds=0.3", FIVE).default_limit.under(clock).seconds == 0.3


def test_depth_alone_bounds_a_decision() -> None:
    """Two moves ahead end soon, without a limit."""
    decision = load_agent("nnue?depth=2", FIVE).decide(_after(FIVE, "e5"))
    assert 0 < decision.nodes < 100_000


def test_so_many_best_moves_have_values() -> None:
    """With ``multipv=3`` three candidates are valued, the best first."""
    decision = load_agent("nnue?multipv=3&depth=4", FIVE).decide(_after(FIVE, "e5 d4 f5"))
    values = [c.value for c in decision.candidates[:3]]
    assert None not in values
    assert values[0] == max(values)


def test_moves_beyond_those_have_no_values() -> None:
    """What a move scored at a smaller depth is not told: it could look better than the best."""
    game = load("gomoku")
    decision = load_agent("nnue:none?depth=9", game).decide(_after(game, "h8 i9 g7"))
    assert decision.candidates[0].value is not None
    assert [c.value for c in decision.candidates[1:] if c.value is not None] == []


def test_a_four_is_met() -> None:
    """One end of the four is open: there is nothing else to play."""
    state = _after(FIVE, "e5 d5 f5 a1 g5 a9 h5")
    assert FIVE.format_move(load_agent("nnue:none?nodes=200", FIVE).decide(state).action) == "i5"


@pytest.mark.parametrize(
    ("spec", "game", "said"),
    [
        (
            "nnue",
            load("go", size=5),
            "does not play go 5x5, komi 7.5: there is no such search for go",
        ),
        (
            "nnue",
            load("gomoku", size=6, win_length=4),
            "4 in a row: not by these rules, but gomoku",
        ),
        ("nnue?without=null+magic", FIVE, "without='magic'"),
        ("nnue?threads=0", FIVE, "threads"),
        ("nnue?speed=1", FIVE, "unknown option 'speed'"),
    ],
)
def test_what_cannot_be_is_said(spec: str, game: Game, said: str) -> None:
    """Games it does not play and options that are wrong: one line each."""
    with pytest.raises(SpecError, match=said) as refusal:
        load_agent(spec, game)
    assert "\n" not in str(refusal.value)


def test_features_can_be_switched_off() -> None:
    """Without any of them it still decides, and looks at other positions."""
    state = _after(FIVE, "e5 d4 f5 d6")
    whole = load_agent("nnue:none?depth=4", FIVE).decide(state)
    less = load_agent("nnue:none?depth=4&without=reductions+late+futility", FIVE).decide(state)
    assert less.nodes != whole.nodes


def test_without_a_net_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """The evaluation that has learned nothing comes with a warning, unless it was asked for."""

    def none(*_: object) -> Path:
        raise WeightsError("there is none")

    monkeypatch.setattr("tengen.weights.best_for", none)
    usual = load_agent("nnue", FIVE)
    assert usual.caveat_line("nnue?nodes=9") == (
        "nnue?nodes=9: no trained net ships for this game: judges by hand-written rules"
    )
    assert usual.net is None
    assert load_agent("nnue:none", FIVE).caveat_line("nnue:none") is None


def test_a_net_of_another_rule_is_told_of(tmp_path: Path) -> None:
    """A net plays any rule and size of its game; for what it was trained is said."""
    net = _net_for(FIVE, tmp_path / "n.nnue", rule="renju")
    agent = load_agent(f"nnue:{net}?nodes=200", FIVE)
    assert agent.net == str(net)
    assert agent.caveat == "trained for rule renju, not freestyle"
    assert agent.decide(_after(FIVE, "e5")).value is not None


def test_a_net_of_another_game_is_refused(tmp_path: Path) -> None:
    """Draughts is not played with a net of Gomoku."""
    net = _net_for(FIVE, tmp_path / "n.nnue")
    with pytest.raises(WeightsError, match="plays gomoku, not draughts"):
        load_agent(f"nnue:{net}", load("draughts"))


def test_the_search_scores_in_the_units_of_the_net() -> None:
    """What a logit is in score units is the same for integers and for training."""
    pytest.importorskip("torch", reason="training is not installed")
    from tengen.networks.nnue import net_module

    for name in ("gomoku", "draughts"):
        game: Any = load(name)
        assert net_module(game).SCORE_SCALE == game.kernel.ENGINE_SCORE_SCALE


def test_it_keeps_its_own_clock() -> None:
    """It is the engine's player, which knows of clocks and of pondering."""
    agent = load_agent("nnue?ponder=yes&nodes=100", FIVE)
    assert isinstance(agent, EngineAgent)
    agent.decide(_after(FIVE, "e5"))
    agent.close()


def test_a_forced_reply_has_a_value_that_was_searched() -> None:
    """Where a four leaves one move, nothing is chosen, but the game's value is still looked for."""
    game = load("gomoku", size=15)
    moves = "a2 b2 d3 e5 e6 d5 c5 f6 d4 e3 e4 f5 g5 f4 f7 i6 c4 g3 d6 b4 f3 b5 b6 c6 e8 i5 g6 d9 e9 g7 e7"
    state = _after(game, moves)
    agent = load_agent("nnue", game)
    forced = agent.decide(state, Limit(seconds=20))
    assert len(forced.candidates) == 1
    assert forced.value == -1  # the position itself looks won for the other side: +0.29
    assert forced.seconds < 10
    # In less than it might take there is no such look.
    assert agent.decide(state, Limit(seconds=0.05)).action == forced.action


@pytest.mark.parametrize("game", [load("gomoku", size=15), load("draughts")], ids=str)
def test_the_best_move_has_a_value_however_few_positions_are_allowed(game: Game) -> None:
    """The first depth is completed: a review with a small limit needs every value."""
    rng = np.random.default_rng(4)
    agent, state = load_agent("nnue?book=no", game), game.initial_state()
    for _ in range(30):
        assert agent.decide(state, Limit(nodes=1)).value is not None
        state = state.apply(int(rng.choice(state.legal_actions())))
    agent.close()
