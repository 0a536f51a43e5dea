"""At an installed table, in a virtual machine, as root: a key pad made by uinput, an expander by i2c-stub.

Speaks as the screen, presses keys of the kernel's own, and reads what the chip was told. Prints what was seen, a line
each; ends with 1 at the first thing that does not come. It needs python3-evdev and a kernel with these two modules.
"""

import ctypes
import fcntl
import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Condition, Thread
from uuid import uuid4

import evdev
import msgspec
from evdev import UInput
from evdev import ecodes as e

from app.protocol import messages
from app.protocol.base_messages import Intent
from app.protocol.game_lifecycle_messages import Start, Suspend
from app.protocol.panel_messages import ButtonEvent, ChooseKey, ForgetKey, Keys
from app.protocol.play_messages import SkipOpening
from app.protocol.seat_messages import SetSeat, SetSeats
from app.protocol.table_client import Client, read_message, read_run
from app.protocol.table_messages import Snapshot
from hardware.debounce import HOLD_SECONDS
from hardware.mcp23017 import BUS, I2C_SLAVE, I2C_SMBUS, IODIR, OLAT, SMBUS_WORD_DATA, _SmbusCall

DATA = Path("/var/lib/wondertable")
NAME, CHIP = "Twelve Keys", 0x20
PATIENCE = 600.0  # seconds; only so that nothing hangs for ever: the machine is emulated
READ = 1
PANEL = '[seat.1]\nlight = "GPA0"\n[seat.2]\nlight = "GPA1"\n[seat.3]\nlight = { pin = "GPB7", active = "low" }\n'


class Missed(Exception):
    """An expected message did not arrive in time."""


class Screen:
    """One that hears all that a screen hears."""

    def __init__(self) -> None:
        run = read_run(DATA)
        self.link, self.heard, self._news = Client(run.port, "/socket", run.key), [], Condition()
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                try:
                    text = self.link.receive()
                except TimeoutError:
                    continue
                if text is None:
                    return
                with self._news:
                    self.heard.append(read_message(text))
                    self._news.notify_all()

    def say(self, kind: type[Intent], **fields: object) -> None:
        self.link.send(msgspec.json.encode(kind(id=uuid4().hex, **fields)))

    def wait(self, what: str, true: Callable[[list[messages.Messages]], bool]) -> None:
        """Wait until the messages since the last wait satisfy `true`; raise `Missed` if they do not."""
        with self._news:
            if not self._news.wait_for(lambda: true(self.heard), PATIENCE):
                raise Missed(f"{what}; heard: {[each for each in self.heard if not isinstance(each, Snapshot)]}")
            self.heard.clear()
        print("ok  ", what, flush=True)

    def keys(self, what: str, true: Callable[[Keys], bool]) -> None:
        self.wait(what, lambda heard: any(isinstance(each, Keys) and true(each) for each in heard))

    def presses(self, what: str, *hows: str) -> None:
        """Wait for these presses; "nothing", from a horn within a second of another, counts only if asked for."""

        def has_presses(heard: list[messages.Messages]) -> bool:
            said = [each.how for each in heard if isinstance(each, ButtonEvent)]
            return [how for how in said if how != "nothing" or how in hows] == [*hows]

        self.wait(what, has_presses)


def wait_until(what: str, true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        if time.monotonic() > end:
            raise Missed(what)
        time.sleep(0.1)
    print("ok  ", what, flush=True)


def run(*words: str) -> None:
    subprocess.run(words, check=True)


# ---- the chip ------------------------------------------------------------------------------------------------


def plug_chip() -> None:
    """Load i2c-stub on the next free bus number, and let the table use that bus."""
    run("modprobe", "i2c-stub", f"chip_addr={CHIP}")
    run("udevadm", "settle")
    for adapter in Path("/sys/class/i2c-dev").glob("i2c-*"):
        if "stub" in (adapter / "name").read_text():
            device = Path("/dev", adapter.name)
            run("chgrp", "input", str(device))
            device.chmod(0o660)
            if device != BUS:
                BUS.unlink(missing_ok=True)
                BUS.symlink_to(device.name)
            return
    raise Missed("i2c-stub made no bus")


def register(number: int) -> int:
    """Return the 16-bit value of a register and the next one."""
    value = ctypes.c_uint16()
    file = os.open(BUS, os.O_RDWR)
    try:
        fcntl.ioctl(file, I2C_SLAVE, CHIP)
        fcntl.ioctl(file, I2C_SMBUS, _SmbusCall(READ, number, SMBUS_WORD_DATA, ctypes.pointer(value)))
    finally:
        os.close(file)
    return value.value


def lit() -> set[int]:
    """Return the seats whose light is on."""
    levels = register(OLAT) if register(IODIR) == 0 else 0x8000
    return {seat for seat, (line, low) in {1: (0, 0), 2: (1, 0), 3: (15, 1)}.items() if (levels >> line & 1) != low}


def expander(screen: Screen) -> None:
    wait_until("no seat shines in the lobby", lambda: lit() == set())
    screen.say(SetSeats, count=3)
    for seat in (1, 2, 3):
        screen.say(SetSeat, seat=seat, by="touch")
    screen.say(Start)
    screen.say(SkipOpening)
    wait_until("one seat shines in a game", lambda: len(lit()) == 1)
    before = lit()
    run("modprobe", "-r", "i2c-stub")
    screen.say(Suspend)  # every light is another one now
    wait_until("it is said that the chip does not answer", lambda: "do not answer" in journal())
    plug_chip()
    wait_until(f"it shows all of it again: {before} no longer", lambda: register(IODIR) == 0 and lit() == set())


def journal() -> str:
    said = ["journalctl", "--boot", "--unit", "wondertable", "--output", "cat"]
    return subprocess.run(said, check=True, capture_output=True, text=True).stdout


# ---- the pad -------------------------------------------------------------------------------------------------


def plug_pad() -> UInput:
    keys = [e.KEY_1, e.KEY_2, e.KEY_3, e.KEY_A]
    pad = UInput({e.EV_KEY: keys}, name=NAME, vendor=0x1189, product=0x8890, bustype=e.BUS_USB)
    run("udevadm", "settle")
    return pad


def press(pad: UInput, code: int, seconds: float = 0.0) -> None:
    pad.write(e.EV_KEY, code, 1)
    pad.syn()
    time.sleep(seconds)
    pad.write(e.EV_KEY, code, 0)
    pad.syn()


def typed(device: str) -> bool:
    """Return True if another reader of the device, like a desktop or console, received a key."""
    try:
        return any(event.type == e.EV_KEY for event in others[device].read())
    except BlockingIOError:
        return False


others: dict[str, evdev.InputDevice] = {}


def listen(pad: UInput) -> str:
    """Open the pad's device as a desktop does when it is plugged in, and return its path."""
    device = str(pad.device.path)
    others[device] = evdev.InputDevice(device)
    os.set_blocking(others[device].fd, False)
    return device


def key_pad(screen: Screen) -> None:
    pad = plug_pad()
    other = listen(pad)
    screen.keys("a pad that is plugged in is told", lambda keys: keys.pads.get(NAME) == "free")
    press(pad, e.KEY_A)
    wait_until("it is a keyboard like any", lambda: typed(other))
    for part, code in (("horn", e.KEY_1), ("marker.2", e.KEY_2)):
        screen.say(ChooseKey, part=part)
        screen.keys(f"{part} is being chosen", lambda keys, part=part: keys.choosing == part)
        press(pad, code)
        screen.keys(f"{part} is key {code}", lambda keys, part=part, code=code: keys.keys[part] == code)
    press(pad, e.KEY_1)
    screen.presses("the horn is pressed", "pressed", "released")
    press(pad, e.KEY_2)
    screen.presses("a marker is pressed, for nothing", "pressed", "nothing", "released")
    press(pad, e.KEY_1, HOLD_SECONDS + 1)
    screen.presses("the horn is held", "pressed", "held", "released")
    press(pad, e.KEY_A)
    press(pad, e.KEY_1)
    screen.presses("the horn once more", "pressed", "released")
    if typed(other):
        raise Missed("none of its keys types any more")
    print("ok   none of its keys typed meanwhile", flush=True)
    pad.write(e.EV_KEY, e.KEY_1, 1)
    pad.syn()
    screen.presses("a finger stays on it", "pressed")
    pad.close()
    screen.wait(
        "it is pulled out, and the finger is gone",
        lambda heard: (
            any(isinstance(each, ButtonEvent) and each.how == "released" for each in heard)
            and any(isinstance(each, Keys) and each.pads.get(NAME) == "away" for each in heard)
        ),
    )
    pad = plug_pad()
    other = listen(pad)
    screen.keys("it is back", lambda keys: keys.pads.get(NAME) == "used")
    press(pad, e.KEY_1)
    screen.presses("and heard", "pressed", "released")
    if typed(other):
        raise Missed("none of its keys types where it is back")
    run("systemctl", "restart", "wondertable")
    again = at_table()
    again.keys("a table that starts again knows it", lambda keys: keys.keys["horn"] == e.KEY_1 and NAME in keys.pads)
    press(pad, e.KEY_1)
    again.presses("and hears it", "pressed", "released")
    for part in ("horn", "marker.2"):
        again.say(ForgetKey, part=part)
    again.keys("its keys are forgotten", lambda keys: keys.pads.get(NAME) == "free")
    press(pad, e.KEY_A)
    wait_until("it types again", lambda: typed(other))
    pad.close()


def at_table() -> Screen:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return Screen()
        except (OSError, msgspec.MsgspecError):
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


def main() -> int:
    run("modprobe", "-a", "uinput", "i2c-dev")
    plug_chip()
    settings = DATA / "settings"
    settings.mkdir(exist_ok=True)
    (settings / "panel.toml").write_text(PANEL)
    run("chown", "-R", "wondertable:", str(settings))
    run("systemctl", "restart", "wondertable")
    try:
        expander(at_table())
        key_pad(at_table())
    except Missed as what:
        print("MISSED", what, "\n" + journal(), flush=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
