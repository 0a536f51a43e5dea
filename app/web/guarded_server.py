"""An aiohttp server behind connection limits."""

import asyncio
import logging
import socket
import ssl
from functools import partial
from typing import Final

from aiohttp import web

from app.web.connection_limits import FULL_REQUEST, ConnectionLimiter
from app.web.response_headers import Answering, expecting_nothing_else, is_news
from app.web.route_budgets import LaneExecutor

SHUT: Final = 2.0  # seconds for pending requests at shutdown

_log = logging.getLogger(__name__)
_log.addFilter(is_news)


async def serve_app(
    app: web.Application, listening: socket.socket, tls: ssl.SSLContext | None = None
) -> tuple[web.AppRunner, ConnectionLimiter]:
    """Serve an app on a listening socket, with or without TLS. Connections are accepted while the returned `run`
    runs.
    """
    asyncio.get_running_loop().set_default_executor(LaneExecutor())
    runner = web.AppRunner(app, shutdown_timeout=SHUT)
    await runner.setup()
    assert runner.server is not None
    runner.server.request_handler = expecting_nothing_else(runner.server.request_handler)
    speaks = partial(
        Answering,
        runner.server,
        loop=asyncio.get_running_loop(),
        keepalive_timeout=FULL_REQUEST,
        auto_decompress=False,  # clients send nothing compressed
        access_log=None,  # type: ignore[arg-type]  # nothing is logged, as its own runner allows
        logger=_log,
    )
    return runner, ConnectionLimiter(listening, speaks, tls)
