"""Go, draughts and the other rules of Gomoku, played in a browser."""
# ruff: noqa: RUF001  The page says sizes with a real cross

import re
from collections.abc import Callable, Iterator

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Browser, Page, expect

from .browsing import begin, new_game, open_page, show, show_agents, stones


@pytest.fixture(scope="module")
def complained() -> list[str]:
    """What the browser's console complained of in all tests of this module."""
    return []


@pytest.fixture(scope="module")
def page(browser: Browser, complained: list[str]) -> Iterator[Page]:
    """One page that goes from game to game."""
    desk = {"locale": "en-GB", "viewport": {"width": 1280, "height": 800}}
    page = open_page(browser, complained, **desk)
    yield page
    page.context.close()


@pytest.fixture
def sit(page: Page, address: str, complained: list[str]) -> Iterator[Callable[..., None]]:
    """Begins a game and shows it; afterwards the console must have been silent."""

    def open_game(game: str, people: str = "01", **settings: object) -> None:
        terms = {
            "game": game,
            "settings": settings,
            "people": [int(side) for side in people],
            "opponent": "mcts",
            "strength": {"visits": 10},
        }
        show(page, new_game(address, terms))

    yield open_game
    assert complained == []


def _go_point(name: str, size: int = 5) -> str:
    return f"#p{(size - int(name[1:])) * size + 'ABCDEFGHJ'.index(name[0])}"


def _play_go(page: Page, moves: str) -> None:
    """Play points and passes, each seen before the next is asked for."""
    before = page.locator("#moves button").count()
    for count, move in enumerate(moves.split(), before + 1):
        page.click("#extras button[data-extra]" if move == "pass" else _go_point(move))
        expect(page.locator("#moves button")).to_have_count(count)


def _square(number: int) -> str:
    row, place = divmod(number - 1, 4)
    return f"#p{8 * row + 2 * place + (row % 2 == 0)}"


def _label(page: Page, number: int, label: str) -> None:
    expect(page.locator(_square(number))).to_have_attribute("aria-label", label)


def _played(page: Page, *moves: str) -> None:
    expect(page.locator("#moves button")).to_have_text(list(moves))


@pytest.mark.long
def test_go_takes_stones_and_counts_them(page: Page, sit):
    """A stone without a liberty leaves the board, and its taker is credited with it."""
    sit("go", size=5)
    _play_go(page, "B3 C3 D3 A1 C4 A5 C2")
    stones(page, 6)
    expect(page.locator(_go_point("C3"))).to_have_attribute("aria-label", "C3, empty")
    expect(page.locator("#players li").first.locator(".taken")).to_have_text("1 taken")
    expect(page.locator(".last")).to_have_count(1)


def test_go_refuses_to_retake_a_ko_and_says_why(page: Page, sit):
    """The point is marked, the refusal names the reason, and the game goes on elsewhere."""
    sit("go", size=5, position="B:Bb3,a2,b1:Wc3,d2,c1")
    _play_go(page, "C2 B2")
    stones(page, 7)
    expect(page.locator("#players li").last.locator(".taken")).to_have_text("1 taken")
    expect(page.locator(".barred")).to_have_attribute("data-at", "17")
    page.click(_go_point("C2"))
    expect(page.locator("#notice")).to_have_text("C2 retakes the ko: play elsewhere first.")
    stones(page, 7)
    page.click("#language")
    page.click(_go_point("C2"))
    expect(page.locator("#notice")).to_have_text("C2 是打劫，不可立即提回。")
    page.click("#language")
    _play_go(page, "E5")
    expect(page.locator(".barred")).to_have_count(0)


def test_go_ends_with_two_passes_and_the_score(page: Page, sit):
    """Passes are moves of the list; the count decides; taking back opens the game again."""
    sit("go", size=5, komi=0.5)
    _play_go(page, "C3 pass pass")
    expect(page.locator("#status")).to_have_text("The stones are counted")
    page.click("#settle")
    expect(page.locator("#status")).to_have_text("Black wins by 24.5 points")
    _played(page, "C3", "Pass", "Pass")
    expect(page.locator("#extras button[data-extra]")).to_have_count(0)
    expect(page.locator("#live")).to_have_text("Agreed: Black wins by 24.5 points.")
    page.click("#undo")
    page.click("#undo")
    expect(page.locator("#status")).to_have_text("Black to play")


@pytest.mark.long
def test_go_says_that_borders_are_open(page: Page, sit):
    """Nobody's points are named, to play on is offered, and nobody is said to think of an end."""
    sit("go", size=5)
    page.locator("input[name=heat][value=owner]").click()
    _play_go(page, "B3 D3 pass pass")
    expect(page.locator("#count-open")).to_contain_text("Borders are not closed")
    expect(page.locator("#count-sums tfoot")).to_have_text("Neutral points23")
    expect(page.locator("#candidates")).to_contain_text("The game is over here")
    page.click("#resume")
    expect(page.locator("#count-open")).to_be_hidden()
    page.locator("input[name=heat][value=off]").click()


@pytest.mark.long
def test_go_marks_neutral_points(page: Page, sit):
    """Where borders are closed what is nobody's has a cross."""
    sit("go", size=5, position="B:Bb1,b2,b3,b4,b5:Wd1,d2,d3,d4,c5")
    _play_go(page, "pass pass")
    expect(page.locator("#count-sums tfoot")).to_have_text("Neutral points4")
    expect(page.locator("#count-open")).to_be_hidden()
    expect(page.locator(".mark")).to_have_count(4)


@pytest.mark.long
def test_go_shows_whose_points_they_are(page: Page, sit):
    """The map of owners is offered where there are owners, and nowhere else."""
    sit("go", size=5, position="B:Bc1,c2,c3,c4,c5")
    page.locator("input[name=heat][value=owner]").click()
    expect(page.locator(".owner").first).to_be_attached()
    expect(page.locator(".spot")).to_have_count(0)
    sit("draughts")
    expect(page.locator("input[name=heat][value=owner]")).to_be_hidden()


@pytest.mark.long
def test_go_boards_and_terms(page: Page, sit):
    """Letters skip I, a small board and a large one have their stars, terms are shown."""
    sit("gomoku")
    begin(page, game="go", size="9", people="0", komi="6.5")
    expect(page.locator("#terms")).to_have_text("Go · 9×9 · Komi 6.5")
    names = page.locator(".coordinates text").all_text_contents()
    assert names[0:18:2] == list("ABCDEFGHJ")
    expect(page.locator(".lines circle")).to_have_count(5)
    begin(page, game="go", size="19", people="1", handicap="4", komi="0.5")
    expect(page.locator(".lines circle")).to_have_count(9)
    stones(page, 4)
    expect(page.locator("#status")).to_have_text("Your turn, White")
    expect(page.locator("#terms")).to_have_text("Go · 19×19 · Komi 0.5 · Handicap 4")


@pytest.mark.long
def test_a_refused_komi_can_be_put_right(page: Page, sit, complained):
    """What was refused before leaves no bounds behind, and an edit takes the complaint away."""
    sit("go", size=5)
    page.click("#new")
    page.locator("select[name=game]").select_option("go")
    expect(page.locator("[name=komi]")).to_be_visible()
    page.fill("[name=komi]", "0.3")
    page.click("#new-form button[type=submit]")
    expect(page.locator("#new-error")).to_contain_text("Komi 0.3")
    page.keyboard.press("Escape")
    page.click("#new")
    expect(page.locator("[name=komi]")).to_have_value("0.3")
    page.fill("[name=size]", "5")
    page.fill("[name=komi]", "6.5")
    expect(page.locator("#new-error")).to_be_hidden()
    page.click("#new-form button[type=submit]")
    expect(page.locator("#terms")).to_have_text("Go · 5×5 · Komi 6.5")
    complained.clear()  # the browser notes the refused question


def test_a_draughtsman_moves_by_two_clicks(page: Page, sit):
    """The piece shows where it may go; the move is marked from and to, and answered."""
    sit("draughts", "0")
    expect(page.locator(".piece")).to_have_count(24)
    page.click(_square(11))
    expect(page.locator(".target")).to_have_count(2)
    _label(page, 11, "11, Black, chosen")
    _label(page, 15, "15, empty, can go here")
    page.click(_square(15))
    _label(page, 15, "15, Black")
    expect(page.locator(".tint.to")).to_have_count(1)
    expect(page.locator("#moves button")).to_have_count(2)
    expect(page.locator("#moves button").first).to_have_text("11-15")
    expect(page.locator("#status")).to_have_text("Your turn, Black")
    page.click("#undo")
    _played(page)
    _label(page, 11, "11, Black")


@pytest.mark.long
def test_black_draughtsmen_stand_below_for_who_plays_them(page: Page, sit):
    """The board is turned for a person with Black, and stands as in books for all others."""
    for people, above in (("0", False), ("1", True), ("01", True)):
        sit("draughts", people)
        first, last = (page.locator(_square(number)).bounding_box() for number in (1, 32))
        assert (first["y"] < last["y"]) == above


def test_two_people_at_draughts(page: Page, sit):
    """A square that leads nowhere says why, the engine's view is arrows, and a draw is agreed on."""
    sit("draughts")
    _check_nowhere(page)
    _check_arrows(page)
    page.click("[data-command=offer]")
    expect(page.locator("#offer")).to_have_text("Black offers a draw.")
    page.click("[data-command=accept]")
    expect(page.locator("#status")).to_have_text("A draw: agreed")


def _check_nowhere(page: Page) -> None:
    """Where no piece was chosen, and where the piece that was cannot go."""
    page.click(_square(20))
    expect(page.locator("#notice")).to_have_text(
        "First the piece that is to move, then where it goes."
    )
    page.click(_square(11))
    page.click(_square(20))
    expect(page.locator("#notice")).to_have_text("This piece cannot go there.")


def test_draughts_forces_captures_and_says_so(page: Page, sit):
    """What can capture is framed; another piece is refused with the reason; a drag captures."""
    sit("draughts", position="B:W18,32:B15,1")
    expect(page.locator(".tint.forced")).to_have_attribute("data-at", str(_index(15)))
    page.click(_square(1))
    expect(page.locator("#notice")).to_have_text("A capture is possible, and compulsory.")
    page.click(_square(32))
    expect(page.locator("#notice")).to_have_text("That piece is the other side's.")
    page.drag_and_drop(_square(15), _square(22))
    _played(page, "15x22")
    expect(page.locator(".piece")).to_have_count(3)


def _index(number: int) -> int:
    return int(_square(number)[2:])


@pytest.mark.parametrize("clicks", [pytest.param((11, 18, 25), marks=pytest.mark.long), (11, 25)])
def test_a_double_jump_is_one_move(page: Page, sit, clicks):
    """Hop by hop or by its last square; the list joins the hops, and undo takes back both."""
    sit("draughts", position="B:W15,22,32:B11,1")
    for number in clicks:
        page.click(_square(number))
    _played(page, "11x25")
    _label(page, 25, "25, Black, last move")
    expect(page.locator(".piece")).to_have_count(3)
    expect(page.locator("#ply")).to_have_text("1 / 1")
    page.click("#back")
    expect(page.locator(".piece")).to_have_count(5)
    page.click("#last")
    page.click("#undo")
    expect(page.locator(".piece")).to_have_count(5)
    _played(page)


@pytest.mark.long
def test_a_capture_under_way_goes_on_with_the_same_piece(page: Page, sit):
    """Between two hops the piece is chosen, and another one is refused."""
    sit("draughts", position="B:W15,22,23,32:B11,1")
    page.click(_square(11))
    expect(page.locator(".target")).to_have_count(3)
    page.click(_square(18))
    _played(page, "11x18")
    expect(page.locator(".target")).to_have_count(2)
    page.click(_square(1))
    expect(page.locator("#notice")).to_have_text("The same piece must go on capturing.")
    page.click(_square(27))
    _played(page, "11x27")


@pytest.mark.long
def test_a_man_is_crowned(page: Page, sit):
    """On the last row it becomes a king, drawn with a crown and called one."""
    sit("draughts", position="B:W10,32:B27,3")
    page.click(_square(27))
    page.click(_square(31))
    expect(page.locator(".piece.king .crown").first).to_be_visible()
    _label(page, 31, "31, Black king, last move")


@pytest.mark.long
def test_the_engine_s_hops_are_seen_and_marked(page: Page, sit):
    """A capture of the engine's in two hops is one move of the list, its way in colour."""
    sit("draughts", "0", position="B:W25,29,32:B22,15,12,1")
    page.click(_square(12))
    page.click(_square(16))
    expect(page.locator("#status")).to_have_text("Your turn, Black")
    _played(page, "12-16", "25x11")
    expect(page.locator(".tint.via")).to_have_count(1)


def _check_arrows(page: Page) -> None:
    """The engine's view is drawn as arrows; a line shows the next moves by number."""
    page.locator("input[name=heat][value=visits]").click()
    expect(page.locator(".spot")).to_have_count(7)
    expect(page.locator(".spot.best")).to_have_count(1)
    page.locator("button.candidate").first.hover()
    expect(page.locator(".ghost-number")).to_have_text(["1", "2", "3"])


@pytest.mark.long
def test_maps_that_would_be_empty_are_not_drawn(page: Page, address: str, complained: list[str]):
    """An engine without priors and search shows its values instead, in the list as on the board."""
    terms = {"game": "draughts", "people": [0, 1], "opponent": "valuing"}
    show(page, new_game(address, terms))
    page.locator("input[name=heat][value=prior]").click()
    expect(page.locator("input[name=heat][value=value]")).to_be_checked()
    expect(page.locator(".spot")).to_have_count(7)
    for name in ("prior", "visits"):
        expect(page.locator(f"input[name=heat][value={name}]")).to_be_disabled()
    told = page.locator("#heat-empty")
    expect(told).to_have_text(
        "This engine has no priors here. It did not search here, so there are no visits. "
        "On the board instead: Value."
    )
    expect(page.locator(".candidate.head span")).to_have_text(["Move", "Wins"])
    named = re.compile(r"^9-13 wins 75% ?, ?Line: 9-13 ")
    expect(page.locator("button.candidate").first).to_have_accessible_name(named)
    page.locator("input[name=heat][value=off]").click()
    expect(page.locator("input[name=heat][value=prior]")).to_be_enabled()
    expect(told).to_be_hidden()
    assert complained == []


@pytest.mark.long
def test_the_keyboard_moves_draughtsmen(page: Page, sit):
    """On a turned board the arrows still go where they point, and only to squares in use."""
    sit("draughts", "0")
    page.click(_square(11))
    page.focus("#grid")
    page.keyboard.press("Escape")
    expect(page.locator(".tint.chosen")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#grid")).to_have_attribute("aria-activedescendant", _square(10)[1:])
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#grid")).to_have_attribute("aria-activedescendant", _square(14)[1:])
    page.keyboard.press(" ")
    expect(page.locator("#moves button").first).to_have_text("10-14")


@pytest.mark.long
def test_resigning_is_asked_twice_and_can_be_taken_back(page: Page, sit):
    """The other side wins, the list of games says so, and a taken back move opens the game."""
    sit("draughts", "0")
    page.click(_square(11))
    page.click(_square(15))
    expect(page.locator("#moves button")).to_have_count(2)
    page.dblclick("#resign")
    expect(page.locator("#resign")).to_have_text("Really resign?")
    page.click("#resign")
    expect(page.locator("#status")).to_have_text("You lose: you resigned")
    page.reload()
    expect(page.locator("#status")).to_have_text("You lose: you resigned")
    page.click("#new")
    page.click("#new-recent summary")
    expect(page.locator("#recent li").first).to_contain_text("Lost")
    page.keyboard.press("Escape")
    page.click("#undo")
    expect(page.locator("#status")).to_have_text("Your turn, Black")


def test_renju_marks_forbidden_points(page: Page, sit):
    """A cross lies where Black must not play, and a click there says why."""
    sit("gomoku", rule="renju", position="B:Bh9,h10,i8,j8:Wa1,a15,o1,o15")
    expect(page.locator(".barred")).to_have_attribute("data-at", "112")
    page.click("#p112")
    expect(page.locator("#notice")).to_have_text("H8 is forbidden to Black: double three.")


def test_swap2_offers_its_choices_as_buttons(page: Page, sit):
    """After three stones the second player chooses; the stones keep their colours."""
    sit("gomoku", opening="swap2")
    for count, spot in enumerate((112, 113, 98), 1):
        page.click(f"#p{spot}")
        stones(page, count)
    expect(page.locator(".stones .player-1")).to_have_count(1)
    expect(page.locator("#players .stone.open")).to_have_count(2)
    buttons = page.locator("#choices button")
    expect(buttons).to_have_text(["Take White", "Take Black", "Two stones more"])
    expect(page.locator("#choices dd").first).to_have_text(
        "White is yours, and so is the next stone."
    )
    expect(page.locator("#extras button[data-extra]")).to_have_count(0)
    expect(page.locator("#graph .first")).to_have_class(re.compile("above"))
    page.click("#p0")
    expect(page.locator("#notice")).to_have_text(
        "A choice comes first: its buttons say what there is."
    )
    buttons.nth(1).click()
    expect(buttons).to_have_count(0)
    # Who began has White now, and the curve is of their chances.
    expect(page.locator("#graph .second")).to_have_class(re.compile("above"))
    expect(page.locator("#status")).to_have_text("White to play")
    expect(page.locator("#players .stone.open")).to_have_count(0)
    expect(page.locator("#players .who b")).to_have_text(["White", "Black"])


@pytest.mark.long
def test_who_has_no_colour_yet_is_told_who_begins(page: Page, sit):
    """Under swap2 the form asks who lays the first stones; at the table it is one's turn as a player."""
    sit("gomoku", "1", opening="swap2")
    expect(page.locator("#choices button")).to_have_count(3)
    expect(page.locator("#status")).to_have_text("Your turn: you are the second player")
    page.click("#new")
    opening, asked = page.locator("#new-form [name=opening]"), page.locator("#new-side")
    expect(asked).to_have_text("You play")
    opening.select_option("swap2")
    expect(asked).to_have_text("Who lays the first three stones")
    expect(page.locator("input[name=people] + span b")).to_have_text(["You", "Your opponent"])
    opening.select_option("free")
    expect(asked).to_have_text("You play")


@pytest.mark.long
def test_what_an_engine_chooses_after_an_opening_is_told(page: Page, sit):
    """The person's colour may be another than it was."""
    sit("gomoku", "0", opening="swap2")
    for count, spot in enumerate((112, 113, 98), 1):
        page.click(f"#p{spot}")
        if count < 3:
            stones(page, count)
    expect(page.locator("#notice")).to_contain_text("Your opponent ")


@pytest.mark.long
def test_an_engine_is_an_opponent(page: Page, sit):
    """It is offered by its name, with its own strength, and called so at the table."""
    sit("gomoku")
    page.click("#new")
    show_agents(page)
    card = page.locator("#new-opponents label", has_text="GNU Go")
    expect(card).to_contain_text("Another program on this machine")
    card.locator("input").click()
    expect(page.locator("[name=amount]")).to_be_hidden()
    page.click("#new-form button[type=submit]")
    expect(page.locator("#players")).to_contain_text("Engine (GNU Go)")


@pytest.mark.long
def test_an_opponent_learns_from_the_game(page: Page, sit):
    """The switch is there for who can learn, off by itself; the page tells how it goes."""
    sit("gomoku")
    page.click("#new")
    show_agents(page)
    switch = page.locator("#new-learn")
    expect(switch).to_be_hidden()
    run = page.locator("#new-opponents label", has_text="keen (my-first)")
    run.locator("input").click()
    expect(switch).to_be_visible()
    expect(switch.locator("input")).not_to_be_checked()
    page.locator('input[name=opponent][value="random"]').click()
    expect(switch).to_be_hidden()
    run.locator("input").click()
    switch.locator("input").check()
    expect(page.locator("[name=amount]")).to_be_hidden()
    page.click("#new-form button[type=submit]")
    expect(page.locator("#new-dialog")).to_be_hidden()
    expect(page.locator("#strength option:checked")).to_have_text("Its own choice")
    told = page.locator("#learning")
    expect(told).to_have_text("keen (my-first) learns from this game when it is over.")
    page.click("#p0")
    stones(page, 2)
    page.click("#resign")
    page.click("#resign")
    expect(told).to_have_text("keen (my-first) is learning from this game…")
    page.click("#language")
    expect(told).to_have_text("keen（my-first）已学习 2 步。")
    page.click("#language")
    # What was played to its end stays as it is.
    expect(page.locator("#restart")).to_be_disabled()
    page.click("[data-command=again]")
    expect(told).to_have_text("keen (my-first) learns from this game when it is over.")
