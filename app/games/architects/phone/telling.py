"""What a phone shows of a game of Architects that people deal: what came, whoever has the turn; a line put right."""

from typing import ClassVar

from app.games.architects import told
from app.games.architects.phone.parts import counted
from app.phones.game import PageContext
from app.phones.render import Part
from app.protocol import messages
from app.shown.telling import ToTell
from engine.architects import actions
from engine.architects.cards import Data
from engine.architects.view import View


class WayPart(Part, frozen=True):
    """An action that brings something to light. `side`, `of`: where its stack lies, and whose it was, if anybody's."""

    say: str
    things: ToTell
    side: str | None = None
    of: str | None = None
    left: int | str = 0


class Asked(Part, frozen=True):
    """One question. `seat` 0: chance. `ends`: whose turn an answer ends; "": nobody's."""

    seat: int
    number: int
    name: str
    me: bool
    ends: str
    ways: tuple[WayPart, ...]
    plain: tuple[str, ...]  # actions that bring nothing to light
    things: ToTell | None  # of chance, or (with others) of a card kept
    stack: str = ""  # of chance: where the card lay, while somebody has the turn


class Telling(Part, frozen=True):
    """All that is asked: everybody may tell it."""

    template: ClassVar[str] = "architects/telling.html"

    asked: tuple[Asked, ...]
    people: tuple[str, ...]
    mine: bool  # the reader's own seat is among those that are asked


class Mendable(Part, frozen=True):
    """A line of a turn that is being put right, and what could have been told instead."""

    row: int
    name: str  # "": chance
    text: str
    kind: str  # stack | card | token | medal | "": anything else
    things: ToTell | None
    plain: tuple[str, ...]


class Mending(Part, frozen=True):
    """The line, or the turn, that is being put right."""

    template: ClassVar[str] = "architects/repair.html"

    row: int
    name: str  # "": chance
    text: str
    by: str  # who began it; "": the screen
    rule: str | None
    why: str  # it does not fit any more
    asked: str  # who would say what stands there; "": chance
    things: ToTell | None
    plain: tuple[str, ...]
    ways: tuple[WayPart, ...]  # what may have been forgotten before it, with what came to light
    likely: str
    before: bool
    turn: int  # of a turn that was picked; 0: a line
    told: tuple[Mendable, ...]
    others: tuple[tuple[int, str, int], ...]  # whose turn it may have been, and how many are missing then
    people: tuple[str, ...]


def telling(page: PageContext, view: View, facts: Data) -> Telling:
    """What is asked, for the reader of a page."""
    asked = tuple(_asked(page, each, view, facts) for each in page.questions)
    return Telling(asked, page.people, any(each.me for each in asked))


def mending(page: PageContext, repair: messages.Repair, view: View, facts: Data, why: str) -> Mending:
    """The question about a line, as a phone shows it; `why` a line does not fit any more."""
    w, people = page.w, page.people
    missing = repair.told[0].question if repair.told else _as_question(repair)
    lines = tuple(_mendable(page, line, facts) for line in repair.told)
    n, seat = len(people), missing.seat
    others = [(seat - 1 + step) % n + 1 for step in range(1, n)] if repair.told and seat else []
    return Mending(
        repair.told[0].row if repair.told else repair.row,
        people[repair.seat - 1] if repair.seat else "",
        repair.text,
        people[repair.by - 1] if repair.by else "",
        repair.rule,
        why,
        people[missing.seat - 1] if missing.seat else "",
        told.to_tell(w, missing, facts),
        tuple(text for text in missing.legal if told.thing_of(text) is None),
        tuple(_way(page, text, coming, view, missing.seat, facts) for text, coming in missing.then.items()),
        repair.likely,
        repair.before,
        repair.turn,
        lines,
        tuple((whose, people[whose - 1], step) for step, whose in enumerate(others, 1)),
        people,
    )


def _as_question(repair: messages.Repair) -> messages.Question:
    """What is asked about a line that does not fit any more."""
    return messages.Question(
        0, repair.asked, repair.legal, repair.left, repair.others, repair.unsure, then=repair.then
    )  # fmt: skip


def _mendable(page: PageContext, line: messages.ToldLine, facts: Data) -> Mendable:
    asked, thing, people = line.question, told.thing_of(line.text), page.people
    words = line.text.split()
    stack = words[0] in ("take", "extra", "draw")
    return Mendable(
        line.row,
        people[asked.seat - 1] if asked.seat else "",
        line.text,
        "stack" if stack else "" if thing is None else "card" if thing[0] == "gift" else thing[0],
        told.to_tell(page.w, asked, facts),
        tuple(text for text in asked.legal if told.thing_of(text) is None and text != line.text),
    )


def _asked(page: PageContext, question: messages.Question, view: View, facts: Data) -> Asked:
    w, people = page.w, page.people
    count = " · " + w("{n} of {all}", n=question.nth, all=question.of) if question.of else ""
    ways = tuple(_way(page, text, coming, view, question.seat, facts) for text, coming in question.then.items())
    return Asked(
        question.seat,
        question.number,
        people[(question.seat or view.hints.active or 0) - 1] if question.seat or view.hints.active else "",
        question.seat == page.seat,
        people[question.ends - 1] if question.ends else "",
        ways,
        tuple(text for text in question.legal if text not in question.then and told.thing_of(text) is None),
        told.to_tell(w, question, facts, count),
        _stack(question) if view.hints.active else "",
    )


def _stack(question: messages.Question) -> str:
    """Where a card comes from that chance is asked about; empty for anything else."""
    words = next(iter((*question.legal, *question.others)), "").split()
    return words[1] if not question.seat and len(words) > 2 and (words[1] == "center" or words[1].isdigit()) else ""


def _way(page: PageContext, text: str, coming: messages.Coming, view: View, seat: int, facts: Data) -> WayPart:
    things, people = told.to_tell(page.w, coming, facts), page.people
    assert things is not None
    match actions.parse(text):
        case actions.Take(side=side) | actions.Extra(side=side):
            where = actions.SIDES[side]
        case actions.Draw(where=where):
            pass
        case _:
            return WayPart(text, things)
    stack = actions.stack_of(where, seat, len(people))
    of = None if stack == "center" else people[int(stack) - 1]
    return WayPart(text, things, where, of, counted(view.stacks[stack]))
