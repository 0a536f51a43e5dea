"""Parts of the phone page of 7 Wonders, with all data for their templates."""

from typing import ClassVar

from app.games.seven_wonders.shared_table_facts import HandUse
from app.phones.common_parts import NO_BADGE, Badge
from app.phones.template_rendering import Part
from app.protocol.play_messages import UndoOffer
from app.shown.play.table_description import Price


class WayToPay(Part, frozen=True):
    """One way to pay. `say`: the action."""

    say: str
    coins: int  # in all
    left: int
    right: int
    bank: int  # what is printed, and what is bought there
    note: str  # to whom
    keeps: int  # of several ways: coins after it, but for what neighbours cause in the same turn
    short: str = ""  # the same where the sides are drawn beside it


class Seller(Part, frozen=True):
    """Goods that a neighbour sells to this seat or, without a `side`, that the seat produces."""

    name: str
    side: str  # left | right | ""
    goods: tuple[tuple[str, int], ...]
    choices: tuple[tuple[str, ...], ...]
    raw: int = 0  # coins for each
    made: int = 0


class Sale(Part, frozen=True):
    """Resources to be paid for where there are several ways."""

    units: tuple[tuple[str, bool], ...]  # each that is printed, and whether the city surely makes it itself
    sellers: tuple[Seller, ...]  # left, oneself, right: of what is missing
    secret: bool  # coins move when all turn up


class UsePart(Part, frozen=True):
    """One thing to do with a card or a leader. No `ways`: it is not possible."""

    does: HandUse
    ways: tuple[WayToPay, ...]  # the cheapest first
    sale: Sale | None = None
    says: str = ""  # what it brings, where neither its words nor its card do


class ChoosableCard(Part, frozen=True):
    """A card or a leader that can be chosen, and all that can be done with it."""

    slug: str
    copies: int
    price: Price | None
    left: bool  # that neighbour is paid
    right: bool
    heading: str  # what it costs and is
    now: tuple[str, ...]  # what it would bring
    uses: tuple[UsePart, ...]


class StageCell(Part, frozen=True):
    """The next stage, as a cell of a hand."""

    board: str
    number: int  # from 1
    price: Price
    left: bool
    right: bool
    says: str


class Ask(Part, frozen=True):
    """A question to this seat, with every legal action exactly once."""

    template: ClassVar[str] = "seven-wonders/ask.html"

    seat: int
    question: int
    prompt: str
    moment: str
    several: bool  # uses of each card; else each is one action
    picks: tuple[ChoosableCard, ...]
    stage: StageCell | None
    tokens: tuple[tuple[str, int], ...]  # the action, its value
    plain: tuple[str, ...]  # whatever fits no form, as buttons
    kept: tuple[str, ...]  # leaders kept so far, while they are drafted
    dealt: int  # of so many
    then: str  # what becomes of the rest
    passing: str  # left | right | "": it is not passed on
    to: str  # to whom it is
    people: tuple[str, ...]


class ChosenPart(Part, frozen=True):
    """The choice of this seat, face down."""

    template: ClassVar[str] = "seven-wonders/chosen.html"

    age: int  # 0: a leader lies there
    slug: str
    text: str


class UndoChoicePart(Part, frozen=True):
    """A button to choose again, which does not reveal the choice."""

    template: ClassVar[str] = "seven-wonders/again.html"

    own: tuple[UndoOffer, ...]


class WaitingPart(Part, frozen=True):
    """Seats that have chosen, and those that are still choosing."""

    template: ClassVar[str] = "seven-wonders/who.html"

    rows: tuple[tuple[str, str, bool], ...]  # name, left | right | "", still choosing; one's own first
    secret: bool  # all choose at once
    then: str


class HeldPart(Part, frozen=True):
    """A seat's hand, shown while a finger holds the button."""

    template: ClassVar[str] = "seven-wonders/held.html"
    later: ClassVar[bool] = True

    what: str  # hand | leaders
    title: str
    cards: tuple[str, ...]


class DidPart(Part, frozen=True):
    """One seat's action in a turn."""

    name: str
    card: str  # "": it lies face down
    age: int  # of a card face down; 0: a leader
    stage: int  # from 1; 0: none was built
    token: int  # given up
    left: int  # coins to that neighbour
    right: int
    coins: int  # more than before
    says: tuple[str, ...]


class LastTurnPart(Part, frozen=True):
    """The last turn, collapsed."""

    template: ClassVar[str] = "seven-wonders/last.html"

    place: str  # on the page; no two are alike
    title: str
    short: str
    did: tuple[DidPart, ...]


class Market(Part, frozen=True):
    """Goods to buy from both neighbours, and the seat's own production."""

    template: ClassVar[str] = "seven-wonders/market.html"

    sellers: tuple[Seller, ...]  # left, oneself, right


class CityInside(Part, frozen=True):
    """The contents of a city's box below its counts, the same for its own seat and for others."""

    template: ClassVar[str] = "seven-wonders/city-inside.html"

    place: str  # on the page; no two are alike
    board: str
    stages: int
    makes: tuple[tuple[str, int], ...]
    choices: tuple[tuple[str, ...], ...]
    leaders: tuple[str, ...]
    buried: tuple[str, ...]
    chains: tuple[tuple[str, str], ...]  # what they free, and the card that bears it
    cards: tuple[tuple[str, tuple[str, ...]], ...]  # by colour


class CityPart(Part, frozen=True):
    """The public things of a seat."""

    template: ClassVar[str] = "seven-wonders/city.html"

    name: str
    me: bool
    whole: bool  # else it is folded away but for what is compared
    wonder: str
    coins: int
    science: tuple[tuple[str, int], ...]
    shields: int
    blue: int
    yellow: int
    purple: int
    tokens: tuple[int, ...]
    leaders_left: int
    hand: int
    points: int | None
    inside: CityInside
    badge: Badge = NO_BADGE


class Glance(CityPart, frozen=True):
    """The seat's own wonder under its sky with its production and counts, close to the question."""

    template: ClassVar[str] = "seven-wonders/glance.html"


class CityBelow(CityPart, frozen=True):
    """A city below the entry form, which is longer than any phone; so it is rendered later."""

    later: ClassVar[bool] = True


class OtherCities(Part, frozen=True):
    """The other cities, each one tap away."""

    template: ClassVar[str] = "seven-wonders/round.html"
    later: ClassVar[bool] = True

    cities: tuple[tuple[str, CityPart], ...]  # left | right | "", the city


class MomentPart(Part, frozen=True):
    """The state of the game."""

    template: ClassVar[str] = "seven-wonders/moment.html"

    title: str
    lines: tuple[str, ...]
    discard: int
    passing: str  # left | right | ""


class SaysPart(Part, frozen=True):
    """The sentences about every printed thing, looked up by the script."""

    template: ClassVar[str] = "seven-wonders/says.html"
    later: ClassVar[bool] = True

    boards: tuple[str, ...]
    with_leaders: bool
