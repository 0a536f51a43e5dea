"""Views: what a seat or the public may know, built from nothing, field by field. Privacy is argued here.

Known to some only: the top of the shared stack (seats in `center_seen_by`), and the cards of a running search (the
active seat). Cards that were not revealed are nowhere in the state, so they cannot be shown.
"""

from collections.abc import Mapping

import msgspec

from engine.architects.actions import SIDES, stack_word
from engine.architects.chance import pending_line
from engine.architects.conflict import military_tokens
from engine.architects.data_schema import COIN, FACES, GREEN, KINDS, NEEDS
from engine.architects.lookup_tables import CENTER_STACK, Lookup, Wonder, count_by_face
from engine.architects.medal_goals import MIDDLE, amount_of, is_earned
from engine.architects.packed_position import ONE_CAT, UNKNOWN, Position, seat_cards
from engine.architects.payments import DOUBLE, Hand, missing_cards, unpack_hand
from engine.architects.record_header import WITH_MEDALS
from engine.architects.scoring import points, points_by_category
from engine.architects.view_json import (
    CardEffect,
    ConflictView,
    DerivedFacts,
    Goal,
    Need,
    Part,
    Reach,
    Score,
    SeatView,
    StackView,
    View,
)
from engine.game import Seat
from engine.memoize import memoize

QUESTION_WORDS = (None, "take", "main", "draw", "draw", "keep", "progress", None, "draw", "steal")  # by phase
HELPERS = range(COIN + 1)  # kinds that can bring a stage nearer


def public_view(pos: Position, after: Mapping[str, dict[str, int]]) -> View:
    """Return the public view. `after`: resources and coins left to the seat to act after each possible build."""
    return View(
        game="architects",
        over=bool(pos.ended),
        turn=pos.turn,
        to_act=tuple(actor + 1 for actor in pos.to_act) if pos.pending_chance < 0 else (),
        pending=pending_line(pos) if pos.pending_chance >= 0 else None,
        winners=tuple(winner + 1 for winner in pos.winners()),
        seats=tuple(_seat(pos, other) for other in range(pos.seats)),
        stacks={stack_word(stack): _stack(pos, stack, None) for stack in (*range(1, pos.seats + 1), CENTER_STACK)},
        conflict=ConflictView(tokens=pos.markers, flipped=pos.flipped),
        tokens=tuple(sorted(pos.lookup.tokens[number] for number in pos.token_row)),
        tokens_left=pos.rest_tokens,
        medals=_medals(pos),
        discard=count_by_face(pos.discard),
        derived=_derived_facts(pos, after),
    )


def view_of_seat(pos: Position, seat: Seat, shown: View) -> View:
    """Return the view of a seat, made from the public one; the very same object if the seat knows no more."""
    if pos.center_seen_by >> seat & 1:
        top = {stack_word(CENTER_STACK): _stack(pos, CENTER_STACK, seat)}
        before = shown.derived.reach
        reach = (*before[:seat], _stacks_in_reach(pos, seat, seat), *before[seat + 1 :])
        derived = msgspec.structs.replace(shown.derived, reach=reach)
        shown = msgspec.structs.replace(shown, stacks=shown.stacks | top, derived=derived)
    if seat == pos.active and pos.searching != UNKNOWN:
        shown = msgspec.structs.replace(shown, draw=tuple(sorted(FACES[kind] for kind in pos.searched)))
    return shown


def _medals(pos: Position) -> dict[str, str | tuple[str, ...] | None]:
    """Return the medals in each gap and in the middle; empty in a game without medals."""
    if WITH_MEDALS not in pos.setup.variant:
        return {}
    names = pos.lookup.medals
    shown: dict[str, str | tuple[str, ...] | None] = {
        stack_word(gap): names[medal[0]] if medal else None for gap, medal in enumerate(pos.gap_medals) if gap
    }
    return shown | {stack_word(MIDDLE): tuple(sorted(names[number] for number in pos.middle_medals))}


def _seat(pos: Position, seat: int) -> SeatView:
    kinds = len(pos.lookup.tokens)
    return seat_view(
        pos.lookup,
        seat,
        pos.setup.names[seat] if pos.setup.names else None,
        pos.wonders[seat],
        pos.built[seat],
        tuple(seat_cards(pos, seat)),
        pos.total_shields(seat),
        pos.cat == seat,
        pos.military[seat],
        tuple(pos.tokens[seat * kinds : (seat + 1) * kinds]),
        pos.medals[seat],
        sum(whose == seat for whose, _, _ in pos.gifts),
    )


@memoize(1 << 10)
def seat_view(
    lookup: Lookup,
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
    """Return the view of one seat's cards. It is the same for every reader, so it is memoized."""
    return SeatView(
        seat=seat + 1,
        name=name,
        wonder=wonder.name,
        stages=tuple(stage + 1 for stage in range(built.bit_length()) if built >> stage & 1),
        cards=count_by_face(cards),
        shields=shields,
        cat=cat,
        military=military,
        progress=tuple(sorted(token for token, n in zip(lookup.tokens, tokens, strict=True) for _ in range(n))),
        medals=tuple(sorted(lookup.medals[number] for number in medals)),
        gifts=gifts,
        score=Score(
            **points_by_category(points(lookup, wonder, built, list(cards), cat, military, list(tokens), len(medals)))
        ),
    )


def _stack(pos: Position, stack: int, seat: Seat | None) -> StackView:
    kind = _top(pos, stack, seat)
    top = None if kind == UNKNOWN else FACES[kind]
    return StackView(
        pos.stack_sizes[stack], top, bool(pos.uncounted_stacks >> stack & 1) and pos.stack_sizes[stack] > 0
    )


def _top(pos: Position, stack: int, seat: Seat | None) -> int:
    """Return the top card of a stack as far as `seat` knows it."""
    if stack == CENTER_STACK and (seat is None or not pos.center_seen_by >> seat & 1):
        return UNKNOWN
    return pos.known_tops[stack]


# ---- derived: what follows from the rest ------------------------------------------------------------------


def _derived_facts(pos: Position, after: Mapping[str, dict[str, int]]) -> DerivedFacts:
    return DerivedFacts(
        active=pos.active + 1 if pos.turn else 0,
        ask=QUESTION_WORDS[pos.phase] if pos.pending_chance < 0 else None,
        first=pos.setup.first + 1,
        needs=tuple(stage_needs(pos.wonders[n], pos.built[n], pos.hands[n], _purse(pos, n)) for n in range(pos.seats)),
        reach=tuple(_stacks_in_reach(pos, other, None) for other in range(pos.seats)),
        looked=tuple(other + 1 for other in range(pos.seats) if pos.center_seen_by >> other & 1),
        extras=tuple(token for number, token in enumerate(pos.lookup.tokens) if pos.waiting_extras >> number & 1),
        finished=tuple(other + 1 for other in range(pos.seats) if pos.built[other] == pos.wonders[other].complete),
        goals=tuple(_goals(pos, other) for other in range(pos.seats)),
        after=dict(after),
        won=military_tokens([pos.total_shields(seat) for seat in range(pos.seats)])
        if pos.flipped == pos.markers
        else (),
    )


def payable(pos: Position, seat: Seat) -> dict[str, int]:
    """Return the cards of a seat that can pay for a stage."""
    return {FACES[kind]: many for kind, many in enumerate(seat_cards(pos, seat)[: COIN + 1]) if many}


def _goals(pos: Position, seat: int) -> tuple[Goal, ...]:
    """Return the medals in a seat's reach, in the order of its gaps, with their progress."""
    if not pos.reachable_medals[seat]:
        return ()
    lying = [(gap, number) for gap in (seat + 1, seat or pos.seats) for number in pos.gap_medals[gap]]
    return tuple(
        _goal(pos.lookup, gap, number, tuple(amount_of(pos, seat, what) for what, _ in pos.lookup.goals[number]))
        for gap, number in (*lying, *((MIDDLE, number) for number in pos.middle_medals))
    )


@memoize(1 << 8)
def _goal(lookup: Lookup, gap: int, number: int, have: tuple[int, ...]) -> Goal:
    parts = zip(lookup.goals[number], have, strict=True)
    return Goal(
        lookup.medals[number], stack_word(gap), tuple(Part(NEEDS[what], n, least) for (what, least), n in parts)
    )


def _stacks_in_reach(pos: Position, whose: int, reader: Seat | None) -> tuple[Reach, ...]:
    """Return the three stacks in reach of seat `whose`, as far as `reader` knows them."""
    lookup, left = pos.lookup, pos.stack_sizes
    cards, bonuses = (mine[whose * KINDS : (whose + 1) * KINDS] for mine in (pos.cards, pos.take_bonus))
    open_ = ~(pos.used_extras | pos.waiting_extras) if whose == pos.active else ~0
    greens = tuple(cards[green] for green in GREEN) if pos.token_row or pos.rest_tokens else ()
    shown = []
    for side in range(len(SIDES)):
        stack = pos.stack(whose, side)
        kind = _top(pos, stack, reader)
        if kind == UNKNOWN:
            shown.append(_face_down(side, stack, left[stack]))
            continue
        does = _card_effects(
            lookup,
            kind,
            pos.wonders[whose],
            pos.built[whose],
            pos.hands[whose],
            _purse(pos, whose),
            greens if kind in GREEN else (),
            pos.cat == whose,
            pos.markers - pos.flipped,
            bonuses[kind] & open_,
            _medals_won(pos, whose, kind) if pos.reachable_medals[whose] else (),
        )
        shown.append(Reach(SIDES[side], stack_word(stack), FACES[kind], left[stack], does))
    return tuple(shown)


@memoize(1 << 11)
def _face_down(side: int, stack: int, left: int) -> Reach:
    return Reach(SIDES[side], stack_word(stack), None, left, ())


def _purse(pos: Position, seat: int) -> int:
    flags = pos.payment_flags[seat]
    return flags & ~DOUBLE if pos.doubled and seat == pos.active else flags


@memoize(1 << 9)
def stage_needs(wonder: Wonder, built: int, packed: int, flags: int) -> tuple[Need, ...]:
    """Return what each stage that may come next still lacks."""
    hand = unpack_hand(packed)
    found = []
    for stage in wonder.open[built]:
        cost, same = wonder.costs[stage], wonder.same[stage]
        missing = missing_cards(hand, cost, same, flags)
        helps = [
            kind for kind in HELPERS if missing and missing_cards(_add_card(hand, kind), cost, same, flags) < missing
        ]
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


def _add_card(hand: Hand, kind: int) -> Hand:
    return (*hand[:kind], hand[kind] + 1, *hand[kind + 1 :])


@memoize(1 << 11)
def _card_effects(
    lookup: Lookup,
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
) -> tuple[CardEffect, ...]:
    """Return what taking a card of this kind would do for a seat.

    `greens`: the green cards of the seat, empty if sets do not count. `bonus`: bits of tokens. `wins`: medals.
    """
    return (
        *_stages_made_buildable(wonder, built, packed, flags, kind),
        *_other_effects(lookup, kind, greens, cat, markers, bonus),
        *(CardEffect("medal", word=medal) for medal in wins),
    )


def _medals_won(pos: Position, seat: int, kind: int) -> tuple[str, ...]:
    """List the medals in reach that a card of this kind would bring."""
    lookup = pos.lookup
    tally = pos.medal_counts[seat] + lookup.counts[kind]
    if lookup.cats[kind] and pos.cat != seat:
        tally += ONE_CAT
    return tuple(lookup.medals[number] for number in pos.reachable_medals[seat] if is_earned(lookup, tally, number))


def _stages_made_buildable(wonder: Wonder, built: int, packed: int, flags: int, kind: int) -> tuple[CardEffect, ...]:
    if kind not in HELPERS:
        return ()
    hand = unpack_hand(packed)
    more = _add_card(hand, kind)
    return tuple(
        CardEffect("build", stage + 1)
        for stage in wonder.open[built]
        if missing_cards(hand, wonder.costs[stage], wonder.same[stage], flags)
        and not missing_cards(more, wonder.costs[stage], wonder.same[stage], flags)
    )


def _other_effects(
    lookup: Lookup, kind: int, greens: tuple[int, ...], cat: bool, markers: int, bonus: int
) -> tuple[CardEffect, ...]:
    does: list[CardEffect] = []
    if greens:
        after = [count + (green == kind) for green, count in zip(GREEN, greens, strict=True)]
        if max(after) > 1 or all(after):
            does.append(CardEffect("set"))
    if lookup.points[kind]:
        does.append(CardEffect("points", lookup.points[kind]))
    if lookup.cats[kind] and not cat:
        does.append(CardEffect("cat"))
    if lookup.shields[kind]:
        does.append(CardEffect("shield", lookup.shields[kind]))
    horns = min(lookup.horns[kind], markers)
    if horns:
        does.append(CardEffect("horns", horns))
        if horns == markers:
            does.append(CardEffect("conflict"))
    does += [CardEffect("extra", 0, token) for number, token in enumerate(lookup.tokens) if bonus >> number & 1]
    return tuple(does)
