"""The position of a game of Duel: small ints, sets as bits, flat lists, copied by hand.

Lists by seat have two entries; lists by seat and class (the colours, then wonders) are one flat list: seat * CLASSES +
class. A position stores where things are and moves them; the state machine decides whether a move is legal.
"""

from typing import Final

from engine.bit_sets import numbers
from engine.duel import scoring
from engine.duel.actions import Action, CoinsGained, CoinsLost, MilitaryToken, PawnMoved
from engine.duel.data_schema import AGES, CLASSES, YELLOW, ChainCoins, FixedPrice, ProducesOneOf, Production
from engine.duel.lookup_tables import Lookup, Structure
from engine.duel.payments import MADE_AT, RAW_AT, bill, pack, pack_prices
from engine.duel.record_header import DuelSetup
from engine.duel.scoring import Points
from engine.game import EVERYONE, Emit, Seat
from engine.winners import winners

HIDDEN: Final = -1  # a slot whose card lies face down, or has not been named yet
EMPTY: Final = -2
NONE: Final = -1
UNKNOWN: Final = -2  # the card under a wonder, where nobody has told it
NO_CHANCE: Final = -1
MILITARY: Final = "military"
SCIENCE: Final = "science"
CIVILIAN: Final = "civilian"
# `revealed` counts what came to light, by what chance was asked: tokens, wonders, cards of each age, guilds, the box.
TOKENS: Final = 0
WONDERS: Final = 1
AGE: Final = 1  # and the number of the age
GUILDS: Final = 5
TOKEN_BOX: Final = 6


class Position:
    """The table and everything on it. Fields say what they count."""

    __slots__ = (
        "active", "again", "age", "aside", "asked", "backs", "billed_for", "billed_to", "bills", "board", "built",
        "camps", "chain_coins", "cities", "coins", "counts", "different", "discard", "discounts", "drawn_tokens",
        "eager", "ended", "facing", "given", "guilds_laid", "income", "laid", "left", "lookup", "lying", "more_shields",
        "offer", "offered", "open", "pawn", "phase", "picks", "progress", "purse", "red", "reserves", "rest",
        "revealed", "setup", "slot", "slots", "structure", "symbols", "to_act", "todo", "turn", "turning", "two_backs",
        "unbuilt", "under", "unnamed", "unseen", "unseen_guilds", "victor", "wonders_play_again",
    )  # fmt: skip

    def __init__(self, lookup: Lookup, setup: DuelSetup) -> None:
        table = lookup.facts.table
        self.lookup = lookup
        self.setup = setup
        self.eager = setup.deal == "eager"
        self.turn = 0  # turns begun
        self.active: int = setup.first  # whose turn it is
        self.ended = ""  # the victory, once over
        self.victor = NONE  # the seat that won by military or science
        # What is asked (questions.py).
        self.phase = 0  # of the active seat
        self.offer: tuple[Action, ...] = ()  # every legal action of the active seat
        self.to_act: tuple[Seat, ...] = ()
        self.asked = NO_CHANCE  # what a pending chance is
        # In front of each seat.
        self.coins: list[int] = [table.start_coins] * 2
        self.cities: list[int] = [0, 0]  # bits of cards
        self.counts: list[int] = [0] * (2 * CLASSES)  # cards by colour, and built wonders
        self.built: list[int] = [0, 0]  # bits of wonders
        self.unbuilt: list[int] = [0, 0]
        self.under: list[int] = [NONE] * len(lookup.wonders)  # the card under each built wonder, or UNKNOWN
        self.progress: list[int] = [0, 0]  # bits of tokens
        self.symbols: list[int] = [0] * (2 * len(lookup.symbols))
        self.different: list[int] = [0, 0]  # science symbols
        # What a thing costs: a purse of payments.py, kept up to date, and what it is made from.
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
        self.wonders_play_again: list[bool] = [False, False]
        # The military track.
        self.pawn = 0  # above 0 on seat 2's side (the list position 1)
        self.camps: list[tuple[int, ...]] = [tuple(lookup.tolls), tuple(lookup.tolls)]  # where tokens lie on each side
        # Progress tokens, as bits.
        self.board = 0
        self.rest = (1 << len(lookup.tokens)) - 1  # neither on the board nor taken
        self.drawn_tokens: tuple[int, ...] = ()  # of the rest, what the active seat has drawn
        # The draft.
        self.picks = 0  # wonders drafted
        self.offered = 0  # bits of wonders
        self.aside = (1 << len(lookup.wonders)) - 1  # neither offered nor drafted
        # The structure.
        self.age = 0  # 0 until the first is laid out
        self.slots: list[int] = []  # the card in each, HIDDEN or EMPTY
        self.lying = 0  # bits of slots that hold a card
        self.open: list[int] = []  # slots on which nothing lies
        self.structure: Structure = lookup.structures[0]  # the places of this age, or of the one being laid out
        self.two_backs = False  # guilds are among its cards
        self.laid = 0  # slots laid out
        self.slot = 0  # what the pending chance shows next, while it is laid out
        self.backs = 0  # bits of slots with a guild's back
        self.guilds_laid = 0  # guilds in the structure, or taken from it
        self.left = 0  # cards
        self.unnamed = 0  # cards that left it without being named, before people entered the position
        self.unseen: list[int] = []  # plain cards of the age that nobody has seen, in order
        self.unseen_guilds: list[int] = []
        self.discard = 0  # bits of cards
        self.revealed: list[int] = [0] * (TOKEN_BOX + 1)
        # In this turn.
        self.again = False  # the active seat has another turn after this one
        self.turning: list[int] = []  # slots whose card is to be turned up
        self.todo: tuple[object, ...] = ()  # choices that wait, the next one last
        self.red = 0  # spaces that the card being built adds to its shields
        for seat in (0, 1):
            self.appraise(seat)

    def copy_into(self, other: "Position") -> None:
        """Make `other` an independent twin."""
        other.lookup = self.lookup
        other.setup = self.setup
        other.eager = self.eager
        other.turn = self.turn
        other.active = self.active
        other.ended = self.ended
        other.victor = self.victor
        other.phase = self.phase
        other.offer = self.offer
        other.to_act = self.to_act
        other.asked = self.asked
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
        other.wonders_play_again = self.wonders_play_again[:]
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
        other.unnamed = self.unnamed
        other.unseen = self.unseen[:]
        other.unseen_guilds = self.unseen_guilds[:]
        other.discard = self.discard
        other.revealed = self.revealed[:]
        other.again = self.again
        other.turning = self.turning[:]
        other.todo = self.todo
        other.red = self.red

    # ---- what a thing costs ----------------------------------------------------------------------------

    def appraise(self, seat: int) -> None:
        """Make a seat's purse anew: its symbols, the prices it pays, its choice producers."""
        self.purse[seat] = (
            pack(self.facing[5 * seat : 5 * seat + 5]) | pack_prices(self.prices(seat)) | self.given[seat]
        )

    def prices(self, seat: int) -> list[int]:
        """Return what a missing unit of each resource costs a seat (rulings 8, 9)."""
        lookup = self.lookup
        theirs = self.facing[5:] if seat == 0 else self.facing[:5]
        prices = [lookup.trade_coins + lookup.trade_coins_per_symbol * symbols for symbols in theirs]
        if self.reserves[seat]:
            for resource in numbers(self.reserves[seat]):
                prices[resource] = lookup.fixed_price
        return prices

    def card_cost(self, seat: int, card: int) -> tuple[int, int]:
        """Return the coins for a card, and how many of them are for missing units. Its chain makes it free."""
        thing = self.lookup.deck[card]
        if self.cities[seat] & thing.makes_free:
            return 0, 0
        purse = self.purse[seat] + self.discounts[8 * seat + thing.colour]
        traded = bill(thing.bills, thing.needs, purse & thing.part)
        return thing.coins + traded, traded

    def wonder_cost(self, seat: int, wonder: int) -> tuple[int, int]:
        """Return the coins for a wonder, and how many of them are for missing units."""
        thing = self.lookup.sites[wonder]
        purse = self.purse[seat] + self.discounts[8 * seat + 7]
        traded = bill(thing.bills, thing.needs, purse & thing.part)
        return thing.coins + traded, traded

    def wonder_bills(self, seat: int) -> tuple[tuple[int, int], ...]:
        """Return the cost of each unbuilt wonder of a seat, with its bit."""
        purse = self.purse[seat] + self.discounts[8 * seat + 7]
        unbuilt = self.unbuilt[seat]
        if purse != self.billed_to[seat] or unbuilt != self.billed_for[seat]:
            self.billed_to[seat] = purse
            self.billed_for[seat] = unbuilt
            found: list[tuple[int, int]] = []
            for number in numbers(unbuilt):
                site = self.lookup.sites[number]
                found.append((site.coins + bill(site.bills, site.needs, purse & site.part), 1 << number))
            self.bills[seat] = tuple(found)
        return self.bills[seat]

    def recount(self, seat: int) -> None:
        """Count again what a city's cards and wonders give for good, after a card was lost."""
        lookup = self.lookup
        facing = [0] * 5
        given = reserves = 0
        standing = [lookup.deck[card].effects for card in numbers(self.cities[seat])]
        standing += [lookup.sites[wonder].effects for wonder in numbers(self.built[seat])]
        for effects in standing:
            for effect in effects:
                if isinstance(effect, Production):
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

    # ---- what may be taken, what it is worth -----------------------------------------------------------

    def nameable(self) -> list[int]:
        """List the cards that can be taken: the uncovered ones, or any unseen one without a recorded structure."""
        if self.eager:
            slots = self.slots
            return [card for slot in self.open if (card := slots[slot]) >= 0]
        cards: list[int] = []
        if self.left:
            guilds = (self.lookup.facts.table.guilds if self.age == AGES else 0) - self.guilds_laid
            if not guilds or self.left > guilds - self.unnamed:
                cards += self.unseen
            if guilds:
                cards += self.unseen_guilds
        return cards

    def excluded(self) -> list[int]:
        """List unseen cards of the age that cannot be left by our counts; empty where the table deals."""
        if self.eager or not self.left:
            return []
        can = self.nameable()
        return [card for card in (*self.unseen, *self.unseen_guilds) if card not in can]

    def discard_worth(self, seat: int) -> int:
        """Return the coins for a discarded card (ruling 10)."""
        lookup = self.lookup
        return lookup.discard_coins + lookup.discard_coins_per_yellow * self.counts[8 * seat + YELLOW]

    def tally(self, seat: int) -> list[int]:
        """Return what effects may count in a city, in the order of COUNTABLE."""
        return [*self.counts[8 * seat : 8 * seat + 8], self.coins[seat]]

    def points(self, seat: int) -> Points:
        """Return one seat's points, as if the game ended now."""
        return scoring.points(
            self.lookup,
            self.pawn if seat == 0 else -self.pawn,
            self.cities[seat],
            self.built[seat],
            self.progress[seat],
            self.coins[seat],
            (self.tally(0), self.tally(1)),
        )

    def score(self, seat: int) -> dict[str, int]:
        """Return one seat's points by category, with their total."""
        return scoring.points_by_category(self.points(seat))

    def winners(self) -> tuple[Seat, ...]:
        """Return the winners: by victory, else most points, ties broken by points on blue cards; empty until the game
        is over.
        """
        if not self.ended:
            return ()
        if self.victor != NONE:
            return (Seat(self.victor),)
        scores = self.score(0), self.score(1)
        return winners([score["total"] for score in scores], [score["blue"] for score in scores])

    # ---- how things move -----------------------------------------------------------------------------

    def gain(self, seat: int, coins: int, by: str, emit: Emit | None) -> None:
        """Give a seat coins from the bank, which has no limit (ruling 10)."""
        self.coins[seat] += coins
        if emit is not None and coins:
            emit(CoinsGained(seat=seat + 1, coins=coins, by=by), EVERYONE)

    def gain_for_chain(self, seat: int, emit: Emit | None) -> None:
        """Give the coins that progress tokens bring for a card built by its chain, with an event for each token."""
        for token in numbers(self.progress[seat]):
            for effect in self.lookup.token_effects[token]:
                if isinstance(effect, ChainCoins):
                    self.gain(seat, effect.amount, self.lookup.tokens[token], emit)

    def lose(self, seat: int, coins: int, by: str, emit: Emit | None) -> None:
        """Take coins from a seat, as far as it has any."""
        lost = min(coins, self.coins[seat])
        self.coins[seat] -= lost
        if emit is not None and lost:
            emit(CoinsLost(seat=seat + 1, coins=lost, by=by), EVERYONE)

    def push(self, seat: int, spaces: int, emit: Emit | None) -> None:
        """Push the pawn towards the other seat's capital, past every token on its way (ruling 13)."""
        other = 1 - seat
        before = self.pawn if seat == 0 else -self.pawn
        ahead = min(before + spaces, self.lookup.capital)
        if ahead == before:
            return
        self.pawn = ahead if seat == 0 else -ahead
        if ahead == self.lookup.capital:
            self.ended, self.victor = MILITARY, seat
        if emit is not None:
            emit(PawnMoved(seat=seat + 1, spaces=ahead - before, pawn=self.pawn), EVERYONE)
        for space in self.camps[other]:
            if space <= ahead:
                if emit is not None:
                    emit(MilitaryToken(seat=other + 1, coins=self.lookup.tolls[space]), EVERYONE)
                self.lose(other, self.lookup.tolls[space], MILITARY, emit)
        self.camps[other] = tuple(space for space in self.camps[other] if space > ahead)

    def leave_structure(self, card: int) -> None:
        """Remove a card from the structure; a card that only it covered is free now, and turned up later."""
        self.left -= 1
        if not self.eager:
            if card in self.unseen_guilds:
                self.unseen_guilds.remove(card)
                self.guilds_laid += 1
            else:
                self.unseen.remove(card)
            return
        slots, uncovered = self.slots, self.open
        slot = slots.index(card)
        slots[slot] = EMPTY
        uncovered.remove(slot)
        lying = self.lying = self.lying ^ (1 << slot)
        covers = self.structure.covers
        for below in self.structure.under[slot]:
            if not covers[below] & lying:
                uncovered.append(below)
                uncovered.sort()
                if slots[below] == HIDDEN:
                    self.turning.append(below)


RESOURCE: Final = {"wood": 0, "clay": 1, "stone": 2, "glass": 3, "papyrus": 4}


def resource_number(resource: str) -> int:
    """Return the index of a resource in lists."""
    return RESOURCE[resource]


def one_of(kind: str) -> int:
    """Return a choice producer as part of a purse."""
    return 1 << (RAW_AT if kind == "raw" else MADE_AT)
