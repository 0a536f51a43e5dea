"""A started table helps at once in a first game, whatever becomes of the process that thinks."""

import os
import signal
from contextlib import suppress
from pathlib import Path

import pytest

from tests.running import Refused, RunningTable, eventually


def thinker_pids(table):
    """List the thinker's process ids, whichever thread of the table started it."""
    tasks = Path(f"/proc/{table.process.pid}/task").glob("*/children")
    pids = [int(pid) for task in tasks for pid in task.read_text().split()]
    return [pid for pid in pids if b"think" in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")]


@pytest.mark.rotated
@pytest.mark.sampled(3)
@pytest.mark.parametrize(("game", "seats"), [("duel", 2), ("architects", 2), ("seven-wonders", 3)])
async def test_hint_and_coach_answer_while_the_thinker_is_stuck(tmp_path, game, seats):
    table = await RunningTable(tmp_path, "table", "--host-address", "127.0.0.1").ready()
    try:
        async with table.screen() as screen:
            await screen.send("set-game", game=game, guided=True)
            await screen.send("set-seats", count=seats)
            keys = [await table.join(screen.ticket(n), f"P{n}") for n in range(1, seats + 1)]
            await screen.send("set-seat", seat=1, coach=True)
            if game != "seven-wonders":
                await screen.send("set-game", first=1)
            assert thinker_pids(table) == []
            await screen.send("start")
            await eventually(lambda: bool(thinker_pids(table)))
            os.kill(thinker_pids(table)[0], signal.SIGSTOP)
            await screen.send("skip-opening")
        async with table.phone(keys[0]) as person:
            await person.send("ask-hint", seat=1)
            await person.until(
                lambda: bool(person.hints) and (person.hints[0]["action"] or not person.hints[0]["thinking"])
            )
            [asked] = person.questions
            assert person.hints[0]["action"] in asked["legal"]
            with suppress(Refused):
                await person.send("act", seat=1, question=asked["number"], action=asked["legal"][-1])
    finally:
        for pid in thinker_pids(table):
            os.kill(pid, signal.SIGKILL)
        table.kill()
