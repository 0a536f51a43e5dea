"""The session of a score sheet: bounded cells, markers, the cat. The last entry of a cell counts; nobody has a turn."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias, assert_never

from engine.architects.conflict import military_tokens
from engine.game import CHANCE, EVERYONE, Audience, Emit, Event, IllegalAction, Seat
from engine.tally import actions
from engine.tally.actions import (
    Action,
    Age,
    AgeSet,
    AgeSettled,
    Cat,
    CatPut,
    CellSet,
    ConflictSettled,
    End,
    Marker,
    MarkerTurned,
    MarkerTurnedBack,
    Pawn,
    PawnPut,
    Set,
    Settle,
    Supremacy,
    SupremacySaid,
    SymbolSet,
    Token,
    TokenPut,
)
from engine.tally.record_header import TallySetup
from engine.tally.sheet_points import sum_lines
from engine.tally.sheets import Ages, Conflict, PointsForHolder, Progress, Sheet, Track, cells_of
from engine.tally.view_json import (
    AgeView,
    CellView,
    ConflictView,
    InstantWin,
    LineView,
    MissingCell,
    ProgressView,
    SeatView,
    Sum,
    Tie,
    TokenView,
    TrackView,
    View,
    ZoneView,
)
from engine.winners import winners

NO_SEAT: Final = 0  # has the cat

Place: TypeAlias = tuple[Seat, str]  # a seat's cell, or of what lies in the middle
MARKERS: Final[Place] = (CHANCE, "markers")
CAT: Final[Place] = (CHANCE, "cat")
SUPREMACY: Final[Place] = (CHANCE, "supremacy")
AGE: Final[Place] = (CHANCE, "age")
PAWN: Final[Place] = (CHANCE, "pawn")


def _ignore_event(event: Event, readers: Audience) -> None:
    """Discard an event."""


class TallySession:
    """A `Session` that waits for nobody."""

    to_act: tuple[Seat, ...] = ()

    __slots__ = (
        "_view", "age", "battle", "cat", "cells", "counted", "entered", "held", "lines", "over", "pawn", "round",
        "settled", "setup", "sheet", "supremacy", "taken", "values",
    )  # fmt: skip

    def __init__(self, sheet: Sheet, setup: TallySetup) -> None:
        self.sheet = sheet
        self.setup = setup
        self.cells, self.lines = sheet.played(setup.variant)
        markers = (
            sheet.conflict.markers[setup.seats - sheet.seats[0]] if sheet.conflict and sheet.conflict.markers else 0
        )
        self.battle = [False] * markers
        self.cat = NO_SEAT
        self.values = [dict.fromkeys([cell.id for cell in self.cells], 0) for _ in range(setup.seats)]  # by seat
        self.entered: list[set[str]] = [set() for _ in range(setup.seats)]  # cells, by seat
        self.counted = frozenset(cell for line in self.lines for cell in cells_of(line)) | {sheet.tie}
        self.supremacy: InstantWin | None = None
        self.age, self.round = 1, self._first_round
        self.settled = 0  # ages whose conflict was fought
        self.pawn = 0  # above 0 on seat 2's side
        self.taken: set[tuple[Seat, int]] = set()  # tokens of the track that are gone: who lost by them, and where
        self.held: dict[str, int] = {}  # tokens, and the seat (from 1) that has each
        self.over = False
        self._view: View | None = None  # as it is now; everybody sees the same

    def is_public(self, seat: Seat) -> bool:
        """Return True: nothing on a sheet is secret."""
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
            case Age():
                event = self._turn_to(action)
            case Pawn():
                event = self._push(action)
            case Token():
                event = self._give(action)
            case End():
                self.over = True
                event = actions.SheetClosed()
            case _:
                assert_never(action)
        (emit or _ignore_event)(event, EVERYONE)

    def view(self, seat: Seat | None) -> View:
        if self._view is None:
            self._view = self._build_view()
        return self._view

    def _build_view(self) -> View:
        sums = self._sums()
        totals = [sum(line.points for line in each.values()) for each in sums]
        names = self.setup.names or (None,) * self.setup.seats
        ahead = self._leaders(totals)
        return View(
            game="tally",
            sheet=self.setup.sheet,
            variant=self.setup.variant,
            over=self.over,
            to_act=(),
            winners=ahead if self.over else (),
            ahead=ahead,
            tie=self._tie(totals),
            cells=tuple(
                CellView(
                    id=cell.id,
                    least=cell.least,
                    most=cell.most,
                    usual=self.sheet.usual.get(cell.id),
                    start=self.start_of(cell.id),
                    counts=cell.id in self.counted,
                )
                for cell in self.cells
            ),
            lines=tuple(LineView(line.id, self._on_sheet(cells_of(line))) for line in self.lines),
            conflict=self._conflict(),
            supremacies=self.sheet.supremacies,
            supremacy=self.won_at_once,
            cat=self.cat if self._has_cat else None,
            seats=tuple(
                SeatView(
                    seat=at + 1,
                    name=names[at],
                    cells=dict(self.values[at]),
                    cat=self.cat == at + 1,
                    sums=sums[at],
                    total=totals[at],
                    entered=tuple(cell.id for cell in self.cells if cell.id in self.entered[at]),
                    kinds=self._kinds(at),
                )
                for at in range(self.setup.seats)
            ),
            counters=self._counters,
            age=self._age_view(),
            track=self._track_view(),
            progress=self._progress_view(),
            missing=self.missing(),
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
        twin.supremacy, twin.counted = self.supremacy, self.counted
        twin.entered = [cells.copy() for cells in self.entered]
        twin.age, twin.round, twin.settled, twin.pawn = self.age, self.round, self.settled, self.pawn
        twin.taken, twin.held = self.taken.copy(), self.held.copy()
        twin.values = [values.copy() for values in self.values]
        twin._view = self._view
        return twin

    def winners(self) -> tuple[Seat, ...]:
        """Return the winners, several if they share the victory; empty until the sheet is closed."""
        totals = [score["total"] for score in self.scores()]
        return tuple(Seat(seat - 1) for seat in self._leaders(totals)) if self.over else ()

    def places(self, seat: Seat, action: Action) -> frozenset[Place]:
        """Return the cells that an entry changes or reports: its result depends on earlier entries there, and on no
        others.
        """
        match action:
            case Set():
                return frozenset({(seat, action.cell)})
            case Marker():
                return frozenset({MARKERS})  # each tells how many show battle
            case Settle():
                conflict = self.sheet.conflict
                assert conflict
                cells = [conflict.shields, conflict.tokens, *([conflict.passing] if conflict.passing else [])]
                return frozenset({AGE if conflict.victory else MARKERS, *self._places_of_all(cells)})
            case Age():
                return frozenset({AGE})
            case Pawn():
                track = self.sheet.track
                assert track
                return frozenset({PAWN, *self._places_of_all((track.points, track.coins))})
            case Token():
                progress = self.sheet.progress
                assert progress
                return frozenset({(CHANCE, "tokens"), *self._places_of_all((progress.points,))})
            case Cat():
                return frozenset({CAT})
            case Supremacy():
                return frozenset({SUPREMACY})
            case End():
                middle = {MARKERS, CAT, SUPREMACY, AGE, PAWN, (CHANCE, "tokens")}
                return frozenset({*middle, *self._places_of_all(self.values[0])})
            case _:
                assert_never(action)

    def _places_of_all(self, cells: Iterable[str]) -> Iterator[Place]:
        """List these cells of every seat."""
        return ((Seat(at), cell) for cell in cells for at in range(self.setup.seats))

    def ask(self, seat: Seat, action: Action) -> None:
        """Check an entry that should be confirmed first. Raise IllegalAction for a rare number or the end with gaps."""
        match action:
            case Set(cell=cell, value=value):
                least, most = self.sheet.usual.get(cell, (value, value))
                if not least <= value <= most:
                    self.copy().apply(seat, action)  # of what cannot be nobody is asked
                    raise IllegalAction("unlikely", cell=cell, value=value, seat=seat + 1)
            case End() if not self.over and (missing := self.missing()):
                raise IllegalAction("missing", cells=" ".join(each.cell for each in missing))

    # ---- entries -----------------------------------------------------------------------------------------

    def _set(self, seat: Seat, entry: Set) -> CellSet | SymbolSet:
        if seat not in range(self.setup.seats):
            raise IllegalAction("no-such-seat", seat=seat + 1)
        cell = next((cell for cell in self.cells if cell.id == entry.cell), None)
        if cell is None:
            raise IllegalAction("no-such-cell", cell=entry.cell)
        if not cell.least <= entry.value <= cell.most:
            raise IllegalAction("out-of-bounds", cell=cell.id, least=cell.least, most=cell.most)
        before = self.values[seat][cell.id]
        self._set_value(seat, cell.id, entry.value)
        progress = self.sheet.progress
        if progress and cell.id in progress.symbols:
            return SymbolSet(seat=seat + 1, symbol=cell.id, value=entry.value, before=before)
        return CellSet(seat=seat + 1, cell=cell.id, value=entry.value, before=before)

    def _turn(self, entry: Marker) -> MarkerTurned | MarkerTurnedBack:
        if not 1 <= entry.number <= len(self.battle):
            raise IllegalAction("no-such-marker", marker=entry.number)
        self.battle[entry.number - 1] = entry.battle
        told = MarkerTurned if entry.battle else MarkerTurnedBack
        return told(marker=entry.number, flipped=sum(self.battle), tokens=len(self.battle))

    def _set_value(self, seat: int, cell: str, value: int) -> None:
        self.values[seat][cell] = value
        self.entered[seat].add(cell)

    def _settle(self) -> ConflictSettled | AgeSettled:
        """Settle a conflict. It is always possible, because people may not use the markers here."""
        conflict = self.sheet.conflict
        if conflict is None:
            raise IllegalAction("no-conflict")
        if conflict.victory:
            return self._settle_age(conflict)
        shields = self._shields()
        tokens = military_tokens(shields)
        most = next(cell.most for cell in self.cells if cell.id == conflict.tokens)
        passed = any(conflict.passing in entered for entered in self.entered)
        for seat, more in enumerate(tokens):
            self._set_value(seat, conflict.tokens, min(most, self.values[seat][conflict.tokens] + more))
            if conflict.passing and conflict.passing in self.entered[seat]:
                self._set_value(seat, conflict.passing, 0)
        self.battle = [False] * len(self.battle)
        return ConflictSettled(shields=shields, won=tokens, passed=passed)

    def _settle_age(self, conflict: Conflict) -> AgeSettled:
        """Settle the conflict of the current age, everybody against both neighbours; then the next age begins."""
        age, shields, seats = self.age, self._shields(), self.setup.seats
        worth = conflict.victory[age - 1]

        def gain(mine: int, theirs: int) -> int:
            return worth if mine > theirs else -conflict.defeat if mine < theirs else 0

        left = tuple(gain(mine, shields[(seat + 1) % seats]) for seat, mine in enumerate(shields))
        right = tuple(gain(mine, shields[seat - 1]) for seat, mine in enumerate(shields))
        bounds = next(cell for cell in self.cells if cell.id == conflict.tokens)
        for seat in range(seats):
            sum_ = self.values[seat][conflict.tokens] + left[seat] + right[seat]
            self._set_value(seat, conflict.tokens, min(max(sum_, bounds.least), bounds.most))
        self.settled = age
        if age < len(conflict.victory):
            self.age, self.round = age + 1, self._first_round
        return AgeSettled(age=age, shields=shields, left=left, right=right)

    def _turn_to(self, entry: Age) -> AgeSet:
        ages = self.sheet.ages
        if ages is None:
            raise IllegalAction("no-ages")
        if not (1 <= entry.age <= len(ages.passing) and self._first_round <= entry.round <= ages.rounds):
            raise IllegalAction("no-such-age", ages=len(ages.passing), rounds=ages.rounds)
        self.age, self.round = entry.age, entry.round
        self.settled = min(self.settled, entry.age) if entry.round == ages.rounds else min(self.settled, entry.age - 1)
        return AgeSet(age=entry.age, round=entry.round)

    def _push(self, entry: Pawn) -> PawnPut:
        """Move the pawn. The seat that it comes near pays for the tokens on its way, if its coins are counted."""
        track = self.sheet.track
        if track is None:
            raise IllegalAction("no-track")
        if abs(entry.space) > track.capital:
            raise IllegalAction("no-such-space", capital=track.capital)
        before, self.pawn = self.pawn, entry.space
        winner, loser = (Seat(0), Seat(1)) if entry.space > 0 else (Seat(1), Seat(0))
        ahead = abs(entry.space)
        gone = [
            zone for zone in track.zones
            if zone.coins and ahead >= zone.start and (loser, zone.start) not in self.taken
        ]  # fmt: skip
        self.taken |= {(loser, zone.start) for zone in gone}
        lost = 0
        if gone and track.coins in self.entered[loser]:
            lost = min(self.values[loser][track.coins], sum(zone.coins for zone in gone))
            self._set_value(loser, track.coins, self.values[loser][track.coins] - lost)
        self._set_value(winner, track.points, track.worth(ahead))
        self._set_value(loser, track.points, 0)
        coins = tuple(zone.coins for zone in gone)
        return PawnPut(space=entry.space, before=before, tokens=coins, loser=loser + 1 if gone else 0, lost=lost)

    def _give(self, entry: Token) -> TokenPut:
        """Give a token to a seat. Its cell contains the points of all its tokens from now on."""
        progress = self.sheet.progress
        token = next((each for each in progress.tokens if each.id == entry.id), None) if progress else None
        if progress is None or token is None:
            raise IllegalAction("no-such-token", token=entry.id)
        if not 0 <= entry.seat <= self.setup.seats:
            raise IllegalAction("no-such-seat", seat=entry.seat)
        had = self.held.pop(entry.id, 0)
        if entry.seat:
            self.held[entry.id] = entry.seat
        for seat in {had, entry.seat} - {0}:
            mine = [each for each in progress.tokens if self.held.get(each.id) == seat]
            self._set_value(seat - 1, progress.points, sum(each.points + each.each * len(mine) for each in mine))
        return TokenPut(token=entry.id, seat=entry.seat, coins=token.coins if entry.seat else 0)

    def _put_cat(self, seat: int) -> CatPut:
        if not self._has_cat:
            raise IllegalAction("no-cat")
        if not NO_SEAT <= seat <= self.setup.seats:
            raise IllegalAction("no-such-seat", seat=seat)
        before, self.cat = self.cat, seat
        return CatPut(seat=seat, before=before)

    def _win_at_once(self, entry: Supremacy) -> SupremacySaid:
        if not self.sheet.supremacies or (entry.seat and entry.by not in self.sheet.supremacies):
            raise IllegalAction("no-supremacy")
        if not 0 <= entry.seat <= self.setup.seats:
            raise IllegalAction("no-such-seat", seat=entry.seat)
        self.supremacy = InstantWin(entry.seat, entry.by) if entry.seat else None
        return SupremacySaid(seat=entry.seat, by=entry.by)

    # ---- what it comes to ----------------------------------------------------------------------------------

    def start_of(self, cell: str) -> int:
        """Return the value of a cell that nobody has entered yet."""
        starts = [start.value for start in self.sheet.starts
                  if start.cell == cell and (not start.variant or start.variant in self.setup.variant)]  # fmt: skip
        return starts[-1] if starts else 0

    @property
    def won_at_once(self) -> InstantWin | None:
        """The winner before points are counted: as entered, or as the pawn or the symbols show."""
        if self.supremacy:
            return self.supremacy
        if self.sheet.track and abs(self.pawn) == self.sheet.track.capital:
            return InstantWin(1 if self.pawn > 0 else 2, "military")
        if self.sheet.progress:
            for seat in range(self.setup.seats):
                if self._kinds(seat) >= self.sheet.progress.winning:
                    return InstantWin(seat + 1, "science")
        return None

    def missing(self) -> tuple[MissingCell, ...]:
        """List the missing cells with their seats; empty if points do not decide, or on an older version of a sheet."""
        if self.won_at_once or not self.sheet.usual:
            return ()
        found = []
        for cell in self.cells:
            seats = tuple(at + 1 for at, entered in enumerate(self.entered) if cell.id not in entered)
            if seats and cell.id in self.counted and not cell.rare:
                found.append(MissingCell(cell.id, seats))
        return tuple(found)

    @property
    def _counters(self) -> tuple[str, ...]:
        """Sheets of before do not say it."""
        conflict = self.sheet.conflict
        return self.sheet.counters or ((conflict.shields, conflict.tokens) if conflict else ())

    @property
    def _first_round(self) -> int:
        ages = self.sheet.ages
        return 0 if ages and ages.recruiting in self.setup.variant else 1

    def _kinds(self, seat: int) -> int:
        """Count the different symbols of a seat."""
        progress = self.sheet.progress
        if progress is None:
            return 0
        tokens = sum(token.symbol and self.held.get(token.id) == seat + 1 for token in progress.tokens)
        return tokens + sum(self.values[seat][symbol] > 0 for symbol in progress.symbols)

    @property
    def _has_cat(self) -> bool:
        return any(isinstance(line, PointsForHolder) for line in self.lines)

    def _on_sheet(self, cells: Sequence[str]) -> tuple[str, ...]:
        return tuple(cell for cell in cells if cell in self.values[0])

    def _sums(self) -> list[dict[str, Sum]]:
        return [sum_lines(self.lines, values, self.cat == at) for at, values in enumerate(self.values, start=1)]

    def _shields(self) -> tuple[int, ...]:
        conflict = self.sheet.conflict
        assert conflict
        return tuple(values[conflict.shields] + values.get(conflict.passing, 0) for values in self.values)

    def _conflict(self) -> ConflictView | None:
        if self.sheet.conflict is None or self.sheet.conflict.victory:
            return None
        shields = self._shields()
        return ConflictView(len(self.battle), sum(self.battle), tuple(self.battle), shields, military_tokens(shields))

    def _age_view(self) -> AgeView | None:
        ages: Ages | None = self.sheet.ages
        if ages is None:
            return None
        conflict = self.sheet.conflict
        return AgeView(
            age=self.age,
            round=self.round,
            ages=len(ages.passing),
            least=self._first_round,
            most=ages.rounds,
            passing=ages.passing[self.age - 1],
            victory=conflict.victory[self.age - 1] if conflict else 0,
            defeat=conflict.defeat if conflict else 0,
            settled=self.settled >= self.age,
        )

    def _track_view(self) -> TrackView | None:
        track: Track | None = self.sheet.track
        if track is None:
            return None
        left = tuple(
            tuple(zone.coins for zone in track.zones if zone.coins and (seat, zone.start) not in self.taken)
            for seat in (Seat(0), Seat(1))
        )
        zones = tuple(ZoneView(zone.start, zone.points, zone.coins) for zone in track.zones)
        return TrackView(self.pawn, track.capital, zones, left)

    def _progress_view(self) -> ProgressView | None:
        progress: Progress | None = self.sheet.progress
        if progress is None:
            return None
        tokens = tuple(TokenView(token.id, self.held.get(token.id, 0), token.coins) for token in progress.tokens)
        return ProgressView(progress.symbols, progress.winning, tokens)

    def _leaders(self, totals: Sequence[int]) -> tuple[int, ...]:
        """Return the seats (from 1) that would win now."""
        if at_once := self.won_at_once:
            return (at_once.seat,)
        deciding = [values[self.sheet.tie] for values in self.values]
        return tuple(at + 1 for at in winners(totals, deciding))

    def _tie(self, totals: Sequence[int]) -> Tie | None:
        equal = [at for at, total in enumerate(totals) if total == max(totals)]
        if self.won_at_once or len(equal) < 2 or not any(any(values.values()) for values in self.values):
            return None
        values = tuple(self.values[at][self.sheet.tie] for at in equal)
        return Tie(tuple(at + 1 for at in equal), self.sheet.tie, values)
