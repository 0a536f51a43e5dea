"""A club's server for tests, PostgreSQL of their own, and tables that are but a store and the way to the club."""

import argparse
import asyncio
import os
import shutil
import socket
import ssl
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from types import MappingProxyType
from urllib.parse import urlsplit

import pytest

import main
from app.club.game_store import ClubStore
from app.club.server import ClubServer
from app.games import game_list
from app.history.history_text import HistoryWords
from app.host.club_connection import ClubLink
from app.protocol.club_membership_messages import ClubStatus
from app.protocol.name_rules import host_name
from app.storage.database import Store
from app.table.core.write_queue import DirectQueue
from app.web.guarded_server import serve_app

HUGE = 8 << 20  # bytes, more than any route accepts
PIN = "31415926"
USER = "postgres"  # root may not run PostgreSQL


async def send_part_of_body(
    address: str, method: str, path: str, kind: str, size: int, headers: Mapping[str, str] = MappingProxyType({})
) -> int:
    """Send some of a huge body and hold back the rest; return the status of the answer that comes nevertheless."""
    at = urlsplit(address)
    reader, writer = await asyncio.open_connection(at.hostname, at.port)
    head = f"{method} {path} HTTP/1.1\r\nHost: {at.netloc}\r\nContent-Type: {kind}\r\n"
    head += "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    writer.write(f"{head}Content-Length: {HUGE}\r\n\r\n".encode() + b"a" * size)
    async with asyncio.timeout(60):
        status = int((await reader.readline()).split()[1])
    writer.transport.abort()
    return status


def programs() -> Path | None:
    """Return the folder of Debian's newest PostgreSQL programs, or None if there is none."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return found[-1].parent if found else None


@contextmanager
def postgresql(*, durable: bool = False) -> Iterator[str]:
    """Yield the address of a PostgreSQL server of its own on a socket; skip the test if PostgreSQL is not installed.

    `durable`: commits are flushed to the disk, which costs time.
    """
    if programs() is None:
        pytest.skip("PostgreSQL is not here; ./setup.sh test installs it")
    with tempfile.TemporaryDirectory(prefix="club-") as folder:  # pytest's are nobody else's
        if not os.geteuid():
            shutil.chown(folder, USER, USER)
        how = ["--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C.UTF-8"]
        _run("initdb", "-D", f"{folder}/data", "-U", USER, *how)
        start_postgresql(folder, durable=durable)
        try:
            yield f"postgresql://{USER}@/postgres?host={folder}"
        finally:
            stop_postgresql(folder)


def start_postgresql(folder: str, *, durable: bool = False) -> None:
    """Start the server in a folder, and wait until it answers."""
    options = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync={'on' if durable else 'off'}"
    _run("pg_ctl", "-D", f"{folder}/data", "-w", "-l", f"{folder}/log", "-o", options, "start")


def stop_postgresql(folder: str) -> None:
    """Stop the server in a folder as a pulled plug would, and wait until it has ended."""
    _run("pg_ctl", "-D", f"{folder}/data", "-w", "-m", "immediate", "stop")


def _run(program: str, *words: str) -> None:
    bin = programs()
    assert bin is not None
    as_user = [] if os.geteuid() else ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups"]
    command = [*as_user, str(bin / program), *words]
    done = subprocess.run(command, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 0, done.stderr


class Club:
    """A club that serves at a port of this machine. `now`: the time that its clock says."""

    def __init__(self, book: ClubStore, host_address: str | None = None, relay_url: str = "") -> None:
        self.book, self.now, self.said = book, 1000.0, list[str]()
        words, called = HistoryWords(game_list.words()), host_name(book.id)
        seats = {"architects": range(2, 8), "duel": (2,), "seven-wonders": range(3, 8)}
        clock, say = (lambda: self.now), self.said.append
        self.server = ClubServer(book, words, seats, called, host_address, relay_url=relay_url, say=say, clock=clock)
        self.address = ""

    @asynccontextmanager
    async def serving(self, port: int = 0, tls: ssl.SSLContext | None = None) -> AsyncIterator["Club"]:
        listening = socket.create_server(("127.0.0.1", port))
        runner, door = await serve_app(self.server.app(), listening, tls)
        self.server.door = door
        self.address = f"{'http' if tls is None else 'https'}://127.0.0.1:{door.port}"
        lets_in = asyncio.create_task(door.run())
        try:
            yield self
        finally:
            lets_in.cancel()
            await asyncio.wait([lets_in])
            door.close()
            await runner.cleanup()

    def code(self) -> str:
        """Make a join code as the organiser's page shows one."""
        return self.server.table_codes.make("")


class Table:
    """A table's store, and its way to the club. `told`: how it stands, as people are told."""

    def __init__(self, folder: Path, name: str) -> None:
        self.store = Store(folder / f"{name}.db")
        self.told: list[ClubStatus | None] = []
        self._standing = asyncio.Event()

        def tell(standing: ClubStatus | None) -> None:
            self.told.append(standing)
            self._standing.set()

        async def list_nobody() -> list:
            return []

        async def sleep(_: float) -> None:
            await asyncio.sleep(0)

        self.link = ClubLink(name, name.capitalize(), self.store, DirectQueue(), tell, list_nobody, sleep)
        self._running = asyncio.create_task(self.link.run())

    async def until(self, how: str, waiting: int = 0) -> ClubStatus:
        """Wait until it stands so to the club, and so many games wait."""
        async with asyncio.timeout(60):
            while not (self._has_status(how, waiting) and self.store.for_club.waiting() == waiting):
                self._standing.clear()
                await self._standing.wait()
        now = self.told[-1]
        assert now is not None
        return now

    def _has_status(self, how: str, waiting: int) -> bool:
        now = self.told[-1] if self.told else None
        return now is not None and (now.how, now.waiting) == (how, waiting)

    async def close(self) -> None:
        self._running.cancel()
        await asyncio.wait([self._running])
        self.store.close()


def certificate(folder: Path, name: str = "club") -> tuple[Path, Path]:
    """Write a self-signed certificate and its private key, and return both paths."""
    made, key = folder / f"{name}.pem", folder / f"{name}.key"
    words = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "9"]
    to = ["-subj", f"/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1", "-out", str(made), "-keyout", str(key)]
    done = subprocess.run([*words, *to], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return made, key


def args(folder, **more):
    """Return the parsed command line of a club in a folder."""
    nothing = dict.fromkeys(
        ("database", "new_pin", "backup", "restore", "move", "certificate", "private_key", "host_address", "relay")
    )
    return argparse.Namespace(**{**nothing, "data": main.read_game_data(), "data_dir": folder, "port": [0], **more})
