"""Parsing and validation of `position`, for games that begin in the middle. For every game."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Final, TypeVar

import msgspec

from engine.game import IllegalAction

MAX_TURNS: Final = 9999

Entered = TypeVar("Entered", bound=msgspec.Struct)
Word = TypeVar("Word", str, int)


class PositionPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Part of the object of `replay --json`. A field with a default follows from the rest and may be left out."""


class Misfit(IllegalAction, ValueError):
    """A position that does not fit. Its text is for records and names the field; a game's words have the sentences."""

    def __init__(self, rule: str, text: str, **facts: int | str) -> None:
        super().__init__(rule, **facts)
        self.text = text

    def __str__(self) -> str:
        return self.text


def parse_position(position: str, kind: type[Entered], faults: Callable[[Entered], Iterable[Misfit]]) -> Entered:
    """Parse the position of a header. Raise Misfit for the first field that has the wrong shape or does not fit."""
    try:
        told = msgspec.json.decode(position, type=kind)
    except msgspec.ValidationError as error:
        raise _convert_error(str(error)) from None
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        raise Misfit("shape", f"is not the object of `replay --json`: {error}") from None
    for fault in faults(told):
        raise fault
    return told


def format_position(position: str) -> str:
    """Normalise a position that has been parsed to one line without duplicate fields."""
    return msgspec.json.encode(msgspec.json.decode(position)).decode()


def shape_misfit(field: str, reason: str) -> Misfit:
    """Return a Misfit for a mistake that our forms cannot make, so that it needs no sentence of its own."""
    return Misfit("shape", f"{field}: {reason}", field=field)


def seat_faults(at: str, number: int, seat: int, name: str | None, names: Sequence[str] | None) -> Iterator[Misfit]:
    """Check the number and the name of a seat. `at` is its field, `names` are those of the header."""
    if seat != number:
        yield shape_misfit(f"{at}.seat", f"this is seat {number}")
    if name is not None and (names is None or name != names[number - 1]):
        yield shape_misfit(f"{at}.name", "the one in `names`, or null")


def unknown_words(field: str, words: Iterable[str | None], of: Collection[str]) -> Iterator[Misfit]:
    """Report words that this game does not have."""
    for word in words:
        if word not in of:
            yield shape_misfit(field, f"{word!r} is none of this game")


def first_duplicate(words: Iterable[Word]) -> Word | None:
    seen = set()
    for word in words:
        if word in seen:
            return word
        seen.add(word)
    return None


def derived_faults(
    told: Iterable[msgspec.Struct], shown: Iterable[msgspec.Struct], fields: Iterable[str]
) -> Iterator[Misfit]:
    """Check fields that follow from the rest against the seats as they were laid out (`shown`)."""
    for number, (seat, there) in enumerate(zip(told, shown, strict=True), 1):
        lying = msgspec.to_builtins(there)
        for field in fields:
            if getattr(seat, field) not in (None, lying[field]):
                yield shape_misfit(f"seats.{number}.{field}", "not what lies there gives; it may be left out")


def _convert_error(error: str) -> Misfit:
    """Convert a decoder's error to a Misfit with the path of the field in front, lists counted from 1."""
    reason, _, path = error.partition(" - at `$")
    path = re.sub(r"\[(\d+)\]", lambda at: f".{int(at[1]) + 1}", path.rstrip("`").replace("[...]", "")).strip(".")
    reason = f"{reason[:1].lower()}{reason[1:]}"
    reason = reason if reason.isprintable() else ascii(reason)
    return shape_misfit(path, reason) if path else Misfit("shape", reason)
