"""Questions to a seat and the actions offered: phases, prebuilt actions, and offers that depend on counts."""

from collections.abc import Sequence
from typing import Final

from engine.architects import actions
from engine.architects.actions import CENTER, LEFT, RIGHT, Action, Reveal
from engine.architects.data_schema import KINDS
from engine.architects.lookup_tables import Lookup
from engine.architects.packed_position import Position
from engine.game import CHANCE, Seat
from engine.memoize import memoize

# phase: what the active seat is asked
SETUP: Final = 0
TAKE: Final = 1
MAIN: Final = 2
ANY_STACK: Final = 3
SIDE: Final = 4
KEEP: Final = 5
TOKEN: Final = 6
GAME_OVER: Final = 7
NEAR_STACK: Final = 8
STEAL: Final = 9
# why: what the pending chance is for
TURN_UP: Final = 0
TAKE_CARD: Final = 1
LOOK: Final = 2
SEARCH: Final = 3
ROW: Final = 4
UNCOVER: Final = 5
LAY: Final = 6
HAND: Final = 7
GIFT: Final = 8
POOLED: Final = 9  # as TAKEN, in a game begun in the middle

PEEK: Final = actions.Peek()
END_TURN: Final = actions.EndTurn()
GIFTS: Final = tuple(actions.RevealGift(kind) for kind in range(KINDS))
KEEP_ACTIONS: Final = tuple(actions.Keep(kind) for kind in range(KINDS))
REVEAL_ACTIONS: Final = tuple(tuple(Reveal(stack, kind) for kind in range(KINDS)) for stack in range(8))
# By which of left, right, centre have cards (bits 0, 1, 2) and whether a look is allowed (bit 3).
TAKE_ACTIONS: Final = tuple(
    ((PEEK,) if bits & 8 else ()) + tuple(actions.Take(side) for side in (LEFT, RIGHT, CENTER) if bits >> side & 1)
    for bits in range(16)
)
BY_CHANCE: Final = (CHANCE,)
BY_SEAT: Final = tuple((Seat(seat),) for seat in range(7))
NO_ACTIONS: Final[tuple[Action, ...]] = ()


def science_sets(compasses: int, gears: int, tablets: int) -> int:
    """Return the science sets that these cards make, as bits of SCIENCE_SETS (rulings 20, 21)."""
    sets = 0
    if compasses > 1:
        sets |= 1
    if gears > 1:
        sets |= 2
    if tablets > 1:
        sets |= 4
    return sets | 8 if compasses and gears and tablets else sets


def token_offers(pos: Position, sets: int) -> tuple[Action, ...]:
    """List the face-up tokens, then the hidden one, each for every science set; `sets`: bits of SCIENCE_SETS."""
    offers = NO_ACTIONS
    for number in sorted(set(pos.token_row)):
        offers += pos.lookup.progress[number][sets]
    return offers + pos.lookup.progress[-1][sets] if pos.rest_tokens else offers


def theft_offers(cards: Sequence[int], seat: int) -> tuple[Action, ...]:
    """List every card of every other seat. `cards` are by seat and kind."""
    return tuple(
        actions.Steal(at // KINDS + 1, at % KINDS) for at, count in enumerate(cards) if count and at // KINDS != seat
    )


@memoize(1 << 8)
def extra_offers(lookup: Lookup, opened: int, reachable: int) -> tuple[Action, ...]:
    """List the open extra cards, from every non-empty stack in reach."""
    return tuple(
        actions.Extra(name, side)
        for number, name in enumerate(lookup.tokens)
        if opened >> number & 1
        for side in (LEFT, RIGHT, CENTER)
        if reachable >> side & 1
    )


def keep_offers(pos: Position) -> tuple[Action, ...]:
    """List the cards that may be kept from the stack that is looked through: those seen, or any if nobody recorded
    them.
    """
    if pos.eager:
        return tuple(KEEP_ACTIONS[kind] for kind in sorted(set(pos.searched)))
    base, top = pos.searching * KINDS, pos.known_tops[pos.searching]
    return tuple(KEEP_ACTIONS[kind] for kind in range(KINDS) if pos.hidden_cards[base + kind] or kind == top)
