"""A worker that counts ratings while the club runs, at most half of the time, and then scrubs removed names."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from app.club.database import DatabaseProblem
from app.club.ratings import Ratings

BATCH_SECONDS: Final = 1.0  # seconds between two batches
RETRY_SECONDS: Final = 5.0  # seconds until the next try after a database error

log = logging.getLogger(__name__)


class RatingWorker:
    """Recounts ratings when woken, then calls `scrub`. `dates`: seconds since 1970."""

    def __init__(self, ratings: Ratings, scrub: Callable[[], None], dates: Callable[[], float]) -> None:
        self._ratings, self._scrub, self._dates = ratings, scrub, dates
        self._woken = asyncio.Event()
        self._woken.set()

    def wake(self) -> None:
        """Wake the worker after a change."""
        self._woken.set()

    async def run(self) -> None:
        """Run until cancelled."""
        clock = asyncio.get_running_loop().time
        while await self._woken.wait():
            self._woken.clear()
            began = clock()
            try:
                more = await asyncio.to_thread(self._ratings.recount_slice, self._dates())
                if not more:
                    await asyncio.to_thread(self._scrub)
            except DatabaseProblem as problem:  # pages report the problem
                log.info("ratings wait for the database: %s", problem.code)
                await asyncio.sleep(RETRY_SECONDS)
                more = True
            if more:
                self._woken.set()
            await asyncio.sleep(clock() - began if more else BATCH_SECONDS)
