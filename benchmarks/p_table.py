"""Row p4: processor time of the table's work for one tap, with seven phones and a screen.

The table and the connections of phones and screen are the program's own, in this process and without sockets: a tap's
JSON is parsed, applied and stored in memory (not on a disk), and each connection encodes what it would send.

Games are played again and again from the same seed. First only the table plays, which shows the kind of each tap. Then
the chosen taps are measured; the pages follow only these and the tap before each, because rare kinds need many games.
"""

import asyncio
import random
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from app.games import phone_registry
from app.phones.game_page_interface import kind_of
from app.phones.page_maker import PageMaker
from app.phones.phone_connection import PhoneConnection
from app.phones.websockets import ClientParts, Connection, Connections, JsonConnection
from app.protocol.client_rights import ONLOOKER, SCREEN
from app.protocol.game_lifecycle_messages import Rematch, SetGame, Start
from app.protocol.play_messages import SkipOpening
from app.protocol.seat_messages import JoinRequest, SetSeats
from benchmarks.figures import PiFigure, median
from benchmarks.p_time import ReferenceClock
from engine.game import Seat
from engine.memoize import clear_all
from hardware.machine.memory_tuning import freeze_lasting_objects
from tests.app.tables import Evening, phone
from tests.same_games import NAMES, parts_of_table

PHONES: Final = 7
LANG: Final = "fr"  # where most is said
SAMPLES: Final = 300  # of each kind
REPETITIONS: Final = 3  # of the same game; the lowest time of each tap counts
WARM_UP: Final = 100  # taps that fill caches
KINDS: Final = {  # by event, the most expensive first
    "age-began": "age",
    "hand-dealt": "age",
    "conflict-fought": "conflict",
    "hands-passed": "reveal",
    "has-chosen": "choice",
    "turn-began": "take",
}


class Sitting(NamedTuple):
    game: str
    seats: int
    variant: tuple[str, ...]
    kinds: dict[str, str]  # what it is, by kind


SITTINGS: Final = {
    "architects": Sitting("architects", 7, (), {"take": "a card is taken", "conflict": "a conflict"}),
    "medals": Sitting("architects", 7, ("medals",), {"take": "a card is taken", "conflict": "a conflict"}),
    "duel": Sitting("duel", 2, (), {"take": "a card is taken", "age": "an age begins"}),
    "seven-wonders": Sitting(
        "seven-wonders",
        7,
        ("leaders",),
        {"choice": "a secret choice", "reveal": "seven cards are revealed", "age": "an age begins"},
    ),
}


def p4(which: str = "", samples: str = str(SAMPLES)) -> Iterator[PiFigure]:
    """Measure the kinds of taps of all set-ups or of one, with that many of each kind."""
    for name in [which] if which else SITTINGS:
        yield from asyncio.run(_measure(name, int(samples)))


async def _measure(name: str, samples: int) -> list[PiFigure]:
    sitting, clock = SITTINGS[name], ReferenceClock()
    measured = await _choose_taps(sitting, samples)
    for _ in range(REPETITIONS):
        await _measure_game(sitting, measured, clock)
    return [
        PiFigure(f"p4 {name} {kind}", f"tap to 7 phones and screen in {name}: {what}, p95", clock.p95_ms(kind), "ms",
                 "≤ 15", "≤ 6", f"median {1000 * median(clock.times(kind)):.3g} ms of"
                 f" {len(clock.times(kind))}; {clock.note}")
        for kind, what in sitting.kinds.items()
    ]  # fmt: skip


async def _measure_game(sitting: Sitting, measured: dict[int, str], clock: ReferenceClock) -> None:
    """Play, and measure the taps of these numbers, by kind."""
    async with _playing(sitting) as people:
        for nth in range(max(measured) + 1):
            tap = people.next_tap()
            if tap is None or not (nth < WARM_UP or nth in measured or nth + 1 in measured):
                people.apply(tap)
                continue
            await people.update_pages()
            began = time.thread_time()
            await people.send(tap)
            await people.update_pages()
            if nth in measured:
                clock.add(measured[nth], time.thread_time() - began, nth)


async def _choose_taps(sitting: Sitting, samples: int) -> dict[int, str]:
    """Return the kind of each tap to measure, by its number: that many of each kind, spread over all games."""
    found: dict[str, list[int]] = {kind: [] for kind in sitting.kinds}
    async with _playing(sitting) as people:
        for nth in count():
            kind = people.apply(people.next_tap())
            if nth >= WARM_UP and kind in found:
                found[kind].append(nth)
            if all(len(taps) >= samples for taps in found.values()):
                break
    return {nth: kind for kind, taps in found.items() for nth in taps[:: len(taps) // samples][:samples]}


class Tap(NamedTuple):
    seat: int
    question: int
    action: str


class Socket:
    """A socket that counts what it is given to send."""

    closed = False

    def __init__(self) -> None:
        self.bytes = 0

    async def send_frame(self, data: bytes, kind: object) -> None:
        self.bytes += len(data)

    async def close(self, code: int) -> None:
        """Close; there is nothing to do."""


class People:
    """The people at a table, who act at random, the same each time."""

    def __init__(self, sitting: Sitting, folder: Path) -> None:
        clear_all()
        self._rng, self._ids = random.Random(4), count()
        self.evening = evening = Evening(folder, seed="p4", **parts_of_table())
        self._seats = [phone(seat) for seat in range(1, sitting.seats + 1)]
        evening.send(SetGame, game=sitting.game, variant=sitting.variant, guided=True)
        evening.send(SetSeats, count=sitting.seats)
        for seat in range(sitting.seats):
            ticket = evening.table.joining.ticket(Seat(seat))
            assert ticket
            evening.keys[seat + 1] = evening.table.joining.join(ticket, Seat(seat), JoinRequest(NAMES[seat], LANG))
        evening.send(Start)
        self.phones: list[PhoneConnection] = []
        self.connections: list[Connection] = []

    def connect(self) -> None:
        """Open the page on each phone, and the screen's socket."""
        evening, keys = self.evening, self.evening.keys
        connections = Connections(evening.table, phone_registry.games(), lambda: evening.now)
        pages = PageMaker(evening.table, phone_registry.games())
        pages.pages.read_all()
        readers = [*self._seats, *[ONLOOKER] * (PHONES - len(self._seats))]
        self.phones = [
            PhoneConnection(pages, connections, Socket(), who, keys.get(n), f"{n:016x}")  # type: ignore[arg-type]
            for n, who in enumerate(readers, start=1)
        ]
        screen = JsonConnection(connections, Socket(), SCREEN)  # type: ignore[arg-type]
        self.connections = [*self.phones, screen]
        for connection in self.connections:
            connections._add(connection)
            connection.writer = asyncio.create_task(connection.write())
            connection.enqueue(connection.hello())
            connection.changed()
        for page in self.phones:
            page.receive_parts(ClientParts())

    def next_tap(self) -> Tap | None:
        """Choose what somebody does next; None: nobody is asked anything."""
        self.evening.now += 1.0
        table = self.evening.table
        asked = [each for seat in self._seats for each in table.snapshot(seat, table.log_end).questions if each.legal]
        if not asked:
            return None
        question = self._rng.choice(asked)
        return Tap(question.seat, question.number, self._rng.choice(question.legal))

    def apply(self, tap: Tap | None) -> str:
        """Apply a tap in the table alone, or continue where nobody is asked. Return the kind of tap."""
        evening, table = self.evening, self.evening.table
        evening.changes.clear()
        if tap is not None:
            evening.say(tap.seat, tap.action, phone(tap.seat), question=tap.question)
            events = {kind_of(each.event) for change in evening.changes for each in change.events}
            return next((kind for event, kind in KINDS.items() if event in events), "")
        if table.phase != "game":
            evening.send(Rematch if table.phase == "over" else Start)
        elif (at := table.next_tick()) is None:
            evening.send(SkipOpening)
        else:
            evening.now = max(evening.now, at)
            table.tick(evening.now)
        return ""

    async def send(self, tap: Tap) -> None:
        """Send a tap from its phone."""
        message = {"type": "act", "id": f"tap{next(self._ids)}", **tap._asdict()}
        await self.phones[tap.seat - 1].receive(msgspec.json.encode(message).decode())

    async def update_pages(self) -> None:
        """Send the changes of every connection."""
        while any(connection._wake.is_set() for connection in self.connections):
            await asyncio.sleep(0)
            for connection in self.connections:
                if connection.writer is not None and connection.writer.done():
                    connection.writer.result()  # raises its error


@asynccontextmanager
async def _playing(sitting: Sitting) -> AsyncIterator[People]:
    """Begin a game with connected phones, in a folder in memory."""
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        people = People(sitting, Path(folder))
        people.connect()
        freeze_lasting_objects()
        try:
            yield people
        finally:
            for connection in people.connections:
                assert connection.writer is not None
                connection.writer.cancel()
            people.evening.close()
