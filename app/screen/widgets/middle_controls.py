"""What the middle of every table has: a plate that points to whoever acts, and round buttons in their places."""

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
from app.screen.state.ring import CardPlace, Ring
from app.screen.state.scene import Scene
from app.screen.widgets import table_inlays as inlaid
from app.screen.widgets.controls import round_button

LEAST: Final = 88.0  # u, a round button, before it is large
CLEAR: Final = 48.0  # u between large round buttons and the zones at their right, into which wonders reach


def face_angle(scene: Scene, ring: Ring) -> float:
    """Labels of the middle turn to whoever acts, or stay with the edge that all faces."""
    return scene.faced(ring.edge_of(scene.acting)) * 90.0


def in_middle(ring: Ring, dx: float, dy: float, angle: float) -> CardPlace:
    """A place so far from the middle's centre, in units of what lies there: u, or more if that is large."""
    (x, y), unit = ring.inner.centre, ring.u * ring.large
    return CardPlace(x + dx * unit, y + dy * unit, angle)


def reader(scene: Scene, ring: Ring) -> int:
    """Who is told what a thing in the middle is: it faces whoever acts; where that is a bot, whose finger it is."""
    acting = scene.acting
    return acting if acting and scene.model.by_hand(acting) else scene.reader(ring)


# ---- the plate -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MiddlePlate:
    """What points from the middle to the acting seat (0: to none)."""

    ring: Ring
    acting: int

    @property
    def angle(self) -> float:
        """The way from the middle to whoever acts, in degrees."""
        if not self.acting:
            return 0.0
        x, y = self.ring.inner.centre
        target = self.ring.zones[self.acting - 1]
        return degrees(atan2(target.y - y, target.x - x))


@dataclass(frozen=True, slots=True)
class MiddleFloor:
    """The floor in the middle of the table, of so many u from there; it lies still."""

    ring: Ring
    radius: float


def floor(ring: Ring, radius: float) -> Element[MiddleFloor]:
    """The lowest thing in the middle."""
    return Element("floor", MiddleFloor(ring, radius), paint_floor)


def paint_floor(p: Pen, it: MiddleFloor, control: Controller) -> None:
    with p.at(*it.ring.inner.centre, 0, it.ring.u):
        inlaid.floor(p, it.radius)


def plate(scene: Scene, ring: Ring) -> Element[MiddlePlate]:
    """What points from the floor to the next seat, as it turns to it."""
    view = MiddlePlate(ring, scene.acting)
    return Element("plate", view, paint_plate, angle=view.angle, pivot=ring.inner.centre)


def paint_plate(p: Pen, it: MiddlePlate, control: Controller) -> None:
    u, radius = it.ring.u, it.ring.disc
    x, y = it.ring.inner.centre
    if it.acting:
        p.arc(x, y, radius * u, it.angle - 16, it.angle + 16, "candle", 7 * u)
        with p.at(x, y, it.angle, u):
            p.poly(radius + 6, -24, radius + (18 if radius < 230 else 28), 0, radius + 6, 24, fill="candle")


# ---- round buttons -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundButton:
    """A round button: its picture, how it is called, and what a touch does."""

    picture: str
    key: str
    tap: Callable[[Controller], None]


@dataclass(frozen=True, slots=True)
class MiddleButtons:
    """?, undo, the way in for a phone, and the menu; before them the horn, in a game that has one."""

    ring: Ring
    angle: float
    can_undo: bool
    silent: bool
    horn: bool
    asking: bool
    first: RoundButton | None = None


def buttons(scene: Scene, ring: Ring, horn: bool = False, first: RoundButton | None = None) -> Element[MiddleButtons]:
    """Round, and always in the same place. `first`: one of the game's own. A panel opens towards who touches it."""
    can_undo = scene.model.table is not None and scene.model.table.puts_back
    view = MiddleButtons(ring, face_angle(scene, ring), can_undo, scene.model.silent, horn, scene.opened.asking, first)
    return Element("buttons", view, paint_buttons)


def paint_buttons(p: Pen, it: MiddleButtons, control: Controller) -> None:
    ring, u, r = it.ring, it.ring.u, _radius(it.ring)
    x, y = ring.inner.centre
    taps: list[tuple[str, str, Callable[[], None]]] = [("horn", "horn", control.blow)] if it.horn else []
    if it.first:
        taps.append((it.first.picture, it.first.key, partial(it.first.tap, control)))
    taps.append(("question", explain_mode.KEY, partial(_ask, control, ring)))
    taps += [
        (picture, panel, partial(_open, control, ring, panel))
        for picture, panel in (("undo", "undo"), ("phone", "code"), ("menu", "menu"))
    ]
    for (dx, dy), (picture, key, tap) in zip(_button_places(ring, len(taps)), taps, strict=True):
        with p.at(x + dx * u, y + dy * u, it.angle, u):
            lit = key == explain_mode.KEY and it.asking
            round_button(p, r, picture, key, tap, lit, off=picture == "undo" and not it.can_undo)
            if picture == ("horn" if it.horn else "menu") and it.silent:
                with p.at(r * 0.7, -r * 0.7):
                    p.disc(0, 0, r * 0.5, "plate", "line", 2)
                    icon(p, "mute", 0, 0, r * 0.7, "text", "plate")


def _open(control: Controller, ring: Ring, panel: str) -> None:
    seat = reader(control.scene, ring)
    control.open(panel, ring.edge_of(seat))


def _ask(control: Controller, ring: Ring) -> None:
    seat = reader(control.scene, ring)
    explain_mode.ask(control, seat, ring.edge_of(seat))


def beside(ring: Ring, count: int) -> float:
    """How far to the right of the middle so many round buttons begin, in u; in portrait they lie below it."""
    return inf if ring.upright else min(x for x, _ in _button_places(ring, count)) - ring.touch / 2


def row_begin(ring: Ring, count: int) -> float:
    """Return where a portrait screen's first row of `count` round buttons begins, in u from the middle's centre."""
    return min(x for x, _ in _button_places(ring, count)) - _radius(ring)


def _radius(ring: Ring) -> float:
    """Of a round button, in u."""
    return max(ring.touch, LEAST * ring.large) / 2


def _button_places(ring: Ring, count: int) -> list[tuple[float, float]]:
    """Where four or five round buttons lie, from the middle's centre."""
    u, r, k = ring.u, _radius(ring), ring.large
    step = 2 * r + max(2.1 * ring.mm / u, 12)
    if ring.upright:  # in a row below the plate, from the right; below that what would lie on the things at its left
        last = min(ring.inner.w / u / 2, 420) - r - 8
        fit = int((last + (165 if k == 1 else 95 * k) - r) / step) + 1
        rows = ceil(count / fit)
        top = min(380.0 if k == 1 else 400.0 * k, ring.inner.h / u / 2 - r - 8 - (rows - 1) * step)
        return [(last - nth % fit * step, top + nth // fit * step) for nth in range(count - 1, -1, -1)]
    column = max(580.0 - max(0, r - 44), min(580.0, ring.inner.w / u / 2 - CLEAR - r))
    if (count - 1) * step + 2 * r > ring.inner.h / u and count > 3:
        beside = (-step, step)[: count - 3]
        return [*((column - step, y) for y in beside), *((column, (i - 1) * step) for i in range(3))]
    return [(column, (i - (count - 1) / 2) * step) for i in range(count)]
