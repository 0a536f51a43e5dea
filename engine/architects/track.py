"""Told from cardboard: things that our lists exclude, because the copy on the table is another.

How one is kept: as it is told its count goes up by one, and down again as it comes to light like any other. So counts
stay what they were and never fall below zero, while the stack holds a card less: from then on the counts of a stack
may add up to more than lies in it, and what is offered is still what can be there.
"""

from engine.architects.actions import (
    SIDES,
    Action,
    Another,
    Draw,
    Extra,
    Keep,
    Reveal,
    RevealGift,
    RevealMedal,
    RevealToken,
    Take,
    Telling,
    stack_word,
)
from engine.architects.cards import KINDS, MOST
from engine.architects.chance import MEDALS, TOKENS, gap_asked, outcomes
from engine.architects.lookup import CENTER_STACK
from engine.architects.position import ONE_MILITARY, Position
from engine.architects.questions import GIFTS, KEEP, KEEPS, MAIN, NOTHING, REVEALS, TAKE
from engine.architects.refusals import refusal
from engine.game import CHANCE, Seat
from engine.house import Count


def others(at: Position) -> tuple[Action, ...]:
    """Everything of the kind that is asked, but for what is legal."""
    if at.eager or (at.asked < 0 and at.phase != KEEP):
        return NOTHING
    legal = outcomes(at) if at.asked >= 0 else at.offer
    return tuple(Another(action) for action in _every(at) if action not in legal and _fits(at, action))


def unsure(at: Position) -> bool:
    """Whether the list of the stack that is asked is an assumption of ours."""
    stack = at.asked if at.asked >= 0 else at.searching
    if stack < 0 or stack > at.seats:
        return False
    facts = at.lookup.facts
    entry = facts.wonders[at.wonders[stack - 1].name] if stack else facts.center
    return entry.certainty == "assumption"


def admitted(at: Position, seat: Seat, action: Action) -> Telling:
    """What is told, once it is among what our lists have; IllegalAction if it may not be told now."""
    asked = CHANCE if at.asked >= 0 else at.active
    if not isinstance(action, Another) or seat != asked or action not in others(at):
        raise refusal(at, seat, action)
    match action.of:
        case Reveal(stack, kind):
            _admit(at, stack, kind)
        case RevealGift(kind):
            _admit(at, CENTER_STACK, kind)
        case Keep(kind):
            _admit(at, at.searching, kind)
        case RevealToken(token):
            at.hidden_tokens[at.lookup.token[token]] += 1
        case RevealMedal(_, medal):
            at.box_medals |= 1 << at.lookup.medal[medal]
    return action.of


def moved(at: Position, seat: Seat, action: Action) -> tuple[Action, ...]:
    """What was told of `seat`, or of chance, as it is told of whoever is asked now: stacks stay where they lie."""
    if (seat == CHANCE) != (at.asked >= 0):
        return NOTHING
    match action:
        case Another(of):
            plain = [each for each in moved(at, seat, of) if isinstance(each, Telling)]
            return (*map(Another, plain), *plain)
        case Reveal(_, kind):
            return (Reveal(at.asked, kind),) if at.asked <= at.seats else NOTHING
        case RevealMedal(_, medal):
            return (RevealMedal(gap_asked(at), medal),)
        case Take(side):
            return tuple(Take(to) for to in _sides(at, seat, side))
        case Extra(token, side):
            return tuple(Extra(token, to) for to in _sides(at, seat, side))
        case Draw(where) if where in SIDES:
            return tuple(Draw(SIDES[to]) for to in _sides(at, seat, SIDES.index(where)))
    return (action,)


def _sides(at: Position, seat: Seat, side: int) -> list[int]:
    """On which side of the active seat the stack lies that is on that side of `seat`; empty if out of reach."""
    stack = at.stack(seat, side)
    return [to for to in range(len(SIDES)) if at.stack(at.active, to) == stack]


def _admit(at: Position, stack: int, kind: int) -> None:
    at.hidden[stack * KINDS + kind] += 1
    at.rest[stack] += 1


def _every(at: Position) -> tuple[Telling, ...]:
    """All that there is of what is asked."""
    beyond = at.asked - at.seats
    if at.asked < 0:
        return KEEPS
    if beyond <= 0:
        return REVEALS[at.asked]
    if beyond == TOKENS:
        return tuple(RevealToken(token) for token in at.lookup.tokens)
    if beyond == MEDALS:
        return tuple(RevealMedal(gap_asked(at), medal) for medal in at.lookup.medals)
    return GIFTS


def _fits(at: Position, action: Telling) -> bool:
    """No kind of card may become more than a packed hand can count (payments.py)."""
    if isinstance(action, RevealToken | RevealMedal):
        return True
    there = at.pool[action.kind] if at.pool else sum(at.hidden[action.kind :: KINDS])
    return there + sum(at.cards[action.kind :: KINDS]) < MOST


# ---- how the house has it ------------------------------------------------------------------------------------


def counted(at: Position) -> dict[str, Count]:
    """What people may count otherwise: cards in stacks, shields and military tokens; while a seat has its turn."""
    if at.eager or at.asked >= 0 or at.phase not in (TAKE, MAIN) or not at.to_act:
        return {}
    found = {f"stack {stack_word(stack)}": Count(left) for stack, left in enumerate(at.left)}
    for seat in range(at.seats):
        found[f"shields {seat + 1}"] = Count(at.total_shields(seat))
        found[f"military {seat + 1}"] = Count(at.military[seat])
    return found


def count(at: Position, what: str, n: int) -> None:
    """There are so many; which cards may lie in a stack stays as it was."""
    kind, _, which = what.partition(" ")
    if kind == "stack":
        stack = CENTER_STACK if which == stack_word(CENTER_STACK) else int(which)
        at.left_in_all += n - at.left[stack]
        at.left[stack] = n
        at.uncounted &= ~(1 << stack)
        return
    seat = int(which) - 1
    if kind == "shields":
        at.shields[seat] += n - at.total_shields(seat)
    else:
        at.tally[seat] += (n - at.military[seat]) * ONE_MILITARY
        at.military[seat] = n
