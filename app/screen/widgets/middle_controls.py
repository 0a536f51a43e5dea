"""The middle of every table: its floor, the pointer to the acting seat, and round buttons."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import atan2, ceil, degrees, inf
from typing import Final

from app.looks.icons import icon
from app.screen.control.controller import Controller
from app.screen.input import explain_mode
from app.screen.paint.element import Element
from app.screen.paint.pen import Pen
from app.screen.state.ring_layout import CardPlace, Ring
from app.screen.state.scene import Scene
from app.screen.widgets import table_inlays as inlaid
from app.screen.widgets.controls import round_button

LEAST: Final = 88.0  # u, diameter of a round button before scaling
CLEAR: Final = 48.0  # u, between large round buttons and the zones at their right, into which wonders reach
NEWS: Final = 26.0  # u, between others and the middle's end, for a line of news


def face_angle(scene: Scene, ring: Ring) -> float:
    """Return the angle of labels in the middle: towards the acting seat, or towards the edge that everything faces."""
    return scene.faced_edge(scene.answering_edge(ring, scene.acting)) * 90.0


def place_in_middle(ring: Ring, dx: float, dy: float, angle: float) -> CardPlace:
    """Return a place at an offset from the middle's centre, in u times the scale of large things."""
    (x, y), unit = ring.inner.centre, ring.u * ring.large
    return CardPlace(x + dx * unit, y + dy * unit, angle)


def seat_for_explanation(scene: Scene, ring: Ring) -> int:
    """Return the seat that reads explanations in the middle: the acting one; for a bot, the one that touches."""
    acting = scene.acting
    return acting if acting and scene.model.is_played_here(acting) else scene.seat_at_finger(ring)


@dataclass(frozen=True, slots=True)
class TurnPointer:
    """The pointer from the middle to the acting seat (0: none)."""

    ring: Ring
    acting: int

    @property
    def angle(self) -> float:
        """The direction from the middle to the acting seat, in degrees."""
        if not self.acting:
            return 0.0
        x, y = self.ring.inner.centre
        target = self.ring.zones[self.acting - 1]
        return degrees(atan2(target.y - y, target.x - x))


@dataclass(frozen=True, slots=True)
class MiddleFloor:
    """The floor in the middle of the table, with its radius in u; it never moves."""

    ring: Ring
    radius: float


def floor(ring: Ring, radius: float) -> Element[MiddleFloor]:
    """Return the floor, the lowest element in the middle."""
    return Element("floor", MiddleFloor(ring, radius), paint_floor)


def paint_floor(p: Pen, floor: MiddleFloor, control: Controller) -> None:
    with p.at(*floor.ring.inner.centre, 0, floor.ring.u):
        inlaid.floor(p, floor.radius)


def turn_pointer(scene: Scene, ring: Ring) -> Element[TurnPointer]:
    """Return the pointer to the acting seat, which turns when that changes."""
    view = TurnPointer(ring, scene.acting)
    return Element("plate", view, paint_plate, angle=view.angle, pivot=ring.inner.centre)


def paint_plate(p: Pen, pointer: TurnPointer, control: Controller) -> None:
    u, radius = pointer.ring.u, pointer.ring.disc
    x, y = pointer.ring.inner.centre
    if pointer.acting:
        p.arc(x, y, radius * u, pointer.angle - 16, pointer.angle + 16, "candle", 7 * u)
        with p.at(x, y, pointer.angle, u):
            p.poly(radius + 6, -24, radius + (18 if radius < 230 else 28), 0, radius + 6, 24, fill="candle")


@dataclass(frozen=True, slots=True)
class RoundButton:
    """A round button: its icon, its key, and its callback."""

    picture: str
    key: str
    tap: Callable[[Controller], None]


@dataclass(frozen=True, slots=True)
class MiddleButtons:
    """Buttons for explaining, undo, joining by phone and the menu; before them the horn, in a game that has one."""

    ring: Ring
    angle: float
    can_undo: bool
    silent: bool
    horn: bool
    asking: bool
    first: RoundButton | None = None


def buttons(scene: Scene, ring: Ring, horn: bool = False, first: RoundButton | None = None) -> Element[MiddleButtons]:
    """Return the round buttons, always at the same places, which open panels towards the seat that touches."""
    can_undo = scene.model.table is not None and scene.model.table.puts_back
    view = MiddleButtons(ring, face_angle(scene, ring), can_undo, scene.model.is_silent, horn, scene.ui.asking, first)
    return Element("buttons", view, paint_buttons)


def paint_buttons(p: Pen, buttons: MiddleButtons, control: Controller) -> None:
    ring, u, r = buttons.ring, buttons.ring.u, _radius(buttons.ring)
    x, y = ring.inner.centre
    taps: list[tuple[str, str, Callable[[], None]]] = [("horn", "horn", control.sound_horn)] if buttons.horn else []
    if buttons.first:
        taps.append((buttons.first.picture, buttons.first.key, partial(buttons.first.tap, control)))
    taps.append(("question", explain_mode.KEY, partial(_ask_explanation, control, ring)))
    taps += [
        (picture, panel, partial(_open_panel, control, ring, panel))
        for picture, panel in (("undo", "undo"), ("phone", "code"), ("menu", "menu"))
    ]
    for (dx, dy), (picture, key, tap) in zip(button_places(ring, len(taps)), taps, strict=True):
        with p.at(x + dx * u, y + dy * u, buttons.angle, u):
            lit = key == explain_mode.KEY and buttons.asking
            round_button(p, r, picture, key, tap, lit, off=picture == "undo" and not buttons.can_undo)
            if picture == ("horn" if buttons.horn else "menu") and buttons.silent:
                with p.at(r * 0.7, -r * 0.7):
                    p.disc(0, 0, r * 0.5, "plate", "line", 2)
                    icon(p, "mute", 0, 0, r * 0.7, "text", "plate")


def _open_panel(control: Controller, ring: Ring, panel: str) -> None:
    seat = seat_for_explanation(control.scene, ring)
    control.open_panel(panel, ring.edge_of(seat))


def _ask_explanation(control: Controller, ring: Ring) -> None:
    seat = seat_for_explanation(control.scene, ring)
    explain_mode.ask(control, seat, ring.edge_of(seat))


def buttons_left(ring: Ring, count: int) -> float:
    """Return where round buttons begin, right of the middle's centre, in u; inf in portrait, where they lie below."""
    return inf if ring.upright else min(x for x, _ in button_places(ring, count)) - ring.touch / 2


def row_begin(ring: Ring, count: int) -> float:
    """Return where a portrait screen's first row of `count` round buttons begins, in u from the middle's centre."""
    return min(x for x, _ in button_places(ring, count)) - _radius(ring)


def _radius(ring: Ring) -> float:
    return max(ring.touch, LEAST * ring.large) / 2


def button_places(ring: Ring, count: int) -> list[tuple[float, float]]:
    """Return the centres of round buttons, from the middle's centre in u."""
    u, r, k = ring.u, _radius(ring), ring.large
    step = 2 * r + max(2.1 * ring.mm / u, 12)
    if ring.upright:  # rows below the pointer, filled from the right, clear of what is at its left
        last = min(ring.inner.w / u / 2, 420) - r - 8
        fit = int((last + (165 if k == 1 else 95 * k) - r) / step) + 1
        rows = ceil(count / fit)
        top = min(380.0 if k == 1 else 400.0 * k, ring.inner.h / u / 2 - r - 8 - (rows - 1) * step)
        return [(last - nth % fit * step, top + nth // fit * step) for nth in range(count - 1, -1, -1)]
    least, clear = (624.0 - r, CLEAR) if r > LEAST / 2 else (552.0, NEWS)
    column = max(least, min(580.0, ring.inner.w / u / 2 - clear - r))
    if (count - 1) * step + 2 * r > ring.inner.h / u and count > 3:
        beside = (-step, step)[: count - 3]
        return [*((column - step, y) for y in beside), *((column, (i - 1) * step) for i in range(3))]
    return [(column, (i - (count - 1) / 2) * step) for i in range(count)]
