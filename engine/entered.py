"""A game that begins in the middle: what every game's `position` is read with, and how it is said what does not fit."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Final, TypeVar

import msgspec

from engine.game import IllegalAction

MOST_TURNS: Final = 9999

Entered = TypeVar("Entered", bound=msgspec.Struct)
Word = TypeVar("Word", str, int)


class Told(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Part of the object of `replay --json`. What has a default follows from the rest and may be left out."""


class Misfit(IllegalAction, ValueError):
    """A position does not fit. Its text is for records and names the field; a game's words have the sentences."""

    def __init__(self, rule: str, text: str, **facts: int | str) -> None:
        super().__init__(rule, **facts)
        self.text = text

    def __str__(self) -> str:
        return self.text


def checked(position: str, kind: type[Entered], faults: Callable[[Entered], Iterable[Misfit]]) -> Entered:
    """The object of a header; Misfit names the first field that is not of its shape, or that does not fit."""
    try:
        told = msgspec.json.decode(position, type=kind)
    except msgspec.ValidationError as error:
        raise _where(str(error)) from None
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        raise Misfit("shape", f"is not the object of `replay --json`: {error}") from None
    for fault in faults(told):
        raise fault
    return told


def on_one_line(position: str) -> str:
    """An object that was read, as a header has it: no field twice."""
    return msgspec.json.encode(msgspec.json.decode(position)).decode()


def unlike(field: str, reason: str) -> Misfit:
    """What only who writes positions without our forms gets wrong: no sentence for each of them."""
    return Misfit("shape", f"{field}: {reason}", field=field)


# ---- what every game asks of a seat ----------------------------------------------------------------------


def fresh_seat(at: str, number: int, seat: int, name: str | None, names: Sequence[str] | None) -> Iterator[Misfit]:
    """Its number and its name. `at`: its field; `names`: those of the header."""
    if seat != number:
        yield unlike(f"{at}.seat", f"this is seat {number}")
    if name is not None and (names is None or name != names[number - 1]):
        yield unlike(f"{at}.name", "the one in `names`, or null")


def known(field: str, words: Iterable[str | None], of: Collection[str]) -> Iterator[Misfit]:
    """Words that are not of this game."""
    for word in words:
        if word not in of:
            yield unlike(field, f"{word!r} is none of this game")


def twice(words: Iterable[Word]) -> Word | None:
    """One that stands there twice."""
    seen = set()
    for word in words:
        if word in seen:
            return word
        seen.add(word)
    return None


def following(
    told: Iterable[msgspec.Struct], shown: Iterable[msgspec.Struct], fields: Iterable[str]
) -> Iterator[Misfit]:
    """What of each seat follows from the rest, and was told otherwise. `shown`: the seats as they lie there then."""
    for number, (seat, there) in enumerate(zip(told, shown, strict=True), 1):
        lying = msgspec.to_builtins(there)
        for field in fields:
            if getattr(seat, field) not in (None, lying[field]):
                yield unlike(f"seats.{number}.{field}", "not what lies there gives; it may be left out")


def _where(error: str) -> Misfit:
    """A decoder's sentence with the field in front, lists counted from 1."""
    reason, _, path = error.partition(" - at `$")
    path = re.sub(r"\[(\d+)\]", lambda at: f".{int(at[1]) + 1}", path.rstrip("`").replace("[...]", "")).strip(".")
    reason = f"{reason[:1].lower()}{reason[1:]}"
    reason = reason if reason.isprintable() else ascii(reason)
    return unlike(path, reason) if path else Misfit("shape", reason)
