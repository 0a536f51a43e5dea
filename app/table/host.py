"""Who may do what concerns everybody: anybody, or, where a PIN is set, whose device has given it.

Without one, what outlives the game (app/table/meant.py) wants a number that the table shows.
"""

from collections.abc import Mapping
from math import ceil, inf
from typing import Final
from zlib import crc32

import msgspec
from msgspec.structs import replace

from app.protocol.rights import Rejected, Role
from app.storage.pin import Pin

LASTS: Final = 600.0  # seconds for which a PIN that was given holds on that device
MEANT: Final = 60.0  # seconds for which the number holds, for one thing
FREE: Final = 5  # wrong PINs, after which the next one has to wait
WAIT: Final = 30.0  # seconds it waits then; twice as long after each one more,
LONGEST: Final = 960.0  # but no longer than this


class Wrong(msgspec.Struct, frozen=True):
    """Wrong PINs since the last right one. Until then (by the table's clock) none is looked at."""

    count: int = 0
    until: float = -inf


class Host(msgspec.Struct, frozen=True):
    """The PIN, and all that was tried. But for the PIN nothing is stored: a restart asks everybody again."""

    pin: Pin | None = None
    given: Mapping[str, float] = {}  # by device: until when it holds, by the table's clock
    wrong: Mapping[Role, Wrong] = {}  # the screen has its own; all phones have theirs together
    meant: Mapping[str, float] = {}  # by device: until when the number holds that was given there
    asked: int = 0  # things that were meant so far: the next has another number

    def knows(self, device: str, now: float) -> bool:
        """Whether a PIN is set, and was given on this device."""
        return self.pin is not None and now < self.given.get(device, now)

    def changed(self, pin: Pin | None, device: str, now: float) -> "Host":
        """With another PIN, or none: whoever sets it has given it, and nobody else."""
        return Host(pin, {device: now + LASTS} if pin else {})

    def forgotten(self, device: str) -> "Host":
        """This device is asked again."""
        return replace(self, given={other: until for other, until in self.given.items() if other != device})

    def passed(self, now: float) -> "Host":
        """As time passes."""
        return replace(self, given=_holding(self.given, now), meant=_holding(self.meant, now))

    def means(self, device: str, now: float) -> bool:
        """Whether the number was given on this device, and nothing was done with it yet."""
        return now < self.meant.get(device, now)

    def number(self, device: str) -> int:
        """Of four digits: who gives it on this device means what comes next. It is shown, and no secret."""
        return 1000 + crc32(f"{device} {self.asked}".encode()) % 9000

    def carried_out(self, device: str) -> "Host":
        """What was meant there has happened."""
        meant = {other: until for other, until in self.meant.items() if other != device}
        return replace(self, meant=meant, asked=self.asked + 1)


class Tried(msgspec.Struct, frozen=True):
    """The PIN, or the number, was given, or the PIN set or forgotten, or (`refusal`) given wrong, which counts."""

    host: Host
    refusal: Rejected | None = None


def tried(host: Host, text: str, device: str, role: Role, now: float) -> Tried:
    """What comes of a PIN that is given, or of the number where none is set. Rejected `pin-wait` while none is looked
    at, `number-wrong` for another number.
    """
    so_far = host.wrong.get(role, Wrong())
    if now < so_far.until:
        raise Rejected("pin-wait", seconds=ceil(so_far.until - now))
    if host.pin is None:
        number = host.number(device)
        if text != str(number):
            raise Rejected("number-wrong", number=number)
        return Tried(replace(host, meant={**host.meant, device: now + MEANT}))
    if host.pin.fits(text):
        wrong = {other: tries for other, tries in host.wrong.items() if other != role}
        return Tried(replace(host, given={**host.given, device: now + LASTS}, wrong=wrong))
    count = so_far.count + 1
    tries = Wrong(count, now + _wait(count) if count >= FREE else -inf)
    return Tried(replace(host, wrong={**host.wrong, role: tries}), Rejected("pin-wrong"))


def _holding(given: Mapping[str, float], now: float) -> dict[str, float]:
    return {device: until for device, until in given.items() if now < until}


def _wait(count: int) -> float:
    return min(LONGEST, WAIT * 2.0 ** min(count - FREE, 9))
