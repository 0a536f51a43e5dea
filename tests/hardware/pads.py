"""A kernel's input devices, played in a folder: pads are plugged in and out there, and their keys pressed."""

import errno
import os
import struct
from pathlib import Path

from hardware.key_pads import EV_KEY, EV_SYN, EVENT, EVIOCGKEY, EVIOCGRAB, EVIOCSCLOCKID

LETTERS = "1000000000007 ff9f207ac14057ff febeffdfffefffff fffffffffffffffe"  # the keys of a whole keyboard


class Plugged:
    """One pad: whoever reads its file reads what its keys do."""

    def __init__(self, kernel: "Kernel", number: int, name: str, bus: str, keys: str) -> None:
        self.number, self.name, self.bus, self.keys = number, name, bus, keys
        self.path = kernel.root / f"dev/input/event{number}"
        os.mkfifo(self.path)
        self.file = os.open(self.path, os.O_RDWR | os.O_NONBLOCK)
        self.down: set[int] = set()
        self.grabbed = False

    def tell(self, kind: int, code: int, value: int, at: float) -> None:
        os.write(self.file, EVENT.pack(int(at), round(at % 1 * 1_000_000), kind, code, value))

    def press(self, code: int, at: float) -> None:
        self.down.add(code)
        self.tell(EV_KEY, code, 1, at)
        self.tell(EV_SYN, 0, 0, at)

    def let_go(self, code: int, at: float) -> None:
        self.down.discard(code)
        self.tell(EV_KEY, code, 0, at)
        self.tell(EV_SYN, 0, 0, at)


class Kernel:
    """A root folder like the kernel's, and the kernel's answers to programs that opened a device in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.plugged: list[Plugged] = []
        self.busy = False
        (root / "dev/input").mkdir(parents=True)
        (root / "proc/bus/input").mkdir(parents=True)
        self._tell()

    def plug(self, name: str = "Twelve Keys", number: int = 3, bus: str = "0003", keys: str = LETTERS) -> Plugged:
        pad = Plugged(self, number, name, bus, keys)
        self.plugged.append(pad)
        self._tell()
        return pad

    def unplug(self, pad: Plugged) -> None:
        self.plugged.remove(pad)
        pad.path.unlink()
        os.close(pad.file)
        self._tell()

    def _tell(self) -> None:
        blocks = [
            f"I: Bus={pad.bus} Vendor=1189 Product=8890 Version=0101\n"
            f'N: Name="{pad.name}"\nH: Handlers=sysrq kbd event{pad.number} \n'
            f"B: PROP=0\nB: EV=120013\nB: KEY={pad.keys}\n"
            for pad in self.plugged
        ]
        (self.root / "proc/bus/input/devices").write_text("\n".join(blocks))

    def ioctl(self, file: int, request: int, value: object = 0) -> None:
        pad = next(pad for pad in self.plugged if os.path.sameopenfile(file, pad.file))
        match request, value:
            case int(), bytearray() if request == EVIOCGKEY:
                bits = sum(1 << code for code in pad.down)
                value[:] = bits.to_bytes(len(value), "little")
            case int(), bytes() if request == EVIOCSCLOCKID:
                assert struct.unpack("@i", value) == (1,)
            case int(), 1 if request == EVIOCGRAB:
                if self.busy:
                    raise OSError(errno.EBUSY, "busy")
                pad.grabbed = True
            case _:
                raise AssertionError(request)
