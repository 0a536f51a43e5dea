"""Reports from people's cardboard: corrected counts and their consequences."""

from collections.abc import Sequence
from typing import TypeVar

import msgspec

from engine import corrections_and_agreements
from engine.bit_sets import numbers
from engine.corrections_and_agreements import Count, CountCorrection, WonderCorrection
from engine.game import Seat
from engine.seven_wonders.actions import Action, Build, Choose, Stage
from engine.seven_wonders.data_schema import AGES, CLASSES, STAGE
from engine.seven_wonders.effects import KINDS, recount
from engine.seven_wonders.packed_position import DEFEAT, SYMBOLS, TOKENS, Position
from engine.seven_wonders.record_header import EXPERTS

Paid = TypeVar("Paid", bound=Build | Stage)


def reseated(at: Position, seat: Seat, action: Action, to: Sequence[Seat]) -> Action:
    """Return the action for rearranged seats: the same people are paid.

    Somebody who is no longer beside the payer is taken for the one on that side.
    """
    match action:
        case CountCorrection() | WonderCorrection():
            return corrections_and_agreements.reseat_line(action, to)
        case Choose(Build() | Stage() as what):
            return Choose(_reseat_payment(at, seat, what, to))
        case Build() | Stage():
            return _reseat_payment(at, seat, action, to)
    return action


def _reseat_payment(at: Position, seat: int, action: Paid, to: Sequence[Seat]) -> Paid:
    own, left, right = to[seat], action.left, action.right
    crossed = (
        to[at.left_neighbour(seat)] == at.right_neighbour(own)
        if left
        else to[at.right_neighbour(seat)] == at.left_neighbour(own)
    )
    return msgspec.structs.replace(action, left=right, right=left) if (left or right) and crossed else action


def correctable_counts(at: Position) -> dict[str, Count]:
    """Return what people may count: whatever lies before a seat, at any moment."""
    found: dict[str, Count] = {}
    if at.eager or at.asked >= 0 or not at.acting:
        return found
    lookup = at.lookup
    for seat in range(at.seats):
        number = seat + 1
        found[f"coins {number}"] = Count(at.coins[seat])
        found[f"stages {number}"] = Count(at.stages[seat], 0, at.boards[seat].stages)
        found[f"shields {number}"] = Count(at.shields[seat])
        found[f"defeats {number}"] = Count(at.tokens[seat * TOKENS + DEFEAT])
        for age in range(1, AGES + 1):
            found[f"victories-{at.token_value(age)} {number}"] = Count(at.tokens[seat * TOKENS + age])
        for place, symbol in enumerate(KINDS[:-1]):  # what may be any is counted as the others are
            found[f"symbol {symbol} {number}"] = Count(at.symbols[seat * SYMBOLS + place])
        found |= {f"card {lookup.cards[card]} {number}": Count(1, 0, 1) for card in numbers(at.cities[seat])}
        found |= {f"leader {lookup.leaders[leader]} {number}": Count(1, 0, 1) for leader in numbers(at.face_up[seat])}
    return found


def things(at: Position) -> dict[str, int]:
    """Map cards with a copy outside cities, and leaders, to the highest count that a seat can have."""
    if not correctable_counts(at):
        return {}
    lookup, copies = at.lookup, at.lookup.copies[at.seats]
    found = {}
    for card, name in enumerate(lookup.cards):
        age = lookup.age[card]
        there = 1 if card in lookup.guilds else copies[age][card]
        if age <= max(at.age, 1) and at.standing[card] < there:
            found[f"card {name}"] = 1
    if at.with_leaders:
        experts = lookup.experts if EXPERTS in at.setup.variant else []
        found |= {f"leader {lookup.leaders[leader]}": 1 for leader in (*lookup.standard, *experts)}
    return found


def set_count(at: Position, what: str, n: int) -> None:
    """Set a count. Standing effects follow, and no one-time effects."""
    kind, _, rest = what.partition(" ")
    thing, _, number = rest.rpartition(" ")
    seat = int(number) - 1
    match kind:
        case "coins":
            at.coins[seat] = n
        case "stages":
            at.stages[seat] = at.counts[seat * CLASSES + STAGE] = n
        case "shields":
            at.shields_otherwise[seat] += n - at.shields[seat]
        case "defeats":
            at.tokens[seat * TOKENS + DEFEAT] = n
        case "symbol":
            place = seat * SYMBOLS + KINDS.index(thing)
            at.symbols_otherwise[place] += n - at.symbols[place]
        case "card":
            _set_card(at, seat, at.lookup.card[thing], n)
        case "leader":
            _set_leader(at, seat, at.lookup.leader[thing], n)
        case _:
            age = next(age for age in range(1, AGES + 1) if kind == f"victories-{at.token_value(age)}")
            at.tokens[seat * TOKENS + age] = n
    recount(at, seat)


def _set_card(at: Position, seat: int, card: int, n: int) -> None:
    """Set a card of a city. It replaces another one of its name."""
    lookup = at.lookup
    for each in numbers(at.cities[seat] & (lookup.namesakes[card] | 1 << card)):
        at.cities[seat] &= ~(1 << each)
        at.counts[seat * CLASSES + lookup.colour[each]] -= 1
        at.standing[each] -= 1
    if n:
        at.cities[seat] |= 1 << card
        at.counts[seat * CLASSES + lookup.colour[card]] += 1
        at.standing[card] += 1


def _set_leader(at: Position, seat: int, leader: int, n: int) -> None:
    """Set a leader of a seat, taking it from wherever it is; one that is not face up any more is held again."""
    for other in range(at.seats):
        if at.face_up[other] >> leader & 1:
            at.face_up[other] &= ~(1 << leader)
            at.unplayed[other] += 1
            recount(at, other)
        at.buried[other] &= ~(1 << leader)
    at.recruited &= ~(1 << leader)
    if n:
        at.face_up[seat] |= 1 << leader
        at.recruited |= 1 << leader
        at.recruited_in[leader] = at.recruited_in[leader] or max(at.age, 1)
        at.unplayed[seat] = max(0, at.unplayed[seat] - 1)
