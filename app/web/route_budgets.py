"""Budgets of routes: how much a request may use until its key is verified. Each route declares one.

A server begins to count in its middleware. The readers of bodies, the default executor and the club's database count
there what a request uses, and refuse the rest.
"""

import logging
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from threading import Lock
from typing import Any, Final, Literal, NamedTuple, TypeVar, get_args

import msgspec
from aiohttp import web

log = logging.getLogger(__name__)
T = TypeVar("T")
Counted = Literal["jobs", "hashes", "changes", "statements", "rows"]


class Budget(msgspec.Struct, frozen=True):
    """The most that a request may use until its key is verified. Without a key that is all it may use."""

    jobs: int = 0  # calls in worker threads
    hashes: int = 0  # of a PIN: 16 MB and some 50 ms of one core each
    changes: int = 0  # turns in the table's write queue
    statements: int = 0  # SQL statements, at a table without those of its changes
    rows: int = 0  # rows that these return together
    body: int = 0  # bytes of a body, or of one message on a socket
    cpu: int = 20  # milliseconds of a PC's processor besides hashes: a test measures them, as no thread can be stopped
    verified_body: int = 0  # bytes of a body once the key is verified, if that is more


class Route(NamedTuple):
    """A route with its budget."""

    method: str
    path: str
    handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    budget: Budget


class BudgetSpent(Exception):
    """A request has used more than its route declares."""


class Spending:
    """The use of one request so far. `address`: its client. `is_over`: it is answered; what it began goes on."""

    def __init__(self, budget: Budget, address: str) -> None:
        self.budget, self.address, self.is_verified, self.is_over = budget, address, False, False
        self.used: dict[Counted, int] = dict.fromkeys(get_args(Counted), 0)

    def spend(self, what: Counted, count: int = 1) -> None:
        """Count a use; raise BudgetSpent if the route does not declare that much."""
        self.used[what] += count
        if self.used[what] > getattr(self.budget, what):
            raise BudgetSpent(f"more {what} than declared")


_SPENDING: ContextVar[Spending | None] = ContextVar("spending", default=None)
STRANGERS_THREADS: Final = 2
NO_BUDGET: Final = Budget()


class RouteBudgets:
    """The budgets of all routes of a server. `elsewhere`: that of addresses that lead nowhere."""

    def __init__(self, elsewhere: Budget = NO_BUDGET) -> None:
        self._elsewhere = elsewhere
        self._budgets: dict[tuple[web.AbstractResource | None, str], Budget] = {}

    def register(self, app: web.Application, *routes: Route) -> None:
        """Add routes to an app."""
        for route in routes:
            for added in web.route(route.method, route.path, route.handler).register(app.router):
                self._budgets[added.resource, route.method] = route.budget

    def find(self, route: web.AbstractRoute) -> Budget:
        """Return the budget of a route; for HEAD, that of GET."""
        return self._budgets.get((route.resource, "GET" if route.method == "HEAD" else route.method), self._elsewhere)

    async def run_counted(self, request: web.Request, answering: Awaitable[T]) -> T:
        """Count what a request uses until it is answered. Tasks and timers that it began have no limits later."""
        spending = Spending(self.find(request.match_info.route), request.remote or "")
        _SPENDING.set(spending)
        try:
            return await answering
        finally:
            spending.is_over = True


def current_spending() -> Spending | None:
    """Return the use of the current request if it has limits; None once its key is verified, and outside requests."""
    spending = _SPENDING.get()
    return None if spending is None or spending.is_verified or spending.is_over else spending


@contextmanager
def counted_message(budget: Budget) -> Iterator[None]:
    """Count what one message of a socket uses, unless the socket's key is verified."""
    if (connection := current_spending()) is None:
        yield
        return
    spending = Spending(budget, connection.address)
    token = _SPENDING.set(spending)
    try:
        yield
    finally:
        spending.is_over = True
        _SPENDING.reset(token)


def spend(what: Counted) -> None:
    """Count a use by the current request; raise BudgetSpent if its route does not declare that much."""
    if (spending := current_spending()) is not None:
        spending.spend(what)


def mark_verified() -> None:
    """End the limits of the current request: its key is right."""
    if (spending := _SPENDING.get()) is not None:
        spending.is_verified = True


def log_overspending(request: web.Request, spent: BudgetSpent) -> None:
    """Log a request that went beyond its budget, in one line with its route: a path may contain a key."""
    resource = request.match_info.route.resource
    log.warning("%s %s was stopped: %s", request.method, resource and resource.canonical, spent)


def max_body() -> int:
    """Return the bytes that a body, or a message on a socket, may have in the current request, at least 1."""
    if (spending := _SPENDING.get()) is None:
        return 1  # for aiohttp 0 is no limit
    return max(1, spending.budget.body, spending.budget.verified_body if spending.is_verified else 0)


class FairQueue:
    """A queue of jobs for a few threads in which addresses take turns, so that a long queue of one delays no other."""

    def __init__(self, threads: int, name: str) -> None:
        self._pool, self._lock = ThreadPoolExecutor(threads, name), Lock()
        # Any: each job has its own result.
        self._waiting: OrderedDict[str, deque[tuple[Future[Any], Callable[[], Any]]]] = OrderedDict()

    def submit(self, address: str, work: Callable[[], T]) -> Future[T]:
        future: Future[T] = Future()
        with self._lock:
            self._waiting.setdefault(address, deque()).append((future, work))
        self._pool.submit(self._run_next)
        return future

    def _run_next(self) -> None:
        with self._lock:
            address, jobs = self._waiting.popitem(last=False)
            future, work = jobs.popleft()
            if jobs:
                self._waiting[address] = jobs
        if future.set_running_or_notify_cancel():
            try:
                future.set_result(work())
            except BaseException as problem:
                future.set_exception(problem)


class LaneExecutor(ThreadPoolExecutor):
    """The loop's default executor, with a queue apart for requests whose key is not verified; their jobs are counted.

    A verified key never waits for others, however many there are.
    """

    def __init__(self) -> None:
        super().__init__()
        self._strangers = FairQueue(STRANGERS_THREADS, "stranger")

    # Any: as in the standard library.
    def submit(self, work: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        if (spending := current_spending()) is None:
            return super().submit(work, *args, **kwargs)
        spending.spend("jobs")
        return self._strangers.submit(spending.address, partial(work, *args, **kwargs))
