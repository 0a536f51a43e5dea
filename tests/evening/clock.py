"""Time that costs nothing to wait for: a clock, and a loop that sleeps by moving it."""

import asyncio
import selectors
from collections.abc import Callable
from typing import Any


class Clock:
    """`now`: seconds by the clock that nobody sets; `ahead`: by how much the computer's date runs before that."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.ahead = 1_760_000_000.0

    def time(self) -> float:
        return self.now

    def date(self) -> float:
        return self.now + self.ahead


class _Asleep(selectors.SelectSelector):
    """Nothing comes from outside, so waiting is only a matter of the clock."""

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
        self.failures: list[dict[str, Any]] = []  # what nobody caught
        self.set_exception_handler(lambda _, context: self.failures.append(context))

    def time(self) -> float:
        return self._clock.now

    async def sock_accept(self, sock: Any) -> Any:
        return await sock.accept()

    async def connect_accepted_socket(self, protocol_factory: Any, sock: Any, **_: Any) -> Any:
        protocol = protocol_factory()
        return sock.served_by(protocol), protocol

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> Any:
        """At once: a thread would do it when it likes."""
        done = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as problem:
            done.set_exception(problem)
        return done
