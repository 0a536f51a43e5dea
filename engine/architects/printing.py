"""The data file of Architects, read and checked: which values can be corrected, and what could not be played with."""

from collections.abc import Iterator
from typing import Final

from engine.architects.cards import FACES, KIND, MOST, NEEDS, ExtraCard, Facts, PickFromSide, PointsByCopies
from engine.facts import Printing

FILE: Final = "architects.toml"
FIXED: Final = ("colour", "type", "box", "min_seats", "max_seats")  # say what a thing is, and for whom all is drawn
SURE_OF: Final = ("stages", "cards")  # what the certainty of a wonder speaks of
CARDS: Final = 500  # in all stacks together, and
SHARE: Final = 20  # copies of a token: so many a medal can count (box.py)
LEAST: Final = 99  # of what a medal asks for
COST: Final = 7  # cards
ROW: Final = 6  # tokens
MARKERS: Final = 12  # conflict tokens


def printing(data: bytes) -> Printing[Facts]:
    """What the data file says is printed; ValueError, naming file, entry and field, if it does not hold up."""
    return Printing(data, FILE, Facts, _faults, fixed=FIXED, sure_of=SURE_OF)


def _faults(facts: Facts) -> Iterator[str]:
    if tuple(facts.cards) != FACES:
        yield f"cards: expected exactly {', '.join(FACES)}, in this order"
    yield from _table_faults(facts)
    stacks = {"center": facts.center.cards} | {f"wonders.{name}": w.cards for name, w in facts.wonders.items()}
    for entry, cards in stacks.items():
        wrong = next((card for card, count in cards.items() if card not in KIND or count < 0), None)
        if wrong is not None:
            yield f"{entry}.cards.{wrong}: not a card, or a count below 0"
        elif not sum(cards.values()):
            yield f"{entry}.cards: a stack without cards"
    crowd = next((face for face in FACES if sum(cards.get(face, 0) for cards in stacks.values()) > MOST), None)
    if crowd is not None:
        yield f"cards.{crowd}: more than {MOST} copies in all stacks together"
    if sum(sum(cards.values()) for cards in stacks.values()) > CARDS:
        yield f"cards: more than {CARDS} in all stacks together"
    yield from _wonder_faults(facts)
    yield from _token_faults(facts)


def _table_faults(facts: Facts) -> Iterator[str]:
    table = facts.table
    seats = table.max_seats - table.min_seats + 1
    if table.min_seats < 2 or table.max_seats > 7 or seats < 1:
        yield "table.max_seats: 2 to 7 seats can be played"
    if len(table.conflict_tokens) != seats:
        yield f"table.conflict_tokens: one number for each of {seats} table sizes"
    if not all(1 <= count <= MARKERS for count in table.conflict_tokens):
        yield f"table.conflict_tokens: 1 to {MARKERS} each"
    if not 1 <= table.face_up_tokens <= ROW:
        yield f"table.face_up_tokens: 1 to {ROW}"
    if min(table.military_points, table.cat_points, table.medal_points, table.center_medals) < 0:
        yield "table: points and medals are at least 0"
    least = table.max_seats + table.center_medals
    if len(facts.medals) < least:
        yield f"medals: at least {least}, one for every gap and the middle"
    for name, medal in facts.medals.items():
        if not medal.need or any(what not in NEEDS or not 1 <= n <= LEAST for what, n in medal.need.items()):
            yield f"medals.{name}.need: 1 to {LEAST} of any of {', '.join(NEEDS)}"
        if len(medal.need) > 1 and "military-in-one-conflict" in medal.need:
            yield f"medals.{name}.need: military-in-one-conflict goes with nothing else"


def _wonder_faults(facts: Facts) -> Iterator[str]:
    for name, wonder in facts.wonders.items():
        if not 1 <= len(wonder.stages) <= 9:
            yield f"wonders.{name}.stages: 1 to 9 stages"
        if any(isinstance(effect, PickFromSide) and effect.look < 1 for effect in wonder.effects):
            yield f"wonders.{name}.effects: look at 1 card at least"
        for number, stage in enumerate(wonder.stages, 1):
            at = f"wonders.{name}.stages.{number}"
            if any(not 1 <= below < number for below in stage.requires):
                yield f"{at}.requires: only earlier stages can carry a stage"
            elif list(stage.requires) != sorted(set(stage.requires)):
                yield f"{at}.requires: each stage once, the lowest first"
            if not 1 <= stage.cost <= COST:
                yield f"{at}.cost: 1 to {COST} cards"
            if stage.points < 0:
                yield f"{at}.points: at least 0"


def _token_faults(facts: Facts) -> Iterator[str]:
    for name, token in facts.tokens.items():
        if min(token.copies, token.more) < 0 or not 1 <= token.copies + token.more <= SHARE:
            yield f"tokens.{name}.copies: 1 to {SHARE}, with `more`"
        for effect in token.effects:
            bad = next((c for c in effect.takes if c not in KIND), None) if isinstance(effect, ExtraCard) else None
            if bad is not None:
                yield f"tokens.{name}.effects: {bad!r} is not a card"
            if isinstance(effect, PointsByCopies) and not effect.points:
                yield f"tokens.{name}.effects: points for one copy at least"
