"""The log where people tell what happened: turn by turn in pictures; touch one to put it right."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

import msgspec

from app.looks.icons import icon
from app.protocol import messages, news
from app.screen.control.controller import Controller
from app.screen.input.cardboard_entry import correct, insert_before
from app.screen.paint.pen import PITCH, Pen
from app.screen.state.ring import Ring
from app.screen.state.scene import Scene
from app.screen.widgets.panel import Cell, PanelContext, closing, panel, panel_context, place_of_many
from app.text.game import short

BEGAN: Final = str(news.GameBegan.__struct_config__.tag)
TURN: Final = 306.0  # u: a turn
TITLE: Final = 26.0  # u, at least, of the title's words, in as many rows as this
ROWS: Final = 3


@dataclass(frozen=True, slots=True)
class Came:
    """Something that came of a turn. `wide`: in halves of its height."""

    wide: float
    picture: Callable[[Pen, float], None]  # to the right of the pen's place, so far up and down; equal for equals


Began: TypeAlias = Callable[[messages.Line], tuple[int, int] | None]  # whose turn begins (0: everybody's), its number
Read: TypeAlias = Callable[[messages.Line, int], Came | None]  # what a line of a seat's turn brought, if it is drawn


@dataclass(slots=True)
class LogTurn:
    """A turn as the log has it. `seat` 0: everybody's; `row`: a line that was told in it; 0: none yet."""

    seat: int
    number: int
    row: int
    line: int  # with which it began
    lines: list[messages.Line]


def turns(lines: Iterable[messages.Line], began: Began) -> list[LogTurn | messages.Line]:
    """The log that stands, turn by turn; lines before the first turn, and the table's own news, stand by themselves."""
    found: list[LogTurn | messages.Line] = []
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
    """A turn. `called`: how its number is said; `row`: a line that was told in it; `came`: what came of it.

    `line`: the number of the one with which it began.
    """

    line: int
    seat: int
    number: int
    called: str
    row: int
    came: tuple[Came, ...]


@dataclass(frozen=True, slots=True)
class LineRow:
    """A line that is of no turn. `row`: 0 where it cannot be put right; `to`: the page on which it is, instead.

    `line` 0: it is none of the log, and only leads there.
    """

    line: int
    row: int
    text: str
    to: str = ""


@dataclass(frozen=True, slots=True)
class TurnRows:
    """All rows, the newest first. `newest`: the one that was it when the panel was opened."""

    lying: PanelContext
    people: tuple[str, ...]
    rows: tuple[TurnRow | LineRow, ...]
    wide: float  # u: a turn
    newest: int


def log(
    scene: Scene, ring: Ring, began: Began, read: Read, called: Callable[[int], str] = str, wide: float = TURN
) -> TurnRows:
    """Turns in which something was told, and lines that have words.

    `called`: how the number of a turn is said; `wide`: as much room as a turn wants, in u.
    """
    w, table = scene.model.words(), scene.model.table
    set_up = table is not None and bool(table.set_up)
    rows: list[TurnRow | LineRow] = []
    for each in turns((line for _, line in sorted(scene.model.lines.items())), began):
        if isinstance(each, LogTurn):
            if each.row:
                came = tuple(one for line in each.lines if (one := read(line, each.seat)))
                rows.append(TurnRow(each.line, each.seat, each.number, called(each.number), each.row, came))
        elif text := scene.sentence(each, w):
            rows.append(
                LineRow(
                    each.number,
                    each.row,
                    text,
                    "set-up" if set_up and msgspec.json.decode(each.event)["type"] == BEGAN else "",
                )
            )
    newest = next((row.line for row in rows[::-1] if row.line <= scene.opened.line), 0)
    return TurnRows(panel_context(scene, ring), scene.model.people(w), tuple(rows[::-1]), wide, newest)


def paint_log(p: Pen, it: TurnRows, control: Controller, title: Sequence[str] = (), foot: Sequence[Cell] = ()) -> None:
    """`title`: from long to short; `foot`: what else may be done."""
    ring = it.lying.ring
    at = place_of_many(ring, it.lying.edge)
    wide, grow = min(it.wide + ring.touch, at.w - 40), 1.25 if ring.small else 1.0
    says = _fitting(p, title, at.w - 3 * ring.touch, ring.touch)
    panel(
        p, control, it.lying, at, says, rows(control, it.people, it.rows, 26 * grow, ring.touch), foot,
        close=closing(control), cell=(wide, ring.touch), newest=str(it.newest),
    )  # fmt: skip


def _fitting(p: Pen, titles: Sequence[str], room: float, high: float) -> str:
    """The first title, from long to short, that is large enough to read in so much room."""
    for title in titles[:-1]:
        lines, used = p.lines(title, TITLE, True, room, ROWS)
        if used == TITLE and len(lines) * TITLE * PITCH <= high:
            return title
    return titles[-1]


def rows(
    control: Controller,
    people: tuple[str, ...],
    them: Iterable[TurnRow | LineRow],
    size: float = 26.0,
    plus: float = 0.0,
) -> list[Cell]:
    """Each as a button that opens it; `size` of words.

    `plus`: how wide the button beside a turn is that says that one is missing before it.
    """
    return [
        Cell(
            partial(_turn_row, control, people, each, plus)
            if isinstance(each, TurnRow)
            else partial(_line_row, control, each, size),
            name=str(each.line),
        )
        for each in them
    ]


def _pick(control: Controller, row: int) -> None:
    control.open("")
    correct(control, row, "ask")


def _missing(control: Controller, row: int) -> None:
    control.open("")
    insert_before(control, row)


def _turn_row(
    control: Controller, people: tuple[str, ...], turn: TurnRow, plus: float, p: Pen, cw: float, ch: float
) -> None:
    """A turn in pictures: where its cards came from, what they were, and what came of them."""
    if plus:
        cw -= plus + 4
        with p.at(cw + 4, 0):
            p.rect(0, 0, plus, ch, 14, "zone", "line", 2)
            icon(p, "plus", plus / 2, ch / 2, min(plus, ch) * 0.5, "soft", "zone")
            p.hit_area(
                0, 0, plus, ch, f"missing {turn.number}", partial(_missing, control, turn.row),
                press=lambda pen: pen.rect(0, 0, plus, ch, 14, "candle", opacity=0.28),
            )  # fmt: skip
    p.rect(0, 0, cw, ch, 14, "zone", "line", 2)
    r = min(ch * 0.36, 34)
    wide = sum(each.wide * r for each in turn.came)
    room = max(cw - 66 - wide, 84)
    if turn.seat:
        p.text(44, ch / 2, turn.called, 26, "mute", "end", room=40)
        p.text(56, ch / 2, short(people[turn.seat - 1]), 26, "text", "start", bold=True, room=room - 8)
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
        0, 0, cw, ch, f"log {turn.number}", partial(_pick, control, turn.row),
        press=lambda pen: pen.rect(0, 0, cw, ch, 14, "candle", opacity=0.28),
    )  # fmt: skip


def _line_row(control: Controller, line: LineRow, size: float, p: Pen, cw: float, ch: float) -> None:
    """What was laid out before the first turn can be put right, too."""
    p.rect(0, 0, cw, ch, 14, "zone", "line" if line.row or line.to else None, 2)
    p.prose(20, 4, line.text, size, cw - 40, ch - 8, "soft", middle=True)
    if line.row or line.to:
        go = partial(control.open, line.to) if line.to else partial(_pick, control, line.row)
        p.hit_area(
            0, 0, cw, ch, f"right {line.line}" if line.line else line.to, go,
            press=lambda pen: pen.rect(0, 0, cw, ch, 14, "candle", opacity=0.28),
        )  # fmt: skip
