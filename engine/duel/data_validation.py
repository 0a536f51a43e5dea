"""Validation of the data file: what makes the data unplayable."""

import re
from collections.abc import Iterator
from typing import Final

from engine.duel.data_schema import (
    AGES,
    COLOURS,
    RESOURCES,
    CardData,
    Data,
    Majority,
    Production,
    Science,
    TokenData,
    WonderData,
)
from engine.duel.payments import DEAREST, MAX_UNITS
from engine.game_data import GameData

FILE: Final = "data/duel.toml"
SLOTS: Final = 30  # cards in a structure
THINGS: Final = 120  # cards in the box
POINTS: Final = ("blue", "green", "yellow", "purple")  # colours that score
_SLUG: Final = re.compile(r"[a-z]+(-[a-z0-9]+)*\Z")
_WORDS: Final = ("token", "wonder", "box", "age", "guild", "with")  # mean something else in a record


def game_data(data: bytes) -> GameData[Data]:
    """Parse the data file in all versions. Raise BadGameData if it does not hold up."""
    return GameData({FILE: data}, Data, _faults)


def _faults(facts: Data) -> Iterator[str]:
    yield from _name_faults(facts)
    yield from _table_faults(facts)
    yield from _structure_faults(facts)
    yield from _trade_faults(facts)
    for name, card in facts.cards.items():
        yield from _card_faults(f"cards.{name}", card, facts)
    for name, wonder in facts.wonders.items():
        yield from _thing_faults(f"wonders.{name}", wonder)
        if any(isinstance(effect, Production) for effect in wonder.effects):
            yield f"wonders.{name}.effects: only brown and grey cards bear resource symbols"
    for name, token in facts.tokens.items():
        yield from _thing_faults(f"tokens.{name}", token)


def _name_faults(facts: Data) -> Iterator[str]:
    for entries, names in (("cards", facts.cards), ("wonders", facts.wonders), ("tokens", facts.tokens)):
        for name in names:
            if not _SLUG.match(name) or name in _WORDS:
                yield f"{entries}.{name}: cannot be said in a record"
    twice = next((name for name in facts.wonders if name in facts.cards), None)
    if twice:
        yield f"wonders.{twice}: a card has this name"
    if len(facts.cards) > THINGS:
        yield f"cards: at most {THINGS}"


def _table_faults(facts: Data) -> Iterator[str]:
    table = facts.table
    if table.board_tokens > len(facts.tokens):
        yield f"table.board_tokens: there are {len(facts.tokens)} tokens"
    if len(table.draft) % table.offered_wonders:
        yield "table.draft: so many that every group of offered wonders is taken"
    if len(table.draft) > len(facts.wonders):
        yield f"table.draft: there are {len(facts.wonders)} wonders"
    chosen = (*facts.first_game.first, *facts.first_game.second)
    unknown = next((name for name in chosen if name not in facts.wonders), None)
    if unknown or len(set(chosen)) < len(chosen):
        yield f"first_game: wonders of the box, each once; {unknown or 'one'} is not"
    starts = [zone.start for zone in facts.military.zones]
    if starts != sorted(set(starts)) or not all(start < facts.military.capital for start in starts):
        yield "military.zones: one after the other, between centre and capital"


def _structure_faults(facts: Data) -> Iterator[str]:
    table = facts.table
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


def _trade_faults(facts: Data) -> Iterator[str]:
    """Check that everything a city pays with fits into the packed numbers of payments.py."""
    table = facts.table
    made = [effect for card in facts.cards.values() for effect in card.effects if isinstance(effect, Production)]
    for resource in RESOURCES:
        symbols = sum(effect.amount for effect in made if effect.resource == resource)
        if symbols > MAX_UNITS:
            yield f"cards: more than {MAX_UNITS} symbols of {resource}"
        if max(table.fixed_price, table.trade_coins + table.trade_coins_per_symbol * symbols) > DEAREST:
            yield f"table.trade_coins: {resource} may cost more than {DEAREST}"


def _card_faults(at: str, card: CardData, facts: Data) -> Iterator[str]:
    yield from _thing_faults(at, card)
    if card.colour == "purple" and card.age != AGES:
        yield f"{at}.age: guilds are of the last"
    if card.points and card.colour not in POINTS:
        yield f"{at}.points: only {', '.join(POINTS)} cards score"
    if card.chain and not any(other.bears == card.chain for other in facts.cards.values()):
        yield f"{at}.chain: no card bears {card.chain!r}"
    makes = any(isinstance(effect, Production) for effect in card.effects)
    if makes and COLOURS.index(card.colour) > 1:
        yield f"{at}.effects: only brown and grey cards bear resource symbols"
    if card.colour != "purple" and any(isinstance(effect, Majority) and effect.points for effect in card.effects):
        yield f"{at}.effects: only guilds score for a majority"


def _thing_faults(at: str, thing: CardData | WonderData | TokenData) -> Iterator[str]:
    for number, effect in enumerate(thing.effects, 1):
        if isinstance(effect, Science) and not _SLUG.match(effect.symbol):
            yield f"{at}.effects.{number}.symbol: cannot be said in a record"
