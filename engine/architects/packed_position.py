"""The position of a game of Architects: flat lists of small ints, copied by hand.

Lists by seat and kind are one flat list: seat * KINDS + kind. Stacks are numbered as in records (0 is the shared one).
A position stores where things are and moves them; the state machine decides whether a move is legal.
"""

from typing import Final

from engine.architects import scoring
from engine.architects.actions import Action, CatMoved, ExtraOpened, MarkersTurned
from engine.architects.data_schema import COIN, KINDS, NEEDS
from engine.architects.lookup_tables import CENTER_STACK, FIELD, Lookup, Wonder
from engine.architects.payments import LOOSE, PACK
from engine.architects.record_header import FORCED_BUILD, LOOSE_COINS, MEDAL_TOKENS, WITH_MEDALS, ArchitectsSetup
from engine.architects.scoring import Points
from engine.game import EVERYONE, Emit, Seat
from engine.winners import winners

NO_SEAT: Final = -1
UNKNOWN: Final = -1
NO_CHANCE: Final = -1
ONE_STAGE: Final = 1 << FIELD * NEEDS.index("stages")  # in what medals ask for
ONE_CAT: Final = 1 << FIELD * NEEDS.index("cat")
ONE_TOKEN: Final = 1 << FIELD * NEEDS.index("progress")
ONE_MILITARY: Final = 1 << FIELD * NEEDS.index("military")

Gift = tuple[int, int, int]  # whose it is; its kind, or UNKNOWN; bits of the seats that had seen it on the stack


class Position:
    """The table and everything on it. Fields say what they count."""

    __slots__ = (
        "active", "awaiting_medal", "box_medals", "build_bonus", "built", "card_source", "cards", "cards_in_stacks",
        "cat", "center_seen_by", "chance_reason", "discard", "doubled", "eager", "early_extras", "economy_forces",
        "ended", "flipped", "gap_medals", "gift_of", "gifts", "hands", "has_looked", "hidden_cards", "hidden_tokens",
        "hidden_totals", "keeps_horns", "known_tops", "lookup", "markers", "may_look", "medal_counts", "medals",
        "middle_medals", "military", "offer", "payment_flags", "pending_chance", "pending_effects", "phase", "pool",
        "reachable_medals", "rest_tokens", "revealed", "searched", "searching", "seats", "setup", "shields",
        "spent_cards", "stack_sizes", "take_bonus", "to_act", "token_row", "tokens", "turn", "uncounted_stacks",
        "used_extras", "waiting_extras", "wonders",
    )  # fmt: skip

    def __init__(self, lookup: Lookup, setup: ArchitectsSetup) -> None:
        n = setup.seats
        self.lookup = lookup
        self.setup = setup
        self.seats = n
        self.eager = setup.deal == "eager"
        self.economy_forces = setup.rules[FORCED_BUILD]
        self.wonders: list[Wonder] = [lookup.wonders[name] for name in setup.wonders]
        self.turn = 0  # turns begun
        self.active: int = setup.first  # whose turn it is
        self.ended = ""  # why the game is over
        # What is asked (questions.py).
        self.phase = 0  # of the active seat
        self.offer: tuple[Action, ...] = ()  # every legal action of the active seat
        self.to_act: tuple[Seat, ...] = ()
        self.pending_chance = NO_CHANCE  # the number of its stack; beyond the last, in order, tokens, medals, gifts
        self.chance_reason = 0  # what that chance is for
        # In front of each seat.
        self.cards: list[int] = [0] * (n * KINDS)
        self.hands: list[int] = [0] * n  # what can pay for stages, packed for payments.py; the same cards again
        self.built: list[int] = [0] * n  # bits of stages
        # What medals ask for, packed as lookup_tables.py says; the same things again.
        self.medal_counts: list[int] = [0] * n
        self.shields: list[int] = [0] * n  # permanent: wonders and tokens, not cards
        self.military: list[int] = [0] * n
        self.tokens: list[int] = [0] * (n * len(lookup.tokens))
        loose = LOOSE if setup.rules[LOOSE_COINS] else 0
        self.payment_flags: list[int] = [loose] * n  # flags of payments.py
        self.take_bonus: list[int] = [0] * (n * KINDS)  # token bits: whose extra card opens when that kind is taken
        self.build_bonus: list[int] = [0] * n
        self.may_look = 0  # bits of seats that may look as if they had the cat (Domestication)
        self.keeps_horns = 0  # bits of seats whose horns stay (Fortification)
        self.medals: tuple[tuple[int, ...], ...] = ((),) * n  # numbers of medals, sorted
        self.reachable_medals: tuple[tuple[int, ...], ...] = ((),) * n  # the medals a seat may still take
        self.gifts: tuple[Gift, ...] = ()  # face-down cards, in the order given
        # In the middle.
        stacks = self.lists()
        self.hidden_cards: list[int] = [count for stack in stacks for count in stack]  # not yet come to light
        self.hidden_totals: list[int] = [sum(stack) for stack in stacks]  # the same, summed
        self.stack_sizes: list[int] = self.hidden_totals[:]  # lying in the stack, a known top included
        # In a game begun in the middle: copies of each kind in all lists together that are not accounted for.
        # `hidden_cards` then only says whether a kind may be in a stack, as 1 or 0 (`account`). Empty in other games.
        self.pool: tuple[int, ...] = ()
        self.cards_in_stacks = sum(self.stack_sizes)
        self.uncounted_stacks = 0  # bits of stacks that nobody has counted: `stack_sizes` has a maximum
        self.known_tops: list[int] = [UNKNOWN] * (n + 1)  # the kind on top, if it has come to light
        # Times a card of the stack came to light; then progress tokens, medals, gifts.
        self.revealed: list[int] = [0] * (n + 4)
        self.center_seen_by = 0  # bits of seats that have seen the shared stack's top
        self.searching = UNKNOWN  # the stack the active seat is looking through
        self.searched: list[int] = []  # and what it has seen there, the open top first
        self.hidden_tokens: list[int] = lookup.copies[:]
        if MEDAL_TOKENS in setup.variant:
            self.hidden_tokens = [count + more for count, more in zip(lookup.copies, lookup.more, strict=True)]
        self.rest_tokens = sum(self.hidden_tokens)
        self.box_medals = (1 << len(lookup.medals)) - 1 if WITH_MEDALS in setup.variant else 0  # bits, not laid out
        self.gap_medals: tuple[tuple[int, ...], ...] = ((),) * (n + 1)  # the medal in each, numbered like stacks
        self.middle_medals: tuple[int, ...] = ()  # medals open to all
        self.awaiting_medal: tuple[int, ...] = ()  # seats that wait for one from the box
        self.token_row: list[int] = []  # face-up progress tokens
        self.discard: list[int] = [0] * KINDS
        self.cat = NO_SEAT
        self.markers = lookup.conflict_tokens(n)
        self.flipped = 0
        # In this turn.
        self.card_source = "take"  # what brings the card that is on its way
        self.has_looked = False  # the look of this turn is used up
        self.gift_of = 0  # whose gift is being turned up
        self.doubled = False  # a coin has paid for two
        self.waiting_extras = 0  # token bits: extra cards waiting
        self.used_extras = 0  # token bits: extra cards had
        self.early_extras = 0  # token bits: extra cards that a gift opened: may come before the card of the turn
        self.spent_cards: tuple[int, ...] = ()  # green cards given for the token that is on its way
        self.pending_effects: list[int] = []  # what effects still bring, last first: a stack, or ~number of an effect

    def copy_into(self, other: "Position") -> None:
        """Make `other` an independent twin."""
        other.lookup = self.lookup
        other.setup = self.setup
        other.seats = self.seats
        other.eager = self.eager
        other.economy_forces = self.economy_forces
        other.wonders = self.wonders
        other.turn = self.turn
        other.active = self.active
        other.ended = self.ended
        other.phase = self.phase
        other.offer = self.offer
        other.to_act = self.to_act
        other.pending_chance = self.pending_chance
        other.chance_reason = self.chance_reason
        other.cards = self.cards[:]
        other.hands = self.hands[:]
        other.built = self.built[:]
        other.medal_counts = self.medal_counts[:]
        other.shields = self.shields[:]
        other.military = self.military[:]
        other.tokens = self.tokens[:]
        other.payment_flags = self.payment_flags[:]
        other.take_bonus = self.take_bonus[:]
        other.build_bonus = self.build_bonus[:]
        other.may_look = self.may_look
        other.keeps_horns = self.keeps_horns
        other.medals = self.medals
        other.reachable_medals = self.reachable_medals
        other.gifts = self.gifts
        other.hidden_cards = self.hidden_cards[:]
        other.hidden_totals = self.hidden_totals[:]
        other.pool = self.pool
        other.stack_sizes = self.stack_sizes[:]
        other.cards_in_stacks = self.cards_in_stacks
        other.uncounted_stacks = self.uncounted_stacks
        other.known_tops = self.known_tops[:]
        other.revealed = self.revealed[:]
        other.center_seen_by = self.center_seen_by
        other.searching = self.searching
        other.searched = self.searched[:]
        other.hidden_tokens = self.hidden_tokens[:]
        other.rest_tokens = self.rest_tokens
        other.token_row = self.token_row[:]
        other.box_medals = self.box_medals
        other.gap_medals = self.gap_medals
        other.middle_medals = self.middle_medals
        other.awaiting_medal = self.awaiting_medal
        other.discard = self.discard[:]
        other.cat = self.cat
        other.markers = self.markers
        other.flipped = self.flipped
        other.card_source = self.card_source
        other.has_looked = self.has_looked
        other.gift_of = self.gift_of
        other.doubled = self.doubled
        other.waiting_extras = self.waiting_extras
        other.used_extras = self.used_extras
        other.early_extras = self.early_extras
        other.spent_cards = self.spent_cards
        other.pending_effects = self.pending_effects[:]

    # ---- what lies where -----------------------------------------------------------------------------

    def lists(self) -> list[list[int]]:
        """List the initial cards of each stack, by kind."""
        return [self.lookup.center] + [wonder.deck for wonder in self.wonders]

    def stack(self, seat: int, side: int) -> int:
        """Return the stack on a seat's left (0), right (1) or in the centre (2)."""
        if side == 0:
            return seat + 1
        return CENTER_STACK if side == 2 else seat or self.seats

    def total_shields(self, seat: int) -> int:
        """Return the shields of red cards and the permanent ones."""
        total = self.shields[seat]
        for kind in self.lookup.shielded:
            total += self.cards[seat * KINDS + kind] * self.lookup.shields[kind]
        return total

    def points(self, seat: int) -> Points:
        """Return one seat's points, as if the game ended now."""
        kinds = len(self.lookup.tokens)
        return scoring.points(
            self.lookup,
            self.wonders[seat],
            self.built[seat],
            seat_cards(self, seat),
            self.cat == seat,
            self.military[seat],
            self.tokens[seat * kinds : (seat + 1) * kinds],
            len(self.medals[seat]),
        )

    def score(self, seat: int) -> dict[str, int]:
        """Return one seat's points by category, with their total."""
        return scoring.points_by_category(self.points(seat))

    def winners(self) -> tuple[Seat, ...]:
        """Return the winners: most points, ties broken by built stages; empty until the game is over."""
        if not self.ended:
            return ()
        totals = [scoring.total(self.points(seat)) for seat in range(self.seats)]
        return winners(totals, [mask.bit_count() for mask in self.built])

    # ---- how things move -----------------------------------------------------------------------------

    def leave_stack(self, stack: int) -> None:
        """Remove the top card of a stack."""
        self.stack_sizes[stack] -= 1
        self.cards_in_stacks -= 1
        self.known_tops[stack] = UNKNOWN
        if stack == CENTER_STACK:
            self.center_seen_by = 0

    def account(self, kind: int, count: int) -> None:
        """Account for `more` copies of a kind, in a game that began in the middle, and update what stacks may hold."""
        unseen = max(0, self.pool[kind] - count)
        self.pool = (*self.pool[:kind], unseen, *self.pool[kind + 1 :])
        for stack, cards in enumerate(self.lists()):
            at = stack * KINDS + kind
            may_be = 1 if cards[kind] and unseen else 0
            self.hidden_totals[stack] += may_be - self.hidden_cards[at]
            self.hidden_cards[at] = may_be

    def gain_card(self, seat: int, kind: int, emit: Emit | None) -> None:
        """Give a card to the active seat, with its immediate effects."""
        lookup, at = self.lookup, seat * KINDS + kind
        self.cards[at] += 1
        if kind <= COIN:
            self.hands[seat] += PACK[kind]
        self.medal_counts[seat] += lookup.counts[kind]
        bonus = self.take_bonus[at]
        if bonus:
            self.open_extras(seat, bonus, emit)
        horns = lookup.horns[kind]
        if horns:
            self.turn_markers(seat, horns, emit)
        if lookup.cats[kind]:
            self.move_cat(seat, emit)

    def move_cat(self, seat: int, emit: Emit | None) -> None:
        """Move the cat to a seat, unless it is there already."""
        before = self.cat
        if before == seat:
            return
        self.cat = seat
        self.medal_counts[seat] += ONE_CAT
        if before != NO_SEAT:
            self.medal_counts[before] -= ONE_CAT
        if emit is not None:
            emit(CatMoved(seat=seat + 1, before=None if before == NO_SEAT else before + 1), EVERYONE)

    def move_cards(self, seat: int, kind: int, count: int) -> None:
        """Move `count` cards to a seat (or from it, if negative)."""
        self.cards[seat * KINDS + kind] += count
        self.hands[seat] += count * PACK[kind]
        self.medal_counts[seat] += count * self.lookup.counts[kind]

    def spend(self, seat: int, kind: int, count: int) -> None:
        """Move cards of a seat to the discard pile."""
        self.cards[seat * KINDS + kind] -= count
        self.hands[seat] -= count * PACK[kind]
        self.medal_counts[seat] -= count * self.lookup.counts[kind]
        self.discard[kind] += count

    def open_extras(self, seat: int, bonus: int, emit: Emit | None) -> None:
        """Open the extra cards that tokens grant, each once a turn (ruling 23)."""
        fresh = bonus & ~(self.used_extras | self.waiting_extras)
        self.waiting_extras |= fresh
        if fresh and emit is not None:
            for number, token in enumerate(self.lookup.tokens):
                if fresh >> number & 1:
                    emit(ExtraOpened(seat=seat + 1, token=token), EVERYONE)

    def turn_markers(self, seat: int, horns: int, emit: Emit | None) -> None:
        """Turn conflict tokens to battle; surplus horns do nothing (ruling 25)."""
        turned = min(horns, self.markers - self.flipped)
        if not turned:
            return
        self.flipped += turned
        if emit is not None:
            emit(MarkersTurned(seat=seat + 1, count=turned, flipped=self.flipped, tokens=self.markers), EVERYONE)


def seat_cards(position: Position, seat: Seat | int) -> list[int]:
    """Return one seat's cards, by kind."""
    return position.cards[seat * KINDS : (seat + 1) * KINDS]
