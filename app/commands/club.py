"""`wondertable club`: the club's server, which runs until it is ended."""

import argparse
import asyncio
import secrets
import signal
import socket
import ssl
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from importlib.util import find_spec
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from app.club import backup
from app.club.database import POSTGRESQL, DatabaseProblem
from app.club.game_store import ClubStore
from app.club.server import ClubServer
from app.games import game_list
from app.history.history_text import HistoryWords
from app.host.data_folder import find_data_folder, lock_folder
from app.host.discovery import Discovery, ZeroconfAnnouncer, format_address, format_host
from app.host.early_startup import listen
from app.host.supervised_task import supervise
from app.protocol.name_rules import host_name
from app.protocol.network_messages import Network
from app.protocol.table_to_club_messages import SERVICE
from app.text import club_text as club_words
from app.text.terminal_output import NAME, CannotStart, cannot_write, command_line, complain
from app.text.translation import words
from app.web.guarded_server import serve_app
from hardware.machine.memory_tuning import freeze_lasting_objects

FILE: Final = "club.db"
DIGITS: Final = 8  # of the PIN


def run(args: argparse.Namespace) -> int:
    """Run the server, or back up, restore or move the club. Return the exit code; CannotStart if it fails."""
    folder = (args.data_dir or find_data_folder() / "club").absolute()
    for option, address in (("--database", args.database), ("--move", args.move)):
        if address and not address.startswith(POSTGRESQL):
            raise CannotStart(f"{option}: the address has to begin with {POSTGRESQL[0]}")
    if find_spec("openskill") is None:
        raise CannotStart(club_words.problem(words("en"), "no-ratings"))
    if find_spec("networkx") is None:
        raise CannotStart(club_words.problem(words("en"), "no-pairings"))
    if args.backup:
        return _backup(args.database or folder / FILE, args.backup)
    tls = make_tls_context(args.certificate, args.private_key)
    relay: int | None = args.relay
    if relay is not None and (tls is None or args.host_address is None):
        raise CannotStart("--relay needs --certificate and --host-address, too.")
    with lock_folder(folder, "club"):
        if args.restore:
            return _copy_club(args.restore, args.database or folder / FILE, "The club is restored.")
        if args.move:
            start = command_line(f"club --database {args.move}")
            return _copy_club(folder / FILE, args.move, f"The club has moved. Start it with `{start}`.")
        try:
            store = ClubStore(args.database or folder / FILE)
            if args.new_pin or not store.has_pin():
                pin = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
                store.set_pin(pin)
                print(f"{NAME}: the club's PIN is {pin}; `{command_line('club --new-pin')}` makes another.", flush=True)
        except DatabaseProblem as problem:
            raise CannotStart(club_words.problem(words("en"), problem.code, problem.why)) from None
        try:
            with listen(args.port) as listening, nullcontext() if relay is None else listen([relay]) as far:
                seats = {slug: tuple(game.seats) for slug, game in game_list.shelf(args.data).items()}
                asyncio.run(_run(store, seats, listening, tls, args.host_address, far))
        finally:
            store.close()
    return 0


def make_tls_context(certificate: Path | None, key: Path | None) -> ssl.SSLContext | None:
    """Make the TLS context, or None without a certificate. CannotStart if the files are invalid."""
    if certificate is None:
        if key is not None:
            raise CannotStart("--private-key needs --certificate, too.")
        return None
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        tls.load_cert_chain(certificate, key, password="")  # a key with a password is refused without a prompt
    except ssl.SSLError:
        clause = "are not a certificate and its private key" if key else "is not a certificate with its private key"
        files = f"{certificate} and {key}" if key else str(certificate)
        raise CannotStart(f"{files} {clause} (PEM, the key without a password).") from None
    except OSError as problem:
        file = key if key is not None and certificate.is_file() else certificate
        raise CannotStart(f"{file} cannot be read: {problem.strerror}.") from None
    return tls


def _backup(source: str | Path, file: Path) -> int:
    """Copy a club, which may be running, into a file that appears only once it is complete."""
    if file.exists():
        raise CannotStart(f"{file} already exists; choose another name.")
    part = file.with_name(f"{file.name}.part")
    try:
        part.unlink(missing_ok=True)
        _copy_club(source, part, f"The backup is {file}.")
        part.rename(file)
    except OSError as problem:
        raise cannot_write(file.parent, problem) from None
    finally:
        for each in file.parent.glob(f"{part.name}*"):
            each.unlink()
    return 0


def _copy_club(source: str | Path, to: str | Path, done_text: str) -> int:
    printed = 0

    def print_progress(done: int, count: int) -> None:
        nonlocal printed
        if (tenth := 10 * done // count) > printed and done < count:
            printed = tenth
            print(f"{NAME}: {10 * tenth} %", flush=True)

    try:
        backup.copy(source, to, print_progress)
    except DatabaseProblem as problem:
        raise CannotStart(club_words.problem(words("en"), problem.code, problem.why)) from None
    print(f"{NAME}: {done_text}", flush=True)
    return 0


async def _run(
    store: ClubStore,
    seats: Mapping[str, Sequence[int]],
    listening: socket.socket,
    tls: ssl.SSLContext | None,
    host_address: str | None,
    far: socket.socket | None,
) -> None:
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    server = _make_server(store, seats, host_address, far)
    runner, server.door = await serve_app(server.app(), listening, tls)
    freeze_lasting_objects()
    discovery = _make_discovery(
        server, store.id, server.door.port, host_address, "https" if tls is not None else "http"
    )
    served = [(runner, server.door)]
    if server.relay is not None and far is not None:
        served.append(await serve_app(server.relay.app(), far, tls))
        server.relay.door = served[1][1]
    tasks = [
        *(asyncio.create_task(door.run()) for _, door in served),
        asyncio.create_task(supervise("discovery", discovery.run)),
    ]
    try:
        await stop.wait()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        for runner, door in served:
            door.close()
            await runner.cleanup()


def _make_server(
    store: ClubStore, seats: Mapping[str, Sequence[int]], host_address: str | None, far: socket.socket | None
) -> ClubServer:
    """Make the club's server. `far`: the socket of its relay, for friends who are far away."""
    return ClubServer(
        store=store,
        words=HistoryWords(game_list.words(), listed=game_list.list_bgg_numbers()),
        seats=seats,
        announced=host_name(store.id),
        host_address=host_address,
        say=complain,
        relay_url=_relay_url(host_address, far.getsockname()[1]) if host_address and far is not None else "",
    )


def _relay_url(host_address: str, port: int) -> str:
    """Return the relay's address: the host of the club's address, which may contain a scheme and another port."""
    host = urlsplit(format_address(host_address, port)).hostname or ""
    return format_address(format_host(host), port, "https")


def _make_discovery(server: ClubServer, id: str, port: int, host: str | None, scheme: str) -> Discovery:
    """Announce the club in the network, and print each new address of it."""
    printed: set[str] = set()

    def on_network(network: Network) -> None:
        server.set_network(network)
        for address in network.addresses:
            if address not in printed:
                printed.add(address)
                print(f"{NAME}: the club is at {address}", flush=True)

    announcer = ZeroconfAnnouncer(SERVICE, {"club": id, "scheme": scheme, **({"host": host} if host else {})})
    return Discovery(id, port, on_network, override=host, scheme=scheme, announcer=announcer)
