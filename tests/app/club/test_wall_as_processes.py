"""A table and a club as processes, and a wall: a turn is seen, kills of the club and of the table are got over."""

from contextlib import AsyncExitStack

import pytest

from tests.app.club.walls import hanging
from tests.nights.club import Player, RunningClub
from tests.running import RunningTable


@pytest.mark.full
async def test_wall_shows_turns_and_recovers_from_kills(tmp_path):
    club = RunningClub(tmp_path / "club")
    async with AsyncExitStack() as stack:
        stack.callback(club.end)
        await club.start()
        table = await RunningTable(tmp_path / "table").ready()
        stack.callback(table.end)
        guest = await stack.enter_async_context(table.screen())
        [code] = await club.codes(1)
        await Player(guest, 0, None).join(code, f"127.0.0.1:{club.port}")
        wall = await stack.enter_async_context(hanging(club.address))

        def shows(*words):
            return lambda: len(wall.tables) == 1 and all(word in next(iter(wall.tables.values())) for word in words)

        for seat, name in enumerate(("Ada", "Ben"), 1):
            await guest.send("set-seat", seat=seat, by="touch", name=name)
        await guest.send("set-seats", count=2)
        await guest.send("set-game", guided=False)
        await wall.until(shows("Ada", "Ben", "No game is running."))
        await guest.send("start")
        await wall.until(shows("Turn 1", 'class="acts"'))

        async def to_turn(turn):
            while guest.game["turn"] < turn:
                await guest.act(lambda legal: legal[0])

        await to_turn(2)
        await wall.until(shows("Turn 2"))

        club.kill()
        await to_turn(3)
        await club.start()
        await wall.until(shows("Turn 3"))
        assert wall.comes >= 2

        table.kill()
        await wall.until(shows("cannot be reached"))
        again = await RunningTable(tmp_path / "table").ready()
        stack.callback(again.end)
        await wall.until(shows("Turn 3", "Ada"))
