"""The menu, and the page about the program."""

import msgspec

from app.screen.control.controller import Controller
from app.screen.control.outbox import new_id
from app.screen.input.history_browsing import open_history, open_review
from app.screen.pages.cardboard import position_entry
from app.screen.pages.common.forms import FormPanel, Ways, form_panel
from app.screen.pages.play import reference
from app.screen.paint.element import BoundCall, Element
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Scene, TeachingGame
from app.shown.cardboard.box_list import current_list, list_link
from app.shown.form import IntentTemplate
from app.shown.play import menu as shown
from app.shown.play.leave import LeavingFacts
from app.shown.play.lesson_end import is_asked


def build_menu(scene: Scene, ring: Ring, _: int) -> Element[FormPanel]:
    table = scene.table
    running, leave = table.phase == "game", None
    if running:
        leave = LeavingFacts(not scene.model.host and sum(info.person for info in table.seats) > 1)
    own = (*position_entry.entries(scene), *scene.game.entries(scene)) if running else ()
    facts = shown.MenuFacts(
        silent=scene.model.is_silent,
        leave=leave,
        cards=reference.PANEL if isinstance(scene.game, TeachingGame) else "",
        own=[(each.label, each.panel, each.picture) for each in own],
        undo=table.phase == "over" and table.puts_back,
        tidy=list_link(scene.model.words(), table) if current_list(table) else None,
        learned=is_asked(table),
        over=table.phase == "over" and table.mode != "tally",
    )
    form = shown.menu(scene.model.words(), facts)
    ways: Ways = {"history": open_history, "review": open_review}
    return form_panel(scene, ring, form, ways, BoundCall(_send_leave_request, ring), covers=True)


def _send_leave_request(ring: Ring, control: Controller, says: IntentTemplate, value: object = None) -> None:
    """Send the request to leave in the name of the nearest seat."""
    control.submit(
        msgspec.structs.replace(says.filled(new_id(), value), seat=control.scene.seat_at_finger(ring) or None)
    )


def build_about(scene: Scene, ring: Ring, _: int) -> Element[FormPanel]:
    version = scene.model.hello.version if scene.model.hello else ""
    return form_panel(scene, ring, shown.about(scene.model.words(), version), {}, most=(1000, 520))
