"""Wi-Fi by a real pointer in a real window: from the settings into a network, and then into one of the table's own.

Its short sample is in tests/app/host/test_wifi.py, which speaks as the screen does.
"""

import pytest

from tests.radio import PSK
from tests.running import eventually
from tests.sight import codes
from tests.whole.window import open_house

PASSWORD = "warm house 42"


async def tap_on_any_page(window, key):
    """Tap something that may lie on a later page."""
    await eventually(lambda: key in window.things() or "later" in window.things())
    while key not in window.things():
        await window.tap("later")
    await window.tap(key)


async def type_text(window, text):
    for sign in text:
        await window.tap(f"key {sign}")
    await window.tap("ok")


@pytest.mark.full
async def test_pointer_joins_a_wifi_network_and_opens_the_hotspot(air, tmp_path):
    air([("Home", 80, PSK, PASSWORD), ("Next door", 30, PSK, "other")])
    async with open_house(tmp_path / "data", (1280, 720)) as house, house.table.screen() as guest:
        window, said = house.window, lambda: " ".join(house.window.drawn()["words"])
        await window.tap("more")
        await window.tap("settings")
        await tap_on_any_page(window, "wifi")
        await window.tap("network Home")
        await type_text(window, "cold house")
        await eventually(lambda: "The password of “Home” was not accepted." in said())
        await window.tap("network Home")
        await type_text(window, PASSWORD)
        await eventually(lambda: "The table is in “Home”." in said())
        await window.tap("hotspot")
        await window.tap("yes")
        await window.tap("close")
        await eventually(lambda: any(code.startswith("WIFI:T:WPA;S:Wondertable-") for code in codes(house.framebuffer)))
        wifi = next(code for code in codes(house.framebuffer) if code.startswith("WIFI:"))
        free = [seat["seat"] for seat in guest.table["seats"] if seat["by"] == "free"]
        await eventually(lambda: codes(house.framebuffer).count(wifi) == len(free))
        await window.tap("more")
        await window.tap("settings")
        await tap_on_any_page(window, "wifi")
        await window.tap("home")
        await eventually(lambda: "The table is in “Home”." in said())
        await window.tap("close")
        await eventually(lambda: wifi not in codes(house.framebuffer))
