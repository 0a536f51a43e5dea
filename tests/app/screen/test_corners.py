"""Rotation of the picture from the screen, with automatic return; a touch test in four corners."""

import pytest
from kivy.base import EventLoop
from kivy.core.window import Window
from kivy.input.providers.mtdev import MTDMotionEvent

from app.protocol.base_messages import Accepted, Refusal
from app.protocol.settings_messages import SetTable
from app.screen.events import on_message, on_tick
from app.screen.input import confirmation, display_trial
from app.screen.input.display_trial import TRIAL_SECONDS
from app.screen.process.start import connect
from app.screen.process.window import Screen
from tests.app.screen import SIZE, scenes, stage
from tests.app.screen.finger import Finger, frames
from tests.hardware.turned import felt_at

CORNERS = ((3, 3), (SIZE[0] - 4, 3), (SIZE[0] - 4, SIZE[1] - 4), (3, SIZE[1] - 4))  # clockwise
FIRST = scenes.welcome_turned
LATER_PANELS = {"settings": "rotation", "diagnostics": "corners"}


def open_corners(way):
    """Open the page of the four corners on this way."""
    if way == "first run":
        return FIRST(4)
    room = stage.Room().hear(stage.table(4, phase="lobby"))
    room.control.open_panel(LATER_PANELS[way])
    return room


def touch(seen, x, y):
    seen.now += 1
    Finger(x, y).down().up()
    frames(2)


def words(seen):
    return " ".join(
        word.text for mesh in seen.surface.meshes.values() for layer in mesh.pen.layers for word in layer.words
    )


def table_turned(room, rotation, **facts):
    settings = stage.settings(rotation=rotation, **facts)
    return room.hear(stage.table(4, phase="lobby", settings=settings))


# ---- four corners ----------------------------------------------------------------------------------------------

WAYS = pytest.mark.parametrize("way", ["first run", *LATER_PANELS])


@WAYS
def test_touching_four_corners_in_order_confirms_the_touchscreen(show, way):
    seen = show(open_corners(way))
    for nth, (x, y) in enumerate(CORNERS):
        assert len(seen.control.ui.corners) == nth
        assert "works where it is drawn" not in words(seen)
        touch(seen, x, y)
    assert "Every corner works where it is drawn." in words(seen)
    touch(seen, *CORNERS[0])
    assert len(seen.control.ui.corners) == 1, "they begin anew"


@pytest.mark.sampled(4)
@WAYS
@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_rotated_touchscreen_is_detected(show, way, quarters):
    seen = show(open_corners(way))
    for nth in range(4):
        touch(seen, *CORNERS[(nth + quarters) % 4])
    assert f"Touches are turned by {90 * quarters}°." in words(seen)


@pytest.mark.parametrize(
    "felt",
    [
        pytest.param([CORNERS[1], CORNERS[0], CORNERS[3], CORNERS[2]], id="as in a mirror"),
        pytest.param([CORNERS[0], (SIZE[0] - 150, 3), (SIZE[0] - 150, SIZE[1] - 4), CORNERS[3]], id="too narrow"),
        pytest.param([CORNERS[0], CORNERS[1], CORNERS[1], CORNERS[3]], id="one of them twice"),
    ],
)
def test_a_touchscreen_with_wrong_coordinates_is_detected(show, felt):
    seen = show(open_corners("settings"))
    for x, y in felt:
        touch(seen, x, y)
    assert "Not every corner works where it is drawn." in words(seen)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("edge", range(4))
def test_the_back_button_keeps_its_place_in_every_rotation(show, edge):
    for way, back in (("settings", "this-machine"), ("diagnostics", "machine")):
        room = open_corners(way)
        room.control.change(edge=edge)
        seen = show(room)
        x, y = seen.hit_areas()["back"].centre
        assert (x, y) == pytest.approx((SIZE[0] / 2, SIZE[1] / 2))
        seen.tap("back")
        assert (seen.control.ui.panel, seen.control.ui.edge) == (back, edge)


# ---- the picture is turned -------------------------------------------------------------------------------------


@pytest.mark.sampled(2)
@WAYS
def test_a_rotation_applies_at_once_and_is_sent_only_when_kept(show, way):
    seen = show(open_corners(way))
    seen.tap("turn right")
    assert (display_trial.current_rotation(seen.control), seen.room.sent) == (90, [])
    seen.tap("turn right")
    seen.tap("turn left")
    seen.tap("turn left")
    seen.tap("turn left")
    assert (display_trial.current_rotation(seen.control), seen.room.sent) == (270, [])
    seen.tap("keep")
    [told] = seen.room.sent
    assert told == SetTable(id=told.id, rotation=270)
    assert display_trial.current_rotation(seen.control) == 270
    on_tick.tick(seen.control, seen.room.now + 60)
    assert display_trial.current_rotation(seen.control) == 270, "the table is slow to answer"
    table_turned(seen.room, 270, welcomed=way != "first run")
    frames(2)
    assert (display_trial.current_rotation(seen.control), seen.control.ui.turned) == (270, None)


@WAYS
def test_unconfirmed_rotation_is_reverted_after_the_countdown(show, way):
    seen = show(open_corners(way))
    room, began = seen.room, seen.room.now
    seen.tap("turn right")
    for seconds, left in ((0.0, 15), (0.5, 15), (1.0, 14), (14.2, 1)):
        room.now = began + seconds
        again = on_tick.tick(seen.control, room.now)
        frames(2)
        assert display_trial.current_rotation(seen.control) == 90
        assert f"In {left} s the picture turns back" in words(seen)
        assert again <= room.now + 1
    room.now = began + TRIAL_SECONDS
    on_tick.tick(seen.control, room.now)
    frames(2)
    assert (display_trial.current_rotation(seen.control), room.sent) == (0, [])
    assert "turns back" not in words(seen)
    assert "keep" not in seen.hit_areas()


def test_every_rotation_restarts_the_trial_time():
    room = open_corners("settings")
    display_trial.turn_picture(room.control, 1)
    room.now += 14
    display_trial.turn_picture(room.control, 1)
    room.now += 14
    on_tick.tick(room.control, room.now)
    assert display_trial.current_rotation(room.control) == 180
    room.now += 1
    on_tick.tick(room.control, room.now)
    assert display_trial.current_rotation(room.control) == 0, "as it was before both"


def test_a_touch_reverts_the_rotation_to_the_settings():
    room = table_turned(open_corners("settings"), 180)
    assert display_trial.current_rotation(room.control) == 180
    display_trial.turn_picture(room.control, 1)
    assert display_trial.current_rotation(room.control) == 270
    display_trial.cancel_rotation(room.control)
    assert display_trial.current_rotation(room.control) == 180
    display_trial.turn_picture(room.control, 1)
    display_trial.turn_picture(room.control, -1)
    assert room.control.ui.turned is None, "there is nothing to be kept"


def test_rotation_is_reverted_until_the_pin_is_entered(show):
    seen = show(open_corners("settings"))
    seen.tap("turn left")
    seen.tap("keep")
    [wish] = seen.room.sent
    on_message.on_message(seen.control, Refusal(id=wish.id, rule="pin", facts={}, text="The PIN, please."))
    assert (display_trial.current_rotation(seen.control), seen.control.ui.panel) == (0, "pin")
    seen.control.change(typed="2468")
    confirmation.give_typed(seen.control)
    on_message.on_message(seen.control, Accepted(id=seen.room.sent[-1].id))
    assert seen.room.sent[-1] == wish
    table_turned(seen.room, 270)
    assert display_trial.current_rotation(seen.control) == 270


def test_a_rotation_on_trial_survives_a_lost_table():
    room = table_turned(open_corners("settings"), 90)
    on_message.on_disconnect(room.control)
    assert display_trial.current_rotation(room.control) == 90


def test_the_window_has_the_rotation_of_the_picture(tmp_path):
    control, connection, mailbox = connect(tmp_path, stage.screens(), None)
    screen = Screen(control, connection, mailbox, kiosk=False)
    screen.root = screen.build()
    Window.add_widget(screen.root)
    seen = []
    try:
        for rotation in (90, 180, 270, 0):
            settings = stage.settings(rotation=rotation)
            on_message.on_message(control, stage.HELLO)
            on_message.on_message(
                control, stage.snapshot(rotation, stage.table(4, phase="lobby", settings=settings), None)
            )
            frames(2)
            seen.append((Window.rotation, tuple(screen.root.size), Window.render_context["modelview_mat"].get()))
    finally:
        Window.rotation = 0
        Window.update_viewport()
        Window.remove_widget(screen.root)
    wide, high = SIZE
    assert [(turned, size) for turned, size, _ in seen] == [
        (270, (high, wide)), (180, (wide, high)), (90, (high, wide)), (0, (wide, high)),
    ]  # fmt: skip
    assert len({tuple(map(round, matrix)) for *_, matrix in seen}) == 4, "and what is drawn turns each time"


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_touches_are_rotated_with_the_window(rotation):
    """Two touches at once, as Kivy's touchscreen reader sends them; single touches: test_touch_on_the_card.py."""
    felt = {"down": {}, "up": {}}

    def feel(kind):
        return lambda _, touch: felt[kind].update({touch.id: (round(touch.x), round(Window.height - 1 - touch.y))})

    bound = {"on_touch_down": feel("down"), "on_touch_up": feel("up")}
    wide, high = SIZE
    panel = {1: (3, 4), 2: (wide - 6, high - 5)}  # where they are on the glass
    Window.children[:] = []
    Window.rotation = -rotation % 360
    Window.bind(**bound)
    try:
        touches = {
            tid: MTDMotionEvent("panel", tid, {"x": x / (wide - 1), "y": 1 - y / (high - 1)})
            for tid, (x, y) in panel.items()
        }
        for kind in ("begin", "end"):
            for touch in touches.values():
                EventLoop.post_dispatch_input(kind, touch)
    finally:
        Window.unbind(**bound)
        Window.rotation = 0
        Window.update_viewport()
    places = list(felt["down"].values())
    assert places == [felt_at(rotation, SIZE, place) for place in panel.values()]
    assert felt["up"] == felt["down"]
