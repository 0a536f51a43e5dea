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


def determinize(pos: Position, seat: Seat | None, rng: Rng) -> bool:
    """Replace what `seat` (None: the public) does not see. Return False if the pending question could not come up."""
    asked = pos.to_act[0] if pos.to_act and not is_secret_choice(pos) and pos.pending_chance < 0 else None
    sees_discard = seat is not None and seat == asked and pos.phase == REBUILD
    for age in range(1, AGES + 1):
        _determinize_cards(pos, age, seat, sees_discard, rng)
    _determinize_leaders(pos, seat, rng)
    clear_memory(pos, seat)
    if asked is None:
        for other in range(pos.seats):
            if other != seat:
                pos.offers[other] = None
                if pos.choices[other] is not None:
                    choose_again(pos, other, rng)
        return True
    if asked != seat:
        offer = renew_offer(pos, asked)
        pos.offers[asked] = offer
        return bool(offer)
    return True


def _determinize_cards(pos: Position, age: int, seat: Seat | None, sees_discard: bool, rng: Rng) -> None:
    """Deal the cards of an age again that `seat` does not see: other hands, face-down piles, undealt cards."""
    is_current = age == pos.age
    others = [other for other in range(pos.seats) if is_current and other != seat and pos.hands[other]]
    piles = [pos.under_stages] if sees_discard else [pos.under_stages, pos.discard]
    face_down = [card for pile in piles for card in pile if pos.lookup.age[card] == age]
    undealt = pos.deck + [GUILD] * pos.guilds_left if is_current else []
    pool = [card for other in others for card in pos.hands[other]] + face_down + undealt
    if not pool:
        return
    hands: dict[int, list[int]] = {other: [] for other in others}
    lying: list[int] = []
    if is_current and seat is not None:
        room = 0 if sees_discard else len(face_down)
        _place_remembered(pos, seat, pool, hands, lying, room, rng)
    hidden = sorted([_veil(pos, card) for card in pool])  # so that the result does not depend on hidden cards
    _shuffle(hidden, rng)
    if age == AGES:
        seen = [card for hand in hands.values() for card in hand] + lying
        seen += pos.discard if sees_discard else []
        seen += pos.hands[seat] if seat is not None else ()
        _name_guilds(pos, hidden, len(undealt), seen, rng)
    start = 0
    for other, hand in hands.items():
        end = start + len(pos.hands[other]) - len(hand)
        pos.hands[other] = tuple(sorted(hand + hidden[start:end]))
        start = end
    end = start + len(face_down) - len(lying)
    lying += hidden[start:end]
    for pile in piles:
        for place, card in enumerate(pile):
            if pos.lookup.age[card] == age:
                pile[place] = lying.pop()
    if undealt:
        pos.deck = sorted([card for card in hidden[end:] if card != GUILD])
        pos.guilds_left = len(undealt) - len(pos.deck)


def _name_guilds(pos: Position, hidden: list[int], undealt: int, seen: list[int], rng: Rng) -> None:
    """Choose guilds for the places in `hidden`; those among the last `undealt` stay unnamed until they are dealt."""
    free = [guild for guild in pos.lookup.guilds if not pos.copies_built[guild] and guild not in seen]
    _shuffle(free, rng)
    for place in range(len(hidden) - undealt):
        if hidden[place] == GUILD:
            hidden[place] = free.pop()
    if undealt:
        pos.guilds = sorted(free)


def clear_memory(pos: Position, seat: Seat | None) -> None:
    """Clear the memory of every seat but `seat`: after a determinization it would name cards that are elsewhere."""
    pos.put_down = [down if each == seat else () for each, down in enumerate(pos.put_down)]
    pos.remembered = tuple(
        [tuple([known if each == seat else () for each, known in enumerate(row)]) for row in pos.remembered]
    )


def _place_remembered(
    pos: Position, seat: int, pool: list[int], hands: dict[int, list[int]], lying: list[int], room: int, rng: Rng
) -> None:
    """Move the cards that `seat` remembers from `pool` to where they can be.

    Cards that the seat put down itself go to `lying`, which has `room` for that many; cards that it passed on go to
    `hands`, or to `lying` if their hand is full. A remembered card that is not in the pool has been built from the
    discard pile since, and is skipped.
    """
    for card in pos.put_down[seat]:
        if card in pool and len(lying) < room:
            pool.remove(card)
            lying.append(card)
    rest: list[int] = []
    for other, hand in hands.items():
        passed_on = sorted(_cards_passed_on(pos, seat, other))
        _shuffle(passed_on, rng)
        for card in passed_on:
            if card in pool and len(hand) < len(pos.hands[other]):
                pool.remove(card)
                hand.append(card)
            else:
                rest.append(card)
    for card in rest:
        if card in pool and len(lying) < room:
            pool.remove(card)
            lying.append(card)


def _cards_passed_on(pos: Position, seat: int, other: int) -> list[int]:
    """Return the cards that `seat` passed on and that are in the hand of `other` unless they were built since."""
    left = list(pos.remembered[other][seat])
    step = 1 if pos.lookup.passing[pos.age - 1] == "left" else -1
    holder, turn = other, pos.turn
    while left and holder != seat:
        built = pos.built_of_hand[(turn - 1) * pos.seats + holder]
        if built in left:
            left.remove(built)
        holder, turn = (holder - step) % pos.seats, turn - 1
    return left


def _veil(pos: Position, card: int) -> int:
    return GUILD if card != GUILD and pos.lookup.colour[card] == PURPLE else card


def _determinize_leaders(pos: Position, seat: Seat | None, rng: Rng) -> None:
    others = [other for other in range(pos.seats) if other != seat]
    pool = [leader for other in others for leader in pos.leaders[other] + pos.drafts[other]]
    pool = sorted(pool + pos.in_box + pos.face_down_leaders)
    _shuffle(pool, rng)
    start = 0
    for other in others:
        for hands in (pos.leaders, pos.drafts):
            end = start + len(hands[other])
            hands[other] = tuple(sorted(pool[start:end]))
            start = end
    end = start + len(pos.in_box)
    pos.in_box = sorted(pool[start:end])
    pos.face_down_leaders = pool[end:]


def _shuffle(cards: list[int], rng: Rng) -> None:
    """Shuffle in place (Fisher-Yates)."""
    for place in range(len(cards) - 1, 0, -1):
        other = int(rng.random() * (place + 1))
        cards[place], cards[other] = cards[other], cards[place]
