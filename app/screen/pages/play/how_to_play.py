"""The page *How to play*: the guide of the current or the next game on one page over the table."""

from dataclasses import dataclass
from functools import partial

from app.screen.control.controller import Controller
from app.screen.pages.play.manual import MANUAL
from app.screen.pages.play.reference import PANEL
from app.screen.pages.play.rules_search import ASK
from app.screen.paint.element import Element
from app.screen.paint.pen import Pen
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Scene, TeachingGame
from app.screen.widgets.panel_cells import cell
from app.screen.widgets.panel_frame import PanelContext, panel_context, panel_element
from app.screen.widgets.text_page import paint_text_page, paragraph
from app.text.rules_pages import GuidePage


@dataclass(frozen=True, slots=True)
class GuidePanel:
    context: PanelContext
    game: str
    pages: tuple[GuidePage, ...]


def build_guide(scene: Scene, ring: Ring, _: int) -> Element[GuidePanel] | None:
    """Build the page; None if the game has no guide."""
    if not isinstance(scene.game, TeachingGame):
        return None
    here = panel_context(scene, ring)
    view = GuidePanel(here, scene.model.game_words.title(here.w), scene.game.guide_pages(scene.model, here.w))
    return panel_element(scene, view, paint_how)


def paint_how(p: Pen, panel: GuidePanel, control: Controller) -> None:
    small, edge = panel.context.ring.small, panel.context.edge
    cells = []
    for page in panel.pages:
        cells.append(paragraph(page.title, "", small))
        cells += [paragraph(head, text, small, signs) for head, text, signs in page.paragraphs]
    foot = [
        cell(panel.context.w("May I?"), ASK, partial(control.open_panel, ASK, edge), "question"),
        cell(panel.context.w("All cards"), PANEL, partial(control.open_panel, PANEL, edge), "card"),
        cell(panel.context.w("At this table"), MANUAL, partial(control.open_panel, MANUAL, edge), "table"),
    ]
    paint_text_page(p, control, panel.context, panel.game, cells, foot)
