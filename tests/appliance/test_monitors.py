"""A monitor lights up whenever it is switched on: late, again, beside a card that only renders, where Xorg draws.

Somebody who switches one on or off is a word written to its socket's `status`. Pictures are kept in build/machine.
"""

import pytest

from tests.appliance.conftest import its_screen_never_died, see_the_lobby
from tests.appliance.machine import ENTRIES, PICTURES, SCREEN, SLOW, Machine

pytestmark = pytest.mark.root
# The first card is vgem, which only renders, as v3d of a Raspberry Pi does; the other's driver comes later, and its
# monitor is off.
LATE_CARD = {"kernel_words": "modules_load=vgem modprobe.blacklist=virtio_gpu video=Virtual-1:d"}


@pytest.mark.parametrize("emulated", [LATE_CARD], indirect=True, ids=["late"])
def test_monitor_switched_on_later_shows_the_screen(emulated):
    emulated.until("systemctl -q is-active wondertable", SLOW)
    assert emulated.run("ls /sys/class/drm | grep -c ^card") == "1", "the one that only renders"
    assert emulated.property(SCREEN, "ActiveState") == "inactive"
    emulated.run("modprobe virtio_gpu")
    emulated.until(f"{ENTRIES} | grep -q 'there is no display yet; waiting for one'", SLOW)
    emulated.run("sleep 40")  # longer than a screen waits that somebody has started by hand
    assert emulated.codes() == []
    assert emulated.tries("pgrep Xorg")[0] != 0
    emulated.monitor("card1-Virtual-1", "detect")
    see_the_lobby(emulated)
    emulated.picture(PICTURES / "late.png")
    assert emulated.property(SCREEN, "NRestarts") == "0"
    said = emulated.tries("/usr/local/bin/wondertable doctor")[1]
    assert "Virtual-1 (card1), without a desktop." in said
    emulated.run("/usr/local/bin/wondertable report /tmp/report.tar.gz")
    told = emulated.run("tar -xzOf /tmp/report.tar.gz report/doctor.txt")
    assert "- card0 (?): only renders\n" in told
    assert "- card1 (virtio-pci): Virtual-1 connected (" in told, "and its modes"
    switch_off_and_on(emulated, "card1-Virtual-1")
    its_screen_never_died(emulated)


def test_monitor_returns_under_xorg_and_a_stop_is_no_crash(emulated):
    see_the_lobby(emulated)
    emulated.write(f"/run/systemd/system/{SCREEN}.service.d/slow.conf", "[Service]\nTimeoutStopSec=5min")
    emulated.run(f"systemctl daemon-reload; touch /run/{SCREEN}/refused-0; systemctl restart {SCREEN}")
    emulated.until("pgrep Xorg", SLOW)
    see_the_lobby(emulated)
    emulated.picture(PICTURES / "xorg-chosen.png")
    assert "-config" in emulated.run("ps -o args= -C Xorg")
    emulated.run(f"systemctl restart {SCREEN}")
    its_screen_never_died(emulated)
    see_the_lobby(emulated)
    switch_off_and_on(emulated, "card0-Virtual-1")
    its_screen_never_died(emulated)
    emulated.run(f"systemctl stop {SCREEN}")
    assert emulated.property(SCREEN, "ActiveState") == "inactive", "and not failed"
    assert emulated.tries("pgrep Xorg")[0] != 0


def switch_off_and_on(made: Machine, socket: str) -> None:
    """Switch the monitor off for a while, and check that the picture returns once it is on."""
    pid = made.property(SCREEN, "MainPID")
    made.monitor(socket, "off")
    made.run("sleep 10")
    made.monitor(socket, "detect")
    made.until(f"[ $(systemctl show {SCREEN} --property MainPID --value) != {pid} ]", SLOW)
    see_the_lobby(made)
