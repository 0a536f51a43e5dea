"""`wondertable club`: a service for several tables, until it is told to end."""

import argparse
import asyncio
import secrets
import signal
import socket
from importlib.util import find_spec
from typing import Final

from app.club.book import ClubBook
from app.club.database import POSTGRESQL, DatabaseProblem
from app.club.server import ClubServer
from app.games import shelf
from app.history.words import HistoryWords
from app.host.data_folder import locked, own_folder
from app.host.discovery import Discovery, Zeroconf
from app.host.optional import optional
from app.host.run import listening
from app.protocol.club import SERVICE
from app.protocol.messages import Network
from app.protocol.names import host_name
from app.text import club as club_words
from app.text.languages import words
from app.text.terminal import NAME, CannotStart, complain, typed
from app.web.opening import opened

FILE: Final = "club.db"
DIGITS: Final = 8  # of the PIN


def run(args: argparse.Namespace) -> int:
    """Keep what tables tell; the exit code. CannotStart if it cannot."""
    folder = (args.data_dir or own_folder() / "club").absolute()
    if args.database and not args.database.startswith(POSTGRESQL):
        raise CannotStart(f"--database: an address that begins with {POSTGRESQL[0]}")
    if find_spec("openskill") is None:
        raise CannotStart(club_words.problem(words("en"), "no-ratings"))
    with locked(folder, "club"):
        try:
            book = ClubBook(args.database or folder / FILE)
            if args.new_pin or not book.has_pin():
                pin = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
                book.set_pin(pin)
                print(f"{NAME}: the club's PIN is {pin}; `{typed('club --new-pin')}` makes another.", flush=True)
        except DatabaseProblem as problem:
            raise CannotStart(club_words.problem(words("en"), problem.code, problem.why)) from None
        try:
            with listening(args.port) as open_at:
                asyncio.run(_run(book, open_at))
        finally:
            book.close()
    return 0


async def _run(book: ClubBook, open_at: socket.socket) -> None:
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    server = ClubServer(book, HistoryWords(shelf.words()), host_name(book.id), say=complain)
    runner, server.door = await opened(server.app(), open_at)
    told: set[str] = set()

    def found(network: Network) -> None:
        server.found(network)
        for address in network.addresses:
            if address not in told:
                told.add(address)
                print(f"{NAME}: the club is at {address}", flush=True)

    announcer = Zeroconf(SERVICE, {"club": book.id})
    discovery = Discovery(book.id, server.door.port, found, announcer=announcer)
    tasks = [
        asyncio.create_task(server.door.run()),
        asyncio.create_task(optional("discovery", discovery.run)),
    ]
    try:
        await stop.wait()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        server.door.close()
        await runner.cleanup()
