"""What a first game of Duel teaches, in order: each idea where it is first in sight, each from what all know.

The words are the rulebook's, the numbers those of the game's data. Nothing follows from a card that lies face down.
"""

from collections.abc import Callable, Iterator
from typing import Final

from app.games.duel.brings import token_says
from app.games.duel.called import card, resource, symbol, token, wonder
from app.text.amounts import n_coins, n_points, n_units
from app.text.languages import Words, both, capital, either
from app.text.lessons import FITS, Facts, Idea, Ideas, Moment, Speech, by_id, came, number, slugs, who
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


# ---- what can be seen ------------------------------------------------------------------------------------


def _view(now: Moment) -> View:
    view: View = now.view
    return view


def _box(now: Moment | Speech) -> Data:
    box: Data = now.box
    return box


def _before(now: Moment, seat: object) -> SeatView:
    return _view(now).seats[number(seat) - 1]


def _mine(now: Moment) -> SeatView:
    return _before(now, now.seat)


def _standing(now: Moment, seat: int) -> Standing:
    return _view(now).hints.standing[seat - 1]


def _turn(now: Moment) -> bool:
    """It is its turn to take a card; of everybody, somebody's."""
    view = _view(now)
    return view.hints.ask == TURN and (not now.seat or view.to_act == (now.seat,))


def _open(view: View, seat: int) -> tuple[Way, ...]:
    """What building each free card would cost a seat."""
    return tuple(way for way in view.hints.standing[seat - 1].ways if not way.wonder and not way.covered)


def _acting(now: Moment) -> tuple[Way, ...]:
    """What building each free card costs whoever takes one."""
    return _open(_view(now), now.seat or _view(now).hints.active) if _turn(now) else ()


def _free(view: View) -> frozenset[str]:
    """The cards on which no other lies."""
    return frozenset(slot.card for slot in view.structure.values() if slot.card and slot.accessible)


def _in_sight(wanted: str, facts: Callable[[Data], Facts] = lambda box: {}) -> Callable[[Moment], Facts | None]:
    """A card of that colour lies free, or stands in a city."""

    def when(now: Moment) -> Facts | None:
        view, box = _view(now), _box(now)
        seen = _free(view) | {slug for seat in view.seats for slug in seat.cards}
        return facts(box) if any(box.cards[slug].colour == wanted for slug in seen) else None

    return when


def _has_card(now: Moment, it: Facts) -> bool:
    return it["card"] in _before(now, it["seat"]).cards


def _the_card(view: View, seat: int, it: Facts) -> tuple[str, ...]:
    return (str(it["card"]),)


# ---- before anybody takes a card -------------------------------------------------------------------------


def _ways(now: Moment) -> Facts | None:
    """Nobody has acted."""
    view = _view(now)
    touched = view.turn > 1 or view.discard or any(seat.cards or any(seat.wonders.values()) for seat in view.seats)
    if touched or view.over or (not view.turn and any(seat.wonders for seat in view.seats)):
        return None
    return {"symbols": _box(now).table.winning_symbols} if view.hints.ask in (TURN, "draft") else None


def _ways_says(w: Words, it: Facts, at: Speech) -> str:
    at_once = w(
        "Bring the pawn into the other capital or have {n} different science symbols, and you win at once.",
        n=it["symbols"],
    )
    return f"{at_once} {w('Else most points win.')}"


def _round(half: int) -> Callable[[Moment], Facts | None]:
    """That half of the draft, if wonders are taken as it is told."""

    def when(now: Moment) -> Facts | None:
        view, table = _view(now), _box(now).table
        taken, each = sum(len(seat.wonders) for seat in view.seats), table.offered_wonders
        order = tuple(seat - 1 for seat in table.draft[half * each : (half + 1) * each])
        if view.hints.ask != "draft" or taken // each != half or order != ROUNDS[half]:
            return None
        first = view.hints.first
        return {"seat": first if half == 0 else 3 - first, "other": 3 - first if half == 0 else first, "n": each}

    return when


def _draft_again(now: Moment) -> Facts | None:
    drafts = any(text.startswith("draft ") for text in now.legal)
    return {} if drafts and any(_plays_again(_box(now), slug) for slug in _view(now).draft) else None


def _plays_again(box: Data, slug: str) -> bool:
    return any(isinstance(effect, cards.PlayAgain) for effect in box.wonders[slug].effects)


# ---- what is asked ---------------------------------------------------------------------------------------


def _asked(ask: str) -> Callable[[Moment], Facts | None]:
    """The seat is asked that."""

    def when(now: Moment) -> Facts | None:
        return {} if _asks(now, ask) else None

    return when


def _asks(now: Moment, ask: str) -> bool:
    return _view(now).hints.ask == ask and _view(now).to_act == (now.seat,)


def _start(now: Moment) -> Facts | None:
    return {"weaker": int(_view(now).military.pawn != 0)} if _asks(now, "start") else None


def _start_says(w: Words, it: Facts, at: Speech) -> str:
    if it["weaker"]:
        return w("You are weaker in military, so you say who begins.")
    return w("The pawn is in the middle and you took the last card, so you say who begins.")


def _token(now: Moment) -> Facts | None:
    return {"n": len(_view(now).tokens)} if _asks(now, "progress") else None


def _token_says(w: Words, it: Facts, at: Speech) -> str:
    return w.ngettext(
        "Two of the same symbol: take the progress token beside the track.",
        "Two of the same symbol: choose one of the {n} progress tokens beside the track.",
        number(it["n"]),
    )


def _token_taken(now: Moment) -> Facts | None:
    event = next(came(now, actions.TokenTaken), None)
    return {"token": event.token} if event and not event.box else None


def _token_taken_says(w: Words, it: Facts, at: Speech) -> str:
    slug = str(it["token"])
    text = f"{token(w, slug)}: {token_says(w, slug, _box(at))}."
    return text if len(text) <= FITS else w("{token} is yours: touch it to read what it does.", token=token(w, slug))


def _destroy(now: Moment) -> Facts | None:
    if not _asks(now, "destroy"):
        return None
    colours = {_box(now).cards[text.split()[1]].colour for text in now.legal}
    return {"colour": colours.pop(), "other": 3 - now.seat} if len(colours) == 1 else None


def _destroy_says(w: Words, it: Facts, at: Speech) -> str:
    if it["colour"] == "brown":
        return w("Choose a brown card of {name}: your wonder destroys it.", name=who(at, it["other"]))
    return w("Choose a grey card of {name}: your wonder destroys it.", name=who(at, it["other"]))


def _keep(now: Moment) -> Facts | None:
    drawn = _view(now).draw
    return {"n": len(drawn)} if _asks(now, "keep") and isinstance(drawn, tuple) else None


def _keep_says(w: Words, it: Facts, at: Speech) -> str:
    return w.ngettext(
        "Your wonder draws {n} token from the box, which only you see. Keep it.",
        "Your wonder draws {n} tokens from the box, which only you see. Keep one of them.",
        number(it["n"]),
    )


def _again(now: Moment) -> Facts | None:
    """Another turn; what the one before has turned up may be taken in it."""
    if not any(event.again and event.seat == now.seat for event in came(now, actions.TurnBegan)):
        return None
    freed = (event.card for event in came(now, actions.CardRevealed) if event.turned)
    return {"cards": tuple(slug for slug in freed if slug in _free(_view(now)))}


def _again_holds(now: Moment, it: Facts) -> bool:
    return _turn(now) and {*slugs(it["cards"])} <= _free(_view(now))


def _again_says(w: Words, it: Facts, at: Speech) -> str:
    if it["cards"]:
        return w("Another turn: you may take what you have just freed.")
    return w("Another turn: you take one more card.")


# ---- what is bound to its moment -------------------------------------------------------------------------


def _military(now: Moment) -> Facts | None:
    """The pawn stands near a capital."""
    for it in () if _view(now).over else _view(now).hints.standing:
        if 0 < it.capital <= NEAR:
            return {"seat": it.seat, "other": 3 - it.seat, "n": it.capital}
    return None


def _military_says(w: Words, it: Facts, at: Speech) -> str:
    facts = {"name": who(at, it["seat"]), "other": who(at, it["other"])}
    near = w.ngettext(
        "{n} more space, and the pawn is in the capital of {other}: {name} wins.",
        "{n} more spaces, and the pawn is in the capital of {other}: {name} wins.",
        number(it["n"]),
        **facts,
    )
    return f"{near} {w('Can {name} stop it now?', name=facts['other'])}"


def _stopped(now: Moment) -> Facts | None:
    """The pawn stood near a capital, and does no longer."""
    event = next(came(now, actions.PawnMoved), None)
    if event is None or _view(now).over:
        return None
    other = 3 - event.seat
    away = _standing(now, other).capital
    return {"seat": event.seat, "other": other, "n": away} if away - event.spaces <= NEAR < away else None


def _science(now: Moment) -> Facts | None:
    """A seat lacks few symbols."""
    for it in () if _view(now).over else _view(now).hints.standing:
        if 0 < it.symbols_left <= FEW:
            return {"seat": it.seat, "other": 3 - it.seat, "n": it.symbols_left}
    return None


def _science_says(w: Words, it: Facts, at: Speech) -> str:
    near = w.ngettext(
        "{n} more different symbol, and {name} wins at once.",
        "{n} more different symbols, and {name} wins at once.",
        number(it["n"]),
        name=who(at, it["seat"]),
    )
    return f"{near} {w('Can {name} stop it now?', name=who(at, it['other']))}"


def _age(now: Moment) -> Facts | None:
    """The second age has just begun."""
    view = _view(now)
    return {} if view.age == 2 and view.left > len(view.hints.places) - BEGUN else None


def _count(now: Moment) -> Facts | None:
    view, table = _view(now), _box(now).table
    if view.age < cards.AGES or not 1 < view.left <= LAST or view.over:
        return None
    return {"left": view.left, "coins": table.coins_per_point}


def _count_says(w: Words, it: Facts, at: Speech) -> str:
    left = w.ngettext("{n} card is left.", "{n} cards are left.", number(it["left"]))
    worth = w.ngettext(
        "{n} coin is a point, and the pawn counts, too.",
        "{n} coins are a point, and the pawn counts, too.",
        number(it["coins"]),
    )
    return f"{left} {worth} {w('Who would win now?')}"


def _guild(now: Moment) -> Facts | None:
    box = _box(now)
    lying = sorted(slug for slug in _free(_view(now)) if box.cards[slug].colour == "purple")
    return {"card": lying[0]} if lying else None


def _counts(now: Moment, seat: SeatView, what: str) -> int:
    """How many of what a guild counts stand in a city."""
    if what == "wonder":
        return sum(under is not None for under in seat.wonders.values())
    if what == "coin":
        return seat.coins
    return sum(_box(now).cards[slug].colour == what for slug in seat.cards)


def _worth(now: Moment, slug: str) -> int:
    """The points of a guild, as things stand."""
    found, seats = 0, _view(now).seats
    for effect in _box(now).cards[slug].effects:
        if isinstance(effect, cards.Majority):
            most = max(sum(_counts(now, seat, what) for what in effect.of) for seat in seats)
            found += most // effect.every * effect.points
    return found


def _guild_built(now: Moment) -> Facts | None:
    built = (event for event in came(now, actions.CardBuilt) if _box(now).cards[event.card].colour == "purple")
    event = next(built, None)
    return {"seat": event.seat, "card": event.card, "points": _worth(now, event.card)} if event else None


def _guild_holds(now: Moment, it: Facts) -> bool:
    return _has_card(now, it) and _worth(now, str(it["card"])) == it["points"]


# ---- what was done ---------------------------------------------------------------------------------------


def _built(now: Moment, kind: type[cards.Effect] | None = None, *colours: str) -> Iterator[actions.CardBuilt]:
    """Cards that have just been built, of these colours, or with that effect."""
    for event in came(now, actions.CardBuilt):
        it = _box(now).cards[event.card]
        if it.colour in colours or (kind and any(isinstance(effect, kind) for effect in it.effects)):
            yield event


def _makes(now: Moment, seat: object, what: object) -> int:
    """How many of a resource the cards of a city make for certain, in every turn."""
    effects = (effect for slug in _before(now, seat).cards for effect in _box(now).cards[slug].effects)
    return sum(it.amount for it in effects if isinstance(it, cards.Produces) and it.resource == what)


def _made(now: Moment) -> Facts | None:
    event = next(_built(now, cards.Produces), None)
    if event is None:
        return None
    what = next(it.resource for it in _box(now).cards[event.card].effects if isinstance(it, cards.Produces))
    return {"seat": event.seat, "resource": what, "n": _makes(now, event.seat, what)}


def _made_holds(now: Moment, it: Facts) -> bool:
    return _makes(now, it["seat"], it["resource"]) == it["n"]


def _bought(now: Moment) -> Facts | None:
    paid = [(event.seat, event.card, event.traded) for event in came(now, actions.CardBuilt)]
    paid += [(event.seat, event.wonder, event.traded) for event in came(now, actions.WonderBuilt)]
    for seat, thing, traded in paid:
        if traded:
            return {"seat": seat, "thing": thing, "coins": traded}
    return None


def _bought_holds(now: Moment, it: Facts) -> bool:
    chair = _before(now, it["seat"])
    return it["thing"] in chair.cards or bool(chair.wonders.get(str(it["thing"])))


def _wonder_built(now: Moment) -> Facts | None:
    event = next(came(now, actions.WonderBuilt), None)
    if event is None:
        return None
    again = (_view(now).hints.again and _view(now).left) or any(each.again for each in came(now, actions.TurnBegan))
    return {
        "seat": event.seat,
        "wonder": event.wonder,
        "points": _box(now).wonders[event.wonder].points,
        "again": int(bool(again)),
    }


def _wonder_built_says(w: Words, it: Facts, at: Speech) -> str:
    facts = {"name": who(at, it["seat"]), "wonder": wonder(w, str(it["wonder"]))}
    points = n_points(w, number(it["points"]))
    if not it["again"]:
        return w("{name} has built {wonder}: {points}.", points=points, **facts)
    if not it["points"]:
        return w("{name} has built {wonder}: another turn.", **facts)
    return w("{name} has built {wonder}: {points}, and another turn.", points=points, **facts)


def _wonders(now: Moment) -> Facts | None:
    hints, every = _view(now).hints, sum(len(seat.wonders) for seat in _view(now).seats)
    return {"n": hints.most, "of": every} if 0 < hints.built < hints.most < every else None


def _pawn(now: Moment) -> Facts | None:
    """The pawn has moved, and stands on somebody's side."""
    if next(came(now, actions.PawnMoved), None) is None or _view(now).over:
        return None
    pawn = _view(now).military.pawn
    points = [zone.points for zone in _box(now).military.zones if zone.start <= abs(pawn)]
    return {"seat": 1 if pawn > 0 else 2, "n": abs(pawn), "points": points[-1]} if points else None


def _pawn_holds(now: Moment, it: Facts) -> bool:
    return _view(now).military.pawn == (number(it["n"]) if it["seat"] == 1 else -number(it["n"]))


def _pawn_says(w: Words, it: Facts, at: Speech) -> str:
    ahead = w.ngettext(
        "{name} is {n} space ahead:", "{name} is {n} spaces ahead:", number(it["n"]), name=who(at, it["seat"])
    )
    worth = w.ngettext("{n} point, if it stays so.", "{n} points, if it stays so.", number(it["points"]))
    return f"{ahead} {worth}"


def _symbols(now: Moment) -> Facts | None:
    event = next(came(now, actions.SymbolGained), None)
    if event is None or _view(now).over:
        return None
    return {"seat": event.seat, "n": event.different, "of": _box(now).table.winning_symbols}


def _discarded(now: Moment) -> Facts | None:
    event = next(came(now, actions.CardDiscarded), None)
    return {"seat": event.seat, "coins": event.coins, "now": _before(now, event.seat).coins} if event else None


def _discarded_says(w: Words, it: Facts, at: Speech) -> str:
    coins = n_coins(w, number(it["now"]))
    return w("+{n} for {name}: {coins} now.", n=it["coins"], name=who(at, it["seat"]), coins=coins)


def _blue_built(now: Moment) -> Facts | None:
    event = next(_built(now, None, "blue"), None)
    return {"seat": event.seat, "points": _box(now).cards[event.card].points, "card": event.card} if event else None


def _helped(now: Moment) -> Facts | None:
    """A yellow card was built, and pays."""
    event = next(_built(now, None, "yellow"), None)
    if event is None:
        return None
    facts: Facts = {"seat": event.seat, "card": event.card}
    for effect in _box(now).cards[event.card].effects:
        match effect:
            case cards.FixedPrice(of=of):
                return {**facts, "cheap": of, "coins": _box(now).table.fixed_price}
            case cards.ProducesOneOf(of=of):
                return {**facts, "one": RESOURCES[:RAW] if of == "raw" else RESOURCES[RAW:]}
    gained = sum(it.coins for it in came(now, actions.CoinsGained) if it.by == event.card)
    return {**facts, "coins": gained} if gained else None


def _helped_says(w: Words, it: Facts, at: Speech) -> str:
    name = who(at, it["seat"])
    if "one" in it:
        goods = either(w, [resource(w, slug) for slug in slugs(it["one"])])
        return w("{name} makes one of these in every turn now: {goods}.", name=name, goods=goods)
    n = number(it["coins"])
    if "cheap" in it:
        goods = capital(both(w, [resource(w, slug) for slug in slugs(it["cheap"])]))
        return w.ngettext(
            "{goods}: {n} coin each for {name} now.",
            "{goods}: {n} coins each for {name} now.",
            n,
            goods=goods,
            name=name,
        )
    return w.ngettext("+{n} coin for {name}.", "+{n} coins for {name}.", n, name=name)


def _sign(now: Moment) -> Facts | None:
    """A card with a sign was built that makes another one free."""
    box = _box(now)
    asked_for = {it.chain for it in box.cards.values() if it.chain}
    event = next((event for event in came(now, actions.CardBuilt) if box.cards[event.card].bears in asked_for), None)
    return {"seat": event.seat, "card": event.card} if event else None


def _bearer(now: Moment, seat: int, slug: str) -> str:
    """Which card of a city makes that one free."""
    box = _box(now)
    return next(held for held in _before(now, seat).cards if box.cards[held].bears == box.cards[slug].chain)


def _chained(now: Moment) -> Facts | None:
    event = next((event for event in came(now, actions.CardBuilt) if event.chain), None)
    return {"seat": event.seat, "card": event.card, "by": _bearer(now, event.seat, event.card)} if event else None


# ---- each when it is first in sight ------------------------------------------------------------------------


def _goods(now: Moment) -> Facts | None:
    lying = [way for way in _acting(now) if _box(now).cards[way.thing].colour in MAKERS]
    return {"free": int(any(not way.cost for way in lying))} if lying else None


def _goods_says(w: Words, it: Facts, at: Speech) -> str:
    make = w("Brown and grey cards make goods every turn, and are never used up.")
    return f"{make} {w('Which of these costs nothing?')}" if it["free"] else make


def _plain(way: Way) -> bool:
    """All that is missing for it is bought, and nothing makes it cheaper or dearer."""
    return bool(way.units) and all(unit.why == "trade" for unit in way.units)


def _price(now: Moment) -> Facts | None:
    """A free card must be bought at the plain price, and the bank gets that."""
    coins, box = _box(now).table.trade_coins, _box(now)
    paid_to = (effect for seat in _view(now).seats for slug in seat.progress for effect in box.tokens[slug].effects)
    if any(isinstance(effect, cards.TradeIncome) for effect in paid_to):
        return None
    plain = any(_plain(way) and all(unit.price == coins for unit in way.units) for way in _acting(now))
    return {"coins": coins} if plain else None


def _price_rings(view: View, seat: int, it: Facts) -> tuple[str, ...]:
    lying = _open(view, seat)
    return tuple(way.thing for way in lying if _plain(way) and all(unit.price == it["coins"] for unit in way.units))


def _trade(now: Moment) -> Facts | None:
    """A free card lacks something that the other city makes dearer."""
    plain = _box(now).table.trade_coins
    dear = (unit for way in _acting(now) for unit in way.units if unit.why == "trade" and unit.price > plain)
    unit = next(dear, None)
    return {"resource": unit.resource, "coins": unit.price, "other": 3 - now.seat} if unit else None


def _trade_says(w: Words, it: Facts, at: Speech) -> str:
    return w.ngettext(
        "{resource} costs you {n} coin: {name} makes some, and that makes it dearer.",
        "{resource} costs you {n} coins: {name} makes some, and that makes it dearer.",
        number(it["coins"]),
        resource=capital(resource(w, str(it["resource"]))),
        name=who(at, it["other"]),
    )


def _trade_rings(view: View, seat: int, it: Facts) -> tuple[str, ...]:
    def asks(way: Way) -> bool:
        return any(unit.resource == it["resource"] and unit.price == it["coins"] for unit in way.units)

    return tuple(way.thing for way in _open(view, seat) if asks(way))


def _wonder(now: Moment) -> Facts | None:
    if not _turn(now) or _view(now).turn < USED_TO:
        return None
    payable = (way.thing for way in _standing(now, now.seat).ways if way.wonder and _legal(now, way.thing))
    found = next(payable, None)
    return {"wonder": found} if found else None


def _legal(now: Moment, thing: str) -> bool:
    return any(text.startswith(f"build {thing} with ") for text in now.legal)


def _frees(now: Moment) -> Facts | None:
    """To take a card would free another, and the next turn would be the other's. What lies face up is named first."""
    view = _view(now)
    if not _turn(now) or any(way.again and _legal(now, way.thing) for way in _standing(now, now.seat).ways):
        return None
    freed = [(slot, it) for slot, below in view.hints.frees.items() for it in below]
    for slot, it in sorted(freed, key=lambda pair: view.structure[str(pair[1])].card is None):
        if taken := view.structure[slot].card:
            return {"card": taken, "freed": view.structure[str(it)].card or "", "other": 3 - now.seat}
    return None


def _frees_says(w: Words, it: Facts, at: Speech) -> str:
    facts = {"card": card(w, str(it["card"])), "name": who(at, it["other"])}
    if it["freed"]:
        frees = w("Taking {card} frees {freed} for {name}.", **facts, freed=card(w, str(it["freed"])))
    else:
        frees = w("Taking {card} frees a hidden card for {name}.", **facts)
    return f"{frees} {w('Would you like that?')}"


def _discard(now: Moment) -> Facts | None:
    table, ways = _box(now).table, _acting(now)
    if not ways or (all(way.can for way in ways) and _mine(now).coins > table.discard_coins):
        return None
    return {"coins": table.discard_coins, "more": table.discard_coins_per_yellow}


def _discard_says(w: Words, it: Facts, at: Speech) -> str:
    return w.ngettext(
        "You may discard the card you take: {n} coin, and {more} more for each yellow card you have.",
        "You may discard the card you take: {n} coins, and {more} more for each yellow card you have.",
        number(it["coins"]),
        more=it["more"],
    )


def _green(now: Moment) -> Facts | None:
    """Tokens lie there that can be had."""
    return _in_sight("green", lambda box: {"n": box.table.winning_symbols})(now) if _view(now).tokens else None


def _green_says(w: Words, it: Facts, at: Speech) -> str:
    token = w("Green: two of one symbol bring a progress token.")
    return f"{token} {w('{n} different ones win.', n=it['n'])}"


def _chain(now: Moment) -> Facts | None:
    """A free card is free of cost for a seat, by its chain: whoever acts comes first."""
    active = _view(now).hints.active
    for seat in (active, 3 - active) if active else ():
        for way in _open(_view(now), seat):
            if way.chain:
                return {"seat": seat, "card": way.thing, "by": _bearer(now, seat, way.thing)}
    return None


def _pair(now: Moment) -> Facts | None:
    """A card in sight would be a seat's second with the same symbol."""
    view = _view(now)
    for it in view.hints.standing if view.tokens else ():
        for way in it.ways:
            if way.pair and way.symbol:
                return {"seat": it.seat, "card": way.thing, "symbol": way.symbol}
    return None


# ---- the list -----------------------------------------------------------------------------------------------

IDEAS: Final[Ideas] = (
    Idea("ways", "table", _ways, _ways_says, at_once=True),
    # what is asked
    Idea(
        "draft", "table", _round(0),
        lambda w, it, at: w(
            "First {name} takes one wonder, then {other} two, then {name} the last.",
            name=who(at, it["seat"]), other=who(at, it["other"]),
        ),
    ),
    Idea(
        "draft-again", "seat", _draft_again,
        lambda w, it, at: w("Wonders with the round arrow bring another turn. Look at the price, too."),
    ),
    Idea(
        "draft-second", "table", _round(1),
        lambda w, it, at: w.ngettext(
            "For the other wonder, {name} begins.", "For the other {n} wonders, {name} begins.", number(it["n"]),
            name=who(at, it["seat"]),
        ),
    ),
    Idea(
        "take", "table", lambda now: {} if _turn(now) else None,
        lambda w, it, at: w("Take one card on which no other lies. Touch it to look: nothing happens yet."),
        rings=lambda view, seat, it: tuple(_free(view)),
    ),
    Idea("start", "seat", _start, _start_says),
    Idea("token", "seat", _token, _token_says),
    Idea("destroy", "seat", _destroy, _destroy_says),
    Idea(
        "revive", "seat", _asked("revive"),
        lambda w, it, at: w("Choose a card of the discard pile: your wonder builds it for nothing."),
    ),
    Idea("keep", "seat", _keep, _keep_says),
    Idea("again", "seat", _again, _again_says, holds=_again_holds),
    # what is bound to its moment
    Idea("military", "table", _military, _military_says, at_once=True),
    Idea("science", "table", _science, _science_says, at_once=True),
    Idea(
        "age", "table", _age,
        lambda w, it, at: w("New cards: dearer and stronger. All that you have built goes on working."), at_once=True,
    ),
    Idea("count", "table", _count, _count_says, at_once=True),
    # what would come late, if what was done went before it
    Idea(
        "price", "table", _price,
        lambda w, it, at: w.ngettext(
            "What you do not make, you buy from the bank: {n} coin each.",
            "What you do not make, you buy from the bank: {n} coins each.",
            number(it["coins"]),
        ),
        rings=_price_rings,
    ),
    Idea(
        "wonder", "seat", _wonder,
        lambda w, it, at: w(
            "You can pay for {wonder}: choose a card you do not need. It goes underneath.",
            wonder=wonder(w, str(it["wonder"])),
        ),
    ),
    # what was done
    Idea(
        "stopped", "table", _stopped,
        lambda w, it, at: w.ngettext(
            "Stopped for now: {n} space again to the capital of {name}.",
            "Stopped for now: {n} spaces again to the capital of {name}.",
            number(it["n"]), name=who(at, it["seat"]),
        ),
        holds=lambda now, it: _standing(now, number(it["other"])).capital == it["n"], after="military", at_once=True,
    ),
    Idea("token-taken", "seat", _token_taken, _token_taken_says,
         holds=lambda now, it: it["token"] in _mine(now).progress, after="token", at_once=True),
    Idea("wonder-built", "table", _wonder_built, _wonder_built_says,
         holds=lambda now, it: bool(_before(now, it["seat"]).wonders.get(str(it["wonder"]))), after="wonder",
         at_once=True),
    Idea(
        "guild-built", "table", _guild_built,
        lambda w, it, at: w.ngettext(
            "{card}: {n} point as it stands.", "{card}: {n} points as it stands.", number(it["points"]),
            card=card(w, str(it["card"])),
        ),
        holds=_guild_holds, after="guild", at_once=True,
    ),
    Idea(
        "chained", "table", _chained,
        lambda w, it, at: w(
            "{name} paid nothing for {card}, thanks to {by}.",
            name=who(at, it["seat"]), card=card(w, str(it["card"])), by=card(w, str(it["by"])),
        ),
        holds=_has_card, after="chain", at_once=True,
    ),
    Idea(
        "made", "table", _made,
        lambda w, it, at: w(
            "{name} makes {goods} now, in every turn.",
            name=who(at, it["seat"]), goods=n_units(number(it["n"]), resource(w, str(it["resource"]))),
        ),
        holds=_made_holds, after="goods", at_once=True,
    ),
    Idea(
        "bought", "table", _bought,
        lambda w, it, at: w.ngettext(
            "{name} bought what was missing for {n} coin.", "{name} bought what was missing for {n} coins.",
            number(it["coins"]), name=who(at, it["seat"]),
        ),
        holds=_bought_holds, after="price", at_once=True,
    ),
    Idea("pawn", "table", _pawn, _pawn_says, holds=_pawn_holds, after="red", at_once=True),
    Idea(
        "symbols", "table", _symbols,
        lambda w, it, at: w.ngettext(
            "{name} has {n} of {of} symbols.", "{name} has {n} of {of} symbols.", number(it["n"]),
            name=who(at, it["seat"]), of=it["of"],
        ),
        holds=lambda now, it: len(_before(now, it["seat"]).science) == it["n"], after="green", at_once=True,
    ),
    Idea("discarded", "table", _discarded, _discarded_says,
         holds=lambda now, it: _before(now, it["seat"]).coins == it["now"], after="discard", at_once=True),
    Idea(
        "blue-built", "table", _blue_built,
        lambda w, it, at: w.ngettext(
            "+{n} point for {name}.", "+{n} points for {name}.", number(it["points"]), name=who(at, it["seat"])
        ),
        holds=_has_card, after="blue", at_once=True,
    ),
    Idea("helped", "table", _helped, _helped_says, holds=_has_card, after="yellow", at_once=True),
    # each when it is first in sight
    Idea("goods", "table", _goods, _goods_says),
    Idea(
        "red", "table",
        _in_sight("red", lambda box: {"n": box.military.capital}),
        lambda w, it, at: w(
            "Each shield moves the pawn one space towards the other capital, {n} from the middle.", n=it["n"]
        ),
    ),
    Idea("green", "table", _green, _green_says),
    Idea("trade", "seat", _trade, _trade_says, rings=_trade_rings),
    Idea(
        "wonders", "table", _wonders,
        lambda w, it, at: w("Together you can build {n} of the {of} wonders.", n=it["n"], of=it["of"]),
    ),
    Idea(
        "guild", "table", _guild,
        lambda w, it, at: w("A guild counts cards, wonders or coins in whichever city has more of them."),
        rings=_the_card,
    ),
    Idea("blue", "table", _in_sight("blue"), lambda w, it, at: w("Blue is points.")),
    Idea(
        "yellow", "table", _in_sight("yellow"),
        lambda w, it, at: w("Yellow helps you pay: with coins, cheaper goods, or goods of its own."),
    ),
    Idea("frees", "seat", _frees, _frees_says, rings=_the_card),
    Idea("discard", "seat", _discard, _discard_says),
    Idea(
        "chain", "table", _chain,
        lambda w, it, at: w(
            "{card} is free for {name}: it shows the sign of {by}.",
            card=card(w, str(it["card"])), name=who(at, it["seat"]), by=card(w, str(it["by"])),
        ),
        rings=_the_card,
    ),
    Idea(
        "sign", "table", _sign,
        lambda w, it, at: w(
            "The sign on {card} can make one later card free, if it lies out.", card=card(w, str(it["card"]))
        ),
        holds=_has_card, at_once=True,
    ),
    Idea(
        "pair", "table", _pair,
        lambda w, it, at: w(
            "{card} would be the second {symbol} of {name}: a progress token.",
            card=card(w, str(it["card"])), symbol=symbol(w, str(it["symbol"])), name=who(at, it["seat"]),
        ),
        rings=_the_card,
    ),
)  # fmt: skip

LESSONS: Final = by_id(IDEAS)
