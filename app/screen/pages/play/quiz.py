"""The lesson's summary in the middle: what everybody has learned, then up to three questions."""

from typing import Final

from app.screen.control.controller import Controller
from app.screen.pages.common.forms import FormPanel, form_panel
from app.screen.paint.element import BoundCall, Element
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Scene
from app.shown.form import Link
from app.shown.play import lesson_end as shown
from app.text.translation import Words

PANEL: Final = "learned"
COLUMN: Final = 220.0  # u, minimum width of an answer


def summarize_lesson(scene: Scene, w: Words) -> shown.LessonSummary | None:
    """Return the lesson's summary; None if no lesson has ended."""
    model = scene.model
    if model.table is None or model.view is None or not shown.is_asked(model.table):
        return None
    met = {idea for ideas in model.table.met for idea in ideas}
    return shown.summarise_lesson(w, model.game_words, met, model.view, model.data, model.people(w))


def build_quiz(scene: Scene, ring: Ring, _: int) -> Element[FormPanel] | None:
    """Build the panel with the current step of the quiz, in place of the score sheet."""
    w = scene.model.words()
    summary = summarize_lesson(scene, w)
    if summary is None:
        return None
    form = shown.page(w, summary, scene.ui.sure)
    ways = {row.to: BoundCall(Controller.ask_confirmation, what=row.to) for row in form.rows if isinstance(row, Link)}
    ways["close"] = BoundCall(Controller.open_panel, panel="")
    return form_panel(scene, ring, form, ways, column=COLUMN, most=(1000, 520))
