"""What a phone shows of a score sheet: its own counters and lines, everybody's, the markers, and what it comes to."""

from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import ClassVar, Final

import msgspec

from app.games.tally import words as say
from app.games.tally.shown import (
    Sheet,
    Supremacy,
    Whole,
    closing,
    doubt,
    named,
    points,
    settling,
    supremacies,
    ways,
    whole,
)
from app.looks.icons import ICONS
from app.looks.scored import Scored, scored
from app.phones.game import GamePhone, PageContext, kind_of
from app.phones.parts import Parts, WhoseTurn
from app.phones.render import Part
from app.phones.sprite import FIGURE, GROUND, symbol
from app.phones.verdict import Verdict, verdict
from app.protocol import messages
from app.shown.form import Button, Form
from app.shown.undo import NOTHING, UndoOffered, undo
from app.text.game import GameWords
from app.text.languages import Words
from app.text.table import did
from engine.tally.actions import Events
from engine.tally.view import AgeView, ConflictView, SeatView, TrackView, View

HERE: Final = Path(__file__).parent
HORN: Final = "architects"  # the game whose box has one
OUTLINE: Final = "hexagon"  # the icon of a goal on phones
LAST: Final = 99  # the place of what stands below all sheets

Last = Mapping[tuple[int, str], int]  # by seat and cell, the row of the entry that may be taken back


class Entry(msgspec.Struct, frozen=True):
    """A cell that can be changed. `row`: its last entry, to take back; 0: there is none."""

    id: str
    name: str
    says: str
    picture: str
    colour: str
    value: int
    least: int
    most: int
    row: int
    entered: bool
    now: int  # what is counted from


class Line(msgspec.Struct, frozen=True):
    """A line of a seat with its arithmetic."""

    name: str
    points: int
    sum: str
    waits: bool  # nothing of it is entered yet


class Counters(Part, frozen=True):
    """Some cells of one seat, to be changed by whoever holds this phone. `cat`: None where there is no cat."""

    template: ClassVar[str] = "tally/counters.html"

    seat: int
    title: str
    me: bool
    entries: tuple[Entry, ...]
    cat: bool | None
    deaf: bool  # an onlooker's
    supremacies: tuple[Supremacy, ...] = ()
    brief: bool = False  # without what is entered there
    fill: str = ""  # the first cell that is not entered yet, where numbers can be filled in one after the other
    symbols: tuple[tuple[str, str, int], ...] = ()  # science: its cell, its name, how many


class Pad(Part, frozen=True):
    """What help.js needs to fill in a sheet number by number: cells, people, and what is entered, as JSON."""

    template: ClassVar[str] = "tally/pad.html"
    later: ClassVar[bool] = True

    known: str
    says: str


class Ages(Part, frozen=True):
    """The marker of age and round, and the shields that are compared at its end."""

    template: ClassVar[str] = "tally/ages.html"

    title: str
    passing: str
    to: str
    rounds: tuple[tuple[int, bool, bool], ...]  # its number, over, on
    age: int
    following: int  # the next round; 0: there is none
    shields: tuple[tuple[str, int], ...]
    settle: bool  # it is time to
    settled: int  # the row of the last conflict, if it may be taken back; else 0
    deaf: bool
    unsettled: Form | None  # what is asked before it is settled


class Track(Part, frozen=True):
    """The pawn of Duel, its tokens, and who has which progress token."""

    template: ClassVar[str] = "tally/track.html"

    title: str
    won: str  # by whom at once; "" while nobody has
    spaces: tuple[
        tuple[int, int], ...
    ]  # from seat 1's capital to seat 2's: how deep in a zone, 1 where the pawn stands
    tolls: tuple[tuple[str, tuple[int, ...]], ...]  # by seat: its name, coins of the tokens that lie there
    people: tuple[str, ...]
    tokens: tuple[tuple[str, str, int], ...]  # its word, its name, the seat that has it
    deaf: bool


class Markers(Part, frozen=True):
    """Conflict markers, and what shields would win now."""

    template: ClassVar[str] = "tally/markers.html"

    battle: tuple[bool, ...]
    won: tuple[tuple[str, int, int], ...]  # by seat: name, shields, tokens
    settled: int  # the row of the last conflict, if it may be taken back; else 0
    deaf: bool
    unsettled: Form | None  # what is asked before it is settled


class Table(Part, frozen=True):
    """The sheet as a table, for pages that are wide enough; who is ahead, and what decides among equals."""

    template: ClassVar[str] = "tally/whole.html"

    over: bool
    early: bool
    won: bool  # by this seat
    me: int
    it: Whole


class Score(Part, frozen=True):
    """One seat's lines and, but for one's own and for onlookers, a way to change them."""

    template: ClassVar[str] = "tally/score.html"

    seat: int
    name: str
    me: bool
    won: bool
    lines: tuple[Line, ...]
    total: int
    mine: bool  # to be changed under "My seat": this seat's, until the sheet is closed
    entries: tuple[Entry, ...]
    cat: bool | None
    supremacies: tuple[Supremacy, ...]


class Close(Part, frozen=True):
    """Everything is entered."""

    template: ClassVar[str] = "tally/close.html"

    counted: bool  # points decide
    lacking: str  # what is not entered yet


class Newest(Part, frozen=True):
    """The last entry, to be taken back."""

    template: ClassVar[str] = "tally/newest.html"

    it: UndoOffered

    def row(self, w: Words) -> Button:
        return undo(w, self.it)


class Labels:
    """What the templates of all games ask. Lobbies are never shown with it."""

    def __init__(self, words: say.Sheet, signs: Mapping[str, Scored]) -> None:
        self.words, self.glyphs = words, signs

    def identity(self, w: Words, slug: str) -> str:
        return self.words.identity(w, slug)

    def action(self, w: Words, text: str, people: tuple[str, ...]) -> str:
        return self.words.action(w, text, people)

    def did(self, w: Words, text: str, name: str, people: tuple[str, ...], came: str = "") -> str:
        return self.words.did(w, text, name, people, came)

    def variant(self, w: Words, slug: str) -> str:
        return slug

    def variants(self, w: Words, slugs: Iterable[str]) -> str:
        return ", ".join(slugs)

    def variant_says(self, w: Words, slug: str) -> str:
        return ""

    def house_rule(self, w: Words, slug: str) -> str:
        return slug

    def assumed(self, w: Words, slugs: Iterable[str]) -> str:
        return ""


class Sheets:
    """The parts of a page that show one game's score sheet."""

    unsaid: frozenset[str] = frozenset()
    decided: frozenset[str] = frozenset()  # nobody has a turn

    def __init__(self, words: say.Sheet, signs: Mapping[str, Scored]) -> None:
        self.labels = Labels(words, signs)
        self._words = words
        self._game = words.game
        self.horn = words.game == HORN
        self._decode = msgspec.json.Decoder(View)

    def role_says(self, w: Words, role: str) -> str:
        return ""

    def tab(self, w: Words) -> str:
        return w.pgettext("tab", "My seat")

    def view(self, raw: bytes) -> View:
        return self._decode.decode(raw)

    def event(self, raw: bytes) -> Events:
        """One entry; msgspec.ValidationError if it is none."""
        return say.hear(raw)

    def dull(self, event: Events) -> bool:
        return kind_of(event) in say.DULL

    def sentence(self, w: Words, event: Events, people: tuple[str, ...]) -> str:
        return self._words.event(w, event, people)

    def turn(self, page: PageContext, view: View) -> WhoseTurn:
        """Nobody has one."""
        return WhoseTurn()

    def parts(self, page: PageContext, view: View) -> Parts:
        """What the open tab shows; of a sheet that somebody looks back at all of it, to be read only."""
        w, table, people, seat, tab, own = page.w, page.table, page.people, page.seat, page.tab, page.own
        if page.back:
            made: Parts = {"markers": self._whole(w, view, table, people, None)}
            for at, each in enumerate(view.seats, start=1):
                made[f"place-{at}"] = self._score(w, view, each, people, None, True, {})
            return made
        last = {(offer.seat, offer.action.split(" ")[1]): offer.row for offer in own if offer.action[:4] == "set "}
        over = table.phase == "over"
        parts: Parts = {}
        together = self._whole(w, view, table, people, seat)
        if over:
            parts["verdict"] = self._verdict(w, view, table, people, seat)
        newest = NOTHING
        if seat is not None and (offer := table.undo) is not None:
            newest = UndoOffered(offer.row, did(w, offer.seat, offer.action, "", people, self._words))
        parts["undo"] = Newest(newest)
        if tab in (None, "mine") and seat is not None and not over:
            parts |= self._mine(w, view, seat, people, last)
        if tab in (None, "table") and not over:
            settled = next((offer.row for offer in own if offer.action == "settle"), 0)
            parts |= self._middle(w, view, seat, people, last, settled, together)
        if tab in (None, "score"):
            parts["result"] = together
            for at, each in enumerate(view.seats, start=1):
                parts[f"sheet-{at}"] = self._score(w, view, each, people, seat, over, last)
            if seat is not None and not over:
                parts[f"sheet-{LAST}"] = Close(
                    view.supremacy is None, say.lacking(w, view, people) if view.missing else ""
                )
                parts[f"sheet-{LAST - 1}"] = self._pad(w, view, people)
        return parts

    def _mine(self, w: Words, view: View, seat: int, people: tuple[str, ...], last: Last) -> Parts:
        counted = view.counters
        symbols = view.progress.symbols if view.progress else ()
        hidden = {*counted, *symbols} - {*Sheet(view).cells}
        rest = [cell for cell in Sheet(view).in_order if cell not in hidden]
        mine = view.seats[seat - 1]
        parts: Parts = {}
        if counted:
            entries = self._entries(w, view, mine, counted, last)
            held = tuple((id, named(w, self._game, id), mine.cells[id]) for id in symbols)
            parts["thing-1"] = Counters(
                seat, w("My counters"), True, entries, _cat(view, mine), deaf=False, brief=True, symbols=held
            )
        entries = self._entries(w, view, mine, rest, last)
        title = w("My points: {n}", n=mine.total)
        at_once = supremacies(w, view, seat)
        fill = Sheet(view).first(seat)
        parts["thing-2"] = Counters(seat, title, False, entries, None, deaf=False, supremacies=at_once, fill=fill)
        parts["thing-3"] = self._pad(w, view, people)
        return parts

    def _pad(self, w: Words, view: View, people: tuple[str, ...]) -> Pad:
        """Cells in their order, with the numbers that can be touched, and by seat what is entered."""
        bounds = {cell.id: cell for cell in view.cells}
        cells = [
            {
                "id": id,
                "name": named(w, self._game, id),
                "says": say.cell_says(w, self._game, id),
                "least": bounds[id].least,
                "most": bounds[id].most,
                "usual": bounds[id].usual,
            }
            for id in Sheet(view).cells
        ]
        now = [{id: seat.cells[id] for id in seat.entered} for seat in view.seats]
        known = msgspec.json.encode({"cells": cells, "people": people, "now": now}).decode()
        asked = {row.key: row.words for row in closing(w, view, people).rows}
        says = {
            **msgspec.structs.asdict(ways(w)),
            "yes": w("yes"),
            "no": w("no"),
            "untold": w("not entered yet"),
            "close": w("Close"),
            "sure": doubt(w).yes,
            "unsure": doubt(w).no,
            "enter": asked["enter them"],
            "zero": asked["end 0"],
            "unfinished": asked["end"],
        }
        return Pad(known, msgspec.json.encode(says).decode())

    def _middle(
        self,
        w: Words,
        view: View,
        seat: int | None,
        people: tuple[str, ...],
        last: Last,
        settled: int,
        together: Table,
    ) -> Parts:
        parts: Parts
        if view.age is not None:
            parts = {"markers": self._ages(w, view, view.age, people, settled, seat is None)}
        elif view.track is not None:
            parts = {"markers": _track(w, view, view.track, people, seat is None)}
        elif view.conflict is not None:
            parts = {"markers": _markers(w, view, view.conflict, people, settled, seat is None)}
        else:
            return {"markers": together}
        count = len(view.seats)
        around = range(count) if seat is None else [(seat - 1 + step) % count for step in range(1, count)]
        for place, at in enumerate(around, start=1):
            each = view.seats[at]
            entries = self._entries(w, view, each, view.counters, last)
            parts[f"place-{place}"] = Counters(
                at + 1, people[at], False, entries, _cat(view, each), seat is None, brief=True
            )
        return parts

    def _ages(self, w: Words, view: View, it: AgeView, people: tuple[str, ...], settled: int, deaf: bool) -> Ages:
        last = it.round == it.most
        return Ages(
            say.age_title(w, it.age, it.round),
            say.passing(w, it.passing),
            it.passing,
            tuple((number, number < it.round, number == it.round) for number in range(it.least, it.most + 1)),
            it.age,
            0 if last or it.settled else it.round + 1,
            tuple((name, seat.cells["shields"]) for name, seat in zip(people, view.seats, strict=True)),
            last and not it.settled,
            settled,
            deaf,
            settling(w, view, people),
        )

    def _entries(self, w: Words, view: View, seat: SeatView, ids: Iterable[str], last: Last) -> tuple[Entry, ...]:
        bounds = {cell.id: cell for cell in view.cells}
        return tuple(
            Entry(
                id,
                named(w, self._game, id),
                say.cell_says(w, self._game, id),
                *self.labels.glyphs[id],
                seat.cells[id],
                bounds[id].least,
                bounds[id].most,
                last.get((seat.seat, id), 0),
                id in seat.entered,
                seat.cells[id] if id in seat.entered else bounds[id].start,
            )
            for id in ids
        )

    def _whole(
        self, w: Words, view: View, table: messages.TableView, people: tuple[str, ...], seat: int | None
    ) -> Table:
        over = table.phase == "over"
        return Table(
            over,
            over and table.early,
            seat in view.winners,
            seat or 0,
            whole(w, self._words, Sheet(view), people),
        )

    def _verdict(
        self, w: Words, view: View, table: messages.TableView, people: tuple[str, ...], seat: int | None
    ) -> Verdict:
        deciding = dict(zip(view.tie.seats, view.tie.values, strict=True)) if view.tie else {}
        did = [(each.total, deciding.get(each.seat, 0)) for each in view.seats]
        mine = view.seats[(seat or 1) - 1].sums
        lines = [(self._words.category(w, line.id), mine[line.id].points) for line in view.lines]
        decided = say.decides(w, view, people) if view.supremacy or view.tie else ""
        return verdict(
            table.early, did, view.winners, people, seat, lines, say.result(w, view, people), decided, moment=False,
            counts=view.supremacy is None,
        )  # fmt: skip

    def _score(
        self, w: Words, view: View, each: SeatView, people: tuple[str, ...], seat: int | None, over: bool, last: Last
    ) -> Score:
        other = seat is not None and each.seat != seat and not over
        return Score(
            each.seat,
            people[each.seat - 1],
            each.seat == seat,
            each.seat in view.winners,
            tuple(
                Line(self._words.category(w, line.id), sum_.points, say.arithmetic(sum_), points(line, each) is None)
                for line in view.lines
                for sum_ in (each.sums[line.id],)
            ),
            each.total,
            each.seat == seat and not over,
            self._entries(w, view, each, Sheet(view).in_order, last) if other else (),
            each.cat if other and view.cat is not None else None,
            supremacies(w, view, each.seat) if other else (),
        )


def _markers(w: Words, view: View, it: ConflictView, people: tuple[str, ...], settled: int, deaf: bool) -> Markers:
    won = tuple(zip(people, it.shields, it.won, strict=True))
    return Markers(it.battle, won, settled, deaf, settling(w, view, people))


def _track(w: Words, view: View, it: TrackView, people: tuple[str, ...], deaf: bool) -> Track:
    spaces = tuple(
        (sum(abs(space) >= zone.start for zone in it.zones) if abs(space) < it.capital else -1, int(space == it.pawn))
        for space in range(-it.capital, it.capital + 1)
    )
    ahead = people[0 if it.pawn > 0 else 1]
    title = (
        w("The pawn: {name} is {n} ahead.", name=ahead, n=abs(it.pawn)) if it.pawn else w("The pawn is in the centre.")
    )
    tokens = view.progress.tokens if view.progress else ()
    return Track(
        title,
        say.at_once(w, view, people),
        spaces,
        tuple(zip(people, it.tokens, strict=True)),
        people,
        tuple((token.id, say.token(w, token.id), token.seat) for token in tokens),
        deaf,
    )


def _cat(view: View, seat: SeatView) -> bool | None:
    """Whether a seat has the cat; None on sheets without one."""
    return None if view.cat is None else seat.cat


def sheet_phone(signs: Mapping[str, Mapping[str, Scored]]) -> GamePhone:
    """What shows the score sheets of some games; `signs` are those of each, by its slug, then by cell and line."""

    def pages(words: GameWords, data: None) -> Sheets:
        assert isinstance(words, say.Sheet)
        return Sheets(words, signs[words.game])

    drawn = {picture for of in signs.values() for picture, _ in of.values()} - {"", OUTLINE, *ICONS}
    symbols = tuple(symbol(name, partial(scored, sign=(name, FIGURE), ground=GROUND)) for name in sorted(drawn))
    return GamePhone("tally", HERE / "pages", pages, symbols, (HERE / "tally.css",))
