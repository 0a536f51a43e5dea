"""What a phone shows of a game of Architects that people deal: what came, whoever has the turn; a line put right."""

from collections.abc import Sequence
from typing import ClassVar

from app.games.architects.phone.parts import counted
from app.phones.render import Part
from app.protocol import messages
from engine.architects import actions
from engine.architects.cards import FACES
from engine.architects.view import View


class Thing(Part, frozen=True):
    """Something that may have come to light. `say`: the line; `left`: how many of it there may be, 0: not told."""

    say: str
    kind: str  # card | token | medal | gift
    slug: str
    left: int = 0


class Things(Part, frozen=True):
    """All that may come, and what our lists exclude."""

    likely: tuple[Thing, ...]
    others: tuple[Thing, ...]
    unsure: bool = False  # the others are as likely

    @property
    def kind(self) -> str:
        return next((thing.kind for thing in (*self.likely, *self.others)), "")


class Way(Part, frozen=True):
    """An action that brings something to light. `side`, `of`: where its stack lies, and whose it was, if anybody's."""

    say: str
    things: Things
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
    ways: tuple[Way, ...]
    plain: tuple[str, ...]  # actions that bring nothing to light
    things: Things | None  # of chance, or (with others) of a card kept
    nth: int = 0  # of so many alike that the set-up lays out
    of: int = 0
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
    things: Things | None
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
    things: Things | None
    plain: tuple[str, ...]
    ways: tuple[Way, ...]  # what may have been forgotten before it, with what came to light
    likely: str
    before: bool
    turn: int  # of a turn that was picked; 0: a line
    told: tuple[Mendable, ...]
    others: tuple[tuple[int, str, int], ...]  # whose turn it may have been, and how many are missing then
    people: tuple[str, ...]


def telling(questions: Sequence[messages.Question], view: View, seat: int | None, people: tuple[str, ...]) -> Telling:
    """What is asked, for a reader at `seat`."""
    asked = tuple(_asked(each, view, seat, people) for each in questions)
    return Telling(asked, people, any(each.me for each in asked))


def mending(repair: messages.Repair, view: View, people: tuple[str, ...], why: str) -> Mending:
    """The question about a line, as a phone shows it; `why` a line does not fit any more."""
    missing = repair.told[0].question if repair.told else _as_question(repair)
    told = tuple(_mendable(line, people) for line in repair.told)
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
        _things(missing.legal, missing.left, missing.others, missing.unsure),
        tuple(text for text in missing.legal if _thing(text, 0) is None),
        tuple(_way(text, coming, view, missing.seat, people) for text, coming in missing.then.items()),
        repair.likely,
        repair.before,
        repair.turn,
        told,
        tuple((whose, people[whose - 1], step) for step, whose in enumerate(others, 1)),
        people,
    )


def _as_question(repair: messages.Repair) -> messages.Question:
    """What is asked about a line that does not fit any more."""
    return messages.Question(
        0, repair.asked, repair.legal, repair.left, repair.others, repair.unsure, then=repair.then
    )  # fmt: skip


def _mendable(line: messages.ToldLine, people: tuple[str, ...]) -> Mendable:
    asked, thing = line.question, _thing(line.text, 0)
    words = line.text.split()
    stack = words[0] in ("take", "extra", "draw")
    return Mendable(
        line.row,
        people[asked.seat - 1] if asked.seat else "",
        line.text,
        "stack" if stack else "" if thing is None else "card" if thing.kind == "gift" else thing.kind,
        _things(asked.legal, asked.left, asked.others, asked.unsure),
        tuple(text for text in asked.legal if _thing(text, 0) is None and text != line.text),
    )


def _asked(question: messages.Question, view: View, seat: int | None, people: tuple[str, ...]) -> Asked:
    things = _things(question.legal, question.left, question.others, question.unsure)
    ways = tuple(_way(text, coming, view, question.seat, people) for text, coming in question.then.items())
    return Asked(
        question.seat,
        question.number,
        people[(question.seat or view.hints.active or 0) - 1] if question.seat or view.hints.active else "",
        question.seat == seat,
        people[question.ends - 1] if question.ends else "",
        ways,
        tuple(text for text in question.legal if text not in question.then and _thing(text, 0) is None),
        things,
        question.nth,
        question.of,
        _stack(question) if view.hints.active else "",
    )


def _stack(question: messages.Question) -> str:
    """Where a card comes from that chance is asked about; empty for anything else."""
    words = next(iter((*question.legal, *question.others)), "").split()
    return words[1] if not question.seat and len(words) > 2 and (words[1] == "center" or words[1].isdigit()) else ""


def _way(text: str, coming: messages.Coming, view: View, seat: int, people: tuple[str, ...]) -> Way:
    things = _things(coming.legal, coming.left, coming.others, coming.unsure)
    assert things is not None
    match actions.parse(text):
        case actions.Take(side=side) | actions.Extra(side=side):
            where = actions.SIDES[side]
        case actions.Draw(where=where):
            pass
        case _:
            return Way(text, things)
    stack = actions.stack_of(where, seat, len(people))
    of = None if stack == "center" else people[int(stack) - 1]
    return Way(text, things, where, of, counted(view.stacks[stack]))


def _things(legal: Sequence[str], left: Sequence[int], others: Sequence[str], unsure: bool) -> Things | None:
    """Those among these lines that bring something to light; None if none does."""
    counts = left or (0,) * len(legal)
    likely = [_thing(text, count) for text, count in zip(legal, counts, strict=True)]
    found = Things(
        tuple(thing for thing in likely if thing), tuple(thing for text in others if (thing := _thing(text, 0))), unsure
    )
    return found if found.likely or found.others else None


def _thing(text: str, left: int) -> Thing | None:
    action = actions.parse(text)
    match action.of if isinstance(action, actions.Another) else action:
        case actions.Reveal(kind=kind) | actions.Keep(kind=kind):
            return Thing(text, "card", FACES[kind], left)
        case actions.RevealGift(kind=kind):
            return Thing(text, "gift", FACES[kind], left)
        case actions.RevealToken(token=token):
            return Thing(text, "token", token, left)
        case actions.RevealMedal(medal=medal):
            return Thing(text, "medal", medal, 0)
    return None
