"""The table of a running game as data: what is displayed at each seat, and which actions a person can take.

Drawn games use its prices and pills. A game without its own pages describes its whole table here (`TableDescription`),
and `app/games/self_describing` renders it on both surfaces.
"""

from collections.abc import Collection, Sequence
from typing import Any, Protocol, runtime_checkable

import msgspec

from app.looks.card_faces import PrintedFace
from app.looks.effect_icons import Group
from app.protocol.results import RankKey
from app.text.reference import Reference
from app.text.rules_pages import GuidePage
from app.text.translation import Words
from engine.game import AnyData, AnySeatView, AnyView


class Price(msgspec.Struct, frozen=True, gc=False):
    """The current price of a card for one seat."""

    coins: int  # below 0: nobody knows, for it cannot be had
    can: bool = True  # it can be had
    chain: bool = False  # free by its chain


class PillItem(msgspec.Struct, frozen=True):
    """One item of a pill: an icon (or ""), a number, and its subject. `coloured`: the icon takes the pill's colour.

    `atoms`: signs in place of an icon.
    """

    icon: str
    figure: str
    of: str
    coloured: bool = False
    atoms: Group = ()


class Pill(msgspec.Struct, frozen=True):
    """A few values of one colour in a seat's summary, after that colour's symbol unless `bare`.

    `ghost`: a preview of what the seat would gain. `things`: keys of the cards counted here.
    """

    colour: str
    items: tuple[PillItem, ...]
    bare: bool = False
    ghost: bool = False
    things: tuple[str, ...] = ()


class Card(msgspec.Struct, frozen=True):
    """A face-up card. `key`: unique on the table. `says`: its effect.

    `price`: its price for the seat to act; None: not for sale.
    """

    key: str
    name: str
    printed: PrintedFace
    says: str = ""
    price: Price | None = None


class Spread(msgspec.Struct, frozen=True):
    """A row of cards between the seats. `stack`: the number of face-down cards next to it; None: no stack."""

    title: str
    cards: tuple[Card, ...]
    stack: int | None = None


class SeatArea(msgspec.Struct, frozen=True):
    """The area in front of a seat (from 1): its values as pills, its cards, and the size of its hidden hand.

    `says`: the pills as text.
    """

    seat: int
    says: str
    pills: tuple[Pill, ...]
    cards: tuple[Card, ...] = ()
    hand: int = 0


class CardUse(msgspec.Struct, frozen=True):
    """A possible use of a card. `say`: the action's line. `text`: the button's label, without the card's name.

    `of`: the key of the card; "": none. `note`: cost, gain, or what is missing. `can`: possible now, judging by the
    view.
    """

    say: str
    text: str
    note: str = ""
    of: str = ""
    can: bool = True


class Play(msgspec.Struct, frozen=True):
    """The table for one reader. `hand`: the reader's own cards. `uses`: everything the seat to act might do, including
    what is impossible now."""

    seats: tuple[SeatArea, ...]
    middle: tuple[Spread, ...]
    hand: tuple[Card, ...] = ()
    uses: tuple[CardUse, ...] = ()

    def cards(self) -> dict[str, Card]:
        """Return every card that this reader sees, by its key."""
        lying = [*self.hand, *(card for each in self.middle for card in each.cards)]
        return {card.key: card for card in (*lying, *(card for each in self.seats for card in each.cards))}

    def possible(self, use: CardUse, legal: Sequence[str]) -> bool:
        """Check a use against the legal actions; if these are secret (`legal` is empty), decide by the view."""
        return use.say in legal if legal else use.can

    def uses_of(self, key: str) -> tuple[CardUse, ...]:
        """List the uses of a card; "": uses without a card."""
        return tuple(use for use in self.uses if use.of == key)

    def rest(self, legal: Sequence[str]) -> tuple[str, ...]:
        """List the legal actions that are no use of anything on the table."""
        known = {use.say for use in self.uses}
        return tuple(text for text in legal if text not in known)


@runtime_checkable
class TableDescription(Protocol):
    """A game's description of its table, in a module `app/games/<game>/shared_by_surfaces.py`."""

    @property
    def reference(self) -> Reference:
        """The game's reference of all things and how many are left: a module `reference.py`."""

    def how_to_play(self, w: Words, printed: AnyData, variant: Collection[str]) -> tuple[GuidePage, ...]:
        """Return the guide for a game with these variants (`rules_summary.py`)."""

    def play(self, w: Words, view: AnyView, people: Sequence[str], seat: int | None, printed: AnyData) -> Play:
        """Return the table as the view of `seat` (from 1; None: the public) shows it."""

    def card(self, w: Words, printed: AnyData, slug: str) -> Card:
        """Return the card with this slug, which is also its key."""

    def card_slug(self, what: Any) -> str:
        """Return the slug of the card in an action or event (Any), or ""."""

    def deciding(self, chair: AnySeatView) -> int:
        """Return a seat's tie-breaker value from its view."""

    def ties(self, w: Words, reached: Sequence[RankKey], winners: Sequence[int], people: Sequence[str]) -> str:
        """Explain how ties behind the winners were broken. `did`: by seat. Empty if there are none."""


def mentioned_card(shows: TableDescription, w: Words, what: Any, printed: AnyData) -> Card | None:
    """Return the card in an action or event, or None."""
    slug = shows.card_slug(what)
    return shows.card(w, printed, slug) if slug else None
