"""What a phone shows of a game of 7 Wonders that people deal: what its seat did, then seats without a phone.

Things lie in places that never change while an age lasts: cards by colour, leaders by name. One of which every copy has
been told leaves its place empty. One's own are drawn; those of others are names, as all that is put right.
"""

from typing import ClassVar, Final

from msgspec.structs import replace

from app.games.seven_wonders import called, in_words, told
from app.games.seven_wonders import words as say
from app.phones.at_table import Undo
from app.phones.game import PageContext
from app.phones.parts import Parts, Turn
from app.phones.render import Part
from app.protocol import messages
from app.text import table as table_words
from app.text.languages import Words
from engine.seven_wonders.cards import Data
from engine.seven_wonders.view import View

AT_ONCE: Final = ("draft", "recruit", "play")  # what all are asked at once


class Way(Part, frozen=True):
    """One way to have done it. `note`: who was paid what."""

    say: str
    note: str


class Place(Part, frozen=True):
    """Where a card or a leader lies on the page. No `ways`: it cannot be told now; `gone`: every copy has been."""

    slug: str
    label: str  # what telling it says, payment apart
    ways: tuple[Way, ...]
    gone: bool
    cannot: str  # why it cannot be told, where it lies there for nothing


class Deed(Part, frozen=True):
    """What is told without a card: a stage, a sale, a token, a no."""

    key: str
    label: str
    ways: tuple[Way, ...]
    cannot: str  # as of a place


class Asked(Part, frozen=True):
    """One question."""

    seat: int
    number: int
    name: str
    title: str
    ends: str  # whose question an answer says no to, before this; "": nobody's
    places: tuple[Place, ...]
    deeds: tuple[Deed, ...]


class Told(Part, frozen=True):
    """What was told of a seat in a turn that is not whole. `row`: of its line; 0: it cannot be taken back.

    `note`: what is added to it, if anything is.
    """

    seat: int
    name: str
    text: str
    row: int
    note: str


class Telling(Part, frozen=True):
    """All that this phone may tell, its own seat's first."""

    template: ClassVar[str] = "seven-wonders/telling.html"

    moment: str
    asked: Asked | None
    told: tuple[Told, ...]  # its own first
    seat: int
    others: tuple[Asked, ...]
    late: tuple[str, ...] = ()  # who has not told this turn, where this seat has, or is not asked
    alone: bool = False  # only that one is asked
    first: tuple[str, ...] = ()  # what is said in the first turn


class Mendable(Part, frozen=True):
    """A line of a turn that is being put right, and what could have been told instead."""

    row: int
    text: str
    asked: Asked
    twice: str  # what is said if its seat told the turn twice; empty where not all did that at once


class Mending(Part, frozen=True):
    """The line, or the turn, that is being put right."""

    template: ClassVar[str] = "seven-wonders/mending.html"

    row: int
    name: str
    text: str
    rule: str | None
    why: str  # it does not fit any more
    turn: str  # what the turn that was picked is called; "": a line
    asked: Asked | None  # what stands there now
    missing: str  # what is asked of a turn that nobody told
    before: bool
    told: tuple[Mendable, ...]


def told_parts(page: PageContext, view: View, facts: Data) -> Parts:
    """What a seat's page asks where people deal: what is to be told, or the line that is being put right."""
    parts: Parts = {}
    if page.seat is None:
        return parts
    if page.table.repair is not None:
        parts["repair"] = _mending(page, view, page.table.repair, facts)
    elif page.tab in (None, "mine") and view.to_act:
        parts["ask"] = telling = _telling(page, view, page.seat, facts)
        if page.table.undo is not None and page.table.undo.row in {each.row for each in telling.told}:
            parts["undo"] = Undo((), page.people, place=True)  # it stands there already
    return parts


def turn(page: PageContext, known: Turn) -> Turn:
    """Whose turn it is, for the head of a page, with what is to be told."""
    return replace(known, ask=told.asked(page.w, page.question.legal)) if page.question else known


def _telling(page: PageContext, view: View, seat: int, facts: Data) -> Telling:
    phones = {chair.seat for chair in page.table.seats if chair.by == "phone" and chair.present}
    mine = page.question
    asked = [each for each in page.questions if each is not mine and (each.seat not in phones or each.seat == seat)]
    count = len(page.people)
    asked.sort(key=lambda each: (each.seat - seat) % count)
    rows = {offer.seat: offer.row for offer in page.own}
    said = [
        Told(
            number,
            page.people[number - 1],
            say.action(page.w, text, page.people),
            rows.get(number, 0),
            in_words.by_table(page.w) if number in page.table.by_table else "",
        )
        for number, text in enumerate(view.hints.told, 1)
        if text is not None and (number == seat or number not in phones)
    ]
    said.sort(key=lambda each: (each.seat - seat) % count)
    return Telling(
        in_words.moment(page.w, view),
        _asked(page, view, mine, facts) if mine is not None else None,
        tuple(said),
        seat,
        tuple(_asked(page, view, each, facts) for each in asked),
        () if mine is not None else tuple(page.people[number - 1] for number in view.to_act),
        view.asked not in AT_ONCE,
        told.first(page.w, view)[:1],
    )


def _asked(page: PageContext, view: View, question: messages.Question, facts: Data, now: bool = True) -> Asked:
    """One question; `now`: of the position as it is, so it is known what is gone."""
    w, seat, people = page.w, question.seat, page.people
    may = told.offer(view, question.legal, facts, page.table.variant)
    gone = told.gone(view, facts) if now else frozenset[str]()
    places = list(may.places)
    if any(slug in facts.leaders for slug in places):
        places.sort(key=lambda slug: called.leader(w, slug).casefold())
    stage = view.seats[seat - 1].stages + 1 if now and seat else 0

    def ways(thing: str) -> tuple[Way, ...]:
        return tuple(Way(text, told.paid(w, text, seat, people)) for text in may.of(thing))

    def cannot(thing: str) -> str:
        return "" if may.of(thing) or not now else told.cannot_be(w, view, thing, seat, facts, people[seat - 1])

    return Asked(
        seat,
        question.number,
        people[seat - 1] if seat else "",
        told.asked(w, question.legal),
        people[question.ends - 1] if question.ends else "",
        tuple(
            Place(
                slug,
                _done(w, may.of(slug)),
                ways(slug),
                slug in gone and not may.of(slug),
                cannot(slug),
            )
            for slug in places
        ),
        tuple(Deed(key, _label(w, key, may.of(key), stage), ways(key), cannot(key)) for key in may.deeds),
    )


def _done(w: Words, lines: tuple[str, ...]) -> str:
    """What these lines say alike."""
    return say.action(w, " ".join(lines[0].removeprefix("choose ").split()[:2])) if lines else ""


def _label(w: Words, key: str, lines: tuple[str, ...], stage: int) -> str:
    match key:
        case "sell":
            return w("Sold")
        case "stage":
            return w("Stage {n}", n=stage) if stage else w("Build a stage")
    return say.action(w, lines[0])


def _mending(page: PageContext, view: View, repair: messages.Repair, facts: Data) -> Mending:
    """The question about a line, as a phone shows it."""
    w = page.w
    first = repair.told[0].question if repair.told else messages.Question(0, repair.asked, repair.legal)
    name = page.people[first.seat - 1] if first.seat else ""
    return Mending(
        repair.told[0].row if repair.told else repair.row,
        page.people[repair.seat - 1] if repair.seat else "",
        repair.text,
        repair.rule,
        table_words.refusal(w, repair.rule, repair.facts, say) if repair.rule else "",
        told.turn_called(w, repair.turn, page.table.variant) if repair.turn else "",
        _asked(page, view, first, facts, now=False) if first.legal else None,
        told.missing(w, name) if name else "",
        repair.before,
        tuple(
            Mendable(
                line.row,
                line.text,
                _asked(page, view, line.question, facts, now=False),
                told.twice(w) if line.text.startswith("choose ") else "",
            )
            for line in repair.told
        ),
    )
