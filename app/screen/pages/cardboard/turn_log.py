"""The log of games that people report: each turn as pictures; a touch corrects it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

import msgspec

from app.looks.icons import icon
from app.protocol import table_log_events
from app.protocol.log_messages import Line
from app.screen.control.controller import Controller
from app.screen.input.cardboard_entry import correct, insert_before
from app.screen.paint.pen import Pen
from app.screen.paint.text_pen import PITCH
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Scene
from app.screen.widgets.grid import press_painter
from app.screen.widgets.panel import closing, panel
from app.screen.widgets.panel_cells import Cell, CellList, Draw
from app.screen.widgets.panel_frame import PanelContext, panel_context, place_of_many
from app.text.words_protocols import name_forms

GAME_BEGAN_TAG: Final = str(table_log_events.GameBegan.__struct_config__.tag)
TURN: Final = 306.0  # u, width of a turn
TITLE: Final = 26.0  # u, minimum type size of the title
ROWS: Final = 3  # maximum lines of the title


@dataclass(frozen=True, slots=True)
class LogPicture:
    """A picture of what a line brought. `wide`: in halves of its height."""

    wide: float
    picture: Callable[[Pen, float], None]  # paints to the right of the pen, centred; comparable


Began: TypeAlias = Callable[[Line], tuple[int, int] | None]  # seat (0: all) and number of a turn that starts
Read: TypeAlias = Callable[[Line, int], LogPicture | None]  # the picture of a line of a seat's turn, if any


@dataclass(slots=True)
class LogTurn:
    """A turn of the log. `seat` 0: all seats. `row`: a reported line in it; 0: none yet."""

    seat: int
    number: int
    row: int
    line: int  # its first line
    lines: list[Line]


def split_turns(lines: Iterable[Line], began: Began) -> list[LogTurn | Line]:
    """Split the log into turns; lines before the first turn and the table's own news are single entries."""
    found: list[LogTurn | Line] = []
    turn, before = None, 0  # the row whose line ended the turn before; it may tell something after that, too
    for line in lines:
        if line.undone:
            continue
        if begins := began(line):
            turn, before = LogTurn(*begins, 0, line.number, []), line.row
            found.append(turn)
        elif turn is None or not line.row:
            found.append(line)
        else:
            turn.lines.append(line)
            turn.row = turn.row or (line.row if line.row != before else 0)
    return found


@dataclass(frozen=True, slots=True)
class TurnRow:
    """A turn as a row. `called`: its number as text. `row`: a reported line in it. `came`: its pictures.

    `line`: number of its first line.
    """

    line: int
    seat: int
    number: int
    called: str
    row: int
    came: tuple[LogPicture, ...]


@dataclass(frozen=True, slots=True)
class LineRow:
    """A line outside of turns. `row`: 0 if it cannot be corrected. `to`: the page to correct it on instead.

    `line` 0: only a link, not in the log.
    """

    line: int
    row: int
    text: str
    to: str = ""


@dataclass(frozen=True, slots=True)
class TurnRows:
    """Every row, newest first. `newest`: the last one when the panel was opened."""

    context: PanelContext
    people: tuple[str, ...]
    rows: tuple[TurnRow | LineRow, ...]
    wide: float  # u, width of a turn
    newest: int


def build_turn_rows(
    scene: Scene, ring: Ring, began: Began, read: Read, called: Callable[[int], str] = str, wide: float = TURN
) -> TurnRows:
    """Build the rows of turns with reports and of lines with a text.

    `called`: formats a turn's number. `wide`: width of a turn (u).
    """
    w, table = scene.model.words(), scene.model.table
    set_up = table is not None and bool(table.set_up)
    rows: list[TurnRow | LineRow] = []
    for each in split_turns((line for _, line in sorted(scene.model.lines.items())), began):
        if isinstance(each, LogTurn):
            if each.row:
                came = tuple(one for line in each.lines if (one := read(line, each.seat)))
                rows.append(TurnRow(each.line, each.seat, each.number, called(each.number), each.row, came))
        elif text := scene.sentence(each, w):
            is_set_up = set_up and msgspec.json.decode(each.event)["type"] == GAME_BEGAN_TAG
            rows.append(LineRow(each.number, each.row, text, "set-up" if is_set_up else ""))
    newest = next((row.line for row in rows[::-1] if row.line <= scene.ui.line), 0)
    return TurnRows(panel_context(scene, ring), scene.model.people(w), tuple(rows[::-1]), wide, newest)


def paint_log(
    p: Pen, rows: TurnRows, control: Controller, title: Sequence[str] = (), foot: Sequence[Cell] = ()
) -> None:
    """Paint the log. `title`: from long to short. `foot`: additional buttons."""
    ring = rows.context.ring
    at = place_of_many(ring, rows.context.edge)
    wide, grow = min(rows.wide + ring.touch, at.w - 40), 1.25 if ring.small else 1.0
    says = _fitting_title(p, title, at.w - 3 * ring.touch, ring.touch)
    cells = row_cells(control, rows.people, rows.rows, 26 * grow, ring.touch)
    content = CellList(cells, (wide, ring.touch), newest=str(rows.newest))
    panel(p, control, rows.context, at, says, content, foot=foot, close=closing(control))


def _fitting_title(p: Pen, titles: Sequence[str], room: float, high: float) -> str:
    """Return the first title, from long to short, that fits at a legible size."""
    for title in titles[:-1]:
        lines, used = p.break_lines(title, TITLE, room, ROWS, bold=True)
        if used == TITLE and len(lines) * TITLE * PITCH <= high:
            return title
    return titles[-1]


def row_cells(
    control: Controller,
    people: tuple[str, ...],
    them: Iterable[TurnRow | LineRow],
    size: float = 26.0,
    plus: float = 0.0,
) -> list[Cell]:
    """Return a button for each row. `size`: type size.

    `plus`: width of the button that reports a missing turn before this one.
    """

    def draw(row: TurnRow | LineRow) -> Draw:
        if isinstance(row, TurnRow):
            return partial(_paint_turn, control, people, row, plus)
        return partial(_paint_line, control, row, size)

    return [Cell(draw(row), name=str(row.line)) for row in them]


def _correct_turn(control: Controller, row: int) -> None:
    control.open_panel("")
    correct(control, row, "ask")


def _insert_turn(control: Controller, row: int) -> None:
    control.open_panel("")
    insert_before(control, row)


def _paint_turn(
    control: Controller, people: tuple[str, ...], turn: TurnRow, plus: float, p: Pen, cw: float, ch: float
) -> None:
    """Paint a turn: where its cards came from, the cards, and their effects."""
    if plus:
        cw -= plus + 4
        with p.at(cw + 4, 0):
            p.rect(0, 0, plus, ch, 14, "zone", "line", 2)
            icon(p, "plus", plus / 2, ch / 2, min(plus, ch) * 0.5, "soft", "zone")
            insert = partial(_insert_turn, control, turn.row)
            p.hit_area(0, 0, plus, ch, f"missing {turn.number}", insert, press=press_painter(plus, ch, 14))
    p.rect(0, 0, cw, ch, 14, "zone", "line", 2)
    r = min(ch * 0.36, 34)
    wide = sum(each.wide * r for each in turn.came)
    room = max(cw - 66 - wide, 84)
    if turn.seat:
        p.text(44, ch / 2, turn.called, 26, "mute", "end", room=40)
        p.text(56, ch / 2, name_forms(people[turn.seat - 1]), 26, "text", "start", bold=True, room=room - 8)
    else:
        p.text(14, ch / 2, turn.called, 26, "text", "start", bold=True, room=room)
    x = 56 + room
    for each in turn.came:
        if x + each.wide * r > cw:
            break
        with p.at(x, ch / 2):
            each.picture(p, r)
        x += each.wide * r
    p.hit_area(
        0, 0, cw, ch, f"log {turn.number}", partial(_correct_turn, control, turn.row), press=press_painter(cw, ch, 14)
    )


def _paint_line(control: Controller, line: LineRow, size: float, p: Pen, cw: float, ch: float) -> None:
    """Paint a single line; set-up lines can be corrected, too."""
    p.rect(0, 0, cw, ch, 14, "zone", "line" if line.row or line.to else None, 2)
    p.prose(20, 4, line.text, size, cw - 40, ch - 8, "soft", middle=True)
    if line.row or line.to:
        go = partial(control.open_panel, line.to) if line.to else partial(_correct_turn, control, line.row)
        p.hit_area(0, 0, cw, ch, f"right {line.line}" if line.line else line.to, go, press=press_painter(cw, ch, 14))
