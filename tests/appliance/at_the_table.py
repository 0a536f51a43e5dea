"""`at_the_table.py FOLDER welcome | begin | lobby | tell`: speaks as the screen to the table of that folder's run.json.

`welcome` ends the first start, `begin` starts a game, `lobby` lays one aside; all print the running game's number, and
who sits there.
"""

import asyncio
import sys
import time
from pathlib import Path

from app.protocol.client import RunFile, read_run
from tests.running import RunningTable


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


async def main(folder: Path, wish: str) -> None:
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
        print(screen.table["game_id"], *(seat["name"] or "-" for seat in screen.table["seats"]))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2]))
