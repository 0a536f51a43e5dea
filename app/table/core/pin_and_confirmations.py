"""The PIN and confirmations: which devices may change what concerns everybody, and rate limits on wrong PINs.

Without a PIN every device may, and irreversible intents (app/table/features/lasting_change_confirmation.py) need a
number that the table shows.
"""

from collections.abc import Mapping
from math import ceil
from typing import Final
from zlib import crc32

import msgspec
from msgspec.structs import replace

from app.protocol.rejection import Rejection
from app.storage.pin_file import Pin
from app.table.core.table_state import WrongPin

PIN_SECONDS: Final = 600.0  # validity of a PIN on the device where it was given
CONFIRMATION_SECONDS: Final = 60.0  # validity of a confirmation, for one intent
FREE_ATTEMPTS: Final = 5  # wrong PINs from a chair's phone before the next one has to wait
WAIT_SECONDS: Final = 30.0  # the first wait, doubled with each further wrong PIN …
MAX_WAIT_SECONDS: Final = 960.0  # … up to this
WRONG_PIN_SECONDS: Final = 3600.0  # a wrong PIN counts for that long, in seconds the table runs
MAX_WRONG_PINS: Final = 60  # counted at once, from all phones together


class Host(msgspec.Struct, frozen=True):
    """The PIN, and the devices that gave it or confirmed; the devices are not stored, so a restart asks again."""

    pin: Pin | None = None
    pin_until: Mapping[str, float] = {}  # by device, by the table's clock
    confirmed_until: Mapping[str, float] = {}  # by device, by the table's clock
    used_confirmations: int = 0  # so that the next confirmation has another number

    def has_given_pin(self, device: str, now: float) -> bool:
        """Check whether a PIN is set and was given on this device."""
        return self.pin is not None and now < self.pin_until.get(device, now)

    def replace_pin(self, pin: Pin | None, device: str, now: float) -> "Host":
        """Return the rights with another PIN, or none: it counts as given on the device that sets it alone."""
        return Host(pin, {device: now + PIN_SECONDS} if pin else {})

    def forget_device(self, device: str) -> "Host":
        """Forget that this device has given the PIN."""
        return replace(self, pin_until={other: until for other, until in self.pin_until.items() if other != device})

    def drop_expired(self, now: float) -> "Host":
        """Return the rights without expired PINs and confirmations."""
        return replace(
            self, pin_until=_drop_expired(self.pin_until, now), confirmed_until=_drop_expired(self.confirmed_until, now)
        )

    def is_confirmed(self, device: str, now: float) -> bool:
        """Check whether the number was confirmed on this device and not used yet."""
        return now < self.confirmed_until.get(device, now)

    def confirmation_number(self, device: str) -> int:
        """Return the four-digit number with which this device confirms; it is shown, and no secret."""
        return 1000 + crc32(f"{device} {self.used_confirmations}".encode()) % 9000

    def use_confirmation(self, device: str) -> "Host":
        """Use up the confirmation of this device."""
        confirmed = {other: until for other, until in self.confirmed_until.items() if other != device}
        return replace(self, confirmed_until=confirmed, used_confirmations=self.used_confirmations + 1)


class PinAttempt(msgspec.Struct, frozen=True):
    """The result of an intent about the PIN; `refusal`: it was wrong, which is counted."""

    host: Host
    wrong: tuple[WrongPin, ...]
    refusal: Rejection | None = None


def check_pin(
    host: Host, wrong: tuple[WrongPin, ...], text: str, *, device: str, chair: int | None, now: float, lived: float
) -> PinAttempt:
    """Check a PIN, or where none is set a confirmation number, from a chair's phone or (None) the screen.

    The screen's wrong PINs are not counted. `wrong`: earlier ones, from phones; `lived`: as in TableState.
    Raise Rejection `pin-wait` during a wait, `number-wrong` for another number.
    """
    wrong = tuple(each for each in wrong if lived - each.at < WRONG_PIN_SECONDS)
    if host.pin is None:
        number = host.confirmation_number(device)
        if text != str(number):
            raise Rejection("number-wrong", number=number)
        return PinAttempt(
            replace(host, confirmed_until={**host.confirmed_until, device: now + CONFIRMATION_SECONDS}), wrong
        )
    if chair is not None and (seconds := _seconds_to_wait(wrong, chair, lived)) > 0:
        raise Rejection("pin-wait", seconds=ceil(seconds))
    if host.pin.is_correct(text):
        fresh = replace(host, pin_until={**host.pin_until, device: now + PIN_SECONDS})
        return PinAttempt(fresh, tuple(each for each in wrong if each.chair != chair))
    counted = wrong if chair is None else (*wrong, WrongPin(chair, lived))
    return PinAttempt(host, counted, Rejection("pin-wrong"))


def _seconds_to_wait(wrong: tuple[WrongPin, ...], chair: int, lived: float) -> float:
    """Return the seconds until a PIN from this chair's phone is checked."""
    own = [each.at for each in wrong if each.chair == chair]
    mine = (
        own[-1] + min(MAX_WAIT_SECONDS, WAIT_SECONDS * 2.0 ** (len(own) - FREE_ATTEMPTS))
        if len(own) >= FREE_ATTEMPTS
        else lived
    )
    everybodys = wrong[-MAX_WRONG_PINS].at + WRONG_PIN_SECONDS if len(wrong) >= MAX_WRONG_PINS else lived
    return max(mine, everybodys) - lived


def _drop_expired(given: Mapping[str, float], now: float) -> dict[str, float]:
    return {device: until for device, until in given.items() if now < until}
