"""`wondertable code [SEAT]`: prints the codes of the table that runs on this machine in the terminal.

Without a screen this is the way back into a game whose phones are all lost. It uses the screen's protocol
(docs/protocol.md), sends at most one intent, and disconnects.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from secrets import token_hex
from typing import Any, Final, TypeAlias

import msgspec

from app.host.data_folder import check_access, find_data_folder, is_running
from app.looks import qr_codes
from app.protocol.base_messages import Accepted, Refusal
from app.protocol.seat_messages import Code, HandOver, SeatInfo
from app.protocol.table_client import Client, RunFile, read_run
from app.protocol.table_messages import TableView
from app.text.table_text import refusal
from app.text.terminal_output import CannotStart, command_line, tell
from app.text.translation import words
from app.text.words_protocols import seat_name

MAX_ATTEMPTS: Final = 40  # messages or timeouts, before the table counts as unresponsive


Connect: TypeAlias = Callable[[int, str, str], Client]  # port, path, key of the screen


class _CodeSnapshot(msgspec.Struct, frozen=True, tag_field="type", tag="snapshot"):
    """The fields of a snapshot that are needed here."""

    table: TableView
    codes: tuple[Code, ...]


_READ: Final = msgspec.json.Decoder(_CodeSnapshot | Accepted | Refusal)  # other messages are ignored


def show(data_dir: Path | None, seat: int | None, connect: Connect = Client, *, json: bool = False) -> int:
    """Print address and code of one seat (from 1), or of all free seats and of the table itself. Return the exit code.

    CannotStart if there is none. The terminal is English, whatever the table's language is.
    """
    now, lines = _request_codes(data_dir, seat, connect)
    if json:
        tell(_format_json(now, seat))
    else:
        sys.stdout.buffer.write("".join(f"{line}\n" for line in lines).encode())
    return 0


def _format_json(now: _CodeSnapshot, seat: int | None) -> dict[str, Any]:  # Any: what JSON holds
    """Return the seats and the addresses for taking them; seat 0 is the table’s own (docs/command.md)."""
    seats = [
        {"seat": each.seat, "name": each.name, "by": "bot" if each.own_bot else each.by, "present": each.present}
        for each in now.table.seats
        if seat in (None, each.seat)
    ]
    free = {seat.seat for seat in now.table.seats if seat.by == "free"} | {0}
    wanted = free if seat is None else {seat}
    codes = [{"seat": code.seat, "url": code.url} for code in now.codes if code.seat in wanted]
    return {"seats": seats, "codes": codes}


def _request_codes(data_dir: Path | None, seat: int | None, connect: Connect) -> tuple[_CodeSnapshot, list[str]]:
    folder = (data_dir or find_data_folder()).absolute()
    check_access(folder)
    try:
        run = _find_run(folder)
        if run is None:
            raise CannotStart(f"No table is running with the data folder {folder}.")
        with closing(_connect(connect, run)) as client:
            now = _receive_snapshot(client)
            if now.table.network.address is None:
                raise CannotStart("There is no network that phones could use, so there is no code either.")
            if seat is None:
                return now, list(_format_all_seats(now))
            now, hand_over = _ensure_code(client, now, seat)
            return now, list(_format_seat(now, seat, hand_over))
    except PermissionError as error:
        problem = f"{error.filename} cannot be read ({error.strerror}). The person who started the table can read it."
        raise CannotStart(problem) from None
    except (OSError, msgspec.MsgspecError):
        raise CannotStart("The table does not answer; try again in a moment.") from None


def _find_run(folder: Path) -> RunFile | None:
    """Return the run file of the table that holds this folder, or None if none does."""
    if not is_running(folder):
        return None
    return read_run(folder)


def _connect(connect: Connect, run: RunFile) -> Client:
    """Connect to the table, retrying while it is slow."""
    for _ in range(MAX_ATTEMPTS):
        with suppress(TimeoutError):
            return connect(run.port, "/socket", run.key)
    raise TimeoutError


def _receive(client: Client) -> _CodeSnapshot | Accepted | Refusal:
    for _ in range(MAX_ATTEMPTS):
        with suppress(TimeoutError, msgspec.ValidationError):
            text = client.receive()
            if text is None:
                break
            message: _CodeSnapshot | Accepted | Refusal = _READ.decode(text)
            return message
    raise ConnectionAbortedError


def _receive_snapshot(client: Client) -> _CodeSnapshot:
    while True:
        message = _receive(client)
        if isinstance(message, _CodeSnapshot):
            return message


def _ensure_code(client: Client, now: _CodeSnapshot, seat: int) -> tuple[_CodeSnapshot, bool]:
    """Return the table with a code for this seat, and True if that hands the seat over. CannotStart if it cannot have
    one.
    """
    if seat > len(now.table.seats):
        raise CannotStart(refusal(words("en"), "no-such-seat", {}))
    info = now.table.seats[seat - 1]
    if info.own_bot:  # not a bot that substitutes for a person
        raise CannotStart(refusal(words("en"), "bot-plays", {}))
    if info.by == "free":
        return now, False
    return _hand_over(client, seat), True


def _hand_over(client: Client, seat: int) -> _CodeSnapshot:
    """Request a fresh ticket for a seat. Return the table that has it; CannotStart if it is refused."""
    client.send(msgspec.json.encode(HandOver(id=token_hex(8), seat=seat)))
    while True:
        match _receive(client):
            case Refusal(rule=rule, facts=facts):
                raise CannotStart(refusal(words("en"), rule, facts))
            case Accepted():
                return _receive_snapshot(client)


def _format_seat(now: _CodeSnapshot, seat: int, handed_over: bool) -> Iterator[str]:
    """Yield the lines for one seat: the code of a free one, or a fresh one for taking it over."""
    label = _seat_label(now.table.seats[seat - 1])
    if handed_over:
        yield f"Hand over: {label}"
        yield "Scan this with the other phone within two minutes. Then this seat is played there."
    else:
        yield label
        yield "Scan to sit here"
    yield from _format_code(now, seat)


def _format_all_seats(now: _CodeSnapshot) -> Iterator[str]:
    """Yield the lines for free seats and the table, then all seats: the last lines are seen first in a terminal."""
    free = [info for info in now.table.seats if info.by == "free"]
    for info in free:
        yield _seat_label(info)
        yield "Scan to sit here"
        yield from _format_code(now, info.seat)
    yield "The table’s own code: take a free seat, or just watch"
    yield from _format_code(now, 0)
    yield ""
    wide = max(len(_seat_label(info)) for info in now.table.seats)
    for info in now.table.seats:
        yield f"{_seat_label(info):{wide}}  {_describe_player(info)}"
    if len(free) < len(now.table.seats):
        yield f"If a phone is lost, {command_line('code SEAT')} prints a code to take over its seat."


def _format_code(now: _CodeSnapshot, seat: int) -> Iterator[str]:
    code = next((code for code in now.codes if code.seat == seat), None)
    if code is None:  # the seat was just taken, or the network was lost
        raise ConnectionAbortedError
    yield code.url
    yield qr_codes.text(code.url)


def _seat_label(info: SeatInfo) -> str:
    number = seat_name(words("en"), info.seat, None)
    return f"{number}, {info.name}" if info.name else number


def _describe_player(info: SeatInfo) -> str:
    match info.by:
        case "free":
            return "free"
        case "bot":
            return "Bot"
        case "touch":
            return "on the screen"
    return "by phone" if info.present else "by phone, not connected now"
