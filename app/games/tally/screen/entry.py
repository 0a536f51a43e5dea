"""What is entered for one seat: all its cells with − and +, and keys to type a number."""

from collections.abc import Callable
from functools import partial

from app.games.tally import words as terms
from app.games.tally.screen.parts import counter, named
from app.games.tally.screen.sheet import Sheet, typed
from app.screen.desk import Desk
from app.screen.draw import Pen
from app.screen.ring import Ring
from app.screen.widgets.controls import button, frame, switch
from app.screen.widgets.panel import Cell, cell, closing, panel, place
from app.text import table as table_words
from app.text.languages import Words, capital
from engine.tally.view import CellView, Won

Made = tuple[object, Callable[[Pen], None]]
KEYS = ("7", "8", "9", "4", "5", "6", "1", "2", "3", "sign", "0", "back")
IN_TWO = ("1", "2", "3", "4", "5", "back", "6", "7", "8", "9", "0", "sign")
PAD, KEY_GAP = 16.0, 12.0  # u


def of_seat(desk: Desk, ring: Ring, seat: int) -> Made:
    """Every cell of one seat, facing whoever opened it."""
    sheet = desk.sheet
    assert sheet is not None
    w, view = desk.words(seat), sheet.view
    mine = view.seats[seat - 1]
    name = desk.name(seat, w)

    def paint(p: Pen) -> None:
        at, t = place(ring, desk.edge, 1400, 1150), ring.touch
        cells = [Cell(partial(_counter, desk, sheet, seat, id, named(w, view.sheet, id), t)) for id in _in_order(sheet)]
        if view.cat is not None:
            tap = partial(desk.enter, f"cat {0 if mine.cat else seat}", seat)
            cells.append(Cell(lambda p, cw, ch: switch(p, 0, 0, cw, ch, w("The cat"), mine.cat, "cat", tap, 28)))
        sums = " + ".join(str(each.points) for _, each in sheet.sums(seat) if each.points)
        title = f"{name}: {mine.total}" + (f" = {sums}" if "+" in sums else "")
        foot = [cell(w("Score sheet"), "score", partial(desk.open, "score"), "star")] if view.conflict else []
        foot += [_supremacy(desk, sheet, seat, by, w) for by in view.supremacies]
        panel(p, desk, ring, at, title, cells, foot, cell=(390, t), close=closing(desk))

    return (view.seats[seat - 1], view.supremacy, name, w.lang), paint


def _supremacy(desk: Desk, sheet: Sheet, seat: int, by: str, w: Words) -> Cell:
    """Whether this seat has won at once by this."""
    on = sheet.view.supremacy == Won(seat, by)
    tap = partial(desk.enter, "supremacy 0" if on else f"supremacy {seat} {by}", seat)
    picture = "tick" if on else "swords" if by == "military" else "gear"
    return cell(capital(terms.supremacy(w, by)), f"supremacy {by}", tap, picture, on=on)


def _in_order(sheet: Sheet) -> list[str]:
    """Cells as their lines stand on the sheet; those that count for no line come last."""
    first = [id for line in sheet.view.lines for id in line.cells]
    return [*first, *(cell.id for cell in sheet.view.cells if cell.id not in first)]


def _counter(desk: Desk, sheet: Sheet, seat: int, id: str, label: str, side: float, p: Pen, w: float, h: float) -> None:
    counter(p, desk, sheet, seat, id, 0, 0, w, h, side, label)


def keys(desk: Desk, ring: Ring, seat: int) -> Made:
    """A number is typed for the cell that was picked; its last entry can be taken back alone."""
    sheet, id = desk.sheet, desk.picked
    assert sheet is not None
    w, view, bounds = desk.words(seat), sheet.view, sheet.cell(id)
    says = terms.cell_says(w, view.sheet, id)
    last = sheet.last(seat, id)
    value = sheet.value(seat, id)
    digits = desk.typed
    fits = _meant(digits, bounds) is not None

    back = partial(desk.open, f"entry {seat}")
    title = f"{desk.name(seat, w)}: {named(w, view.sheet, id)}"

    def press(key: str) -> None:
        desk.typed = typed(desk.typed, key)
        desk.changed()

    def enter() -> None:
        number = _meant(desk.typed, bounds)  # perhaps its last digit is not painted yet
        if number is not None:
            back()
            desk.enter(f"{seat} set {id} {number}", seat)
        elif desk.typed:
            facts: dict[str, int | str] = {"cell": id, "least": bounds.least, "most": bounds.most}
            desk.deny(seat, table_words.refusal(w, "out-of-bounds", facts, desk.game_words))

    def paint(p: Pen) -> None:
        t = ring.touch
        most = place(ring, desk.edge, 1200, 1100)
        beside = most.w >= 4 * t + 320  # the number stands beside the keys, not above them
        rows = 4 if not beside or most.h >= 5 * t + 3 * KEY_GAP + 64 else 2
        columns = len(KEYS) // rows
        pad_w = columns * t * 1.15 + (columns - 1) * KEY_GAP
        if beside:
            at = place(ring, desk.edge, max(760.0, pad_w + t + KEY_GAP + 360), t + 80 + rows * (t * 1.15 + KEY_GAP))
        else:
            at = place(ring, desk.edge, 700, 2 * t + 200 + rows * (t * 1.15 + KEY_GAP))
        with p.at(at.x, at.y, at.angle, ring.u):
            frame(p, at.w, at.h)
            button(p, at.w - t - PAD, PAD, t, t, "", "close", back, "cross")
            room = at.w - t - 3 * PAD - 8
            p.text(PAD + 8, PAD + t * 0.3, title, 34, "text", "start", bold=True, room=room)
            p.text(PAD + 8, PAD + t * 0.74, says, 25, "soft", "start", room=room)
            top = PAD + t + KEY_GAP
            if beside:
                left = at.w - PAD - pad_w - KEY_GAP - t
                wide, tall = left - 2 * PAD, min(170.0, at.h - top - PAD - (t + KEY_GAP))
            else:
                left, wide, tall = PAD, at.w - 2 * PAD, 100.0
                pad_w = wide
            ink = "text" if digits else "mute"
            p.rect(PAD, top, wide, tall, 18, "table", "candle" if fits else "line", 3)
            p.text(PAD + wide / 2, top + tall / 2, digits or str(value), min(80, tall * 0.6), ink, bold=True,
                   room=wide - 20)  # fmt: skip
            below = top + tall + KEY_GAP
            if beside and last:
                label = w("Undo {value}", value=value)
                button(p, PAD, below, wide, t, label, "cell undo", partial(desk.take_back, last.row), "undo", size=25)
            y = top if beside else below
            foot = 0.0 if beside else t + KEY_GAP
            w_key = (pad_w - (columns - 1) * KEY_GAP) / columns
            h_key = (at.h - y - PAD - foot - (rows - 1) * KEY_GAP) / rows
            for nth, key in enumerate(KEYS if rows == 4 else IN_TWO):
                if key == "sign" and bounds.least >= 0:
                    continue
                kx, ky = left + nth % columns * (w_key + KEY_GAP), y + nth // columns * (h_key + KEY_GAP)
                picture = {"back": "left", "sign": "minus"}.get(key, "")
                label = "" if picture else key
                button(p, kx, ky, w_key, h_key, label, f"key {key}", partial(press, key), picture, size=40,
                       each=True)  # fmt: skip
            if beside:
                button(p, at.w - PAD - t, y, t, at.h - y - PAD, "", "key enter", enter, "tick", fits, off=not fits,
                       each=True)  # fmt: skip
            else:
                button(p, PAD, at.h - t - PAD, wide, t, w("Enter"), "key enter", enter, "tick", fits, off=not fits,
                       each=True)  # fmt: skip

    return (value, digits, last, id, w.lang), paint


def _meant(digits: str, bounds: CellView) -> int | None:
    """The number that was typed, if a cell can hold it."""
    number = int(digits) if digits.removeprefix("-") else None
    return number if number is not None and bounds.least <= number <= bounds.most else None


def holder(desk: Desk, ring: Ring, _: int) -> Made:
    """Who has the cat."""
    sheet, w = desk.sheet, desk.words()
    assert sheet is not None
    people = desk.people(w)

    def give(seat: int) -> None:
        desk.open("")
        desk.enter(f"cat {seat}")

    def paint(p: Pen) -> None:
        has = sheet.view.cat
        cells = [
            cell(name, f"cat to {seat}", partial(give, seat), "cat", on=has == seat)
            for seat, name in enumerate(people, start=1)
        ]
        cells.append(cell(w("In the middle"), "cat to 0", partial(give, 0), "", on=has == 0))
        panel(p, desk, ring, place(ring, desk.edge), w("Who has the cat?"), cells, close=closing(desk), cell=(330, 0))

    return (sheet.view.cat, people), paint
