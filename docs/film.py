"""Films an evening of a running table: `.venv/bin/python -m docs.film [FILE]` makes docs/pictures/evening.webp.

The screen is filmed in real time while four people play Architects. Needs what `./setup.sh test` installs.
"""

import asyncio
import random
import sys
from collections.abc import Awaitable, Callable
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from PIL import Image, ImageDraw, ImageFont

from app.looks.glyph_coverage import text_fonts
from docs.pictures import ENDS, FOLDER, PEOPLE, WONDERS, grab, sensible, welcomed_table
from tests.running import Guest, RunningTable

FILE: Final = FOLDER / "evening.webp"
WIDE, HIGH, CAPTION = 640, 360, 40  # px, of the screen in the film, and of the words below it
PER_SECOND: Final = 8  # frames
QUALITY: Final = 50  # of WebP
MAX_BYTES: Final = 4_000_000  # bytes
ACTIONS: Final = 30  # between the conflict and the next scene
INK, GROUND = "#f5e9d8", "#14100d"


class Film:
    """Frames of what an X server shows, with a caption."""

    def __init__(self, framebuffer: Path) -> None:
        self._framebuffer = framebuffer
        self._frames: list[Image.Image] = []

    async def shoot(self, caption: str, seconds: float, acts: Callable[[], Awaitable[object]] | None = None) -> None:
        """Record that many seconds; `acts` is called about once a second."""
        for nth in range(round(seconds * PER_SECOND)):
            if acts is not None and nth % PER_SECOND == PER_SECOND // 2:
                await acts()
            self._frames.append(self._frame(caption))
            await asyncio.sleep(1 / PER_SECOND)

    def _frame(self, caption: str) -> Image.Image:
        frame = Image.new("RGB", (WIDE, HIGH + CAPTION), GROUND)
        frame.paste(grab(self._framebuffer).resize((WIDE, HIGH), Image.Resampling.LANCZOS))
        font = ImageFont.truetype(text_fonts()[0], 20)
        ImageDraw.Draw(frame).text((WIDE / 2, HIGH + CAPTION / 2), caption, INK, font, "mm")
        return frame

    def save(self, file: Path) -> str:
        """Save the film, equal frames as one, and say how long and large it is."""
        runs = [(frame, len([*same])) for frame, same in groupby(self._frames)]
        first, *rest = (frame for frame, _ in runs)
        lasts = [many * 1000 // PER_SECOND for _, many in runs]
        film: dict[str, Any] = {"append_images": rest, "duration": lasts, "loop": 0, "minimize_size": True}
        first.save(file, quality=QUALITY, method=4, save_all=True, **film)
        assert file.stat().st_size <= MAX_BYTES, f"{file} is too large"
        return f"{file}: {sum(lasts) / 1000:.0f} s, {len(runs)} frames, {file.stat().st_size} bytes"


async def film(file: Path) -> str:
    """Record an evening, from the lobby to the score sheet."""
    async with welcomed_table("film") as (table, screen, framebuffer):
        made = Film(framebuffer)
        await _evening(table, screen, made)
        return made.save(file)


async def _evening(table: RunningTable, screen: Guest, made: Film) -> None:
    rng, seats = random.Random(8), iter(range(2, len(PEOPLE) + 1))

    async def sit() -> None:
        if seat := next(seats, 0):
            await screen.send("set-seat", seat=seat, by="touch", name=PEOPLE[seat - 1], wonder=WONDERS[seat - 1])

    async def act() -> None:
        if screen.questions:
            await screen.act(lambda legal: sensible(legal, rng))

    async def play_until(done: Callable[[], bool]) -> None:
        while screen.table["phase"] == "game" and not done():
            await act()

    await screen.send("set-seats", count=len(PEOPLE))
    await made.shoot("Scan the code and sit down", 3)
    async with table.phone(await table.join(screen.ticket(1), PEOPLE[0])):
        await screen.send("set-seat", seat=1, wonder=WONDERS[0])
        await made.shoot("with a phone, or by touch", 5, sit)
        await screen.send("set-seat", seat=1, by="touch", name=PEOPLE[0])
    await screen.send("start")
    await made.shoot("The table deals", 5)
    await screen.until(lambda: bool(screen.questions))
    await made.shoot("Take a card, build your wonder", 9, act)
    await play_until(lambda: _is_conflict_near(screen.game))
    while _is_conflict_near(screen.game):
        await made.shoot("Horns turn the markers", 1, act)
    await made.shoot("The last one means conflict", 7)
    played = iter(range(ACTIONS))
    await play_until(lambda: next(played, None) is None)
    await made.shoot("Here lies what all share; secrets are on phones", 7, act)
    await play_until(lambda: False)
    await made.shoot("The first complete wonder ends the game", ENDS)


def _is_conflict_near(game: dict[str, Any] | None) -> bool:
    """Check whether one more horn means conflict."""
    conflict = (game or {"conflict": {"flipped": 0, "tokens": 0}})["conflict"]
    return bool(conflict["flipped"] == conflict["tokens"] - 1)


def main(words: list[str]) -> int:
    """Make the film."""
    print(asyncio.run(film(Path(words[0]) if words else FILE)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
