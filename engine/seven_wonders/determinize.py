"""Determinization: replace what a reader does not see by a random choice that fits everything it has seen.

Hidden from a seat are the hands, unplayed leaders and unrevealed choices of the other seats, the discard pile (except
while the seat is asked what to build from it), the cards under wonder stages, the box, and the cards still to be dealt.
Card backs show the age, so cards are only swapped within their age. A seat remembers the hands it has passed on: each
card of them is still in a hand, has been built, or lies face down. In games that people deal, hands are empty.
"""

from typing import Final

from engine.game import Rng, Seat
from engine.seven_wonders.data_schema import AGES, PURPLE
from engine.seven_wonders.packed_position import Position
from engine.seven_wonders.questions import REBUILD, choose_again, is_secret_choice, renew_offer

GUILD: Final = -1  # a guild that is not chosen yet
MAX_TRIES: Final = 64  # determinizations until one fits the pending question


def determinize(twin: Position, seat: Seat | None, rng: Rng) -> bool:
    """Replace what `seat` (None: the public) does not see. Return False if the pending question could not come up."""
    asked = twin.to_act[0] if twin.to_act and not is_secret_choice(twin) and twin.pending_chance < 0 else None
    sees_discard = seat is not None and seat == asked and twin.phase == REBUILD
    for age in range(1, AGES + 1):
        _determinize_cards(twin, age, seat, sees_discard, rng)
    _determinize_leaders(twin, seat, rng)
    clear_memory(twin, seat)
    if asked is None:
        for other in range(twin.seats):
            if other != seat:
                twin.offers[other] = None
                if twin.choices[other] is not None:
                    choose_again(twin, other, rng)
        return True
    if asked != seat:
        offer = renew_offer(twin, asked)
        twin.offers[asked] = offer
        return bool(offer)
    return True


def _determinize_cards(twin: Position, age: int, seat: Seat | None, sees_discard: bool, rng: Rng) -> None:
    lookup = twin.lookup
    now = age == twin.age
    others = [other for other in range(twin.seats) if other != seat and now and twin.hands[other]]
    piles = [twin.under_stages] if sees_discard else [twin.under_stages, twin.discard]
    down = [card for pile in piles for card in pile if lookup.age[card] == age]
    pool = [card for other in others for card in twin.hands[other]] + down
    dealing = now and bool(twin.deck or twin.guilds_left)
    if dealing:
        pool += twin.deck + [GUILD] * twin.guilds_left
    if not pool:
        return
    held: dict[int, list[int]] = {other: [] for other in others}
    lying: list[int] = []
    if now and seat is not None:
        places = 0 if sees_discard else len(down)
        _remember(twin, seat, pool=pool, held=held, lying=lying, places=places, rng=rng)
    hidden = sorted([_veil(twin, card) for card in pool])  # so that the result does not depend on hidden cards
    _shuffle(hidden, rng)
    if age == AGES:
        seen = [card for other in range(twin.seats) if other == seat for card in twin.hands[other]]
        seen += twin.discard if sees_discard else []
        seen += lying + [card for hand in held.values() for card in hand]
        free = [guild for guild in lookup.guilds if not twin.copies_built[guild] and guild not in seen]
        _shuffle(free, rng)
        # Guilds still to be dealt stay unnamed; the others are named now.
        for at in range(len(hidden) - (len(twin.deck) + twin.guilds_left if dealing else 0)):
            if hidden[at] == GUILD:
                hidden[at] = free.pop()
        if dealing:
            twin.guilds = sorted(free)
    at = 0
    for other in others:
        wanted = len(twin.hands[other]) - len(held[other])
        twin.hands[other] = tuple(sorted(held[other] + hidden[at : at + wanted]))
        at += wanted
    wanted = len(down) - len(lying)
    lying += hidden[at : at + wanted]
    at += wanted
    for pile in piles:
        for place, card in enumerate(pile):
            if lookup.age[card] == age:
                pile[place] = lying.pop()
    if dealing:
        rest = hidden[at:]
        twin.deck = sorted([card for card in rest if card != GUILD])
        twin.guilds_left = len(rest) - len(twin.deck)


def clear_memory(twin: Position, seat: Seat | None) -> None:
    """Clear the memory of every seat but `seat`: after a determinization it would name cards that are elsewhere."""
    twin.put_down = [down if each == seat else () for each, down in enumerate(twin.put_down)]
    twin.remembered = tuple(
        [tuple([known if each == seat else () for each, known in enumerate(row)]) for row in twin.remembered]
    )


def _remember(
    twin: Position, seat: int, pool: list[int], held: dict[int, list[int]], lying: list[int], places: int, rng: Rng
) -> None:
    """Move the cards that `seat` remembers from `pool` to where they can be.

    Cards that the seat put down itself go to `lying`; cards of hands that it passed on go to `held`, and those for
    which a hand has no room to `lying`. `places`: how many cards `lying` has room for. A remembered card that is not in
    the pool has been built from the discard pile since, and is skipped.
    """
    for card in twin.put_down[seat]:
        if card in pool and len(lying) < places:
            pool.remove(card)
            lying.append(card)
    rest: list[int] = []
    for other, hand in held.items():
        may = sorted(_left_of(twin, seat, other))
        _shuffle(may, rng)
        for card in may:
            if card in pool and len(hand) < len(twin.hands[other]):
                pool.remove(card)
                hand.append(card)
            else:
                rest.append(card)
    for card in rest:
        if card in pool and len(lying) < places:
            pool.remove(card)
            lying.append(card)


def _left_of(twin: Position, seat: int, other: int) -> list[int]:
    """Return the cards that `seat` passed on and that are in the hand of `other` unless they were built since."""
    left = list(twin.remembered[other][seat])
    step = 1 if twin.lookup.passing[twin.age - 1] == "left" else -1
    holder, turn = other, twin.turn
    while left and holder != seat:
        built = twin.built_of_hand[(turn - 1) * twin.seats + holder]
        if built in left:
            left.remove(built)
        holder, turn = (holder - step) % twin.seats, turn - 1
    return left


def _veil(twin: Position, card: int) -> int:
    return GUILD if card != GUILD and twin.lookup.colour[card] == PURPLE else card


def _determinize_leaders(twin: Position, seat: Seat | None, rng: Rng) -> None:
    others = [other for other in range(twin.seats) if other != seat]
    pool = [leader for other in others for leader in twin.leaders[other] + twin.drafts[other]]
    pool = sorted(pool + twin.in_box + twin.face_down_leaders)
    _shuffle(pool, rng)
    at = 0
    for other in others:
        for held in (twin.leaders, twin.drafts):
            size = len(held[other])
            held[other] = tuple(sorted(pool[at : at + size]))
            at += size
    size = len(twin.in_box)
    twin.in_box = sorted(pool[at : at + size])
    twin.face_down_leaders = pool[at + size :]


def _shuffle(cards: list[int], rng: Rng) -> None:
    for at in range(len(cards) - 1, 0, -1):
        other = int(rng.random() * (at + 1))
        cards[at], cards[other] = cards[other], cards[at]
