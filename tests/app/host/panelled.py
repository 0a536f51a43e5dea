"""A table with a panel of lamps and buttons, and what is seen of it."""

from collections.abc import Callable, Iterator
from uuid import uuid4

import msgspec
import pytest

from app.host import panel_connection
from app.protocol import panel_messages
from app.protocol.base_messages import Intent
from app.protocol.client_rights import SCREEN
from app.protocol.game_lifecycle_messages import Rematch, Start
from app.protocol.play_messages import Act, Look, Ritual, SkipOpening
from app.protocol.seat_messages import SetSeat, SetSeats
from app.protocol.settings_messages import SetTable, Settings
from app.storage.database import Store
from app.table.core.game_library import GameLibrary
from app.table.core.owner_files import OwnerSettings
from app.table.table import Table
from engine.architects.game_facade import Architects
from engine.players import PLAYERS
from hardware.panel_interface import Panel, PartKind
from hardware.simulated_panel import SimulatedPanel
from tests.app.meaning import handle
from tests.app.players import wrap_players


class Clock:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def table(tmp_path, facts, clock) -> Iterator[Table]:
    store = Store(tmp_path / "table.db")
    yield Table(
        store,
        GameLibrary(
            {"architects": Architects(facts)},
            wrap_players({"normal": PLAYERS["greedy"], "easy": PLAYERS["random"]} | PLAYERS),
        ),
        OwnerSettings(Settings(bot_pace=1.0), lambda settings: None),
        clock=clock,
        seed="panel",
    )
    store.close()


class Loop(list[Callable[[], None]]):
    """A queue of callbacks that `run` calls. `pass_` advances the clock for callbacks that are due later."""

    def __init__(self) -> None:
        self.now = 0.0
        self._later: list[tuple[float, Callable[[], None]]] = []

    def call_soon_threadsafe(self, call: Callable[[], None]) -> None:
        self.append(call)

    def call_later(self, seconds: float, call: Callable[[], None]) -> None:
        self._later.append((self.now + seconds, call))

    def run(self) -> None:
        while self:
            self.pop(0)()

    def pass_(self, seconds: float) -> None:
        end = self.now + seconds
        while due := [each for each in self._later if each[0] <= end]:
            first = min(due, key=lambda each: each[0])
            self._later.remove(first)
            self.now = max(self.now, first[0])
            first[1]()
            self.run()
        self.now = end
        self.run()


def send(table: Table, intent: type[Intent], **fields: object) -> None:
    handle(table, SCREEN, intent(id=uuid4().hex, **fields))


def lit(parts: SimulatedPanel, kind: PartKind) -> list[int]:
    """List the numbers, from 1, of the lights of a kind that are on."""
    return [part.number + 1 for part, on in parts.lit.items() if on and part.kind is kind]


def join(table: Table, parts: Panel, loop: Loop, **seams: object) -> panel_connection.PanelConnection:
    joined = panel_connection.PanelConnection(
        table, parts, loop.append, loop.call_later, clock=lambda: loop.now, **seams
    )
    loop.run()
    return joined


class Screen(list[panel_messages.Panel | panel_messages.ButtonEvent]):
    """The panel's messages to the screen, in order."""

    def tell(self, message: panel_messages.Panel | panel_messages.ButtonEvent) -> bool:
        self.append(message)
        return True

    def heard(self) -> list[tuple[str, str]]:
        return [(each.part, each.how) for each in self if isinstance(each, panel_messages.ButtonEvent)]


def take_horns(table: Table, loop: Loop, count: int = 1) -> Ritual:
    """Play by touch until somebody has so many markers to turn, without a conflict after that."""
    send(table, SetSeats, count=4)
    for seat in (1, 2, 3, 4):
        send(table, SetSeat, seat=seat, by="touch", name=f"Person {seat}")
    send(table, SetTable, undo="always")
    send(table, Start)
    send(table, SkipOpening)
    for _ in range(300):
        if table.ritual and len(table.ritual.open) == count and table.ritual.flipped < table.ritual.tokens:
            loop.run()
            return table.ritual
        if msgspec.json.decode(table.snapshot(SCREEN).table)["phase"] == "over":
            send(table, Rematch)
        act(table)
    raise AssertionError("nobody took horns")


def act(table: Table) -> None:
    question = table.snapshot(SCREEN).questions[0]
    legal = question.legal or table.handle(SCREEN, Look("look", question.seat)).legal
    send(table, Act, seat=question.seat, action=legal[0], question=question.number)
