"""The box list over the table: parts to lay out before a game or put away after it; a touch ticks one off."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from app.looks.icons import icon
from app.screen.control.controller import Controller
from app.screen.paint.element import BoundCall, Element
from app.screen.paint.pen import Pen
from app.screen.paint.text_pen import PITCH
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import BoxedGame, Picture, Scene
from app.screen.widgets.controls import touch_box
from app.screen.widgets.panel import PAD, closing, panel
from app.screen.widgets.panel_cells import MAX_LINES, Cell, CellList
from app.screen.widgets.panel_frame import PanelContext, panel_context, panel_element, table_frame
from app.shown.cardboard.box_list import box
from app.shown.form import Switch

COLUMN: Final = 600.0  # u, minimum width
PICTURE: Final = 96.0  # u, width of a part's picture
TALL: Final = 92.0  # u, its height
BOX: Final = 52.0  # u, the check box
NAME: Final = 30.0  # u
SIZE: Final = 24.0  # u, of the place
SMALL: Final = 1.25  # scale on a small screen


def paint_icon(p: Pen, w: float, h: float, *, name: str) -> None:
    """Paint an icon in place of a missing picture."""
    icon(p, name, 0, 0, min(w, h) * 0.8, "text", "zone")


@dataclass(frozen=True, slots=True)
class BoxPanel:
    """The list with the picture of each part."""

    context: PanelContext
    title: str
    done: str
    rows: tuple[tuple[Switch, Picture], ...]


def build_box_page(scene: Scene, ring: Ring, _: int) -> Element[BoxPanel] | None:
    """Build the page; None if there is nothing to lay out or the game has no list."""
    table = scene.table
    game, here = scene.games.get_game(table.game), panel_context(scene, ring)
    if not isinstance(game, BoxedGame):
        return None
    facts = game.data(*table.game_data) if table.mode == "tally" else scene.model.data
    found = box(here.w, table, game.box, facts)
    if found is None:
        return None
    rows = tuple(
        (
            row.tick,
            BoundCall(paint_icon, name=row.picture)
            if isinstance(row.picture, str)
            else game.thing_picture(scene.model, row.picture),
        )
        for row in found.rows
    )
    return panel_element(scene, BoxPanel(here, found.title, found.done, rows), paint)


def paint(p: Pen, shown: BoxPanel, control: Controller) -> None:
    """Paint a row for each part in as many columns as fit."""
    ring, edge = shown.context.ring, shown.context.edge
    at, grow = table_frame(ring, edge), SMALL if ring.small else 1.0
    cells = [
        Cell(
            partial(_paint_thing, row, picture, grow, control),
            high=partial(_row_height, row, grow, ring.touch),
            name=row.key,
        )
        for row, picture in shown.rows
    ]
    column = (min(COLUMN * grow, at.w - 2 * PAD), 0.0)
    title = f"{shown.title}{shown.context.w.colon}{shown.done}"
    panel(p, control, shown.context, at, title, CellList(cells, column, flat=True), close=closing(control))


def _words_width(wide: float, grow: float) -> float:
    return wide - PICTURE * grow - BOX - 4 * PAD


def _break_lines(row: Switch, grow: float, p: Pen, wide: float) -> tuple[list[str], list[str]]:
    """Return the lines of a part's name and place."""
    room = _words_width(wide, grow)
    says = p.break_lines(row.about, SIZE * grow, room, MAX_LINES)[0] if row.about else []
    return p.break_lines(row.words, NAME * grow, room, MAX_LINES, bold=True)[0], says


def _row_height(row: Switch, grow: float, least: float, p: Pen, wide: float) -> float:
    names, says = _break_lines(row, grow, p, wide)
    return max(least, 2 * PAD + TALL * grow, 2 * PAD + (len(names) * NAME + len(says) * SIZE) * PITCH * grow)


def _paint_thing(row: Switch, picture: Picture, grow: float, control: Controller, p: Pen, w: float, h: float) -> None:
    assert row.says is not None
    p.rect(0, 0, w, h, 14, "zone", "candle" if row.on else None, 3)
    x, y = PAD, h / 2 - BOX / 2
    p.rect(x, y, BOX, BOX, 10, "candle" if row.on else "raised", "line", 2)
    if row.on:
        icon(p, "tick", x + BOX / 2, h / 2, BOX * 0.8, "ink", "candle")
    x += BOX + PAD
    with p.dimmed(0.5 if row.on else 1, "zone"), p.at(x + PICTURE * grow / 2, h / 2):
        picture(p, PICTURE * grow, TALL * grow)
    x += PICTURE * grow + PAD
    room, (names, says) = _words_width(w, grow), _break_lines(row, grow, p, w)
    size, small = NAME * grow * PITCH, SIZE * grow * PITCH
    y = (h - len(names) * size - len(says) * small) / 2
    for each in names:
        p.text(x, y + size / 2, each, NAME * grow, "soft" if row.on else "text", "start", bold=True, room=room)
        y += size
    for each in says:
        p.text(x, y + small / 2, each, SIZE * grow, "mute" if row.on else "soft", "start", room=room)
        y += small
    touch_box(p, 0, 0, w, h, 14, row.key, partial(control.send, row.says, not row.on))
