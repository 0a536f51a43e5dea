"""Medals: the goal of each, who has earned which, and where they lie (Medals rules; rulings 42–45).

They are checked after every change in a seat's own turn, so everything that they count is packed into one number
(`Position.tally`), and checking a goal is one sum.
"""

from typing import Final

from engine.architects.actions import MedalRevealed, MedalTaken, stack_word
from engine.architects.data_schema import NEEDS
from engine.architects.lookup_tables import FIELD, GUARD, Lookup
from engine.architects.packed_position import Position
from engine.game import EVERYONE, Emit

IN_CONFLICT: Final = NEEDS.index("military-in-one-conflict")
MIDDLE: Final = 0  # the gap that everybody can reach


def amount_of(at: Position, seat: int, what: int) -> int:
    """Return how much a seat has of one of NEEDS (`what` is its index)."""
    return at.tally[seat] >> FIELD * what & GUARD - 1


def is_earned(lookup: Lookup, tally: int, number: int) -> bool:
    """Check whether a packed tally meets the goal of a medal."""
    guards = lookup.guards[number]
    return tally + lookup.lifts[number] & guards == guards


def award(at: Position, seat: int, emit: Emit | None) -> None:
    """Take every medal in reach whose goal is met; nobody is asked (rulings 42, 45)."""
    tally = at.tally[seat]
    for number in at.reach[seat]:
        if is_earned(at.lookup, tally, number):
            _take(at, seat, number, emit)


def award_conflict(at: Position, won: tuple[int, ...], emit: Emit | None) -> tuple[int, ...]:
    """Award medals for tokens won in one conflict. Return the seats that get another one from the box.

    Seats are checked in turn order from the active seat; the first takes a shared medal, each further one gets another
    from the box (ruling 43).
    """
    handed: list[int] = []
    order = [(at.active + step) % at.seats for step in range(at.seats)]
    for number, goals in enumerate(at.lookup.goals):
        for what, least in goals:
            if what != IN_CONFLICT:
                continue
            shared = number in at.middle
            for seat in order:
                if won[seat] < least:
                    continue
                if shared and number not in at.reach[seat]:
                    handed.append(seat)
                while number in at.reach[seat]:
                    _take(at, seat, number, emit)
    return tuple(handed)


def give_from_box(at: Position, seat: int, number: int, emit: Emit | None) -> None:
    at.box_medals &= ~(1 << number)
    _gain(at, seat, number, "box", emit)


def lay_out(at: Position, gap: int, number: int, emit: Emit | None) -> None:
    """Lay out a medal."""
    at.box_medals &= ~(1 << number)
    if gap == MIDDLE:
        at.middle = tuple(sorted((*at.middle, number)))
    else:
        at.gaps = (*at.gaps[:gap], (number,), *at.gaps[gap + 1 :])
    at.reach = medals_in_reach(at)
    if emit is not None:
        emit(MedalRevealed(gap=stack_word(gap), medal=at.lookup.medals[number]), EVERYONE)


def _take(at: Position, seat: int, number: int, emit: Emit | None) -> None:
    """Take a medal from a gap in reach, or from the middle. A copy of the people's own may have a medal twice
    (`track`).
    """
    gap = MIDDLE
    for beside in (seat + 1, seat or at.seats):
        if at.gaps[beside] == (number,):
            gap = beside
    if gap == MIDDLE:
        first = at.middle.index(number)
        at.middle = (*at.middle[:first], *at.middle[first + 1 :])
    else:
        at.gaps = (*at.gaps[:gap], (), *at.gaps[gap + 1 :])
    at.reach = medals_in_reach(at)
    _gain(at, seat, number, stack_word(gap), emit)


def _gain(at: Position, seat: int, number: int, gap: str, emit: Emit | None) -> None:
    won = tuple(sorted((*at.medals[seat], number)))
    at.medals = (*at.medals[:seat], won, *at.medals[seat + 1 :])
    if emit is not None:
        emit(MedalTaken(seat=seat + 1, medal=at.lookup.medals[number], gap=gap), EVERYONE)


def medals_in_reach(at: Position) -> tuple[tuple[int, ...], ...]:
    """Return the medals that each seat may take: left, right, middle."""
    gaps, seats, middle = at.gaps, at.seats, at.middle
    return tuple([gaps[seat + 1] + gaps[seat or seats] + middle for seat in range(seats)])
