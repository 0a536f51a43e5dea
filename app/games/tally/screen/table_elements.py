"""The score sheet on the table: counters at every edge, markers in the middle, and the whole sheet."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, TypeAlias

from app.games.tally.score_icons import GLYPHS
from app.games.tally.screen.middle import GAP, SMALL, middle
from app.games.tally.screen.score_icons import Glyph, paint_military_token
from app.games.tally.screen.typed_scene import SheetScene, fill_in
from app.games.tally.shared_sheet_facts import (
    Claim,
    Counter,
    ShownSheet,
    Symbol,
    WholeSheet,
    build_table,
    cat,
    counter,
    symbols,
)
from app.looks.icons import icon
from app.screen.control.controller import Controller
from app.screen.input import explain_mode
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.paint.text_pen import LEGIBLE_PX, PITCH
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Sign
from app.screen.widgets.badges import badge, draw_before_name
from app.screen.widgets.controls import button
from app.screen.widgets.faces import figure
from app.screen.widgets.game_pieces import lines_to_seats
from app.screen.widgets.name_plate import draw_zone
from app.screen.widgets.panel import closing, panel
from app.screen.widgets.panel_cells import Cell, CellList, cell
from app.screen.widgets.panel_frame import Frame, PanelContext, panel_context, place
from app.shown.play.previews import format_signed
from app.text.translation import Words

PAD = 14.0  # u, inside a zone
BAR = 36.0  # u, smallest height of a seat's name
FIGURE = 84.0  # u, smallest width of a number with its icon
HEAD = 210.0  # u, width of a line's name
FOOT = 34.0  # u, height of a note below
LEAST = 30.0  # u, smallest height of a line; below it the table is transposed


def elements(scene: SheetScene, ring: Ring) -> Elements:
    """Return the elements of the table, bottom first."""
    sheet = scene.sheet
    found: Elements = [Element("links", ring, paint_links)]
    found += [_seat(scene, ring, sheet, seat) for seat in range(1, len(ring.zones) + 1)]
    if not scene.ui.panel:
        if sheet.view.counters:
            found += middle(scene, ring)
        else:
            found.append(_score(scene, ring, "sheet", panel=False))
    return found


def paint_links(p: Pen, ring: Ring, control: Controller) -> None:
    """Paint lines between neighbours, with a dot for the stack between them."""
    lines_to_seats(p, ring, "hair")
    for stack in ring.gaps:
        p.disc(stack.x, stack.y, 10 * ring.u, "hair")


# ---- a counter ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DrawnCounter:
    """A counter, and the icon of its cell."""

    counter: Counter
    sign: Sign


def counter_of(scene: SheetScene, w: Words, seat: int, id: str) -> DrawnCounter:
    """Return the counter of a seat's cell."""
    token = id == "military" and scene.sheet.view.conflict is not None
    return DrawnCounter(counter(w, scene.sheet, seat, id), paint_military_token if token else scene.glyph(id))


def paint_counter(
    p: Pen,
    control: Controller,
    drawn: DrawnCounter,
    x: float,
    y: float,
    w: float,
    h: float,
    side: float,
    named: bool = False,
) -> None:
    """Paint a cell with − and +, and between them its icon and its number, which opens the keys."""
    counter = drawn.counter
    seat, id = counter.seat, counter.cell.id
    p.rect(x, y, w, h, 20, "table")
    less = partial(control.submit_entry, counter.decrement_line, seat) if counter.decrement_line else None
    more = partial(control.submit_entry, counter.increment_line, seat) if counter.increment_line else None
    button(p, x, y, side, h, "", f"{id} {seat} less", less, picture="minus", off=less is None, each=True, repeats=True)
    button(p, x + w - side, y, side, h, "", f"{id} {seat} more", more, picture="plus", off=more is None, each=True,
           repeats=True)  # fmt: skip
    value, middle, room = "–" if counter.value is None else str(counter.value), x + w / 2, w - 2 * side - 16
    at, figure = (y + h * 0.69, min(48.0, h * 0.44)) if named else (y + h / 2, min(56.0, h * 0.62))
    if named:
        p.prose(middle - room / 2, y + 2, counter.name, p.legible(23), room, h * 0.46, "soft", "middle", middle=True)
    wide = p.text_width(value, figure, bold=True)
    mark = min(58.0, h * (0.42 if named else 0.6), room * 0.45)
    start = middle - (mark + 10 + wide) / 2
    drawn.sign(p, start + mark / 2, at, mark, "table")
    ink = "mute" if counter.value is None else "text"
    p.text(start + mark + 10, at, value, figure, ink, "start", bold=True, room=room - mark - 8)
    p.hit_area(x + side, y, w - 2 * side, h, f"{id} {seat} keys", partial(fill_in, control, seat, id), rank=1)


# ---- a seat ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeatZone:
    """A seat's zone: counters, or without them its points."""

    ring: Ring
    number: int  # from 1
    name: str
    w: Words
    counters: tuple[DrawnCounter, ...]  # kept on the table
    won: DrawnCounter | None  # military tokens or points, where only shields are counters
    ahead: int | None  # spaces of the pawn on the other seat's side; None: no pawn
    symbols: tuple[Symbol, ...]  # science
    cat: Claim | None  # None: this sheet has none
    total: int | None  # None: nothing has been entered
    emblem: str
    colour: str


def _seat(scene: SheetScene, ring: Ring, sheet: ShownSheet, seat: int) -> Element[SeatZone]:
    w, view = scene.model.words(seat), sheet.view.seats[seat - 1]
    ids, track = sheet.view.counters, sheet.view.track
    won = "shields" in ids and "military" not in ids
    emblem, colour = scene.model.info(seat).badge
    shown = SeatZone(
        ring=ring,
        number=seat,
        name=scene.model.name(seat, w),
        w=w,
        counters=tuple(counter_of(scene, w, seat, id) for id in ids),
        won=counter_of(scene, w, seat, "military") if won else None,
        ahead=(track.pawn if seat == 1 else -track.pawn) if track else None,
        symbols=symbols(w, sheet.view, seat),
        cat=cat(w, sheet.view, seat),
        total=view.total if sheet.has_entries else None,
        emblem=emblem,
        colour=colour,
    )
    return Element(f"zone {seat}", shown, paint_seat)


def paint_seat(p: Pen, zone: SeatZone, control: Controller) -> None:
    with zone.ring.draw_in_zone(p, zone.number) as (w, d):
        (_paint_counters if zone.counters else _paint_points)(p, control, zone, w, d)


Box: TypeAlias = tuple[float, float, float, float]  # x, y, w, h
Line: TypeAlias = Callable[[float, float, float, float], None]  # paints in a box


class CounterPlaces(NamedTuple):
    """The places in a seat's zone (u). `low`: one row of counters; `bar`: the height of the name's bar.

    `cat`: that of a button beside the counters, or, if `cat_in_bar`, in the bar; None: without room.
    """

    counters: tuple[Box, ...]
    low: bool
    bar: float
    cat: Box | None
    cat_in_bar: bool


def _paint_counters(p: Pen, control: Controller, zone: SeatZone, w: float, d: float) -> None:
    """Paint counters with − and +, the cat, and the name."""
    side, seat = zone.ring.touch, zone.number
    counters: list[Line] = [partial(_line, p, control, each, side) for each in zone.counters]
    if zone.ahead is not None:
        counters.append(partial(_paint_pawn_buttons, p, control, seat, zone.ahead, side))
    if zone.symbols:
        counters.append(partial(_science, p, control, seat, zone.symbols, zone.ring.edge_of(seat)))
    places = _place_counters(zone, w, d, len(counters))
    draw_zone(p, w, d, places.bar, 1.0, turn=False, colour=zone.colour)
    for draw, box in zip(counters, places.counters, strict=False):  # there may be room for fewer
        draw(*box)
    if zone.cat is not None and places.cat is not None:
        _cat_button(p, control, seat, zone.cat, *places.cat)
    _paint_bar(p, zone, places, w, d)
    hit = w - (side + PAD if places.cat_in_bar else 0)
    tap = partial(_open_seat, control, seat, zone.ring.edge_of(seat))
    p.hit_area(0, d - places.bar, hit, places.bar, f"entry {seat}", tap, rank=1)


def _place_counters(zone: SeatZone, w: float, d: float, count: int) -> CounterPlaces:
    """Place counters one above the other or, in a low zone, side by side; in one that is narrow, too, only the first.

    The cat's button is beside them or, without room there, in the name's bar; nowhere if that is too small, too.
    """
    touch = zone.ring.touch
    least = 2 * touch + FIGURE
    fitting = min(3, int((d - BAR - PAD) / (touch + GAP)))
    low = fitting < 2
    lines = 1 if low else min(count, fitting)
    beside = low and 2 * least + GAP + 2 * PAD <= w
    bar = min(d - PAD - lines * (touch + GAP), d if low else 72.0)
    high = (d - bar - PAD) / lines - GAP
    wide, cat = w - 2 * PAD, None
    if zone.cat is not None and not beside and wide >= least + touch + GAP:
        wide -= touch + GAP
        cat = (PAD + wide + GAP, PAD, touch, d - bar - PAD - GAP)
    in_bar = zone.cat is not None and cat is None and bar - 6 >= touch and w >= 4 * touch
    if in_bar:
        cat = (w - PAD - touch, d - bar + 3, touch, bar - 6)
    if beside:
        wide = (wide - GAP) / 2
        boxes = tuple((PAD + nth * (wide + GAP), PAD, wide, high) for nth in range(2))
    else:
        boxes = tuple((PAD, PAD + nth * (high + GAP), wide, high) for nth in range(lines))
    return CounterPlaces(boxes, low, bar, cat, in_bar)


def _paint_bar(p: Pen, zone: SeatZone, places: CounterPlaces, w: float, d: float) -> None:
    """Paint the bar with the name and, from the right, points, a number without a counter, and the cat."""
    bar, left_out = places.bar, zone.won
    if left_out is None and len(zone.counters) > len(places.counters) == 1:
        left_out = zone.counters[1]
    y, right, side = d - bar / 2, w - 20, min(40, bar * 0.6)
    if places.cat_in_bar:
        right -= zone.ring.touch + 6
    if zone.total is not None:
        right -= p.text(right, y, str(zone.total), side, "text", "end", bold=True) + (30 if places.low else 14)
    if left_out is not None and left_out.counter.value is not None:
        right -= p.text(right, y, str(left_out.counter.value), side, "text", "end", bold=True) + side * 0.7
        left_out.sign(p, right, y, side, "zone")
        right -= side * 0.8
    if zone.cat is not None and zone.cat.on and places.cat is None:
        icon(p, "cat", right - 20, y, min(44, bar * 0.7), "parch", "raised")
        right -= 50
    size = 30 * (SMALL if zone.ring.small else 1.0)
    x = 20 + draw_before_name(p, 20, y, min(size, bar * 0.6), zone.name, right - 34, zone.emblem, zone.colour)
    p.name(x, y, zone.name, size, room=right - 14 - x, high=bar - 8)


def _line(
    p: Pen, control: Controller, counter: DrawnCounter, side: float, x: float, y: float, w: float, h: float
) -> None:
    paint_counter(p, control, counter, x, y, w, h, side)


def _paint_pawn_buttons(p: Pen, control: Controller, seat: int, ahead: int, side: float, x: float, y: float, w: float,
             h: float) -> None:  # fmt: skip
    """Paint the pawn; − and + move it back, and on towards the other seat."""
    p.rect(x, y, w, h, 20, "table")
    back = partial(control.submit_entry, f"{seat} push -1", seat)
    on = partial(control.submit_entry, f"{seat} push 1", seat)
    button(p, x, y, side, h, "", f"pawn {seat} less", back, picture="minus", each=True, repeats=True)
    button(p, x + w - side, y, side, h, "", f"pawn {seat} more", on, picture="plus", each=True, repeats=True)
    room = w - 2 * side - 16
    value, size, mark = format_signed(ahead), min(56.0, h * 0.62), min(58.0, h * 0.6, room * 0.4)
    wide = min(p.text_width(value, size, bold=True), room - mark - 8)
    start = x + w / 2 - (mark + 8 + wide) / 2
    p.disc(start + mark / 2, y + h / 2, mark / 2, "text", "ink", 3)
    figure(p, "swords", start + mark / 2, y + h / 2, mark * 0.64, "ink", "text")
    p.text(start + mark + 8, y + h / 2, value, size, "text" if ahead > 0 else "mute", "start", bold=True, room=wide)


def _science(p: Pen, control: Controller, seat: int, symbols: Sequence[Symbol], edge: int, x: float,
             y: float, w: float, h: float) -> None:  # fmt: skip
    """Paint the count of each symbol; a touch opens them."""

    def draw(p: Pen, ground: str) -> None:
        p.rect(x, y, w, h, 20, ground)
        each = w / len(symbols)
        for nth, symbol in enumerate(symbols):
            at, size = x + (nth + 0.5) * each, min(each * 0.62, h * 0.62)
            if symbol.held > 1:
                p.rect(at - each * 0.46, y + 5, each * 0.92, h - 10, 14, None, "green", 3)
            Glyph(GLYPHS[symbol.id])(p, at, y + h / 2, size, ground, None if symbol.held else "line")

    draw(p, "table")
    p.hit_area(x, y, w, h, f"science {seat}", partial(control.open_panel, f"science {seat}", edge),
               press=lambda p: draw(p, "line"))  # fmt: skip


def _open_seat(control: Controller, seat: int, edge: int) -> None:
    """Open a seat's entries, or while there are none the keys for its first number."""
    sheet = SheetScene.from_scene(control.scene).sheet
    if control.ui.panel or any(sheet.entered(seat, id) for id in sheet.cells):
        control.open_panel(f"entry {seat}", edge)
    else:
        fill_in(control, seat, sheet.first(seat), edge)


def _cat_button(p: Pen, control: Controller, seat: int, claim: Claim, x: float, y: float, w: float, h: float) -> None:
    def draw(p: Pen, ground: str) -> None:
        p.rect(x, y, w, h, 18, ground, claim.colour if claim.on else "hair", 3 if claim.on else 2)
        icon(p, claim.picture, x + w / 2, y + h / 2, min(w, h) * 0.72, claim.colour if claim.on else "line", ground)

    draw(p, "chosen" if claim.on else "zone")
    tap = partial(control.submit_entry, claim.enters, seat)
    p.hit_area(x, y, w, h, f"cat {seat}", tap, press=lambda p: draw(p, "line"))


def _paint_points(p: Pen, control: Controller, zone: SeatZone, w: float, d: float) -> None:
    """Paint a seat without counters: its points; a touch opens its lines."""
    p.rect(0, 0, w, d, 22, "zone")
    badge(p, 20 + d * 0.11, 20 + d * 0.11, d * 0.22, zone.emblem, zone.colour)
    top = -0.12 * d
    p.name(w / 2, top + d * 0.42, zone.name, 44.0 if w > 480 else 36.0, "text", "middle", w - 40)
    if zone.total is not None:
        p.text(w / 2, top + d * 0.7, str(zone.total), 92, "text", bold=True)
    hint = (zone.w("tap to enter your points"), zone.w("tap to enter"))
    p.text(w / 2, d * (0.88 if zone.total is not None else 0.62), hint, 25, "soft", room=w - 30)
    tap = partial(_open_seat, control, zone.number, zone.ring.edge_of(zone.number))
    p.hit_area(0, 0, w, d, f"entry {zone.number}", tap,
               press=lambda p: p.rect(0, 0, w, d, 22, "candle", opacity=0.2))  # fmt: skip


# ---- the sheet -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The whole sheet. `panel`: opened over the markers; else it is the middle itself."""

    context: PanelContext
    whole: WholeSheet
    signs: tuple[Glyph, ...]  # of its lines
    can_undo: bool
    panel: bool
    menu_sign: str
    asking: bool


def score(scene: SheetScene, ring: Ring) -> Element[ScoreSheet]:
    """Return the sheet as a panel over the markers."""
    return _score(scene, ring, f"panel {scene.ui.panel}", panel=True)


def _score(scene: SheetScene, ring: Ring, key: str, panel: bool) -> Element[ScoreSheet]:
    table, sheet = scene.table, scene.sheet
    here, w = panel_context(scene, ring), scene.model.words()
    view = ScoreSheet(
        context=here,
        whole=build_table(w, scene.model.game_words, sheet, scene.model.people(w)),
        signs=tuple(scene.glyph(line.id) for line in sheet.view.lines),
        can_undo=table.undo is not None,
        panel=panel,
        menu_sign=scene.model.menu_sign,
        asking=scene.ui.asking,
    )
    return Element(key, view, paint_score)


def paint_score(p: Pen, sheet: ScoreSheet, control: Controller) -> None:
    ring, edge, w = sheet.context.ring, sheet.context.edge, sheet.context.w
    at = place(ring, edge, 1400)
    take_back = cell(w("Undo"), "undo", control.undo_entry if sheet.can_undo else None, "undo", 1.2)
    foot = [cell(w("Close the sheet"), "end", partial(ask_end, control), "crown", 1.4), take_back]
    if not sheet.panel:
        foot.append(cell(w("Menu"), "menu", partial(control.open_panel, "menu", edge), sheet.menu_sign, 0.8))
        foot.append(
            cell("", explain_mode.KEY, partial(explain_mode.ask, control, 0, edge), "question", 0, on=sheet.asking)
        )
    tall = at.h - 32 - 2 * (ring.touch + 12)
    body = Cell(partial(_grid, control, sheet, at), wide=True)
    close = closing(control) if sheet.panel else None
    content = CellList([body], (at.w - 32, tall), flat=True)
    panel(p, control, sheet.context, at, sheet.whole.title, content, foot=foot, close=close)


def _grid(control: Controller, sheet: ScoreSheet, at: Frame, p: Pen, w: float, h: float) -> None:
    lines = len(sheet.whole.lines) + 1.4
    if at.w >= 900 and (h - sheet.context.ring.touch - FOOT - 8) / lines >= max(LEAST, LEGIBLE_PX / p.scale):
        _across(p, control, sheet, w, h)
    else:
        _down(p, control, sheet, w, h)


def _across(p: Pen, control: Controller, sheet: ScoreSheet, w: float, h: float) -> None:
    """Paint lines down, people across; a touch on a name opens that person's entries."""
    whole, t = sheet.whole, sheet.context.ring.touch
    each = (w - HEAD) / len(whole.people)
    foot = FOOT
    step = (h - t - foot - 8) / (len(whole.lines) + 1.4)
    size = min(34.0, step * 0.74)
    for nth, (_, category, _) in enumerate(whole.lines):
        y = t + 8 + (nth + 0.5) * step
        sheet.signs[nth](p, 22, y, min(34, step * 0.8), "plate")
        p.text(50, y, category, min(25, step * 0.7), "soft", "start", room=HEAD - 60)
        p.path(0, y - step / 2, w, y - step / 2, line="hair", width=1.5)
    for i, total in enumerate(whole.totals):
        left = HEAD + i * each
        _name(p, control, sheet, i + 1, left + 4, 0, each - 8, t)
        for nth, (_, _, points) in enumerate(whole.lines):
            told, ink = _points_and_ink(points[i])
            p.text(left + each / 2, t + 8 + (nth + 0.5) * step, told, size, ink,
                   room=each - 10)  # fmt: skip
        first = i + 1 in whole.ahead
        y = t + 8 + (len(whole.lines) + 0.7) * step
        figure = min(52.0, step * 1.2)
        p.text(left + each / 2, y, str(total), figure, "candle" if first else "text", bold=True,
               room=each - 10)  # fmt: skip
    p.text(22, t + 8 + (len(whole.lines) + 0.7) * step, whole.sums, min(32, step * 0.9), "text", "start", bold=True,
           room=HEAD - 30)  # fmt: skip
    p.text(0, h - foot / 2, whole.decides, 24, "mute", "start", room=w)


def _down(p: Pen, control: Controller, sheet: ScoreSheet, w: float, h: float) -> None:
    """Paint people down, lines across, for a narrow or low place. Names react to touches if their lines are high
    enough.
    """
    whole, t = sheet.whole, sheet.context.ring.touch
    wide = w >= 900
    foot = FOOT if wide else max(76.0, 2 * PITCH * p.legible(24) + 4)  # two lines of words
    first = min(260.0, w * 0.36)
    head = 66.0 if wide and (h - foot - 66) / len(whole.people) >= LEAST else 44.0
    step = (w - first) / (len(whole.lines) + 1.3)
    row = min(120.0, (h - foot - head) / len(whole.people))
    size = min(p.legible(32), row * 0.72)
    for nth, (_, category, _) in enumerate(whole.lines):
        middle = first + (nth + 0.5) * step
        sheet.signs[nth](p, middle, 20, min(36, step * 0.8), "plate")
        if head > 44:
            p.text(middle, 52, category, 22, "soft", room=step - 6)
    p.text(first + (len(whole.lines) + 0.65) * step, 20, "Σ", 32, "soft", bold=True)
    for i, total in enumerate(whole.totals):
        y = head + i * row
        if row - 8 >= t:
            _name(p, control, sheet, i + 1, 0, y + 4, first - 8, row - 8)
        else:
            p.name(0, y + row / 2, whole.people[i], min(p.legible(32), row * 0.84), room=first - 16, high=row - 8)
        for nth, (_, _, points) in enumerate(whole.lines):
            told, ink = _points_and_ink(points[i])
            p.text(first + (nth + 0.5) * step, y + row / 2, told, size, ink,
                   room=step - 4)  # fmt: skip
        ahead = i + 1 in whole.ahead
        p.text(first + (len(whole.lines) + 0.65) * step, y + row / 2, str(total), min(42, row * 0.85),
               "candle" if ahead else "text", bold=True, room=step * 1.3 - 4)  # fmt: skip
        if i:
            p.path(0, y, w, y, line="hair", width=1.5)
    p.prose(0, h - foot, whole.decides, p.legible(24), w, foot, "mute", middle=True)


def _points_and_ink(points: int | None) -> tuple[str, str]:
    """Return the points of a line and their ink; a dash if no cell of it is entered."""
    return "–" if points is None else str(points), "text" if points else "mute"


def ask_end(control: Controller) -> None:
    """Close the sheet, or ask about missing entries first."""
    if SheetScene.from_scene(control.scene).sheet.view.missing:
        control.open_panel("lacking")
    else:
        control.submit_entry("end")


def _name(p: Pen, control: Controller, sheet: ScoreSheet, seat: int, x: float, y: float, w: float, h: float) -> None:
    button(p, x, y, w, h, "", f"column {seat}", partial(control.open_panel, f"entry {seat}"))
    p.name(x + w / 2, y + h / 2, sheet.whole.people[seat - 1], min(28, h * 0.4), "text", "middle", w - 10, h - 8)
