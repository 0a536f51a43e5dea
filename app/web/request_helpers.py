"""Helpers for requests: host, language, origin check, form fields and their numbers."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from aiohttp import web

from app.text import translation
from app.web.connection_limits import FULL_REQUEST
from app.web.route_budgets import max_body

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

T = TypeVar("T")


def host_of(request: web.Request) -> str:
    """Return the `Host` header; "" if there is none."""
    return request.headers.get("Host", "")


def preferred_language(request: web.Request) -> str:
    """Return the supported language closest to `Accept-Language`; "" without that header."""
    accepted = request.headers.get("Accept-Language")
    return translation.accepted_language(accepted) if accepted else ""


def acts_from_elsewhere(request: web.Request) -> bool:
    """Check that a WebSocket or form comes from another site's page."""
    opens = request.headers.get("Upgrade", "").lower() == "websocket"
    if not opens and request.method in ("GET", "HEAD"):
        return False
    origin = request.headers.get("Origin")
    near = origin is None or origin.lower().partition("://")[2] == host_of(request).lower()
    return not (near and request.headers.get("Sec-Fetch-Site", "same-origin") in ("same-origin", "none"))


def as_text(no: web.HTTPException) -> web.Response:
    """Convert an aiohttp error to plain text, keeping its `Allow` header."""
    allowed = {"Allow": no.headers["Allow"]} if "Allow" in no.headers else {}
    return web.Response(status=no.status, text=no.text, headers=allowed)


async def read_body(reading: Awaitable[T], seconds: float) -> T:
    """Await a request's body. HTTPRequestTimeout after so many seconds, ConnectionError if the client has gone."""
    try:
        async with asyncio.timeout(seconds):
            return await reading
    except TimeoutError:
        raise web.HTTPRequestTimeout from None
    except RuntimeError as closed:  # from aiohttp, if the connection closed before the first read
        raise ConnectionError(str(closed)) from None


def parse_count(text: str, digits: int) -> int | None:
    """Parse a number of at most so many ASCII digits, without a sign; None if the text is no such number."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


async def form_of(request: web.Request) -> dict[str, str]:
    """Parse the fields of a form; empty if the body is none."""
    if request.content_type != "application/x-www-form-urlencoded":
        return {}
    try:
        sent = await read_body(request.clone(client_max_size=max_body()).post(), FULL_REQUEST)
    except (UnicodeDecodeError, ValueError, LookupError):
        return {}
    return {name: value for name, value in sent.items() if isinstance(value, str)}
