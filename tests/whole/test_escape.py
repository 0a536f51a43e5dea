"""Escape in a window of a desktop: it asks, and takes away what lies there; the table goes on."""

import pytest

from tests.running import eventually
from tests.whole.window import open_house


@pytest.mark.full
async def test_escape_asks_before_it_ends_the_table(tmp_path):
    async with open_house(tmp_path / "data", (1280, 720)) as house, house.table.screen() as guest:
        window = house.window
        await window.sees("more")
        window.press("Escape")
        await window.sees("yes")
        assert "Switch off?" in window.drawn()["words"]
        window.press("Escape")
        await eventually(lambda: "yes" not in window.things())
        await window.tap("more")
        window.press("Escape")
        await eventually(lambda: "close" not in window.things())
        assert house.table.process.poll() is None
        assert guest.table["phase"] == "lobby"
