"""The table's server: pages and sockets for phones, screens and other clients of docs/protocol.md. Writes no file."""

import asyncio
import socket
from collections.abc import Callable

from aiohttp import web

from app.phones.game_page_interface import PhoneGames
from app.phones.routes import FAR_PREFIX, Routes
from app.phones.websockets import Connections
from app.protocol.network_messages import Network
from app.table.core.write_queue import WriteQueue
from app.table.table import Table
from app.web.connection_limits import ConnectionLimiter
from app.web.guarded_server import serve_app
from app.web.public_address import NO_PUBLIC_ADDRESS, PublicAddress

__all__ = ["Running", "serve"]

SETTLE: float = 3.0  # seconds from start until files and templates are prepared: the screen is shown first


class Running:
    """A running server."""

    def __init__(
        self,
        runner: web.AppRunner,
        connections: Connections,
        door: ConnectionLimiter,
        routes: Routes,
        tasks: "list[asyncio.Task[None]]",
    ) -> None:
        self._runner = runner
        self._tasks = tasks
        self.connections = connections
        self.door = door
        self.routes = routes
        self.port = door.port

    def set_public(self, public: PublicAddress) -> None:
        """Serve friends far away at a public address from now on, and disconnect those of another one."""
        if public != self.routes.public:
            self.door.drop_clients(FAR_PREFIX)
            self.routes.public = public

    async def close(self) -> None:
        """Disconnect all clients and free the port. Idempotent."""
        tasks, self._tasks = self._tasks, []
        if not tasks:
            return
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        self.door.close()
        await self.connections.close()
        await self._runner.cleanup()


async def serve(
    table: Table,
    games: PhoneGames,
    listening: socket.socket,
    *,
    screen_key: str,
    clock: Callable[[], float],
    write_queue: WriteQueue | None = None,
    public: PublicAddress = NO_PUBLIC_ADDRESS,
    network: Network | None = None,
    settled: Callable[[], None] = lambda: None,
) -> Running:
    """Start the table's server on a listening socket, which it closes at the end.

    `settled` is called `SETTLE` seconds later, once all templates are compiled.
    """
    if network is not None:
        table.presence.set_network(network)
    connections = Connections(table, games, clock, write_queue)
    routes = Routes(connections, screen_key, public)
    runner, door = await serve_app(routes.app(), listening)
    routes.door = door
    work = (door.run(), connections.watch_presence(), _settle(routes, settled))
    return Running(runner, connections, door, routes, [asyncio.create_task(each) for each in work])


async def _settle(routes: Routes, settled: Callable[[], None]) -> None:
    """Prepare files and all templates after a delay, then report it."""
    await asyncio.sleep(SETTLE)
    await asyncio.to_thread(routes.files.prepare)
    routes.show.pages.read_all()
    settled()
