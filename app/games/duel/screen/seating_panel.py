"""The panel for seats and the direction of cards, opened from the menu."""

from app.games.duel import shared_table_facts
from app.games.duel.screen.typed_scene import DuelScene
from app.screen.control.controller import Controller
from app.screen.pages.common.forms import FormPanel, form_panel
from app.screen.paint.element import Element
from app.screen.state.ring_layout import Ring
from app.shown.form import IntentTemplate


def seating(scene: DuelScene, ring: Ring) -> Element[FormPanel]:
    form = shared_table_facts.seating(scene.model.words(), scene.model.settings)
    return form_panel(scene, ring, form, {}, _submit, covers=True)


def _submit(control: Controller, says: IntentTemplate, value: object = None) -> None:
    if says.hole == "turning":  # drop the direction that somebody set by hand
        control.change_game_ui(facing=0)
    control.send(says, value)
