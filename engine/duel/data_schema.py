"""Game data: cards, wonders, progress tokens, the military track, the structures; the fields of data/duel.toml.

`Data` is the file, field by field. What a game plays with, the same data as lists of small ints, is `Lookup`.
"""

from typing import Annotated, Final, Literal

import msgspec

COLOURS: Final = ("brown", "grey", "blue", "green", "yellow", "red", "purple")
BLUE: Final = 2  # literals, as other numbers of the hot path: mypyc then writes them into the code
GREEN: Final = 3
YELLOW: Final = 4
RED: Final = 5
PURPLE: Final = 6
WONDER: Final = 7  # beside the colours, where things are counted or discounted
CLASSES: Final = 8
COUNTABLE: Final = (*COLOURS, "wonder", "coin")  # what an effect may count
RESOURCES: Final = ("wood", "clay", "stone", "glass", "papyrus")
RAW: Final = 3  # how many of them are raw materials; they come first
AGES: Final = 3

Count = Annotated[int, msgspec.Meta(ge=0, le=999)]
AtLeastOne = Annotated[int, msgspec.Meta(ge=1, le=999)]
Few = Annotated[int, msgspec.Meta(ge=0, le=15)]  # of a resource: what four bits count (payments.py)
Colour = Literal["brown", "grey", "blue", "green", "yellow", "red", "purple"]
Resource = Literal["wood", "clay", "stone", "glass", "papyrus"]
Countable = Literal["brown", "grey", "blue", "green", "yellow", "red", "purple", "wonder", "coin"]
Certainty = Literal["confirmed", "single", "inferred", "assumption"]


class DataEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of a data file; unknown fields are errors."""


class Cost(DataEntry, frozen=True):
    coins: Count = 0
    wood: Few = 0
    clay: Few = 0
    stone: Few = 0
    glass: Few = 0
    papyrus: Few = 0

    def units(self) -> tuple[int, ...]:
        """List the units of each resource, in the order of RESOURCES."""
        return self.wood, self.clay, self.stone, self.glass, self.papyrus


# ---- effects of cards and wonders, in the order in which they work ------------------------------------


class Production(DataEntry, frozen=True, tag="produces"):
    """Symbols of a resource, on brown and grey cards: they pay, and make the opponent's trade dearer."""

    resource: Resource
    amount: Few


class ProducesOneOf(DataEntry, frozen=True, tag="produces-one-of"):
    """One unit each time, of any raw material or of any manufactured good."""

    of: Literal["raw", "manufactured"]


class FixedPrice(DataEntry, frozen=True, tag="fixed-price"):
    """A missing unit of these costs the table's fixed price."""

    of: tuple[Resource, ...]


class Coins(DataEntry, frozen=True, tag="coins"):
    """Coins at once."""

    amount: Few


class CoinsPer(DataEntry, frozen=True, tag="coins-per"):
    """Coins at once for each such thing in one's own city, what was just built among them."""

    of: Annotated[tuple[Countable, ...], msgspec.Meta(min_length=1)]
    amount: Few  # coins for each


class Majority(DataEntry, frozen=True, tag="majority"):
    """For each such thing in the city that has more of them: coins at once, points at the end."""

    of: Annotated[tuple[Countable, ...], msgspec.Meta(min_length=1)]
    every: AtLeastOne = 1  # how many of them count as one
    coins: Few = 0
    points: Few = 0


class OpponentLoses(DataEntry, frozen=True, tag="opponent-loses"):
    """The opponent returns coins, as far as there are any."""

    amount: Few


class Shields(DataEntry, frozen=True, tag="shields"):
    """The pawn moves towards the opponent's capital."""

    amount: Few  # spaces


class Science(DataEntry, frozen=True, tag="science"):
    symbol: str


class DestroyCard(DataEntry, frozen=True, tag="destroy"):
    """A card of the opponent goes to the discard pile; the builder chooses."""

    colour: Literal["brown", "grey"]


class ReviveCard(DataEntry, frozen=True, tag="revive"):
    """A card of the discard pile is built for free."""


class DrawTokens(DataEntry, frozen=True, tag="draw-tokens"):
    """Progress tokens drawn from the box; one is kept."""

    draw: Few


class PlayAgain(DataEntry, frozen=True, tag="play-again"):
    """The same seat has the next turn."""


# ---- effects of progress tokens beside Coins and Science ---------------------------------------------


class Discount(DataEntry, frozen=True, tag="discount"):
    """Missing units that need not be paid, whichever are dearest."""

    on: Literal["brown", "grey", "blue", "green", "yellow", "red", "purple", "wonder"]
    units: Few


class TradeIncome(DataEntry, frozen=True, tag="trade-income"):
    """One gets what the opponent pays for resources."""


class PointsPerToken(DataEntry, frozen=True, tag="points-per-token"):
    """Points at the end for each progress token of one's own, this one among them."""

    amount: Few


class MoreShields(DataEntry, frozen=True, tag="more-shields"):
    """Further spaces with each red card that has shields, from now on."""

    amount: Few


class WondersPlayAgain(DataEntry, frozen=True, tag="wonders-play-again"):
    """The seat has another turn after each wonder that it builds, from now on."""


class ChainCoins(DataEntry, frozen=True, tag="chain-coins"):
    """Coins whenever one builds a card by its chain, from now on."""

    amount: Few


Choice = DestroyCard | ReviveCard | DrawTokens
Effect = (
    Production
    | ProducesOneOf
    | FixedPrice
    | Coins
    | CoinsPer
    | Majority
    | OpponentLoses
    | Shields
    | Science
    | DestroyCard
    | ReviveCard
    | DrawTokens
    | PlayAgain
)
TokenEffect = Coins | Science | Discount | TradeIncome | PointsPerToken | MoreShields | WondersPlayAgain | ChainCoins


class CardData(DataEntry, frozen=True):
    age: Annotated[int, msgspec.Meta(ge=1, le=AGES)]
    colour: Colour
    cost: Cost = Cost()
    points: Count = 0
    bears: str = ""  # the chain symbol printed on it
    chain: str = ""  # the chain symbol that makes it free
    effects: tuple[Effect, ...] = ()
    certainty: Certainty = "confirmed"


class WonderData(DataEntry, frozen=True):
    cost: Cost
    points: Count = 0
    effects: tuple[Effect, ...] = ()
    certainty: Certainty = "confirmed"


class TokenData(DataEntry, frozen=True):
    points: Count = 0
    effects: tuple[TokenEffect, ...] = ()
    certainty: Certainty = "confirmed"


class Zone(DataEntry, frozen=True):
    """A part of the military track on one side, from its space nearest to the centre on."""

    start: AtLeastOne = msgspec.field(name="from")  # spaces from the centre
    points: Count  # for the seat ahead
    coins: Count = 0  # lost by the other seat when the pawn first comes here


class Military(DataEntry, frozen=True):
    capital: AtLeastOne  # spaces from the centre
    zones: tuple[Zone, ...]
    certainty: Certainty = "confirmed"


class Row(DataEntry, frozen=True):
    open: bool  # face up
    columns: tuple[int, ...]  # in half cards


class StructureData(DataEntry, frozen=True):
    rows: Annotated[tuple[Row, ...], msgspec.Meta(min_length=1)]  # the far one first
    certainty: Certainty = "confirmed"


class FirstGame(DataEntry, frozen=True):
    first: tuple[str, ...]  # wonders of the seat that begins
    second: tuple[str, ...]


class TableData(DataEntry, frozen=True):
    start_coins: Count
    board_tokens: Count
    offered_wonders: AtLeastOne
    draft: Annotated[tuple[Literal[1, 2], ...], msgspec.Meta(min_length=1)]  # 1 is the seat that begins
    max_wonders: Count
    aside: Count  # cards of each age
    guilds: Count  # in Age III
    discard_coins: Count
    discard_coins_per_yellow: Count
    trade_coins: Count
    trade_coins_per_symbol: Count
    fixed_price: Count
    coins_per_point: AtLeastOne
    winning_symbols: Count
    certainty: Certainty = "confirmed"


class Data(DataEntry, frozen=True):
    table: TableData
    first_game: FirstGame
    military: Military
    structures: Annotated[tuple[StructureData, ...], msgspec.Meta(min_length=AGES, max_length=AGES)]  # by age
    cards: dict[str, CardData]
    wonders: dict[str, WonderData]
    tokens: dict[str, TokenData]

    def __hash__(self) -> int:
        return hash(self.table)  # its dictionaries have no hash
