"""What a phone shows of a game of 7 Wonders that people deal: what its seat did, then seats without a phone.

Things lie in places that never change while an age lasts: cards by colour, leaders by name. One of which every copy has
been told leaves its place empty. One's own are drawn; those of others are names, as all that is put right.
"""

from typing import ClassVar, Final

from msgspec.structs import replace

from app.games.seven_wonders import in_words, told
from app.games.seven_wonders import words as say
from app.phones.at_table import UndoPart
from app.phones.game import PageContext
from app.phones.parts import Parts, WhoseTurn
from app.phones.render import Part
from app.protocol import messages
from app.shown.telling import ToTell
from app.text import table as table_words
from engine.seven_wonders.cards import Data
from engine.seven_wonders.view import View

AT_ONCE: Final = ("draft", "recruit", "play")  # what all are asked at once


class Asked(Part, frozen=True):
    """One question."""

    seat: int
    number: int
    name: str
    ends: str  # whose question an answer says no to, before this; "": nobody's
    tells: ToTell


class ToldPart(Part, frozen=True):
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
    told: tuple[ToldPart, ...]  # its own first
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
            parts["undo"] = UndoPart((), page.people, place=True)  # it stands there already
    return parts


def turn(page: PageContext, known: WhoseTurn) -> WhoseTurn:
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
        ToldPart(
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
    variant, people = page.table.variant, page.people
    return Asked(
        question.seat,
        question.number,
        people[question.seat - 1] if question.seat else "",
        people[question.ends - 1] if question.ends else "",
        told.to_tell(page.w, question, view, facts, variant, people, now=now, reasons=True),
    )


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
