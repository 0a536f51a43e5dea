"""What every answer of the table's server bears, also to what is no request, and before any of our pages is asked."""

import logging
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Final

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.web_protocol import RequestHandler

NAME: Final = {"Server": "Wondertable"}  # and nobody's version
ALWAYS: Final = NAME | {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # with less, browsers say of our own forms that they come from nowhere
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Content-Security-Policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
}
CONTINUE: Final = "100-continue"  # all that may be expected of us

logging.getLogger("aiohttp.websocket").setLevel(logging.ERROR)  # it quotes what clients say of themselves


def is_news(record: logging.LogRecord) -> bool:
    """Not so what was no HTTP, or a body that was none: it is answered, and what is raised quotes what was sent."""
    raised = record.exc_info[1] if record.exc_info else None
    return not isinstance(raised, HttpProcessingError | web.RequestPayloadError)


def plain(status: int) -> web.Response:
    """An answer that needs no page."""
    return web.Response(status=status, text=f"{status} {HTTPStatus(status).phrase}")


class Answering(RequestHandler):
    """Speaks HTTP on one connection."""

    __slots__ = ()

    def handle_error(
        self, request: web.BaseRequest, status: int = 500, exc: BaseException | None = None, message: str | None = None
    ) -> web.StreamResponse:
        """What was no request, or nobody has answered. It ends the connection."""
        if status == HTTPStatus.INTERNAL_SERVER_ERROR:
            self.log_exception("a request could not be answered", exc_info=exc)
        if request.writer.output_size > 0:
            raise ConnectionError("an answer is on its way already")
        answer = plain(status)
        answer.force_close()
        return answer

    async def finish_response(
        self, request: web.BaseRequest, resp: web.StreamResponse, start_time: float | None
    ) -> tuple[web.StreamResponse, bool]:
        """Send an answer with our headers."""
        if not resp.prepared:
            resp.headers.update({name: value for name, value in ALWAYS.items() if name not in resp.headers})
        return await super().finish_response(request, resp, start_time)


Asked = Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]


def expecting_nothing_else(handler: Asked) -> Asked:
    """The same, where nothing is expected of us that we do not know."""

    async def asked(request: web.BaseRequest) -> web.StreamResponse:
        expected = request.headers.get("Expect", "")
        if expected.lower() not in ("", CONTINUE):
            return plain(HTTPStatus.EXPECTATION_FAILED)
        return await handler(request)

    return asked
