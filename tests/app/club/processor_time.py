"""Processor time of what a server does for a request: of its coroutine on the loop's thread, and of its jobs."""

import time
from collections.abc import Awaitable, Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest

from app.web.route_budgets import RouteBudgets


class _Timed:
    """A coroutine whose steps are timed. Other tasks of the loop run between them."""

    def __init__(self, coroutine: Awaitable[Any], spent: list[float]) -> None:
        self._steps, self._spent = coroutine.__await__(), spent

    def __await__(self) -> Generator[Any, Any, Any]:
        step: Callable[[], Any] = lambda: next(self._steps)  # noqa: E731
        while True:
            began = time.thread_time()
            try:
                waits = step()
            except StopIteration as end:
                return end.value
            finally:
                self._spent.append(time.thread_time() - began)
            try:
                value = yield waits
                step = lambda value=value: self._steps.send(value)  # noqa: E731
            except BaseException as problem:
                step = lambda problem=problem: self._steps.throw(problem)  # noqa: E731


def measure(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return a list that gets the seconds of each step and job of all requests from now on."""
    spent: list[float] = []
    submit, run_counted = ThreadPoolExecutor.submit, RouteBudgets.run_counted

    def submits(pool: ThreadPoolExecutor, work: Callable[..., Any], *args: Any, **kwargs: Any) -> Future[Any]:
        def timed() -> Any:
            began = time.thread_time()
            try:
                return work(*args, **kwargs)
            finally:
                spent.append(time.thread_time() - began)

        return submit(pool, timed)

    monkeypatch.setattr(ThreadPoolExecutor, "submit", submits)
    monkeypatch.setattr(RouteBudgets, "run_counted", lambda *args: _Timed(run_counted(*args), spent))
    return spent
