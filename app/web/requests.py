"""What every server of ours asks of a request: by which host, in which language, of whose page, with what form."""

import asyncio
from collections.abc import Awaitable, Callable

from aiohttp import web

from app.text import languages
from app.web.connection_limits import FULL_REQUEST

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def host_of(request: web.Request) -> str:
    """By which host, and port, we were called; "" if by none."""
    return request.headers.get("Host", "")


def wanted_language(request: web.Request) -> str:
    """The language a browser asks for; "" if it asks for none."""
    accepted = request.headers.get("Accept-Language")
    return languages.closest(accepted) if accepted else ""


def acts_from_elsewhere(request: web.Request) -> bool:
    """Whether a socket or a form is of somebody else's page."""
    opens = request.headers.get("Upgrade", "").lower() == "websocket"
    if not opens and request.method in ("GET", "HEAD"):
        return False
    origin = request.headers.get("Origin")
    near = origin is None or origin.lower().partition("://")[2] == host_of(request).lower()
    return not (near and request.headers.get("Sec-Fetch-Site", "same-origin") in ("same-origin", "none"))


def as_text(no: web.HTTPException) -> web.Response:
    """A refusal of the server's own, without its look; what may be asked instead goes with it."""
    allowed = {"Allow": no.headers["Allow"]} if "Allow" in no.headers else {}
    return web.Response(status=no.status, text=no.text, headers=allowed)


async def form_of(request: web.Request) -> dict[str, str]:
    """The fields of a form; none of what is no form."""
    if request.content_type != "application/x-www-form-urlencoded":
        return {}
    try:
        async with asyncio.timeout(FULL_REQUEST):
            sent = await request.post()
    except TimeoutError:
        raise web.HTTPRequestTimeout from None
    except (UnicodeDecodeError, ValueError, LookupError):
        return {}
    return {name: value for name, value in sent.items() if isinstance(value, str)}
