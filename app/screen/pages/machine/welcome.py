"""The first-start assistant, shown once: language, rotation, screen size, and a join code to try."""

from dataclasses import dataclass
from functools import partial
from math import ceil, hypot
from typing import Final

from app.screen.control.controller import Controller
from app.screen.pages.common.join_codes import JoinCode, join_code, paint_join_code
from app.screen.pages.common.setting_intents import set_table
from app.screen.pages.machine.rotation_check import (
    CornersArea,
    CornersTried,
    check_state,
    describe_result,
    paint_corners,
    paint_kept,
    paint_turns,
)
from app.screen.paint import grounds
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.paint.pen_layers import STONE
from app.screen.paint.text_pen import FELT, PARCHMENT
from app.screen.state.ring_layout import FINGER, INCH, Ring, guessed_diagonal
from app.screen.state.scene import Scene
from app.screen.widgets.controls import button, stepper, tick
from app.screen.widgets.dome import Dome, paint_dome
from app.text.translation import Words, languages

BANK_CARD = (85.6, 54.0)  # mm
MARGIN: Final = 20.0  # in the sheet's unit, round the sheet
TALLEST: Final = 1000.0  # in the sheet's unit, height of the sheet at most
HEAD: Final = 92.0  # in the same unit, for the title
FOOT: Final = 14.0  # in the same unit, round the buttons at the foot


@dataclass(frozen=True, slots=True)
class Welcome:
    """The open step, from 0, on a screen of this size (pixels, and diagonal in inches)."""

    width: float
    height: float
    inches: float
    step: int
    tried: CornersTried
    join_code: JoinCode
    most: int  # seats
    w: Words


def elements(scene: Scene, ring: Ring) -> Elements:
    """Build the assistant under the dome, turned to one edge."""
    table = scene.table
    inches = table.settings.diagonal or guessed_diagonal(ring.width, ring.height)
    step = min(scene.ui.page, len(STEPS) - 1)
    most, w = table.places[1], scene.model.words()
    view = Welcome(ring.width, ring.height, inches, step, check_state(scene), join_code(scene), most, w)
    return [Element("dome", Dome(ring, ()), paint_dome), Element("welcome", view, paint_welcome)]


@dataclass(frozen=True, slots=True)
class _Room:
    """The sheet in its own unit, `w` by `h`, on the screen. `touch`: minimum size of a button, `mm`: a millimetre."""

    w: float
    h: float
    touch: float
    mm: float
    screen: CornersArea

    @property
    def button_width(self) -> float:
        """The width of each of the two buttons at the foot."""
        return min(320.0, (self.w - 56) / 2)


def paint_welcome(p: Pen, welcome: Welcome, control: Controller) -> None:
    """Paint the open step on a sheet: choices on felt, what is read on parchment; marks in the screen's corners."""
    w, paint = welcome.w, STEPS[welcome.step]
    mm = hypot(welcome.width, welcome.height) / (welcome.inches * INCH)
    u = min(welcome.width / 1000, welcome.height / 620)
    screen = CornersArea(welcome.width / u, welcome.height / u, max(88.0, (FINGER + 0.05) * mm / u))
    x = MARGIN + grounds.KNOB + (screen.t if paint is _paint_rotation else 0)
    room = _Room(screen.wide - 2 * x, min(screen.high - 2 * MARGIN, TALLEST), screen.t, mm / u, screen)
    with p.at(0, 0, 0, u):
        if paint is _paint_rotation:
            paint_corners(p, welcome.tried, control, screen)
        with p.at(x, (screen.high - room.h) / 2), p.use_material(FELT if paint is _paint_languages else PARCHMENT):
            grounds.ground(p, room.w, room.h)
            p.text(room.w / 2, 38, w("Welcome to the table"), 44, "text", bold=STONE, room=room.w - 40)
            p.text(room.w / 2, 76, w("{n} of {all}", n=welcome.step + 1, all=len(STEPS)), 24, "soft", room=200)
            paint(p, welcome, control, room, HEAD, room.h - HEAD - room.touch - 2 * FOOT)
            if paint is not _paint_rotation or welcome.tried.left is None:
                _paint_foot(p, welcome, control, room)


def _paint_foot(p: Pen, welcome: Welcome, control: Controller, room: _Room) -> None:
    w, t, y = welcome.w, room.touch, room.h - room.touch - FOOT
    half = room.button_width
    first, last = welcome.step == 0, welcome.step == len(STEPS) - 1
    if not first:
        back = room.w / 2 - half - 8
        button(p, back, y, half, t, w("Back"), "back", partial(control.turn_pages, -1), picture="left", size=30)
    x = (room.w - half) / 2 if first else room.w / 2 + 8
    label = w("To the table") if last else w("Next")
    on = partial(set_table, control, welcomed=True, diagonal=welcome.inches) if last else partial(control.turn_pages, 1)
    button(p, x, y, half, t, label, "next", on, primary=True, size=32)


def _paint_languages(p: Pen, welcome: Welcome, control: Controller, room: _Room, y: float, high: float) -> None:
    columns = 2 if room.w > 620 else 1
    names = languages()
    lines = ceil(len(names) / columns)
    wide = min(360.0, (room.w - 40 - (columns - 1) * 20) / columns)
    tall = min(room.touch * 1.3, (high - (lines - 1) * 20) / lines)
    left = (room.w - columns * wide - (columns - 1) * 20) / 2
    top = y + (high - lines * tall - (lines - 1) * 20) / 2
    for i, (slug, name) in enumerate(names.items()):
        x, by = left + (i % columns) * (wide + 20), top + (i // columns) * (tall + 20)
        chosen = slug == welcome.w.lang
        button(p, x, by, wide, tall, name, f"lang {slug}", partial(set_table, control, lang=slug), on=chosen, size=34)
        if chosen:
            tick(p, x + wide - 12, by + 12, 20)


def _paint_rotation(p: Pen, welcome: Welcome, control: Controller, room: _Room, y: float, high: float) -> None:
    """Paint the rotation step, which also reveals a wrongly calibrated touchscreen."""
    t, wide = room.touch, min(760.0, room.w - 40)
    x, tall = (room.w - wide) / 2, min(high - t, 180.0)
    top = y + (high - tall - t) / 2
    text = describe_result(welcome.tried, room.screen)
    if not welcome.tried.felt and welcome.tried.left is None:
        text = welcome.w("Are these words upside down? Turn the picture.") + " " + text
    p.prose(x, top, text, 30, wide, tall - 16, "text", "middle", middle=True)
    paint_turns(p, welcome.tried, control, x, top + tall, wide, t)
    if welcome.tried.left is not None:
        whole = 2 * room.button_width + 16
        paint_kept(p, welcome.tried, control, (room.w - whole) / 2, room.h - t - FOOT, whole, t)


def _paint_size(p: Pen, welcome: Welcome, control: Controller, room: _Room, y: float, high: float) -> None:
    """Paint the size step; people compare the outline with a bank card if it fits."""
    w, t = welcome.w, room.touch
    card_w, card_h = BANK_CARD[0] * room.mm, BANK_CARD[1] * room.mm
    wide = min(400.0, room.w - card_w - 70)
    beside = wide >= 2 * t + 130
    card: tuple[float, float] | None
    if beside and card_h <= high:
        left = (room.w - card_w - 40 - wide) / 2
        card = (left, y + (high - card_h) / 2)
        x, top, tall = left + card_w + 40, y, high - t - 16
    else:
        wide = min(560.0, room.w - 40)
        x = (room.w - wide) / 2
        fits = not beside and card_w <= room.w - 20 and card_h + t + 120 <= high
        card = ((room.w - card_w) / 2, y + 4) if fits else None
        top, tall = (y + card_h + 16, high - card_h - t - 32) if fits else (y, high - t - 16)
    if card:
        p.rect(*card, card_w, card_h, 3.2 * room.mm, None, "candle", 3)
        sentence = w("Lay a bank card on the outline. Make the outline as large as the card.")
    else:
        sentence = w("How large is the screen, from corner to corner?")
    p.prose(x, top, sentence, 28, wide, tall, "soft", "middle", middle=True)
    by = 0.1 if welcome.inches < 15 else 0.5
    less = partial(set_table, control, diagonal=round(max(4.0, welcome.inches - by), 1))
    more = partial(set_table, control, diagonal=round(min(80.0, welcome.inches + by), 1))
    value = w("{n} inches", n=w.number(welcome.inches))
    stepper(p, x, top + tall + 8, wide, t, w("Screen size"), value, "size", less=less, more=more, side=t)


def _paint_code(p: Pen, welcome: Welcome, control: Controller, room: _Room, y: float, high: float) -> None:
    w, wide = welcome.w, room.w - 40
    steps = [
        w("With a phone: scan the code with its camera, and sit down on the page that opens."),
        w("Up to {n} can play, each on a phone of their own; others can watch.", n=welcome.most),
        w("Without a phone: touch “To the table”, there the stone at your edge, and “Screen”."),
    ]
    if welcome.join_code.url is None:
        steps = steps[2:]
    beside = wide > 1.4 * high
    box = (wide * 0.54, high) if beside else (wide, high * 0.58)
    left, top = (20 + box[0] + 24, y) if beside else (20.0, y + box[1] + 16)
    with p.at(20, y):
        paint_join_code(p, welcome.join_code, *box)
    across, down = room.w - left - 20, y + high - top
    each = down / len(steps)
    for nth, step in enumerate(steps):
        p.prose(left, top + nth * each, step, 30, across, each - 8, "text", middle=True)


STEPS: Final = (_paint_languages, _paint_rotation, _paint_size, _paint_code)
