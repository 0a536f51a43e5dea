"""What a phone shows of a game of Duel that people deal: a card and its use, whoever has the turn; a line put right.

Cards lie in places that never change while an age lasts, by colour; one that was told leaves its place empty.
"""

from typing import ClassVar

from app.games.duel import told
from app.games.duel import words as say
from app.phones.game import PageContext
from app.phones.parts import Parts
from app.phones.render import Part
from app.protocol import messages
from app.shown.telling import ToTell
from app.text import table as table_words
from engine.duel.cards import Data
from engine.duel.view import View


class Asked(Part, frozen=True):
    """One question. `seat` 0: chance."""

    seat: int
    number: int
    name: str
    me: bool
    turn: bool  # it is asked what was done in a turn
    tells: ToTell


class Telling(Part, frozen=True):
    """All that is asked: everybody may tell it."""

    template: ClassVar[str] = "duel/telling.html"

    asked: tuple[Asked, ...]
    people: tuple[str, ...]


class Mendable(Part, frozen=True):
    """A line of a turn that is being put right, and what could have been told instead."""

    row: int
    text: str
    asked: Asked


class Mending(Part, frozen=True):
    """The line, or the turn, that is being put right."""

    template: ClassVar[str] = "duel/telling-right.html"

    row: int
    name: str  # "": chance
    text: str
    rule: str | None
    why: str  # it does not fit any more
    asked: Asked  # what stands there now
    before: bool
    turn: int  # of a turn that was picked; 0: a line
    told: tuple[Mendable, ...]
    whose: tuple[tuple[int, str, int], ...]  # whose turn it may have been, and how many before it are missing then
    people: tuple[str, ...]


def told_parts(page: PageContext, view: View, facts: Data) -> Parts:
    """What a seat's page asks where people deal: what is to be told, or the line that is being put right."""
    parts: Parts = {}
    repair = page.table.repair
    if page.seat is None:
        return parts
    if page.questions and page.tab in (None, "mine"):
        parts["ask"] = telling(page, view, facts)
    if repair is not None:
        why = table_words.refusal(page.w, repair.rule, repair.facts, say) if repair.rule else ""
        parts["repair"] = mending(page, repair, why, facts)
    return parts


def telling(page: PageContext, view: View, facts: Data) -> Telling:
    """What is asked, for the reader of a page."""
    return Telling(tuple(_asked(page, each, view, facts) for each in page.questions), page.people)


def mending(page: PageContext, repair: messages.Repair, why: str, facts: Data) -> Mending:
    """The question about a line, as a phone shows it; `why` it does not fit any more."""
    people = page.people
    missing = repair.told[0].question if repair.told else _as_question(repair)
    lines = tuple(Mendable(line.row, line.text, _asked(page, line.question, None, facts)) for line in repair.told)
    others = [number for number in range(1, len(people) + 1) if number != missing.seat]
    return Mending(
        repair.told[0].row if repair.told else repair.row,
        people[repair.seat - 1] if repair.seat else "",
        repair.text,
        repair.rule,
        why,
        _asked(page, missing, None, facts),
        repair.before,
        repair.turn,
        lines,
        tuple((number, people[number - 1], 1) for number in others) if repair.told and missing.seat else (),
        people,
    )


def _as_question(repair: messages.Repair) -> messages.Question:
    """What is asked about a line that does not fit any more."""
    return messages.Question(0, repair.asked, repair.legal, repair.left, repair.others, repair.unsure)


def _asked(page: PageContext, question: messages.Question, view: View | None, facts: Data) -> Asked:
    """One question; no view: of a position that was, where only what can be said is known."""
    return Asked(
        question.seat,
        question.number,
        page.people[question.seat - 1] if question.seat else "",
        question.seat == page.seat,
        told.turn(question.legal),
        told.to_tell(page.w, question, view, page.people, facts),
    )
