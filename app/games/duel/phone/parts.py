"""What the parts of a page show of a game of Duel: all that their templates are given."""

from typing import ClassVar

from app.games.duel.table_description import TurnUse
from app.phones.page_frame import NO_BADGE, Badge
from app.phones.render import Part
from engine.duel.view import Way


class SlotPart(Part, frozen=True):
    """One slot of the structure that holds a card. `mine`: the reader's price, an onlooker's is that of seat 1."""

    slot: int
    row: int
    column: int
    age: int
    card: str | None  # None: face down
    guild: bool
    open: bool  # it can be taken
    mine: Way | None
    theirs: Way | None


class StructurePart(Part, frozen=True):
    """How the cards lie, the far row first."""

    template: ClassVar[str] = "duel/structure.html"

    age: int
    slots: tuple[SlotPart, ...]
    left: int
    other: str  # the seat of the second price
    picks: tuple[str, ...] = ()  # open cards that a tap chooses


class DraftPart(Part, frozen=True):
    """The wonders that can be drafted, for readers who wait."""

    template: ClassVar[str] = "duel/draft.html"

    wonders: tuple[str, ...]


class ChoosableCard(Part, frozen=True):
    """A card that can be taken, and all that can be done with it."""

    at: SlotPart
    uses: tuple[TurnUse, ...]  # build, discard
    wonders: tuple[TurnUse, ...]
    frees: tuple[SlotPart, ...]


class Duo(Part, frozen=True):
    """Both treasuries and the pawn, in one line."""

    template: ClassVar[str] = "duel/duo.html"

    names: tuple[str, str]  # the reader first
    coins: tuple[int, int]
    pawn: int  # above 0: towards the second
    capital: int
    built: int
    most: int


class Ask(Part, frozen=True):
    """What this seat is asked, every legal action in it exactly once."""

    template: ClassVar[str] = "duel/ask.html"

    seat: int
    question: int
    prompt: str
    kind: str  # of what can be chosen: card | wonder | token | printed (a card that lies elsewhere) | start
    duo: Duo
    choices: tuple[ChoosableCard, ...]
    things: tuple[tuple[str, str], ...]  # the action, what it is about
    structure: StructurePart | None
    tokens: tuple[str, ...]  # on the board
    plain: tuple[str, ...]  # whatever fits no form, as buttons
    people: tuple[str, ...]


class CityPart(Part, frozen=True):
    """One seat's city."""

    template: ClassVar[str] = "duel/city.html"
    later: ClassVar[bool] = True  # it lies below what is asked

    name: str
    me: bool
    coins: int
    makes: tuple[tuple[str, int, int], ...]  # resource, how many, what one more costs now
    several: tuple[str, ...]  # `raw`, `manufactured`: what gives one of them
    wonders: tuple[tuple[str, str | None, Way | None], ...]  # the wonder, the card under it, its price now
    more: int  # wonders that can still be built, by both
    science: tuple[tuple[str, int], ...]
    most: int  # different ones that win
    tokens: tuple[str, ...]
    chains: tuple[tuple[str, str], ...]  # held: the symbol, and the card that bears it
    points: int | None
    running: bool
    badge: Badge = NO_BADGE


class Glance(CityPart, frozen=True):
    """What one makes and may build, in signs, close to what is asked."""

    template: ClassVar[str] = "duel/glance.html"
    later: ClassVar[bool] = False


class CityCards(Part, frozen=True):
    """The cards of a city, folded away."""

    template: ClassVar[str] = "duel/cards.html"
    later: ClassVar[bool] = True

    place: str  # on the page; no two are alike
    cards: tuple[tuple[str, tuple[str, ...]], ...]  # by colour


class TrackPart(Part, frozen=True):
    """The military track."""

    template: ClassVar[str] = "duel/track.html"

    names: tuple[str, str]  # left and right
    pawn: int  # above 0: towards the right
    tolls: tuple[tuple[int, ...], tuple[int, ...]]  # coins of the tokens that lie on each side
    lines: tuple[str, ...]  # the same in words


class BoardPart(Part, frozen=True):
    """Progress tokens on the board."""

    template: ClassVar[str] = "duel/board.html"

    tokens: tuple[str, ...]


class DiscardPart(Part, frozen=True):
    """The discard pile, by colour."""

    template: ClassVar[str] = "duel/discard.html"
    later: ClassVar[bool] = True

    cards: tuple[str, ...]


class SaysPart(Part, frozen=True):
    """The sentences about every printed thing, looked up by the script."""

    template: ClassVar[str] = "duel/says.html"
    later: ClassVar[bool] = True
