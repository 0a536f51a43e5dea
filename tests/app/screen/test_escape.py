"""Escape in a window asks for confirmation before the table ends; tests/whole/test_escape.py presses the key."""

import pytest
from kivy.config import Config
from kivy.core.window import Window

from app.screen.process.start import connect, prepare
from app.screen.process.window import Screen
from tests.app.screen import scenes, stage

ESCAPE, OTHER = 27, 28


@pytest.fixture
def kivy_settings(monkeypatch):
    """The Kivy settings that a test makes, recorded and not applied."""
    said = {}
    monkeypatch.setattr(Config, "set", lambda section, name, value: said.update({name: value}))
    monkeypatch.setattr(Config, "remove_option", lambda *_: None)
    return said


@pytest.mark.parametrize("kiosk", [True, False])
def test_kivy_does_not_exit_on_escape(kivy_settings, kiosk, tmp_path, monkeypatch):
    monkeypatch.setenv("KIVY_HOME", "as it was")
    monkeypatch.setattr("app.screen.process.start._desktop", lambda: None)
    monkeypatch.setattr("app.screen.process.start.switch_backlights", lambda **_: None)
    prepare(tmp_path, kiosk=kiosk, size=(800, 480))
    assert kivy_settings["exit_on_escape"] == "0"


def test_escape_opens_and_closes_the_power_off_question(tmp_path):
    control = scenes.lobby(4).control
    shows = Screen(control, *connect(tmp_path, stage.screens(), None)[1:], kiosk=False)
    shows._key(Window, OTHER)
    assert control.ui.panel == ""
    for panel in ("off", "", "off"):
        assert shows._key(Window, ESCAPE, 41, "", [])
        assert control.ui.panel == panel
