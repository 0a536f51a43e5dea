"""What a panel.toml says: which parts there are, and on which pins. docs/hardware.md explains the file."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from hardware.expander import ADDRESSES, BUS_PINS, LINES
from hardware.panel import HORN, MARKERS, SEATS, Kind, Part

PINS: Final = range(2, 28)  # GPIO numbers on the 40-pin header; 0 and 1 are the board's own
PULLED_UP: Final = (2, 3)  # resistors on the board
MOST: Final = {Kind.MARKER: MARKERS, Kind.SEAT: SEATS}


class Pull(StrEnum):
    """The resistor inside the board."""

    UP = "up"
    DOWN = "down"
    NONE = "none"


class Level(StrEnum):
    """When a part is active."""

    HIGH = "high"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class Input:
    """A pin with a button."""

    pin: int
    pull: Pull = Pull.UP
    active_high: bool = False  # the level of a button that is down


@dataclass(frozen=True, slots=True)
class Output:
    """A pin with a light or a buzzer."""

    pin: int  # of the board; or a line of the expander
    active_high: bool = True  # the level that makes it shine or sound
    expander: bool = False


@dataclass(frozen=True, slots=True)
class Wiring:
    """All parts that exist."""

    buttons: Mapping[Part, Input] = field(default_factory=dict)
    lights: Mapping[Part, Output] = field(default_factory=dict)
    buzzer: Output | None = None
    address: int = ADDRESSES[0]  # of the expander

    def __len__(self) -> int:
        """How many pins are used; none: there is no panel."""
        return len(self.buttons) + len(self.lights) + (self.buzzer is not None)


def read(data: bytes, file: str) -> Wiring:
    """ValueError names file, entry and field of what does not hold up."""
    try:
        return _wiring(tomllib.loads(data.decode("utf-8-sig")))
    except UnicodeDecodeError:
        raise ValueError(f"{file}: is not UTF-8 text") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ValueError(f"{file}: is not TOML: {error}") from None
    except _Unfit as unfit:
        raise ValueError(f"{file}: {unfit}") from None


def field_of(part: Part, name: str) -> str:
    """Where a file says it: entry and field."""
    return f"{Kind.SEAT}.{part.number + 1}.{Kind.CAT}" if part.kind is Kind.CAT else f"{part}.{name}"


class _Unfit(Exception):
    """Entry, field, and what is wrong there."""


def _wiring(table: Mapping[str, object]) -> Wiring:
    buttons: dict[Part, Input] = {}
    lights: dict[Part, Output] = {}
    buzzers: list[Output] = []
    taken: dict[tuple[bool, int], str] = {}  # by whether it is the expander's, and pin: the field that said it
    parts = dict(table)
    address = _address(parts.pop("expander", {}))
    for part, entry in _entries(parts):
        fields = _table(entry, str(part))
        if not fields:
            raise _Unfit(f"{part}: nothing is said to be there")
        for name, said in fields.items():
            place = f"{part}.{name}"
            found: Input | Output
            match part.kind, name:
                case ((Kind.MARKER | Kind.HORN), "button"):
                    buttons[part] = found = _input(said, place)
                case _, "light":
                    lights[part] = found = _output(said, place)
                case Kind.SEAT, "cat":
                    lights[Part(Kind.CAT, part.number)] = found = _output(said, place)
                case Kind.HORN, "buzzer":
                    found = _output(said, place)
                    if found.expander:
                        raise _Unfit(f"{place}: a buzzer needs a pin of the board")
                    buzzers.append(found)
                case _:
                    raise _Unfit(f"{place}: there is no such field")
            where = isinstance(found, Output) and found.expander, found.pin
            if where in taken:
                pin = LINES[found.pin] if where[0] else found.pin
                raise _Unfit(f"{place}: pin {pin} is taken by {taken[where]}")
            taken[where] = place
    if "expander" in table or any(of_expander for of_expander, _ in taken):
        for pin, name in BUS_PINS.items():
            if user := taken.get((False, pin)):
                raise _Unfit(f"{user}: pin {pin} is taken by the expander, as its {name}")
    return Wiring(buttons, lights, buzzers[0] if buzzers else None, address)


def _address(said: object) -> int:
    """What an entry `expander` says."""
    fields = _table(said, "expander")
    for name in fields:
        if name != "address":
            raise _Unfit(f"expander.{name}: there is no such field; there is address")
    address = fields.get("address", ADDRESSES[0])
    if isinstance(address, bool) or not isinstance(address, int) or address not in ADDRESSES:
        raise _Unfit(f"expander.address: {address!r} is none; there are 0x20 to 0x27")
    return address


def _entries(table: Mapping[str, object]) -> Iterator[tuple[Part, object]]:
    for name, entry in table.items():
        if name == Kind.HORN:
            yield HORN, entry
        elif name in (Kind.MARKER, Kind.SEAT):
            kind = Kind(name)
            for number, each in _table(entry, name, f"; number them: [{name}.1]").items():
                yield Part(kind, _number(kind, number) - 1), each
        else:
            raise _Unfit(f"{name}: there is no such entry; there are marker, horn, seat and expander")


def _number(kind: Kind, text: str) -> int:
    if not (text.isascii() and text.isdigit() and text == str(int(text)) and int(text) > 0):
        raise _Unfit(f"{kind}.{text}: a number from 1 was expected")
    if int(text) > MOST[kind]:
        raise _Unfit(f"{kind}.{text}: there are at most {MOST[kind]}")
    return int(text)


def _table(value: object, place: str, hint: str = "") -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise _Unfit(f"{place}: a table was expected{hint}")
    return value


def _input(said: object, place: str) -> Input:
    fields = _fields(said, place, ("pin", "pull", "active"))
    pin = _pin(fields, place)
    pull = Pull(_word(fields, "pull", Pull, Pull.UP, place))
    if pin in PULLED_UP and pull is not Pull.UP:
        raise _Unfit(f'{place}.pull: pin {pin} is pulled up by the board: "up" is all it can be')
    if pull is Pull.NONE and "active" not in fields:
        raise _Unfit(f'{place}.active: without a pull, say "low" or "high"')
    natural = Level.HIGH if pull is Pull.DOWN else Level.LOW
    active = _word(fields, "active", Level, natural, place)
    if pull is not Pull.NONE and active != natural:
        raise _Unfit(f'{place}.active: a button that is pulled {pull} is "{natural}" when it is down')
    return Input(pin, pull, active == Level.HIGH)


def _output(said: object, place: str) -> Output:
    fields = _fields(said, place, ("pin", "active"))
    high = _word(fields, "active", Level, Level.HIGH, place) == Level.HIGH
    if (line := fields["pin"]) in LINES:
        return Output(LINES.index(line), high, expander=True)
    return Output(_pin(fields, place), high)


def _fields(said: object, place: str, known: tuple[str, ...]) -> Mapping[str, object]:
    """`5` is short for `{ pin = 5 }`."""
    fields = said if isinstance(said, dict) else {"pin": said}
    for name in fields:
        if name not in known:
            raise _Unfit(f"{place}.{name}: there is no such field; there are {', '.join(known)}")
    if "pin" not in fields:
        raise _Unfit(f"{place}.pin: is missing")
    return fields


def _pin(fields: Mapping[str, object], place: str) -> int:
    pin = fields["pin"]
    if pin in LINES:
        raise _Unfit(f"{place}: a button needs a pin of the board")
    if isinstance(pin, bool) or not isinstance(pin, int) or pin not in PINS:
        raise _Unfit(f"{place}.pin: {pin!r} is no pin; there are GPIO {PINS[0]} to {PINS[-1]}")
    return pin


def _word(fields: Mapping[str, object], name: str, known: Iterable[str], default: str, place: str) -> str:
    word = fields.get(name, default)
    if not isinstance(word, str) or word not in tuple(known):
        raise _Unfit(f"{place}.{name}: {word!r} was not expected; there are {', '.join(known)}")
    return word
