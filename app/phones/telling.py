"""What people tell and put right on phones where they deal: one layout for all games.

A game says what may be told (`app/shown/cardboard/turn_entry.py`), and in which macro it lays that out.
"""

from typing import ClassVar, Final

import msgspec

from app.phones.game_pages import PageContext
from app.phones.render import Part
from app.protocol import messages
from app.shown.cardboard import corrections as shown
from app.shown.cardboard.turn_entry import EntryQuestion, EntryWords
from app.text import table as table_words
from app.text.game import GameWords
from app.text.languages import Words

MISSING: Final = "line-missing"


class AskedToTell(Part, frozen=True):
    """One question. `seat` 0: chance. `name`: whose it is; `ends`: whose turn an answer ends; "": nobody.

    `about`: what else is known of it.
    """

    seat: int
    number: int
    name: str
    me: bool
    tells: EntryQuestion
    ends: str = ""
    about: str = ""

    @property
    def do(self) -> str:
        """The intent of an answer, up to its line."""
        return f"act;seat={self.seat};question={self.number};action="


class Mendable(Part, frozen=True):
    """A line of a turn that is put right, and what could have been told instead.

    `label`: what may have been wrong. `at_once`: all told it at the same time, so that this seat alone may have told a
    turn too often, or one too few.
    """

    row: int
    label: str
    said: str
    asked: AskedToTell
    at_once: bool


class Mending(Part, frozen=True):
    """The line, or the turn, that is put right. `lays`: the template whose macro `all` lays out what may be told."""

    template: ClassVar[str] = "told_wrong.html"

    lays: str
    row: int
    title: str
    name: str  # whose line it is; "": chance
    text: str  # the line; "": of a turn, or one that is missing
    line: str  # … as a sentence
    why: str  # it does not fit any more; "": somebody picked it
    asked: AskedToTell  # what stands there now
    missing: str  # what is asked of a turn that nobody told
    before: AskedToTell  # and what may have been done in it
    rather_before: bool
    likely: str
    told: tuple[Mendable, ...]
    of_all: bool  # the turn is everybody's
    others: tuple[tuple[int, str, int], ...]  # whose turn it may have been, and how many before it are missing then
    people: tuple[str, ...]


def asked(
    page: PageContext, question: messages.Question, tells: EntryWords, *, now: bool = True, about: str = ""
) -> AskedToTell:
    """One question; `now`: of the position as it is."""
    people = page.people
    return AskedToTell(
        question.seat,
        question.number,
        people[question.seat - 1] if question.seat else "",
        question.seat == page.seat,
        tells.to_tell(page.w, question, people, now=now),
        people[question.ends - 1] if question.ends else "",
        about,
    )


def mending(
    page: PageContext, repair: messages.Repair, tells: EntryWords, say: GameWords, lays: str, turn_of_all: str = ""
) -> Mending:
    """The question about a line, as a phone shows it. `turn_of_all`: what a turn is called that all have at once."""
    w, people, question = page.w, page.people, repair.question
    name, of_all = people[question.seat - 1] if question.seat else "", bool(turn_of_all)
    title = shown.turn(w, repair.turn if repair.told else 0, name, turn_of_all)
    text = "" if repair.told else repair.text
    if repair.rule == "turn-missing":
        title, text = tells.missing(w, name), ""
    n, taken = len(people), repair.told and question.seat and not of_all
    others = [(question.seat - 1 + step) % n + 1 for step in range(1, n)] if taken else []
    plain = msgspec.structs.replace(question, then={})
    return Mending(
        lays,
        repair.told[0].row if repair.told else repair.row,
        title,
        people[repair.seat - 1] if repair.seat else "",
        text,
        _sentence(w, repair, people, say) if text else "",
        table_words.refusal(w, repair.rule, repair.facts, say) if text and repair.rule not in (None, MISSING) else "",
        asked(page, plain, tells, now=False),
        tells.missing(w, name),
        asked(page, question, tells, now=False),
        repair.before,
        repair.likely,
        tuple(_mendable(page, line, tells, of_all) for line in repair.told),
        of_all,
        tuple((whose, people[whose - 1], step) for step, whose in enumerate(others, 1)),
        people,
    )


def _sentence(w: Words, repair: messages.Repair, people: tuple[str, ...], say: GameWords) -> str:
    line = table_words.happened(w, repair.seat, repair.text, people, say)
    if repair.rule == MISSING:
        return shown.lacks_before(w, line)
    return shown.fits_not(w, line) if repair.rule else shown.not_so(w, line)


def _mendable(page: PageContext, line: messages.ToldLine, tells: EntryWords, of_all: bool) -> Mendable:
    question = msgspec.structs.replace(line.question, then={})
    label, said = tells.doubted(page.w, line.text, page.people)
    if of_all and question.seat:
        label = page.people[question.seat - 1]
    at_once = line.text.startswith("choose ")
    return Mendable(line.row, label, said, asked(page, question, tells, now=False), at_once)
