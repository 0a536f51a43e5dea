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
        "active", "asked", "box_medals", "build_bonus", "built", "by", "cards", "cat", "discard", "doubled", "eager",
        "early", "economy_forces", "ended", "flipped", "gaps", "gift_of", "gifts", "handed", "hands", "hidden",
        "hidden_tokens", "keeps", "knows", "left", "left_in_all", "looked", "looks", "lookup", "markers", "medals",
        "middle", "military", "offer", "opened", "phase", "pool", "purse", "reach", "rest", "rest_tokens", "revealed",
        "row", "searched", "searching", "seats", "setup", "shields", "spent", "take_bonus", "tally", "to_act", "todo",
        "tokens", "top", "turn", "uncounted", "used", "why", "wonders",
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
        self.asked = NO_CHANCE  # the stack a pending chance asks; beyond the last, in order, tokens, medals, gifts
        self.why = 0  # what that chance is for
        # In front of each seat.
        self.cards: list[int] = [0] * (n * KINDS)
        self.hands: list[int] = [0] * n  # what can pay for stages, packed for payments.py; the same cards again
        self.built: list[int] = [0] * n  # bits of stages
        self.tally: list[int] = [0] * n  # what medals ask for, packed as lookup_tables.py says; the same things again
        self.shields: list[int] = [0] * n  # for good: wonders and tokens, not cards
        self.military: list[int] = [0] * n
        self.tokens: list[int] = [0] * (n * len(lookup.tokens))
        loose = LOOSE if setup.rules[LOOSE_COINS] else 0
        self.purse: list[int] = [loose] * n  # flags of payments.py
        self.take_bonus: list[int] = [0] * (n * KINDS)  # token bits: whose extra card opens when that kind is taken
        self.build_bonus: list[int] = [0] * n
        self.looks = 0  # bits of seats that may look as if they had the cat (Domestication)
        self.keeps = 0  # bits of seats whose horns stay (Fortification)
        self.medals: tuple[tuple[int, ...], ...] = ((),) * n  # numbers of medals, sorted
        self.reach: tuple[tuple[int, ...], ...] = ((),) * n  # the medals a seat may still take
        self.gifts: tuple[Gift, ...] = ()  # face-down cards, in the order given
        # In the middle.
        stacks = self.lists()
        self.hidden: list[int] = [count for stack in stacks for count in stack]  # not yet come to light
        self.rest: list[int] = [sum(stack) for stack in stacks]  # the same, summed
        self.left: list[int] = self.rest[:]  # lying in the stack, a known top included
        # In a game begun in the middle: copies of each kind in all lists together that are not accounted for. `hidden`
        # then says just whether a kind may be in a stack, as 1 or 0 (`account`). Empty in every other game.
        self.pool: tuple[int, ...] = ()
        self.left_in_all = sum(self.left)
        self.uncounted = 0  # bits of stacks that nobody has counted: `left` is how many there are at most
        self.top: list[int] = [UNKNOWN] * (n + 1)  # the kind on top, if it has come to light
        # Times a card of the stack came to light; then progress tokens, medals, gifts.
        self.revealed: list[int] = [0] * (n + 4)
        self.knows = 0  # bits of seats that have seen the shared stack's top
        self.searching = UNKNOWN  # the stack the active seat is looking through
        self.searched: list[int] = []  # and what it has seen there, the open top first
        self.hidden_tokens: list[int] = lookup.copies[:]
        if MEDAL_TOKENS in setup.variant:
            self.hidden_tokens = [count + more for count, more in zip(lookup.copies, lookup.more, strict=True)]
        self.rest_tokens = sum(self.hidden_tokens)
        self.box_medals = (1 << len(lookup.medals)) - 1 if WITH_MEDALS in setup.variant else 0  # bits, not laid out
        self.gaps: tuple[tuple[int, ...], ...] = ((),) * (n + 1)  # the medal in each, numbered like stacks
        self.middle: tuple[int, ...] = ()  # medals open to all
        self.handed: tuple[int, ...] = ()  # seats that wait for one from the box
        self.row: list[int] = []  # face-up progress tokens
        self.discard: list[int] = [0] * KINDS
        self.cat = NO_SEAT
        self.markers = lookup.conflict_tokens(n)
        self.flipped = 0
        # In this turn.
        self.by = "take"  # what brings the card that is on its way
        self.looked = False  # the look of this turn is used up
        self.gift_of = 0  # whose gift is being turned up
        self.doubled = False  # a coin has paid for two
        self.opened = 0  # token bits: extra cards waiting
        self.used = 0  # token bits: extra cards had
        self.early = 0  # token bits: extra cards that a gift opened, so they may come before the card of the turn
        self.spent: tuple[int, ...] = ()  # green cards given for the token that is on its way
        self.todo: list[int] = []  # what effects still bring, last first: a stack, or ~number of an effect

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
        other.asked = self.asked
        other.why = self.why
        other.cards = self.cards[:]
        other.hands = self.hands[:]
        other.built = self.built[:]
        other.tally = self.tally[:]
        other.shields = self.shields[:]
        other.military = self.military[:]
        other.tokens = self.tokens[:]
        other.purse = self.purse[:]
        other.take_bonus = self.take_bonus[:]
        other.build_bonus = self.build_bonus[:]
        other.looks = self.looks
        other.keeps = self.keeps
        other.medals = self.medals
        other.reach = self.reach
        other.gifts = self.gifts
        other.hidden = self.hidden[:]
        other.rest = self.rest[:]
        other.pool = self.pool
        other.left = self.left[:]
        other.left_in_all = self.left_in_all
        other.uncounted = self.uncounted
        other.top = self.top[:]
        other.revealed = self.revealed[:]
        other.knows = self.knows
        other.searching = self.searching
        other.searched = self.searched[:]
        other.hidden_tokens = self.hidden_tokens[:]
        other.rest_tokens = self.rest_tokens
        other.row = self.row[:]
        other.box_medals = self.box_medals
        other.gaps = self.gaps
        other.middle = self.middle
        other.handed = self.handed
        other.discard = self.discard[:]
        other.cat = self.cat
        other.markers = self.markers
        other.flipped = self.flipped
        other.by = self.by
        other.looked = self.looked
        other.gift_of = self.gift_of
        other.doubled = self.doubled
        other.opened = self.opened
        other.used = self.used
        other.early = self.early
        other.spent = self.spent
        other.todo = self.todo[:]

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
        self.left[stack] -= 1
        self.left_in_all -= 1
        self.top[stack] = UNKNOWN
        if stack == CENTER_STACK:
            self.knows = 0

    def account(self, kind: int, count: int) -> None:
        """Account for `more` copies of a kind, in a game that began in the middle, and update what stacks may hold."""
        unseen = max(0, self.pool[kind] - count)
        self.pool = (*self.pool[:kind], unseen, *self.pool[kind + 1 :])
        for stack, cards in enumerate(self.lists()):
            at = stack * KINDS + kind
            may_be = 1 if cards[kind] and unseen else 0
            self.rest[stack] += may_be - self.hidden[at]
            self.hidden[at] = may_be

    def gain_card(self, seat: int, kind: int, emit: Emit | None) -> None:
        """Give a card to the active seat, with its immediate effects."""
        lookup, at = self.lookup, seat * KINDS + kind
        self.cards[at] += 1
        if kind <= COIN:
            self.hands[seat] += PACK[kind]
        self.tally[seat] += lookup.counts[kind]
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
        self.tally[seat] += ONE_CAT
        if before != NO_SEAT:
            self.tally[before] -= ONE_CAT
        if emit is not None:
            emit(CatMoved(seat=seat + 1, before=None if before == NO_SEAT else before + 1), EVERYONE)

    def move_cards(self, seat: int, kind: int, count: int) -> None:
        """Move `count` cards to a seat (or from it, if negative)."""
        self.cards[seat * KINDS + kind] += count
        self.hands[seat] += count * PACK[kind]
        self.tally[seat] += count * self.lookup.counts[kind]

    def spend(self, seat: int, kind: int, count: int) -> None:
        """Move cards of a seat to the discard pile."""
        self.cards[seat * KINDS + kind] -= count
        self.hands[seat] -= count * PACK[kind]
        self.tally[seat] -= count * self.lookup.counts[kind]
        self.discard[kind] += count

    def open_extras(self, seat: int, bonus: int, emit: Emit | None) -> None:
        """Open the extra cards that tokens grant, each once a turn (ruling 23)."""
        fresh = bonus & ~(self.used | self.opened)
        self.opened |= fresh
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
