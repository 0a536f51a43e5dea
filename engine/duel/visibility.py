"""Views: what a seat or the public may know, built from nothing, field by field. Privacy is argued here.

Known to one seat only: the tokens of a running draw (the active seat). Cards that were not revealed are nowhere in the
state, so they cannot be shown.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

import msgspec

from engine.bit_sets import numbers
from engine.duel.chance import pending_line
from engine.duel.data_schema import AGES, RED, RESOURCES, WONDER, Science, Shields
from engine.duel.lookup_tables import Lookup, Thing, sorted_names
from engine.duel.packed_position import EMPTY, UNKNOWN, Position
from engine.duel.payments import receipt
from engine.duel.questions import DESTROY, DRAW, PROGRESS, REVIVE, WORDS
from engine.duel.view_json import (
    UNTOLD_CARD,
    BuildOption,
    DerivedFacts,
    MilitaryView,
    Place,
    Score,
    SeatView,
    SlotView,
    Standing,
    Unit,
    View,
)
from engine.game import Seat

NOTHING_DONE: Final[Mapping[str, int]] = {}
OPEN: Final = (PROGRESS, DESTROY, REVIVE)  # questions whose choices everybody may know


def public_view(pos: Position, after: Mapping[str, int] = NOTHING_DONE) -> View:
    """Return the public view. `after`: coins left to the seat to act by each use: `discard`, `build altar`."""
    lookup = pos.lookup
    return View(
        game="duel",
        over=bool(pos.ended),
        age=pos.age,
        turn=pos.turn,
        to_act=tuple(actor + 1 for actor in pos.to_act) if pos.pending_chance < 0 else (),
        pending=pending_line(pos) if pos.pending_chance >= 0 else None,
        winners=tuple(winner + 1 for winner in pos.winners()),
        victory=pos.ended or None,
        seats=(_seat(pos, 0), _seat(pos, 1)),
        military=MilitaryView(
            pos.pawn,
            {
                str(seat + 1): tuple(sorted(lookup.tolls[space] for space in pos.military_tokens[seat]))
                for seat in (0, 1)
            },
        ),
        tokens=sorted_names(lookup.tokens, pos.board),
        tokens_left=pos.box_tokens.bit_count(),
        draft=sorted_names(lookup.wonders, pos.offered),
        left=pos.cards_left,
        structure={str(slot): _slot(pos, slot) for slot, card in enumerate(pos.slots) if card != EMPTY},
        discard=sorted_names(lookup.cards, pos.discard),
        derived=_derived_facts(pos, after),
    )


def view_of_seat(pos: Position, seat: Seat, shown: View) -> View:
    """Return the view of a seat, made from the public one; the very same object if the seat knows no more."""
    if seat == pos.active and (pos.drawn_tokens or pos.pending_chance == DRAW):
        draw = tuple(sorted(pos.lookup.tokens[number] for number in pos.drawn_tokens))
        return msgspec.structs.replace(shown, draw=draw)
    return shown


def _slot(pos: Position, slot: int) -> SlotView:
    card = pos.slots[slot]
    return SlotView(
        card=pos.lookup.cards[card] if card >= 0 else None,
        guild=bool(pos.guild_backs >> slot & 1) if pos.age < AGES or slot < pos.laid else None,
        accessible=slot in pos.uncovered_slots,
    )


def _seat(pos: Position, seat: int) -> SeatView:
    lookup = pos.lookup
    kinds = len(lookup.symbols)
    mine = numbers(pos.built[seat] | pos.unbuilt[seat])
    symbols = zip(lookup.symbols, pos.symbols[seat * kinds : (seat + 1) * kinds], strict=True)
    costs = {lookup.cards[card]: pos.card_cost(seat, card)[0] for card in pos.nameable()}
    costs |= {lookup.wonders[wonder]: pos.wonder_cost(seat, wonder)[0] for wonder in numbers(pos.unbuilt[seat])}
    return SeatView(
        seat=seat + 1,
        name=pos.setup.names[seat] if pos.setup.names else None,
        coins=pos.coins[seat],
        cards=sorted_names(lookup.cards, pos.cities[seat]),
        wonders={lookup.wonders[wonder]: _under(pos, wonder) for wonder in mine},
        progress=sorted_names(lookup.tokens, pos.progress[seat]),
        science={symbol: count for symbol, count in symbols if count},
        prices=dict(zip(RESOURCES, pos.prices(seat), strict=True)),
        costs=costs,
        score=Score(**pos.score(seat)),
    )


def _under(pos: Position, wonder: int) -> str | None:
    card = pos.under[wonder]
    if card >= 0:
        return pos.lookup.cards[card]
    return UNTOLD_CARD if card == UNKNOWN else None


def _derived_facts(pos: Position, after: Mapping[str, int]) -> DerivedFacts:
    return DerivedFacts(
        active=pos.active + 1 if pos.turn else 0,
        ask=WORDS[pos.phase] or None if pos.pending_chance < 0 else None,
        first=pos.setup.first + 1,
        again=pos.extra_turn,
        built=sum(built.bit_count() for built in pos.built),
        most=pos.lookup.facts.table.max_wonders,
        choices=tuple(str(action).partition(" ")[2] for action in pos.offer) if pos.phase in OPEN else (),
        places=_places(pos.lookup, pos.age) if pos.eager else (),
        frees=_frees(pos) if pos.eager else {},
        standing=(_standing(pos, 0, after), _standing(pos, 1, after)),
    )


@lru_cache(maxsize=8)
def _places(lookup: Lookup, age: int) -> tuple[Place, ...]:
    if not age:
        return ()
    structure = lookup.structures[age - 1]
    return tuple(
        Place(slot, structure.rows[slot], structure.columns[slot], tuple(numbers(structure.covers[slot])))
        for slot in range(structure.slots)
    )


def _frees(pos: Position) -> dict[str, tuple[int, ...]]:
    under, covers, lying = pos.structure.under, pos.structure.covers, pos.occupied_slots
    return {
        str(slot): tuple(below for below in under[slot] if covers[below] & lying == 1 << slot)
        for slot in pos.uncovered_slots
        if lying >> slot & 1
    }


def _standing(pos: Position, seat: int, after: Mapping[str, int]) -> Standing:
    lookup = pos.lookup
    mine = after if seat == pos.active else {}
    kinds = len(lookup.symbols)
    symbols = zip(lookup.symbols, pos.symbols[seat * kinds : (seat + 1) * kinds], strict=True)
    ahead = pos.pawn if seat == 0 else -pos.pawn
    takeable = pos.nameable()
    covered = [card for card in pos.slots if card >= 0 and card not in takeable]
    cards = [_card_option(pos, seat, card, mine, covered=False) for card in takeable]
    cards += [_card_option(pos, seat, card, mine, covered=True) for card in covered]
    return Standing(
        seat=seat + 1,
        discard=pos.discard_worth(seat),
        after=mine.get("discard"),
        capital=lookup.capital - ahead,
        symbols=tuple(symbol for symbol, count in symbols if not count),
        symbols_left=max(0, lookup.facts.table.winning_symbols - pos.distinct_symbols[seat]),
        build_options=(*cards, *(_wonder_option(pos, seat, wonder, mine) for wonder in numbers(pos.unbuilt[seat]))),
    )


def _units(pos: Position, seat: int, thing: Thing, discount: int) -> tuple[Unit, ...]:
    """List the units of a cost that a seat lacks, and how each is paid."""
    return tuple(
        Unit(RESOURCES[n], price, "fixed" if why == "trade" and pos.fixed_price_resources[seat] >> n & 1 else why)
        for n, price, why in receipt(thing.needs, pos.purse[seat] + pos.discounts[8 * seat + discount])
    )


def _card_option(pos: Position, seat: int, card: int, after: Mapping[str, int], *, covered: bool) -> BuildOption:
    lookup = pos.lookup
    thing = lookup.deck[card]
    cost, traded = pos.card_cost(seat, card)
    shields = sum(effect.amount for effect in thing.effects if isinstance(effect, Shields))
    if shields and thing.colour == RED:
        shields += pos.more_shields[seat]
    symbol = next((effect.symbol for effect in thing.effects if isinstance(effect, Science)), None)
    held = pos.symbols[seat * len(lookup.symbols) + lookup.symbol[symbol]] if symbol else 0
    chain = pos.cities[seat] & thing.makes_free != 0
    return BuildOption(
        thing=lookup.cards[card],
        wonder=False,
        cost=cost,
        traded=traded,
        units=() if chain else _units(pos, seat, thing, thing.colour),
        covered=covered,
        chain=chain,
        can=cost <= pos.coins[seat],
        points=thing.points,
        shields=shields,
        symbol=symbol,
        pair=held == 1,
        again=False,
        after=after.get(f"build {lookup.cards[card]}"),
    )


def _wonder_option(pos: Position, seat: int, wonder: int, after: Mapping[str, int]) -> BuildOption:
    lookup = pos.lookup
    site = lookup.sites[wonder]
    cost, traded = pos.wonder_cost(seat, wonder)
    return BuildOption(
        thing=lookup.wonders[wonder],
        wonder=True,
        cost=cost,
        traded=traded,
        units=_units(pos, seat, site, WONDER),
        covered=False,
        chain=False,
        can=cost <= pos.coins[seat],
        points=site.points,
        shields=sum(effect.amount for effect in site.effects if isinstance(effect, Shields)),
        symbol=None,
        pair=False,
        again=site.again or pos.wonders_play_again[seat],
        after=after.get(f"build {lookup.wonders[wonder]}"),
    )
