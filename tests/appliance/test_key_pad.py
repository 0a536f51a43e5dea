"""A key pad and an expander at an installed table, on a real kernel: pressed, lit, unplugged and back.

The pad is made by uinput, the chip by i2c-stub, both of Debian's own kernel; the table is confined by its service.
"""

import pytest

test_machine = pytest.importorskip("tests.appliance.test_machine", reason="it needs the virtual machine's bed")
booted, disk = test_machine.booted, test_machine.disk  # fixtures

pytestmark = pytest.mark.root
SCRIPT = "cd /srv/wondertable && PYTHONPATH=/opt/wondertable/current/site:. python3 -m tests.appliance.at_the_pads"


def test_a_pad_is_pressed_lights_shine_and_both_are_unplugged_and_back(booted):
    booted.run("systemctl stop wondertable-screen; udevadm settle; mkdir -p /srv/wondertable")
    booted.run(
        "mountpoint -q /srv/wondertable || mount -t 9p -o trans=virtio,version=9p2000.L,ro project /srv/wondertable"
    )
    code, said = booted.tries(SCRIPT, seconds=1800)
    assert code == 0, said
    assert said.count("ok  ") >= 18, said
