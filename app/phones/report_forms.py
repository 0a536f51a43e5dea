"""The forms of phones where people deal: report a move, and correct a reported one. One layout for all games.

A game says what can be reported (`app/shown/cardboard/turn_entry.py`), and which macro lays it out.
"""

from typing import ClassVar, Final

import msgspec

from app.phones.game_page_interface import PageContext
from app.phones.template_rendering import Part
from app.protocol.cardboard_messages import Repair, ToldLine
from app.protocol.play_messages import Question
from app.shown.cardboard import corrections as shown
from app.shown.cardboard.turn_entry import EntryQuestion, EntryWords
from app.text import table_text as table_words
from app.text.translation import Words
from app.text.words_protocols import GameWords

MISSING: Final = "line-missing"


class AskedToTell(Part, frozen=True):
    """A question that people answer by reporting. `seat` 0: chance. `name`: the seat's player; `ends`: whose turn an
    answer ends; "": nobody's.

    `about`: further facts.
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


class CorrectableLine(Part, frozen=True):
    """A reported line of a turn that is being corrected, and its alternatives.

    `label`: the part that may be wrong. `at_once`: everybody reported simultaneously, so this seat alone may have
    reported a turn too often or missed one.
    """

    row: int
    label: str
    said: str
    asked: AskedToTell
    at_once: bool


class CorrectionPart(Part, frozen=True):
    """The line or turn that is being corrected. `lays`: the template whose macro `all` lays out the alternatives."""

    template: ClassVar[str] = "told_wrong.html"

    lays: str
    row: int
    title: str
    name: str  # the line's player; "": chance
    text: str  # the line; "": of a turn, or one that is missing
    line: str  # … as a sentence
    why: str  # why it no longer fits; "": somebody picked it
    asked: AskedToTell  # the alternatives to the line
    missing: str  # the question about an unreported turn
    before: AskedToTell  # the possible moves of that turn
    rather_before: bool
    likely: str
    told: tuple[CorrectableLine, ...]
    of_all: bool  # the turn is everybody's
    others: tuple[tuple[int, str, int], ...]  # possible players of the turn, with the number of turns missing before it
    people: tuple[str, ...]


def build_question(
    page: PageContext, question: Question, tells: EntryWords, *, now: bool = True, about: str = ""
) -> AskedToTell:
    """Build one question; `now`: it is about the current position."""
    people = page.people
    return AskedToTell(
        seat=question.seat,
        number=question.number,
        name=people[question.seat - 1] if question.seat else "",
        me=question.seat == page.seat,
        tells=tells.to_tell(page.w, question, people, now=now),
        ends=people[question.ends - 1] if question.ends else "",
        about=about,
    )


def build_correction(
    page: PageContext, repair: Repair, tells: EntryWords, say: GameWords, lays: str, turn_of_all: str = ""
) -> CorrectionPart:
    """Build the correction form of a line. `turn_of_all`: the name of a turn that everyone takes at once."""
    w, people, question = page.w, page.people, repair.question
    name, of_all = people[question.seat - 1] if question.seat else "", bool(turn_of_all)
    title = shown.turn(w, repair.turn if repair.told else 0, name, turn_of_all)
    text = "" if repair.told else repair.text
    if repair.rule == "turn-missing":
        title, text = tells.missing(w, name), ""
    n, taken = len(people), repair.told and question.seat and not of_all
    others = [(question.seat - 1 + step) % n + 1 for step in range(1, n)] if taken else []
    plain = msgspec.structs.replace(question, then={})
    why = table_words.refusal(w, repair.rule, repair.facts, say) if text and repair.rule not in (None, MISSING) else ""
    return CorrectionPart(
        lays=lays,
        row=repair.told[0].row if repair.told else repair.row,
        title=title,
        name=people[repair.seat - 1] if repair.seat else "",
        text=text,
        line=_sentence(w, repair, people, say) if text else "",
        why=why,
        asked=build_question(page, plain, tells, now=False),
        missing=tells.missing(w, name),
        before=build_question(page, question, tells, now=False),
        rather_before=repair.before,
        likely=repair.likely,
        told=tuple(_correctable_line(page, line, tells, of_all) for line in repair.told),
        of_all=of_all,
        others=tuple((whose, people[whose - 1], step) for step, whose in enumerate(others, 1)),
        people=people,
    )


def _sentence(w: Words, repair: Repair, people: tuple[str, ...], say: GameWords) -> str:
    line = table_words.describe_line(w, repair.seat, repair.text, people, say)
    if repair.rule == MISSING:
        return shown.lacks_before(w, line)
    return shown.impossible_line_question(w, line) if repair.rule else shown.not_so(w, line)


def _correctable_line(page: PageContext, line: ToldLine, tells: EntryWords, of_all: bool) -> CorrectableLine:
    question = msgspec.structs.replace(line.question, then={})
    label, said = tells.doubted(page.w, line.text, page.people)
    if of_all and question.seat:
        label = page.people[question.seat - 1]
    at_once = line.text.startswith("choose ")
    return CorrectableLine(line.row, label, said, build_question(page, question, tells, now=False), at_once)
