"""Of two monitors the settings choose one. Pictures are kept in build/machine."""

import pytest

from tests.appliance.conftest import its_screen_never_died, see_the_lobby
from tests.appliance.container import until
from tests.appliance.machine import PICTURES, SCREEN, SLOW

pytestmark = pytest.mark.root
TWO = {"card": "virtio-vga,max_outputs=2"}


@pytest.mark.parametrize("emulated", [TWO], indirect=True, ids=["two"])
def test_settings_choose_one_of_two_monitors(emulated):
    see_the_lobby(emulated)
    emulated.monitor("card0-Virtual-2", "on")
    emulated.run("sleep 15")
    assert emulated.codes(head=1) == [], "the picture stays where it is"
    emulated.at_the_table("display", "Virtual-2")
    see_the_lobby(emulated, head=1)
    emulated.picture(PICTURES / "second.png", head=1)
    emulated.reboot()
    see_the_lobby(emulated)
    assert emulated.property(SCREEN, "NRestarts") == "0"
    emulated.monitor("card0-Virtual-2", "on")
    until(lambda: emulated.codes(head=1) != [], "it goes where people want it as soon as it is there", SLOW)
    its_screen_never_died(emulated)
