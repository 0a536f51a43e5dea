"""Positions in which a game begins: the `position` of a header, parsed, validated and laid out.

The rule is docs/notation-duel.md, *Beginning in the middle*. Which cards have left the structure without being named is
unknown: they may still be reported, and `Position.unnamed` is their number.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Final

import msgspec

from engine.duel import effects, visibility
from engine.duel.data_schema import AGES, CLASSES, WONDER, DrawTokens, Science
from engine.duel.lookup_tables import Lookup
from engine.duel.packed_position import TOKENS, UNKNOWN, Position
from engine.duel.record_header import SEATS, DuelSetup
from engine.duel.view_json import UNTOLD_CARD
from engine.mid_game_start import (
    Misfit,
    PositionPart,
    derived_faults,
    first_duplicate,
    format_position,
    parse_position,
    seat_faults,
    shape_misfit,
    unknown_words,
)

MOST_COINS: Final = 999

DERIVED_FIELDS: Final = ("science", "prices", "costs", "score")  # from the rest of a seat


class EnteredSeat(PositionPart, frozen=True):
    seat: int
    coins: Annotated[int, msgspec.Meta(le=MOST_COINS)]
    cards: tuple[str, ...]
    wonders: dict[str, str | None]
    progress: tuple[str, ...]
    name: str | None = None
    science: Mapping[str, int] | None = None
    prices: Mapping[str, int] | None = None
    costs: Mapping[str, int] | None = None
    score: Mapping[str, int] | None = None


class EnteredMilitary(PositionPart, frozen=True):
    pawn: int
    tokens: dict[str, tuple[int, ...]]


class EnteredPosition(PositionPart, frozen=True):
    age: Annotated[int, msgspec.Meta(ge=1, le=AGES)]
    left: int
    to_act: tuple[int, ...]
    seats: tuple[EnteredSeat, ...]
    military: EnteredMilitary
    tokens: tuple[str, ...]
    discard: tuple[str, ...]
    game: str = "duel"
    over: bool = False
    turn: int | None = None
    pending: str | None = None
    winners: tuple[int, ...] = ()
    victory: str | None = None
    tokens_left: int | None = None
    draft: tuple[str, ...] = ()
    structure: Mapping[str, object] = {}


# ---- read ------------------------------------------------------------------------------------------------


def read_entered(lookup: Lookup, setup: DuelSetup) -> EnteredPosition:
    """Parse the position of a header. Raise Misfit for the first field that does not fit."""
    return parse_position(setup.position, EnteredPosition, lambda told: _faults(told, lookup, setup))


def format_entered(lookup: Lookup, setup: DuelSetup) -> str:
    """Normalise the position of a header to one line without duplicate fields. Raise Misfit as `read_entered` does."""
    read_entered(lookup, setup)
    return format_position(setup.position)


def next_seat(told: EnteredPosition) -> int:
    """Return the seat whose turn begins."""
    return told.to_act[0] - 1


def _faults(told: EnteredPosition, lookup: Lookup, setup: DuelSetup) -> Iterator[Misfit]:
    """Report fields that do not fit, in their order."""
    yield from _turn_faults(told, lookup)
    if len(told.seats) != SEATS:
        there = len(told.seats)
        yield Misfit("seats", f"seats: {SEATS} sit here, not {there}", here=SEATS, there=there)
        return
    for number, seat in enumerate(told.seats, 1):
        yield from _seat_faults(seat, number, lookup, setup)
    yield from _wonder_faults(told, lookup)
    yield from _token_faults(told, lookup)
    yield from _military_faults(told, lookup)
    yield from _card_faults(told, lookup)
    yield from _sum_faults(told, lookup, setup)


def _turn_faults(told: EnteredPosition, lookup: Lookup) -> Iterator[Misfit]:
    if told.game != "duel":
        yield shape_misfit("game", "only duel")
    if told.over or told.winners or told.victory:
        yield Misfit("over", "over: a game that is over does not go on")
    slots = lookup.structures[told.age - 1].slots
    if not 1 <= told.left <= slots:
        text = f"left: 1 to {slots} cards; without any the age is over"
        yield Misfit("left", text, age=told.age, most=slots)
    if told.pending is not None or told.draft or told.turn not in (None, turn_of(told, lookup)):
        text = f"turn: a position lies between two turns; with these cards left, turn {turn_of(told, lookup)} begins"
        yield Misfit("mid-turn", text)
    if len(told.to_act) != 1 or not 1 <= told.to_act[0] <= SEATS:
        yield Misfit("turn", f"to_act: the one seat, 1 or {SEATS}, whose turn begins")
    if told.structure:
        yield shape_misfit("structure", "{}: it stays on the cardboard")


def turn_of(told: EnteredPosition, lookup: Lookup) -> int:
    """Return the number of the turn that begins: every turn has taken one card."""
    return sum(structure.slots for structure in lookup.structures[: told.age]) - told.left + 1


def _seat_faults(seat: EnteredSeat, number: int, lookup: Lookup, setup: DuelSetup) -> Iterator[Misfit]:
    at = f"seats.{number}"
    yield from seat_faults(at, number, seat.seat, seat.name, setup.names)
    if seat.coins < 0:
        yield Misfit("coins", f"{at}.coins: not below 0", seat=number)
    yield from unknown_words(f"{at}.cards", seat.cards, lookup.card)
    yield from unknown_words(f"{at}.wonders", seat.wonders, lookup.wonder)
    under = [card for card in seat.wonders.values() if card not in (None, UNTOLD_CARD)]
    yield from unknown_words(f"{at}.wonders", under, lookup.card)
    yield from unknown_words(f"{at}.progress", seat.progress, lookup.token)
    symbols = {symbol for of in (seat.cards, seat.progress) for symbol in _symbols(of, lookup)}
    winning = lookup.facts.table.winning_symbols
    if len(symbols) >= winning:
        yield Misfit("science", f"{at}: {winning} different science symbols end the game", seat=number, symbols=winning)


def _symbols(of: Iterable[str], lookup: Lookup) -> list[str]:
    """List the science symbols of cards or tokens."""
    found = []
    for word in of:
        if word in lookup.card:
            shown: Iterable[object] = lookup.deck[lookup.card[word]].effects
        else:
            shown = lookup.token_effects[lookup.token[word]] if word in lookup.token else ()
        found += [effect.symbol for effect in shown if isinstance(effect, Science)]
    return found


def _wonder_faults(told: EnteredPosition, lookup: Lookup) -> Iterator[Misfit]:
    """Check the wonders: each seat has those it drafted; once no more can be built, only built ones."""
    each, most = len(lookup.facts.table.draft) // SEATS, lookup.max_wonders
    mine, theirs = (set(seat.wonders) for seat in told.seats)
    if both := sorted(mine & theirs):
        text = f"seats: {both[0]} lies before both seats"
        yield Misfit("wonder-twice", text, wonder=both[0])
    built = sum(card is not None for seat in told.seats for card in seat.wonders.values())
    for number, seat in enumerate(told.seats, 1):
        there = len(seat.wonders)
        if there > each or (there < each and built < most):
            text = f"seats.{number}.wonders: {each} were drafted, not {there}"
            yield Misfit("wonders", text, seat=number, drafted=each, there=there)
    if built > most:
        yield Misfit("wonders-built", f"seats: {most} wonders are built in a game, not {built}", most=most, there=built)
    if built == most and any(card is None for seat in told.seats for card in seat.wonders.values()):
        text = f"seats: once {most} wonders are built, the last one leaves"
        yield Misfit("wonder-left", text, most=most)


def _token_faults(told: EnteredPosition, lookup: Lookup) -> Iterator[Misfit]:
    """Check the tokens laid out: on the board or with seats; one more if the Great Library is built."""
    yield from unknown_words("tokens", told.tokens, lookup.token)
    held = [*told.tokens, *(token for seat in told.seats for token in seat.progress)]
    if again := first_duplicate(held):
        yield Misfit("token-twice", f"tokens: {again} lies in two places", token=again)
        return
    built = [wonder for seat in told.seats for wonder, card in seat.wonders.items() if card is not None]
    kept = sum(isinstance(choice, DrawTokens) for each in built for choice in lookup.sites[lookup.wonder[each]].choices)
    there, laid = len(held), lookup.board_tokens + kept
    if there != laid:
        text = f"tokens: {laid} lie on the board or before seats, not {there}"
        yield Misfit("tokens", text, laid=laid, there=there)
    if len(told.tokens) > lookup.board_tokens:
        most = lookup.board_tokens
        yield Misfit("board", f"tokens: at most {most} lie on the board", most=most)
    left = len(lookup.tokens) - there
    if told.tokens_left not in (None, left):
        yield shape_misfit("tokens_left", f"{left} by what lies there; it may be left out")


def _military_faults(told: EnteredPosition, lookup: Lookup) -> Iterator[Misfit]:
    pawn, capital = told.military.pawn, lookup.capital
    if abs(pawn) >= capital:
        text = f"military.pawn: {1 - capital} to {capital - 1}; at a capital the game is over"
        yield Misfit("pawn", text, most=capital - 1)
    if told.military.tokens.keys() != {"1", "2"}:
        yield shape_misfit("military.tokens", "1 and 2, each with a list")
        return
    tolls = sorted(lookup.tolls.values())
    for number in range(1, SEATS + 1):
        lying = told.military.tokens[str(number)]
        if first_duplicate(lying) or not set(lying) <= set(tolls):
            yield shape_misfit(f"military.tokens.{number}", f"of {tolls} those that lie there, each once")
        reached = pawn if number == SEATS else -pawn
        passed = [coins for space, coins in lookup.tolls.items() if space <= reached and coins in lying]
        if passed:
            text = f"military.tokens.{number}: the pawn has taken {passed[0]} away"
            yield Misfit("military-token", text, seat=number, coins=passed[0])
        spaces = [space for space, coins in lookup.tolls.items() if coins in lying]
        gone = [space for space in lookup.tolls if space not in spaces]
        if spaces and gone and min(spaces) < max(gone):
            near = lookup.tolls[min(spaces)]
            text = f"military.tokens.{number}: the pawn takes {near} before the one behind it"
            yield Misfit("military-token", text, seat=number, coins=near)


def _card_faults(told: EnteredPosition, lookup: Lookup) -> Iterator[Misfit]:
    """Check that every card is there once, and of each age no more than have left its structure."""
    yield from unknown_words("discard", told.discard, lookup.card)
    named = list(_known_cards(told))
    if again := first_duplicate(named):
        yield Misfit("card-twice", f"seats: {again} lies in two places", card=again)
        return
    unknown = sum(card == UNTOLD_CARD for seat in told.seats for card in seat.wonders.values())
    gone, beyond = 0, 0
    for age in range(1, AGES + 1):
        slots = lookup.structures[age - 1].slots
        taken = 0 if age > told.age else slots - told.left if age == told.age else slots
        there = sum(lookup.facts.cards[card].age == age for card in named)
        if age > told.age and there:
            card = next(card for card in named if lookup.facts.cards[card].age == age)
            yield Misfit("card-age", f"age: {card} is of Age {age}, which has not begun", card=card, age=age)
        elif there > taken:
            text = f"left: {there} cards of Age {age} lie elsewhere, but only {taken} have been taken"
            yield Misfit("cards", text, age=age, there=there, taken=taken)
        gone, beyond = gone + taken, beyond + there
    if beyond + unknown > gone:
        text = f"left: {beyond} cards and {unknown} under wonders lie elsewhere, but only {gone} have been taken"
        yield Misfit("cards-in-all", text, there=beyond + unknown, taken=gone)


def _known_cards(told: EnteredPosition) -> Iterator[str]:
    """List every card that is known to have left a structure."""
    for seat in told.seats:
        yield from seat.cards
        yield from (card for card in seat.wonders.values() if card not in (None, UNTOLD_CARD))
    yield from told.discard


def _sum_faults(told: EnteredPosition, lookup: Lookup, setup: DuelSetup) -> Iterator[Misfit]:
    """Check the fields that follow from the rest, once each fits by itself."""
    pos = Position(lookup, setup)
    lay_out(pos, told)
    yield from derived_faults(told.seats, visibility.public_view(pos).seats, DERIVED_FIELDS)


# ---- lay out ---------------------------------------------------------------------------------------------


def lay_out(pos: Position, told: EnteredPosition) -> None:
    """Put everything where it was entered; nothing follows from it yet, and no turn has begun."""
    pos.turn = turn_of(told, pos.lookup) - 1
    for seat, entered in enumerate(told.seats):
        _lay_seat(pos, seat, entered)
    for seat, entered in enumerate(told.seats):
        pos.coins[seat] = entered.coins  # whatever has brought them
        pos.recount(seat)
    pos.ended, pos.pending_choices = "", ()
    pos.pawn = told.military.pawn
    for seat in range(SEATS):
        lying = told.military.tokens[str(seat + 1)]
        pos.military_tokens[seat] = tuple(space for space, coins in pos.lookup.tolls.items() if coins in lying)
    _lay_tokens(pos, told)
    _lay_age(pos, told)


def _lay_seat(pos: Position, seat: int, entered: EnteredSeat) -> None:
    lookup = pos.lookup
    for name in entered.cards:
        card = lookup.card[name]
        pos.cities[seat] |= 1 << card
        pos.counts[CLASSES * seat + lookup.deck[card].colour] += 1
    for name, under in entered.wonders.items():
        wonder = lookup.wonder[name]
        pos.wonders_aside &= ~(1 << wonder)
        if under is None:
            pos.unbuilt[seat] |= 1 << wonder
        else:
            pos.built[seat] |= 1 << wonder
            pos.counts[CLASSES * seat + WONDER] += 1
            pos.under[wonder] = lookup.card.get(under, UNKNOWN)
    for symbol in _symbols(entered.cards, lookup):
        effects.gain_symbol(pos, seat, symbol, None)
    for name in entered.progress:
        pos.progress[seat] |= 1 << lookup.token[name]
        for effect in lookup.token_effects[lookup.token[name]]:
            effects.ON_GAIN[type(effect)](pos, seat, effect, name, None)


def _lay_tokens(pos: Position, told: EnteredPosition) -> None:
    for name in told.tokens:
        pos.board |= 1 << pos.lookup.token[name]
    pos.box_tokens &= ~(pos.board | pos.progress[0] | pos.progress[1])
    pos.revealed[TOKENS] = pos.lookup.board_tokens


def _lay_age(pos: Position, told: EnteredPosition) -> None:
    """Compute what the age may still hold: everything that is not named elsewhere."""
    lookup = pos.lookup
    pos.picks = len(lookup.facts.table.draft)
    for name in told.discard:
        pos.discard |= 1 << lookup.card[name]
    pos.age, pos.cards_left = told.age, told.left
    pos.structure = lookup.structures[told.age - 1]
    pos.two_backs = told.age == AGES
    named = {lookup.card[name] for name in _known_cards(told)}
    guilds = lookup.guilds if pos.two_backs else []
    pos.unseen = [card for card in lookup.ages[told.age - 1] if card not in named]
    pos.unseen_guilds = [card for card in guilds if card not in named]
    pos.guilds_laid = min(len(guilds) - len(pos.unseen_guilds), lookup.facts.table.guilds)
    taken = len(lookup.ages[told.age - 1]) + len(guilds) - len(pos.unseen) - len(pos.unseen_guilds)
    pos.unnamed = pos.structure.slots - pos.cards_left - taken
