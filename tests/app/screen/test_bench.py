"""The panel of lights and buttons on the screen: a simulated one is pressed, a held horn asks, parts are tried."""

import msgspec
import pytest
import scenes
import stage
from finger import SIZE, Stage, frames

from app.protocol import messages


@pytest.fixture
def show():
    shown = []

    def make(room):
        shown.append(Stage(room))
        return shown[-1]

    yield make
    for each in shown:
        each.close()


def heard(room, how, part="horn"):
    room.control.hear(messages.Heard(part=part, how=how))


def test_a_button_goes_down_with_the_finger_and_up_with_it(show):
    seen = show(scenes.simulated(4))
    finger = seen.touch("part marker.3").down()
    assert [(each.part, each.down) for each in seen.room.sent] == [("marker.3", True)]
    finger.up()
    assert [(each.part, each.down) for each in seen.room.sent] == [("marker.3", True), ("marker.3", False)]


def test_a_finger_that_slides_off_a_button_lets_it_go(show):
    seen = show(scenes.simulated(4))
    finger = seen.touch("part horn").down()
    finger.move(10, 10)
    finger.up()
    assert [each.down for each in seen.room.sent] == [True, False]


def test_the_table_makes_room_for_a_simulated_panel_and_takes_it_back(show):
    seen = show(scenes.simulated(4))
    assert seen.control.scene.ring(*SIZE).height == SIZE[1] - seen.control.model.panel.strip(*SIZE) < SIZE[1]
    wired = msgspec.structs.replace(seen.control.model.panel.panel, simulated=False)
    seen.control.hear(wired)
    frames(2)
    assert seen.control.scene.ring(*SIZE).height == SIZE[1]
    assert "part horn" not in seen.hit_areas()
    seen.control.lost()
    assert seen.control.model.panel.panel is None


def test_what_blinked_is_seen_for_a_moment(show):
    room = scenes.simulated(4)
    assert room.control.model.panel.shines("marker.6")
    room.now += 1
    room.control.tick(room.now)
    assert not room.control.model.panel.shines("marker.6")


def test_a_press_that_meant_nothing_is_seen_at_its_marker(show):
    room, cues = scenes.play(4), []
    room.control.moved = cues.extend
    room.control.hear(messages.Panel(lights={}, buttons=(), buzzer=False, simulated=False, blinked="marker.2"))
    assert [(cue.what, cue.markers) for cue in cues] == [("nothing", (2,))]


def test_a_ring_closes_while_the_horn_is_held_and_is_gone_with_the_finger():
    room = scenes.play(4)
    steps = []
    heard(room, "pressed")
    for _ in range(4):
        steps.append(room.control.model.panel.held(room.control.clock()))
        room.now += 0.5
    assert steps == [0, 10, 20, 30]
    assert room.control.tick(room.now) <= room.now + 0.1
    heard(room, "released")
    assert room.control.model.panel.held(room.control.clock()) is None
    assert room.control.opened.panel == ""
    assert room.sent == []


def test_a_ring_whose_end_nobody_tells_goes_by_itself():
    room = scenes.play(4)
    heard(room, "pressed")
    room.now += 3
    room.control.tick(room.now)
    assert room.control.model.panel.held(room.control.clock()) is None


def test_other_buttons_have_no_ring():
    room = scenes.play(4)
    heard(room, "pressed", "marker.1")
    heard(room, "held", "marker.1")
    assert (room.control.model.panel.held(room.control.clock()), room.control.opened.panel) == (None, "")


@pytest.mark.parametrize(
    ("key", "power"), [("yes", False), ("power", True), ("no", None), ("close", None)], ids=lambda it: str(it)
)
def test_a_held_horn_asks_and_a_touch_answers(show, key, power):
    seen = show(scenes.off(4))
    seen.tap(key)
    ended = [each for each in seen.room.sent if isinstance(each, messages.Shutdown)]
    assert [(each.sure, each.power) for each in ended] == ([] if power is None else [(True, power)])
    assert seen.control.opened.panel == ""


def test_power_is_offered_only_where_the_settings_allow_it(show):
    room = scenes.play(4)
    heard(room, "held")
    assert "power" not in show(room).hit_areas()


def test_the_question_lies_above_whatever_was_open(show):
    room = scenes.conflict(4)
    room.control.open("log")
    heard(room, "held")
    assert {"yes", "no"} <= show(room).hit_areas().keys()
    heard(room, "held")
    assert room.control.opened.panel == "off", "asked again, it stays"


def test_the_machine_is_looked_at_when_its_panel_is_opened(show):
    room = stage.Room().hear(stage.table(4, phase="lobby", lang="de"))
    room.control.open("settings", 2)
    seen = show(room)
    while "machine" not in seen.hit_areas():
        seen.tap("later")
    seen.tap("machine")
    assert isinstance(seen.room.sent[-1], messages.Diagnose)
    assert (seen.control.opened.panel, seen.control.opened.edge) == ("machine", 2)
    seen.control.hear(messages.Diagnosis(id="x", findings=(messages.Finding("Ton", "aus", fine=False),)))
    for panel in ("parts", "sounds", "corners"):
        frames(2)
        seen.tap(panel)
        assert seen.control.opened.panel == panel
        seen.tap("back")
        assert seen.control.opened.panel == "machine"


def test_a_light_is_tried_by_a_tap_and_a_press_is_named(show):
    seen = show(scenes.panel_parts(4))
    seen.tap("try marker.4")
    assert seen.room.sent[-1].part == "marker.4"
    while "try buzzer" not in seen.hit_areas():
        seen.tap("later")
    seen.tap("try buzzer")
    assert [each.part for each in seen.room.sent] == ["marker.4", "buzzer"]
    assert len({each.id for each in seen.room.sent}) == 2


def test_a_sound_is_tried_by_a_tap_and_silence_is_explained(show):
    seen, played = show(scenes.sounds(4)), []
    seen.control.sound.play = lambda name: bool(played.append(name)) or name == "horn"
    seen.tap("play horn")
    assert (played, seen.control.notices) == (["horn"], {})
    seen.tap("play marker")
    assert "silent" in seen.control.notices[0].text
