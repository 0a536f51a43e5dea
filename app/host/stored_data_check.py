"""The integrity check of all stored data, soon after a start and once a day. Damage is repaired and reported."""

import asyncio
import threading
from collections.abc import Callable
from typing import Final

FIRST_CHECK_SECONDS: Final = 10.0  # after the start, when clients have been served
CHECK_INTERVAL_SECONDS: Final = 86_400.0


async def check_regularly(check: Callable[[Callable[[], bool]], bool], repair: Callable[[], None]) -> None:
    """Run `check` regularly on a thread of its own, and `repair` whenever it returns False, until cancelled."""
    ended, pause = threading.Event(), FIRST_CHECK_SECONDS
    try:
        while True:
            await asyncio.sleep(pause)
            pause = CHECK_INTERVAL_SECONDS
            if not await asyncio.to_thread(check, ended.is_set):
                repair()
    finally:
        ended.set()
