"""Told from cardboard: things that our lists exclude, because the copy on the table is another.

How one is kept: as it is told its count goes up by one, and down again as it comes to light like any other. So counts
stay what they were and never fall below zero, while the stack holds a card less: from then on the counts of a stack
may add up to more than lies in it, and what is offered is still what can be there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

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
)
from engine.architects.box import CENTER_STACK
from engine.architects.cards import KINDS, MOST
from engine.architects.chance import MEDALS, TOKENS, gap_asked
from engine.architects.questions import GIFTS, KEEP, KEEPS, NOTHING, REVEALS
from engine.architects.refusals import refusal
from engine.game import CHANCE, Seat

if TYPE_CHECKING:
    from engine.architects.state import ArchitectsState


def others(state: ArchitectsState) -> tuple[Action, ...]:
    """Everything of the kind that is asked, but for what is legal."""
    if state.eager or (state.asked < 0 and state.phase != KEEP):
        return NOTHING
    legal = state.legal(CHANCE) if state.asked >= 0 else state.offer
    return tuple(Another(action) for action in _every(state) if action not in legal and _fits(state, action))


def unsure(state: ArchitectsState) -> bool:
    """Whether the list of the stack that is asked is an assumption of ours."""
    stack = state.asked if state.asked >= 0 else state.searching
    if stack < 0 or stack > state.seats:
        return False
    facts = state.box.facts
    entry = facts.wonders[state.wonders[stack - 1].name] if stack else facts.center
    return entry.certainty == "assumption"


def admitted(state: ArchitectsState, seat: Seat, action: Action) -> Telling:
    """What is told, once it is among what our lists have; IllegalAction if it may not be told now."""
    asked = CHANCE if state.asked >= 0 else state.active
    if not isinstance(action, Another) or seat != asked or action not in others(state):
        raise refusal(state, seat, action)
    match action.of:
        case Reveal(stack, kind):
            _admit(state, stack, kind)
        case RevealGift(kind):
            _admit(state, CENTER_STACK, kind)
        case Keep(kind):
            _admit(state, state.searching, kind)
        case RevealToken(token):
            state.hidden_tokens[state.box.token[token]] += 1
        case RevealMedal(_, medal):
            state.box_medals |= 1 << state.box.medal[medal]
    return action.of


def moved(state: ArchitectsState, seat: Seat, action: Action) -> tuple[Action, ...]:
    """What was told of `seat`, or of chance, as it is told of whoever is asked now: stacks stay where they lie."""
    if (seat == CHANCE) != (state.asked >= 0):
        return NOTHING
    match action:
        case Another(of):
            plain = [each for each in moved(state, seat, of) if isinstance(each, Telling)]
            return (*map(Another, plain), *plain)
        case Reveal(_, kind):
            return (Reveal(state.asked, kind),) if state.asked <= state.seats else NOTHING
        case RevealMedal(_, medal):
            return (RevealMedal(gap_asked(state), medal),)
        case Take(side):
            return tuple(Take(to) for to in _sides(state, seat, side))
        case Extra(token, side):
            return tuple(Extra(token, to) for to in _sides(state, seat, side))
        case Draw(where) if where in SIDES:
            return tuple(Draw(SIDES[to]) for to in _sides(state, seat, SIDES.index(where)))
    return (action,)


def _sides(state: ArchitectsState, seat: Seat, side: int) -> list[int]:
    """On which side of the active seat the stack lies that is on that side of `seat`; empty if out of reach."""
    stack = state.stack(seat, side)
    return [to for to in range(len(SIDES)) if state.stack(state.active, to) == stack]


def _admit(state: ArchitectsState, stack: int, kind: int) -> None:
    state.hidden[stack * KINDS + kind] += 1
    state.rest[stack] += 1


def _every(state: ArchitectsState) -> tuple[Telling, ...]:
    """All that there is of what is asked."""
    beyond = state.asked - state.seats
    if state.asked < 0:
        return KEEPS
    if beyond <= 0:
        return REVEALS[state.asked]
    if beyond == TOKENS:
        return tuple(RevealToken(token) for token in state.box.tokens)
    if beyond == MEDALS:
        return tuple(RevealMedal(gap_asked(state), medal) for medal in state.box.medals)
    return GIFTS


def _fits(state: ArchitectsState, action: Telling) -> bool:
    """No kind of card may become more than a packed hand can count (payments.py)."""
    if isinstance(action, RevealToken | RevealMedal):
        return True
    there = state.pool[action.kind] if state.pool else sum(state.hidden[action.kind :: KINDS])
    return there + sum(state.cards[action.kind :: KINDS]) < MOST
