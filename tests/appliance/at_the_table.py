"""`at_the_table.py FOLDER WISH`: speaks as the screen to the table whose run.json is in that folder.

`welcome` ends the first start, `begin` starts a game, `lobby` lays one aside, `hotspot` opens the table's own
Wi-Fi, `display NAME` chooses where the screen is, `tell` does nothing; all print the running game's number, and who
sits there. `pin PIN` gives the PIN, and `power [PIN]` powers the machine off; both print the rule by which that was
refused, if it was. `upkeep WORK` and `carry WHAT` have the machine looked after; `upkept` prints how that stands.
"""

import asyncio
import json
import sys
import time
from pathlib import Path

from app.protocol.client import RunFile, read_run
from tests.running import Refused, RunningTable


class Installed(RunningTable):
    """One that somebody else has started."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.began, self.run = folder, time.monotonic(), RunFile(0, 0, "", "")

    async def answers(self) -> None:
        while True:
            try:
                self.run = read_run(self.folder)
                (await asyncio.open_connection("127.0.0.1", self.port))[1].close()
            except OSError:
                await self._patience()
            else:
                return


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
        if wish == "lobby" and screen.table["phase"] == "game":
            await screen.send("lay-aside")
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
                    await screen.send("shutdown", sure=True, power=True)
            except Refused as no:
                print(no.args[0])
            return
        print(screen.table["game_id"], *(seat["name"] or "-" for seat in screen.table["seats"]))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), *sys.argv[2:]))
