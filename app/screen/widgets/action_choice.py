"""A choice: things to do, each with a picture and what it means, ways to pay for one, and the main button below."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypeAlias

from app.screen.control.controller import Controller
from app.screen.paint.pen import Pen
from app.screen.widgets.controls import button, tick
from app.screen.widgets.panel import Cell, heading
from app.text.languages import Words

LARGEST: Final = 150.0  # u, of a picture
CHIP: Final = 56.0  # u, of a way to pay, so high
ONLY: Final = 66.0  # u, where there is but one
NEAR: Final = 10.0  # u, between two ways
Picture: TypeAlias = Callable[[Pen, float], None]  # round the pen's place, in a square so large
Paid: TypeAlias = Callable[[Pen, float], None]  # a thing that is paid: from the pen's place, so high, 0.9 of that wide


def option(
    p: Pen, key: str, title: str, sentence: str, picture: Picture, w: float, h: float, on: bool, tap: Callable[[], None]
) -> None:
    """One thing to do, so wide and high: its picture, its name, and what it means. `on`: it is chosen."""
    p.rect(0, 0, w, h, 18, "chosen" if on else "zone", "candle" if on else "line", 5 if on else 2)
    side = min(h, LARGEST)
    with p.at(side * 0.54, h / 2):
        picture(p, side)
    left = side * 1.06
    room = w - left - 20
    top = h * 0.09
    used = 1.25 * p.fits(title, 30, True, room)
    p.text(left, top + used / 2, title, 30, "text", "start", bold=heading(title), room=room)
    p.prose(left, top + used + 2, sentence, 24, room, h - top - used - h * 0.06)
    p.hit_area(0, 0, w, h, key, tap, press=lambda p: p.rect(0, 0, w, h, 18, "candle", opacity=0.25))
    if on:
        p.above()
        tick(p, w - 18, 18, 20)


def looked_at(p: Pen, key: str, label: str, picture: Picture, w: float, h: float, hold: Callable[[bool], None]) -> None:
    """A thing among others that shows something while a finger is down."""
    p.rect(0, 0, w, h, 18, "zone", "line", 2)
    side = min(h, LARGEST)
    with p.at(side * 0.54, h / 2):
        picture(p, side)
    left = side * 1.06
    p.prose(left, 6, label, 28, w - left - 20, h - 12, "text", middle=True)
    p.hit_area(0, 0, w, h, key, None, hold)


# ---- the foot ----------------------------------------------------------------------------------------------


def foot(
    control: Controller,
    w: Words,
    main: tuple[str, Callable[[], None]] | None,
    others: Sequence[Cell],
    undo: int | None,
) -> list[Cell]:
    """Undo, facing an edge, others, and at the hand the main button (`main`: its label and touch; None: nothing is
    chosen).
    """
    if main:
        found = [wide_button(main[0], "do it", main[1], weight=3, size=34, primary=True)]
    else:
        found = [wide_button(w("Choose one"), "", None, weight=3, size=30)]
    found += others
    if undo is not None:
        back = partial(control.open, "undo", undo)
        found.append(Cell(lambda p, width, height: button(p, 0, 0, width, height, "", "undo", back, "undo")))
    return found[::-1]


def wide_button(
    label: str, key: str, tap: Callable[[], None] | None, *, weight: float, size: float, primary: bool = False
) -> Cell:
    """A button of the foot; without a touch it says why nothing can be done yet."""
    return Cell(
        lambda p, width, height: button(
            p, 0, 0, width, height, label, key, tap, primary=primary, off=tap is None, size=size
        ),
        weight=weight,
    )


# ---- ways to pay -------------------------------------------------------------------------------------------


def ways(
    p: Pen,
    found: Sequence[Sequence[Paid]],
    how: int,
    choose: Callable[[int], None],
    width: float,
    height: float,
) -> None:
    """The ways to pay, as chips, of which the `how`th is chosen; with more than fit, they turn their pages."""
    if len(found) == 1:
        with p.at(0, (height - ONLY) / 2):
            _chip(p, found[0], ONLY)
        return
    side = max(height, ONLY)
    bw = max(_chip_width(way, CHIP) for way in found) + 20
    fit = max(1, int((width + NEAR) / (bw + NEAR)))
    if fit < len(found):
        fit = max(1, int((width - 2 * (side + NEAR) + NEAR) / (bw + NEAR)))
    first = how // fit * fit
    x = 0.0
    if fit < len(found):
        before = partial(choose, max(0, first - fit)) if first else None
        button(p, 0, 0, side, height, "", "ways before", before, "left", off=before is None)
        x = side + NEAR
    for nth in range(first, min(first + fit, len(found))):
        on = nth == how
        p.rect(x, 0, bw, height, 16, "chosen" if on else "zone", "candle" if on else "line", 4 if on else 2)
        with p.at(x + (bw - _chip_width(found[nth], CHIP)) / 2, (height - CHIP) / 2):
            _chip(p, found[nth], CHIP)
        p.hit_area(x, 0, bw, height, f"way {nth}", partial(choose, nth))
        x += bw + NEAR
    if fit < len(found):
        after = partial(choose, first + fit) if first + fit < len(found) else None
        button(p, width - side, 0, side, height, "", "ways after", after, "right", off=after is None)


def _chip_width(way: Sequence[Paid], h: float) -> float:
    return 8 + len(way) * h * 0.98


def _chip(p: Pen, way: Sequence[Paid], h: float) -> None:
    """What is paid, as small pictures."""
    for i, paid in enumerate(way):
        with p.at(4 + i * h * 0.98, 0):
            paid(p, h)
