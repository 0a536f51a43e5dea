"""Beside the structure: the discard pile, how many wonders may still be built, and the round buttons."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from app.games.duel.screen.layout import Layout
from app.games.duel.screen.scene import DuelScene, change, present
from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.element import Element
from app.screen.widgets.controls import round_button


@dataclass(frozen=True, slots=True)
class Buttons:
    """Turn the cards to the other seat, undo, the way in for a phone, the menu: round, and always in the same place."""

    lay: Layout
    reads: int
    can_undo: bool
    menu_sign: str


def buttons(scene: DuelScene, lay: Layout) -> Element[Buttons]:
    can_undo = scene.model.table is not None and scene.model.table.undo is not None
    return Element("buttons", Buttons(lay, scene.reads, can_undo, scene.model.menu_sign), paint_buttons)


def paint_buttons(p: Pen, it: Buttons, control: Controller) -> None:
    lay, r = it.lay, it.lay.touch / 2
    edge = int((lay.angle + lay.face(it.reads)) // 90) % 4
    taps: tuple[tuple[str, str, Callable[[], None]], ...] = (
        ("turn", "turn cards", partial(_turn, control)),
        ("undo", "undo", partial(control.open, "undo", edge)),
        ("phone", "code", partial(control.open, "code", edge)),
        (it.menu_sign, "menu", partial(control.open, "menu", edge)),
    )
    with lay.on(p):
        for (x, y), (picture, key, tap) in zip(lay.buttons, taps, strict=True):
            with p.at(x, y, lay.face(it.reads)):
                round_button(p, r, picture, key, tap, off=picture == "undo" and not it.can_undo)


def _turn(control: Controller) -> None:
    """Let the cards face the other seat."""
    change(control, facing=3 - present(control).reads, with_turn=False)
