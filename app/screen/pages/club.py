"""Panels of the club that the table is in, or may join by a code that is typed."""

from app.protocol import messages
from app.screen.controller import Controller
from app.screen.element import Bound, Element
from app.screen.outbox import new_id
from app.screen.pages.forms import FormPanel, Ways, form_panel
from app.screen.pages.host import DigitPad, paint_pad, write_digits
from app.screen.ring import Ring
from app.screen.scene import Scene
from app.screen.widgets.panel import lying
from app.shown import club as shown
from app.shown.club import CODE

__all__ = ["CODE", "code", "standing"]

WAYS: Ways = {CODE: Bound(write_digits, keys=CODE)}


def standing(scene: Scene, ring: Ring, _: int) -> Element[FormPanel]:
    """How the table stands to a club."""
    table = scene.model.table
    assert table is not None
    return form_panel(scene, ring, shown.club(scene.model.words(), table.club), WAYS)


def code(scene: Scene, ring: Ring, _: int) -> Element[DigitPad]:
    """The code of one is typed."""
    here = lying(scene, ring)
    view = DigitPad(here, shown.code(here.w), scene.opened.typed, _join)
    return Element(f"panel {scene.opened.panel}", view, paint_pad)


def _join(control: Controller) -> None:
    typed = control.opened.typed
    control.open("club", control.opened.edge)
    if typed:
        control.say(messages.JoinClub(id=new_id(), code=typed))
