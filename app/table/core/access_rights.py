"""Rights over what concerns everybody: everybody has them, or, where a PIN is set, devices that have given it.

Without one, what outlives the game (app/table/features/confirmation.py) wants a number that the table shows.
"""

from collections.abc import Mapping
from math import ceil
from typing import Final
from zlib import crc32

import msgspec
from msgspec.structs import replace

from app.protocol.client_rights import Rejection
from app.storage.pin_file import Pin
from app.table.core.table_state import WrongPin

PIN_SECONDS: Final = 600.0  # seconds for which a PIN that was given holds on that device
CONFIRMATION_SECONDS: Final = 60.0  # seconds for which the number holds, for one thing
FREE_ATTEMPTS: Final = 5  # wrong PINs of a phone's seat, after which the next one has to wait
WAIT_SECONDS: Final = 30.0  # seconds it waits then; twice as long after each one more,
MAX_WAIT_SECONDS: Final = 960.0  # but no longer than this
WRONG_PIN_SECONDS: Final = 3600.0  # seconds for which a wrong one counts, of those for which the table runs
MAX_WRONG_PINS: Final = 60  # that count at once, from all phones together


class Host(msgspec.Struct, frozen=True):
    """The PIN, and where it was given, which is not stored: a restart asks everybody again."""

    pin: Pin | None = None
    given: Mapping[str, float] = {}  # by device: until when it holds, by the table's clock
    meant: Mapping[str, float] = {}  # by device: until when the number holds that was given there
    asked: int = 0  # things that were meant so far: the next has another number

    def knows(self, device: str, now: float) -> bool:
        """Check whether a PIN is set and was given on this device."""
        return self.pin is not None and now < self.given.get(device, now)

    def changed(self, pin: Pin | None, device: str, now: float) -> "Host":
        """Set another PIN, or none: it counts as given on the device that sets it, and on no other."""
        return Host(pin, {device: now + PIN_SECONDS} if pin else {})

    def forgotten(self, device: str) -> "Host":
        """Forget that this device has given the PIN."""
        return replace(self, given={other: until for other, until in self.given.items() if other != device})

    def passed(self, now: float) -> "Host":
        """Drop PINs and confirmations whose time is over."""
        return replace(self, given=_holding(self.given, now), meant=_holding(self.meant, now))

    def means(self, device: str, now: float) -> bool:
        """Check whether the number was confirmed on this device and not used yet."""
        return now < self.meant.get(device, now)

    def number(self, device: str) -> int:
        """Return the four-digit number with which this device confirms; it is shown, and no secret."""
        return 1000 + crc32(f"{device} {self.asked}".encode()) % 9000

    def carried_out(self, device: str) -> "Host":
        """Use up the confirmation of this device."""
        meant = {other: until for other, until in self.meant.items() if other != device}
        return replace(self, meant=meant, asked=self.asked + 1)


class PinAttempt(msgspec.Struct, frozen=True):
    """The PIN, or the number, was given, or the PIN set or forgotten, or (`refusal`) given wrong, which counts."""

    host: Host
    wrong: tuple[WrongPin, ...]
    refusal: Rejection | None = None


def tried(
    host: Host, wrong: tuple[WrongPin, ...], text: str, *, device: str, chair: int | None, now: float, lived: float
) -> PinAttempt:
    """Check a PIN that is given at a chair, or on the screen (None), where wrong ones are not counted.

    Where no PIN is set it is the number.
    Rejection `pin-wait` while none is looked at, `number-wrong` for another number. `wrong`: those before, from phones;
    `lived`: as in TableState.
    """
    wrong = tuple(each for each in wrong if lived - each.at < WRONG_PIN_SECONDS)
    if host.pin is None:
        number = host.number(device)
        if text != str(number):
            raise Rejection("number-wrong", number=number)
        return PinAttempt(replace(host, meant={**host.meant, device: now + CONFIRMATION_SECONDS}), wrong)
    if chair is not None and (seconds := _waits(wrong, chair, lived)) > 0:
        raise Rejection("pin-wait", seconds=ceil(seconds))
    if host.pin.fits(text):
        fresh = replace(host, given={**host.given, device: now + PIN_SECONDS})
        return PinAttempt(fresh, tuple(each for each in wrong if each.chair != chair))
    counted = wrong if chair is None else (*wrong, WrongPin(chair, lived))
    return PinAttempt(host, counted, Rejection("pin-wrong"))


def _waits(wrong: tuple[WrongPin, ...], chair: int, lived: float) -> float:
    """Return the seconds until a PIN from this chair's phone is checked."""
    own = [each.at for each in wrong if each.chair == chair]
    mine = (
        own[-1] + min(MAX_WAIT_SECONDS, WAIT_SECONDS * 2.0 ** (len(own) - FREE_ATTEMPTS))
        if len(own) >= FREE_ATTEMPTS
        else lived
    )
    everybodys = wrong[-MAX_WRONG_PINS].at + WRONG_PIN_SECONDS if len(wrong) >= MAX_WRONG_PINS else lived
    return max(mine, everybodys) - lived


def _holding(given: Mapping[str, float], now: float) -> dict[str, float]:
    return {device: until for device, until in given.items() if now < until}
