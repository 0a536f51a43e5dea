"""Positions in which a game begins: the `position` of a header, parsed, validated and laid out.

The rule is docs/notation.md, *Beginning in the middle*. The remaining cards of each stack are unknown: a stack may hold
every kind of its own list of which all lists together have a copy that is not accounted for (`Position.pool`).
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Final

import msgspec

from engine.architects import effects, medal_goals
from engine.architects.actions import stack_word
from engine.architects.chance import MEDALS
from engine.architects.data_schema import FACES, KIND, KINDS, MAX_CARDS, Shields
from engine.architects.lookup_tables import CENTER_STACK, Lookup
from engine.architects.medal_goals import MIDDLE
from engine.architects.packed_position import ONE_MILITARY, ONE_STAGE, UNKNOWN, Position
from engine.architects.record_header import EXPERT, WITH_MEDALS, ArchitectsSetup
from engine.mid_game_start import (
    MAX_TURNS,
    Misfit,
    PositionPart,
    format_position,
    parse_position,
    seat_faults,
    shape_misfit,
    unknown_words,
)

GIFT: Final = "reveal gift"
MILITARY: Final = 99

Count = Annotated[int, msgspec.Meta(ge=0)]
Counts = dict[str, int]


class EnteredSeat(PositionPart, frozen=True):
    seat: int
    wonder: str
    stages: tuple[int, ...]
    cards: Counts
    cat: bool
    military: Annotated[int, msgspec.Meta(ge=0, le=MILITARY)]
    progress: tuple[str, ...]
    medals: tuple[str, ...]
    gifts: Count
    name: str | None = None
    shields: int | None = None
    score: Mapping[str, int] | None = None


class EnteredStack(PositionPart, frozen=True):
    left: Count
    top: str | None = None
    uncounted: bool = False  # `left` is a maximum


class EnteredConflict(PositionPart, frozen=True):
    tokens: int
    flipped: Count


class EnteredPosition(PositionPart, frozen=True):
    turn: Annotated[int, msgspec.Meta(ge=1, le=MAX_TURNS)]
    seats: tuple[EnteredSeat, ...]
    stacks: dict[str, EnteredStack]
    conflict: EnteredConflict
    tokens: tuple[str, ...]
    tokens_left: Count
    discard: Counts
    to_act: tuple[int, ...] = ()
    medals: Mapping[str, str | tuple[str, ...] | None] = {}
    game: str = "architects"
    over: bool = False
    pending: str | None = None
    winners: tuple[int, ...] = ()


# ---- read ------------------------------------------------------------------------------------------------


def read_entered(lookup: Lookup, setup: ArchitectsSetup) -> EnteredPosition:
    """Parse the position of a header. Raise Misfit for the first field that does not fit."""
    return parse_position(setup.position, EnteredPosition, lambda told: _faults(told, lookup, setup))


def format_entered(lookup: Lookup, setup: ArchitectsSetup) -> str:
    """Normalise the position of a header to one line without duplicate fields. Raise Misfit as `read_entered` does."""
    read_entered(lookup, setup)
    return format_position(setup.position)


def next_seat(told: EnteredPosition, setup: ArchitectsSetup) -> int:
    """Return the seat whose turn begins; while a gift is pending nobody is to act, and the turn number decides."""
    return told.to_act[0] - 1 if told.to_act else (setup.first + told.turn - 1) % setup.seats


def _faults(told: EnteredPosition, lookup: Lookup, setup: ArchitectsSetup) -> Iterator[Misfit]:
    """Report fields that do not fit, in their order."""
    yield from _turn_faults(told, setup)
    if len(told.seats) != setup.seats:
        here, there = setup.seats, len(told.seats)
        yield Misfit("seats", f"seats: {here} sit here by the header", here=here, there=there)
        return
    for number, seat in enumerate(told.seats, 1):
        yield from _seat_faults(seat, number, lookup, setup)
    if sum(seat.cat for seat in told.seats) > 1:
        yield Misfit("cats", "seats: the cat is with one seat at most")
    yield from _stack_faults(told, lookup, setup)
    yield from _middle_faults(told, lookup, setup)
    yield from _medal_faults(told, lookup, setup)
    yield from _sum_faults(told, lookup, setup)


def _turn_faults(told: EnteredPosition, setup: ArchitectsSetup) -> Iterator[Misfit]:
    if told.game != "architects":
        yield shape_misfit("game", "only architects")
    if told.over or told.winners:
        yield Misfit("over", "over: a game that is over does not go on")
    if told.pending is None:
        if len(told.to_act) != 1 or not 1 <= told.to_act[0] <= setup.seats:
            yield Misfit("turn", f"to_act: the one seat, from 1 to {setup.seats}, whose turn begins")
    elif told.pending != GIFT or told.to_act:
        text = f"pending: a position lies between two turns, so null or, with nobody to act, {GIFT}"
        yield Misfit("mid-turn", text)
    elif len(told.seats) == setup.seats and not told.seats[next_seat(told, setup)].gifts:
        number = next_seat(told, setup) + 1
        text = f"pending: it is the turn of seat {number}, which has no gift"
        yield Misfit("no-gift", text, **_seat_facts(number, setup))


def _seat_facts(number: int, setup: ArchitectsSetup) -> dict[str, int | str]:
    return {"seat": number, "wonder": setup.wonders[number - 1]}


def _seat_faults(seat: EnteredSeat, number: int, lookup: Lookup, setup: ArchitectsSetup) -> Iterator[Misfit]:
    wonder, at, chair = lookup.wonders[setup.wonders[number - 1]], f"seats.{number}", _seat_facts(number, setup)
    yield from seat_faults(at, number, seat.seat, seat.name, setup.names)
    if seat.wonder != wonder.name:
        yield Misfit("wonder", f"{at}.wonder: the header says {wonder.name}", **chair)
    built = 0
    for stage in sorted(seat.stages):
        if stage - 1 not in wonder.open[built]:
            text = f"{at}.stages: each once, from 1 to {len(wonder.costs)}, none without those it rests on"
            yield Misfit("stage", text, stage=stage, **chair)
            return
        built |= 1 << stage - 1
    if built == wonder.complete:
        yield Misfit("complete", f"{at}.stages: a complete wonder ends the game", **chair)
    yield from _card_faults(f"{at}.cards", seat.cards, chair)
    yield from unknown_words(f"{at}.progress", seat.progress, lookup.token)
    yield from unknown_words(f"{at}.medals", seat.medals, lookup.medal if WITH_MEDALS in setup.variant else {})


def _card_faults(field: str, cards: Counts, chair: Mapping[str, int | str]) -> Iterator[Misfit]:
    """Check cards. `chair`: facts about the seat that has them; empty for the discard pile."""
    for card, count in cards.items():
        if card not in KIND:
            yield shape_misfit(field, f"{card!r} is no card")
        elif not 0 <= count <= MAX_CARDS:
            yield Misfit("card-count", f"{field}.{card}: 0 to {MAX_CARDS}", card=card, most=MAX_CARDS, **chair)


def _stack_faults(told: EnteredPosition, lookup: Lookup, setup: ArchitectsSetup) -> Iterator[Misfit]:
    stacks = _stacks(setup)
    if told.stacks.keys() != set(stacks):
        yield shape_misfit("stacks", f"exactly {', '.join(stacks)}")
        return
    for stack, word in enumerate(stacks):
        began = sum(lookup.wonders[setup.wonders[stack - 1]].deck if stack else lookup.center)
        entered = told.stacks[word]
        if entered.left > began:
            text = f"stacks.{word}.left: 0 to {began}, with which it began"
            yield Misfit("stack", text, stack=word, began=began, **(_seat_facts(stack, setup) if stack else {}))
        if entered.top is not None and (entered.top not in KIND or not entered.left or stack == CENTER_STACK):
            yield shape_misfit(f"stacks.{word}.top", "null, or the card that everybody sees on a wonder stack")
    if not any(stack.left for stack in told.stacks.values()):
        yield Misfit("no-stack", "stacks: without a card in any the game is over")


def _middle_faults(told: EnteredPosition, lookup: Lookup, setup: ArchitectsSetup) -> Iterator[Misfit]:
    markers = lookup.conflict_tokens(setup.seats)
    if told.conflict.tokens != markers:
        yield shape_misfit("conflict.tokens", f"{markers} with {setup.seats} seats")
    if told.conflict.flipped >= markers:
        text = f"conflict.flipped: 0 to {markers - 1}; with all a turn ends in a conflict, and they go back"
        yield Misfit("markers", text, most=markers - 1)
    yield from unknown_words("tokens", told.tokens, lookup.token)
    if len(told.tokens) > lookup.face_up or (len(told.tokens) < lookup.face_up and told.tokens_left):
        text = f"tokens: {lookup.face_up} lie face up as long as there are hidden ones"
        yield Misfit("face-up", text, most=lookup.face_up)
    yield from _card_faults("discard", told.discard, {})


def _medal_faults(told: EnteredPosition, lookup: Lookup, setup: ArchitectsSetup) -> Iterator[Misfit]:
    if WITH_MEDALS not in setup.variant:
        if told.medals:
            yield shape_misfit("medals", "none without the variant")
        return
    middle = told.medals.get(stack_word(MIDDLE))
    if told.medals.keys() != set(_stacks(setup)) or not isinstance(middle, tuple):
        gaps = ", ".join(_stacks(setup)[1:])
        yield shape_misfit("medals", f"{gaps}, each with a medal or null, and center with a list")
        return
    most = lookup.facts.table.center_medals if EXPERT in setup.variant else 0
    if len(middle) > most:
        yield shape_misfit("medals.center", f"at most {most}")
    for gap, medal in told.medals.items():
        if isinstance(medal, tuple) and gap != stack_word(MIDDLE):
            yield shape_misfit(f"medals.{gap}", "one medal or null")
        else:
            yield from unknown_words(
                f"medals.{gap}", medal if isinstance(medal, tuple) else (medal,) if medal else (), lookup.medal
            )
    there = len(_medals_laid_out(told)) + sum(len(seat.medals) for seat in told.seats)
    laid = setup.seats + most
    if not laid <= there <= len(lookup.medals):
        text = f"medals: {laid} were laid out, but {there} lie there or before seats"
        yield Misfit("medals", text, fewest=laid, most=len(lookup.medals), there=there)


def _sum_faults(told: EnteredPosition, lookup: Lookup, setup: ArchitectsSetup) -> Iterator[Misfit]:
    """Check the fields together, once each fits by itself."""
    pos = Position(lookup, setup)
    began, tokens = pos.cards_in_stacks, pos.rest_tokens
    taken = sum(len(seat.progress) for seat in told.seats) + len(told.tokens)
    if taken + told.tokens_left > tokens:
        text = f"tokens_left: of {tokens} tokens {taken} lie face up or before seats"
        yield Misfit("tokens", text, most=tokens, taken=taken, left=told.tokens_left)
    for card in FACES:
        if sum(seat.cards.get(card, 0) for seat in told.seats) > MAX_CARDS:
            yield Misfit("card-sum", f"seats: more than {MAX_CARDS} {card}", card=card, most=MAX_CARDS)
    cards = sum(told.discard.values()) + sum(sum(seat.cards.values()) + seat.gifts for seat in told.seats)
    left = sum(stack.left for stack in told.stacks.values() if not stack.uncounted)
    if cards + left > began:
        text = f"stacks: {left} cards left and {cards} before seats or discarded, but there are only {began}"
        yield Misfit("cards", text, most=began, taken=cards, left=left)
        return
    lay_out(pos, told)
    for number, seat in enumerate(told.seats):
        shields, score = pos.total_shields(number), pos.score(number)
        if seat.shields not in (None, shields):
            yield shape_misfit(f"seats.{number + 1}.shields", f"{shields} by what lies there; it may be left out")
        if seat.score not in (None, score):
            yield shape_misfit(
                f"seats.{number + 1}.score", f"{score['total']} in all by what lies there; it may be left out"
            )


def _stacks(setup: ArchitectsSetup) -> list[str]:
    return [stack_word(stack) for stack in range(setup.seats + 1)]


def _medals_laid_out(told: EnteredPosition) -> list[str]:
    gaps = [medal for medal in told.medals.values() if isinstance(medal, str)]
    return gaps + [medal for middle in told.medals.values() if isinstance(middle, tuple) for medal in middle]


# ---- lay out ---------------------------------------------------------------------------------------------


def lay_out(pos: Position, told: EnteredPosition) -> None:
    """Put everything where it was entered; nothing follows from it yet, and no turn has begun."""
    pos.turn = told.turn - 1
    for seat, entered in enumerate(told.seats):
        _lay_seat(pos, seat, entered)
    pos.flipped = told.conflict.flipped
    for card, count in told.discard.items():
        pos.discard[KIND[card]] += count
    _lay_stacks(pos, told)
    _lay_tokens(pos, told)
    if told.medals:
        _lay_medals(pos, told)


def _lay_seat(pos: Position, seat: int, entered: EnteredSeat) -> None:
    wonder = pos.wonders[seat]
    for card, count in entered.cards.items():
        pos.move_cards(seat, KIND[card], count)
    for stage in entered.stages:
        pos.built[seat] |= 1 << stage - 1
        pos.medal_counts[seat] += ONE_STAGE
        if wonder.triggers[stage - 1]:
            pos.shields[seat] += sum(effect.amount for effect in wonder.effects if isinstance(effect, Shields))
    if entered.cat:
        pos.move_cat(seat, None)
    pos.military[seat] = entered.military
    pos.medal_counts[seat] += entered.military * ONE_MILITARY
    for token in entered.progress:
        effects.gain_token(pos, seat, pos.lookup.token[token])
    pos.gifts += ((seat, UNKNOWN, 0),) * entered.gifts


def _lay_stacks(pos: Position, told: EnteredPosition) -> None:
    gone = sum(told.discard.values()) + sum(sum(seat.cards.values()) + seat.gifts for seat in told.seats)
    counted = sum(stack.left for stack in told.stacks.values() if not stack.uncounted)
    others = pos.cards_in_stacks - gone - counted  # a maximum for the stacks that nobody has counted
    for stack in range(pos.seats + 1):
        entered = told.stacks[stack_word(stack)]
        pos.stack_sizes[stack] = min(entered.left, others) if entered.uncounted else entered.left
        pos.uncounted_stacks |= entered.uncounted << stack
        pos.known_tops[stack] = UNKNOWN if entered.top is None else KIND[entered.top]
    pos.cards_in_stacks = sum(pos.stack_sizes)
    listed = [sum(cards[kind] for cards in pos.lists()) for kind in range(KINDS)]
    seen = [pos.discard[kind] + sum(pos.cards[kind::KINDS]) + pos.known_tops.count(kind) for kind in range(KINDS)]
    pos.pool = tuple([max(0, n - lying) for n, lying in zip(listed, seen, strict=True)])
    for kind in range(KINDS):
        pos.account(kind, 0)


def _lay_tokens(pos: Position, told: EnteredPosition) -> None:
    pos.token_row = sorted(pos.lookup.token[token] for token in told.tokens)
    kinds = len(pos.lookup.tokens)
    for number in range(kinds):
        gone = pos.token_row.count(number) + sum(pos.tokens[number::kinds])
        pos.hidden_tokens[number] = max(0, pos.hidden_tokens[number] - gone)
    pos.rest_tokens = told.tokens_left


def _lay_medals(pos: Position, told: EnteredPosition) -> None:
    number = pos.lookup.medal
    for gap in range(1, pos.seats + 1):
        medal = told.medals[stack_word(gap)]
        if isinstance(medal, str):
            pos.gap_medals = (*pos.gap_medals[:gap], (number[medal],), *pos.gap_medals[gap + 1 :])
    middle = told.medals[stack_word(MIDDLE)]
    pos.middle_medals = tuple(sorted(number[medal] for medal in middle or ()))
    pos.medals = tuple([tuple(sorted(number[medal] for medal in seat.medals)) for seat in told.seats])
    pos.reachable_medals = medal_goals.medals_in_reach(pos)
    there = [number[medal] for medal in _medals_laid_out(told)] + [n for won in pos.medals for n in won]
    for n in there:
        pos.box_medals &= ~(1 << n)
    pos.revealed[pos.seats + MEDALS] = len(there)
