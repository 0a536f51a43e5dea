"""Dimming: between games a full screen without touches goes dark, and the touch that wakes it does nothing else."""

from dataclasses import replace

import msgspec
import pytest

from app.protocol.base_messages import Message
from app.protocol.network_messages import Network
from app.protocol.panel_messages import ButtonEvent
from app.protocol.play_messages import Cue
from app.screen.composition import compose
from app.screen.control.dimming import WAKE_SECONDS
from app.screen.events import on_message, on_tick
from app.screen.process.start import connect
from app.screen.process.window import Screen
from hardware.machine import backlight
from tests.app.screen import scenes, stage
from tests.app.screen.finger import Finger, frames

MINUTE = 60.0
GUESTS = stage.seats(4, "free")


def at_lobby(**facts):
    return stage.table(4, phase="lobby", seats=facts.pop("seats", GUESTS), **facts)


def as_full_screen(room):
    """Make the room full screen, with a switchable backlight."""
    room.lit = []
    room.control.dimming.full_screen, room.control.dimming.switch_light = True, room.lit.append
    return room


def lobby():
    return as_full_screen(stage.Room().hear(at_lobby()))


def dark_lobby():
    room = later(lobby(), 11 * MINUTE)
    assert is_dark(room)
    return room


def later(room, seconds):
    room.now += seconds
    on_tick.tick(room.control, room.now)
    return room


def is_dark(room):
    return [part.key for part in compose(room.control.scene, 1280, 720)] == ["dark"]


@pytest.mark.parametrize("phase", ["lobby", "over"])
def test_idle_full_screen_goes_dark_between_games(phase):
    room = as_full_screen(scenes.lobby(4) if phase == "lobby" else scenes.end(4))
    assert not is_dark(later(room, 9.9 * MINUTE))
    assert room.lit == []
    assert is_dark(later(room, 0.2 * MINUTE))
    assert room.lit == [False]


def test_dimming_is_checked_at_its_deadline():
    room = lobby()
    assert on_tick.tick(room.control, room.now) == room.now + 10 * MINUTE
    assert on_tick.tick(dark_lobby().control, room.now) is None, "nothing changes by itself then"


def test_dimming_delay_follows_the_settings():
    room = as_full_screen(stage.Room().hear(at_lobby(settings=stage.settings(dark_after=2))))
    assert is_dark(later(room, 2 * MINUTE))
    never = as_full_screen(stage.Room().hear(at_lobby(settings=stage.settings(dark_after=0))))
    assert not is_dark(later(never, 600 * MINUTE))


def test_window_on_a_desktop_never_goes_dark():
    assert not is_dark(later(stage.Room().hear(at_lobby()), 600 * MINUTE))


def test_the_screen_stays_lit_during_a_game():
    room = as_full_screen(scenes.play(4))
    assert not is_dark(later(room, 600 * MINUTE))
    on_message.on_disconnect(room.control)
    assert not is_dark(later(room, 600 * MINUTE))


def test_starting_a_game_wakes_the_screen():
    room = dark_lobby()
    room.hear(stage.table(4), stage.view(4))
    assert not is_dark(room)
    assert room.lit == [False, True]


def test_the_screen_stays_lit_while_a_finished_game_plays_by_itself():
    room = lobby()
    room.control.change(history=replace(room.control.ui.history, plays=True))
    assert not is_dark(later(room, 600 * MINUTE))
    room.control.change(history=replace(room.control.ui.history, plays=False))
    assert not is_dark(later(room, 9 * MINUTE)), "the time begins anew"
    assert is_dark(later(room, 2 * MINUTE))


WAKES = {
    "somebody sits down": at_lobby(seats=stage.seats(4, "mixed")),
    "a setting": at_lobby(settings=stage.settings(bright=True)),
    "another game": at_lobby(variant=stage.VARIANTS),
    "the horn": Cue(what="horn", seat=1, n=1),
    "a button": ButtonEvent(part="marker.1", how="pressed"),
}
IS_NOTHING = {
    "another address": at_lobby(network=Network("http://10.0.0.9:8080", None)),
    "somebody looks on": at_lobby(onlookers=3),
    "a phone falls asleep": at_lobby(
        seats=tuple(msgspec.structs.replace(info, present=False) for info in GUESTS),
    ),
}


def send_or_show(room, what):
    on_message.on_message(room.control, what) if isinstance(what, Message) else room.hear(what)


@pytest.mark.parametrize("what", WAKES)
def test_activity_on_phones_wakes_the_screen(what):
    room = dark_lobby()
    send_or_show(room, WAKES[what])
    assert not is_dark(room)
    assert not is_dark(later(room, 9 * MINUTE)), "and the time begins anew"


@pytest.mark.parametrize("what", IS_NOTHING)
def test_changes_that_nobody_made_do_not_wake_the_screen(what):
    room = dark_lobby()
    send_or_show(room, IS_NOTHING[what])
    assert is_dark(room)


def test_stopping_table_wakes_the_screen():
    room = dark_lobby()
    on_message.on_disconnect(room.control)
    assert is_dark(room)
    on_message.on_stopped(room.control, True)
    assert not is_dark(later(room, 0))


# ---- the touch that wakes it ---------------------------------------------------------------------------------


def test_waking_touch_does_nothing_else(show):
    seen = show(lobby())
    things = {key: area.centre for key, area in seen.hit_areas().items()}
    assert len(things) > 8
    for x, y in [*things.values()][::8]:
        room = later(seen.room, 11 * MINUTE)
        frames(2)
        assert list(seen.surface.meshes) == ["dark"]
        assert not seen.hit_areas()
        before = room.control.ui, len(room.sent)
        finger = Finger(x, y).down()
        frames(2)
        assert "lobby" in seen.surface.meshes, "it is light while the finger is still down"
        room.now += 5
        finger.move(x, y)
        finger.up()
        frames(2)
        assert (room.control.ui, len(room.sent)) == before
    assert set(room.lit) == {True, False}


def test_further_fingers_of_the_waking_touch_do_nothing(show):
    seen = show(dark_lobby())
    Finger(3, 3).down()
    frames(2)
    finger = seen.touch("more").down()
    seen.room.now += 5
    finger.up()
    assert seen.control.ui.panel == ""


def test_next_touch_after_waking_takes_effect(show):
    seen = show(dark_lobby())
    Finger(3, 3).down().up()
    frames(2)
    seen.room.now += WAKE_SECONDS
    seen.tap("more")
    assert seen.control.ui.panel == "more"


def test_touch_restarts_the_dimming_delay(show):
    seen = show(lobby())
    later(seen.room, 9 * MINUTE)
    Finger(3, 3).down().up()
    assert not is_dark(later(seen.room, 9 * MINUTE))
    assert is_dark(later(seen.room, 2 * MINUTE))


# ---- the light behind the picture ------------------------------------------------------------------------------


def test_every_writable_backlight_is_switched(tmp_path):
    for panel in ("10-0045", "broken"):
        (tmp_path / panel).mkdir()
    (tmp_path / "10-0045/bl_power").write_text("0\n")
    (tmp_path / "10-0045/brightness").write_text("200\n")
    (tmp_path / "broken/bl_power").mkdir()  # it cannot be written
    backlight.switch_backlights(False, tmp_path)
    assert (tmp_path / "10-0045/bl_power").read_text() == "4"
    backlight.switch_backlights(True, tmp_path)
    assert (tmp_path / "10-0045/bl_power").read_text() == "0"
    assert (tmp_path / "10-0045/brightness").read_text() == "200\n"
    backlight.switch_backlights(False, tmp_path / "none")


@pytest.mark.parametrize("kiosk", [True, False])
def test_only_a_full_screen_is_dimmed_and_exit_switches_the_light_on(tmp_path, monkeypatch, kiosk):
    lit = []
    monkeypatch.setattr(backlight, "switch_backlights", lit.append)
    control, connection, mailbox = connect(tmp_path, stage.screens(), None)
    screen = Screen(control, connection, mailbox, kiosk=kiosk)
    monkeypatch.setattr("kivy.core.window.Window.show_cursor", True)
    screen.build()
    assert control.dimming.full_screen is kiosk
    control.dimming.is_dark = True
    screen.on_stop()
    assert lit == ([True] if kiosk else [])
