"""The screen of `doctor --measure` touches itself and writes only the duration of each frame."""

from dataclasses import replace

import pytest
from kivy.clock import Clock
from kivy.core.window import Window

from app.screen.process import measurement
from app.screen.process.measurement import Measurement
from tests.app.screen import scenes
from tests.app.screen.finger import Stage, drawn, frames


class Shown:
    """Stand-in for the program's screen, whose letters are delivered by hand."""

    def __init__(self, stage):
        self.control, self.surface, self.mailbox = stage.control, stage.surface, self

    def bind(self, on_start):
        self.start = lambda: on_start(self)

    def deliver_to(self, take):
        self.take = take


@pytest.fixture
def measured(tmp_path, monkeypatch):
    """A measured stage, the stand-in screen of the measurement, and its file."""
    monkeypatch.setattr(Window, "flip", lambda: None)
    monkeypatch.setattr(measurement, "run_on_kivy_thread", lambda call: call())
    monkeypatch.setattr(Clock, "schedule_interval", lambda *_: None)  # the test touches
    stage = Stage(scenes.play(4))
    shown = Shown(stage)
    measuring = Measurement(shown, tmp_path / "frames", (0.3, 7.0))
    shown.start()
    with drawn():
        yield stage, measuring, shown, tmp_path / "frames"
    measuring._file.close()
    stage.close()


def kinds(file):
    return [line.split()[0] for line in file.read_text().splitlines()]


def test_first_frame_with_a_table_is_recorded_as_picture(measured):
    stage, _, _, file = measured
    model = stage.control.model
    stage.control.model = replace(model, table=None)
    Window.flip()
    Window.flip()
    stage.control.model = model
    Window.flip()
    Window.flip()
    assert [kind for kind in kinds(file) if kind != "motion"] == ["name", "drawn", "picture"]
    assert file.read_text().startswith("name 0.3 7.0\n")


def test_measurement_touches_releases_and_closes_a_panel(measured):
    stage, measuring, _, file = measured
    Window.flip()
    Window.flip()
    for down in (True, False, True, False):
        stage.now += 1
        measuring.touch()
        assert (measuring._finger is not None) == down
        frames(2)
    assert kinds(file).count("touch") > 1
    for line in file.read_text().splitlines()[2:]:
        assert all(float(number) >= 0 for number in line.split()[1:])
    stage.control.open_panel("menu")
    measuring.touch()
    assert stage.control.ui.panel == ""


def test_message_without_a_frame_is_not_measured(measured, monkeypatch):
    _, _, shown, file = measured
    Window.flip()
    Window.flip()
    due = []
    monkeypatch.setattr(Clock, "schedule_once", lambda call, _: due.append(call))
    shown.take(lambda: None)
    due.pop()(0.0)  # later: nothing was seen
    Window.flip()
    assert "message" not in kinds(file)
    shown.take(lambda: None)
    Window.flip()
    due.pop()(0.0)
    assert kinds(file).count("message") == 1
