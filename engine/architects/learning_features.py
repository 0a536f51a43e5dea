"""Features of a seat of Architects, for learned evaluations (`engine.players.learned_evaluation`).

Each feature has a slug. Features that end in `-early` are multiplied by how much of the game is still to come.
"""

from typing import Final

from engine.architects.data_schema import COIN, KINDS
from engine.architects.lookup_tables import CENTER_STACK
from engine.architects.medal_goals import amount_of
from engine.architects.packed_position import UNKNOWN, Position
from engine.architects.payments import PACK, Goods, count_missing, summarise_hand
from engine.architects.position_estimate import shields_kept, time_left
from engine.architects.scoring import total

SHORT: Final = 3  # of what a medal asks for, from which on it is as far as any
MISSING: Final = 4  # cards of a stage, from which on it is as far as any
GREENS: Final = 8  # the first of the three green kinds
OPEN_TOPS: Final = 4  # of what `_tops` gives, about cards that lie face up
SAFE: Final = 3  # shields ahead that make a conflict safe
NAMES: Final[tuple[str, ...]] = (
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


def features(pos: Position) -> list[list[float]]:
    """Return the features of each seat, with points as if the game ended now."""
    early = time_left(pos)
    shields = [pos.total_shields(seat) for seat in range(pos.seats)]
    lasting = [shields_kept(pos, seat) for seat in range(pos.seats)]
    return [_features(pos, seat, early, shields, lasting) for seat in range(pos.seats)]


def _features(pos: Position, seat: int, early: float, shields: list[int], lasting: list[int]) -> list[float]:
    """Return the features of one seat. `shields`, `lasting`: of all seats, now and after a conflict."""
    points = total(pos.points(seat))
    wonder, built, goods = pos.wonders[seat], pos.built[seat], summarise_hand(pos.hands[seat])
    lacks_of, worth, effect = _nearest_stage(pos, seat, goods)
    left = wonder.stages - wonder.standing[built]
    different, halves = _count_greens(pos, seat)
    any_tokens = bool(pos.token_row or pos.rest_tokens)
    tokens, scoring = _count_tokens(pos, seat)
    short_by = _medals_short_by(pos, seat)
    tops = _tops(pos, seat, goods, any_tokens)
    near = (1 + pos.flipped) / (1 + pos.markers)
    ahead, safe = _sum_leads(seat, shields)
    stays_ahead, _ = _sum_leads(seat, lasting)
    resources, alike, kinds, coins = goods
    return [
        points,
        early * points,
        *lacks_of,
        *worth,
        effect,
        left,
        early * left,
        resources,
        coins,
        early * coins,
        kinds,
        alike,
        any_tokens and different == 1,
        any_tokens and different == 2,
        halves if any_tokens else 0,
        early * tokens,
        scoring,
        ahead,
        near * ahead,
        stays_ahead,
        early * stays_ahead,
        near * safe,
        early * shields[seat],
        early if pos.cat == seat and pos.stack_sizes[CENTER_STACK] > 0 else 0,
        early * len(pos.reachable_medals[seat]),
        short_by[1],
        short_by[2],
        pos.active == seat,
        *tops,
        *([0] * OPEN_TOPS if pos.active != seat else tops[:OPEN_TOPS]),
    ]


def _nearest_stage(pos: Position, seat: int, goods: Goods) -> tuple[list[float], list[float], float]:
    """Return by number of missing cards whether the nearest open stage lacks that many, the most points that it then
    brings, and how near a stage with an effect is, from 0 to 1.
    """
    wonder, built, purse = pos.wonders[seat], pos.built[seat], pos.payment_flags[seat]
    lacks_of, worth, effect = [0.0] * MISSING, [0.0] * MISSING, 0.0
    nearest, best = MISSING, 0
    for stage in wonder.open[built]:
        missing = count_missing(goods, wonder.costs[stage], wonder.same[stage], purse)
        gain = wonder.points[built | 1 << stage] - wonder.points[built]
        if wonder.triggers[stage]:
            effect = max(effect, 1 - min(missing, MISSING) / MISSING)
        if missing < nearest or (missing == nearest and gain > best):
            nearest = missing
            best = gain
    if nearest < MISSING:
        lacks_of[nearest] = 1.0
        worth[nearest] = float(best)
    return lacks_of, worth, effect


def _count_greens(pos: Position, seat: int) -> tuple[int, int]:
    """Count the kinds of green cards, and those with a single card."""
    different = halves = 0
    for green in range(seat * KINDS + GREENS, seat * KINDS + GREENS + 3):
        count = pos.cards[green]
        if count:
            different += 1
            if count == 1:
                halves += 1
    return different, halves


def _count_tokens(pos: Position, seat: int) -> tuple[int, int]:
    """Count the tokens that bring no points, and those that do."""
    tokens = scoring = 0
    first = seat * len(pos.lookup.tokens)
    for number, scored in enumerate(pos.lookup.scored_tokens):
        if scored:
            scoring += pos.tokens[first + number]
        else:
            tokens += pos.tokens[first + number]
    return tokens, scoring


def _sum_leads(seat: int, shields: list[int]) -> tuple[int, int]:
    """Return the sum of the leads over the neighbours in shields, each at most SAFE, and how many are behind."""
    ahead = behind = 0
    left, right = (seat + 1) % len(shields), (seat - 1) % len(shields)
    for other in (left,) if left == right else (left, right):
        lead = shields[seat] - shields[other]
        ahead += max(-SAFE, min(SAFE, lead))
        if lead > 0:
            behind += 1
    return ahead, behind


def _medals_short_by(pos: Position, seat: int) -> list[int]:
    """Count the medals in reach by how many things they lack: 0, 1, 2, or more."""
    found = [0] * (SHORT + 1)
    for number in pos.reachable_medals[seat]:
        short = 0
        for what, least in pos.lookup.goals[number]:
            short += max(0, least - amount_of(pos, seat, what))
        found[min(short, SHORT)] += 1
    return found


def _tops(pos: Position, seat: int, goods: Goods, any_tokens: bool) -> list[int]:
    """Return the most that a top card beside a seat brings: cards nearer to a stage, a science set, points, shields.

    The last number is how many of these cards lie face down. With two seats both have the same stacks; `on-turn` tells
    them apart.
    """
    nearer = completes = points = shields = hidden = 0
    wonder, purse, greens = pos.wonders[seat], pos.payment_flags[seat], seat * KINDS + GREENS
    for stack in (seat + 1, seat or pos.seats):
        kind = pos.known_tops[stack]
        if not pos.stack_sizes[stack]:
            continue
        if kind == UNKNOWN:
            hidden += 1
        elif kind <= COIN:
            more = summarise_hand(pos.hands[seat] + PACK[kind])
            for stage in wonder.open[pos.built[seat]]:
                cost, same = wonder.costs[stage], wonder.same[stage]
                nearer = max(nearer, count_missing(goods, cost, same, purse) - count_missing(more, cost, same, purse))
        elif GREENS <= kind < GREENS + 3:
            mine = seat * KINDS + kind
            others = 0
            for green in range(greens, greens + 3):
                if green != mine and pos.cards[green]:
                    others += 1
            if any_tokens and (pos.cards[mine] or others == 2):
                completes = 1
        else:
            points = max(points, pos.lookup.points[kind])
            shields = max(shields, pos.lookup.shields[kind])
    return [nearer, completes, points, shields, hidden]
