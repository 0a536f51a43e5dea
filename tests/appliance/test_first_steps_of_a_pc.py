"""A PC with the image whose owner chooses language and Wi-Fi on its screen, by touch."""

import pytest

from tests.appliance import image
from tests.appliance.machine import PICTURES
from tests.appliance.on_a_radio import HOME
from tests.appliance.owner import Owner

pytestmark = pytest.mark.root
PASSWORD = "warmhouse"


def test_owner_chooses_language_and_wifi_by_touch(image_of_a_pc):
    made = image.Started(image_of_a_pc, "uefi")
    try:
        image.is_well(made)
        owner = Owner(made)
        made.script("tests.appliance.on_a_radio", "home", PASSWORD, ">/run/home", "2>&1", "&")
        made.until("grep -q open /run/home")
        owner.tap("lang de")
        made.picture(PICTURES / "image-language.png")
        owner.come_to("more", "next")
        owner.tap("more")
        owner.tap("settings")
        owner.tap("this-machine")
        owner.reach("wifi")
        made.picture(PICTURES / "image-wifi.png")
        owner.reach("country DE")
        owner.tap(f"network {HOME}")
        owner.write(PASSWORD)
        owner.sees(lambda seen: f"Der Tisch ist in „{HOME}“." in seen["words"], "the home")
        made.picture(PICTURES / "image-home.png")
        assert made.run("nmcli --get-values GENERAL.CONNECTION device show wlan0") == HOME
    finally:
        made.end()
