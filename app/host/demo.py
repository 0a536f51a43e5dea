"""A table that plays by itself, so that a newcomer sees one living."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final
from uuid import uuid4

import msgspec

from app.protocol.base_messages import Intent
from app.protocol.lobby_messages import Rematch, SetGame, Start
from app.protocol.rights import SCREEN, Rejected
from app.protocol.seat_messages import SetSeat, SetSeats
from app.table.core.write_queue import DirectQueue, WriteQueue
from app.table.table import Table

SEATS: Final = ("normal", "easy", "normal", "easy")
APPLAUSE: Final = 20.0  # seconds the final sheet stays before the next game


class _Phase(msgspec.Struct, frozen=True):
    phase: str


async def play(
    table: Table, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep, turns: WriteQueue | None = None
) -> None:
    """Sit bots down and keep games coming; people may join in and change everything."""
    changed, turns = asyncio.Event(), turns or DirectQueue()
    unsubscribe = table.subscribe(lambda _: changed.set())
    try:
        if _phase(table) == "lobby":
            await turns.take(partial(_sit_down, table))
        while True:
            changed.clear()
            if _phase(table) == "over":
                await sleep(APPLAUSE)
                if _phase(table) == "over":
                    await turns.take(partial(_wish, table, Rematch(id=uuid4().hex)))
                continue
            await changed.wait()
    finally:
        unsubscribe()


def _sit_down(table: Table) -> None:
    _wish(table, SetSeats(id=uuid4().hex, count=len(SEATS)))
    for seat, bot in enumerate(SEATS, start=1):
        _wish(table, SetSeat(id=uuid4().hex, seat=seat, by="bot", bot=bot))
    _wish(table, SetGame(id=uuid4().hex, keep=False))
    _wish(table, Start(id=uuid4().hex))


def _wish(table: Table, intent: Intent) -> None:
    try:
        table.handle(SCREEN, intent)
    except Rejected:
        return  # somebody at the table has already changed what this was about


def _phase(table: Table) -> str:
    return msgspec.json.decode(table.snapshot(SCREEN, table.log_end).table, type=_Phase).phase
