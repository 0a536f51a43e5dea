"""Actions of seats and of chance in Duel, and the events they cause.

The text of an action is that of a record (docs/notation-duel.md), without the seat. Everything in the box exists once,
so actions hold names; `Lookup` makes each action once and parses texts, because it knows the names.
"""

import msgspec

from engine.corrections_and_agreements import (
    Agreement,
    AgreementMade,
    CountCorrected,
    CountCorrection,
    WonderCorrected,
    WonderCorrection,
)
from engine.game import CONTRADICTION_SIGN, Event


class RevealToken(msgspec.Struct, frozen=True, gc=False):
    """Chance: the next progress token on the board."""

    token: str

    def __str__(self) -> str:
        return f"reveal token {self.token}"


class RevealWonder(msgspec.Struct, frozen=True, gc=False):
    """Chance: the next wonder offered in the draft."""

    wonder: str

    def __str__(self) -> str:
        return f"reveal wonder {self.wonder}"


class RevealCard(msgspec.Struct, frozen=True, gc=False):
    """Chance: the card in a slot of the structure, face up."""

    slot: int
    card: str

    def __str__(self) -> str:
        return f"reveal {self.slot} {self.card}"


class RevealBack(msgspec.Struct, frozen=True, gc=False):
    """Chance: the back of a face-down card in a slot of Age III."""

    slot: int
    guild: bool

    def __str__(self) -> str:
        return f"reveal {self.slot} {'guild' if self.guild else 'age'}"


class RevealBox(msgspec.Struct, frozen=True, gc=False):
    """Chance: a token drawn from the box, for one seat's eyes."""

    token: str

    def __str__(self) -> str:
        return f"reveal box {self.token}"


class Draft(msgspec.Struct, frozen=True, gc=False):
    """Take an offered wonder."""

    wonder: str

    def __str__(self) -> str:
        return f"draft {self.wonder}"


class Build(msgspec.Struct, frozen=True, gc=False):
    """Pay for a card and add it to the city, also by its chain."""

    card: str

    def __str__(self) -> str:
        return f"build {self.card}"


class BuildWonder(msgspec.Struct, frozen=True, gc=False):
    """Build a wonder of one's own; the card goes under it."""

    wonder: str
    card: str

    def __str__(self) -> str:
        return f"build {self.wonder} with {self.card}"


class Discard(msgspec.Struct, frozen=True, gc=False):
    """Give a card away for coins."""

    card: str

    def __str__(self) -> str:
        return f"discard {self.card}"


class Progress(msgspec.Struct, frozen=True, gc=False):
    """Take a progress token from the board, after a pair of science symbols."""

    token: str

    def __str__(self) -> str:
        return f"progress {self.token}"


class Destroy(msgspec.Struct, frozen=True, gc=False):
    """A wonder's effect: a card of the opponent goes to the discard pile."""

    card: str

    def __str__(self) -> str:
        return f"destroy {self.card}"


class Revive(msgspec.Struct, frozen=True, gc=False):
    """A wonder's effect: build a card of the discard pile."""

    card: str

    def __str__(self) -> str:
        return f"revive {self.card}"


class Keep(msgspec.Struct, frozen=True, gc=False):
    """A wonder's effect: keep one of the tokens drawn from the box."""

    token: str

    def __str__(self) -> str:
        return f"keep {self.token}"


class Start(msgspec.Struct, frozen=True, gc=False):
    """Say who begins the age."""

    seat: int  # from 1

    def __str__(self) -> str:
        return f"start {self.seat}"


Taking = Build | BuildWonder | Discard  # what takes a card of the age


class Contradiction(msgspec.Struct, frozen=True, gc=False):
    """People tell of a card that our counts exclude: more guilds lie in their structure, or fewer (`track`)."""

    of: Taking  # as it would be told if the counts had it

    def __str__(self) -> str:
        return f"{self.of} {CONTRADICTION_SIGN}"


Action = (
    RevealToken
    | RevealWonder
    | RevealCard
    | RevealBack
    | RevealBox
    | Draft
    | Build
    | BuildWonder
    | Discard
    | Progress
    | Destroy
    | Revive
    | Keep
    | Start
    | Contradiction
    | CountCorrection
    | Agreement
    | WonderCorrection
)


# ---- events: seats count from 1 --------------------------------------------------------------------


class TokenRevealed(Event, frozen=True, tag="token-revealed"):
    """A progress token lies on the board."""

    token: str


class WonderOffered(Event, frozen=True, tag="wonder-offered"):
    wonder: str


class WonderDrafted(Event, frozen=True, tag="wonder-drafted"):
    seat: int
    wonder: str


class AgeBegan(Event, frozen=True, tag="age-began"):
    """The cards of an age are being laid out."""

    age: int


class CardRevealed(Event, frozen=True, tag="card-revealed"):
    """A card lies face up: laid out so, or turned up."""

    slot: int
    card: str
    turned: bool  # it lay face down before


class BackRevealed(Event, frozen=True, tag="back-revealed"):
    """A card lies face down; everybody sees its back."""

    slot: int
    guild: bool


class StartChosen(Event, frozen=True, tag="start-chosen"):
    """`seat` said who begins the age."""

    seat: int
    begins: int


class TurnBegan(Event, frozen=True, tag="turn-began"):
    seat: int
    turn: int
    again: bool  # the same seat's extra turn


class CardBuilt(Event, frozen=True, tag="card-built"):
    seat: int
    card: str
    paid: int  # coins in all
    traded: int  # of them, for missing units
    chain: bool  # free by its chain


class WonderBuilt(Event, frozen=True, tag="wonder-built"):
    seat: int
    wonder: str
    card: str  # goes under it
    paid: int
    traded: int


class TradePaid(Event, frozen=True, tag="trade-income"):
    """The seat got what the other paid for missing units."""

    seat: int
    coins: int


class WonderLeft(Event, frozen=True, tag="wonder-left"):
    """A wonder went back to the box, because no more wonders can be built in this game."""

    seat: int
    wonder: str


class CardDiscarded(Event, frozen=True, tag="card-discarded"):
    seat: int
    card: str
    coins: int


class CoinsGained(Event, frozen=True, tag="coins-gained"):
    """`by`: the card, wonder or token that brings them."""

    seat: int
    coins: int
    by: str


class CoinsLost(Event, frozen=True, tag="coins-lost"):
    """Coins returned to the bank, no more than there were. `by`: `military`, or the card or wonder that takes them."""

    seat: int
    coins: int
    by: str


class PawnMoved(Event, frozen=True, tag="pawn-moved"):
    """`seat` pushed it; `pawn` counts from the centre, above 0 on seat 2's side."""

    seat: int
    spaces: int
    pawn: int


class MilitaryToken(Event, frozen=True, tag="military-token"):
    """The pawn came to a token on this seat's side; it leaves the game."""

    seat: int
    coins: int  # printed on it


class SymbolGained(Event, frozen=True, tag="symbol-gained"):
    seat: int
    symbol: str
    different: int  # symbols the seat has now
    pair: bool  # it is the second of its kind


class TokenTaken(Event, frozen=True, tag="token-taken"):
    seat: int
    token: str
    box: bool  # from the box, not from the board


class TokenDrawn(Event, frozen=True, tag="token-drawn"):
    """The seat drew a token from the box. Sent to everybody, without the token."""

    seat: int
    number: int  # 1 for the first


class TokenSeen(Event, frozen=True, tag="token-seen"):
    """Told only to `seat`: the token it drew."""

    seat: int
    token: str


class CardDestroyed(Event, frozen=True, tag="card-destroyed"):
    """A card of seat `of` goes to the discard pile."""

    seat: int
    of: int
    card: str


class CardRevived(Event, frozen=True, tag="card-revived"):
    seat: int
    card: str


class EffectLost(Event, frozen=True, tag="effect-lost"):
    """A choice found nothing to choose from. `effect`: `progress`, `destroy`, `revive` or `keep`."""

    seat: int
    effect: str


class GameEnded(Event, frozen=True, tag="game-ended"):
    victory: str  # military | science | civilian
    winners: tuple[int, ...]


Events = (
    TokenRevealed
    | WonderOffered
    | WonderDrafted
    | AgeBegan
    | CardRevealed
    | BackRevealed
    | StartChosen
    | TurnBegan
    | CardBuilt
    | WonderBuilt
    | TradePaid
    | WonderLeft
    | CardDiscarded
    | CoinsGained
    | CoinsLost
    | PawnMoved
    | MilitaryToken
    | SymbolGained
    | TokenTaken
    | TokenDrawn
    | TokenSeen
    | CardDestroyed
    | CardRevived
    | EffectLost
    | GameEnded
    | CountCorrected
    | AgreementMade
    | WonderCorrected
)
