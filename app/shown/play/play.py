"""What lies on the table while a game is played, and what may be done, as people see it on the screen and on phones.

Seats, cards, prices and pills are what drawn games are made of. A game without pages of its own says all of it once
(`Shows`), and has a table on both surfaces (`app/games/shown`).
"""

from collections.abc import Collection, Sequence
from typing import Any, Protocol, runtime_checkable  # Any: each game has its own view and data

import msgspec

from app.looks.cards import Printed
from app.looks.effect_icons import Group
from app.shown.play.standings import Did
from app.text.guide import GuidePage
from app.text.languages import Words
from app.text.reference import Reference


class Price(msgspec.Struct, frozen=True, gc=False):
    """What something costs somebody now."""

    coins: int  # below 0: nobody knows, for it cannot be had
    can: bool = True  # it can be had
    chain: bool = False  # free by its chain


class PillItem(msgspec.Struct, frozen=True):
    """One thing of a pill: an icon, or "", a figure, and what it speaks of. `coloured`: the icon is, as the pill.

    `atoms`: signs instead of an icon.
    """

    icon: str
    figure: str
    of: str
    coloured: bool = False
    atoms: Group = ()


class Pill(msgspec.Struct, frozen=True):
    """A few things of one colour that a seat has, behind that colour's symbol unless they are `bare`.

    `ghost`: it would have them, or as many more. `things`: the keys of the cards that are counted here.
    """

    colour: str
    items: tuple[PillItem, ...]
    bare: bool = False
    ghost: bool = False
    things: tuple[str, ...] = ()


# ---- a whole table -----------------------------------------------------------------------------------------


class Card(msgspec.Struct, frozen=True):
    """A card that lies open to whoever is shown it. `key`: no two on a table are alike; `says`: what it does.

    `price`: what it costs whoever acts; None: it is not to be had.
    """

    key: str
    name: str
    printed: Printed
    says: str = ""
    price: Price | None = None


class Spread(msgspec.Struct, frozen=True):
    """Cards that lie side by side between the seats. `stack`: so many lie face down beside them; None: no stack."""

    title: str
    cards: tuple[Card, ...]
    stack: int | None = None


class Before(msgspec.Struct, frozen=True):
    """What lies before a seat (from 1): what it has in pills, its cards, and how many it holds that others do not see.

    `says`: its pills, read out.
    """

    seat: int
    says: str
    pills: tuple[Pill, ...]
    cards: tuple[Card, ...] = ()
    hand: int = 0


class CardUse(msgspec.Struct, frozen=True):
    """Something that may be done. `say`: the line of the action; `text`: a button's, which does not name the card.

    `of`: the card with which it is done, by its key; "": none. `note`: what it costs or brings, or what is missing.
    `can`: it may be done now, as far as the view tells.
    """

    say: str
    text: str
    note: str = ""
    of: str = ""
    can: bool = True


class Play(msgspec.Struct, frozen=True):
    """A table for one reader. `hand`: the reader's own cards; `uses`: all that whoever acts might do, as far as this
    reader knows, what it cannot now, too.
    """

    seats: tuple[Before, ...]
    middle: tuple[Spread, ...]
    hand: tuple[Card, ...] = ()
    uses: tuple[CardUse, ...] = ()

    def cards(self) -> dict[str, Card]:
        """Every card that this reader sees, by its key."""
        lying = [*self.hand, *(card for each in self.middle for card in each.cards)]
        return {card.key: card for card in (*lying, *(card for each in self.seats for card in each.cards))}

    def possible(self, use: CardUse, legal: Sequence[str]) -> bool:
        """Whether it may be done. `legal`: nothing where the actions are its seat's secret; then the view tells."""
        return use.say in legal if legal else use.can

    def of(self, key: str) -> tuple[CardUse, ...]:
        """What might be done with a card; "": with none."""
        return tuple(use for use in self.uses if use.of == key)

    def rest(self, legal: Sequence[str]) -> tuple[str, ...]:
        """What may be said and is no use of anything that lies here."""
        known = {use.say for use in self.uses}
        return tuple(text for text in legal if text not in known)


@runtime_checkable
class Shows(Protocol):
    """What a game says of its table, in a module `app/games/<game>/shown.py`."""

    @property
    def reference(self) -> Reference:
        """All its things in words, and how many of them are left: a module `reference.py`."""

    def how_to_play(self, w: Words, printed: Any, variant: Collection[str]) -> tuple[GuidePage, ...]:
        """As it is played with these variants (`guide.py`)."""

    def play(self, w: Words, view: Any, people: Sequence[str], seat: int | None, printed: Any) -> Play:
        """The table as its view (of `seat`, from 1; None: everybody's) shows it."""

    def card(self, w: Words, printed: Any, slug: str) -> Card:
        """A card by its name in the data, which is its key."""

    def told(self, what: Any) -> str:
        """The card of which a line of a record, or one of its events, tells; "" if of none."""

    def deciding(self, chair: Any) -> int:
        """What decides among equal points, as far as a seat's view has it."""

    def ties(self, w: Words, did: Sequence[Did], winners: Sequence[int], people: Sequence[str]) -> str:
        """How equal points behind the winners were decided; `did`: by seat. Empty where there are none."""


# Any: a line, or an event; and the game's data.
def lined(shows: Shows, w: Words, what: Any, printed: Any) -> Card | None:
    """The card of which a line of a record, or one of its events, tells; None if of none."""
    slug = shows.told(what)
    return shows.card(w, printed, slug) if slug else None
