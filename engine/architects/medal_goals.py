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


def amount_of(pos: Position, seat: int, what: int) -> int:
    """Return how much a seat has of one of NEEDS (`what` is its index)."""
    return pos.medal_counts[seat] >> FIELD * what & GUARD - 1


def is_earned(lookup: Lookup, tally: int, number: int) -> bool:
    """Check whether a packed tally meets the goal of a medal."""
    guards = lookup.guards[number]
    return tally + lookup.lifts[number] & guards == guards


def award(pos: Position, seat: int, emit: Emit | None) -> None:
    """Take every medal in reach whose goal is met; nobody is asked (rulings 42, 45)."""
    tally = pos.medal_counts[seat]
    for number in pos.reachable_medals[seat]:
        if is_earned(pos.lookup, tally, number):
            _take(pos, seat, number, emit)


def award_conflict(pos: Position, won: tuple[int, ...], emit: Emit | None) -> tuple[int, ...]:
    """Award medals for tokens won in one conflict. Return the seats that get another one from the box.

    Seats are checked in turn order from the active seat; the first takes a shared medal, each further one gets another
    from the box (ruling 43).
    """
    handed: list[int] = []
    order = [(pos.active + step) % pos.seats for step in range(pos.seats)]
    for number, goals in enumerate(pos.lookup.goals):
        for what, least in goals:
            if what != IN_CONFLICT:
                continue
            shared = number in pos.middle_medals
            for seat in order:
                if won[seat] < least:
                    continue
                if shared and number not in pos.reachable_medals[seat]:
                    handed.append(seat)
                while number in pos.reachable_medals[seat]:
                    _take(pos, seat, number, emit)
    return tuple(handed)


def give_from_box(pos: Position, seat: int, number: int, emit: Emit | None) -> None:
    pos.box_medals &= ~(1 << number)
    _gain(pos, seat, number, "box", emit)


def lay_out(pos: Position, gap: int, number: int, emit: Emit | None) -> None:
    """Lay out a medal."""
    pos.box_medals &= ~(1 << number)
    if gap == MIDDLE:
        pos.middle_medals = tuple(sorted((*pos.middle_medals, number)))
    else:
        pos.gap_medals = (*pos.gap_medals[:gap], (number,), *pos.gap_medals[gap + 1 :])
    pos.reachable_medals = medals_in_reach(pos)
    if emit is not None:
        emit(MedalRevealed(gap=stack_word(gap), medal=pos.lookup.medals[number]), EVERYONE)


def _take(pos: Position, seat: int, number: int, emit: Emit | None) -> None:
    """Take a medal from a gap in reach, or from the middle. A copy of the people's own may have a medal twice
    (`track`).
    """
    gap = MIDDLE
    for beside in (seat + 1, seat or pos.seats):
        if pos.gap_medals[beside] == (number,):
            gap = beside
    if gap == MIDDLE:
        first = pos.middle_medals.index(number)
        pos.middle_medals = (*pos.middle_medals[:first], *pos.middle_medals[first + 1 :])
    else:
        pos.gap_medals = (*pos.gap_medals[:gap], (), *pos.gap_medals[gap + 1 :])
    pos.reachable_medals = medals_in_reach(pos)
    _gain(pos, seat, number, stack_word(gap), emit)


def _gain(pos: Position, seat: int, number: int, gap: str, emit: Emit | None) -> None:
    won = tuple(sorted((*pos.medals[seat], number)))
    pos.medals = (*pos.medals[:seat], won, *pos.medals[seat + 1 :])
    if emit is not None:
        emit(MedalTaken(seat=seat + 1, medal=pos.lookup.medals[number], gap=gap), EVERYONE)


def medals_in_reach(pos: Position) -> tuple[tuple[int, ...], ...]:
    """Return the medals that each seat may take: left, right, middle."""
    gaps, seats, middle = pos.gap_medals, pos.seats, pos.middle_medals
    return tuple([gaps[seat + 1] + gaps[seat or seats] + middle for seat in range(seats)])
