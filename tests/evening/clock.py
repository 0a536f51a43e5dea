"""Time that costs nothing to wait for: a clock, and a loop that sleeps by moving it."""

import asyncio
import selectors
from collections.abc import Callable
from threading import Condition, Event, Lock, get_ident
from typing import Any


class Clock:
    """`now`: seconds of the monotonic clock; `ahead`: seconds by which the computer's date is ahead of it."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.ahead = 1_760_000_000.0

    def time(self) -> float:
        return self.now

    def date(self) -> float:
        return self.now + self.ahead


class _Asleep(selectors.SelectSelector):
    """A selector without input from outside: waiting only moves the clock."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise RuntimeError("nothing will ever happen any more")
        self._clock.now += timeout
        return []


class SimLoop(asyncio.SelectorEventLoop):
    """A loop on that clock. Listening and connecting are those of tests/evening/wire.py."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(_Asleep(clock))
        self._clock = clock
        self._own = get_ident()
        self._beside: Event | None = None  # another thread sleeps, until that
        self._here = Condition()  # a thread sleeps, or has come back
        self._calls = 0  # from other threads
        self.failures: list[dict[str, Any]] = []  # what nobody caught
        self.set_exception_handler(lambda _, context: self.failures.append(context))

    def time(self) -> float:
        return self._clock.now

    # ---- a thread beside the loop: either runs, and never both --------------------------------------------

    def sleep(self, seconds: float) -> None:
        """Move the clock on. In another thread, block it while the loop continues."""
        if get_ident() == self._own:
            self._clock.now += seconds
            return
        wakes = Event()
        with self._here:
            self._beside = wakes
            self.call_later(seconds, self.wake)
            self._here.notify()
        wakes.wait()

    def wait(self, ended: Lock) -> bool:
        """Wait until another thread releases `ended` or sleeps. Return whether the lock was acquired."""
        while not ended.acquire(timeout=0.001):
            if self._beside is not None:
                return False
        return True

    @property
    def sleeps(self) -> bool:
        """Return whether another thread sleeps."""
        return self._beside is not None

    def wake(self) -> None:
        """Wake the sleeping thread; it runs until it sleeps again or calls the loop."""
        if self._beside is None:
            return
        with self._here:
            wakes, self._beside, calls = self._beside, None, self._calls
            wakes.set()
            self._here.wait_for(lambda: self._beside is not None or self._calls > calls)

    def call_soon_threadsafe(self, *args: Any, **more: Any) -> Any:
        if get_ident() == self._own:
            return super().call_soon_threadsafe(*args, **more)
        with self._here:
            found = super().call_soon_threadsafe(*args, **more)
            self._calls += 1
            self._here.notify()
        return found

    async def sock_accept(self, sock: Any) -> Any:
        return await sock.accept()

    async def connect_accepted_socket(self, protocol_factory: Any, sock: Any, **_: Any) -> Any:
        protocol = protocol_factory()
        return sock.served_by(protocol), protocol

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> Any:
        """Run `func` immediately: the timing of a real thread would not be repeatable."""
        done = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as problem:
            done.set_exception(problem)
        return done
