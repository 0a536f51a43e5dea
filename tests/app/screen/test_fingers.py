"""Touchscreens of a full screen: each is read once, also one connected later; the first picture is drawn twice."""

import gc
import os

import pytest
from kivy.base import EventLoop
from kivy.core.window import Window

from app.screen.device import multitouch, single_touch
from app.screen.device.multitouch import TouchscreenReaders
from app.screen.device.single_touch import SingleTouchProvider
from app.screen.process import start as kiosk
from app.screen.process import window
from app.screen.process.window import Screen
from hardware.machine.input_devices import Touchscreen
from tests.app.screen import stage
from tests.app.screen.finger import drawn, frames, until


class Reader:
    """A replacement for Kivy's mtdev that opens no device."""

    def __init__(self, name, args):
        self.device, self.thread, self.queue = args, self, []

    def start(self):
        pass

    def is_alive(self):
        return True


@pytest.fixture
def panels(tmp_path, monkeypatch):
    found = []
    monkeypatch.setattr(multitouch, "list_touchscreens", lambda: [Touchscreen(path.name, path) for path in found])
    monkeypatch.setattr(multitouch, "MTDMotionEventProvider", Reader)
    yield found
    for reader in open_readers():
        EventLoop.remove_input_provider(reader)


def open_readers():
    return [each for each in EventLoop.input_providers if isinstance(each, Reader)]


def test_touchscreen_is_read_once_after_repeated_scans(panels, tmp_path):
    panels.append(tmp_path / "event1")
    panels[0].touch()
    felt = TouchscreenReaders()
    for _ in range(3):
        felt.scan()
    assert [reader.device for reader in open_readers()] == [str(tmp_path / "event1")]


def test_a_touchscreen_plugged_in_late_is_read(panels, tmp_path):
    felt = TouchscreenReaders()
    felt.scan()
    assert open_readers() == []
    panels.append(tmp_path / "event1")
    felt.scan()
    assert open_readers() == [], "it cannot be read yet"
    panels[0].touch()
    felt.scan()
    assert len(open_readers()) == 1


def test_a_reconnected_touchscreen_has_one_new_reader(panels, tmp_path):
    panels.append(tmp_path / "event1")
    panels[0].touch()
    felt = TouchscreenReaders()
    felt.scan()
    [before] = open_readers()
    fresh = tmp_path / "fresh"  # while the old one is there, so that it is another file for certain
    fresh.touch()
    fresh.replace(panels[0])
    felt.scan()
    [after] = open_readers()
    assert after is not before
    before.queue.append("a finger that Kivy's thread still hears of")
    felt.scan()
    assert before.queue == []


@pytest.mark.parametrize("every", [True, False])
def test_sdl_mouse_emulation_is_off_where_every_finger_is_read(monkeypatch, tmp_path, every):
    monkeypatch.setenv("SDL_TOUCH_MOUSE_EVENTS", "as it was")
    monkeypatch.delenv("SDL_TOUCH_MOUSE_EVENTS")
    monkeypatch.setenv("KIVY_HOME", "as it was")
    monkeypatch.setattr(kiosk, "can_read_each_finger", lambda: every)
    monkeypatch.setattr(kiosk, "has_duplicate_touches", lambda: False)
    monkeypatch.setattr("kivy.config.Config.set", lambda *args: None)
    kiosk.prepare(tmp_path, kiosk=False, size=(800, 480))
    assert "SDL_TOUCH_MOUSE_EVENTS" not in kiosk.os.environ, "a window has SDL's one finger"
    kiosk.prepare(tmp_path, kiosk=True, size=(800, 480))
    assert kiosk.os.environ.get("SDL_TOUCH_MOUSE_EVENTS") == ("0" if every else None)


def test_sdl_mouse_emulation_stays_on_where_an_x_server_duplicates_touches(monkeypatch, tmp_path):
    monkeypatch.delenv("SDL_TOUCH_MOUSE_EVENTS", raising=False)
    monkeypatch.setenv("KIVY_HOME", "as it was")
    monkeypatch.setattr(kiosk, "can_read_each_finger", lambda: True)
    monkeypatch.setattr(kiosk, "has_duplicate_touches", lambda: True)
    monkeypatch.setattr("kivy.config.Config.set", lambda *args: None)
    kiosk.prepare(tmp_path, kiosk=True, size=(800, 480))
    assert "SDL_TOUCH_MOUSE_EVENTS" not in kiosk.os.environ


@pytest.mark.rotated
def test_first_frame_is_drawn_twice_and_enables_garbage_collection(tmp_path, monkeypatch):
    monkeypatch.setattr(window, "SETTLE_SECONDS", 0.0)
    flips = []
    control, connection, mailbox = kiosk.connect(tmp_path, stage.screens(), None)
    screen = Screen(control, connection, mailbox, kiosk=False)
    count = lambda *_: flips.append(True)  # noqa: E731  # unbound by the same name
    gc.disable()
    with drawn():
        frames(3)
        Window.bind(on_flip=count)
        screen.root = screen.build()
        Window.add_widget(screen.root)
        try:
            until(lambda: len(flips) >= 2)
            frames(5)
            assert len(flips) in (2, 3), "then it rests"
            assert gc.isenabled()
        finally:
            gc.enable()
            Window.unbind(on_flip=count)
            Window.remove_widget(screen.root)


# ---- one finger, or a pen ----------------------------------------------------------------------------------

AXES = {0: (50, 0, 200), 1: (40, 0, 100)}  # value, least, most
EVENTS = {"x": (3, 0), "y": (3, 1), "touch": (1, 0x14A), "pen": (1, 0x140), "lost": (0, 3)}


class Device:
    """A simulated single-touch touchscreen at the end of a pipe."""

    def __init__(self, folder, monkeypatch, axes=AXES):
        self.path = folder / "event7"
        os.mkfifo(self.path)
        monkeypatch.setattr(single_touch.fcntl, "ioctl", lambda file, asked, room: self.axis(asked & 0x3F))
        self.axes = axes
        self.reader = SingleTouchProvider("ADS7846", str(self.path))
        self.reader.start()
        self.end = os.open(self.path, os.O_WRONLY)

    def axis(self, code):
        return single_touch.AXIS_IS.pack(*self.axes[code], 0, 0, 0)

    def tell(self, **events):
        told = [*((*EVENTS[name], value) for name, value in events.items()), (0, 0, 0)]
        os.write(self.end, b"".join(single_touch.EVENT.pack(0, 0, *each) for each in told))

    def felt(self):
        """Return the touch events since the last call, with their places from the lower left."""
        seen = []

        def note(what, touch):
            seen.append((what, touch.uid, round(touch.sx, 3), round(touch.sy, 3)))

        self.reader.update(dispatch_fn=note)  # by name, as Kivy does
        return [(what, x, y) for what, _, x, y in seen]


@pytest.fixture
def device(tmp_path, monkeypatch):
    made = Device(tmp_path, monkeypatch)
    yield made
    made.reader.stop()
    os.close(made.end)


def test_touch_begins_moves_and_ends(device):
    assert device.felt() == []
    device.tell(x=20, y=10, touch=1)
    device.tell(x=30)
    assert device.felt() == [("begin", 0.1, 0.9), ("update", 0.15, 0.9)]
    device.tell(touch=0)
    assert device.felt() == [("end", 0.15, 0.9)]
    device.tell(touch=1)  # at the place that the kernel has told already
    device.tell(touch=0)
    assert device.felt() == [("begin", 0.15, 0.9), ("end", 0.15, 0.9)]


def test_first_touch_starts_at_the_last_position_of_the_device(device):
    device.tell(touch=1)
    assert device.felt() == [("begin", 0.25, 0.6)]


def test_a_pen_that_hovers_touches_nothing(device):
    device.tell(pen=1, x=100, y=50)
    device.tell(x=110)
    assert device.felt() == []
    device.tell(touch=1)
    assert device.felt() == [("begin", 0.55, 0.5)]


def test_lost_events_or_unplugging_end_the_touch(device, monkeypatch):
    device.tell(x=20, y=10, touch=1)
    device.tell(lost=0)
    device.tell(x=30)
    assert device.felt() == [("begin", 0.1, 0.9), ("end", 0.1, 0.9)]
    device.tell(x=20, y=10, touch=1)
    assert [what for what, *_ in device.felt()] == ["begin"]

    def raise_no_device(file, most):
        raise OSError(19, "No such device")

    monkeypatch.setattr(single_touch.os, "read", raise_no_device)
    assert [what for what, *_ in device.felt()] == ["end"]
    assert not device.reader.is_alive()


@pytest.mark.parametrize(
    ("screen", "desktop", "mtdev", "by"),
    [
        pytest.param({"many": True}, False, True, "mtdev", id="many fingers"),
        pytest.param({"many": False}, False, True, "one finger", id="one finger"),
        pytest.param({"many": False, "pen": True}, False, True, "one finger", id="a pen"),
        pytest.param({"many": False, "pen": True}, True, True, "", id="a pen that the desktop tells of"),
        pytest.param({"many": True}, False, False, "one finger", id="many fingers, without libmtdev"),
    ],
)
def test_every_touchscreen_gets_a_suitable_reader(tmp_path, monkeypatch, screen, desktop, mtdev, by):
    (tmp_path / "event1").touch()
    monkeypatch.setattr(multitouch, "list_touchscreens", lambda: [Touchscreen("it", tmp_path / "event1", **screen)])
    monkeypatch.setattr(multitouch, "has_desktop", lambda: desktop)
    monkeypatch.setattr(multitouch, "MTDMotionEventProvider", Reader if mtdev else None)
    monkeypatch.setattr(single_touch.fcntl, "ioctl", lambda *_: single_touch.AXIS_IS.pack(0, 0, 99, 0, 0, 0))
    before = list(EventLoop.input_providers)
    TouchscreenReaders().scan()
    fresh = [each for each in EventLoop.input_providers if each not in before]
    for each in fresh:
        EventLoop.remove_input_provider(each)
    kinds = {Reader: "mtdev", SingleTouchProvider: "one finger"}
    assert [kinds[type(each)] for each in fresh] == ([by] if by else [])


def test_an_unreadable_touchscreen_is_retried(tmp_path, monkeypatch):
    (tmp_path / "event1").touch()
    monkeypatch.setattr(multitouch, "list_touchscreens", lambda: [Touchscreen("it", tmp_path / "event1", many=False)])
    felt, before = TouchscreenReaders(), list(EventLoop.input_providers)
    felt.scan()  # a file is no device
    assert before == EventLoop.input_providers
    monkeypatch.setattr(single_touch.fcntl, "ioctl", lambda *_: single_touch.AXIS_IS.pack(0, 0, 99, 0, 0, 0))
    felt.scan()
    felt.scan()
    [fresh] = [each for each in EventLoop.input_providers if each not in before]
    EventLoop.remove_input_provider(fresh)
    fresh.stop()
