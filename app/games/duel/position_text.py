"""A position of Duel in words, limited to what its reader may know."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from app.games.duel.effect_text import card_whole, token_says, wonder_says, wonder_whole
from app.games.duel.printed_names import (
    EMPTY_SLOT,
    ROMAN,
    card,
    colour,
    name_back,
    resource,
    runs,
    symbol,
    token,
    wonder,
)
from app.text.amount_text import n_coins, n_units
from app.text.translation import Words, both, capital
from app.text.words_protocols import Section, append_description
from engine.duel import data_schema
from engine.duel.data_schema import Data
from engine.duel.view_json import SeatView, SlotView, View

parse_view: Final = msgspec.json.Decoder(View).decode  # a view, from JSON


def position(w: Words, view: View, people: Sequence[str], seat: int | None, data: Data) -> Iterator[Section]:
    """Describe all that a reader may know, by sections."""
    if not isinstance(view.draw, msgspec.UnsetType):
        drawn = tuple(append_description(w, token(w, slug), token_says(w, slug, data)) for slug in view.draw)
        yield Section(w("Tokens only you see"), drawn, seat or 0)
    if view.draft:
        offered = (append_description(w, wonder(w, slug), wonder_whole(w, slug, data)) for slug in view.draft)
        yield Section(w("Wonders on offer"), tuple(offered))
    if view.structure:
        yield from _structure(w, view, data)
    if view.age:
        yield Section(w("Conflict"), tuple(conflict(w, view, people, data)))
    tokens = [append_description(w, token(w, slug), token_says(w, slug, data)) for slug in view.tokens]
    if not tokens:
        tokens = [w("No token lies on the board.")]
    yield Section(w("Progress tokens"), tuple(tokens))
    for chair in view.seats:
        yield Section(people[chair.seat - 1], tuple(_city(w, view, chair, data)), chair.seat)
    if view.discard:
        yield Section(w("Discard pile"), (", ".join(card(w, slug) for slug in view.discard),))


def _structure(w: Words, view: View, data: Data) -> Iterator[Section]:
    """Describe the structure, the nearest row first, then each card."""
    rows: dict[int, list[str]] = {}
    for place in view.derived.places:
        rows.setdefault(place.row, []).append(_name_slot(w, view.structure.get(str(place.slot))))
    lying = [
        w("Row {row}: {cards}", row=row, cards=", ".join(runs(rows[row])))
        for row in sorted(rows, reverse=True)
        if any(name != EMPTY_SLOT for name in rows[row])
    ]
    left = w.ngettext("Age {age}: {n} card left", "Age {age}: {n} cards left", view.left, age=ROMAN[view.age])
    yield Section(left, tuple(lying))
    open_ = [slot for slot in view.structure.values() if slot.card]
    free = [card_whole(w, slot.card, data) for slot in open_ if slot.card and slot.accessible]
    covered = [card_whole(w, slot.card, data) for slot in open_ if slot.card and not slot.accessible]
    if free:
        yield Section(w("These can be taken"), tuple(free))
    if covered:
        yield Section(w("These are still covered"), tuple(covered))


def _name_slot(w: Words, slot: SlotView | None) -> str:
    if slot is None:
        return EMPTY_SLOT
    return card(w, slot.card) if slot.card else name_back(w, slot.guild)


def conflict(w: Words, view: View, people: Sequence[str], data: Data) -> Iterator[str]:
    """Describe the pawn's position and the tokens left on the track."""
    yield pawn(w, view.military.pawn, people, data)
    for seat, coins in view.military.tokens.items():
        if coins:
            tokens = both(w, [n_coins(w, n) for n in coins])
            yield w("{name} can still lose on the track: {coins}.", name=people[int(seat) - 1], coins=tokens)


def pawn(w: Words, at: int, people: Sequence[str], data: Data) -> str:
    """Describe the pawn's position; `at` above 0 is on seat 2's side."""
    if not at:
        return w("The pawn stands in the middle; {n} spaces lead to each capital.", n=data.military.capital)
    ahead = abs(at)
    return w.ngettext(
        "{name} is {n} space ahead; {left} more reach the capital.",
        "{name} is {n} spaces ahead; {left} more reach the capital.",
        ahead,
        name=people[0 if at > 0 else 1],
        left=data.military.capital - ahead,
    )


def _city(w: Words, view: View, chair: SeatView, data: Data) -> Iterator[str]:
    yield n_coins(w, chair.coins)
    for slug, under in chair.wonders.items():
        says = wonder_says(w, slug, data)
        if under is None and not view.over and slug in chair.costs:
            now = w.ngettext("not built; costs {n} coin now", "not built; costs {n} coins now", chair.costs[slug])
            yield f"{wonder(w, slug)} ({now}): {says}"
        else:
            yield f"{wonder(w, slug)} ({w('built') if under else w('not built')}): {says}"
    for hue in data_schema.COLOURS:
        mine = [_name_city_card(w, slug, data) for slug in chair.cards if data.cards[slug].colour == hue]
        if mine:
            yield f"{capital(colour(w, hue))}{w.colon}{', '.join(mine)}"
    if chair.science:
        symbols = [symbol(w, slug) if n == 1 else f"{n} × {symbol(w, slug)}" for slug, n in chair.science.items()]
        yield w(
            "Science: {symbols}; {n} of {most} different ones",
            symbols=", ".join(symbols),
            n=len(chair.science),
            most=data.table.winning_symbols,
        )
    for slug in chair.progress:
        yield append_description(w, token(w, slug), token_says(w, slug, data))
    prices = ", ".join(f"{resource(w, slug)} {n}" for slug, n in chair.prices.items())
    if view.age and not view.over:
        yield w("A missing resource costs: {prices}", prices=prices)


def _name_city_card(w: Words, slug: str, data: Data) -> str:
    gives = [effect for effect in data.cards[slug].effects if isinstance(effect, data_schema.Production)]
    made = [n_units(each.amount, resource(w, each.resource)) for each in gives]
    return f"{card(w, slug)} ({', '.join(made)})" if made else card(w, slug)
