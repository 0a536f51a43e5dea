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
    Contradiction,
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


def contradictions(pos: Position) -> tuple[Action, ...]:
    """List everything of the kind that is asked, except what is legal."""
    if pos.eager or (pos.pending_chance < 0 and pos.phase != KEEP):
        return NO_ACTIONS
    legal = outcomes(pos) if pos.pending_chance >= 0 else pos.offer
    return tuple(
        Contradiction(action) for action in _all_of_kind(pos) if action not in legal and _is_countable(pos, action)
    )


def is_list_unverified(pos: Position) -> bool:
    """Check whether the list of the stack in question is an assumption of ours."""
    stack = pos.pending_chance if pos.pending_chance >= 0 else pos.searching
    if stack < 0 or stack > pos.seats:
        return False
    facts = pos.lookup.facts
    entry = facts.wonders[pos.wonders[stack - 1].name] if stack else facts.center
    return entry.certainty == "assumption"


def admit_report(pos: Position, seat: Seat, action: Action) -> Telling:
    """Add the reported thing to our lists and return the plain action. Raise IllegalAction if it may not be reported
    now.
    """
    asked = CHANCE if pos.pending_chance >= 0 else pos.active
    if not isinstance(action, Contradiction) or seat != asked or action not in contradictions(pos):
        raise refusal(pos, seat, action)
    match action.of:
        case Reveal(stack, kind):
            _add_to_lists(pos, stack, kind)
        case RevealGift(kind):
            _add_to_lists(pos, CENTER_STACK, kind)
        case Keep(kind):
            _add_to_lists(pos, pos.searching, kind)
        case RevealToken(token):
            pos.hidden_tokens[pos.lookup.token[token]] += 1
        case RevealMedal(_, medal):
            pos.box_medals |= 1 << pos.lookup.medal[medal]
    return action.of


def reassigned(pos: Position, seat: Seat, action: Action) -> tuple[Action, ...]:
    """Return how an action reported for `seat` reads for the seat now to act: stacks stay where they are."""
    if (seat == CHANCE) != (pos.pending_chance >= 0):
        return NO_ACTIONS
    match action:
        case Contradiction(of):
            plain = [each for each in reassigned(pos, seat, of) if isinstance(each, Telling)]
            return (*map(Contradiction, plain), *plain)
        case Reveal(_, kind):
            return (Reveal(pos.pending_chance, kind),) if pos.pending_chance <= pos.seats else NO_ACTIONS
        case RevealMedal(_, medal):
            return (RevealMedal(next_medal_gap(pos), medal),)
        case Take(side):
            return tuple(Take(to) for to in _sides(pos, seat, side))
        case Extra(token, side):
            return tuple(Extra(token, to) for to in _sides(pos, seat, side))
        case Draw(where) if where in SIDES:
            return tuple(Draw(SIDES[to]) for to in _sides(pos, seat, SIDES.index(where)))
    return (action,)


def reseated(action: Action, to: Sequence[Seat]) -> Action:
    """Return the action for rearranged seats: a side stays a side, the number of a stack follows its seat."""
    match action:
        case Contradiction(of):
            same = reseated(of, to)
            assert isinstance(same, Telling)
            return Contradiction(same)
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
    return isinstance(action, Draw | Keep | Steal | Reveal | RevealGift | Contradiction)


def _sides(pos: Position, seat: Seat, side: int) -> list[int]:
    """Return the side of the active seat on which a stack beside `seat` lies; empty if out of reach."""
    stack = pos.stack(seat, side)
    return [to for to in range(len(SIDES)) if pos.stack(pos.active, to) == stack]


def _add_to_lists(pos: Position, stack: int, kind: int) -> None:
    pos.hidden_cards[stack * KINDS + kind] += 1
    pos.hidden_totals[stack] += 1


def _all_of_kind(pos: Position) -> tuple[Telling, ...]:
    beyond = pos.pending_chance - pos.seats
    if pos.pending_chance < 0:
        return KEEP_ACTIONS
    if beyond <= 0:
        return REVEAL_ACTIONS[pos.pending_chance]
    if beyond == TOKENS:
        return tuple(RevealToken(token) for token in pos.lookup.tokens)
    if beyond == MEDALS:
        return tuple(RevealMedal(next_medal_gap(pos), medal) for medal in pos.lookup.medals)
    return GIFTS


def _is_countable(pos: Position, action: Telling) -> bool:
    """Check that a kind does not exceed what a packed hand can count (payments.py)."""
    if isinstance(action, RevealToken | RevealMedal):
        return True
    there = pos.pool[action.kind] if pos.pool else sum(pos.hidden_cards[action.kind :: KINDS])
    return there + sum(pos.cards[action.kind :: KINDS]) < MAX_CARDS


# ---- how the house has it ------------------------------------------------------------------------------------


def correctable_counts(pos: Position) -> dict[str, Count]:
    """Map what people may correct from the first turn on: cards in stacks, and everything that seats have.

    A stack from which a card is about to come holds at least one.
    """
    if pos.eager or not pos.turn or not pos.to_act:
        return {}
    found = {
        f"stack {stack_word(stack)}": Count(
            left, int(stack in (pos.pending_chance, pos.searching)), known=not pos.uncounted_stacks >> stack & 1
        )
        for stack, left in enumerate(pos.stack_sizes)
    }
    tokens, lookup = len(pos.lookup.tokens), pos.lookup
    for seat in range(pos.seats):
        number, wonder, built = seat + 1, pos.wonders[seat], pos.built[seat]
        found[f"shields {number}"] = Count(pos.total_shields(seat))
        found[f"military {number}"] = Count(pos.military[seat])
        found[f"cat {number}"] = Count(int(pos.cat == seat), 0, 1)
        found[f"stages {number}"] = Count(built.bit_count(), 0, len(wonder.costs) - 1)
        for stage in _alternative_stages(wonder):
            now = built >> stage & 1
            if built ^ 1 << stage in _buildable_sets(wonder):
                found[f"stage-{stage + 1} {number}"] = Count(now, 0, 1)
        for kind, n in enumerate(seat_cards(pos, seat)):
            if n:
                found[f"card {FACES[kind]} {number}"] = Count(n, 0, n + _spare_cards(pos, kind))
        for token, n in enumerate(pos.tokens[seat * tokens : (seat + 1) * tokens]):
            if n:
                found[f"token {lookup.tokens[token]} {number}"] = Count(n, 0, max(n, _most_copies(pos, token)))
    return found


def things(pos: Position) -> dict[str, int]:
    """Map cards and progress tokens to the highest count that a seat can have."""
    if not correctable_counts(pos):
        return {}
    found = {f"card {face}": _spare_cards(pos, kind) for kind, face in enumerate(FACES)}
    return found | {f"token {name}": _most_copies(pos, token) for token, name in enumerate(pos.lookup.tokens)}


def set_count(pos: Position, what: str, n: int) -> None:
    """Set a count. The kinds that a stack may hold stay the same."""
    kind, _, rest = what.partition(" ")
    thing, _, which = rest.rpartition(" ")
    if kind == "stack":
        stack = CENTER_STACK if which == stack_word(CENTER_STACK) else int(which)
        pos.cards_in_stacks += n - pos.stack_sizes[stack]
        pos.stack_sizes[stack] = n
        pos.uncounted_stacks &= ~(1 << stack)
        return
    seat = int(which) - 1
    match kind:
        case "shields":
            pos.shields[seat] += n - pos.total_shields(seat)
        case "military":
            pos.medal_counts[seat] += (n - pos.military[seat]) * ONE_MILITARY
            pos.military[seat] = n
        case "cat":
            _set_cat(pos, seat, n)
        case "stages":
            _set_stages(pos, seat, _nearest_stages(pos.wonders[seat], pos.built[seat], n))
        case "card":
            _set_cards(pos, seat, KIND[thing], n)
        case "token":
            _set_tokens(pos, seat, pos.lookup.token[thing], n)
        case _:
            bit = 1 << int(kind.removeprefix("stage-")) - 1
            _set_stages(pos, seat, pos.built[seat] | bit if n else pos.built[seat] & ~bit)


def _spare_cards(pos: Position, kind: int) -> int:
    """Return how many more cards of a kind can be counted anywhere (payments.py)."""
    there = pos.pool[kind] if pos.pool else sum(pos.hidden_cards[kind::KINDS])
    return max(0, MAX_CARDS - there - sum(pos.cards[kind::KINDS]))


def _most_copies(pos: Position, token: int) -> int:
    """Return the copies of a progress token; at least one, because people may have a token that is not played with."""
    more = pos.lookup.more[token] if MEDAL_TOKENS in pos.setup.variant else 0
    return max(1, pos.lookup.copies[token] + more)


def _set_cat(pos: Position, seat: int, n: int) -> None:
    if n:
        pos.move_cat(seat, None)
    elif pos.cat == seat:
        pos.cat = NO_SEAT
        pos.medal_counts[seat] -= ONE_CAT


def _set_cards(pos: Position, seat: int, kind: int, n: int) -> None:
    more = n - pos.cards[seat * KINDS + kind]
    pos.move_cards(seat, kind, more)
    if pos.pool:
        pos.account(kind, more)


def _set_tokens(pos: Position, seat: int, token: int, n: int) -> None:
    """Set a seat's copies of a token; they come from the face-down ones and go back there."""
    held = pos.tokens[seat * len(pos.lookup.tokens) + token]
    for _ in range(held, n):
        effects.gain_token(pos, seat, token)
        if pos.hidden_tokens[token] and pos.rest_tokens:
            pos.hidden_tokens[token] -= 1
            pos.rest_tokens -= 1
    for _ in range(n, held):
        effects.lose_token(pos, seat, token)
        pos.hidden_tokens[token] += 1
        pos.rest_tokens += 1


def _set_stages(pos: Position, seat: int, built: int) -> None:
    """Set the built stages; only permanent parts of their effects are applied."""
    wonder, before = pos.wonders[seat], pos.built[seat]
    lasting = sum(effect.amount for effect in wonder.effects if isinstance(effect, Shields))
    for stage, trigger in enumerate(wonder.triggers):
        more = (built >> stage & 1) - (before >> stage & 1)
        pos.medal_counts[seat] += more * ONE_STAGE
        pos.shields[seat] += more * lasting if trigger else 0
    pos.built[seat] = built


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
