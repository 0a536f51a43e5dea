"""Key pads and arcade encoders whose keys act as buttons of the panel, read from the kernel's input devices.

A pad with a used key is grabbed (EVIOCGRAB), so that its keys type nowhere else: in no field of ours, on no desktop, on
no console. Everything runs on the caller's thread, and each key event carries its time.
"""

import fcntl
import os
import select
import struct
from collections.abc import Callable, Iterable, Mapping, Set
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from pathlib import Path
from time import CLOCK_MONOTONIC, monotonic
from typing import Final

from hardware.debounce import PANEL_EVENTS, Button, Gesture
from hardware.machine.input_devices import KeyPad, list_pads, pad_name
from hardware.panel_interface import PanelEvent, Part

# From linux/input.h. A pad debounces its own contacts, so each edge counts.
EVENT: Final = struct.Struct("@llHHi")  # seconds, microseconds, type, code, value
EV_SYN, EV_KEY = 0, 1  # event types
SYN_DROPPED: Final = 3  # code of an EV_SYN: the kernel's buffer overflowed
KEY_UP, KEY_DOWN = 0, 1  # values of an EV_KEY; 2 is autorepeat
KEY_CODES: Final = 0x300  # number of key codes
EVIOCGRAB, EVIOCSCLOCKID, EVIOCGKEY = 0x40044590, 0x400445A0, 0x80004518 | KEY_CODES // 8 << 16
EVENTS_PER_READ: Final = 64


@dataclass(frozen=True, slots=True)
class PadKey:
    """One key of a pad. Two pads of the same model are the same, whichever port they are plugged into."""

    pad: str  # vendor, product and name
    code: int  # the kernel's key code


class PadState(StrEnum):
    """The state of a pad, as the screen shows it."""

    USED = "used"
    FREE = "free"  # none of its keys is a button
    AWAY = "away"  # some of its keys are buttons, but it is not plugged in
    DENIED = "denied"  # this user may not read it, or another program has grabbed it


def read_pad_states(
    found: Iterable[KeyPad], used: Set[str], may: Callable[[Path, int], bool] = os.access
) -> dict[str, PadState]:
    """Return the state of each pad by name. `used` contains the ids of the pads that have a button."""
    told = {pad_name(id): PadState.AWAY for id in used}
    for pad in found:
        told[pad.name] = PadState.USED if pad.id in used else PadState.FREE
        if not may(pad.device, os.R_OK):
            told[pad.name] = PadState.DENIED
    return told


class KeyPadReader:
    """Reads the pads that are plugged in and debounces the keys that are buttons.

    The owner calls `look` regularly, `read` when `fileno` is readable, and `settle` at `next_deadline`.
    """

    def __init__(
        self,
        chosen: Mapping[Part, PadKey],
        *,
        root: Path = Path("/"),
        ioctl: Callable[..., object] = fcntl.ioctl,
        may: Callable[[Path, int], bool] = os.access,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.chosen = dict(chosen)
        self.choosing: Part | None = None
        self._root, self._ioctl, self._may, self._clock = root, ioctl, may, clock
        self._buttons = {part: self._button(down=False) for part in chosen}
        self._open: dict[int, KeyPad] = {}  # by file
        self._denied: set[KeyPad] = set()
        self._ready = select.epoll()
        self._states: dict[str, PadState] = {}
        self._on_event: Callable[[PanelEvent], None] = lambda event: None
        self._changed: Callable[[], None] = lambda: None

    def listen(self, on_event: Callable[[PanelEvent], None], changed: Callable[[], None]) -> None:
        """Register the callbacks. `changed` is called when a key was chosen, and when a pad was plugged in or pulled
        out.
        """
        self._on_event, self._changed = on_event, changed

    def fileno(self) -> int:
        """Return a file descriptor that is readable when a key event is waiting."""
        return self._ready.fileno()

    def states(self) -> Mapping[str, PadState]:
        """Return the state of every pad by name, as of the last `look`."""
        return self._states

    def choose(self, part: Part | None) -> None:
        """Assign the next key that goes down on any pad to `part`; None cancels. Grabs all pads meanwhile."""
        self.choosing = part
        self.look()

    def forget(self, part: Part) -> None:
        """Remove the key of a part."""
        self.choosing = None
        self.chosen.pop(part, None)
        self._buttons.pop(part, None)
        self.look()

    def look(self) -> bool:
        """Open pads that are in use and close the others. Return True if a state changed and `changed` was called."""
        found = list_pads(self._root)
        used = {key.pad for key in self.chosen.values()}
        for file, pad in tuple(self._open.items()):
            if pad not in found or not (self.choosing or pad.id in used):
                self._close_pad(file)
        self._denied &= {*found}
        for pad in found:
            if pad not in self._open.values() and (self.choosing or pad.id in used):
                self._try(pad)
        told = read_pad_states(found, used, self._may) | {pad.name: PadState.DENIED for pad in self._denied}
        if told == self._states:
            return False
        self._states = told
        self._changed()
        return True

    def process_events(self) -> None:
        """Process the waiting key events."""
        for file, _ in self._ready.poll(0):
            if file not in self._open:  # an event before this one closed it
                continue
            try:
                told = os.read(file, EVENT.size * EVENTS_PER_READ)
            except BlockingIOError:
                continue
            except OSError:
                told = b""
            if not told:  # the pad was pulled out
                self._close_pad(file)
                self.look()
                continue
            for seconds, micros, kind, code, value in EVENT.iter_unpack(told):
                at = seconds + micros / 1_000_000
                if kind == EV_KEY and value in (KEY_UP, KEY_DOWN):
                    self._edge(self._open[file], code, value == KEY_DOWN, at)
                elif kind == EV_SYN and code == SYN_DROPPED:
                    self._catch_up(file, at)

    def settle(self, now: float) -> None:
        """Deliver the gestures that are complete at `now`."""
        for part, button in self._buttons.items():
            self._tell(part, button.settle(now))

    def next_deadline(self) -> float | None:
        """Return the time at which `settle` may next deliver something without a key event, or None."""
        return min(
            (at for button in self._buttons.values() if (at := button.next_deadline()) is not None), default=None
        )

    def close(self) -> None:
        """Release all pads and drop the callbacks."""
        self._on_event, self._changed = lambda event: None, lambda: None
        for file in tuple(self._open):
            self._close_pad(file)
        self._ready.close()

    # ---- files -----------------------------------------------------------------------------------------

    def _try(self, pad: KeyPad) -> None:
        """Open and grab a pad, unless one of its keys is down: the program that saw it go down would never see it go
        up.
        """
        try:
            file = os.open(pad.device, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError:
            self._denied.add(pad)
            return
        try:
            if not self._down(file):
                self._ioctl(file, EVIOCSCLOCKID, struct.pack("@i", CLOCK_MONOTONIC))
                self._ioctl(file, EVIOCGRAB, 1)
                self._ready.register(file, select.EPOLLIN)
                self._open[file] = pad
                self._denied.discard(pad)
        except OSError:
            self._denied.add(pad)
        finally:
            if file not in self._open:
                os.close(file)

    def _close_pad(self, file: int) -> None:
        """Close a pad, which ends the grab, and release all of its buttons."""
        pad = self._open.pop(file)
        with suppress(OSError):
            self._ready.unregister(file)
        os.close(file)
        self._level(pad, lambda code: False, self._clock())

    def _down(self, file: int) -> int:
        """Return the keys that are down, as a bit mask by key code."""
        bits = bytearray(KEY_CODES // 8)
        self._ioctl(file, EVIOCGKEY, bits)
        return int.from_bytes(bits, "little")

    def _catch_up(self, file: int, at: float) -> None:
        down = self._down(file)
        self._level(self._open[file], lambda code: bool(down >> code & 1), at)

    def _level(self, pad: KeyPad, down: Callable[[int], bool], at: float) -> None:
        """Set all buttons of a pad to their current level, after events were lost."""
        for part, key in tuple(self.chosen.items()):
            if key.pad == pad.id:
                self._turn(part, down(key.code), at)

    # ---- keys ------------------------------------------------------------------------------------------

    def _edge(self, pad: KeyPad, code: int, down: bool, at: float) -> None:
        key = PadKey(pad.id, code)
        if self.choosing is not None and down:
            self._take(self.choosing, key)
            return
        for part, own in tuple(self.chosen.items()):
            if own == key:
                self._turn(part, down, at)

    def _take(self, part: Part, key: PadKey) -> None:
        """Assign a key to a part. This press is no press of the button, which stays stuck until the key has been
        released.
        """
        self.choosing = None
        self.chosen = {other: own for other, own in self.chosen.items() if own != key and other != part} | {part: key}
        self._buttons = {other: button for other, button in self._buttons.items() if other in self.chosen}
        self._buttons[part] = self._button(down=True)
        if not self.look():
            self._changed()

    def _button(self, *, down: bool) -> Button:
        return Button(down=down, now=self._clock(), bounces=False)

    def _turn(self, part: Part, down: bool, at: float) -> None:
        button = self._buttons[part]
        self._tell(part, chain(button.add_edge(down, at), button.settle(at)))

    def _tell(self, part: Part, gestures: Iterable[Gesture]) -> None:
        for gesture in gestures:
            self._on_event(PANEL_EVENTS[gesture](part))
