"""The table's server: pages and sockets for phones, the screen and whoever speaks docs/protocol.md. Writes no file."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from aiohttp import web

from app.messages import Network
from app.server.links import Links
from app.server.routes import Routes
from app.table import Table

__all__ = ["Running", "serve"]

SHUT: float = 2.0  # seconds for requests under way


class Running:
    """A server that is up."""

    def __init__(self, runner: web.AppRunner, links: Links, watch: "asyncio.Task[None]", port: int) -> None:
        self._runner = runner
        self._watch = watch
        self.links = links
        self.port = port

    async def close(self) -> None:
        """Say goodbye to everybody and free the port. A second time does nothing."""
        if self._watch.done():
            return
        self._watch.cancel()
        with suppress(asyncio.CancelledError):
            await self._watch
        await self.links.close()
        await self._runner.cleanup()


async def serve(
    table: Table,
    *,
    host: str,
    port: int,
    screen_key: str,
    clock: Callable[[], float],
    network: Network | None = None,
) -> Running:
    """Open a table to its network. Port 0 takes a free one; OSError if it cannot be had."""
    if network is not None:
        table.network(network)
    links = Links(table, clock)
    routes = Routes(links, screen_key)
    runner = web.AppRunner(routes.app(), access_log=None, shutdown_timeout=SHUT)
    await runner.setup()
    try:
        site = web.TCPSite(runner, host, port)
        await site.start()
    except OSError:
        await runner.cleanup()
        raise
    opened = runner.addresses[0][1]
    return Running(runner, links, asyncio.create_task(links.watch()), opened)
