"""What a seat, or the public, may know: a `View` built from nothing, field by field. Privacy is argued here.

Known to some only: the tokens of a running draw (the active seat). What has not come to light is nowhere in the state,
so it cannot be shown.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import msgspec

from engine.bits import numbers
from engine.duel.box import Box, named
from engine.duel.cards import AGES, RED, RESOURCES, Science, Shields
from engine.duel.position import EMPTY, NONE
from engine.duel.questions import DESTROY, DRAW, PROGRESS, REVIVE, WORDS
from engine.duel.view import Hints, MilitaryView, Place, Score, SeatView, SlotView, Standing, View, Way
from engine.game import Seat

if TYPE_CHECKING:
    from engine.duel.state import DuelState

OPEN: Final = (PROGRESS, DESTROY, REVIVE)  # questions whose choices everybody may know


def observe(state: DuelState, seat: Seat | None) -> View:
    """All that `seat` (None: the public) may know.

    What all may know is made once; who knows no more than that gets the very same object.
    """
    shown = state.shown
    if shown is None:
        shown = state.shown = _public(state)
    if seat is not None and seat == state.active and (state.drawn_tokens or state.asked == DRAW):
        draw = tuple(sorted(state.box.tokens[number] for number in state.drawn_tokens))
        return msgspec.structs.replace(shown, draw=draw)
    return shown


def _public(state: DuelState) -> View:
    box = state.box
    return View(
        game="duel",
        over=bool(state.ended),
        age=state.age,
        turn=state.turn,
        to_act=tuple(actor + 1 for actor in state.to_act) if state.asked < 0 else (),
        pending=state.asked_line() if state.asked >= 0 else None,
        winners=tuple(winner + 1 for winner in state.winners()),
        victory=state.ended or None,
        seats=(_seat(state, 0), _seat(state, 1)),
        military=MilitaryView(state.pawn, {str(seat + 1): _camps(state, seat) for seat in (0, 1)}),
        tokens=named(box.tokens, state.board),
        tokens_left=state.rest.bit_count(),
        draft=named(box.wonders, state.offered),
        left=state.left,
        structure={str(slot): _slot(state, slot) for slot, card in enumerate(state.slots) if card != EMPTY},
        discard=named(box.cards, state.discard),
        hints=_hints(state),
    )


def _camps(state: DuelState, seat: int) -> tuple[int, ...]:
    return tuple(sorted(state.box.tolls[space] for space in state.camps[seat]))


def _slot(state: DuelState, slot: int) -> SlotView:
    card = state.slots[slot]
    return SlotView(
        card=state.box.cards[card] if card >= 0 else None,
        guild=bool(state.backs >> slot & 1) if state.age < AGES or slot < state.laid else None,
        accessible=slot in state.open,
    )


def _seat(state: DuelState, seat: int) -> SeatView:
    box = state.box
    kinds = len(box.symbols)
    mine = numbers(state.built[seat] | state.unbuilt[seat])
    symbols = zip(box.symbols, state.symbols[seat * kinds : (seat + 1) * kinds], strict=True)
    costs = {box.cards[card]: state.card_cost(seat, card)[0] for card in state.nameable()}
    costs |= {box.wonders[wonder]: state.wonder_cost(seat, wonder)[0] for wonder in numbers(state.unbuilt[seat])}
    return SeatView(
        seat=seat + 1,
        name=state.setup.names[seat] if state.setup.names else None,
        coins=state.coins[seat],
        cards=named(box.cards, state.cities[seat]),
        wonders={
            box.wonders[wonder]: box.cards[state.under[wonder]] if state.under[wonder] != NONE else None
            for wonder in mine
        },
        progress=named(box.tokens, state.progress[seat]),
        science={symbol: count for symbol, count in symbols if count},
        prices=dict(zip(RESOURCES, state.prices(seat), strict=True)),
        costs=costs,
        score=Score(**state.score(seat)),
    )


# ---- hints: what follows from the rest ------------------------------------------------------------------


def _hints(state: DuelState) -> Hints:
    return Hints(
        active=state.active + 1 if state.turn else 0,
        ask=WORDS[state.phase] or None if state.asked < 0 else None,
        first=state.setup.first + 1,
        again=state.again,
        built=sum(built.bit_count() for built in state.built),
        most=state.box.facts.table.max_wonders,
        choices=tuple(str(action).partition(" ")[2] for action in state.offer) if state.phase in OPEN else (),
        places=_places(state.box, state.age) if state.eager else (),
        standing=(_standing(state, 0), _standing(state, 1)),
    )


@lru_cache(maxsize=8)
def _places(box: Box, age: int) -> tuple[Place, ...]:
    if not age:
        return ()
    structure = box.structures[age - 1]
    return tuple(Place(slot, structure.rows[slot], structure.columns[slot]) for slot in range(structure.slots))


def _standing(state: DuelState, seat: int) -> Standing:
    box = state.box
    kinds = len(box.symbols)
    symbols = zip(box.symbols, state.symbols[seat * kinds : (seat + 1) * kinds], strict=True)
    ahead = state.pawn if seat == 0 else -state.pawn
    cards = [_card_way(state, seat, card) for card in state.nameable()]
    return Standing(
        seat=seat + 1,
        discard=state.discard_worth(seat),
        capital=box.capital - ahead,
        symbols=tuple(symbol for symbol, count in symbols if not count),
        symbols_left=max(0, box.facts.table.winning_symbols - state.different[seat]),
        ways=(*cards, *(_wonder_way(state, seat, wonder) for wonder in numbers(state.unbuilt[seat]))),
    )


def _card_way(state: DuelState, seat: int, card: int) -> Way:
    box = state.box
    thing = box.deck[card]
    cost, traded = state.card_cost(seat, card)
    shields = sum(effect.amount for effect in thing.effects if isinstance(effect, Shields))
    if shields and thing.colour == RED:
        shields += state.more_shields[seat]
    symbol = next((effect.symbol for effect in thing.effects if isinstance(effect, Science)), None)
    held = state.symbols[seat * len(box.symbols) + box.symbol[symbol]] if symbol else 0
    return Way(
        thing=box.cards[card],
        wonder=False,
        cost=cost,
        traded=traded,
        chain=state.cities[seat] & thing.makes_free != 0,
        can=cost <= state.coins[seat],
        points=thing.points,
        shields=shields,
        symbol=symbol,
        pair=held == 1,
        again=False,
    )


def _wonder_way(state: DuelState, seat: int, wonder: int) -> Way:
    box = state.box
    site = box.sites[wonder]
    cost, traded = state.wonder_cost(seat, wonder)
    return Way(
        thing=box.wonders[wonder],
        wonder=True,
        cost=cost,
        traded=traded,
        chain=False,
        can=cost <= state.coins[seat],
        points=site.points,
        shields=sum(effect.amount for effect in site.effects if isinstance(effect, Shields)),
        symbol=None,
        pair=False,
        again=site.again or state.theology[seat],
    )
