"""What is printed, read and checked: as data/architects.toml has it, or as an owner corrects it."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import msgspec

from engine import facts as corrections
from engine.architects.cards import FACES, KIND, MOST, NEEDS, ExtraCard, Facts, PickFromSide, PointsByCopies
from engine.facts import Corrections, Plain, named

FIXED: Final = ("colour", "type", "box", "min_seats", "max_seats")  # say what a thing is, and for whom all is drawn
YOURS: Final = "yours"
CARDS: Final = 500  # in all stacks together, and
SHARE: Final = 20  # copies of a token: so many a medal can count (box.py)
LEAST: Final = 99  # of what a medal asks for
COST: Final = 7  # cards
ROW: Final = 6  # tokens
MARKERS: Final = 12  # conflict tokens
REMEMBERED: Final = 16  # printings with corrections, made once


class Printing:
    """The facts of a data file. ValueError, naming file, entry and field, if it does not hold up."""

    def __init__(self, data: bytes, file: str = "architects.toml") -> None:
        try:
            self._facts = msgspec.toml.decode(data, type=Facts)
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            raise ValueError(f"{file}: {error}") from None
        fault = _fault(self._facts)
        if fault:
            raise ValueError(f"{file}: {fault}")
        self._plain: Plain = msgspec.to_builtins(self._facts)
        self._written = set(corrections.leaves(msgspec.toml.decode(data)))
        self.printed = lru_cache(REMEMBERED)(self._corrected)

    def corrections(self, data: bytes, file: str) -> str:
        """An owner's file as the line that a header carries; ValueError names file, entry and field."""
        try:
            told = corrections.read(data)
            self._check(told)
        except ValueError as error:
            raise ValueError(f"{file}: {error}") from None
        ours = corrections.leaves(self._plain)
        differs = {path: value for path, value in told.items() if path not in ours or value != ours[path]}
        return corrections.said(differs | self._read_whole(told))

    def checked(self, line: str) -> str:
        """A header's line as it is written, its items in order; ValueError names the first that does not fit."""
        self.printed(line)
        return corrections.said(corrections.heard(line))

    def _corrected(self, line: str = "") -> Facts:
        """The facts with the corrections of a header's line; ValueError names the first that does not fit."""
        if not line:
            return self._facts
        told = corrections.heard(line)
        return self._check(told | self._read_whole(told))

    def _check(self, told: Corrections) -> Facts:
        for path, value in told.items():
            if path[-1] in FIXED:
                raise ValueError(f"{named(path)}: says what a thing is and cannot be corrected")
            if path[-1] == "certainty" and value != YOURS:
                raise ValueError(f'{named(path)}: only "{YOURS}" can be said here')
        plain = corrections.laid_over(self._plain, told)
        try:
            facts = msgspec.convert(plain, Facts)
        except msgspec.ValidationError:
            raise ValueError(self._first_unfit(told)) from None
        fault = _fault(facts)
        if fault:
            raise ValueError(fault)
        return facts

    def _first_unfit(self, told: Corrections) -> str:
        """Which correction has a value that cannot stand there, and why."""
        for path, value in told.items():
            try:
                msgspec.convert(corrections.laid_over(self._plain, {path: value}), Facts)
            except msgspec.ValidationError as error:
                reason = str(error).partition(" - at ")[0]
                if "unknown field" in reason:
                    return f"{named(path)}: there is no such value"
                return f"{named(path)}: {reason[:1].lower()}{reason[1:]}"
        raise AssertionError("each fits by itself, and all together do not")

    def _read_whole(self, told: Corrections) -> Corrections:
        """The certainty of wonders whose stages and cards the owner has all said, whether they differ or not."""
        found: Corrections = {}
        for wonder in self._facts.wonders:
            entry = ("wonders", wonder)
            values = {path for path in self._written if path[:2] == entry and path[2:3] in (("stages",), ("cards",))}
            if values <= told.keys():
                found[*entry, "certainty"] = YOURS
        return found


def _fault(facts: Facts) -> str | None:
    """The first thing that no game could be played with."""
    return next(_faults(facts), None)


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
