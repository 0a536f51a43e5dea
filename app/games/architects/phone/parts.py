"""What the parts of a page show of a game of Architects: all that their templates are given."""

from typing import ClassVar

from app.games.architects.table_description import Piles
from app.phones.page_frame import NO_BADGE, Badge
from app.phones.render import Part
from engine.architects.cards import Stage
from engine.architects.view import CardEffect, Goal, Need, Score, StackView


class StackTile(Part, frozen=True):
    """One stack that may be taken from. `say`: the action, None where nothing is asked."""

    side: str
    card: str | None  # None: the stack is empty
    left: int | str  # cards; `?`: nobody has counted them
    of: str | None  # whose stack it was; None: this seat's own, or the middle
    known: bool  # this seat has seen the covered card
    does: tuple[CardEffect, ...] = ()
    say: str | None = None
    stack: str = ""  # which one it is; "": of no stack in reach


class PaymentPart(Part, frozen=True):
    say: str
    cards: tuple[str, ...]
    keeps: tuple[str, ...]  # resources and coins left over


class BuildableStage(Part, frozen=True):
    """One stage that may be built, and how it may be paid."""

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
    """Somebody before whom cards lie that may be taken away."""

    seat: int
    name: str
    cards: tuple[tuple[str, int], ...]  # how many lie there, of each kind that may be taken


class Ask(Part, frozen=True):
    """What this seat is asked, every legal action in it exactly once."""

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
    plain: tuple[str, ...]  # whatever fits no form, as buttons
    people: tuple[str, ...]


class SeenCard(Part, frozen=True):
    """The middle card this seat has seen: shown only while held."""

    template: ClassVar[str] = "architects/hold.html"

    card: str
    does: tuple[CardEffect, ...]
    asked: bool  # a card is to be taken now


class WonderPart(Part, frozen=True):
    template: ClassVar[str] = "architects/wonder.html"

    slug: str
    built: tuple[int, ...]
    following: tuple[int, ...]
    stages: tuple[Stage, ...]
    points: int | None  # of the whole seat, where this table shows them


class Needs(Part, frozen=True):
    template: ClassVar[str] = "architects/needs.html"

    needs: tuple[Need, ...]
    wonder: str


class Goals(Part, frozen=True):
    """The medals in this seat's reach, and how far it is."""

    template: ClassVar[str] = "architects/goals.html"

    goals: tuple[tuple[Goal, str | None], ...]  # with whom it is shared; None: with all


class SeatCards(Part, frozen=True):
    """What lies in front of this seat."""

    template: ClassVar[str] = "architects/cards.html"

    piles: Piles
    cat: bool
    tokens: tuple[str, ...]
    medals: tuple[str, ...]
    gifts: int
    shields: int
    neighbours: tuple[tuple[str, str, int], ...]  # left or right, name, shields


class Glance(Part, frozen=True):
    """A seat's wonder under its sky, with all of its own that decides what it answers, in signs."""

    template: ClassVar[str] = "architects/glance.html"

    has: SeatCards
    needs: tuple[Need, ...]
    goals: tuple[Goal, ...]
    wonder: WonderPart


class Within(Part, frozen=True):
    """The head over the three stacks in reach while nothing is asked."""

    template: ClassVar[str] = "architects/within.html"


class InReach(Part, frozen=True):
    """One of them."""

    template: ClassVar[str] = "architects/reach.html"

    tile: StackTile


class Deck(Part, frozen=True):
    """The shared stack and what was discarded."""

    template: ClassVar[str] = "architects/deck.html"

    left: int | str  # cards; `?`: nobody has counted them
    discard: tuple[tuple[str, int], ...]


class MarkersPart(Part, frozen=True):
    template: ClassVar[str] = "architects/markers.html"

    flipped: int
    markers: int
    waiting: tuple[int, ...] = ()  # those of the flipped, from 1, that have not been turned by hand yet


class Tokens(Part, frozen=True):
    """Progress tokens on offer."""

    template: ClassVar[str] = "architects/tokens.html"

    tokens: tuple[str, ...]
    unseen: int


class Medals(Part, frozen=True):
    """The medals that lie out, and who has won which."""

    template: ClassVar[str] = "architects/medals.html"

    lying: tuple[tuple[str, str | None], ...]  # gap or `center`, medal; None: it is gone
    won: tuple[tuple[str, tuple[str, ...]], ...]  # name, medals
    people: tuple[str, ...]


class StackPart(Part, frozen=True):
    """One wonder stack: between whom, and what lies on top."""

    template: ClassVar[str] = "architects/stack.html"

    stack: str
    people: tuple[str, ...]
    top: str | None
    left: int | str  # cards; `?`: nobody has counted them


class OtherSeat(Part, frozen=True):
    """Somebody's seat, short."""

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
    """One seat's line of the score sheet."""

    template: ClassVar[str] = "architects/sheet.html"

    name: str
    me: bool
    won: bool
    over: bool
    score: Score
    medals: bool  # whether they are played with


class ResultPart(Part, frozen=True):
    """Who won and why, and how the sheet is read."""

    template: ClassVar[str] = "architects/result.html"

    over: bool
    early: bool
    text: str
    me: bool  # this seat won
    shown: bool  # points so far are shown at this table
    medals: bool  # whether they are played with


class SaysPart(Part, frozen=True):
    """The sentences about every printed thing, looked up by the script."""

    template: ClassVar[str] = "architects/says.html"
    later: ClassVar[bool] = True

    cards: tuple[str, ...]
    tokens: tuple[str, ...]
    wonders: tuple[str, ...]
    medals: tuple[str, ...]  # none where they are not played with


def counted(stack: StackView) -> int | str:
    """How many cards it still has; a question mark where nobody has counted them."""
    return "?" if stack.uncounted else stack.left
