"""What a score sheet shows on the screen and on phones, said once for both. It holds no rule."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import msgspec

from app.games.tally import words as say
from app.protocol import messages
from app.shown.form import Button, Form, Link, Says, Text
from app.text.game import GameWords
from app.text.languages import Words, capital
from engine.tally.view import AgeView, CellView, ConflictView, InstantWin, LineView, SeatView, Sum, View


@dataclass(frozen=True, slots=True)
class ShownSheet:
    """The sheet on the table. `own`: entries that may be taken back."""

    view: View
    own: tuple[messages.UndoOffer, ...] = ()

    def cell(self, id: str) -> CellView:
        return next(cell for cell in self.view.cells if cell.id == id)

    def value(self, seat: int, cell: str) -> int:
        return self.view.seats[seat - 1].cells[cell]

    def entered(self, seat: int, cell: str) -> bool:
        """Whether anybody has entered it, or a marker."""
        return cell in self.view.seats[seat - 1].entered

    @property
    def in_order(self) -> list[str]:
        """Cells as their lines stand on the sheet; those of no line come last."""
        first = [id for line in self.view.lines for id in line.cells]
        return [*first, *(cell.id for cell in self.view.cells if cell.id not in first)]

    @property
    def cells(self) -> list[str]:
        """Those that count, in that order."""
        counts = {cell.id for cell in self.view.cells if cell.counts}
        return [id for id in self.in_order if id in counts]

    @property
    def counted(self) -> list[str]:
        """Cells that are only counted while people play, but for symbols."""
        symbols = self.view.progress.symbols if self.view.progress else ()
        return [cell.id for cell in self.view.cells if not cell.counts and cell.id not in symbols]

    def after(self, seat: int, cell: str, done: Collection[tuple[int, str]], round: bool) -> tuple[int, str] | None:
        """What is entered next, of what nobody has entered yet: down the sheet of this seat, or (`round`) the same for
        the next seat, and so on for all, then what stands below. `done`: what was entered or left out just now."""
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
        """The first cell of a seat that nobody has entered yet; "" if there is none."""
        return next((id for id in self.cells if not self.entered(seat, id)), "")

    def last(self, seat: int, cell: str) -> messages.UndoOffer | None:
        """The last entry of a cell, if it can be taken back."""
        return next((o for o in reversed(self.own) if (o.seat, _place(o.action)) == (seat, cell)), None)

    @property
    def begun(self) -> bool:
        """Whether anything has been entered."""
        return self.view.supremacy is not None or any(any(seat.cells.values()) or seat.cat for seat in self.view.seats)

    def rank(self, seat: int) -> int:
        """Places by who is ahead, then by points."""
        view = self.view
        if seat in (view.winners or view.ahead):
            return 1
        mine = view.seats[seat - 1].total
        return 1 + sum(other.seat in view.ahead or other.total > mine for other in view.seats if other.seat != seat)

    def sums(self, seat: int) -> Sequence[tuple[str, Sum]]:
        """Lines in the order of the sheet."""
        sums = self.view.seats[seat - 1].sums
        return [(line.id, sums[line.id]) for line in self.view.lines]


def _place(action: str) -> str:
    """The cell an entry is of: `set shields 4` is of `shields`."""
    words = action.split(" ")
    return words[1] if words[0] == "set" else words[0]


# ---- the sheet as a whole ------------------------------------------------------------------------------------


class WholeSheet(msgspec.Struct, frozen=True):
    """The sheet as a table. `title`: who is ahead, or what it is; `ahead`: those seats, once anything is entered.

    `lines`: each with its name, and its points by seat; None where nothing of it is entered yet.
    """

    title: str
    people: tuple[str, ...]
    lines: tuple[tuple[str, str, tuple[int | None, ...]], ...]
    sums: str  # what the last line is called
    totals: tuple[int, ...]
    ahead: tuple[int, ...]
    decides: str


def whole(w: Words, words: GameWords, sheet: ShownSheet, people: tuple[str, ...]) -> WholeSheet:
    """All of it; `words`: the sheet's own."""
    view = sheet.view
    return WholeSheet(
        say.result(w, view, people) or w("Score sheet"),
        people,
        tuple(
            (line.id, words.category(w, line.id), tuple(points(line, seat) for seat in view.seats))
            for line in view.lines
        ),
        w("Total"),
        tuple(seat.total for seat in view.seats),
        view.ahead if sheet.begun else (),
        say.decides(w, view, people),
    )


def points(line: LineView, seat: SeatView) -> int | None:
    """Those of a line; None where nothing of it is entered for a seat."""
    waits = line.cells and not set(line.cells) & set(seat.entered)
    return None if waits else seat.sums[line.id].points


# ---- what is entered by a touch ------------------------------------------------------------------------------


class Counter(msgspec.Struct, frozen=True):
    """A cell of a seat, and what touches enter there. `name`: as a label; `says`: what to enter, in a few words.

    `value`: None where nobody has entered it yet. `last`: the row of its last entry, if that can be taken back; else 0.
    """

    seat: int
    cell: CellView
    name: str
    says: str
    value: int | None
    last: int

    @property
    def now(self) -> int:
        """What is counted from."""
        return self.cell.start if self.value is None else self.value

    @property
    def less(self) -> str:
        """One less; "" where it cannot be."""
        return f"{self.seat} add {self.cell.id} -1" if self.now > self.cell.least else ""

    @property
    def more(self) -> str:
        """One more; "" where it cannot be."""
        return f"{self.seat} add {self.cell.id} 1" if self.now < self.cell.most else ""


def counter(w: Words, sheet: ShownSheet, seat: int, id: str) -> Counter:
    """What a seat's cell holds."""
    last, game = sheet.last(seat, id), sheet.view.sheet
    value = sheet.value(seat, id) if sheet.entered(seat, id) else None
    return Counter(seat, sheet.cell(id), named(w, game, id), say.cell_says(w, game, id), value, last.row if last else 0)


class Claim(msgspec.Struct, frozen=True):
    """What one seat can have, whether this one has it, and what a touch enters."""

    key: str
    name: str
    picture: str
    colour: str
    on: bool
    enters: str


def cat(w: Words, view: View, seat: int) -> Claim | None:
    """None on sheets without one."""
    if view.cat is None:
        return None
    has = view.seats[seat - 1].cat
    return Claim("cat", w("The cat"), "cat", "parch", has, f"cat {0 if has else seat}")


def supremacies(w: Words, view: View, seat: int) -> tuple[Claim, ...]:
    """The ways to win at once on this sheet."""
    return tuple(_supremacy(w, by, view.supremacy == InstantWin(seat, by), seat) for by in view.supremacies)


def _supremacy(w: Words, by: str, on: bool, seat: int) -> Claim:
    picture, colour = ("swords", "red") if by == "military" else ("gear", "green")
    enters = "supremacy 0" if on else f"supremacy {seat} {by}"
    return Claim(by, capital(say.supremacy(w, by)), picture, colour, on, enters)


class Symbol(msgspec.Struct, frozen=True):
    """A science symbol of a seat, and how many of it; a touch adds one, and after a pair there is none again."""

    id: str
    name: str
    held: int
    enters: str


def symbols(w: Words, view: View, seat: int) -> tuple[Symbol, ...]:
    """None on sheets without them."""
    cells = view.seats[seat - 1].cells
    return tuple(
        Symbol(id, named(w, view.sheet, id), cells[id], f"{seat} set {id} {(cells[id] + 1) % 3}")
        for id in (view.progress.symbols if view.progress else ())
    )


class HeldToken(msgspec.Struct, frozen=True):
    """A progress token; `seat`: who has it, 0 for nobody."""

    id: str
    name: str
    seat: int

    def enters(self, seat: int) -> str:
        """A touch on a person gives it to them; on who has it, to nobody."""
        return f"token {self.id} {0 if self.seat == seat else seat}"


class HeldTokens(msgspec.Struct, frozen=True):
    """Who has which progress token."""

    title: str
    people: tuple[str, ...]
    tokens: tuple[HeldToken, ...]


def tokens(w: Words, view: View, people: tuple[str, ...]) -> HeldTokens:
    """None of them on sheets without."""
    lie = view.progress.tokens if view.progress else ()
    return HeldTokens(w("Progress tokens"), people, tuple(HeldToken(it.id, say.token(w, it.id), it.seat) for it in lie))


# ---- what markers show -----------------------------------------------------------------------------------------


class Settling(msgspec.Struct, frozen=True):
    """The way to settle a conflict. `brief`: where there is less room; `time`: it is time to; `asks`: what is first."""

    words: str
    brief: str
    time: bool
    asks: Form | None


def settle(w: Words, view: View, people: Sequence[str]) -> Settling:
    """On sheets with conflict markers, or with ages."""
    time = view.conflict is not None and view.conflict.flipped == view.conflict.tokens
    if view.age is not None:
        time = view.age.round == view.age.most and not view.age.settled
    return Settling(w("Settle the conflict"), w("Conflict"), time, settling(w, view, people))


class ShownMarkers(msgspec.Struct, frozen=True):
    """Conflict markers, by each whether it shows battle: in figures, in words, and what a touch does."""

    figures: str
    words: str
    hint: str
    battle: tuple[bool, ...]


def markers(w: Words, it: ConflictView) -> ShownMarkers:
    """What they show."""
    figures = w("{n} of {most}", n=it.flipped, most=it.tokens)
    return ShownMarkers(figures, w("turned to battle"), w("Tap a marker to turn it."), it.battle)


class ShownRound(msgspec.Struct, frozen=True):
    """A round of an age, 0 for its leaders. `done`: it is over; a touch says that it is on."""

    number: int
    name: str
    done: bool
    on: bool
    enters: str


class ShownAge(msgspec.Struct, frozen=True):
    """The marker of age and round. `to`: where hands go; `following`: the next round, and what says that it is on."""

    figures: str
    words: str
    passing: str
    to: str
    rounds: tuple[ShownRound, ...]
    following: tuple[str, str] | None


def age(w: Words, it: AgeView) -> ShownAge:
    """What it shows."""
    rounds = tuple(
        ShownRound(
            n, w("round {n}", n=n) if n else w("recruit leaders"), n < it.round, n == it.round, f"age {it.age} {n}"
        )
        for n in range(it.least, it.most + 1)
    )
    words = w("round {n} of {most}", n=it.round, most=it.most) if it.round else w("recruit leaders")
    over = it.round == it.most or it.settled
    following = None if over else (w("Next round"), f"age {it.age} {it.round + 1}")
    figures = w("Age {age}", age=say.ROMAN[it.age])
    return ShownAge(figures, words, say.passing(w, it.passing), it.passing, rounds, following)


def named(w: Words, game: str, id: str) -> str:
    """A cell's name as a label."""
    return capital(say.cell(w, game, id))


# ---- what is asked -------------------------------------------------------------------------------------------


def _enters(action: str) -> Says:
    return Says(messages.Enter(id="", action=action, sure=True))


def _enter_them(w: Words) -> Link:
    """To what is not entered yet."""
    return Link(key="enter them", words=w("Enter them"), to="fill", picture="right", on=True, foot=True, only="screen")


def settling(w: Words, view: View, people: Sequence[str]) -> Form | None:
    """Before a conflict: whether shields that nobody has entered are 0; None where all are entered."""
    text = say.unsettled(w, view, people)
    if not text:
        return None
    zero = Button(key="settle so", words=w("They are 0"), says=_enters("settle"), picture="tick", foot=True)
    return Form(w("Settle the conflict"), (Text(key="lacking", words=text, loud=True), _enter_them(w), zero))


def closing(w: Words, view: View, people: Sequence[str]) -> Form:
    """Before a sheet is closed: what it lacks."""
    zero = Button(key="end 0", words=w("They are 0"), says=_enters("end 0"), picture="tick", foot=True)
    so = Button(key="end", words=w("Close unfinished"), says=_enters("end"), picture="crown", foot=True)
    text = Text(key="lacking", words=say.lacking(w, view, people), loud=True)
    return Form(w("Close the sheet?"), (text, _enter_them(w), zero, so))


class NumberDoubt(msgspec.Struct, frozen=True):
    """A number that is rarely so high or low is asked once: the two answers."""

    yes: str
    no: str


def doubt(w: Words) -> NumberDoubt:
    return NumberDoubt(w("Yes, it is right"), w("No, change it"))


class EntryWays(msgspec.Struct, frozen=True):
    """How numbers are entered one after the other, and where it goes on; what is touched where there is but one of it.

    `untold`: nobody has entered it yet.
    """

    next: str
    down: str
    round: str
    other: str
    usual: str
    yes: str
    no: str
    untold: str


def ways(w: Words) -> EntryWays:
    return EntryWays(
        w("Next"),
        w("Down the sheet"),
        w("Round the table"),
        w("Other number"),
        w("Usual numbers"),
        w("yes"),
        w("no"),
        w("not entered yet"),
    )
