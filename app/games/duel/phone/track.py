"""What a phone shows of a game of Duel that people deal: a card and its use, whoever has the turn; a line put right.

Cards lie in places that never change while an age lasts, by colour; one that was told leaves its place empty.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from app.games.duel import words as say
from app.phones.game import PageContext
from app.phones.parts import Parts
from app.phones.render import Part
from app.protocol import messages
from app.text import table as table_words
from engine.duel.actions import MARK
from engine.duel.cards import COLOURS, Data
from engine.duel.view import View, Way

NO_WAY: Final[Mapping[str, Way]] = {}


class Use(Part, frozen=True):
    """Something that can be done with a card. `way`: what it costs the seat that is asked; None: nothing, or not known.

    `say` is empty where the seat has too few coins.
    """

    say: str
    thing: str  # what is built; "": the card is discarded
    way: Way | None = None
    lacks: int = 0  # coins


class Place(Part, frozen=True):
    """Where a thing lies on the page. `uses`: none if it has been told."""

    slug: str
    kind: str  # card | wonder | token
    uses: tuple[Use, ...] = ()
    wonders: tuple[Use, ...] = ()  # it may go under one of them
    way: Way | None = None  # of a card: what it costs the seat that is asked
    other: Way | None = None  # and the other seat


class Group(Part, frozen=True):
    """Places under one heading. `colour`: of cards; "": none."""

    colour: str
    places: tuple[Place, ...]


class Choice(Part, frozen=True):
    """A line that says all by itself."""

    say: str
    slug: str
    kind: str  # card | token | "": anything else


class Asked(Part, frozen=True):
    """One question. `seat` 0: chance."""

    seat: int
    number: int
    name: str
    me: bool
    verb: str  # the first word of its lines; of a turn "turn"
    legal: tuple[str, ...]
    groups: tuple[Group, ...]
    others: tuple[Place, ...]  # cards that our counts exclude
    choices: tuple[Choice, ...]
    discard: int = 0  # coins it brings; 0: not known
    nth: int = 0  # of so many alike that the set-up lays out
    of: int = 0


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
        parts["ask"] = telling(page.questions, view, page.seat, page.people, facts)
    if repair is not None:
        why = table_words.refusal(page.w, repair.rule, repair.facts, say) if repair.rule else ""
        parts["repair"] = mending(repair, page.people, why, facts)
    return parts


def telling(
    questions: Sequence[messages.Question], view: View, seat: int | None, people: tuple[str, ...], facts: Data
) -> Telling:
    """What is asked, for a reader at `seat`."""
    return Telling(tuple(_asked(each, view, seat, people, facts) for each in questions), people)


def mending(repair: messages.Repair, people: tuple[str, ...], why: str, facts: Data) -> Mending:
    """The question about a line, as a phone shows it; `why` it does not fit any more."""
    missing = repair.told[0].question if repair.told else _as_question(repair)
    told = tuple(
        Mendable(line.row, line.text, _asked(line.question, None, None, people, facts)) for line in repair.told
    )
    others = [number for number in range(1, len(people) + 1) if number != missing.seat]
    return Mending(
        repair.told[0].row if repair.told else repair.row,
        people[repair.seat - 1] if repair.seat else "",
        repair.text,
        repair.rule,
        why,
        _asked(missing, None, None, people, facts),
        repair.before,
        repair.turn,
        told,
        tuple((number, people[number - 1], 1) for number in others) if repair.told and missing.seat else (),
        people,
    )


def _as_question(repair: messages.Repair) -> messages.Question:
    """What is asked about a line that does not fit any more."""
    return messages.Question(0, repair.asked, repair.legal, repair.left, repair.others, repair.unsure)


def _asked(
    question: messages.Question, view: View | None, seat: int | None, people: tuple[str, ...], facts: Data
) -> Asked:
    """One question; no view: of a position that was, where only what can be said is known."""
    legal = question.legal
    verb = _verb(legal[0]) if legal else ""
    groups: tuple[Group, ...] = ()
    others: tuple[Place, ...] = ()
    choices: tuple[Choice, ...] = ()
    discard = 0
    if verb == "turn":
        groups, others = _turn(question, view, facts)
        discard = view.hints.standing[question.seat - 1].discard if view else 0
    elif verb == "draft":
        groups = (Group("", tuple(_place("wonder", slug, legal) for slug in facts.wonders)),)
    elif verb == "reveal":
        groups = (Group("", tuple(_place("token", slug, legal) for slug in facts.tokens)),)
    else:
        kind = {"progress": "token", "keep": "token", "destroy": "card", "revive": "card"}.get(verb, "")
        choices = tuple(Choice(text, text.split()[-1], kind) for text in legal)
    return Asked(
        question.seat,
        question.number,
        people[question.seat - 1] if question.seat else "",
        question.seat == seat,
        verb,
        legal,
        groups,
        others,
        choices,
        discard,
        question.nth,
        question.of,
    )


def _verb(text: str) -> str:
    verb = text.split()[0]
    return "turn" if verb in ("build", "discard") else verb


def _place(kind: str, slug: str, legal: Sequence[str]) -> Place:
    """A wonder or a token: to tell it is one tap."""
    said = next((text for text in legal if text.split()[-1] == slug), "")
    return Place(slug, kind, (Use(said, slug),) if said else ())


def _turn(question: messages.Question, view: View | None, facts: Data) -> tuple[tuple[Group, ...], tuple[Place, ...]]:
    """Every card of the age by colour, those told left out of their places; and those that our counts exclude."""
    told = _by_card(question.legal)
    excluded = _by_card(question.others)
    ages = {facts.cards[slug].age for slug in (*told, *excluded)}
    mine, others = (_ways(view, number) for number in (question.seat, 3 - question.seat))
    groups: list[Group] = []
    for colour in COLOURS:
        slugs = [slug for slug, card in facts.cards.items() if card.colour == colour and card.age in ages]
        if slugs:
            groups.append(Group(colour, tuple(_card(slug, told, mine, others, view, question.seat) for slug in slugs)))
    return tuple(groups), tuple(_card(slug, excluded, mine, others, view, question.seat) for slug in excluded)


def _by_card(lines: Sequence[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for text in lines:
        found.setdefault(text.removesuffix(f" {MARK}").split()[-1], []).append(text)
    return found


def _ways(view: View | None, seat: int) -> Mapping[str, Way]:
    """What things cost a seat now."""
    return {way.thing: way for way in view.hints.standing[seat - 1].ways} if view else NO_WAY


def _card(
    slug: str,
    told: Mapping[str, Sequence[str]],
    mine: Mapping[str, Way],
    others: Mapping[str, Way],
    view: View | None,
    seat: int,
) -> Place:
    """One card with all that can be done with it; without anything if it has been told."""
    lines = told.get(slug, ())
    if not lines:
        return Place(slug, "card")
    coins = view.seats[seat - 1].coins if view else 0
    way = mine.get(slug)
    build = next((text for text in lines if text.split()[:2] == ["build", slug]), "")
    uses = [Use(build, slug, way, _lacks(way, coins))] if build or way else []
    uses += [Use(text, "") for text in lines if text.startswith("discard ")]
    under = {text.split()[1]: text for text in lines if " with " in text}
    unbuilt = [thing for thing, each in mine.items() if each.wonder]
    names = [*unbuilt, *(wonder for wonder in under if wonder not in unbuilt)]
    wonders = tuple(
        Use(under.get(wonder, ""), wonder, mine.get(wonder), _lacks(mine.get(wonder), coins)) for wonder in names
    )
    return Place(slug, "card", tuple(uses), wonders, way, others.get(slug))


def _lacks(way: Way | None, coins: int) -> int:
    return max(0, way.cost - coins) if way else 0
