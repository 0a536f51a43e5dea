"""Queue of changes to the table, run one after the other on a worker thread, so that a slow disk blocks only writers.

The event loop waits while the worker runs, so the table's data belongs to one thread at a time. Only while the worker
waits for the disk (`disk`) for longer than MOMENT_SECONDS does the loop go on: it answers pings and renders pages from
the previous state, and further changes wait in the queue. Then it waits for the worker again, which applies what is
stored and notifies listeners.

Changing threads costs a tap a third of a millisecond. It is paid on every disk, as any may become slow.
"""

import asyncio
from collections.abc import Callable
from contextvars import copy_context
from queue import SimpleQueue
from threading import Lock, Thread, current_thread
from typing import Any, Final, Protocol, TypeVar

MOMENT_SECONDS: Final = 0.02  # the loop waits for that long first: resuming it costs more than most disk waits
SLOW_SECONDS: Final = 0.5  # a longer wait is reported as a slow disk
SLOW_NOTICE_SECONDS: Final = 2.0  # the notice stays for that long after the last such wait

T = TypeVar("T")


class WriteQueue(Protocol):
    """A queue of changes to the table, applied one after the other."""

    async def take(self, work: Callable[[], T]) -> T:
        """Call `work` once all earlier work is done and nobody else changes anything; return its result."""


class DirectQueue:
    """A queue that runs each change at once, in the calling thread."""

    async def take(self, work: Callable[[], T]) -> T:
        return work()


def wait_moment(ended: Lock) -> bool:
    """Wait up to MOMENT_SECONDS for a lock; return True if it was acquired."""
    return ended.acquire(timeout=MOMENT_SECONDS)


class _QueuedWork:
    """A change in the queue, with its result or exception.

    `disk_answered`: set while the loop runs during a disk wait. `loop_waits`: released once the loop waits again.
    """

    __slots__ = ("_context", "_work", "at_disk", "disk_answered", "ended", "loop_waits", "problem", "result")

    # Any: each change has its own result.
    def __init__(self, work: Callable[[], Any]) -> None:
        self._work, self._context = work, copy_context()
        self.result: Any = None
        self.problem: BaseException | None = None
        self.at_disk = False
        self.disk_answered: asyncio.Future[None] | None = None
        self.ended, self.loop_waits = Lock(), Lock()
        self.ended.acquire()
        self.loop_waits.acquire()

    def run(self) -> None:
        try:
            self.result = self._context.run(self._work)
        except BaseException as problem:
            self.problem = problem
        self.ended.release()


class ThreadedQueue:
    """A queue on a worker thread. `slow` is called with True once the disk is slow, with False when it no longer is.

    `wait`: blocks the loop for a moment; returns True if the change has ended.
    """

    def __init__(
        self, loop: asyncio.AbstractEventLoop, slow: Callable[[bool], None], wait: Callable[[Lock], bool] = wait_moment
    ) -> None:
        self._loop, self._slow, self._wait = loop, slow, wait
        self._queue_lock = asyncio.Lock()
        self._turn: _QueuedWork | None = None
        self._switch = Lock()  # guards `at_disk` and `disk_answered`
        self._is_slow_reported = False
        self._fast_timer: asyncio.TimerHandle | None = None
        self._closed = False
        self._background_tasks: set[asyncio.Task[None]] = set()
        self._work_items: SimpleQueue[_QueuedWork | None] = SimpleQueue()
        self._thread = Thread(target=self._work, name="table", daemon=True)
        self._thread.start()

    async def take(self, work: Callable[[], T]) -> T:
        """Run `work` in the queue. A cancelled caller is cancelled only once the work is stored."""
        async with self._queue_lock:
            return await self._run_in_thread(work)

    async def _run_in_thread(self, work: Callable[[], T]) -> T:
        turn = self._turn = _QueuedWork(work)
        self._work_items.put(turn)
        cancelled = False
        while not self._wait(turn.ended):
            if self._is_at_disk(turn):
                cancelled |= await self._run_loop_until_stored(turn)
        self._turn = None
        if cancelled:
            raise asyncio.CancelledError
        try:
            if turn.problem is not None:
                raise turn.problem
            result: T = turn.result
            return result
        finally:
            del turn  # else the exception would keep itself alive by its traceback

    def begin(self, work: Callable[[], None]) -> None:
        """Queue work that nobody waits for and that may take long; ignored after `close`."""
        if self._closed:
            return
        task = self._loop.create_task(self.take(work))
        self._background_tasks.add(task)
        task.add_done_callback(self._background_tasks.discard)

    def disk(self, wait: Callable[[], None]) -> None:
        """Call `wait`, which blocks on the disk; on the worker thread the loop may run meanwhile."""
        turn = self._turn if current_thread() is self._thread else None
        if turn is None:
            wait()
            return
        turn.at_disk = True
        try:
            wait()
        finally:
            self._wait_for_loop(turn)

    def _wait_for_loop(self, turn: _QueuedWork) -> None:
        """Block the worker until the loop waits again, after the disk has answered."""
        with self._switch:
            turn.at_disk = False
            back = turn.disk_answered
        if back is not None:
            self._loop.call_soon_threadsafe(back.set_result, None)
            turn.loop_waits.acquire()

    async def close(self) -> None:
        """Wait until all queued work has ended, and accept no more."""
        self._closed = True
        await self._queue_lock.acquire()
        self._work_items.put(None)
        self._thread.join()
        if self._fast_timer is not None:
            self._fast_timer.cancel()

    def _work(self) -> None:
        while (turn := self._work_items.get()) is not None:
            turn.run()

    def _is_at_disk(self, turn: _QueuedWork) -> bool:
        """Return True if the worker waits for the disk, so that the loop may continue."""
        with self._switch:
            if turn.at_disk:
                turn.disk_answered = self._loop.create_future()
            return turn.at_disk

    async def _run_loop_until_stored(self, turn: _QueuedWork) -> bool:
        """Run the loop until the disk has answered. Return True if the caller was cancelled."""
        assert turn.disk_answered is not None
        cancelled, says = False, self._loop.call_later(SLOW_SECONDS, self._report_slow)
        while not turn.disk_answered.done():
            try:
                await asyncio.wait((turn.disk_answered,))
            except asyncio.CancelledError:
                cancelled = True
        says.cancel()
        if self._is_slow_reported:
            self._fast_timer = self._fast_timer or self._loop.call_later(SLOW_NOTICE_SECONDS, self._report_fast)
        turn.disk_answered = None
        turn.loop_waits.release()
        return cancelled

    def _report_slow(self) -> None:
        if self._fast_timer is not None:
            self._fast_timer.cancel()
            self._fast_timer = None
        if not self._is_slow_reported:
            self._is_slow_reported = True
            self._slow(self._is_slow_reported)

    def _report_fast(self) -> None:
        self._fast_timer, self._is_slow_reported = None, False
        self._slow(self._is_slow_reported)
