"""The display of a full screen, chosen by a folder like the kernel's /sys/class/drm."""

import os
from pathlib import Path

import pytest

from app.protocol.base_messages import Refusal
from app.screen.device.display_hotplug import RESTART_CODE, DisplayWatch
from app.screen.events import on_message, on_tick
from app.screen.input import display_trial
from app.screen.input.display_trial import TRIAL_SECONDS
from app.screen.process import start, window
from app.screen.process.start import connect
from hardware.machine.displays import (
    Display,
    choose_display,
    find_reduced_mode,
    is_console,
    list_cards,
    list_displays,
    list_usable,
)
from tests.app.screen import SIZE, scenes, stage
from tests.app.screen.finger import Finger, frames


class Drm:
    """A simulated folder of cards and sockets, like the kernel's."""

    def __init__(self, root: Path) -> None:
        self.root = root
        (root / "dev/dri").mkdir(parents=True)

    def card(self, number: int, driver: str = "vc4", **sockets: str) -> None:
        """Add a card with sockets by name (`_` for `-`), each with its status."""
        (self.root / f"dev/dri/card{number}").touch()
        at = self.root / f"sys/class/drm/card{number}"
        (at / "device").mkdir(parents=True, exist_ok=True)
        if not (at / "device/driver").is_symlink():
            (at / "device/driver").symlink_to(f"../../../bus/platform/drivers/{driver}")
        for order, (name, status) in enumerate(sockets.items()):
            self.set(number, name.replace("_", "-"), status, order)

    def set(self, card: int, name: str, status: str, order: int | None = None) -> None:
        socket = self.root / f"sys/class/drm/card{card}-{name}"
        socket.mkdir(exist_ok=True)
        (socket / "status").write_text(f"{status}\n")
        if order is not None:
            (socket / "connector_id").write_text(f"{30 + order}\n")

    def names(self) -> list[str]:
        return [each.name for each in list_displays(self.root)]


@pytest.fixture
def drm(tmp_path) -> Drm:
    return Drm(tmp_path)


def test_a_card_that_only_renders_is_no_display(drm):
    drm.card(0, "v3d")
    assert list_displays(drm.root) == []
    assert choose_display(list_displays(drm.root)) is None


@pytest.mark.parametrize("swapped", [False, True], ids=["as yesterday", "the other way round"])
def test_card_with_a_connected_display_is_used(drm, swapped):
    """On a Pi 4, v3d renders and vc4 has the sockets, and either card can come first."""
    renders, shows = (1, 0) if swapped else (0, 1)
    drm.card(renders, "v3d")
    drm.card(shows, "vc4", HDMI_A_1="disconnected", HDMI_A_2="connected", Writeback_1="unknown")
    assert list_displays(drm.root) == [Display("HDMI-A-2", shows)]
    assert list_displays(drm.root)[0].device == Path(f"dev/dri/card{shows}")


def test_built_in_panel_is_listed_first_and_the_others_by_name(drm):
    drm.card(0, HDMI_A_2="connected", HDMI_A_1="connected")
    drm.card(1, "drm-rp1-dsi", DSI_1="connected")
    drm.card(2, "v3d")
    assert drm.names() == ["DSI-1", "HDMI-A-1", "HDMI-A-2"]
    assert choose_display(list_displays(drm.root)) == Display("DSI-1", 1)


def test_settings_choose_among_connected_displays(drm):
    drm.card(0, HDMI_A_1="connected", HDMI_A_2="connected")
    found = list_displays(drm.root)
    assert choose_display(found, wanted="HDMI-A-2") == found[1]
    assert choose_display(found, wanted="DSI-1") == found[0]
    assert choose_display(found, wanted="DSI-1", now="HDMI-A-2") == found[1], "it stays where it is"


def test_display_connectors_are_counted_as_in_sdl(drm):
    """The order is that in which the card made its sockets, and only connected ones are listed."""
    drm.card(0, VGA_1="disconnected", HDMI_A_2="connected", HDMI_A_1="connected", DP_1="connected")
    assert {each.name: each.nth for each in list_displays(drm.root)} == {"HDMI-A-2": 0, "HDMI-A-1": 1, "DP-1": 2}
    for path in drm.root.rglob("connector_id"):
        path.unlink()  # older kernels do not tell
    assert {each.name: each.nth for each in list_displays(drm.root)} == {"DP-1": 0, "HDMI-A-1": 1, "HDMI-A-2": 2}


def test_display_of_unknown_status_is_the_last_choice(drm):
    drm.card(0, Composite_1="unknown", Writeback_1="unknown")
    assert list_displays(drm.root) == [Display("Composite-1", 0, sure=False)]
    drm.card(1, HDMI_A_1="connected")
    assert drm.names() == ["HDMI-A-1", "Composite-1"]


def test_only_accessible_cards_are_usable(drm):
    drm.card(0, HDMI_A_1="connected")
    drm.card(1, HDMI_A_2="connected")

    def may(path: Path, how: int) -> bool:
        return path == drm.root / "dev/dri/card1" and how == os.R_OK | os.W_OK

    assert list_usable(drm.root, may) == [Display("HDMI-A-2", 1)]


@pytest.mark.parametrize(
    ("environ", "true"),
    [
        ({}, True),
        ({"SDL_VIDEODRIVER": "kmsdrm"}, True),
        ({"SDL_VIDEODRIVER": "KMSDRM", "DISPLAY": ":0"}, True),
        ({"DISPLAY": ":0"}, False),
        ({"WAYLAND_DISPLAY": "wayland-0"}, False),
        ({"SDL_VIDEODRIVER": "offscreen"}, False),
    ],
)
def test_console_is_detected_from_the_environment(environ, true):
    assert is_console(environ) is true


def test_the_doctor_lists_every_graphics_card(drm):
    assert list_cards(drm.root) == []
    drm.card(0, "v3d")
    drm.card(1, "vc4", HDMI_A_1="connected", HDMI_A_2="disconnected")
    assert [str(each) for each in list_cards(drm.root)] == [
        "card0 (v3d): only renders",
        "card1 (vc4): HDMI-A-1 connected, HDMI-A-2 disconnected",
    ]


PI_4, PI_5 = "Raspberry Pi 4 Model B Rev 1.4\0", "Raspberry Pi 5 Model B Rev 1.0\0"
UHD = "3840x2160 2560x1440 1920x1080i 1920x1200 1920x1080 1920x1080 1680x1050 1280x1024 1280x720 720x576"


@pytest.mark.parametrize(
    ("model", "modes", "cmdline", "expected"),
    [
        pytest.param(PI_4, UHD, "", (1920, 1080), id="4K on a Pi 4"),
        pytest.param("Raspberry Pi 400 Rev 1.0\0", UHD, "", (1920, 1080), id="4K on a Pi 400"),
        pytest.param("Raspberry Pi Compute Module 4 Rev 1.0\0", UHD, "", (1920, 1080), id="4K on a module"),
        pytest.param("Raspberry Pi Zero 2 W Rev 1.0\0", UHD, "", (1920, 1080), id="4K on a Zero"),
        pytest.param(PI_5, UHD, "", None, id="a Pi 5 fills it"),
        pytest.param("Raspberry Pi Compute Module 5 Rev 1.0\0", UHD, "", None, id="and its module"),
        pytest.param("Raspberry Pi 500 Rev 1.0\0", UHD, "", None, id="and a Pi 500"),
        pytest.param("", UHD, "", None, id="no Raspberry Pi"),
        pytest.param(PI_4, "2560x1600 1920x1080 1920x1200 1280x800", "", (1920, 1200), id="the same shape"),
        pytest.param(PI_4, "3440x1440 1920x1080 1280x1024", "", (1920, 1080), id="the largest of another shape"),
        pytest.param(PI_4, "2160x3840 1920x1080 1080x1920 720x1280", "", (1080, 1920), id="upright"),
        pytest.param(PI_4, "1920x1200 1920x1080", "", None, id="small enough"),
        pytest.param(PI_4, "1280x800 1920x1080", "", None, id="the preferred mode counts"),
        pytest.param(PI_4, "3840x2160 1920x1080i", "", None, id="nothing smaller but interlaced"),
        pytest.param(PI_4, "", "", None, id="no modes known"),
        pytest.param(PI_4, UHD, "quiet video=HDMI-A-1:2560x1440@60 splash", None, id="chosen on the command line"),
        pytest.param(PI_4, UHD, "video=HDMI-A-2:2560x1440@60", (1920, 1080), id="of another connector"),
    ],
)
def test_slow_graphics_get_a_reduced_mode(drm, model, modes, cmdline, expected):
    drm.card(1, HDMI_A_1="connected", HDMI_A_2="connected")
    (drm.root / "sys/class/drm/card1-HDMI-A-1/modes").write_text("\n".join(modes.split()) + "\n")
    (drm.root / "proc/device-tree").mkdir(parents=True)
    (drm.root / "proc/device-tree/model").write_text(model)
    (drm.root / "proc/cmdline").write_text(cmdline)
    assert find_reduced_mode(list_displays(drm.root)[0], drm.root) == expected


@pytest.mark.parametrize("mode", [None, (1920, 1080)])
@pytest.mark.parametrize("console", [True, False])
def test_reduced_mode_is_requested_only_on_the_console(monkeypatch, tmp_path, mode, console):
    options = {}
    monkeypatch.setenv("KIVY_HOME", "as it was")
    monkeypatch.setattr("kivy.config.Config.set", lambda _, name, value: options.update({name: value}))
    monkeypatch.setattr(start, "find_reduced_mode", lambda display: mode)
    monkeypatch.setattr(start, "is_console", lambda: console)
    monkeypatch.setattr(start, "_desktop", lambda: None)
    start.prepare(tmp_path, kiosk=True, size=None, display=Display("HDMI-A-1", 0))
    found = options["fullscreen"], options["width"], options["height"]
    assert found == (("1", "1920", "1080") if console and mode else ("auto", "1280", "720"))


def test_sdl_accepts_a_refresh_rate_for_the_window():
    assert start._prefer_60_hz(*SIZE), "off screen, where every mode has 60 Hz"


# ---- while it is shown -------------------------------------------------------------------------------------


@pytest.fixture
def two_sockets(drm) -> Drm:
    """Two sockets, a display at the first."""
    drm.card(0, HDMI_A_1="connected", HDMI_A_2="disconnected")
    return drm


def seconds_until_restart(
    watch: DisplayWatch, *, wanted: str = "", seconds: float = 30.0, since: float = 0.0
) -> float | None:
    """Return the seconds from `since` to the first restart, checking each second; None if there is none."""
    for second in range(int(seconds)):
        if watch.is_restart_due(wanted, since + second):
            return second
    return None


def watch_displays(drm: Drm, on: str = "HDMI-A-1") -> DisplayWatch:
    return DisplayWatch(on, lambda: list_displays(drm.root))


def test_unchanged_displays_cause_no_restart(two_sockets):
    watch = watch_displays(two_sockets)
    assert seconds_until_restart(watch) is None
    assert watch.found == ("HDMI-A-1",)


def test_a_display_switched_on_again_is_used_once_it_is_stable(two_sockets):
    watch = watch_displays(two_sockets)
    watch.is_restart_due("", 0.0)
    two_sockets.set(0, "HDMI-A-1", "disconnected")
    assert seconds_until_restart(watch, since=1.0) is None, "dark: there is no other"
    two_sockets.set(0, "HDMI-A-1", "connected")
    assert not watch.is_restart_due("", 50.0)
    two_sockets.set(0, "HDMI-A-1", "disconnected")  # it comes and goes
    assert not watch.is_restart_due("", 51.0)
    two_sockets.set(0, "HDMI-A-1", "connected")
    assert seconds_until_restart(watch, since=52.0) == 2


def test_a_second_connected_display_changes_nothing(two_sockets):
    watch = watch_displays(two_sockets, on="HDMI-A-1")
    two_sockets.set(0, "HDMI-A-2", "connected")
    two_sockets.card(1, DSI_1="connected")
    assert seconds_until_restart(watch) is None
    assert watch.found == ("DSI-1", "HDMI-A-1", "HDMI-A-2")


def test_second_display_is_used_after_10_seconds_without_the_first(two_sockets):
    watch = watch_displays(two_sockets)
    two_sockets.set(0, "HDMI-A-2", "connected")
    two_sockets.set(0, "HDMI-A-1", "disconnected")
    assert seconds_until_restart(watch) == 10


def test_the_preferred_display_is_used_soon(two_sockets):
    watch = watch_displays(two_sockets)
    assert seconds_until_restart(watch, wanted="HDMI-A-2") is None, "it is not there"
    two_sockets.set(0, "HDMI-A-2", "connected")
    assert seconds_until_restart(watch, wanted="HDMI-A-2", since=40.0) == 2


def test_display_of_unknown_status_does_not_replace_a_lost_one(two_sockets):
    watch = watch_displays(two_sockets)
    two_sockets.card(1, Composite_1="unknown")
    two_sockets.set(0, "HDMI-A-1", "disconnected")
    assert seconds_until_restart(watch) is None


# ---- on the screen -----------------------------------------------------------------------------------------


class DisplayRecorder:
    """A recorder of the displays that the screen was told to use."""

    def __init__(self, room: stage.Room) -> None:
        self.names: list[str] = []
        room.control.switch_display = self.names.append


def words(seen) -> str:
    return " ".join(
        word.text for mesh in seen.surface.meshes.values() for layer in mesh.pen.layers for word in layer.words
    )


def tap(seen, key: str) -> None:
    areas = [area for mesh in seen.surface.meshes.values() for area in mesh.hit_areas if area.key == key]
    assert len(areas) == 1, f"{key}: {[area.key for mesh in seen.surface.meshes.values() for area in mesh.hit_areas]}"
    Finger(*areas[0].centre).down().up()
    frames(2)


def test_display_setting_is_hidden_with_a_single_display(show):
    room = scenes.this_machine(4)
    display_trial.record_display_in_use(room.control, "HDMI-A-1", False)
    seen = show(room)
    assert not any(area.key == "display" for mesh in seen.surface.meshes.values() for area in mesh.hit_areas)
    display_trial.record_displays(room.control, ("HDMI-A-1", "HDMI-A-2"))
    frames(2)
    tap(seen, "display")
    assert "Which display should show this?" in words(seen)


def test_touch_tries_a_different_display(show):
    room = scenes.displays(4)
    asked, seen = DisplayRecorder(room), show(room)
    tap(seen, "display HDMI-A-1")
    assert asked.names == [], "it is there already"
    tap(seen, "display DSI-1")
    assert asked.names == ["DSI-1"]


def test_display_on_trial_can_be_kept(show):
    room = scenes.display_tried(4)
    asked, seen = DisplayRecorder(room), show(room)
    assert display_trial.preferred_display(room.control) == "HDMI-A-1"
    tap(seen, "keep")
    assert [(said.display, type(said).__name__) for said in room.sent[-1:]] == [("HDMI-A-1", "SetTable")]
    room.hear(stage.table(4, phase="lobby", settings=stage.settings(display="HDMI-A-1")))
    room.now += 100
    on_tick.tick(room.control, room.now)
    assert asked.names == []
    assert display_trial.preferred_display(room.control) == "HDMI-A-1"


def test_display_trial_is_reverted_by_touch_and_by_timeout(show):
    room = scenes.display_tried(4)
    asked, seen = DisplayRecorder(room), show(room)
    assert f"In {TRIAL_SECONDS:.0f} s the picture goes back by itself." in words(seen)
    tap(seen, "as before")
    assert asked.names == [""]
    room.now += TRIAL_SECONDS - 1
    on_tick.tick(room.control, room.now)
    assert asked.names == [""]
    room.now += 1
    on_tick.tick(room.control, room.now)
    assert asked.names == ["", ""]


def test_refused_display_setting_reverts_the_trial(show):
    room = scenes.display_tried(4)
    asked, seen = DisplayRecorder(room), show(room)
    tap(seen, "keep")
    refused = Refusal(id=room.sent[-1].id, seat=0, rule="unwritable", facts={}, text="No.")
    on_message.on_message(room.control, refused)
    assert asked.names == [""]


def test_a_reconnected_display_restarts_the_screen(tmp_path, monkeypatch, two_sockets):
    now = [100.0]
    monkeypatch.setattr(window, "monotonic", lambda: now[0])
    control, connection, mailbox = connect(tmp_path, stage.screens(), None)
    shows = window.Screen(control, connection, mailbox, kiosk=True)
    stopped, tried = [], []
    shows.stop = lambda: stopped.append(True)
    every = []
    monkeypatch.setattr(window.Clock, "schedule_interval", lambda call, seconds: every.append(call))
    shows.watch(watch_displays(two_sockets), False, tried.append)

    def second(status: str) -> None:
        two_sockets.set(0, "HDMI-A-1", status)
        now[0] += 1
        every[0](1.0)

    for status in ("connected", "disconnected", *("connected",) * 10):
        second(status)
    assert stopped == [], "systemd would give up on what ends so often"
    for _ in range(4):
        second("connected")
    assert (stopped[:1], shows._code, tried) == ([True], RESTART_CODE, [])
    control.switch_display("HDMI-A-2")
    assert tried == ["HDMI-A-2"]
