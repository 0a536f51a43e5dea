"""The position of a game of 7 Wonders: small ints, sets as bits, flat lists, copied by hand.

Lists by seat and class (the colours, then stages) are one flat list: seat * CLASSES + class. A position stores where
things are and moves them; the state machine decides whether a move is legal. In records without hands (lazy) only
numbers of hidden things are stored.
"""

from collections.abc import Iterator
from typing import Final

from engine.bit_sets import numbers
from engine.game import EVERYONE, Emit, Seat
from engine.seven_wonders.actions import Action, Choice, TokenTaken
from engine.seven_wonders.data_schema import (
    AGES,
    CLASSES,
    COLOURS,
    RESOURCES,
    STAGE,
    TURNS,
    CoinAfterPurchase,
    CoinsOnBuild,
    CoinsOnChain,
    CoinsOnToken,
    ExtraCoin,
)
from engine.seven_wonders.lookup_tables import Board, Effects, Lookup
from engine.seven_wonders.payments import FREE, GUARDS, NO_PLAN, TOTAL, affordable, pack, plans, subtract, wanted_wares
from engine.seven_wonders.record_header import EXPERTS, FORCED_REBUILD, LEADERS, SevenWondersSetup

SYMBOLS: Final = 4  # three, and those that may be any
DEFEAT: Final = 0  # in `tokens`, before the victory tokens of each age
TOKENS: Final = 4
NONE: Final = -1
NO_CHANCE: Final = -1
ALL_COLOURS: Final = 127
AS_PRINTED: Final = 0  # what a card cost,
BY_CHAIN: Final = 1  # and why it cost nothing
BY_EFFECT: Final = 2

CityCoins = CoinAfterPurchase | CoinsOnBuild | CoinsOnChain | CoinsOnToken | ExtraCoin  # lasting, and bring coins

# What a seat did in the open: its seat, the verb, the card or leader where it lies face up, coins printed on it; coins
# to the left, to the right and to the bank; then why a card cost what it did, a stage's number or a token's value.
# No verb: coins came to the seat, from what is named.
Deed = tuple[int, str, str, int, int, int, int, int]


class Position:
    """The table and everything on it. Fields say what they count."""

    __slots__ = (
        "acting", "age", "bank_price", "boards", "box_size", "built_coins", "built_of_hand", "buried", "buried_for",
        "chain_coins", "chance_seat", "choice_production", "choices", "cities", "coins", "copies_built", "counts",
        "deck", "deeds", "defeats_to_winner", "discard", "discarded", "discounted_classes", "drafts", "eager",
        "extra_coin", "extra_coin_given", "face_down_leaders", "face_up", "first_free", "forced", "free_colours",
        "free_leaders", "guilds", "guilds_left", "hand_sizes", "hands", "in_box", "last_free", "leader_discounts",
        "leaders", "lookup", "new_colours", "offers", "pending_chance", "pending_steps", "phase", "plays_seventh",
        "prices", "production", "purchase_coin", "put_down", "recruited", "recruited_in", "remembered", "revealed",
        "seats", "setup", "shield_corrections", "shields", "stages", "symbol_corrections", "symbols", "to_act",
        "token_coins", "tokens", "turn", "under_stages", "unplayed", "unsorted_ages", "wares_for_sale", "with_leaders",
    )  # fmt: skip

    def __init__(self, lookup: Lookup, setup: SevenWondersSetup, blank: bool = False) -> None:
        """Set up an empty table. `blank`: leave all fields unset, for `copy_into`, because compiled code cannot use
        `__new__`.
        """
        if blank:
            return
        table, draft = lookup.facts.table, lookup.facts.draft
        n = len(setup.boards)
        self.lookup = lookup
        self.setup = setup
        self.seats: int = n
        self.eager: bool = setup.deal == "eager"
        self.with_leaders: bool = LEADERS in setup.variant
        self.forced: bool = setup.rules[FORCED_REBUILD]
        self.boards: list[Board] = [lookup.boards[name] for name in setup.boards]
        self.age = 0  # 0 until the first recruitment or deal of an age
        self.turn = 0  # turns begun in this age
        # What is asked (questions.py).
        self.phase = 0  # of the seats in `acting`
        self.acting = 0  # bits of the seats that owe an answer
        self.offers: list[tuple[Action, ...] | None] = [None] * n  # once somebody has asked for them
        self.to_act: tuple[Seat, ...] = ()
        self.pending_chance = NO_CHANCE
        self.chance_seat = 0  # the seat whose hand it deals
        self.pending_steps: tuple[int, ...] = ()  # what follows this moment
        # In front of each seat.
        self.coins: list[int] = [draft.start_coins if self.with_leaders else table.start_coins] * n
        self.cities: list[int] = [0] * n  # bits of cards
        self.counts: list[int] = [0] * (n * CLASSES)  # cards by colour, and stages
        self.stages: list[int] = [0] * n  # built
        self.face_up: list[int] = [0] * n  # bits of leaders
        self.buried: list[int] = [0] * n
        self.tokens: list[int] = [0] * (n * TOKENS)
        self.copies_built: list[int] = [0] * len(lookup.cards)  # in all cities
        # By how much people count more than what lies there says.
        self.shield_corrections: list[int] = [0] * n
        self.symbol_corrections: list[int] = [0] * (n * SYMBOLS)
        # Standing effects; `effects.recount` computes them again.
        self.shields: list[int] = [0] * n
        self.symbols: list[int] = [0] * (n * SYMBOLS)
        self.production: list[int] = [0] * n  # units a city makes, as in payments.py
        self.choice_production: list[int] = [0] * n  # its producers of one of several
        self.wares_for_sale: list[int] = [0] * n  # to neighbours
        self.prices: list[int] = [0] * n
        self.bank_price: list[int] = [0] * n
        self.discounted_classes: list[int] = [0] * n  # bits of classes for which a unit may be left out
        self.free_colours: list[int] = [0] * n  # bits of colours that cost nothing
        self.new_colours: list[bool] = [False] * n  # a colour the city does not hold costs nothing
        self.first_free: list[bool] = [False] * n  # the card of an age's first turn costs nothing
        self.last_free: list[bool] = [False] * n
        self.plays_seventh: list[bool] = [False] * n  # plays its last card too
        self.free_leaders: list[bool] = [False] * n
        self.built_coins: list[int] = [0] * (n * CLASSES)  # for a card of that colour
        self.chain_coins: list[int] = [0] * n
        self.token_coins: list[int] = [0] * n
        self.extra_coin: list[int] = [0] * n  # with the first income of a turn
        self.purchase_coin: list[int] = [0] * n  # for each neighbour paid
        self.defeats_to_winner: list[bool] = [False] * n  # defeat tokens go to who won
        self.leader_discounts: list[int] = [_discount(self.boards, seat) for seat in range(n)]
        self.extra_coin_given: list[bool] = [False] * n  # the extra coin of this turn came
        # Held in secret; the copies of a hand stand one after the other.
        self.hands: list[tuple[int, ...]] = [()] * n
        self.hand_sizes: list[int] = [0] * n  # also where nobody tells the cards
        self.drafts: list[tuple[int, ...]] = [()] * n  # leaders to choose from
        self.leaders: list[tuple[int, ...]] = [()] * n  # unplayed; during the draft, kept
        self.unplayed: list[int] = [0] * n
        self.choices: list[Choice | None] = [None] * n  # what a seat has chosen, until it is revealed
        # What seats remember of this age: by who holds a hand and by who remembers, the cards that it passed on (empty:
        # that seat has not held it); what was built of hands, by turn and seat; and what each seat has put down where
        # nobody else sees it.
        self.remembered: tuple[tuple[tuple[int, ...], ...], ...] = (((),) * n,) * n
        self.built_of_hand: list[int] = [NONE] * (TURNS * n)
        self.put_down: list[tuple[int, ...]] = [()] * n
        # What everybody saw since the last choices were revealed, and the age and turn (0: recruitment) of these.
        self.deeds: list[Deed] = []
        self.revealed: tuple[int, int] | None = None
        # Leaders.
        pool = lookup.standard + (lookup.experts if EXPERTS in setup.variant else [])
        self.in_box: list[int] = sorted(pool) if self.with_leaders else []
        self.box_size: int = len(self.in_box)
        self.face_down_leaders: list[int] = []  # sold, or under a stage
        self.recruited: int = 0  # bits of leaders, ever
        # The age of each leader; of a buried one the age that sets its cost.
        self.recruited_in: list[int] = [0] * len(lookup.leaders)
        self.buried_for: list[int] = [0] * len(lookup.leaders)  # points
        # Cards.
        self.deck: list[int] = []  # copies of the age not dealt yet, guilds not among them
        self.guilds: list[int] = []  # not dealt yet, nor are all of them in the game
        self.guilds_left = 0  # to be dealt
        self.discard: list[int] = []
        self.discarded: list[int] = [0] * (AGES + 1)  # the discard by age; before the ages, what lies there unsorted,
        self.unsorted_ages: tuple[int, ...] = ()  # and of which ages that may be: entered, and nobody told
        self.under_stages: list[int] = []
        if self.with_leaders and not self.eager:  # as if they were drafted
            self.unplayed = [draft.dealt] * n
            self.box_size -= n * draft.dealt

    def copy_into(self, other: "Position") -> None:
        """Make `other` an independent twin."""
        other.lookup = self.lookup
        other.setup = self.setup
        other.seats = self.seats
        other.eager = self.eager
        other.with_leaders = self.with_leaders
        other.forced = self.forced
        other.boards = self.boards
        other.age = self.age
        other.turn = self.turn
        other.phase = self.phase
        other.acting = self.acting
        other.offers = self.offers[:]
        other.to_act = self.to_act
        other.pending_chance = self.pending_chance
        other.chance_seat = self.chance_seat
        other.pending_steps = self.pending_steps
        other.coins = self.coins[:]
        other.cities = self.cities[:]
        other.counts = self.counts[:]
        other.stages = self.stages[:]
        other.face_up = self.face_up[:]
        other.buried = self.buried[:]
        other.tokens = self.tokens[:]
        other.copies_built = self.copies_built[:]
        other.shields = self.shields[:]
        other.symbols = self.symbols[:]
        other.shield_corrections = self.shield_corrections[:]
        other.symbol_corrections = self.symbol_corrections[:]
        other.production = self.production[:]
        other.choice_production = self.choice_production[:]
        other.wares_for_sale = self.wares_for_sale[:]
        other.prices = self.prices[:]
        other.bank_price = self.bank_price[:]
        other.discounted_classes = self.discounted_classes[:]
        other.free_colours = self.free_colours[:]
        other.new_colours = self.new_colours[:]
        other.first_free = self.first_free[:]
        other.last_free = self.last_free[:]
        other.plays_seventh = self.plays_seventh[:]
        other.free_leaders = self.free_leaders[:]
        other.built_coins = self.built_coins[:]
        other.chain_coins = self.chain_coins[:]
        other.token_coins = self.token_coins[:]
        other.extra_coin = self.extra_coin[:]
        other.purchase_coin = self.purchase_coin[:]
        other.defeats_to_winner = self.defeats_to_winner[:]
        other.leader_discounts = self.leader_discounts
        other.extra_coin_given = self.extra_coin_given[:]
        other.hands = self.hands[:]
        other.hand_sizes = self.hand_sizes[:]
        other.drafts = self.drafts[:]
        other.leaders = self.leaders[:]
        other.unplayed = self.unplayed[:]
        other.choices = self.choices[:]
        other.remembered = self.remembered
        other.built_of_hand = self.built_of_hand[:]
        other.put_down = self.put_down[:]
        other.deeds = self.deeds[:]
        other.revealed = self.revealed
        other.in_box = self.in_box[:]
        other.box_size = self.box_size
        other.face_down_leaders = self.face_down_leaders[:]
        other.recruited = self.recruited
        other.recruited_in = self.recruited_in[:]
        other.buried_for = self.buried_for[:]
        other.deck = self.deck[:]
        other.guilds = self.guilds[:]
        other.guilds_left = self.guilds_left
        other.discard = self.discard[:]
        other.discarded = self.discarded[:]
        other.unsorted_ages = self.unsorted_ages
        other.under_stages = self.under_stages[:]

    # ---- neighbours ----------------------------------------------------------------------------------------

    def left_neighbour(self, seat: int) -> int:
        """Return the next seat, clockwise."""
        return seat + 1 if seat + 1 < self.seats else 0

    def right_neighbour(self, seat: int) -> int:
        return seat - 1 if seat else self.seats - 1

    # ---- what a thing costs ----------------------------------------------------------------------------------

    def payment_plans(self, seat: int, needs: int, less: bool) -> tuple[int, ...]:
        """List the minimal payments for these units, cheapest first, regardless of the seat's coins."""
        made, makes, left, right, prices = self.market(seat)
        need = subtract(needs, made)
        if not need:
            return FREE
        wanted = wanted_wares(need)
        return plans(need, makes, left & wanted, right & wanted, prices, less)

    def market(self, seat: int) -> tuple[int, int, int, int, int]:
        """Return what a seat makes, its producers of one of several, the wares of its left and right neighbours, and
        prices.
        """
        sold, prices, bank = self.wares_for_sale, self.prices[seat], self.bank_price[seat]
        known = prices | bank << 16 if bank else prices
        return self.production[seat], self.choice_production[seat], sold[seat + 1 - self.seats], sold[seat - 1], known

    def list_plans(self, seat: int, cards: tuple[int, ...], free: int) -> list[tuple[int, ...]]:
        """List for each card the payments with which a seat can build it now, empty if it cannot.

        `free`: colours that cost nothing.
        """
        lookup, city, held, less = self.lookup, self.cities[seat], self.coins[seat], self.discounted_classes[seat]
        made, makes, left, right, prices = self.market(seat)
        namesakes, chained, colour = lookup.namesakes, lookup.chained, lookup.colour
        card_coins, card_needs = lookup.card_coins, lookup.card_needs
        found: list[tuple[int, ...]] = []
        for card in cards:
            ways = NO_PLAN
            if city & namesakes[card]:
                pass
            elif city & chained[card] or (free and free >> colour[card] & 1):
                ways = FREE
            elif (coins := held - card_coins[card]) >= 0:
                difference = (card_needs[card] | GUARDS) - made  # `lacking`, inlined for speed
                enough = difference & GUARDS
                need = difference & (enough - (enough >> 3))
                if not need:
                    ways = FREE
                else:
                    wanted = wanted_wares(need)
                    without = less != 0 and less >> colour[card] & 1 != 0
                    ways = plans(need, makes, left & wanted, right & wanted, prices, without)
                    if ways and ways[-1] >> TOTAL > coins:
                        ways = affordable(ways, coins)
            found.append(ways)
        return found

    def colours_free_now(self, seat: int) -> int:
        """Return the colours (as bits) of which a card costs nothing this turn, regardless of its chain (ruling 10)."""
        if (self.turn == 1 and self.first_free[seat]) or (self.turn == TURNS and self.last_free[seat]):
            return ALL_COLOURS
        free = self.free_colours[seat]
        if self.new_colours[seat]:
            for colour in range(STAGE):
                if not self.counts[seat * CLASSES + colour]:
                    free |= 1 << colour
        return free

    def reason_free(self, seat: int, card: int) -> int:
        """Return why a card is free: by its chain, by its colour or turn, or not at all."""
        lookup = self.lookup
        if self.cities[seat] & lookup.chained[card]:
            return BY_CHAIN
        return BY_EFFECT if self.colours_free_now(seat) >> lookup.colour[card] & 1 else AS_PRINTED

    def plans_for_stage(self, seat: int) -> tuple[int, ...]:
        """List the payments with which a seat can build its next stage now; empty if it cannot."""
        board, stage = self.boards[seat], self.stages[seat]
        if stage == board.stages:
            return NO_PLAN
        coins = self.coins[seat] - board.coins[stage]
        if coins < 0:
            return NO_PLAN
        ways = self.payment_plans(seat, board.needs[stage], self.discounted_classes[seat] >> STAGE & 1 != 0)
        return affordable(ways, coins) if ways and ways[-1] >> TOTAL > coins else ways

    def leader_price(self, seat: int, leader: int) -> int:
        """Return the coins for recruiting a leader now (ruling 23)."""
        if self.free_leaders[seat]:
            return 0
        return max(0, self.lookup.leader_cost[self.age][leader] - self.leader_discounts[seat])

    # ---- how things move -----------------------------------------------------------------------------------

    def gain(self, seat: int, coins: int, by: str) -> None:
        """Give coins from the bank, and more with the first of a turn (ruling 17). `by`: the thing that brings them, or
        `sale`.
        """
        if not coins:
            return
        self.coins[seat] += coins
        self.deeds.append((seat, "", by, coins, 0, 0, 0, 0))
        if self.extra_coin[seat] and not self.extra_coin_given[seat]:
            self.extra_coin_given[seat] = True
            self.gain_from_effects(seat, self.extra_coin[seat], ExtraCoin, 1)

    def gain_from_effects(self, seat: int, coins: int, kind: type[CityCoins], times: int, of: int = NONE) -> None:
        """Give the coins of all standing effects of one kind, `times` over, attributed to each thing that has one.

        `of`: the colour that the effect has to ask for.
        """
        if not coins * times:
            return
        for by, effects in self.effects_in_city(seat):
            for effect in effects.standing:
                if isinstance(effect, kind) and (not isinstance(effect, CoinsOnBuild) or COLOURS[of] == effect.of):
                    self.gain(seat, effect.amount * times, by)

    def gains_since(self, seat: int, since: int) -> tuple[tuple[int, str], ...]:
        """List the coins that a seat got after this number of deeds, and what brought them."""
        return tuple([(deed[3], deed[2]) for deed in self.deeds[since:] if deed[0] == seat and not deed[1]])

    def effects_in_city(self, seat: int) -> Iterator[tuple[str, Effects]]:
        """List everything effective in a city by name: cards, built stages (under the board's name) and leaders."""
        lookup, board = self.lookup, self.boards[seat]
        for card in numbers(self.cities[seat]):
            yield lookup.cards[card], lookup.card_effects[card]
        for stage in range(self.stages[seat]):
            yield board.wonder, board.effects[stage]
        for leader in numbers(self.face_up[seat]):
            yield lookup.leaders[leader], lookup.leader_effects[leader]

    def take_token(self, seat: int, age: int, against: int, emit: Emit | None) -> None:
        """Give a victory token of an age, or (0) a defeat token. `against`: a neighbour, or NONE by a leader."""
        self.tokens[seat * TOKENS + age] += 1
        if emit is not None:
            emit(TokenTaken(seat=seat + 1, value=self.token_value(age), against=against + 1), EVERYONE)

    def token_value(self, age: int) -> int:
        """Return the points of a victory token of an age, or (0) of a defeat token."""
        table = self.lookup.facts.table
        return table.victory[age - 1] if age else -table.defeat

    def token_values(self, seat: int) -> list[int]:
        """List the values of a seat's tokens, sorted."""
        values: list[int] = []
        for age, held in enumerate(self.tokens[seat * TOKENS : (seat + 1) * TOKENS]):
            if held:
                values += [self.token_value(age)] * held
        return sorted(values)

    def victories(self, seat: int) -> int:
        """Count the victory tokens of a seat."""
        return sum(self.tokens[seat * TOKENS + 1 : (seat + 1) * TOKENS])

    # ---- standing effects ----------------------------------------------------------------------------------

    def reset_effects(self, seat: int) -> None:
        """Clear the standing effects of cards, stages and leaders; what the board makes by itself stays."""
        board = self.boards[seat]
        base = self.lookup.facts.table.trade
        start = pack([resource == board.start for resource in RESOURCES])
        symbols = slice(seat * SYMBOLS, (seat + 1) * SYMBOLS)
        self.shields[seat] = self.shield_corrections[seat]
        self.symbols[symbols] = self.symbol_corrections[symbols]
        self.production[seat] = self.wares_for_sale[seat] = start
        self.choice_production[seat] = 0
        self.prices[seat] = base | base << 4 | base << 8 | base << 12
        self.bank_price[seat] = self.discounted_classes[seat] = self.free_colours[seat] = 0
        self.new_colours[seat] = self.first_free[seat] = self.last_free[seat] = self.plays_seventh[seat] = False
        self.free_leaders[seat] = board.leaders_free
        self.built_coins[seat * CLASSES : (seat + 1) * CLASSES] = [0] * CLASSES
        self.chain_coins[seat] = self.token_coins[seat] = self.extra_coin[seat] = self.purchase_coin[seat] = 0
        self.defeats_to_winner[seat] = False

    # ---- points --------------------------------------------------------------------------------------------

    def tally(self, seat: int) -> list[int]:
        """Return what effects may count in a city, in the order of COUNTABLE."""
        counts = self.counts[seat * CLASSES : (seat + 1) * CLASSES]
        return [*counts, self.victories(seat), self.coins[seat]]


def _discount(boards: list[Board], seat: int) -> int:
    """Return the discount for leaders, of the seat's own board and of those beside it (ruling 23)."""
    beside = {(seat + 1) % len(boards), (seat - 1) % len(boards)}
    return boards[seat].discount + sum([boards[other].neighbours_discount for other in beside])
