"""A pointer at a window taps what is there once, and takes no answer for one that will not come."""

import asyncio
import json

import pytest

from tests.whole.window import AGAIN, Window


class Pointed(Window):
    """A window of which a test says what is drawn. The crown goes when it is tapped."""

    def __init__(self, folder):
        super().__init__({"DRAWN": str(folder / "drawn.json")})
        self.taps = 0
        self.draw("finale")

    def draw(self, *things):
        fresh = self._drawn.with_suffix(".new")
        seen = {"parts": things, "things": {key: (400, 240, 2) for key in things}}
        fresh.write_text(json.dumps({"rev": 1, **seen}))
        fresh.rename(self._drawn)

    def _say(self, *words):
        self.taps += 1
        self.draw("corner turn")


@pytest.fixture
def window(tmp_path):
    return Pointed(tmp_path)


async def test_tap_waits_until_something_has_changed(window):
    await window.tap("finale")
    assert (window.taps, window.things()) == (1, ["corner turn"])


@pytest.mark.sampled(2)
@pytest.mark.parametrize("late", [0.5, 1.5], ids=["before it is tapped again", "while it is tapped again"])
async def test_tap_accepts_an_element_that_vanished_by_itself(window, late):
    await window.tap("finale", goes="finale")
    window.draw("finale")  # the crown comes after the moment, and has its own time
    asyncio.get_running_loop().call_later(AGAIN * late, window.draw, "corner turn")
    if late > 1.0:
        window._say = lambda *words: None  # the pointer comes too late, to what is not there any more
    await window.tap("finale", goes="finale")
    assert window.things() == ["corner turn"]
