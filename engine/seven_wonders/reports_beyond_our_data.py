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


def reseated(pos: Position, seat: Seat, action: Action, to: Sequence[Seat]) -> Action:
    """Return the action for rearranged seats: the same people are paid.

    Somebody who is no longer beside the payer is taken for the one on that side.
    """
    match action:
        case CountCorrection() | WonderCorrection():
            return corrections_and_agreements.reseat_line(action, to)
        case Choose(Build() | Stage() as what):
            return Choose(_reseat_payment(pos, seat, what, to))
        case Build() | Stage():
            return _reseat_payment(pos, seat, action, to)
    return action


def _reseat_payment(pos: Position, seat: int, action: Paid, to: Sequence[Seat]) -> Paid:
    own, left, right = to[seat], action.left, action.right
    crossed = (
        to[pos.left_neighbour(seat)] == pos.right_neighbour(own)
        if left
        else to[pos.right_neighbour(seat)] == pos.left_neighbour(own)
    )
    return msgspec.structs.replace(action, left=right, right=left) if (left or right) and crossed else action


def correctable_counts(pos: Position) -> dict[str, Count]:
    """Return what people may count: all that lies before a seat, at any moment."""
    found: dict[str, Count] = {}
    if pos.eager or pos.pending_chance >= 0 or not pos.acting:
        return found
    lookup = pos.lookup
    for seat in range(pos.seats):
        number = seat + 1
        found[f"coins {number}"] = Count(pos.coins[seat])
        found[f"stages {number}"] = Count(pos.stages[seat], 0, pos.boards[seat].stages)
        found[f"shields {number}"] = Count(pos.shields[seat])
        found[f"defeats {number}"] = Count(pos.tokens[seat * TOKENS + DEFEAT])
        for age in range(1, AGES + 1):
            found[f"victories-{pos.token_value(age)} {number}"] = Count(pos.tokens[seat * TOKENS + age])
        for place, symbol in enumerate(KINDS[:-1]):  # what may be any is counted as the others are
            found[f"symbol {symbol} {number}"] = Count(pos.symbols[seat * SYMBOLS + place])
        found |= {f"card {lookup.cards[card]} {number}": Count(1, 0, 1) for card in numbers(pos.cities[seat])}
        found |= {f"leader {lookup.leaders[leader]} {number}": Count(1, 0, 1) for leader in numbers(pos.face_up[seat])}
    return found


def things(pos: Position) -> dict[str, int]:
    """Map cards with a copy outside cities, and leaders, to the highest count that a seat can have."""
    if not correctable_counts(pos):
        return {}
    lookup, copies = pos.lookup, pos.lookup.copies[pos.seats]
    found = {}
    for card, name in enumerate(lookup.cards):
        age = lookup.age[card]
        there = 1 if card in lookup.guilds else copies[age][card]
        if age <= max(pos.age, 1) and pos.copies_built[card] < there:
            found[f"card {name}"] = 1
    if pos.with_leaders:
        experts = lookup.experts if EXPERTS in pos.setup.variant else []
        found |= {f"leader {lookup.leaders[leader]}": 1 for leader in (*lookup.standard, *experts)}
    return found


def set_count(pos: Position, what: str, n: int) -> None:
    """Set a count. Standing effects follow, and no one-time effects."""
    kind, _, rest = what.partition(" ")
    thing, _, number = rest.rpartition(" ")
    seat = int(number) - 1
    match kind:
        case "coins":
            pos.coins[seat] = n
        case "stages":
            pos.stages[seat] = pos.counts[seat * CLASSES + STAGE] = n
        case "shields":
            pos.shield_corrections[seat] += n - pos.shields[seat]
        case "defeats":
            pos.tokens[seat * TOKENS + DEFEAT] = n
        case "symbol":
            place = seat * SYMBOLS + KINDS.index(thing)
            pos.symbol_corrections[place] += n - pos.symbols[place]
        case "card":
            _set_card(pos, seat, pos.lookup.card[thing], n)
        case "leader":
            _set_leader(pos, seat, pos.lookup.leader[thing], n)
        case _:
            age = next(age for age in range(1, AGES + 1) if kind == f"victories-{pos.token_value(age)}")
            pos.tokens[seat * TOKENS + age] = n
    recount(pos, seat)


def _set_card(pos: Position, seat: int, card: int, n: int) -> None:
    """Set a card of a city. It replaces another one of its name."""
    lookup = pos.lookup
    for each in numbers(pos.cities[seat] & (lookup.namesakes[card] | 1 << card)):
        pos.cities[seat] &= ~(1 << each)
        pos.counts[seat * CLASSES + lookup.colour[each]] -= 1
        pos.copies_built[each] -= 1
    if n:
        pos.cities[seat] |= 1 << card
        pos.counts[seat * CLASSES + lookup.colour[card]] += 1
        pos.copies_built[card] += 1


def _set_leader(pos: Position, seat: int, leader: int, n: int) -> None:
    """Set a leader of a seat, taking it from wherever it is; one that is not face up any more is held again."""
    for other in range(pos.seats):
        if pos.face_up[other] >> leader & 1:
            pos.face_up[other] &= ~(1 << leader)
            pos.unplayed[other] += 1
            recount(pos, other)
        pos.buried[other] &= ~(1 << leader)
    pos.recruited &= ~(1 << leader)
    if n:
        pos.face_up[seat] |= 1 << leader
        pos.recruited |= 1 << leader
        pos.recruited_in[leader] = pos.recruited_in[leader] or max(pos.age, 1)
        pos.unplayed[seat] = max(0, pos.unplayed[seat] - 1)
