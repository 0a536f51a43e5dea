"""Lookup tables of a game: everything printed, as lists and bit masks of small ints, and every action.

Cards and leaders are numbered in alphabetical order, so that a list sorted by number is alphabetical; `cards` has the
names by number, `card` the numbers by name. A set of them is a bit mask.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from engine.bit_sets import bits, numbers
from engine.corrections_and_agreements import parse_house_line
from engine.game import Seat
from engine.seven_wonders import data_schema as printed
from engine.seven_wonders.actions import (
    Action,
    Build,
    Bury,
    Choice,
    Choose,
    Deal,
    Decline,
    Draw,
    Keep,
    Lose,
    Rebuild,
    Recruit,
    Sell,
    Stage,
)
from engine.seven_wonders.data_schema import (
    AGES,
    COLOURS,
    PURPLE,
    BankTrade,
    BoardData,
    CardData,
    CoinAfterPurchase,
    Coins,
    CoinsOnBuild,
    CoinsOnChain,
    CoinsOnToken,
    Data,
    DefeatToWinner,
    DrawLeaders,
    Effect,
    ExtraCoin,
    ExtraLeader,
    FreeCards,
    FreeColours,
    FreeTurn,
    LeaderData,
    LeadersFree,
    PerThing,
    Points,
    Production,
    Purge,
    ResourceLess,
    Science,
    SeventhCard,
    Shields,
    Trade,
    VictoryToken,
)
from engine.seven_wonders.payments import pack
from engine.seven_wonders.record_header import side, wonder

# When each kind of effect applies. Handlers: STANDING_HANDLERS, INCOME_HANDLERS, SCORING_HANDLERS in effects.py, and
# QUESTION_STEPS in game_state_machine.py.
INCOME_EFFECTS: Final = (Coins, VictoryToken, Purge)  # once, when income is counted; and PerThing, for its coins
QUESTION_EFFECTS: Final = (DrawLeaders, ExtraLeader, printed.BuryLeader, printed.RebuildCard)
STANDING_EFFECTS: Final = (  # from now on: they change what a seat pays, makes, has or gets
    *(Production, Trade, Shields, Science, SeventhCard, FreeColours, FreeTurn, FreeCards, LeadersFree, ResourceLess),
    *(CoinsOnBuild, CoinsOnChain, CoinsOnToken, BankTrade, ExtraCoin, CoinAfterPurchase, DefeatToWinner),
)
SCORING_EFFECTS: Final = (  # at scoring, by what is in cities; Points are the same everywhere
    *(
        PerThing,
        printed.WholeWonder,
        printed.PerCoins,
        printed.PerSet,
        printed.MajorityPoints,
        printed.DefeatFreePoints,
        printed.TokenPairs,
    ),
    printed.OnlyLeader,
)
WAYS: Final = 1 << 5  # remembered ways to use one card; 500 games for seven know more, and each asks for a few
_NUMBER: Final = r"[1-9][0-9]{0,5}"
_PAYMENT: Final = re.compile(rf"(?: left ({_NUMBER}))?(?: right ({_NUMBER}))?(?: bank ({_NUMBER}))?\Z")
_LOSE: Final = re.compile(rf"lose ({_NUMBER})\Z")
_HAND: Final = re.compile(r"(deal|draw) ([1-9][0-9]{0,2}) (\S+(?: \S+)*)\Z")

Ways = dict[tuple[int, ...], tuple[Action, ...]]


class Effects:
    """The effects of one card, stage or leader, by when they apply."""

    __slots__ = ("all", "asks", "income", "more", "points", "replaces", "scoring", "set_points", "standing")

    def __init__(self, effects: tuple[Effect, ...]) -> None:
        self.all: tuple[Effect, ...] = effects
        self.asks: tuple[Effect, ...] = tuple(effect for effect in effects if isinstance(effect, QUESTION_EFFECTS))
        self.income: tuple[Effect, ...] = tuple(
            effect
            for effect in effects
            if isinstance(effect, INCOME_EFFECTS) or (isinstance(effect, PerThing) and effect.coins)
        )
        self.standing: tuple[Effect, ...] = tuple(effect for effect in effects if isinstance(effect, STANDING_EFFECTS))
        self.points: int = sum(effect.amount for effect in effects if isinstance(effect, Points))
        self.scoring: tuple[Effect, ...] = tuple(
            effect
            for effect in effects
            if isinstance(effect, SCORING_EFFECTS) and (not isinstance(effect, PerThing) or effect.points)
        )
        # With the symbols of science: points of a set, how many may become others, how many more of the most common.
        self.set_points: int = sum(effect.points for effect in effects if isinstance(effect, printed.PerScienceSet))
        self.replaces: int = sum(isinstance(effect, printed.ReplaceSymbol) for effect in effects)
        self.more: int = sum(isinstance(effect, printed.CommonSymbolBonus) for effect in effects)


class Board:
    """One side of a board."""

    __slots__ = (
        "coins", "discount", "effects", "keeps_leaders", "leaders_free", "name", "needs", "neighbours_discount", "side",
        "stages", "start", "wonder",
    )  # fmt: skip

    def __init__(self, name: str, facts: BoardData) -> None:
        self.name: str = name
        self.wonder: str = wonder(name)
        self.side: str = side(name)
        self.start: str = facts.start
        self.stages: int = len(facts.stages)
        self.coins: list[int] = [stage.cost.coins for stage in facts.stages]
        self.needs: list[int] = [pack(stage.cost.units()) for stage in facts.stages]
        self.effects: list[Effects] = [Effects(stage.effects) for stage in facts.stages]
        self.leaders_free: bool = facts.ability.leaders_free
        self.discount: int = facts.ability.discount
        self.neighbours_discount: int = facts.ability.neighbours_discount
        self.keeps_leaders: bool = facts.ability.keeps_leaders


class Lookup:
    """The printed parts, and every action that names one."""

    __slots__ = (
        "acting", "age", "boards", "builds", "buries", "card", "card_coins", "card_effects", "card_needs", "cards",
        "chained", "coins_per_point", "colour", "copies", "decks", "defeat", "done", "experts", "facts", "guilds",
        "hand", "keeps", "leader", "leader_cost", "leader_effects", "leaders", "leading", "leads_to", "namesakes",
        "passing", "rebuilds", "recruits", "sale", "sales", "scoring", "set_of_symbols", "stages", "standard", "trade",
        "trades", "victory",
    )  # fmt: skip

    def __init__(self, facts: Data) -> None:
        self.facts = facts
        self.hand: int = facts.table.hand
        self.sale: int = facts.table.sale
        self.trade: int = facts.table.trade
        self.victory: list[int] = list(facts.table.victory)  # points of a token, by age from the first
        self.defeat: int = facts.table.defeat
        self.coins_per_point: int = facts.table.coins_per_point
        self.set_of_symbols: int = facts.table.set_of_symbols
        self.passing: list[str] = list(facts.table.passing)
        self._number_cards(facts)
        self._number_leaders(facts)
        self.boards: dict[str, Board] = {name: Board(name, board) for name, board in facts.boards.items()}
        # By bits of seats, those seats.
        self.acting: list[tuple[Seat, ...]] = [
            tuple([Seat(seat) for seat in range(7) if bits >> seat & 1]) for bits in range(1 << 7)
        ]
        # Secret choices by what is used: a card, an own leader (after the cards) or a thing without a name. Those to
        # build and to stage it are caches by plans, filled by `list_builds` and `list_stages`.
        things = range(self.nameless + 1)
        self.builds: list[Ways] = [{} for _ in things]
        self.stages: list[Ways] = [{} for _ in things]
        self.sales: list[Action] = [Choose(Sell(self.card_name(thing))) for thing in things]
        self.keeps: list[Action] = [Choose(Keep(name)) for name in self.leaders]
        self.recruits: list[Action] = [Recruit(name) for name in self.leaders]
        self.buries: list[Action] = [Bury(name) for name in self.leaders]
        self.rebuilds: list[Action] = [Rebuild(name) for name in self.cards]
        self.done: Action = Decline()

    def _number_cards(self, facts: Data) -> None:
        self.cards: tuple[str, ...] = tuple(sorted(facts.cards))
        self.card: dict[str, int] = {name: number for number, name in enumerate(self.cards)}
        cards: list[CardData] = [facts.cards[name] for name in self.cards]
        names = [card.same_as or name for name, card in zip(self.cards, cards, strict=True)]
        self.age: list[int] = [card.age for card in cards]
        self.colour: list[int] = [COLOURS.index(card.colour) for card in cards]
        self.card_coins: list[int] = [card.cost.coins for card in cards]
        self.card_needs: list[int] = [pack(card.cost.units()) for card in cards]
        self.card_effects: list[Effects] = [Effects(card.effects) for card in cards]
        self.chained: list[int] = [bits(self.card[name] for name in card.chain) for card in cards]  # make it free
        self.leads_to: list[list[int]] = [  # the cards that it makes free
            [later for later, by in enumerate(self.chained) if by >> n & 1] for n in range(len(cards))
        ]
        self.leading: int = bits(n for n, later in enumerate(self.leads_to) if later)  # the cards that make any free
        self.namesakes: list[int] = [bits(n for n, other in enumerate(names) if other == name) for name in names]
        self.guilds: list[int] = [n for n, colour in enumerate(self.colour) if colour == PURPLE]
        self.trades: dict[tuple[int, ...], tuple[int, int]] = {}  # a cache of learning_features, by market
        # By number of seats and age: how many copies of each card there are, guilds not counted.
        self.copies: list[list[list[int]]] = [
            [[_copies(card, age, seats) for card in cards] for age in range(AGES + 1)]
            for seats in range(facts.table.max_seats + 1)
        ]
        self.decks: list[list[list[int]]] = [  # the same as lists of cards
            [[card for card, number in enumerate(each) for _ in range(number)] for each in ages] for ages in self.copies
        ]
        # Cards that score by themselves.
        self.scoring: int = bits(
            n for n, card in enumerate(cards) if card.colour == "blue" or _can_score(card.effects, card.colour)
        )

    def _number_leaders(self, facts: Data) -> None:
        self.leaders: tuple[str, ...] = tuple(sorted(facts.leaders))
        self.leader: dict[str, int] = {name: number for number, name in enumerate(self.leaders)}
        leaders: list[LeaderData] = [facts.leaders[name] for name in self.leaders]
        self.leader_effects: list[Effects] = [Effects(leader.effects) for leader in leaders]
        # By age, what is printed for a leader recruited in it.
        self.leader_cost: list[list[int]] = [
            [age if leader.by_age else leader.cost for leader in leaders] for age in range(AGES + 1)
        ]
        self.standard: list[int] = [n for n, leader in enumerate(leaders) if leader.group == "standard"]
        self.experts: list[int] = [n for n, leader in enumerate(leaders) if leader.group == "expert"]

    # ---- actions -------------------------------------------------------------------------------------------

    @property
    def nameless(self) -> int:
        """The number of what lies face down in records that do not tell hands."""
        return len(self.cards) + len(self.leaders)

    def card_name(self, thing: int) -> str:
        """Return the name of a card, of a leader (numbered after the cards), or ""."""
        cards = len(self.cards)
        if thing < cards:
            return self.cards[thing]
        return self.leaders[thing - cards] if thing < self.nameless else ""

    def list_uses(self, thing: int, builds: tuple[int, ...], stages: tuple[int, ...]) -> tuple[Action, ...]:
        """List the uses of a card: build it with these plans, put it under the next stage with these, or sell it.

        A leader is recruited instead of built, if there is any plan.
        """
        return (*self.list_builds(thing, builds), *self.list_stages(thing, stages), self.sales[thing])

    def list_builds(self, thing: int, plans: tuple[int, ...]) -> tuple[Action, ...]:
        """List the choices to build a card with these plans, or to recruit a leader if there is any."""
        known = self.builds[thing]
        found = known.get(plans)
        if found is None:
            if len(known) >= WAYS:
                known.clear()
            name = self.card_name(thing)
            if thing < len(self.cards):
                found = tuple([Choose(Build(name, *split_plan(plan))) for plan in plans])
            else:
                found = (Choose(Recruit(name)),) if plans else ()
            known[plans] = found
        return found

    def list_stages(self, thing: int, plans: tuple[int, ...]) -> tuple[Action, ...]:
        """List the choices to put a card under the next stage with these plans."""
        known = self.stages[thing]
        found = known.get(plans)
        if found is None:
            if len(known) >= WAYS:
                known.clear()
            name = self.card_name(thing)
            found = known[plans] = tuple([Choose(Stage(name, *split_plan(plan))) for plan in plans])
        return found

    # ---- reading -------------------------------------------------------------------------------------------

    def parse(self, text: str) -> Action:
        """Read one action; ValueError if it is not one."""
        if text.startswith("choose "):
            choice = self._parse_choice(text[7:])
            if choice is not None:
                return Choose(choice)
        elif text == "done":
            return self.done
        elif text.startswith(("deal ", "draw ")):
            hand = self._parse_hand(text)
            if hand is not None:
                return hand
        else:
            lose = _LOSE.match(text)
            if lose:
                return Lose(int(lose[1]))
            said = self._parse_open(text) or parse_house_line(text)
            if said is not None:
                return said
        raise ValueError(f"not a 7 Wonders action: {text!r}")

    def _parse_choice(self, text: str) -> Choice | None:
        verb, _, rest = text.partition(" ")
        if verb == "keep" and rest in self.leader:
            return Keep(rest)
        if verb == "recruit" and rest in self.leader:
            return Recruit(rest)
        if verb == "build":
            return self._parse_build(rest)
        if verb == "stage":
            return self._parse_stage(text[len(verb) :])
        if text == "sell":
            return Sell("")
        if verb == "sell" and (rest in self.card or rest in self.leader):
            return Sell(rest)
        return None

    def _parse_open(self, text: str) -> Action | None:
        verb, _, rest = text.partition(" ")
        if verb == "bury" and rest in self.leader:
            return Bury(rest)
        if verb == "rebuild" and rest in self.card:
            return Rebuild(rest)
        said = self._parse_choice(text)
        return None if said is None or isinstance(said, Keep) else said

    def _parse_build(self, text: str) -> Build | None:
        name, blank, paid = text.partition(" ")
        found = _PAYMENT.match(blank + paid)
        if name not in self.card or found is None:
            return None
        return Build(name, *_coins(found))

    def _parse_stage(self, text: str) -> Stage | None:
        """Parse the rest of a `stage` action: a name or none, and the payment."""
        found = _PAYMENT.match(text)
        if found is not None:
            return Stage("", *_coins(found))
        name, blank, paid = text[1:].partition(" ")
        found = _PAYMENT.match(blank + paid)
        if found is None or not text.startswith(" ") or (name not in self.card and name not in self.leader):
            return None
        return Stage(name, *_coins(found))

    def _parse_hand(self, text: str) -> Deal | Draw | None:
        found = _HAND.match(text)
        if found is None:
            return None
        names = tuple(found[3].split(" "))
        known: Mapping[str, int] = self.leader if found[1] == "draw" or names[0] in self.leader else self.card
        if not all([name in known for name in names]) or list(names) != sorted(names):
            return None
        seat = int(found[2])
        return Draw(seat, names) if found[1] == "draw" else Deal(seat, names)


def names_of(names: Sequence[str], of: int) -> tuple[str, ...]:
    """List the names of a set of bits, in order."""
    return tuple([names[number] for number in numbers(of)])


def split_plan(plan: int) -> tuple[int, int, int]:
    """Return the coins of a plan to the left, to the right and to the bank."""
    return plan & 255, plan >> 8 & 255, plan >> 16 & 255


def _coins(found: "re.Match[str]") -> tuple[int, int, int]:
    """Return the payments to the left, to the right and to the bank."""
    left, right, bank = found.groups()
    return int(left or 0), int(right or 0), int(bank or 0)


def _copies(card: CardData, age: int, seats: int) -> int:
    """Return how many copies of a card are in the deck of an age."""
    return sum(at <= seats for at in card.copies_at) if card.age == age else 0


def _can_score(effects: tuple[Effect, ...], colour: str) -> bool:
    return any(
        isinstance(effect, Points)
        or (isinstance(effect, PerThing) and effect.points > 0)
        or (colour == "purple" and not isinstance(effect, Science))
        for effect in effects
    )
