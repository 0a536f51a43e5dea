"""The panel of lights and buttons on the screen: a simulated one is pressed, a held horn asks, parts are tried."""

import msgspec
import pytest

from app.protocol.base_messages import Accepted, Refusal
from app.protocol.machine_messages import Diagnose, Diagnosis, Finding, Shutdown
from app.protocol.panel_messages import ButtonEvent, ChooseKey, ForgetKey, Keys
from app.screen.composition import compose
from app.screen.events import on_message, on_tick
from app.screen.state.ui_state import HORN_ASKS
from tests.app.screen import SIZE, scenes, stage
from tests.app.screen.finger import frames
from tests.app.screen.lettering import painted


def heard(room, how, part="horn"):
    on_message.on_message(room.control, ButtonEvent(part=part, how=how))


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
    on_message.on_message(seen.control, wired)
    frames(2)
    assert seen.control.scene.ring(*SIZE).height == SIZE[1]
    assert "part horn" not in seen.hit_areas()
    on_message.on_disconnect(seen.control)
    assert seen.control.model.panel.panel is None


def test_what_blinked_is_seen_for_a_moment(show):
    room = scenes.simulated(4)
    assert room.control.model.panel.is_lit("marker.6")
    room.now += 1
    on_tick.tick(room.control, room.now)
    assert not room.control.model.panel.is_lit("marker.6")


def test_a_press_that_meant_nothing_is_seen_at_its_marker(show):
    room, cues = scenes.play(4), []
    room.control.animate = cues.extend
    on_message.on_message(room.control, ButtonEvent(part="marker.2", how="nothing"))
    assert [(cue.what, cue.markers) for cue in cues] == [("nothing", (2,))]


def test_a_ring_closes_while_the_horn_is_held_and_is_gone_with_the_finger():
    room = scenes.lobby(4)
    on_message.on_message(room.control, scenes.simulated(4).control.model.panel.panel)
    steps = []
    heard(room, "pressed")
    for _ in range(4):
        steps.append(room.control.model.panel.steps_held(room.control.clock()))
        room.now += 2.5
    assert steps == [0, 25, 50, 75]
    assert "held" in lying(room)
    assert on_tick.tick(room.control, room.now) <= room.now + 0.1
    heard(room, "released")
    assert room.control.model.panel.steps_held(room.control.clock()) is None
    assert room.control.opened.panel == ""
    assert room.sent == []


def test_a_ring_whose_end_nobody_tells_goes_by_itself():
    room = scenes.lobby(4)
    heard(room, "pressed")
    room.now += 11
    on_tick.tick(room.control, room.now)
    assert room.control.model.panel.steps_held(room.control.clock()) is None


def test_other_buttons_have_no_ring():
    room = scenes.play(4)
    heard(room, "pressed", "marker.1")
    heard(room, "held", "marker.1")
    assert (room.control.model.panel.steps_held(room.control.clock()), room.control.opened.panel) == (None, "")


def ended(room):
    """Whether the computer was to power off, of each time that somebody switched off; asked once, all of them."""
    said = [each for each in room.sent if isinstance(each, Shutdown)]
    assert all(each.sure for each in said)
    return [each.power for each in said]


def lying(room):
    return {element.key for element in compose(room.control.scene, *SIZE)}


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("key", "powers"), [("yes", [False]), ("power", [True]), ("no", []), ("close", [])], ids=lambda it: str(it)
)
def test_a_held_horn_asks_and_a_touch_answers(show, key, powers):
    seen = show(scenes.off(4))
    seen.tap(key)
    assert ended(seen.room) == powers
    assert seen.control.opened.panel == ""


def test_a_held_horn_asks_and_the_horn_pressed_again_answers():
    room = scenes.off_installed(4)
    heard(room, "released")
    assert ended(room) == [], "not the press that asked"
    heard(room, "pressed")
    heard(room, "released")
    assert (ended(room), room.control.opened.panel) == ([True], "")
    heard(room, "pressed")
    assert ended(room) == [True]


def test_a_press_much_later_is_no_answer():
    room = scenes.off_installed(4)
    room.now += 29.9
    assert on_tick.tick(room.control, room.now) <= room.now + 0.11
    assert room.control.opened.panel
    room.now += 0.2
    on_tick.tick(room.control, room.now)
    assert room.control.opened.panel == ""
    heard(room, "pressed")
    assert ended(room) == []


def test_a_question_by_touch_is_not_answered_by_the_horn():
    room = scenes.lobby_installed(4)
    room.control.open_panel("off")
    heard(room, "pressed")
    assert (ended(room), room.control.opened.panel) == ([], "off")


def test_in_a_game_a_held_horn_only_sounds():
    room = scenes.conflict(4)
    stage.known(room, table=msgspec.structs.replace(room.control.model.table, installed=True))
    room.control.open_panel("log")
    on_message.on_message(room.control, scenes.simulated(4).control.model.panel.panel)
    heard(room, "pressed")
    assert "held" not in lying(room)
    heard(room, "held")
    assert room.control.opened.panel == "log"
    heard(room, "released")
    heard(room, "pressed")
    assert ended(room) == []


def test_after_a_game_it_asks_as_before_one():
    room = scenes.lobby_installed(4)
    stage.known(room, table=msgspec.structs.replace(room.control.model.table, phase="over"))
    heard(room, "held")
    assert room.control.opened.panel == HORN_ASKS


def test_with_a_pin_the_horn_asks_for_it_and_then_switches_off(show):
    seen = show(scenes.off_installed(4))
    heard(seen.room, "pressed")
    asked = seen.room.sent[-1]
    on_message.on_message(seen.control, Refusal(id=asked.id, seat=0, rule="pin", facts={}, text="The PIN, please."))
    frames(2)
    for key in ("key 2", "key 4", "key 6", "key 8", "ok"):
        seen.tap(key)
    given = seen.room.sent[-1]
    assert given.pin == "2468"
    on_message.on_message(seen.control, Accepted(id=given.id))
    assert ended(seen.room) == [True, True], "said again"


@pytest.mark.parametrize(
    ("installed", "allowed", "offered"),
    [
        (False, None, {"yes"}),
        (False, True, {"yes", "power"}),
        (True, None, {"power"}),
        (True, False, set()),
    ],
)
def test_what_can_be_switched_off_depends_on_machine_and_settings(show, installed, allowed, offered):
    room = scenes.lobby(4)
    settings = msgspec.structs.replace(room.control.model.table.settings, power_off=allowed)
    stage.known(room, table=msgspec.structs.replace(room.control.model.table, settings=settings, installed=installed))
    heard(room, "held")
    assert show(room).hit_areas().keys() & {"yes", "power", "no"} == offered | {"no"}
    heard(room, "pressed")
    assert ended(room) == [True] * ("power" in offered)


def test_the_question_lies_above_whatever_was_open(show):
    room = scenes.lobby(4)
    room.control.open_panel("history")
    heard(room, "held")
    assert {"yes", "no"} <= show(room).hit_areas().keys()
    heard(room, "held")
    assert room.control.opened.panel == HORN_ASKS, "asked again, it stays"


def test_the_machine_is_looked_at_when_its_panel_is_opened(show):
    room = stage.Room().hear(stage.table(4, phase="lobby", lang="de"))
    room.control.open_panel("this-machine", 2)
    seen = show(room)
    while "machine" not in seen.hit_areas():
        seen.tap("later")
    seen.tap("machine")
    assert isinstance(seen.room.sent[-1], Diagnose)
    assert (seen.control.opened.panel, seen.control.opened.edge) == ("machine", 2)
    on_message.on_message(seen.control, Diagnosis(id="x", findings=(Finding("Ton", "aus", fine=False),)))
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


# ---- key pads ------------------------------------------------------------------------------------------


def test_a_touch_chooses_whose_key_comes_next_and_another_gives_up(show):
    seen = show(scenes.panel_parts(4))
    seen.tap("key pad")
    assert seen.control.opened.panel == "key-pad"
    keys = {"horn": 57, "marker.1": 0}
    on_message.on_message(seen.control, Keys(keys=keys, pads={"Twelve Keys": "used"}))
    frames(2)
    assert "no key" not in seen.hit_areas(), "it belongs to what is being chosen"
    seen.tap("key horn")
    assert asked(seen) == [("choose-key", "horn")]
    on_message.on_message(seen.control, Keys(keys=keys, pads={"Twelve Keys": "used"}, choosing="horn"))
    frames(2)
    seen.tap("no key")
    seen.tap("key horn")
    seen.tap("back")
    assert asked(seen)[1:] == [("forget-key", "horn"), ("choose-key", ""), ("choose-key", "")]
    assert seen.control.opened.panel == "parts"


def asked(seen):
    kinds = (ChooseKey, ForgetKey)
    return [(each.__struct_config__.tag, each.part) for each in seen.room.sent if isinstance(each, kinds)]


def test_who_closes_the_page_chooses_no_more(show):
    seen = show(scenes.key_pad(4))
    seen.tap("close")
    assert asked(seen) == [("choose-key", "")]
    assert seen.control.opened.panel == ""


@pytest.mark.parametrize(
    ("pads", "said"),
    [
        ({}, "Plug in a key pad or an arcade encoder."),
        ({"Twelve Keys": "free"}, "Twelve Keys is plugged in; none of its keys is a button."),
        ({"Twelve Keys": "away", "Encoder": "used"}, "Twelve Keys is not plugged in. Encoder is plugged in."),
        ({"Encoder": "denied"}, "Encoder cannot be read. Add this user to the group input,"),
    ],
    ids=str,
)
def test_it_is_said_how_it_is_with_each_pad(pads, said):
    room = scenes.key_pad(4)
    on_message.on_message(room.control, Keys(keys={"horn": 0}, pads=pads))
    lines = [word.text for _, words, *_ in painted(room, SIZE) for word in words]
    assert said in " ".join(lines)
