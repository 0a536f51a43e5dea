"""The reference over the table: the chapters of the current or the next game, and their things."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from app.screen.control.controller import Controller
from app.screen.input import goals
from app.screen.pages.play.rules_search import ASK
from app.screen.paint.element import Element
from app.screen.paint.pen import Pen
from app.screen.paint.pen_layers import STONE
from app.screen.paint.text_pen import FELT, PITCH
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Picture, Scene, TeachingGame
from app.screen.widgets.controls import touch_box
from app.screen.widgets.grid import largest_grid
from app.screen.widgets.panel import PAD, PanelHeading, closing, panel
from app.screen.widgets.panel_cells import GAP, MAX_LINES, Cell, CellList, cell
from app.screen.widgets.panel_frame import PanelContext, panel_context, table_frame
from app.text.reference import ThingEntry, copies_left, describe_remaining
from app.text.translation import capital

PANEL: Final = "reference"
COLUMN: Final = 600.0  # u, minimum width
PICTURE: Final = 120.0  # u, width of a thing's picture
TALL: Final = 116.0  # u, its height
NAME: Final = 30.0  # u
NAMES: Final = 2  # maximum lines of a name
SIZE: Final = 24.0  # u, of cost and effect
SMALL: Final = 1.25  # scale on a small screen
FAN: Final = 3  # things of a chapter that stand for all of them
FAN_ANGLE: Final = 11.0  # degrees, between two of them
FAN_LEAST: Final = 190.0  # u, least height of a chapter
CHAPTER_HEIGHT: Final = 0.8  # of its width, wanted
STATE: Final = 0.5  # maximum share of a line for the number left


@dataclass(frozen=True, slots=True)
class ReferenceRow:
    """A thing: its text, the number left, whether none is, and its picture. `key`: its kind and slug, if somebody on
    the screen may set it as a goal."""

    key: str
    entry: ThingEntry
    left: str
    gone: bool
    picture: Picture


@dataclass(frozen=True, slots=True)
class Chapters:
    """The chapters: titles, numbers left, and pictures of some of their things."""

    context: PanelContext
    chapters: tuple[tuple[str, str, tuple[Picture, ...]], ...]


@dataclass(frozen=True, slots=True)
class ChapterPanel:
    context: PanelContext
    title: str
    note: str
    rows: tuple[ReferenceRow, ...]


def build_reference(scene: Scene, ring: Ring, number: int) -> Element[Chapters] | Element[ChapterPanel] | None:
    """Build the list of chapters, or one chapter (from 1); None if the game has no reference."""
    game, model = scene.game, scene.model
    if not isinstance(game, TeachingGame) or model.table is None:
        return None
    here, key, say = panel_context(scene, ring), f"panel {scene.ui.panel}", game.reference
    view = None if model.table.mode == "tally" else model.view  # a sheet does not know what lies on the table
    saved = {named for info in model.table.seats for named, _ in goals.possible_goals(scene, info.seat)}
    found = say.chapters(model.data, view, model.table.variant)
    if not 0 < number <= len(found):
        fans = [each.things[:: max(1, len(each.things) // FAN)][:FAN] for each in found]
        pictures = [tuple(game.thing_picture(model, thing) for thing in fan) for fan in fans]
        chapters = tuple(
            (say.title(here.w, each), copies_left(here.w, each), fan) for each, fan in zip(found, pictures, strict=True)
        )
        return Element(key, Chapters(here, chapters), paint_chapters)
    chapter, people = found[number - 1], model.people(here.w)
    rows = tuple(
        ReferenceRow(
            key=named if (named := f"{thing.kind} {thing.slug}") in saved else "",
            entry=say.entry(here.w, thing, model.data),
            left=describe_remaining(here.w, thing, people),
            gone=thing.is_gone,
            picture=game.thing_picture(model, thing),
        )
        for thing in chapter.things
    )
    note = " · ".join(filter(None, (copies_left(here.w, chapter), say.note(here.w, chapter, model.data))))
    things = ChapterPanel(here, say.title(here.w, chapter), note, rows)
    return Element(key, things, paint_things)


def paint_chapters(p: Pen, chapters: Chapters, control: Controller) -> None:
    """Paint each chapter as a fan of its things on felt."""
    w, edge, many = chapters.context.w, chapters.context.edge, len(chapters.chapters)
    foot = [
        cell(w("May I?"), ASK, partial(control.open_panel, ASK, edge), "question"),
        cell(w("How to play"), "how", partial(control.open_panel, "how", edge), "question"),
    ]
    at = table_frame(chapters.context.ring, edge)
    room = at.w - 2 * PAD, at.h - 2 * PAD - 2 * (chapters.context.ring.touch + GAP)
    grid = largest_grid(many, *room, GAP, CHAPTER_HEIGHT)
    cells = [
        Cell(partial(_paint_chapter, control, f"{PANEL} {nth}", edge, *chapter))
        for nth, chapter in enumerate(chapters.chapters, start=1)
    ]
    content = CellList(cells, (grid.w - 0.1, max(grid.h - 0.1, FAN_LEAST)), flat=True, centred=True)
    context, heading = chapters.context.on_ground(FELT), w("All cards")
    panel(p, control, context, at, heading, content, foot=foot, close=closing(control))


def _paint_chapter(
    control: Controller, name: str, edge: int, title: str, left: str, fan: Sequence[Picture], p: Pen, w: float, h: float
) -> None:
    """Paint its fan, its title below, and how many are left."""
    size, small = p.legible(NAME), p.legible(SIZE)
    high = h - (size + small) * PITCH - GAP
    side = min(high, w * 0.5)
    for nth, picture in enumerate(fan):
        off = nth - (len(fan) - 1) / 2
        with p.at(w / 2 + off * side * 0.36, high / 2 + abs(off) * side * 0.06 + GAP, off * FAN_ANGLE):
            picture(p, side, side * 0.84)
    p.text(w / 2, h - small * PITCH - size * PITCH / 2, title, size, "text", bold=STONE, room=w - 8)
    p.text(w / 2, h - small * PITCH / 2, left, small, "soft", room=w - 8)
    touch_box(p, 0, 0, w, h, 18, name, partial(control.open_panel, name, edge))


def paint_things(p: Pen, shown: ChapterPanel, control: Controller) -> None:
    """Paint each thing: picture, name, cost, effect and number left."""
    ring, edge, w = shown.context.ring, shown.context.edge, shown.context.w
    at, grow = table_frame(ring, edge), SMALL if ring.small else 1.0
    cells = [
        Cell(partial(_paint_thing, row, grow, ring, control), high=partial(_row_height, row, grow), name=row.entry.name)
        for row in shown.rows
    ]
    head = partial(_paint_note, shown.note, SIZE * grow) if shown.note else None
    back = [cell(w("All cards"), PANEL, partial(control.open_panel, PANEL, edge), "left")]
    column = (min(COLUMN * grow, at.w - 2 * PAD), 0.0)
    content = CellList(cells, column, flat=True)
    panel(
        p, control, shown.context, at, PanelHeading(shown.title, head=head), content, foot=back, close=closing(control)
    )


def _paint_note(note: str, size: float, p: Pen, w: float, h: float) -> None:
    p.prose(8, 0, note, size, w - 16, h, middle=True)


def _row_height(row: ReferenceRow, grow: float, p: Pen, wide: float) -> float:
    room = _words_width(wide)
    rows = sum(len(p.break_lines(text, SIZE * grow, room, MAX_LINES)[0]) for text in _descriptions(row))
    names = len(_name_lines(row, grow, p, _name_width(row, grow, p, room)))
    return 2 * PAD + max(TALL, (names * NAME + rows * SIZE) * PITCH * grow)


def _words_width(wide: float) -> float:
    return wide - PICTURE - 3 * PAD


def _name_width(row: ReferenceRow, grow: float, p: Pen, room: float) -> float:
    """Return the width left for the name beside the number left."""
    return room - min(p.text_width(row.left, SIZE * grow), room * STATE) - GAP


def _name_lines(row: ReferenceRow, grow: float, p: Pen, room: float) -> list[str]:
    """Return the lines of the name; a medal's name needs two."""
    return p.break_lines(row.entry.name, NAME * grow, room, NAMES, bold=True)[0]


def _descriptions(row: ReferenceRow) -> list[str]:
    return [capital(text) for text in (row.entry.cost, row.entry.says) if text]


def _paint_thing(row: ReferenceRow, grow: float, ring: Ring, control: Controller, p: Pen, w: float, h: float) -> None:
    p.rect(0, 0, w, h, 14, "zone")
    with p.dimmed(0.5 if row.gone else 1, "zone"), p.at(PAD + PICTURE / 2, PAD + TALL / 2):
        row.picture(p, PICTURE, TALL)
    x, room = PICTURE + 2 * PAD, _words_width(w)
    ink, size = "mute" if row.gone else "text", NAME * grow
    p.text(x + room, PAD + size * PITCH / 2, row.left, SIZE * grow, "soft", "end", room=room * STATE)
    beside, y = _name_width(row, grow, p, room), PAD
    for name in _name_lines(row, grow, p, beside):
        p.text(x, y + size * PITCH / 2, name, size, ink, "start", bold=True, room=beside)
        y += size * PITCH
    for text in _descriptions(row):
        y += p.prose(x, y, text, SIZE * grow, room, h - y - PAD / 2, "soft")
    if row.key:
        p.hit_area(0, 0, w, h, f"read {row.key}", partial(_explain_thing, control, ring, row), rank=1)


def _explain_thing(control: Controller, ring: Ring, row: ReferenceRow) -> None:
    """Show a thing's text at the reader's edge, where it can be set as a goal."""
    said = " ".join((f"{capital(row.entry.name)}:", *_descriptions(row)))
    control.notify(control.scene.seat_at_finger(ring), said, about=row.key)
