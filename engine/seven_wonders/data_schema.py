"""Game data: cards, boards, leaders; the fields of data/seven_wonders.toml and data/leaders.toml, and what they may be.

`Data` is both files, field by field. What a game plays with, the same data as lists of small ints, is `Lookup`.
"""

from typing import Annotated, Final, Literal

import msgspec

RESOURCES: Final = ("wood", "stone", "clay", "ore", "glass", "papyrus", "cloth")
RAW: Final = 4  # how many of them are raw; they come first
COLOURS: Final = ("brown", "grey", "blue", "yellow", "red", "green", "purple")
BLUE: Final = 2  # literals, as other numbers of the hot path: mypyc then writes them into the code
PURPLE: Final = 6
STAGE: Final = 7  # beside the colours, where things are counted
CLASSES: Final = 8
COUNTABLE: Final = (*COLOURS, "stage", "victory-token", "coin")  # what points and coins may be counted by
SYMBOLS: Final = ("compass", "gear", "tablet")
AGES: Final = 3
TURNS: Final = 6  # of an age

Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
Units = Annotated[int, msgspec.Meta(ge=0, le=7)]  # of a resource: what a count holds (payments.py)
Price = Annotated[int, msgspec.Meta(ge=0, le=15)]  # coins a unit: what a price holds (payments.py)
Resource = Literal["wood", "stone", "clay", "ore", "glass", "papyrus", "cloth"]
Colour = Literal["brown", "grey", "blue", "yellow", "red", "green", "purple"]
Countable = Literal[
    "brown", "grey", "blue", "yellow", "red", "green", "purple", "stage", "victory-token", "coin"
]  # fmt: skip
Neighbour = Literal["left", "right"]
City = Literal["self", "left", "right"]
Certainty = Literal["confirmed", "single", "disputed", "inferred", "assumption", "yours"]


class DataEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of a data file; unknown fields are errors."""


class Cost(DataEntry, frozen=True):
    coins: Count = 0
    wood: Units = 0
    stone: Units = 0
    clay: Units = 0
    ore: Units = 0
    glass: Units = 0
    papyrus: Units = 0
    cloth: Units = 0

    def units(self) -> tuple[int, ...]:
        """List the units of each resource, in the order of RESOURCES."""
        return self.wood, self.stone, self.clay, self.ore, self.glass, self.papyrus, self.cloth


# ---- effects of cards, stages and leaders --------------------------------------------------------------


class Production(DataEntry, frozen=True, tag="produces"):
    """Resources each turn; of several, one a unit."""

    of: Annotated[tuple[Resource, ...], msgspec.Meta(min_length=1)]
    amount: Units = 1
    sold: bool = False  # neighbours may buy them


class Trade(DataEntry, frozen=True, tag="trade"):
    """A neighbour's goods cost less."""

    goods: Literal["raw", "manufactured"]
    neighbours: Annotated[tuple[Neighbour, ...], msgspec.Meta(min_length=1)] = msgspec.field(name="with")
    price: Price  # coins a unit


class Points(DataEntry, frozen=True, tag="points"):
    amount: Count


class Coins(DataEntry, frozen=True, tag="coins"):
    """Coins at once."""

    amount: Count


class Shields(DataEntry, frozen=True, tag="shields"):
    amount: Count


class Science(DataEntry, frozen=True, tag="science"):
    """A science symbol; `any` becomes one of the three at scoring."""

    symbol: Literal["compass", "gear", "tablet", "any"]


class PerThing(DataEntry, frozen=True, tag="per"):
    """Coins at once, points at the end, for each such thing in these cities."""

    of: tuple[Countable, ...]
    cities: tuple[City, ...]
    coins: Count = 0
    points: Count = 0


class WholeWonder(DataEntry, frozen=True, tag="whole-wonder"):
    """Points if every stage of the board is built."""

    points: Count


class SeventhCard(DataEntry, frozen=True, tag="seventh-card"):
    """The last card of an age is played too."""


class RebuildCard(DataEntry, frozen=True, tag="rebuild"):
    """A card of the discard is built, for nothing."""


class FreeColours(DataEntry, frozen=True, tag="free-colours"):
    """A card of a colour that the city does not hold costs nothing."""


class FreeTurn(DataEntry, frozen=True, tag="free-turn"):
    """The card built on this turn of an age costs nothing."""

    turn: Literal["first", "last"]


class DrawLeaders(DataEntry, frozen=True, tag="draw-leaders"):
    """Leaders out of the box."""

    amount: Count


class ExtraLeader(DataEntry, frozen=True, tag="extra-leader"):
    """One more leader may be recruited, at its cost."""


class BuryLeader(DataEntry, frozen=True, tag="bury"):
    """A face-up leader goes under the board; it is worth `times` its cost in points."""

    times: Count


class LeadersFree(DataEntry, frozen=True, tag="leaders-free"):
    """Leaders recruited from now on cost nothing."""


class ResourceLess(DataEntry, frozen=True, tag="resource-less"):
    """One unit of the cost is left out."""

    on: Literal["brown", "grey", "blue", "yellow", "red", "green", "purple", "stage"]


class FreeCards(DataEntry, frozen=True, tag="free-cards"):
    """Cards of this colour cost nothing."""

    of: Colour


class CoinsOnBuild(DataEntry, frozen=True, tag="coins-on-build"):
    """Coins for each card of this colour, from now on."""

    of: Colour
    amount: Count


class CoinsOnChain(DataEntry, frozen=True, tag="coins-on-chain"):
    """Coins for each card built by its chain, from now on."""

    amount: Count


class CoinsOnToken(DataEntry, frozen=True, tag="coins-on-token"):
    """Coins for each victory token, from now on."""

    amount: Count


class BankTrade(DataEntry, frozen=True, tag="bank-trade"):
    """One unit of any resource may be bought from the bank, once a turn."""

    price: Price


class PerCoins(DataEntry, frozen=True, tag="per-coins"):
    """Points for each `coins` coins."""

    coins: Annotated[int, msgspec.Meta(ge=1, le=99)]
    points: Count


class PerSet(DataEntry, frozen=True, tag="per-set"):
    """Points for each set of one card of each of these colours."""

    of: tuple[Colour, ...]
    points: Count


class PerScienceSet(DataEntry, frozen=True, tag="per-science-set"):
    """Points for each set of three different science symbols."""

    points: Count


class ExtraCoin(DataEntry, frozen=True, tag="extra-coin"):
    """More with the first income from the bank of each turn."""

    amount: Count


class CoinAfterPurchase(DataEntry, frozen=True, tag="coin-after-purchase"):
    """Coins back for each neighbour paid in a turn."""

    amount: Count


class VictoryToken(DataEntry, frozen=True, tag="victory-token"):
    """A victory token of the present age."""


class Purge(DataEntry, frozen=True, tag="purge"):
    """The seat returns its defeat tokens; each other seat gives up a victory token."""


class DefeatToWinner(DataEntry, frozen=True, tag="defeat-to-winner"):
    """A defeat token goes to the neighbour who won."""


class ReplaceSymbol(DataEntry, frozen=True, tag="replace-symbol"):
    """At scoring one science symbol may become another."""


class CommonSymbolBonus(DataEntry, frozen=True, tag="more-of-most-common"):
    """At scoring one more of a science symbol that is most common."""


class MajorityPoints(DataEntry, frozen=True, tag="most"):
    """Points for having more than each neighbour."""

    of: Countable
    points: Count


class DefeatFreePoints(DataEntry, frozen=True, tag="no-defeat"):
    """Points for having no defeat token."""

    points: Count


class TokenPairs(DataEntry, frozen=True, tag="token-pairs"):
    """A further copy of one token is counted for each pair of equal victory tokens."""


class OnlyLeader(DataEntry, frozen=True, tag="only-leader"):
    """Points if no other leader lies face up."""

    points: Count


Effect = (
    Production
    | Trade
    | Points
    | Coins
    | Shields
    | Science
    | PerThing
    | WholeWonder
    | SeventhCard
    | RebuildCard
    | FreeColours
    | FreeTurn
    | DrawLeaders
    | ExtraLeader
    | BuryLeader
    | LeadersFree
    | ResourceLess
    | FreeCards
    | CoinsOnBuild
    | CoinsOnChain
    | CoinsOnToken
    | BankTrade
    | PerCoins
    | PerSet
    | PerScienceSet
    | ExtraCoin
    | CoinAfterPurchase
    | VictoryToken
    | Purge
    | DefeatToWinner
    | ReplaceSymbol
    | CommonSymbolBonus
    | MajorityPoints
    | DefeatFreePoints
    | TokenPairs
    | OnlyLeader
)


class CardData(DataEntry, frozen=True):
    age: Annotated[int, msgspec.Meta(ge=1, le=AGES)]
    colour: Colour
    effects: tuple[Effect, ...]
    cost: Cost = Cost()
    chain: tuple[str, ...] = ()  # cards that make it free
    copies_at: tuple[int, ...] = ()  # each number adds a copy from that many seats on; guilds: one each
    same_as: str = ""  # the card that bears the same name
    certainty: Certainty = "confirmed"


class StageData(DataEntry, frozen=True):
    cost: Cost
    effects: tuple[Effect, ...]


class Ability(DataEntry, frozen=True):
    """The permanent ability of a board."""

    leaders_free: bool = False
    discount: Count = 0  # coins less for its own leaders
    neighbours_discount: Count = 0  # coins less for the leaders of each neighbour
    keeps_leaders: bool = False  # in Age III the leader not chosen stays


class BoardData(DataEntry, frozen=True):
    stages: Annotated[tuple[StageData, ...], msgspec.Meta(min_length=1, max_length=9)]
    start: Literal["", "wood", "stone", "clay", "ore", "glass", "papyrus", "cloth"] = ""
    ability: Ability = Ability()
    box: Literal["base", "leaders"] = "base"  # where it comes from, and what has to be played with it
    certainty: Certainty = "confirmed"


class LeaderData(DataEntry, frozen=True):
    group: Literal["standard", "expert"]
    effects: tuple[Effect, ...]
    cost: Count = 0
    by_age: bool = False  # the cost is the number of the age
    certainty: Certainty = "confirmed"


class TableData(DataEntry, frozen=True):
    min_seats: Count
    max_seats: Count
    hand: Count
    start_coins: Count
    sale: Count
    trade: Annotated[int, msgspec.Meta(ge=1, le=15)]
    coins_per_point: Annotated[int, msgspec.Meta(ge=1, le=99)]
    victory: Annotated[
        tuple[Annotated[int, msgspec.Meta(ge=1, le=99)], ...], msgspec.Meta(min_length=AGES, max_length=AGES)
    ]  # by age
    defeat: Count
    set_of_symbols: Count
    more_guilds: Count
    passing: Annotated[tuple[Neighbour, ...], msgspec.Meta(min_length=AGES, max_length=AGES)]  # by age
    certainty: Certainty = "confirmed"


class DraftData(DataEntry, frozen=True):
    start_coins: Count
    dealt: Count
    passing: Neighbour
    certainty: Certainty = "confirmed"


class Data(DataEntry, frozen=True):
    table: TableData
    draft: DraftData
    cards: dict[str, CardData]
    boards: dict[str, BoardData]
    leaders: dict[str, LeaderData]

    def __hash__(self) -> int:
        return hash(self.table)  # its dictionaries have no hash
