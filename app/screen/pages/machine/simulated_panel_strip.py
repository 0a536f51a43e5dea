"""The hardware panel on the screen: a simulated strip of buttons and lights, and the progress ring of a held horn."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from app.looks.icons import icon
from app.screen.control.controller import Controller
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.state.hardware_panel import HOLD_STEPS
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Scene

BUTTON = 100.0  # width, for a strip of height 100
SEAT = 118.0


def elements(scene: Scene, ring: Ring, width: int, height: int) -> Elements:
    """Build the strip and the ring as needed."""
    found: Elements = []
    if scene.model.panel.strip(width, height):
        found.append(_build_strip(scene, width, height))
    held = scene.model.panel.steps_held(scene.now)
    table = scene.model.table
    if held is not None and table is not None and table.phase != "game":  # in a game it only sounds
        found.append(Element("held", HornHeld(ring, held), paint_held))
    return found


@dataclass(frozen=True, slots=True)
class SimulatedPanel:
    """The simulated panel in the lowest `high` pixels. `lit`: parts whose light is on."""

    width: int
    height: int
    high: int
    buttons: tuple[str, ...]
    lights: tuple[str, ...]
    lit: frozenset[str]


def _build_strip(scene: Scene, width: int, height: int) -> Element[SimulatedPanel]:
    bench = scene.model.panel
    panel = bench.panel
    assert panel is not None
    lit = frozenset(name for name in {*panel.buttons, *panel.lights} if bench.is_lit(name))
    view = SimulatedPanel(width, height, bench.strip(width, height), panel.buttons, tuple(panel.lights), lit)
    return Element("strip", view, paint_strip)


def paint_strip(p: Pen, panel: SimulatedPanel, control: Controller) -> None:
    width, height, high = panel.width, panel.height, panel.high
    named = [name.partition(".") for name in panel.lights]
    seats = sorted({number for kind, _, number in named if kind in ("seat", "cat")}, key=int)
    rows = 1 if width > height else 2
    keys, lamps = len(panel.buttons) * BUTTON, len(seats) * SEAT
    wide = keys + 40 + lamps if rows == 1 else max(keys, lamps)
    k = min(high / rows / 100, width / wide)
    p.rect(0, height - high, width, high, 0, "plate")
    p.hit_area(0, height - high, width, high, "strip", None, rank=0)
    first, second = height - high / rows * (rows - 0.5), height - high / rows / 2
    left = (width - (wide if rows == 1 else keys) * k) / 2
    with p.at(left, first, 0, k):
        for nth, name in enumerate(panel.buttons):
            with p.at((nth + 0.5) * BUTTON, 0):
                _paint_button(p, name, name in panel.lit, partial(control.press_button, name))
    left = left + (keys + 40) * k if rows == 1 else (width - lamps * k) / 2
    with p.at(left, second, 0, k):
        for nth, seat in enumerate(seats):
            with p.at(nth * SEAT, 0):
                turn, cat = (f"{kind}.{seat}" for kind in ("seat", "cat"))
                _paint_seat(p, seat, turn in panel.lit, cat in panel.lit if cat in panel.lights else None)


def _paint_button(p: Pen, name: str, lit: bool, press: Callable[[bool], None]) -> None:
    """Paint a button with its light; it sends press and release."""
    ground, ink = ("candle", "ink") if lit else ("raised", "text")
    p.disc(0, 0, 42, ground, "stone" if lit else "line", 3)
    if name == "horn":
        icon(p, "horn", 0, 0, 52, ink, ground)
    else:
        icon(p, "swords" if lit else "olive", 0, -12, 34, ink, ground)
        p.text(0, 20, name.partition(".")[2], 26, ink, bold=True)

    def paint_press(pen: Pen) -> None:
        pen.disc(0, 0, 42, None, "candle", 8)

    p.hit_area(-48, -48, 96, 96, f"part {name}", None, press, press=paint_press)


def _paint_seat(p: Pen, number: str, turn: bool, cat: bool | None) -> None:
    p.rect(4, -36, SEAT - 12, 72, 14, None, "hair", 2)
    p.text(26, 0, number, 30, "soft", bold=True)
    p.disc(60, 0, 13, "candle" if turn else "ink", "line", 2.5)
    if cat is not None:
        icon(p, "cat", 88, -2, 34, "candle" if cat else "line", "plate")


@dataclass(frozen=True, slots=True)
class HornHeld:
    """The progress of holding the horn, in steps."""

    ring: Ring
    step: int


def paint_held(p: Pen, horn: HornHeld, control: Controller) -> None:
    """Paint a ring that closes while the horn is held."""
    x, y = horn.ring.inner.centre
    with p.at(x, y, 0, horn.ring.u):
        p.disc(0, 0, 252, "plate")
        p.disc(0, 0, 226, None, "hair", 14)
        icon(p, "horn", 0, 0, 170, "candle", "plate")
        if horn.step:
            p.arc(0, 0, 226, -90, -90 + 360 * horn.step / HOLD_STEPS, "candle", 16)
