"""The parts of a Duel page: all values that their templates receive."""

from typing import ClassVar

from app.games.duel.shared_table_facts import TurnUse
from app.phones.common_parts import NO_BADGE, Badge
from app.phones.template_rendering import Part
from engine.duel.view_json import BuildOption


class SlotPart(Part, frozen=True):
    """A slot of the structure that contains a card. `mine`: the reader's price; an onlooker's is that of seat 1."""

    slot: int
    row: int
    column: int
    age: int
    card: str | None  # None: face down
    guild: bool
    open: bool  # uncovered
    mine: BuildOption | None
    theirs: BuildOption | None


class StructurePart(Part, frozen=True):
    """The structure, far row first."""

    template: ClassVar[str] = "duel/structure.html"

    age: int
    slots: tuple[SlotPart, ...]
    left: int
    other: str  # name of the seat of the second price
    picks: tuple[str, ...] = ()  # uncovered cards that a tap chooses


class DraftPart(Part, frozen=True):
    """The wonders that can be drafted, for readers who wait."""

    template: ClassVar[str] = "duel/draft.html"

    wonders: tuple[str, ...]


class ChoosableCard(Part, frozen=True):
    """A card that can be taken, with all its uses."""

    at: SlotPart
    uses: tuple[TurnUse, ...]  # build, discard
    wonders: tuple[TurnUse, ...]
    frees: tuple[SlotPart, ...]


class Duo(Part, frozen=True):
    """A line with the treasuries of both seats and the pawn."""

    template: ClassVar[str] = "duel/duo.html"

    names: tuple[str, str]  # the reader first
    coins: tuple[int, int]
    pawn: int  # above 0: towards the second
    capital: int
    built: int
    most: int


class Ask(Part, frozen=True):
    """A question to this seat, with every legal action exactly once."""

    template: ClassVar[str] = "duel/ask.html"

    seat: int
    question: int
    prompt: str
    kind: str  # card | wonder | token | printed (a card outside the structure) | start
    duo: Duo
    choices: tuple[ChoosableCard, ...]
    things: tuple[tuple[str, str], ...]  # action, slug
    structure: StructurePart | None
    tokens: tuple[str, ...]  # on the board
    plain: tuple[str, ...]  # other actions, as plain buttons
    people: tuple[str, ...]


class CityPart(Part, frozen=True):
    """One seat's city."""

    template: ClassVar[str] = "duel/city.html"
    later: ClassVar[bool] = True  # below the question

    name: str
    me: bool
    coins: int
    makes: tuple[tuple[str, int, int], ...]  # resource, amount made, price of one more now
    several: tuple[str, ...]  # goods made at choice: `raw` or `manufactured`
    wonders: tuple[tuple[str, str | None, BuildOption | None], ...]  # the wonder, the card under it, its price now
    more: int  # wonders that can still be built, by both
    science: tuple[tuple[str, int], ...]
    most: int  # different symbols that win
    tokens: tuple[str, ...]
    chains: tuple[tuple[str, str], ...]  # symbol, and the card that shows it
    points: int | None
    running: bool
    badge: Badge = NO_BADGE


class Glance(CityPart, frozen=True):
    """A summary in icons of a seat's production and wonders, close to the question."""

    template: ClassVar[str] = "duel/glance.html"
    later: ClassVar[bool] = False


class CityCards(Part, frozen=True):
    """The cards of a city, collapsed."""

    template: ClassVar[str] = "duel/cards.html"
    later: ClassVar[bool] = True

    place: str  # unique on the page
    cards: tuple[tuple[str, tuple[str, ...]], ...]  # by colour


class TrackPart(Part, frozen=True):
    """The military track."""

    template: ClassVar[str] = "duel/track.html"

    names: tuple[str, str]  # left and right
    pawn: int  # above 0: towards the right
    tolls: tuple[tuple[int, ...], tuple[int, ...]]  # coins of the tokens on each side
    lines: tuple[str, ...]  # in words


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
    """Sentences about every printed thing, looked up by the script."""

    template: ClassVar[str] = "duel/says.html"
    later: ClassVar[bool] = True
