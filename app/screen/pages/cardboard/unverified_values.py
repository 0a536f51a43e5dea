"""Unverified printed values on the screen: the list, a form for each thing with a picture of its values, and the
file."""

from typing import Any, Final

from app.protocol.settings_messages import SetValues
from app.screen.control.controller import Controller
from app.screen.control.outbox import new_id
from app.screen.pages.common.forms import WHOLE, FormHandlers, FormPanel, form_panel, paint_form
from app.screen.paint.element import BoundCall, Element
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Picture, Scene, UncertainValuesGame
from app.screen.widgets.panel_frame import panel_context, panel_element
from app.shown.cardboard import unverified_values as shown
from app.text.translation import Words
from app.text.unverified_values import UncertainThing

SPREAD: Final = (1500.0, 940.0)  # u, maximum size
COLUMN: Final = 420.0  # u, of an entry in the list


def list_unverified(scene: Scene, w: Words) -> tuple[UncertainThing, ...]:
    """Return the unverified values of the current or next game."""
    table = scene.model.table
    if table is None or not isinstance(scene.game, UncertainValuesGame):
        return ()
    return scene.game.unverified(w, table.own_facts)


def build_value_list(scene: Scene, ring: Ring, _: int) -> Element[FormPanel] | None:
    """Build the list; None if every value is certain."""
    w, table = scene.model.words(), scene.model.table
    found = list_unverified(scene, w)
    if not found or table is None:
        return None
    ways = {f"{shown.QUERY}={'.'.join(each.path)}": BoundCall(_open_form, nth=nth) for nth, each in enumerate(found)}
    form = shown.things(w, found, table.own_file)
    return form_panel(scene, ring, form, ways, column=COLUMN)


def _open_form(control: Controller, nth: int) -> None:
    control.change(values={})
    control.open_panel(f"value {nth}")


def build_value_form(scene: Scene, ring: Ring, number: int) -> Element[FormPanel] | None:
    """Build the form of a thing with the input so far; it covers seats unless a game is running."""
    w, table = scene.model.words(), scene.model.table
    found = list_unverified(scene, w)
    if table is None or not 0 <= number < len(found) or not isinstance(scene.game, UncertainValuesGame):
        return None
    thing = found[number].changed(scene.ui.values)
    form = shown.thing(w, thing, follows=True)
    pictures: dict[str, Picture] = {}
    for row, group in zip(form.rows, thing.groups, strict=False):
        if picture := scene.game.value_picture(thing, group.part):
            pictures[row.key] = picture
    means = FormHandlers(
        {shown.QUERY: _open_list, "save": BoundCall(_save, game=table.game, thing=thing)},
        store=BoundCall(_store_value, thing),
    )
    most = WHOLE if table.phase == "game" else SPREAD
    view = FormPanel(panel_context(scene, ring), form, means, COLUMN, most, pictures=pictures)
    return panel_element(scene, view, paint_form)


def _open_list(control: Controller) -> None:
    control.open_panel("values")


def _store_value(thing: UncertainThing, control: Controller, key: str, value: object) -> None:
    name, chosen = shown.changed_value(thing, key, value)
    control.change(values={**control.ui.values, name: chosen})


def _save(control: Controller, game: str, thing: UncertainThing) -> None:
    """Send every value, because the person has compared them all."""
    told: dict[str, Any] = {".".join((*thing.path, shown.CERTAINTY)): shown.OWN_ENTRY}  # Any: as the message has them
    told |= {field.name: field.value for field in thing.fields if field.name in control.ui.values}
    control.submit(SetValues(id=new_id(), game=game, values=told))
    control.change(values={})
    control.open_panel("values")


def build_file_page(scene: Scene, ring: Ring, _: int) -> Element[FormPanel] | None:
    table = scene.model.table
    if table is None or not table.own_file:
        return None
    return form_panel(scene, ring, shown.own_file_page(scene.model.words(), table.own_file), {shown.QUERY: _open_list})
