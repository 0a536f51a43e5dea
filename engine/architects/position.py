"""Where everything lies in a game of Architects: flat lists of small ints, copied by hand.

Lists by seat and kind are one flat list: seat * KINDS + kind. Stacks are numbered as in records (0 is the shared one).
A position knows where things are and how they move; whether a move is legal is `state`'s business.
"""

from typing import Final

from engine.architects.actions import CardTaken, CatMoved, ExtraOpened, MarkersTurned, stack_word
from engine.architects.box import CENTER_STACK, Box, Wonder
from engine.architects.cards import FACES, KINDS
from engine.architects.payments import LOOSE, PACK
from engine.architects.setup import ArchitectsSetup
from engine.game import EVERYONE, Seat, Tell

NOBODY: Final = -1
UNKNOWN: Final = -1


class Position:
    """The table and everything on it. Fields say what they count."""

    __slots__ = (
        "active",
        "box",
        "build_bonus",
        "built",
        "cards",
        "cat",
        "discard",
        "doubled",
        "eager",
        "economy_forces",
        "flipped",
        "hands",
        "hidden",
        "hidden_tokens",
        "knows",
        "left",
        "left_in_all",
        "lit",
        "markers",
        "military",
        "opened",
        "purse",
        "rest",
        "rest_tokens",
        "row",
        "searched",
        "searching",
        "seats",
        "setup",
        "shields",
        "spent",
        "take_bonus",
        "todo",
        "tokens",
        "top",
        "turn",
        "used",
        "wonders",
    )

    def __init__(self, box: Box, setup: ArchitectsSetup) -> None:
        n = setup.seats
        self.box = box
        self.setup = setup
        self.seats = n
        self.eager = setup.deal == "eager"
        self.economy_forces = setup.rules["economy-forces-a-build"]
        self.wonders: list[Wonder] = [box.wonders[name] for name in setup.wonders]
        self.turn = 0  # turns begun
        self.active: int = setup.first  # whose turn it is
        # In front of each seat.
        self.cards: list[int] = [0] * (n * KINDS)
        self.hands: list[int] = [0] * n  # what can pay for stages, packed for payments.py; the same cards again
        self.built: list[int] = [0] * n  # bits of stages
        self.shields: list[int] = [0] * n  # for good: wonders and tokens, not cards
        self.military: list[int] = [0] * n
        self.tokens: list[int] = [0] * (n * len(box.tokens))
        loose = LOOSE if setup.rules["coin-may-replace-a-resource-you-have"] else 0
        self.purse: list[int] = [loose] * n  # flags of payments.py
        self.take_bonus: list[int] = [0] * (n * KINDS)  # token bits: whose extra card opens when that kind is taken
        self.build_bonus: list[int] = [0] * n
        # In the middle.
        stacks = [box.center] + [wonder.deck for wonder in self.wonders]
        self.hidden: list[int] = [count for stack in stacks for count in stack]  # not yet come to light
        self.rest: list[int] = [sum(stack) for stack in stacks]  # the same, summed
        self.left: list[int] = self.rest[:]  # lying in the stack, a known top included
        self.left_in_all = sum(self.left)
        self.top: list[int] = [UNKNOWN] * (n + 1)  # the kind on top, if it has come to light
        self.lit: list[int] = [0] * (n + 2)  # times a card of the stack came to light; the last entry is the tokens'
        self.knows = 0  # bits of seats that have seen the shared stack's top
        self.searching = UNKNOWN  # the stack the active seat is looking through
        self.searched: list[int] = []  # and what it has seen there, the open top first
        self.hidden_tokens: list[int] = box.copies[:]
        self.rest_tokens = sum(box.copies)
        self.row: list[int] = []  # face-up progress tokens
        self.discard: list[int] = [0] * KINDS
        self.cat = NOBODY
        self.markers = box.conflict_tokens(n)
        self.flipped = 0
        # In this turn.
        self.doubled = False  # a coin has paid for two
        self.opened = 0  # token bits: extra cards waiting
        self.used = 0  # token bits: extra cards had
        self.spent: tuple[int, ...] = ()  # green cards given for the token that is on its way
        self.todo: list[int] = []  # what effects still bring, last first: a stack, or ~number of an effect

    def copy_into(self, other: "Position") -> None:
        """Make `other` an independent twin."""
        other.box = self.box
        other.setup = self.setup
        other.seats = self.seats
        other.eager = self.eager
        other.economy_forces = self.economy_forces
        other.wonders = self.wonders
        other.turn = self.turn
        other.active = self.active
        other.cards = self.cards[:]
        other.hands = self.hands[:]
        other.built = self.built[:]
        other.shields = self.shields[:]
        other.military = self.military[:]
        other.tokens = self.tokens[:]
        other.purse = self.purse[:]
        other.take_bonus = self.take_bonus[:]
        other.build_bonus = self.build_bonus[:]
        other.hidden = self.hidden[:]
        other.rest = self.rest[:]
        other.left = self.left[:]
        other.left_in_all = self.left_in_all
        other.top = self.top[:]
        other.lit = self.lit[:]
        other.knows = self.knows
        other.searching = self.searching
        other.searched = self.searched[:]
        other.hidden_tokens = self.hidden_tokens[:]
        other.rest_tokens = self.rest_tokens
        other.row = self.row[:]
        other.discard = self.discard[:]
        other.cat = self.cat
        other.markers = self.markers
        other.flipped = self.flipped
        other.doubled = self.doubled
        other.opened = self.opened
        other.used = self.used
        other.spent = self.spent
        other.todo = self.todo[:]

    # ---- what lies where -----------------------------------------------------------------------------

    def stack(self, seat: int, side: int) -> int:
        """The stack on a seat's left (0), right (1) or in the centre (2)."""
        if side == 0:
            return seat + 1
        return CENTER_STACK if side == 2 else seat or self.seats

    def total_shields(self, seat: int) -> int:
        """Red cards and what stays for good."""
        total = self.shields[seat]
        for kind in self.box.shielded:
            total += self.cards[seat * KINDS + kind] * self.box.shields[kind]
        return total

    # ---- how things move -----------------------------------------------------------------------------

    def gain_card(self, seat: int, stack: int, kind: int, by: str, tell: Tell | None) -> None:
        """A card leaves a stack and lies in front of a seat: extra cards open, horns sound, the cat walks."""
        self.left[stack] -= 1
        self.left_in_all -= 1
        self.top[stack] = UNKNOWN
        if stack == CENTER_STACK:
            self.knows = 0
        at = seat * KINDS + kind
        self.cards[at] += 1
        self.hands[seat] += PACK[kind]
        if tell is not None:
            tell(CardTaken(seat=seat + 1, stack=stack_word(stack), card=FACES[kind], by=by), EVERYONE)
        bonus = self.take_bonus[at]
        if bonus:
            self.open_extras(seat, bonus, tell)
        horns = self.box.horns[kind]
        if horns:
            self.turn_markers(seat, horns, tell)
        if self.box.cats[kind] and self.cat != seat:
            before, self.cat = self.cat, seat
            if tell is not None:
                tell(CatMoved(seat=seat + 1, before=None if before == NOBODY else before + 1), EVERYONE)

    def spend(self, seat: int, kind: int, count: int) -> None:
        """Cards go to the discard pile."""
        self.cards[seat * KINDS + kind] -= count
        self.hands[seat] -= count * PACK[kind]
        self.discard[kind] += count

    def open_extras(self, seat: int, bonus: int, tell: Tell | None) -> None:
        """Tokens grant an extra card, each once a turn (ruling 23)."""
        fresh = bonus & ~(self.used | self.opened)
        self.opened |= fresh
        if fresh and tell is not None:
            for number, token in enumerate(self.box.tokens):
                if fresh >> number & 1:
                    tell(ExtraOpened(seat=seat + 1, token=token), EVERYONE)

    def turn_markers(self, seat: int, horns: int, tell: Tell | None) -> None:
        """Horns turn conflict tokens to battle; surplus horns do nothing (ruling 25)."""
        turned = min(horns, self.markers - self.flipped)
        if not turned:
            return
        self.flipped += turned
        if tell is not None:
            tell(MarkersTurned(seat=seat + 1, count=turned, flipped=self.flipped, tokens=self.markers), EVERYONE)


def seat_cards(position: Position, seat: Seat | int) -> list[int]:
    """One seat's cards, by kind."""
    return position.cards[seat * KINDS : (seat + 1) * KINDS]
