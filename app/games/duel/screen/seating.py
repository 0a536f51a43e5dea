"""How people sit round Duel's table, and whom its cards face: a panel from the menu."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from app.games.duel.screen.scene import DuelScene, change
from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.element import Element
from app.screen.pages.intents import set_table
from app.screen.ring import Ring
from app.screen.widgets.controls import switch
from app.screen.widgets.panel import Cell, Lying, closing, lying, panel, place


@dataclass(frozen=True, slots=True)
class Seating:
    """Two switches."""

    lying: Lying
    short: bool
    turning: bool


def seating(scene: DuelScene, ring: Ring) -> Element[Seating]:
    assert scene.model.table is not None
    now = scene.model.table.settings
    view = Seating(lying(scene, ring), now.short_edges, now.turning)
    return Element("panel seating", view, paint_seating)


def paint_seating(p: Pen, it: Seating, control: Controller) -> None:
    w = it.lying.w
    short = w("Sit at the short sides"), w("Each player has a short side of the screen.")
    turn = w("Cards turn to whoever acts"), w("Otherwise they stay; the round button with the arrows turns them.")
    cells = [
        _switch(*short, it.short, "short", partial(set_table, control, short_edges=not it.short)),
        _switch(*turn, it.turning, "with turn", partial(_turn, control, not it.turning)),
    ]
    at = place(it.lying.ring, it.lying.edge, 900, 520)
    panel(p, control, it.lying, at, w("Cards and seats"), cells, cell=(400, 120), close=closing(control))


def _turn(control: Controller, turning: bool) -> None:
    change(control, facing=0)
    set_table(control, turning=turning)


def _switch(label: str, below: str, on: bool, key: str, tap: Callable[[], None]) -> Cell:
    return Cell(lambda p, w, h: switch(p, 0, 0, w, h, label, on, key, tap, 28, below), wide=True)
