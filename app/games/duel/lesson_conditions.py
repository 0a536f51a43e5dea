"""Conditions of the lessons of Duel: each returns the facts of its idea, or None, from the view and the newest events.

No condition depends on a face-down card.
"""

from collections.abc import Callable
from typing import Final, TypeAlias

from app.text.lesson_tips import Facts, LessonContext, number, recent_events, slugs
from engine.duel import actions, data_schema
from engine.duel.data_schema import Data
from engine.duel.view_json import BuildOption, SeatView, Standing, View
from engine.game import plain_line

Now: TypeAlias = LessonContext[View, Data]

TURN: Final = "turn"  # the question to a seat that takes a card
MAKERS: Final = ("brown", "grey")
CAPITAL_THREAT_SPACES: Final = 3
SCIENCE_THREAT_SYMBOLS: Final = 2  # missing symbols at which science is a threat
WONDER_LESSON_TURN: Final = 5  # both seats have had two turns
LAST: Final = 8  # cards left in the last age when the lesson on points begins
ORDER: Final = (0, 1, 1, 0, 1, 0, 0, 1)  # of the draft, as the lesson tells it


def seat_view(now: Now, seat: object) -> SeatView:
    return now.view.seats[number(seat) - 1]


def own_seat_view(now: Now) -> SeatView:
    return seat_view(now, now.seat)


def standing_of(now: Now, seat: int) -> Standing:
    return now.view.derived.standing[seat - 1]


def is_taking_card(now: Now) -> bool:
    """Check whether the reader's seat is to take a card; for a public reader, whether any seat is."""
    view = now.view
    return view.derived.ask == TURN and (not now.seat or view.to_act == (now.seat,))


def list_free_options(view: View, seat: int) -> tuple[BuildOption, ...]:
    """List the options of a seat to build free cards."""
    return tuple(
        option for option in view.derived.standing[seat - 1].build_options if not option.wonder and not option.covered
    )


def list_options_now(now: Now) -> tuple[BuildOption, ...]:
    """List the options of the seat to act to build free cards."""
    return list_free_options(now.view, now.seat or now.view.derived.active) if is_taking_card(now) else ()


def list_free_cards(view: View) -> frozenset[str]:
    """Return the face-up cards that nothing covers."""
    return frozenset(slot.card for slot in view.structure.values() if slot.card and slot.accessible)


def card_in_sight(*wanted: str, facts: Callable[[Data], Facts] = lambda box: {}) -> Callable[[Now], Facts | None]:
    """Return a condition: a card of one of these colours is free or in a city."""

    def condition(now: Now) -> Facts | None:
        view, box = now.view, now.box
        seen = list_free_cards(view) | {slug for seat in view.seats for slug in seat.cards}
        return facts(box) if any(box.cards[slug].colour in wanted for slug in seen) else None

    return condition


def ring_card(view: View, seat: int, facts: Facts) -> tuple[str, ...]:
    return (str(facts["card"]),)


def detect_game_start(now: Now) -> Facts | None:
    """Detect a draft or first turn in which nobody has acted yet."""
    view = now.view
    touched = view.turn > 1 or view.discard or any(seat.cards or any(seat.wonders.values()) for seat in view.seats)
    if touched or view.over or (not view.turn and any(seat.wonders for seat in view.seats)):
        return None
    return {"symbols": now.box.table.winning_symbols} if view.derived.ask in (TURN, "draft") else None


def detect_first_draft(now: Now) -> Facts | None:
    """Detect the first half of a draft in the usual order."""
    view, table = now.view, now.box.table
    taken, each = sum(len(seat.wonders) for seat in view.seats), table.offered_wonders
    order = tuple(seat - 1 for seat in table.draft)
    if view.derived.ask != "draft" or taken >= each or order != ORDER:
        return None
    return {"seat": view.derived.first, "other": 3 - view.derived.first}


def detect_extra_turn_draft(now: Now) -> Facts | None:
    drafts = any(text.startswith("draft ") for text in now.legal)
    return {} if drafts and any(plays_again(now.box, slug) for slug in now.view.draft) else None


def plays_again(data: Data, slug: str) -> bool:
    return any(isinstance(effect, data_schema.PlayAgain) for effect in data.wonders[slug].effects)


def question_asked(ask: str) -> Callable[[Now], Facts | None]:
    """Return a condition: the seat is asked this question."""

    def condition(now: Now) -> Facts | None:
        return {} if is_asked(now, ask) else None

    return condition


def is_asked(now: Now, ask: str) -> bool:
    return now.view.derived.ask == ask and now.view.to_act == (now.seat,)


def detect_start_question(now: Now) -> Facts | None:
    return {"weaker": int(now.view.military.pawn != 0)} if is_asked(now, "start") else None


def detect_token_question(now: Now) -> Facts | None:
    return {"n": len(now.view.tokens)} if is_asked(now, "progress") else None


def detect_token_taken(now: Now) -> Facts | None:
    event = next(recent_events(now, actions.TokenTaken), None)
    return {"token": event.token} if event and not event.box else None


def detect_destroy_question(now: Now) -> Facts | None:
    if not is_asked(now, "destroy"):
        return None
    colours = {now.box.cards[text.split()[1]].colour for text in now.legal}
    return {"colour": colours.pop(), "other": 3 - now.seat} if len(colours) == 1 else None


def detect_keep_question(now: Now) -> Facts | None:
    drawn = now.view.draw
    return {"n": len(drawn)} if is_asked(now, "keep") and isinstance(drawn, tuple) else None


def detect_another_turn(now: Now) -> Facts | None:
    """Detect another turn; `cards`: those that the turn before has uncovered."""
    if not any(event.again and event.seat == now.seat for event in recent_events(now, actions.TurnBegan)):
        return None
    freed = (event.card for event in recent_events(now, actions.CardRevealed) if event.turned)
    return {"cards": tuple(slug for slug in freed if slug in list_free_cards(now.view))}


def is_another_turn_current(now: Now, facts: Facts) -> bool:
    return is_taking_card(now) and {*slugs(facts["cards"])} <= list_free_cards(now.view)


def detect_military_threat(now: Now) -> Facts | None:
    """Detect a pawn near a capital."""
    for each in () if now.view.over else now.view.derived.standing:
        if 0 < each.capital <= CAPITAL_THREAT_SPACES:
            return {"seat": each.seat, "other": 3 - each.seat, "n": each.capital}
    return None


def detect_stopped_pawn(now: Now) -> Facts | None:
    """Detect a pawn that was just pushed away from a capital it was near."""
    event = next(recent_events(now, actions.PawnMoved), None)
    if event is None or now.view.over:
        return None
    other = 3 - event.seat
    away = standing_of(now, other).capital
    return (
        {"seat": event.seat, "other": other, "n": away} if away - event.spaces <= CAPITAL_THREAT_SPACES < away else None
    )


def detect_science_threat(now: Now) -> Facts | None:
    """Detect a seat that lacks few symbols."""
    for each in () if now.view.over else now.view.derived.standing:
        if 0 < each.symbols_left <= SCIENCE_THREAT_SYMBOLS:
            return {"seat": each.seat, "other": 3 - each.seat, "n": each.symbols_left}
    return None


def detect_last_cards(now: Now) -> Facts | None:
    view, table = now.view, now.box.table
    if view.age < data_schema.AGES or not 1 < view.left <= LAST or view.over:
        return None
    return {"left": view.left, "coins": table.coins_per_point}


def detect_guild(now: Now) -> Facts | None:
    box = now.box
    lying = sorted(slug for slug in list_free_cards(now.view) if box.cards[slug].colour == "purple")
    return {"card": lying[0]} if lying else None


def detect_wonder_built(now: Now) -> Facts | None:
    """Detect a newly built wonder while fewer can be built than there are."""
    event, derived = next(recent_events(now, actions.WonderBuilt), None), now.view.derived
    every = sum(len(seat.wonders) for seat in now.view.seats)
    if event is None or not derived.built < derived.most < every:
        return None
    return {"seat": event.seat, "wonder": event.wonder, "n": derived.most, "of": every}


def detect_moved_pawn(now: Now) -> Facts | None:
    """Detect a pawn that has moved and is worth points to a seat."""
    if next(recent_events(now, actions.PawnMoved), None) is None or now.view.over:
        return None
    pawn = now.view.military.pawn
    points = [zone.points for zone in now.box.military.zones if zone.start <= abs(pawn)]
    return {"seat": 1 if pawn > 0 else 2, "n": abs(pawn), "points": points[-1]} if points else None


def is_pawn_still_there(now: Now, facts: Facts) -> bool:
    return now.view.military.pawn == (number(facts["n"]) if facts["seat"] == 1 else -number(facts["n"]))


def find_chain_bearer(now: Now, seat: int, slug: str) -> str:
    """Return the card of a city whose chain symbol makes another free."""
    box = now.box
    return next(held for held in seat_view(now, seat).cards if box.cards[held].bears == box.cards[slug].chain)


def detect_free_producer(now: Now) -> Facts | None:
    lying = [option for option in list_options_now(now) if now.box.cards[option.thing].colour in MAKERS]
    return {"free": int(any(not option.cost for option in lying))} if lying else None


def is_plain(option: BuildOption) -> bool:
    """Check whether every missing unit is bought, and no card makes one cheaper or dearer."""
    return bool(option.units) and all(unit.why == "trade" for unit in option.units)


def detect_base_price(now: Now) -> Facts | None:
    """Detect a free card that must be bought at the base price, which goes to the bank."""
    coins, box = now.box.table.trade_coins, now.box
    paid_to = (effect for seat in now.view.seats for slug in seat.progress for effect in box.tokens[slug].effects)
    if any(isinstance(effect, data_schema.TradeIncome) for effect in paid_to):
        return None
    plain = any(
        is_plain(option) and all(unit.price == coins for unit in option.units) for option in list_options_now(now)
    )
    return {"coins": coins} if plain else None


def ring_base_prices(view: View, seat: int, facts: Facts) -> tuple[str, ...]:
    lying = list_free_options(view, seat)
    return tuple(
        option.thing
        for option in lying
        if is_plain(option) and all(unit.price == facts["coins"] for unit in option.units)
    )


def detect_dearer_trade(now: Now) -> Facts | None:
    """Detect a free card that needs a resource which the other city makes dearer."""
    plain = now.box.table.trade_coins
    dear = (
        unit for option in list_options_now(now) for unit in option.units if unit.why == "trade" and unit.price > plain
    )
    unit = next(dear, None)
    return {"resource": unit.resource, "coins": unit.price, "other": 3 - now.seat} if unit else None


def ring_dearer_trades(view: View, seat: int, facts: Facts) -> tuple[str, ...]:
    def needs_trade(option: BuildOption) -> bool:
        return any(unit.resource == facts["resource"] and unit.price == facts["coins"] for unit in option.units)

    return tuple(option.thing for option in list_free_options(view, seat) if needs_trade(option))


def detect_payable_wonder(now: Now) -> Facts | None:
    if not is_taking_card(now) or now.view.turn < WONDER_LESSON_TURN:
        return None
    payable = (
        option.thing
        for option in standing_of(now, now.seat).build_options
        if option.wonder and is_legal(now, option.thing)
    )
    found = next(payable, None)
    return {"wonder": found} if found else None


def is_legal(now: Now, thing: str) -> bool:
    return any(text.startswith(f"build {thing} with ") for text in now.legal)


def detect_uncovering_card(now: Now) -> Facts | None:
    """Detect a card that uncovers another when it is taken."""
    return {} if is_taking_card(now) and any(now.view.derived.frees.values()) else None


def detect_short_coins(now: Now) -> Facts | None:
    table, options = now.box.table, list_options_now(now)
    if not options or (all(option.can for option in options) and own_seat_view(now).coins > table.discard_coins):
        return None
    return {"coins": table.discard_coins, "more": table.discard_coins_per_yellow}


def detect_green_card(now: Now) -> Facts | None:
    """Detect a green card in sight while progress tokens are available."""
    return card_in_sight("green", facts=lambda box: {"n": box.table.winning_symbols})(now) if now.view.tokens else None


def detect_chain(now: Now) -> Facts | None:
    """Detect a free card that a seat can build by a chain; the seat to act is checked first."""
    active = now.view.derived.active
    for seat in (active, 3 - active) if active else ():
        for option in list_free_options(now.view, seat):
            if option.chain:
                return {"seat": seat, "card": option.thing, "by": find_chain_bearer(now, seat, option.thing)}
    return None


def detect_own_turn(now: Now) -> Facts | None:
    """Return the number of the seat's own turn, if it takes a card."""
    return {"turn": (now.view.turn + 1) // 2} if is_taking_card(now) else None


def list_used_things(view: View, seat: int, facts: Facts) -> tuple[str, ...]:
    """Return the keys of all that an action names: a card, and a wonder or a token."""
    return tuple(word for word in plain_line(str(facts["action"])).split()[1:] if word != "with" and not word.isdigit())


def detect_pair(now: Now) -> Facts | None:
    """Detect a card that would be a seat's second with the same symbol."""
    view = now.view
    for each in view.derived.standing if view.tokens else ():
        for option in each.build_options:
            if option.pair and option.symbol:
                return {"seat": each.seat, "card": option.thing, "symbol": option.symbol}
    return None
