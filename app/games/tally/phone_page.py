"""A phone's page of a score sheet: the seat's own counters and lines, those of all, the markers, and the result."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import ClassVar, Final

import msgspec

from app.games.tally import sheet_words as say
from app.games.tally.shared_sheet_facts import (
    Claim,
    Counter,
    HeldTokens,
    SettleButton,
    ShownAge,
    ShownMarkers,
    ShownSheet,
    Symbol,
    WholeSheet,
    age,
    build_close_question,
    build_table,
    cat,
    cell_label,
    counter,
    doubt,
    entry_labels,
    markers,
    points,
    settle,
    supremacies,
    symbols,
    tokens,
)
from app.looks.icons import ICONS
from app.looks.score_icons import Scored, paint_sign
from app.phones.common_parts import Parts, TurnSummary
from app.phones.end_parts import Verdict, list_places
from app.phones.game_page_interface import GamePhone, PageContext, kind_of
from app.phones.template_rendering import Part
from app.protocol.results import RankKey
from app.protocol.table_messages import TableView
from app.shown.form import Button
from app.shown.play import result_explanation
from app.shown.play.undo import NO_UNDO, UndoOffered, undo
from app.text.table_text import finished_action
from app.text.translation import Words
from app.text.words_protocols import GameWords
from app.web.svg_sprites import FIGURE, GROUND, symbol
from engine.tally.actions import Events
from engine.tally.view_json import TrackView, View

FOLDER: Final = Path(__file__).parent
HORN: Final = "architects"  # the game with a horn
OUTLINE: Final = "hexagon"  # the icon of a goal on phones
LAST: Final = 99  # place on the page, below all sheets


class LineSum(msgspec.Struct, frozen=True):
    """A line of a seat with its arithmetic."""

    name: str
    points: int
    sum: str
    waits: bool  # no cell of it is entered yet


class Counters(Part, frozen=True):
    """Counters of one seat, for this phone's reader to change."""

    template: ClassVar[str] = "tally/counters.html"

    seat: int
    title: str
    me: bool
    counters: tuple[Counter, ...]
    claims: tuple[Claim, ...]
    deaf: bool  # an onlooker's
    brief: bool = False  # without help
    fill: str = ""  # the first missing cell, where numbers can be filled in one after another
    symbols: tuple[Symbol, ...] = ()


class NumbersPad(Part, frozen=True):
    """JSON for help.js to fill in a sheet number by number: cells, people, and entered numbers."""

    template: ClassVar[str] = "tally/pad.html"
    later: ClassVar[bool] = True

    known: str
    says: str


class AgePart(Part, frozen=True):
    """The marker of age and round, and the shields compared at the age's end."""

    template: ClassVar[str] = "tally/ages.html"

    age: ShownAge
    shields: tuple[tuple[str, int], ...]
    settle: SettleButton
    settled: int  # the row of the last conflict, if it can be undone; else 0
    deaf: bool


class TrackPart(Part, frozen=True):
    """The pawn of Duel, its tokens, and the holders of progress tokens."""

    template: ClassVar[str] = "tally/track.html"

    title: str
    won: str  # the winner by supremacy; "": none
    spaces: tuple[tuple[int, int], ...]  # from seat 1's capital to seat 2's: depth of the zone, and 1 at the pawn
    tolls: tuple[tuple[str, tuple[int, ...]], ...]  # by seat: name, coins of the tokens on its side
    tokens: HeldTokens
    deaf: bool


class ConflictPart(Part, frozen=True):
    """Conflict markers, and the tokens that shields would win now."""

    template: ClassVar[str] = "tally/markers.html"

    markers: ShownMarkers
    won: tuple[tuple[str, int, int], ...]  # by seat: name, shields, tokens
    settle: SettleButton
    settled: int  # the row of the last conflict, if it can be undone; else 0
    deaf: bool


class SheetTable(Part, frozen=True):
    """The sheet as a table, for wide pages; the seats ahead, and the tie-break."""

    template: ClassVar[str] = "tally/whole.html"

    over: bool
    early: bool
    won: bool  # this seat has
    me: int
    sheet: WholeSheet


class SeatScore(Part, frozen=True):
    """A seat's lines, with controls to change another seat's."""

    template: ClassVar[str] = "tally/score.html"

    seat: int
    name: str
    me: bool
    won: bool
    lines: tuple[LineSum, ...]
    total: int
    mine: bool  # changed under "My seat" until the sheet is closed
    counters: tuple[Counter, ...]
    claims: tuple[Claim, ...]


class Close(Part, frozen=True):
    """The button to close the sheet."""

    template: ClassVar[str] = "tally/close.html"

    counted: bool  # points decide
    lacking: str  # missing entries, in words


class LastEntryPart(Part, frozen=True):
    """The last entry with its undo. `place`: in the head, whose room is kept free without an entry."""

    template: ClassVar[str] = "tally/newest.html"

    offer: UndoOffered
    place: bool

    def row(self, w: Words) -> Button:
        return undo(w, self.offer)


class Labels:
    """Functions that templates of all games call. No lobby is rendered with them."""

    def __init__(self, words: say.SheetWords, signs: Mapping[str, Scored]) -> None:
        self.words, self.glyphs = words, signs

    def identity(self, w: Words, slug: str) -> str:
        return self.words.identity(w, slug)

    def action(self, w: Words, text: str, people: tuple[str, ...]) -> str:
        return self.words.action(w, text, people)

    def finished_action(self, w: Words, text: str, name: str, people: tuple[str, ...], came: str = "") -> str:
        return self.words.finished_action(w, text, name, people, came)

    def variant(self, w: Words, slug: str) -> str:
        return slug

    def variant_effect(self, w: Words, slug: str) -> str:
        return ""

    def uncertainty_note(self, w: Words, slugs: Iterable[str]) -> str:
        return ""


class SheetPages:
    """The parts of a page that show one game's score sheet."""

    unsaid: frozenset[str] = frozenset()
    decision_events: frozenset[str] = frozenset()  # there are no turns

    def __init__(self, words: say.SheetWords, signs: Mapping[str, Scored]) -> None:
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
        """Decode an entry. Raise msgspec.ValidationError if it is none."""
        return say.parse_event(raw)

    def dull(self, event: Events) -> bool:
        return kind_of(event) in say.MINOR_EVENTS

    def sentence(self, w: Words, event: Events, people: tuple[str, ...]) -> str:
        return self._words.event(w, event, people)

    def turn(self, page: PageContext, view: View) -> TurnSummary:
        """Return an empty turn, since a sheet has none."""
        return TurnSummary()

    def parts(self, page: PageContext, view: View) -> Parts:
        """Return the parts of the open tab; in a replay the whole sheet, read-only."""
        w, table, people, seat, tab, own = page.w, page.table, page.people, page.seat, page.tab, page.retractable
        sheet = ShownSheet(view, own)
        if page.back:
            made: Parts = {"markers": self._whole(w, view, table, people, None)}
            for at in range(1, len(view.seats) + 1):
                made[f"place-{at}"] = self._score(w, sheet, at, people, None, over=True)
            return made
        over = table.phase == "over"
        parts: Parts = {}
        together = self._whole(w, view, table, people, seat)
        if over:
            parts["verdict"] = self._verdict(w, view, table, people, seat)
        newest = NO_UNDO
        if seat is not None and (offer := table.undo) is not None:
            newest = UndoOffered(offer.row, finished_action(w, offer.seat, offer.action, "", people, self._words))
        parts["undo"] = LastEntryPart(newest, not over)
        if page.is_open("mine") and seat is not None and not over:
            parts |= self._build_own_parts(w, sheet, seat, people)
        if page.is_open("table") and not over:
            settled = next((offer.row for offer in own if offer.action == "settle"), 0)
            parts |= _middle(w, sheet, seat, people, settled) or {"markers": together}
        if tab in (None, "score"):
            parts["result"] = together
            for at in range(1, len(view.seats) + 1):
                parts[f"sheet-{at}"] = self._score(w, sheet, at, people, seat, over)
            if seat is not None and not over:
                parts[f"sheet-{LAST}"] = Close(
                    view.supremacy is None, say.name_missing_entries(w, view, people) if view.missing else ""
                )
                parts[f"sheet-{LAST - 1}"] = self._pad(w, view, people)
        return parts

    def _build_own_parts(self, w: Words, sheet: ShownSheet, seat: int, people: tuple[str, ...]) -> Parts:
        view, counted, held = sheet.view, sheet.view.counters, symbols(w, sheet.view, seat)
        hidden = {*counted, *(symbol.id for symbol in held)} - {*sheet.cells}
        rest = [id for id in sheet.in_order if id not in hidden]
        parts: Parts = {}
        if counted:
            has, mine = _cat(w, view, seat), _counters(w, sheet, seat, counted)
            parts["thing-1"] = Counters(
                seat, w("My counters"), me=True, counters=mine, claims=has, deaf=False, brief=True, symbols=held
            )
        title = w("My points: {n}", n=view.seats[seat - 1].total)
        mine, at_once = _counters(w, sheet, seat, rest), supremacies(w, view, seat)
        parts["thing-2"] = Counters(
            seat, title, me=False, counters=mine, claims=at_once, deaf=False, fill=sheet.first(seat)
        )
        parts["thing-3"] = self._pad(w, view, people)
        return parts

    def _pad(self, w: Words, view: View, people: tuple[str, ...]) -> NumbersPad:
        """Return the cells in order, with the numbers that can be tapped, and the entries by seat."""
        bounds = {cell.id: cell for cell in view.cells}
        cells = [
            {
                "id": id,
                "name": cell_label(w, self._game, id),
                "says": say.cell_says(w, self._game, id),
                "least": bounds[id].least,
                "most": bounds[id].most,
                "usual": bounds[id].usual,
            }
            for id in ShownSheet(view).cells
        ]
        now = [{id: seat.cells[id] for id in seat.entered} for seat in view.seats]
        known = msgspec.json.encode({"cells": cells, "people": people, "now": now}).decode()
        asked = {row.key: row.words for row in build_close_question(w, view, people).rows}
        says = {
            **msgspec.structs.asdict(entry_labels(w)),
            "close": w("Close"),
            "sure": doubt(w).yes,
            "unsure": doubt(w).no,
            "enter": asked["enter them"],
            "zero": asked["end 0"],
            "unfinished": asked["end"],
        }
        return NumbersPad(known, msgspec.json.encode(says).decode())

    def _whole(self, w: Words, view: View, table: TableView, people: tuple[str, ...], seat: int | None) -> SheetTable:
        over = table.phase == "over"
        return SheetTable(
            over=over,
            early=over and table.early,
            won=seat in view.winners,
            me=seat or 0,
            sheet=build_table(w, self._words, ShownSheet(view), people),
        )

    def _verdict(self, w: Words, view: View, table: TableView, people: tuple[str, ...], seat: int | None) -> Verdict:
        reached = self.standings(view)
        mine = view.seats[(seat or 1) - 1].sums
        lines = tuple((self._words.category(w, line.id), mine[line.id].points) for line in view.lines)
        decided = say.decides(w, view, people) if view.supremacy or view.tie else ""
        return Verdict(
            early=table.early,
            order=list_places(reached, view.winners, people, seat, self.outcomes(w, view, people, seat)),
            result=say.result(w, view, people),
            lines=lines,
            ties=decided,
            moment=False,
            counts=view.supremacy is None,
        )

    def standings(self, view: View) -> list[RankKey]:
        deciding = dict(zip(view.tie.seats, view.tie.values, strict=True)) if view.tie else {}
        return [(each.total, deciding.get(each.seat, 0)) for each in view.seats]

    def outcomes(self, w: Words, view: View, people: Sequence[str], you: int | None) -> tuple[str, ...]:
        return result_explanation.explain_view(w, self._words, view, None, people, you)

    def _score(
        self, w: Words, sheet: ShownSheet, at: int, people: tuple[str, ...], seat: int | None, over: bool
    ) -> SeatScore:
        view, each = sheet.view, sheet.view.seats[at - 1]
        other = seat is not None and at != seat and not over
        return SeatScore(
            seat=at,
            name=people[at - 1],
            me=at == seat,
            won=at in view.winners,
            lines=tuple(
                LineSum(self._words.category(w, line.id), sum_.points, say.arithmetic(sum_), points(line, each) is None)
                for line in view.lines
                for sum_ in (each.sums[line.id],)
            ),
            total=each.total,
            mine=at == seat and not over,
            counters=_counters(w, sheet, at, sheet.in_order) if other else (),
            claims=(*_cat(w, view, at), *supremacies(w, view, at)) if other else (),
        )


def _middle(w: Words, sheet: ShownSheet, seat: int | None, people: tuple[str, ...], settled: int) -> Parts:
    """Return the markers and the counts above all others; empty for sheets without markers."""
    view, deaf, parts = sheet.view, seat is None, Parts()
    if view.age is not None:
        shields = tuple((name, each.cells["shields"]) for name, each in zip(people, view.seats, strict=True))
        parts["markers"] = AgePart(age(w, view.age), shields, settle(w, view, people), settled, deaf)
    elif view.track is not None:
        parts["markers"] = _track(w, view, view.track, people, deaf)
    elif view.conflict is not None:
        won = tuple(zip(people, view.conflict.shields, view.conflict.won, strict=True))
        parts["markers"] = ConflictPart(markers(w, view.conflict), won, settle(w, view, people), settled, deaf)
    else:
        return parts
    count = len(view.seats)
    around = range(count) if seat is None else [(seat - 1 + step) % count for step in range(1, count)]
    for place, at in enumerate((nth + 1 for nth in around), start=1):
        counted, has = _counters(w, sheet, at, view.counters), _cat(w, view, at)
        parts[f"place-{place}"] = Counters(
            at, people[at - 1], me=False, counters=counted, claims=has, deaf=deaf, brief=True
        )
    return parts


def _counters(w: Words, sheet: ShownSheet, seat: int, ids: Iterable[str]) -> tuple[Counter, ...]:
    return tuple(counter(w, sheet, seat, id) for id in ids)


def _track(w: Words, view: View, track: TrackView, people: tuple[str, ...], deaf: bool) -> TrackPart:
    spaces = tuple(
        (
            sum(abs(space) >= zone.start for zone in track.zones) if abs(space) < track.capital else -1,
            int(space == track.pawn),
        )
        for space in range(-track.capital, track.capital + 1)
    )
    ahead = people[0 if track.pawn > 0 else 1]
    title = (
        w("The pawn: {name} is {n} ahead.", name=ahead, n=abs(track.pawn))
        if track.pawn
        else w("The pawn is in the centre.")
    )
    return TrackPart(
        title=title,
        won=say.at_once(w, view, people),
        spaces=spaces,
        tolls=tuple(zip(people, track.tokens, strict=True)),
        tokens=tokens(w, view, people),
        deaf=deaf,
    )


def _cat(w: Words, view: View, seat: int) -> tuple[Claim, ...]:
    """Return whether a seat has the cat; empty for sheets without one."""
    claim = cat(w, view, seat)
    return () if claim is None else (claim,)


def sheet_phone(signs: Mapping[str, Mapping[str, Scored]]) -> GamePhone:
    """Build the pages of the score sheets of some games; `signs`: by game, then by cell and line."""

    def pages(words: GameWords, data: None) -> SheetPages:
        assert isinstance(words, say.SheetWords)
        return SheetPages(words, signs[words.game])

    drawn = {picture for of in signs.values() for picture, _ in of.values()} - {"", OUTLINE, *ICONS}
    symbols = tuple(symbol(name, partial(paint_sign, sign=(name, FIGURE), ground=GROUND)) for name in sorted(drawn))
    return GamePhone("tally", FOLDER / "pages", pages, symbols, (FOLDER / "tally.css",))
