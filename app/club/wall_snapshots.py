"""Snapshots of tables for the walls: each rendered once by language, with only the newest queued for each wall."""

import asyncio
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Final

import msgspec

from app.history.history_text import HistoryWords
from app.protocol.name_rules import is_plain
from app.protocol.wall_messages import FORMAT, MessageFormat, WallMessage, WallSeat, WallTable
from app.text import translation
from app.text.translation import Words
from app.text.words_protocols import people_of

ROMAN: Final = ("", "I", "II", "III", "IV", "V", "VI")
NEWER: Final = "newer"  # a message of a later format
_MESSAGE: Final = msgspec.json.Decoder(WallMessage)
_FORMAT: Final = msgspec.json.Decoder(MessageFormat)

Told = WallTable | str | None  # a table's state, or NEWER; None: disconnected


class HungSeat(msgspec.Struct, frozen=True):
    """A seat as shown on the wall. `who`: "" for a free one."""

    shown: WallSeat
    who: str
    wonder: str


class HungTable(msgspec.Struct, frozen=True):
    """A table as shown on the wall. `says`: its age or turn, or a reason. `address`: where to join."""

    name: str
    says: str = ""
    game: str = ""
    seats: tuple[HungSeat, ...] = ()
    free: str = ""
    address: str = ""
    away: bool = False


class Wall:
    """A connected wall page with its pending events, the newest of each kind."""

    def __init__(self) -> None:
        self._new: dict[str, bytes] = {}
        self.woken = asyncio.Event()

    def put(self, what: str, said: bytes) -> None:
        self._new[what] = said
        self.woken.set()

    def take(self) -> bytes:
        """Return and clear the pending events."""
        said = b"".join(self._new.values())
        self._new.clear()
        self.woken.clear()
        return said


class WallSnapshots:
    """The state of all tables and walls. `render`: renders a table in a language as HTML."""

    def __init__(self, words: HistoryWords, render: Callable[[Words, HungTable], str]) -> None:
        self._words, self._render = words, render
        self._names: dict[str, str] = {}
        self._states: dict[str, Told] = {}
        self._walls: defaultdict[str, set[Wall]] = defaultdict(set)  # by language
        self._rendered: dict[tuple[str, str], bytes] = {}  # by language and table

    def __len__(self) -> int:
        """Return the number of walls."""
        return sum(map(len, self._walls.values()))

    def set_tables(self, names: Mapping[str, str]) -> None:
        if names == self._names:
            return
        before = self._names
        self._names = dict(sorted(names.items(), key=lambda each: (_natural_key(each[1]), each[0])))
        self._states = {table: told for table, told in self._states.items() if table in names}
        self._rendered.clear()
        self._send_tables(table for table, name in self._names.items() if before.get(table) != name)
        for walls in self._walls.values():
            for wall in walls:
                wall.put("tables", self._encode_order())

    def set_state(self, table: str, told: Told) -> None:
        if table in self._names and told != self._states.get(table):
            self._states[table] = told
            self._send_tables([table])

    def _send_tables(self, tables: Iterable[str]) -> None:
        changed = list(tables)
        for table in changed:
            for lang in self._walls:
                self._rendered.pop((lang, table), None)
        for lang, walls in self._walls.items():
            for table in changed if walls else ():
                said = self._encode_table(lang, table)
                for wall in walls:
                    wall.put(f"table {table}", said)

    def add_wall(self, lang: str) -> Wall:
        """Add a wall, with all tables pending."""
        wall = Wall()
        wall.put("tables", self._encode_order())
        for table in self._names:
            wall.put(f"table {table}", self._encode_table(lang, table))
        self._walls[lang].add(wall)
        return wall

    def remove_wall(self, lang: str, wall: Wall) -> None:
        self._walls[lang].discard(wall)

    def send_to_all(self, kind: str, what: Callable[[Words], object]) -> None:
        """Send an event to all walls, in the language of each."""
        for lang, walls in self._walls.items():
            said = encode_event(kind, what(translation.words(lang))) if walls else b""
            for wall in walls:
                wall.put(kind, said)

    def render_all(self, w: Words) -> list[tuple[str, str]]:
        """Render all tables as HTML in order, with their ids."""
        return [(table, self._html(w, table)) for table in self._names]

    def _encode_order(self) -> bytes:
        return encode_event("tables", list(self._names))

    def _encode_table(self, lang: str, table: str) -> bytes:
        """Return a table's event in a language; cached."""
        found = self._rendered.get((lang, table))
        if found is None:
            html = self._html(translation.words(lang), table)
            found = self._rendered[lang, table] = encode_event("table", {"id": table, "html": html})
        return found

    def _html(self, w: Words, table: str) -> str:
        return self._render(w, describe_table(w, self._words, self._names[table], self._states.get(table)))


def encode_event(kind: str, said: object) -> bytes:
    """Encode a server-sent event."""
    return b"event: %b\ndata: %b\n\n" % (kind.encode(), msgspec.json.encode(said))


def parse_message(said: bytes) -> Told:
    """Parse a table's message; raise ValueError if it is malformed."""
    try:
        told = _MESSAGE.decode(said)
    except msgspec.ValidationError:
        if _FORMAT.decode(said).format > FORMAT:
            return NEWER
        raise
    if not all(is_plain(seat.name or "") for seat in told.now.seats):
        raise ValueError
    return told.now


def describe_table(w: Words, words: HistoryWords, name: str, told: Told) -> HungTable:
    if told is None:
        return HungTable(name, w("This table cannot be reached now."), away=True)
    if isinstance(told, str):
        return HungTable(name, w("This table is a later version than the club. Please update the club."))
    people = people_of(w, told.seats)
    return HungTable(
        name=name,
        says=_describe_state(w, told),
        game=words.title(w, told.game),
        seats=tuple(
            HungSeat(
                seat,
                w("free") if seat.by == "free" else people[n],
                words.identity(w, told.game, seat.wonder) if seat.wonder else "",
            )
            for n, seat in enumerate(told.seats)
        ),
        free=w.ngettext("{n} free seat", "{n} free seats", told.free_seats) if told.free_seats else "",
        address=told.address,
    )


def _describe_state(w: Words, table: WallTable) -> str:
    match table.phase:
        case "lobby":
            return "" if table.address else w("No game is running.")  # free seats say so
        case "over":
            return w("Ended early") if table.early else w("The game is over.")
    if table.age:
        return w("Age {age}", age=ROMAN[table.age] if table.age < len(ROMAN) else table.age)
    return w("Turn {n}", n=table.turn) if table.turn else ""


def _natural_key(name: str) -> list[tuple[int, str]]:
    """Split a name for natural sorting: table 2 before table 10."""
    return [(int(part), "") if part.isdecimal() else (0, part.casefold()) for part in re.split(r"(\d+)", name)]
