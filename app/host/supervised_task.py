"""Supervision of optional background tasks: a failing task is restarted, and the table continues."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

log = logging.getLogger(__name__)

RESTART_SECONDS = 3.0  # after a failure


async def supervise(
    name: str, work: Callable[[], Awaitable[None]], sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
) -> None:
    """Run an optional task and restart it whenever it fails. The first failure is logged."""
    has_logged = False
    while True:
        try:
            await work()
        except Exception:
            if not has_logged:
                log.exception("%s has failed and begins again; the table goes on", name)
            has_logged = True
        else:
            return
        await sleep(RESTART_SECONDS)
