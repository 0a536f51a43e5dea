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
    Hints,
    MilitaryView,
    Place,
    Score,
    SeatView,
    SlotView,
    Standing,
    Unit,
    View,
    Way,
)
from engine.game import Seat

NOTHING_DONE: Final[Mapping[str, int]] = {}
OPEN: Final = (PROGRESS, DESTROY, REVIVE)  # questions whose choices everybody may know


def public_view(at: Position, after: Mapping[str, int] = NOTHING_DONE) -> View:
    """Return the public view. `after`: coins left to the seat to act by each use: `discard`, `build altar`."""
    lookup = at.lookup
    return View(
        game="duel",
        over=bool(at.ended),
        age=at.age,
        turn=at.turn,
        to_act=tuple(actor + 1 for actor in at.to_act) if at.asked < 0 else (),
        pending=pending_line(at) if at.asked >= 0 else None,
        winners=tuple(winner + 1 for winner in at.winners()),
        victory=at.ended or None,
        seats=(_seat(at, 0), _seat(at, 1)),
        military=MilitaryView(
            at.pawn, {str(seat + 1): tuple(sorted(lookup.tolls[space] for space in at.camps[seat])) for seat in (0, 1)}
        ),
        tokens=sorted_names(lookup.tokens, at.board),
        tokens_left=at.rest.bit_count(),
        draft=sorted_names(lookup.wonders, at.offered),
        left=at.left,
        structure={str(slot): _slot(at, slot) for slot, card in enumerate(at.slots) if card != EMPTY},
        discard=sorted_names(lookup.cards, at.discard),
        hints=_hints(at, after),
    )


def view_of_seat(at: Position, seat: Seat, shown: View) -> View:
    """Return the view of a seat, made from the public one; the very same object if the seat knows no more."""
    if seat == at.active and (at.drawn_tokens or at.asked == DRAW):
        draw = tuple(sorted(at.lookup.tokens[number] for number in at.drawn_tokens))
        return msgspec.structs.replace(shown, draw=draw)
    return shown


def _slot(at: Position, slot: int) -> SlotView:
    card = at.slots[slot]
    return SlotView(
        card=at.lookup.cards[card] if card >= 0 else None,
        guild=bool(at.backs >> slot & 1) if at.age < AGES or slot < at.laid else None,
        accessible=slot in at.open,
    )


def _seat(at: Position, seat: int) -> SeatView:
    lookup = at.lookup
    kinds = len(lookup.symbols)
    mine = numbers(at.built[seat] | at.unbuilt[seat])
    symbols = zip(lookup.symbols, at.symbols[seat * kinds : (seat + 1) * kinds], strict=True)
    costs = {lookup.cards[card]: at.card_cost(seat, card)[0] for card in at.nameable()}
    costs |= {lookup.wonders[wonder]: at.wonder_cost(seat, wonder)[0] for wonder in numbers(at.unbuilt[seat])}
    return SeatView(
        seat=seat + 1,
        name=at.setup.names[seat] if at.setup.names else None,
        coins=at.coins[seat],
        cards=sorted_names(lookup.cards, at.cities[seat]),
        wonders={lookup.wonders[wonder]: _under(at, wonder) for wonder in mine},
        progress=sorted_names(lookup.tokens, at.progress[seat]),
        science={symbol: count for symbol, count in symbols if count},
        prices=dict(zip(RESOURCES, at.prices(seat), strict=True)),
        costs=costs,
        score=Score(**at.score(seat)),
    )


def _under(at: Position, wonder: int) -> str | None:
    card = at.under[wonder]
    if card >= 0:
        return at.lookup.cards[card]
    return UNTOLD_CARD if card == UNKNOWN else None


def _hints(at: Position, after: Mapping[str, int]) -> Hints:
    return Hints(
        active=at.active + 1 if at.turn else 0,
        ask=WORDS[at.phase] or None if at.asked < 0 else None,
        first=at.setup.first + 1,
        again=at.again,
        built=sum(built.bit_count() for built in at.built),
        most=at.lookup.facts.table.max_wonders,
        choices=tuple(str(action).partition(" ")[2] for action in at.offer) if at.phase in OPEN else (),
        places=_places(at.lookup, at.age) if at.eager else (),
        frees=_frees(at) if at.eager else {},
        standing=(_standing_way(at, 0, after), _standing_way(at, 1, after)),
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


def _frees(at: Position) -> dict[str, tuple[int, ...]]:
    under, covers, lying = at.structure.under, at.structure.covers, at.lying
    return {
        str(slot): tuple(below for below in under[slot] if covers[below] & lying == 1 << slot)
        for slot in at.open
        if lying >> slot & 1
    }


def _standing_way(at: Position, seat: int, after: Mapping[str, int]) -> Standing:
    lookup = at.lookup
    mine = after if seat == at.active else {}
    kinds = len(lookup.symbols)
    symbols = zip(lookup.symbols, at.symbols[seat * kinds : (seat + 1) * kinds], strict=True)
    ahead = at.pawn if seat == 0 else -at.pawn
    takeable = at.nameable()
    covered = [card for card in at.slots if card >= 0 and card not in takeable]
    cards = [_card_way(at, seat, card, mine, covered=False) for card in takeable]
    cards += [_card_way(at, seat, card, mine, covered=True) for card in covered]
    return Standing(
        seat=seat + 1,
        discard=at.discard_worth(seat),
        after=mine.get("discard"),
        capital=lookup.capital - ahead,
        symbols=tuple(symbol for symbol, count in symbols if not count),
        symbols_left=max(0, lookup.facts.table.winning_symbols - at.different[seat]),
        ways=(*cards, *(_wonder_way(at, seat, wonder, mine) for wonder in numbers(at.unbuilt[seat]))),
    )


def _units(at: Position, seat: int, thing: Thing, discount: int) -> tuple[Unit, ...]:
    """List the units of a cost that a seat lacks, and how each is paid."""
    return tuple(
        Unit(RESOURCES[n], price, "fixed" if why == "trade" and at.reserves[seat] >> n & 1 else why)
        for n, price, why in receipt(thing.needs, at.purse[seat] + at.discounts[8 * seat + discount])
    )


def _card_way(at: Position, seat: int, card: int, after: Mapping[str, int], *, covered: bool) -> Way:
    lookup = at.lookup
    thing = lookup.deck[card]
    cost, traded = at.card_cost(seat, card)
    shields = sum(effect.amount for effect in thing.effects if isinstance(effect, Shields))
    if shields and thing.colour == RED:
        shields += at.more_shields[seat]
    symbol = next((effect.symbol for effect in thing.effects if isinstance(effect, Science)), None)
    held = at.symbols[seat * len(lookup.symbols) + lookup.symbol[symbol]] if symbol else 0
    chain = at.cities[seat] & thing.makes_free != 0
    return Way(
        thing=lookup.cards[card],
        wonder=False,
        cost=cost,
        traded=traded,
        units=() if chain else _units(at, seat, thing, thing.colour),
        covered=covered,
        chain=chain,
        can=cost <= at.coins[seat],
        points=thing.points,
        shields=shields,
        symbol=symbol,
        pair=held == 1,
        again=False,
        after=after.get(f"build {lookup.cards[card]}"),
    )


def _wonder_way(at: Position, seat: int, wonder: int, after: Mapping[str, int]) -> Way:
    lookup = at.lookup
    site = lookup.sites[wonder]
    cost, traded = at.wonder_cost(seat, wonder)
    return Way(
        thing=lookup.wonders[wonder],
        wonder=True,
        cost=cost,
        traded=traded,
        units=_units(at, seat, site, WONDER),
        covered=False,
        chain=False,
        can=cost <= at.coins[seat],
        points=site.points,
        shields=sum(effect.amount for effect in site.effects if isinstance(effect, Shields)),
        symbol=None,
        pair=False,
        again=site.again or at.wonders_play_again[seat],
        after=after.get(f"build {lookup.wonders[wonder]}"),
    )
