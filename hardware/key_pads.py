"""Key pads and arcade encoders: keys that are buttons of the panel, as the kernel tells of them.

A pad of which a key is used is ours alone (the kernel's grab), so that its keys type nowhere else: in no field of ours,
on no desktop, on no console. Everything happens on one thread, the caller's, and time comes with each key.
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

from hardware.debounce import HEARD, Button, Gesture
from hardware.machine.input_devices import Pad, name_of, pads
from hardware.panel import Heard, Part

# Of linux/input.h. A pad has its own contacts settled before it tells, so each of its edges counts.
EVENT: Final = struct.Struct("@llHHi")  # seconds, microseconds, type, code, value
SYN, KEY = 0, 1  # types
DROPPED: Final = 3  # code of a SYN: some were lost
UP, DOWN = 0, 1  # values of a KEY; another one repeats it
CODES: Final = 0x300  # of keys, at most
GRAB, CLOCK, ARE_DOWN = 0x40044590, 0x400445A0, 0x80004518 | CODES // 8 << 16
MANY: Final = 64  # events at once


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a pad. Two pads of one kind are one, wherever they are plugged in."""

    pad: str  # vendor, product and name
    code: int  # the kernel's number


class State(StrEnum):
    """How it is with a pad."""

    USED = "used"
    FREE = "free"  # none of its keys is a button
    AWAY = "away"  # some are, and it is not plugged in
    DENIED = "denied"  # this user may not read it, or another program has it


def states(found: Iterable[Pad], used: Set[str], may: Callable[[Path, int], bool] = os.access) -> dict[str, State]:
    """How it is with each pad, by its name, if these (by id) are used."""
    told = {name_of(id): State.AWAY for id in used}
    for pad in found:
        told[pad.name] = State.USED if pad.id in used else State.FREE
        if not may(pad.device, os.R_OK):
            told[pad.name] = State.DENIED
    return told


class Keys:
    """The pads that are plugged in, and the keys of theirs that are buttons. Somebody else has to `look` now and then,
    to `read` when `fileno` is readable, and to `settle`.
    """

    def __init__(
        self,
        chosen: Mapping[Part, Key],
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
        self._open: dict[int, Pad] = {}  # by file
        self._denied: set[Pad] = set()
        self._ready = select.epoll()
        self._states: dict[str, State] = {}
        self._hear: Callable[[Heard], None] = lambda heard: None
        self._changed: Callable[[], None] = lambda: None

    def listen(self, hear: Callable[[Heard], None], changed: Callable[[], None]) -> None:
        """`changed` is called when a key has been chosen, or a pad has come or gone."""
        self._hear, self._changed = hear, changed

    def fileno(self) -> int:
        """Readable when a key has done something."""
        return self._ready.fileno()

    def states(self) -> Mapping[str, State]:
        """Every pad by its name, as it was when somebody looked."""
        return self._states

    def choose(self, part: Part | None) -> None:
        """The next key that goes down, on whatever pad, is this part's; None: no longer. Meanwhile all are ours."""
        self.choosing = part
        self.look()

    def forget(self, part: Part) -> None:
        """No key is this part's."""
        self.choosing = None
        self.chosen.pop(part, None)
        self._buttons.pop(part, None)
        self.look()

    def look(self) -> bool:
        """Open what has been plugged in and is used, close what is not; whether it is told how it is with each now."""
        found = pads(self._root)
        used = {key.pad for key in self.chosen.values()}
        for file, pad in tuple(self._open.items()):
            if pad not in found or not (self.choosing or pad.id in used):
                self._close(file)
        self._denied &= {*found}
        for pad in found:
            if pad not in self._open.values() and (self.choosing or pad.id in used):
                self._try(pad)
        told = states(found, used, self._may) | {pad.name: State.DENIED for pad in self._denied}
        if told == self._states:
            return False
        self._states = told
        self._changed()
        return True

    def read(self) -> None:
        """What keys have done by now."""
        for file, _ in self._ready.poll(0):
            if file not in self._open:  # what came before has closed it
                continue
            try:
                told = os.read(file, EVENT.size * MANY)
            except BlockingIOError:
                continue
            except OSError:
                told = b""
            if not told:  # it has been pulled out
                self._close(file)
                self.look()
                continue
            for seconds, micros, kind, code, value in EVENT.iter_unpack(told):
                at = seconds + micros / 1_000_000
                if kind == KEY and value in (UP, DOWN):
                    self._edge(self._open[file], code, value == DOWN, at)
                elif kind == SYN and code == DROPPED:
                    self._catch_up(file, at)

    def settle(self, now: float) -> None:
        """Let time pass."""
        for part, button in self._buttons.items():
            self._tell(part, button.settle(now))

    def due(self) -> float | None:
        """When `settle` may say something if no key is touched; None: not before that."""
        return min((at for button in self._buttons.values() if (at := button.due()) is not None), default=None)

    def close(self) -> None:
        """Nothing more is heard; the pads are everybody's again."""
        self._hear, self._changed = lambda heard: None, lambda: None
        for file in tuple(self._open):
            self._close(file)
        self._ready.close()

    # ---- files -----------------------------------------------------------------------------------------

    def _try(self, pad: Pad) -> None:
        """Have a pad for ourselves. Not while a key is down: whoever heard it go down would never hear it go up."""
        try:
            file = os.open(pad.device, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError:
            self._denied.add(pad)
            return
        try:
            if not self._down(file):
                self._ioctl(file, CLOCK, struct.pack("@i", CLOCK_MONOTONIC))
                self._ioctl(file, GRAB, 1)
                self._ready.register(file, select.EPOLLIN)
                self._open[file] = pad
                self._denied.discard(pad)
        except OSError:
            self._denied.add(pad)
        finally:
            if file not in self._open:
                os.close(file)

    def _close(self, file: int) -> None:
        """With it goes the grab, and every finger on it."""
        pad = self._open.pop(file)
        with suppress(OSError):
            self._ready.unregister(file)
        os.close(file)
        self._level(pad, lambda code: False, self._clock())

    def _down(self, file: int) -> int:
        """A bit for each key that is down."""
        bits = bytearray(CODES // 8)
        self._ioctl(file, ARE_DOWN, bits)
        return int.from_bytes(bits, "little")

    def _catch_up(self, file: int, at: float) -> None:
        down = self._down(file)
        self._level(self._open[file], lambda code: bool(down >> code & 1), at)

    def _level(self, pad: Pad, down: Callable[[int], bool], at: float) -> None:
        """All buttons of a pad as they are, whatever was told of them."""
        for part, key in tuple(self.chosen.items()):
            if key.pad == pad.id:
                self._turn(part, down(key.code), at)

    # ---- keys ------------------------------------------------------------------------------------------

    def _edge(self, pad: Pad, code: int, down: bool, at: float) -> None:
        key = Key(pad.id, code)
        if self.choosing is not None and down:
            self._take(self.choosing, key)
            return
        for part, own in tuple(self.chosen.items()):
            if own == key:
                self._turn(part, down, at)

    def _take(self, part: Part, key: Key) -> None:
        """This press has chosen the key, and is none: the button is stuck until the key has been let go."""
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
        self._tell(part, chain(button.edge(down, at), button.settle(at)))

    def _tell(self, part: Part, gestures: Iterable[Gesture]) -> None:
        for gesture in gestures:
            self._hear(HEARD[gesture](part))
