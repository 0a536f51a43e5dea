"""Rendering of forms (app/shown/form.py) as panels in the middle of the screen."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import ceil, sqrt
from typing import Final, TypeAlias

from app.looks.icons import icon
from app.screen.control.controller import Controller
from app.screen.paint import grounds
from app.screen.paint.element import Element
from app.screen.paint.pen import Pen
from app.screen.paint.text_pen import FELT, PARCHMENT, PITCH, SLAB
from app.screen.state.ring_layout import FINGER, Ring
from app.screen.state.scene import Picture, Scene
from app.screen.widgets.action_choice import paint_thing
from app.screen.widgets.badges import badge
from app.screen.widgets.controls import (
    COUNT_SIGNS,
    PAGE_SIGNS,
    button,
    rule_height,
    rule_switch,
    stepper,
    switch,
    tick,
    touch_box,
)
from app.screen.widgets.faces import figure
from app.screen.widgets.grid import Grid, fill_grid
from app.screen.widgets.panel import closing, paint_confirmation, panel, weight_of
from app.screen.widgets.panel_cells import GAP, Cell, CellList, cell, paint_line_below, prose, text_block
from app.screen.widgets.panel_frame import (
    Frame,
    PanelContext,
    at_edge,
    panel_context,
    panel_element,
    place,
    place_of_many,
)
from app.shown.form import (
    Button,
    Choice,
    Copy,
    DrawnRow,
    Field,
    FindingRow,
    Form,
    Group,
    IntentTemplate,
    Link,
    Number,
    Pressable,
    Row,
    Switch,
    Text,
)

COLUMN: Final = 390.0  # u: minimum width of a row, at the usual size of words
WHOLE: Final = (1300.0, 1100.0)  # u, maximum size of a form
SCROLL: Final = (1240.0, 1500.0)  # u, the same for switches with a sentence each
SMALL: Final = (1000.0, 440.0)  # u, the same for a form that only has text
HEAD: Final = 46.0  # u, height of a group's title
PICTURE: Final = 210.0  # u, a group's picture
CONTROL: Final = 300.0  # u, minimum width of a row in a group
WORD: Final = 180.0  # u, between the two buttons of a row
LEAST: Final = 440.0  # u, least height of a form that is not small
TOKEN: Final = 220.0  # u, least width of a thing on felt
TOKEN_HEIGHT: Final = 1.3  # of a finger's width, without its name
TWO_LINES: Final = 2.5  # height of a thing's name, in sizes
FINDING_U: Final = 66.0  # least height of a finding's text
FINDING_NAME: Final = 0.22  # of its width, the name of its part
BARS: Final = 4
BAR: Final = 11.0  # u, distance of bars
ROD: Final = 20.0  # u, of a scroll, which the edge of the screen leaves in sight
ROW_GAP: Final = 10.0  # u, in a group
Ways: TypeAlias = Mapping[str, Callable[[Controller], None]]  # what a link does, by the name to which it leads
Say: TypeAlias = Callable[[Controller, IntentTemplate, object], None]
Put: TypeAlias = Callable[[Controller, str, object], None]  # a row’s key, and what was chosen there


def send_and_close(control: Controller, says: IntentTemplate, value: object = None) -> None:
    control.open_panel("")
    control.send(says, value)


def send_on_panel(panel: str, control: Controller, says: IntentTemplate, value: object = None) -> None:
    """Send the intent and show its progress on a panel."""
    control.change(sure="")
    if control.ui.panel != panel:
        control.open_panel(panel)
    control.send(says, value)


@dataclass(frozen=True, slots=True)
class FormHandlers:
    """The handlers of a form: `ways` for links that do more than open the panel of that name, `send` for intents, and
    `store` for values that are saved later.

    Use module functions, or `BoundCall`s of them: other callables never compare equal and would repaint the form at
    every change.
    """

    ways: Ways
    send: Say = Controller.send
    store: Put | None = None

    def resolve_way(self, control: Controller, to: str) -> Callable[[], None]:
        return partial(self.ways[to], control) if to in self.ways else partial(control.open_panel, to)

    def on_choice(self, control: Controller, row: Switch | Choice | Number, value: object) -> None:
        if row.says is not None:
            self.send(control, row.says, value)
        elif self.store is not None:
            self.store(control, row.key, value)


@dataclass(frozen=True, slots=True)
class FormPanel:
    """A form as a panel. `pictures`: pictures of groups and buttons by key, other than icons. `drawn`: cells for
    `DrawnRow`s by key."""

    context: PanelContext
    form: Form
    handlers: FormHandlers
    column: float = COLUMN  # u, minimum width of a row
    most: tuple[float, float] = WHOLE  # u
    covers: bool = False  # may cover seats of a running game, too
    pictures: Mapping[str, Picture] = field(default_factory=dict)
    drawn: Mapping[str, Callable[[Controller], list[Cell]]] = field(default_factory=dict)
    steady: bool = False  # it is as high as it may be, so that no switch moves anything


def form_panel(
    scene: Scene,
    ring: Ring,
    form: Form,
    ways: Ways,
    send: Say = Controller.send,
    column: float = COLUMN,
    most: tuple[float, float] = WHOLE,
    covers: bool = False,
) -> Element[FormPanel]:
    """Build a form with handlers for its links."""
    view = FormPanel(panel_context(scene, ring), form, FormHandlers(ways, send), column, most, covers)
    return panel_element(scene, view, paint_form)


def paint_form(p: Pen, form: FormPanel, control: Controller) -> None:
    asked = form.form.button_to_confirm(form.context.sure)
    if asked is not None and asked.sure is not None:
        go = partial(form.handlers.send, control, asked.says, None)
        paint_confirmation(p, control, form.context, asked.sure.question, asked.sure.yes, go, asked.picture)
        return
    rows = [_as_pressable(row) for row in form.form.rows_on("screen")]
    body, foot = [row for row in rows if not row.foot], [row for row in rows if row.foot]
    small = len(body) == 1 and isinstance(body[0], Text) and body[0].loud
    read = not form.context.seat and any(_is_read(row, form) for row in body)
    covers = not small and (form.covers or form.context.over)
    done = read or (covers and not any(isinstance(row, Pressable) and row.main for row in rows))
    if done:
        foot.append(Link(key="close", words=form.context.w.pgettext("panel", "Done"), to="close", main=True))
    pressed = _foot_cells(p, foot, form, control)
    if done and len(pressed) == 1:
        pressed.insert(0, Cell(lambda p, w, h: None, weight=2 * pressed[0].weight))
    things = _list_things(body, form)
    cells = [prose(body[0].words, 32, "text")] if small else _body_cells(body, things, form, control)
    at = _place_form(form, SCROLL if read else SMALL if small else form.most, covers=covers, small=small)
    content = CellList(cells, (_width_of_rows(body, form, at.w), 0), centred=bool(things))
    context = form.context.on_ground(FELT if things else PARCHMENT)
    close = None if done else _close_handler(form, control)
    panel(p, control, context, at, form.form.title, content, foot=pressed, close=close, steady=form.steady)


def _place_form(form: FormPanel, size: tuple[float, float], *, covers: bool, small: bool) -> Frame:
    """Return the place of a form, at most as large as `size` (u). `covers`: over seats, as high as it needs."""
    ring, (wide, high) = form.context.ring, size
    if not covers:
        return (place if small else place_of_many)(ring, form.context.edge, wide, high)
    at = at_edge(ring, form.context.edge, wide, max(high, WHOLE[1]))
    at = at.part(ring.u, 0, ROD, at.w, at.h - 2 * ROD)
    return replace(at, spare=0.0 if form.steady else max(0.0, at.h - LEAST), centred=True)


def _list_things(body: Sequence[Row], form: FormPanel) -> list[Pressable]:
    """List the rows of a seat's form that are tokens on felt."""
    if form.context.ground != SLAB:
        return []
    return [row for row in body if isinstance(row, Pressable) and (row.picture or row.key in form.pictures)]


def _body_cells(body: Sequence[Row], things: Sequence[Pressable], form: FormPanel, control: Controller) -> list[Cell]:
    """Return the cells of a form's rows, tokens on felt first."""
    cells = [_things(things, form, control)] if things else []
    for row in body:
        match row:
            case Pressable() if row in things:
                pass
            case Copy():
                cells += _text_cells(row)
            case DrawnRow():
                cells += form.drawn[row.key](control) if row.key in form.drawn else []
            case Group() if _is_read(row, form):
                cells += [Cell(partial(_paint_heading, row), wide=True, high=lambda p, wide: HEAD, name=row.key)]
                cells += [form_cell(each, form, control) for each in row.rows]
            case _:
                cells.append(form_cell(row, form, control))
    return cells


def _foot_cells(p: Pen, foot: Sequence[Row], form: FormPanel, control: Controller) -> list[Cell]:
    """Return the cells of a form's foot, wider for longer words."""
    pressed = [form_cell(row, form, control) for row in foot]
    for row, each in zip(foot, pressed, strict=True):
        fingers = 5 if isinstance(row, Choice | Number) else 1
        each.weight = sqrt(p.text_width(row.words, 28) + form.context.ring.touch * fingers)
    return pressed


def _width_of_rows(body: Sequence[Row], form: FormPanel, room: float) -> float:
    """Return the width of a row in a room of this width (u)."""
    if any(isinstance(row, Copy) or (isinstance(row, Group) and not _is_read(row, form)) for row in body):
        return room - 24
    ring = form.context.ring
    stepped = any(isinstance(each, Choice | Number) for row in body for each in getattr(row, "rows", (row,)))
    least = max(COLUMN, 2 * ring.touch + WORD if stepped else 0.0) * _size(ring) / 30
    return min(max(form.column, least), room - 40)


def _as_pressable(row: Row) -> Row:
    """Return the link to the keyboard for a field, and other rows as they are."""
    return Link(key=row.key, words=row.words, to=row.key, picture=row.picture) if isinstance(row, Field) else row


def _things(rows: Sequence[Pressable], panel: FormPanel, control: Controller) -> Cell:
    """Return a cell of tokens on felt side by side, each with its name below."""
    ring = panel.context.ring

    def lay_out(wide: float, high: float) -> Grid:
        most = max(1, int((wide + GAP) / (TOKEN + GAP)))
        return fill_grid(len(rows), ceil(len(rows) / ceil(len(rows) / most)), wide, high, GAP)

    def high(p: Pen, wide: float) -> float:
        lines = ceil(len(rows) / lay_out(wide, 0).across)
        return lines * (ring.touch * TOKEN_HEIGHT + TWO_LINES * p.legible(26) + GAP) - GAP

    def draw(p: Pen, wide: float, high: float) -> None:
        cells = lay_out(wide, high)
        for nth, row in enumerate(rows):
            token, tap = partial(_paint_token, row, panel.pictures.get(row.key)), _tap_handler(row, panel, control)
            with cells.at_cell(p, nth, len(rows)):
                paint_thing(p, row.key, row.words, token, cells.w, cells.h, row.on, tap, person=True, lines=TWO_LINES)

    return Cell(draw, wide=True, high=high)


def _paint_token(row: Pressable, own: Picture | None, p: Pen, side: float) -> None:
    """Paint a token of stone with a sign round the pen's place."""
    r = side * 0.42
    grounds.boss(p, 0, 0, r, grounds.SHEET[False])
    p.disc(0, 0, r * 0.82, None, grounds.BOSS, 2)
    if own:
        with p.at(-r * 0.5, -r * 0.5):
            own(p, r, r)
    else:
        figure(p, row.picture, 0, 0, r * 1.05, grounds.BOSS, grounds.SHEET[False])


def _is_read(row: Row, panel: FormPanel) -> bool:
    """Check whether a row is a switch at once with a sentence, or a group that has one."""
    if isinstance(row, Group):
        return row.key not in panel.pictures and any(_is_read(each, panel) for each in row.rows)
    return isinstance(row, Switch) and bool(row.about and row.says)


def _size(ring: Ring) -> float:
    """Return the one size of words in forms, in u."""
    return 36.0 if ring.small else 30.0


def form_cell(row: Row, panel: FormPanel, control: Controller) -> Cell:
    size = _size(panel.context.ring)
    match row:
        case Text():
            return text_block(row.words, size, "text" if row.loud else "soft")
        case FindingRow():
            return Cell(partial(_paint_finding, row, size), wide=True, high=partial(_finding_height, row, size))
        case Switch() if row.about:
            flip = None if row.off else partial(panel.handlers.on_choice, control, row, not row.on)
            says, ring = (row.words, row.about), panel.context.ring
            return Cell(
                lambda p, w, h: rule_switch(p, w, h, *says, row.on, row.key, flip),
                wide=True,
                name=row.key,
                high=lambda p, wide: max((FINGER + 0.05) * ring.mm / ring.u, rule_height(p, wide, *says)),
            )
        case Switch() | Choice() | Number():
            return Cell(partial(_paint_control, row, panel, control), wide=not row.words)
        case Group():
            draw, high = partial(_paint_group, row, panel, control), partial(_group_height, row, panel)
            return Cell(draw, wide=True, high=high, name=row.key)
        case Pressable() if not (row.foot or row.main):
            return Cell(partial(_paint_entry, row, panel, control), name=row.words if row.person else row.key)
        case Pressable():
            tap = None if row.off else _tap_handler(row, panel, control)
            return cell(row.words, row.key, tap, row.picture, primary=row.main, on=row.on, below=row.about,
                        stone=row.key == "close")  # fmt: skip
    raise TypeError(row)


def _text_cells(row: Copy) -> list[Cell]:
    """Return a cell for each line; section headings are highlighted."""
    return [
        text_block(line, 26, "candle" if line.startswith("[") else "soft") for line in row.words.splitlines() if line
    ]


def _close_handler(panel: FormPanel, control: Controller) -> Callable[[], None]:
    """Return the close handler, which a page may override."""
    return partial(panel.handlers.ways["close"], control) if "close" in panel.handlers.ways else closing(control)


def _tap_handler(row: Pressable, panel: FormPanel, control: Controller) -> Callable[[], None]:
    if isinstance(row, Button):
        return (
            partial(control.ask_confirmation, row.key)
            if row.sure
            else partial(panel.handlers.send, control, row.says, None)
        )
    assert isinstance(row, Link)
    return _close_handler(panel, control) if row.to == "close" else panel.handlers.resolve_way(control, row.to)


def _paint_control(row: Row, panel: FormPanel, control: Controller, p: Pen, wide: float, high: float) -> None:
    side = panel.context.ring.touch
    match row:
        case Switch():
            flip = None if row.off else partial(panel.handlers.on_choice, control, row, not row.on)
            switch(p, 0, 0, wide, high, row.words, row.on, row.key, flip)
        case Choice():
            before, now, after = row.adjacent_options()
            less, more = (partial(panel.handlers.on_choice, control, row, each.value) for each in (before, after))
            words = (row.words, row.brief) if row.brief else row.words
            stepper(p, 0, 0, wide, high, words, now.words, row.key, less=less, more=more, side=side, goes_round=True)
        case Number():
            n = row.least if row.now is None else row.now
            fewer, further = row.adjacent_numbers(n)
            take = None if fewer is None else partial(panel.handlers.on_choice, control, row, fewer)
            add = None if further is None else partial(panel.handlers.on_choice, control, row, further)
            signs = COUNT_SIGNS if row.counts else PAGE_SIGNS
            stepper(p, 0, 0, wide, high, row.words, row.format(n), row.key, less=take, more=add, side=side, signs=signs)


def _paint_entry(row: Pressable, panel: FormPanel, control: Controller, p: Pen, wide: float, high: float) -> None:
    """Paint a line to press, and beside it what else may be done with it."""
    if isinstance(row, Button) and (also := row.also):
        t = panel.context.ring.touch
        wide -= t + GAP
        button(p, wide + GAP, 0, t, high, "", also.key, _tap_handler(also, panel, control), picture=also.picture)
    left, end = _paint_entry_sign(p, row, panel.pictures.get(row.key), high), _paint_entry_end(p, row, wide, high)
    _paint_entry_words(p, row, _size(panel.context.ring), left, end - left - 10, high)
    paint_line_below(p, wide, high)
    if not row.off:
        touch_box(p, 0, 0, wide, high, 18, row.key, _tap_handler(row, panel, control))


def _paint_entry_sign(p: Pen, row: Pressable, own: Picture | None, high: float) -> float:
    """Paint a line's sign: a tick if on, its own picture, a person's emblem, or an icon. Return where words begin."""
    side, left, middle, (emblem, colour) = min(high * 0.66, 64.0), 12.0, high / 2, row.person or ("", "")
    if row.on:
        tick(p, left + side / 2, middle, side * 0.42)
    elif own:
        with p.at(left, middle - side / 2):
            own(p, side, side)
    elif emblem:
        badge(p, left + side / 2, middle, side, emblem, colour)
    elif row.picture:
        grounds.boss(p, left + side / 2, middle, side / 2)
        figure(p, row.picture, left + side / 2, middle, side * 0.56, grounds.GLINT, grounds.BOSS)
    else:
        return left
    return left + side + 16


def _paint_entry_end(p: Pen, row: Pressable, wide: float, high: float) -> float:
    """Paint the end of a line: the bars of a signal, or the sign that it leads on. Return where words end."""
    end = wide - 14.0
    if row.bars is not None:
        end -= BARS * BAR
        for nth in range(BARS):
            tall = high * (0.14 + 0.11 * nth)
            p.rect(end + nth * BAR, high * 0.74 - tall, BAR - 3, tall, 2, "soft" if nth < row.bars else "line")
    elif isinstance(row, Link):
        end -= 20
        figure(p, "right", end + 10, high / 2, 26, "mute")
    return end


def _paint_entry_words(p: Pen, row: Pressable, size: float, left: float, room: float, high: float) -> None:
    """Paint a person's name or what a line does, and what it says about it below."""
    low = p.legible(24) * PITCH if row.about else 0.0
    if row.person:
        p.name(left, high / 2, row.words, size, room=room)
    else:
        p.prose(left, 4, row.words, size, room, high - 8 - low, "text", bold=row.on, middle=True)
    if low:
        p.text(left, high - 4 - low / 2, row.about, p.legible(24), "soft", "start", room=room)


def _paint_finding(row: FindingRow, size: float, p: Pen, wide: float, high: float) -> None:
    p.path(0, high + GAP / 2, wide, high + GAP / 2, line="hair" if row.fine else "red")
    icon(p, "tick" if row.fine else "cross", 34, high / 2, 36, "soft" if row.fine else "red", "zone")
    name = wide * FINDING_NAME
    p.prose(64, 0, row.part, size, name, high, "text", bold=True, middle=True)
    p.prose(72 + name, 0, row.words, size, wide - 84 - name, high, "soft", middle=True)


def _finding_height(row: FindingRow, size: float, p: Pen, wide: float) -> float:
    name = wide * FINDING_NAME
    part, words = p.break_lines(row.part, size, name, 9, bold=True), p.break_lines(row.words, size, wide - 84 - name, 9)
    return max(FINDING_U, *(len(rows) * used * PITCH + 12 for rows, used in (part, words)))


# ---- groups ------------------------------------------------------------------------------------------------


def _columns(row: Group, panel: FormPanel, wide: float) -> int:
    least = max(min(CONTROL, panel.column), 2 * panel.context.ring.touch + WORD)
    return max(
        1, int((wide - (PICTURE + ROW_GAP if row.key in panel.pictures else 0) - 16 + ROW_GAP) / (least + ROW_GAP))
    )


def _group_height(row: Group, panel: FormPanel, p: Pen, wide: float) -> float:
    lines = ceil(len(row.rows) / _columns(row, panel, wide))
    tall = lines * (panel.context.ring.touch + ROW_GAP)
    return HEAD + max(tall, PICTURE + ROW_GAP if row.key in panel.pictures else 0) + 10


def _paint_heading(row: Group, p: Pen, wide: float, high: float) -> None:
    title, ink = row.counted or row.words, "red" if row.wrong else "text"
    p.text(16, high / 2, title, p.legible(30), ink, "start", bold=weight_of(title), room=wide - 32)
    p.path(16, high - 6, wide - 16, high - 6, line="brass")


def _paint_group(row: Group, panel: FormPanel, control: Controller, p: Pen, wide: float, high: float) -> None:
    _paint_heading(row, p, wide, HEAD)
    touch, left = panel.context.ring.touch, 8.0
    if picture := panel.pictures.get(row.key):
        with p.at(12, HEAD + 2):
            picture(p, PICTURE, PICTURE)
        left += PICTURE + ROW_GAP
    columns = _columns(row, panel, wide)
    cells = fill_grid(columns, columns, wide - left - 8, touch, ROW_GAP)
    with p.at(left, HEAD):
        for nth, one in enumerate(row.rows):
            with cells.at_cell(p, nth):
                form_cell(one, panel, control).draw(p, cells.w, touch)
