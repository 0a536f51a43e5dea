"""The panel on GPIO pins, driven by gpiozero, and on the outputs of an expander.

One thread of this panel does all the work. Edges arrive on the driver's thread and calls on the table's; both only put
a job into a queue. So no caller waits for a pin, and a pin that fails is reported once, as `PanelFailure`.
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

from hardware.debounce import PANEL_EVENTS, Button, Gesture
from hardware.mcp23017 import Expander
from hardware.panel_config import InputPin, OutputPin, Pull, Wiring, format_field
from hardware.panel_interface import (
    HORN,
    ExpanderFailure,
    OpenProblem,
    PanelEvent,
    PanelFailure,
    PanelParts,
    PanelUnavailable,
    Part,
)

BLINK_SECONDS: Final = 0.15
# One horn call: frequency in hertz (0: silence), duration in seconds.
HORN_TUNE: Final = ((294, 0.12), (392, 0.12), (523, 0.36), (0, 0.14))
MAX_QUEUED_HORNS: Final = 3
BUZZER_DUTY_CYCLE: Final = 0.5  # the loudest
JOIN_SECONDS: Final = 1.0  # for which `close` waits for the thread

Factory = Any  # a pin factory of gpiozero, which has no types


def open_lgpio() -> Factory:
    """Open the pins of a Raspberry Pi, with lgpio and no other back end of gpiozero. PanelUnavailable states what is
    missing.
    """
    with tempfile.TemporaryDirectory(prefix="wondertable-") as folder, chdir(folder):
        try:  # lgpio creates a named pipe in the current folder on import, or a lasting one in LG_WD
            from gpiozero.pins.lgpio import LGPIOFactory
        except ImportError:
            raise PanelUnavailable(OpenProblem.NO_LIBRARY) from None
    try:
        return LGPIOFactory()
    except Exception as error:  # lgpio.error derives from Exception and cannot be imported without lgpio
        raise PanelUnavailable(*_diagnose(error)) from None


def _diagnose(error: Exception, dev: Path = Path("/dev")) -> tuple[OpenProblem, str]:
    """Return the reason for which a pin factory could not be made."""
    chips = list(dev.glob("gpiochip*"))
    if not chips:
        return OpenProblem.NO_PINS, ""
    if not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        return OpenProblem.DENIED, str(chips[0])
    return OpenProblem.FAILED, _error_text(error)


class _ExpanderLine:
    """A line of the expander with the interface of a gpiozero device. The panel's `work` writes it."""

    def __init__(self, pin: OutputPin, expander: Expander) -> None:
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
    """A light: its level, and until when a blink inverts it."""

    def __init__(self, pin: OutputPin, factory: Factory, expander: Expander | None) -> None:
        self._device = (
            _ExpanderLine(pin, expander)
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
    """The buzzer, which plays the horn's tune note by note."""

    def __init__(self, pin: OutputPin, factory: Factory) -> None:
        self._device = PWMOutputDevice(
            pin.pin, active_high=pin.active_high, frequency=HORN_TUNE[0][0], pin_factory=factory
        )
        self._notes: deque[tuple[int, float]] = deque()
        self.until: float | None = None  # end of the current note

    def sound(self, times: int, now: float) -> None:
        room = MAX_QUEUED_HORNS - len(self._notes) // len(HORN_TUNE)
        self._notes.extend(HORN_TUNE * min(times, room))
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
            self._device.value = BUZZER_DUTY_CYCLE if hertz else 0

    def close(self) -> None:
        self._device.close()


class _Contact:
    """The pin of a button. Calls `changed` from the driver's thread with the level (down or not) and its age in
    seconds.
    """

    def __init__(self, pin: InputPin, factory: Factory, changed: Callable[[bool, float], None]) -> None:
        pull_up = {Pull.UP: True, Pull.DOWN: False, Pull.NONE: None}[pin.pull]
        active = pin.active_high if pull_up is None else None  # with a pull resistor, gpiozero derives the active state
        self._device = InputDevice(pin.pin, pull_up=pull_up, active_state=active, pin_factory=factory)

        def edge(ticks: float, level: float) -> None:
            changed(bool(level) is pin.active_high, factory.ticks_diff(factory.ticks(), ticks))

        self._edge = edge  # gpiozero holds only a weak reference
        self._device.pin.when_changed = edge

    def is_down(self) -> bool:
        return bool(self._device.is_active)

    def close(self) -> None:
        self._device.pin.when_changed = None  # otherwise lgpio's thread calls a closed device and dies
        self._device.close()


class GpioPanel:
    """The parts of a wiring on the pins of a factory. Closing the panel closes the factory."""

    def __init__(
        self,
        wiring: Wiring,
        factory: Factory,
        expander: Expander | None = None,
        *,
        clock: Callable[[], float] = monotonic,
        begin: Callable[[Callable[[], None]], Callable[[], None]] | None = None,
    ) -> None:
        """Claim the pins. PanelUnavailable if one cannot be claimed. `begin` starts the worker and returns a function
        that joins it.
        """
        self._factory = factory
        self._expander = expander
        self._expander_error = ""  # of the expander, as last reported
        self._clock = clock
        self._begin = begin or _start_thread
        self._inbox: deque[Callable[[], None]] = deque()
        self._woken, self._closing = Event(), Event()
        self._on_event: Callable[[PanelEvent], None] | None = None
        self._wait: Callable[[], None] = _do_nothing
        self._lights: dict[Part, _Light] = {}
        self._buttons: dict[Part, tuple[_Contact, Button]] = {}
        self._buzzer: _Buzzer | None = None
        place = ""
        try:
            for part, output in wiring.lights.items():
                place = format_field(part, "light")
                self._lights[part] = _Light(output, factory, expander)
            for part, pin in wiring.buttons.items():
                place = format_field(part, "button")
                self._buttons[part] = self._open_button(part, pin)
            if wiring.buzzer:
                place = format_field(HORN, "buzzer")
                self._buzzer = _Buzzer(wiring.buzzer, factory)
        except Exception as error:  # gpiozero's errors, or lgpio.error, which derives from Exception
            self.close()
            why = OpenProblem.BUSY if "busy" in str(error).lower() else OpenProblem.FAILED
            raise PanelUnavailable(why, f"{place}: {_error_text(error)}") from None
        if expander:
            expander.work(self._clock())
            if expander.error:
                self.close()
                denied = expander.bus.exists() and not os.access(expander.bus, os.R_OK | os.W_OK)
                raise PanelUnavailable(OpenProblem.DENIED if denied else OpenProblem.NO_EXPANDER, str(expander.bus))

    def parts(self) -> PanelParts:
        return PanelParts(tuple(self._lights), tuple(self._buttons), self._buzzer is not None)

    def listen(self, on_event: Callable[[PanelEvent], None]) -> None:
        if not self._closing.is_set():
            self._on_event = on_event
            self._wait = self._begin(self._run)

    def light(self, part: Part, on: bool) -> None:
        if part in self._lights:
            self._enqueue(partial(self._lights[part].show, on))

    def blink(self, part: Part) -> None:
        if part in self._lights:
            self._enqueue(lambda: self._lights[part].blink(self._clock() + BLINK_SECONDS))

    def horn(self, times: int) -> None:
        buzzer = self._buzzer
        if buzzer:
            self._enqueue(lambda: buzzer.sound(times, self._clock()))

    def close(self) -> None:
        self._closing.set()
        self._on_event = None
        self._woken.set()
        self._wait()
        for contact, _ in self._buttons.values():
            _close_quietly(contact)
        for light in self._lights.values():
            _close_quietly(light)
        if self._buzzer:
            _close_quietly(self._buzzer)
        if self._expander:
            self._expander.work(self._clock())
        _close_quietly(self._factory)

    def work(self) -> float | None:
        """Run the queued jobs and everything that is due. Return the time of the next due work, or None."""
        while self._inbox:
            self._inbox.popleft()()
        now = self._clock()
        for _, part in self._list_settled(now):
            contact, button = self._buttons[part]
            button.add_sample(contact.is_down(), now)
        self._settle(now)
        for light in self._lights.values():
            light.work(now)
        if self._buzzer:
            self._buzzer.work(now)
        if self._expander:
            self._expander.work(now)
            if self._expander.error and not self._expander_error:
                self._emit(ExpanderFailure(self._expander.error))
            self._expander_error = self._expander.error
        return min((time for time in self._deadlines() if time is not None), default=None)

    def _deadlines(self) -> Iterable[float | None]:
        yield from (button.next_deadline() for _, button in self._buttons.values())
        yield from (light.until for light in self._lights.values())
        yield self._buzzer.until if self._buzzer else None
        yield self._expander.until if self._expander else None

    def _run(self) -> None:
        """Run the worker until the panel is closed or fails."""
        try:
            while not self._closing.is_set():
                due = self.work()
                self._woken.wait(None if due is None else max(0.0, due - self._clock()))
                self._woken.clear()
        except Exception as error:  # of any kind: the game continues without a panel
            self._emit(PanelFailure(_error_text(error)))

    def _enqueue(self, job: Callable[[], None]) -> None:
        if not self._closing.is_set():
            self._inbox.append(job)
            self._woken.set()

    def _open_button(self, part: Part, pin: InputPin) -> tuple[_Contact, Button]:
        def changed(down: bool, ago: float) -> None:
            at = self._clock() - ago
            self._enqueue(lambda: self._edge(part, down, at))

        contact = _Contact(pin, self._factory, changed)
        return contact, Button(down=contact.is_down(), now=self._clock())

    def _edge(self, part: Part, down: bool, at: float) -> None:
        self._settle(at)
        self._emit_gestures(part, self._buttons[part][1].add_edge(down, at))

    def _settle(self, now: float) -> None:
        """Deliver the gestures that are complete at `now`, in the order of their times."""
        while due := min(self._list_settled(now), default=None):
            at, part = due
            self._emit_gestures(part, self._buttons[part][1].settle(at))

    def _list_settled(self, now: float) -> Iterator[tuple[float, Part]]:
        """List the time and part of each button that has a complete gesture at `now`."""
        for part, (_, button) in self._buttons.items():
            at = button.next_deadline()
            if at is not None and at <= now:
                yield at, part

    def _emit_gestures(self, part: Part, gestures: Iterable[Gesture]) -> None:
        for gesture in gestures:
            self._emit(PANEL_EVENTS[gesture](part))

    def _emit(self, event: PanelEvent) -> None:
        on_event = self._on_event  # None once closed
        if on_event:
            on_event(event)


def _error_text(error: Exception) -> str:
    return str(error) or type(error).__name__


def _start_thread(run: Callable[[], None]) -> Callable[[], None]:
    thread = Thread(target=run, name="panel", daemon=True)
    thread.start()
    return lambda: None if thread is current_thread() else thread.join(JOIN_SECONDS)


def _do_nothing() -> None: ...


def _close_quietly(what: Any) -> None:  # Any: devices and factories of gpiozero
    with suppress(Exception):  # errors while closing do not matter
        what.close()
