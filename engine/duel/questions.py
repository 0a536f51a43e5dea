"""Questions to a seat, by phase, and to chance, by what is revealed next; and the actions that a turn offers."""

from collections.abc import Iterable
from typing import Final

from engine.duel.actions import Action
from engine.duel.packed_position import Position
from engine.duel.payments import bill
from engine.game import CHANCE, Seat

# phase: what the active seat is asked
SETUP: Final = 0
DRAFT: Final = 1
TURN: Final = 2
PROGRESS: Final = 3
DESTROY: Final = 4
REVIVE: Final = 5
KEEP: Final = 6
START: Final = 7
GAME_OVER: Final = 8
WORDS: Final = ("", "draft", "turn", "progress", "destroy", "revive", "keep", "start", "")  # by phase
# asked: what the pending chance is
TOKEN: Final = 0
OFFER: Final = 1
LAY: Final = 2  # a card as an age is laid out, or the back of one
TURN_UP: Final = 3
DRAW: Final = 4

BY_CHANCE: Final = (CHANCE,)
BY_SEAT: Final = ((Seat(0),), (Seat(1),))
NO_ACTIONS: Final[tuple[Action, ...]] = ()


def uses(pos: Position, seat: int, cards: Iterable[int]) -> tuple[Action, ...]:
    """List every use of these cards by a seat; `card_cost` and `bill` are inlined for speed."""
    lookup, deck = pos.lookup, pos.lookup.deck
    coins = pos.coins[seat]
    city = pos.cities[seat]
    purse = pos.purse[seat]
    discounts = pos.discounts
    base = 8 * seat
    wonders = 0
    for cost, bit in pos.wonder_bills(seat):
        if cost <= coins:
            wonders += 2 * bit
    offer: list[Action] = []
    for number in cards:
        key = wonders
        card = deck[number]
        cost = card.coins
        if card.needs:
            discount = discounts[base + card.colour]
            part = (purse + discount if discount else purse) & card.part
            traded = card.bills.get(part)
            cost += bill(card.bills, card.needs, part) if traded is None else traded
        if cost <= coins or city & card.makes_free:
            key += 1
        ways = card.uses.get(key)
        offer += lookup.list_uses(number, key) if ways is None else ways
    return tuple(offer)
