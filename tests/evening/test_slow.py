"""A disk that takes 1.5 s: only the device that made a change waits, and people see a notice."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from unittest.mock import patch

import pytest

from app.host import open_table
from tests.evening import doings
from tests.evening.hands import Fetched, PageDevice, get
from tests.evening.house import World, games
from tests.evening.story import Story

SYNC = 1.5  # seconds


def play_evening(folder: Path, play: Callable[[World], Awaitable[None]]) -> None:
    """Run an evening until the screen has a question, then `play`."""
    folder.mkdir()
    world = World(Story("slow", "architects", "play", ("touch", "page", "touch"), True, 0, ()), folder)

    async def evening():
        await world.open()
        await world.gather()
        while not world.screen.list_questions():
            doings.go_on(world, world.rng("slow"))
            await world.pass_time(0.5)
        assert await world.quiet()
        await play(world)

    try:
        with patch.object(open_table.game_list, "shelf", lambda data: games()):
            world.loop.run_until_complete(evening())
    finally:
        world.close()


def act_on_slow_disk(world):
    """Send an action from the screen and slow the disk down. Return the action's id."""
    asked, world.disk.slow = world.screen.list_questions()[0], SYNC
    return world.screen.wish("act", seat=asked.seat, question=asked.number, action=asked.legal[0])["id"]


def slow_notices(world, phone):
    """Return whether the screen and the phone show the notice of a slow disk."""
    return world.screen.table["slow"], "memory card" in phone.parts.get("slow", ("", ""))[1]


def test_slow_disk_blocks_neither_reads_nor_pings_and_publishes_nothing_unstored(tmp_path, monkeypatch):
    async def play(world):
        phone = next(each for each in world.devices if isinstance(each, PageDevice) and each.role == "seat")
        heard, pages, lines, began = [], [], len(world.screen.lines), world.clock.now
        monkeypatch.setattr(phone, "on_message", lambda text, hear=phone.on_message: (heard.append(text), hear(text)))
        phone.wish("set-seat", seat=2, lang="en")
        await world.wait_until(lambda: not phone.pending)
        heard.clear()
        done = act_on_slow_disk(world)
        await world.pass_time(0.3)
        ping = phone.wish("ping")["id"]
        Fetched(world, phone.air, get(phone.home), lambda status, where, body: pages.append(status))
        await world.pass_time(0.1)
        assert slow_notices(world, phone) == (False, False)
        await world.pass_time(0.5)
        assert pages == [200]
        assert any('"pong"' in text and ping in text for text in heard)
        phone.pending.pop(ping)  # a page makes nothing of that
        assert slow_notices(world, phone) == (True, True)
        await world.pass_time(0.5)
        assert done in world.screen.pending
        assert len(world.screen.lines) == lines
        assert not any('"log' in text or '"news' in text for text in heard)
        await world.pass_time(0.4)
        assert world.clock.now - began < 2 * SYNC
        assert done not in world.screen.pending
        assert len(world.screen.lines) > lines
        world.disk.slow = 0.0
        await world.pass_time(3.0)
        assert slow_notices(world, phone) == (False, False)
        assert await world.quiet()

    play_evening(tmp_path / "table", play)


def test_writes_queue_while_the_disk_is_slow(tmp_path):
    async def play(world):
        first, screen = act_on_slow_disk(world), world.screen
        await world.pass_time(0.2)
        then, before = screen.wish("set-table", undo="never")["id"], screen.table["settings"]["undo"]
        await world.pass_time(SYNC)
        assert (first in screen.pending, then in screen.pending) == (False, True)
        assert screen.table["settings"]["undo"] == before != "never"
        await world.pass_time(SYNC)
        assert not screen.pending
        assert {each.table["settings"]["undo"] for each in world.readers()} == {"never"}

    play_evening(tmp_path / "table", play)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("how", "after"), [("kill", 0.4), ("cut", 1.45)])
def test_killed_slow_write_is_stored_wholly_or_not_at_all(tmp_path, how, after):
    async def play(world):
        done, lines = act_on_slow_disk(world), len(world.screen.lines)
        await world.pass_time(after)
        assert world.loop.sleeps
        assert len(world.screen.lines) == lines
        world.die(how)
        await world.wait_until(lambda: done not in world.screen.pending)
        assert await world.quiet()  # and all promises hold: said again, it has acted once
        assert len(world.screen.lines) > lines

    play_evening(tmp_path / "table", play)


def test_failed_slow_write_is_refused_and_changes_nothing(tmp_path):
    async def play(world):
        lines, refused = len(world.screen.lines), []
        world.disk.failing = 1
        hear = world.audit.answer
        world.audit.answer = lambda device, made, rule: (refused.append(rule), hear(device, made, rule))
        act_on_slow_disk(world)
        await world.pass_time(1.2)
        assert not refused
        await world.pass_time(2.0)
        assert refused == ["unwritable"]
        assert len(world.screen.lines) == lines
        world.disk.slow = 0.0
        assert await world.quiet()
        act_on_slow_disk(world)
        await world.pass_time(2.5)
        assert refused[1:] == [""]
        assert len(world.screen.lines) > lines

    play_evening(tmp_path / "table", play)
