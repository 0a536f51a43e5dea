"""The integrity check of all stored data, soon after a start and once a day. Damage is repaired and reported."""

import asyncio
import threading
from collections.abc import Callable
from typing import Final

FIRST_CHECK_SECONDS: Final = 10.0  # after the start, when clients have been served
CHECK_INTERVAL_SECONDS: Final = 86_400.0


async def check_regularly(look: Callable[[Callable[[], bool]], bool], mend: Callable[[], None]) -> None:
    """Run `look` regularly on a thread of its own, until cancelled. If it returns False, there is damage, and `mend` is
    called.
    """
    ended, pause = threading.Event(), FIRST_CHECK_SECONDS
    try:
        while True:
            await asyncio.sleep(pause)
            pause = CHECK_INTERVAL_SECONDS
            if not await asyncio.to_thread(look, ended.is_set):
                mend()
    finally:
        ended.set()
