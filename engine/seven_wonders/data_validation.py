"""Parsing and validation of the data files: what can be overridden, and what makes data unplayable."""

import re
from collections.abc import Iterator
from typing import Any, Final

from engine.game_data import GameData
from engine.seven_wonders.data_schema import AGES, COLOURS, PURPLE, CardData, Data, PerThing, Points, Production

CARDS: Final = "data/seven_wonders.toml"
LEADERS: Final = "data/leaders.toml"
FIXED: Final = ("colour", "type", "group", "box", "same_as", "min_seats", "max_seats", "hand", "dealt", "age")
CERTAINTY_FIELDS: Final = ("start", "stages", "cost")  # what the certainty of an entry speaks of
SIDES: Final = ("day", "night")
UNITS: Final = 15  # of one cost, so that a payment fits (payments.py)
POINTS: Final = ("blue", "yellow", "purple")  # colours that score
_SLUG: Final = re.compile(r"[a-z]+(-[a-z0-9]+)*\Z")
_WORDS: Final = ("left", "right", "bank", "guilds", "done")  # mean something else in a record


def game_data(cards: bytes, leaders: bytes) -> GameData[Data]:
    """Parse the data files in all versions. Raise BadGameData if they do not hold up."""
    return GameData({CARDS: cards, LEADERS: leaders}, Data, _faults, fixed=FIXED, sure_of=CERTAINTY_FIELDS)


def _faults(facts: Data) -> Iterator[str]:
    yield from _name_faults(facts)
    yield from _table_faults(facts)
    yield from _deck_faults(facts)
    for name, card in facts.cards.items():
        yield from _card_faults(f"cards.{name}", card, facts)
    for name, board in facts.boards.items():
        for number, stage in enumerate(board.stages, 1):
            at = f"boards.{name}.stages.{number}"
            yield from _cost_faults(at, stage)
            if any(isinstance(effect, Production) and effect.sold for effect in stage.effects):
                yield f"{at}.effects: what a stage produces is not sold"
    for name, leader in facts.leaders.items():
        if leader.by_age and leader.cost:
            yield f"leaders.{name}.cost: a number, or by_age"


def _name_faults(facts: Data) -> Iterator[str]:
    for entries, names in (("cards", facts.cards), ("leaders", facts.leaders), ("boards", facts.boards)):
        for name in names:
            if not _SLUG.match(name) or name in _WORDS:
                yield f"{entries}.{name}: cannot be said in a record"
    both = next((name for name in facts.leaders if name in facts.cards), None)
    if both:
        yield f"leaders.{both}: a card has this name"
    for name in facts.boards:
        if name.rpartition("-")[2] not in SIDES:
            yield f"boards.{name}: a board has a side, {' or '.join(SIDES)}"


def _table_faults(facts: Data) -> Iterator[str]:
    table, draft = facts.table, facts.draft
    if not 3 <= table.min_seats <= table.max_seats <= 7:
        yield "table.max_seats: 3 to 7 seats can be played"
    standard = sum(leader.group == "standard" for leader in facts.leaders.values())
    if draft.dealt < 2 or draft.dealt * table.max_seats > standard:
        yield f"draft.dealt: 2 and more, and {table.max_seats} hands of {standard} leaders"


def _deck_faults(facts: Data) -> Iterator[str]:
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


def _card_faults(at: str, card: CardData, facts: Data) -> Iterator[str]:
    if card.colour == "purple" and card.age != AGES:
        yield f"{at}.age: guilds are of the last"
    if (card.colour == "purple") == bool(card.copies_at):
        yield f"{at}.copies_at: guilds are there once, all others by the number of seats"
    for field, names in (("chain", card.chain), ("same_as", (card.same_as,))):
        unknown = next((name for name in names if name and name not in facts.cards), None)
        if unknown:
            yield f"{at}.{field}: there is no card {unknown!r}"
    if card.colour not in POINTS and any(isinstance(e, Points | PerThing) for e in card.effects):
        yield f"{at}.effects: only {', '.join(POINTS)} cards score"
    if any(isinstance(e, Production) and e.sold != (card.colour in COLOURS[:2]) for e in card.effects):
        yield f"{at}.effects: what brown and grey cards produce is sold, and nothing else"
    yield from _cost_faults(at, card)


def _cost_faults(at: str, thing: Any) -> Iterator[str]:  # Any: a card or a stage
    if sum(thing.cost.units()) > UNITS:
        yield f"{at}.cost: {UNITS} resources at most"
