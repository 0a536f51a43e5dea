"""Makes pictures of moments of 7 Wonders from a running table: `.venv/bin/python -m docs.moments FOLDER [WxH …]`.

To lay beside what was designed. Needs what `./setup.sh test` installs.
"""

import asyncio
import random
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any, Final

from docs.pictures import ENDS, SETTLE_SECONDS, save
from tests.running import Guest, RunningTable
from tests.sight import display

SEATS: Final = {"1920x1080": 5, "1280x720": 7, "800x480": 4}  # by size
PEOPLE: Final = ("Idris", "Nora", "Aiko", "Tomás", "Mei", "Lucía", "Sam")
BOARDS: Final = (
    *("babylon-day", "gizah-day", "rhodos-day", "ephesos-day", "roma-day", "olympia-day", "alexandria-day"),
)
MOMENT_SECONDS: Final = 9.0  # seconds until what is shown for a moment has made way for the next


class Evening:
    """A game of people with phones, and a folder for its pictures."""

    def __init__(self, folder: Path, name: str, framebuffer: Path) -> None:
        self._folder, self._name, self._framebuffer = folder, name, framebuffer
        self._rng = random.Random(2)
        self.phones: list[Guest] = []

    async def sit(self, table: RunningTable, screen: Guest, seats: int, stack: AsyncExitStack) -> None:
        """Seat all phones and begin a game with leaders."""
        await screen.send("set-game", game="seven-wonders", variant=["leaders"])
        await screen.send("set-seats", count=seats)
        for seat in range(1, seats + 1):
            key = await table.join(screen.ticket(seat), PEOPLE[seat - 1])
            self.phones.append(await stack.enter_async_context(table.phone(key)))
            await screen.send("set-seat", seat=seat, wonder=BOARDS[seat - 1])
        await screen.send("start")

    async def take(self, moment: str, after: float = SETTLE_SECONDS) -> None:
        """Save a picture after that many seconds."""
        await asyncio.sleep(after)
        save(self._framebuffer, self._folder / f"{moment}-{self._name}.png")

    async def play(self, until: Callable[[dict[str, Any]], bool]) -> None:
        """Answer for all phones until a condition holds for the first of them."""
        first = self.phones[0]
        await first.until(lambda: first.game is not None)
        while first.table["phase"] == "game" and not until(first.game or {}):
            await self.answer(self.phones)

    async def answer(self, phones: Sequence[Guest]) -> None:
        """Answer sensibly for each of these phones that has a question."""
        for phone in phones:
            if phone.questions:
                await phone.act(self._sensible)
        newest = max(phone.rev for phone in self.phones)
        for phone in self.phones:
            await phone.until(partial(is_up_to_date, phone, newest))

    def _sensible(self, legal: list[str]) -> str:
        """Build or recruit where that is possible, now and then a stage."""
        verbs = ("stage", "build", "recruit") if self._rng.random() < 0.3 else ("build", "recruit", "rebuild", "stage")
        for verb in verbs:
            if found := [text for text in legal if text.removeprefix("choose ").startswith(verb)]:
                return self._rng.choice(found)
        return self._rng.choice(legal)


def is_up_to_date(phone: Guest, rev: int) -> bool:
    return phone.rev >= rev


async def moments(folder: Path, name: str) -> None:
    """Save all moments on a screen of one size."""
    width, height = map(int, name.split("x"))
    async with AsyncExitStack() as stack:
        environment = stack.enter_context(display(width, height))
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        (data / "settings").mkdir()
        (data / "settings" / "settings.json").write_text('{"welcomed": true}')
        words = ("run", "--seed", "moments", "--size", name, "--host-address", "192.168.1.5")
        table = await RunningTable(data, *words, env=environment).ready()
        stack.callback(table.end)
        screen = await stack.enter_async_context(table.screen())
        evening = Evening(folder, name, Path(environment["FRAMEBUFFER"]))
        await evening.sit(table, screen, SEATS[name], stack)
        half = evening.phones[: len(evening.phones) // 2]
        await evening.play(lambda game: game["asked"] == "draft" and game["seats"][0]["leaders_left"] > 1)
        await evening.take("draft")
        await evening.play(lambda game: (game["age"], game["turn"]) == (2, 3))
        await evening.answer(half)
        await evening.take("choose")
        await evening.answer(evening.phones)
        await evening.take("reveal", 2)
        await evening.play(lambda game: game["age"] == 3)
        await evening.take("military", MOMENT_SECONDS)
        await evening.play(lambda game: False)
        await evening.take("end", 2 * MOMENT_SECONDS + ENDS)


async def main(folder: Path, names: Sequence[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        await moments(folder, name)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2:] or tuple(SEATS)))
