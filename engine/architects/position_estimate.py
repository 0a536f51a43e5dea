"""Estimate of a position for a seat: points plus stages, sets and shields in progress. Used by players only.

The weights were found by `wondertable workshop simulate … --player greedy,random,random,random --summary`; all are
points.
"""

from typing import Final

from engine.architects.data_schema import COIN, KINDS
from engine.architects.lookup_tables import CENTER_STACK
from engine.architects.packed_position import Position
from engine.architects.payments import missing_cards, unpack_hand

STAGE_READY: Final = 2.15  # times a stage's points while nothing but the build is missing: cards for it are gone soon
STAGE_STEP: Final = 0.74  # each missing card leaves this much of that
LATER_STAGE: Final = 0.4  # of the points of stages not open yet: they still have to be paid for
COIN_SPARE: Final = 1.65  # a coin fits every stage
EFFECT: Final = 1.7  # a wonder's effect waiting on a stage
TOKEN: Final = 4.9  # a progress token whose worth lies in use, at the start of the game
TOKEN_WITH_POINTS: Final = 1.0  # one that scores by itself is mostly in the points already
SET_HALF: Final = 0.5  # a green card waiting for its twin
SET_TWO: Final = 0.3  # a second, different one: either twin, or the third, completes them
LEAD: Final = 0.25  # being ahead of a neighbour when the conflict comes, at once: it comes too late to plan for
LASTING_LEAD: Final = 2.9  # the same with shields that outlast a conflict, at the start of the game
CLEAR: Final = 1.0  # shields ahead that make it safe
CAT: Final = 0.15  # holding the cat shows what comes; its points are in the points


def estimate(pos: Position, seat: int, points: int) -> float:
    """Return `points` plus the value of work in progress, in points."""
    return (
        points + _stages(pos, seat) + _science(pos, seat) + _tokens(pos, seat) + _conflict(pos, seat) + _cat(pos, seat)
    )


def _stages(pos: Position, seat: int) -> float:
    wonder, built = pos.wonders[seat], pos.built[seat]
    hand = unpack_hand(pos.hands[seat])
    worth = 0.0
    open_now = wonder.open[built]
    for stage in open_now:
        gain = wonder.points[built | 1 << stage] - wonder.points[built] + (EFFECT if wonder.triggers[stage] else 0.0)
        missing = missing_cards(hand, wonder.costs[stage], wonder.same[stage], pos.payment_flags[seat])
        worth = max(worth, gain * STAGE_READY * STAGE_STEP**missing)
    later = wonder.points[wonder.complete] - wonder.points[built]
    spare = sum(hand[:COIN])
    return worth + LATER_STAGE * later * min(1.0, spare / 4) + COIN_SPARE * hand[COIN]


def _science(pos: Position, seat: int) -> float:
    if not (pos.token_row or pos.rest_tokens):
        return 0.0
    greens = pos.cards[seat * KINDS + 8 : seat * KINDS + 11]
    different = sum(1 for count in greens if count)
    return (0.0, SET_HALF, SET_HALF + SET_TWO, TOKEN)[different]


def _tokens(pos: Position, seat: int) -> float:
    kinds = len(pos.lookup.tokens)
    worth = 0.0
    for number, copies in enumerate(pos.tokens[seat * kinds : (seat + 1) * kinds]):
        if copies:
            worth += TOKEN_WITH_POINTS if pos.lookup.scored_tokens[number] else TOKEN
    return worth * time_left(pos)


def _conflict(pos: Position, seat: int) -> float:
    """Return the value of shields against both neighbours, in the coming conflict and in later ones."""
    mine, kept = pos.total_shields(seat), shields_kept(pos, seat)
    near = (1 + pos.flipped) / (1 + pos.markers)
    later = time_left(pos)
    worth = 0.0
    for other in {(seat + 1) % pos.seats, (seat - 1) % pos.seats}:
        worth += LEAD * near * _lead(mine - pos.total_shields(other))
        worth += LASTING_LEAD * later * _lead(kept - shields_kept(pos, other))
    return worth


def shields_kept(pos: Position, seat: int) -> int:
    """Return the shields that remain after a conflict."""
    kept = pos.total_shields(seat)
    if not pos.keeps_horns >> seat & 1:
        for kind in pos.lookup.horned:
            kept -= pos.cards[seat * KINDS + kind] * pos.lookup.shields[kind]
    return kept


def _lead(ahead: int) -> float:
    """Map a lead in shields to 0 (far behind) to 1 (safely ahead)."""
    return min(1.0, max(0.0, 0.5 + ahead / (2 * CLEAR)))


def _cat(pos: Position, seat: int) -> float:
    return CAT * time_left(pos) if pos.cat == seat and pos.stack_sizes[CENTER_STACK] else 0.0


def time_left(pos: Position) -> float:
    """Return 1 at the start, falling to 0 when a wonder is nearly complete."""
    most = 0.0
    for seat in range(pos.seats):
        wonder = pos.wonders[seat]
        share = wonder.standing[pos.built[seat]] / wonder.stages
        if share > most:
            most = share
    return 1.0 - most
