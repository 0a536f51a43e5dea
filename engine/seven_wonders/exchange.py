"""A world that a reader cannot tell from this one: whatever it does not see is exchanged.

Hidden from a seat are the hands, unplayed leaders and unrevealed choices of the others, the discard (but while it is
asked what to build of it), what lies under stages, the box, and what is still to be dealt. Backs tell an age, so cards
are exchanged within their age. Where nobody tells hands, nothing is hidden in the state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.game import Rng, Seat
from engine.seven_wonders.cards import AGES

if TYPE_CHECKING:
    from engine.seven_wonders.state import SevenWondersState

GUILD: Final = -1  # any guild, until it is said which
TRIES: Final = 64


def exchanged(state: SevenWondersState, seat: Seat | None, rng: Rng) -> SevenWondersState:
    """Such a world; this one again if no other is found in which the pending question would be asked."""
    if not state.eager:
        return state.copy()
    asked = state.to_act[0] if state.question() not in (None, "draft", "recruit", "play") and state.to_act else None
    for _ in range(TRIES):
        twin = state.copy()
        sees_discard = seat is not None and seat == asked and state.question() == "rebuild"
        for age in range(1, AGES + 1):
            _exchange_cards(twin, age, seat, sees_discard, rng)
        _exchange_leaders(twin, seat, rng)
        if asked is None or asked == seat:
            break
        offer = twin.offered_anew(asked)
        if offer:
            twin.offers[asked] = offer
            break
    else:
        twin = state.copy()
    for other in range(state.seats):
        if other == seat or asked is not None:
            continue
        twin.offers[other] = None
        if state.choices[other] is not None:
            twin.choose_anew(other, rng)
    twin.seen = None  # it was of what is exchanged now
    return twin


def _exchange_cards(twin: SevenWondersState, age: int, seat: Seat | None, sees_discard: bool, rng: Rng) -> None:
    box = twin.box
    now = age == twin.age
    others = [other for other in range(twin.seats) if other != seat and now and twin.hands[other]]
    pool = [card for other in others for card in twin.hands[other]]
    pool += [card for card in twin.under if box.age[card] == age]
    if not sees_discard:
        pool += [card for card in twin.discard if box.age[card] == age]
    dealing = now and bool(twin.deck or twin.guilds_left)
    if dealing:
        pool += twin.deck + [GUILD] * twin.guilds_left
    if not pool:
        return
    hidden = sorted([_veiled(twin, card) for card in pool])  # what it gives hangs on nothing hidden
    _shuffle(hidden, rng)
    if age == AGES:
        seen = [card for other in range(twin.seats) if other == seat for card in twin.hands[other]]
        seen += twin.discard if sees_discard else []
        free = [guild for guild in box.guilds if not twin.standing[guild] and guild not in seen]
        _shuffle(free, rng)
        # Guilds still to be dealt stay unnamed; the others are named now.
        for at in range(len(hidden) - (len(twin.deck) + twin.guilds_left if dealing else 0)):
            if hidden[at] == GUILD:
                hidden[at] = free.pop()
        if dealing:
            twin.guilds = sorted(free)
    at = 0
    for other in others:
        size = len(twin.hands[other])
        twin.hands[other] = tuple(sorted(hidden[at : at + size]))
        at += size
    for place, card in enumerate(twin.under):
        if box.age[card] == age:
            twin.under[place] = hidden[at]
            at += 1
    if not sees_discard:
        for place, card in enumerate(twin.discard):
            if box.age[card] == age:
                twin.discard[place] = hidden[at]
                at += 1
    if dealing:
        rest = hidden[at:]
        twin.deck = sorted([card for card in rest if card != GUILD])
        twin.guilds_left = len(rest) - len(twin.deck)


def _veiled(twin: SevenWondersState, card: int) -> int:
    return GUILD if card != GUILD and card in twin.box.guilds else card


def _exchange_leaders(twin: SevenWondersState, seat: Seat | None, rng: Rng) -> None:
    others = [other for other in range(twin.seats) if other != seat]
    pool = [leader for other in others for leader in twin.leaders[other] + twin.drafts[other]]
    pool = sorted(pool + twin.in_box + twin.gone)
    _shuffle(pool, rng)
    at = 0
    for other in others:
        for held in (twin.leaders, twin.drafts):
            size = len(held[other])
            held[other] = tuple(sorted(pool[at : at + size]))
            at += size
    size = len(twin.in_box)
    twin.in_box = sorted(pool[at : at + size])
    twin.gone = pool[at + size :]


def _shuffle(cards: list[int], rng: Rng) -> None:
    for at in range(len(cards) - 1, 0, -1):
        other = int(rng.random() * (at + 1))
        cards[at], cards[other] = cards[other], cards[at]


def drawn(cards: list[int], number: int, rng: Rng) -> list[int]:
    """So many of these, each set as likely."""
    left = cards[:]
    found = []
    for _ in range(number):
        at = int(rng.random() * len(left))
        found.append(left[at])
        left[at] = left[-1]
        left.pop()
    return found
