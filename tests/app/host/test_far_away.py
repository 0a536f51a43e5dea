"""A whole game with one friend far away, over a line with delay and loss, a restart of the table, and the end."""

import asyncio
import random

import aiohttp
import pytest

from app.protocol.settings_messages import Settings
from app.storage import settings_file
from tests.app.host.far_away import HOST, PROXY_HEADERS, Friend, Line, choose_game, invite
from tests.running import PATIENCE, RunningTable

AT_HOME = "--host-address", "127.0.0.1"
PUBLIC = "--public-address", f"https://{HOST}", "--proxy", "127.0.0.1", *AT_HOME
DELAY, LOSS = 0.15, 0.02  # seconds each way; of the pieces that cut the line
SHORT_DELAY_SECONDS = 0.01
SAMPLE = 8  # answers of the friend; then the table is restarted, in whole games


@pytest.mark.rotated
@pytest.mark.parametrize(
    ("game", "seats", "delay", "loss", "most"),
    [
        ("architects", 2, SHORT_DELAY_SECONDS, 0.1, SAMPLE),
        *(
            pytest.param(game, seats, DELAY, LOSS, None, marks=pytest.mark.full)
            for game, seats in (("architects", 3), ("duel", 2), ("seven-wonders", 3))
        ),
    ],
)
async def test_remote_friend_plays_on_over_a_bad_line_and_a_restart(tmp_path, game, seats, delay, loss, most):
    rng = random.Random(game)
    table = await RunningTable(tmp_path, "table", *PUBLIC).ready()
    try:
        async with (
            Line(lambda: table.port, rng, delay) as line,
            aiohttp.ClientSession(line.base, headers=PROXY_HEADERS) as web,
            asyncio.TaskGroup() as group,
        ):
            friend = Friend(web, rng)
            async with table.screen() as screen:
                await choose_game(screen, game, seats)
                link = await invite(screen)
                await friend.sit(link.removeprefix(f"https://{HOST}"))
                await screen.send("start")
                await screen.send("skip-opening")
            line.loss = loss
            playing = group.create_task(friend.play())
            await friend.until(lambda: friend.acted >= SAMPLE)
            if most is None:
                table.kill()
                table = await RunningTable(tmp_path, "table", *PUBLIC).ready()
                await friend.until(lambda: bool(friend.parts.get("verdict")))
            await friend.until(lambda: line.cuts > 0)
            assert {name for name in friend.parts if name.startswith(("place", "pile"))}
            await friend.until(lambda: friend.connected > 1)
            line.loss = 0.0
            async with table.screen() as screen:
                await screen.send("invite-far", seat=2, cancel=True)
                await friend.until(lambda: bool(friend.ended))
                await screen.until(lambda: not screen.table["seats"][1]["far"])
            await playing
            assert friend.ended == "gone"
            assert (await web.get(friend.path)).status == 404
    finally:
        table.kill()


@pytest.mark.rotated
async def test_public_address_set_at_the_table_is_kept_and_options_override_it(tmp_path):
    stored = Settings(public_address="https://stored.example.org")
    settings_file.save(tmp_path / "settings", stored)
    table = await RunningTable(tmp_path, "table", *AT_HOME).ready()
    try:
        base = f"http://127.0.0.1:{table.port}"
        async with aiohttp.ClientSession(base, headers=PROXY_HEADERS) as web, table.screen() as screen:
            await screen.until(lambda: screen.table["network"]["public"] == stored.public_address)
            await choose_game(screen, "duel", 2)
            await screen.send("set-table", public_address=f"https://{HOST}/")
            await screen.until(lambda: screen.table["network"]["public"] == f"https://{HOST}")
            friend = Friend(web, random.Random(1))
            await friend.sit((await invite(screen)).removeprefix(f"https://{HOST}"))
            async with web.ws_connect(f"{friend.path}/live?page={'a' * 16}", max_msg_size=0) as socket:
                await socket.receive()
                await screen.send("set-table", public_address="")
                async with asyncio.timeout(PATIENCE):
                    while not (await socket.receive()).type.name.startswith("CLOS"):
                        pass
            await screen.until(lambda: screen.table["network"]["public"] is None)
            assert (await web.get(friend.path)).status == 421
            await screen.send("set-table", public_address=stored.public_address)
        table.kill()
        table = await RunningTable(tmp_path, "table", *PUBLIC).ready()
        async with table.screen() as screen:
            await screen.until(lambda: screen.table["network"]["public"] == f"https://{HOST}")
            assert screen.table["settings"]["public_address"] == stored.public_address
    finally:
        table.kill()
