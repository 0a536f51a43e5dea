"""A person at a real window: looks at what is drawn there, and moves the pointer of its display. Knows no game."""

import asyncio
import json
import subprocess
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from tests.running import RunningTable, eventually
from tests.sight import display

AGAIN = 0.35  # seconds from one tap on a thing to the next: the screen takes a sooner one for a slip
EYES = Path(__file__).parent / "eyes"


class Window:
    """The window of `wondertable run` on its own display. Things have the screen's names."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._environment = environment
        self._drawn = Path(environment["DRAWN"])
        self._tapped: set[str] = set()

    def drawn(self) -> dict[str, Any]:
        """Return what is visible now; see `eyes`."""
        with suppress(FileNotFoundError):
            found: dict[str, Any] = json.loads(self._drawn.read_text())
            return found
        return {"rev": -1, "process": 0, "parts": [], "words": [], "things": {}}

    def things(self, begins: str = "", rank: int = 0) -> list[str]:
        """List the touchable things whose names begin so, of that rank at least, in order."""
        found = self.drawn()["things"].items()
        return sorted(key for key, (_, _, has) in found if key.startswith(begins) and has >= rank)

    async def sees(self, key: str) -> tuple[str, str]:
        """Wait until something can be touched; where."""
        found: list[str] = []

        def look() -> bool:
            drawn = self.drawn()
            found[:] = _locate_thing(drawn, key) if key in drawn["things"] else ()
            return bool(found)

        await eventually(look)
        return found[0], found[1]

    async def tap(self, key: str, goes: str = "") -> None:
        """Tap what is there, or comes, and wait until something has changed since it was seen.

        `goes`: the part it lies on, which goes by itself after a while, as those of a game's end do. Where it has gone
        before it is tapped, or in that moment, nothing is missing.
        """
        if key in self._tapped:
            await asyncio.sleep(AGAIN)
        self._tapped.add(key)
        before: dict[str, Any] = {}

        def look() -> bool:
            before.update(self.drawn())
            return key in before["things"] or (bool(goes) and goes not in before["parts"])

        await eventually(look)
        if key in before["things"]:
            self.touch(*_locate_thing(before, key))
            await eventually(lambda: self.drawn() != before)

    def touch(self, x: str, y: str) -> None:
        """Tap there, whatever comes of it."""
        self._say("mousemove", x, y, "mousedown", "1", "mouseup", "1")

    def press(self, key: str) -> None:
        """Press a key of a keyboard."""
        self._say("key", key)

    async def hold(self, key: str, until: Callable[[], bool]) -> None:
        """Hold the pointer on a thing until the condition is true."""
        self._say("mousemove", *await self.sees(key), "mousedown", "1")
        await eventually(until)
        self._say("mouseup", "1")

    def _say(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], env=self._environment, check=True)


def _locate_thing(drawn: dict[str, Any], key: str) -> tuple[str, str]:
    x, y, _ = drawn["things"][key]
    return str(x), str(y)


class House:
    """`wondertable run` with its window on a display, as people start it; again after it was killed."""

    def __init__(self, folder: Path, environment: dict[str, str], words: Sequence[str]) -> None:
        self._folder, self._words = folder, words
        self.environment = environment | {"DRAWN": str(folder / "drawn.json"), "PYTHONPATH": str(EYES)}
        self.window = Window(self.environment)
        self.framebuffer = Path(environment["FRAMEBUFFER"])

    async def start(self) -> RunningTable:
        self.table = RunningTable(self._folder, "run", *self._words, env=self.environment)
        return await self.table.ready()


@asynccontextmanager
async def open_house(folder: Path, size: tuple[int, int], *words: str) -> AsyncIterator[House]:
    """Start a house with welcome done and animations off."""
    (folder / "settings").mkdir(parents=True)
    (folder / "settings" / "settings.json").write_text('{"welcomed": true, "motion": false}')
    with display(*size) as environment:
        house = House(folder, environment, ("--size", "{}x{}".format(*size), "--host-address", "127.0.0.1", *words))
        try:
            await house.start()
            yield house
        finally:
            house.table.end()
