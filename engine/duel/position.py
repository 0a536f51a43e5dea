"""Where everything lies in a game of Duel: small ints, sets as bits, flat lists, copied by hand.

Lists by seat have two entries; lists by seat and class (the colours, then wonders) are one flat list: seat * CLASSES +
class. A position knows where things are and how they move; whether a move is legal is `state`'s business.
"""

from typing import Final

from engine.bits import numbers
from engine.duel.actions import CoinsGained, CoinsLost, MilitaryToken, PawnMoved
from engine.duel.box import Box, Structure
from engine.duel.cards import CLASSES, ChainCoins, FixedPrice, Produces, ProducesOneOf
from engine.duel.costs import MADE_AT, RAW_AT, bill, packed, priced
from engine.duel.setup import DuelSetup
from engine.game import EVERYONE, Tell

HIDDEN: Final = -1  # a slot whose card lies face down, or has not been named yet
EMPTY: Final = -2
NONE: Final = -1
MILITARY: Final = "military"
SCIENCE: Final = "science"
CIVILIAN: Final = "civilian"
# `lit` counts what came to light, by what chance was asked: tokens, wonders, cards of each age, guilds, the box.
TOKENS: Final = 0
WONDERS: Final = 1
AGE: Final = 1  # and the number of the age
GUILDS: Final = 5
TOKEN_BOX: Final = 6


class Position:
    """The table and everything on it. Fields say what they count."""

    __slots__ = (
        "active",
        "age",
        "aside",
        "backs",
        "billed_for",
        "billed_to",
        "bills",
        "board",
        "box",
        "built",
        "camps",
        "chain_coins",
        "cities",
        "coins",
        "counts",
        "different",
        "discard",
        "discounts",
        "drawn_tokens",
        "eager",
        "ended",
        "facing",
        "given",
        "guilds_laid",
        "income",
        "laid",
        "left",
        "lit",
        "lying",
        "more_shields",
        "offered",
        "open",
        "pawn",
        "picks",
        "progress",
        "purse",
        "red",
        "reserves",
        "rest",
        "setup",
        "slot",
        "slots",
        "structure",
        "symbols",
        "theology",
        "todo",
        "turn",
        "turning",
        "two_backs",
        "unbuilt",
        "under",
        "unseen",
        "unseen_guilds",
        "victor",
    )

    def __init__(self, box: Box, setup: DuelSetup) -> None:
        table = box.facts.table
        self.box = box
        self.setup = setup
        self.eager = setup.deal == "eager"
        self.turn = 0  # turns begun
        self.active: int = setup.first  # whose turn it is
        self.ended = ""  # the victory, once over
        self.victor = NONE  # the seat that won by military or science
        # In front of each seat.
        self.coins: list[int] = [table.start_coins] * 2
        self.cities: list[int] = [0, 0]  # bits of cards
        self.counts: list[int] = [0] * (2 * CLASSES)  # cards by colour, and built wonders
        self.built: list[int] = [0, 0]  # bits of wonders
        self.unbuilt: list[int] = [0, 0]
        self.under: list[int] = [NONE] * len(box.wonders)  # the card under each built wonder
        self.progress: list[int] = [0, 0]  # bits of tokens
        self.symbols: list[int] = [0] * (2 * len(box.symbols))
        self.different: list[int] = [0, 0]  # science symbols
        # What a thing costs: a purse of costs.py, kept up to date, and what it is made from.
        self.facing: list[int] = [0] * 10  # symbols of each resource on brown and grey cards, seat * 5 + resource
        self.given: list[int] = [0, 0]  # choice producers, as in a purse
        self.reserves: list[int] = [0, 0]  # bits of resources at the fixed price
        self.discounts: list[int] = [0] * (2 * CLASSES)  # units that need not be paid, as in a purse
        self.purse: list[int] = [0, 0]
        # What each unbuilt wonder costs a seat in all, with its bit; and the wonders and the purse this was made for.
        self.bills: list[tuple[tuple[int, int], ...]] = [(), ()]
        self.billed_for: list[int] = [0, 0]
        self.billed_to: list[int] = [0, 0]
        # What tokens do for good.
        self.income: list[bool] = [False, False]  # gets what the other pays for resources
        self.chain_coins: list[int] = [0, 0]
        self.more_shields: list[int] = [0, 0]  # spaces with each red card
        self.theology: list[bool] = [False, False]  # wonders play again
        # The military track.
        self.pawn = 0  # above 0 on seat 2's side (the list position 1)
        self.camps: list[tuple[int, ...]] = [tuple(box.tolls), tuple(box.tolls)]  # where tokens lie on each side
        # Progress tokens, as bits.
        self.board = 0
        self.rest = (1 << len(box.tokens)) - 1  # neither on the board nor taken
        self.drawn_tokens: tuple[int, ...] = ()  # of the rest, what the active seat has drawn
        # The draft.
        self.picks = 0  # wonders drafted
        self.offered = 0  # bits of wonders
        self.aside = (1 << len(box.wonders)) - 1  # neither offered nor drafted
        # The structure.
        self.age = 0  # 0 until the first is laid out
        self.slots: list[int] = []  # the card in each, HIDDEN or EMPTY
        self.lying = 0  # bits of slots that hold a card
        self.open: list[int] = []  # slots on which nothing lies
        self.structure: Structure = box.structures[0]  # the places of this age, or of the one being laid out
        self.two_backs = False  # guilds are among its cards
        self.laid = 0  # slots laid out
        self.slot = 0  # what the pending chance shows next, while it is laid out
        self.backs = 0  # bits of slots with a guild's back
        self.guilds_laid = 0  # guilds in the structure, or taken from it
        self.left = 0  # cards
        self.unseen: list[int] = []  # plain cards of the age that nobody has seen, in order
        self.unseen_guilds: list[int] = []
        self.discard = 0  # bits of cards
        self.lit: list[int] = [0] * (TOKEN_BOX + 1)
        # In this turn.
        self.turning: list[int] = []  # slots whose card is to be turned up
        self.todo: tuple[object, ...] = ()  # choices that wait, the next one last
        self.red = 0  # spaces that the card being built adds to its shields
        for seat in (0, 1):
            self.appraise(seat)

    def copy_into(self, other: "Position") -> None:
        """Make `other` an independent twin."""
        other.box = self.box
        other.setup = self.setup
        other.eager = self.eager
        other.turn = self.turn
        other.active = self.active
        other.ended = self.ended
        other.victor = self.victor
        other.coins = self.coins[:]
        other.cities = self.cities[:]
        other.counts = self.counts[:]
        other.built = self.built[:]
        other.unbuilt = self.unbuilt[:]
        other.under = self.under[:]
        other.progress = self.progress[:]
        other.symbols = self.symbols[:]
        other.different = self.different[:]
        other.facing = self.facing[:]
        other.given = self.given[:]
        other.reserves = self.reserves[:]
        other.discounts = self.discounts[:]
        other.purse = self.purse[:]
        other.bills = self.bills[:]
        other.billed_for = self.billed_for[:]
        other.billed_to = self.billed_to[:]
        other.income = self.income[:]
        other.chain_coins = self.chain_coins[:]
        other.more_shields = self.more_shields[:]
        other.theology = self.theology[:]
        other.pawn = self.pawn
        other.camps = self.camps[:]
        other.board = self.board
        other.rest = self.rest
        other.drawn_tokens = self.drawn_tokens
        other.picks = self.picks
        other.offered = self.offered
        other.aside = self.aside
        other.age = self.age
        other.slots = self.slots[:]
        other.lying = self.lying
        other.open = self.open[:]
        other.structure = self.structure
        other.two_backs = self.two_backs
        other.laid = self.laid
        other.slot = self.slot
        other.backs = self.backs
        other.guilds_laid = self.guilds_laid
        other.left = self.left
        other.unseen = self.unseen[:]
        other.unseen_guilds = self.unseen_guilds[:]
        other.discard = self.discard
        other.lit = self.lit[:]
        other.turning = self.turning[:]
        other.todo = self.todo
        other.red = self.red

    # ---- what a thing costs ----------------------------------------------------------------------------

    def appraise(self, seat: int) -> None:
        """Make a seat's purse anew: its symbols, the prices it pays, its choice producers."""
        self.purse[seat] = packed(self.facing[5 * seat : 5 * seat + 5]) | priced(self.prices(seat)) | self.given[seat]

    def prices(self, seat: int) -> list[int]:
        """What a missing unit of each resource costs a seat (rulings 8, 9)."""
        box = self.box
        theirs = self.facing[5:] if seat == 0 else self.facing[:5]
        prices = [box.trade_coins + box.trade_coins_per_symbol * symbols for symbols in theirs]
        if self.reserves[seat]:
            for resource in numbers(self.reserves[seat]):
                prices[resource] = box.fixed_price
        return prices

    def card_cost(self, seat: int, card: int) -> tuple[int, int]:
        """Coins for a card: in all, and of them for missing units. Its chain makes it free."""
        thing = self.box.deck[card]
        if self.cities[seat] & thing.makes_free:
            return 0, 0
        purse = self.purse[seat] + self.discounts[8 * seat + thing.colour]
        traded = bill(thing.bills, thing.needs, purse & thing.part)
        return thing.coins + traded, traded

    def wonder_cost(self, seat: int, wonder: int) -> tuple[int, int]:
        """Coins for a wonder: in all, and of them for missing units."""
        thing = self.box.sites[wonder]
        purse = self.purse[seat] + self.discounts[8 * seat + 7]
        traded = bill(thing.bills, thing.needs, purse & thing.part)
        return thing.coins + traded, traded

    def wonder_bills(self, seat: int) -> tuple[tuple[int, int], ...]:
        """What each unbuilt wonder costs a seat in all, with its bit."""
        purse = self.purse[seat] + self.discounts[8 * seat + 7]
        unbuilt = self.unbuilt[seat]
        if purse != self.billed_to[seat] or unbuilt != self.billed_for[seat]:
            self.billed_to[seat] = purse
            self.billed_for[seat] = unbuilt
            self.bills[seat] = tuple((self.wonder_cost(seat, n)[0], 1 << n) for n in numbers(unbuilt))
        return self.bills[seat]

    def recount(self, seat: int) -> None:
        """Count again what a city's cards and wonders give for good, after a card was lost."""
        box = self.box
        facing = [0] * 5
        given = reserves = 0
        standing = [box.deck[card].effects for card in numbers(self.cities[seat])]
        standing += [box.sites[wonder].effects for wonder in numbers(self.built[seat])]
        for effects in standing:
            for effect in effects:
                if isinstance(effect, Produces):
                    facing[resource_number(effect.resource)] += effect.amount
                elif isinstance(effect, ProducesOneOf):
                    given += one_of(effect.of)
                elif isinstance(effect, FixedPrice):
                    for resource in effect.of:
                        reserves |= 1 << resource_number(resource)
        self.facing[5 * seat : 5 * seat + 5] = facing
        self.given[seat] = given
        self.reserves[seat] = reserves
        self.appraise(0)
        self.appraise(1)

    # ---- how things move -----------------------------------------------------------------------------

    def gain(self, seat: int, coins: int, by: str, tell: Tell | None) -> None:
        """Coins from the bank, which is without limit (ruling 10)."""
        self.coins[seat] += coins
        if tell is not None and coins:
            tell(CoinsGained(seat=seat + 1, coins=coins, by=by), EVERYONE)

    def gain_for_chain(self, seat: int, tell: Tell | None) -> None:
        """Coins that progress tokens bring for a card built by its chain, told for each token."""
        for token in numbers(self.progress[seat]):
            for effect in self.box.token_effects[token]:
                if isinstance(effect, ChainCoins):
                    self.gain(seat, effect.amount, self.box.tokens[token], tell)

    def lose(self, seat: int, coins: int, by: str, tell: Tell | None) -> None:
        """Coins to the bank, as far as there are any."""
        lost = min(coins, self.coins[seat])
        self.coins[seat] -= lost
        if tell is not None and lost:
            tell(CoinsLost(seat=seat + 1, coins=lost, by=by), EVERYONE)

    def push(self, seat: int, spaces: int, tell: Tell | None) -> None:
        """The pawn goes towards the other seat's capital, past every token on its way (ruling 13)."""
        other = 1 - seat
        before = self.pawn if seat == 0 else -self.pawn
        ahead = min(before + spaces, self.box.capital)
        if ahead == before:
            return
        self.pawn = ahead if seat == 0 else -ahead
        if ahead == self.box.capital:
            self.ended, self.victor = MILITARY, seat
        if tell is not None:
            tell(PawnMoved(seat=seat + 1, spaces=ahead - before, pawn=self.pawn), EVERYONE)
        for space in self.camps[other]:
            if space <= ahead:
                if tell is not None:
                    tell(MilitaryToken(seat=other + 1, coins=self.box.tolls[space]), EVERYONE)
                self.lose(other, self.box.tolls[space], MILITARY, tell)
        self.camps[other] = tuple(space for space in self.camps[other] if space > ahead)

    def leave_structure(self, card: int) -> None:
        """A card is taken; what lay under it alone is free now, and turned up later if it lies face down."""
        self.left -= 1
        if not self.eager:
            if card in self.unseen_guilds:
                self.unseen_guilds.remove(card)
                self.guilds_laid += 1
            else:
                self.unseen.remove(card)
            return
        at = 0
        while self.slots[self.open[at]] != card:
            at += 1
        slot = self.open.pop(at)
        self.slots[slot] = EMPTY
        lying = self.lying = self.lying ^ (1 << slot)
        covers = self.structure.covers
        for below in self.structure.under[slot]:
            if not covers[below] & lying:
                self.open.append(below)
                self.open.sort()
                if self.slots[below] == HIDDEN:
                    self.turning.append(below)


RESOURCE: Final = {"wood": 0, "clay": 1, "stone": 2, "glass": 3, "papyrus": 4}


def resource_number(resource: str) -> int:
    """The place of a resource in lists."""
    return RESOURCE[resource]


def one_of(kind: str) -> int:
    """A choice producer, as in a purse."""
    return 1 << (RAW_AT if kind == "raw" else MADE_AT)
