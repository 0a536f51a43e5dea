"""What a service can do without: where it fails, everything else goes on."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

log = logging.getLogger(__name__)

AGAIN = 3.0  # seconds until something that has failed begins again


async def optional(
    what: str,
    work: Callable[[], Awaitable[None]],
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Do what a table can do without: where it fails, that is said once, it begins again, and the table goes on."""
    said = False
    while True:
        try:
            await work()
        except Exception:
            if not said:
                log.exception("%s has failed and begins again; the table goes on", what)
            said = True
        else:
            return
        await sleep(AGAIN)
