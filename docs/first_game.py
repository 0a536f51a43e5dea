"""Makes the pictures of docs/install.md, from the empty card to the first game: `.venv/bin/python -m docs.first_game`.

Needs what `./setup.sh test` installs.
"""

import asyncio
import tempfile
from pathlib import Path
from typing import Final

from playwright.async_api import async_playwright

from docs.pictures import FOLDER, SETTLE_SECONDS, keep_png, save
from tests.app.browser.phones import CHROMIUM, FLAGS
from tests.running import RunningTable
from tests.sight import display
from tests.whole.window import House

SIZE: Final = (1024, 600)  # of a usual screen of 7 inches


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder, display(*SIZE) as environment:
        words = ("--seed", "pictures", "--size", "{}x{}".format(*SIZE), "--host-address", "192.168.1.5")
        house = House(Path(folder), environment, words)
        table = await house.start()
        try:
            await _play_first_game(house, table)
        finally:
            table.end()


async def _play_first_game(house: House, table: RunningTable) -> None:
    """Play the first minutes by touch: language, corners, size, a code, the lobby; a phone that sits down; a game."""
    window = house.window
    await window.tap("lang en")
    for step in ("language", "corners", "size"):
        await _save_screen(house, f"first-{step}.webp")
        await window.tap("next")
    await window.tap("next")
    await window.sees("more")
    async with table.screen() as screen:
        await screen.send("set-seats", count=3)
        await _save_screen(house, "first-lobby.webp")
        await _save_page(
            f"http://127.0.0.1:{table.port}/join/{screen.ticket(1)}", FOLDER / "first-phone.webp", (390, 700)
        )
        async with table.phone(await table.join(screen.ticket(1), "Ada")):
            for seat, name in ((2, "Ben"), (3, "Cleo")):
                await screen.send("set-seat", seat=seat, by="touch", name=name)
            await screen.send("start")
            await screen.send("skip-opening")
            await screen.until(lambda: bool(screen.questions))
            await _save_screen(house, "first-game.webp")


async def _save_screen(house: House, file: str) -> None:
    await asyncio.sleep(SETTLE_SECONDS)
    save(house.framebuffer, FOLDER / file)


async def _save_page(address: str, file: Path, size: tuple[int, int]) -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = await browser.new_page(viewport={"width": size[0], "height": size[1]})
        await page.goto(address)
        await page.get_by_role("heading").first.wait_for()
        keep_png(await page.screenshot(), file)
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main())
