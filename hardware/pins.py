"""The panel on real pins, by gpiozero, and on those of an expander.

Everything happens on one thread of this panel's own: edges come from the driver's thread and wishes from the table's,
both only lay them down. So nobody waits for a pin, and what a pin cannot do is heard as `Failed`, once.
"""

import os
import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import chdir, suppress
from functools import partial
from pathlib import Path
from threading import Event, Thread, current_thread
from time import monotonic
from typing import Any, Final

from gpiozero import DigitalOutputDevice, InputDevice, PWMOutputDevice

from hardware.debounce import HEARD, Button, Gesture
from hardware.expander import Expander
from hardware.panel import HORN, CannotOpen, Failed, Heard, Lost, Part, Parts, Why
from hardware.wiring import Input, Output, Pull, Wiring, field_of

BLINK: Final = 0.15  # seconds
TUNE: Final = ((294, 0.12), (392, 0.12), (523, 0.36), (0, 0.14))  # the horn once: hertz (0: quiet), seconds
MOST: Final = 3  # horns that wait to sound
LOUD: Final = 0.5  # of a period: as loud as a buzzer gets
FAREWELL: Final = 1.0  # seconds that closing waits for the thread

Factory = Any  # a pin factory of gpiozero, which has no types


def lgpio_factory() -> Factory:
    """The pins of a Raspberry Pi; CannotOpen says what is missing. No other back end of gpiozero's is tried."""
    with tempfile.TemporaryDirectory(prefix="wondertable-") as folder, chdir(folder):
        try:  # where it is imported, lgpio leaves a pipe behind; where LG_WD says otherwise, it goes there and stays
            from gpiozero.pins.lgpio import LGPIOFactory
        except ImportError:
            raise CannotOpen(Why.NO_LIBRARY) from None
    try:
        return LGPIOFactory()
    except Exception as error:  # lgpio.error is no more than an Exception, and cannot be named without lgpio
        raise CannotOpen(*_why(error)) from None


def _why(error: Exception, dev: Path = Path("/dev")) -> tuple[Why, str]:
    """Why a factory could not be made."""
    chips = list(dev.glob("gpiochip*"))
    if not chips:
        return Why.NO_PINS, ""
    if not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        return Why.DENIED, str(chips[0])
    return Why.FAILED, _words(error)


class _Line:
    """A line of the expander, as a device of gpiozero's. It is told when the panel works."""

    def __init__(self, pin: Output, expander: Expander) -> None:
        self._pin, self._expander = pin, expander
        self.value = False

    @property
    def value(self) -> bool:
        return self._value

    @value.setter
    def value(self, on: bool) -> None:
        self._value = on
        self._expander.set(self._pin.pin, on == self._pin.active_high)

    def close(self) -> None: ...


class _Light:
    """One light: what it shall show, and until when it shows the contrary."""

    def __init__(self, pin: Output, factory: Factory, expander: Expander | None) -> None:
        self._device = (
            _Line(pin, expander)
            if pin.expander and expander
            else DigitalOutputDevice(pin.pin, active_high=pin.active_high, pin_factory=factory)
        )
        self._on = False
        self.until: float | None = None

    def show(self, on: bool) -> None:
        self._on = on
        self._write()

    def blink(self, until: float) -> None:
        self.until = until
        self._write()

    def work(self, now: float) -> None:
        if self.until is not None and now >= self.until:
            self.until = None
            self._write()

    def _write(self) -> None:
        self._device.value = self._on != (self.until is not None)

    def close(self) -> None:
        self._device.value = False
        self._device.close()


class _Buzzer:
    """Plays the horn's tune, note after note."""

    def __init__(self, pin: Output, factory: Factory) -> None:
        self._device = PWMOutputDevice(pin.pin, active_high=pin.active_high, frequency=TUNE[0][0], pin_factory=factory)
        self._notes: deque[tuple[int, float]] = deque()
        self.until: float | None = None  # this note

    def sound(self, times: int, now: float) -> None:
        room = MOST - len(self._notes) // len(TUNE)
        self._notes.extend(TUNE * min(times, room))
        self.until = now if self.until is None else self.until

    def work(self, now: float) -> None:
        while self.until is not None and now >= self.until:
            if not self._notes:
                self._device.value = 0
                self.until = None
                return
            hertz, seconds = self._notes.popleft()
            self.until = now + seconds
            if hertz:
                self._device.frequency = hertz
            self._device.value = LOUD if hertz else 0

    def close(self) -> None:
        self._device.close()


class _Contact:
    """The pin of a button. `changed` is called from the driver's thread: down or not, and how many seconds ago."""

    def __init__(self, pin: Input, factory: Factory, changed: Callable[[bool, float], None]) -> None:
        pull_up = {Pull.UP: True, Pull.DOWN: False, Pull.NONE: None}[pin.pull]
        active = pin.active_high if pull_up is None else None  # otherwise the pull says it
        self._device = InputDevice(pin.pin, pull_up=pull_up, active_state=active, pin_factory=factory)

        def edge(ticks: float, level: float) -> None:
            changed(bool(level) is pin.active_high, factory.ticks_diff(factory.ticks(), ticks))

        self._edge = edge  # gpiozero itself does not keep it
        self._device.pin.when_changed = edge

    def is_down(self) -> bool:
        return bool(self._device.is_active)

    def close(self) -> None:
        self._device.pin.when_changed = None  # or lgpio's one thread would call what is closed, and die of it
        self._device.close()


class Pins:
    """The parts of a wiring, on the pins of a factory, which is closed with them."""

    def __init__(
        self,
        wiring: Wiring,
        factory: Factory,
        expander: Expander | None = None,
        *,
        clock: Callable[[], float] = monotonic,
        begin: Callable[[Callable[[], None]], Callable[[], None]] | None = None,
    ) -> None:
        """CannotOpen if a pin is not to be had. `begin` starts the worker and gives what waits for its end."""
        self._factory = factory
        self._expander = expander
        self._trouble = ""  # the expander's, as it was told
        self._clock = clock
        self._begin = begin or _on_a_thread
        self._inbox: deque[Callable[[], None]] = deque()
        self._woken, self._closing = Event(), Event()
        self._hear: Callable[[Heard], None] | None = None
        self._wait: Callable[[], None] = _nothing
        self._lights: dict[Part, _Light] = {}
        self._buttons: dict[Part, tuple[_Contact, Button]] = {}
        self._buzzer: _Buzzer | None = None
        place = ""
        try:
            for part, output in wiring.lights.items():
                place = field_of(part, "light")
                self._lights[part] = _Light(output, factory, expander)
            for part, pin in wiring.buttons.items():
                place = field_of(part, "button")
                self._buttons[part] = self._button(part, pin)
            if wiring.buzzer:
                place = field_of(HORN, "buzzer")
                self._buzzer = _Buzzer(wiring.buzzer, factory)
        except Exception as error:  # gpiozero's, or lgpio.error, which is no more than an Exception
            self.close()
            why = Why.BUSY if "busy" in str(error).lower() else Why.FAILED
            raise CannotOpen(why, f"{place}: {_words(error)}") from None
        if expander:
            expander.work(self._clock())
            if expander.trouble:
                self.close()
                denied = expander.bus.exists() and not os.access(expander.bus, os.R_OK | os.W_OK)
                raise CannotOpen(Why.DENIED if denied else Why.NO_EXPANDER, str(expander.bus))

    def parts(self) -> Parts:
        return Parts(tuple(self._lights), tuple(self._buttons), self._buzzer is not None)

    def listen(self, hear: Callable[[Heard], None]) -> None:
        if not self._closing.is_set():
            self._hear = hear
            self._wait = self._begin(self._run)

    def light(self, part: Part, on: bool) -> None:
        if part in self._lights:
            self._lay_down(partial(self._lights[part].show, on))

    def blink(self, part: Part) -> None:
        if part in self._lights:
            self._lay_down(lambda: self._lights[part].blink(self._clock() + BLINK))

    def horn(self, times: int) -> None:
        buzzer = self._buzzer
        if buzzer:
            self._lay_down(lambda: buzzer.sound(times, self._clock()))

    def close(self) -> None:
        self._closing.set()
        self._hear = None
        self._woken.set()
        self._wait()
        for contact, _ in self._buttons.values():
            _close(contact)
        for light in self._lights.values():
            _close(light)
        if self._buzzer:
            _close(self._buzzer)
        if self._expander:
            self._expander.work(self._clock())
        _close(self._factory)

    def work(self) -> float | None:
        """Do what has been laid down and what is due; gives when there will be more (None: not by itself)."""
        while self._inbox:
            self._inbox.popleft()()
        now = self._clock()
        for _, part in self._due(now):
            contact, button = self._buttons[part]
            button.look(contact.is_down(), now)
        self._settle(now)
        for light in self._lights.values():
            light.work(now)
        if self._buzzer:
            self._buzzer.work(now)
        if self._expander:
            self._expander.work(now)
            if self._expander.trouble and not self._trouble:
                self._say(Lost(self._expander.trouble))
            self._trouble = self._expander.trouble
        return min((time for time in self._times() if time is not None), default=None)

    def _times(self) -> Iterable[float | None]:
        yield from (button.due() for _, button in self._buttons.values())
        yield from (light.until for light in self._lights.values())
        yield self._buzzer.until if self._buzzer else None
        yield self._expander.until if self._expander else None

    def _run(self) -> None:
        """The worker, until closed or until something fails."""
        try:
            while not self._closing.is_set():
                due = self.work()
                self._woken.wait(None if due is None else max(0.0, due - self._clock()))
                self._woken.clear()
        except Exception as error:  # whatever it is, the game goes on without a panel
            self._say(Failed(_words(error)))

    def _lay_down(self, wish: Callable[[], None]) -> None:
        if not self._closing.is_set():
            self._inbox.append(wish)
            self._woken.set()

    def _button(self, part: Part, pin: Input) -> tuple[_Contact, Button]:
        def changed(down: bool, ago: float) -> None:
            at = self._clock() - ago
            self._lay_down(lambda: self._edge(part, down, at))

        contact = _Contact(pin, self._factory, changed)
        return contact, Button(down=contact.is_down(), now=self._clock())

    def _edge(self, part: Part, down: bool, at: float) -> None:
        self._settle(at)
        self._tell(part, self._buttons[part][1].edge(down, at))

    def _settle(self, now: float) -> None:
        """Tell what has settled by now, in the order in which it did."""
        while due := min(self._due(now), default=None):
            at, part = due
            self._tell(part, self._buttons[part][1].settle(at))

    def _due(self, now: float) -> Iterator[tuple[float, Part]]:
        """When which button has settled, of those that have by now."""
        for part, (_, button) in self._buttons.items():
            at = button.due()
            if at is not None and at <= now:
                yield at, part

    def _tell(self, part: Part, gestures: Iterable[Gesture]) -> None:
        for gesture in gestures:
            self._say(HEARD[gesture](part))

    def _say(self, heard: Heard) -> None:
        hear = self._hear  # closing takes it away
        if hear:
            hear(heard)


def _words(error: Exception) -> str:
    return str(error) or type(error).__name__


def _on_a_thread(run: Callable[[], None]) -> Callable[[], None]:
    thread = Thread(target=run, name="panel", daemon=True)
    thread.start()
    return lambda: None if thread is current_thread() else thread.join(FAREWELL)


def _nothing() -> None: ...


def _close(what: Any) -> None:  # Any: devices and factories of gpiozero
    with suppress(Exception):  # it is over, whatever a broken driver says
        what.close()
