"""Tests of the supervised task that checks everything stored while the table runs, and repairs it if necessary."""

import asyncio

from app.host import stored_data_check


async def test_check_repeats_triggers_repair_and_stops_with_the_table(monkeypatch):
    monkeypatch.setattr(stored_data_check, "FIRST_CHECK_SECONDS", 0.0)
    monkeypatch.setattr(stored_data_check, "CHECK_INTERVAL_SECONDS", 0.0)
    looks, said, mended = [], iter((True, False)), asyncio.Event()

    def look(given_up):
        looks.append(given_up)
        return next(said, True)

    task = asyncio.create_task(stored_data_check.check_regularly(look, mended.set))
    async with asyncio.timeout(30):
        await mended.wait()
    assert not looks[1]()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert looks[1](), "a look that takes long is told to end"
