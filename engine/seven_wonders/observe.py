"""What a seat, or the public, may know: a `View` built from nothing, field by field. Privacy is argued here.

Known to a seat alone: its hand, its unplayed leaders, its choice until all are revealed, and the discard while it is
asked what to build of it. All else that is shown lies open, or is a number.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from engine.game import CHANCE, Seat
from engine.seven_wonders.box import named
from engine.seven_wonders.cards import RESOURCES, SYMBOLS
from engine.seven_wonders.payments import ALL_UNITS, COUNTS
from engine.seven_wonders.view import Hints, Mine, Score, SeatView, Standing, View, Way

if TYPE_CHECKING:
    from engine.seven_wonders.state import SevenWondersState

ANY = (*SYMBOLS, "any")


class Seen:
    """What has been asked for of a position's views: what all may know, and what single seats know besides."""

    __slots__ = ("own", "public")

    def __init__(self, public: View, own: dict[int, tuple[Mine, Hints]]) -> None:
        self.public = public
        self.own = own

    def when_chosen(self, seat: int, to_act: tuple[Seat, ...]) -> Seen:
        """The same once a seat has made a secret choice and others still think: that it has, and only that, is new."""
        public, replace = self.public, msgspec.structs.replace
        seats = list(public.seats)
        seats[seat] = replace(seats[seat], chosen=True)
        public = replace(public, seats=tuple(seats), to_act=tuple([actor + 1 for actor in to_act]))
        return Seen(public, {other: own for other, own in self.own.items() if other != seat})


def observe(state: SevenWondersState, seat: Seat | None) -> View:
    """All that `seat` (None: the public) may know."""
    seen = state.seen
    if seen is None:
        seen = state.seen = Seen(_public(state), {})
    if seat is None:
        return seen.public
    own = seen.own.get(seat)
    if own is None:
        own = seen.own[seat] = _mine(state, seat), _hints(state, seat, seen.public.hints)
    return msgspec.structs.replace(seen.public, mine=own[0], hints=own[1])


def _hints(state: SevenWondersState, seat: Seat, hints: Hints) -> Hints:
    ways = _ways(state, seat) if state.eager and seat in state.to_act else ()
    return msgspec.structs.replace(hints, ways=ways) if ways else hints


def _mine(state: SevenWondersState, seat: Seat) -> Mine:
    box = state.box
    choice = state.choices[seat]
    said = str(choice) if choice is not None else None
    if not state.eager:
        return Mine(hand=None, leaders=None, choice=said)
    drafting = state.drafts[seat]
    hand = [box.leaders[leader] for leader in drafting] or [box.cards[card] for card in state.hands[seat]]
    looks = state.question() == "rebuild" and seat in state.to_act
    return Mine(
        hand=tuple(hand),
        leaders=tuple([box.leaders[leader] for leader in state.leaders[seat]]),
        choice=said,
        discard=tuple([box.cards[card] for card in sorted(state.discard)]) if looks else msgspec.UNSET,
    )


def _public(state: SevenWondersState) -> View:
    return View(
        game="seven-wonders",
        over=state.question() is None and not state.asked,
        age=state.age,
        turn=state.turn,
        asked=state.question(),
        to_act=tuple([actor + 1 for actor in state.to_act]) if state.to_act != (CHANCE,) else (),
        pending=state.pending(),
        winners=tuple([winner + 1 for winner in state.winners()]),
        seats=tuple([_seat(state, seat) for seat in range(state.seats)]),
        discard=sum(state.discarded),
        box=state.boxed,
        hints=Hints(passing=_passing(state), standing=tuple([_standing(state, seat) for seat in range(state.seats)])),
    )


def _seat(state: SevenWondersState, seat: int) -> SeatView:
    box, board = state.box, state.boards[seat]
    return SeatView(
        seat=seat + 1,
        name=state.setup.names[seat] if state.setup.names else None,
        wonder=board.wonder,
        side=board.side,
        coins=state.coins[seat],
        stages=state.stages[seat],
        cards=named(box.cards, state.cities[seat]),
        leaders=named(box.leaders, state.face_up[seat]),
        buried=named(box.leaders, state.buried[seat]),
        shields=state.shields[seat],
        tokens=tuple(state.token_values(seat)),
        hand=len(state.drafts[seat]) or state.held[seat],
        leaders_left=state.unplayed[seat],
        chosen=state.choices[seat] is not None,
        score=Score(**state.score(seat)),
    )


# ---- hints: what follows from the rest ------------------------------------------------------------------


def _passing(state: SevenWondersState) -> str | None:
    """Where hands go at the end of this turn; nowhere after the last of an age."""
    facts = state.box.facts
    if state.question() == "draft":
        return facts.draft.passing
    return facts.table.passing[state.age - 1] if state.turn and state.passes() else None


def _standing(state: SevenWondersState, seat: int) -> Standing:
    symbols = state.symbols[seat * len(ANY) : (seat + 1) * len(ANY)]
    makes, sells, stages = (state.made[seat], state.makes[seat]), state.sold[seat], state.boards[seat].stages
    return _stands(seat, makes, sells, state.prices[seat], tuple(symbols), stages)


@lru_cache(maxsize=1 << 10)
def _stands(
    seat: int, makes: tuple[int, int], sells: int, prices: int, symbols: tuple[int, ...], stages: int
) -> Standing:
    """How a seat stands that makes units and one of several, sells wares, and pays prices for those of others."""
    return Standing(
        seat=seat + 1,
        makes=_units(makes[0]),
        choices=_choices(makes[1]),
        sells=_units(sells & ALL_UNITS),
        sells_choices=_choices(sells >> COUNTS),
        prices={
            "left": {"raw": prices & 15, "manufactured": prices >> 8 & 15},
            "right": {"raw": prices >> 4 & 15, "manufactured": prices >> 12 & 15},
        },
        symbols={symbol: count for symbol, count in zip(ANY, symbols, strict=True) if count},
        stages=stages,
    )


def _units(units: int) -> dict[str, int]:
    return {name: units >> 4 * place & 15 for place, name in enumerate(RESOURCES) if units >> 4 * place & 15}


def _choices(makes: int) -> tuple[tuple[str, ...], ...]:
    """Producers of one of several resources."""
    found = []
    while makes:
        found.append(tuple([name for place, name in enumerate(RESOURCES) if makes >> place & 1]))
        makes >>= 7
    return tuple(sorted(found))


def _ways(state: SevenWondersState, seat: Seat) -> tuple[Way, ...]:
    """What it takes to use whatever a seat is asked about: of its own hand, so this is told to it alone."""
    box, asked = state.box, state.question()
    found: list[Way] = []
    if asked in ("play", "seventh"):
        free = state.free_now(seat)
        found = [_way_of_card(state, seat, card, free) for card in sorted(set(state.hands[seat]))]
    elif asked in ("recruit", "extra"):
        for leader in state.leaders[seat]:
            price = state.leader_price(seat, leader)
            found.append(Way(box.leaders[leader], "price" if price <= state.coins[seat] else "unpaid", price))
    if asked in ("play", "seventh", "recruit") and state.stages[seat] < state.boards[seat].stages:
        coins = state.boards[seat].coins[state.stages[seat]]
        found.append(Way("stage", "price" if state.plans_for_stage(seat) else "unpaid", coins))
    return tuple(found)


def _way_of_card(state: SevenWondersState, seat: Seat, card: int, free: int) -> Way:
    """`free`: colours that cost nothing."""
    box, city = state.box, state.cities[seat]
    name = box.cards[card]
    if city & box.namesakes[card]:
        return Way(name, "twice")
    if city & box.chained[card]:
        return Way(name, "chain")
    if free >> box.colour[card] & 1:
        return Way(name, "free")
    plans = state.plans_for(seat, card, free)
    return Way(name, "price" if plans else "unpaid", box.card_coins[card])
