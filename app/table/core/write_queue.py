"""One after the other changes the table, and while the disk is slow only those wait who change something.

The table works in a thread of its own. The loop waits for it meanwhile, so what the table owns belongs to one thread at
a time. Only while the table waits for the disk (`disk`), and that takes more than a moment, the loop goes on: it
answers pings, makes pages and tells who is there, all of it of how things stood before, and whoever wants to change
something waits in line. Then it waits for the table again, which makes true what is stored now, and tells everybody.

To go from thread to thread costs a tap a third of a millisecond, on every disk: none is known to stay quick.
"""

import asyncio
from collections.abc import Callable
from contextvars import copy_context
from queue import SimpleQueue
from threading import Lock, Thread, current_thread
from typing import Any, Final, Protocol, TypeVar

MOMENT_SECONDS: Final = 0.02  # for which all wait for the disk: to let the loop continue costs more than most waits
SLOW_SECONDS: Final = 0.5  # of one wait, after which people are told
SLOW_NOTICE_SECONDS: Final = 2.0  # after the last such wait, for which the notice stays

T = TypeVar("T")


class WriteQueue(Protocol):
    """A queue of changes to the table, applied one after the other."""

    async def take(self, work: Callable[[], T]) -> T:
        """Call `work` once all earlier work is done and nobody else changes anything; return its result."""


class DirectQueue:
    """For a table whose disk is waited for."""

    async def take(self, work: Callable[[], T]) -> T:
        return work()


def moment(ended: Lock) -> bool:
    """Wait for a moment until it is free; whether it is."""
    return ended.acquire(timeout=MOMENT_SECONDS)


class _QueuedWork:
    """One of them. `back`: where the loop goes on meanwhile, whether the disk has answered."""

    __slots__ = ("_context", "_work", "at_disk", "back", "ended", "goes_on", "problem", "result")

    # Any: whatever it is that is done in a turn, and comes of it.
    def __init__(self, work: Callable[[], Any]) -> None:
        self._work, self._context = work, copy_context()
        self.result: Any = None
        self.problem: BaseException | None = None
        self.at_disk = False
        self.back: asyncio.Future[None] | None = None
        self.ended, self.goes_on = Lock(), Lock()
        self.ended.acquire()
        self.goes_on.acquire()

    def do(self) -> None:
        try:
            self.result = self._context.run(self._work)
        except BaseException as problem:
            self.problem = problem
        self.ended.release()


class ThreadedQueue:
    """Turns in the table's own thread. `slow` is told when the disk keeps people waiting, and when it no longer does.

    `wait`: how the loop waits for a turn, for a moment; whether that has ended.
    """

    def __init__(
        self, loop: asyncio.AbstractEventLoop, slow: Callable[[bool], None], wait: Callable[[Lock], bool] = moment
    ) -> None:
        self._loop, self._slow, self._wait = loop, slow, wait
        self._line = asyncio.Lock()
        self._turn: _QueuedWork | None = None
        self._switch = Lock()  # of who goes on
        self._said = False
        self._unsays: asyncio.TimerHandle | None = None
        self._closed = False
        self._begun: set[asyncio.Task[None]] = set()
        self._to_do: SimpleQueue[_QueuedWork | None] = SimpleQueue()
        self._thread = Thread(target=self._work, name="table", daemon=True)
        self._thread.start()

    async def take(self, work: Callable[[], T]) -> T:
        """Run `work` in the queue. A cancelled caller is cancelled only once the work is stored."""
        async with self._line:
            return await self._aside(work)

    async def _aside(self, work: Callable[[], T]) -> T:
        """Run the work in the table's thread."""
        turn = self._turn = _QueuedWork(work)
        self._to_do.put(turn)
        cancelled = False
        while not self._wait(turn.ended):
            if self._lets_go(turn):
                cancelled |= await self._until_stored(turn)
        self._turn = None
        if cancelled:
            raise asyncio.CancelledError
        try:
            if turn.problem is not None:
                raise turn.problem
            result: T = turn.result
            return result
        finally:
            del turn  # else the problem would keep itself, by its traceback

    def begin(self, work: Callable[[], None]) -> None:
        """Take a turn for which nobody waits, and which may take long; none once this is closed."""
        if self._closed:
            return
        task = self._loop.create_task(self.take(work))
        self._begun.add(task)
        task.add_done_callback(self._begun.discard)

    def disk(self, wait: Callable[[], None]) -> None:
        """Wait for the disk; called in a turn. (Whoever has none holds up everybody.)"""
        turn = self._turn if current_thread() is self._thread else None
        if turn is None:
            wait()
            return
        turn.at_disk = True
        try:
            wait()
        finally:
            self._goes_on(turn)

    def _goes_on(self, turn: _QueuedWork) -> None:
        """Continue after the disk has answered, once the loop waits again."""
        with self._switch:
            turn.at_disk = False
            back = turn.back
        if back is not None:
            self._loop.call_soon_threadsafe(back.set_result, None)
            turn.goes_on.acquire()

    async def close(self) -> None:
        """Wait until all turns have ended, and accept no more."""
        self._closed = True
        await self._line.acquire()
        self._to_do.put(None)
        self._thread.join()
        if self._unsays is not None:
            self._unsays.cancel()

    def _work(self) -> None:
        while (turn := self._to_do.get()) is not None:
            turn.do()

    def _lets_go(self, turn: _QueuedWork) -> bool:
        """Return True if the loop may continue because the table waits for the disk."""
        with self._switch:
            if turn.at_disk:
                turn.back = self._loop.create_future()
            return turn.at_disk

    async def _until_stored(self, turn: _QueuedWork) -> bool:
        """Run the loop until the disk has answered. Return True if the caller was cancelled."""
        assert turn.back is not None
        cancelled, says = False, self._loop.call_later(SLOW_SECONDS, self._say)
        while not turn.back.done():
            try:
                await asyncio.wait((turn.back,))
            except asyncio.CancelledError:
                cancelled = True
        says.cancel()
        if self._said:
            self._unsays = self._unsays or self._loop.call_later(SLOW_NOTICE_SECONDS, self._unsay)
        turn.back = None
        turn.goes_on.release()
        return cancelled

    def _say(self) -> None:
        if self._unsays is not None:
            self._unsays.cancel()
            self._unsays = None
        if not self._said:
            self._said = True
            self._slow(True)

    def _unsay(self) -> None:
        self._unsays, self._said = None, False
        self._slow(False)
