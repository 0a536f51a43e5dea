"""What is entered for one seat: all its cells with − and +, and keys to type a number."""

from dataclasses import dataclass
from functools import partial

from app.games.tally import words as terms
from app.games.tally.screen.parts import Counter, counter, counter_of, named
from app.games.tally.screen.scene import SheetScene
from app.games.tally.screen.sheet import Sheet, typed
from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.element import Element
from app.screen.ring import Ring
from app.screen.widgets.controls import button, frame, switch
from app.screen.widgets.panel import Cell, Lying, cell, closing, lying, panel, place
from app.text import table as table_words
from app.text.languages import capital
from engine.tally.view import CellView, Won

KEYS = ("7", "8", "9", "4", "5", "6", "1", "2", "3", "sign", "0", "back")
IN_TWO = ("1", "2", "3", "4", "5", "back", "6", "7", "8", "9", "0", "sign")
PAD, KEY_GAP = 16.0, 12.0  # u


@dataclass(frozen=True, slots=True)
class Entry:
    """All that is entered for one seat."""

    lying: Lying
    seat: int
    name: str
    sheet: str  # the game that it is a sheet of
    counters: tuple[Counter, ...]
    cat: bool | None  # None: this sheet has none
    sums: tuple[int, ...]  # points, line by line
    total: int
    supremacies: tuple[tuple[str, bool], ...]  # what wins at once, and whether this seat has
    has_score: bool  # the sheet lies behind a button: the middle has markers


def of_seat(scene: SheetScene, ring: Ring, seat: int) -> Element[Entry]:
    """Every cell of one seat, facing whoever opened it."""
    sheet = scene.sheet
    here, view = lying(scene, ring, seat), sheet.view
    mine = view.seats[seat - 1]
    entry = Entry(
        here,
        seat,
        scene.model.name(seat, here.w),
        view.sheet,
        tuple(counter_of(sheet, seat, id) for id in _in_order(sheet)),
        None if view.cat is None else mine.cat,
        tuple(each.points for _, each in sheet.sums(seat)),
        mine.total,
        tuple((by, view.supremacy == Won(seat, by)) for by in view.supremacies),
        view.conflict is not None,
    )
    return Element(f"panel {scene.opened.panel}", entry, paint_entry)


def _in_order(sheet: Sheet) -> list[str]:
    """Cells as their lines stand on the sheet; those that count for no line come last."""
    first = [id for line in sheet.view.lines for id in line.cells]
    return [*first, *(cell.id for cell in sheet.view.cells if cell.id not in first)]


def paint_entry(p: Pen, it: Entry, control: Controller) -> None:
    at, t, w = place(it.lying.ring, it.lying.edge, 1400, 1150), it.lying.ring.touch, it.lying.w
    cells = [Cell(partial(_counter, control, it, each)) for each in it.counters]
    if it.cat is not None:
        cells.append(Cell(partial(_cat, control, it, it.cat)))
    sums = " + ".join(str(points) for points in it.sums if points)
    title = f"{it.name}: {it.total}" + (f" = {sums}" if "+" in sums else "")
    foot = [cell(w("Score sheet"), "score", partial(control.open, "score"), "star")] if it.has_score else []
    foot += [_supremacy(control, it, by, on) for by, on in it.supremacies]
    panel(p, control, it.lying, at, title, cells, foot, cell=(390, t), close=closing(control))


def _counter(control: Controller, it: Entry, each: Counter, p: Pen, w: float, h: float) -> None:
    counter(p, control, each, 0, 0, w, h, it.lying.ring.touch, named(it.lying.w, it.sheet, each.cell.id))


def _cat(control: Controller, it: Entry, has: bool, p: Pen, w: float, h: float) -> None:
    tap = partial(control.enter, f"cat {0 if has else it.seat}", it.seat)
    switch(p, 0, 0, w, h, it.lying.w("The cat"), has, "cat", tap, 28)


def _supremacy(control: Controller, it: Entry, by: str, on: bool) -> Cell:
    """Whether this seat has won at once by this."""
    tap = partial(control.enter, "supremacy 0" if on else f"supremacy {it.seat} {by}", it.seat)
    picture = "tick" if on else "swords" if by == "military" else "gear"
    return cell(capital(terms.supremacy(it.lying.w, by)), f"supremacy {by}", tap, picture, on=on)


# ---- keys --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Keys:
    """Keys for one cell of a seat. `last`: the row of its last entry, if that can be taken back."""

    lying: Lying
    seat: int
    name: str
    sheet: str  # the game that it is a sheet of
    cell: CellView
    value: int
    typed: str
    last: int | None


def keys(scene: SheetScene, ring: Ring, seat: int) -> Element[Keys]:
    """A number is typed for the cell that was picked; its last entry can be taken back alone."""
    sheet, id = scene.sheet, scene.own.picked
    here, last = lying(scene, ring, seat), sheet.last(seat, id)
    view = Keys(
        here,
        seat,
        scene.model.name(seat, here.w),
        sheet.view.sheet,
        sheet.cell(id),
        sheet.value(seat, id),
        scene.opened.typed,
        None if last is None else last.row,
    )
    return Element(f"panel {scene.opened.panel}", view, paint_keys)


def paint_keys(p: Pen, it: Keys, control: Controller) -> None:
    ring, w = it.lying.ring, it.lying.w
    t = ring.touch
    back = partial(control.open, f"entry {it.seat}")
    enter = partial(_enter, control, it.seat, it.cell)
    fits = _meant(it.typed, it.cell) is not None
    most = place(ring, it.lying.edge, 1200, 1100)
    beside = most.w >= 4 * t + 320  # the number stands beside the keys, not above them
    rows = 4 if not beside or most.h >= 5 * t + 3 * KEY_GAP + 64 else 2
    columns = len(KEYS) // rows
    pad_w = columns * t * 1.15 + (columns - 1) * KEY_GAP
    if beside:
        at = place(ring, it.lying.edge, max(760.0, pad_w + t + KEY_GAP + 360), t + 80 + rows * (t * 1.15 + KEY_GAP))
    else:
        at = place(ring, it.lying.edge, 700, 2 * t + 200 + rows * (t * 1.15 + KEY_GAP))
    with p.at(at.x, at.y, at.angle, ring.u):
        frame(p, at.w, at.h)
        side = partial(it.lying.side, room=at.w)
        button(p, side(at.w - t - PAD, t), PAD, t, t, "", "close", back, "cross")
        room = at.w - t - 3 * PAD - 8
        x, title = side(PAD + 8, room), f"{it.name}: {named(w, it.sheet, it.cell.id)}"
        p.text(x, PAD + t * 0.3, title, 34, "text", "start", bold=True, room=room)
        p.text(x, PAD + t * 0.74, terms.cell_says(w, it.sheet, it.cell.id), 25, "soft", "start", room=room)
        top = PAD + t + KEY_GAP
        if beside:
            left = at.w - PAD - pad_w - KEY_GAP - t
            wide, tall = left - 2 * PAD, min(170.0, at.h - top - PAD - (t + KEY_GAP))
        else:
            left, wide, tall = PAD, at.w - 2 * PAD, 100.0
            pad_w = wide
        left, x = side(left, pad_w), side(PAD, wide)
        ink = "text" if it.typed else "mute"
        p.rect(x, top, wide, tall, 18, "table", "candle" if fits else "line", 3)
        p.text(x + wide / 2, top + tall / 2, it.typed or str(it.value), min(80, tall * 0.6), ink, bold=True,
               room=wide - 20)  # fmt: skip
        below = top + tall + KEY_GAP
        if beside and it.last is not None:
            label = w("Undo {value}", value=it.value)
            button(p, x, below, wide, t, label, "cell undo", partial(control.take_back, it.last), "undo", size=25)
        y = top if beside else below
        foot = 0.0 if beside else t + KEY_GAP
        w_key = (pad_w - (columns - 1) * KEY_GAP) / columns
        h_key = (at.h - y - PAD - foot - (rows - 1) * KEY_GAP) / rows
        for nth, key in enumerate(KEYS if rows == 4 else IN_TWO):
            if key == "sign" and it.cell.least >= 0:
                continue
            kx, ky = left + nth % columns * (w_key + KEY_GAP), y + nth // columns * (h_key + KEY_GAP)
            picture = {"back": "left", "sign": "minus"}.get(key, "")
            label = "" if picture else key
            button(p, kx, ky, w_key, h_key, label, f"key {key}", partial(_press, control, key), picture, size=40,
                   each=True)  # fmt: skip
        if beside:
            button(p, side(at.w - PAD - t, t), y, t, at.h - y - PAD, "", "key enter", enter, "tick", fits,
                   off=not fits, each=True)  # fmt: skip
        else:
            button(p, PAD, at.h - t - PAD, wide, t, w("Enter"), "key enter", enter, "tick", fits, off=not fits,
                   each=True)  # fmt: skip


def _press(control: Controller, key: str) -> None:
    control.change(typed=typed(control.opened.typed, key))


def _enter(control: Controller, seat: int, bounds: CellView) -> None:
    """Enter what has been typed: perhaps its last digit is not painted yet."""
    number = _meant(control.opened.typed, bounds)
    if number is not None:
        control.open(f"entry {seat}")
        control.enter(f"{seat} set {bounds.id} {number}", seat)
    elif control.opened.typed:
        facts: dict[str, int | str] = {"cell": bounds.id, "least": bounds.least, "most": bounds.most}
        control.deny(
            seat, table_words.refusal(control.model.words(seat), "out-of-bounds", facts, control.model.game_words)
        )


def _meant(digits: str, bounds: CellView) -> int | None:
    """The number that was typed, if a cell can hold it."""
    number = int(digits) if digits.removeprefix("-") else None
    return number if number is not None and bounds.least <= number <= bounds.most else None


# ---- the cat -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Holder:
    """Who may have the cat, and who has it (0: it lies in the middle; None: this sheet has none)."""

    lying: Lying
    people: tuple[str, ...]
    has: int | None


def holder(scene: SheetScene, ring: Ring) -> Element[Holder]:
    """Who has the cat."""
    view = Holder(lying(scene, ring), scene.model.people(scene.model.words()), scene.sheet.view.cat)
    return Element(f"panel {scene.opened.panel}", view, paint_holder)


def paint_holder(p: Pen, it: Holder, control: Controller) -> None:
    w = it.lying.w
    seats = [*enumerate(it.people, start=1), (0, w("In the middle"))]
    cells = [
        cell(name, f"cat to {seat}", partial(_give, control, seat), "cat" if seat else "", on=it.has == seat)
        for seat, name in seats
    ]
    at = place(it.lying.ring, it.lying.edge)
    panel(p, control, it.lying, at, w("Who has the cat?"), cells, close=closing(control), cell=(330, 0))


def _give(control: Controller, seat: int) -> None:
    control.open("")
    control.enter(f"cat {seat}")
