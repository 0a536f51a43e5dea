"""A machine that is the table boots into the lobby, leaves a page of text where its screen fails, and is powered off.

Its pictures are kept in build/machine.
"""

import pytest
from PIL import Image

from tests.appliance.conftest import see_the_lobby
from tests.appliance.container import until
from tests.appliance.machine import PICTURES, PROJECT, SCREEN, SLOW, WAY_IN, brightness
from tests.appliance.places import BURST, MANAGER

pytestmark = pytest.mark.root
WORDS = 0.003  # of a picture, as much as words take; "no signal" is less


def test_machine_boots_to_the_lobby_and_again_after_a_reboot(emulated):
    see_the_lobby(emulated)
    emulated.picture(PICTURES / "lobby.png")
    assert emulated.run("systemctl --failed --no-legend") == ""
    assert "Traceback" not in emulated.run("journalctl --boot --unit 'wondertable*' --output cat")
    emulated.reboot()
    see_the_lobby(emulated)


def test_repeated_screen_crashes_show_a_text_page(emulated):
    see_the_lobby(emulated)
    # all its deaths within what counts as a minute: this one is emulated
    emulated.write(f"/run/systemd/system/{SCREEN}.service.d/long.conf", "[Unit]\nStartLimitIntervalSec=1h")
    emulated.run(f"systemctl daemon-reload; systemctl restart {SCREEN}")  # starts are counted from here
    for _ in range(BURST):
        pid = emulated.property(SCREEN, "MainPID")
        emulated.run(f"systemctl kill --signal=KILL {SCREEN}")
        changed = f"[ $(systemctl show {SCREEN} --property MainPID --value) != {pid} ]"
        emulated.until(f"systemctl -q is-failed {SCREEN} || ({changed} && systemctl -q is-active {SCREEN})")
    emulated.until(f"systemctl -q is-active wondertable-fallback@{SCREEN}")
    emulated.picture(PICTURES / "text.png")
    said = emulated.console()
    assert "W O N D E R T A B L E" in said
    assert "The screen has crashed too often" in said
    assert f"Phones can go on:  {WAY_IN.rstrip('/')}" in said
    assert "Reason    signal 9" in said
    assert emulated.run("readlink /opt/wondertable/current") in said


def test_only_the_tables_user_powers_off_and_a_last_picture_is_shown(emulated):
    see_the_lobby(emulated)
    asks = f"busctl call {' '.join(MANAGER)} CanPowerOff"
    assert emulated.run(f"runuser -u wondertable -- {asks}") == 's "yes"'
    assert emulated.run(f"runuser -u nobody -- {asks}") != 's "yes"'
    emulated.project()
    wish = f"cd {PROJECT} && PYTHONPATH=/opt/wondertable/current/site:. python3 -m tests.appliance.at_the_table"
    emulated.run(f"({wish} /var/lib/wondertable power >/dev/null 2>&1 &)")
    shown: list[bytes] = []  # one after the other, as long as the graphics card is there

    def is_machine_off() -> bool:
        seen = emulated.picture(emulated.home / "seen.png")
        with Image.open(seen) as picture:
            whole = picture.size == emulated.size
        if whole and brightness(seen) > WORDS and not emulated.codes() and seen.read_bytes() not in shown[-1:]:
            shown.append(seen.read_bytes())
            (PICTURES / f"off-{len(shown)}.png").write_bytes(shown[-1])
        return emulated.off()

    until(is_machine_off, "it does not power off", SLOW)
    assert shown, "nothing was to be read before it was dark"
