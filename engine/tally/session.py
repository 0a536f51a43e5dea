"""A tally: bounded cells, markers, the cat. The last entry of a cell wins; nobody is ever waited for."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

from engine.architects.conflict import won
from engine.game import CHANCE, EVERYONE, Audience, Emit, Event, IllegalAction, Seat
from engine.scoring import winners
from engine.tally import actions
from engine.tally.actions import (
    Action,
    Cat,
    CatPut,
    CellSet,
    ConflictSettled,
    End,
    Marker,
    MarkerTurned,
    MarkerTurnedBack,
    Set,
    Settle,
    Supremacy,
    SupremacySaid,
)
from engine.tally.setup import TallySetup
from engine.tally.sheets import Held, Sheet, cells_of
from engine.tally.sums import summed
from engine.tally.view import CellView, ConflictView, LineView, SeatView, Sum, Tie, View, Won

NOBODY: Final = 0  # has the cat

Place: TypeAlias = tuple[Seat, str]  # a seat's cell, or of what lies in the middle
MARKERS: Final[Place] = (CHANCE, "markers")
CAT: Final[Place] = (CHANCE, "cat")
SUPREMACY: Final[Place] = (CHANCE, "supremacy")


def _unheard(event: Event, readers: Audience) -> None:
    """Nobody listens."""


class TallySession:
    """A `Session` that waits for nobody."""

    to_act: tuple[Seat, ...] = ()

    __slots__ = ("_view", "battle", "cat", "cells", "lines", "over", "setup", "sheet", "supremacy", "values")

    def __init__(self, sheet: Sheet, setup: TallySetup) -> None:
        self.sheet = sheet
        self.setup = setup
        self.cells, self.lines = sheet.played(setup.variant)
        markers = sheet.conflict.markers[setup.seats - sheet.seats[0]] if sheet.conflict else 0
        self.battle = [False] * markers
        self.cat = NOBODY
        self.values = [dict.fromkeys([cell.id for cell in self.cells], 0) for _ in range(setup.seats)]  # by seat
        self.supremacy: Won | None = None
        self.over = False
        self._view: View | None = None  # as it is now; everybody sees the same

    def is_public(self, seat: Seat) -> bool:
        """Nothing on a sheet is a secret."""
        return True

    def parse(self, text: str) -> Action:
        return actions.parse(text)

    def apply(self, seat: Seat, action: Action, emit: Emit | None = None) -> None:
        if self.over:
            raise IllegalAction("sheet-closed")
        if isinstance(action, Set) == (seat == CHANCE):
            raise IllegalAction("whose-entry")
        event: Event
        self._view = None
        match action:
            case Set():
                event = self._set(seat, action)
            case Marker():
                event = self._turn(action)
            case Settle():
                event = self._settle()
            case Cat():
                event = self._put_cat(action.seat)
            case Supremacy():
                event = self._win_at_once(action)
            case End():
                self.over = True
                event = actions.SheetClosed()
        (emit or _unheard)(event, EVERYONE)

    def view(self, seat: Seat | None) -> View:
        if self._view is None:
            self._view = self._seen()
        return self._view

    def _seen(self) -> View:
        sums = self._sums()
        totals = [sum(line.points for line in each.values()) for each in sums]
        names = self.setup.names or (None,) * self.setup.seats
        ahead = self._ahead(totals)
        return View(
            game="tally",
            sheet=self.setup.sheet,
            variant=self.setup.variant,
            over=self.over,
            to_act=(),
            winners=ahead if self.over else (),
            ahead=ahead,
            tie=self._tie(totals),
            cells=tuple(CellView(cell.id, cell.least, cell.most) for cell in self.cells),
            lines=tuple(LineView(line.id, self._on_sheet(cells_of(line))) for line in self.lines),
            conflict=self._conflict(),
            supremacies=self.sheet.supremacies,
            supremacy=self.supremacy,
            cat=self.cat if self._has_cat else None,
            seats=tuple(
                SeatView(at + 1, names[at], dict(self.values[at]), self.cat == at + 1, sums[at], totals[at])
                for at in range(self.setup.seats)
            ),
        )

    def scores(self) -> tuple[dict[str, int], ...]:
        found = []
        for sums in self._sums():
            points = {line: each.points for line, each in sums.items()}
            found.append({**points, "total": sum(points.values())})
        return tuple(found)

    def copy(self) -> "TallySession":
        twin = TallySession.__new__(TallySession)
        twin.sheet, twin.setup, twin.cells, twin.lines = self.sheet, self.setup, self.cells, self.lines
        twin.battle, twin.cat, twin.over = self.battle.copy(), self.cat, self.over
        twin.supremacy = self.supremacy
        twin.values = [values.copy() for values in self.values]
        twin._view = self._view
        return twin

    def winners(self) -> tuple[Seat, ...]:
        """Who won, several in a shared victory; empty until everything is entered."""
        totals = [score["total"] for score in self.scores()]
        return tuple(Seat(seat - 1) for seat in self._ahead(totals)) if self.over else ()

    def places(self, seat: Seat, action: Action) -> frozenset[Place]:
        """What an entry changes or tells of: its result hangs on earlier entries there, and on no others."""
        match action:
            case Set():
                return frozenset({(seat, action.cell)})
            case Marker():
                return frozenset({MARKERS})  # each tells how many show battle
            case Settle():
                conflict = self.sheet.conflict
                assert conflict
                return frozenset({MARKERS, *self._of_all((conflict.shields, conflict.tokens))})
            case Cat():
                return frozenset({CAT})
            case Supremacy():
                return frozenset({SUPREMACY})
            case End():
                return frozenset({MARKERS, CAT, SUPREMACY, *self._of_all(self.values[0])})

    def _of_all(self, cells: Iterable[str]) -> Iterator[Place]:
        """These cells of every seat."""
        return ((Seat(at), cell) for cell in cells for at in range(self.setup.seats))

    # ---- entries -----------------------------------------------------------------------------------------

    def _set(self, seat: Seat, entry: Set) -> CellSet:
        if seat not in range(self.setup.seats):
            raise IllegalAction("no-such-seat", seat=seat + 1)
        cell = next((cell for cell in self.cells if cell.id == entry.cell), None)
        if cell is None:
            raise IllegalAction("no-such-cell", cell=entry.cell)
        if not cell.least <= entry.value <= cell.most:
            raise IllegalAction("out-of-bounds", cell=cell.id, least=cell.least, most=cell.most)
        before = self.values[seat][cell.id]
        self.values[seat][cell.id] = entry.value
        return CellSet(seat=seat + 1, cell=cell.id, value=entry.value, before=before)

    def _turn(self, entry: Marker) -> MarkerTurned | MarkerTurnedBack:
        if not 1 <= entry.number <= len(self.battle):
            raise IllegalAction("no-such-marker", marker=entry.number)
        self.battle[entry.number - 1] = entry.battle
        told = MarkerTurned if entry.battle else MarkerTurnedBack
        return told(marker=entry.number, flipped=sum(self.battle), tokens=len(self.battle))

    def _settle(self) -> ConflictSettled:
        """Always to be had: people see their cardboard, and may not use the markers here."""
        conflict = self.sheet.conflict
        if conflict is None:
            raise IllegalAction("no-conflict")
        shields = self._shields()
        tokens = won(shields)
        most = next(cell.most for cell in self.cells if cell.id == conflict.tokens)
        for values, more in zip(self.values, tokens, strict=True):
            values[conflict.tokens] = min(most, values[conflict.tokens] + more)
        self.battle = [False] * len(self.battle)
        return ConflictSettled(shields=shields, won=tokens)

    def _put_cat(self, seat: int) -> CatPut:
        if not self._has_cat:
            raise IllegalAction("no-cat")
        if not NOBODY <= seat <= self.setup.seats:
            raise IllegalAction("no-such-seat", seat=seat)
        before, self.cat = self.cat, seat
        return CatPut(seat=seat, before=before)

    def _win_at_once(self, entry: Supremacy) -> SupremacySaid:
        if not self.sheet.supremacies or (entry.seat and entry.by not in self.sheet.supremacies):
            raise IllegalAction("no-supremacy")
        if not 0 <= entry.seat <= self.setup.seats:
            raise IllegalAction("no-such-seat", seat=entry.seat)
        self.supremacy = Won(entry.seat, entry.by) if entry.seat else None
        return SupremacySaid(seat=entry.seat, by=entry.by)

    # ---- what it comes to ----------------------------------------------------------------------------------

    @property
    def _has_cat(self) -> bool:
        return any(isinstance(line, Held) for line in self.lines)

    def _on_sheet(self, cells: Sequence[str]) -> tuple[str, ...]:
        return tuple(cell for cell in cells if cell in self.values[0])

    def _sums(self) -> list[dict[str, Sum]]:
        return [summed(self.lines, values, self.cat == at) for at, values in enumerate(self.values, start=1)]

    def _shields(self) -> tuple[int, ...]:
        assert self.sheet.conflict
        return tuple(values[self.sheet.conflict.shields] for values in self.values)

    def _conflict(self) -> ConflictView | None:
        if self.sheet.conflict is None:
            return None
        shields = self._shields()
        return ConflictView(len(self.battle), sum(self.battle), tuple(self.battle), shields, won(shields))

    def _ahead(self, totals: Sequence[int]) -> tuple[int, ...]:
        """Who would win now, seats from 1."""
        if self.supremacy:
            return (self.supremacy.seat,)
        deciding = [values[self.sheet.tie] for values in self.values]
        return tuple(at + 1 for at in winners(totals, deciding))

    def _tie(self, totals: Sequence[int]) -> Tie | None:
        equal = [at for at, total in enumerate(totals) if total == max(totals)]
        if self.supremacy or len(equal) < 2 or not any(any(values.values()) for values in self.values):
            return None
        values = tuple(self.values[at][self.sheet.tie] for at in equal)
        return Tie(tuple(at + 1 for at in equal), self.sheet.tie, values)
