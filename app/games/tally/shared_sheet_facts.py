"""Descriptions of a score sheet that the screen and the phones share. Contains no rule."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import msgspec

from app.games.tally import sheet_words as say
from app.protocol.cardboard_messages import Enter
from app.protocol.play_messages import UndoOffer
from app.shown.form import Button, Form, IntentTemplate, Link, Text
from app.text.translation import Words, capital
from app.text.words_protocols import GameWords
from engine.tally.view_json import AgeView, CellView, ConflictView, InstantWin, LineView, SeatView, Sum, View


@dataclass(frozen=True, slots=True)
class ShownSheet:
    """The sheet on the table. `own`: entries that can be undone."""

    view: View
    own: tuple[UndoOffer, ...] = ()

    def cell(self, id: str) -> CellView:
        return next(cell for cell in self.view.cells if cell.id == id)

    def value(self, seat: int, cell: str) -> int:
        return self.view.seats[seat - 1].cells[cell]

    def entered(self, seat: int, cell: str) -> bool:
        """Check whether a cell was entered, by a person or by a marker."""
        return cell in self.view.seats[seat - 1].entered

    @property
    def in_order(self) -> list[str]:
        """The cells in the order of the sheet's lines; cells of no line come last."""
        first = [id for line in self.view.lines for id in line.cells]
        return [*first, *(cell.id for cell in self.view.cells if cell.id not in first)]

    @property
    def cells(self) -> list[str]:
        """The cells that score points, in that order."""
        counts = {cell.id for cell in self.view.cells if cell.counts}
        return [id for id in self.in_order if id in counts]

    @property
    def play_counters(self) -> list[str]:
        """The cells that are only counted during play, without symbols."""
        symbols = self.view.progress.symbols if self.view.progress else ()
        return [cell.id for cell in self.view.cells if not cell.counts and cell.id not in symbols]

    def next_cell(self, seat: int, cell: str, done: Collection[tuple[int, str]], round: bool) -> tuple[int, str] | None:
        """Return the next cell that is not entered: down this seat's sheet, or (`round`) the same cell of the next
        seat.

        After all seats `round` continues with the next cell. `done`: cells entered or skipped in this run.
        """
        cells, seats = self.cells, len(self.view.seats)
        nth = cells.index(cell) if cell in cells else -1
        if round:
            others = [(seat - 1 + step) % seats + 1 for step in range(1, seats)]
            order = [(other, cell) for other in others]
            order += [((seat - 1 + step) % seats + 1, id) for id in cells[nth + 1 :] for step in range(1, seats + 1)]
        else:
            order = [(seat, id) for id in cells[nth + 1 :]]
        return next((each for each in order if each not in done and not self.entered(*each)), None)

    def first(self, seat: int) -> str:
        """Return the first cell of a seat that is not entered, or ""."""
        return next((id for id in self.cells if not self.entered(seat, id)), "")

    def last(self, seat: int, cell: str) -> UndoOffer | None:
        """Return the last entry of a cell, if it can be undone."""
        return next((o for o in reversed(self.own) if (o.seat, _place(o.action)) == (seat, cell)), None)

    @property
    def has_entries(self) -> bool:
        """True if anything has been entered."""
        return self.view.supremacy is not None or any(any(seat.cells.values()) or seat.cat for seat in self.view.seats)

    def rank(self, seat: int) -> int:
        """Return a seat's rank: seats ahead first, then by points."""
        view = self.view
        if seat in (view.winners or view.ahead):
            return 1
        mine = view.seats[seat - 1].total
        return 1 + sum(other.seat in view.ahead or other.total > mine for other in view.seats if other.seat != seat)

    def sums(self, seat: int) -> Sequence[tuple[str, Sum]]:
        """Return the lines in the order of the sheet, with their sums."""
        sums = self.view.seats[seat - 1].sums
        return [(line.id, sums[line.id]) for line in self.view.lines]


def _place(action: str) -> str:
    """Return the cell of an entry: `shields` for `set shields 4`."""
    words = action.split(" ")
    return words[1] if words[0] == "set" else words[0]


# ---- the sheet as a whole ------------------------------------------------------------------------------------


class WholeSheet(msgspec.Struct, frozen=True):
    """The sheet as a table. `title`: who is ahead, or its name; `ahead`: those seats, once anything is entered.

    `lines`: key, name and points by seat, None while a seat has entered no cell of the line.
    """

    title: str
    people: tuple[str, ...]
    lines: tuple[tuple[str, str, tuple[int | None, ...]], ...]
    sums: str  # name of the last line
    totals: tuple[int, ...]
    ahead: tuple[int, ...]
    decides: str


def build_table(w: Words, words: GameWords, sheet: ShownSheet, people: tuple[str, ...]) -> WholeSheet:
    """Build the table; `words`: the sheet's own."""
    view = sheet.view
    return WholeSheet(
        title=say.result(w, view, people) or w("Score sheet"),
        people=people,
        lines=tuple(
            (line.id, words.category(w, line.id), tuple(points(line, seat) for seat in view.seats))
            for line in view.lines
        ),
        sums=w("Total"),
        totals=tuple(seat.total for seat in view.seats),
        ahead=view.ahead if sheet.has_entries else (),
        decides=say.decides(w, view, people),
    )


def points(line: LineView, seat: SeatView) -> int | None:
    """Return a seat's points in a line; None while no cell of the line is entered."""
    waits = line.cells and not set(line.cells) & set(seat.entered)
    return None if waits else seat.sums[line.id].points


# ---- entries by touch ----------------------------------------------------------------------------------------


class Counter(msgspec.Struct, frozen=True):
    """A cell of a seat, and the entries of touches. `name`: a label; `says`: what to enter, in a few words.

    `value`: None while it is not entered. `last`: the row of its last entry, if that can be undone; else 0.
    """

    seat: int
    cell: CellView
    name: str
    says: str
    value: int | None
    last: int

    @property
    def current(self) -> int:
        """The current number, or the initial one."""
        return self.cell.start if self.value is None else self.value

    @property
    def decrement_line(self) -> str:
        """The entry for one less; "" at the lower bound."""
        return f"{self.seat} add {self.cell.id} -1" if self.current > self.cell.least else ""

    @property
    def increment_line(self) -> str:
        """The entry for one more; "" at the upper bound."""
        return f"{self.seat} add {self.cell.id} 1" if self.current < self.cell.most else ""


def counter(w: Words, sheet: ShownSheet, seat: int, id: str) -> Counter:
    """Return the counter of a seat's cell."""
    last, game = sheet.last(seat, id), sheet.view.sheet
    value = sheet.value(seat, id) if sheet.entered(seat, id) else None
    return Counter(
        seat, sheet.cell(id), cell_label(w, game, id), say.cell_says(w, game, id), value, last.row if last else 0
    )


class Claim(msgspec.Struct, frozen=True):
    """A thing that a seat can have: whether this one has it, and the entry of a touch."""

    key: str
    name: str
    picture: str
    colour: str
    on: bool
    enters: str


def cat(w: Words, view: View, seat: int) -> Claim | None:
    """Return the cat, or None for sheets without."""
    if view.cat is None:
        return None
    has = view.seats[seat - 1].cat
    return Claim("cat", w("The cat"), "cat", "parch", has, f"cat {0 if has else seat}")


def supremacies(w: Words, view: View, seat: int) -> tuple[Claim, ...]:
    """Return the supremacies that win on this sheet."""
    return tuple(_supremacy(w, by, view.supremacy == InstantWin(seat, by), seat) for by in view.supremacies)


def _supremacy(w: Words, by: str, on: bool, seat: int) -> Claim:
    picture, colour = ("swords", "red") if by == "military" else ("gear", "green")
    enters = "supremacy 0" if on else f"supremacy {seat} {by}"
    return Claim(by, capital(say.supremacy(w, by)), picture, colour, on, enters)


class Symbol(msgspec.Struct, frozen=True):
    """A science symbol of a seat with its count; a touch adds one, and resets it after a pair."""

    id: str
    name: str
    held: int
    enters: str


def symbols(w: Words, view: View, seat: int) -> tuple[Symbol, ...]:
    """Return the science symbols; empty for sheets without."""
    cells = view.seats[seat - 1].cells
    return tuple(
        Symbol(id, cell_label(w, view.sheet, id), cells[id], f"{seat} set {id} {(cells[id] + 1) % 3}")
        for id in (view.progress.symbols if view.progress else ())
    )


class HeldToken(msgspec.Struct, frozen=True):
    """A progress token; `seat`: its holder, 0 for nobody."""

    id: str
    name: str
    seat: int

    def enters(self, seat: int) -> str:
        """Return the entry of a touch on a person: the token goes to them, or back if they have it."""
        return f"token {self.id} {0 if self.seat == seat else seat}"


class HeldTokens(msgspec.Struct, frozen=True):
    """The holders of progress tokens."""

    title: str
    people: tuple[str, ...]
    tokens: tuple[HeldToken, ...]


def tokens(w: Words, view: View, people: tuple[str, ...]) -> HeldTokens:
    """Return the holders of progress tokens; empty for sheets without."""
    lie = view.progress.tokens if view.progress else ()
    return HeldTokens(
        w("Progress tokens"), people, tuple(HeldToken(each.id, say.token(w, each.id), each.seat) for each in lie)
    )


# ---- markers ---------------------------------------------------------------------------------------------------


class SettleButton(msgspec.Struct, frozen=True):
    """The button to settle a conflict. `brief`: a short label; `time`: it is time to; `asks`: the question before."""

    words: str
    brief: str
    time: bool
    asks: Form | None


def settle(w: Words, view: View, people: Sequence[str]) -> SettleButton:
    """Return the button for sheets with conflict markers or ages."""
    time = view.conflict is not None and view.conflict.flipped == view.conflict.tokens
    if view.age is not None:
        time = view.age.round == view.age.most and not view.age.settled
    return SettleButton(w("Settle the conflict"), w("Conflict"), time, build_settle_question(w, view, people))


class ShownMarkers(msgspec.Struct, frozen=True):
    """Conflict markers, each True if it shows battle; their count in figures, in words, and a hint."""

    figures: str
    words: str
    hint: str
    battle: tuple[bool, ...]


def markers(w: Words, view: ConflictView) -> ShownMarkers:
    """Describe the conflict markers."""
    figures = w("{n} of {most}", n=view.flipped, most=view.tokens)
    return ShownMarkers(figures, w("turned to battle"), w("Tap a marker to turn it."), view.battle)


class ShownRound(msgspec.Struct, frozen=True):
    """A round of an age, 0 for its leaders. `done`: it is over; a touch makes it the current one."""

    number: int
    name: str
    done: bool
    on: bool
    enters: str


class ShownAge(msgspec.Struct, frozen=True):
    """The marker of age and round. `to`: where hands are passed; `following`: label and entry of the next round."""

    figures: str
    words: str
    passing: str
    to: str
    rounds: tuple[ShownRound, ...]
    following: tuple[str, str] | None


def age(w: Words, view: AgeView) -> ShownAge:
    """Describe the marker of age and round."""
    rounds = tuple(
        ShownRound(
            number=n,
            name=w("round {n}", n=n) if n else w("recruit leaders"),
            done=n < view.round,
            on=n == view.round,
            enters=f"age {view.age} {n}",
        )
        for n in range(view.least, view.most + 1)
    )
    words = w("round {n} of {most}", n=view.round, most=view.most) if view.round else w("recruit leaders")
    over = view.round == view.most or view.settled
    following = None if over else (w("Next round"), f"age {view.age} {view.round + 1}")
    figures = w("Age {age}", age=say.ROMAN[view.age])
    return ShownAge(figures, words, say.passing_direction(w, view.passing), view.passing, rounds, following)


def cell_label(w: Words, game: str, id: str) -> str:
    """Return a cell's name as a label."""
    return capital(say.cell(w, game, id))


# ---- questions -----------------------------------------------------------------------------------------------


def _enters(action: str) -> IntentTemplate:
    return IntentTemplate(Enter(id="", action=action, sure=True))


def _enter_them(w: Words) -> Link:
    """Return the button that leads to missing entries."""
    return Link(key="enter them", words=w("Enter them"), to="fill", picture="right", on=True, foot=True, only="screen")


def build_settle_question(w: Words, view: View, people: Sequence[str]) -> Form | None:
    """Return the question whether missing shields are 0, before a conflict; None if all are entered."""
    text = say.ask_missing_shields(w, view, people)
    if not text:
        return None
    zero = Button(key="settle so", words=w("They are 0"), says=_enters("settle"), picture="tick", foot=True)
    return Form(w("Settle the conflict"), (Text(key="lacking", words=text, loud=True), _enter_them(w), zero))


def build_close_question(w: Words, view: View, people: Sequence[str]) -> Form:
    """Return the question about missing entries, before a sheet is closed."""
    zero = Button(key="end 0", words=w("They are 0"), says=_enters("end 0"), picture="tick", foot=True)
    so = Button(key="end", words=w("Close unfinished"), says=_enters("end"), picture="crown", foot=True)
    text = Text(key="lacking", words=say.name_missing_entries(w, view, people), loud=True)
    return Form(w("Close the sheet?"), (text, _enter_them(w), zero, so))


class NumberDoubt(msgspec.Struct, frozen=True):
    """The two answers to the question about an unusual number."""

    yes: str
    no: str


def doubt(w: Words) -> NumberDoubt:
    return NumberDoubt(w("Yes, it is right"), w("No, change it"))


class EntryWays(msgspec.Struct, frozen=True):
    """Labels of number entry: its order, its keys, and yes and no for cells with at most one.

    `untold`: not entered yet.
    """

    next: str
    down: str
    round: str
    other: str
    usual: str
    yes: str
    no: str
    untold: str


def entry_labels(w: Words) -> EntryWays:
    return EntryWays(
        next=w("Next"),
        down=w("Down the sheet"),
        round=w("Round the table"),
        other=w("Other number"),
        usual=w("Usual numbers"),
        yes=w("yes"),
        no=w("no"),
        untold=w("not entered yet"),
    )
