"""The parts of an Architects page: all values that their templates receive."""

from typing import ClassVar

from app.games.architects.shared_table_facts import Piles
from app.phones.common_parts import NO_BADGE, Badge
from app.phones.template_rendering import Part
from engine.architects.data_schema import Stage
from engine.architects.view_json import CardEffect, Goal, Need, StackView


class StackTile(Part, frozen=True):
    """A stack that may be taken from. `say`: the action, or None without a question."""

    side: str
    card: str | None  # None: the stack is empty
    left: int | str  # cards; `?`: uncounted
    of: str | None  # the stack's owner; None: this seat, or the central deck
    known: bool  # this seat has seen the covered card
    does: tuple[CardEffect, ...] = ()
    say: str | None = None
    stack: str = ""  # its slug; "": out of reach


class PaymentPart(Part, frozen=True):
    say: str
    cards: tuple[str, ...]
    keeps: tuple[str, ...]  # resources and coins left over


class BuildableStage(Part, frozen=True):
    """A stage that may be built, and the payments for it."""

    stage: int
    cost: int
    kind: str
    points: int
    effect: bool
    payments: tuple[PaymentPart, ...]


class Learning(Part, frozen=True):
    """A progress token to choose; `sets` are the science sets that may be spent, () for a wonder's effect."""

    sets: tuple[tuple[str, ...], ...]
    tokens: tuple[str, ...]
    unseen: int


class ExtraCardPart(Part, frozen=True):
    tokens: tuple[str, ...]
    tiles: tuple[StackTile, ...]


class Victim(Part, frozen=True):
    """A seat with cards that may be stolen."""

    seat: int
    name: str
    cards: tuple[tuple[str, int], ...]  # face and count of each kind that may be taken


class Ask(Part, frozen=True):
    """A question to this seat, with every legal action exactly once."""

    template: ClassVar[str] = "architects/ask.html"

    seat: int
    question: int
    ask: str | None
    wonder: str
    peek: str | None  # what allows a look: `cat`, or a token's slug
    takes: tuple[StackTile, ...]
    builds: tuple[BuildableStage, ...]
    learning: Learning | None
    extra: ExtraCardPart | None
    draws: tuple[StackTile, ...]
    keeps: tuple[str, ...]
    steals: tuple[Victim, ...]
    done: bool
    plain: tuple[str, ...]  # other actions, as plain buttons
    people: tuple[str, ...]


class SeenCard(Part, frozen=True):
    """The card of the central deck that this seat has seen: shown only while held."""

    template: ClassVar[str] = "architects/hold.html"

    card: str
    does: tuple[CardEffect, ...]
    asked: bool  # the seat is to take a card now


class WonderPart(Part, frozen=True):
    template: ClassVar[str] = "architects/wonder.html"

    slug: str
    built: tuple[int, ...]
    following: tuple[int, ...]
    stages: tuple[Stage, ...]
    points: int | None  # of the whole seat; None where the table hides them


class NeedsPart(Part, frozen=True):
    template: ClassVar[str] = "architects/needs.html"

    needs: tuple[Need, ...]
    wonder: str


class Goals(Part, frozen=True):
    """The medals in this seat's reach, with its progress."""

    template: ClassVar[str] = "architects/goals.html"

    goals: tuple[tuple[Goal, str | None], ...]  # the seat that it is shared with; None: all


class SeatCards(Part, frozen=True):
    """The cards and pieces before this seat."""

    template: ClassVar[str] = "architects/cards.html"

    piles: Piles
    cat: bool
    tokens: tuple[str, ...]
    medals: tuple[str, ...]
    gifts: int
    shields: int
    neighbours: tuple[tuple[str, str, int], ...]  # left or right, name, shields


class Glance(Part, frozen=True):
    """A summary in icons of a seat's wonder and of its own things that matter for its answer."""

    template: ClassVar[str] = "architects/glance.html"

    has: SeatCards
    needs: tuple[Need, ...]
    goals: tuple[Goal, ...]
    wonder: WonderPart


class ReachHeading(Part, frozen=True):
    """The heading of the three stacks in reach while no question is open."""

    template: ClassVar[str] = "architects/within.html"


class ReachPart(Part, frozen=True):
    """A stack in reach."""

    template: ClassVar[str] = "architects/reach.html"

    tile: StackTile


class Deck(Part, frozen=True):
    """The central deck and the discard pile."""

    template: ClassVar[str] = "architects/deck.html"

    left: int | str  # cards; `?`: uncounted
    discard: tuple[tuple[str, int], ...]


class MarkersPart(Part, frozen=True):
    template: ClassVar[str] = "architects/markers.html"

    flipped: int
    markers: int
    waiting: tuple[int, ...] = ()  # flipped markers, from 1, not yet turned by hand


class Tokens(Part, frozen=True):
    """The progress tokens on offer."""

    template: ClassVar[str] = "architects/tokens.html"

    tokens: tuple[str, ...]
    unseen: int


class Medals(Part, frozen=True):
    """The medals on display, and the winners of others."""

    template: ClassVar[str] = "architects/medals.html"

    lying: tuple[tuple[str, str | None], ...]  # gap or `center`, medal or None
    won: tuple[tuple[str, tuple[str, ...]], ...]  # name, medals
    people: tuple[str, ...]


class StackPart(Part, frozen=True):
    """A wonder stack: the seats beside it, and its top card."""

    template: ClassVar[str] = "architects/stack.html"

    stack: str
    people: tuple[str, ...]
    top: str | None
    left: int | str  # cards; `?`: uncounted


class OtherSeat(Part, frozen=True):
    """A summary of another seat."""

    template: ClassVar[str] = "architects/other.html"

    name: str
    wonder: str
    by: str
    present: bool
    built: tuple[int, ...]
    following: tuple[int, ...]
    stages: tuple[Stage, ...]
    piles: Piles
    cat: bool
    tokens: tuple[str, ...]
    medals: tuple[str, ...]
    gifts: int
    points: int | None
    badge: Badge = NO_BADGE


class SheetLine(Part, frozen=True):
    """A seat's line of the score sheet."""

    template: ClassVar[str] = "architects/sheet.html"

    name: str
    me: bool
    won: bool
    lines: tuple[tuple[str, str, str, int], ...]  # icon, colour and name of a category, and its points
    total: int


class SaysPart(Part, frozen=True):
    """Sentences about every printed thing, looked up by the script."""

    template: ClassVar[str] = "architects/says.html"
    later: ClassVar[bool] = True

    cards: tuple[str, ...]
    tokens: tuple[str, ...]
    wonders: tuple[str, ...]
    medals: tuple[str, ...]  # empty in a game without medals


def format_count(stack: StackView) -> int | str:
    """Return a stack's number of cards, or a question mark if nobody has counted them."""
    return "?" if stack.uncounted else stack.left
