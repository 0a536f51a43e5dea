"""What describes a seat of Architects to a player that has learned from games (`engine.players.judgement`).

Each feature has a slug. Those that end in `-early` count by how much of the game is still to come.
"""

from typing import Final

from engine.architects.cards import COIN, KINDS
from engine.architects.estimate import POINTS, shields_kept, time_left
from engine.architects.lookup import CENTER_STACK
from engine.architects.medals import has
from engine.architects.payments import PACK, Hand, short, unpacked
from engine.architects.position import UNKNOWN, Position

SHORT: Final = 3  # of what a medal asks for, from which on it is as far as any
MISSING: Final = 4  # cards of a stage, from which on it is as far as any
GREENS: Final = 8  # the first of the three green kinds
OPEN_TOPS: Final = 4  # of what `_tops` gives, about cards that lie face up
SAFE: Final = 3  # shields ahead that make a conflict safe
NAMES: Final = (
    *("points", "points-early"),
    *(f"next-stage-lacks-{count}" for count in range(MISSING)),
    *(f"next-stage-points-lacks-{count}" for count in range(MISSING)),
    *("effect-near", "stages-left", "stages-left-early", "spare-cards", "coins", "coins-early"),
    *("different-goods", "alike-goods"),
    *("green-one", "green-two", "green-pairs", "tokens-early", "tokens-for-points"),
    *("ahead", "ahead-near", "stays-ahead", "stays-ahead-early", "safe", "shields-early"),
    *("cat", "medals-in-reach", "medals-lack-1", "medals-lack-2", "on-turn"),
    *("top-for-stage", "top-for-set", "top-points", "top-shields", "tops-face-down"),
    *("next-for-stage", "next-for-set", "next-points", "next-shields"),
)


def features(at: Position, seat: int, total: int) -> list[float]:
    """What describes a seat, `total` its points as if the game ended now."""
    early = time_left(at)
    wonder, built = at.wonders[seat], at.built[seat]
    hand = unpacked(at.hands[seat])
    lacks = [0.0] * MISSING
    worth = [0.0] * MISSING
    effect = 0.0
    nearest, best = MISSING, 0
    for stage in wonder.open[built]:
        missing = short(hand, wonder.costs[stage], wonder.same[stage], at.purse[seat])
        gain = wonder.points[built | 1 << stage] - wonder.points[built]
        if wonder.triggers[stage]:
            effect = max(effect, 1 - min(missing, MISSING) / MISSING)
        if (missing, -gain) < (nearest, -best):
            nearest, best = missing, gain
    if nearest < MISSING:
        lacks[nearest] = 1.0
        worth[nearest] = best
    left = (wonder.complete & ~built).bit_count()
    goods = hand[:COIN]
    greens = at.cards[seat * KINDS + GREENS : seat * KINDS + GREENS + 3]
    different = sum([count > 0 for count in greens])
    any_tokens = bool(at.row or at.rest_tokens)
    kinds = len(at.lookup.tokens)
    tokens = scoring = 0
    for number in range(kinds):
        copies = at.tokens[seat * kinds + number]
        if copies:
            if any([isinstance(effect, POINTS) for effect in at.lookup.token_effects[number]]):
                scoring += copies
            else:
                tokens += copies
    short_by = _medals_short_by(at, seat)
    tops = _tops(at, seat, hand, any_tokens)
    mine, stays = at.total_shields(seat), shields_kept(at, seat)
    near = (1 + at.flipped) / (1 + at.markers)
    ahead = lasting = 0.0
    safe = 0
    for other in {(seat + 1) % at.seats, (seat - 1) % at.seats}:
        lead = mine - at.total_shields(other)
        ahead += max(-SAFE, min(SAFE, lead))
        lasting += max(-SAFE, min(SAFE, stays - shields_kept(at, other)))
        safe += lead > 0
    return [
        total,
        early * total,
        *lacks,
        *worth,
        effect,
        left,
        early * left,
        sum(goods),
        hand[COIN],
        early * hand[COIN],
        sum([count > 0 for count in goods]),
        max(goods),
        any_tokens and different == 1,
        any_tokens and different == 2,
        any_tokens * sum([count == 1 for count in greens]),
        early * tokens,
        scoring,
        ahead,
        near * ahead,
        lasting,
        early * lasting,
        near * safe,
        early * mine,
        early * (at.cat == seat and at.left[CENTER_STACK] > 0),
        early * len(at.reach[seat]),
        short_by[1],
        short_by[2],
        at.active == seat,
        *tops,
        *([0] * OPEN_TOPS if at.active != seat else tops[:OPEN_TOPS]),
    ]


def _medals_short_by(at: Position, seat: int) -> list[int]:
    """How many medals in reach lack 0, 1, 2, or more of what they ask for, by that number."""
    found = [0] * (SHORT + 1)
    for number in at.reach[seat]:
        lacks = 0
        for what, least in at.lookup.goals[number]:
            lacks += max(0, least - has(at, seat, what))
        found[min(lacks, SHORT)] += 1
    return found


def _tops(at: Position, seat: int, hand: Hand, any_tokens: bool) -> list[int]:
    """The most that a top card beside a seat brings: cards nearer to a stage, a set of green ones, points, shields.

    And how many of these cards lie face down. With two seats both have the same: whose turn it is says who gets them.
    """
    nearer = completes = points = shields = hidden = 0
    wonder, built, greens = at.wonders[seat], at.built[seat], seat * KINDS + GREENS
    for stack in (seat + 1, seat or at.seats):
        kind = at.top[stack]
        if not at.left[stack]:
            continue
        if kind == UNKNOWN:
            hidden += 1
        elif kind <= COIN:
            taken = unpacked(at.hands[seat] + PACK[kind])
            for stage in wonder.open[built]:
                cost, same, purse = wonder.costs[stage], wonder.same[stage], at.purse[seat]
                nearer = max(nearer, short(hand, cost, same, purse) - short(taken, cost, same, purse))
        elif GREENS <= kind < GREENS + 3:
            others = [green for green in range(greens, greens + 3) if green != seat * KINDS + kind and at.cards[green]]
            if any_tokens and (at.cards[seat * KINDS + kind] or len(others) == 2):
                completes = 1
        else:
            points = max(points, at.lookup.points[kind])
            shields = max(shields, at.lookup.shields[kind])
    return [nearer, completes, points, shields, hidden]
