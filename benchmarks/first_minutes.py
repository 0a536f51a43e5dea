"""Touches and seconds until the first action of a game.

`python -m benchmarks.first_minutes [--pictures FOLDER] [--image | ADDRESS …]` counts seconds and touches until the
first legal action of a game of four phones: from a fresh clone of the last commit, with the commands of the README and
touches on a window; from an emulated PC with the image, with touches on its screen (--image, as root); or from the
address in a running table's code (one for all four, or four). Phones are four pages of Chromium that open the address,
type a name and sit down; one of them starts the game. The seconds are machine time: nobody reads, thinks or types.

Needs what `./setup.sh test` installs, and for a clone a network, from which the table's packages are installed.
"""

import argparse
import asyncio
import os
import platform
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.async_api import BrowserContext, Page, TimeoutError, async_playwright

from tests.app.browser.phones import CHROMIUM, FLAGS
from tests.appliance import image
from tests.appliance.conftest import see_the_lobby
from tests.appliance.container import until
from tests.appliance.machine import WAY_IN
from tests.appliance.owner import Owner
from tests.running import free_port
from tests.sight import codes, display, picture
from tests.whole.window import EYES, Window

ROOT: Final = Path(__file__).resolve().parents[1]
NAMES: Final = ("Ada", "Ben", "Cleo", "Dora")
WINDOW: Final = (1280, 800)  # of a usual touchscreen of 10 inches
PHONE: Final = {"width": 390, "height": 664}
PATIENCE: Final = 1800.0  # seconds until what has to come counts as missing
LOOK: Final = 0.1  # seconds between two looks
WIDE: Final = 480, 240  # pixels, of a picture of the window, and of a phone's
SKIPPED: Final = 5000  # milliseconds until it has gone
SKIP: Final = '[data-do="skip-opening"]'
OFFERED: Final = "#ask button[data-do], #ask form label:has(input)"
CONFIRM_BUTTON: Final = "#ask form button.go:not([disabled])"  # what was chosen


@dataclass
class Count:
    """The steps done so far, with touches and seconds."""

    folder: Path | None
    look: Callable[[Path], object] | None = None  # keeps what the table's screen shows as PNG, if there is one
    began: float = field(default_factory=time.monotonic)
    touches: int = 0
    _last: tuple[float, int] = (0.0, 0)

    def __post_init__(self) -> None:
        print("| step | seconds | touches | so far |\n|---|---|---|---|", flush=True)

    async def end_step(self, step: str, name: str, page: Page | None = None) -> None:
        """Record the step that has ended, and save a picture of a phone or of the window."""
        now = time.monotonic() - self.began
        print(f"| {step} | {now - self._last[0]:.1f} | {self.touches - self._last[1]} | {now:.0f} s |", flush=True)
        if self.folder is not None and (page or self.look):
            await self._save_picture(self.folder / f"{name}.webp", page)
        self.resume()  # nobody waits for a picture

    def begin(self) -> None:
        """Start counting here."""
        self.began = time.monotonic()

    def leave_out(self, step: str, seconds: float) -> None:
        """Print another measurement, and exclude it from the count."""
        print(f"| {step} | {seconds:.1f} | 0 | not counted |", flush=True)
        self.began += seconds
        self.resume()

    def resume(self) -> None:
        """Exclude the time since the last step from the next one."""
        self._last = time.monotonic() - self.began, self.touches

    async def _save_picture(self, file: Path, page: Page | None) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        shot, wide = file.with_suffix(".png"), WIDE[1] if page else WIDE[0]
        if page is not None:
            await page.screenshot(path=shot)
        elif self.look is not None:
            self.look(shot)
        with Image.open(shot) as seen:
            seen.convert("RGB").resize((wide, round(seen.height * wide / seen.width))).save(file, quality=70, method=6)
        shot.unlink()

    async def tap(self, page: Page, what: str) -> None:
        self.touches += 1
        await page.locator(what).first.tap()


async def from_a_clone(count: Count, folder: Path) -> None:
    """Follow the README, then touch the window."""
    clone = folder / "wondertable"
    subprocess.run(["git", "clone", "-q", "--depth", "1", ROOT.as_uri(), clone], check=True)
    await count.end_step("`git clone …`", "clone")
    with display(*WINDOW) as environment:
        framebuffer = Path(environment["FRAMEBUFFER"])
        count.look = partial(keep, framebuffer)
        environment |= {"DRAWN": str(folder / "drawn.json"), "PYTHONPATH": str(EYES)}
        size = "{}x{}".format(*WINDOW)
        words = ["--data-dir", str(folder / "data"), "--port", "0", "--size", size, "--host-address", "127.0.0.1"]
        table = subprocess.Popen([clone / "setup.sh", "run", *words], cwd=clone, env=environment)
        try:
            await _window(count, table, Window(environment))
            await from_codes(count, codes(framebuffer))
        finally:
            table.send_signal(signal.SIGINT)
            table.wait()


async def _window(count: Count, table: "subprocess.Popen[bytes]", window: Window) -> None:
    """Answer the first pages. Return the codes of the four seats in the lobby."""

    async def wait_for_picture(key: str) -> None:
        end = time.monotonic() + PATIENCE
        while key not in window.drawn()["things"]:
            assert table.poll() is None, "the table has ended by itself"
            assert time.monotonic() < end, f"the window never showed {key}"
            await asyncio.sleep(LOOK)

    async def tap(key: str) -> None:
        await wait_for_picture(key)
        count.touches += 1
        await window.tap(key)

    await wait_for_picture("lang en")
    await count.end_step("`./setup.sh run`: packages into `.venv`, and the first picture", "language")
    await tap("lang en")
    for _ in range(4):  # language, corners, size, and that is all
        await tap("next")
    await wait_for_picture("more")
    await count.end_step("language, corners and size of the screen", "lobby")


def keep(framebuffer: Path, file: Path) -> None:
    """Save a picture of a display."""
    width, height, rows = picture(framebuffer)
    Image.frombytes("RGB", (width, height), b"".join(rows), "raw", "BGRX").save(file)


async def from_an_image(count: Count) -> None:
    """Follow the owner's manual, with touches on the machine's own screen."""
    if why := image.missing("pc"):
        sys.exit(f"no machine can be emulated here: {why}")
    disk = image.made("pc")
    here = f"127.0.0.1:{free_port()}"
    count.begin()
    made = image.Started(disk, "uefi", network=f",hostfwd=tcp:{here}-:80")
    try:
        count.look = made.picture
        made.until("[ -e /run/wondertable-screen/shown ]", image.SLOW)
        image.draws(made)  # its first pages come out of the dark
        await count.end_step("switched on: the first picture", "image-language")
        owner = Owner(made)
        count.resume()  # eyes for this program are nobody's wait
        owner.tap("lang en")
        owner.come_to("more", "next")
        count.touches += owner.touches
        await count.end_step("language, corners and size of the screen", "image-lobby")
        count.leave_out("switched off and on again: the first code", _another_day(made))
        seats: set[str] = set()

        def read() -> bool:
            seats.update(each for each in made.codes() if "/join/" in each)
            return len(seats) == len(NAMES)

        until(read, "no codes can be read", image.SLOW)
        addresses = [each.replace(WAY_IN, f"http://{here}/") for each in sorted(seats)]
        await from_codes(count, addresses)
    finally:
        made.end()


def _another_day(made: image.Started) -> float:
    """Return the seconds from switching on to a readable code, after the first questions have been answered."""
    made.run("sync")
    made.pull()
    began = time.monotonic()
    made.again()
    see_the_lobby(made)
    return time.monotonic() - began


async def from_codes(count: Count, addresses: Sequence[str]) -> None:
    """Seat the phones and start the game from one of them."""
    each = [addresses[0]] * len(NAMES) if len(addresses) < len(NAMES) else addresses
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        phones = []
        for name, address in zip(NAMES, each, strict=False):
            context: BrowserContext = await browser.new_context(
                viewport={"width": PHONE["width"], "height": PHONE["height"]}, has_touch=True, locale="en-GB"
            )
            context.set_default_timeout(PATIENCE * 1000)
            phones.append(page := await context.new_page())
            count.touches += 1  # on what the camera has read
            await page.goto(address)
            await count.tap(page, "input[name=name]")
            await page.keyboard.type(name)
            if name == NAMES[0]:
                await count.end_step("the first phone scans a code, and a name is typed", "phone", page)
            await count.tap(page, "button.go")
            await page.wait_for_selector("html[data-link=live]")
        await count.end_step("it sits down; the other three do the same", "seated", phones[0])
        await count.tap(phones[0], '#start [data-do="start"]')
        asked = await _find_asked_phone(count, phones)
        await count.end_step("one of them starts the game, and somebody is asked", "asked", asked)
        question = asked.locator("#head [data-question]").first
        before = await question.get_attribute("data-question")
        await count.tap(asked, OFFERED)
        if await asked.locator(CONFIRM_BUTTON).count():
            await count.tap(asked, CONFIRM_BUTTON)
        await asked.wait_for_function(
            "before => document.querySelector('#head [data-question]')?.dataset.question !== before", arg=before
        )
        await count.end_step("the first action has been taken", "acted", asked)
        await browser.close()


async def _find_asked_phone(count: Count, phones: Sequence[Page]) -> Page:
    """Return the phone that may act, after skipping what is shown before."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for page in phones:
            if await page.locator(SKIP).first.is_visible():
                with suppress(TimeoutError):  # it may have gone by itself just now, or take no touch yet
                    await page.locator(SKIP).first.tap(timeout=SKIPPED)
                    count.touches += 1
                    await page.wait_for_selector(SKIP, state="hidden", timeout=SKIPPED)
            if await page.locator(OFFERED).first.is_visible():
                return page
        await asyncio.sleep(LOOK)
    raise AssertionError("nobody is asked anything")


async def main(words: Sequence[str]) -> None:
    parser = argparse.ArgumentParser("python -m benchmarks.first_minutes", description=__doc__.split("\n")[0])
    parser.add_argument("addresses", nargs="*", metavar="ADDRESS", help="what a code of a running table says")
    parser.add_argument("--image", action="store_true", help="an emulated PC that is switched on with the image")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="keep a picture of each step there")
    args = parser.parse_args(words)
    count = Count(args.pictures)
    if args.image:
        await from_an_image(count)
    elif args.addresses:
        await from_codes(count, args.addresses)
    else:
        with tempfile.TemporaryDirectory() as folder:
            await from_a_clone(count, Path(folder))
    cores, busy = len(os.sched_getaffinity(0)), os.getloadavg()[0]
    machine = f"{platform.machine()}, {cores} cores, {busy:.0f} programs that want them; no Raspberry Pi"
    print(f"\n{count.touches} touches; {machine}; nobody reads, thinks or types")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
