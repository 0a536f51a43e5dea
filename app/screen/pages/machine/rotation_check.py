"""How the picture is turned, and whether fingers are felt where they touch it: four corners, one after the other."""

from dataclasses import dataclass
from functools import partial
from math import hypot
from typing import Final

from app.looks.icons import icon
from app.screen.control.controller import Controller
from app.screen.input import try_out
from app.screen.paint.element import Element
from app.screen.paint.pen import Pen
from app.screen.state.ring import Ring
from app.screen.state.scene import Scene
from app.screen.widgets.controls import button
from app.text.languages import Words

CORNERS: Final = 4
GAP: Final = 12.0  # u
Place = tuple[float, float]  # parts of the width and of the height, from the top left


@dataclass(frozen=True, slots=True)
class CornersTried:
    """Where the touches on the corners were felt, clockwise from the top left; whether the picture is turned to try it.

    `left`: whole seconds until it turns back; None: it stays.
    """

    felt: tuple[Place, ...]
    left: int | None
    w: Words


def tried(scene: Scene) -> CornersTried:
    """How far people are."""
    turned = scene.opened.turned
    left = turned.left if turned is not None and turned.until is not None else None
    return CornersTried(scene.opened.corners, left, scene.model.words())


@dataclass(frozen=True, slots=True)
class CornersArea:
    """What the four corners are of, `wide` by `high`; `t` is the side of what is drawn in each."""

    wide: float
    high: float
    t: float

    def corner(self, nth: int) -> tuple[float, float]:
        """The upper left point of what is drawn in a corner, clockwise from 0 at the top left."""
        return (
            (0.0, 0.0),
            (self.wide - self.t, 0.0),
            (self.wide - self.t, self.high - self.t),
            (0.0, self.high - self.t),
        )[nth]

    def at(self, felt: Place) -> tuple[float, float]:
        return felt[0] * self.wide, felt[1] * self.high

    def found(self, felt: Place) -> int | None:
        """The corner that a place is on, or hardly beside."""
        x, y = self.at(felt)
        for nth in range(CORNERS):
            left, top = self.corner(nth)
            if hypot(x - left - self.t / 2, y - top - self.t / 2) <= self.t:
                return nth
        return None


# ---- the corners ---------------------------------------------------------------------------------------------


def paint_corners(p: Pen, it: CornersTried, control: Controller, sheet: CornersArea) -> None:
    """What is to be touched, from the pen's place: any touch counts, wherever it is felt."""
    feel = partial(_feel, control, *p.place(0, 0), *p.place(sheet.wide, sheet.high))
    p.hit_area(0, 0, sheet.wide, sheet.high, "corners ground", feel, rank=0)
    for nth in range(CORNERS):
        x, y = sheet.corner(nth)
        due, done = nth == len(it.felt), nth < len(it.felt)
        sign = ("tick" if sheet.found(it.felt[nth]) == nth else "cross") if done else "touch" if due else ""
        button(p, x, y, sheet.t, sheet.t, "", f"corner {nth}", feel, sign, primary=due, off=not due and not done)
    for nth, felt in enumerate(it.felt):
        if sheet.found(felt) != nth:
            icon(p, "cross", *sheet.at(felt), sheet.t / 2, "red", "table")


def _feel(control: Controller, left: float, top: float, right: float, low: float) -> None:
    """One more touch was felt, where the finger is now; after the last corner they begin anew."""
    finger, felt = control.scene.finger, control.opened.corners
    if finger is not None:
        place = (finger[0] - left) / (right - left), (finger[1] - top) / (low - top)
        control.change(corners=(*(felt if len(felt) < CORNERS else ()), place))


def said(it: CornersTried, sheet: CornersArea) -> str:
    """What people are to do, or what has been found."""
    w, found = it.w, [sheet.found(felt) for felt in it.felt]
    if it.left is not None:
        return w("Is it right so? In {n} s the picture turns back by itself.", n=it.left)
    if len(found) < CORNERS:
        return w("Touch the corners one after the other: the bright one is next.")
    for quarters in range(CORNERS):
        if found == [(nth + quarters) % CORNERS for nth in range(CORNERS)]:
            if not quarters:
                return w("Every corner is felt where it is drawn.")
            return w("Fingers are felt turned by {n}°. The project’s hardware page says what to do.", n=90 * quarters)
    return w("Not every corner is felt where it is drawn. The project’s hardware page says what to do.")


def paint_turns(p: Pen, it: CornersTried, control: Controller, x: float, y: float, w: float, t: float) -> None:
    """The buttons that turn the picture, in a row so wide."""
    half = (w - GAP) / 2
    button(p, x, y, half, t, it.w("Turn left"), "turn left", partial(try_out.turn_picture, control, -1))
    button(p, x + half + GAP, y, half, t, it.w("Turn right"), "turn right", partial(try_out.turn_picture, control, 1))


def paint_kept(p: Pen, it: CornersTried, control: Controller, x: float, y: float, w: float, t: float) -> None:
    """While it is tried: whether it is right so, in a row so wide."""
    half = (w - GAP) / 2
    button(p, x, y, half, t, it.w("As before"), "turn back", partial(try_out.cancel_rotation, control))
    keep = partial(try_out.keep_rotation, control)
    button(p, x + half + GAP, y, half, t, it.w("Keep it so"), "keep", keep, primary=True)


# ---- as a page -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CornersPanel:
    """The words face an edge. `back`: the panel that this was opened from."""

    ring: Ring
    edge: int
    tried: CornersTried
    back: str


def opened(control: Controller, panel: str) -> None:
    """Open it, with nothing touched yet."""
    control.change(corners=())
    control.open(panel, control.opened.edge)


def corners(scene: Scene, ring: Ring, _: int) -> Element[CornersPanel]:
    """All of the screen, opened from the settings or from what is found out about the machine."""
    back = "settings" if scene.opened.panel == "rotation" else "machine"
    return Element(f"panel {scene.opened.panel}", CornersPanel(ring, scene.opened.edge, tried(scene), back), paint_page)


def paint_page(p: Pen, it: CornersPanel, control: Controller) -> None:
    """What people read and press lies in the middle, and *Back* in the very centre: it is found however a touchscreen
    is turned.
    """
    u, t = it.ring.u, it.ring.touch
    sheet = CornersArea(it.ring.width / u, it.ring.height / u, t)
    with p.at(0, 0, 0, u):
        p.rect(0, 0, sheet.wide, sheet.high, 0, "table")
        paint_corners(p, it.tried, control, sheet)
        with p.at(sheet.wide / 2, sheet.high / 2, it.edge * 90.0):
            w = min(760.0, (sheet.wide if it.edge % 2 == 0 else sheet.high) - 2 * GAP)
            above = -t / 2 - GAP
            text, size = said(it.tried, sheet), p.legible(34)
            p.prose(-w / 2, above - 110, text, size, w, 110, "text", "middle", bold=True, middle=True)
            if it.tried.left is not None:
                paint_kept(p, it.tried, control, -w / 2, -t / 2, w, t)
            else:
                back = partial(control.open, it.back, it.edge)
                button(p, -t * 2, -t / 2, t * 4, t, it.tried.w("Back"), "back", back, "left")
            paint_turns(p, it.tried, control, -w / 2, t / 2 + GAP, w, t)
