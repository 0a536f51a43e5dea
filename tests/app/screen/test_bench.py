"""The panel of lights and buttons on the screen: a simulated panel, the held horn, and the test of parts."""

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


def send_button_event(room, how, part="horn"):
    on_message.on_message(room.control, ButtonEvent(part=part, how=how))


def test_button_is_pressed_and_released_with_the_finger(show):
    seen = show(scenes.simulated(4))
    finger = seen.touch("part marker.3").down()
    assert [(each.part, each.down) for each in seen.room.sent] == [("marker.3", True)]
    finger.up()
    assert [(each.part, each.down) for each in seen.room.sent] == [("marker.3", True), ("marker.3", False)]


def test_sliding_off_a_button_releases_it(show):
    seen = show(scenes.simulated(4))
    finger = seen.touch("part horn").down()
    finger.move(10, 10)
    finger.up()
    assert [each.down for each in seen.room.sent] == [True, False]


def test_simulated_panel_takes_a_strip_of_the_screen_while_it_exists(show):
    seen = show(scenes.simulated(4))
    assert seen.control.scene.ring(*SIZE).height == SIZE[1] - seen.control.model.panel.strip(*SIZE) < SIZE[1]
    wired = msgspec.structs.replace(seen.control.model.panel.panel, simulated=False)
    on_message.on_message(seen.control, wired)
    frames(2)
    assert seen.control.scene.ring(*SIZE).height == SIZE[1]
    assert "part horn" not in seen.hit_areas()
    on_message.on_disconnect(seen.control)
    assert seen.control.model.panel.panel is None


def test_blinked_light_is_shown_for_a_moment(show):
    room = scenes.simulated(4)
    assert room.control.model.panel.is_lit("marker.6")
    room.now += 1
    on_tick.tick(room.control, room.now)
    assert not room.control.model.panel.is_lit("marker.6")


def test_press_without_effect_is_shown_at_its_marker(show):
    room, cues = scenes.play(4), []
    room.control.animate = cues.extend
    on_message.on_message(room.control, ButtonEvent(part="marker.2", how="nothing"))
    assert [(cue.what, cue.markers) for cue in cues] == [("nothing", (2,))]


def test_hold_ring_closes_while_the_horn_is_held_and_disappears_on_release():
    room = scenes.lobby(4)
    on_message.on_message(room.control, scenes.simulated(4).control.model.panel.panel)
    steps = []
    send_button_event(room, "pressed")
    for _ in range(4):
        steps.append(room.control.model.panel.steps_held(room.control.clock()))
        room.now += 2.5
    assert steps == [0, 25, 50, 75]
    assert "held" in element_keys(room)
    assert on_tick.tick(room.control, room.now) <= room.now + 0.1
    send_button_event(room, "released")
    assert room.control.model.panel.steps_held(room.control.clock()) is None
    assert room.control.ui.panel == ""
    assert room.sent == []


def test_hold_ring_without_a_release_event_expires():
    room = scenes.lobby(4)
    send_button_event(room, "pressed")
    room.now += 11
    on_tick.tick(room.control, room.now)
    assert room.control.model.panel.steps_held(room.control.clock()) is None


def test_markers_show_no_hold_ring():
    room = scenes.play(4)
    send_button_event(room, "pressed", "marker.1")
    send_button_event(room, "held", "marker.1")
    assert (room.control.model.panel.steps_held(room.control.clock()), room.control.ui.panel) == (None, "")


def shutdown_powers(room):
    """Return the `power` of each shutdown that was sent; all have to be confirmed."""
    said = [each for each in room.sent if isinstance(each, Shutdown)]
    assert all(each.sure for each in said)
    return [each.power for each in said]


def element_keys(room):
    return {element.key for element in compose(room.control.scene, *SIZE)}


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("key", "powers"), [("yes", [False]), ("power", [True]), ("no", []), ("close", [])], ids=lambda value: str(value)
)
def test_held_horn_asks_about_power_off_and_a_touch_answers(show, key, powers):
    seen = show(scenes.off(4))
    seen.tap(key)
    assert shutdown_powers(seen.room) == powers
    assert seen.control.ui.panel == ""


def test_second_horn_press_confirms_power_off():
    room = scenes.off_installed(4)
    send_button_event(room, "released")
    assert shutdown_powers(room) == [], "not the press that asked"
    send_button_event(room, "pressed")
    send_button_event(room, "released")
    assert (shutdown_powers(room), room.control.ui.panel) == ([True], "")
    send_button_event(room, "pressed")
    assert shutdown_powers(room) == [True]


def test_power_off_question_expires_after_30_seconds():
    room = scenes.off_installed(4)
    room.now += 29.9
    assert on_tick.tick(room.control, room.now) <= room.now + 0.11
    assert room.control.ui.panel
    room.now += 0.2
    on_tick.tick(room.control, room.now)
    assert room.control.ui.panel == ""
    send_button_event(room, "pressed")
    assert shutdown_powers(room) == []


def test_horn_does_not_answer_a_power_off_question_opened_by_touch():
    room = scenes.lobby_installed(4)
    room.control.open_panel("off")
    send_button_event(room, "pressed")
    assert (shutdown_powers(room), room.control.ui.panel) == ([], "off")


def test_held_horn_asks_nothing_during_a_game():
    room = scenes.conflict(4)
    stage.known(room, table=msgspec.structs.replace(room.control.model.table, installed=True))
    room.control.open_panel("log")
    on_message.on_message(room.control, scenes.simulated(4).control.model.panel.panel)
    send_button_event(room, "pressed")
    assert "held" not in element_keys(room)
    send_button_event(room, "held")
    assert room.control.ui.panel == "log"
    send_button_event(room, "released")
    send_button_event(room, "pressed")
    assert shutdown_powers(room) == []


def test_held_horn_asks_about_power_off_after_a_game():
    room = scenes.lobby_installed(4)
    stage.known(room, table=msgspec.structs.replace(room.control.model.table, phase="over"))
    send_button_event(room, "held")
    assert room.control.ui.panel == HORN_ASKS


def test_power_off_by_horn_asks_for_the_pin_first(show):
    seen = show(scenes.off_installed(4))
    send_button_event(seen.room, "pressed")
    asked = seen.room.sent[-1]
    on_message.on_message(seen.control, Refusal(id=asked.id, seat=0, rule="pin", facts={}, text="The PIN, please."))
    frames(2)
    for key in ("key 2", "key 4", "key 6", "key 8", "ok"):
        seen.tap(key)
    given = seen.room.sent[-1]
    assert given.pin == "2468"
    on_message.on_message(seen.control, Accepted(id=given.id))
    assert shutdown_powers(seen.room) == [True, True], "said again"


@pytest.mark.parametrize(
    ("installed", "allowed", "offered"),
    [
        (False, None, {"yes"}),
        (False, True, {"yes", "power"}),
        (True, None, {"power"}),
        (True, False, set()),
    ],
)
def test_power_off_choices_depend_on_installation_and_settings(show, installed, allowed, offered):
    room = scenes.lobby(4)
    settings = msgspec.structs.replace(room.control.model.table.settings, power_off=allowed)
    stage.known(room, table=msgspec.structs.replace(room.control.model.table, settings=settings, installed=installed))
    send_button_event(room, "held")
    assert show(room).hit_areas().keys() & {"yes", "power", "no"} == offered | {"no"}
    send_button_event(room, "pressed")
    assert shutdown_powers(room) == [True] * ("power" in offered)


def test_power_off_question_replaces_an_open_panel(show):
    room = scenes.lobby(4)
    room.control.open_panel("history")
    send_button_event(room, "held")
    assert {"yes", "no"} <= show(room).hit_areas().keys()
    send_button_event(room, "held")
    assert room.control.ui.panel == HORN_ASKS, "asked again, it stays"


def test_opening_the_machine_panel_requests_a_diagnosis(show):
    room = stage.Room().hear(stage.table(4, phase="lobby", lang="de"))
    room.control.open_panel("this-machine", 2)
    seen = show(room)
    while "machine" not in seen.hit_areas():
        seen.tap("later")
    seen.tap("machine")
    assert isinstance(seen.room.sent[-1], Diagnose)
    assert (seen.control.ui.panel, seen.control.ui.edge) == ("machine", 2)
    on_message.on_message(seen.control, Diagnosis(id="x", findings=(Finding("Ton", "aus", fine=False),)))
    for panel in ("parts", "sounds", "corners"):
        frames(2)
        seen.tap(panel)
        assert seen.control.ui.panel == panel
        seen.tap("back")
        assert seen.control.ui.panel == "machine"


def test_tapping_a_part_sends_a_trial_of_it(show):
    seen = show(scenes.panel_parts(4))
    seen.tap("try marker.4")
    assert seen.room.sent[-1].part == "marker.4"
    while "try buzzer" not in seen.hit_areas():
        seen.tap("later")
    seen.tap("try buzzer")
    assert [each.part for each in seen.room.sent] == ["marker.4", "buzzer"]
    assert len({each.id for each in seen.room.sent}) == 2


def test_tapping_a_sound_plays_it_and_silence_is_explained(show):
    seen, played = show(scenes.sounds(4)), []
    seen.control.sound.play = lambda name: bool(played.append(name)) or name == "horn"
    seen.tap("play horn")
    assert (played, seen.control.notices) == (["horn"], {})
    seen.tap("play marker")
    assert "silent" in seen.control.notices[0].text


# ---- key pads ------------------------------------------------------------------------------------------


def test_key_pad_page_chooses_forgets_and_cancels_a_key(show):
    seen = show(scenes.panel_parts(4))
    seen.tap("key pad")
    assert seen.control.ui.panel == "key-pad"
    keys = {"horn": 57, "marker.1": 0}
    on_message.on_message(seen.control, Keys(keys=keys, pads={"Twelve Keys": "used"}))
    frames(2)
    assert "no key" not in seen.hit_areas(), "it belongs to what is being chosen"
    seen.tap("key horn")
    assert key_intents(seen) == [("choose-key", "horn")]
    on_message.on_message(seen.control, Keys(keys=keys, pads={"Twelve Keys": "used"}, choosing="horn"))
    frames(2)
    seen.tap("no key")
    seen.tap("key horn")
    seen.tap("back")
    assert key_intents(seen)[1:] == [("forget-key", "horn"), ("choose-key", ""), ("choose-key", "")]
    assert seen.control.ui.panel == "parts"


def key_intents(seen):
    kinds = (ChooseKey, ForgetKey)
    return [(each.__struct_config__.tag, each.part) for each in seen.room.sent if isinstance(each, kinds)]


def test_closing_the_key_pad_page_cancels_the_choice_of_a_key(show):
    seen = show(scenes.key_pad(4))
    seen.tap("close")
    assert key_intents(seen) == [("choose-key", "")]
    assert seen.control.ui.panel == ""


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
def test_key_pad_page_shows_the_state_of_each_pad(pads, said):
    room = scenes.key_pad(4)
    on_message.on_message(room.control, Keys(keys={"horn": 0}, pads=pads))
    lines = [word.text for _, words, *_ in painted(room, SIZE) for word in words]
    assert said in " ".join(lines)
