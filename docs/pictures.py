"""Makes the pictures of the README from a running table: `.venv/bin/python -m docs.pictures`.

Needs what `./setup.sh test` installs.
"""

import asyncio
import io
import random
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.async_api import async_playwright

from tests.app.browser.phones import CHROMIUM, FLAGS
from tests.running import Guest, RunningTable
from tests.sight import display, picture

FOLDER = Path(__file__).parent / "pictures"
SIZE = (1280, 720)
QUALITY = 88  # of WebP
PHONE = (390, 664)  # where the three cards that are asked for are seen whole
PEOPLE = ("Ada", "Ben", "Cleo", "Dora")
WONDERS = ("giza", "rhodes", "alexandria", "ephesus")
ACTIONS = 60  # played before the picture of the game
DUEL_ACTIONS = 38  # in the second age
TRAVELS = 1.0  # seconds until a card has arrived, or a marker is turned
SETTLE_SECONDS = 7.0  # seconds until every movement, and a completed wonder, is over
ENDS = 14.0  # seconds until the end of a game has been shown, and its sheet lies there


async def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    async with welcomed_table("pictures") as (table, screen, framebuffer):
        await _play(table, screen, framebuffer)


@asynccontextmanager
async def welcomed_table(seed: str) -> AsyncIterator[tuple[RunningTable, Guest, Path]]:
    """Run a table past its first start in a window: the table, its screen, and the file of what the window shows."""
    with display(*SIZE) as environment, tempfile.TemporaryDirectory() as folder:
        settings = Path(folder) / "settings"
        settings.mkdir()
        (settings / "settings.json").write_text('{"welcomed": true}')
        words = ("run", "--seed", seed, "--size", "{}x{}".format(*SIZE), "--host-address", "192.168.1.5")
        table = await RunningTable(Path(folder), *words, env=environment).ready()
        try:
            async with table.screen() as screen:
                yield table, screen, Path(environment["FRAMEBUFFER"])
        finally:
            table.end()


async def _play(table: RunningTable, screen: Guest, framebuffer: Path) -> None:
    rng = random.Random(8)
    await screen.send("set-seats", count=len(PEOPLE))
    key = await table.join(screen.ticket(1), PEOPLE[0])
    for seat, (name, wonder) in enumerate(zip(PEOPLE, WONDERS, strict=True), start=1):
        played = {"by": "touch", "name": name} if seat in (2, 3) else {}
        await screen.send("set-seat", seat=seat, wonder=wonder, **played)
    async with table.phone(key):
        await asyncio.sleep(SETTLE_SECONDS)
        save(framebuffer, FOLDER / "lobby.webp")
        await screen.send("set-seat", seat=4, by="touch", name=PEOPLE[3])
        await screen.send("start")
        await screen.until(lambda: bool(screen.questions))
        acted = 0
        while acted < ACTIONS or not _offers_everything(screen.questions[0]):
            await screen.act(lambda legal: sensible(legal, rng))
            acted += 1
        await asyncio.sleep(SETTLE_SECONDS)
        save(framebuffer, FOLDER / "table.webp")
    await _phone(f"http://127.0.0.1:{table.port}/seat/{key}", "phone.webp")
    await _markers(screen, rng)
    save(framebuffer, FOLDER / "markers.webp")
    while screen.table["phase"] == "game":
        await screen.act(lambda legal: sensible(legal, rng))
    await asyncio.sleep(ENDS)
    save(framebuffer, FOLDER / "end.webp")
    await screen.send("to-lobby")
    await _duel(screen, framebuffer, rng)


async def _duel(screen: Guest, framebuffer: Path, rng: random.Random) -> None:
    """Play to the second age of Duel with two of the seats."""
    for seat in (3, 4):
        await screen.send("set-seat", seat=seat, by="free")
    await screen.send("set-seat", seat=1, by="touch", name=PEOPLE[0])
    await screen.send("set-game", game="duel", mode="play")
    await screen.send("start")
    await screen.until(lambda: bool(screen.questions))
    for _ in range(DUEL_ACTIONS):
        await screen.act(lambda legal: sensible(legal, rng))
    await asyncio.sleep(SETTLE_SECONDS)
    save(framebuffer, FOLDER / "duel.webp")


async def _markers(screen: Guest, rng: random.Random) -> None:
    """Play until a card has brought two horns; turn one marker by hand, and leave the other."""
    while len((screen.table["ritual"] or {"open": ()})["open"]) != 2:
        await screen.act(lambda legal: sensible(legal, rng))
    await asyncio.sleep(TRAVELS)
    await screen.send("turn-marker", marker=screen.table["ritual"]["open"][0])
    await asyncio.sleep(TRAVELS)


def _offers_everything(asked: dict[str, Any]) -> bool:
    """Check that it is Ada's turn, with three stacks to take from."""
    return asked["seat"] == 1 and {"take left", "take center", "take right"} <= set(asked["legal"])


def sensible(legal: list[str], rng: random.Random) -> str:
    """Build and take tokens where that is possible."""
    return rng.choice([text for text in legal if text.startswith(("build", "progress", "extra"))] or legal)


async def _phone(address: str, file: str) -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = await browser.new_page(viewport={"width": PHONE[0], "height": PHONE[1]}, has_touch=True)
        await page.goto(address)
        await page.get_by_role("heading").first.wait_for()
        await asyncio.sleep(1)
        keep_png(await page.screenshot(), FOLDER / file)
        await browser.close()


def save(framebuffer: Path, file: Path) -> None:
    """Save what an X server shows."""
    keep(grab(framebuffer), file)


def grab(framebuffer: Path) -> Image.Image:
    """Return what an X server shows."""
    width, height, lines = picture(framebuffer)
    return Image.frombytes("RGB", (width, height), b"".join(lines), "raw", "BGRX")


def keep(image: Image.Image, file: Path) -> None:
    """Save a picture, small enough for a page, or without loss where its name says PNG."""
    image.save(file, **({"optimize": True} if file.suffix == ".png" else {"quality": QUALITY, "method": 6}))


def keep_png(png: bytes, file: Path) -> None:
    """Save what a browser shows."""
    keep(Image.open(io.BytesIO(png)).convert("RGB"), file)


if __name__ == "__main__":
    asyncio.run(main())
