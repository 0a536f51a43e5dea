"""Tests that a touch without alternatives acts at once, and that a refused one says why next to the finger."""

from functools import partial

import pytest

from app.games.architects.screen import explanations
from app.games.duel.screen import touch_handlers as duel
from app.games.duel.screen.typed_scene import present
from app.games.seven_wonders.screen import touch_handlers as seven
from app.screen.composition import compose
from tests.app.screen import duels, scenes, sevens, stage
from tests.app.screen.layout_faults import faults
from tests.app.screen.left_hands import left_handed
from tests.app.screen.painting import areas

SIZES = [(800, 480), (1280, 720)]


def must_build(*more):
    """Build a room of Architects in which the first of four seats must build its third stage."""
    legal = ("build 3 with wood wood", *more)
    return stage.Room().hear(stage.table(4), stage.view(4, ask="main"), stage.question(1, *legal))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_build_without_a_choice_is_one_touch_on_the_wonder(size):
    room = must_build()
    keys = {part.key for part in compose(room.control.scene, *size)}
    assert "choice" not in keys, "the table is not covered"
    area = areas(room, size)["seat 1 wonder"]
    room.control.notices.clear()
    area.tap()
    assert room.sent[-1].action == "build 3 with wood wood"
    assert room.control.notices == {}
    least = room.control.scene.ring(*size).touch * room.control.scene.ring(*size).u
    (ax, ay), (bx, by), _, (dx, dy) = area.corners
    sides = abs(bx - ax + by - ay), abs(dx - ax + dy - ay)
    assert min(sides) >= least - 1
    assert not [fault for fault in faults(must_build(), size) if "seat 1" in fault]


@pytest.mark.parametrize("other", ["build 3 with stone stone", "done", "progress decor with gear gear"])
def test_build_with_a_choice_opens_the_choice_panel(other):
    room = must_build(other)
    assert "choice" in {part.key for part in compose(room.control.scene, *SIZES[1])}
    areas(room)["seat 1 wonder"].tap()
    assert room.sent == []


def test_question_mark_explains_the_buildable_wonder():
    scene = stage.at(must_build().control)
    assert explanations.about(scene, 1, "seat 1 wonder").startswith("Olympia")
    assert explanations.about(scene, 2, "seat 2 wonder") == "", "a touch on it does no more than that"


@pytest.mark.parametrize("seen", [True, False], ids=["seen", "unseen"])
def test_first_tap_keeps_a_leader_only_if_it_was_seen(seen):
    state = sevens.asking("draft", 3)
    room = sevens.room(state, by="touch", questions=sevens.asked(state))
    seat = state.to_act[0] + 1
    if seen:
        seven.hold(room.control, seat, 0, True)
        seven.hold(room.control, seat, 0, False)
    room.sent.clear()
    seven.pick(room.control, seat, 0)
    sevens.answer_look(room, state, seat)
    said = [type(intent).__name__ for intent in room.sent]
    assert said == (["Look", "Act"] if seen else ["Look"]), "what it is the table says, and then it is kept"
    assert seven.present(room.control).game_ui.holds(seat).picked == 0


def test_unaffordable_duel_card_shows_a_refusal_at_the_acting_seat():
    def dear(state):
        view = state.view(None)
        ways = {way.thing: way for way in view.derived.standing[state.to_act[0]].build_options}
        found = (n for n, place in view.structure.items() if place.accessible and not ways[place.card].can)
        return next(found, None)

    state = next(each for after in range(20) if dear(each := duels.in_age(2, 2, after)) is not None)
    room, slot = duels.room(state), dear(state)
    seat = present(room.control).acting
    duel.touch_slot(room.control, int(slot))
    areas(room)["why not"].tap()
    notice = room.control.notices[seat]
    assert notice.refused
    assert room.sent == []


# ---- left hands ----------------------------------------------------------------------------------------------


def offset_to_the_right(room, seat, key, size=SIZES[1]):
    """Return how many pixels a thing lies to the right of the screen's centre, as seen from its seat."""
    x, y = areas(room, size)[key].centre
    across, down = ((1, 0), (0, 1), (-1, 0), (0, -1))[room.control.scene.ring(*size).zones[seat - 1].edge]
    return across * (x - size[0] / 2) + down * (y - size[1] / 2)


@pytest.mark.parametrize("left", [False, True], ids=["right hand", "left hand"])
def test_main_button_of_a_choice_is_on_the_side_of_the_hand(left):
    room = left_handed(scenes.pay(4), 1 if left else 0)
    main, end = (offset_to_the_right(room, 1, key) for key in ("do it", "done"))
    assert (main < end) is left


@pytest.mark.parametrize("left", [False, True], ids=["right hand", "left hand"])
def test_duel_build_button_is_on_the_side_of_the_hand(left):
    room = duels.room(duels.in_age(2, 1, 2))
    scene = present(room.control)
    seat = scene.acting
    left_handed(room, seat if left else 0)
    slot, place = next(
        (n, place)
        for n, place in scene.view.structure.items()
        if place.accessible and scene.options_of_seat(seat)[place.card].can
    )
    duel.touch_slot(room.control, int(slot))
    build, discard = (offset_to_the_right(room, seat, f"{verb} {place.card}") for verb in ("build", "discard"))
    assert (build < discard) is left


@pytest.mark.parametrize("left", [False, True], ids=["right hand", "left hand"])
def test_seven_wonders_hand_buttons_are_on_the_side_of_the_hand(left):
    state = sevens.asking("play", 3)
    room = sevens.room(state, by="touch", questions=sevens.asked(state))
    seat = state.to_act[0] + 1
    left_handed(room, seat if left else 0)
    away, first = (offset_to_the_right(room, seat, f"{key} {seat}") for key in ("close hand", "back 0 of"))
    assert (away < first) is left
    seven.pick(room.control, seat, 0)
    build, sell = (offset_to_the_right(room, seat, f"{use} of {seat}") for use in ("build", "sell"))
    assert (build < sell) is left
    assert not [fault for fault in faults(room, SIZES[1]) if f"of {seat}" in fault]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("left", [False, True], ids=["right hand", "left hand"])
@pytest.mark.parametrize(
    ("scene", "seat", "outer", "inner"),
    [
        pytest.param(scenes.asked, 2, "vote 2 no", "vote 2 yes", id="a vote"),
        pytest.param(scenes.menu, 1, "turn", "close", id="a menu"),
        pytest.param(scenes.undo, 2, "close", "turn", id="what would be undone"),
        pytest.param(scenes.look_first, 1, "take unseen", "look", id="the central deck"),
        pytest.param(scenes.seat_panel, 1, "turn", "close", id="a seat"),
        pytest.param(scenes.sure, 1, "yes", "no", id="a question that is asked once"),
        pytest.param(partial(scenes._panel, "code", lang="en", phase="lobby"), 1, "close", "turn", id="the way in"),
        pytest.param(scenes.zone_medals, 3, "close", "to seat 3", id="a whole zone"),
        pytest.param(scenes.position, 1, "close", "turn", id="a position of Architects"),
        pytest.param(scenes.keyboard, 1, "close", "ok", id="a keyboard"),
        pytest.param(scenes.keyboard, 1, "ok", "erase", id="a keyboard's main key"),
    ],
)
def test_a_seats_buttons_are_near_its_hand(scene, seat, outer, inner, left):
    room = left_handed(scene(3), seat if left else 0)
    if room.control.ui.panel:
        room.control.change(edge=room.control.scene.ring(800, 480).zones[seat - 1].edge)
    first, second = (offset_to_the_right(room, seat, key, (800, 480)) for key in (outer, inner))
    assert (first < second) is left
    assert faults(room, (800, 480)) == []
