"""Parser of panel.toml: which parts a panel has, and on which pins. docs/hardware.md explains the file."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from hardware.mcp23017 import ADDRESSES, BUS_PINS, LINES
from hardware.panel_interface import HORN, MAX_MARKERS, MAX_SEATS, Part, PartKind

GPIO_PINS: Final = range(2, 28)  # GPIO numbers on the 40-pin header; 0 and 1 are reserved for the board
PULL_UP_PINS: Final = (2, 3)  # with fixed pull-up resistors on the board
MAX_PARTS: Final = {PartKind.MARKER: MAX_MARKERS, PartKind.SEAT: MAX_SEATS}


class Pull(StrEnum):
    """The setting of a pin's internal pull resistor."""

    UP = "up"
    DOWN = "down"
    NONE = "none"


class Level(StrEnum):
    """The level at which a part is active."""

    HIGH = "high"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class InputPin:
    pin: int
    pull: Pull = Pull.UP
    active_high: bool = False  # the level while the button is down


@dataclass(frozen=True, slots=True)
class OutputPin:
    """The pin of a light or a buzzer."""

    pin: int  # GPIO number, or a line of the expander
    active_high: bool = True  # the level at which the part is on
    expander: bool = False


@dataclass(frozen=True, slots=True)
class Wiring:
    """The configured parts and their pins."""

    buttons: Mapping[Part, InputPin] = field(default_factory=dict)
    lights: Mapping[Part, OutputPin] = field(default_factory=dict)
    buzzer: OutputPin | None = None
    address: int = ADDRESSES[0]  # of the expander

    def __len__(self) -> int:
        """Return the number of pins in use; 0 means that there is no panel."""
        return len(self.buttons) + len(self.lights) + (self.buzzer is not None)


def parse_wiring(data: bytes, file: str) -> Wiring:
    """Parse a panel.toml. ValueError names the file, the entry and the field that is wrong."""
    try:
        return _parse_wiring(tomllib.loads(data.decode("utf-8-sig")))
    except UnicodeDecodeError:
        raise ValueError(f"{file}: is not UTF-8") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ValueError(f"{file}: is not TOML: {error}") from None
    except _WiringError as unfit:
        raise ValueError(f"{file}: {unfit}") from None


def format_field(part: Part, name: str) -> str:
    """Return the name of a part's field in the file, such as `seat.2.cat`."""
    return f"{PartKind.SEAT}.{part.number + 1}.{PartKind.CAT}" if part.kind is PartKind.CAT else f"{part}.{name}"


class _WiringError(Exception):
    """A wrong entry: its field, and what is wrong."""


def _parse_wiring(table: Mapping[str, object]) -> Wiring:
    buttons: dict[Part, InputPin] = {}
    lights: dict[Part, OutputPin] = {}
    buzzers: list[OutputPin] = []
    taken: dict[tuple[bool, int], str] = {}  # by (on the expander, pin): the field that uses it
    parts = dict(table)
    address = _address(parts.pop("expander", {}))
    for part, entry in _entries(parts):
        fields = _table(entry, str(part))
        if not fields:
            raise _WiringError(f"{part}: is empty")
        for name, value in fields.items():
            place = f"{part}.{name}"
            found: InputPin | OutputPin
            match part.kind, name:
                case ((PartKind.MARKER | PartKind.HORN), "button"):
                    buttons[part] = found = _input(value, place)
                case _, "light":
                    lights[part] = found = _output(value, place)
                case PartKind.SEAT, "cat":
                    lights[Part(PartKind.CAT, part.number)] = found = _output(value, place)
                case PartKind.HORN, "buzzer":
                    found = _output(value, place)
                    if found.expander:
                        raise _WiringError(f"{place}: a buzzer needs a GPIO pin")
                    buzzers.append(found)
                case _:
                    raise _WiringError(f"{place}: there is no such field")
            where = isinstance(found, OutputPin) and found.expander, found.pin
            if where in taken:
                pin = LINES[found.pin] if where[0] else found.pin
                raise _WiringError(f"{place}: pin {pin} is taken by {taken[where]}")
            taken[where] = place
    if "expander" in table or any(of_expander for of_expander, _ in taken):
        for pin, name in BUS_PINS.items():
            if user := taken.get((False, pin)):
                raise _WiringError(f"{user}: pin {pin} is taken by the expander, as its {name}")
    return Wiring(buttons, lights, buzzers[0] if buzzers else None, address)


def _address(value: object) -> int:
    """Parse the entry `expander`. Return its I²C address."""
    fields = _table(value, "expander")
    for name in fields:
        if name != "address":
            raise _WiringError(f"expander.{name}: there is no such field; there is address")
    address = fields.get("address", ADDRESSES[0])
    if isinstance(address, bool) or not isinstance(address, int) or address not in ADDRESSES:
        raise _WiringError(f"expander.address: {address!r} is not an address of the expander: 0x20 to 0x27")
    return address


def _entries(table: Mapping[str, object]) -> Iterator[tuple[Part, object]]:
    for name, entry in table.items():
        if name == PartKind.HORN:
            yield HORN, entry
        elif name in (PartKind.MARKER, PartKind.SEAT):
            kind = PartKind(name)
            for number, each in _table(entry, name, f"; number them: [{name}.1]").items():
                yield Part(kind, _number(kind, number) - 1), each
        else:
            raise _WiringError(f"{name}: there is no such entry; there are marker, horn, seat and expander")


def _number(kind: PartKind, text: str) -> int:
    if not (text.isascii() and text.isdigit() and text == str(int(text)) and int(text) > 0):
        raise _WiringError(f"{kind}.{text}: must be a number from 1")
    if int(text) > MAX_PARTS[kind]:
        raise _WiringError(f"{kind}.{text}: there are at most {MAX_PARTS[kind]}")
    return int(text)


def _table(value: object, place: str, hint: str = "") -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise _WiringError(f"{place}: must be a table{hint}")
    return value


def _input(value: object, place: str) -> InputPin:
    fields = _fields(value, place, ("pin", "pull", "active"))
    pin = _pin(fields, place)
    pull = Pull(_word(fields, "pull", Pull, Pull.UP, place))
    if pin in PULL_UP_PINS and pull is not Pull.UP:
        raise _WiringError(f'{place}.pull: pin {pin} is pulled up by the board, so only "up" is possible')
    if pull is Pull.NONE and "active" not in fields:
        raise _WiringError(f'{place}.active: without a pull, write "low" or "high"')
    natural = Level.HIGH if pull is Pull.DOWN else Level.LOW
    active = _word(fields, "active", Level, natural, place)
    if pull is not Pull.NONE and active != natural:
        raise _WiringError(f'{place}.active: a button with pull "{pull}" is "{natural}" when it is pressed')
    return InputPin(pin, pull, active == Level.HIGH)


def _output(value: object, place: str) -> OutputPin:
    fields = _fields(value, place, ("pin", "active"))
    high = _word(fields, "active", Level, Level.HIGH, place) == Level.HIGH
    if (line := fields["pin"]) in LINES:
        return OutputPin(LINES.index(line), high, expander=True)
    return OutputPin(_pin(fields, place), high)


def _fields(value: object, place: str, known: tuple[str, ...]) -> Mapping[str, object]:
    """Return the fields of an entry; `5` is short for `{ pin = 5 }`."""
    fields = value if isinstance(value, dict) else {"pin": value}
    for name in fields:
        if name not in known:
            raise _WiringError(f"{place}.{name}: there is no such field; there are {', '.join(known)}")
    if "pin" not in fields:
        raise _WiringError(f"{place}.pin: is missing")
    return fields


def _pin(fields: Mapping[str, object], place: str) -> int:
    pin = fields["pin"]
    if pin in LINES:
        raise _WiringError(f"{place}: a button needs a GPIO pin")
    if isinstance(pin, bool) or not isinstance(pin, int) or pin not in GPIO_PINS:
        raise _WiringError(f"{place}.pin: {pin!r} is not a pin: GPIO {GPIO_PINS[0]} to {GPIO_PINS[-1]}")
    return pin


def _word(fields: Mapping[str, object], name: str, known: Iterable[str], default: str, place: str) -> str:
    word = fields.get(name, default)
    if not isinstance(word, str) or word not in tuple(known):
        raise _WiringError(f"{place}.{name}: {word!r} is not one of {', '.join(known)}")
    return word
