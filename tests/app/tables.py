"""An evening at a table: a clock that a test advances, intents in one call, and the snapshots of each reader."""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from app.protocol.base_messages import Intent
from app.protocol.client_rights import SCREEN, Actor
from app.protocol.game_lifecycle_messages import SetGame, Start
from app.protocol.play_messages import Act, Cue, SkipOpening
from app.protocol.seat_messages import JoinRequest, SetSeat, SetSeats
from app.protocol.settings_messages import Settings
from app.protocol.table_messages import Snapshot, TableView
from app.storage.database import Store
from app.storage.pin_file import Pin
from app.storage.random_keys_and_ids import MACHINES
from app.table.core.game_library import GameLibrary
from app.table.core.machine_ports import Machine
from app.table.core.owner_files import OwnerSettings
from app.table.table import Table, TableChanged
from engine.game import Seat
from tests.app import toy
from tests.app.meaning import handle
from tests.app.players import wrap_players

SHELF = {"pebbles": toy.Pebbles()}


class Evening:
    """A table in a folder, which can be opened again and again. Seats count from 1 here, as people count them."""

    def __init__(
        self,
        folder: Path,
        *,
        shelf=SHELF,
        players=toy.PLAYERS,
        seed="evening",
        headless=False,
        overrides=None,
        by_touch=None,
        modes=None,
        sheets=None,
        bots=(),
        own_values=None,
        installed=False,
        thinker=None,
        lessons=None,
        deals=None,
        stored_deals=None,
        reasons=None,
        chance=MACHINES,
    ) -> None:
        self.folder = folder
        self.now = 1000.0  # seconds of the monotonic clock
        self.date = 0.0  # seconds by which the computer's clock is ahead of `now`
        self.settings = Settings()
        self.pin: Pin | None = None
        self.changes: list[TableChanged] = []
        self.cues: list[Cue] = []
        self.keys: dict[int, str] = {}
        self.overrides: dict[str, str] = overrides or {}  # an owner's file, read when the table opens
        self.library = GameLibrary(
            shelf, wrap_players(players), bots, sheets, modes or {}, by_touch, lessons or {}, deals or {},
            stored_deals or {}, reasons or {},
        )  # fmt: skip
        self._values, self._installed, self.thinker = own_values, installed, thinker
        self._made = {"seed": seed, "headless": headless}
        self._chance = chance
        self._ids = itertools.count(1)
        self.open()

    def open(self, *, moved: bool = False) -> None:
        self.store = Store(self.folder / "table.db", lambda: self.now + self.date, self._chance)
        owner = OwnerSettings(
            self.settings, self._save, overrides=self.overrides, values=self._values, pin=self.pin,
            save_pin=self._save_pin,
        )  # fmt: skip
        self.table = Table(
            self.store, self.library, owner, Machine(installed=self._installed), self.thinker, clock=lambda: self.now,
            chance=self._chance, moved=moved, **self._made,
        )  # fmt: skip
        self.table.subscribe(self._on_change)

    def close(self) -> None:
        self.store.close()

    def restart(self, *, moved: bool = False) -> None:
        """Open the table again; `moved`: on another computer."""
        self.close()
        self.open(moved=moved)

    def _save(self, settings: Settings) -> None:
        self.settings = settings

    def _save_pin(self, pin: Pin | None) -> None:
        self.pin = pin

    def _on_change(self, what: TableChanged | Cue) -> None:
        (self.changes if isinstance(what, TableChanged) else self.cues).append(what)

    @contextmanager
    def unwritable(self) -> Iterator[None]:
        """Make the database refuse all writes inside the `with` block."""
        self.store._db.execute("PRAGMA query_only = ON")
        yield
        self.store._db.execute("PRAGMA query_only = OFF")

    # ---- wishes

    def send(self, kind: type[Intent], who: Actor = SCREEN, **fields: Any) -> str:
        """Send an intent with a fresh id, and confirm it where required. Return the id."""
        id = fields.pop("id", None) or f"wish-{next(self._ids)}"
        handle(self.table, who, kind(id=id, **fields))
        return id

    def sit(self, *by: str) -> "Evening":
        """Set the number of seats and fill them: `touch`, `bot`, `free`, or `phone Ada`."""
        self.send(SetSeats, count=len(by))
        for seat, how in enumerate(by, 1):
            if how.startswith("phone"):
                self.join(seat, how.partition(" ")[2])
            elif how != "free":
                self.send(SetSeat, seat=seat, by=how)
        return self

    def boards(self, *wonders: str) -> "Evening":
        """Assign these wonders to the first seats."""
        for seat, wonder in enumerate(wonders, 1):
            self.send(SetSeat, seat=seat, wonder=wonder)
        return self

    def join(self, seat: int, name: str) -> str:
        ticket = self.table.joining.ticket(Seat(seat - 1))
        assert ticket
        self.keys[seat] = self.table.joining.join(ticket, Seat(seat - 1), JoinRequest(name, "en"))
        self.table.presence.set_connected(Seat(seat - 1), True)
        return self.keys[seat]

    def start(self, *by: str, first: int | None = 1, opening: bool = False) -> "Evening":
        """Fill the seats and start a game; skip the opening, unless `opening`."""
        self.sit(*by)
        self.send(SetGame, first=first)
        self.send(Start)
        if not opening:
            self.send(SkipOpening)
        return self

    def say(self, seat: int, text: str, who: Actor = SCREEN, *, question: int | None = None, **fields: Any) -> None:
        """Answer the seat's open question, or the one with this number."""
        question = self.number(seat) if question is None else question
        self.send(Act, who, seat=seat, question=question, action=text, **fields)

    def number(self, seat: int) -> int:
        """Return the number of the seat's open question."""
        return next(asked.number for asked in self.table.committed.state.questions if asked.seat == seat - 1)

    def asked(self) -> dict[int, int]:
        """Return every open question: seat to number."""
        return {asked.seat + 1: asked.number for asked in self.table.committed.state.questions}

    # ---- what is seen

    def snapshot(self, who: Actor = SCREEN, since: int = 0) -> Snapshot:
        return self.table.snapshot(who, since)

    def at_table(self, who: Actor = SCREEN) -> TableView:
        return msgspec.json.decode(self.snapshot(who).table, type=TableView)

    def view(self, who: Actor = SCREEN) -> dict[str, Any]:
        raw = self.snapshot(who).game
        assert raw is not None
        return msgspec.json.decode(raw)

    def log(self, who: Actor = SCREEN, since: int = 0) -> list[dict[str, Any]]:
        """Return the events of the log, each with a field `undone`."""
        lines = self.snapshot(who, since).news
        return [{**msgspec.json.decode(line.event), "undone": line.undone} for line in lines]

    def kinds(self, who: Actor = SCREEN) -> list[str]:
        return [event["type"] for event in self.log(who) if not event["undone"]]


def phone(seat: int) -> Actor:
    """Return the phone of a seat, counted from 1."""
    return Actor("seat", Seat(seat - 1))
