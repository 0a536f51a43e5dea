"""Medals: what each asks for, who has earned which, and where they go (Medals rules; rulings 42–45).

They are asked about after every change in a seat's own turn, so what a seat has of all that they count is kept packed
in one number (`Position.tally`), and whether a goal is met is one sum.
"""

from typing import Final

from engine.architects.actions import MedalRevealed, MedalTaken, stack_word
from engine.architects.cards import NEEDS
from engine.architects.lookup import FIELD, GUARD, Lookup
from engine.architects.position import Position
from engine.game import EVERYONE, Emit

IN_CONFLICT: Final = NEEDS.index("military-in-one-conflict")
MIDDLE: Final = 0  # the gap that everybody can reach


def has(at: Position, seat: int, what: int) -> int:
    """How much a seat has of what a medal asks for; `what` counts NEEDS."""
    return at.tally[seat] >> FIELD * what & GUARD - 1


def earns(lookup: Lookup, tally: int, number: int) -> bool:
    """Whether what a seat has is enough for a medal."""
    guards = lookup.guards[number]
    return tally + lookup.lifts[number] & guards == guards


def award(at: Position, seat: int, emit: Emit | None) -> None:
    """Take every medal in reach whose goal is met; nobody is asked (rulings 42, 45)."""
    tally = at.tally[seat]
    for number in at.reach[seat]:
        if earns(at.lookup, tally, number):
            _take(at, seat, number, emit)


def award_conflict(at: Position, won: tuple[int, ...], emit: Emit | None) -> tuple[int, ...]:
    """Medals for tokens won in one conflict, to whoever reaches them. Gives the seats to be handed one from the box.

    In turn order from the active seat; the first takes a shared one, each further one is handed another (ruling 43).
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


def hand(at: Position, seat: int, number: int, emit: Emit | None) -> None:
    """A medal from the box goes straight to a seat."""
    at.box_medals &= ~(1 << number)
    _gain(at, seat, number, "box", emit)


def lay(at: Position, gap: int, number: int, emit: Emit | None) -> None:
    """A medal is laid out."""
    at.box_medals &= ~(1 << number)
    if gap == MIDDLE:
        at.middle = tuple(sorted((*at.middle, number)))
    else:
        at.gaps = (*at.gaps[:gap], (number,), *at.gaps[gap + 1 :])
    at.reach = reaches(at)
    if emit is not None:
        emit(MedalRevealed(gap=stack_word(gap), medal=at.lookup.medals[number]), EVERYONE)


def _take(at: Position, seat: int, number: int, emit: Emit | None) -> None:
    """From a gap in reach, or the middle. People's own copy may have a medal twice (`track`)."""
    gap = MIDDLE
    for beside in (seat + 1, seat or at.seats):
        if at.gaps[beside] == (number,):
            gap = beside
    if gap == MIDDLE:
        first = at.middle.index(number)
        at.middle = (*at.middle[:first], *at.middle[first + 1 :])
    else:
        at.gaps = (*at.gaps[:gap], (), *at.gaps[gap + 1 :])
    at.reach = reaches(at)
    _gain(at, seat, number, stack_word(gap), emit)


def _gain(at: Position, seat: int, number: int, gap: str, emit: Emit | None) -> None:
    won = tuple(sorted((*at.medals[seat], number)))
    at.medals = (*at.medals[:seat], won, *at.medals[seat + 1 :])
    if emit is not None:
        emit(MedalTaken(seat=seat + 1, medal=at.lookup.medals[number], gap=gap), EVERYONE)


def reaches(at: Position) -> tuple[tuple[int, ...], ...]:
    """By seat, the medals it may take: left, right, middle."""
    gaps, seats, middle = at.gaps, at.seats, at.middle
    return tuple([gaps[seat + 1] + gaps[seat or seats] + middle for seat in range(seats)])
