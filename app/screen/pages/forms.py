"""A form on the middle: each of its rows as a thing in a panel."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from app.screen.controller import Controller, new_id
from app.screen.draw import Pen
from app.screen.element import Element
from app.screen.ring import Ring
from app.screen.scene import Scene
from app.screen.widgets.controls import switch
from app.screen.widgets.panel import Cell, Lying, asked_once, cell, closing, lying, panel, place, told
from app.shown.form import Button, Form, Link, Row, Says, Switch, Text

COLUMN: Final = 390.0  # u: the least width of one
Ways = dict[str, Callable[[Controller], None]]  # what a link does, by the name of the page to which it leads


@dataclass(frozen=True, slots=True)
class FormPanel:
    """A form as it lies there."""

    lying: Lying
    form: Form


def form_panel(scene: Scene, ring: Ring, form: Form, ways: Ways) -> Element[FormPanel]:
    """A form, with the ways that lead on from it."""
    return Element(f"panel {scene.opened.panel}", FormPanel(lying(scene, ring), form), partial(paint_form, ways))


def paint_form(ways: Ways, p: Pen, it: FormPanel, control: Controller) -> None:
    rows = it.form.on("screen")
    asked = next((row for row in rows if isinstance(row, Button) and row.sure and row.key == it.lying.sure), None)
    if asked is not None and asked.sure is not None:
        say = partial(_say, control, asked.says)
        asked_once(p, control, it.lying, asked.sure.question, asked.sure.yes, say, asked.picture)
        return
    cells = [_cell(row, it, control, ways) for row in rows]
    at = place(it.lying.ring, it.lying.edge)
    panel(p, control, it.lying, at, it.form.title, cells, close=closing(control), cell=(COLUMN, 0))


def _cell(row: Row, it: FormPanel, control: Controller, ways: Ways) -> Cell:
    match row:
        case Text():
            return told(row.words, 36 if it.lying.ring.small else 28, "text" if row.loud else "soft")
        case Switch():
            flip = partial(_say, control, row.says, not row.on)
            return Cell(
                lambda p, wide, high: switch(p, 0, 0, wide, high, row.words, row.on, row.key, flip, below=row.about)
            )
        case Button():
            tap = partial(control.ask_sure, row.key) if row.sure else partial(_say, control, row.says)
            return cell(row.words, row.key, tap, row.picture)
        case Link():
            return cell(row.words, row.key, partial(ways[row.to], control), row.picture)
    raise TypeError(row)


def _say(control: Controller, says: Says, value: Any = None) -> None:
    control.say(says.filled(new_id(), value))
