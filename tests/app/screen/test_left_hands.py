"""Left-handed seats touch things under their left hand: large cards, whole cities, positions and keyboards.

Votes, menus and the choices of a turn: test_one_touch.py.
"""

import pytest

from app.games.duel.screen import touch_handlers as duel
from app.games.duel.screen.typed_scene import present
from tests.app.screen import duel_positions, duels, scenes, seven_positions, sheets
from tests.app.screen.duel_states import Game
from tests.app.screen.duel_tellers import DUELS, tell_lines
from tests.app.screen.layout_faults import faults
from tests.app.screen.left_hands import left_handed
from tests.app.screen.lettering import painted
from tests.app.screen.seven_tellers import People

SIZES = [(800, 480), (1280, 720), (720, 1280)]
SMALL, USUAL, UPRIGHT = SIZES
HANDS = pytest.mark.parametrize("left", [False, True], ids=["right hand", "left hand"])
ON = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
EDGES = pytest.mark.parametrize("short", [False, True], ids=["long edges", "short edges"])


def offsets_at_edge(room, edge, size):
    """Return how far to the right each touch area is for somebody at this edge, in pixels."""
    across, down = ((1, 0), (0, 1), (-1, 0), (0, -1))[edge]
    centres = {area.key: area.centre for _, _, areas in painted(room, size) for area in areas}
    return {key: round(across * x + down * y) for key, (x, y) in centres.items()}


def check_order_from_hand(room, edge, size, left, *keys):
    """Check that these things are in one row, starting at the hand, and that nothing overlaps."""
    at = offsets_at_edge(room, edge, size)
    found = [-at[key] if left else at[key] for key in keys]
    assert found == sorted(set(found), reverse=True), dict(zip(keys, found, strict=True))
    assert not faults(room, size)


def edge_of(room, seat, size):
    return room.control.scene.ring(*size).zones[seat - 1].edge


# ---- Duel ----------------------------------------------------------------------------------------------------


@pytest.mark.sampled(2)
@HANDS
@ON
@EDGES
def test_buttons_of_an_enlarged_duel_card_are_ordered_from_the_hand(size, short, left):
    room = duels.room(duels.in_age(2, 1, 2))
    duels.settle(room, short_edges=short)
    scene = present(room.control)
    slot, chosen = next((n, slot_view) for n, slot_view in scene.view.structure.items() if slot_view.accessible)
    duel.touch_slot(room.control, int(slot))
    left_handed(room, scene.acting if left else 0)
    across = [f"discard {chosen.card}"] if short else []
    check_order_from_hand(room, edge_of(room, scene.acting, size), size, left, *across, "close", "turn")


@HANDS
@EDGES
def test_buttons_of_a_whole_duel_city_are_ordered_from_the_hand(short, left):
    room = duels.room(duels.in_age(2, 2))
    duels.settle(room, short_edges=short)
    room.control.change_game_ui(city=2)
    left_handed(room, 2 if left else 0)
    wonder = next(key for key in offsets_at_edge(room, 0, SMALL) if key.startswith("whole wonder 2 "))
    check_order_from_hand(room, edge_of(room, 2, SMALL), SMALL, left, "close", wonder)


@pytest.mark.sampled(4)
@HANDS
@ON
@EDGES
def test_buttons_for_a_reported_duel_card_are_on_the_left(size, short, left):
    room = tell_lines(DUELS[0], 22, size=size)
    duels.settle(room, short_edges=short)
    [question] = room.control.model.questions.values()
    slug = question.legal[0].split()[-1]
    room.touch(f"tell {slug}")
    left_handed(room, question.seat if left else 0)
    edge = edge_of(room, question.seat, size)
    if short:
        check_order_from_hand(room, edge, size, left, f"discard {slug}", "close")
    else:
        beside = (
            offsets_at_edge(room, edge, size)[f"build {slug}"],
            offsets_at_edge(room, edge, size)[f"discard {slug}"],
        )
        close = offsets_at_edge(room, edge, size)["close"]
        assert (close < sum(beside) / 2) is left
        assert not faults(room, size)


@HANDS
@pytest.mark.parametrize("size", [SMALL, USUAL], ids=lambda size: f"{size[0]}x{size[1]}")
def test_duel_tokens_from_the_box_move_to_the_hand_and_keep_their_order(size, left):
    game = Game(duels.asking("keep", False))
    duels.settle(game, short_edges=True)
    edge = edge_of(game, game.seat, size)
    before = offsets_at_edge(game, edge, size)["keep 1"]
    left_handed(game, game.seat if left else 0)
    at = offsets_at_edge(game, edge, size)
    assert (at["keep 1"] < before) is left
    assert at["keep 0"] < at["keep 1"] < at["keep 2"], "they keep their order"
    assert not faults(game, size)


# ---- what people enter ---------------------------------------------------------------------------------------


@pytest.mark.sampled(18)
@HANDS
@ON
@pytest.mark.parametrize("page", ["turn", "wonders"])
@pytest.mark.parametrize(
    ("make", "turn"),
    [
        pytest.param(duel_positions.lobby, duel_positions.touch, id="Duel"),
        pytest.param(seven_positions.lobby, seven_positions.touch, id="7 Wonders"),
    ],
)
def test_buttons_of_position_pages_are_ordered_from_the_hand(make, turn, size, page, left):
    room = make(lang="de")
    turn(room, f"page {page}")
    left_handed(room, 1 if left else 0)
    room.control.change(edge=edge_of(room, 1, size))
    edge = room.control.ui.edge
    at = offsets_at_edge(room, edge, size)
    check_order_from_hand(
        room, edge, size, left, "close", next(key for key in (f"page {page}", "page more") if key in at)
    )
    if "turn" in at:
        check_order_from_hand(room, edge, size, left, "close", "turn")
    if "to 2" in at and size != UPRIGHT:
        check_order_from_hand(room, edge, size, left, "go on from here", "to 2")


@HANDS
@ON
def test_keyboard_for_the_left_hand_keeps_its_letters_in_place(size, left):
    room = scenes.keyboard(4)
    edge = edge_of(room, 1, size)
    before = offsets_at_edge(room, edge, size)
    left_handed(room, 1 if left else 0)
    at = offsets_at_edge(room, edge, size)
    letters = [f"key {letter}" for letter in "qwertyuiopasdfghjklzxcvbnm" if f"key {letter}" in at]
    assert letters
    assert [at[key] for key in letters] == [before[key] for key in letters]
    check_order_from_hand(room, edge, size, left, "close", "ok", "erase")


@HANDS
@pytest.mark.parametrize("size", [SMALL, USUAL], ids=lambda size: f"{size[0]}x{size[1]}")
def test_digits_of_a_score_sheet_keep_their_order(size, left):
    room = sheets.keys(4)
    left_handed(room, 1 if left else 0)
    edge = room.control.ui.edge
    at = offsets_at_edge(room, edge, size)
    assert at["key 1"] < at["key 2"] < at["key 3"]
    check_order_from_hand(room, edge, size, left, "key enter", "key 2")
    check_order_from_hand(room, edge, size, left, "close", "key 2")


@HANDS
def test_buttons_for_a_seven_wonders_report_are_on_the_left(tmp_path, left):
    room = People(tmp_path, ("gizah-day", "rhodos-day", "ephesos-day"))
    try:
        room.touch("seat 2 hand", "kind 2 brown", "tell 2 clay-pool")
        left_handed(room, 2 if left else 0)
        check_order_from_hand(room, edge_of(room, 2, USUAL), USUAL, left, "close tells 2", "otherwise 2")
    finally:
        room.evening.close()
