"""The data files, read and checked: which values can be corrected, and what could not be played with."""

import re
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from engine.facts import Printing
from engine.seven_wonders.cards import (
    AGES,
    COLOURS,
    PURPLE,
    BoardFacts,
    CardFacts,
    Effect,
    Facts,
    Per,
    PerCoins,
    Points,
    Produces,
    Trade,
)
from engine.seven_wonders.payments import DEAREST, MOST

FILES: Final = "seven_wonders.toml and leaders.toml"
FIXED: Final = ("colour", "type", "group", "same_as", "min_seats", "max_seats", "hand", "dealt", "age")
SURE_OF: Final = ("start", "stages", "cost")  # what the certainty of an entry speaks of
SIDES: Final = ("day", "night")
UNITS: Final = 15  # of one cost, so that a payment fits (payments.py)
NUMBER: Final = 99  # any other number
POINTS: Final = ("blue", "yellow", "purple")  # colours that score
_SLUG: Final = re.compile(r"[a-z]+(-[a-z0-9]+)*\Z")
_WORDS: Final = ("left", "right", "bank", "guilds", "done")  # mean something else in a record


def printing(cards: bytes, leaders: bytes) -> Printing[Facts]:
    """What the data files say is printed; ValueError, naming files, entry and field, if they do not hold up."""
    return Printing(cards + b"\n" + leaders, FILES, Facts, _faults, fixed=FIXED, sure_of=SURE_OF)


def _faults(facts: Facts) -> Iterator[str]:
    yield from _name_faults(facts)
    yield from _table_faults(facts)
    yield from _deck_faults(facts)
    for name, card in facts.cards.items():
        yield from _card_faults(f"cards.{name}", card, facts)
    for name, board in facts.boards.items():
        yield from _board_faults(f"boards.{name}", board)
    for name, leader in facts.leaders.items():
        yield from _effect_faults(f"leaders.{name}", leader.effects)
        if not 0 <= leader.cost <= NUMBER or (leader.by_age and leader.cost):
            yield f"leaders.{name}.cost: 0 to {NUMBER}, or by_age"


def _name_faults(facts: Facts) -> Iterator[str]:
    for name in (*facts.cards, *facts.leaders, *facts.boards):
        if not _SLUG.match(name) or name in _WORDS:
            yield f"{name}: cannot be said in a record"
    both = next((name for name in facts.leaders if name in facts.cards), None)
    if both:
        yield f"leaders.{both}: a card has this name"
    for name in facts.boards:
        if name.rpartition("-")[2] not in SIDES:
            yield f"boards.{name}: a board has a side, {' or '.join(SIDES)}"


def _table_faults(facts: Facts) -> Iterator[str]:
    table, draft = facts.table, facts.draft
    if not 3 <= table.min_seats <= table.max_seats <= 7:
        yield "table.max_seats: 3 to 7 seats can be played"
    for at, struct in (("table", table), ("draft", draft)):
        for field in struct.__struct_fields__:
            value = getattr(struct, field)
            if isinstance(value, int) and not 0 <= value <= NUMBER:
                yield f"{at}.{field}: 0 to {NUMBER}"
    if not table.coins_per_point:
        yield "table.coins_per_point: at least 1"
    if not 1 <= table.trade <= DEAREST:
        yield f"table.trade: 1 to {DEAREST} coins"
    if len(table.victory) != AGES or not all(1 <= value <= NUMBER for value in table.victory):
        yield f"table.victory: a value from 1 to {NUMBER} for each of {AGES} ages"
    if len(table.passing) != AGES:
        yield f"table.passing: a way for each of {AGES} ages"
    standard = sum(leader.group == "standard" for leader in facts.leaders.values())
    if draft.dealt < 2 or draft.dealt * table.max_seats > standard:
        yield f"draft.dealt: 2 and more, and {table.max_seats} hands of {standard} leaders"


def _deck_faults(facts: Facts) -> Iterator[str]:
    table = facts.table
    guilds = sum(card.colour == COLOURS[PURPLE] for card in facts.cards.values())
    for seats in range(table.min_seats, table.max_seats + 1):
        for age in range(1, AGES + 1):
            copies = sum(sum(n <= seats for n in card.copies_at) for card in facts.cards.values() if card.age == age)
            copies += seats + table.more_guilds if age == AGES else 0
            if copies != table.hand * seats:
                yield f"cards: {copies} cards of Age {age} for {seats} seats, not {table.hand * seats}"
        if seats + table.more_guilds > guilds:
            yield f"table.more_guilds: there are {guilds} guilds"


def _card_faults(at: str, card: CardFacts, facts: Facts) -> Iterator[str]:
    yield from _effect_faults(at, card.effects)
    if not 1 <= card.age <= AGES or (card.colour == "purple" and card.age != AGES):
        yield f"{at}.age: 1 to {AGES}; guilds are of the last"
    if (card.colour == "purple") == bool(card.copies_at):
        yield f"{at}.copies_at: guilds are there once, all others by the number of seats"
    unknown = next((name for name in (*card.chain, card.same_as) if name and name not in facts.cards), None)
    if unknown:
        yield f"{at}: there is no card {unknown!r}"
    if card.colour not in POINTS and any(isinstance(e, Points | Per) for e in card.effects):
        yield f"{at}.effects: only {', '.join(POINTS)} cards score"
    if any(isinstance(e, Produces) and e.sold != (card.colour in COLOURS[:2]) for e in card.effects):
        yield f"{at}.effects: what brown and grey cards produce is sold, and nothing else"
    yield from _cost_faults(at, card)


def _board_faults(at: str, board: BoardFacts) -> Iterator[str]:
    if not 1 <= len(board.stages) <= 9:
        yield f"{at}.stages: 1 to 9 stages"
    for number, stage in enumerate(board.stages, 1):
        yield from _effect_faults(f"{at}.stages.{number}", stage.effects)
        yield from _cost_faults(f"{at}.stages.{number}", stage)
        if any(isinstance(effect, Produces) and effect.sold for effect in stage.effects):
            yield f"{at}.stages.{number}.effects: what a stage produces is not sold"


def _cost_faults(at: str, thing: Any) -> Iterator[str]:  # Any: a card or a stage
    units = thing.cost.units()
    if not all(0 <= count <= MOST for count in units) or sum(units) > UNITS:
        yield f"{at}.cost: 0 to {MOST} of a resource, {UNITS} in all"
    if not 0 <= thing.cost.coins <= NUMBER:
        yield f"{at}.cost.coins: 0 to {NUMBER}"


def _effect_faults(at: str, effects: tuple[Effect, ...]) -> Iterator[str]:
    for number, effect in enumerate(effects, 1):
        for name in ("amount", "coins", "points", "times", "price"):
            if not 0 <= getattr(effect, name, 0) <= NUMBER:
                yield f"{at}.effects.{number}.{name}: 0 to {NUMBER}"
        if not 0 <= getattr(effect, "price", 1) <= DEAREST:
            yield f"{at}.effects.{number}.price: up to {DEAREST} coins"
        if isinstance(effect, Produces) and (not effect.of or effect.amount > MOST):
            yield f"{at}.effects.{number}: up to {MOST} units of something"
        if isinstance(effect, PerCoins) and not effect.coins:
            yield f"{at}.effects.{number}.coins: at least 1"
        if isinstance(effect, Trade) and not effect.neighbours:
            yield f"{at}.effects.{number}.with: a neighbour"


def expansion(leaders: bytes) -> frozenset[str]:
    """The boards that come with the leaders."""
    return frozenset(msgspec.toml.decode(leaders, type=dict[str, Any]).get("boards", {}))
