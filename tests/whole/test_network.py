"""A whole game with phones on two networks, of which the first goes: one of the night (tests/nights/network.py)."""

import json
import subprocess
import sys

import pytest

from tests.app.browser.phones import CHROMIUM
from tests.nights import network
from tests.nights.links import missing
from tests.running import ROOT


@pytest.mark.full
def test_game_continues_on_the_second_network_when_the_first_fails():
    if why := missing() or ("" if CHROMIUM else "no Chromium on this machine"):
        pytest.skip(why)
    command = [sys.executable, "-m", network.MODULE, "play", "two-networks", "duel"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["rows"] == found["wishes"] == found["answered"] > 30
    assert network.TWO in found["page at"]
    assert max(found["back"]) < network.BACK
