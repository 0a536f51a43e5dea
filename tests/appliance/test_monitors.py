"""A monitor lights up wherever and whenever it is switched on: late, again, beside a card that only renders, at Xorg's.

Somebody who switches one on or off is a word written to its socket's `status`. Pictures are kept in build/machine.
"""

import pytest

from tests.appliance.conftest import see_the_lobby
from tests.appliance.container import until
from tests.appliance.machine import PICTURES, SLOW, Machine

pytestmark = pytest.mark.root
SCREEN = "wondertable-screen"
ENTRIES = f"journalctl --boot --unit {SCREEN} --output cat"
# The first card is vgem, which only renders, as v3d of a Raspberry Pi does; the other's driver comes later, and its
# monitor is off.
LATE = {"kernel_words": "modules_load=vgem modprobe.blacklist=virtio_gpu video=Virtual-1:d"}
TWO = {"card": "virtio-vga,max_outputs=2"}


def shown(made: Machine, name: str) -> str:
    return made.run(f"systemctl show {SCREEN} --property={name} --value")


def nobody_has_died(made: Machine) -> None:
    assert "Traceback" not in made.run(ENTRIES)
    assert made.tries(f"systemctl is-active wondertable-fallback@{SCREEN}")[1] == "inactive"
    assert shown(made, "Result") == "success"


@pytest.mark.parametrize("emulated", [LATE], indirect=True, ids=["late"])
def test_a_monitor_that_is_switched_on_after_the_computer_lights_up(emulated):
    emulated.until("systemctl -q is-active wondertable", SLOW)
    assert emulated.run("ls /sys/class/drm | grep -c ^card") == "1", "the one that only renders"
    assert shown(emulated, "ActiveState") == "inactive"
    emulated.run("modprobe virtio_gpu")
    emulated.until(f"{ENTRIES} | grep -q 'there is no display yet; waiting for one'", SLOW)
    emulated.run("sleep 40")  # longer than a screen waits that somebody has started by hand
    assert emulated.codes() == []
    assert emulated.tries("pgrep Xorg")[0] != 0
    emulated.monitor("card1-Virtual-1", "detect")
    see_the_lobby(emulated)
    emulated.picture(PICTURES / "late.png")
    assert shown(emulated, "NRestarts") == "0"
    said = emulated.tries("/usr/local/bin/wondertable doctor")[1]
    assert "Virtual-1 (card1), without a desktop." in said
    emulated.run("/usr/local/bin/wondertable report /tmp/report.tar.gz")
    told = emulated.run("tar -xzOf /tmp/report.tar.gz report/doctor.txt")
    assert "- card0 (?): only renders\n" in told
    assert "- card1 (virtio-pci): Virtual-1 connected (" in told, "and its modes"
    again(emulated, "card1-Virtual-1")
    nobody_has_died(emulated)


def test_where_xorg_draws_a_monitor_is_back_too_and_an_ordered_stop_is_no_death(emulated):
    see_the_lobby(emulated)
    emulated.write(f"/run/systemd/system/{SCREEN}.service.d/slow.conf", "[Service]\nTimeoutStopSec=5min")
    emulated.run(f"systemctl daemon-reload; touch /run/{SCREEN}/refused-0; systemctl restart {SCREEN}")
    emulated.until("pgrep Xorg", SLOW)
    see_the_lobby(emulated)
    emulated.picture(PICTURES / "xorg-chosen.png")
    assert "-config" in emulated.run("ps -o args= -C Xorg")
    emulated.run(f"systemctl restart {SCREEN}")
    nobody_has_died(emulated)
    see_the_lobby(emulated)
    again(emulated, "card0-Virtual-1")
    nobody_has_died(emulated)
    emulated.run(f"systemctl stop {SCREEN}")
    assert shown(emulated, "ActiveState") == "inactive", "and not failed"
    assert emulated.tries("pgrep Xorg")[0] != 0


def again(made: Machine, socket: str) -> None:
    """It is switched off for a while, and the picture is back once it is on."""
    pid = shown(made, "MainPID")
    made.monitor(socket, "off")
    made.run("sleep 10")
    made.monitor(socket, "detect")
    made.until(f"[ $(systemctl show {SCREEN} --property MainPID --value) != {pid} ]", SLOW)
    see_the_lobby(made)


@pytest.mark.parametrize("emulated", [TWO], indirect=True, ids=["two"])
def test_of_two_monitors_the_settings_choose_one(emulated):
    see_the_lobby(emulated)
    emulated.monitor("card0-Virtual-2", "on")
    emulated.run("sleep 15")
    assert emulated.codes(head=1) == [], "the picture stays where it is"
    emulated.at_the_table("display", "Virtual-2")
    see_the_lobby(emulated, head=1)
    emulated.picture(PICTURES / "second.png", head=1)
    emulated.reboot()
    see_the_lobby(emulated)
    assert shown(emulated, "NRestarts") == "0"
    emulated.monitor("card0-Virtual-2", "on")
    until(lambda: emulated.codes(head=1) != [], "it goes where people want it as soon as it is there", SLOW)
    nobody_has_died(emulated)
