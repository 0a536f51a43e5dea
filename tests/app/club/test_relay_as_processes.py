"""Whole games with a friend far away through a club's relay: bad lines, a killed club, a killed table, the end."""

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
FURTHER_ANSWERS = 2  # answers of the friend before the club is killed, before the table is, and after that
MOMENT = 1.0  # seconds until the owner's touch has ended it


async def open_relay(screen):
    """Switch the relay on. Return the table's public address."""
    await screen.send("use-relay", on=True)
    await screen.until(lambda: screen.table["network"]["relay"] == "open")
    return screen.table["network"]["public"]


@pytest.mark.full
@pytest.mark.parametrize(("game", "seats"), [("architects", 3), ("duel", 2), ("seven-wonders", 3)])
async def test_friend_plays_on_through_a_relay_when_club_and_table_are_killed(tmp_path, game, seats):
    """Play over two bad lines, friend to club and table to club; test_relay.py has a sample in one process."""
    rng, port = random.Random(game), free_port()
    made, key = certificate(tmp_path)
    words = "--certificate", str(made), "--private-key", str(key), "--host-address", "127.0.0.1", "--relay", str(port)
    club = RunningClub(tmp_path / "club", words=words)
    _, table = await asyncio.gather(club.start(), RunningTable(tmp_path / "table").ready())
    try:
        async with (
            Line(lambda: port, rng, DELAY) as line,
            Line(lambda: club.port, rng, DELAY) as inner,
            aiohttp.ClientSession(
                line.base.replace("http", "https"),
                headers={"Host": f"127.0.0.1:{port}"},
                connector=aiohttp.TCPConnector(ssl=False),
            ) as web,
            asyncio.TaskGroup() as group,
        ):
            friend = Friend(web, rng)

            async def play_on():
                more = friend.acted + FURTHER_ANSWERS
                await friend.until(lambda: friend.acted >= more or "verdict" in friend.parts)

            async with table.screen() as screen:
                [code] = await club.codes(1)
                await Player(screen, 0, rng).join(code, inner.base.replace("http", "https"))
                await choose_game(screen, game, seats)
                home = await open_relay(screen)
                link = await invite(screen)
                assert link.startswith(f"{home}/join/")
                await friend.sit(link.removeprefix(f"https://127.0.0.1:{port}"))
                await screen.send("start")
                await screen.send("skip-opening")
                line.loss = inner.loss = LOSS
                playing = group.create_task(friend.play())
                await play_on()
                club.kill()
                await screen.until(lambda: screen.table["network"]["relay"] == "away")
                await club.start()
                await play_on()
            table.kill()
            table = await RunningTable(tmp_path / "table").ready()
            async with table.screen() as screen:
                assert screen.table["network"]["relay"] == ""
                assert await open_relay(screen) == home
                await play_on()
                await friend.until(lambda: bool(friend.parts.get("verdict")))
                await friend.until(lambda: line.cuts > 0 < inner.cuts)
                line.loss = inner.loss = 0.0
                await friend.until(lambda: friend.is_connected)
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
