"""A NetworkManager with a radio, on a bus of a test's own; it takes its steps as the real one does.

Import `bus` and `air` where they are used. It needs python3-dbusmock, of the system's Python.
"""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

TEMPLATE = Path(__file__).with_name("network_manager_template.py")
PSK, SAE, COMPANY = 0x100, 0x400, 0x200  # how an access point is locked
WAY = "/usr/bin/python3"  # has dbusmock


def lacks():
    """Return why no radio can be simulated, or "" if one can."""
    if not shutil.which("dbus-daemon"):
        return "dbus-daemon is not installed; ./setup.sh test does it"
    found = subprocess.run([WAY, "-c", "import dbusmock"], capture_output=True, check=False)
    return "python3-dbusmock is not installed; ./setup.sh test does it" if found.returncode else ""


@pytest.fixture(scope="module")
def bus():
    """A bus of our own; its address."""
    words = ["dbus-daemon", "--session", "--nofork", "--nosyslog", "--print-address=1"]
    daemon = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    yield daemon.stdout.readline().strip()
    daemon.kill()
    daemon.communicate()


@pytest.fixture
def air(bus, monkeypatch, tmp_path):
    """Starts a NetworkManager with these networks in reach, and what else its template takes."""
    if why := lacks():
        pytest.skip(why)
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", bus)
    running = []

    def start(air, **parameters):
        given = json.dumps({"air": air, **parameters})
        words = [WAY, "-m", "dbusmock", "--system", "--template", TEMPLATE, "-p", given, "-l", tmp_path / "said"]
        with (tmp_path / "wrong").open("w") as wrong:
            running.append(subprocess.Popen(words, stdout=wrong, stderr=wrong))
        return running[-1]

    yield start
    for each in running:
        each.kill()
        each.wait()
    print((tmp_path / "wrong").read_text() if running else "")  # shown where a test fails
