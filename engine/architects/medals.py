"""Medals: what each asks for, who has earned which, and where they go (Medals rules; rulings 42–45).

A seat's medals, and those in its reach, are bits. Every change in a seat's own turn names the medals it may have
earned, so that a card costs no more than a look at a mask while nothing is near.
"""

from typing import Final

from engine.architects.actions import MedalRevealed, MedalTaken, stack_word
from engine.architects.cards import KINDS, NEEDS
from engine.architects.position import NONE, Position
from engine.game import EVERYONE, Tell

STAGES: Final = NEEDS.index("stages")
CAT: Final = NEEDS.index("cat")
PROGRESS: Final = NEEDS.index("progress")
MILITARY: Final = NEEDS.index("military")
IN_CONFLICT: Final = NEEDS.index("military-in-one-conflict")
MIDDLE: Final = 0  # the gap that everybody can reach


def has(at: Position, seat: int, what: int) -> int:
    """How much a seat has of what a medal asks for; `what` counts NEEDS."""
    if what < STAGES:
        base = seat * KINDS
        return sum(at.cards[base + kind] for kind in at.box.counted[what])
    if what == STAGES:
        return at.built[seat].bit_count()
    if what == CAT:
        return 1 if at.cat == seat else 0
    if what == PROGRESS:
        kinds = len(at.box.tokens)
        return sum(at.tokens[seat * kinds : (seat + 1) * kinds])
    return at.military[seat] if what == MILITARY else 0  # those of one conflict are counted when it is fought


def award(at: Position, seat: int, medals: int, tell: Tell | None) -> None:
    """Take those of `medals`, all in reach, whose goals are met; nobody is asked (rulings 42, 45)."""
    number = 0
    while medals:
        if medals & 1 and all(has(at, seat, what) >= least for what, least in at.box.goals[number]):
            _take(at, seat, number, tell)
        medals >>= 1
        number += 1


def award_conflict(at: Position, won: tuple[int, ...], tell: Tell | None) -> tuple[int, ...]:
    """Medals for tokens won in one conflict, to whoever reaches them. Gives the seats to be handed one from the box.

    In turn order from the active seat; the first takes a shared one, each further one is handed another (ruling 43).
    """
    handed: list[int] = []
    order = [(at.active + step) % at.seats for step in range(at.seats)]
    for number, goals in enumerate(at.box.goals):
        if at.box.by_conflict >> number & 1:
            (least,) = [least for what, least in goals if what == IN_CONFLICT]
            earned = [seat for seat in order if won[seat] >= least and at.reach[seat] >> number & 1]
            shared = number in at.middle
            if earned:
                _take(at, earned[0], number, tell)
                handed += earned[1:] if shared else []
    return tuple(handed)


def hand(at: Position, seat: int, number: int, tell: Tell | None) -> None:
    """A medal from the box goes straight to a seat."""
    at.box_medals &= ~(1 << number)
    _gain(at, seat, number, "box", tell)


def lay(at: Position, gap: int, number: int, tell: Tell | None) -> None:
    """A medal is laid out."""
    at.box_medals &= ~(1 << number)
    if gap == MIDDLE:
        at.middle = tuple(sorted((*at.middle, number)))
    else:
        at.gaps = (*at.gaps[:gap], number, *at.gaps[gap + 1 :])
    at.reach = _reaches(at)
    if tell is not None:
        tell(MedalRevealed(gap=stack_word(gap), medal=at.box.medals[number]), EVERYONE)


def gaps_of(at: Position, seat: int) -> tuple[int, ...]:
    """The gaps in a seat's reach: on its left, on its right, and the middle."""
    return seat + 1, seat or at.seats, MIDDLE


def _take(at: Position, seat: int, number: int, tell: Tell | None) -> None:
    if number in at.middle:
        gap = MIDDLE
        at.middle = tuple(other for other in at.middle if other != number)
    else:
        gap = at.gaps.index(number)
        at.gaps = (*at.gaps[:gap], NONE, *at.gaps[gap + 1 :])
    at.reach = _reaches(at)
    _gain(at, seat, number, stack_word(gap), tell)


def _gain(at: Position, seat: int, number: int, gap: str, tell: Tell | None) -> None:
    at.medals = (*at.medals[:seat], at.medals[seat] | 1 << number, *at.medals[seat + 1 :])
    if tell is not None:
        tell(MedalTaken(seat=seat + 1, medal=at.box.medals[number], gap=gap), EVERYONE)


def _reaches(at: Position) -> tuple[int, ...]:
    """By seat, the medals it may take, as bits."""
    shared = sum(1 << number for number in at.middle)
    return tuple(
        shared | sum(1 << at.gaps[gap] for gap in set(gaps_of(at, seat)[:2]) if at.gaps[gap] != NONE)
        for seat in range(at.seats)
    )
