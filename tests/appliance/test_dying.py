"""A table and a screen that die come back; those that die again and again leave a page of text, once."""

import pytest

from tests.appliance.conftest import SEEN
from tests.appliance.container import Container, until
from tests.appliance.places import BURST, DATA

pytestmark = pytest.mark.root


@pytest.fixture
def playing(installed):
    """Running services, neither of which died lately, and no page of text."""
    installed.run("systemctl", "stop", "wondertable-screen", "wondertable", "wondertable-fallback@*")
    installed.run("systemctl", "reset-failed")
    installed.run("rm", "-f", SEEN)
    installed.run("systemctl", "start", "wondertable", "wondertable-screen")
    installed.at_the_table("tell")
    until(lambda: pid(installed, "wondertable-screen") > 0, "no screen")
    return installed


def pid(box: Container, unit: str) -> int:
    return int(box.property(unit, "MainPID"))


def kill(box: Container, unit: str) -> None:
    """Kill a whole unit with SIGKILL, and wait until it runs again or has failed for good."""
    before = pid(box, unit)
    box.run("systemctl", "kill", "--signal=KILL", unit)
    until(
        lambda: pid(box, unit) not in (0, before) or box.property(unit, "ActiveState") == "failed",
        f"{unit} neither came back nor failed",
    )


def read_page(box: Container) -> str:
    return box.tries("cat", SEEN)[1]


def test_killed_table_restores_its_game(playing):
    game = playing.at_the_table("begin")
    screen = pid(playing, "wondertable-screen")
    kill(playing, "wondertable")
    assert playing.at_the_table("tell") == game
    assert pid(playing, "wondertable-screen") == screen, "the screen has waited for it"


def test_killed_screen_restarts_without_a_table_restart(playing):
    table = pid(playing, "wondertable")
    kill(playing, "wondertable-screen")
    assert pid(playing, "wondertable-screen") > 0
    assert pid(playing, "wondertable") == table


@pytest.mark.parametrize(
    ("unit", "what"),
    [
        ("wondertable", "The table has crashed too often"),
        ("wondertable-screen", "The screen has crashed too often"),
    ],
)
def test_repeated_crashes_show_one_text_page(playing, unit, what):
    for _ in range(BURST):
        kill(playing, unit)
    until(lambda: playing.property(unit, "ActiveState") == "failed", f"{unit} is still started")
    until(lambda: playing.property(f"wondertable-fallback@{unit}", "ActiveState") == "active", "no page")
    said = read_page(playing)
    assert said.count("W O N D E R T A B L E") == 1
    assert what in said
    version = playing.run("readlink", "/opt/wondertable/current").strip()
    assert f"Version   {version}\n" in said
    assert "Reason    signal 9\n" in said
    assert pid(playing, "wondertable-screen") == 0
    assert (pid(playing, "wondertable") > 0) == (unit == "wondertable-screen")
    marked = playing.tries("test", "-e", "/var/lib/wondertable/plain")[0] == 0
    assert marked == ("The next start uses plain settings" in said) == (unit == "wondertable-screen")
    playing.run("systemctl", "reset-failed")
    playing.run("systemctl", "start", "wondertable", "wondertable-screen")
    assert playing.property(f"wondertable-fallback@{unit}", "ActiveState") == "inactive", "the screen takes its place"


def test_table_that_cannot_start_shows_the_reason_at_once(playing):
    playing.run("systemctl", "stop", "wondertable", "wondertable-screen")
    playing.run("rm", "-f", SEEN)
    playing.run("systemd-run", "--unit=other-table", "flock", f"{DATA}/lock", "sleep", "infinity")
    try:
        until(lambda: playing.tries("flock", "--nonblock", f"{DATA}/lock", "true")[0] != 0, "nothing holds the lock")
        playing.run("systemctl", "start", "wondertable", check=False)
        until(lambda: playing.property("wondertable-fallback@wondertable", "ActiveState") == "active", "no page")
        said = read_page(playing)
        assert "Reason    exit code 2\n" in said
        assert "another table is running" in said
    finally:
        playing.run("systemctl", "stop", "other-table")


def test_broken_settings_file_does_not_stop_the_table(playing):
    playing.write(f"{DATA}/settings/architects.toml", "nonsense")
    try:
        playing.run("systemctl", "restart", "wondertable")
        until(lambda: "architects.toml" in playing.run("journalctl", "-b", "-u", "wondertable"), "it is not named")
        assert playing.property("wondertable", "ActiveState") == "active"
    finally:
        playing.run("rm", f"{DATA}/settings/architects.toml")


def test_xorg_is_tried_from_the_second_start_without_a_picture(playing):
    xorg, tries = "/usr/local/bin/Xorg", "/var/lib/wondertable/tries"  # before the real one on the path; a note of each
    drop = "/etc/systemd/system/wondertable-screen.service.d/zz-no-card.conf"
    playing.run("systemctl", "stop", "wondertable-screen")
    playing.run("systemctl", "reset-failed")  # starts are counted from here
    playing.write(xorg, f'#!/bin/sh\necho "$@" >>{tries}\necho no screens found >&2\nexit 1\n')
    playing.run("chmod", "+x", xorg)
    playing.write(drop, "[Service]\nEnvironment=SDL_VIDEODRIVER=no-such-driver\n")
    try:
        playing.run("systemctl", "daemon-reload")
        playing.run("systemctl", "start", "wondertable-screen")
        until(lambda: playing.property("wondertable-screen", "ActiveState") == "failed", "it is still started")
        assert playing.run("cat", tries).splitlines() == ["vt7 -displayfd 3 -nolisten tcp -s 0 -dpms"] * (BURST - 1)
        until(lambda: "Version" in read_page(playing), "no page")
        assert "the graphics card shows no picture by itself, and Xorg did not start" in read_page(playing)
        assert pid(playing, "wondertable") > 0, "phones go on"
    finally:
        playing.run("rm", "-f", xorg, tries, drop)
        playing.run("systemctl", "daemon-reload")
        playing.run("systemctl", "reset-failed")  # whoever comes next may start it again at once
