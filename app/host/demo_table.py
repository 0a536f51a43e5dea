"""The demo: a table at which bots play, so that a newcomer sees one in action."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final
from uuid import uuid4

import msgspec

from app.protocol.base_messages import Intent
from app.protocol.client_rights import SCREEN
from app.protocol.game_lifecycle_messages import Rematch, SetGame, Start
from app.protocol.rejection import Rejection
from app.protocol.seat_messages import SetSeat, SetSeats
from app.table.core.write_queue import DirectQueue, WriteQueue
from app.table.table import Table

BOT_LEVELS: Final = ("normal", "easy", "normal", "easy")
APPLAUSE_SECONDS: Final = 20.0  # for which the final sheet stays before the next game


class _PhaseField(msgspec.Struct, frozen=True):
    phase: str


async def play_demo(
    table: Table, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep, write_queue: WriteQueue | None = None
) -> None:
    """Seat bots and start a new game after each one, until cancelled; people may join in and change everything."""
    changed, write_queue = asyncio.Event(), write_queue or DirectQueue()
    unsubscribe = table.subscribe(lambda _: changed.set())
    try:
        if _read_phase(table) == "lobby":
            await write_queue.take(partial(_seat_bots, table))
        while True:
            changed.clear()
            if _read_phase(table) == "over":
                await sleep(APPLAUSE_SECONDS)
                if _read_phase(table) == "over":
                    await write_queue.take(partial(_try_intent, table, Rematch(id=uuid4().hex)))
                continue
            await changed.wait()
    finally:
        unsubscribe()


def _seat_bots(table: Table) -> None:
    _try_intent(table, SetSeats(id=uuid4().hex, count=len(BOT_LEVELS)))
    for seat, bot in enumerate(BOT_LEVELS, start=1):
        _try_intent(table, SetSeat(id=uuid4().hex, seat=seat, by="bot", bot=bot))
    _try_intent(table, SetGame(id=uuid4().hex, keep=False))
    _try_intent(table, Start(id=uuid4().hex))


def _try_intent(table: Table, intent: Intent) -> None:
    try:
        table.handle(SCREEN, intent)
    except Rejection:
        return  # a person has already changed this


def _read_phase(table: Table) -> str:
    return msgspec.json.decode(table.snapshot(SCREEN, table.log_end).table, type=_PhaseField).phase
