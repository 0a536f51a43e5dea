"""Whole games with one friend far away through a club's relay: a bad line, a killed club, and the end by a touch."""

import asyncio
import random
import time

import aiohttp
import pytest

from tests.app.club.clubs import certificate
from tests.app.host.far_away import Friend, Line, choose_game, invite
from tests.nights.club import Player, RunningClub
from tests.running import RunningTable, eventually, free_port

DELAY, LOSS = 0.15, 0.02  # seconds each way; of the pieces that cut the line
KILLED_AT = 8  # answers of the friend
MOMENT = 1.0  # seconds until the owner's touch has ended it


@pytest.mark.full
@pytest.mark.parametrize(("game", "seats"), [("architects", 3), ("duel", 2), ("seven-wonders", 3)])
async def test_a_friend_plays_on_through_a_relay_that_is_killed(tmp_path, game, seats):
    rng, port = random.Random(game), free_port()
    made, key = certificate(tmp_path)
    words = "--certificate", str(made), "--private-key", str(key), "--host-address", "127.0.0.1", "--relay", str(port)
    club = RunningClub(tmp_path / "club", words=words)
    await club.start()
    table = await RunningTable(tmp_path / "table").ready()
    try:
        async with (
            Line(lambda: port, rng, DELAY) as line,
            aiohttp.ClientSession(
                line.base.replace("http", "https"),
                headers={"Host": f"127.0.0.1:{port}"},
                connector=aiohttp.TCPConnector(ssl=False),
            ) as web,
            asyncio.TaskGroup() as group,
            table.screen() as screen,
        ):
            friend = Friend(web, rng)
            [code] = await club.codes(1)
            await Player(screen, 0, rng).join(code, club.address)
            await choose_game(screen, game, seats)
            await screen.send("use-relay", on=True)
            await screen.until(lambda: screen.table["network"]["relay"] == "open")
            home = screen.table["network"]["public"]
            link = await invite(screen)
            assert link.startswith(f"{home}/join/")
            await friend.sit(link.removeprefix(f"https://127.0.0.1:{port}"))
            await screen.send("start")
            await screen.send("skip-opening")
            line.loss = LOSS
            playing = group.create_task(friend.play())
            await friend.until(lambda: friend.acted >= KILLED_AT)
            before = friend.acted
            club.kill()
            await screen.until(lambda: screen.table["network"]["relay"] == "away")
            await club.start()
            await screen.until(lambda: screen.table["network"]["relay"] == "open")
            assert screen.table["network"]["public"] == home
            await friend.until(lambda: bool(friend.parts.get("verdict")))
            assert friend.acted > before
            await friend.until(lambda: line.cuts > 0 and friend.connected > 2)
            line.loss = 0.0
            began, connected = time.monotonic(), friend.connected
            await screen.send("use-relay", on=False)

            async def is_over() -> bool:
                return (await web.get(friend.path)).status == 404

            await eventually(is_over)
            assert time.monotonic() - began < MOMENT + 4 * DELAY
            assert friend.connected == connected
            playing.cancel()
    finally:
        table.kill()
        club.kill()
