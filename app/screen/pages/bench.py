"""The panel of lights and buttons on the screen: a strip of it where it is simulated, and the ring of a held horn."""

from collections.abc import Callable
from functools import partial

from app.looks.icons import icon
from app.screen.bench import STEPS
from app.screen.desk import Desk, new_id
from app.screen.draw import Pen
from app.screen.part import Part
from app.screen.ring import Ring

BUTTON = 100.0  # of a strip that is 100 high
SEAT = 118.0


def parts(desk: Desk, ring: Ring, width: int, height: int) -> list[Part]:
    """Whatever there is of it now."""
    found = []
    if desk.bench.strip(width, height):
        found.append(_strip(desk, width, height))
    if desk.bench.held is not None:
        found.append(_held(ring, desk.bench.held))
    return found


def _strip(desk: Desk, width: int, height: int) -> Part:
    bench, high = desk.bench, desk.bench.strip(width, height)
    panel = bench.panel
    assert panel is not None
    buttons, lights = panel.buttons, tuple(panel.lights)
    seats = sorted(
        {number for kind, _, number in (name.partition(".") for name in lights) if kind in ("seat", "cat")}, key=int
    )
    lit = frozenset(name for name in {*buttons, *lights} if bench.shines(name))
    rows = 1 if width > height else 2
    keys, lamps = len(buttons) * BUTTON, len(seats) * SEAT
    wide = keys + 40 + lamps if rows == 1 else max(keys, lamps)
    k = min(high / rows / 100, width / wide)

    def paint(p: Pen) -> None:
        p.rect(0, height - high, width, high, 0, "plate")
        p.spot(0, height - high, width, high, "strip", None, rank=0)
        first, second = height - high / rows * (rows - 0.5), height - high / rows / 2
        left = (width - (wide if rows == 1 else keys) * k) / 2
        with p.at(left, first, 0, k):
            for nth, name in enumerate(buttons):
                with p.at((nth + 0.5) * BUTTON, 0):
                    _button(p, name, name in lit, partial(_press, desk, name))
        left = left + (keys + 40) * k if rows == 1 else (width - lamps * k) / 2
        with p.at(left, second, 0, k):
            for nth, seat in enumerate(seats):
                with p.at(nth * SEAT, 0):
                    turn, cat = (f"{kind}.{seat}" for kind in ("seat", "cat"))
                    _seat(p, seat, turn in lit, cat in lit if cat in lights else None)

    return Part("strip", (width, height, buttons, lights, lit), paint)


def _press(desk: Desk, name: str, down: bool) -> None:
    desk.bench.press(new_id(), name, down)


def _button(p: Pen, name: str, lit: bool, press: Callable[[bool], None]) -> None:
    """A button with its light in it. It goes down with the finger, and up with it."""
    ground, ink = ("candle", "ink") if lit else ("raised", "text")
    p.disc(0, 0, 42, ground, "stone" if lit else "line", 3)
    if name == "horn":
        icon(p, "horn", 0, 0, 52, ink, ground)
    else:
        icon(p, "swords" if lit else "olive", 0, -12, 34, ink, ground)
        p.text(0, 20, name.partition(".")[2], 26, ink, bold=True)

    def pressed(pen: Pen) -> None:
        pen.disc(0, 0, 42, None, "candle", 8)

    p.spot(-48, -48, 96, 96, f"part {name}", None, press, press=pressed)


def _seat(p: Pen, number: str, turn: bool, cat: bool | None) -> None:
    """The lights of a seat: whose turn it is, and the cat's."""
    p.rect(4, -36, SEAT - 12, 72, 14, None, "hair", 2)
    p.text(26, 0, number, 30, "soft", bold=True)
    p.disc(60, 0, 13, "candle" if turn else "ink", "line", 2.5)
    if cat is not None:
        icon(p, "cat", 88, -2, 34, "candle" if cat else "line", "plate")


def _held(ring: Ring, step: int) -> Part:
    """A ring that closes while the horn is held."""
    paint = partial(_closing, ring, step)
    return Part("held", (ring, step), paint)


def _closing(ring: Ring, step: int, p: Pen) -> None:
    x, y = ring.inner.centre
    with p.at(x, y, 0, ring.u):
        p.disc(0, 0, 252, "plate")
        p.disc(0, 0, 226, None, "hair", 14)
        icon(p, "horn", 0, 0, 170, "candle", "plate")
        if step:
            p.arc(0, 0, 226, -90, -90 + 360 * step / STEPS, "candle", 16)
