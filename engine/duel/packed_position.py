"""The position of a game of Duel: small ints, sets as bits, flat lists, copied by hand.

Lists by seat have two entries; lists by seat and class (the colours, then wonders) are one flat list: seat * CLASSES +
class. A position stores where things are and moves them; the state machine decides whether a move is legal.
"""

from typing import Final

from engine.bit_sets import numbers
from engine.duel import scoring
from engine.duel.actions import Action, CoinsGained, CoinsLost, MilitaryToken, PawnMoved
from engine.duel.data_schema import AGES, CLASSES, YELLOW, ChainCoins, Effect, FixedPrice, ProducesOneOf, Production
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
RESOURCE: Final = {"wood": 0, "clay": 1, "stone": 2, "glass": 3, "papyrus": 4}  # the index of each in lists
# `revealed` counts what came to light, by what chance was asked: tokens, wonders, cards of each age, guilds, the box.
TOKENS: Final = 0
WONDERS: Final = 1
AGE: Final = 1  # and the number of the age
GUILDS: Final = 5
TOKEN_BOX: Final = 6


class Position:
    """The table and everything on it. Fields say what they count."""

    __slots__ = (
        "active", "age", "billed_purse", "billed_wonders", "bills", "board", "box_tokens", "built", "cards_left",
        "chain_coins", "choice_producers", "cities", "coins", "counts", "discard", "discounts", "distinct_symbols",
        "drawn_tokens", "eager", "ended", "extra_turn", "fixed_price_resources", "guild_backs", "guilds_laid", "laid",
        "lookup", "military_tokens", "more_shields", "occupied_slots", "offer", "offered", "pawn", "pending_chance",
        "pending_choices", "phase", "picks", "progress", "purse", "red_card_shields", "resource_symbols", "revealed",
        "setup", "slot", "slots", "slots_to_turn", "structure", "symbols", "to_act", "trade_income", "turn",
        "two_backs", "unbuilt", "uncovered_slots", "under", "unnamed", "unseen", "unseen_guilds", "victor",
        "wonders_aside", "wonders_play_again",
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
        self.pending_chance = NO_CHANCE
        # In front of each seat.
        self.coins: list[int] = [table.start_coins] * 2
        self.cities: list[int] = [0, 0]  # bits of cards
        self.counts: list[int] = [0] * (2 * CLASSES)  # cards by colour, and built wonders
        self.built: list[int] = [0, 0]  # bits of wonders
        self.unbuilt: list[int] = [0, 0]
        self.under: list[int] = [NONE] * len(lookup.wonders)  # the card under each built wonder, or UNKNOWN
        self.progress: list[int] = [0, 0]  # bits of tokens
        self.symbols: list[int] = [0] * (2 * len(lookup.symbols))
        self.distinct_symbols: list[int] = [0, 0]  # science symbols
        # What a thing costs: a purse of payments.py, kept up to date, and what it is made from.
        self.resource_symbols: list[int] = [0] * 10  # on brown and grey cards, seat * 5 + resource
        self.choice_producers: list[int] = [0, 0]  # as in a purse
        self.fixed_price_resources: list[int] = [0, 0]  # bits of resources
        self.discounts: list[int] = [0] * (2 * CLASSES)  # units that need not be paid, as in a purse
        self.purse: list[int] = [0, 0]
        # A cache of what each unbuilt wonder costs a seat in all, with its bit; and its keys.
        self.bills: list[tuple[tuple[int, int], ...]] = [(), ()]
        self.billed_wonders: list[int] = [0, 0]
        self.billed_purse: list[int] = [0, 0]
        # Standing effects of tokens.
        self.trade_income: list[bool] = [False, False]  # gets what the other pays for resources
        self.chain_coins: list[int] = [0, 0]
        self.more_shields: list[int] = [0, 0]  # spaces with each red card
        self.wonders_play_again: list[bool] = [False, False]
        # The military track.
        self.pawn = 0  # above 0 on seat 2's side (the list position 1)
        # On each side, the distances from the centre at which tokens lie.
        self.military_tokens: list[tuple[int, ...]] = [tuple(lookup.tolls), tuple(lookup.tolls)]
        # Progress tokens, as bits.
        self.board = 0
        self.box_tokens = (1 << len(lookup.tokens)) - 1  # neither on the board nor taken
        self.drawn_tokens: tuple[int, ...] = ()  # of the rest, what the active seat has drawn
        # The draft.
        self.picks = 0  # wonders drafted
        self.offered = 0  # bits of wonders
        self.wonders_aside = (1 << len(lookup.wonders)) - 1  # neither offered nor drafted
        # The structure.
        self.age = 0  # 0 until the first is laid out
        self.slots: list[int] = []  # the card in each, HIDDEN or EMPTY
        self.occupied_slots = 0  # bits of slots that hold a card
        self.uncovered_slots: list[int] = []  # slots on which nothing lies
        self.structure: Structure = lookup.structures[0]  # the places of this age, or of the one being laid out
        self.two_backs = False  # guilds are among its cards
        self.laid = 0  # slots laid out
        self.slot = 0  # what the pending chance shows next, while it is laid out
        self.guild_backs = 0  # bits of slots with a guild's back
        self.guilds_laid = 0  # guilds in the structure, or taken from it
        self.cards_left = 0
        self.unnamed = 0  # cards that left it without being named, before people entered the position
        self.unseen: list[int] = []  # plain cards of the age that nobody has seen, in order
        self.unseen_guilds: list[int] = []
        self.discard = 0  # bits of cards
        self.revealed: list[int] = [0] * (TOKEN_BOX + 1)
        # In this turn.
        self.extra_turn = False  # the active seat has another turn after this one
        self.slots_to_turn: list[int] = []  # slots whose card is to be turned up
        self.pending_choices: tuple[object, ...] = ()  # choices that wait, the next one last
        self.red_card_shields = 0  # spaces that the card being built adds to its shields
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
        other.pending_chance = self.pending_chance
        other.coins = self.coins[:]
        other.cities = self.cities[:]
        other.counts = self.counts[:]
        other.built = self.built[:]
        other.unbuilt = self.unbuilt[:]
        other.under = self.under[:]
        other.progress = self.progress[:]
        other.symbols = self.symbols[:]
        other.distinct_symbols = self.distinct_symbols[:]
        other.resource_symbols = self.resource_symbols[:]
        other.choice_producers = self.choice_producers[:]
        other.fixed_price_resources = self.fixed_price_resources[:]
        other.discounts = self.discounts[:]
        other.purse = self.purse[:]
        other.bills = self.bills[:]
        other.billed_wonders = self.billed_wonders[:]
        other.billed_purse = self.billed_purse[:]
        other.trade_income = self.trade_income[:]
        other.chain_coins = self.chain_coins[:]
        other.more_shields = self.more_shields[:]
        other.wonders_play_again = self.wonders_play_again[:]
        other.pawn = self.pawn
        other.military_tokens = self.military_tokens[:]
        other.board = self.board
        other.box_tokens = self.box_tokens
        other.drawn_tokens = self.drawn_tokens
        other.picks = self.picks
        other.offered = self.offered
        other.wonders_aside = self.wonders_aside
        other.age = self.age
        other.slots = self.slots[:]
        other.occupied_slots = self.occupied_slots
        other.uncovered_slots = self.uncovered_slots[:]
        other.structure = self.structure
        other.two_backs = self.two_backs
        other.laid = self.laid
        other.slot = self.slot
        other.guild_backs = self.guild_backs
        other.guilds_laid = self.guilds_laid
        other.cards_left = self.cards_left
        other.unnamed = self.unnamed
        other.unseen = self.unseen[:]
        other.unseen_guilds = self.unseen_guilds[:]
        other.discard = self.discard
        other.revealed = self.revealed[:]
        other.extra_turn = self.extra_turn
        other.slots_to_turn = self.slots_to_turn[:]
        other.pending_choices = self.pending_choices
        other.red_card_shields = self.red_card_shields

    # ---- what a thing costs ----------------------------------------------------------------------------

    def appraise(self, seat: int) -> None:
        """Recompute a seat's purse: its symbols, the prices it pays, its choice producers."""
        symbols = pack(self.resource_symbols[5 * seat : 5 * seat + 5])
        self.purse[seat] = symbols | pack_prices(self.prices(seat)) | self.choice_producers[seat]

    def prices(self, seat: int) -> list[int]:
        """Return what a missing unit of each resource costs a seat (rulings 8, 9)."""
        lookup = self.lookup
        theirs = self.resource_symbols[5:] if seat == 0 else self.resource_symbols[:5]
        prices = [lookup.trade_coins + lookup.trade_coins_per_symbol * symbols for symbols in theirs]
        if self.fixed_price_resources[seat]:
            for resource in numbers(self.fixed_price_resources[seat]):
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
        if purse != self.billed_purse[seat] or unbuilt != self.billed_wonders[seat]:
            self.billed_purse[seat] = purse
            self.billed_wonders[seat] = unbuilt
            found: list[tuple[int, int]] = []
            for number in numbers(unbuilt):
                site = self.lookup.sites[number]
                found.append((site.coins + bill(site.bills, site.needs, purse & site.part), 1 << number))
            self.bills[seat] = tuple(found)
        return self.bills[seat]

    def recount(self, seat: int) -> None:
        """Recount the standing effects of a city's cards and wonders, after a card was lost."""
        lookup = self.lookup
        self.resource_symbols[5 * seat : 5 * seat + 5] = [0] * 5
        self.choice_producers[seat] = self.fixed_price_resources[seat] = 0
        for card in numbers(self.cities[seat]):
            for effect in lookup.deck[card].effects:
                self.add_standing_effect(seat, effect)
        for wonder in numbers(self.built[seat]):
            for effect in lookup.sites[wonder].effects:
                self.add_standing_effect(seat, effect)
        self.appraise(0)
        self.appraise(1)

    def add_standing_effect(self, seat: int, effect: Effect) -> None:
        """Add what an effect changes for as long as its card or wonder stands; the purses are appraised afterwards."""
        if isinstance(effect, Production):
            self.resource_symbols[5 * seat + RESOURCE[effect.resource]] += effect.amount
        elif isinstance(effect, ProducesOneOf):
            self.choice_producers[seat] += 1 << (RAW_AT if effect.of == "raw" else MADE_AT)
        elif isinstance(effect, FixedPrice):
            for resource in effect.of:
                self.fixed_price_resources[seat] |= 1 << RESOURCE[resource]

    # ---- what may be taken, what it is worth -----------------------------------------------------------

    def nameable(self) -> list[int]:
        """List the cards that can be taken: the uncovered ones, or any unseen one without a recorded structure."""
        if self.eager:
            slots = self.slots
            return [card for slot in self.uncovered_slots if (card := slots[slot]) >= 0]
        cards: list[int] = []
        if self.cards_left:
            guilds = (self.lookup.facts.table.guilds if self.age == AGES else 0) - self.guilds_laid
            if not guilds or self.cards_left > guilds - self.unnamed:
                cards += self.unseen
            if guilds:
                cards += self.unseen_guilds
        return cards

    def excluded(self) -> list[int]:
        """List unseen cards of the age that cannot be left by our counts; empty where the table deals."""
        if self.eager or not self.cards_left:
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
        for space in self.military_tokens[other]:
            if space <= ahead:
                if emit is not None:
                    emit(MilitaryToken(seat=other + 1, coins=self.lookup.tolls[space]), EVERYONE)
                self.lose(other, self.lookup.tolls[space], MILITARY, emit)
        self.military_tokens[other] = tuple(space for space in self.military_tokens[other] if space > ahead)

    def leave_structure(self, card: int) -> None:
        """Remove a card from the structure; a card that only it covered is free now, and turned up later."""
        self.cards_left -= 1
        if not self.eager:
            if card in self.unseen_guilds:
                self.unseen_guilds.remove(card)
                self.guilds_laid += 1
            else:
                self.unseen.remove(card)
            return
        slots, uncovered = self.slots, self.uncovered_slots
        slot = slots.index(card)
        slots[slot] = EMPTY
        uncovered.remove(slot)
        lying = self.occupied_slots = self.occupied_slots ^ (1 << slot)
        covers = self.structure.covers
        for below in self.structure.under[slot]:
            if not covers[below] & lying:
                uncovered.append(below)
                uncovered.sort()
                if slots[below] == HIDDEN:
                    self.slots_to_turn.append(below)
