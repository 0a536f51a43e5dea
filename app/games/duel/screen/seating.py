"""How people sit round Duel's table, and whom its cards face: a panel from the menu."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from app.games.duel import shown
from app.games.duel.screen.scene import DuelScene, change
from app.protocol.messages import Settings
from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.element import Element
from app.screen.pages.forms import say
from app.screen.ring import Ring
from app.screen.widgets.controls import switch
from app.screen.widgets.panel import Cell, Lying, closing, lying, panel, place
from app.shown.form import Switch


@dataclass(frozen=True, slots=True)
class Seating:
    """Two switches."""

    lying: Lying
    now: Settings


def seating(scene: DuelScene, ring: Ring) -> Element[Seating]:
    assert scene.model.table is not None
    view = Seating(lying(scene, ring), scene.model.table.settings)
    return Element("panel seating", view, paint_seating)


def paint_seating(p: Pen, it: Seating, control: Controller) -> None:
    form = shown.seating(it.lying.w, it.now)
    cells = [_switch(row, partial(_set, control, row)) for row in form.rows if isinstance(row, Switch)]
    at = place(it.lying.ring, it.lying.edge, 900, 520)
    panel(p, control, it.lying, at, form.title, cells, cell=(400, 120), close=closing(control))


def _set(control: Controller, row: Switch) -> None:
    if row.key == "turning":  # as whoever acts needs them, and no longer as somebody has turned them by hand
        change(control, facing=0)
    say(control, row.says, not row.on)


def _switch(row: Switch, tap: Callable[[], None]) -> Cell:
    return Cell(lambda p, w, h: switch(p, 0, 0, w, h, row.words, row.on, row.key, tap, 28, row.about), wide=True)
