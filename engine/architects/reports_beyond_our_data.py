"""Reports from people's cardboard: things that our lists exclude, because their copy of the game differs.

A reported thing is counted up by one, and down again when it is revealed like any other. So counts never fall below
zero while the stack holds a card less: from then on the counts of a stack may exceed its cards, and offers are still
what can be there.
"""

from collections.abc import Sequence

from engine import corrections_and_agreements
from engine.architects import effects
from engine.architects.actions import (
    SIDES,
    Action,
    Another,
    Draw,
    Extra,
    Keep,
    Progress,
    Reveal,
    RevealGift,
    RevealMedal,
    RevealToken,
    Steal,
    Take,
    Telling,
    stack_word,
)
from engine.architects.chance import MEDALS, TOKENS, next_medal_gap, outcomes
from engine.architects.data_schema import FACES, KIND, KINDS, MAX_CARDS, Shields
from engine.architects.lookup_tables import CENTER_STACK, Wonder
from engine.architects.packed_position import NO_SEAT, ONE_CAT, ONE_MILITARY, ONE_STAGE, Position, seat_cards
from engine.architects.questions import GIFTS, KEEP, KEEP_ACTIONS, NO_ACTIONS, REVEAL_ACTIONS
from engine.architects.record_header import MEDAL_TOKENS
from engine.architects.refusals import refusal
from engine.corrections_and_agreements import Count, CountCorrection, WonderCorrection
from engine.game import CHANCE, Seat


def contradictions(at: Position) -> tuple[Action, ...]:
    """List everything of the kind that is asked, except what is legal."""
    if at.eager or (at.asked < 0 and at.phase != KEEP):
        return NO_ACTIONS
    legal = outcomes(at) if at.asked >= 0 else at.offer
    return tuple(Another(action) for action in _all_of_kind(at) if action not in legal and _is_countable(at, action))


def is_list_unverified(at: Position) -> bool:
    """Check whether the list of the stack in question is an assumption of ours."""
    stack = at.asked if at.asked >= 0 else at.searching
    if stack < 0 or stack > at.seats:
        return False
    facts = at.lookup.facts
    entry = facts.wonders[at.wonders[stack - 1].name] if stack else facts.center
    return entry.certainty == "assumption"


def admit_report(at: Position, seat: Seat, action: Action) -> Telling:
    """Add the reported thing to our lists and return the plain action. Raise IllegalAction if it may not be reported
    now.
    """
    asked = CHANCE if at.asked >= 0 else at.active
    if not isinstance(action, Another) or seat != asked or action not in contradictions(at):
        raise refusal(at, seat, action)
    match action.of:
        case Reveal(stack, kind):
            _add_to_lists(at, stack, kind)
        case RevealGift(kind):
            _add_to_lists(at, CENTER_STACK, kind)
        case Keep(kind):
            _add_to_lists(at, at.searching, kind)
        case RevealToken(token):
            at.hidden_tokens[at.lookup.token[token]] += 1
        case RevealMedal(_, medal):
            at.box_medals |= 1 << at.lookup.medal[medal]
    return action.of


def reassigned(at: Position, seat: Seat, action: Action) -> tuple[Action, ...]:
    """Return how an action reported for `seat` reads for the seat now to act: stacks stay where they are."""
    if (seat == CHANCE) != (at.asked >= 0):
        return NO_ACTIONS
    match action:
        case Another(of):
            plain = [each for each in reassigned(at, seat, of) if isinstance(each, Telling)]
            return (*map(Another, plain), *plain)
        case Reveal(_, kind):
            return (Reveal(at.asked, kind),) if at.asked <= at.seats else NO_ACTIONS
        case RevealMedal(_, medal):
            return (RevealMedal(next_medal_gap(at), medal),)
        case Take(side):
            return tuple(Take(to) for to in _sides(at, seat, side))
        case Extra(token, side):
            return tuple(Extra(token, to) for to in _sides(at, seat, side))
        case Draw(where) if where in SIDES:
            return tuple(Draw(SIDES[to]) for to in _sides(at, seat, SIDES.index(where)))
    return (action,)


def reseated(action: Action, to: Sequence[Seat]) -> Action:
    """Return the action for rearranged seats: a side stays a side, the number of a stack follows its seat."""
    match action:
        case Another(of):
            same = reseated(of, to)
            assert isinstance(same, Telling)
            return Another(same)
        case Reveal(stack, kind) if stack:
            return REVEAL_ACTIONS[to[stack - 1] + 1][kind]
        case Draw(where) if where.isdecimal():
            return Draw(str(to[int(where) - 1] + 1))
        case Steal(of, kind):
            return Steal(to[of - 1] + 1, kind)
        case CountCorrection() | WonderCorrection():
            return corrections_and_agreements.reseat_line(action, to)
    return action


def is_follow_up(action: Action) -> bool:
    """Check whether an action answers a wonder's effect, or reports which card was revealed."""
    match action:
        case Progress(_, spent):
            return not spent
    return isinstance(action, Draw | Keep | Steal | Reveal | RevealGift | Another)


def _sides(at: Position, seat: Seat, side: int) -> list[int]:
    """Return the side of the active seat on which a stack beside `seat` lies; empty if out of reach."""
    stack = at.stack(seat, side)
    return [to for to in range(len(SIDES)) if at.stack(at.active, to) == stack]


def _add_to_lists(at: Position, stack: int, kind: int) -> None:
    at.hidden[stack * KINDS + kind] += 1
    at.rest[stack] += 1


def _all_of_kind(at: Position) -> tuple[Telling, ...]:
    beyond = at.asked - at.seats
    if at.asked < 0:
        return KEEP_ACTIONS
    if beyond <= 0:
        return REVEAL_ACTIONS[at.asked]
    if beyond == TOKENS:
        return tuple(RevealToken(token) for token in at.lookup.tokens)
    if beyond == MEDALS:
        return tuple(RevealMedal(next_medal_gap(at), medal) for medal in at.lookup.medals)
    return GIFTS


def _is_countable(at: Position, action: Telling) -> bool:
    """Check that a kind does not exceed what a packed hand can count (payments.py)."""
    if isinstance(action, RevealToken | RevealMedal):
        return True
    there = at.pool[action.kind] if at.pool else sum(at.hidden[action.kind :: KINDS])
    return there + sum(at.cards[action.kind :: KINDS]) < MAX_CARDS


# ---- how the house has it ------------------------------------------------------------------------------------


def correctable_counts(at: Position) -> dict[str, Count]:
    """Map what people may correct from the first turn on: cards in stacks, and everything that seats have.

    A stack from which a card is about to come holds at least one.
    """
    if at.eager or not at.turn or not at.to_act:
        return {}
    found = {
        f"stack {stack_word(stack)}": Count(
            left, int(stack in (at.asked, at.searching)), known=not at.uncounted >> stack & 1
        )
        for stack, left in enumerate(at.left)
    }
    tokens, lookup = len(at.lookup.tokens), at.lookup
    for seat in range(at.seats):
        number, wonder, built = seat + 1, at.wonders[seat], at.built[seat]
        found[f"shields {number}"] = Count(at.total_shields(seat))
        found[f"military {number}"] = Count(at.military[seat])
        found[f"cat {number}"] = Count(int(at.cat == seat), 0, 1)
        found[f"stages {number}"] = Count(built.bit_count(), 0, len(wonder.costs) - 1)
        for stage in _alternative_stages(wonder):
            now = built >> stage & 1
            if built ^ 1 << stage in _buildable_sets(wonder):
                found[f"stage-{stage + 1} {number}"] = Count(now, 0, 1)
        for kind, n in enumerate(seat_cards(at, seat)):
            if n:
                found[f"card {FACES[kind]} {number}"] = Count(n, 0, n + _spare_cards(at, kind))
        for token, n in enumerate(at.tokens[seat * tokens : (seat + 1) * tokens]):
            if n:
                found[f"token {lookup.tokens[token]} {number}"] = Count(n, 0, max(n, _most_copies(at, token)))
    return found


def things(at: Position) -> dict[str, int]:
    """Map cards and progress tokens to the highest count that a seat can have."""
    if not correctable_counts(at):
        return {}
    found = {f"card {face}": _spare_cards(at, kind) for kind, face in enumerate(FACES)}
    return found | {f"token {name}": _most_copies(at, token) for token, name in enumerate(at.lookup.tokens)}


def set_count(at: Position, what: str, n: int) -> None:
    """Set a count. The kinds that a stack may hold stay the same."""
    kind, _, rest = what.partition(" ")
    thing, _, which = rest.rpartition(" ")
    if kind == "stack":
        stack = CENTER_STACK if which == stack_word(CENTER_STACK) else int(which)
        at.left_in_all += n - at.left[stack]
        at.left[stack] = n
        at.uncounted &= ~(1 << stack)
        return
    seat = int(which) - 1
    match kind:
        case "shields":
            at.shields[seat] += n - at.total_shields(seat)
        case "military":
            at.tally[seat] += (n - at.military[seat]) * ONE_MILITARY
            at.military[seat] = n
        case "cat":
            _set_cat(at, seat, n)
        case "stages":
            _set_stages(at, seat, _nearest_stages(at.wonders[seat], at.built[seat], n))
        case "card":
            _set_cards(at, seat, KIND[thing], n)
        case "token":
            _set_tokens(at, seat, at.lookup.token[thing], n)
        case _:
            bit = 1 << int(kind.removeprefix("stage-")) - 1
            _set_stages(at, seat, at.built[seat] | bit if n else at.built[seat] & ~bit)


def _spare_cards(at: Position, kind: int) -> int:
    """Return how many more cards of a kind can be counted anywhere (payments.py)."""
    there = at.pool[kind] if at.pool else sum(at.hidden[kind::KINDS])
    return max(0, MAX_CARDS - there - sum(at.cards[kind::KINDS]))


def _most_copies(at: Position, token: int) -> int:
    """Return the copies of a progress token; at least one, because people may have a token that is not played with."""
    more = at.lookup.more[token] if MEDAL_TOKENS in at.setup.variant else 0
    return max(1, at.lookup.copies[token] + more)


def _set_cat(at: Position, seat: int, n: int) -> None:
    if n:
        at.move_cat(seat, None)
    elif at.cat == seat:
        at.cat = NO_SEAT
        at.tally[seat] -= ONE_CAT


def _set_cards(at: Position, seat: int, kind: int, n: int) -> None:
    more = n - at.cards[seat * KINDS + kind]
    at.move_cards(seat, kind, more)
    if at.pool:
        at.account(kind, more)


def _set_tokens(at: Position, seat: int, token: int, n: int) -> None:
    """Set a seat's copies of a token; they come from the face-down ones and go back there."""
    held = at.tokens[seat * len(at.lookup.tokens) + token]
    for _ in range(held, n):
        effects.gain_token(at, seat, token)
        if at.hidden_tokens[token] and at.rest_tokens:
            at.hidden_tokens[token] -= 1
            at.rest_tokens -= 1
    for _ in range(n, held):
        effects.lose_token(at, seat, token)
        at.hidden_tokens[token] += 1
        at.rest_tokens += 1


def _set_stages(at: Position, seat: int, built: int) -> None:
    """Set the built stages; only permanent parts of their effects are applied."""
    wonder, before = at.wonders[seat], at.built[seat]
    lasting = sum(effect.amount for effect in wonder.effects if isinstance(effect, Shields))
    for stage, trigger in enumerate(wonder.triggers):
        more = (built >> stage & 1) - (before >> stage & 1)
        at.tally[seat] += more * ONE_STAGE
        at.shields[seat] += more * lasting if trigger else 0
    at.built[seat] = built


def _buildable_sets(wonder: Wonder) -> set[int]:
    """List the sets of stages that can be built, as bits, without the complete wonder, which would end the game."""
    found, fresh = {0}, [0]
    while fresh:
        built = fresh.pop()
        following = {built | 1 << stage for stage in wonder.open[built]} - found - {wonder.complete}
        found |= following
        fresh += following
    return found


def _alternative_stages(wonder: Wonder) -> list[int]:
    """List the stages for which another one could have been built."""
    standing = _buildable_sets(wonder)
    return [
        stage
        for stage in range(len(wonder.costs))
        if any(len(wonder.open[built]) > 1 and stage in wonder.open[built] for built in standing)
    ]


def _nearest_stages(wonder: Wonder, built: int, n: int) -> int:
    """Return a set of `n` stages: as close as possible to those built now, lowest stages first."""
    alike = [mask for mask in _buildable_sets(wonder) if mask.bit_count() == n]
    return min(alike, key=lambda mask: ((mask ^ built).bit_count(), mask))
