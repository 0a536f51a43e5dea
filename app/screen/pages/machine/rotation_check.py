"""The check of rotation and touch: people touch the four corners one after the other."""

from dataclasses import dataclass
from functools import partial
from math import hypot
from typing import Final

from app.looks.icons import icon
from app.screen.control.controller import Controller
from app.screen.input import display_trial
from app.screen.paint.element import Element
from app.screen.paint.pen import Pen
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Scene
from app.screen.widgets.controls import button
from app.screen.widgets.panel_frame import panel_element
from app.shown.machine.settings import MACHINE_PANEL
from app.text.translation import Words

CORNERS: Final = 4
GAP: Final = 12.0  # u
Place = tuple[float, float]  # parts of the width and of the height, from the top left


@dataclass(frozen=True, slots=True)
class CornersTried:
    """The corners touched so far, clockwise from the top left (shares of the area).

    `left`: seconds until a trial rotation is reverted; None: no trial.
    """

    felt: tuple[Place, ...]
    left: int | None
    w: Words


def check_state(scene: Scene) -> CornersTried:
    turned = scene.ui.turned
    left = turned.left if turned is not None and turned.until is not None else None
    return CornersTried(scene.ui.corners, left, scene.model.words())


@dataclass(frozen=True, slots=True)
class CornersArea:
    """The area between the corners, `wide` by `high`; `t`: size of a mark."""

    wide: float
    high: float
    t: float

    def corner(self, nth: int) -> tuple[float, float]:
        """Return the top left point of a corner's mark, clockwise from 0 at the top left."""
        return (
            (0.0, 0.0),
            (self.wide - self.t, 0.0),
            (self.wide - self.t, self.high - self.t),
            (0.0, self.high - self.t),
        )[nth]

    def to_units(self, felt: Place) -> tuple[float, float]:
        return felt[0] * self.wide, felt[1] * self.high

    def find_corner(self, felt: Place) -> int | None:
        """Return the corner that a touch belongs to, with a tolerance, or None."""
        x, y = self.to_units(felt)
        for nth in range(CORNERS):
            left, top = self.corner(nth)
            if hypot(x - left - self.t / 2, y - top - self.t / 2) <= self.t:
                return nth
        return None


def paint_corners(p: Pen, trial: CornersTried, control: Controller, sheet: CornersArea) -> None:
    """Paint the marks; a touch anywhere in the area counts."""
    feel = partial(_record_touch, control, *p.place(0, 0), *p.place(sheet.wide, sheet.high))
    p.hit_area(0, 0, sheet.wide, sheet.high, "corners ground", feel, rank=0)
    for nth in range(CORNERS):
        x, y = sheet.corner(nth)
        due, done = nth == len(trial.felt), nth < len(trial.felt)
        sign = ("tick" if sheet.find_corner(trial.felt[nth]) == nth else "cross") if done else "touch" if due else ""
        button(
            p, x, y, sheet.t, sheet.t, "", f"corner {nth}", feel, picture=sign, primary=due, off=not due and not done
        )
    for nth, felt in enumerate(trial.felt):
        if sheet.find_corner(felt) != nth:
            icon(p, "cross", *sheet.to_units(felt), sheet.t / 2, "red", "table")


def _record_touch(control: Controller, left: float, top: float, right: float, low: float) -> None:
    """Record a touch; after the last corner the check starts again."""
    finger, felt = control.scene.finger, control.ui.corners
    if finger is not None:
        place = (finger[0] - left) / (right - left), (finger[1] - top) / (low - top)
        control.change(corners=(*(felt if len(felt) < CORNERS else ()), place))


def describe_result(trial: CornersTried, sheet: CornersArea) -> str:
    """Return the instruction, or the result."""
    w, found = trial.w, [sheet.find_corner(felt) for felt in trial.felt]
    if trial.left is not None:
        return w("Keep it like this? In {n} s the picture turns back by itself.", n=trial.left)
    if len(found) < CORNERS:
        return w("Touch each corner in turn: the bright one is next.")
    for quarters in range(CORNERS):
        if found == [(nth + quarters) % CORNERS for nth in range(CORNERS)]:
            if not quarters:
                return w("Every corner works where it is drawn.")
            return w("Touches are turned by {n}°. The project’s hardware page says what to do.", n=90 * quarters)
    return w("Not every corner works where it is drawn. The project’s hardware page says what to do.")


def paint_turns(p: Pen, trial: CornersTried, control: Controller, x: float, y: float, w: float, t: float) -> None:
    """Paint the buttons that rotate the picture."""
    half = (w - GAP) / 2
    left, right = (partial(display_trial.turn_picture, control, by) for by in (-1, 1))
    button(p, x, y, half, t, trial.w("Turn left"), "turn left", left, picture="left")
    button(p, x + half + GAP, y, half, t, trial.w("Turn right"), "turn right", right, picture="right")


def paint_kept(p: Pen, trial: CornersTried, control: Controller, x: float, y: float, w: float, t: float) -> None:
    """Paint the buttons that keep or revert a trial rotation."""
    half = (w - GAP) / 2
    back = partial(display_trial.cancel_rotation, control)
    button(p, x, y, half, t, trial.w("As before"), "turn back", back, picture="undo")
    keep = partial(display_trial.keep_rotation, control)
    button(p, x + half + GAP, y, half, t, trial.w("Keep it like this"), "keep", keep, primary=True)


@dataclass(frozen=True, slots=True)
class CornersPanel:
    """The panel, turned to an edge. `back`: the panel it was opened from."""

    ring: Ring
    edge: int
    tried: CornersTried
    back: str


def start_check(control: Controller, panel: str) -> None:
    control.change(corners=())
    control.open_panel(panel, control.ui.edge)


def build_check_page(scene: Scene, ring: Ring, _: int) -> Element[CornersPanel]:
    """Build the check over the whole screen, opened from settings or diagnostics."""
    back = MACHINE_PANEL if scene.ui.panel == "rotation" else "machine"
    return panel_element(scene, CornersPanel(ring, scene.ui.edge, check_state(scene), back), paint_page)


def paint_page(p: Pen, panel: CornersPanel, control: Controller) -> None:
    """Paint instruction and buttons in the middle, with *Back* in the very centre, where it can be hit in any
    rotation."""
    u, t = panel.ring.u, panel.ring.touch
    sheet = CornersArea(panel.ring.width / u, panel.ring.height / u, t)
    with p.at(0, 0, 0, u):
        p.rect(0, 0, sheet.wide, sheet.high, 0, "table")
        paint_corners(p, panel.tried, control, sheet)
        with p.at(sheet.wide / 2, sheet.high / 2, panel.edge * 90.0):
            w = min(760.0, (sheet.wide if panel.edge % 2 == 0 else sheet.high) - 2 * GAP)
            above = -t / 2 - GAP
            text, size = describe_result(panel.tried, sheet), p.legible(34)
            p.prose(-w / 2, above - 110, text, size, w, 110, "text", "middle", bold=True, middle=True)
            if panel.tried.left is not None:
                paint_kept(p, panel.tried, control, -w / 2, -t / 2, w, t)
            else:
                back = partial(control.open_panel, panel.back, panel.edge)
                button(p, -t * 2, -t / 2, t * 4, t, panel.tried.w("Back"), "back", back, picture="left")
            paint_turns(p, panel.tried, control, -w / 2, t / 2 + GAP, w, t)
