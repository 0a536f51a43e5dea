"""Tests of the plain settings after repeated crashes of the screen: announced once, and people's settings are kept."""

import msgspec

from app.protocol.settings_messages import SetTable
from app.screen.composition import compose
from app.screen.device.display_hotplug import RESTART_CODE
from app.screen.input import display_trial
from app.screen.paint.pen import Pen
from app.screen.paint.text_drawing import measure
from app.screen.process import window
from app.screen.process.start import connect
from tests.app.screen import scenes, stage

PLAIN_NOTICE = "The screen kept stopping, so it now has plain settings and no sound. Your own settings are kept."
SET = {"bright": True, "large": True, "rotation": 90, "motion": True}


def words(seen):
    return " ".join(
        word.text for mesh in seen.surface.meshes.values() for layer in mesh.pen.layers for word in layer.words
    )


def test_plain_settings_look_like_the_defaults():
    bright = stage.settings(**SET, faces=2, diagonal=40.0, short_edges=True, turning=True, points=False, lang="nl")
    the_table = stage.table(3, settings=bright)
    seats = tuple(msgspec.structs.replace(seat, left=True) for seat in the_table.seats)
    control = stage.Room(plain=True).hear(msgspec.structs.replace(the_table, seats=seats), stage.view(3)).control
    assert control.model.table.settings == stage.settings(motion=False, plain_figures=True, lang="nl")
    assert not any(seat.left for seat in control.model.table.seats)
    assert display_trial.current_rotation(control) == 0
    assert control.model.is_silent
    assert control.model.settings == bright


def test_plain_settings_are_explained_once(show):
    room = scenes.plain(4)
    seen = show(room)
    assert PLAIN_NOTICE in words(seen)
    seen.tap("no")
    room.hear(room.control.model.table)
    assert room.control.ui.panel == ""


def test_a_touch_tries_the_owners_settings_again(show):
    room, asked = scenes.plain(4), []
    room.control.restart_screen = lambda: asked.append(True)
    show(room).tap("as set")
    assert asked == [True]


def test_settings_page_changes_kept_settings_and_reopens_the_explanation(show):
    room = scenes.settings_plain(4)
    seen = show(room)
    seen.tap("bright")
    assert room.sent[-1] == SetTable(id=room.sent[-1].id, bright=False)
    seen.tap("plain")
    assert PLAIN_NOTICE in words(seen)


def build_screen(tmp_path):
    """Build a screen with plain settings. Return it with a list that gets an entry when it stops."""
    control, connection, mailbox = connect(tmp_path, stage.screens(), None, plain=True)
    shows, stopped = window.Screen(control, connection, mailbox, kiosk=False), []
    shows.stop = lambda: stopped.append(True)
    shows.build()
    return shows, stopped


def test_screen_restarts_after_table_timeout_and_exits_with_zero_when_closed(tmp_path):
    shows, stopped = build_screen(tmp_path)
    shows.connection.on_over()
    assert (stopped, shows._code) == ([True], RESTART_CODE)
    shows, stopped = build_screen(tmp_path)
    shows.control.close_screen()
    assert (stopped, shows._code) == ([True], 0)


def test_hang_watchdog_is_rearmed_regularly_and_cancelled_on_stop(tmp_path, monkeypatch):
    shows, _ = build_screen(tmp_path)
    ends, regular = [], []
    monkeypatch.setattr(window.faulthandler, "dump_traceback_later", lambda after, exit: ends.append((after, exit)))
    monkeypatch.setattr(window.faulthandler, "cancel_dump_traceback_later", ends.clear)
    monkeypatch.setattr(window.Clock, "schedule_interval", lambda call, seconds: regular.append((call, seconds)))
    monkeypatch.setattr(shows, "run", lambda: None)
    shows.show()
    [(call, seconds)] = regular
    call(seconds)
    assert ends == [(window.HANG_SECONDS, True)] * 2
    assert seconds < window.HANG_SECONDS / 2, "a busy machine may miss one"
    shows.on_stop()
    assert ends == []


def test_restart_stops_the_screen_without_reopening_sound(tmp_path):
    shows, stopped = build_screen(tmp_path)
    control = shows.control
    control.restart_screen()
    assert (stopped, shows._code) == ([True], RESTART_CODE)
    control.sound.reopen()
    assert shows._opening is None


def painted(room, plain):
    """Yield all layers of the elements of a room."""
    for part in compose(room.control.scene, 1280, 720):
        pen = Pen(measure, plain=plain)
        part.draw(pen, room.control)
        yield from pen.layers


def test_plain_figures_are_painted_without_drawings():
    room = scenes.play(4)
    assert any(layer.rough for layer in painted(room, plain=False))
    assert not any(layer.rough for layer in painted(room, plain=True))
