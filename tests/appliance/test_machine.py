"""A machine that is the table: it draws with Xorg where the card refuses, joins a Wi-Fi, and hears a key pad.

Its pictures are kept in build/machine.
"""

import re

import pytest

from tests.appliance.conftest import see_the_lobby
from tests.appliance.container import until
from tests.appliance.machine import PICTURES, PROJECT, SLOW, WAY_IN, Touchscreen

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
PINS = ("135791", "864209")  # another, and that of the stick
SCREEN_SCRIPT = f"""#!/bin/sh
export PYTHONPATH=/opt/wondertable/current/site PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
[ "$*" != "screen --which" ] || exit 0  # on none that were ours to choose
exec python3 {PROJECT}/tests/hardware/touched.py /var/lib/wondertable kiosk
"""


def test_xorg_fallback_draws_and_takes_two_fingers(emulated):
    see_the_lobby(emulated)
    emulated.project()
    emulated.run(
        f"systemctl stop {SCREEN}; mkdir -p /srv/said; cp /opt/wondertable/current/hardware/appliance/screen /srv/said"
    )
    emulated.write("/srv/said/wondertable", SCREEN_SCRIPT)
    emulated.run("chmod 755 /srv/said/*")
    emulated.write(f"/run/systemd/system/{SCREEN}.service.d/no-card.conf", NO_CARD)
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


def test_wifi_is_chosen_on_the_screen_and_phones_can_use_the_hotspot(emulated):
    """By two pretended radios: see on_a_radio.py."""
    see_the_lobby(emulated)
    said = emulated.script("tests.appliance.on_a_radio")
    (PICTURES / "wifi.txt").write_text(said + "\n")
    assert said.endswith("PASSED")
    may = "nmcli --terse --fields PERMISSION,VALUE general permissions | grep settings.modify.system"
    assert emulated.run(f"runuser -u wondertable -- {may}").endswith(":yes")
    assert not emulated.run(f"runuser -u nobody -- {may}").endswith(":yes")
    emulated.at_the_table("hotspot")
    until(lambda: any(code.startswith("WIFI:") for code in emulated.codes()), "its code cannot be read", SLOW)
    emulated.picture(PICTURES / "hotspot.png")
    (code,) = {code for code in emulated.codes() if code.startswith("WIFI:")}  # the same at several places
    name = emulated.run("nmcli --get-values GENERAL.CONNECTION device show wlan0")
    assert f";S:{name};" in code.replace("WIFI:", ";"), "phones join the network that is open"


def test_key_pad_and_expander_lights_survive_unplugging(emulated):
    """A key pad by uinput and an expander by i2c-stub, both of Debian's own kernel: see at_the_pads.py."""
    emulated.run(f"systemctl stop {SCREEN}; udevadm settle")
    said = emulated.script("tests.appliance.at_the_pads")
    (PICTURES / "pads.txt").write_text(said + "\n")
    assert said.count("ok  ") >= 23, said


def test_stick_with_a_pin_file_sets_a_new_pin_and_runs_nothing(emulated):
    """One as it is bought, plugged into a port: who has lost the PIN has this table again."""
    see_the_lobby(emulated)
    emulated.project()
    emulated.run("journalctl --sync; touch /run/before")
    emulated.plug_in("stick", {"wondertable-pin.txt": f"{PINS[1]}\r\n", "run.sh": "#!/bin/sh\ntouch /run/ran\n"})
    emulated.until("[ $(stat -c %Y /var/lib/wondertable/settings/pin.json) -ge $(stat -c %Y /run/before) ]", SLOW)
    emulated.until("systemctl is-active --quiet wondertable && [ ! -e /run/wondertable-stick/wondertable-pin.txt ]")
    tried = [emulated.at_the_table("pin", pin) for pin in PINS]
    assert tried == ["pin-wrong", ""]
    emulated.run("[ ! -e /run/ran ] && ! grep -q /dev/sd /proc/mounts")
    emulated.unplug("stick")
