"""Response headers of every answer, including those to malformed requests, and logging without clients' data."""

import logging
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Final

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.web_protocol import RequestHandler

NAME: Final = {"Server": "Wondertable"}  # without versions
HEADERS: Final = NAME | {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # stricter values make browsers send our own forms with `Origin: null`
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Content-Security-Policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
}
EXPECT_CONTINUE: Final = "100-continue"  # the only supported `Expect` value

logging.getLogger("aiohttp.websocket").setLevel(logging.ERROR)  # it quotes client data


def is_news(record: logging.LogRecord) -> bool:
    """Filter log records: drop errors of malformed HTTP, which are answered anyway and quote client data."""
    raised = record.exc_info[1] if record.exc_info else None
    return not isinstance(raised, HttpProcessingError | web.RequestPayloadError)


def status_response(status: int) -> web.Response:
    """Build a plain-text response from a status."""
    return web.Response(status=status, text=f"{status} {HTTPStatus(status).phrase}")


class Answering(RequestHandler):
    """An HTTP connection that adds our headers."""

    __slots__ = ()

    def handle_error(
        self, request: web.BaseRequest, status: int = 500, exc: BaseException | None = None, message: str | None = None
    ) -> web.StreamResponse:
        """Answer a malformed or unhandled request and close the connection."""
        if status == HTTPStatus.INTERNAL_SERVER_ERROR:
            self.log_exception("a request could not be answered", exc_info=exc)
        if request.writer.output_size > 0:
            raise ConnectionError("an answer is on its way already")
        answer = status_response(status)
        answer.force_close()
        return answer

    async def finish_response(
        self, request: web.BaseRequest, resp: web.StreamResponse, start_time: float | None
    ) -> tuple[web.StreamResponse, bool]:
        """Send a response with our headers."""
        if not resp.prepared:
            resp.headers.update({name: value for name, value in HEADERS.items() if name not in resp.headers})
        return await super().finish_response(request, resp, start_time)


Asked = Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]


def expecting_nothing_else(handler: Asked) -> Asked:
    """Wrap a handler to refuse unsupported `Expect` headers."""

    async def respond(request: web.BaseRequest) -> web.StreamResponse:
        expected = request.headers.get("Expect", "")
        if expected.lower() not in ("", EXPECT_CONTINUE):
            return status_response(HTTPStatus.EXPECTATION_FAILED)
        return await handler(request)

    return respond
