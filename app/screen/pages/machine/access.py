"""Panels of the table's PIN and lock, and the confirmation of irreversible actions."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from app.looks.icons import icon
from app.protocol.access_messages import FEWEST_DIGITS, MOST_DIGITS, SetPin
from app.screen.control.controller import Controller
from app.screen.control.outbox import new_id
from app.screen.input.confirmation import NUMBER_PANEL, PIN_PANEL, STEPS, give_typed, hold
from app.screen.pages.common.forms import FormPanel, Ways, form_panel
from app.screen.pages.common.keyboard import erase
from app.screen.paint.element import BoundCall, Element
from app.screen.paint.pen import Pen
from app.screen.paint.text_pen import PARCHMENT
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Scene
from app.screen.state.ui_state import PinRequest
from app.screen.widgets.controls import button, frame
from app.screen.widgets.grid import fill_grid
from app.screen.widgets.panel import PAD, closing
from app.screen.widgets.panel_cells import GAP
from app.screen.widgets.panel_frame import PanelContext, panel_context, panel_element, place
from app.shown.machine import access as shown

KEYS: Final = (*map(str, range(1, 10)), "erase", "0", "ok")  # in rows of three, on low screens of four


def build_rights_page(scene: Scene, ring: Ring, _: int) -> Element[FormPanel]:
    """Build the *PIN and lock* panel."""
    table = scene.table
    held = any(info.person for info in table.seats)
    now = shown.Rights(table.pin, scene.model.host, table.locked, held)
    return form_panel(scene, ring, shown.rights(scene.model.words(), now), WAYS, covers=True)


def open_digit_pad(control: Controller, keys: str) -> None:
    control.change(typed="", once="")
    control.open_panel(keys, control.ui.edge)


def _open_pin_pad(control: Controller) -> None:
    open_digit_pad(control, PIN_PANEL)
    control.change(asked=PinRequest(panel="host"))


WAYS: Final[Ways] = {"pin": _open_pin_pad, "new-pin": BoundCall(open_digit_pad, keys="new-pin")}


@dataclass(frozen=True, slots=True)
class DigitPad:
    """A digit pad. `says`: the prompt. `typed`: the text shown. `done`: the handler of the last key."""

    context: PanelContext
    says: str
    typed: str
    done: Callable[[Controller], None]


def build_pin_pad(scene: Scene, ring: Ring, _: int) -> Element[DigitPad]:
    """Build the pad for the PIN, shown as dots, or for the confirmation number, with the reason or the error."""
    here, ui = panel_context(scene, ring), scene.ui
    typed = "•" * len(ui.typed) if ui.panel == PIN_PANEL else ui.typed
    view = DigitPad(here, ui.asked.why or shown.pin(here.w).words, typed, give_typed)
    return panel_element(scene, view, paint_pad)


def build_new_pin_pad(scene: Scene, ring: Ring, _: int) -> Element[DigitPad]:
    """Build the pad to enter a new PIN twice."""
    here, ui = panel_context(scene, ring), scene.ui
    says = shown.repeat_pin_prompt(here.w) if ui.once else ui.asked.why or shown.new_pin(here.w).words
    view = DigitPad(here, says, ui.typed, _store_pin)
    return panel_element(scene, view, paint_pad)


def _store_pin(control: Controller) -> None:
    pin, once = control.ui.typed, control.ui.once
    if 0 < len(pin) < FEWEST_DIGITS:
        control.change(typed="", once="", asked=PinRequest(shown.new_pin(control.model.words()).words))
    elif pin and not once:
        control.change(typed="", once=pin)
    elif pin != once:
        control.change(typed="", once="", asked=PinRequest(shown.pins_differ_text(control.model.words())))
    else:
        open_digit_pad(control, "host")
        if pin:
            control.submit(SetPin(id=new_id(), pin=pin))


def paint_pad(p: Pen, pad: DigitPad, control: Controller) -> None:
    """Paint the keys, with prompt and input beside them, or above on narrow panels."""
    at, t = place(pad.context.ring, pad.context.edge, 900, 900), pad.context.ring.touch
    inside, gap = at.w - 2 * PAD, max(8.0, 2.05 * pad.context.ring.mm / pad.context.ring.u)
    flat = at.w > at.h
    top = PAD if flat else PAD + 2 * (t + gap)
    columns = 3 if at.h - top - PAD >= 4 * t + 3 * gap else 4
    wide = (inside - GAP) * (0.6 if flat else 1.0)
    cells = fill_grid(len(KEYS), columns, wide, at.h - top - PAD, gap)
    taps: dict[str, Callable[[], None]] = {"erase": partial(erase, control), "ok": partial(pad.done, control)}
    with p.at(at.x, at.y, at.angle, pad.context.ring.u):
        frame(p, at.w, at.h)
        for nth, key in enumerate(KEYS):
            tap = taps.get(key) or partial(_press, control, key)
            with p.at(PAD, top), cells.at_cell(p, nth):
                if key in taps:
                    sign = "tick" if key == "ok" else "left"
                    button(
                        p, 0, 0, cells.w, cells.h, "", key, tap, picture=sign, primary=key == "ok", each=key == "erase"
                    )
                else:
                    button(p, 0, 0, cells.w, cells.h, key, f"key {key}", tap, size=40, each=True)
        left = PAD + wide + GAP if flat else PAD
        room = at.w - PAD - left
        button(p, at.w - PAD - t, PAD, t, t, "", "close", closing(control), picture="cross")
        p.rect(left, PAD, room - t - gap, t, 14, "zone", "line", 2)
        p.text(left + 16, PAD + t / 2, pad.typed, 40, "text", "start", bold=True, room=room - t - gap - 32)
        below = PAD + t + gap
        p.prose(left, below, pad.says, p.legible(30), room, at.h - below - PAD if flat else t, "text", middle=True)


def _press(control: Controller, digit: str) -> None:
    control.change(typed=(control.ui.typed + digit)[:MOST_DIGITS])


@dataclass(frozen=True, slots=True)
class ConfirmRings:
    """The two-ring confirmation. `on`: rings with a finger. `share`: their progress, 0 to 1."""

    context: PanelContext
    on: frozenset[int]
    share: float


def build_rings(scene: Scene, ring: Ring, _: int) -> Element[ConfirmRings]:
    """Build the two-ring confirmation of an irreversible action."""
    rings = scene.ui.rings
    view = ConfirmRings(panel_context(scene, ring), rings.on, rings.filled / STEPS)
    return panel_element(scene, view, paint_rings)


def paint_rings(p: Pen, rings: ConfirmRings, control: Controller) -> None:
    """Paint the rings in opposite corners with the instruction between them."""
    at, t = place(rings.context.ring, rings.context.edge, 900, 620), rings.context.ring.touch
    side = min(1.6 * t, (at.h - 3 * PAD) / 2)
    with p.at(at.x, at.y, at.angle, rings.context.ring.u), p.use_material(PARCHMENT):
        frame(p, at.w, at.h)
        for nth, (x, y) in enumerate(((PAD, PAD), (at.w - PAD - side, at.h - PAD - side))):
            with p.at(x, y):
                _paint_ring(p, side, nth in rings.on, rings.share)
                p.hit_area(0, 0, side, side, f"hold {nth}", None, partial(hold, control, nth))
        button(p, at.w - PAD - t, PAD, t, t, "", "close", closing(control), picture="cross")
        w, left = rings.context.w, PAD + side + GAP
        p.prose(
            left, PAD, shown.rings(w), p.legible(32), at.w - left - t - PAD - GAP, at.h - side - 2 * PAD - GAP, "text"
        )
        instead = partial(_open_number_pad, control)
        wide = at.w - side - 2 * PAD - GAP
        button(p, PAD, at.h - PAD - t, wide, t, shown.typed_instead(w), "number", instead, picture="tablet")


def _paint_ring(p: Pen, side: float, on: bool, share: float) -> None:
    middle, width = side / 2, side * 0.09
    radius = middle - width
    p.rect(0, 0, side, side, middle, "chosen" if on else "raised")
    p.arc(middle, middle, radius, 0, 360, "line", width)
    if share:
        p.arc(middle, middle, radius, -90, 360 * share - 90, "candle", width)
    icon(p, "tick" if on else "touch", middle, middle, side * 0.5, "text", "raised")


def _open_number_pad(control: Controller) -> None:
    """Open the confirmation number, for screens without multitouch."""
    control.change(panel=NUMBER_PANEL, typed="")
