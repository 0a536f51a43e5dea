"""When an idea of a first game of Duel is there, from what a reader sees and what has just come: its facts.

Nothing follows from a card that lies face down.
"""

from collections.abc import Callable, Iterator
from typing import Final

from app.text.lessons import Facts, Moment, Speech, came, number, slugs
from engine.duel import actions, cards
from engine.duel.cards import RAW, RESOURCES, Data
from engine.duel.view import SeatView, Standing, View, Way

TURN: Final = "turn"  # what a seat is asked that takes a card
MAKERS: Final = ("brown", "grey")
NEAR: Final = 3  # spaces from a capital, at which the pawn is a danger
FEW: Final = 2  # science symbols that are missing, at which they are one
USED_TO: Final = 5  # turns begun when both have had two of their own: then wonders are spoken of
BEGUN: Final = 3  # cards of an age that are gone, while it has just begun
LAST: Final = 8  # cards of the last age that are left, when points are spoken of
ROUNDS: Final = ((0, 1, 1, 0), (1, 0, 0, 1))  # who takes the wonders of each half of the draft, as it is told


def view_of(now: Moment) -> View:
    view: View = now.view
    return view


def box_of(now: Moment | Speech) -> Data:
    box: Data = now.box
    return box


def chair(now: Moment, seat: object) -> SeatView:
    return view_of(now).seats[number(seat) - 1]


def own_chair(now: Moment) -> SeatView:
    return chair(now, now.seat)


def standing_of(now: Moment, seat: int) -> Standing:
    return view_of(now).hints.standing[seat - 1]


def takes(now: Moment) -> bool:
    """It is its turn to take a card; of everybody, somebody's."""
    view = view_of(now)
    return view.hints.ask == TURN and (not now.seat or view.to_act == (now.seat,))


def open_to(view: View, seat: int) -> tuple[Way, ...]:
    """What building each free card would cost a seat."""
    return tuple(way for way in view.hints.standing[seat - 1].ways if not way.wonder and not way.covered)


def acting(now: Moment) -> tuple[Way, ...]:
    """What building each free card costs whoever takes one."""
    return open_to(view_of(now), now.seat or view_of(now).hints.active) if takes(now) else ()


def free_cards(view: View) -> frozenset[str]:
    """The cards on which no other lies."""
    return frozenset(slot.card for slot in view.structure.values() if slot.card and slot.accessible)


def in_sight(wanted: str, facts: Callable[[Data], Facts] = lambda box: {}) -> Callable[[Moment], Facts | None]:
    """A card of that colour lies free, or stands in a city."""

    def when(now: Moment) -> Facts | None:
        view, box = view_of(now), box_of(now)
        seen = free_cards(view) | {slug for seat in view.seats for slug in seat.cards}
        return facts(box) if any(box.cards[slug].colour == wanted for slug in seen) else None

    return when


def has_card(now: Moment, it: Facts) -> bool:
    return it["card"] in chair(now, it["seat"]).cards


def the_card(view: View, seat: int, it: Facts) -> tuple[str, ...]:
    return (str(it["card"]),)


def ways(now: Moment) -> Facts | None:
    """Nobody has acted."""
    view = view_of(now)
    touched = view.turn > 1 or view.discard or any(seat.cards or any(seat.wonders.values()) for seat in view.seats)
    if touched or view.over or (not view.turn and any(seat.wonders for seat in view.seats)):
        return None
    return {"symbols": box_of(now).table.winning_symbols} if view.hints.ask in (TURN, "draft") else None


def half_of_draft(half: int) -> Callable[[Moment], Facts | None]:
    """That half of the draft, if wonders are taken as it is told."""

    def when(now: Moment) -> Facts | None:
        view, table = view_of(now), box_of(now).table
        taken, each = sum(len(seat.wonders) for seat in view.seats), table.offered_wonders
        order = tuple(seat - 1 for seat in table.draft[half * each : (half + 1) * each])
        if view.hints.ask != "draft" or taken // each != half or order != ROUNDS[half]:
            return None
        first = view.hints.first
        return {"seat": first if half == 0 else 3 - first, "other": 3 - first if half == 0 else first, "n": each}

    return when


def draft_again(now: Moment) -> Facts | None:
    drafts = any(text.startswith("draft ") for text in now.legal)
    return {} if drafts and any(plays_again(box_of(now), slug) for slug in view_of(now).draft) else None


def plays_again(box: Data, slug: str) -> bool:
    return any(isinstance(effect, cards.PlayAgain) for effect in box.wonders[slug].effects)


def asked(ask: str) -> Callable[[Moment], Facts | None]:
    """The seat is asked that."""

    def when(now: Moment) -> Facts | None:
        return {} if asks(now, ask) else None

    return when


def asks(now: Moment, ask: str) -> bool:
    return view_of(now).hints.ask == ask and view_of(now).to_act == (now.seat,)


def start(now: Moment) -> Facts | None:
    return {"weaker": int(view_of(now).military.pawn != 0)} if asks(now, "start") else None


def token(now: Moment) -> Facts | None:
    return {"n": len(view_of(now).tokens)} if asks(now, "progress") else None


def token_taken(now: Moment) -> Facts | None:
    event = next(came(now, actions.TokenTaken), None)
    return {"token": event.token} if event and not event.box else None


def destroy(now: Moment) -> Facts | None:
    if not asks(now, "destroy"):
        return None
    colours = {box_of(now).cards[text.split()[1]].colour for text in now.legal}
    return {"colour": colours.pop(), "other": 3 - now.seat} if len(colours) == 1 else None


def keep(now: Moment) -> Facts | None:
    drawn = view_of(now).draw
    return {"n": len(drawn)} if asks(now, "keep") and isinstance(drawn, tuple) else None


def again(now: Moment) -> Facts | None:
    """Another turn; what the one before has turned up may be taken in it."""
    if not any(event.again and event.seat == now.seat for event in came(now, actions.TurnBegan)):
        return None
    freed = (event.card for event in came(now, actions.CardRevealed) if event.turned)
    return {"cards": tuple(slug for slug in freed if slug in free_cards(view_of(now)))}


def again_holds(now: Moment, it: Facts) -> bool:
    return takes(now) and {*slugs(it["cards"])} <= free_cards(view_of(now))


def military(now: Moment) -> Facts | None:
    """The pawn stands near a capital."""
    for it in () if view_of(now).over else view_of(now).hints.standing:
        if 0 < it.capital <= NEAR:
            return {"seat": it.seat, "other": 3 - it.seat, "n": it.capital}
    return None


def stopped(now: Moment) -> Facts | None:
    """The pawn stood near a capital, and does no longer."""
    event = next(came(now, actions.PawnMoved), None)
    if event is None or view_of(now).over:
        return None
    other = 3 - event.seat
    away = standing_of(now, other).capital
    return {"seat": event.seat, "other": other, "n": away} if away - event.spaces <= NEAR < away else None


def science(now: Moment) -> Facts | None:
    """A seat lacks few symbols."""
    for it in () if view_of(now).over else view_of(now).hints.standing:
        if 0 < it.symbols_left <= FEW:
            return {"seat": it.seat, "other": 3 - it.seat, "n": it.symbols_left}
    return None


def age(now: Moment) -> Facts | None:
    """The second age has just begun."""
    view = view_of(now)
    return {} if view.age == 2 and view.left > len(view.hints.places) - BEGUN else None


def count(now: Moment) -> Facts | None:
    view, table = view_of(now), box_of(now).table
    if view.age < cards.AGES or not 1 < view.left <= LAST or view.over:
        return None
    return {"left": view.left, "coins": table.coins_per_point}


def guild(now: Moment) -> Facts | None:
    box = box_of(now)
    lying = sorted(slug for slug in free_cards(view_of(now)) if box.cards[slug].colour == "purple")
    return {"card": lying[0]} if lying else None


def how_many(now: Moment, seat: SeatView, what: str) -> int:
    """How many of what a guild counts stand in a city."""
    if what == "wonder":
        return sum(under is not None for under in seat.wonders.values())
    if what == "coin":
        return seat.coins
    return sum(box_of(now).cards[slug].colour == what for slug in seat.cards)


def worth_of(now: Moment, slug: str) -> int:
    """The points of a guild, as things stand."""
    found, seats = 0, view_of(now).seats
    for effect in box_of(now).cards[slug].effects:
        if isinstance(effect, cards.Majority):
            most = max(sum(how_many(now, seat, what) for what in effect.of) for seat in seats)
            found += most // effect.every * effect.points
    return found


def guild_built(now: Moment) -> Facts | None:
    built = (event for event in came(now, actions.CardBuilt) if box_of(now).cards[event.card].colour == "purple")
    event = next(built, None)
    return {"seat": event.seat, "card": event.card, "points": worth_of(now, event.card)} if event else None


def guild_holds(now: Moment, it: Facts) -> bool:
    return has_card(now, it) and worth_of(now, str(it["card"])) == it["points"]


def cards_built(now: Moment, kind: type[cards.Effect] | None = None, *colours: str) -> Iterator[actions.CardBuilt]:
    """Cards that have just been built, of these colours, or with that effect."""
    for event in came(now, actions.CardBuilt):
        it = box_of(now).cards[event.card]
        if it.colour in colours or (kind and any(isinstance(effect, kind) for effect in it.effects)):
            yield event


def makes(now: Moment, seat: object, what: object) -> int:
    """How many of a resource the cards of a city make for certain, in every turn."""
    effects = (effect for slug in chair(now, seat).cards for effect in box_of(now).cards[slug].effects)
    return sum(it.amount for it in effects if isinstance(it, cards.Produces) and it.resource == what)


def made(now: Moment) -> Facts | None:
    event = next(cards_built(now, cards.Produces), None)
    if event is None:
        return None
    what = next(it.resource for it in box_of(now).cards[event.card].effects if isinstance(it, cards.Produces))
    return {"seat": event.seat, "resource": what, "n": makes(now, event.seat, what)}


def made_holds(now: Moment, it: Facts) -> bool:
    return makes(now, it["seat"], it["resource"]) == it["n"]


def bought(now: Moment) -> Facts | None:
    paid = [(event.seat, event.card, event.traded) for event in came(now, actions.CardBuilt)]
    paid += [(event.seat, event.wonder, event.traded) for event in came(now, actions.WonderBuilt)]
    for seat, thing, traded in paid:
        if traded:
            return {"seat": seat, "thing": thing, "coins": traded}
    return None


def bought_holds(now: Moment, it: Facts) -> bool:
    city = chair(now, it["seat"])
    return it["thing"] in city.cards or bool(city.wonders.get(str(it["thing"])))


def wonder_built(now: Moment) -> Facts | None:
    event = next(came(now, actions.WonderBuilt), None)
    if event is None:
        return None
    again = (view_of(now).hints.again and view_of(now).left) or any(each.again for each in came(now, actions.TurnBegan))
    return {
        "seat": event.seat,
        "wonder": event.wonder,
        "points": box_of(now).wonders[event.wonder].points,
        "again": int(bool(again)),
    }


def wonders(now: Moment) -> Facts | None:
    hints, every = view_of(now).hints, sum(len(seat.wonders) for seat in view_of(now).seats)
    return {"n": hints.most, "of": every} if 0 < hints.built < hints.most < every else None


def pawn(now: Moment) -> Facts | None:
    """The pawn has moved, and stands on somebody's side."""
    if next(came(now, actions.PawnMoved), None) is None or view_of(now).over:
        return None
    pawn = view_of(now).military.pawn
    points = [zone.points for zone in box_of(now).military.zones if zone.start <= abs(pawn)]
    return {"seat": 1 if pawn > 0 else 2, "n": abs(pawn), "points": points[-1]} if points else None


def pawn_holds(now: Moment, it: Facts) -> bool:
    return view_of(now).military.pawn == (number(it["n"]) if it["seat"] == 1 else -number(it["n"]))


def symbols(now: Moment) -> Facts | None:
    event = next(came(now, actions.SymbolGained), None)
    if event is None or view_of(now).over:
        return None
    return {"seat": event.seat, "n": event.different, "of": box_of(now).table.winning_symbols}


def discarded(now: Moment) -> Facts | None:
    event = next(came(now, actions.CardDiscarded), None)
    return {"seat": event.seat, "coins": event.coins, "now": chair(now, event.seat).coins} if event else None


def blue_built(now: Moment) -> Facts | None:
    event = next(cards_built(now, None, "blue"), None)
    return {"seat": event.seat, "points": box_of(now).cards[event.card].points, "card": event.card} if event else None


def helped(now: Moment) -> Facts | None:
    """A yellow card was built, and pays."""
    event = next(cards_built(now, None, "yellow"), None)
    if event is None:
        return None
    facts: Facts = {"seat": event.seat, "card": event.card}
    for effect in box_of(now).cards[event.card].effects:
        match effect:
            case cards.FixedPrice(of=of):
                return {**facts, "cheap": of, "coins": box_of(now).table.fixed_price}
            case cards.ProducesOneOf(of=of):
                return {**facts, "one": RESOURCES[:RAW] if of == "raw" else RESOURCES[RAW:]}
    gained = sum(it.coins for it in came(now, actions.CoinsGained) if it.by == event.card)
    return {**facts, "coins": gained} if gained else None


def sign(now: Moment) -> Facts | None:
    """A card with a sign was built that makes another one free."""
    box = box_of(now)
    asked_for = {it.chain for it in box.cards.values() if it.chain}
    event = next((event for event in came(now, actions.CardBuilt) if box.cards[event.card].bears in asked_for), None)
    return {"seat": event.seat, "card": event.card} if event else None


def bearer(now: Moment, seat: int, slug: str) -> str:
    """Which card of a city makes that one free."""
    box = box_of(now)
    return next(held for held in chair(now, seat).cards if box.cards[held].bears == box.cards[slug].chain)


def chained(now: Moment) -> Facts | None:
    event = next((event for event in came(now, actions.CardBuilt) if event.chain), None)
    return {"seat": event.seat, "card": event.card, "by": bearer(now, event.seat, event.card)} if event else None


def goods(now: Moment) -> Facts | None:
    lying = [way for way in acting(now) if box_of(now).cards[way.thing].colour in MAKERS]
    return {"free": int(any(not way.cost for way in lying))} if lying else None


def is_plain(way: Way) -> bool:
    """All that is missing for it is bought, and nothing makes it cheaper or dearer."""
    return bool(way.units) and all(unit.why == "trade" for unit in way.units)


def price(now: Moment) -> Facts | None:
    """A free card must be bought at the plain price, and the bank gets that."""
    coins, box = box_of(now).table.trade_coins, box_of(now)
    paid_to = (effect for seat in view_of(now).seats for slug in seat.progress for effect in box.tokens[slug].effects)
    if any(isinstance(effect, cards.TradeIncome) for effect in paid_to):
        return None
    plain = any(is_plain(way) and all(unit.price == coins for unit in way.units) for way in acting(now))
    return {"coins": coins} if plain else None


def price_rings(view: View, seat: int, it: Facts) -> tuple[str, ...]:
    lying = open_to(view, seat)
    return tuple(way.thing for way in lying if is_plain(way) and all(unit.price == it["coins"] for unit in way.units))


def trade(now: Moment) -> Facts | None:
    """A free card lacks something that the other city makes dearer."""
    plain = box_of(now).table.trade_coins
    dear = (unit for way in acting(now) for unit in way.units if unit.why == "trade" and unit.price > plain)
    unit = next(dear, None)
    return {"resource": unit.resource, "coins": unit.price, "other": 3 - now.seat} if unit else None


def trade_rings(view: View, seat: int, it: Facts) -> tuple[str, ...]:
    def asks(way: Way) -> bool:
        return any(unit.resource == it["resource"] and unit.price == it["coins"] for unit in way.units)

    return tuple(way.thing for way in open_to(view, seat) if asks(way))


def wonder(now: Moment) -> Facts | None:
    if not takes(now) or view_of(now).turn < USED_TO:
        return None
    payable = (way.thing for way in standing_of(now, now.seat).ways if way.wonder and legal(now, way.thing))
    found = next(payable, None)
    return {"wonder": found} if found else None


def legal(now: Moment, thing: str) -> bool:
    return any(text.startswith(f"build {thing} with ") for text in now.legal)


def frees(now: Moment) -> Facts | None:
    """To take a card would free another, and the next turn would be the other's. What lies face up is named first."""
    view = view_of(now)
    if not takes(now) or any(way.again and legal(now, way.thing) for way in standing_of(now, now.seat).ways):
        return None
    freed = [(slot, it) for slot, below in view.hints.frees.items() for it in below]
    for slot, it in sorted(freed, key=lambda pair: view.structure[str(pair[1])].card is None):
        if taken := view.structure[slot].card:
            return {"card": taken, "freed": view.structure[str(it)].card or "", "other": 3 - now.seat}
    return None


def discard(now: Moment) -> Facts | None:
    table, ways = box_of(now).table, acting(now)
    if not ways or (all(way.can for way in ways) and own_chair(now).coins > table.discard_coins):
        return None
    return {"coins": table.discard_coins, "more": table.discard_coins_per_yellow}


def green(now: Moment) -> Facts | None:
    """Tokens lie there that can be had."""
    return in_sight("green", lambda box: {"n": box.table.winning_symbols})(now) if view_of(now).tokens else None


def chain(now: Moment) -> Facts | None:
    """A free card is free of cost for a seat, by its chain: whoever acts comes first."""
    active = view_of(now).hints.active
    for seat in (active, 3 - active) if active else ():
        for way in open_to(view_of(now), seat):
            if way.chain:
                return {"seat": seat, "card": way.thing, "by": bearer(now, seat, way.thing)}
    return None


def pair(now: Moment) -> Facts | None:
    """A card in sight would be a seat's second with the same symbol."""
    view = view_of(now)
    for it in view.hints.standing if view.tokens else ():
        for way in it.ways:
            if way.pair and way.symbol:
                return {"seat": it.seat, "card": way.thing, "symbol": way.symbol}
    return None
