"""A screen that dies at every start, from what people have set: what they see, and how they get it back."""

import asyncio
from pathlib import Path

import pytest

from tests.running import eventually
from tests.sight import display
from tests.whole.window import House

FAULTS = Path(__file__).parent / "faults"
SIZE = 800, 480
FREE = "4", "4"  # nothing lies there


@pytest.mark.full
async def test_crashing_screen_restarts_plain_and_its_settings_can_be_changed(tmp_path):
    (tmp_path / "settings").mkdir()
    (tmp_path / "settings" / "settings.json").write_text('{"welcomed": true, "motion": false, "bright": true}')
    with display(*SIZE) as environment:
        house = House(tmp_path, environment, ("--size", "{}x{}".format(*SIZE), "--host-address", "127.0.0.1"))
        house.environment["PYTHONPATH"] = str(FAULTS)
        table, window = await house.start(), house.window
        try:
            async with table.screen() as guest:
                await touch_until(window, "as set")
                assert any("so it now has plain settings" in word for word in window.drawn()["words"])
                window.touch(*await window.sees("as set"))  # the screen dies again and again
                await touch_until(window, "as set")
                await guest.send("set-table", bright=False)
                plain = window.drawn()["process"]
                await window.tap("as set")
                await eventually(lambda: window.drawn()["process"] != plain and bool(window.things("more")))
                assert "panel plain" not in window.drawn()["parts"]
                assert not guest.table["settings"]["bright"]
        finally:
            assert table.end() == 0


async def touch_until(window, key):
    """Touch anything on the screen until a thing with this key appears."""
    before = window.drawn()["process"]

    async def look():
        if key in window.things() and window.drawn()["process"] != before:
            return True
        window.touch(*FREE)
        await asyncio.sleep(0.5)
        return False

    await eventually(look)
