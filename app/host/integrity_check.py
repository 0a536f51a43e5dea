"""A look at all that is stored, soon after a start and once a day: what is damaged is mended, and said."""

import asyncio
import threading
from collections.abc import Callable
from typing import Final

SOON: Final = 10.0  # seconds after the start, when everybody is served
AGAIN: Final = 86_400.0


async def look_after(look: Callable[[Callable[[], bool]], bool], mend: Callable[[], None]) -> None:
    """Until the table ends. `look` is called in a thread of its own, so that nobody waits; False: there is damage."""
    ended, pause = threading.Event(), SOON
    try:
        while True:
            await asyncio.sleep(pause)
            pause = AGAIN
            if not await asyncio.to_thread(look, ended.is_set):
                mend()
    finally:
        ended.set()
