"""What a seat, or the public, may know: a `View` built from nothing, field by field. Privacy is argued here.

Known to some only: the shared stack's top (seats in `knows`), the cards of a running search (the active seat).
What has not come to light is nowhere in the state, so it cannot be shown.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from engine.architects.actions import SIDES, stack_word
from engine.architects.box import CENTER_STACK, Box, Wonder, named
from engine.architects.cards import COIN, FACES, GREEN, KINDS, NEEDS
from engine.architects.chance import asked_word
from engine.architects.medals import MIDDLE, earns, has
from engine.architects.payments import DOUBLE, Hand, short, unpacked
from engine.architects.position import ONE_CAT, UNKNOWN, Position, seat_cards
from engine.architects.scoring import points
from engine.architects.view import ConflictView, Does, Goal, Hints, Need, Part, Reach, Score, SeatView, StackView, View
from engine.game import Seat

if TYPE_CHECKING:
    from engine.architects.state import ArchitectsState

ASKS = (None, "take", "main", "draw", "draw", "keep", "progress", None, "draw", "steal")  # by phase
HELPERS = range(COIN + 1)  # kinds that can bring a stage nearer


def observe(state: ArchitectsState, seat: Seat | None) -> View:
    """All that `seat` (None: the public) may know.

    What all may know is made once; who knows no more than that gets the very same object.
    """
    shown = state.shown
    if shown is None:
        shown = state.shown = _public(state)
    if seat is None:
        return shown
    if state.knows >> seat & 1:
        top = {stack_word(CENTER_STACK): _stack(state, CENTER_STACK, seat)}
        before = shown.hints.reach
        reach = (*before[:seat], _reaches(state, seat, seat), *before[seat + 1 :])
        hints = msgspec.structs.replace(shown.hints, reach=reach)
        shown = msgspec.structs.replace(shown, stacks=shown.stacks | top, hints=hints)
    if seat == state.active and state.searching != UNKNOWN:
        shown = msgspec.structs.replace(shown, draw=tuple(sorted(FACES[kind] for kind in state.searched)))
    return shown


def _public(state: ArchitectsState) -> View:
    return View(
        game="architects",
        over=bool(state.ended),
        turn=state.turn,
        to_act=tuple(actor + 1 for actor in state.to_act) if state.asked < 0 else (),
        pending=f"reveal {asked_word(state)}" if state.asked >= 0 else None,
        winners=tuple(winner + 1 for winner in state.winners()),
        seats=tuple(_seat(state, other) for other in range(state.seats)),
        stacks={stack_word(stack): _stack(state, stack, None) for stack in (*range(1, state.seats + 1), CENTER_STACK)},
        conflict=ConflictView(tokens=state.markers, flipped=state.flipped),
        tokens=tuple(sorted(state.box.tokens[number] for number in state.row)),
        tokens_left=state.rest_tokens,
        medals=_medals(state),
        discard=named(state.discard),
        hints=_hints(state),
    )


def _medals(state: Position) -> dict[str, str | tuple[str, ...] | None]:
    """What lies in each gap and in the middle; empty in a game without medals."""
    if "medals" not in state.setup.variant:
        return {}
    names = state.box.medals
    shown: dict[str, str | tuple[str, ...] | None] = {
        stack_word(gap): names[medal[0]] if medal else None for gap, medal in enumerate(state.gaps) if gap
    }
    return shown | {stack_word(MIDDLE): tuple(sorted(names[number] for number in state.middle))}


def _seat(state: ArchitectsState, seat: int) -> SeatView:
    kinds = len(state.box.tokens)
    return seat_view(
        state.box,
        seat,
        state.setup.names[seat] if state.setup.names else None,
        state.wonders[seat],
        state.built[seat],
        tuple(seat_cards(state, seat)),
        state.total_shields(seat),
        state.cat == seat,
        state.military[seat],
        tuple(state.tokens[seat * kinds : (seat + 1) * kinds]),
        state.medals[seat],
        sum(whose == seat for whose, _, _ in state.gifts),
    )


@lru_cache(maxsize=1 << 10)
def seat_view(
    box: Box,
    seat: int,
    name: str | None,
    wonder: Wonder,
    built: int,
    cards: tuple[int, ...],
    shields: int,
    cat: bool,
    military: int,
    tokens: tuple[int, ...],
    medals: tuple[int, ...],
    gifts: int,
) -> SeatView:
    """What lies in front of one seat: the same for every reader, so it is made once."""
    return SeatView(
        seat=seat + 1,
        name=name,
        wonder=wonder.name,
        stages=tuple(stage + 1 for stage in range(built.bit_length()) if built >> stage & 1),
        cards=named(cards),
        shields=shields,
        cat=cat,
        military=military,
        progress=tuple(sorted(token for token, n in zip(box.tokens, tokens, strict=True) for _ in range(n))),
        medals=tuple(sorted(box.medals[number] for number in medals)),
        gifts=gifts,
        score=Score(**points(box, wonder, built, cards, cat, military, tokens, len(medals))),
    )


def _stack(state: Position, stack: int, seat: Seat | None) -> StackView:
    kind = _top(state, stack, seat)
    return StackView(left=state.left[stack], top=None if kind == UNKNOWN else FACES[kind])


def _top(state: Position, stack: int, seat: Seat | None) -> int:
    """The kind on top of a stack as far as `seat` knows it."""
    if stack == CENTER_STACK and (seat is None or not state.knows >> seat & 1):
        return UNKNOWN
    return state.top[stack]


# ---- hints: what follows from the rest ------------------------------------------------------------------


def _hints(state: ArchitectsState) -> Hints:
    return Hints(
        active=state.active + 1 if state.turn else 0,
        ask=ASKS[state.phase] if state.asked < 0 else None,
        first=state.setup.first + 1,
        needs=tuple(
            needs(state.wonders[n], state.built[n], state.hands[n], _purse(state, n)) for n in range(state.seats)
        ),
        reach=tuple(_reaches(state, other, None) for other in range(state.seats)),
        looked=tuple(other + 1 for other in range(state.seats) if state.knows >> other & 1),
        extras=tuple(token for number, token in enumerate(state.box.tokens) if state.opened >> number & 1),
        finished=tuple(
            other + 1 for other in range(state.seats) if state.built[other] == state.wonders[other].complete
        ),
        goals=tuple(_goals(state, other) for other in range(state.seats)),
    )


def _goals(state: Position, seat: int) -> tuple[Goal, ...]:
    """The medals in a seat's reach, in the order of its gaps, and how far it is."""
    if not state.reach[seat]:
        return ()
    lying = [(gap, number) for gap in (seat + 1, seat or state.seats) for number in state.gaps[gap]]
    return tuple(
        _goal(state.box, gap, number, tuple(has(state, seat, what) for what, _ in state.box.goals[number]))
        for gap, number in (*lying, *((MIDDLE, number) for number in state.middle))
    )


@lru_cache(maxsize=1 << 10)
def _goal(box: Box, gap: int, number: int, have: tuple[int, ...]) -> Goal:
    parts = zip(box.goals[number], have, strict=True)
    return Goal(box.medals[number], stack_word(gap), tuple(Part(NEEDS[what], n, least) for (what, least), n in parts))


def _reaches(state: ArchitectsState, whose: int, reader: Seat | None) -> tuple[Reach, ...]:
    """The three stacks in reach of seat `whose`, as far as `reader` knows them."""
    box, left = state.box, state.left
    cards, bonuses = (mine[whose * KINDS : (whose + 1) * KINDS] for mine in (state.cards, state.take_bonus))
    open_ = ~(state.used | state.opened) if whose == state.active else ~0
    greens = tuple(cards[green] for green in GREEN) if state.row or state.rest_tokens else ()
    shown = []
    for side in range(len(SIDES)):
        stack = state.stack(whose, side)
        kind = _top(state, stack, reader)
        if kind == UNKNOWN:
            shown.append(_face_down(side, stack, left[stack]))
            continue
        does = _does(
            box,
            kind,
            state.wonders[whose],
            state.built[whose],
            state.hands[whose],
            _purse(state, whose),
            greens if kind in GREEN else (),
            state.cat == whose,
            state.markers - state.flipped,
            bonuses[kind] & open_,
            _wins(state, whose, kind) if state.reach[whose] else (),
        )
        shown.append(Reach(SIDES[side], stack_word(stack), FACES[kind], left[stack], does))
    return tuple(shown)


@lru_cache(maxsize=1 << 11)
def _face_down(side: int, stack: int, left: int) -> Reach:
    return Reach(SIDES[side], stack_word(stack), None, left, ())


def _purse(state: Position, seat: int) -> int:
    flags = state.purse[seat]
    return flags & ~DOUBLE if state.doubled and seat == state.active else flags


@lru_cache(maxsize=1 << 14)
def needs(wonder: Wonder, built: int, packed: int, flags: int) -> tuple[Need, ...]:
    """What each stage that may come next still lacks."""
    hand = unpacked(packed)
    found = []
    for stage in wonder.open[built]:
        cost, same = wonder.costs[stage], wonder.same[stage]
        missing = short(hand, cost, same, flags)
        helps = [kind for kind in HELPERS if missing and short(_with(hand, kind), cost, same, flags) < missing]
        found.append(
            Need(
                stage=stage + 1,
                cost=cost,
                kind="same" if same else "different",
                points=wonder.points[built | 1 << stage] - wonder.points[built],
                effect=wonder.triggers[stage],
                missing=missing,
                helps=tuple(FACES[kind] for kind in helps),
            )
        )
    return tuple(found)


def _with(hand: Hand, kind: int) -> Hand:
    return (*hand[:kind], hand[kind] + 1, *hand[kind + 1 :])


@lru_cache(maxsize=1 << 14)
def _does(
    box: Box,
    kind: int,
    wonder: Wonder,
    built: int,
    packed: int,
    flags: int,
    greens: tuple[int, ...],
    cat: bool,
    markers: int,
    bonus: int,
    wins: tuple[str, ...],
) -> tuple[Does, ...]:
    """What taking a card of this kind would do for a seat.

    `greens`: what the seat has, empty where no set counts; `bonus`: tokens, as bits; `wins`: medals.
    """
    return (
        *_pays(wonder, built, packed, flags, kind),
        *_brings(box, kind, greens, cat, markers, bonus),
        *(Does("medal", word=medal) for medal in wins),
    )


def _wins(state: Position, seat: int, kind: int) -> tuple[str, ...]:
    """The medals in reach that a card of this kind would bring."""
    box = state.box
    tally = state.tally[seat] + box.counts[kind]
    if box.cats[kind] and state.cat != seat:
        tally += ONE_CAT
    return tuple(box.medals[number] for number in state.reach[seat] if earns(box, tally, number))


def _pays(wonder: Wonder, built: int, packed: int, flags: int, kind: int) -> tuple[Does, ...]:
    """The stages that a card of this kind makes buildable."""
    if kind not in HELPERS:
        return ()
    hand = unpacked(packed)
    more = _with(hand, kind)
    return tuple(
        Does("build", stage + 1)
        for stage in wonder.open[built]
        if short(hand, wonder.costs[stage], wonder.same[stage], flags)
        and not short(more, wonder.costs[stage], wonder.same[stage], flags)
    )


def _brings(box: Box, kind: int, greens: tuple[int, ...], cat: bool, markers: int, bonus: int) -> tuple[Does, ...]:
    """What else it does."""
    does: list[Does] = []
    if greens:
        after = [count + (green == kind) for green, count in zip(GREEN, greens, strict=True)]
        if max(after) > 1 or all(after):
            does.append(Does("set"))
    if box.points[kind]:
        does.append(Does("points", box.points[kind]))
    if box.cats[kind] and not cat:
        does.append(Does("cat"))
    if box.shields[kind]:
        does.append(Does("shield", box.shields[kind]))
    horns = min(box.horns[kind], markers)
    if horns:
        does.append(Does("horns", horns))
        if horns == markers:
            does.append(Does("conflict"))
    does += [Does("extra", 0, token) for number, token in enumerate(box.tokens) if bonus >> number & 1]
    return tuple(does)
