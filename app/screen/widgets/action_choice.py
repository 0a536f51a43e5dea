"""A choice of actions: options with picture and sentence, ways to pay, and the main button below."""

from collections.abc import Callable, Sequence
from functools import partial
from math import ceil
from typing import Final, TypeAlias

from app.screen.control.controller import Controller
from app.screen.paint import grounds, lighting
from app.screen.paint.pen import Pen
from app.screen.paint.text_pen import LEGIBLE_PX, PARCHMENT
from app.screen.state.ring_layout import Ring
from app.screen.widgets.controls import button, tick
from app.screen.widgets.panel import PAD, weight_of
from app.screen.widgets.panel_cells import GAP, Cell, cell, text_block
from app.screen.widgets.panel_frame import Frame
from app.text.translation import Words

LARGEST: Final = 150.0  # u, side of a picture
PAID_WIDTH: Final = 0.74  # of its height, a card to pay with
CHIP_HEIGHT: Final = 70.0  # u, of one way to pay
SINGLE_CHIP_HEIGHT: Final = 76.0  # u, if there is no other
CHIP_GAP: Final = 10.0  # u, between two ways to pay
NAME: Final = 26.0  # type size of a thing's name
NAME_LINES: Final = 1.5  # height of its place, in sizes
NOTE: Final = 28.0  # type size of the sentence below the things
THING: Final = 190.0, 92.0, 260.0  # u: least width, least height without its name, and height with it
LIFT: Final = 8.0  # u, by which the chosen thing is lifted
Picture: TypeAlias = Callable[[Pen, float], None]  # draws round the pen's place, in a square of this side
# A function that draws from the pen's place, this high and `PAID_WIDTH` times as wide.
CostPicture: TypeAlias = Callable[[Pen, float], None]


def option(
    p: Pen, key: str, title: str, sentence: str, picture: Picture, w: float, h: float, on: bool,
    tap: Callable[[], None], person: bool = False,
) -> None:  # fmt: skip
    """Draw an action in a box with a sentence. `on`: it is chosen; `person`: the title is somebody's name."""
    _paint_place(p, 0, w, h, on)
    side = min(h, LARGEST)
    with p.at(side * 0.54, h / 2):
        picture(p, side)
    left = side * 1.06
    room = w - left - 20
    top = h * 0.09
    used = 1.25 * p.fit_size(title, 30, room, bold=True)
    p.text(left, top + used / 2, title, 30, "text", "start", bold=person or weight_of(title), room=room)
    p.prose(left, top + used + 2, sentence, 24, room, h - top - used - h * 0.06)
    p.hit_area(0, 0, w, h, key, tap, press=lambda p: p.rect(0, 0, w, h, 18, "candle", opacity=0.25))
    if on:
        p.begin_layer()
        tick(p, w - 18, 18, 20)


def paint_thing(
    p: Pen, key: str, title: str, picture: Picture, w: float, h: float, on: bool, tap: Callable[[], None] | None,
    hold: Callable[[bool], None] | None = None, person: bool = False, lines: float = NAME_LINES,
) -> None:  # fmt: skip
    """Draw a thing on the tray with its name below, which has so many lines' height; the chosen one is lifted and
    larger. `person`: as for `option`."""
    low = lines * p.legible(NAME)
    side = min(w, (h - low) * (1.0 if on else 0.92))
    with p.at(w / 2, (h - low) / 2 - (LIFT if on else 0.0)):
        if on:
            lighting.halo(p, side * 0.42, side * 0.14)
        picture(p, side)
    p.prose(0, h - low, title, max(NAME, LEGIBLE_PX / p.scale), w, low, "candle" if on else "text", "middle",
            bold=person or weight_of(title), middle=True)  # fmt: skip
    p.hit_area(0, 0, w, h, key, tap, hold, press=lambda p: p.rect(0, 0, w, h, 18, "candle", opacity=0.25))
    if on:
        p.begin_layer()
        tick(p, w / 2 + side * 0.32, (h - low) / 2 - side * 0.36, 22)


def fit_things(p: Pen, ring: Ring, at: Frame, many: int, says: Cell, most: float = THING[2]) -> tuple[float, float]:
    """Return the size of things in a panel above a note and a foot, as large as all fit."""
    with p.at(0, 0, 0, ring.u):
        low, least = says.high(p, at.w - 2 * PAD) if says.high else 0.0, THING[1] + NAME_LINES * p.legible(NAME)
    columns = max(1, min(many, int(at.w / THING[0])))
    rows = ceil(many / columns)
    high = (at.h - 2 * PAD - 2 * ring.touch - low - 2 * GAP) / rows - GAP
    return (at.w - 2 * PAD + GAP) / columns - GAP - 0.1, max(least, min(high, most))


def note(text: str) -> Cell:
    """Return a strip of parchment that says what the chosen thing does."""
    words = text_block(text, NOTE, "text")

    def draw(p: Pen, w: float, h: float) -> None:
        with p.use_material(PARCHMENT):
            grounds.strip(p, w, h)
            with p.at(12, 10):
                words.draw(p, w - 24, h - 20)

    return Cell(draw, wide=True, high=lambda p, wide: (words.high(p, wide - 24) if words.high else 0.0) + 20)


def _paint_place(p: Pen, x: float, w: float, h: float, on: bool) -> None:
    """Draw a place on the felt on which something to choose lies."""
    p.rect(x, 0, w, h, 18, "black", opacity=0.34 if on else 0.2)
    p.rect(x, 0, w, h, 18, None, "candle" if on else "edge", 4 if on else 1.5)


def foot(
    control: Controller,
    w: Words,
    main: tuple[str, Callable[[], None]] | None,
    others: Sequence[Cell],
    undo: int | None,
    people: Sequence[str] = (),
) -> list[Cell]:
    """Return the foot's cells: undo for edge `undo` (None: left out), `others`, and the main button nearest the hand.

    `main` is its label and callback; None if nothing is chosen yet. A label that names one of `people` is not carved.
    """
    if main:
        stone = not any(name in main[0] for name in people)
        found = [cell(main[0], "do it", main[1], weight=3, size=34, primary=True, stone=stone)]
    else:
        found = [cell(w("Choose one"), "", None, weight=3, size=30, stone=True)]
    found += others
    if undo is not None:
        back = partial(control.open_panel, "undo", undo)
        found.append(Cell(lambda p, width, height: button(p, 0, 0, width, height, "", "undo", back, picture="undo")))
    return found[::-1]


def payment_chips(
    p: Pen,
    found: Sequence[Sequence[CostPicture]],
    how: int,
    choose: Callable[[int], None],
    width: float,
    height: float,
) -> None:
    """Draw the cards of each way to pay, the `how`th chosen; with paging arrows if not all fit."""
    if len(found) == 1:
        with p.at(0, (height - SINGLE_CHIP_HEIGHT) / 2):
            _chip(p, found[0], SINGLE_CHIP_HEIGHT)
        return
    side = max(height, SINGLE_CHIP_HEIGHT)
    bw = max(_chip_width(way, CHIP_HEIGHT) for way in found) + 20
    fit = max(1, int((width + CHIP_GAP) / (bw + CHIP_GAP)))
    if fit < len(found):
        fit = max(1, int((width - 2 * (side + CHIP_GAP) + CHIP_GAP) / (bw + CHIP_GAP)))
    first = how // fit * fit
    x = 0.0
    if fit < len(found):
        before = partial(choose, max(0, first - fit)) if first else None
        button(p, 0, 0, side, height, "", "ways before", before, picture="left", off=before is None)
        x = side + CHIP_GAP
    for nth in range(first, min(first + fit, len(found))):
        on = nth == how
        _paint_place(p, x, bw, height, on)
        with p.at(x + (bw - _chip_width(found[nth], CHIP_HEIGHT)) / 2, (height - CHIP_HEIGHT) / 2):
            _chip(p, found[nth], CHIP_HEIGHT)
        p.hit_area(x, 0, bw, height, f"way {nth}", partial(choose, nth))
        x += bw + CHIP_GAP
    if fit < len(found):
        after = partial(choose, first + fit) if first + fit < len(found) else None
        button(p, width - side, 0, side, height, "", "ways after", after, picture="right", off=after is None)


def _chip_width(way: Sequence[CostPicture], h: float) -> float:
    return 8 + len(way) * h * PAID_WIDTH


def _chip(p: Pen, way: Sequence[CostPicture], h: float) -> None:
    for i, paid in enumerate(way):
        with p.at(4 + i * h * PAID_WIDTH, 0):
            paid(p, h)
