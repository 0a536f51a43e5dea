"""*May I?* on the screen: type a word, then read every rule and thing that matches it."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from app.screen.control.controller import Controller
from app.screen.pages.common.keyboard import Keyboard, for_names, paint_keyboard
from app.screen.paint.element import Element
from app.screen.paint.pen import Pen
from app.screen.paint.text_pen import PITCH
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Picture, Scene, TeachingGame
from app.screen.widgets.panel import PAD, closing, panel
from app.screen.widgets.panel_cells import MAX_LINES, Cell, CellList, cell, text_block
from app.screen.widgets.panel_frame import PanelContext, panel_context, table_frame
from app.shown.play.rules_search import MAX_QUERY_CHARS, hint, no_results, search_rules

ASK: Final = "ask"  # the panel with the keyboard
RESULTS_PANEL: Final = "found"
COLUMN: Final = 600.0  # u, minimum width
PICTURE: Final = 110.0  # u, width of a thing's picture
TALL: Final = 106.0  # u, its height
NAME: Final = 30.0  # u
SIZE: Final = 24.0  # u, of the text
SMALL: Final = 1.25  # scale on a small screen


@dataclass(frozen=True, slots=True)
class FoundRow:
    """A result: a rule, or a thing with its picture."""

    title: str
    says: str
    picture: Picture | None


@dataclass(frozen=True, slots=True)
class FoundPanel:
    """The results. `nothing`: the message if there are none."""

    context: PanelContext
    title: str
    nothing: str
    rows: tuple[FoundRow, ...]


def build_keyboard(scene: Scene, ring: Ring, _: int) -> Element[Keyboard] | None:
    """Build the keyboard; None if the game has no guide."""
    if not isinstance(scene.game, TeachingGame):
        return None
    here = panel_context(scene, ring)
    title = hint(here.w, scene.game.reference)
    keyboard = for_names(here, title, scene.ui.typed, MAX_QUERY_CHARS, _search)
    return Element("panel ask", keyboard, paint_keyboard)


def _search(control: Controller) -> None:
    if control.ui.typed.strip():
        control.change(panel=RESULTS_PANEL, page=0, scrolls={})


def build_results(scene: Scene, ring: Ring, _: int) -> Element[FoundPanel] | None:
    """Build the results; None if the game has no guide."""
    game, model = scene.game, scene.model
    if not isinstance(game, TeachingGame) or model.table is None:
        return None
    here, word = panel_context(scene, ring), scene.ui.typed.strip()
    them = search_rules(here.w, word, game.guide_pages(model, here.w), game.reference, model.data, model.table.variant)
    rows = tuple(
        FoundRow(each.title, each.says, game.thing_picture(model, each.thing) if each.thing else None) for each in them
    )
    view = FoundPanel(here, here.w("May I? {word}", word=word), "" if rows else no_results(here.w), rows)
    return Element("panel found", view, paint_found)


def paint_found(p: Pen, shown: FoundPanel, control: Controller) -> None:
    """Paint each result: picture, name and text."""
    ring, edge, w = shown.context.ring, shown.context.edge, shown.context.w
    at, grow = table_frame(ring, edge), SMALL if ring.small else 1.0
    cells = [
        Cell(partial(_paint_row, row, grow), high=partial(_row_height, row, grow), name=row.title) for row in shown.rows
    ]
    if shown.nothing:
        cells = [text_block(shown.nothing, 30 * grow, "text")]
    foot = [cell(w("Another word"), ASK, partial(control.open_panel, ASK, edge), "question")]
    column = (min(COLUMN * grow, at.w - 2 * PAD), 0.0)
    content = CellList(cells, column, flat=True)
    panel(p, control, shown.context, at, shown.title, content, foot=foot, close=closing(control))


def _break_lines(row: FoundRow, grow: float, p: Pen, wide: float) -> tuple[float, float, list[str], list[str]]:
    """Return x and width of the words, and the lines of title and text."""
    left = PICTURE + 2 * PAD if row.picture else PAD
    room = wide - left - PAD
    says = p.break_lines(row.says, SIZE * grow, room, MAX_LINES)[0] if row.says else []
    return left, room, p.break_lines(row.title, NAME * grow, room, MAX_LINES, bold=True)[0], says


def _row_height(row: FoundRow, grow: float, p: Pen, wide: float) -> float:
    *_, names, says = _break_lines(row, grow, p, wide)
    words = (len(names) * NAME + len(says) * SIZE) * PITCH * grow
    return 2 * PAD + (max(TALL, words) if row.picture else words)


def _paint_row(row: FoundRow, grow: float, p: Pen, w: float, h: float) -> None:
    p.rect(0, 0, w, h, 14, "zone")
    if row.picture:
        with p.at(PAD + PICTURE / 2, PAD + TALL / 2):
            row.picture(p, PICTURE, TALL)
    left, room, names, says = _break_lines(row, grow, p, w)
    y = PAD
    for lines, size, ink, bold in ((names, NAME * grow, "text", True), (says, SIZE * grow, "soft", False)):
        for each in lines:
            p.text(left, y + size * PITCH / 2, each, size, ink, "start", bold=bold, room=room)
            y += size * PITCH
