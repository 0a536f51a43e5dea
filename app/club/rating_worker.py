"""A worker that counts ratings while the club runs, at most half of the time, and then scrubs removed names."""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Final

from app.club.database import DatabaseProblem
from app.club.ratings import Ratings

REST: Final = 1.0  # seconds until what came meanwhile is counted: all of it at once
AGAIN: Final = 5.0  # seconds after which a database that could not be used is tried again

log = logging.getLogger(__name__)


class Counting:
    """Counts what is due when it is woken, and calls `scrub` then. `dates`: seconds since 1970."""

    def __init__(self, ratings: Ratings, scrub: Callable[[], None], dates: Callable[[], float]) -> None:
        self._ratings, self._scrub, self._dates = ratings, scrub, dates
        self._woken = asyncio.Event()
        self._woken.set()

    def wake(self) -> None:
        """Something came that may be due."""
        self._woken.set()

    async def run(self) -> None:
        """Until it is cancelled."""
        clock = asyncio.get_running_loop().time
        while await self._woken.wait():
            self._woken.clear()
            began = clock()
            try:
                more = await asyncio.to_thread(partial(self._ratings.go_on, self._dates()))
                if not more:
                    await asyncio.to_thread(self._scrub)
            except DatabaseProblem as problem:  # who asks for a page hears of it
                log.info("ratings wait for the database: %s", problem.code)
                await asyncio.sleep(AGAIN)
                more = True
            if more:
                self._woken.set()
            await asyncio.sleep(clock() - began if more else REST)
