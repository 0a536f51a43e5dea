"""Actions of seats and of chance in 7 Wonders, and the events they cause.

The text of an action is that of a record (docs/notation-seven-wonders.md), without the seat. A secret choice is a
`Choose` of an action that could also be done in the open. In records without hands, face-down cards have no name.
"""

import msgspec

from engine.corrections_and_agreements import AgreementMade, CountCorrected, HouseLine, WonderCorrected
from engine.game import Event

# ---- what lies open, or is asked one seat at a time ----------------------------------------------------


class Keep(msgspec.Struct, frozen=True, gc=False):
    """Draft: keep a leader, pass the others on."""

    leader: str

    def __str__(self) -> str:
        return f"keep {self.leader}"


class Recruit(msgspec.Struct, frozen=True, gc=False):
    """Pay for a leader of one's own and turn it face up."""

    leader: str

    def __str__(self) -> str:
        return f"recruit {self.leader}"


class Build(msgspec.Struct, frozen=True, gc=False):
    """Pay for a card and add it to the city."""

    card: str
    left: int = 0  # coins to that neighbour
    right: int = 0
    bank: int = 0  # coins for a resource out of the bank

    def __str__(self) -> str:
        return f"build {self.card}{payment_words(self.left, self.right, self.bank)}"


class Stage(msgspec.Struct, frozen=True, gc=False):
    """Pay for the next stage; the card, or the leader, goes under it."""

    card: str  # empty where nobody tells it
    left: int = 0
    right: int = 0
    bank: int = 0

    def __str__(self) -> str:
        named = f" {self.card}" if self.card else ""
        return f"stage{named}{payment_words(self.left, self.right, self.bank)}"


class Sell(msgspec.Struct, frozen=True, gc=False):
    """Give a card, or a leader, away for coins."""

    card: str  # empty where nobody tells it

    def __str__(self) -> str:
        return f"sell {self.card}" if self.card else "sell"


class Lose(msgspec.Struct, frozen=True, gc=False):
    """Give up a victory token."""

    value: int

    def __str__(self) -> str:
        return f"lose {self.value}"


class Bury(msgspec.Struct, frozen=True, gc=False):
    """Put a face-up leader under the board."""

    leader: str

    def __str__(self) -> str:
        return f"bury {self.leader}"


class Rebuild(msgspec.Struct, frozen=True, gc=False):
    """Build a card of the discard."""

    card: str

    def __str__(self) -> str:
        return f"rebuild {self.card}"


class Decline(msgspec.Struct, frozen=True, gc=False):
    def __str__(self) -> str:
        return "done"


# ---- in secret, and by chance --------------------------------------------------------------------------

Choice = Keep | Recruit | Build | Stage | Sell


class Choose(msgspec.Struct, frozen=True, gc=False):
    """A secret choice, carried out when the last seat has made its own."""

    what: Choice

    def __str__(self) -> str:
        return f"choose {self.what}"


class Deal(msgspec.Struct, frozen=True, gc=False):
    """Chance: a whole hand, sorted."""

    seat: int  # from 1
    cards: tuple[str, ...]

    def __str__(self) -> str:
        return f"deal {self.seat} {' '.join(self.cards)}"


class Draw(msgspec.Struct, frozen=True, gc=False):
    """Chance: leaders out of the box, sorted."""

    seat: int  # from 1
    leaders: tuple[str, ...]

    def __str__(self) -> str:
        return f"draw {self.seat} {' '.join(self.leaders)}"


Action = Choose | Build | Stage | Sell | Lose | Recruit | Bury | Rebuild | Decline | Deal | Draw | HouseLine


def payment_words(left: int, right: int, bank: int) -> str:
    """Return the words of a payment; empty if nobody is paid."""
    if not left | right | bank:
        return ""
    said = ((" left ", left), (" right ", right), (" bank ", bank))
    return "".join(f"{word}{coins}" for word, coins in said if coins)


# ---- events: seats count from 1 --------------------------------------------------------------------

# Coins from the bank that came with what a seat did, each with the card, leader or board that brings them; `sale` for
# what it sold.
Gains = tuple[tuple[int, str], ...]


class LeadersDealt(Event, frozen=True, tag="leaders-dealt"):
    """A seat got leaders. Sent to everybody, without the leaders."""

    seat: int
    number: int


class LeadersSeen(Event, frozen=True, tag="leaders-seen"):
    """Told only to `seat`: the leaders it got."""

    seat: int
    leaders: tuple[str, ...]


class HandDealt(Event, frozen=True, tag="hand-dealt"):
    """A seat got its cards of the age. Sent to everybody, without the cards."""

    seat: int
    number: int


class HandSeen(Event, frozen=True, tag="hand-seen"):
    """Told only to `seat`: its cards of the age."""

    seat: int
    cards: tuple[str, ...]


class RecruitmentBegan(Event, frozen=True, tag="recruitment-began"):
    age: int


class TurnBegan(Event, frozen=True, tag="turn-began"):
    age: int
    turn: int


class HasChosen(Event, frozen=True, tag="has-chosen"):
    """A seat has chosen. Sent to everybody, without the choice."""

    seat: int


class ChoiceMade(Event, frozen=True, tag="chose"):
    """Told only to `seat`: what it has chosen, as a record has it after `choose`."""

    seat: int
    choice: str


class LeaderKept(Event, frozen=True, tag="leader-kept"):
    """Told only to `seat`: the leader it kept."""

    seat: int
    leader: str


class LeadersPassed(Event, frozen=True, tag="leaders-passed"):
    to: str  # left | right


class HandsPassed(Event, frozen=True, tag="hands-passed"):
    to: str  # left | right


class CardBuilt(Event, frozen=True, tag="card-built"):
    seat: int
    card: str
    coins: int  # printed on it, paid to the bank
    left: int  # coins to the neighbours
    right: int
    bank: int  # coins for a resource out of the bank
    chain: bool  # free by its chain
    gains: Gains = ()


class StageBuilt(Event, frozen=True, tag="stage-built"):
    seat: int
    stage: int  # from 1
    coins: int
    left: int
    right: int
    bank: int
    gains: Gains = ()


class StageHides(Event, frozen=True, tag="stage-hides"):
    """Told only to `seat`: what went under its stage."""

    seat: int
    card: str


class CardSold(Event, frozen=True, tag="card-sold"):
    """A seat sold a card, or a leader. Sent to everybody, without its name."""

    seat: int
    coins: int
    leader: bool
    gains: Gains = ()


class SaleSeen(Event, frozen=True, tag="sale-seen"):
    """Told only to `seat`: what it sold."""

    seat: int
    card: str


class LeaderRecruited(Event, frozen=True, tag="leader-recruited"):
    seat: int
    leader: str
    paid: int
    gains: Gains = ()


class LeadersBoxed(Event, frozen=True, tag="leaders-boxed"):
    """Leaders not chosen go back into the box unseen."""

    seat: int
    number: int


class CoinsGained(Event, frozen=True, tag="coins-gained"):
    """From the bank, in a conflict. `by`: the card, leader or board that brings them."""

    seat: int
    coins: int
    by: str


class TokenTaken(Event, frozen=True, tag="token-taken"):
    """A victory token, or a defeat token below 0. `against`: the neighbour it was won from; 0: by a leader."""

    seat: int
    value: int
    against: int


class DefeatsLost(Event, frozen=True, tag="defeats-lost"):
    seat: int
    number: int


class TokenLost(Event, frozen=True, tag="token-lost"):
    seat: int
    value: int


class LeaderBuried(Event, frozen=True, tag="leader-buried"):
    seat: int
    leader: str
    points: int


class DiscardSeen(Event, frozen=True, tag="discard-seen"):
    """Told only to `seat`: the discard it may build from."""

    seat: int
    cards: tuple[str, ...]


class CardRebuilt(Event, frozen=True, tag="card-rebuilt"):
    seat: int
    card: str
    gains: Gains = ()


class OfferDeclined(Event, frozen=True, tag="declined"):
    """A seat said no. `what`: `extra` or `rebuild`."""

    seat: int
    what: str


class LeftoversDiscarded(Event, frozen=True, tag="leftovers-discarded"):
    """The last cards of the age."""

    number: int


class ConflictSettled(Event, frozen=True, tag="conflict-settled"):
    age: int
    shields: tuple[int, ...]  # by seat


class GameEnded(Event, frozen=True, tag="game-ended"):
    winners: tuple[int, ...]


Events = (
    LeadersDealt
    | LeadersSeen
    | HandDealt
    | HandSeen
    | RecruitmentBegan
    | TurnBegan
    | HasChosen
    | ChoiceMade
    | LeaderKept
    | LeadersPassed
    | HandsPassed
    | CardBuilt
    | StageBuilt
    | StageHides
    | CardSold
    | SaleSeen
    | LeaderRecruited
    | LeadersBoxed
    | CoinsGained
    | TokenTaken
    | DefeatsLost
    | TokenLost
    | LeaderBuried
    | DiscardSeen
    | CardRebuilt
    | OfferDeclined
    | LeftoversDiscarded
    | ConflictSettled
    | GameEnded
    | CountCorrected
    | AgreementMade
    | WonderCorrected
)
