"""The score sheet in the middle: all points, turning from seat to seat, with the reason of the faced seat's result."""

from dataclasses import dataclass, replace
from functools import partial
from math import ceil
from typing import Final

from app.looks.effect_icons import signed
from app.looks.wonder_window import World
from app.screen.control.controller import Controller
from app.screen.pages.common.result_code import MIN_POINTS_U, code_side, paint_code_beside, paint_code_button
from app.screen.pages.play.end import Category, EndScore, EndSheet, Face, list_readers
from app.screen.paint import lighting
from app.screen.paint.element import Element
from app.screen.paint.pen import Pen
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Scene
from app.screen.widgets import wonder_window
from app.screen.widgets.badges import draw_before_words, room_for
from app.screen.widgets.panel import Frame, place
from app.shown.play import game_over as over
from app.text.translation import Words
from app.text.words_protocols import name_forms

LINE: Final = 20.0  # pixels, minimum height of a line of points above words
WIDE_COUNT: Final = 5  # up to that many categories are spaced wider; up to that many people leave room for words
SMALL: Final = 40.0  # u, type size of words on a small screen
WORDS_SHARE: Final = 0.4  # of the sheet, at most, for words of that size
NAME: Final = 26.0  # u, type size of a category's name
LEAST: Final = 28.0  # u, minimum height of a line with a name
HEADS: Final = 3.4  # lines for places, names and totals
FOOT: Final = 74.0  # u, below the totals
SIGNS: Final = 84.0  # u, column of signs
MIN_NAME_U: Final = 96.0  # minimum column of a person's name
BARS: Final = 134.0  # u, minimum of the bars next to the winner's wonder
PILED: Final = 640.0  # u, height of points and words below it on narrow sheets
WORDS: Final = 190.0  # u, height of these words where lines have their minimum height
RIM: Final = 8.0  # u, margin around the wonder, inside the sheet's round corners
LIGHT: Final = 190.0  # u, minimum width for a wonder
WIDE: Final = 1240.0  # u, maximum width of the sheet
DEEP: Final = 700.0  # its depth into the table
TALLER: Final = 560.0  # additional depth of narrow sheets, for the winner's wonder and larger figures
NEXT_NAME_U: Final = 150.0  # width for the person whom the sheet turns to next


@dataclass(frozen=True, slots=True)
class Standings:
    """The score sheet. `next`: the seat (from 0) that it turns to next by itself."""

    ring: Ring
    seat: int  # the faced seat, from 0
    rows: tuple[Category, ...]
    names: tuple[str, ...]  # of the rows; empty: signs are enough
    scored: tuple[EndScore, ...]  # by seat
    people: tuple[str, ...]
    next: int | None
    face: Face
    result: str
    w: Words
    badges: tuple[tuple[str, str], ...]  # by seat
    link: str = ""  # to the result, for who has no table; "": there is none
    won: tuple[World, ...] = ()  # the wonders of who has
    why: str = ""  # the seat that it faces came out so

    @property
    def order(self) -> list[int]:
        """The seats (from 0) by rank."""
        return sorted(range(len(self.scored)), key=lambda i: (self.scored[i].rank, i))

    @property
    def following(self) -> str:
        """The text that names the person whom the sheet turns to next; empty if it stays."""
        if self.next is None or self.next == self.seat:
            return ""
        return self.w("turns to {name} next", name=self.people[self.next])


def build_sheet(scene: Scene, ring: Ring, ended: EndSheet, named: bool = False) -> Element[Standings]:
    """Build the sheet in the language of the faced seat. `named`: signs need the categories' names."""
    turning, seats = ended.turning, list_readers(scene)
    seat = turning.faced_seat(seats)
    following = replace(turning, turns=turning.turns + 1).faced_seat(seats) if turning.held is None else None
    w = scene.model.words(seat + 1)
    names = tuple(scene.model.game_words.category(w, row.slug) for row in ended.rows) if named else ()
    result = " ".join(filter(None, (ended.result(w), ended.ties(w))))
    if scene.model.table is not None and scene.model.table.early:
        result = f"{over.ended_early_text(w)} {result}"
    model = scene.model
    badges = tuple(model.info(i + 1).badge for i in range(len(ended.scored)))
    link = model.table.result_link if model.table is not None else ""
    view = Standings(
        ring, seat, ended.rows, names, ended.scored, model.people(w), following, ended.face, result, w, badges, link,
        ended.winner_wonders(w), ended.reason(w, seat),
    )  # fmt: skip
    return Element("sheet", view, paint_sheet)


def paint_sheet(p: Pen, it: Standings, control: Controller) -> None:
    """Paint the sheet. The result's QR code is beside points without bars, else a button opens it.

    The winner's wonder is beside the points, or above them on narrow sheets.
    """
    ring, edge, t = it.ring, it.ring.zones[it.seat].edge, it.ring.touch
    at = place(ring, edge, WIDE, DEEP)
    named, narrow = _has_names(it, at.h), at.w < max(MIN_POINTS_U, _columns(len(it.rows), False)[2])
    code = named and code_side(it.link, at.w, at.h, t) > 0
    strip = t + 20 if it.link and (named or narrow) and not code else 0.0
    won = it.won if wonder_window.are_drawn(p, it.won) else ()
    at = place(ring, edge, WIDE, DEEP + strip + (TALLER if won and narrow else 0))
    left, top = _wonder_room(it, won, at, narrow or named, strip)
    with p.at(at.x, at.y, at.angle, ring.u):
        lighting.shadow(p, 0, 0, at.w, at.h, 26, lighting.ZONE)
        if won:
            lighting.turn(p, at.w, at.h, 1)
        p.rect(0, 0, at.w, at.h, 26, "plate", "raised", 2)
        p.hit_area(0, 0, at.w, at.h, "plate", None, rank=0)
        p.hit_area(0, 0, at.w, at.h, "sheet", partial(it.face, control, None if it.next is None else it.seat), rank=1)
        if left:
            foot = t + 24 if it.link else 0
            with p.at(RIM, RIM):
                wonder_window.paint_lit(p, won, left - RIM, at.h - foot - 2 * RIM, 26 - RIM)
            if foot:
                paint_code_button(p, control, edge, it.w, 12, at.h - t - 12, left - 12, t)
        elif top:
            with p.at(RIM, RIM):
                wonder_window.paint_lit(p, won, at.w - 2 * RIM, top - RIM, 26 - RIM)
        if won:
            p.rect(0, 0, at.w, at.h, 26, None, "candle", 4)
        w, h = at.w - left, at.h - top
        with p.at(left, top):
            if code:
                _paint_down(p, it, w - paint_code_beside(p, control, it.link, edge, it.w, w, h, t), h)
            elif named or narrow:
                _paint_down(p, it, w, h - strip)
            else:
                _paint_across(p, it, control, w, h, left > 0)
            if strip:
                paint_code_button(p, control, edge, it.w, 20, h - strip, w - 40, t)


def _wonder_room(it: Standings, won: tuple[World, ...], at: Frame, narrow: bool, strip: float) -> tuple[float, float]:
    """Return the width (or height, if narrow) of the winners' wonders."""
    if not won:
        return 0.0, 0.0
    if narrow:
        points = max(PILED, LINE / it.ring.u * (len(it.rows) + HEADS) + WORDS)
        high = min(at.h - strip - points, at.w * 0.9)
        return 0.0, high if high >= LIGHT else 0.0
    wide = min(at.w - _columns(len(it.rows), True)[2] - BARS, at.h)
    return wide if wide >= LIGHT else 0.0, 0.0


def _has_names(it: Standings, high: float) -> bool:
    """Check whether the categories' names are wanted and fit."""
    return bool(it.names) and (high - FOOT - 12) / (len(it.rows) + HEADS) >= LEAST


def _columns(rows: int, lit: bool) -> tuple[float, float, float]:
    """Return x of the first figure, the step between figures, and x of the bars; narrower beside a lit wonder."""
    step = (62.0 if lit else 78.0) if rows <= WIDE_COUNT else 56.0 if lit else 68.0
    return 300.0, step, 300.0 + rows * step + (88 if lit else 110)


def _paint_across(p: Pen, it: Standings, control: Controller, w: float, h: float, lit: bool) -> None:
    """Paint people as rows, categories as columns, and a bar of each total; above the bars the button for the code.

    `lit`: beside the winner's wonder, with the button below it.
    """
    people, order, following, rows = it.people, it.order, it.following, it.rows
    name, (figures, step, bars) = 36.0, _columns(len(rows), lit)
    t = it.ring.touch
    top = t + 24 if it.link and not lit else 84.0
    large = (
        it.ring.small
        and len(order) < WIDE_COUNT
        and _words_height(p, it, SMALL, SMALL, w - 56) <= (h - top) * WORDS_SHARE
    )
    words = SMALL if large else 26.0
    why = _reason_size(p, it, words, w - 56, h - top - 16, len(order))
    told = _words_height(p, it, words, why, w - 56)
    line = min(84.0, (h - top - told - 16) / len(order))
    size = min(36.0, line * 0.62)
    unit = (w - bars - 28) / max(1, *(sum(n for n in each.points if n > 0) for each in it.scored))
    for k, row in enumerate(rows):
        row.sign(p, figures + k * step, top / 2 + 2, 48, "plate", None)
    total = bars - (58 if lit else 70)
    p.text(total, top / 2 + 2, "Σ", 34, "soft", bold=True)
    if lit:
        p.prose(name - 8, 8, following, 24, figures - name - 40, top - 12, "mute", middle=True)
    elif it.link:
        paint_code_button(p, control, it.ring.zones[it.seat].edge, it.w, bars, 12, w - 14 - bars, t)
        p.prose(name - 8, 12, following, 24, figures - name - 40, t, "mute", middle=True)
    elif following and w - bars - 20 >= NEXT_NAME_U:
        p.text(w - 28, top / 2 + 2, following, 24, "mute", "end", room=w - bars - 20)
    for nth, i in enumerate(order):
        seat, y = it.scored[i], top + (nth + 0.5) * line
        if seat.won:
            p.rect(14, y - line / 2 + 3, w - 28, line - 6, 14, "hair", "candle", 3)
        p.text(name, y, f"{seat.rank}.", size, "soft", "start")
        x, called = name + 48, name_forms(people[i])[:2]
        if p.text_width(called[-1], size, True) + room_for(size, it.badges[i][0]) <= figures - x - 40:
            x += draw_before_words(p, x, y, size, *it.badges[i])
        p.text(x, y, called, size, "text", "start", bold=True, room=figures - x - 40)
        for k, points in enumerate(seat.points):
            p.text(figures + k * step, y, signed(points), size, "text" if points else "mute", room=step - 8)
        p.text(total, y, signed(seat.total), size * 1.25, "candle" if seat.won else "text", bold=True, room=90)
        x = bars
        for row, points in zip(rows, seat.points, strict=True):
            wide = points * unit
            if wide > 3:
                p.rect(x + 1, y - line * 0.26, wide - 3, line * 0.52, 6, row.colour)
                if wide > 34:
                    row.sign(p, x + wide / 2, y, min(30, line * 0.42), row.colour, "ink")
            x += max(0.0, wide)
    _paint_words(p, it, words, why, 28, h - told - 8, w - 56, told)


def _paint_down(p: Pen, it: Standings, w: float, h: float) -> None:
    """Paint categories as rows and people as columns, for narrow sheets and for named categories."""
    people, order, following, rows = it.people, it.order, it.following, it.rows
    named = max((p.text_width(name, NAME) for name in it.names), default=0.0)
    if (w - SIGNS - named - 28) / len(order) < MIN_NAME_U:
        named = 0.0
    left = SIGNS + named + (14 if named else 0)
    each = (w - left - 14) / len(order)
    aslant = each < MIN_NAME_U  # names stand upright where they would not fit across
    lines, below = len(rows) + (4.6 if aslant else HEADS), 12 + (34 if following and not named else 0)
    why = _reason_size(p, it, 24, w - 40, h - below - 12, lines)
    told = _words_height(p, it, 24, why, w - 40)
    foot = told + below
    line = (h - foot - 12) / lines
    low = 12 + line * (1.2 if aslant else 0)
    total = low + line * (len(rows) + 2.6)
    size = min(38.0, line * 0.84)
    for k, row in enumerate(rows):
        row.sign(p, 46, low + line * (k + 2.4), min(54, line * 0.7), "plate", None)
    for k, name in enumerate(it.names if named else ()):
        p.text(SIGNS - 2, low + line * (k + 2.4), name, min(NAME, line * 0.8), "soft", "start", room=named)
    p.text(46, total, "Σ", min(40, max(24, line * 0.6)), "soft", bold=True)
    for nth, i in enumerate(order):
        seat, x = it.scored[i], left + each * (nth + 0.5)
        if seat.won:
            p.rect(x - each / 2 + 2, 12, each - 4, h - foot - 16, 12, "hair", "candle", 3)
        p.text(x, 12 + line * 0.5, f"{seat.rank}.", min(34, max(20, line * 0.5)), "soft", room=each - 10)
        if aslant:
            with p.at(x, 12 + line * 1.95, -90):
                p.name(0, 0, people[i], 30, align="middle", room=line * 1.9, high=each - 8)
        else:
            p.name(x, 12 + line * 1.3, people[i], min(28, line), align="middle", room=each - 12, high=line * 1.1)
        for k, points in enumerate(seat.points):
            p.text(x, low + line * (k + 2.4), signed(points), size, "text" if points else "mute", room=each - 14)
        p.text(x, total, signed(seat.total), min(46, line * 1.1), "candle" if seat.won else "text", bold=True,
               room=each - 14)  # fmt: skip
    if following and named:
        p.prose(24, 12, following, 22, left - 40, line * 1.9, "mute", middle=True)
    elif following:
        p.text(w / 2, h - foot + 16, following, 22, "mute", room=w - 40)
    _paint_words(p, it, 24, why, 20, h - told - 8, w - 40, told)


def _reason_size(p: Pen, it: Standings, size: float, room: float, high: float, lines: float) -> float:
    """Return the largest type size of the reason that leaves room for that many legible lines of points."""
    why = p.legible(size)
    while why > size and (high - _words_height(p, it, size, why, room)) / lines * p.scale < LINE:
        why *= 0.94
    return max(why, size)


def _words_height(p: Pen, it: Standings, size: float, why: float, room: float) -> float:
    return max(58.0, _text_height(p, it.why, why, room) + _text_height(p, it.result, size, room))


def _text_height(p: Pen, text: str, size: float, room: float) -> float:
    return size * 1.3 * ceil(p.text_width(text, size) * 1.06 / room) if text else 0.0  # some more, for whole words


def _paint_words(p: Pen, it: Standings, size: float, why: float, x: float, y: float, room: float, high: float) -> None:
    """Paint the reason of the faced seat's result, and below it how the game ended."""
    above = _text_height(p, it.why, why, room)
    if it.why:
        p.prose(x, y, it.why, why / p.grown, room, above, "text", "middle", middle=True)
    p.prose(x, y + above, it.result, size, room, high - above, "soft", "middle", middle=True)
