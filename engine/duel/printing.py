"""The data file, read and checked: ValueError names file, entry and field of what no game could be played with."""

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from engine.duel.cards import (
    AGES,
    COLOURS,
    RESOURCES,
    CardFacts,
    CoinsPer,
    Cost,
    Facts,
    Majority,
    Produces,
    Science,
    TokenFacts,
    WonderFacts,
)
from engine.duel.costs import DEAREST, MOST

FILE: Final = "duel.toml"
SLOTS: Final = 30  # cards in a structure
THINGS: Final = 120  # cards in the box
POINTS: Final = ("blue", "green", "yellow", "purple")  # colours that score
_SLUG: Final = re.compile(r"[a-z]+(-[a-z0-9]+)*\Z")
_WORDS: Final = ("token", "wonder", "box", "age", "guild", "with")  # mean something else in a record


def read(data: bytes) -> Facts:
    """The facts of a data file."""
    try:
        facts = msgspec.toml.decode(data, type=Facts)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise ValueError(f"{FILE}: {error}") from None
    fault = next(_faults(facts), None)
    if fault:
        raise ValueError(f"{FILE}: {fault}")
    return facts


def _faults(facts: Facts) -> Iterator[str]:
    yield from _name_faults(facts)
    yield from _table_faults(facts)
    yield from _structure_faults(facts)
    yield from _trade_faults(facts)
    for name, card in facts.cards.items():
        yield from _card_faults(f"cards.{name}", card, facts)
    for name, wonder in facts.wonders.items():
        yield from _thing_faults(f"wonders.{name}", wonder)
        if any(isinstance(effect, Produces) for effect in wonder.effects):
            yield f"wonders.{name}.effects: only brown and grey cards bear resource symbols"
    for name, token in facts.tokens.items():
        yield from _thing_faults(f"tokens.{name}", token)


def _name_faults(facts: Facts) -> Iterator[str]:
    names = [*facts.cards, *facts.wonders]
    for name in (*names, *facts.tokens):
        if not _SLUG.match(name) or name in _WORDS:
            yield f"{name}: cannot be said in a record"
    twice = next((name for name in facts.wonders if name in facts.cards), None)
    if twice:
        yield f"wonders.{twice}: a card has this name"
    if len(facts.cards) > THINGS:
        yield f"cards: at most {THINGS}"


def _table_faults(facts: Facts) -> Iterator[str]:
    table = facts.table
    for field in table.__struct_fields__:
        value = getattr(table, field)
        if isinstance(value, int) and value < (1 if field in ("coins_per_point", "offered_wonders") else 0):
            yield f"table.{field}: too small"
    if table.board_tokens > len(facts.tokens):
        yield f"table.board_tokens: there are {len(facts.tokens)} tokens"
    if not table.draft or set(table.draft) - {1, 2} or len(table.draft) % table.offered_wonders:
        yield "table.draft: seats 1 and 2, so many that every group of offered wonders is taken"
    if len(table.draft) > len(facts.wonders):
        yield f"table.draft: there are {len(facts.wonders)} wonders"
    chosen = (*facts.first_game.first, *facts.first_game.second)
    unknown = next((name for name in chosen if name not in facts.wonders), None)
    if unknown or len(set(chosen)) < len(chosen):
        yield f"first_game: wonders of the box, each once; {unknown or 'one'} is not"
    starts = [zone.start for zone in facts.military.zones]
    if starts != sorted(set(starts)) or not all(0 < start < facts.military.capital for start in starts):
        yield "military.zones: one after the other, between centre and capital"
    if any(zone.points < 0 or zone.coins < 0 for zone in facts.military.zones):
        yield "military.zones: points and coins from 0 up"


def _structure_faults(facts: Facts) -> Iterator[str]:
    table = facts.table
    if len(facts.structures) != AGES:
        yield f"structures: one for each of {AGES} ages"
        return
    for age, structure in enumerate(facts.structures, 1):
        slots = sum(len(row.columns) for row in structure.rows)
        plain = sum(card.age == age and card.colour != "purple" for card in facts.cards.values())
        guilds = table.guilds if age == AGES else 0
        if not 0 < slots <= SLOTS:
            yield f"structures.{age}: 1 to {SLOTS} cards"
        if plain - table.aside + guilds != slots:
            yield f"structures.{age}: {slots} places for {plain - table.aside + guilds} cards"
        if any(list(row.columns) != sorted(set(row.columns)) for row in structure.rows):
            yield f"structures.{age}: columns from left to right, each once"
        if not structure.rows[-1].open:
            yield f"structures.{age}: nothing covers the last row, so it lies open"
    if table.guilds > sum(card.colour == "purple" for card in facts.cards.values()):
        yield "table.guilds: more than there are"


def _trade_faults(facts: Facts) -> Iterator[str]:
    """What a city pays with must fit the packed numbers of costs.py."""
    table = facts.table
    made = [effect for card in facts.cards.values() for effect in card.effects if isinstance(effect, Produces)]
    for resource in RESOURCES:
        symbols = sum(effect.amount for effect in made if effect.resource == resource)
        if symbols > MOST:
            yield f"cards: more than {MOST} symbols of {resource}"
        if max(table.fixed_price, table.trade_coins + table.trade_coins_per_symbol * symbols) > DEAREST:
            yield f"table.trade_coins: {resource} may cost more than {DEAREST}"


def _card_faults(at: str, card: CardFacts, facts: Facts) -> Iterator[str]:
    yield from _thing_faults(at, card)
    if not 1 <= card.age <= AGES or (card.colour == "purple" and card.age != AGES):
        yield f"{at}.age: 1 to {AGES}; guilds are of the last"
    if card.points and card.colour not in POINTS:
        yield f"{at}.points: only {', '.join(POINTS)} cards score"
    if card.chain and not any(other.bears == card.chain for other in facts.cards.values()):
        yield f"{at}.chain: no card bears {card.chain!r}"
    makes = any(isinstance(effect, Produces) for effect in card.effects)
    if makes and COLOURS.index(card.colour) > 1:
        yield f"{at}.effects: only brown and grey cards bear resource symbols"
    if card.colour != "purple" and any(isinstance(effect, Majority) and effect.points for effect in card.effects):
        yield f"{at}.effects: only guilds score for a majority"


def _thing_faults(at: str, thing: CardFacts | WonderFacts | TokenFacts) -> Iterator[str]:
    if thing.points < 0:
        yield f"{at}.points: from 0 up"
    if not isinstance(thing, TokenFacts):
        cost: Cost = thing.cost
        if cost.coins < 0 or not all(0 <= units <= MOST for units in cost.units()):
            yield f"{at}.cost: from 0 up, of a resource at most {MOST}"
    for number, effect in enumerate(thing.effects, 1):
        counts = [getattr(effect, name) for name in ("amount", "units", "draw", "coins") if hasattr(effect, name)]
        if any(not 0 <= count <= MOST for count in counts):
            yield f"{at}.effects.{number}: 0 to {MOST}"
        if isinstance(effect, Science) and not _SLUG.match(effect.symbol):
            yield f"{at}.effects.{number}.symbol: cannot be said in a record"
        if isinstance(effect, CoinsPer | Majority) and not effect.of:
            yield f"{at}.effects.{number}.of: counts nothing"
