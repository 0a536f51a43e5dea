"""A form on the middle: each of its rows as a thing in a panel."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from app.screen.controller import Controller, new_id
from app.screen.draw import Pen
from app.screen.element import Element
from app.screen.ring import Ring
from app.screen.scene import Scene
from app.screen.widgets.controls import button, stepper, switch
from app.screen.widgets.panel import GAP, Cell, Lying, asked_once, cell, closing, lying, panel, place, told
from app.shown.form import Button, Choice, Field, Form, Link, Number, Row, Says, Switch, Text

COLUMN: Final = 390.0  # u: the least width of one
Ways = dict[str, Callable[[Controller], None]]  # what a link does, by the name of the page to which it leads


@dataclass(frozen=True, slots=True)
class FormPanel:
    """A form as it lies there, the ways that lead on from it, and the least width of a column in u."""

    lying: Lying
    form: Form
    ways: Ways = field(compare=False)
    column: float = COLUMN


def form_panel(scene: Scene, ring: Ring, form: Form, ways: Ways, column: float = COLUMN) -> Element[FormPanel]:
    """A form, with the ways that lead on from it."""
    return Element(f"panel {scene.opened.panel}", FormPanel(lying(scene, ring), form, ways, column), paint_form)


def paint_form(p: Pen, it: FormPanel, control: Controller) -> None:
    asked = it.form.asked(it.lying.sure)
    if asked is not None and asked.sure is not None:
        go = partial(say, control, asked.says)
        asked_once(p, control, it.lying, asked.sure.question, asked.sure.yes, go, asked.picture)
        return
    cells = [form_cell(row, it.lying, control, it.ways) for row in it.form.on("screen")]
    at = place(it.lying.ring, it.lying.edge)
    panel(p, control, it.lying, at, it.form.title, cells, close=closing(control), cell=(min(it.column, at.w - 40), 0))


def form_cell(row: Row, lying: Lying, control: Controller, ways: Ways) -> Cell:
    """A row as a thing in a panel."""
    match row:
        case Text():
            return told(row.words, 36 if lying.ring.small else 28, "text" if row.loud else "soft")
        case Switch():
            flip = partial(say, control, row.says, not row.on)
            return Cell(
                lambda p, wide, high: switch(p, 0, 0, wide, high, row.words, row.on, row.key, flip, below=row.about)
            )
        case Choice():
            return Cell(partial(_choice, row, control, lying.ring.touch))
        case Number():
            return Cell(partial(_number, row, control, lying.ring.touch))
        case Field():
            return cell(row.words, row.key, partial(ways[row.key], control), row.picture)
        case Button(also=None):
            return cell(row.words, row.key, _tap(row, control), row.picture)
        case Button():
            return Cell(partial(_two, row, control, lying.ring.touch))
        case Link():
            return cell(row.words, row.key, partial(ways[row.to], control), row.picture)
    raise TypeError(row)


def _tap(row: Button, control: Controller) -> Callable[[], None]:
    return partial(control.ask_sure, row.key) if row.sure else partial(say, control, row.says)


def _two(row: Button, control: Controller, side: float, p: Pen, wide: float, high: float) -> None:
    """A button, and as a picture beside it what else can be done."""
    button(p, 0, 0, wide - side - GAP, high, row.words, row.key, _tap(row, control), row.picture, size=26)
    if row.also is not None:
        button(p, wide - side, 0, side, high, "", row.also.key, _tap(row.also, control), row.also.picture)


def _choice(row: Choice, control: Controller, side: float, p: Pen, wide: float, high: float) -> None:
    before, now, after = row.beside()
    less, more = (partial(say, control, row.says, each.value) for each in (before, after))
    words = (row.words, row.brief) if row.brief else row.words
    stepper(p, 0, 0, wide, high, words, now.words, row.key, less, more, side, goes_round=True)


def _number(row: Number, control: Controller, side: float, p: Pen, wide: float, high: float) -> None:
    now = row.least if row.now is None else row.now
    less, more = (None if n is None else partial(say, control, row.says, n) for n in row.beside(now))
    shown = row.shown.format(n=f"{now:.1f}" if row.step % 1 else f"{now:g}")
    stepper(p, 0, 0, wide, high, row.words, shown, row.key, less, more, side)


def say(control: Controller, says: Says, value: object = None) -> None:
    """Say what a row says, with what was chosen."""
    control.say(says.filled(new_id(), value))
