"""A position of 7 Wonders in words, limited to what its reader may know."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from app.games.seven_wonders.action_text import action
from app.games.seven_wonders.effect_text import (
    ability_says,
    card_says,
    cost,
    effects_say,
    leader_cost,
    leader_says,
    list_production,
    stage_says,
)
from app.games.seven_wonders.printed_names import ROMAN, card, colour, identity, leader, symbol
from app.text.amount_text import n_coins
from app.text.translation import Words, both, capital
from app.text.words_protocols import Section, append_description
from engine.seven_wonders import data_schema
from engine.seven_wonders.data_schema import Data
from engine.seven_wonders.view_json import PrivateView, SeatView, Standing, View

parse_view: Final = msgspec.json.Decoder(View).decode  # a view, from JSON


def position(w: Words, view: View, people: Sequence[str], seat: int | None, data: Data) -> Iterator[Section]:
    """Describe all that a reader may see: its own things first, then the round, then seats clockwise from its left."""
    if seat is not None and not isinstance(view.mine, msgspec.UnsetType):
        yield from _describe_own_things(w, view, view.mine, people, seat, data)
    yield _round(w, view, people, seat)
    count = len(view.seats)
    others = range(count) if seat is None else [(seat + step) % count for step in _nearest_first(count)]
    for other in others:
        chair = view.seats[other]
        yield Section(
            _name_seat_and_board(w, chair, people, seat, count), tuple(_city(w, view, chair, seat, data)), chair.seat
        )


def _nearest_first(count: int) -> list[int]:
    """Order steps clockwise: left neighbour, right neighbour, then the others around the table."""
    return [0, count - 2, *range(1, count - 2)] if count > 2 else list(range(count - 1))


def _describe_own_things(
    w: Words, view: View, mine: PrivateView, people: Sequence[str], seat: int, data: Data
) -> Iterator[Section]:
    asked = seat in view.to_act
    if mine.choice:
        lines = [action(w, mine.choice, people), *_list_waiting(w, view, people)]
        yield Section(w("You have chosen"), tuple(lines), seat)
    if mine.hand and not (asked and view.asked in ("draft", "play", "seventh")):
        whole = [_leader_whole if slug in data.leaders else _card_whole for slug in mine.hand]
        lines = [say(w, slug, data) for say, slug in zip(whole, mine.hand, strict=True)]
        yield Section(w("Your hand"), tuple(lines), seat)
    if mine.leaders and not (asked and view.asked in ("recruit", "extra")):
        lines = [_leader_whole(w, slug, data) for slug in mine.leaders]
        yield Section(w("Leaders in your hand"), tuple(lines), seat)
    if not isinstance(mine.discard, msgspec.UnsetType):
        yield Section(w("Discard pile"), (", ".join(card(w, slug) for slug in mine.discard),), seat)
    chair = view.seats[seat - 1]
    yield Section(_board_of(w, chair), tuple(_city(w, view, chair, seat, data)), seat)


def _list_waiting(w: Words, view: View, people: Sequence[str]) -> Iterator[str]:
    if view.asked in ("draft", "recruit", "play") and view.to_act:
        yield w("Still choosing: {names}", names=both(w, [people[seat - 1] for seat in view.to_act]))


def _card_whole(w: Words, slug: str, data: Data) -> str:
    price = w("printed cost: {cost}", cost=cost(w, data.cards[slug].cost))
    return f"{card(w, slug)}{w.colon}{card_says(w, slug, data)} ({price})"


def _leader_whole(w: Words, slug: str, data: Data) -> str:
    price = w("printed cost: {cost}", cost=leader_cost(w, data.leaders[slug]))
    return f"{leader(w, slug)}{w.colon}{leader_says(w, slug, data)} ({price})"


def _round(w: Words, view: View, people: Sequence[str], seat: int | None) -> Section:
    """Describe the state of the round, and who is still to act."""
    lines = list(_list_waiting(w, view, people))
    if view.derived.passing == "left":
        whom = people[seat % len(people)] if seat else ""
        lines.append(
            w("What is left of a hand goes to the left, to {name}", name=whom) if whom else w("Hands go to the left.")
        )
    elif view.derived.passing == "right":
        whom = people[seat - 2] if seat else ""
        lines.append(
            w("What is left of a hand goes to the right, to {name}", name=whom) if whom else w("Hands go to the right.")
        )
    if view.age:
        lines.append(w.ngettext("{n} card discarded", "{n} cards discarded", view.discard))
    if view.box:
        lines.append(w.ngettext("{n} leader in the box", "{n} leaders in the box", view.box))
    return Section(describe_progress(w, view), tuple(lines))


def explain_forced_sale(w: Words) -> str:
    """State that the table entered a seat's turn, because it could not afford anything else."""
    return w("Only a sale is possible in this turn. The table has entered it.")


def describe_progress(w: Words, view: View) -> str:
    """Describe the state of the game: `Age II, turn 3 of 6`."""
    if view.over:
        return w("The game is over.")
    if not view.age:
        return w("The leaders are drafted")
    if not view.turn:
        return w("Age {age} begins", age=ROMAN[view.age])
    return w("Age {age}, turn {turn} of {turns}", age=ROMAN[view.age], turn=view.turn, turns=data_schema.TURNS)


def hands(view: View) -> tuple[int, ...]:
    """Return the number of cards or leaders in each hand, whichever are played now."""
    recruits = view.age and not view.turn
    return tuple(chair.leaders_left if recruits else chair.hand for chair in view.seats)


def describe_hands(w: Words, fewest: int, most: int) -> str:
    """Describe that every hand, or some hands, have this many."""
    return w("in each hand") if fewest == most else w("in the hands")


def _board_of(w: Words, chair: SeatView) -> str:
    return identity(w, f"{chair.wonder}-{chair.side}")


def _name_seat_and_board(w: Words, chair: SeatView, people: Sequence[str], seat: int | None, count: int) -> str:
    """Name a seat and its board: `Ben (left): Gizah (day)`."""
    facts = {"name": people[chair.seat - 1], "board": _board_of(w, chair)}
    step = (chair.seat - (seat or chair.seat)) % count
    if step == 1:
        return w("{name} (left): {board}", **facts)
    if step == count - 1:
        return w("{name} (right): {board}", **facts)
    return w("{name}: {board}", **facts)


def _city(w: Words, view: View, chair: SeatView, seat: int | None, data: Data) -> Iterator[str]:
    """Describe a seat's public things and, to a neighbour, what it sells."""
    own, standing = chair.seat == seat, view.derived.standing[chair.seat - 1]
    board = data.boards[f"{chair.wonder}-{chair.side}"]
    parts = [n_coins(w, chair.coins), w.ngettext("{n} shield", "{n} shields", chair.shields)]
    if chair.hand and view.asked != "draft" and not own:
        parts.append(w.ngettext("{n} card in hand", "{n} cards in hand", chair.hand))
    told = view.derived.told[chair.seat - 1] if view.derived.told else None
    if told:
        parts.append(action(w, told, ()))
    elif chair.chosen and not own:
        parts.append(w("has chosen"))
    yield " · ".join(parts)
    if ability := ability_says(w, board.ability):
        yield capital(ability)
    yield from _stages(w, chair, board, own=own)
    yield from _goods(w, view, chair, standing, seat)
    for hue in data_schema.COLOURS[: data_schema.PURPLE]:
        there = [_name_city_card(w, slug, data) for slug in chair.cards if data.cards[slug].colour == hue]
        if there:
            yield f"{capital(colour(w, hue))}{w.colon}{', '.join(there)}"
    for slug in chair.cards:
        if data.cards[slug].colour == data_schema.COLOURS[data_schema.PURPLE]:
            yield append_description(w, card(w, slug), " · ".join(effects_say(w, data.cards[slug].effects)))
    if standing.symbols:
        symbols = [symbol(w, slug) if n == 1 else f"{n} × {symbol(w, slug)}" for slug, n in standing.symbols.items()]
        yield w("Science: {symbols}", symbols=", ".join(symbols))
    if chair.tokens:
        yield w(
            "Victory and defeat tokens: {tokens}",
            tokens=", ".join(f"{value:+d}".replace("-", "−") for value in chair.tokens),
        )
    for slug in chair.leaders:
        yield append_description(w, leader(w, slug), leader_says(w, slug, data))
    if chair.buried:
        yield w("Buried: {leaders}", leaders=", ".join(leader(w, slug) for slug in chair.buried))
    if chair.leaders_left and not own:
        yield w.ngettext("{n} leader in hand", "{n} leaders in hand", chair.leaders_left)


def _stages(w: Words, chair: SeatView, board: data_schema.BoardData, *, own: bool) -> Iterator[str]:
    """Describe the reader's own stages one by one; of others their number and the next one."""
    built, count = chair.stages, len(board.stages)
    if own:
        for n, stage in enumerate(board.stages, start=1):
            facts = {"n": n, "says": stage_says(w, stage), "cost": cost(w, stage.cost)}
            yield w("Stage {n}, built: {says}", **facts) if n <= built else w("Stage {n} for {cost}: {says}", **facts)
    elif built == count:
        yield w("All {n} stages built", n=count)
    else:
        stage = board.stages[built]
        facts = {"built": built, "n": count, "says": stage_says(w, stage), "cost": cost(w, stage.cost)}
        yield w("{built} of {n} stages; the next for {cost}: {says}", **facts)


def _goods(w: Words, view: View, chair: SeatView, standing: Standing, seat: int | None) -> Iterator[str]:
    """Describe a city's production or, to a neighbour, its goods and prices."""
    count = len(view.seats)
    step = (chair.seat - seat) % count if seat is not None else 0
    makes = [*list_production(w, standing.makes, standing.choices)]
    if step not in (1, count - 1) or seat is None:
        if makes:
            yield w("Produces: {goods}", goods=", ".join(makes))
        return
    prices = view.derived.standing[seat - 1].prices["left" if step == 1 else "right"]
    sells = [*list_production(w, standing.sells, standing.sells_choices)]
    if sells:
        yield w("Sells you: {goods}", goods=", ".join(sells))
        if not view.over:
            yield w("You pay for each: raw {raw}, manufactured {made}", raw=prices["raw"], made=prices["manufactured"])
    own = sorted(set(makes) - set(sells))
    if own:
        yield w("Produces for itself: {goods}", goods=", ".join(own))


def _name_city_card(w: Words, slug: str, data: Data) -> str:
    points = sum(effect.amount for effect in data.cards[slug].effects if isinstance(effect, data_schema.Points))
    return f"{card(w, slug)} ({points})" if points else card(w, slug)
