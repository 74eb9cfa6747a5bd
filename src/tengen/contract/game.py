"""What every game promises, whatever its rules."""

import copy
import pickle
from collections.abc import Iterator

import numpy as np
import pytest

from tengen.core import Game, IllegalMoveError, NotationError, SettingsError, State
from tengen.core.game import pack_planes, unpack_planes
from tengen.games import kind_of, load, names


class GameContract:
    """The tests of a game: a subclass has a fixture ``game``, best with several settings."""

    @pytest.fixture
    def random_games(self, game: Game) -> list[list[State]]:
        """The positions of five random games, each from the first to the last."""
        return [list(play_randomly(game, np.random.default_rng(seed))) for seed in range(5)]

    @pytest.fixture
    def positions(self, random_games: list[list[State]]) -> list[State]:
        """About forty positions from all parts of random games, the first and last included."""
        return [
            states[at]
            for states in random_games
            for at in np.linspace(0, len(states) - 1, num=8).astype(int)
        ]

    def test_sizes_agree(self, game: Game) -> None:
        """The policy layout covers the actions, and nothing is empty."""
        channels, height, width = game.planes_shape
        layout = game.policy_layout
        assert min(channels, height, width, game.max_plies) > 0
        places = len(layout.points) or height * width
        assert layout.per_point * places + layout.extra == game.num_actions
        assert list(layout.points) == sorted(set(layout.points) & set(range(height * width)))
        assert len(game.players) == 2

    def test_initial_state(self, game: Game) -> None:
        """A game starts with something to do, from its usual start for the first player."""
        state = game.initial_state()
        assert (state.ply, state.last_action, state.outcome()) == (0, None, None)
        assert state.to_play == 0 or game.settings.get("position")
        assert state.game == game
        assert len(state.legal_actions()) > 0

    def test_arrays_have_the_promised_shapes_and_types(
        self, game: Game, positions: list[State]
    ) -> None:
        """Each array has one type and shape in every position, finished ones included."""
        for state in positions:
            planes, board, mask = state.planes(), state.board(), state.legal_mask()
            assert planes.dtype == np.float32
            assert planes.shape == game.planes_shape
            assert planes.flags.c_contiguous
            assert board.dtype == np.int8
            assert board.shape == game.planes_shape[1:]
            assert mask.dtype == np.bool_
            assert mask.shape == (game.num_actions,)
            assert state.legal_actions().dtype == np.int32
            assert np.isin(board, (0, 1, 2, 3, 4)).all()

    def test_planes_fit_in_bytes(self, positions: list[State]) -> None:
        """Every number of the planes is a multiple of 1/64 in [-1, 1]."""
        for state in positions:
            planes = state.planes()
            assert (np.abs(planes) <= 1).all()
            assert (unpack_planes(pack_planes(planes)) == planes).all()

    def test_flat_planes_are_flat(self, game: Game, positions: list[State]) -> None:
        """Where the game says so, each plane shows one number, at some points, and 0 elsewhere."""
        for state in positions if game.has_flat_planes else ():
            for plane in state.planes():
                assert len(np.unique(plane[plane != 0])) <= 1

    def test_sensible_actions_are_legal(self, positions: list[State]) -> None:
        """Advice is a part of the legal actions, ascending, and never empty before the end."""
        for state in positions:
            sensible = state.sensible_actions()
            assert sensible.dtype == np.int32
            assert np.isin(sensible, state.legal_actions()).all()
            assert (np.diff(sensible) > 0).all()
            assert len(sensible) > 0 or state.outcome() is not None

    def test_lines_round_trip(self, game: Game, random_games: list[list[State]]) -> None:
        """A game written as moves and read again is the same actions, from any whole move on."""
        for states in random_games:
            actions = [_last_action(state) for state in states[1:]]
            for start in (0, len(actions) // 2):
                if start and states[start].to_play == states[start - 1].to_play:
                    continue
                names = game.format_line(states[start], actions[start:])
                assert game.parse_line(states[start], " ".join(names)) == tuple(actions[start:])
                assert game.parse_line(states[start], ",".join(names)) == tuple(actions[start:])

    def test_lines_with_a_bad_move_are_refused(
        self, game: Game, random_games: list[list[State]]
    ) -> None:
        """A word that is no move is quoted; a move after the end is refused as not legal."""
        for first, *states in random_games:
            names = game.format_line(first, [_last_action(state) for state in states])
            for bad in (["what"], [names[0], "what"]):
                with pytest.raises(NotationError, match="what"):
                    game.parse_line(first, " ".join(bad))
            with pytest.raises(IllegalMoveError):
                game.parse_line(first, " ".join([*names, names[0]]))

    def test_mask_and_list_of_legal_actions_agree(self, positions: list[State]) -> None:
        """The mask is true exactly on the ascending list of legal actions."""
        for state in positions:
            assert np.flatnonzero(state.legal_mask()).tolist() == state.legal_actions().tolist()

    def test_apply_leaves_the_old_state_as_it_was(self, positions: list[State]) -> None:
        """A state is a value: applying any action to it changes nothing in it."""
        for state in positions:
            before = _snapshot(state)
            for action in state.legal_actions()[:10]:
                after = state.apply(int(action))
                assert after.ply == state.ply + 1
                assert after.last_action == action
                assert after != state
            assert _snapshot(state) == before

    def test_arrays_are_copies(self, positions: list[State]) -> None:
        """Writing into what a state returned does not reach the state."""
        for state in positions:
            before = _snapshot(state)
            for array in (state.planes(), state.board(), state.legal_mask(), state.legal_actions()):
                array[...] = 1
            assert _snapshot(state) == before

    def test_equal_states_come_from_equal_moves(self, random_games: list[list[State]]) -> None:
        """Replaying a game gives equal states with equal hashes; its states differ among themselves."""
        for states in random_games:
            again = [states[0].game.initial_state()]
            for state in states[1:]:
                assert state.last_action is not None
                again.append(again[-1].apply(state.last_action))
            assert again == states
            assert [hash(state) for state in again] == [hash(state) for state in states]
            assert len(set(states)) == len(states)

    def test_states_of_another_game_are_different(self, game: Game) -> None:
        """A state equals neither another kind of object nor the same position under other rules."""
        state = game.initial_state()
        other: object = "state"
        assert state != other
        for name in names():
            if load(name) != game:
                assert load(name).initial_state() != state

    def test_numpy_integers_are_actions(self, game: Game) -> None:
        """An element of `legal_actions` can be applied as it is."""
        state = game.initial_state()
        action = state.legal_actions()[-1]
        assert state.apply(action) == state.apply(int(action))

    def test_illegal_actions_are_refused_by_name(self, game: Game, positions: list[State]) -> None:
        """An action on the board that the rules forbid is refused in one line that names it."""
        for state in positions:
            for action in np.flatnonzero(~state.legal_mask())[:10]:
                with pytest.raises(IllegalMoveError) as refusal:
                    state.apply(int(action))
                assert game.format_move(int(action)) in str(refusal.value)
                assert "\n" not in str(refusal.value)

    @pytest.mark.parametrize("offset", [-1, 0, 1, 2**31, 2**32, 2**64, -(2**40)])
    def test_numbers_that_are_no_actions_are_refused(self, game: Game, offset: int) -> None:
        """A number outside 0 .. A - 1 is an illegal move, however large."""
        action = offset if offset < 0 else game.num_actions + offset
        with pytest.raises(IllegalMoveError):
            game.initial_state().apply(action)

    def test_notation_round_trip(self, game: Game) -> None:
        """Every action has a name of its own that reads back, whatever its case and spaces around."""
        texts = [game.format_move(action) for action in range(game.num_actions)]
        assert len(set(texts)) == game.num_actions
        assert [game.parse_move(text) for text in texts] == list(range(game.num_actions))
        assert [game.parse_move(f" {text} ") for text in texts] == list(range(game.num_actions))

    def test_moves_of_pieces_begin_with_their_square(self, game: Game) -> None:
        """Where several actions begin at a point, their names do with its name and a dash."""
        layout = game.policy_layout
        if layout.per_point < 2:
            pytest.skip("an action is a point")
        names = [game.format_move(action) for action in range(game.num_actions - layout.extra)]
        squares = [name.split("-")[0] for name in names]
        assert squares == [squares[i - i % layout.per_point] for i in range(len(squares))]
        assert len(set(squares)) == len(squares) // layout.per_point

    @pytest.mark.parametrize("text", ["", " ", "?", "z99", "a0", "\u00e9", "\u0663", "a" * 1000])
    def test_unreadable_moves_are_quoted(self, game: Game, text: str) -> None:
        """Text that is no move raises an error with the text in it."""
        with pytest.raises(NotationError) as refusal:
            game.parse_move(text)
        assert repr(text) in str(refusal.value)

    def test_games_end_in_time_and_stay_ended(
        self, game: Game, random_games: list[list[State]]
    ) -> None:
        """Only the last position has an outcome; nothing is legal in it, and no action is taken."""
        for states in random_games:
            assert [state.outcome() is None for state in states] == [True] * (len(states) - 1) + [
                False
            ]
            assert states[-1].ply == len(states) - 1 <= game.max_plies
            assert len(states[-1].legal_actions()) == 0
            with pytest.raises(IllegalMoveError):
                states[-1].apply(int(states[0].legal_actions()[0]))

    def test_outcomes_are_zero_sum(self, game: Game, random_games: list[list[State]]) -> None:
        """What one player wins the other loses; the points that show it are on the board."""
        area = game.planes_shape[1] * game.planes_shape[2]
        for states in random_games:
            outcome = states[-1].outcome()
            assert outcome is not None
            assert outcome.winner in (0, 1, None)
            assert outcome.value_for(0) == -outcome.value_for(1)
            assert abs(outcome.value_for(0)) == (outcome.winner is not None)
            assert outcome.reason
            assert all(0 <= point < area for point in outcome.points)

    def test_positions_can_be_set_up(self, game: Game, positions: list[State]) -> None:
        """A game begins from any position of another by its rules that is not over, or from none."""
        going = [state for state in positions if state.outcome() is None]
        if not can_be_set_up(game):
            for state in going:
                with pytest.raises(SettingsError, match="always begins in the same way"):
                    game.set_up(state.board(), state.to_play)
            return
        for state in going:
            start = game.set_up(state.board(), state.to_play).initial_state()
            assert start.board().tolist() == state.board().tolist()
            assert start.to_play == state.to_play
            assert start.ply == 0

    def test_symmetries_are_permutations(self, game: Game) -> None:
        """Symmetries permute points and actions, differ, and the first leaves all in place."""
        symmetries = game.symmetries()
        area = game.planes_shape[1] * game.planes_shape[2]
        for symmetry in symmetries:
            assert sorted(symmetry.points) == list(range(area))
            assert sorted(symmetry.actions) == list(range(game.num_actions))
        assert symmetries[0].points.tolist() == list(range(area))
        assert symmetries[0].actions.tolist() == list(range(game.num_actions))
        assert len({symmetry.actions.tobytes() for symmetry in symmetries}) == len(symmetries)

    def test_rules_commute_with_symmetries(
        self, game: Game, random_games: list[list[State]]
    ) -> None:
        """Moving, then transforming the board, is the same as transforming both, then moving."""
        for states in random_games[:2]:
            for symmetry in game.symmetries():
                if symmetry.swaps_players:
                    continue  # its image does not begin at the initial position
                place_of = np.argsort(symmetry.actions)  # where an action goes
                point_goes_to = np.argsort(symmetry.points)
                image = game.initial_state()
                for state in states[1:]:
                    assert state.last_action is not None
                    image = image.apply(int(place_of[state.last_action]))
                    planes = state.planes().reshape(game.planes_shape[0], -1)
                    assert (
                        image.planes().reshape(planes.shape) == planes[:, symmetry.points]
                    ).all()
                    assert (image.legal_mask() == state.legal_mask()[symmetry.actions]).all()
                    assert (image.board().ravel() == state.board().ravel()[symmetry.points]).all()
                    assert image.to_play == state.to_play
                mine, theirs = states[-1].outcome(), image.outcome()
                assert mine is not None
                assert theirs is not None
                assert mine.winner == theirs.winner
                assert {point_goes_to[point] for point in mine.points} == set(theirs.points)

    def test_settings_make_the_same_game_again(self, game: Game) -> None:
        """A game's settings and its repr load an equal game; another value of one does not."""
        assert load(game.name, **game.settings) == game
        assert hash(load(game.name, **game.settings)) == hash(game)
        assert eval(repr(game), {"load": load}) == game
        assert sum(load(name) == load(game.name) for name in names()) == 1

    def test_games_can_be_sent_to_another_process(self, game: Game) -> None:
        """A pickled game is equal to the original and plays the same."""
        twin = pickle.loads(pickle.dumps(game))
        assert twin == game
        assert (twin.initial_state().planes() == game.initial_state().planes()).all()

    def test_states_can_be_copied_and_sent(self, random_games: list[list[State]]) -> None:
        """A pickled position is equal to the original and goes on alike; a copy is the same value."""
        for states in random_games[:2]:
            for state in (states[0], states[len(states) // 2], states[-1]):
                twin = pickle.loads(pickle.dumps(state))
                assert (twin, hash(twin), twin.outcome()) == (state, hash(state), state.outcome())
                assert twin.legal_actions().tolist() == state.legal_actions().tolist()
                assert copy.copy(state) == copy.deepcopy(state) == state

    def test_unknown_games_and_settings_are_refused(self, game: Game) -> None:
        """A name or a setting that does not exist is answered with one line that quotes it."""
        with pytest.raises(SettingsError, match="'go-moku'"):
            load("go-moku")
        with pytest.raises(SettingsError, match="colour"):
            load(game.name, colour="red")

    def test_it_says_what_a_form_needs(self, game: Game) -> None:
        """What is said of a game before its settings are chosen goes by its own settings."""
        kind = kind_of(game.name)
        assert kind.name == game.name
        assert kind.settings.keys() == game.settings.keys()
        assert (
            kind.offered.keys() | kind.proposed.keys() | kind.quick.keys() <= kind.settings.keys()
        )
        assert load(game.name, **kind.quick).name == game.name
        for setting, values in kind.proposed.items():
            assert all(load(game.name, **{setting: value}).name == game.name for value in values)


def can_be_set_up(game: Game) -> bool:
    """Tell whether a game has other starts: whether its class says how."""
    return type(game).set_up is not Game.set_up


def play_randomly(game: Game, rng: np.random.Generator) -> Iterator[State]:
    """Yield the positions of one random game."""
    state = game.initial_state()
    yield state
    while state.outcome() is None:
        state = state.apply(int(rng.choice(state.legal_actions())))
        yield state


def _snapshot(state: State) -> tuple[object, ...]:
    """Everything a state shows, as values."""
    arrays = (state.planes(), state.board(), state.legal_mask(), state.legal_actions())
    return (*(a.tobytes() for a in arrays), state.to_play, state.ply, hash(state), state.outcome())


def _last_action(state: State) -> int:
    assert state.last_action is not None
    return state.last_action
