"""A machine that is the table: it boots into the lobby, and where its screen fails it leaves a page of text.

Its pictures are kept in build/machine.
"""

import re

import pytest
from PIL import Image

from tests.appliance.conftest import PICTURES, SLOW, WAY_IN, see_the_lobby
from tests.appliance.container import until
from tests.appliance.machine import PROJECT, Machine, Touchscreen, brightness
from tests.appliance.test_dying import BURST
from tests.appliance.test_power import MANAGER

pytestmark = pytest.mark.root
SCREEN = "wondertable-screen"
ENTRIES = f"journalctl --boot --unit {SCREEN} --output cat"
# SDL looks for a card that is not there; Xorg asks nobody which. The screen is ours, and says each touch as well.
NO_CARD = """[Service]
Environment=SDL_KMSDRM_DEVICE_INDEX=9
ExecStart=
ExecStart=/srv/said/screen
ExecStopPost=
ExecStopPost=/srv/said/screen ended
"""
WORDS = 0.003  # of a picture, as much as words take; "no signal" is less
SAYS = f"""#!/bin/sh
export PYTHONPATH=/opt/wondertable/current/site PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
exec python3 {PROJECT}/tests/hardware/touched.py /var/lib/wondertable kiosk
"""


def write(made: Machine, path: str, text: str) -> None:
    made.run(f"mkdir -p $(dirname {path}); cat >{path} <<'TEXT'\n{text}\nTEXT")


def at_the_table(made: Machine, wish: str) -> str:
    """What at_the_table.py prints there, last."""
    return made.script("tests.appliance.at_the_table", "/var/lib/wondertable", wish).splitlines()[-1]


def test_it_boots_to_the_lobby_with_no_key_pressed_and_again(emulated):
    see_the_lobby(emulated)
    emulated.picture(PICTURES / "lobby.png")
    assert emulated.run("systemctl --failed --no-legend") == ""
    assert "Traceback" not in emulated.run("journalctl --boot --unit 'wondertable*' --output cat")
    emulated.reboot()
    see_the_lobby(emulated)


def test_a_screen_that_dies_again_and_again_leaves_a_page_of_text(emulated):
    see_the_lobby(emulated)
    # all its deaths within what counts as a minute: this one is emulated
    write(emulated, f"/run/systemd/system/{SCREEN}.service.d/long.conf", "[Unit]\nStartLimitIntervalSec=1h")
    emulated.run(f"systemctl daemon-reload; systemctl restart {SCREEN}")  # starts are counted from here
    for _ in range(BURST):
        pid = emulated.run(f"systemctl show {SCREEN} --property MainPID --value")
        emulated.run(f"systemctl kill --signal=KILL {SCREEN}")
        changed = f"[ $(systemctl show {SCREEN} --property MainPID --value) != {pid} ]"
        emulated.until(f"systemctl -q is-failed {SCREEN} || ({changed} && systemctl -q is-active {SCREEN})")
    emulated.until(f"systemctl -q is-active wondertable-fallback@{SCREEN}")
    emulated.picture(PICTURES / "text.png")
    said = emulated.console()
    assert "W O N D E R T A B L E" in said
    assert "The screen has stopped again and again" in said
    assert f"Phones can go on:  {WAY_IN.rstrip('/')}" in said
    assert "Reason    signal 9" in said
    assert emulated.run("readlink /opt/wondertable/current") in said


def test_where_the_card_refuses_xorg_draws_and_takes_two_fingers(emulated):
    see_the_lobby(emulated)
    emulated.project()
    emulated.run(
        f"systemctl stop {SCREEN}; mkdir -p /srv/said; cp /opt/wondertable/current/hardware/appliance/screen /srv/said"
    )
    write(emulated, "/srv/said/wondertable", SAYS)
    emulated.run("chmod 755 /srv/said/*")
    write(emulated, f"/run/systemd/system/{SCREEN}.service.d/no-card.conf", NO_CARD)
    touchscreen = Touchscreen(emulated)
    emulated.run(f"systemctl daemon-reload; systemctl reset-failed; systemctl start {SCREEN}")
    emulated.until(f"{ENTRIES} | grep -q 'so Xorg is tried'", SLOW)
    emulated.until(f"{ENTRIES} | grep -q ^ready", SLOW)
    assert emulated.run("pgrep --count Xorg") == "1"
    until(lambda: any(code.startswith(WAY_IN) for code in emulated.codes()), "no code can be read", SLOW)
    emulated.picture(PICTURES / "xorg.png")
    fingers = {(300, 590), (720, 9)}
    emulated.run(touchscreen.touches(*sorted(fingers)))
    emulated.until(f"[ $({ENTRIES} | grep -c ^up) -ge 2 ]")
    felt = {(int(x), int(y)) for x, y in re.findall(r"^down (\d+) (\d+)$", emulated.run(ENTRIES), re.MULTILINE)}
    assert felt == fingers
    assert emulated.run(f"{ENTRIES} | grep -c ^down") == "2", "each of them once"


def test_it_is_powered_off_by_exactly_that_user_and_leaves_a_last_picture(emulated):
    see_the_lobby(emulated)
    asks = f"busctl call {' '.join(MANAGER)} CanPowerOff"
    assert emulated.run(f"runuser -u wondertable -- {asks}") == 's "yes"'
    assert emulated.run(f"runuser -u nobody -- {asks}") != 's "yes"'
    emulated.project()
    wish = f"cd {PROJECT} && PYTHONPATH=/opt/wondertable/current/site:. python3 -m tests.appliance.at_the_table"
    emulated.run(f"({wish} /var/lib/wondertable power >/dev/null 2>&1 &)")
    shown: list[bytes] = []  # one after the other, as long as the graphics card is there

    def ended() -> bool:
        seen = emulated.picture(emulated.home / "seen.png")
        with Image.open(seen) as picture:
            whole = picture.size == emulated.size
        if whole and brightness(seen) > WORDS and not emulated.codes() and seen.read_bytes() not in shown[-1:]:
            shown.append(seen.read_bytes())
            (PICTURES / f"off-{len(shown)}.png").write_bytes(shown[-1])
        return emulated.off()

    until(ended, "it does not power off", SLOW)
    assert shown, "nothing was to be read before it was dark"


def test_its_wifi_is_chosen_on_the_screen_and_phones_may_use_its_own(emulated):
    """By two pretended radios: see on_a_radio.py."""
    see_the_lobby(emulated)
    said = emulated.script("tests.appliance.on_a_radio")
    (PICTURES / "wifi.txt").write_text(said + "\n")
    assert said.endswith("PASSED")
    may = "nmcli --terse --fields PERMISSION,VALUE general permissions | grep settings.modify.system"
    assert emulated.run(f"runuser -u wondertable -- {may}").endswith(":yes")
    assert not emulated.run(f"runuser -u nobody -- {may}").endswith(":yes")
    at_the_table(emulated, "hotspot")
    until(lambda: any(code.startswith("WIFI:") for code in emulated.codes()), "its code cannot be read", SLOW)
    emulated.picture(PICTURES / "hotspot.png")
    (code,) = {code for code in emulated.codes() if code.startswith("WIFI:")}  # the same at several places
    name = emulated.run("nmcli --get-values GENERAL.CONNECTION device show wlan0")
    assert f";S:{name};" in code.replace("WIFI:", ";"), "phones join the network that is open"


def test_a_pad_is_pressed_lights_shine_and_both_are_unplugged_and_back(emulated):
    """A key pad by uinput and an expander by i2c-stub, both of Debian's own kernel: see at_the_pads.py."""
    emulated.run(f"systemctl stop {SCREEN}; udevadm settle")
    said = emulated.script("tests.appliance.at_the_pads")
    (PICTURES / "pads.txt").write_text(said + "\n")
    assert said.count("ok  ") >= 23, said
