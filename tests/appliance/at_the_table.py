"""`at_the_table.py FOLDER WISH`: speaks as the screen to the table whose run.json is in that folder.

`welcome` ends the first start, `begin` starts a game, `lobby` lays one aside, `hotspot` opens the table's own
Wi-Fi, `display NAME` chooses where the screen is, `tell` does nothing; all print the running game's number, and who
sits there. `pin PIN` gives the PIN, and `power [PIN]` powers the machine off; both print the rule by which that was
refused, if it was, and `power` what people are told then. `upkeep WORK` and `carry WHAT` have the machine looked
after; `upkept` prints how that stands.
`phone` lets somebody sit down with one, and play; `play` goes on by touch, and prints a line for each answer.
"""

import asyncio
import json
import sys
import time
from contextlib import suppress
from operator import itemgetter
from pathlib import Path
from typing import Final

from app.protocol.table_client import RunFile, read_run
from tests.running import Guest, Refused, RunningTable

TURNS: Final = 6


class Installed(RunningTable):
    """One that somebody else has started."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.began, self.run = folder, time.monotonic(), RunFile(0, 0, "", "")

    async def answers(self) -> None:
        """Wait until the table accepts the screen; while it starts, the run file may still have the old key."""
        while True:
            with suppress(OSError, ExceptionGroup):
                self.run = read_run(self.folder)
                async with self.screen():
                    return
            await self._patience()


async def by_phone(table: RunningTable, screen: Guest) -> None:
    """Take the first seat by its code, start a game of three, and play with the seats that are there."""
    await screen.send("set-seats", count=3)
    for seat in (2, 3):
        await screen.send("set-seat", seat=seat, by="touch")
    key = await table.join(screen.ticket(1), "Ada")
    await screen.send("start")
    await screen.until(lambda: screen.table["phase"] == "game")
    async with table.phone(key) as phone:
        answered = 0
        for _ in range(TURNS):
            answered = await turn(screen, phone, answered)


async def turn(screen: Guest, phone: Guest, before: int) -> int:
    """Answer the question after number `before` as the person asked, and return its number."""
    await screen.until(lambda: bool(screen.questions) and screen.questions[0]["number"] != before)
    asked = screen.questions[0]
    who = phone if asked["seat"] == 1 else screen
    await who.until(lambda: asked["number"] in [question["number"] for question in who.questions])
    await who.act(itemgetter(0))
    return int(asked["number"])


async def main(folder: Path, wish: str, word: str = "") -> None:
    table = Installed(folder)
    await table.answers()
    async with table.screen() as screen:
        if wish == "welcome":
            await screen.send("set-table", welcomed=True)
        if wish == "begin":
            await screen.send("set-seats", count=3)
            for seat in (1, 2, 3):
                await screen.send("set-seat", seat=seat, by="touch")
            await screen.send("start")
            await screen.until(lambda: screen.table["phase"] == "game")
        if wish == "phone":
            await by_phone(table, screen)
        if wish == "lobby" and screen.table["phase"] == "game":
            await screen.send("lay-aside")
        while wish == "play":
            await screen.act(itemgetter(0))
            print("answered", flush=True)
        if wish == "display":
            await screen.send("set-table", display=word)
        if wish == "hotspot":
            await screen.send("set-hotspot", on=True)
        if wish == "upkeep":
            await screen.send("do-upkeep", work=word)
        if wish == "carry":
            await screen.send("carry", file=word)
        if wish == "upkept":
            print(json.dumps(screen.upkeep))
            return
        if wish in ("pin", "power"):
            try:
                if word:
                    await screen.send("give-pin", pin=word)
                if wish == "power":
                    with suppress(TimeoutError):  # it may have ended before its answer was sent: who asks looks at that
                        await screen.send("shutdown", sure=True, power=True)
            except Refused as no:
                print(": ".join(no.args) if wish == "power" else no.args[0])
            return
        print(screen.table["game_id"], *(seat["name"] or "-" for seat in screen.table["seats"]))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), *sys.argv[2:]))
