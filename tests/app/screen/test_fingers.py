"""The full screen reads every touchscreen once, also one that comes late; and its first picture is drawn twice."""

import pytest
import stage
from finger import frames, until
from kivy.base import EventLoop
from kivy.core.window import Window

from app.screen import fingers
from app.screen import start as kiosk
from app.screen.fingers import Fingers
from app.screen.screen import Screen
from app.screen.touchscreens import Touchscreen


class Reader:
    """Kivy's mtdev, which opens nothing."""

    def __init__(self, name, args):
        self.device, self.thread, self.queue = args, self, []

    def start(self):
        pass

    def is_alive(self):
        return True


@pytest.fixture
def panels(tmp_path, monkeypatch):
    found = []
    monkeypatch.setattr(fingers, "touchscreens", lambda: [Touchscreen(path.name, path) for path in found])
    monkeypatch.setattr(fingers, "MTDMotionEventProvider", Reader)
    yield found
    for reader in read():
        EventLoop.remove_input_provider(reader)


def read():
    return [each for each in EventLoop.input_providers if isinstance(each, Reader)]


def test_a_touchscreen_is_read_once_however_often_is_looked(panels, tmp_path):
    panels.append(tmp_path / "event1")
    panels[0].touch()
    felt = Fingers()
    for _ in range(3):
        felt.look()
    assert [reader.device for reader in read()] == [str(tmp_path / "event1")]


def test_one_that_comes_late_is_read_too(panels, tmp_path):
    felt = Fingers()
    felt.look()
    assert read() == []
    panels.append(tmp_path / "event1")
    felt.look()
    assert read() == [], "it cannot be read yet"
    panels[0].touch()
    felt.look()
    assert len(read()) == 1


def test_one_that_comes_back_is_read_by_a_fresh_reader_alone(panels, tmp_path):
    panels.append(tmp_path / "event1")
    panels[0].touch()
    felt = Fingers()
    felt.look()
    [before] = read()
    fresh = tmp_path / "fresh"  # while the old one is there, so that it is another file for certain
    fresh.touch()
    fresh.replace(panels[0])
    felt.look()
    [after] = read()
    assert after is not before
    before.queue.append("a finger that Kivy's thread still hears of")
    felt.look()
    assert before.queue == []


@pytest.mark.parametrize("every", [True, False])
def test_sdl_imitates_no_mouse_where_every_finger_is_read(monkeypatch, tmp_path, every):
    monkeypatch.setenv("SDL_TOUCH_MOUSE_EVENTS", "as it was")
    monkeypatch.delenv("SDL_TOUCH_MOUSE_EVENTS")
    monkeypatch.setattr(kiosk, "each_finger", lambda: every)
    monkeypatch.setattr(kiosk, "told_twice", lambda: False)
    monkeypatch.setattr("kivy.config.Config.set", lambda *args: None)
    kiosk.prepare(tmp_path, kiosk=False, size=(800, 480))
    assert "SDL_TOUCH_MOUSE_EVENTS" not in kiosk.os.environ, "a window has SDL's one finger"
    kiosk.prepare(tmp_path, kiosk=True, size=(800, 480))
    assert kiosk.os.environ.get("SDL_TOUCH_MOUSE_EVENTS") == ("0" if every else None)


def test_where_an_x_server_would_tell_of_fingers_twice_sdl_tells_of_one(monkeypatch, tmp_path):
    monkeypatch.delenv("SDL_TOUCH_MOUSE_EVENTS", raising=False)
    monkeypatch.setattr(kiosk, "each_finger", lambda: True)
    monkeypatch.setattr(kiosk, "told_twice", lambda: True)
    monkeypatch.setattr("kivy.config.Config.set", lambda *args: None)
    kiosk.prepare(tmp_path, kiosk=True, size=(800, 480))
    assert "SDL_TOUCH_MOUSE_EVENTS" not in kiosk.os.environ


def test_the_first_picture_is_drawn_twice(tmp_path):
    drawn = []
    control, connection, mailbox = kiosk.connect(tmp_path, stage.screens(), None)
    screen = Screen(control, connection, mailbox, kiosk=False)
    frames(3)
    Window.bind(on_flip=lambda *_: drawn.append(True))
    screen.root = screen.build()
    Window.add_widget(screen.root)
    try:
        until(lambda: len(drawn) >= 2)
        frames(5)
        assert len(drawn) in (2, 3), "then it rests"
    finally:
        Window.remove_widget(screen.root)
