"""Lookup tables of a game: everything printed, as lists and bit masks of small ints, and every action.

Cards, wonders, tokens and science symbols are numbered in the order of the file; `cards` has the names by number,
`card` the numbers by name. A set of them is a bit mask. Slots of a structure are numbered from the far row on, each row
from left to right.
"""

from collections.abc import Iterable
from itertools import chain
from typing import Final

from engine.bit_sets import bits, numbers
from engine.duel import actions
from engine.duel.actions import Action
from engine.duel.data_schema import (
    AGES,
    COLOURS,
    PURPLE,
    CardData,
    Choice,
    Data,
    DestroyCard,
    DrawTokens,
    Effect,
    PlayAgain,
    PointsPerToken,
    ReviveCard,
    Science,
    Shields,
    StructureData,
    TokenData,
    TokenEffect,
    WonderData,
)
from engine.duel.payments import pack, part

# The order in which effects work; the choices come last (docs/notation-duel.md, *A turn*).
ORDER: Final = (
    *("produces", "produces-one-of", "fixed-price", "coins", "coins-per", "majority"),
    *("opponent-loses", "shields", "science"),
)


class Structure:
    """The places of one age."""

    __slots__ = ("all", "columns", "covers", "first", "following", "open", "rows", "slots", "under")

    def __init__(self, facts: StructureData) -> None:
        places = [(row, column, line.open) for row, line in enumerate(facts.rows) for column in line.columns]
        self.slots: int = len(places)
        self.all: int = (1 << self.slots) - 1
        self.rows: list[int] = [row + 1 for row, _, _ in places]
        self.columns: list[int] = [column for _, column, _ in places]
        self.open: list[bool] = [is_open for _, _, is_open in places]  # lies face up
        # By slot: the slots that lie on it, as bits, and those that it lies on.
        self.covers: list[int] = [
            bits(n for n, (r, c, _) in enumerate(places) if r == row + 1 and abs(c - column) == 1)
            for row, column, _ in places
        ]
        self.under: list[tuple[int, ...]] = [
            tuple(n for n in range(self.slots) if self.covers[n] >> slot & 1) for slot in range(self.slots)
        ]
        self.following: list[int] = [  # by slot, the first from there on that lies face up
            next((n for n in range(slot, self.slots) if self.open[n]), self.slots) for slot in range(self.slots + 1)
        ]
        self.first: list[int] = [slot for slot in range(self.slots) if not self.covers[slot]]  # nothing lies on these


class Thing:
    """A card or a wonder: what it costs and what it does."""

    __slots__ = ("bills", "choices", "coins", "effects", "needs", "part", "points")

    def __init__(self, facts: CardData | WonderData) -> None:
        self.coins: int = facts.cost.coins
        self.needs: int = pack(facts.cost.units())
        self.part: int = part(self.needs)  # of a purse, what matters
        self.bills: dict[int, int] = {}  # the cache of `payments.bill`, by purse
        self.points: int = facts.points
        self.effects: tuple[Effect, ...] = _immediate_effects(facts.effects)
        self.choices: tuple[Choice, ...] = _choices(facts.effects)


class Card(Thing):
    __slots__ = ("colour", "makes_free", "uses")

    def __init__(self, facts: CardData, makes_free: int) -> None:
        super().__init__(facts)
        self.colour: int = COLOURS.index(facts.colour)
        self.makes_free = makes_free  # bits of the cards that bear its chain symbol
        self.uses: dict[int, tuple[Action, ...]] = {}  # what a seat may do with it, by the key of `list_uses`


class Wonder(Thing):
    __slots__ = ("again",)

    def __init__(self, facts: WonderData) -> None:
        super().__init__(facts)
        self.again: bool = any(isinstance(effect, PlayAgain) for effect in facts.effects)  # another turn follows


class Lookup:
    """The printed parts, and every action that names one."""

    __slots__ = (
        "ages", "backs", "board_tokens", "boxes", "builds", "capital", "card", "cards", "cards_ahead", "chained",
        "coins_per_point", "deck", "described", "destroys", "discard_coins", "discard_coins_per_yellow", "discards",
        "drafts", "facts", "fixed_price", "guilds", "keeps", "last_trade", "later", "lines", "max_wonders", "offers",
        "pointed", "progress", "replays", "reveal_tokens", "reveals", "revives", "shields", "sites", "starts",
        "structures", "symbol", "symbol_cards", "symbol_tokens", "symbols", "token", "token_effects", "token_points",
        "token_points_each", "tokens", "tolls", "trade_coins", "trade_coins_per_symbol", "wonder", "wonder_builds",
        "wonders", "zones",
    )  # fmt: skip

    def __init__(self, facts: Data) -> None:
        self.facts = facts
        self.board_tokens: int = facts.table.board_tokens
        self.max_wonders: int = facts.table.max_wonders
        self.discard_coins: int = facts.table.discard_coins
        self.discard_coins_per_yellow: int = facts.table.discard_coins_per_yellow
        self.trade_coins: int = facts.table.trade_coins
        self.trade_coins_per_symbol: int = facts.table.trade_coins_per_symbol
        self.fixed_price: int = facts.table.fixed_price
        self.coins_per_point: int = facts.table.coins_per_point
        self.described: tuple[str, ...] = ()  # the cache of `learning_features.feature_names`
        self.last_trade: dict[int, int] = {}  # a cache of learning_features, by purse
        self._number_cards(facts)
        self._number_wonders(facts)
        self._number_tokens(facts)
        self.symbols: tuple[str, ...] = _symbols(facts)
        self.symbol: dict[str, int] = {name: number for number, name in enumerate(self.symbols)}
        # By symbol, the bits of the cards, and of the tokens, that bear it.
        self.symbol_cards = [_bearers(facts.cards.values(), name) for name in self.symbols]
        self.symbol_tokens = [_bearers(facts.tokens.values(), name) for name in self.symbols]
        self.structures: list[Structure] = [Structure(structure) for structure in facts.structures]
        self.cards_ahead: list[int] = [  # by age, the cards of all later ones; before the first all there are
            sum(structure.slots for structure in self.structures[age:]) for age in range(AGES + 1)
        ]
        self.capital: int = facts.military.capital
        # By the pawn's distance from the centre: points for who is ahead, coins that the token there takes.
        self.zones: list[int] = [
            max((zone.points for zone in facts.military.zones if zone.start <= space), default=0)
            for space in range(self.capital + 1)
        ]
        self.tolls: dict[int, int] = {zone.start: zone.coins for zone in facts.military.zones if zone.coins}
        self._make_actions()

    def _number_cards(self, facts: Data) -> None:
        cards = list(facts.cards.values())
        self.cards: tuple[str, ...] = tuple(facts.cards)
        self.card: dict[str, int] = {name: number for number, name in enumerate(self.cards)}
        self.deck: list[Card] = [  # every card, by its number
            Card(card, bits(n for n, other in enumerate(cards) if card.chain and other.bears == card.chain))
            for card in cards
        ]
        self.ages: list[list[int]] = [  # the plain cards of each age
            [n for n, card in enumerate(cards) if card.age == age and card.colour != "purple"]
            for age in range(1, AGES + 1)
        ]
        self.later: list[int] = [bits(n for n, card in enumerate(cards) if card.age > age) for age in range(AGES + 1)]
        self.guilds: list[int] = [n for n, card in enumerate(cards) if card.colour == "purple"]
        self.shields: list[tuple[int, int]] = _shields(self.deck)
        self.pointed: int = bits(n for n, card in enumerate(self.deck) if card.points or card.colour == PURPLE)
        self.chained: list[tuple[int, int]] = [  # what a chain makes free: its bit, and those of the cards before it
            (1 << n, card.makes_free) for n, card in enumerate(self.deck) if card.makes_free
        ]

    def _number_wonders(self, facts: Data) -> None:
        self.wonders: tuple[str, ...] = tuple(facts.wonders)
        self.wonder: dict[str, int] = {name: number for number, name in enumerate(self.wonders)}
        self.sites: list[Wonder] = [Wonder(wonder) for wonder in facts.wonders.values()]  # every wonder, by its number
        self.replays: int = bits(n for n, site in enumerate(self.sites) if site.again)

    def _number_tokens(self, facts: Data) -> None:
        tokens = list(facts.tokens.values())
        self.tokens: tuple[str, ...] = tuple(facts.tokens)
        self.token: dict[str, int] = {name: number for number, name in enumerate(self.tokens)}
        self.token_points: list[int] = [token.points for token in tokens]
        self.token_effects: list[tuple[TokenEffect, ...]] = [token.effects for token in tokens]
        self.token_points_each: list[int] = [  # at the end, for each token of one's own
            sum(effect.amount for effect in token.effects if isinstance(effect, PointsPerToken)) for token in tokens
        ]

    def _make_actions(self) -> None:
        """Make every action once, and index it by its text."""
        slots = range(max(structure.slots for structure in self.structures))
        self.drafts: list[Action] = [actions.Draft(name) for name in self.wonders]
        self.offers: list[Action] = [actions.RevealWonder(name) for name in self.wonders]
        self.reveals: list[list[Action]] = [[actions.RevealCard(slot, name) for name in self.cards] for slot in slots]
        self.backs: list[tuple[Action, Action]] = [
            (actions.RevealBack(slot, guild=False), actions.RevealBack(slot, guild=True)) for slot in slots
        ]
        self.reveal_tokens: list[Action] = [actions.RevealToken(name) for name in self.tokens]
        self.boxes: list[Action] = [actions.RevealBox(name) for name in self.tokens]
        self.progress: list[Action] = [actions.Progress(name) for name in self.tokens]
        self.keeps: list[Action] = [actions.Keep(name) for name in self.tokens]
        self.builds: list[Action] = [actions.Build(name) for name in self.cards]
        self.wonder_builds: list[list[Action]] = [  # by card, and by wonder
            [actions.BuildWonder(wonder, card) for wonder in self.wonders] for card in self.cards
        ]
        self.discards: list[Action] = [actions.Discard(name) for name in self.cards]
        self.destroys: list[Action] = [actions.Destroy(name) for name in self.cards]
        self.revives: list[Action] = [actions.Revive(name) for name in self.cards]
        self.starts: tuple[Action, ...] = (actions.Start(1), actions.Start(2))
        said_once = chain(
            *self.reveals, *self.backs, *self.wonder_builds, self.builds, self.reveal_tokens, self.drafts, self.offers,
            self.boxes, self.progress, self.keeps, self.discards, self.destroys, self.revives, self.starts,
        )  # fmt: skip
        self.lines: dict[str, Action] = {str(action): action for action in said_once}

    def list_uses(self, card: int, key: int) -> tuple[Action, ...]:
        """List the uses of a card: build it if bit 0 of `key` is set, discard it, and put it under the wonders of the
        bits above.
        """
        plan = self.deck[card].uses
        found = plan.get(key)
        if found is None:
            wonders = self.wonder_builds[card]
            build = (self.builds[card],) if key & 1 else ()
            found = plan[key] = (*build, self.discards[card], *[wonders[n] for n in numbers(key >> 1)])
        return found


def sorted_names(names: tuple[str, ...], of: int) -> tuple[str, ...]:
    """List the names of a set of bits, sorted."""
    return tuple(sorted(names[number] for number in numbers(of)))


def _immediate_effects(effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Return the effects without a choice, in the order in which they work."""
    works = [effect for effect in effects if _tag(effect) in ORDER]
    return tuple(sorted(works, key=lambda effect: ORDER.index(_tag(effect))))


def _choices(effects: tuple[Effect, ...]) -> tuple[Choice, ...]:
    """Return the effects that ask the builder to choose, the last first."""
    return tuple(effect for effect in reversed(effects) if isinstance(effect, DestroyCard | ReviveCard | DrawTokens))


def _shields(deck: list[Card]) -> list[tuple[int, int]]:
    """List the amounts of shields on cards, each with the bits of its cards."""
    found: dict[int, int] = {}
    for number, card in enumerate(deck):
        amount = sum(effect.amount for effect in card.effects if isinstance(effect, Shields))
        if amount:
            found[amount] = found.get(amount, 0) | 1 << number
    return list(found.items())


def _bearers(things: Iterable[CardData | TokenData], symbol: str) -> int:
    """Return the bits of the things that bear a science symbol."""
    return bits(
        number
        for number, thing in enumerate(things)
        if any(isinstance(effect, Science) and effect.symbol == symbol for effect in thing.effects)
    )


def _tag(effect: Effect) -> str:
    return str(effect.__struct_config__.tag)


def _symbols(facts: Data) -> tuple[str, ...]:
    """List every science symbol, in the order of the file."""
    effects: list[Effect | TokenEffect] = []
    for card in facts.cards.values():
        effects += card.effects
    for wonder in facts.wonders.values():
        effects += wonder.effects
    for token in facts.tokens.values():
        effects += token.effects
    return tuple(dict.fromkeys(effect.symbol for effect in effects if isinstance(effect, Science)))
