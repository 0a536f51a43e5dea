"""A form on the middle: each of its rows as a thing in a panel."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final, TypeAlias

from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.element import Element
from app.screen.outbox import new_id
from app.screen.ring import Ring
from app.screen.scene import Scene
from app.screen.widgets.controls import stepper, switch
from app.screen.widgets.panel import Cell, Lying, asked_once, cell, closing, lying, panel, place, prose, told
from app.shown.form import Button, Choice, Field, Form, Link, Number, Pressed, Row, Says, Switch, Text

COLUMN: Final = 390.0  # u: the least width of one
WHOLE: Final = (1300.0, 1100.0)  # u, at most …
SMALL: Final = (1000.0, 440.0)  # … and of a form that only says something
FOOT: Final = (200.0, 1.6)  # u, of words at the foot that have an even share; how much more the longest have
Ways: TypeAlias = Mapping[str, Callable[[Controller], None]]  # what a link does, by the name to which it leads
Say: TypeAlias = Callable[[Controller, Says, object], None]


def say(control: Controller, says: Says, value: object = None) -> None:
    """Say what a row says, with what was chosen."""
    control.say(says.filled(new_id(), value))


def say_and_close(control: Controller, says: Says, value: object = None) -> None:
    """The same, where nothing more is to be read."""
    control.open("")
    say(control, says, value)


@dataclass(frozen=True, slots=True)
class FormPanel:
    """A form as it lies there, no larger than `most`, and the ways that lead on from it. `say`: how it is said."""

    lying: Lying
    form: Form
    ways: Ways = field(compare=False)
    say: Say = field(compare=False, default=say)
    column: float = COLUMN  # u, of a row at least
    most: tuple[float, float] = WHOLE  # u


def form_panel(
    scene: Scene,
    ring: Ring,
    form: Form,
    ways: Ways,
    say: Say = say,
    column: float = COLUMN,
    most: tuple[float, float] = WHOLE,
) -> Element[FormPanel]:
    """A form, with the ways that lead on from it."""
    view = FormPanel(lying(scene, ring), form, ways, say, column, most)
    return Element(f"panel {scene.opened.panel}", view, paint_form)


def paint_form(p: Pen, it: FormPanel, control: Controller) -> None:
    rows = it.form.on("screen")
    asked = next((row for row in rows if isinstance(row, Button) and row.sure and row.key == it.lying.sure), None)
    if asked is not None and asked.sure is not None:
        go = partial(it.say, control, asked.says, None)
        asked_once(p, control, it.lying, asked.sure.question, asked.sure.yes, go, asked.picture)
        return
    body, foot = [row for row in rows if not row.foot], [row for row in rows if row.foot]
    cells = [form_cell(row, it, control) for row in body]
    if says := len(body) == 1 and isinstance(body[0], Text):
        cells = [prose(body[0].words, 32, "text")]
    at = place(it.lying.ring, it.lying.edge, *(SMALL if says else it.most))
    pressed = [form_cell(row, it, control) for row in foot]
    even, most = FOOT
    for row, each in zip(foot, pressed, strict=True):
        each.weight = min(most, max(1.0, p.wide(row.words, p.legible(28)) / even))
    panel(p, control, it.lying, at, it.form.title, cells, pressed, close=closing(control), cell=(it.column, 0))


def form_cell(row: Row, it: FormPanel, control: Controller) -> Cell:
    """A row as a thing in a panel."""
    match row:
        case Text():
            return told(row.words, 36 if it.lying.ring.small else 28, "text" if row.loud else "soft")
        case Switch():
            flip = partial(it.say, control, row.says, not row.on)
            return Cell(
                lambda p, wide, high: switch(p, 0, 0, wide, high, row.words, row.on, row.key, flip, below=row.about)
            )
        case Choice():
            return Cell(partial(_choice, row, it, control))
        case Number():
            return Cell(partial(_number, row, it, control))
        case Field():
            return cell(row.words, row.key, partial(it.ways[row.key], control), row.picture)
        case Pressed():
            return cell(row.words, row.key, _tap(row, it, control), row.picture, primary=row.main, on=row.on)
    raise TypeError(row)


def _tap(row: Pressed, it: FormPanel, control: Controller) -> Callable[[], None]:
    if isinstance(row, Button):
        return partial(control.ask_sure, row.key) if row.sure else partial(it.say, control, row.says, None)
    assert isinstance(row, Link)
    return closing(control) if row.to == "close" else partial(it.ways[row.to], control)


def _choice(row: Choice, it: FormPanel, control: Controller, p: Pen, wide: float, high: float) -> None:
    before, now, after = row.beside()
    less, more = (partial(it.say, control, row.says, each.value) for each in (before, after))
    words = (row.words, row.brief) if row.brief else row.words
    stepper(p, 0, 0, wide, high, words, now.words, row.key, less, more, it.lying.ring.touch, goes_round=True)


def _number(row: Number, it: FormPanel, control: Controller, p: Pen, wide: float, high: float) -> None:
    now = row.least if row.now is None else row.now
    less, more = (None if n is None else partial(it.say, control, row.says, n) for n in row.beside(now))
    shown = row.shown.format(n=f"{now:.1f}" if row.step % 1 else f"{now:g}")
    stepper(p, 0, 0, wide, high, row.words, shown, row.key, less, more, it.lying.ring.touch)
