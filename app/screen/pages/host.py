"""Panels about what concerns everybody: the table's PIN, given, set and removed; and who may still come."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from app.protocol import messages
from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.element import Bound, Element
from app.screen.opened import PinAsked
from app.screen.outbox import new_id
from app.screen.pages.forms import FormPanel, Ways, form_panel
from app.screen.pin import give_pin
from app.screen.ring import Ring
from app.screen.scene import Scene
from app.screen.widgets.cells import beside
from app.screen.widgets.controls import button, frame
from app.screen.widgets.panel import GAP, PAD, Lying, closing, lying, place
from app.shown import host as shown

KEYS: Final = (*map(str, range(1, 10)), "erase", "0", "ok")  # in rows of three, or of four where the screen is low


def rights(scene: Scene, ring: Ring, _: int) -> Element[FormPanel]:
    """The PIN, and the lock."""
    table = scene.model.table
    assert table is not None
    held = any(info.person for info in table.seats)
    now = shown.Rights(table.pin, scene.model.host, table.locked, held)
    return form_panel(scene, ring, shown.rights(scene.model.words(), now), WAYS)


# ---- its digits ----------------------------------------------------------------------------------------------


def _write(control: Controller, keys: str) -> None:
    control.change(typed="")
    control.open(keys, control.opened.edge)


def _give(control: Controller) -> None:
    _write(control, "pin")
    control.change(asked=PinAsked(panel="host"))


WAYS: Final[Ways] = {"pin": _give, "new-pin": Bound(_write, keys="new-pin")}


@dataclass(frozen=True, slots=True)
class DigitPad:
    """Digits to be touched. `says`: what they are for; `typed`: what is shown of those that were; `done`: what the last
    key does."""

    lying: Lying
    says: str
    typed: str
    done: Callable[[Controller], None]


def given(scene: Scene, ring: Ring, _: int) -> Element[DigitPad]:
    """The PIN is typed, unseen; beside it the reason, or that the last one was wrong."""
    here = lying(scene, ring)
    says = scene.opened.asked.why or shown.pin(here.w).words
    view = DigitPad(here, says, "•" * len(scene.opened.typed), give_pin)
    return Element(f"panel {scene.opened.panel}", view, paint_pad)


def chosen(scene: Scene, ring: Ring, _: int) -> Element[DigitPad]:
    """Another PIN is typed."""
    here = lying(scene, ring)
    view = DigitPad(here, shown.new_pin(here.w).words, scene.opened.typed, _keep)
    return Element(f"panel {scene.opened.panel}", view, paint_pad)


def _keep(control: Controller) -> None:
    pin = control.opened.typed
    _write(control, "host")
    if pin:
        control.say(messages.SetPin(id=new_id(), pin=pin))


def paint_pad(p: Pen, it: DigitPad, control: Controller) -> None:
    """Keys; beside them, or above where that is narrow, what is typed and why."""
    at, t = place(it.lying.ring, it.lying.edge, 900, 900), it.lying.ring.touch
    inside, gap = at.w - 2 * PAD, max(8.0, 2.05 * it.lying.ring.mm / it.lying.ring.u)
    flat = at.w > at.h
    top = PAD if flat else PAD + 2 * (t + gap)
    columns = 3 if at.h - top - PAD >= 4 * t + 3 * gap else 4
    wide = (inside - GAP) * (0.6 if flat else 1.0)
    cells = beside(len(KEYS), columns, wide, at.h - top - PAD, gap)
    taps: dict[str, Callable[[], None]] = {"erase": partial(_erase, control), "ok": partial(it.done, control)}
    with p.at(at.x, at.y, at.angle, it.lying.ring.u):
        frame(p, at.w, at.h)
        for nth, key in enumerate(KEYS):
            tap = taps.get(key) or partial(_press, control, key)
            with p.at(PAD, top), cells.at(p, nth):
                if key in taps:
                    sign = "tick" if key == "ok" else "left"
                    button(p, 0, 0, cells.w, cells.h, "", key, tap, sign, primary=key == "ok", each=key == "erase")
                else:
                    button(p, 0, 0, cells.w, cells.h, key, f"key {key}", tap, size=40, each=True)
        left = PAD + wide + GAP if flat else PAD
        room = at.w - PAD - left
        button(p, at.w - PAD - t, PAD, t, t, "", "close", closing(control), "cross")
        p.rect(left, PAD, room - t - gap, t, 14, "zone", "line", 2)
        p.text(left + 16, PAD + t / 2, it.typed, 40, "text", "start", bold=True, room=room - t - gap - 32)
        below = PAD + t + gap
        p.prose(left, below, it.says, p.legible(30), room, at.h - below - PAD if flat else t, "text", middle=True)


def _press(control: Controller, digit: str) -> None:
    control.change(typed=(control.opened.typed + digit)[: messages.MOST_DIGITS])


def _erase(control: Controller) -> None:
    control.change(typed=control.opened.typed[:-1])
