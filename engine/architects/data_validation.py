"""Parsing and validation of the data file of Architects: what can be overridden, and what makes data unplayable."""

from collections.abc import Iterator, Mapping
from typing import Final

from engine.architects.data_schema import FACES, KIND, MAX_CARDS, NEEDS, Data, ExtraCard
from engine.game_data import GameData

FILE: Final = "data/architects.toml"
FIXED: Final = ("colour", "type", "box", "min_seats", "max_seats")  # say what a thing is, and for whom all is drawn
CERTAINTY_FIELDS: Final = ("stages", "cards")  # what the certainty of a wonder speaks of
CARDS: Final = 500  # in all stacks together, and
SHARE: Final = 20  # copies of a token: so many a medal can count (lookup_tables.py)


def game_data(data: bytes) -> GameData[Data]:
    """Parse the data file in all versions. Raise BadGameData if it does not hold up."""
    return GameData({FILE: data}, Data, _faults, fixed=FIXED, sure_of=CERTAINTY_FIELDS, miscounts=_miscounts)


def _faults(facts: Data) -> Iterator[str]:
    if tuple(facts.cards) != FACES:
        yield f"cards: expected exactly {', '.join(FACES)}, in this order"
    yield from _table_faults(facts)
    stacks = _stacks(facts)
    for entry, cards in stacks.items():
        wrong = next((card for card in cards if card not in KIND), None)
        if wrong is not None:
            yield f"{entry}.cards.{wrong}: is not a card"
        elif not sum(cards.values()):
            yield f"{entry}.cards: a stack without cards"
    crowd = next((face for face in FACES if sum(cards.get(face, 0) for cards in stacks.values()) > MAX_CARDS), None)
    if crowd is not None:
        yield f"cards.{crowd}: more than {MAX_CARDS} copies in all stacks together"
    if sum(sum(cards.values()) for cards in stacks.values()) > CARDS:
        yield f"cards: more than {CARDS} in all stacks together"
    yield from _wonder_faults(facts)
    yield from _token_faults(facts)


def _stacks(facts: Data) -> Mapping[str, Mapping[str, int]]:
    """Map the entry of every stack to its cards."""
    return {"center": facts.center.cards} | {f"wonders.{name}": w.cards for name, w in facts.wonders.items()}


def _miscounts(ours: Data, own: Data) -> Iterator[str]:
    """Report stacks of another size: an owner may know their faces better, but the number of cards is certain."""
    have = _stacks(own)
    for entry, cards in _stacks(ours).items():
        n, all_ = sum(have[entry].values()), sum(cards.values())
        if n != all_:
            yield f"{entry}.cards: {n} cards in all, but this stack has {all_}"


def _table_faults(facts: Data) -> Iterator[str]:
    table = facts.table
    seats = table.max_seats - table.min_seats + 1
    if table.min_seats < 2 or table.max_seats > 7 or seats < 1:
        yield "table.max_seats: 2 to 7 seats can be played"
    if len(table.conflict_tokens) != seats:
        yield f"table.conflict_tokens: one number for each of {seats} table sizes"
    least = table.max_seats + table.center_medals
    if len(facts.medals) < least:
        yield f"medals: at least {least}, one for every gap and the middle"
    for name, medal in facts.medals.items():
        if not medal.need or not set(medal.need) <= set(NEEDS):
            yield f"medals.{name}.need: some of {', '.join(NEEDS)}"
        if len(medal.need) > 1 and "military-in-one-conflict" in medal.need:
            yield f"medals.{name}.need: military-in-one-conflict goes with nothing else"


def _wonder_faults(facts: Data) -> Iterator[str]:
    for name, wonder in facts.wonders.items():
        for number, stage in enumerate(wonder.stages, 1):
            at = f"wonders.{name}.stages.{number}"
            if any(not 1 <= below < number for below in stage.requires):
                yield f"{at}.requires: only earlier stages can carry a stage"
            elif list(stage.requires) != sorted(set(stage.requires)):
                yield f"{at}.requires: each stage once, the lowest first"


def _token_faults(facts: Data) -> Iterator[str]:
    for name, token in facts.tokens.items():
        if not 1 <= token.copies + token.more <= SHARE:
            yield f"tokens.{name}.copies: 1 to {SHARE}, with `more`"
        for effect in token.effects:
            bad = next((c for c in effect.takes if c not in KIND), None) if isinstance(effect, ExtraCard) else None
            if bad is not None:
                yield f"tokens.{name}.effects: {bad!r} is not a card"
