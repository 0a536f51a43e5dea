"""From a wish at the table to the sound device: the horn is heard, on a driver that writes to a file."""

import os
import subprocess
from array import array
from contextlib import suppress
from pathlib import Path

import pytest

from tests.running import Refused, RunningTable, eventually

AUDIBLE_LEVEL = 500  # of 32767


def loudest(stream: Path) -> int:
    """Return the largest sample that was played; -1 while the device is closed."""
    played = stream.read_bytes() if stream.exists() else b""
    return max(map(abs, array("h", played[: len(played) // 2 * 2])), default=-1)


@pytest.mark.rotated
async def test_running_table_plays_the_horn_and_is_silent_before(tmp_path):
    stream = tmp_path / "played"
    environment = os.environ | {
        "SDL_VIDEODRIVER": "offscreen",
        "SDL_AUDIODRIVER": "disk",
        "SDL_DISKAUDIOFILE": str(stream),
    }
    table = RunningTable(tmp_path, "run", "--size", "800x480", env=environment, output=subprocess.DEVNULL)
    try:
        await table.ready()
        async with table.screen() as guest:
            await eventually(lambda: loudest(stream) == 0)  # open, and silent

            async def heard() -> bool:
                with suppress(Refused):  # a horn rests for a second
                    await guest.send("horn")  # again: a screen that was away for a moment has not heard of it
                return loudest(stream) > AUDIBLE_LEVEL

            await eventually(heard)
        assert table.end() == 0
    finally:
        table.end()
