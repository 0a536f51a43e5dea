"""A disk that was written with the image of a PC, and starts by UEFI and by a BIOS; its plug is pulled.

The image is made by whichever test comes first, in a quarter of an hour, and kept. Pictures are in build/machine.
"""

import faulthandler

import pytest

from tests.appliance import image
from tests.appliance.conftest import PICTURES, SLOW
from tests.appliance.container import until
from tests.appliance.machine import brightness

pytestmark = pytest.mark.root
WORDS = 0.003  # of a picture, as much as words take


@pytest.fixture(scope="module", params=["uefi", "bios"])
def started(request):
    if why := image.missing():
        pytest.skip(why)
    faulthandler.cancel_dump_traceback_later()  # it takes longer than tests may
    PICTURES.mkdir(parents=True, exist_ok=True)
    made = image.Started(image.made("pc"), request.param)
    made.firmware = request.param
    try:
        yield made
    finally:
        made.end()


def is_well(made):
    """It serves its page, draws, and nothing has failed; the disk is the data's, and the system is only read."""
    made.until("[ -e /run/wondertable-screen/shown ]", SLOW)
    made.until("python3 -c 'import urllib.request as u; u.urlopen(\"http://127.0.0.1/\")' 2>/dev/null", SLOW)
    assert made.run("systemctl --failed --no-legend") == ""
    assert int(made.run("df --output=size -B 1000000 /var | tail -n 1")) > 6000
    assert made.run("findmnt -n -o OPTIONS / | cut -d , -f 1") == "ro"
    assert "Traceback" not in made.run("journalctl --boot --unit 'wondertable*' --output cat")


def test_it_starts_with_its_first_page_and_again_after_its_plug_was_pulled(started):
    is_well(started)
    until(lambda: brightness(started.picture(started.home / "seen.png")) > WORDS, "nothing is drawn", SLOW)
    started.picture(PICTURES / f"image-{started.firmware}.png")
    before = started.run("cat /etc/machine-id; readlink -f /opt/wondertable/current")
    assert started.run("grep -c '^[^:]*:[^!*]' /etc/shadow || true") == "0", "no password opens anything"
    assert started.tries("pgrep -a 'sshd|agetty|login'")[0] == 1
    started.run("systemd-analyze time >/dev/kmsg; sync")
    started.pull()
    started.again()
    is_well(started)
    assert started.run("cat /etc/machine-id; readlink -f /opt/wondertable/current") == before
