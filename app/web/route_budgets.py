"""Budgets of routes: how much a request may use until its key is verified. Each route declares one.

A server begins to count in its middleware. The readers of bodies, the default executor and the club's database count
there what a request uses, and refuse the rest.
"""

from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import ContextVar
from typing import Any, Final, Literal, NamedTuple, TypeVar, get_args

import msgspec
from aiohttp import web

T = TypeVar("T")
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Counted = Literal["jobs", "hashes", "changes", "statements", "rows"]


class Budget(msgspec.Struct, frozen=True):
    """The most that a request may use until its key is verified. Without a key that is all it may use."""

    jobs: int = 0  # calls in worker threads
    hashes: int = 0  # of a PIN: 16 MB and some 50 ms of one core each
    changes: int = 0  # turns in the table's write queue
    statements: int = 0  # SQL statements of the club's database
    rows: int = 0  # rows that these return together
    body: int = 0  # bytes of a body, or of one message on a socket
    verified_body: int = 0  # bytes of a body once the key is verified, if that is more


class Route(NamedTuple):
    """A route with its budget."""

    method: str
    path: str
    handler: Handler
    budget: Budget


class BudgetSpent(Exception):
    """A request has used more than its route declares."""


class Spending:
    """The use of one request so far."""

    def __init__(self, budget: Budget) -> None:
        self.budget, self.is_verified = budget, False
        self.used: dict[Counted, int] = dict.fromkeys(get_args(Counted), 0)

    @property
    def max_body(self) -> int:
        """The bytes of a body that are read at most."""
        return max(self.budget.body, self.budget.verified_body if self.is_verified else 0)

    def remaining(self, what: Counted) -> int:
        """Return how much may still be used; below 0 if too much was used."""
        return int(getattr(self.budget, what)) - self.used[what]

    def spend(self, what: Counted, count: int = 1) -> None:
        """Count a use; raise BudgetSpent if the route does not declare that much."""
        self.used[what] += count
        if self.remaining(what) < 0:
            raise BudgetSpent(f"more {what} than the route declares")


_SPENDING: ContextVar[Spending | None] = ContextVar("spending", default=None)
NO_BUDGET: Final = Budget()  # of addresses that lead nowhere


class RouteBudgets:
    """The budgets of all routes of a server."""

    def __init__(self) -> None:
        self._budgets: dict[tuple[web.AbstractResource | None, str], Budget] = {}

    def register(self, app: web.Application, *routes: Route) -> None:
        """Add routes to an app."""
        for it in routes:
            for added in web.route(it.method, it.path, it.handler).register(app.router):
                self._budgets[added.resource, it.method] = it.budget

    def find(self, route: web.AbstractRoute) -> Budget:
        """Return the budget of a route; for HEAD, that of GET."""
        return self._budgets.get((route.resource, "GET" if route.method == "HEAD" else route.method), NO_BUDGET)

    def begin(self, request: web.Request) -> None:
        """Begin to count what a request uses."""
        _SPENDING.set(Spending(self.find(request.match_info.route)))


def current_spending() -> Spending | None:
    """Return the use of the current request if it has limits; None once its key is verified, and outside requests."""
    spending = _SPENDING.get()
    return None if spending is None or spending.is_verified else spending


def spend(what: Counted) -> None:
    """Count a use by the current request; raise BudgetSpent if its route does not declare that much."""
    if (spending := current_spending()) is not None:
        spending.spend(what)


def mark_verified() -> None:
    """End the limits of the current request: its key is right."""
    if (spending := _SPENDING.get()) is not None:
        spending.is_verified = True


def max_body() -> int:
    """Return the bytes that a body, or a message on a socket, may have in the current request, at least 1."""
    spending = _SPENDING.get()
    return 1 if spending is None else max(1, spending.max_body)  # for aiohttp 0 is no limit


def limit_body(request: web.Request) -> web.Request:
    """Return the request with the limit of its body: reading more raises HTTPRequestEntityTooLarge."""
    return request.clone(client_max_size=max_body())


class CountingExecutor(ThreadPoolExecutor):
    """An executor that counts the jobs of requests. `asyncio.to_thread` uses it as the loop's default executor."""

    # Any: as in the standard library.
    def submit(self, work: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        spend("jobs")
        return super().submit(work, *args, **kwargs)
